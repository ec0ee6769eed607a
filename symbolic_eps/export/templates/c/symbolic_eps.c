/* FILL_generated The order of operations matters. */
#if defined(__FAST_MATH__)
#error "results would be wrong: compile without -ffast-math"
#endif
#if defined(__ASSOCIATIVE_MATH__)
#error "results would be wrong: compile without -fassociative-math or -funsafe-math-optimizations"
#endif
#if defined(__RECIPROCAL_MATH__)
#error "results would be wrong: compile without -freciprocal-math"
#endif
#if defined(__NO_SIGNED_ZEROS__)
#error "results would be wrong: compile without -fno-signed-zeros"
#endif
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "results would be wrong: compile without -ffinite-math-only"
#endif
#if defined(_M_FP_FAST)
#error "results would be wrong: compile without /fp:fast"
#endif
#include <float.h>
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1 && FLT_EVAL_METHOD != 16 && FLT_EVAL_METHOD != 32 \
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
#if defined(__clang__)
#pragma float_control(precise, on)
#pragma STDC FP_CONTRACT OFF
#define EXACTLY
#define AS_WRITTEN __attribute__((noinline))
#define CLONED AS_WRITTEN
#elif defined(__GNUC__)
#define KEPT "fp-contract=off", "no-associative-math", "no-reciprocal-math", "signed-zeros", "no-finite-math-only", "no-unsafe-math-optimizations"
#define EXACTLY __attribute__((always_inline, optimize(KEPT)))
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

/* Volatile: read anew for each check. */
static const volatile double FILL_probes;
FILL_functions

AS_WRITTEN int eps_default_environment(void)
{
    return !(FILL_refused);
}
