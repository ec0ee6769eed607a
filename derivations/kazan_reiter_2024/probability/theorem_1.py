"""Theorem 1's proof, (62) and (64): Bayes and total probability; direct arguments at p = 1 and at q = 1.

The lines that are algebra alone are in `proofs.theorem_1`. The printed proof conditions on I = 0 and on Y not
in S, which are null events at p = 1 and q = 1; Theorem 1 itself does not.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp

from derivations.kazan_reiter.finite_model import FAMILIES
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.probability.adversary import (
    ABSENT_POSSIBLE,
    BOTH_POSSIBLE,
    BUDGET,
    EACH_HIGH,
    EACH_LOW,
    INCLUDED,
    INCLUSION,
    INDEPENDENT,
    INSIDE,
    LEFT_OUT,
    LIKELIHOOD_ABSENT,
    LIKELIHOOD_INSIDE,
    LIKELIHOOD_OUTSIDE,
    MASS,
    OUTSIDE,
    POSSIBLE,
    PRIOR,
    PRIVATE,
    PROBABILITIES,
    RELEASE,
    VALUE,
    derived,
    event_bounds,
    event_steps,
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
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import eq
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Quotient, Setting, Total

VALUE_PRIOR = (q > 0, q <= 1)
DOMAIN = (*BUDGET, *INCLUSION, *VALUE_PRIOR)
_KNOWN_VALUE = (*DOMAIN, sp.Eq(q, 1))

_A, _B = Total(s * f * m, y, z), Total((1 - s) * f * m, y, z)

# Within the sums, so that SymPy does not cancel p.
PRIOR_RISK = Total(p * s * m, y, z)
"""P[Y in S, I = 1]."""

RISK = Quotient(Quotient(Total(p * s * m * f, y, z), RELEASE), PRIOR_RISK)
"""r_i(p, q, t*), (4)."""

CAP = q * p + x**2 * (1 - q) * p + x * (1 - p)
"""The denominator of (11)."""

_whole = sp.Eq(INSIDE + OUTSIDE, 1)
_parts = sp.Eq(RELEASE, p * _A + p * _B + (1 - p) * LEFT_OUT)

POSITIVE_SET = Step(INSIDE > 0, using=(PRIOR, q > 0))
_PRIORS_ADD_UP = (POSITIVE_SET, Step(_whole, using=(MASS,)))

_line_62 = Quotient(Quotient(LIKELIHOOD_INSIDE * PRIOR_RISK, RELEASE), PRIOR_RISK)
_line_64 = LIKELIHOOD_INSIDE * INSIDE * p + LIKELIHOOD_OUTSIDE * OUTSIDE * p + LIKELIHOOD_ABSENT * (1 - p)
_outside_share = Quotient(LIKELIHOOD_OUTSIDE, LIKELIHOOD_INSIDE) * (1 - q) * p
_line_66 = Quotient(1, q * p + _outside_share + Quotient(LIKELIHOOD_ABSENT, LIKELIHOOD_INSIDE) * (1 - p))

_low, _high = event_bounds(s)
_low_c, _high_c = event_bounds(1 - s)
_not_negative = Step(OUTSIDE >= 0, Termwise(), (m >= 0, sp.Ge(1 - s, 0)))

EVENTS = (
    *BOTH_POSSIBLE,
    *event_steps(s),
    *event_steps(1 - s),
    *_PRIORS_ADD_UP,
    _not_negative,
    Step(_parts, using=()),
    Step(_A > 0, using=(_low, x > 0, ABSENT_POSSIBLE, INSIDE > 0)),
)
"""Bounds of P[T* = t*, Y in S | I = 1] and of its complement by P[T* = t* | I = 0], and what is positive."""

_others = x * _A <= INSIDE * LEFT_OUT
_shares = x**2 * _A * OUTSIDE <= _B * INSIDE
_bounded = _A * CAP <= INSIDE * RELEASE

THEOREM_1 = derived(
    sp.Le(RISK, 1 / CAP, evaluate=False),
    (
        *EVENTS,
        Step(_others, using=(_high,)),
        Step(_shares, using=(_low_c, _high, x > 0, OUTSIDE >= 0, INSIDE > 0, ABSENT_POSSIBLE)),
        Step(CAP > 0, using=(x > 0, *VALUE_PRIOR, *INCLUSION)),
        Step(_bounded, using=(_whole, PRIOR, _parts, _shares, _others, *INCLUSION)),
    ),
    (_bounded, CAP > 0, POSSIBLE, INSIDE > 0, *INCLUSION),
    INDEPENDENT,
    POSSIBLE,
    PRIOR,
)
"""(11), without conditioning on I = 0 or on Y not in S."""

_uniform, _at_least_square = (sp.Le(one, 1 / x**2, evaluate=False) for one in (RISK, 1 / CAP))
UNIFORM = replace(
    THEOREM_1,
    goal=_uniform,
    steps=(
        *THEOREM_1.steps,
        Step(sp.Ge(CAP, x**2), using=DOMAIN),
        Step(_at_least_square, using=(sp.Ge(CAP, x**2), x > 0)),
        Step(_uniform, using=(THEOREM_1.goal, _at_least_square)),
    ),
)
"""(7): Theorem 1's bound is at most e^(2 eps)."""

_posterior = sp.Le(Quotient(Total(s * m * f, y, z) * p, RELEASE), 1, evaluate=False)
_less = sp.Le(Total(s * m * f, y, z), INCLUDED)
POSTERIOR = derived(
    _posterior,
    (
        Step(_less, Termwise(), (m >= 0, sp.Ge(s, 0), sp.Ge(1 - s, 0), *PRIVATE, *BUDGET)),
        Step(LEFT_OUT >= 0, Termwise(), (g >= 0, u >= 0)),
    ),
    (_less, LEFT_OUT >= 0, POSSIBLE, *INCLUSION),
    POSSIBLE,
    PRIOR,
)
"""P[Y in S, I = 1 | T* = t*] <= 1."""


def _conditions(goal: sp.Basic, *more: sp.Basic) -> Derivation:
    """An equality of the printed proof, with what it is conditioned on."""
    steps = (*EVENTS, Step(OUTSIDE > 0, using=(_whole, PRIOR, q < 1)))
    known = (_whole, _parts, POSSIBLE, INSIDE > 0, OUTSIDE > 0, *more)
    return derived(goal, steps, (*known, PRIOR, *INCLUSION, p < 1), INDEPENDENT, POSSIBLE, PRIOR)


LINE_64 = _conditions(eq(RELEASE, _line_64))

_NULLS: dict[str, Any] = {
    "missing": (p < 1, q < 1),
    "remark": "At p = 1 and at q = 1, priors that the theorem allows, it conditions on a null event; that "
    "term has the factor 0 and may be left out.",
}

PROOF: tuple[Claim, ...] = (
    claim(
        "thm:1@E",
        THEOREM_1,
        DOMAIN,
        remark="p, q > 0 and t* possible, as the relative risk needs them. At p = 1, where P[Z = z | I = 0] "
        "is not defined, Assumption 2 has to say that Z does not depend on Y.",
    ),
    claim(
        "eq:62",
        derived(eq(RISK, _line_62), (POSITIVE_SET,), (INSIDE > 0, POSSIBLE, p > 0), POSSIBLE, PRIOR),
        DOMAIN,
        remark="From (61), the definition of the risk.",
    ),
    claim("eq:64", LINE_64, DOMAIN, **_NULLS),
    claim(
        "eq:66",
        _conditions(eq(RISK, _line_66), _A > 0),
        DOMAIN,
        **_NULLS,
    ),
)

# At p = 1: no law given I = 0, only that Z, of law v, does not depend on Y; g belongs to the mechanism.

v = parameter("v")
_law = sp.Eq(m, v * VALUE)
_shared = Total(g * v, z)


def _certain_inclusion() -> Derivation:
    families = {k: indices for k, indices in FAMILIES.items() if k.name != "u"} | {v: (z,)}
    private = (*PRIVATE, *PROBABILITIES)
    laws = (m >= 0, v >= 0, MASS, sp.Eq(Total(v, z), 1), *private, _law, INCLUDED > 0, PRIOR)
    swap = sp.Eq(Total(g * m, z), Total(g * v * VALUE, z))
    known = (swap, sp.Ge(s, 0), sp.Ge(1 - s, 0), *BUDGET)
    inside = sp.Le(Total(x * s * Total(f * m, z), y), Total(s * VALUE * _shared, y), evaluate=False)
    outside = sp.Le(
        Total(x * (1 - s) * VALUE * _shared, y), Total((1 - s) * Total(f * m, z), y), evaluate=False
    )
    cap = q + x**2 * (1 - q)
    sums = sp.Eq(INCLUDED, _A + _B)
    bounded = _A * cap <= INSIDE * INCLUDED
    goal = sp.Le(Quotient(Quotient(_A, INCLUDED), INSIDE), 1 / cap, evaluate=False)
    steps = (
        Step(swap, Termwise(), (_law,)),
        Step(EACH_LOW, Termwise(), (m >= 0, *PRIVATE)),
        Step(EACH_HIGH, Termwise(), (m >= 0, *PRIVATE)),
        Step(inside, Termwise(), (EACH_HIGH, *known)),
        Step(outside, Termwise(), (EACH_LOW, *known)),
        *_PRIORS_ADD_UP,
        _not_negative,
        Step(sums, using=()),
        Step(_shares, using=(inside, outside, x > 0, OUTSIDE >= 0, INSIDE > 0)),
        Step(cap > 0, using=(x > 0, *VALUE_PRIOR)),
        Step(bounded, using=(_whole, PRIOR, sums, _shares)),
        Step(goal, using=(bounded, cap > 0, INCLUDED > 0, INSIDE > 0)),
    )
    return Derivation(Setting(families, laws, events=(s,)), goal, steps)


def _known_value(goal: sp.Basic, steps: tuple[Step, ...], *using: sp.Basic) -> Derivation:
    known = (*using, POSSIBLE, INSIDE > 0, x > 0, *INCLUSION)
    return derived(goal, (*EVENTS, *steps), known, INDEPENDENT, POSSIBLE, PRIOR)


_edge = p + x * (1 - p)
_edge_bound = _A * _edge <= INSIDE * RELEASE

REPAIR: tuple[Claim, ...] = (
    claim(
        "text:E/theorem-1-repair.1",
        _certain_inclusion(),
        (*BUDGET, *VALUE_PRIOR),
        remark="p = 1, with Assumption 2 read as independence of Z, whose law is v, from Y: nothing is "
        "conditioned on I = 0.",
    ),
    claim(
        "text:E/theorem-1-repair.2",
        _known_value(
            sp.Le(RISK, 1 / _edge, evaluate=False),
            (
                Step(_B >= 0, using=(_low_c, OUTSIDE >= 0, ABSENT_POSSIBLE, x > 0)),
                Step(_others, using=(_high,)),
                Step(INSIDE <= 1, using=(_whole, OUTSIDE >= 0)),
                Step(sp.Ge(INSIDE, 1), using=(PRIOR, sp.Eq(q, 1))),
                Step(_edge > 0, using=(x > 0, *INCLUSION)),
                Step(
                    _edge_bound,
                    using=(_parts, _others, _B >= 0, INSIDE <= 1, sp.Ge(INSIDE, 1), *INCLUSION),
                ),
            ),
            _edge_bound,
            _edge > 0,
        ),
        _KNOWN_VALUE,
        remark="q = 1: nothing is conditioned on Y not in S.",
    ),
)

CLAIMS: tuple[Claim, ...] = PROOF
