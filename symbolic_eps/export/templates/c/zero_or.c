/* Whether x is 0 or at least a number above 0, for x >= 0: no product underflows. */
WITHIN int zero_or(double from, double x) { return 0x1p+600 * x * (0x1p+600 * (x - from)) >= 0.0; }
