
/* The sum of the terms, its sign exact (a theorem): parts that do not overlap, the least first.
 * SHA-256: FILL_fingerprint */
WITHIN double added(double *total, double term) {
    const double before = *total;
    return sum_error(before, term, *total = before + term);
}
APART __attribute__((cold)) static double sum_of(size_t n, double *part) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) part[j] = added(&part[i], part[j]);
    double total = part[0], rest = 0.0;
    for (size_t i = 1; i < n; i++) rest += added(&total, part[i]);
    return total + rest;
}
#define exact_sum(...) sum_of(sizeof((double[]){__VA_ARGS__}) / sizeof 1.0, (double[]){__VA_ARGS__})
