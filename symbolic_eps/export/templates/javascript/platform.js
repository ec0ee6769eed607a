/** The platform's log(x). */
function ln(x) {
  return Math.log(x);
}

/** The platform's log(1 + x). */
function ln1p(x) {
  return Math.log1p(x);
}
