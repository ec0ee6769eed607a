#define VALUE(f, ...) answer(checked() ? value_of_##f(__VA_ARGS__, 1) : OUTSIDE)
#define VALUE_ALL(f, last, ...) \
    for (size_t i = 0; i < n; i++) out[i] = eps_##f(__VA_ARGS__)
