#define VALUE(f, ...) answer(value_of_##f(__VA_ARGS__, 1))
#define VALUE_ALL(f, last, ...) \
    for (size_t i = 0; i < n; i++) out[i] = eps_##f(__VA_ARGS__)
