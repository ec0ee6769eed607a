"""Section 3 of Kazan & Reiter (2023) up to (17): how a risk profile sets the budget.

A cell of a printed closed form is a claim on the infimum of (17), attained or not.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter import same_sentences
from derivations.kazan_reiter.notation import (
    INCLUSION_PRIOR,
    PRIORS,
    budget_by_cases,
    eps,
    p,
    q,
    r,
    radicand,
    risk,
    root_budget,
)
from derivations.kazan_reiter.recommended_budget import RecommendedBudget
from derivations.kazan_reiter_2023 import printed_forms, probability
from derivations.kazan_reiter_2023.notation import (
    CONSTANTS,
    PROFILE,
    a,
    budget,
    claim,
    definition,
    inverse_bound,
)
from derivations.kazan_reiter_2023.printed_forms import p0, p1, q0, q1
from derivations.kazan_reiter_2023.sampling import BY_COUNTING, SAMPLES, sampled, share_of_samples, size
from symbolic_eps.theory.likelihoods import RATIO_OUTSIDE as u
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.calculus.limit import Limit
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, gt, le

profile, with_person, without_person = parameter("r_star"), parameter("f"), parameter("g")
_third = sp.Rational(1, 3)
_HALF_LOG = sp.log(r) / 2
_PRIVACY = (eps > 0,)

NAIVE: tuple[Claim, ...] = (
    claim(
        "eq:8",
        probability.UNIFORM,
        probability.FOR_ALL_PRIORS,
        remark="x = e^-eps. Under Assumptions 1 and 2, which footnote 3 adds; text:6/unbounded-risk is on "
        "what happens without them.",
    ),
    claim(
        "text:3/footnote-3",
        le(1 / (q + u * (1 - q)), sp.exp(eps)),
        (q > 0, q <= 1, eps >= 0, ge(u, sp.exp(-eps))),
        remark="Bounded privacy at p = 1: u is the ratio of the likelihoods outside and inside of S, at "
        "least e^-eps. Unbounded privacy gives the same with 2 eps for eps.",
    ),
    claim(
        "text:3/footnote-3-ratio",
        probability.BOUNDED_RATIO,
        probability.INCLUDED,
        remark="Where S is one value: g is the mechanism's probability at it, f that at another value, and "
        "bounded privacy is what (1) is between them; x = e^-eps.",
    ),
    claim("text:3/naive-budget", **same_sentences.NAIVE_BUDGET),
    claim("text:3/not-tight", **same_sentences.NOT_TIGHT),
    claim("text:3/example.1", **same_sentences.twice_the_prior(sp.Rational(1, 4))),
    claim("text:3/example.2", **same_sentences.twice_the_prior(sp.Rational(1, 10**6))),
    definition("eq:9", le(risk, r), PRIORS),
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
            remark=f"{prior} = 1 is left out, but the minimum in (17) includes it.",
        ),
    )


PRIOR_INCLUSION: tuple[Claim, ...] = (
    claim("text:3.1/either-bound", **same_sentences.EITHER_RISK),
    claim(
        "text:3.1/simple-random-sample",
        eq(share_of_samples(size, sampled), sampled / size),
        (sampled > 0, sampled <= size, *SAMPLES),
        remark=BY_COUNTING,
    ),
    claim("text:3.1/figure-1-variable", **same_sentences.PLOTTED_OVER),
)


FIXED_INCLUSION: tuple[Claim, ...] = (
    *_finite_profile("eq:13", "p = p~", q, a / (p * r)),
    *printed_forms.fixed_inclusion("14"),
    claim(
        "text:3.1/14-at-least-half-log.1",
        ge(printed_forms.FIXED_INCLUSION[0], _HALF_LOG),
        (*printed_forms.INCLUSION, *printed_forms.BELOW),
        missing=(a >= 0,),
        remark="Nothing says that the cap a is not negative.",
    ),
    claim(
        "text:3.1/14-at-least-half-log.2",
        ge(printed_forms.FIXED_INCLUSION[1], _HALF_LOG),
        (*printed_forms.INCLUSION, *printed_forms.FROM),
    ),
    claim(
        "text:3.1/14-may-be-much-larger",
        Limit(printed_forms.FIXED_INCLUSION[1].subs(a, sp.Rational(1, 2)), p, sp.Integer(0), "+", sp.oo),
        (p > 0, p <= 1, r > 1, ge(1 / (2 * p), r)),
        remark="It may be: with a = 1/2, larger than any multiple of log(r)/2 for small p.",
    ),
)

FIXED_VALUE: tuple[Claim, ...] = (
    *_finite_profile("eq:15", "q = q~", p, a / (q * r)),
    *printed_forms.fixed_value("16", printed_forms.low_value_as_it_stands("16")),
    claim(
        "text:3.1/16-at-least-half-log.1",
        ge(printed_forms.FIXED_VALUE[0], _HALF_LOG),
        (*CONSTANTS, *printed_forms.LOW_VALUE),
        remark="With (16) as corrected: its first formula with the divisor of (54).",
    ),
    claim(
        "text:3.1/16-at-least-half-log.2",
        sp.Or(a <= 0, ge(printed_forms.RISING_CORRECTED.args[0], sp.sqrt(r))),
        (*CONSTANTS, *printed_forms.HIGH_VALUE),
        remark="With (16) as corrected: its second formula with the factor a under the root, for a > 0. "
        "Compared are e^eps and the root of r.",
    ),
    claim(
        "text:3.1/16-at-least-half-log.3",
        ge(printed_forms.FIXED_VALUE[2], _HALF_LOG),
        CONSTANTS,
        missing=(a >= 0,),
        remark="Nothing says that the cap a is not negative.",
    ),
    claim(
        "text:3.1/16-may-be-much-larger",
        Limit(printed_forms.FIXED_VALUE[2], a, sp.Integer(1), "-", sp.oo),
        CONSTANTS,
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
    claim("text:3.1/bound-above-1", gt(r * p * q, 1), (*PRIORS, gt(r, 1 / (p * q)))),
    claim(
        "text:3.1/posterior-at-most-1",
        probability.POSTERIOR,
        probability.FOR_ALL_PRIORS,
        remark="x = e^-eps.",
    ),
    claim(
        "text:3.1/no-constraint",
        gt(inverse_bound(), 1 / r),
        (*PRIORS, gt(r, 1 / (p * q)), x > 0, x <= 1),
        remark="There every budget keeps to the bound of Theorem 1.",
    ),
    claim(
        "text:3.1/unbounded-from-one-third",
        gt(inverse_bound(p, sp.Integer(1)), _third),
        (ge(p, _third), p <= 1, x > 0, x <= 1),
        remark="At p = 1/3 included.",
    ),
    claim("text:3.1/below-the-cap", **same_sentences.BELOW_THE_CAP),
    claim(
        "text:3.1/zero-at-the-cap.1", eq(_at_cap, 0), (*INCLUSION_PRIOR, q > 0, q < 1, a < 1, eq(p * q, a))
    ),
    claim("text:3.1/zero-at-the-cap.2", **same_sentences.NO_BUDGET_AT_THE_CAP),
    claim(
        "text:3.1/zero-is-no-information",
        eq(with_person, without_person),
        (
            without_person > 0,
            eq(eps, 0),
            le(sp.exp(-eps), with_person / without_person),
            le(with_person / without_person, sp.exp(eps)),
        ),
        remark="f and g are the release's probabilities with and without the person, as in (1).",
    ),
    claim(
        "text:3.1/small-near-the-cap",
        Limit(sp.sqrt(radicand(p * q / a)) - (1 - p), a, p * q, "+", 2 * p * (1 - q)),
        (*INCLUSION_PRIOR, q > 0, q < 1, a > p * q),
        remark="As a falls to p q, the divisor in (17) tends to the numerator, so the logarithm to 0.",
    ),
)

CLAIMS: tuple[Claim, ...] = (*NAIVE, *BOX, *PRIOR_INCLUSION, *FIXED_INCLUSION, *FIXED_VALUE, *GENERAL)
