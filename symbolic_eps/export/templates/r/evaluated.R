# FILL_generated
# Evaluation of vectors, in chunks so that intermediate values need little memory.
#
# + - * / and sqrt round correctly. The bounds on errors hold where log1p, log, exp and expm1 are
# within 1 ulp of exact. R calls those of the platform's C library, and promises nothing for them.
# Largest errors measured (R 4.2, glibc 2.36, 10^6 points each, against 200 bits): log1p 0.80,
# log 0.52, exp 0.51, expm1 0.78 ulps.

.chunk <- 16384

.holds <- function(condition) condition & !is.na(condition)

.all_hold <- function(...) Reduce(`&`, lapply(list(...), .holds))

# What the routine gives where the condition holds, and there alone; `otherwise` elsewhere.
.where <- function(condition, routine, inputs, otherwise) {
  if (all(condition)) return(do.call(routine, inputs))
  found <- rep_len(otherwise, length(condition))
  if (any(condition)) {
    there <- lapply(inputs, function(x) if (length(x) == 1L) x else x[condition])
    found[condition] <- do.call(routine, there)
  }
  found
}

# A value where all that is needed holds.
.inside <- function(inside, value) replace(rep_len(value, length(inside)), !inside, NaN)

# A kind of argument: an interval, and sizes to compute with, as a function that asks for them.
.kind <- function(low, above = FALSE, high = Inf, below = FALSE, least = 0, zero = FALSE,
                  most = Inf, whole = FALSE) {
  function(x) {
    inside <- (if (above) x > low else x >= low) & (if (below) x < high else x <= high)
    inside <- inside & (x >= least | (zero & x == 0)) & x <= most
    inside & (!whole | x + 0x1p52 - 0x1p52 == x)
  }
}

FILL_kinds

# For a function of chunks: one of vectors, whose arguments are of these kinds.
.given <- function(...) function(routine) .asking(routine, list(...), identity)

# The function of vectors; its results are moved to a side of the exact ones.
.asking <- function(routine, kinds, moved) {
  force(kinds)
  force(moved)
  names <- names(formals(routine))
  arguments <- as.call(c(as.name("list"), structure(lapply(names, as.name), names = names)))
  asking <- function() NULL
  formals(asking) <- formals(routine)
  body(asking) <- bquote(.evaluated(routine, .(arguments), kinds, moved))
  asking
}

.evaluated <- function(routine, arguments, kinds, moved) {
  numeric_ones <- vapply(arguments, function(x) is.numeric(x) || is.logical(x), NA)
  if (!all(numeric_ones)) {
    stop(names(arguments)[!numeric_ones][1L], " is not numeric", call. = FALSE)
  }
  sizes <- lengths(arguments)
  n <- if (min(sizes) == 0L) 0L else max(sizes)
  if (is.nan(do.call(.values_of_default_environment, .probes))) {
    warning("NaNs produced: arithmetic is not in its default environment", call. = FALSE)
    return(rep(NaN, n))
  }
  if (n > 0L && any(n %% sizes != 0L)) {
    warning("longer argument not a multiple of length of shorter", call. = FALSE)
  }
  value <- numeric(n)
  refused <- FALSE
  for (first in seq.int(1, by = .chunk, length.out = ceiling(n / .chunk))) {
    at <- seq.int(first, min(first + .chunk - 1, n))
    given <- lapply(unname(arguments), function(x) as.double(x[(at - 1) %% length(x) + 1]))
    inside <- Reduce(`&`, Map(function(kind, x) kind(x), kinds, given), TRUE)
    found <- suppressWarnings(moved(do.call(routine, given)))  # roots, of points not selected
    found <- .inside(.holds(rep_len(inside & found >= 0, length(at))), found)
    absent <- Reduce(`|`, lapply(given, is.na))
    refused <- refused || any(is.nan(found) & !absent)
    found[absent] <- Reduce(`+`, given)[absent]
    value[at] <- found
  }
  longest <- arguments[[which.max(sizes)]]
  if (n == length(longest)) {
    if (is.null(dim(longest))) {
      names(value) <- names(longest)
    } else {
      dim(value) <- dim(longest)
      dimnames(value) <- dimnames(longest)
    }
  }
  if (refused) warning(simpleWarning("NaNs produced", sys.call(-1L)))
  value
}

# Code in the process may change how numbers are rounded: asked at each call.
.probes <- list(FILL_probes)  # unknown to compilers
FILL_functions
