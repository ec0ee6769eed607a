/* FILL_generated The order of operations matters. */
#include "symbolic_eps.h"
#include <errno.h>
#include <float.h>
#include <math.h>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    defined(__NO_SIGNED_ZEROS__) || defined(_M_FP_FAST) || __FINITE_MATH_ONLY__ + 0
#error "results would be wrong: compile without -ffast-math (/fp:fast) and all that it includes"
#elif FLT_EVAL_METHOD < 0 || FLT_EVAL_METHOD == 2 || FLT_EVAL_METHOD > 64 || DBL_MANT_DIG != 53
#error "doubles would not be computed as binary64: compile for SSE2 (-msse2 -mfpmath=sse)"
#endif
typedef char eps_compile_without_fsingle_precision_constant[sizeof 1.0 == sizeof(double) ? 1 : -1];
/* A product and a sum are never fused, whatever the flags. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-unsafe-math-optimizations,no-associative-math,signed-zeros,no-math-errno")
#pragma GCC optimize("O3,fp-contract=off,no-reciprocal-math,no-finite-math-only,no-trapping-math")
double sqrt(double) __attribute__((const));
#elif defined(__clang__)
#pragma float_control(precise, on)
#pragma STDC FP_CONTRACT OFF
#else
#pragma STDC FP_CONTRACT OFF
#define __attribute__(unknown)
#endif
#if defined(__GLIBC__) && defined(__x86_64__) && __GNUC__ >= 6 && !defined(__clang__)
#define APART __attribute__((noinline, target_clones("avx512f", "avx2", "default")))
#else
#define APART __attribute__((noinline))
#endif
#define WITHIN __attribute__((always_inline)) static inline

/* Code in the process may change how numbers are rounded: asked at each call. */
static const volatile double FILL_probes;
WITHIN int checked(void) {
    const double FILL_once;
FILL_environment
}
/* A formula gives one of these where it has no result; then the answer is NaN, with errno. */
static const double OUTSIDE = -DBL_MAX, TOO_FAR = -1.0;
WITHIN double answer(double x) {
    if (!checked()) x = OUTSIDE;
    if (!(x >= 0.0)) errno = x == OUTSIDE ? EDOM : ERANGE;
    return x >= 0.0 ? x : NAN;
}
APART int eps_default_environment(void) { return answer(1.0) == 1.0; }
FILL_functions
