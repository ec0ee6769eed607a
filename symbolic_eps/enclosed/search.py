"""Branch and bound for the largest level X that any prior needs; eps* = -log X*.

A level x is proved on a box where G = F(x; p, q, s) >= 0 on all of it; F increases in x, so that what is
proved at a level stays proved at every higher one. Where G is monotone in p or q for all levels that may
matter, a face of the box stands for the box. X* lies between the best point found and the highest level that
is left.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from flint import arb, ctx, fmpq

from symbolic_eps.enclosed.arithmetic import Arithmetic, Number
from symbolic_eps.enclosed.balls import Balls
from symbolic_eps.enclosed.best_point import BestPoint
from symbolic_eps.enclosed.binary64 import Binary64
from symbolic_eps.enclosed.box_bound import Verdict, examine, side_to_halve
from symbolic_eps.enclosed.level import Box, box_around, halves_of
from symbolic_eps.enclosed.point import Point
from symbolic_eps.enclosed.requirement import Requirement, Restriction
from symbolic_eps.errors import DomainError, InfeasibleProfileError, InputError, UndecidedError
from symbolic_eps.theory.variants import Variant
from verify.deadline import seconds_left
from verify.enclosure import Enclosure
from verify.points.simple_rationals import fraction_of

WIDTH = Fraction(1, 10**10)
"""Width of an enclosure of eps unless another is asked for."""

BOX_LIMIT = 50_000
"""Boxes examined before a wider enclosure is returned."""

NARROWEST_IN_BINARY64 = Fraction(1, 10**12)
"""Below this width, balls at a higher precision take over from floats."""

_LARGE = 32
"""From this eps on, squares of e^-eps are lost beside 1 at the usual precision of balls."""

_NARROWEST_SIDE = 2.0**-44
"""Sides of boxes shorter than this are halved with balls, whose ends are finer."""


@dataclass(frozen=True)
class Minimum:
    """The infimum of eps between proved ends.

    Parameters
    ----------
    enclosure : Enclosure
        Contains the infimum; both ends are +oo where nothing constrains eps.
    reached : bool
        Whether it is as narrow as was asked.
    point : pair of Fraction or None
        Priors in the domain at which eps(p, q) is at most the upper end; None where eps = oo.
    location : tuple of pairs of Fraction or None
        Sides of p and of q: the infimum over this box is the infimum.
    boxes : int
        Boxes examined.
    """

    enclosure: Enclosure
    reached: bool
    point: Point | None
    location: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]] | None
    boxes: int


class _Node(NamedTuple):
    requirement: Requirement
    box: Box
    conditions: tuple[Restriction, ...]
    top: Number
    axis: int


def minimise(
    requirements: Sequence[Requirement],
    width: Fraction = WIDTH,
    limit: int = BOX_LIMIT,
    progress: Callable[[str], None] = lambda _: None,
    variant: Variant = Variant.UNBOUNDED,
) -> Minimum:
    """Enclose the infimum of eps over all priors at which something is required.

    Parameters
    ----------
    requirements : sequence of Requirement
        What the profile asks; all of it.
    width : Fraction
        Width of the enclosure (natural logarithm) at which the search ends, > 0.
    limit : int
        Boxes to examine before a wider enclosure is returned; so it is at the deadline (`verify.deadline`).
    progress : callable, optional
        Called with a short text now and then.
    variant : Variant
        Of the bound F, see `symbolic_eps.theory.variants`.

    Returns
    -------
    Minimum

    Raises
    ------
    symbolic_eps.errors.InfeasibleProfileError, symbolic_eps.errors.DomainError
        At some point the bound is below 1, or undefined; the message names it.
    symbolic_eps.errors.UndecidedError
        Whether r* >= 1 everywhere, or whether anything constrains eps, could not be decided.

    Notes
    -----
    Binary64 with outward rounding, and balls for what is too narrow or too tight for that.

    Examples
    --------
    >>> from symbolic_eps.enclosed.requirement import requirements_of
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> minimum = minimise(requirements_of(RiskProfile("3")))
    >>> minimum.enclosure.contains(Fraction("0.5493061443340548457"))  # log(3)/2
    True
    """
    if width <= 0:
        raise InputError(f"the width of an enclosure is positive, such as 1e-12, not {width}")
    if width >= NARROWEST_IN_BINARY64:
        fast = _Search(requirements, width, limit, progress, Binary64(), variant)
        try:
            return fast.run()
        except _RoundingError:
            pass  # what is tight at eps = 0 or eps = oo is decided with ends that are exact
    bits = max(128, 2 * (width.denominator.bit_length() - width.numerator.bit_length()) + 64)

    def by_balls(precision: int) -> Minimum:
        with ctx.workprec(precision):
            return _Search(requirements, width, limit, progress, Balls(), variant).run()

    found = by_balls(bits)
    if found.reached or found.enclosure.upper < _LARGE or seconds_left() <= 0:
        return found
    # F has terms x^2 beside q and 1: their ends need so many more bits where x = e^-eps is small.
    return by_balls(bits + 2 * math.ceil(found.enclosure.upper / math.log(2)))


class _RoundingError(ArithmeticError):
    """Inequalities that may be tight, as at the levels 0 and 1 or where r* = 1, and rounding of all ends."""


class _Search:
    """One search; remembers the levels that are settled and the boxes that are left."""

    def __init__(
        self,
        requirements: Sequence[Requirement],
        width: Fraction,
        limit: int,
        progress: Callable[[str], None],
        arithmetic: Arithmetic,
        variant: Variant,
    ) -> None:
        self.requirements = requirements
        self.limit = limit
        self.progress = progress
        self.arithmetic = arithmetic
        self.width = width
        self.best = BestPoint(requirements, width, arithmetic, variant)
        self.settled: Number = arithmetic.zero
        self.places: list[tuple[Number, Box]] = []
        self.heap: list[tuple[Number, int, _Node]] = []
        self.stuck: list[_Node] = []
        self.boxes = 0
        self._tie = itertools.count()

    def run(self) -> Minimum:
        """Search until every box is settled or the limit is reached; a refusal names a simple point."""
        try:
            return self._searched()
        except (DomainError, InfeasibleProfileError) as refusal:
            raise self.best.simplest_refusal(refusal) from None

    def _searched(self) -> Minimum:
        self.best.sample()
        for requirement in self.requirements:
            box = box_around(self.arithmetic, requirement.cell)
            whole = _Node(requirement, box, requirement.conditions, self.arithmetic.infinity, 0)
            if self._late:
                self._keep(whole)
            else:
                self._visit(whole)
        while self.heap and -self.heap[0][0] > self.best.level.x:
            self._check_rounding()
            if self.boxes >= self.limit or self._late:
                break
            node = heapq.heappop(self.heap)[2]
            for half in halves_of(self.arithmetic, node.box, node.axis):
                self._visit(node._replace(box=half))
            if self.boxes % 4096 < 2:
                self.progress(f"{self.boxes} boxes, {len(self.heap)} left")
        return self._result()

    @property
    def _late(self) -> bool:
        return seconds_left() <= 0

    def _keep(self, node: _Node) -> None:
        heapq.heappush(self.heap, (-node.top, next(self._tie), node))

    def _check_rounding(self) -> None:
        if isinstance(self.arithmetic, Binary64) and self.best.level.x in (0, 1):
            raise _RoundingError

    @property
    def _effort(self) -> str:
        late = ", when the time was over: more patience may help" if self._late else ""
        return f"{self.boxes} boxes{late}"

    def _result(self) -> Minimum:
        left = [entry[2] for entry in self.heap] + self.stuck
        top = max([self.settled, *(node.top for node in left)], default=self.settled)
        if left and top > self.best.level.x:
            self._check_rounding()
        if top > 1:
            worst = max(left, key=lambda node: node.top)
            if isinstance(self.arithmetic, Binary64):
                raise _RoundingError
            raise UndecidedError(
                f"whether r* >= 1 near {_place(self._hull([worst.box]))} could not be decided in "
                f"{self._effort}; if it is, say so in the profile: max(1, ...)"
            )
        boxes = [box for ub, box in self.places if ub >= self.best.value] + [
            n.box for n in left if n.top >= self.best.value
        ]
        location = self._hull(boxes) if boxes else None
        if not self.best.value > 0:
            if top > 0:
                least = float(-_log_ends(self.arithmetic.fraction(top))[1])
                raise UndecidedError(
                    f"no upper bound on eps was found in {self._effort}: it is undecided whether the priors "
                    f"near {_place(location) if location else 'some points'} constrain eps; proved is only "
                    f"eps >= {least:.6g}; write the profile with smaller numbers, or give more --patience"
                )
            infinite = Enclosure(float("inf"), float("inf"))
            return Minimum(infinite, True, None, None, self.boxes)
        top = max(top, self.best.value)
        lower = max(-_log_ends(self.arithmetic.fraction(top))[1], Fraction(0))
        upper = -_log_ends(self.arithmetic.fraction(self.best.value))[0]
        enclosure = Enclosure(lower, max(upper, lower))
        return Minimum(enclosure, enclosure.width <= self.width, self.best.point, location, self.boxes)

    def _hull(self, boxes: Sequence[Box]) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
        exact = self.arithmetic.fraction
        ends = ((min(box[k][0] for box in boxes), max(box[k][1] for box in boxes)) for k in range(2))
        p, q = ((exact(low), min(exact(high), Fraction(1))) for low, high in ends)
        return p, q

    def _visit(self, node: _Node) -> None:
        """Settle a box, or replace it by a face of it, or keep it for later."""
        while True:
            self.boxes += 1
            verdict = examine(self.best.level, node.requirement, node.conditions, node.box)
            if verdict.excluded:
                return
            if verdict.lower >= 0 and verdict.defined:
                self._settle(node, verdict)
                return
            if self._improved(node, verdict):
                continue
            node = node._replace(conditions=verdict.conditions, top=self._top(node, verdict))
            face = self._face(node, verdict)
            if face is None:
                break
            node = face
        if not node.top > self.best.level.x:
            self.settled = max(self.settled, node.top)
            self._remember(node.top, node.box)
            return
        axis = side_to_halve(self.arithmetic, node.box, verdict)
        if isinstance(self.arithmetic, Binary64) and (
            axis is None or node.box[axis][1] - node.box[axis][0] < _NARROWEST_SIDE
        ):
            raise _RoundingError
        if axis is None:
            self.stuck.append(node)
            return
        self._keep(node._replace(axis=axis))

    def _settle(self, node: _Node, verdict: Verdict) -> None:
        """G >= lower >= 0 at the level x, and G grows with x by at most `rise`: X <= x - lower / rise."""
        top = self.best.level.x
        if verdict.pure and verdict.lower > 0:
            arithmetic = self.arithmetic
            rise = self.best.level.rise(node.box)[1]
            if rise > 0:
                drop = arithmetic.down(verdict.lower / rise)
                top = max(arithmetic.up(top - drop), arithmetic.zero)
        top = min(top, node.top)
        self.settled = max(self.settled, top)
        self._remember(top, node.box)

    def _remember(self, top: Number, box: Box) -> None:
        if top >= self.best.value:
            self.places.append((top, box))

    def _top(self, node: _Node, verdict: Verdict) -> Number:
        """No point of the box asks for a higher level: G >= lower + rise (x' - x) for x' >= x."""
        arithmetic, top = self.arithmetic, node.top
        if not verdict.defined:
            return top
        if verdict.feasible:
            top = min(top, arithmetic.one)
        if verdict.pure and verdict.lower < 0 and verdict.lower > -arithmetic.infinity:
            rise = self.best.level.rise(node.box)[0]
            if rise > 0:
                top = min(top, arithmetic.up(self.best.level.x + arithmetic.up(-verdict.lower / rise)))
        return top

    def _face(self, node: _Node, verdict: Verdict) -> _Node | None:
        """The face on which G is least, where it is monotone in p or q at every level that may matter.

        These are the levels from the best point's, below which X* does not lie, to the box's highest.
        """
        if not verdict.slopes or not verdict.defined:
            return None
        top = min(node.top, self.arithmetic.one)
        by_level = None
        for k in range(2):
            side = node.box[k]
            if side[0] == side[1]:
                continue
            by_level = by_level or self.best.level.gradient_between((self.best.value, top), node.box)
            slopes = [
                self.arithmetic.add(own[k], by_level[k]) if at_level else own[k]
                for at_level, own in verdict.slopes
            ]
            if all(slope[0] >= 0 for slope in slopes):
                end = side[0]
            elif all(slope[1] <= 0 for slope in slopes):
                end = side[1]
            else:
                continue
            return node._replace(box=((end, end), node.box[1]) if k == 0 else (node.box[0], (end, end)))
        return None

    def _improved(self, node: _Node, verdict: Verdict) -> bool:
        """Whether the centre of the mean value form asks for a higher level, which is then the level."""
        if verdict.at_centre is None or verdict.centre is None or not verdict.at_centre < 0:
            return False
        point = self._inner(node.requirement, verdict.centre)
        return self.best.tried(node.requirement, point)

    def _inner(self, requirement: Requirement, box: Box) -> Point:
        """A point of the cell at, or next to, the middle of a box."""
        p, q = (self.arithmetic.fraction(self.arithmetic.middle(*side)) for side in box)
        return requirement.cell.p.inside(p), requirement.cell.q.inside(q)


def _place(sides: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]) -> str:
    return ", ".join(
        f"{v} = {float(a):.6g}" if a == b else f"{float(a):.6g} <= {v} <= {float(b):.6g}"
        for v, (a, b) in zip("pq", sides, strict=True)
    )


def _log_ends(value: Fraction) -> tuple[Fraction, Fraction]:
    """Ends of log of a positive number."""
    with ctx.workprec(max(128, ctx.prec) + 64):
        ball = arb(fmpq(value.numerator, value.denominator)).log()
        return fraction_of(ball.lower()), fraction_of(ball.upper())
