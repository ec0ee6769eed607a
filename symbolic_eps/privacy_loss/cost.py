"""The least cost of a breach when noise is for E0 and a smaller eps is stated, and what a budget permits.

The cost, its shape and the condition under which it has one minimum are in
`symbolic_eps.privacy_loss.cost_shape`; here it is enclosed, as a function of w = c/eps - c/E0.

Budget and error. cost(eps) <= B holds for all eps if B >= S e^(-c/E0), for none if B is below the least
cost, and else between roots of cost(eps) = B. The expected absolute error of a released number is the mean
of |noise|, which is sensitivity/E0: it depends on E0 alone, whatever eps is stated. A bound on it is a
condition on E0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from flint import arb, ctx

from symbolic_eps.errors import DomainError
from symbolic_eps.privacy_loss.cost_shape import has_one_minimum
from symbolic_eps.privacy_loss.stationary import Stationary, bits_for, stationary_points
from symbolic_eps.report.quantity import RELATIVE_WIDTH, Quantity
from verify.calculus.monotone_root import ball, enclosure, root_of
from verify.enclosure import UncertifiedError

LARGEST = 50_000
"""Of c/eps0: writing the digits of smaller costs takes long."""


@dataclass(frozen=True)
class Minimum:
    """Where the cost is least.

    Parameters
    ----------
    eps, probability, cost : Quantity
        The place, P(|C| <= eps) there, and the least cost.
    stationary : tuple of Quantity
        All stationary points in (0, eps0), increasing: minima and maxima in turn.
    """

    eps: Quantity
    probability: Quantity
    cost: Quantity
    stationary: tuple[Quantity, ...]

    @property
    def unique(self) -> bool:
        """Whether the cost has no other local minimum."""
        return len(self.stationary) == 1


class Cost:
    """The cost as a function of w, for exact eps0, c and scale; in balls at the working precision.

    Parameters
    ----------
    eps0, c, scale : Fraction
        All > 0.
    """

    def __init__(self, eps0: Fraction, c: Fraction, scale: Fraction) -> None:
        if c / eps0 > LARGEST:
            raise DomainError(
                f"the cost is below {scale} e^-{LARGEST}, too small to be written out: give a larger "
                "eps0 or a smaller c"
            )
        self.eps0, self.c, self.scale = eps0, c, scale
        self.bits = bits_for(eps0, c)

    def eps(self, w: arb) -> arb:
        """Of w = c/eps - c/eps0."""
        return ball(self.c) / (w + ball(self.c / self.eps0))

    def w(self, eps: arb) -> arb:
        """c/eps - c/eps0."""
        return ball(self.c) / eps - ball(self.c / self.eps0)

    def probability(self, w: arb) -> arb:
        """P(|C| <= eps), its limit for eps -> eps0 at w = 0."""
        return (-ball(self.eps0) / 2).exp() * (self.eps(w) / 2).sinh()

    def share(self, w: arb) -> arb:
        """The cost as a share of what it is at eps0."""
        return 1 + self.probability(w) * (-w).expm1()

    def at_eps0(self) -> arb:
        """S e^(-c/eps0), what the cost is at eps0 and tends to at 0."""
        return ball(self.scale) * (-ball(self.c / self.eps0)).exp()


def minimum(cost: Cost) -> Minimum:
    """The least cost over (0, eps0].

    Raises
    ------
    UncertifiedError
        Two local minima are too close in cost, or a stationary point is too close to a double one.

    Examples
    --------
    >>> least = minimum(Cost(Fraction(1, 2), Fraction(1), Fraction(550000)))
    >>> least.eps.enclosure.text(6), least.unique
    ('[0.285839, 0.285840]', True)
    """
    points = _points(cost)
    with ctx.workprec(cost.bits):
        best = _least(cost, [point for point in points if point.is_minimum])
        return Minimum(
            _quantity(cost.eps(best.w)),
            _quantity(cost.probability(best.w)),
            _quantity(cost.at_eps0() * cost.share(best.w)),
            tuple(_quantity(cost.eps(point.w)) for point in reversed(points)),
        )


def permitted(cost: Cost, budget: Fraction) -> tuple[tuple[Quantity, Quantity], ...]:
    """The intervals of eps at which the cost is at most the budget; the first begins at 0 if all eps serve.

    Raises
    ------
    symbolic_eps.errors.DomainError
        There is none; the message names the least cost.

    Examples
    --------
    >>> (low, high), = permitted(Cost(Fraction(1, 2), Fraction(1), Fraction(550000)), Fraction(72000))
    >>> low.enclosure.text(6), high.enclosure.text(6)
    ('[0.0839685, 0.0839686]', '[0.454003, 0.454004]')
    """
    with ctx.workprec(cost.bits):
        allowed = ball(budget) / cost.at_eps0()
        if allowed >= 1:
            return ((Quantity(Fraction(0), Fraction(0)), Quantity(cost.eps0, cost.eps0)),)
        if not allowed < 1:
            raise UncertifiedError("the budget is too close to the cost at eps0 to be told from it")
        crossings = list(_crossings(cost, allowed))
        if not crossings:
            least = minimum(cost)
            raise DomainError(
                f"no eps has a cost of at most {budget} at eps0 = {cost.eps0}: the least cost is "
                f"{least.cost.enclosure.decimal_upper(8)}, at eps = {least.eps.enclosure.decimal_upper(6)}; "
                "give a budget of at least that"
            )
        ends = [_quantity(cost.eps(w)) for w in reversed(crossings)]
    return tuple(zip(ends[::2], ends[1::2], strict=True))


def _points(cost: Cost) -> list[Stationary]:
    """By increasing w."""
    return stationary_points(cost.eps0, cost.c, single=has_one_minimum(cost.eps0, cost.c))


def _least(cost: Cost, minima: list[Stationary]) -> Stationary:
    for candidate in minima:
        share = cost.share(candidate.w)
        if all(share < cost.share(other.w) for other in minima if other is not candidate):
            return candidate
    raise UncertifiedError("two local minima of the cost are too close to be told apart")


def _crossings(cost: Cost, allowed: arb) -> Iterator[arb]:
    """The w, increasing, at which the share is the one that is allowed."""

    def above(w: arb) -> arb:
        return cost.share(w) - allowed

    ends = [point.bracket for point in _points(cost)]
    doubtful = ((1 - allowed) * (ball(cost.eps0) / 2).exp()).asinh()  # half the eps with P = 1 - allowed
    last = max(ends[-1][1], Fraction(enclosure(cost.w(doubtful)).upper))
    for (_, low), (high, _) in pairwise([(Fraction(0), Fraction(0)), *ends, (last, last)]):
        at_low, at_high = above(ball(low)), above(ball(high))
        if at_low > 0 > at_high:
            yield root_of(lambda w: -above(w), low, high, cost.bits)
        elif at_low < 0 < at_high:
            yield root_of(above, low, high, cost.bits)
        elif not (at_low * at_high > 0):
            raise UncertifiedError("the budget is too close to a stationary cost to be told from it")


def _quantity(value: arb) -> Quantity:
    found = enclosure(value)
    if found.width > RELATIVE_WIDTH * abs(Fraction(found.lower)):
        raise UncertifiedError("a number of the cost could not be enclosed to 24 digits")
    return Quantity(found.lower, found.upper)
