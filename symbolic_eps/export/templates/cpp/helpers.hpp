SYMBOLIC_EPS_WITHIN inline void require_domain(bool holds, const char *message) {
    if (!holds) throw std::domain_error(message);
}

SYMBOLIC_EPS_WITHIN inline void require_range(bool holds, const char *message) {
    if (!holds) throw std::range_error(message);
}

/// Whether x is 0 or at least another number, for x >= 0: no product underflows.
SYMBOLIC_EPS_WITHIN inline bool zero_or(double least, double x) {
    return 0x1p600 * x * (0x1p600 * (x - least)) >= 0.0;
}

/// A result; below 0 it stands for none.
SYMBOLIC_EPS_WITHIN inline double in_range(double value) {
    require_range(value >= 0.0, "the arguments are too small or too large to compute with");
    return value;
}

/// 0 where x is, and no result elsewhere.
SYMBOLIC_EPS_WITHIN inline double zero_alone(double x) { return x == 0.0 ? 0.0 : -1.0; }

/// Whether squares, products and quotients of such numbers neither overflow nor underflow.
template <class... Double>
SYMBOLIC_EPS_WITHIN inline bool within(Double... x) {
    return ((x >= 0x1p-960 && x <= 0x1p960) && ...);
}

/// A finite x less a share of it, several times; 2^-53 (1 + 2^-52) of it for the next number.
SYMBOLIC_EPS_WITHIN inline double beside(double x, int times, double share) {
    double moved = x;
    for (int i = 0; i < times; i++) moved -= moved * share;
    return x > 0.0 && x < std::numeric_limits<double>::infinity() ? moved : x;
}
