#define LOOPS(last, formula, f, ...)                                                 \
    const int asked = checked(read_one, read_least);                                 \
    double z[256];                                                                   \
    for (size_t start = 0, end; start < n; start = end) {                            \
        end = n - start < 256 ? n : start + 256;                                     \
        for (size_t i = start; i < end; i++) z[i - start] = formula(__VA_ARGS__, 0); \
        for (size_t i = start; i < end; i++) {                                       \
            const double x = z[i - start];                                           \
            out[i] = asked && x >= 0.0 && x < INFINITY ? last(x) : f(__VA_ARGS__);   \
        }                                                                            \
    }
