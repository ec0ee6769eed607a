"""Two laws on an unspecified set of answers, as families: the language of the statements for every such set.

The set may be finite or countable; p_0(y) and p_1(y) are the probabilities of the answer y.
"""

from __future__ import annotations

import sympy as sp

from symbolic_eps.randomized_response.symbols import DELTA, WEIGHT
from verify.claims.claim import Claim, Locator, Statement
from verify.functions.instances import Mixture
from verify.functions.statements import ForEveryFunction
from verify.functions.unspecified import SUBLINEAR, UnspecifiedFunction
from verify.probability.weighted_sum import Total

IDENTIFIER = "randomized-response"

ANSWER, P0, P1 = sp.symbols("y p_0 p_1", real=True)

LAWS = (P0 >= 0, P1 >= 0, sp.Eq(Total(P0, ANSWER), 1), sp.Eq(Total(P1, ANSWER), 1))
"""p_0 and p_1 are laws."""

WEIGHTED_0, WEIGHTED_1 = (1 - WEIGHT) * P0, WEIGHT * P1

COMMON = sp.Min(WEIGHTED_0, WEIGHTED_1)
"""What both weighted laws give to an answer: what an answer hides."""

NORM = Total(sp.Abs(WEIGHTED_0 - WEIGHTED_1), ANSWER)
"""The l1 norm of (1-w) p_0 - w p_1."""

COMMON_MASS = Total(COMMON, ANSWER)
"""m, the least weighted error probability of all tests."""

FEASIBLE = sp.Le(NORM, DELTA, evaluate=False)


Point = tuple[sp.Expr, sp.Expr]
"""The probabilities of an answer where the truth is 0, and where it is 1; or multiples of these."""

PSI = UnspecifiedFunction("psi", sp.symbols("x y", real=True), SUBLINEAR)
"""Any sublinear function: an objective is its sum over the answers."""


Parts = tuple[tuple[sp.Expr, Point], ...]
"""What a point is a sum of: points, each times a number >= 0."""


def for_every_psi(goal: sp.Basic, *split: tuple[Point, Parts]) -> ForEveryFunction:
    """A goal on values of `PSI`, from what sublinearity says of points that are split into others."""
    return ForEveryFunction((PSI,), goal, mixtures=tuple(Mixture(PSI, *each) for each in split))


def equal(left: sp.Expr, right: sp.Expr) -> sp.Basic:
    """`left = right`, as it stands."""
    return sp.Eq(left, right, evaluate=False)


def claim(name: str, statement: sp.Basic | Statement, domain: tuple[sp.Basic, ...] = ()) -> Claim:
    """A statement of this package, by its name."""
    return Claim(Locator(IDENTIFIER, name), statement, domain)
