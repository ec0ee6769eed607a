"""Compact sets given by hypotheses: boxes and their halves, cuts of a box, points that belong.

A box is dropped only where an enclosure shows that a hypothesis fails on all of it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp
from flint import arb, fmpq

from verify.boxes.bounding_box import Sides, affine_coefficients, bounding_box, rational
from verify.boxes.interval import ONE, ZERO, Interval, PossiblyUndefinedError, UndefinedError, interval
from verify.boxes.interval_function import Gradient, IntervalFunction, Term, compiled, mean_value_bound
from verify.language.assumptions import with_sign_conditions
from verify.language.condition import Condition, Relation

Point = dict[sp.Symbol, sp.Rational]

_MOST_CORNERS = 8
"""Corners of a box are tried as points only where there are no more than these."""


@dataclass(frozen=True)
class Box:
    """A product of intervals with rational ends, and how often each side has been halved."""

    sides: tuple[tuple[fmpq, fmpq], ...]
    halvings: tuple[int, ...]

    @property
    def level(self) -> int:
        """Number of bisections that led here."""
        return sum(self.halvings)

    def intervals(self) -> list[Interval]:
        """The sides at the working precision, rounded outward."""
        return [interval(*side) for side in self.sides]

    def halves(self, axis: int) -> Iterator[Box]:
        """The two halves along one axis."""
        lower, upper = self.sides[axis]
        middle = (lower + upper) / 2
        halvings = (*self.halvings[:axis], self.halvings[axis] + 1, *self.halvings[axis + 1 :])
        for side in ((lower, middle), (middle, upper)):
            yield Box((*self.sides[:axis], side, *self.sides[axis + 1 :]), halvings)

    def axis_to_halve(self, gradients: Iterable[Gradient], most_halvings: int) -> int | None:
        """Side whose length moves the functions most, by their gradients; None where all sides are spent.

        Every fourth bisection goes to the side halved least often, so that every side shrinks in the end.
        """
        axes = [
            k
            for k, (lower, upper) in enumerate(self.sides)
            if lower < upper and self.halvings[k] < most_halvings
        ]
        if not axes:
            return None
        influence = dict.fromkeys(axes, 0.0)
        if self.level % 4 != 3:
            for gradient in gradients:
                changes = {k: self._change(k, gradient[k]) for k in axes}
                total = sum(changes.values())
                if 0 < total < math.inf:
                    for k in axes:
                        influence[k] += changes[k] / total
        return max(axes, key=lambda k: (influence[k], -self.halvings[k], -k))

    def _change(self, axis: int, slope: Interval | None) -> float:
        if slope is None:
            return math.inf
        lower, upper = self.sides[axis]
        return float(upper - lower) * max(abs(float(slope[0])), abs(float(slope[1])))


def bound_on_set(goal: Term, cuts: Sequence[Term], box: Box) -> arb | None:
    """Lower bound of the goal where all `cuts` are <= 0, by adding multiples of them; None without gain.

    On the set, `f >= f + sum m_i h_i` for any `m_i >= 0`. The multipliers are chosen, in floating point, to
    make the gradient of the sum small; the bound of the sum is enclosed, whatever they are.
    """
    widths = [float(upper - lower) for lower, upper in box.sides]
    rest = _changes(goal.gradient, widths)
    terms = [goal]
    for cut in cuts:
        change = _changes(cut.gradient, widths)
        norm = sum(c * c for c in change)
        along = sum(r * c for r, c in zip(rest, change, strict=True))
        multiplier = -along / norm if 0 < norm < math.inf else 0.0
        if 0 < multiplier < math.inf:
            rest = [r + multiplier * c for r, c in zip(rest, change, strict=True)]
            terms.append(cut._replace(weight=(arb(multiplier), arb(multiplier))))
    if len(terms) == 1:
        return None
    try:
        return mean_value_bound(terms, box.intervals())
    except (UndefinedError, PossiblyUndefinedError):
        return None


def _changes(gradient: Gradient, widths: Sequence[float]) -> list[float]:
    """Half the sum of the ends of each slope, times the width; 0 where the slope is unbounded."""
    return [
        0.0 if slope is None else w * (float(slope[0]) + float(slope[1])) / 2
        for slope, w in zip(gradient, widths, strict=True)
    ]


@dataclass(frozen=True)
class _Cut:
    """A hypothesis as functions: it fails wherever one of them is positive (or zero, for a strict one)."""

    failing: tuple[IntervalFunction, ...]
    strict: bool


@dataclass(frozen=True)
class CompactSet:
    """The points of a box that satisfy hypotheses; see `compact_set`.

    Parameters
    ----------
    variables : tuple of Symbol
        Order of the coordinates.
    root : Box or None
        Bounds of the variables; None where they contradict each other.
    cuts : tuple
        The hypotheses that the box does not imply.
    hypotheses : tuple of (IntervalFunction, Relation)
        All of them.
    solved : tuple of (int, IntervalFunction)
        A coordinate and its value in terms of the others, from equalities.
    """

    variables: tuple[sp.Symbol, ...]
    root: Box | None
    cuts: tuple[_Cut, ...]
    hypotheses: tuple[tuple[IntervalFunction, Relation], ...]
    solved: tuple[tuple[int, IntervalFunction], ...]

    def cut(
        self, sides: Sequence[Interval], active: Iterable[int]
    ) -> tuple[tuple[int, ...], list[Term]] | None:
        """Which of the active cuts may remove a part of the box; None if one of them removes all of it.

        Returns
        -------
        tuple of int
            Those that do not surely hold on all of the box.
        list of Term
            The same as functions that are <= 0 on the set, where a gradient is known.
        """
        unsettled: list[int] = []
        terms: list[Term] = []
        for index in active:
            surely_holds = True
            for function in self.cuts[index].failing:
                try:
                    bound = function.lower_bound(sides, sufficient=ZERO, hopeless=ZERO)
                except UndefinedError:
                    return None
                except PossiblyUndefinedError:
                    surely_holds = False
                    continue
                if bound.lower > ZERO or (self.cuts[index].strict and bound.lower == ZERO):
                    return None
                if bound.upper > ZERO or (self.cuts[index].strict and bound.upper == ZERO):
                    surely_holds = False
                    if bound.gradient:
                        terms.append(Term(function, bound.gradient, ONE))
            if not surely_holds:
                unsettled.append(index)
        return tuple(unsettled), terms

    def contains(self, point: Sequence[fmpq]) -> bool:
        """Whether every hypothesis is known to hold at a rational point."""
        return all(holds_at(function, relation, point) is True for function, relation in self.hypotheses)

    def candidates(self, box: Box, gradient: Gradient, corners: bool) -> Iterator[tuple[fmpq, ...]]:
        """Points of a box where a function with this gradient is likely to be small, the likeliest first."""
        slopes = gradient or (None,) * len(self.variables)
        yield self._projected([_likely_least(s, g) for s, g in zip(box.sides, slopes, strict=True)])
        if corners and 2 ** len(self.variables) <= _MOST_CORNERS:
            for corner in itertools.product(*box.sides):
                yield self._projected(list(corner))

    def _projected(self, point: list[fmpq]) -> tuple[fmpq, ...]:
        """The point moved onto the equalities where that is possible; `contains` has the last word."""
        for coordinate, function in self.solved:
            try:
                point[coordinate] = function.exact(point)
            except ArithmeticError:
                continue
        return tuple(point)

    def named(self, point: Sequence[fmpq]) -> Point:
        """The point as a dictionary of SymPy rationals."""
        return {v: sp.Rational(int(c.p), int(c.q)) for v, c in zip(self.variables, point, strict=True)}

    def named_sides(self, box: Box) -> Sides:
        """The ends of a box by variable."""
        ends = ((Fraction(int(a.p), int(a.q)), Fraction(int(b.p), int(b.q))) for a, b in box.sides)
        return dict(zip(self.variables, ends, strict=True))


def holds_at(function: IntervalFunction, relation: Relation, point: Sequence[fmpq]) -> bool | None:
    """Whether `function relation 0` holds at a point: False also where undefined, None where unknown."""
    try:
        sign = function.sign_at(point)
    except UndefinedError:
        return False
    return None if sign is None else relation.holds(sign)


def compact_set(hypotheses: Iterable[Condition], also: Iterable[sp.Expr] = ()) -> CompactSet:
    """The set that hypotheses, and signs that symbols declare, describe; `also` has further variables.

    Raises
    ------
    ValueError
        A variable is not bounded, as `bounding_box` says.
    TypeError
        A hypothesis has a part without an interval extension.

    Examples
    --------
    >>> from sympy.abc import p, q
    >>> from verify.language.condition import non_negative
    >>> triangle = compact_set([non_negative(p), non_negative(q), non_negative(1 - p - q)])
    >>> triangle.contains([fmpq(1, 3), fmpq(2, 3)]), triangle.contains([fmpq(1), fmpq(1, 9)])
    (True, False)
    """
    about = (symbol for expression in also for symbol in expression.free_symbols)
    conditions = tuple(dict.fromkeys(with_sign_conditions(hypotheses, about)))
    free: set[sp.Symbol] = set().union(*(c.symbols for c in conditions), *(e.free_symbols for e in also))
    variables = tuple(sorted(free, key=str))
    sides = bounding_box(conditions, variables)
    consistent = all(lower <= upper for lower, upper in sides.values())
    root = Box(tuple((rational(a), rational(b)) for a, b in sides.values()), (0,) * len(variables))
    cuts = tuple(_cut(c, variables) for c in conditions if not _implied_by_box(c))
    tested = tuple((compiled(c.polynomial, variables), c.relation) for c in conditions)
    return CompactSet(variables, root if consistent else None, cuts, tested, _solved(conditions, variables))


def _implied_by_box(condition: Condition) -> bool:
    """Whether the bounding box implies the closure: bounds by a number, and what has no use as a cut."""
    if condition.relation is Relation.NON_ZERO:
        return True
    affine = affine_coefficients(condition.polynomial)
    return affine is not None and len(affine[0]) == 1


def _cut(condition: Condition, variables: Sequence[sp.Symbol]) -> _Cut:
    failing = [compiled(-condition.polynomial, variables)]
    if condition.relation is Relation.ZERO:
        failing.append(compiled(condition.polynomial, variables))
    return _Cut(tuple(failing), condition.relation is Relation.POSITIVE)


def _solved(
    conditions: Iterable[Condition], variables: Sequence[sp.Symbol]
) -> tuple[tuple[int, IntervalFunction], ...]:
    """For each equality one coordinate, not used before, in which it is affine, and its solution."""
    solved: dict[int, IntervalFunction] = {}
    for condition in conditions:
        if condition.relation is not Relation.ZERO:
            continue
        for k, variable in enumerate(variables):
            polynomial = condition.polynomial.as_poly(variable)
            if k not in solved and polynomial is not None and polynomial.degree() == 1:
                solved[k] = compiled(-polynomial.nth(0) / polynomial.nth(1), variables)
                break
    return tuple(solved.items())


def _likely_least(side: tuple[fmpq, fmpq], slope: Interval | None) -> fmpq:
    lower, upper = side
    if slope is not None and slope[0] >= ZERO:
        return lower
    if slope is not None and slope[1] <= ZERO:
        return upper
    quarter = (upper - lower) / 4
    return simplest_between(lower + quarter, upper - quarter)


def simplest_between(lower: fmpq, upper: fmpq) -> fmpq:
    """The rational with the smallest denominator, then numerator, of a closed interval.

    Examples
    --------
    >>> simplest_between(fmpq(3, 10), fmpq(7, 20)), simplest_between(fmpq(-22, 7), fmpq(-31, 10))
    (1/3, -22/7)
    """
    if lower <= 0 <= upper:
        return fmpq(0)
    if upper < 0:
        return -simplest_between(-upper, -lower)
    # Continued fractions: take the common integer part, and go on with the reciprocals of the rests.
    whole = fmpq(lower.ceil())
    if whole <= upper:
        return whole
    below = fmpq(lower.floor())
    return below + 1 / simplest_between(1 / (upper - below), 1 / (lower - below))
