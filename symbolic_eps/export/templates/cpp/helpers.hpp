/// Whether x is 0 or at least another number, for x >= 0: no product underflows.
inline bool zero_or(double least, double x) {
    return 0x1p600 * x * (0x1p600 * (x - least)) >= 0.0;
}

/// A result; below 0 it stands for none.
inline double in_range(double value) {
    if (value >= 0.0) return value;
    throw std::range_error("the arguments are too small or too large to compute with");
}

/// 0 where x is, and no result elsewhere.
inline double zero_alone(double x) { return x == 0.0 ? 0.0 : -1.0; }

/// Whether squares, products and quotients of such numbers neither overflow nor underflow.
inline bool within(double x) { return x >= 0x1p-960 && x <= 0x1p960; }

/// The same of several.
template <class... Double>
bool all_within(Double... x) {
    return (within(x) && ...);
}

/// A finite x less a share of it, several times; 2^-53 (1 + 2^-52) of it for the next number.
inline double beside(double x, int times, double share) {
    double moved = x;
    for (int i = 0; i < times; i++) moved -= moved * share;
    return x > 0.0 && x < std::numeric_limits<double>::infinity() ? moved : x;
}

/// log(g/m + 1) = log(a/m): of the latter where the ratio could overflow.
template <class Value>
double ln_ratio(double g, double m, Value a) {
    if (0x1p-200 * g > m && m >= 0x1p-960) return 2.0 * ln(std::sqrt(a()) / std::sqrt(m));
    return ln1p_ratio(g, m);
}

/// The same, without what g/m lacks.
template <class Value>
double log_ratio(double g, double m, Value a) {
    if (0x1p-200 * g > m && m >= 0x1p-960) return 2.0 * ln(std::sqrt(a()) / std::sqrt(m));
    return log1p_ratio(g, m);
}
