/* What a formula is made of, at a point (full) or in a loop over arrays. */
#define FORMULA(f, ...) WITHIN double value_of_##f(__VA_ARGS__, int full)

/* What does not hold ends a function: outside the domain, or where sizes cannot be computed with. A
 * loop over arrays, which is not full, is told no more than that there is no result. */
#define REQUIRE(...) \
    if (!(__VA_ARGS__)) return full ? OUTSIDE : TOO_FAR

#define COMPUTABLE(...) \
    if (!(__VA_ARGS__)) return TOO_FAR

#define ASKED(check)        \
    double refused = check; \
    if (refused < 0.0) return refused

/* A sum: NaN in a loop where it would be added exactly. */
#define KNOWN(name, sum) \
    double name = sum;   \
    if (isnan(name)) return TOO_FAR

#define KNOWN_REQUIRED(name, sign, sum) \
    double name = sum;                  \
    REQUIRE(name sign)

#define GIVEN(...) __VA_ARGS__

#define STEP 0x1.0000000000001p-53 /* the share of a number that leads to the next one */

/* log(1 + g/m) = log(a/m), with what g/m lacks or without. */
#define LN_RATIO(g, m, a) (overflows(g, m) ? log_ratio(a, m) : ln1p_ratio(g, m))

#define LOG_RATIO(g, m, a) (overflows(g, m) ? log_ratio(a, m) : log1p_ratio(g, m))

#define ALL_WITHIN(...) \
    all_within(sizeof((double[]){__VA_ARGS__}) / sizeof 1.0, (double[]){__VA_ARGS__})
