/// log(x) for normal numbers.
inline double ln(double x) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (x == 0.0) {
        return -infinity;
    }
    if (!(x >= 0x1p-1022 && x < infinity)) {
        return x > 1.0 ? x : std::numeric_limits<double>::quiet_NaN();
    }
    return log_of_sum(x, 0.0, 0.0, x - 1.0);
}

/// log(1 + x).
inline double ln1p(double x) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (x == -1.0) {
        return -infinity;
    }
    if (!(x > -1.0 && x < infinity && x != 0.0)) {
        return x > -1.0 ? x : std::numeric_limits<double>::quiet_NaN();
    }
    const double total = 1.0 + x;
    return log_of_sum(total, sum_error(1.0, x, total), 0.0, x);
}

/// log(1 + x + low), for a finite x > 0 and a low that is much smaller.
inline double ln1p_sum(double x, double low) {
    const double total = 1.0 + x;
    return log_of_sum(total, sum_error(1.0, x, total), low, x);
}
