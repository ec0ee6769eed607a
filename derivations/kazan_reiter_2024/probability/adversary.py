"""The adversary's conditional probabilities as sums, each undefined where it conditions on a null event.

The families are those of `derivations.kazan_reiter.finite_model`: m[y,z] and u[z] are the laws given I = 1
and I = 0, f and g the mechanism's probabilities of t*. What the paper conditions on I = 0 is divided by
P[I = 0] = 1 - p. Where that is 0, u is a law of Z that Assumption 2 would have to choose.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.finite_model import (
    FAMILIES,
    INDEPENDENT,
    LAWS,
    MASS,
    PRIOR,
    PRIVATE,
    PROBABILITIES,
    f,
    g,
    m,
    s,
    u,
    y,
    z,
)
from derivations.kazan_reiter.finite_model import SEEN as ABSENT_POSSIBLE
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Quotient, Setting, Total, conditional

BUDGET = (x > 0, x <= 1)
INCLUSION = (p > 0, p <= 1)
ANY_SET = (q >= 0, q <= 1)
"""Lemma 1 is stated for any subset S."""

VALUE = Total(m, z)
"""P[Y = y | I = 1]."""

INSIDE = Total(s * m, y, z)
OUTSIDE = Total((1 - s) * m, y, z)
"""P[Y in S | I = 1] and P[Y not in S | I = 1]."""

SUPPORT = VALUE > 0
"""y is in the support of Y."""

INCLUDED = Total(m * f, y, z)
"""P[T* = t* | I = 1]."""

LEFT_OUT = Total(g * u, z)

RELEASE = p * INCLUDED + (1 - p) * LEFT_OUT
"""P[T* = t*], from the mechanism."""

POSSIBLE = sp.Gt(RELEASE, 0)
"""t* is in the support of T*."""

LIKELIHOOD_OF_VALUE = Quotient(Total(m * f, z), VALUE)
LIKELIHOOD_INSIDE = conditional(m, f, s, (y, z))
LIKELIHOOD_OUTSIDE = conditional(m, f, 1 - s, (y, z))


def absent(expression: sp.Expr) -> sp.Expr:
    """P[event | I = 0], undefined at p = 1, from the event's probability under the law u.

    Parameters
    ----------
    expression : Expr
        The probability under u.

    Examples
    --------
    >>> absent(u)
    ((u*(1 - p))/(1 - p))
    """
    return Quotient((1 - p) * expression, 1 - p)


LIKELIHOOD_ABSENT = absent(LEFT_OUT)


def setting(*hypotheses: sp.Basic) -> Setting:
    """The laws and eps-DP by Assumption 1, with further hypotheses.

    Parameters
    ----------
    *hypotheses : Boolean
        Such as Assumption 2.

    Examples
    --------
    >>> INDEPENDENT in setting(INDEPENDENT).hypotheses
    True
    """
    return Setting(FAMILIES, (*LAWS, *PRIVATE, *PROBABILITIES, *hypotheses), events=(s,))


SWAP = sp.Eq(Total(g * m, z), Total(g * u * VALUE, z))
EACH_LOW = Total(x * g * m, z) <= Total(f * m, z)
EACH_HIGH = Total(x * f * m, z) <= Total(g * m, z)

GIVEN_A_VALUE = (
    Step(SWAP, Termwise(), (INDEPENDENT,)),
    Step(EACH_LOW, Termwise(), (m >= 0, *PRIVATE)),
    Step(EACH_HIGH, Termwise(), (m >= 0, *PRIVATE)),
)
"""Assumption 2 and eps-DP, summed over the others' data for one value y."""

_whole_low = sp.Le(Total(x * VALUE * LEFT_OUT, y), Total(Total(f * m, z), y), evaluate=False)
_whole_high = sp.Le(Total(x * Total(f * m, z), y), Total(VALUE * LEFT_OUT, y), evaluate=False)

BOTH_POSSIBLE = (
    *GIVEN_A_VALUE,
    Step(_whole_low, Termwise(), (EACH_LOW, SWAP)),
    Step(_whole_high, Termwise(), (EACH_HIGH, SWAP)),
    Step(ABSENT_POSSIBLE, using=(_whole_high, MASS, POSSIBLE, *BUDGET, *INCLUSION)),
    Step(INCLUDED > 0, using=(_whole_low, MASS, ABSENT_POSSIBLE, x > 0)),
)
"""A t* that is possible is so given I = 1 and given I = 0."""


def event_bounds(event: sp.Expr) -> tuple[sp.Basic, sp.Basic]:
    """x P[event] P[T* | I = 0] <= P[T*, event], and the reverse, for an event about Y given I = 1.

    Parameters
    ----------
    event : Expr
        s or 1 - s.

    Examples
    --------
    >>> all(isinstance(bound, sp.Le) for bound in event_bounds(s))
    True
    """
    mixed, seen = event * VALUE * LEFT_OUT, event * Total(f * m, z)
    return (
        sp.Le(Total(x * mixed, y), Total(seen, y), evaluate=False),
        sp.Le(Total(x * seen, y), Total(mixed, y), evaluate=False),
    )


def event_steps(event: sp.Expr) -> tuple[Step, ...]:
    """The two `event_bounds`, from those for each value.

    Parameters
    ----------
    event : Expr
        s or 1 - s.

    Examples
    --------
    >>> [step.conclusion for step in event_steps(s)] == list(event_bounds(s))
    True
    """
    low, high = event_bounds(event)
    known = (SWAP, sp.Ge(s, 0), sp.Ge(1 - s, 0), *BUDGET)
    return Step(low, Termwise(), (EACH_LOW, *known)), Step(high, Termwise(), (EACH_HIGH, *known))


def derived(
    goal: sp.Basic, steps: tuple[Step, ...], using: tuple[sp.Basic, ...], *hypotheses: sp.Basic
) -> Derivation:
    """The goal by steps and then by algebra of sums, in the adversary's setting.

    Parameters
    ----------
    goal : Boolean
        What is stated.
    steps : tuple of Step
        What comes before.
    using : tuple of Boolean
        The premises of the last step.
    *hypotheses : Boolean
        Further hypotheses of the setting.

    Examples
    --------
    >>> from verify.prover.prover import Prover
    >>> derived(SUPPORT, (), (SUPPORT,), SUPPORT).examine((), Prover()).proved
    True
    """
    return Derivation(setting(*hypotheses), goal, (*steps, Step(goal, using=using)))


__all__ = [
    "ABSENT_POSSIBLE",
    "INDEPENDENT",
    "MASS",
    "PRIOR",
    "PRIVATE",
    "PROBABILITIES",
    "f",
    "g",
    "m",
    "p",
    "q",
    "s",
    "u",
    "x",
    "y",
    "z",
]
