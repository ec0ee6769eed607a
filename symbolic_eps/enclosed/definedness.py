"""Proves that a profile with roots, logarithms or powers is defined at every prior of its domain.

What is rational in a demand (`symbolic_eps.profiles.definedness`) is decided exactly. The rest is tried at
simple points and then bounded on boxes: on each, the cases do not lead there, or the demand holds all over
it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy as sp

from symbolic_eps.enclosed.arithmetic import Arithmetic
from symbolic_eps.enclosed.binary64 import Binary64
from symbolic_eps.enclosed.bounds import within_domain
from symbolic_eps.enclosed.box_bound import truth
from symbolic_eps.enclosed.cell import Cell, domain_of
from symbolic_eps.enclosed.jet import arguments
from symbolic_eps.enclosed.level import Box, box_around, halves_of
from symbolic_eps.enclosed.requirement import Restriction, is_rational_profile
from symbolic_eps.enclosed.translation import jet_function, jet_or_none
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.profiles.definedness import (
    Demand,
    Point,
    conjunctions,
    demands_of,
    point_without_value,
    undefined,
)
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.profiles.substitution import with_values
from verify.enclosure import UncertifiedError, sign
from verify.language.condition import Condition, Relation, comparison_of, conditions_of
from verify.points.simple_rationals import simplest_between
from verify.solvers.smt import UndecidedQueryError

BOX_LIMIT = 5_000
"""Boxes examined for one demand before it is left undecided."""

_NARROWEST = 2.0**-40
_SIMPLE = tuple(sorted({Fraction(n, d) for d in (1, 2, 3, 4, 5, 8, 10, 100) for n in (1, d - 1, d) if n}))


def require_enclosed_defined(profile: RiskProfile) -> None:
    """Prove that a profile with numbers for all parameters has a value all over its domain.

    Parameters
    ----------
    profile : RiskProfile
        Its bound may contain exp, log, powers, max, min and piecewise.

    Raises
    ------
    symbolic_eps.errors.DomainError
        It has no value at a point, which the message names.
    symbolic_eps.errors.UndecidedError
        Nor could that be excluded; the message says where.

    Examples
    --------
    >>> require_enclosed_defined(RiskProfile("piecewise((5, p < 1/2), 2 + 1/p)"))
    """
    bound = with_values(profile.bound, dict(profile.fixed))
    cell, outside = domain_of(profile)
    for demand in dict.fromkeys(demands_of(bound)):
        for conjunct in conjunctions(demand.path):
            _Obligation.of(profile, demand, conjunct, cell, outside).require()


@dataclass(frozen=True)
class _Obligation:
    """One demand on one conjunction of comparisons; `rational` of them and `other` ones."""

    profile: RiskProfile
    demand: Demand
    rational: tuple[Condition, ...]
    other: tuple[Condition, ...]
    cell: Cell
    outside: tuple[Condition, ...]

    @classmethod
    def of(
        cls,
        profile: RiskProfile,
        demand: Demand,
        conjunct: sp.Basic,
        cell: Cell,
        outside: tuple[Condition, ...],
    ) -> _Obligation:
        rational: list[Condition] = []
        other: list[Condition] = []
        for relational in conjunct.args if isinstance(conjunct, sp.And) else (conjunct,):
            if relational is sp.true:
                continue
            compared = comparison_of(relational)
            if _is_rational(compared):
                rational += conditions_of(relational)
            else:
                other.append(compared)
        return cls(profile, demand, tuple(rational), tuple(other), cell, outside)

    def require(self) -> None:
        if _is_rational(self.demand.condition) and self._is_met_exactly():
            return
        if any(_implies(known, self.demand.condition) for known in (*self.rational, *self.other)):
            return
        for point in self._simple_points():
            if self._fails_at(point):
                raise self._undefined(point)
        self._bound_on_boxes()

    def _undefined(self, point: Point) -> Exception:
        return undefined(self.profile.bound, self.demand, {**point, **self.profile.fixed})

    def _is_met_exactly(self) -> bool:
        """Whether no point of the rational conditions breaks the demand; an error if one does for certain."""
        try:
            point = point_without_value(self.demand, (*self.profile.domain, *self.rational), exact_judge())
        except UndecidedQueryError:
            return False
        if point is not None and all(_holds_at(c, point) for c in self.other):
            raise self._undefined(point)
        return point is None

    def _simple_points(self) -> Iterator[Point]:
        sides = (self.cell.p, self.cell.q)
        values = ([v for v in (*_SIMPLE, side.sample) if side.contains(v)] for side in sides)
        for p, q in product(*(reversed(v) for v in values)):
            yield {v: sp.Rational(x.numerator, x.denominator) for v, x in zip(PRIORS, (p, q), strict=True)}

    def _fails_at(self, point: Point) -> bool:
        conditions = (*self.outside, *self.rational, *self.other)
        return all(_holds_at(c, point) for c in (*conditions, self.demand.condition.negation))

    def _bound_on_boxes(self) -> None:
        """Breadth first, so that a large part without a value is found before its border is narrowed down."""
        arithmetic, left = Binary64(), deque([box_around(Binary64(), self.cell)])
        restrictions = [_restriction(c) for c in (*self.outside, *self.rational, *self.other)]
        demand = _restriction(self.demand.condition)
        for _ in range(BOX_LIMIT):
            if not left:
                return
            box = left.popleft()
            p, q = arguments(arithmetic, box, False)
            known = [truth(condition, p, q) for condition in restrictions]
            met = truth(demand, p, q)
            if False in known or met is True or self._is_met_next_to_an_end(arithmetic, demand, box):
                continue
            point = _simplest(box, self.cell)
            if met is False and all(known) and self._fails_at(point):
                raise self._undefined(point)
            halves = _halves(box)
            if not halves:
                raise UndecidedError(self._open(box))
            left.extend(halves)
        if left:
            raise UndecidedError(self._open(left[0]))

    def _is_met_next_to_an_end(self, arithmetic: Arithmetic, demand: Restriction, box: Box) -> bool:
        """Whether the function is >= 0 on a face that is not in the cell, and rises from there."""
        if demand.relation is Relation.NON_NEGATIVE:
            return False
        jet = jet_or_none(demand.function, arguments(arithmetic, box, True))
        gradient = None if jet is None else jet.gradient
        if gradient is None:
            return False
        for k, side in enumerate((self.cell.p, self.cell.q)):
            if not (side.low_open and Fraction(box[k][0]) == side.low and gradient[k][0] > 0):
                continue
            face = tuple((s[0], s[0]) if i == k else s for i, s in enumerate(box))
            at_end = Restriction(demand.function, Relation.NON_NEGATIVE)
            if truth(at_end, *arguments(arithmetic, (face[0], face[1]), False)):
                return True
        return False

    def _open(self, box: Box) -> str:
        where = ", ".join(f"{v} = {sum(side) / 2:.6g}" for v, side in zip("pq", box, strict=True))
        return (
            f"whether the risk bound {self.profile.bound} has a value near {where} could not be decided: "
            f"{self.demand.words} is needed there; leave such priors out by a box"
        )


def _is_rational(condition: Condition) -> bool:
    function = condition.polynomial
    return is_rational_profile(function) and function.is_rational_function(*PRIORS)


def _implies(known: Condition, wanted: Condition) -> bool:
    """Whether two conditions are on the same function, and the first says as much as the second."""
    same = sp.expand(known.polynomial - wanted.polynomial) == 0
    if wanted.relation is Relation.NON_ZERO:
        opposite = sp.expand(known.polynomial + wanted.polynomial) == 0
        return (same or opposite) and known.relation in (Relation.POSITIVE, Relation.NON_ZERO)
    return same and known.relation in (Relation.POSITIVE, wanted.relation)


def _holds_at(condition: Condition, point: Point) -> bool:
    """Whether a condition certainly holds at a point."""
    value = condition.polynomial.subs(point)
    try:
        return condition.relation.holds(sign(value))
    except (UncertifiedError, TypeError, ValueError):
        return False


def _restriction(condition: Condition) -> Restriction:
    return Restriction(jet_function(within_domain(condition.polynomial)), condition.relation)


def _halves(box: Box) -> list[Box]:
    """The box cut across its longer side; none where that is very short."""
    axis = max((0, 1), key=lambda k: float(box[k][1] - box[k][0]))
    return [] if box[axis][1] - box[axis][0] < _NARROWEST else halves_of(Binary64(), box, axis)


def _simplest(box: Box, cell: Cell) -> Point:
    """A simple point in the middle of a box; on a line, on the line."""
    point = {}
    for v, (low, high), side in zip(PRIORS, box, (cell.p, cell.q), strict=True):
        value = side.low if side.is_point else simplest_between(Fraction(low), Fraction(high))
        point[v] = sp.Rational(value.numerator, value.denominator)
    return point
