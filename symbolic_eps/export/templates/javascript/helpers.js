/** Whether x is 0 or at least another number, for x >= 0: no product underflows. */
function zeroOr(least, x) {
  return TWO_TO_600 * x * (TWO_TO_600 * (x - least)) >= 0;
}

/** An error, and what is wrong. */
function refuse(message) {
  throw new RangeError(message);
}

/** An error unless that holds. */
function need(holds, message) {
  if (!holds) refuse(message);
}

/** A result; below 0 it stands for none. */
function inRange(value) {
  if (!(value >= 0)) refuse("the arguments are too small or too large to compute with");
  return value;
}

/** 0 where x is, and no result elsewhere. */
function zeroAlone(x) {
  return x === 0 ? 0 : -1;
}

/** Whether squares, products and quotients of such a number neither overflow nor underflow. */
function within(x) {
  return x >= TWO_TO_MINUS_960 && x <= TWO_TO_960;
}

/** Whether a result is neither too small nor too large to compute with. */
function isResult(z) {
  return z >= TWO_TO_MINUS_900 && z <= TWO_TO_960;
}

/** A finite x less a share of it, several times. */
function beside(x, times, share) {
  for (let i = 0; i < times && x > 0 && x < Infinity; i++) x -= x * share;
  return x;
}

/** A finite x, several numbers lower: 2^-53 (1 + 2^-52) of a number leads to the next one. */
function lowered(x, times) {
  return beside(x, times, 1.1102230246251568e-16);
}

/** The same, higher. */
function raised(x, times) {
  return beside(x, times, -1.1102230246251568e-16);
}

/** Here log(g/m + 1) = log(a/m): of the latter where the ratio could overflow. */
function lnRatio(g, m, a) {
  const overflows = TWO_TO_MINUS_200 * g > m && m >= TWO_TO_MINUS_960;
  return overflows ? 2 * ln(Math.sqrt(a()) / Math.sqrt(m)) : ln1pRatio(g, m);
}

/** The same, without what g/m lacks. */
function logRatio(g, m, a) {
  const overflows = TWO_TO_MINUS_200 * g > m && m >= TWO_TO_MINUS_960;
  return overflows ? 2 * ln(Math.sqrt(a()) / Math.sqrt(m)) : log1pRatio(g, m);
}
