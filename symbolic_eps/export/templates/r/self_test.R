# FILL_generated
# Compares each function with its test vectors. Run it in the directory of the package's source.
options(warn = 2)
if (!dir.exists("vectors")) {
  cat("NOT TESTED: the vectors are part of the package's source only; run this file there\n")
  quit(save = "no", status = 0)
}
for (file in list.files("R", full.names = TRUE)) source(file)

number <- function(bits) {
  bytes <- strtoi(substring(rep(bits, each = 8), seq(1, 15, 2), seq(2, 16, 2)), 16L)
  readBin(as.raw(bytes), "double", length(bits), endian = "big")
}

# Whether there is a warning outside the domain, but none for what is not a number already.
warns <- function(f, point) {
  warned <- tryCatch({
    do.call(f, point)
    FALSE
  }, warning = function(w) TRUE)
  warned != anyNA(point)
}

check <- function(path, count, f, f_safe, bound, farthest, side) {
  rows <- read.csv(path, colClasses = "character")
  x <- lapply(unname(as.list(rows[seq_len(count)])), number)
  where <- function(rows) lapply(x, function(column) column[rows])
  wrong <- 0
  outside <- rows$status %in% c("outside", "beyond")
  for (g in c(f, f_safe)) {
    wrong <- wrong + sum(!is.nan(suppressWarnings(do.call(g, where(outside)))))
  }
  for (i in head(which(outside), 40)) {
    wrong <- wrong + !(warns(f, where(i)) && warns(f_safe, where(i)))
  }
  infinite <- rows$status == "infinite"
  for (g in c(f, f_safe)) wrong <- wrong + sum(!(do.call(g, where(infinite)) %in% Inf))
  finite <- rows$status == "value"
  rounded <- number(rows$rounded[finite])
  unit <- number(rows$unit[finite])
  offset <- as.numeric(rows$offset[finite])
  value <- do.call(f, where(finite))
  safe <- do.call(f_safe, where(finite))
  nearest <- number((if (side < 0) rows$below else rows$above)[finite])
  error <- abs((value - rounded) / unit - offset)
  far <- side * ((safe - rounded) / unit - offset)
  right <- error <= bound & side * safe >= side * nearest & far <= farthest
  wrong <- wrong + sum(!(right %in% TRUE))
  largest <- max(error, 0, na.rm = TRUE)
  said <- "%s: %d points, largest error %.2f ulps, %d wrong\n"
  cat(sprintf(said, path, nrow(rows), largest, wrong))
  wrong > 0 || nrow(rows) == 0
}

wrong <- c(
FILL_checks
)
quit(save = "no", status = as.integer(any(wrong)))
