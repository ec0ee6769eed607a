"""Binary64 points at which functions are checked: in each branch's region, and beside each border.

Always the same ones for the same closed form. Numbers of all sizes are drawn, near 0 and 1 too, where
formulas cancel; what the draws do not reach starts from simple rational points of the region.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice

import sympy as sp
from flint import fmpq

from symbolic_eps.closed_forms.bare_form import BareForm
from symbolic_eps.closed_forms.compiled_form import CompiledForm
from verify.boxes.interval_function import compiled
from verify.language.condition import Condition, Relation
from verify.points.rational_search import simple_points

Point = dict[str, float]

_TRIES = 60
"""Draws for each point that is wanted: narrow regions have few."""

_SEEDS = 12
_STARTS = 8
"""Points of the domain from which a border is looked for."""

_STEPS = (-2, -1, 0, 1, 2)
"""In units in the last place, from the number that is nearest to a border."""

_LARGEST = 2**300


def check_points(form: BareForm, count: int) -> Iterator[Point]:
    """About so many different points of the domain, half of them beside borders if there are any.

    Parameters
    ----------
    form : BareForm
    count : int

    Examples
    --------
    >>> from symbolic_eps.callables.root_values import root_form
    >>> points = list(check_points(root_form(), 40))
    >>> len(points), all(min(p.values()) > 0 for p in points)
    (40, True)
    """
    yield from islice(_different(form, count), count)


def _different(form: BareForm, count: int) -> Iterator[Point]:
    drawing = _Drawing(form)
    seen: set[tuple[float, ...]] = set()
    borders = drawing.borders()
    inside = drawing.inside(count - count // 2 if borders else count)
    for point in chain(inside, _beside(drawing, borders, count), drawing.inside(count)):
        key = tuple(point.values())
        if key not in seen:
            seen.add(key)
            yield point


def _beside(drawing: _Drawing, borders: Sequence[_Border], count: int) -> Iterator[Point]:
    for _ in range(max(_TRIES, count)):
        for border in borders:
            yield from drawing.beside(border)


class _Drawing:
    def __init__(self, form: BareForm) -> None:
        self.form = form
        self.names = tuple(s.name for s in form.parameters)
        self.stream = random.Random(f"{self.names}")
        self.known: list[Point] = []
        self.compiled = CompiledForm(form)
        self._equations = [
            _Border(c.polynomial, form.parameters) for c in form.region if c.relation is Relation.ZERO
        ]

    def holds(self, point: Point) -> bool:
        """Whether it is in the domain."""
        return self.compiled.reaches({name: Fraction(value) for name, value in point.items()})

    def inside(self, count: int) -> Iterator[Point]:
        """Points of each branch, as many of each, and of what no branch holds."""
        if not self.names:
            yield {}
            return
        share = math.ceil(count / len(self.form.branches)) if self.form.branches else count
        counted: Counter[int] = Counter()
        for _ in range(_TRIES * count):
            point = self._drawn()
            key = self._branch(point)
            if counted[key] < share and self.holds(point):
                counted[key] += 1
                self.known.append(point)
                yield point
        for position, branch in enumerate(self.form.branches):
            if counted[position] < share:
                yield from islice(self._around_simple(branch.conditions, position), share - counted[position])

    def _branch(self, point: Point) -> int:
        """The branch that holds it, by its position; -1 for none."""
        holding = self.compiled.branch({name: Fraction(value) for name, value in point.items()})
        return next((i for i, branch in enumerate(self.form.branches) if branch is holding), -1)

    def _around_simple(self, conditions: tuple[Condition, ...], position: int) -> Iterator[Point]:
        region = (*self.form.region, *conditions)
        simple = list(islice(simple_points(region, symbols=self.form.parameters), _SEEDS))
        for round_ in range(_TRIES):
            for start in simple:
                point = {s.name: float(start[s]) for s in self.form.parameters}
                if round_:
                    point = self._onto_equations(
                        {n: x * (1 + _size(self.stream, -50, -2) * self._side()) for n, x in point.items()}
                    )
                if self._branch(point) == position:
                    yield point

    def _drawn(self) -> Point:
        return self._onto_equations({name: _number(self.stream) for name in self.names})

    def _side(self) -> int:
        return self.stream.choice((-1, 1))

    def _onto_equations(self, point: Point) -> Point:
        for equation in self._equations:
            point = equation.moved_onto(point, self.stream) or point
        return point

    def borders(self) -> tuple[_Border, ...]:
        """What changes its sign between branches, and at the ends of the domain."""
        conditions = [c for branch in self.form.branches for c in branch.conditions]
        polynomials = dict.fromkeys(c.polynomial for c in (*conditions, *self.form.region) if c.symbols)
        return tuple(_Border(polynomial, self.form.parameters) for polynomial in polynomials)

    def beside(self, border: _Border) -> Iterator[Point]:
        """Points on both sides of a border, a few units in the last place apart."""
        for _ in range(_STARTS):
            start = self.stream.choice(self.known) if self.known else self._drawn()
            on_border = border.moved_onto(start, self.stream)
            if on_border is None:
                continue
            moved = self.stream.choice(border.names)
            near = [{**on_border, moved: _stepped(on_border[moved], steps)} for steps in _STEPS]
            if inside := [point for point in near if self.holds(point)]:
                yield from inside
                return


class _Border:
    """Where a polynomial vanishes: solved for the parameters in which it is linear."""

    def __init__(self, polynomial: sp.Expr, symbols: Sequence[sp.Symbol]) -> None:
        self._symbols = [s.name for s in symbols]
        self.names = sorted(s.name for s in polynomial.free_symbols)
        self._solved = []
        for s in sorted(polynomial.free_symbols, key=str):
            coefficients = sp.Poly(polynomial, s).all_coeffs()
            if len(coefficients) == 2:
                self._solved.append((s.name, [compiled(c, symbols) for c in coefficients]))

    def moved_onto(self, point: Point, stream: random.Random) -> Point | None:
        """The point with one coordinate moved, so that the polynomial nearly vanishes there."""
        if not self._solved:
            return None
        moved, parts = stream.choice(self._solved)
        at = [fmpq(*point[name].as_integer_ratio()) for name in self._symbols]
        slope, offset = (part.exact(at) for part in parts)
        if slope == 0 or abs(offset) > _LARGEST * abs(slope):
            return None
        root = -offset / slope
        return {**point, moved: float(Fraction(int(root.p), int(root.q)))}


def _number(stream: random.Random) -> float:
    """Mostly in (0, 1) or above 1, now and then very near to 0 or 1, large, or negative."""
    drawn: tuple[Callable[[], float], ...] = (
        stream.random,
        lambda: 1 + 9 * stream.random(),
        lambda: _size(stream, -60, -1),
        lambda: 1 - _size(stream, -53, -2),
        lambda: 1 + _size(stream, -52, 6),
        lambda: stream.choice((0.0, 0.5, 1.0, 2.0, _size(stream, -1000, 200), -stream.random())),
    )
    return stream.choices(drawn, (6, 4, 3, 2, 3, 1))[0]()


def _size(stream: random.Random, low: int, high: int) -> float:
    return math.ldexp(1 + stream.random(), stream.randint(low, high))


def _stepped(value: float, steps: int) -> float:
    for _ in range(abs(steps)):
        value = math.nextafter(value, math.copysign(math.inf, steps))
    return value
