"""Section 4: the profiles (14)-(16) with their footnotes, and what is said of the budgets that they imply.

The recommended budgets are those of Table 3; what is claimed of them here is claimed of its formulas.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter import same_sentences
from derivations.kazan_reiter.notation import INCLUSION_PRIOR, PRIORS, p, q, r, root_budget
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.probability import theorem_1
from derivations.kazan_reiter_2024.proofs.capped_profile import PROFILE
from derivations.kazan_reiter_2024.proofs.theorem_3 import HALF_LOG, KNOWN_INCLUSION
from derivations.kazan_reiter_2024.proofs.theorem_4 import HIGH_BUDGET
from derivations.kazan_reiter_2024.proofs.theorem_4 import LOW_BUDGET as LOW_INCLUSION_BUDGET
from derivations.kazan_reiter_2024.proofs.theorem_5 import KNOWN_VALUE_BUDGET, RISING_BUDGET
from derivations.kazan_reiter_2024.proofs.theorem_5 import LOW_BUDGET as LOW_VALUE_BUDGET
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.calculus.extremum import Infimum, Path
from verify.calculus.limit import Limit
from verify.claims.claim import Claim, Kind
from verify.language.as_printed import eq, ge, gt, le

a, b, t, bound, posterior = (parameter(name) for name in ("a", "b", "t", "bound", "posterior"))

_RISKS = (a > 0, a < 1, r > 1)
_PRINTED_RISKS = (a < 1, r > 1)
_LOW = (q > 0, q <= a / r)
_FALLING = (q > 0, q <= 1 / (r + 1), q > a / r, q < 1)
_RISING = (q > 1 / (r + 1), q < 1, q > a / r)
_LOW_P = (p > 0, p <= a / r)
_HIGH_P = (p > a / r, p <= 1)
_third = sp.Rational(1, 3)
_quadratic = p * (1 - q) * x**2 + (1 - p) * x + p * q
_absolute = p * q / a
_cap = a / (p * q)

CONSTANT: tuple[Claim, ...] = (
    claim("eq:14", eq(bound, r), (r > 1,), kind=Kind.DEFINITION),
    claim(
        "text:4/constant",
        Infimum(_quadratic, (p, q), x**2, Path(t, {p: 1 - t, q: t})),
        (*PRIORS, x > 0, x <= 1),
        remark="1/r is at most the quadratic, the inverse of Theorem 1's bound, at all priors exactly if it "
        "is at most x^2: for eps = -log x up to log(r)/2.",
    ),
    claim(
        "text:4/larger",
        sp.And(gt(KNOWN_VALUE_BUDGET, HALF_LOG), gt(HIGH_BUDGET, HALF_LOG)),
        (*_RISKS, p > a / r, p <= 1),
        remark="Both profiles that follow allow more than the constant one, (15) at q = 1 and (16) at any p.",
    ),
)


def _cases(turn: sp.Expr, moving: sp.Symbol) -> sp.Expr:
    """The right-hand side of (15) or (16) at the fixed prior."""
    low = (a / (p * q), sp.And(moving > 0, moving < turn))
    return sp.Piecewise(low, (r, sp.And(moving >= turn, moving <= 1)))


_NOT_NEEDED = (
    "Where the other prior is the fixed one. The footnote's assumption is not needed: without it the second "
    "case "
    "is empty, or one point at which both cases agree."
)

PROFILES: tuple[Claim, ...] = (
    claim(
        "eq:15.1",
        eq(bound, PROFILE),
        (*PRIORS, *_PRINTED_RISKS),
        kind=Kind.DEFINITION,
        remark="At q_i = q; infinite elsewhere, where the second equality says nothing new.",
    ),
    claim("eq:15.2", eq(PROFILE, _cases(a / (q * r), p)), (*PRIORS, *_PRINTED_RISKS), remark=_NOT_NEEDED),
    claim("text:4/footnote-5", eq(PROFILE, a / (p * q)), (*PRIORS, *_PRINTED_RISKS, q <= a / r)),
    claim(
        "eq:16.1",
        eq(bound, PROFILE),
        (*PRIORS, *_PRINTED_RISKS),
        kind=Kind.DEFINITION,
        remark="At p_i = p; infinite elsewhere.",
    ),
    claim("eq:16.2", eq(PROFILE, _cases(a / (p * r), q)), (*PRIORS, *_PRINTED_RISKS), remark=_NOT_NEEDED),
    claim("text:4/footnote-6", eq(PROFILE, a / (p * q)), (*PRIORS, *_PRINTED_RISKS, p <= a / r)),
)

FIGURE_1: tuple[Claim, ...] = (claim("text:4/figure-1-axis", **same_sentences.PLOTTED_OVER),)

_HALF = "The formula of this cell of Table 3 against log(r)/2."

BOUNDED_BELOW: tuple[Claim, ...] = (
    claim(
        "text:4/bounded-below",
        ge(p * (1 - q) / r + (1 - p) / sp.sqrt(r) + p * q, 1 / sp.Max(a / (p * q), r)),
        (*PRIORS, a < 1, r > 1),
        remark="The budget log(r)/2 keeps to max(a/(p q), r) at all priors, so that neither profile needs a "
        "smaller one.",
    ),
    claim("text:4/bounded-below.(15).1", ge(LOW_VALUE_BUDGET, HALF_LOG), (*_RISKS, *_LOW), remark=_HALF),
    claim("text:4/bounded-below.(15).2", ge(KNOWN_INCLUSION, HALF_LOG), (*_RISKS, *_FALLING), remark=_HALF),
    claim("text:4/bounded-below.(15).3", ge(RISING_BUDGET, HALF_LOG), (*_RISKS, *_RISING), remark=_HALF),
    claim("text:4/bounded-below.(15).4", ge(KNOWN_VALUE_BUDGET, HALF_LOG), _RISKS, remark=_HALF),
    claim(
        "text:4/bounded-below.(16).1", ge(LOW_INCLUSION_BUDGET, HALF_LOG), (*_RISKS, *_LOW_P), remark=_HALF
    ),
    claim("text:4/bounded-below.(16).2", ge(HIGH_BUDGET, HALF_LOG), (*_RISKS, *_HIGH_P), remark=_HALF),
    claim(
        "text:4/much-larger.1",
        Limit(LOW_VALUE_BUDGET, q, sp.Integer(0), "+", sp.oo),
        (*_RISKS, *_LOW),
        remark="Read as: by any amount. (15) for small fixed q.",
    ),
    claim(
        "text:4/much-larger.2",
        Limit(LOW_INCLUSION_BUDGET, p, sp.Integer(0), "+", sp.oo),
        (*_RISKS, *_LOW_P),
        remark="(16) for small fixed p.",
    ),
    claim(
        "text:4/much-larger.3",
        Limit(KNOWN_VALUE_BUDGET, a, sp.Integer(1), "-", sp.oo),
        _RISKS,
        remark="(15) at q = 1 for large a.",
    ),
)

_DIFFERENCE = sp.Equivalent(le(posterior - p * q, b), le(posterior / (p * q), (p * q + b) / (p * q)))
"""Footnote 7, and (28): a bound on the difference as one on the ratio."""

ADVICE: tuple[Claim, ...] = (
    claim("text:4/footnote-7", _DIFFERENCE, (*PRIORS, b > 0, b < 1)),
    claim("text:4/bound-above-1", gt(r * p * q, 1), (*PRIORS, gt(r, 1 / (p * q)))),
    claim("text:4/posterior-at-most-1", theorem_1.POSTERIOR, theorem_1.DOMAIN, remark="x = e^-eps."),
    claim(
        "text:4/no-bound-where-above-1",
        gt(_quadratic, 1 / r),
        (*PRIORS, gt(r, 1 / (p * q)), x > 0, x <= 1),
        remark="Every budget keeps to such a bound.",
    ),
    claim(
        "text:4/unbounded-from-a-third.1",
        eq(sp.Max(sp.Rational(1, 10) / p, 3), 3),
        (ge(p, _third), p <= 1),
        remark="The left column of Figure 1: a = 0.1, r = 3, q = 1.",
    ),
    claim(
        "text:4/unbounded-from-a-third.2",
        gt(p + x * (1 - p), _third),
        (ge(p, _third), p <= 1, x > 0, x <= 1),
        remark="At p = 1/3 included.",
    ),
    claim("text:4/requires-p-q-below-a", **same_sentences.BELOW_THE_CAP),
    claim(
        "text:4/nought-where-p-q-is-a.1",
        eq(root_budget(_absolute), 0),
        (*INCLUSION_PRIOR, q > 0, q < 1, a < 1, eq(p * q, a)),
    ),
    claim("text:4/nought-where-p-q-is-a.2", **same_sentences.NO_BUDGET_AT_THE_CAP),
    claim(
        "text:4/only-small-budgets",
        Limit(root_budget(_absolute), a, p * q, "+", sp.Integer(0)),
        (*INCLUSION_PRIOR, q > 0, q < 1),
        remark="For a close to p q the budget is close to 0.",
    ),
    claim("text:4/either-or", **same_sentences.EITHER_RISK),
)

CLAIMS: tuple[Claim, ...] = (*CONSTANT, *PROFILES, *FIGURE_1, *BOUNDED_BELOW, *ADVICE)
