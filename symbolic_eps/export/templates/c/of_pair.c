#define OF_PAIR(f, ...) answer(value_of_##f(__VA_ARGS__, 1, NULL))
#define OF_PAIR_ALL(f, last, ...)                                                          \
    const double least = checked() ? 0.0 : NAN;                                            \
    for (size_t from = 0, to; from < n; from = to) {                                       \
        double low[256];                                                                   \
        to = n - from < 256 ? n : from + 256;                                              \
        for (size_t i = from; i < to; i++) {                                               \
            double lacking = 0.0;                                                          \
            out[i] = value_of_##f(__VA_ARGS__, 0, &lacking);                               \
            low[i - from] = lacking;                                                       \
        }                                                                                  \
        for (size_t i = from; i < to; i++)                                                 \
            out[i] = out[i] >= least ? last(out[i], low[i - from]) : eps_##f(__VA_ARGS__); \
    }
