// FILL_generated The order of operations matters.
#ifndef SYMBOLIC_EPS_HPP
#define SYMBOLIC_EPS_HPP

#include <cfloat>
FILL_includes
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    defined(__NO_SIGNED_ZEROS__) || defined(_M_FP_FAST) || __FINITE_MATH_ONLY__ + 0
#error "results would be wrong: compile without -ffast-math (/fp:fast) and all that it includes"
#elif FLT_EVAL_METHOD < 0 || FLT_EVAL_METHOD == 2 || FLT_EVAL_METHOD > 64
#error "doubles would be computed with more digits: compile for SSE2 (-msse2 -mfpmath=sse)"
#endif
static_assert(std::numeric_limits<double>::is_iec559 && DBL_MANT_DIG == 53, "not binary64");
static_assert(sizeof 1.0 == sizeof(double), "compile without -fsingle-precision-constant");

// What these say holds up to the end of this file.
#if defined(__clang__)
#pragma float_control(push)
#pragma float_control(precise, on)
#pragma STDC FP_CONTRACT OFF
#define SYMBOLIC_EPS_WITHIN __attribute__((always_inline))
#define SYMBOLIC_EPS_APART __attribute__((noinline))
#elif defined(__GNUC__)
#define SYMBOLIC_EPS_KEPT                                           \
    "fp-contract=off", "no-associative-math", "no-reciprocal-math", \
        "signed-zeros", "no-finite-math-only", "no-unsafe-math-optimizations"
#define SYMBOLIC_EPS_WITHIN __attribute__((always_inline, optimize(SYMBOLIC_EPS_KEPT)))
#define SYMBOLIC_EPS_APART __attribute__((noinline, optimize(SYMBOLIC_EPS_KEPT)))
#else
#define SYMBOLIC_EPS_WITHIN
#define SYMBOLIC_EPS_APART
#endif

/// Privacy budgets in binary64. A function FILL_refusals.
///
/// Each asks first whether FILL_assumed,
/// and does the same as outside the domain where it is not so. Results are the same bits everywhere
/// where no function of the platform is named. manifest.json: statements, and SHA-256 of them and
/// of test vectors.
FILL_common
namespace symbolic_eps {

/// What the functions below call.
namespace detail {

/// Values that no compiler knows.
inline const volatile double FILL_probes;
FILL_private

} // namespace detail
FILL_functions

} // namespace symbolic_eps

#if defined(__clang__)
#pragma float_control(pop)
#endif
#undef SYMBOLIC_EPS_APART
#undef SYMBOLIC_EPS_KEPT
#undef SYMBOLIC_EPS_WITHIN

#endif
