/* A product of a coefficient, a power of 2, and factors: rounded, and what that lacks. */
typedef struct {
    double high, low, coefficient, factor[5];
    int count;
} monomial;
APART __attribute__((cold)) static double exactly(size_t n, const monomial *term) {
    double part[24];
    size_t made = 0;
    for (; n-- > 0; term++) {
        size_t parts = 1;
        part[made] = term->factor[0];
        for (int k = 1; k < term->count; k++, parts *= 2)
            for (size_t i = parts; i-- > 0;) {
                const double x = part[made + i], y = term->factor[k];
                part[made + 2 * i] = x * y;
                part[made + 2 * i + 1] = product_error(x, y, x * y);
            }
        while (parts-- > 0) part[made++] *= term->coefficient;
    }
    return sum_of(made, part);
}

/* The sum of products, with what they and their sums lack; NaN where most of it cancels. */
WITHIN double nearly(size_t n, const monomial *term) {
    double sum = term->high, rest = term->low, size = fabs(sum);
    for (size_t i = 1; i < n; i++) {
        const double before = sum, high = term[i].high;
        sum = before + high;
        rest = rest + sum_error(before, high, sum) + term[i].low;
        size += fabs(high);
    }
    return fabs(sum + rest) <= 0x1p-30 * size ? NAN : sum + rest;
}

/* The sum, added exactly where most of it cancels. SUM names it, and leaves a loop there;
 * SUM_REQUIRED asks for its sign, too; SUM_FUNCTION gives it, or NaN in a loop. */
WITHIN double total_of(size_t n, const monomial *term) {
    const double sum = nearly(n, term);
    return isnan(sum) ? exactly(n, term) : sum;
}
#define TERMS(...) \
    sizeof((monomial[]){__VA_ARGS__}) / sizeof(monomial), (monomial[]) { __VA_ARGS__ }
#define SUM_OF(...) total_of(TERMS(__VA_ARGS__))
#define NAMED(name, ...)                      \
    double name = nearly(TERMS(__VA_ARGS__)); \
    if (full && isnan(name)) name = exactly(TERMS(__VA_ARGS__))
#define SUM(name, ...)        \
    NAMED(name, __VA_ARGS__); \
    if (isnan(name)) return TOO_FAR
#define SUM_REQUIRED(name, sign, ...) \
    NAMED(name, __VA_ARGS__);         \
    REQUIRE(name sign)
#define SUM_FUNCTION(f, parameters, ...)          \
    WITHIN double f(GIVEN parameters, int full) { \
        NAMED(sum, __VA_ARGS__);                  \
        return sum;                               \
    }

/* One factor alone lacks nothing: -0.0 changes no number. */
WITHIN monomial alone(double x) {
    monomial made = {x, -0.0, 1.0, {x}, 1};
    return made;
}

/* A coefficient and two factors. */
WITHIN monomial two(double c, double x, double y) {
    double xy = x * y;
    monomial made = {c * xy, c * product_error(x, y, xy), c, {x, y}, 2};
    return made;
}

/* A coefficient and three factors. */
WITHIN monomial three(double c, double x, double y, double z) {
    double xy = x * y, xyz = xy * z, low = product_error(x, y, xy) * z;
    monomial made = {c * xyz, c * (product_error(xy, z, xyz) + low), c, {x, y, z}, 3};
    return made;
}

/* A product with one more factor. */
WITHIN monomial times(monomial made, double x) {
    double high = made.high * x;
    made.low = product_error(made.high, x, high) + made.low * x;
    made.high = high;
    made.factor[made.count++] = x;
    return made;
}
