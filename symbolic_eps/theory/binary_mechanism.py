"""Mechanisms with two outputs that look at one individual: they attain the bounds on the relative risk."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from symbolic_eps.theory.likelihoods import (
    LIKELIHOOD_ABSENT,
    LIKELIHOOD_INSIDE,
    LIKELIHOOD_OUTSIDE,
    relative_risk,
)
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, Relation, rational_condition


@dataclass(frozen=True)
class BinaryMechanism:
    """A mechanism with outputs 1 and 0 that looks at one individual only.

    Parameters
    ----------
    inside, outside, absent : sympy.Expr
        Probability of output 1 for a value in S, for another value, and without the individual.
    """

    inside: sp.Expr
    outside: sp.Expr
    absent: sp.Expr

    def relative_risk(self) -> sp.Expr:
        """The relative risk when the output is 1."""
        laws = {
            LIKELIHOOD_INSIDE: self.inside,
            LIKELIHOOD_OUTSIDE: self.outside,
            LIKELIHOOD_ABSENT: self.absent,
        }
        return relative_risk().subs(laws)

    def privacy_conditions(self) -> tuple[Condition, ...]:
        """Demands of eps-DP with x = e^-eps: neighbours' ratios in [x, 1/x], probabilities in [0, 1]."""
        demands: list[sp.Expr] = []
        for present in (self.inside, self.outside):
            for one, other in ((present, self.absent), (1 - present, 1 - self.absent)):
                demands += [one - DECAY * other, other - DECAY * one]
        demands += [d for law in (self.inside, self.outside, self.absent) for d in (law, 1 - law)]
        return tuple(c for d in demands for c in rational_condition(d, Relation.NON_NEGATIVE))


def attaining_mechanism() -> BinaryMechanism:
    """An eps-DP mechanism whose relative risk equals the bound (11): Lemma 1's corner is attained.

    Its probabilities of output 1 fall by the factor x = e^-eps from a value in S to absence, and again to
    another value; 1/(1 + x) is the largest start for which the output 0 keeps its ratios within [x, 1/x].

    Examples
    --------
    >>> attaining_mechanism().outside
    x**2/(x + 1)
    """
    start = 1 / (1 + DECAY)
    return BinaryMechanism(inside=start, outside=DECAY**2 * start, absent=DECAY * start)
