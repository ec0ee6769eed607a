typedef const double *numbers;
#define FUNCTIONS(f, value, last, side, times, part, point, given, each, arrays)       \
    APART double eps_##f point { return value(f, GIVEN given); }                       \
    APART double eps_##f##_##side point { return beside(eps_##f given, times, part); } \
    APART void eps_##f##_all(size_t n, GIVEN arrays, double *restrict out) {           \
        value##_ALL(f, last, GIVEN each);                                              \
    }                                                                                  \
    APART void eps_##f##_##side##_all(size_t n, GIVEN arrays, double *restrict out) {  \
        eps_##f##_all(n, GIVEN given, out);                                            \
        for (size_t i = 0; i < n; i++) out[i] = beside(out[i], times, part);           \
    }
