/* log(x) for normal numbers. */
WITHIN double ln(double x) {
    if (x == 0.0) return -INFINITY;
    if (!(x >= DBL_MIN && x < INFINITY)) return x > 1.0 ? x : NAN;
    return log_of_sum(x, 0.0, 0.0, x - 1.0);
}

/* log(1 + x). */
WITHIN double ln1p(double x) {
    if (x == -1.0) return -INFINITY;
    if (!(x > -1.0 && x < INFINITY && x != 0.0)) return x > -1.0 ? x : NAN;
    const double total = 1.0 + x;
    return log_of_sum(total, sum_error(1.0, x, total), 0.0, x);
}

/* log(1 + x + low), for x >= 0 and a low that is much smaller. */
WITHIN double ln1p_sum(double x, double low) {
    if (!(x < INFINITY)) return x;
    const double total = 1.0 + x;
    return log_of_sum(total, sum_error(1.0, x, total), low, x);
}
