.total_of <- function(...) {
  # The sum of products, each of a coefficient, a power of 2, and factors; its sign is exact.
  terms <- list(...)
  total <- rest <- size <- 0
  for (term in terms) {
    high <- term[[2]]
    low <- 0
    for (x in term[-(1:2)]) {
      before <- high
      high <- before * x
      low <- .product_error(before, x, high) + low * x
    }
    high <- high * term[[1]]
    before <- total
    total <- before + high
    rest <- rest + .sum_error(before, high, total) + low * term[[1]]
    size <- size + abs(high)
  }
  quick <- total + rest
  cancelled <- .holds(abs(quick) <= 0x1p-30 * size)
  exactly <- function(...) {
    taken <- split(list(...), rep(seq_along(terms), lengths(terms)))
    do.call(.exact_sum, do.call(c, lapply(unname(taken), .parts_of)))
  }
  .where(cancelled, exactly, do.call(c, terms), quick)
}

.parts_of <- function(term) {
  # A product as an exact sum of parts.
  parts <- term[2]
  for (x in term[-(1:2)]) {
    parts <- do.call(c, lapply(parts, function(part) {
      list(part * x, .product_error(part, x, part * x))
    }))
  }
  lapply(parts, function(part) part * term[[1]])
}
