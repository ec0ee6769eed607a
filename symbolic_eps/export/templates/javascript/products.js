/** The sum of products, its sign exact: of each a coefficient, a power of 2, and factors. */
function totalOf(...terms) {
  let total = 0;
  let lacking = 0;
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
    lacking = lacking + sumError(total, high, sum) + low * term[0];
    size += Math.abs(high);
    total = sum;
  }
  if (Math.abs(total + lacking) > TWO_TO_MINUS_30 * size) return total + lacking;
  const parts = [];
  for (const term of terms) parts.push(...partsOf(term));
  return exactSum(...parts);
}

/** The parts of a product, which is their exact sum. */
function partsOf([coefficient, first, ...factors]) {
  let parts = [first];
  for (const x of factors) {
    const longer = [];
    for (const part of parts) longer.push(part * x, productError(part, x, part * x));
    parts = longer;
  }
  return parts.map((part) => part * coefficient);
}
