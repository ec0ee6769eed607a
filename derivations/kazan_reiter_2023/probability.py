"""The probability of Section 4 of Kazan & Reiter (2023): what Assumptions 1 and 2 say, and chains from them.

For one release t and x = e^-eps, y a value of the person and z the others' data:
m[y,z] = P[Y = y, Z = z | I = 1], u[z] = P[Z = z | I = 0], f[y,z] and g[z] are the probabilities of t with the
person and without, and s[y] = 1 for y in S.
"""

from __future__ import annotations

import sympy as sp

from symbolic_eps.symbols import DECAY as x
from symbolic_eps.symbols import PRIOR_INCLUSION as p
from symbolic_eps.symbols import PRIOR_VALUE as q
from symbolic_eps.symbols import parameter
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Quotient, Setting, Total, conditional

m, u, f, g, s = (parameter(name) for name in "mufgs")
y, z = parameter("y"), parameter("z")

FAMILIES = {m: (y, z), f: (y, z), g: (z,), u: (z,), s: (y,)}
_MASS = sp.Eq(Total(m, y, z), 1)
LAWS = (m >= 0, u >= 0, _MASS, sp.Eq(Total(u, z), 1))
PRIVATE = (f >= x * g, x * f <= g, g >= 0)
"""Definition 1, with Assumption 1: f and g are the release's own probabilities."""

INDEPENDENT = sp.Eq(m, u * Total(m, z))
"""Assumption 2, P[Z = z | I = 1, Y = y] = P[Z = z | I = 0] at each y of positive probability."""

SEEN = Total(g * u, z) > 0
"""t is in the support of the release."""

SUPPORT = Total(m, z) > 0
"""Each y is in the support of Y."""

BUDGET = (x > 0, x <= 1)

_inside = Total(s * m, y, z)
_outside = Total((1 - s) * m, y, z)
VALUE_PRIOR = sp.Eq(q, _inside)
"""q = P[Y in S | I = 1], (4)."""

INSIDE = conditional(m, f, s, (y, z))
OUTSIDE = conditional(m, f, 1 - s, (y, z))
_absent_mass = Total(g * u, z)
LEFT_OUT = Quotient((1 - p) * _absent_mass, 1 - p)
GIVEN_VALUE = Quotient(Total(m * f, z), Total(m, z))
"""The likelihoods of t: given Y in S, Y not in S, I = 0, and Y = y; each undefined given a null event."""

_A, _B = Total(s * f * m, y, z), Total((1 - s) * f * m, y, z)


def setting(*hypotheses: sp.Basic) -> Setting:
    """The families with their laws, differential privacy, and further hypotheses.

    Examples
    --------
    >>> setting(SEEN).indices
    (y, z)
    """
    return Setting(FAMILIES, (*LAWS, *PRIVATE, *hypotheses), events=(s,))


def between(low: sp.Expr, middle: sp.Expr, high: sp.Expr) -> sp.Basic:
    """`low <= middle <= high`.

    Examples
    --------
    >>> between(x, p, 1 / x)
    (x <= p) & (p <= 1/x)
    """
    return sp.And(sp.Le(low, middle, evaluate=False), sp.Le(middle, high, evaluate=False), evaluate=False)


def one_step(goal: sp.Basic, hypotheses: tuple[sp.Basic, ...], using: tuple[sp.Basic, ...]) -> Derivation:
    """A goal that follows by algebra of sums from some of the hypotheses.

    Examples
    --------
    >>> from verify.prover import Prover
    >>> one_step(SEEN, (SEEN,), (SEEN,)).examine(BUDGET, Prover()).proved
    True
    """
    return Derivation(setting(*hypotheses), goal, (Step(goal, using=using),))


_swap = sp.Eq(Total(g * m, z), Total(g * u * Total(m, z), z))


def _given_a_value(low: sp.Expr, high: sp.Expr) -> sp.Basic:
    return Total(low, z) <= Total(high, z)


_each_low, _each_high = _given_a_value(x * g * m, f * m), _given_a_value(x * f * m, g * m)
_GIVEN_VALUE_STEPS = (
    Step(_swap, Termwise(), (INDEPENDENT,)),
    Step(_each_low, Termwise(), (m >= 0, *PRIVATE)),
    Step(_each_high, Termwise(), (m >= 0, *PRIVATE)),
)


def _event_bounds(event: sp.Expr) -> tuple[sp.Basic, sp.Basic]:
    """x P[Y in event] P[t | I = 0] <= P[t, Y in event | I = 1], and the reverse."""
    mixed = event * Total(m, z) * Total(g * u, z)
    seen = event * Total(f * m, z)
    return (
        sp.Le(Total(x * mixed, y), Total(seen, y), evaluate=False),
        sp.Le(Total(x * seen, y), Total(mixed, y), evaluate=False),
    )


_low, _high = _event_bounds(s)
_low_c, _high_c = _event_bounds(1 - s)
_indicator = (sp.Ge(s, 0), sp.Ge(1 - s, 0))
_EVENT_STEPS = (
    *_GIVEN_VALUE_STEPS,
    *(
        Step(bound, Termwise(), (each, _swap, *_indicator, *BUDGET))
        for bound, each in (
            (_low, _each_low),
            (_high, _each_high),
            (_low_c, _each_low),
            (_high_c, _each_high),
        )
    ),
)
_whole = sp.Eq(_inside + _outside, 1)
_PRIOR_STEPS = (Step(_whole, using=(_MASS,)), Step(_inside > 0, using=(VALUE_PRIOR, q > 0)))


def _derivation(goal: sp.Basic, steps: tuple[Step, ...], using: tuple[sp.Basic, ...]) -> Derivation:
    chain = (*_EVENT_STEPS, *_PRIOR_STEPS, *steps, Step(goal, using=using))
    return Derivation(setting(INDEPENDENT, SEEN, VALUE_PRIOR), goal, chain)


_lemma_1 = between(x, Quotient(GIVEN_VALUE, LEFT_OUT), 1 / x)
LEMMA_1 = Derivation(
    setting(SEEN, SUPPORT, INDEPENDENT),
    _lemma_1,
    (
        *_GIVEN_VALUE_STEPS,
        Step(_lemma_1, using=(_swap, _each_low, _each_high, SUPPORT, SEEN, x > 0, p < 1)),
    ),
)
"""(20)."""

LEMMA_2_FIRST = _derivation(
    between(x, INSIDE / LEFT_OUT, 1 / x), (), (_low, _high, x > 0, SEEN, _inside > 0, p < 1)
)
"""(25)."""

_crossed = (x**2 * _B * _inside <= _A * _outside, x**2 * _A * _outside <= _B * _inside)
LEMMA_2_SECOND = _derivation(
    between(x**2, INSIDE / OUTSIDE, 1 / x**2),
    (
        Step(_outside > 0, using=(_whole, VALUE_PRIOR, q < 1)),
        Step(_A > 0, using=(_low, x > 0, SEEN, _inside > 0)),
        Step(_B > 0, using=(_low_c, x > 0, SEEN, _outside > 0)),
        Step(_crossed[0], using=(_low, _high_c, x > 0, SEEN, _inside > 0, _outside > 0)),
        Step(_crossed[1], using=(_low_c, _high, x > 0, SEEN, _inside > 0, _outside > 0)),
    ),
    (_A > 0, _B > 0, *_crossed, x > 0, _inside > 0, _outside > 0),
)
"""(26)."""

_with_complement = sp.And(
    *between(x, INSIDE / LEFT_OUT, 1 / x).args, *between(x, OUTSIDE / LEFT_OUT, 1 / x).args, evaluate=False
)
LINE_65 = _derivation(
    _with_complement,
    (Step(_outside > 0, using=(_whole, VALUE_PRIOR, q < 1)),),
    (_low, _high, _low_c, _high_c, x > 0, SEEN, _inside > 0, _outside > 0, p < 1),
)
"""(65)."""

RELEASE = Total(p * m * f, y, z) + (1 - p) * _absent_mass
"""P[T* = t], by total probability over I."""


def _theorem_1() -> Derivation:
    parts = sp.Eq(RELEASE, p * _A + p * _B + (1 - p) * _absent_mass)
    cap = q * p + x**2 * (1 - q) * p + x * (1 - p)
    # Within the sums, so that SymPy does not cancel p.
    goal = sp.Le(Total(p * s * m * f, y, z) / RELEASE / Total(p * s * m, y, z), 1 / cap, evaluate=False)
    shares, others = x**2 * _A * _outside <= _B * _inside, x * _A <= _inside * _absent_mass
    rest = Step(_outside >= 0, Termwise())
    whole = (_A * cap <= _inside * RELEASE, cap > 0, RELEASE > 0)
    known = (p > 0, p <= 1)
    steps = (
        Step(parts, using=()),
        rest,
        Step(_A > 0, using=(_low, x > 0, SEEN, _inside > 0)),
        Step(others, using=(_high,)),
        Step(shares, using=(_low_c, _high, x > 0, rest.conclusion, SEEN, _inside > 0)),
        Step(whole[2], using=(_A > 0, _low_c, rest.conclusion, parts, x > 0, SEEN, *known)),
        Step(whole[1], using=(x > 0, q > 0, q <= 1, *known)),
        Step(whole[0], using=(_whole, VALUE_PRIOR, parts, shares, others, *known)),
    )
    return _derivation(goal, steps, (*whole, _inside > 0, *known))


THEOREM_1 = _theorem_1()
"""(27)."""

# The lines of Lemma 1's proof, for a value y in the support.

_line_21 = Total(f * Quotient(m, Total(m, z)), z)
_line_22 = Total(g * Quotient(m, Total(m, z)) / x, z)
_line_23 = Total(g * Quotient((1 - p) * u, 1 - p), z) / x

LINE_21 = one_step(sp.Eq(GIVEN_VALUE, _line_21, evaluate=False), (SUPPORT,), (SUPPORT,))
_times_x = sp.Le(Total(x * f * m, z), Total(g * m, z), evaluate=False)
LINE_22 = Derivation(
    setting(SUPPORT),
    sp.Le(_line_21, _line_22, evaluate=False),
    (
        Step(_times_x, Termwise(), (m >= 0, *PRIVATE)),
        Step(sp.Le(_line_21, _line_22, evaluate=False), using=(_times_x, SUPPORT, x > 0)),
    ),
)
LINE_23 = Derivation(
    setting(SUPPORT, INDEPENDENT),
    sp.Eq(_line_22, _line_23, evaluate=False),
    (
        Step(_swap, Termwise(), (INDEPENDENT,)),
        Step(sp.Eq(_line_22, _line_23, evaluate=False), using=(_swap, SUPPORT, x > 0, p < 1)),
    ),
)
other_law = parameter("v")
"""A law of Z given I = 0 that is not the adversary's."""


def law_in_23(law: sp.Symbol) -> Derivation:
    """(23) with the law of the others' data, for p < 1.

    Examples
    --------
    >>> law_in_23(u).goal == law_in_23(other_law).goal
    False
    """
    families = {**FAMILIES, other_law: (z,)}
    laws = (*LAWS, other_law >= 0, sp.Eq(Total(other_law, z), 1), *PRIVATE, INDEPENDENT, SUPPORT)
    goal = sp.Eq(_line_22, Total(g * law, z) / x, evaluate=False)
    steps = (Step(_swap, Termwise(), (INDEPENDENT,)), Step(goal, using=(_swap, SUPPORT, x > 0)))
    return Derivation(Setting(families, laws, events=(s,)), goal, steps)


LINE_24 = one_step(sp.Eq(_line_23, LEFT_OUT / x, evaluate=False), (), (x > 0, p < 1))

LINE_31 = Derivation(
    setting(SEEN, VALUE_PRIOR),
    sp.Eq(RELEASE, INSIDE * q * p + OUTSIDE * (1 - q) * p + LEFT_OUT * (1 - p), evaluate=False),
    (
        *_PRIOR_STEPS,
        Step(_outside > 0, using=(_whole, VALUE_PRIOR, q < 1)),
        Step(
            sp.Eq(RELEASE, INSIDE * q * p + OUTSIDE * (1 - q) * p + LEFT_OUT * (1 - p), evaluate=False),
            using=(_whole, VALUE_PRIOR, _inside > 0, _outside > 0, p < 1),
        ),
    ),
)
"""(31), with the priors of (4) put in."""

# Assumption 2 from independence: j, k are the laws of (Y, Z) with I = 1 and of Z with I = 0, h that of Z.

j, k, h, v, n = (parameter(name) for name in ("j", "k", "h", "v", "w_0"))
_independence = (sp.Eq(j, v * h), sp.Eq(k, n * h), h >= 0, sp.Eq(Total(h, z), 1), v > 0, n > 0)
_conditional = sp.Eq(Quotient(j, Total(j, z)), Quotient(k, Total(k, z)), evaluate=False)
_marginals = (sp.Eq(Total(j, z), Total(v * h, z)), sp.Eq(Total(k, z), Total(n * h, z)))
ASSUMPTION_2 = Derivation(
    Setting({j: (y, z), k: (z,), h: (z,), v: (y,)}, _independence),
    _conditional,
    (
        Step(_marginals[0], Termwise(), (sp.Eq(j, v * h),)),
        Step(_marginals[1], Termwise(), (sp.Eq(k, n * h),)),
        Step(_conditional, using=(*_marginals, *_independence)),
    ),
)
"""v[y] = P[Y = y, I = 1] and w_0 = P[I = 0] are positive: what is conditioned on is not null."""
