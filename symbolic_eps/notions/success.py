"""The largest success of an attack under a budget: at a baseline, and at its worst.

The pairs (k, s) that a notion allows form a convex set with (0, 0) and (1, 1), which is its own image under
(k, s) -> (1 - s, 1 - k). So the largest success s(k) rises with k, s(k)/k falls, and s(k) - k rises up to
the corner, where s + k = 1, and falls from there. An odds ratio of at most r >= 1 is kept where a convex
quadratic in k is <= 0, one before the corner and one beyond: it is worst at an end of the range, or at the
corner.
Proved in `symbolic_eps.notions.success_theorems`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.notions.conversion import corner_of
from symbolic_eps.notions.notion import Notion
from symbolic_eps.profiles.caps import CapKind
from verify.enclosure import UncertifiedError, sign


@dataclass(frozen=True)
class Allowance:
    """What a release may tell an attack.

    Parameters
    ----------
    notion : Notion
    budget : sympy.Expr
        eps or rho, an exact number >= 0.
    delta : sympy.Expr
        That of (eps, delta), in [0, 1); 0 for `Notion.RENYI_2`.

    Examples
    --------
    >>> pure = Allowance(Notion.APPROXIMATE, sp.log(3), sp.Integer(0))
    >>> pure.success(sp.Rational(1, 10)), pure.success(sp.Rational(1, 2)), pure.corner
    (3/10, 5/6, 1/4)
    """

    notion: Notion
    budget: sp.Expr
    delta: sp.Expr

    @property
    def growth(self) -> sp.Expr:
        """e^eps or e^rho."""
        return sp.exp(self.budget)

    @property
    def nothing(self) -> bool:
        """Whether the release tells nothing, so that s = k."""
        return bool(self.delta == 0 and self.budget == 0)

    @property
    def corner(self) -> sp.Expr:
        """The baseline k with s(k) = 1 - k."""
        if self.notion is Notion.APPROXIMATE:
            return (1 - self.delta) / (1 + self.growth)
        return corner_of(self.growth - 1)

    def success(self, baseline: sp.Expr) -> sp.Expr:
        """The largest success at a baseline in [0, 1], exactly."""
        if baseline == 1:
            return sp.Integer(1)
        k, growth = baseline, self.growth
        before = at_most(k, self.corner)
        if self.notion is Notion.APPROXIMATE:
            late = sp.Min(1, 1 - (1 - self.delta - k) / growth)
            return sp.simplify(self.delta + growth * k) if before else late
        c = growth - 1
        if before:
            return k + sp.sqrt(c * k * (1 - k))
        middle = 2 * k + c
        return (middle + sp.sqrt(middle**2 - 4 * growth * k**2)) / (2 * growth)

    def measured(self, kind: CapKind, baseline: sp.Expr) -> sp.Expr:
        """The largest value of what a kind of cap is on, at a baseline in [0, 1]; at 0 and 1 as a limit."""
        k = baseline
        if kind is CapKind.RELATIVE_RISK and k == 0:
            return self._first_slope
        if kind is CapKind.ODDS_RATIO and k in (0, 1):
            return self._first_slope
        s = self.success(k)
        if kind is CapKind.POSTERIOR:
            return s
        if kind is CapKind.DIFFERENCE:
            return s - k
        if kind is CapKind.RELATIVE_RISK:
            return s / k
        return sp.oo if not less(s, sp.Integer(1)) else s * (1 - k) / (k * (1 - s))

    @property
    def _first_slope(self) -> sp.Expr:
        """The limit of s(k)/k where k falls to 0, and of the odds ratio there and where k rises to 1."""
        if self.nothing:
            return sp.Integer(1)
        return self.growth if self.notion is Notion.APPROXIMATE and self.delta == 0 else sp.oo

    def worst(self, kind: CapKind, low: sp.Expr, high: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
        """The largest value over the baselines from low to high, and where it is reached, or a limit."""
        inside = [self.corner] if less(low, self.corner) and less(self.corner, high) else []
        places = {
            CapKind.POSTERIOR: [high],
            CapKind.RELATIVE_RISK: [low],
            CapKind.DIFFERENCE: [low, *inside, high],
            CapKind.ODDS_RATIO: [low, *inside, high],
        }[kind]
        return _largest({place: self.measured(kind, place) for place in places})


def _largest(values: Mapping[sp.Expr, sp.Expr]) -> tuple[sp.Expr, sp.Expr]:
    (place, value), *others = values.items()
    for other, candidate in others:
        if value is not sp.oo and (candidate is sp.oo or less(value, candidate)):
            place, value = other, candidate
    return value, place


def at_most(left: sp.Expr, right: sp.Expr) -> bool:
    """Whether left <= right; numbers that 4000 bits do not tell apart count as equal."""
    return not less(right, left)


def less(left: sp.Expr, right: sp.Expr) -> bool:
    """Whether left < right; numbers that 4000 bits do not tell apart count as equal."""
    difference = left - right
    if difference.is_Rational:
        return bool(difference < 0)
    try:
        return sign(difference) < 0
    except UncertifiedError:
        return False


def all_kinds() -> Iterable[CapKind]:
    """What is said of attacks, in the order of reports."""
    return (CapKind.POSTERIOR, CapKind.RELATIVE_RISK, CapKind.DIFFERENCE, CapKind.ODDS_RATIO)
