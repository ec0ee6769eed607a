/* FILL_generated The order of operations matters. */
#include "symbolic_eps.h"
#include <errno.h>
#include <float.h>
#include <math.h>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    defined(__NO_SIGNED_ZEROS__) || defined(_M_FP_FAST) ||                                     \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "results would be wrong: compile without -ffast-math (/fp:fast) and all that it includes"
#endif
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1 && FLT_EVAL_METHOD != 16 && \
    FLT_EVAL_METHOD != 32 && FLT_EVAL_METHOD != 64
#error "doubles would be computed with more digits: compile for SSE2 (-msse2 -mfpmath=sse)"
#endif
#if FLT_RADIX != 2 || DBL_MANT_DIG != 53 || DBL_MAX_EXP != 1024
#error "double is not binary64"
#endif
typedef char eps_compile_without_fsingle_precision_constant[sizeof 1.0 == sizeof(double) ? 1 : -1];

/* A product and a sum are never fused, whatever the flags. */
#if defined(__GNUC__) && !defined(__clang__)
#define KEPT                                                                        \
    "fp-contract=off", "no-associative-math", "no-reciprocal-math", "signed-zeros", \
        "no-finite-math-only", "no-unsafe-math-optimizations"
#define EXACTLY __attribute__((always_inline, optimize(KEPT)))
#define AS_WRITTEN __attribute__((noinline, optimize(KEPT)))
#if defined(__GLIBC__) && defined(__x86_64__) && __GNUC__ >= 6
#define PROCESSORS target_clones("avx512f", "avx2", "default")
#define CLONED __attribute__((noinline, optimize("O3", KEPT), PROCESSORS))
#else
#define CLONED __attribute__((noinline, optimize("O3", KEPT)))
#endif
#else
#if defined(__clang__)
#pragma float_control(precise, on)
#define AS_WRITTEN __attribute__((noinline))
#else
#define AS_WRITTEN
#endif
#pragma STDC FP_CONTRACT OFF
#define EXACTLY
#define CLONED AS_WRITTEN
#endif

/* Volatile: read anew for each check. */
static const volatile double FILL_probes;

/* NaN, and the reason. */
static double refused(int reason)
{
    errno = reason;
    return NAN;
}
FILL_functions

AS_WRITTEN int eps_default_environment(void)
{
    return !(FILL_refused);
}
