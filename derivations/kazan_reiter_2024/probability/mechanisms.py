"""Beyond Lemma 1 and Theorem 1: mechanisms that attain their bounds, and what fails without an assumption.

In the models without Assumption 2 the release looks at a count: t* has probability 2/3 at the largest count
and half as much for each count less, so that x = 1/2; its complement keeps to the same ratios.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp

from derivations.kazan_reiter.finite_model import FAMILIES, INDEPENDENT, LAWS
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.probability.adversary import (
    BUDGET,
    INCLUSION,
    INSIDE,
    LIKELIHOOD_ABSENT,
    LIKELIHOOD_INSIDE,
    LIKELIHOOD_OUTSIDE,
    MASS,
    OUTSIDE,
    POSSIBLE,
    PRIOR,
    PRIVATE,
    RELEASE,
    f,
    g,
    m,
    p,
    q,
    s,
    u,
    x,
    y,
    z,
)
from derivations.kazan_reiter_2024.probability.counterexample import Counterexample
from derivations.kazan_reiter_2024.probability.theorem_1 import CAP, POSITIVE_SET, RISK, VALUE_PRIOR
from verify.claims.claim import Claim
from verify.language.as_printed import between, eq
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Quotient, Setting, Total

OTHERS_LAW = LAWS[3]
"""u is a probability distribution."""

PRIVATE_OTHERWISE = (1 - f >= x * (1 - g), x * (1 - f) <= 1 - g, f <= 1, g <= 1)
"""eps-DP for the event T* != t*, and that f and g are probabilities."""

# Attained: the likelihood of t* falls by e^-eps from a value in S to absence, and again to another value.

_INSIDE_S = (s + x**2 * (1 - s)) / (1 + x)
_ABSENT = x / (1 + x)
MECHANISM = (sp.Eq(f, _INSIDE_S), sp.Eq(g, _ABSENT))
REVERSED = (sp.Eq(f, (x**2 * s + 1 - s) / (1 + x)), sp.Eq(g, _ABSENT))

_DOMAIN = (*BUDGET, *INCLUSION, *VALUE_PRIOR)


def _attained(
    goal: sp.Basic,
    mechanism: tuple[sp.Basic, ...],
    ends: tuple[sp.Expr, sp.Expr],
    steps: tuple[Step, ...],
    using: tuple[sp.Basic, ...],
    more: tuple[sp.Basic, ...] = (),
) -> Derivation:
    """The goal where t* has probability ends/(1+x) on S and off S, and x/(1+x) without the person."""
    likelihoods = _likelihoods(*ends)
    indicator = (sp.Eq(s * (1 - s), 0, evaluate=False), x > 0)
    chain = (
        *(Step(each, Termwise(), (*mechanism, *indicator)) for each in likelihoods),
        POSITIVE_SET,
        *steps,
        Step(goal, using=(*using, INSIDE > 0)),
    )
    setting = Setting(FAMILIES, (*LAWS, INDEPENDENT, PRIOR, *mechanism, *more), events=(s,))
    return Derivation(setting, goal, chain)


def _likelihoods(inside: sp.Expr, outside: sp.Expr) -> tuple[sp.Basic, sp.Basic, sp.Basic]:
    return (
        sp.Eq(Total((1 + x) * s * f * m, y, z), Total(inside * s * m, y, z)),
        sp.Eq(Total((1 + x) * (1 - s) * f * m, y, z), Total(outside * (1 - s) * m, y, z)),
        sp.Eq(Total((1 + x) * g * u, z), Total(x * u, z)),
    )


def _is_private(mechanism: tuple[sp.Basic, ...]) -> Derivation:
    setting = Setting(FAMILIES, (*LAWS, INDEPENDENT, PRIOR, *mechanism), events=(s,))
    indicator = (sp.Eq(s * (1 - s), 0, evaluate=False), sp.Ge(s, 0), sp.Ge(1 - s, 0))
    demands = (*PRIVATE, *PRIVATE_OTHERWISE)
    steps = tuple(Step(demand, using=(*mechanism, *indicator, *BUDGET)) for demand in demands)
    goal = sp.And(*demands, evaluate=False)
    return Derivation(setting, goal, (*steps, Step(goal, using=demands)))


_FALLING, _RISING = (sp.Integer(1), x**2), (x**2, sp.Integer(1))

_inside, _outside, _left_out = _likelihoods(*_FALLING)
_released = sp.Eq((1 + x) * RELEASE, CAP)
_crossed = sp.Eq(Total(s * f * m, y, z) * CAP, INSIDE * RELEASE)

_release = (
    Step(_released, using=(_inside, _outside, _left_out, MASS, OTHERS_LAW, PRIOR, x > 0)),
    Step(CAP > 0, using=(*BUDGET, *INCLUSION, *VALUE_PRIOR)),
    Step(POSSIBLE, using=(_released, CAP > 0, x > 0)),
    Step(_crossed, using=(_released, _inside, x > 0)),
)
_risk_known = (_crossed, POSSIBLE, CAP > 0, p > 0)

_both_sets = (Step(OUTSIDE > 0, using=(MASS, PRIOR, q < 1)),)


def _known(ends: tuple[sp.Expr, sp.Expr]) -> tuple[sp.Basic, ...]:
    return (*_likelihoods(*ends), OTHERS_LAW, OUTSIDE > 0, x > 0, p < 1)


NOT_NULL = (p < 1, q < 1)
"""Models in which all that (10) conditions on is possible."""

_ratio = Quotient(LIKELIHOOD_INSIDE, LIKELIHOOD_ABSENT)
_against_complement = Quotient(LIKELIHOOD_INSIDE, LIKELIHOOD_OUTSIDE)

ATTAINED: tuple[Claim, ...] = (
    claim(
        "text:3/theorem-1-is-attained.1",
        _is_private(MECHANISM),
        BUDGET,
        remark="Beyond the text: t* has probability 1/(1+x) for a value in S, x/(1+x) without the person and "
        "x^2/(1+x) for another value; t* and its complement are eps-DP,",
    ),
    claim(
        "text:3/theorem-1-is-attained.2",
        _attained(eq(RISK, 1 / CAP), MECHANISM, _FALLING, _release, _risk_known),
        _DOMAIN,
        remark="and the relative risk is the right-hand side of (11), for all priors and all laws that obey "
        "Assumption 2.",
    ),
    claim(
        "text:3/lemma-1-is-attained.1",
        _attained(
            sp.And(eq(_ratio, 1 / x), eq(_against_complement, 1 / x**2), evaluate=False),
            MECHANISM,
            _FALLING,
            _both_sets,
            _known(_FALLING),
            NOT_NULL,
        ),
        _DOMAIN,
        remark="Both upper bounds of (10), by the same mechanism.",
    ),
    claim("text:3/lemma-1-is-attained.2", _is_private(REVERSED), BUDGET),
    claim(
        "text:3/lemma-1-is-attained.3",
        _attained(
            sp.And(eq(_ratio, x), eq(_against_complement, x**2), evaluate=False),
            REVERSED,
            _RISING,
            _both_sets,
            _known(_RISING),
            NOT_NULL,
        ),
        _DOMAIN,
        remark="Both lower bounds, with S and its complement exchanged.",
    ),
)

# Without Assumption 2.

Values = dict[tuple[sp.Symbol, tuple[int, ...]], Fraction]


def _noisy_count(own: dict[int, int], others: dict[int, int]) -> Values:
    """f and g at x = 1/2 where y counts own[y] ones and z counts others[z]."""
    most = max(own.values()) + max(others.values())

    def at(count: int) -> Fraction:
        return Fraction(2, 3 * 2 ** (most - count))

    values: Values = {(f, (a, b)): at(own[a] + others[b]) for a, b in product(own, others)}
    for b, count in others.items():
        values[g, (b,)] = at(count)
    return values


_ONE, _HALF, _ZERO = Fraction(1), Fraction(1, 2), Fraction(0)

_INCLUSION_TELLS: Values = {
    **_noisy_count({1: 1}, {1: 1, 2: 0}),
    (m, (1, 1)): _ONE,
    (m, (1, 2)): _ZERO,
    (u, (1,)): _ZERO,
    (u, (2,)): _ONE,
    (s, (1,)): _ONE,
    (p, ()): _HALF,
    (q, ()): _ONE,
    (x, ()): _HALF,
}
"""One value; another person's is 1 if the person is in the data, else 0. P[T*] is 2/3 against 1/6."""

_VALUE_TELLS: Values = {
    **_noisy_count({1: 1, 2: 0}, {1: 2, 2: 0}),
    (m, (1, 1)): _HALF,
    (m, (1, 2)): _ZERO,
    (m, (2, 1)): _ZERO,
    (m, (2, 2)): _HALF,
    (u, (1,)): _HALF,
    (u, (2,)): _HALF,
    (s, (1,)): _ONE,
    (s, (2,)): _ZERO,
    (p, ()): _ONE,
    (q, ()): _HALF,
    (x, ()): _HALF,
}
"""Two values; two other persons have the same value. P[T*] is 2/3 against 1/12."""

_MUCH_IS_TOLD: Values = {
    **_noisy_count({1: 1, 2: 0}, {1: 3, 2: 0}),
    (m, (1, 1)): Fraction(1, 16),
    (m, (1, 2)): _ZERO,
    (m, (2, 1)): _ZERO,
    (m, (2, 2)): Fraction(15, 16),
    (u, (1,)): Fraction(1, 16),
    (u, (2,)): Fraction(15, 16),
    (s, (1,)): _ONE,
    (s, (2,)): _ZERO,
    (p, ()): _ONE,
    (q, ()): Fraction(1, 16),
    (x, ()): _HALF,
}
"""As before with three other persons, and a value that is rare."""

_IMPOSSIBLE: Values = {
    (f, (1, 1)): _ZERO,
    (g, (1,)): _ZERO,
    (m, (1, 1)): _ONE,
    (u, (1,)): _ONE,
    (s, (1,)): _ONE,
    (p, ()): _HALF,
    (q, ()): _ONE,
    (x, ()): _HALF,
}

_ANY_LAW = Setting(FAMILIES, (*LAWS, *PRIVATE, *PRIVATE_OTHERWISE, PRIOR, POSSIBLE), events=(s,))
_ANY_RELEASE = Setting(FAMILIES, (*LAWS, *PRIVATE, *PRIVATE_OTHERWISE, PRIOR, INDEPENDENT), events=(s,))

_theorem = sp.Le(RISK, 1 / CAP, evaluate=False)
_COUNT = "e^-eps = 1/2, and P[T* = t*] halves with each count less."

NEEDED: tuple[Claim, ...] = (
    claim(
        "text:3/lemma-1-requires-assumption-2.1",
        Counterexample(_ANY_LAW, between(x, _ratio, 1 / x), {y: 1, z: 2}, _INCLUSION_TELLS),
        _DOMAIN,
        remark=f"{_COUNT} Another person's value is 1 exactly if the person is in the data, with value 1: "
        "the ratio in (10) is (2/3)/(1/6) = 4 > 2.",
    ),
    claim(
        "text:3/lemma-1-requires-assumption-2.2",
        Counterexample(_ANY_LAW, between(x**2, _against_complement, 1 / x**2), {y: 2, z: 2}, _VALUE_TELLS),
        _DOMAIN,
        remark=f"{_COUNT} Two other persons have the person's value: (2/3)/(1/12) = 8 > 4.",
    ),
    claim(
        "text:3/theorem-1-requires-assumption-2.1",
        Counterexample(_ANY_LAW, _theorem, {y: 1, z: 2}, _INCLUSION_TELLS),
        _DOMAIN,
        remark="In the first of these models, with p = 1/2 and q = 1: 8/5 > 4/3.",
    ),
    claim(
        "text:3/theorem-1-requires-assumption-2.2",
        Counterexample(_ANY_LAW, _theorem, {y: 2, z: 2}, _VALUE_TELLS),
        _DOMAIN,
        remark="In the second, with p = 1, where (9) conditions on a null event and demands nothing, and "
        "q = 1/2: 16/9 > 8/5.",
    ),
    claim(
        "text:2.3/requires-assumption-2",
        Counterexample(_ANY_LAW, sp.Le(RISK, 1 / x**2, evaluate=False), {y: 2, z: 2}, _MUCH_IS_TOLD),
        _DOMAIN,
        remark=f"{_COUNT} Privacy alone does not imply (7): three other persons have the person's value, "
        "with p = 1 and q = 1/16, so that the relative risk is 256/31 > 4.",
    ),
    claim(
        "text:3/theorem-1-requires-a-possible-release",
        Counterexample(_ANY_RELEASE, _theorem, {y: 1, z: 1}, _IMPOSSIBLE),
        _DOMAIN,
        remark="Where t* has probability 0 the relative risk is not defined; (1) multiplied out allows it.",
    ),
)

CLAIMS: tuple[Claim, ...] = (*ATTAINED, *NEEDED)
