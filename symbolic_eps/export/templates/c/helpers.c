/* Whether x is 0 or at least a number above 0, for x >= 0: no product underflows. */
WITHIN int zero_or(double from, double x) { return 0x1p+600 * x * (0x1p+600 * (x - from)) >= 0.0; }

/* Squares, products and quotients of such numbers neither overflow nor underflow. */
WITHIN int within(double x) { return x >= 0x1p-960 && x <= 0x1p+960; }

/* 0 where x is, else a number below 0: no result. */
WITHIN double zero_alone(double x) { return x == 0.0 ? 0.0 : -1.0; }

/* Whether the ratio g/m could overflow. */
WITHIN int overflows(double g, double m) { return 0x1p-200 * g > m && m >= 0x1p-960; }

/* log(a/m) where the ratio could overflow. */
WITHIN double log_ratio(double a, double m) { return 2.0 * ln(sqrt(a) / sqrt(m)); }

/* log(1 + z) for a z that lacks a bit; 0 where g is, which z is made of. A loop over arrays has a
 * place for what is lacking, and takes the logarithm itself. */
WITHIN double ln1p_of(double z, double lacking, double g, double *low) {
    if (!(z >= 0x1p-900 && z <= 0x1p+960)) return zero_alone(g);
    if (low) *low = lacking;
    return low ? z : ln1p_sum(z, lacking);
}

/* Whether all are within. */
WITHIN int all_within(size_t n, const double *x) {
    int all = 1;
    for (size_t i = 0; i < n; i++) all &= within(x[i]);
    return all;
}

/* A finite x less a share of it, several times; u (1 + 2 u) of it for the next number. */
WITHIN double beside(double x, int times, double share) {
    for (int i = 0; i < times; i++) x -= x < INFINITY ? x * share : 0.0;
    return x;
}
