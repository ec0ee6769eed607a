
/// The sum of the terms, its sign exact (a theorem): parts that do not overlap, least first.
/// SHA-256: FILL_fingerprint
SYMBOLIC_EPS_APART inline double sum_of(double *parts, const double *end) {
    for (double *part = parts; part != end; ++part) {
        for (double *earlier = parts; earlier != part; ++earlier) {
            const double sum = *part + *earlier;
            *earlier = detail::sum_error(*part, *earlier, sum);
            *part = sum;
        }
    }
    double total = parts[0], rest = 0.0;
    for (const double *part = parts + 1; part != end; ++part) {
        const double sum = *part + total;
        rest += detail::sum_error(*part, total, sum);
        total = sum;
    }
    return total + rest;
}

template <typename... Terms>
SYMBOLIC_EPS_WITHIN inline double exact_sum(Terms... terms) {
    double parts[] = {terms...};
    return detail::sum_of(parts, parts + sizeof...(terms));
}
