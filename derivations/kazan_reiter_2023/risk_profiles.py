"""Section 3 of Kazan & Reiter (2023) up to (17): how a risk profile sets the budget.

A cell of a printed closed form is a claim on the infimum of (17), attained or not.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import (
    INSIDE,
    PRIORS,
    budget_by_cases,
    eps,
    known_value_budget,
    p,
    q,
    r,
    radicand,
    risk,
    risk_bound,
    root_budget,
)
from derivations.kazan_reiter_2023 import printed_forms
from derivations.kazan_reiter_2023.notation import CONSTANTS, PROFILE, THEOREM_1, a, budget, claim, definition
from derivations.kazan_reiter_2023.printed_forms import p0, p1, q0, q1
from derivations.kazan_reiter_2023.recommended_budget import RecommendedBudget
from symbolic_eps.theory.bound import bound_polynomial
from symbolic_eps.theory.likelihoods import RATIO_OUTSIDE as u
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import INVERSE_RISK as s
from symbolic_eps.theory.symbols import parameter
from verify.calculus.limit import Limit
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, gt, le, lt

profile = parameter("r_star")
_HALF_LOG = sp.log(r) / 2
_PRIVACY = (eps > 0,)

NAIVE: tuple[Claim, ...] = (
    claim("eq:8", le(risk, sp.exp(2 * eps)), (*PRIORS, *_PRIVACY, *THEOREM_1), remark="By Theorem 1."),
    claim(
        "text:3/footnote-3",
        le(1 / (q + u * (1 - q)), sp.exp(eps)),
        (q > 0, q <= 1, eps >= 0, ge(u, sp.exp(-eps))),
        remark="Bounded privacy at p = 1: u is the ratio of the likelihoods outside and inside of S, at "
        "least e^-eps. Unbounded privacy gives the same with 2 eps for eps.",
    ),
    claim("text:3/naive-budget", eq(sp.exp(2 * eps), r), (r > 0, eq(sp.exp(eps), sp.sqrt(r)))),
    claim(
        "text:3/not-tight",
        lt(risk_bound(), sp.exp(2 * eps)),
        (*PRIORS, *_PRIVACY),
        remark="(8) is attained at no pair of positive priors.",
    ),
    claim(
        "text:3/posterior-of-one-half",
        le(risk * p * q, sp.Rational(1, 2)),
        (*PRIORS, eq(p * q, sp.Rational(1, 4)), risk >= 0, risk <= 2),
    ),
    definition("eq:9", le(risk, profile), (profile > 0,)),
    definition("eq:10", eq(profile, r), (r > 1,)),
    claim("text:3.1/constant-profile", RecommendedBudget("constant", _HALF_LOG), (r > 1,)),
)

BOX: tuple[Claim, ...] = (
    definition(
        "eq:11",
        eq(
            profile,
            sp.Piecewise((r, sp.And(p >= p0, p <= p1, q >= q0, q <= q1)), (sp.oo, True)),
        ),
        (*PRIORS, *printed_forms.CORNERS),
    ),
    *printed_forms.box("12"),
    claim(
        "text:3.1/12-larger-than-half-log",
        gt(sp.log(r), _HALF_LOG),
        (r > 1,),
        remark="It can be larger: the third case of (12).",
    ),
)


def _finite_profile(display: str, fixed: str, prior: sp.Symbol, turn: sp.Expr) -> tuple[Claim, ...]:
    """(13) or (15): the profile at one fixed prior, and by cases in the other."""

    def by_cases(last: sp.Basic) -> sp.Expr:
        return sp.Piecewise((a / (p * q), sp.And(prior > 0, prior < turn)), (r, last))

    domain = (*PRIORS, *CONSTANTS)
    return (
        definition(f"{display}.1", eq(profile, PROFILE), domain, remark=f"At {fixed}; +oo elsewhere."),
        claim(
            f"{display}.2",
            eq(PROFILE, by_cases(sp.And(prior >= turn, prior < 1))),
            domain,
            corrected=eq(PROFILE, by_cases(sp.And(prior >= turn, prior <= 1))),
            remark=f"{prior} = 1, which the minimum in (17) is over, is left out.",
        ),
    )


FIXED_INCLUSION: tuple[Claim, ...] = (
    *_finite_profile("eq:13", "p = p~", q, a / (p * r)),
    *printed_forms.fixed_inclusion("14"),
    claim(
        "text:3.1/14-at-least-half-log.1",
        ge(printed_forms.FIXED_INCLUSION[0], _HALF_LOG),
        (*printed_forms.INCLUSION, *printed_forms.BELOW),
    ),
    claim(
        "text:3.1/14-at-least-half-log.2",
        ge(printed_forms.FIXED_INCLUSION[1], _HALF_LOG),
        (*printed_forms.INCLUSION, *printed_forms.FROM),
    ),
    claim(
        "text:3.1/14-may-be-much-larger",
        Limit(printed_forms.FIXED_INCLUSION[1], p, sp.Integer(0), "+", sp.oo),
        (p > 0, a > 0, a < 1, r > 1, p <= a / r),
        remark="Larger than any multiple of log(r)/2 for small p.",
    ),
)

FIXED_VALUE: tuple[Claim, ...] = (
    *_finite_profile("eq:15", "q = q~", p, a / (q * r)),
    *printed_forms.fixed_value("16"),
    claim(
        "text:3.1/16-at-least-half-log.1",
        ge(printed_forms.FIXED_VALUE[0], _HALF_LOG),
        (*CONSTANTS, *printed_forms.LOW_VALUE),
    ),
    claim(
        "text:3.1/16-at-least-half-log.2",
        ge(printed_forms.FIXED_VALUE[1], _HALF_LOG),
        (*CONSTANTS, *printed_forms.HIGH_VALUE),
        corrected=sp.Or(a <= 0, ge(printed_forms.RISING_CORRECTED.args[0], sp.sqrt(r))),
        remark="With the second formula as printed; with the factor a under its root it is so (with e^eps "
        "compared with the root of r; a = 0 gives no number).",
    ),
    claim(
        "text:3.1/16-at-least-half-log.3",
        ge(printed_forms.FIXED_VALUE[2], _HALF_LOG),
        (*CONSTANTS,),
    ),
    claim(
        "text:3.1/16-may-be-much-larger",
        Limit(printed_forms.FIXED_VALUE[2], a, sp.Integer(1), "-", sp.oo),
        (a > 0, a < 1, r > 1),
        remark="Larger than any multiple of log(r)/2 for a near 1.",
    ),
)

_at_cap = root_budget(p * q / a)

GENERAL: tuple[Claim, ...] = (
    definition(
        "eq:17",
        eq(budget, budget_by_cases(1 / r, 1 / r)),
        PRIORS,
        remark="Of which the minimum over p, q in (0, 1] is taken; r stands for r*(p, q).",
    ),
    claim("text:3.1/bound-above-1", gt(r * p * q, 1), (*PRIORS, r > 1 / (p * q))),
    claim(
        "text:3.1/no-constraint",
        ge(bound_polynomial().subs(s, 1 / r), 0),
        (*PRIORS, r > 0, gt(r * p * q, 1), x > 0, x <= 1),
        remark="There every budget eps = -log x keeps to the bound.",
    ),
    claim(
        "text:3.1/unbounded-from-one-third",
        ge(bound_polynomial().subs({q: 1, s: sp.Rational(1, 3)}), 0),
        (p >= sp.Rational(1, 3), p <= 1, x > 0, x <= 1),
    ),
    claim(
        "text:3.1/below-the-cap",
        gt(risk_bound(), a / (p * q)),
        (*PRIORS, eps >= 0, a > 0, a < p * q),
        remark="Where p q > a no budget, not even 0, keeps to the bound.",
    ),
    claim("text:3.1/zero-at-the-cap.1", eq(_at_cap, 0), (*INSIDE, eq(a, p * q))),
    claim(
        "text:3.1/zero-at-the-cap.2",
        eq(known_value_budget(p / a), 0),
        (p > 0, p <= 1, eq(a, p), a < 1),
        remark="At q = 1.",
    ),
    claim(
        "text:3.1/small-near-the-cap",
        Limit(sp.sqrt(radicand(p * q / a)) - (1 - p), a, p * q, "+", 2 * p * (1 - q)),
        (*INSIDE, a > p * q),
        remark="As a falls to p q, the divisor in (17) tends to the numerator, so the logarithm to 0.",
    ),
)

CLAIMS: tuple[Claim, ...] = (*NAIVE, *BOX, *FIXED_INCLUSION, *FIXED_VALUE, *GENERAL)
