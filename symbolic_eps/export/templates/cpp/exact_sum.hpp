
/// The sum of the terms, its sign exact (a theorem): parts that do not overlap, least first.
/// SHA-256: FILL_fingerprint
SYMBOLIC_EPS_WITHIN inline double added(double &total, double term) {
    const double before = total;
    return detail::sum_error(before, term, total = before + term);
}

SYMBOLIC_EPS_APART inline double sum_of(double *parts, const double *end) {
    for (double *part = parts; part != end; ++part)
        for (double *earlier = parts; earlier != part; ++earlier)
            *earlier = detail::added(*part, *earlier);
    double total = parts[0], rest = 0.0;
    for (const double *part = parts + 1; part != end; ++part) rest += detail::added(total, *part);
    return total + rest;
}

template <typename... Terms>
SYMBOLIC_EPS_WITHIN inline double exact_sum(Terms... terms) {
    double parts[] = {terms...};
    return detail::sum_of(parts, parts + sizeof...(terms));
}
