/** The sum of products, each of a coefficient, a power of 2, and factors; its sign is exact. */
function totalOf(...terms) {
  let total = 0;
  let rest = 0;
  let size = 0;
  for (const term of terms) {
    let high = term[1];
    let low = 0;
    for (let i = 2; i < term.length; i++) {
      const product = high * term[i];
      low = productError(high, term[i], product) + low * term[i];
      high = product;
    }
    high *= term[0];
    const sum = total + high;
    rest = rest + sumError(total, high, sum) + low * term[0];
    size += Math.abs(high);
    total = sum;
  }
  // most of it cancelled: exactly
  if (Math.abs(total + rest) <= TWO_TO_MINUS_30 * size) return exactSum(...terms.flatMap(partsOf));
  return total + rest;
}

/** A product as an exact sum of parts. */
function partsOf([coefficient, first, ...factors]) {
  let parts = [first];
  for (const x of factors) parts = parts.flatMap((p) => [p * x, productError(p, x, p * x)]);
  return parts.map((p) => p * coefficient);
}
