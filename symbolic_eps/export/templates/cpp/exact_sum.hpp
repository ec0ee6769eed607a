
/// The sum of the terms, its sign exact (a theorem): parts that do not overlap, least first.
/// SHA-256: FILL_fingerprint
inline double added(double &total, double term) {
    const double before = total;
    return sum_error(before, term, total = before + term);
}

[[gnu::noinline]] inline double sum_of(double *part, std::size_t count) {
    for (std::size_t i = 0; i < count; i++)
        for (std::size_t j = 0; j < i; j++) part[j] = added(part[i], part[j]);
    double total = part[0], rest = 0.0;
    for (std::size_t i = 1; i < count; i++) rest += added(total, part[i]);
    return total + rest;
}

template <class... Terms>
double exact_sum(Terms... terms) {
    double parts[] = {terms...};
    return sum_of(parts, sizeof...(terms));
}
