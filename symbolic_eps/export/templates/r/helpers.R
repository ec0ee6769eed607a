.beside <- function(x, times, share) {
  # Finite numbers less a share of them, several times; 2^-53 (1 + 2^-52) for the next number.
  moved <- x
  for (i in seq_len(times)) {
    moved <- moved - moved * share
  }
  ifelse(.holds(x > 0 & x < Inf), moved, x)
}

.within <- function(...) {
  # Whether squares, products and quotients of such numbers neither overflow nor underflow.
  Reduce(`&`, lapply(list(...), function(x) x >= 0x1p-960 & x <= 0x1p+960))
}

.zero_or <- function(least, x) {
  # Whether numbers are 0 or at least another one, for x >= 0: no product underflows.
  0x1p+600 * x * (0x1p+600 * (x - least)) >= 0
}
