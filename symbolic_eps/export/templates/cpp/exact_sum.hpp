
/// The sum of the terms, its sign exact (a theorem): parts that do not overlap, least first.
/// SHA-256: FILL_fingerprint
template <typename... Terms>
SYMBOLIC_EPS_APART inline double exact_sum(Terms... terms) {
    double parts[] = {terms...};
    for (double &part : parts) {
        for (double *earlier = parts; earlier != &part; ++earlier) {
            const double sum = part + *earlier;
            *earlier = detail::sum_error(part, *earlier, sum);
            part = sum;
        }
    }
    double total = parts[0];
    double rest = 0.0;
    for (double *part = parts + 1; part != parts + sizeof...(terms); ++part) {
        const double sum = *part + total;
        rest += detail::sum_error(*part, total, sum);
        total = sum;
    }
    return total + rest;
}
