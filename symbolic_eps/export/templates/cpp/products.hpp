/// A product of a coefficient, a power of 2, and factors: rounded, and most of what that lacks.
template <std::size_t COUNT>
struct Product {
    double coefficient, factor[COUNT], high, low;

    /// Parts, of which it is the exact sum, and where they end.
    double *split(double *part) const {
        std::size_t made = 1;
        part[0] = factor[0];
        for (std::size_t k = 1; k < COUNT; k++, made *= 2) {
            for (std::size_t i = made; i-- > 0;) {
                const double x = part[i], product = x * factor[k];
                part[2 * i] = product;
                part[2 * i + 1] = product_error(x, factor[k], product);
            }
        }
        for (std::size_t i = 0; i < made; i++) part[i] *= coefficient;
        return part + made;
    }
};

template <class... Factors>
inline auto times(double coefficient, Factors... factors) {
    Product<sizeof...(factors)> made{coefficient, {factors...}, 0.0, 0.0};
    made.high = made.factor[0];
    for (std::size_t i = 1; i < sizeof...(factors); i++) {
        const double x = made.factor[i], product = made.high * x;
        made.low = product_error(made.high, x, product) + made.low * x;
        made.high = product;
    }
    made.high *= coefficient;
    made.low *= coefficient;
    return made;
}

/// The sum of all parts of products.
template <std::size_t... COUNTS>
inline double exactly(const Product<COUNTS> &...terms) {
    double parts[((std::size_t{1} << (COUNTS - 1)) + ...)];
    double *end = parts;
    ((end = terms.split(end)), ...);
    return sum_of(parts, static_cast<std::size_t>(end - parts));
}

/// The sum of products, its sign exact: added exactly where most of it cancels.
template <class... Products>
inline double total_of(const Products &...terms) {
    const double high[] = {terms.high...}, low[] = {terms.low...};
    double total = high[0], lacking = low[0], size = std::fabs(total);
    for (std::size_t i = 1; i < sizeof...(terms); i++) {
        const double sum = total + high[i];
        lacking = lacking + sum_error(total, high[i], sum) + low[i];
        size += std::fabs(high[i]);
        total = sum;
    }
    const bool enough = std::fabs(total + lacking) > 0x1p-30 * size;
    return enough ? total + lacking : exactly(terms...);
}
