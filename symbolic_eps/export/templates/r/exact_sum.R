
.exact_sum <- function(...) {
  # The sum of the terms, its sign exact: from partial sums that do not overlap.
  parts <- list()
  for (carry in list(...)) {
    for (i in seq_along(parts)) {
      total <- carry + parts[[i]]
      parts[[i]] <- .sum_error(carry, parts[[i]], total)
      carry <- total
    }
    parts <- c(parts, list(carry))
  }
  total <- parts[[1]]
  rest <- 0
  for (part in parts[-1]) {
    before <- total
    total <- part + before
    rest <- rest + .sum_error(part, before, total)
  }
  total + rest
}
