.never_above <- function(exact, times, share = 0x1.0000000000001p-53) {
  # The function that gives what another one does, moved to never above the exact value.
  force(times)
  force(share)
  known <- environment(exact)
  .asking(known$routine, known$kinds, function(x) .beside(x, times, share))
}

.never_below <- function(exact, times, share = 0x1.0000000000001p-53) {
  # The same on the other side.
  .never_above(exact, times, -share)
}

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

.zero_alone <- function(x) {
  # 0 where x is, and no result elsewhere.
  ifelse(.holds(x == 0), 0, -1)
}
