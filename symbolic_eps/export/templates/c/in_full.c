#define IN_FULL(f, ...) answer(value_of_##f(__VA_ARGS__, 1))
#define IN_FULL_ALL(f, last, ...)                                         \
    const int asked = checked();                                          \
    for (size_t i = 0; i < n; i++) out[i] = value_of_##f(__VA_ARGS__, 0); \
    for (size_t i = 0; i < n; i++)                                        \
        out[i] = asked && out[i] >= 0.0 ? last(out[i]) : eps_##f(__VA_ARGS__);
