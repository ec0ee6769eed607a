"""What the C export says in the same words whatever the formulas are: its opening, and its self-test."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_eps.export.environment import ASSUMED, PROBES, PROGRAM

EXACTLY = "EXACTLY"
"""A macro of the source file: what is said before a function whose operations are to stay as they are."""

AS_WRITTEN = "AS_WRITTEN"
"""The same, and that the function is not made a part of others."""

CLONED = "CLONED"
"""The same, and that the function is compiled with vectors, for several processors."""

ENVIRONMENT = "eps_default_environment"
REFUSED = f"isnan({PROGRAM.name}({', '.join(f'read_{name}' for name in PROBES)}))"
"""Whether arithmetic is not as needed; errno says so too."""

HEADER = f"""
/* Whether {ASSUMED}: 1, or 0 with errno
 * set to EDOM. Every function asks so, once for an array; where it is not so, it does the same as outside
 * the domain. */
int {ENVIRONMENT}(void);
"""

_REFUSED = {
    "defined(__FAST_MATH__)": "-ffast-math",
    "defined(__ASSOCIATIVE_MATH__)": "-fassociative-math or -funsafe-math-optimizations",
    "defined(__RECIPROCAL_MATH__)": "-freciprocal-math",
    "defined(__NO_SIGNED_ZEROS__)": "-fno-signed-zeros",
    "defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__": "-ffinite-math-only",
    "defined(_M_FP_FAST)": "/fp:fast",
}
"""Flags with which results may be wrong, by the macros that tell of them."""

_KEPT = (
    *("fp-contract=off", "no-associative-math", "no-reciprocal-math"),
    *("signed-zeros", "no-finite-math-only", "no-unsafe-math-optimizations"),
)
"""What GCC is told of each function: `-fassociative-math` alone has no macro, and some versions have none."""


def opening() -> Iterator[str]:
    """What stands above the functions: flags that are refused, and what keeps operations as they are.

    The pragma takes all such flags back for Clang; `noinline` keeps functions whole when files are linked
    with others that are compiled otherwise.
    """
    for macro, flag in _REFUSED.items():
        yield from (f"#if {macro}", f'#error "results would be wrong: compile without {flag}"', "#endif")
    yield from _BINARY64.strip("\n").split("\n")
    kept = ", ".join(f'"{option}"' for option in _KEPT)
    yield from _PRAGMAS.format(kept=kept).strip("\n").split("\n")
    probes = ", ".join(f"read_{name} = {value.hex()}" for name, value in PROBES.items())
    yield from ("", "/* Volatile: read anew for each check. */", f"static const volatile double {probes};")


_BINARY64 = """
#include <float.h>
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1 && FLT_EVAL_METHOD != 16 && FLT_EVAL_METHOD != 32 \\
    && FLT_EVAL_METHOD != 64
#error "doubles would be computed with more digits: compile for SSE2 (-msse2 -mfpmath=sse)"
#endif
#if FLT_RADIX != 2 || DBL_MANT_DIG != 53 || DBL_MAX_EXP != 1024
#error "double is not binary64"
#endif
#include <errno.h>
#include <math.h>
#include "symbolic_eps.h"
typedef char eps_compile_without_fsingle_precision_constant[sizeof 1.0 == sizeof(double) ? 1 : -1];
"""

_PRAGMAS = """
#if defined(__clang__)
#pragma float_control(precise, on)
#pragma STDC FP_CONTRACT OFF
#define EXACTLY
#define AS_WRITTEN __attribute__((noinline))
#define CLONED AS_WRITTEN
#elif defined(__GNUC__)
#define KEPT {kept}
#define EXACTLY __attribute__((optimize(KEPT)))
#define AS_WRITTEN __attribute__((noinline, optimize(KEPT)))
#if defined(__GLIBC__) && defined(__x86_64__) && __GNUC__ >= 6
#define CLONED __attribute__((noinline, optimize("O3", KEPT), target_clones("avx512f", "avx2", "default")))
#else
#define CLONED __attribute__((noinline, optimize("O3", KEPT)))
#endif
#else
#pragma STDC FP_CONTRACT OFF
#define EXACTLY
#define AS_WRITTEN
#define CLONED
#endif
"""

SELF_TEST_OPENING = """
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

struct formula {
    const char *vectors;
    int count;
    double bound, lowest;
    double (*one[2])(const double *);
    void (*all[2])(size_t, double (*)[MOST], double *);
};
"""

SELF_TEST = r"""
static double columns[16][MOST], one_by_one[2][MOST], together[MOST];
static int points;

static double number(const char *bits)
{
    const uint64_t read = strtoull(bits, NULL, 16);
    double value;
    memcpy(&value, &read, sizeof value);
    return value;
}

/* Fills the columns; how many results are wrong. */
static int wrong_in(const struct formula *formula)
{
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
        for (char *next = strtok(line, ",\r\n"); next != NULL && n < 16; next = strtok(NULL, ",\r\n"))
            field[n++] = next;
        for (int i = 0; i < count; i++) x[i] = number(field[i]);
        errno = 0;
        const double value = formula->one[0](x);
        const int said = errno;
        errno = 0;
        const double lower = formula->one[1](x);
        for (int i = 0; i < count; i++) columns[i][points] = x[i];
        one_by_one[0][points] = value;
        one_by_one[1][points] = lower;
        points++;
        if (strcmp(field[count], "outside") == 0 || strcmp(field[count], "beyond") == 0) {
            const int expected = field[count][0] == 'o' ? EDOM : ERANGE;
            wrong += !isnan(value) || said != expected || !isnan(lower) || errno != expected;
        } else if (strcmp(field[count], "infinite") == 0) {
            wrong += !(isinf(value) && value > 0) || !(isinf(lower) && lower > 0);
        } else {
            const double rounded = number(field[count + 1]), below = number(field[count + 2]);
            const double unit = number(field[count + 4]), offset = atof(field[count + 5]);
            const double error = fabs((value - rounded) / unit - offset);
            if (error > largest) largest = error;
            wrong += !(error <= formula->bound) || !(lower <= below);
            wrong += !(offset - (lower - rounded) / unit <= formula->lowest);
        }
    }
    wrong += fgets(line, sizeof line, file) != NULL;
    fclose(file);
    for (int lowered = 0; lowered < 2; lowered++) {
        formula->all[lowered]((size_t)points, columns, together);
        for (int i = 0; i < points; i++)
            wrong += memcmp(&together[i], &one_by_one[lowered][i], sizeof(double)) != 0;
    }
    printf("%s: %d points, largest error %.2f ulps, %d wrong\n", formula->vectors, points, largest, wrong);
    return wrong + (points == 0);
}

static int is_refused(double value)
{
    return isnan(value) && errno == EDOM;
}

/* How many results there are at the points of the columns, where there should be none. */
static int results_of(const struct formula *formula)
{
    double x[16];
    int results = 0;
    for (int lowered = 0; lowered < 2; lowered++) {
        for (int k = 0; k < points; k++) {
            for (int i = 0; i < formula->count; i++) x[i] = columns[i][k];
            errno = 0;
            results += !is_refused(formula->one[lowered](x));
        }
        errno = 0;
        formula->all[lowered]((size_t)points, columns, together);
        for (int k = 0; k < points; k++) results += !is_refused(together[k]);
    }
    return results;
}

enum setting { ROUNDING, FLUSHING };

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
static int wrong_elsewhere(const struct formula *formula)
{
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

int main(void)
{
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
"""

_RIGHT = (
    *("-O0", "-O2", "-Os", "-O3 -march=native -flto", "-O3 -march=native -flto -ffp-contract=fast"),
    *("-std=gnu11 -O3 -march=native", "-O3 -fno-math-errno -fno-trapping-math", "-O2 -frounding-math"),
    *("-O2 -fsignaling-nans -fexcess-precision=fast -mrecip", "-O2 -m32 -msse2 -mfpmath=sse"),
    "-O2 -fapprox-func -fdenormal-fp-math=preserve-sign",
)
_NEVER_WRONG = (
    *("-O2 -ffast-math", "-Ofast", "-O2 -funsafe-math-optimizations", "-O2 -fassociative-math"),
    *("-O2 -fassociative-math -fno-signed-zeros -fno-trapping-math", "-O2 -freciprocal-math"),
    *("-O2 -fno-signed-zeros", "-O2 -ffinite-math-only", "-O2 -mfpmath=387", "-O2 -mfpmath=both"),
    *("-O2 -m32 -mfpmath=387", "-O2 -fsingle-precision-constant", "-O3 -march=native -ffp-contract=fast"),
    *("-O2 -fno-honor-nans", "-O2 -fno-honor-infinities", "-O2 -ffp-model=fast"),
    "-O2 -ffp-eval-method=extended",
)


def flags(generated: str) -> str:
    """The script that compiles the export with each flag of two lists, and runs the self-test."""
    right, never_wrong = ("\n".join(options) for options in (_RIGHT, _NEVER_WRONG))
    return f"# {generated}\n" + _FLAGS.lstrip("\n").replace("RIGHT", right, 1).replace(
        "NEVER_WRONG", never_wrong, 1
    )


_FLAGS = r"""
# Each of these flags of the compiler CC (gcc by default) is refused with a reason, or all results are right.
# Usage: CC=clang sh flags.sh
cc=${CC:-gcc}
made=$(mktemp -d) || exit 1
trap 'rm -rf "$made"' EXIT
failures=0

# Whether the compiler, and this machine, can do anything with the flags.
known() {
    echo 'int main(void) { return 0; }' > "$made/empty.c"
    $cc $1 -o "$made/empty" "$made/empty.c" 2> "$made/said" && "$made/empty"
}

# Prints how the formulas, compiled with the flags, ended; all else is compiled with those of $2.
tried() {
    if ! $cc -std=c99 $1 -c -o "$made/formulas.o" symbolic_eps.c 2> "$made/said"; then
        grep -q -E 'compile without|compile for|compile_without' "$made/said" && echo refused || echo broken
    elif $cc -std=c99 $2 -o "$made/test" self_test.c "$made/formulas.o" -lm 2> "$made/said"; then
        "$made/test" > "$made/said"
        case $? in
            0) echo right ;;
            2) echo refused when run ;;
            *) echo wrong ;;
        esac
    else
        echo broken
    fi
}

while read -r flags; do
    if ! known "$flags"; then echo "not known: $flags"; continue; fi
    result=$(tried "$flags" "$flags")
    echo "$result: $flags"
    if [ "$result" != right ]; then failures=1; cat "$made/said"; fi
done << 'END'
RIGHT
END

while read -r flags; do
    if ! known "$flags"; then echo "not known: $flags"; continue; fi
    result=$(tried "$flags" -O2)
    echo "$result: $flags"
    case $result in
        right | refused*) ;;
        *) failures=1; cat "$made/said" ;;
    esac
done << 'END'
NEVER_WRONG
END
exit $failures
"""
