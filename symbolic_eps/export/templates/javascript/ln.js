/** log(x) for normal numbers. */
function ln(x) {
  if (x === 0) return -Infinity;
  if (!(x >= 2.2250738585072014e-308 && x < Infinity)) return x > 1 ? x : NaN;
  return logOfSum(0, x, 0);
}

/** log(1 + x). */
function ln1p(x) {
  if (x === -1) return -Infinity;
  if (!(x > -1 && x < Infinity && x !== 0)) return x > -1 ? x : NaN;
  return logOfSum(1, x, 0);
}

/** log(1 + x + low), for a finite x > 0 and a low that is much smaller. */
function ln1pSum(x, low) {
  return logOfSum(1, x, low);
}
