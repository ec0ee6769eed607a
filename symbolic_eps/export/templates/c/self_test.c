/* FILL_generated Compares each function with its test vectors. */
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif
#include "symbolic_eps.h"

#define MOST 16384

typedef double column[MOST];

struct formula {
    const char *vectors;
    int count;
    double bound, farthest, side;
    double (*one[2])(const double *);
    void (*all[2])(size_t, column *, double *);
};

/* Each function as one of all arguments together. */
#define TESTED(f, side, ...)                                                                  \
    static double one_##f(const double *x) { return eps_##f(__VA_ARGS__); }                   \
    static double one_##f##_##side(const double *x) { return eps_##f##_##side(__VA_ARGS__); } \
    static void all_##f(size_t n, column *x, double *out) {                                   \
        eps_##f##_all(n, __VA_ARGS__, out);                                                   \
    }                                                                                         \
    static void all_##f##_##side(size_t n, column *x, double *out) {                          \
        eps_##f##_##side##_all(n, __VA_ARGS__, out);                                          \
    }
#define FUNCTIONS(f, side) \
    {one_##f, one_##f##_##side}, { all_##f, all_##f##_##side }
FILL_points

static const struct formula FORMULAS[] = {
FILL_formulas
};

static column columns[16], one_by_one[2], together;
static int points;

static double number(const char *bits) {
    const uint64_t read = strtoull(bits, NULL, 16);
    double value;
    memcpy(&value, &read, sizeof value);
    return value;
}

/* Fills the columns; how many results are wrong. */
static int wrong_in(const struct formula *formula) {
    char line[512], *field[16];
    double x[16], largest = 0.0;
    const int count = formula->count;
    int wrong = 0;
    FILE *file = fopen(formula->vectors, "r");
    points = 0;
    if (file == NULL || fgets(line, sizeof line, file) == NULL) {
        printf("%s: cannot be read\n", formula->vectors);
        return 1;
    }
    while (points < MOST && fgets(line, sizeof line, file) != NULL) {
        int n = 0;
        const char *ends = ",\r\n";
        for (char *next = strtok(line, ends); next != NULL && n < 16; next = strtok(NULL, ends))
            field[n++] = next;
        for (int i = 0; i < count; i++) x[i] = number(field[i]);
        errno = 0;
        const double value = formula->one[0](x);
        const int said = errno;
        errno = 0;
        const double safe = formula->one[1](x);
        for (int i = 0; i < count; i++) columns[i][points] = x[i];
        one_by_one[0][points] = value;
        one_by_one[1][points] = safe;
        points++;
        if (strcmp(field[count], "outside") == 0 || strcmp(field[count], "beyond") == 0) {
            const int expected = field[count][0] == 'o' ? EDOM : ERANGE;
            wrong += !isnan(value) || said != expected || !isnan(safe) || errno != expected;
        } else if (strcmp(field[count], "infinite") == 0) {
            wrong += !(isinf(value) && value > 0) || !(isinf(safe) && safe > 0);
        } else {
            const double side = formula->side, rounded = number(field[count + 1]);
            const double nearest = number(field[count + (side < 0 ? 2 : 3)]);
            const double unit = number(field[count + 4]), offset = atof(field[count + 5]);
            const double error = fabs((value - rounded) / unit - offset);
            if (error > largest) largest = error;
            wrong += !(error <= formula->bound) || !(side * safe >= side * nearest);
            wrong += !(side * ((safe - rounded) / unit - offset) <= formula->farthest);
        }
    }
    wrong += fgets(line, sizeof line, file) != NULL;
    fclose(file);
    for (int moved = 0; moved < 2; moved++) {
        formula->all[moved]((size_t)points, columns, together);
        for (int i = 0; i < points; i++)
            wrong += memcmp(&together[i], &one_by_one[moved][i], sizeof(double)) != 0;
    }
    printf("%s: %d points, largest error %.2f ulps, %d wrong\n", formula->vectors, points,
        largest, wrong);
    return wrong + (points == 0);
}

static int is_refused(double value) {
    return isnan(value) && errno == EDOM;
}

/* How many results there are at the points of the columns, where there should be none. */
static int results_of(const struct formula *formula) {
    double x[16];
    int results = 0;
    for (int moved = 0; moved < 2; moved++) {
        for (int k = 0; k < points; k++) {
            for (int i = 0; i < formula->count; i++) x[i] = columns[i][k];
            errno = 0;
            results += !is_refused(formula->one[moved](x));
        }
        errno = 0;
        formula->all[moved]((size_t)points, columns, together);
        for (int k = 0; k < points; k++) results += !is_refused(together[k]);
    }
    return results;
}

enum setting {
    ROUNDING,
    FLUSHING,
};

static const struct {
    const char *name;
    enum setting setting;
    unsigned value;
} OTHERS[] = {
#ifdef FE_UPWARD
    {"upwards", ROUNDING, FE_UPWARD},
#endif
#ifdef FE_DOWNWARD
    {"downwards", ROUNDING, FE_DOWNWARD},
#endif
#ifdef FE_TOWARDZERO
    {"towards zero", ROUNDING, FE_TOWARDZERO},
#endif
#ifdef __SSE2__
    {"results flushed to zero", FLUSHING, 0x8000},
    {"operands taken for zero", FLUSHING, 0x0040},
#endif
};

/* Arithmetic of another kind, for each formula: the points of its columns are refused. */
static int wrong_elsewhere(const struct formula *formula) {
    int wrong = 0;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
#ifdef __SSE2__
        const unsigned before = _mm_getcsr();
        if (OTHERS[i].setting == FLUSHING) _mm_setcsr(before | OTHERS[i].value);
#endif
        if (OTHERS[i].setting == ROUNDING && fesetround((int)OTHERS[i].value) != 0) continue;
        const int results = results_of(formula) + eps_default_environment();
        fesetround(FE_TONEAREST);
#ifdef __SSE2__
        _mm_setcsr(before);
#endif
        if (results != 0) printf("%s, %s: %d results\n", formula->vectors, OTHERS[i].name, results);
        wrong += results;
    }
    return wrong;
}

int main(void) {
    int wrong = 0;
    if (!eps_default_environment()) {
        printf("this program is not in the default floating-point environment\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof FORMULAS / sizeof *FORMULAS; i++) {
        wrong += wrong_in(&FORMULAS[i]);
        wrong += wrong_elsewhere(&FORMULAS[i]);
    }
    return wrong != 0;
}
