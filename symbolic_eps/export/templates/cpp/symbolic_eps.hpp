// FILL_generated The order of operations matters.
#ifndef SYMBOLIC_EPS_HPP
#define SYMBOLIC_EPS_HPP

#include <cfloat>
FILL_includes
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    defined(__NO_SIGNED_ZEROS__) || defined(_M_FP_FAST) || __FINITE_MATH_ONLY__ + 0
#error "results would be wrong: compile without -ffast-math (/fp:fast) and all that it includes"
#elif FLT_EVAL_METHOD < 0 || FLT_EVAL_METHOD == 2 || FLT_EVAL_METHOD > 64 || DBL_MANT_DIG != 53
#error "doubles would not be computed as binary64: compile for SSE2 (-msse2 -mfpmath=sse)"
#endif
static_assert(sizeof 1.0 == sizeof(double), "compile without -fsingle-precision-constant");

// A product and a sum are never fused, whatever the flags, up to the end of this file.
#if defined(__clang__)
#pragma float_control(push)
#pragma float_control(precise, on)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC optimize("no-unsafe-math-optimizations,no-associative-math,signed-zeros")
#pragma GCC optimize("fp-contract=off,no-reciprocal-math,no-finite-math-only")
#endif

/// Privacy budgets in binary64. A function FILL_refusals.
///
/// Each asks first whether FILL_assumed,
/// and does the same as outside the domain where it is not so. Results are the same bits everywhere
/// where no function of the platform is named. Statements: manifest.json.
FILL_common
namespace symbolic_eps {
namespace detail {
FILL_private
} // namespace detail
using namespace detail;
FILL_functions

} // namespace symbolic_eps
#if defined(__clang__)
#pragma float_control(pop)
#elif defined(__GNUC__)
#pragma GCC pop_options
#endif
#endif
