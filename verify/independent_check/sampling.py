"""Random points of a domain, and random finite models, drawn where the conditions bound each value.

Values are drawn one after the other. A condition whose other symbols have values already gives the next one
an interval, or if it is an equation its value: found by looking at the condition at three numbers, which
tells whether it is linear. Every point is held against every condition before it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from verify.independent_check.arithmetic import (
    Number,
    UndefinedAtPointError,
    UnknownAtPointError,
    logarithm,
    power,
    real,
    times,
    total,
    truth,
    value,
)
from verify.probability.weighted_sum import Total

ATTEMPTS = 40
"""Draws for each point that is wanted; where none of them meets the conditions, there are fewer points."""

LARGEST_SUPPORT = 3


def points(
    conditions: Iterable[sp.Basic],
    symbols: Iterable[sp.Symbol],
    count: int,
    seed: str,
    events: Iterable[sp.Symbol] = (),
) -> Iterator[dict[sp.Symbol, Number]]:
    """Up to `count` points at which all conditions hold, the same for the same seed; events are 0 or 1."""
    given = [part for c in conditions for part in (c.args if isinstance(c, sp.And) else (c,))]
    about = [c for c in given if isinstance(c, Relational)]
    random, indicators = Random(seed), sorted(events, key=str)
    wanted, found = sorted({*symbols}.union(*(c.free_symbols for c in given)), key=str), 0
    conditions_on = {s: [(c, c.free_symbols) for c in about if s in c.free_symbols] for s in wanted}
    named = {side for c in about if isinstance(c, sp.Eq) for side in c.args if side.is_Symbol}
    for _ in range(ATTEMPTS * count):
        first = {event: Fraction(random.randint(0, 1)) for event in indicators}
        point = _drawn(conditions_on, named, first, random)
        if point is not None and all(truth(c, point) for c in given):
            yield point
            found += 1
            if found == count or not wanted:
                return


def _drawn(
    conditions_on: dict[sp.Symbol, list[tuple[Relational, set[sp.Symbol]]]],
    named: set[sp.Symbol],
    point: dict[sp.Symbol, Number],
    random: Random,
) -> dict[sp.Symbol, Number] | None:
    """Values for the other symbols too, those that an equation names last."""
    left = [s for s in conditions_on if s not in point]
    for symbol in sorted(left, key=lambda s: (s in named, random.random(), s.name)):
        known = {*point, symbol}
        choice = _choice([pair for pair in conditions_on[symbol] if pair[1] <= known], symbol, point)
        if choice is None:
            return None
        point[symbol] = choice.value(random)
    return point


@dataclass(frozen=True)
class Choice:
    """The values that a symbol may have: one, or those between two ends, either of which may be missing."""

    only: Number | None = None
    low: Number | None = None
    high: Number | None = None

    def value(self, random: Random) -> Number:
        """One of them: an end, near an end, or between; simple fractions where all is open."""
        if self.only is not None:
            return self.only
        if self.low is not None and self.high is not None:
            share = random.choice(
                (Fraction(random.randint(0, 12), 12), Fraction(random.randint(1, 999), 1000))
            )
            ends = (self.low, self.high)
            low, high = ends if all(isinstance(e, Fraction) for e in ends) else map(real, ends)
            return low + (high - low) * (share if isinstance(low, Fraction) else real(share))
        step = random.choice((Fraction(0), Fraction(random.randint(1, 40), random.choice((1, 12, 40, 1000)))))
        end, sign = (self.high, -1) if self.low is None else (self.low, 1)
        if end is None:
            return step * random.choice((1, 1, -1))
        return end + sign * (step if isinstance(end, Fraction) else real(step))


def _choice(
    about: list[tuple[Relational, set[sp.Symbol]]], symbol: sp.Symbol, point: dict[sp.Symbol, Number]
) -> Choice | None:
    """The values that conditions, each with its symbols, leave for a symbol; None where they leave none."""
    low: Number | None = None
    high: Number | None = None
    for condition, symbols in about:
        if isinstance(condition, sp.Eq):
            solutions = (_solution(condition, symbol, point, shape) for shape in SHAPES)
            if (solved := next((end for end in solutions if end is not None), None)) is not None:
                return Choice(solved)
            continue
        bound = None if isinstance(condition, sp.Ne) else _bound(condition, symbols, symbol, point)
        if bound is None:
            continue
        end, below = bound
        if below:
            low = end if low is None or _less(low, end) else low
        else:
            high = end if high is None or _less(end, high) else high
    if low is not None and high is not None and _less(high, low):
        return None
    return Choice(None, low, high)


def _less(one: Number, other: Number) -> bool:
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one < other
    return bool(real(one) < real(other))


def _bound(
    condition: Relational, symbols: set[sp.Symbol], symbol: sp.Symbol, point: dict[sp.Symbol, Number]
) -> tuple[Number, bool] | None:
    """Where the symbol has to stop, and whether it is above that, if the condition is linear in it."""
    return _bound_alone(condition, symbol) if len(symbols) == 1 else _bound_at(condition, symbol, point)


@lru_cache(maxsize=1 << 12)
def _bound_alone(condition: Relational, symbol: sp.Symbol) -> tuple[Number, bool] | None:
    """The same for a condition on one symbol alone, which says the same at every point."""
    return _bound_at(condition, symbol, {})


def _bound_at(
    condition: Relational, symbol: sp.Symbol, point: dict[sp.Symbol, Number]
) -> tuple[Number, bool] | None:
    line = _line_at(condition, symbol, point, as_it_is)
    if line is None:
        return None
    slope, constant = line
    end = times([-constant, power(slope, Fraction(-1))])
    return end, isinstance(condition, (sp.Gt, sp.Ge)) == (slope > 0)


def as_it_is(number: Number) -> Number:
    """The number."""
    return number


SHAPES: tuple[Callable[[Number], Number], ...] = (
    as_it_is,
    lambda n: power(n, Fraction(-1)),
    lambda n: times([Fraction(-1), logarithm(n)]),
    lambda n: power(n, Fraction(1, 2)),
)
"""In these an equation may be linear: the symbol, its reciprocal, e to the power of minus it, its square."""


def _solution(
    equation: Relational, symbol: sp.Symbol, point: dict[sp.Symbol, Number], shape: Callable[[Number], Number]
) -> Number | None:
    line = _line(equation, symbol, point, shape)
    try:
        return None if line is None else shape(times([-line[1], power(line[0], Fraction(-1))]))
    except (UndefinedAtPointError, UnknownAtPointError):
        return None


def _line(
    condition: Relational,
    symbol: sp.Symbol,
    point: dict[sp.Symbol, Number],
    shape: Callable[[Number], Number],
) -> tuple[Any, Any] | None:
    """Slope and constant of left minus right, if linear in what the shape is of; None where it is not."""
    if condition.free_symbols == {symbol}:
        return _line_alone(condition, symbol, shape)
    return _line_at(condition, symbol, point, shape)


@lru_cache(maxsize=1 << 12)
def _line_alone(
    condition: Relational, symbol: sp.Symbol, shape: Callable[[Number], Number]
) -> tuple[Any, Any] | None:
    """The same for a condition on one symbol alone, which says the same at every point."""
    return _line_at(condition, symbol, {}, shape)


def _line_at(
    condition: Relational,
    symbol: sp.Symbol,
    point: dict[sp.Symbol, Number],
    shape: Callable[[Number], Number],
) -> tuple[Any, Any] | None:
    try:
        if shape is as_it_is and (plain := _coefficients(condition, symbol)) is not None:
            slope, constant = (_exactly(coefficient, point) for coefficient in plain)
            if slope is not None and constant is not None:
                return (slope, constant) if slope else None
        known = {**point, **{part: value(part, point) for part in _parts_without(condition, symbol)}}
        one, two, four = (
            total([value(condition.lhs, at), -value(condition.rhs, at)])
            for at in ({**known, symbol: shape(Fraction(n))} for n in (1, 2, 4))
        )
    except (UndefinedAtPointError, UnknownAtPointError):
        return None
    slope = total([two, -one])
    if slope == 0 or abs(real(total([four, -one, -3 * slope]))) > abs(real(slope)) / 10**30:
        return None
    return slope, total([one, -slope])


@lru_cache(maxsize=1 << 12)
def _parts_without(expression: sp.Basic, symbol: sp.Symbol) -> tuple[sp.Basic, ...]:
    """The largest parts whose values do not depend on the symbol, where all parts are evaluated.

    Examples
    --------
    >>> from sympy.abc import a, b, c
    >>> sorted(_parts_without(sp.Gt(c / (a + b) + a, a**2 * b), c), key=str)
    [1/(a + b), a**2*b]
    """
    if not expression.args:
        return ()
    if symbol not in expression.free_symbols:
        return (expression,)
    if not isinstance(expression, (Relational, sp.Add, sp.Mul, sp.Pow)):
        return ()  # of cases, only those that apply have to have a value
    return tuple(dict.fromkeys(p for part in expression.args for p in _parts_without(part, symbol)))


@lru_cache(maxsize=1 << 12)
def _coefficients(condition: Relational, symbol: sp.Symbol) -> tuple[Terms, Terms] | None:
    """Slope and constant of left minus right, where both are polynomials; None where it is no such line."""
    if not all(side.is_polynomial() for side in condition.args):
        return None
    polynomial = sp.Poly(condition.lhs - condition.rhs, *sorted(condition.free_symbols, key=str))
    if polynomial.degree(symbol) != 1 or not all(c.is_Rational for c in polynomial.coeffs()):
        return None
    place = polynomial.gens.index(symbol)
    parts: tuple[list[Any], list[Any]] = [], []
    for exponents, c in polynomial.terms():
        powers = [(s, k) for s, k in zip(polynomial.gens, exponents, strict=True) if k and s != symbol]
        parts[0 if exponents[place] else 1].append((Fraction(int(c.p), int(c.q)), tuple(powers)))
    return tuple(parts[0]), tuple(parts[1])


Terms = tuple[tuple[Fraction, tuple[tuple[sp.Symbol, int], ...]], ...]
"""A polynomial: a coefficient and powers of symbols for each term."""


def _exactly(terms: Terms, point: dict[sp.Symbol, Number]) -> Fraction | None:
    """The value of a polynomial at a point; None where a coordinate is no fraction."""
    found = []
    for coefficient, powers in terms:
        factors = [coefficient]
        for symbol, exponent in powers:
            if not isinstance(at := point[symbol], Fraction):
                return None
            factors += [at] * exponent
        found.append(times(factors))
    whole: Fraction = total(found)
    return whole


def ground(
    expression: sp.Basic, setting: Any, sizes: dict[sp.Symbol, int], place: dict[sp.Symbol, int]
) -> sp.Basic:
    """A statement about families at index sets of these sizes, in one symbol for each value of a family."""
    if isinstance(expression, Total):
        summand, indices = expression.summand, expression.indices
        return sp.Add(
            *(ground(summand, setting, sizes, {**place, **p}) for p in _places(indices, sizes)),
            evaluate=False,
        )
    if isinstance(expression, sp.Symbol):
        indices = setting.families.get(expression, ())
        return (
            sp.Symbol(f"{expression}[{','.join(str(place[i]) for i in indices)}]") if indices else expression
        )
    if not expression.args:
        return expression
    parts = [ground(part, setting, sizes, place) for part in expression.args]
    evaluated = not isinstance(expression, (Relational, sp.And, sp.Or, sp.Add, sp.Mul, sp.Pow, sp.Piecewise))
    return expression.func(*parts) if evaluated else expression.func(*parts, evaluate=False)


def _places(indices: Iterable[sp.Symbol], sizes: dict[sp.Symbol, int]) -> Iterator[dict[sp.Symbol, int]]:
    named = list(indices)
    for chosen in product(*(range(1, sizes[i] + 1) for i in named)):
        yield dict(zip(named, chosen, strict=True))


def _cells(
    family: sp.Symbol, setting: Any, sizes: dict[sp.Symbol, int]
) -> dict[sp.Symbol, dict[sp.Symbol, int]]:
    """The values of a family by their symbols, each with its place."""
    places = _places(setting.families[family], sizes)
    return {ground(family, setting, sizes, place): place for place in places}


def statements(formula: sp.Basic, setting: Any, sizes: dict[sp.Symbol, int]) -> list[sp.Basic]:
    """The statement for every value of its free indices."""
    free = sorted(setting.free_indices(formula), key=str)
    return [ground(formula, setting, sizes, place) for place in _places(free, sizes)]


def models(
    setting: Any, facts: Iterable[sp.Basic], goal: sp.Basic, count: int, seed: str
) -> Iterator[tuple[dict[sp.Symbol, Number], list[sp.Basic]]]:
    """Random finite models of the facts, each with what the goal says in it.

    A hypothesis `m = u * Total(m, z)` makes m a product: it is drawn as one, by a new family in place of the
    sum. The facts themselves decide whether the model counts.
    """
    random, found = Random(seed), 0
    given = tuple(facts)
    for number in range(ATTEMPTS * count // 10):
        if found == count:
            return
        sizes = {i: random.randint(1, LARGEST_SUPPORT - 1) for i in setting.indices}
        known = [s for fact in given for s in statements(fact, setting, sizes)]
        said = statements(goal, setting, sizes)
        products = _products(given, setting, sizes)
        drawn = [c for c in (k.xreplace(products) for k in known) if c not in (sp.true,)]
        symbols = frozenset[sp.Symbol]().union(*(s.free_symbols for s in (*known, *said)))
        free = symbols.union(*(f.free_symbols for f in products.values())) - set(products)
        events = {s for event in setting.events for s in _cells(event, setting, sizes)} & free
        for point in points(drawn, free, 1, f"{seed} {number}", events):
            whole = {**point, **{cell: value(made, point) for cell, made in products.items()}}
            if all(truth(fact, whole) for fact in known):
                found += 1
                yield whole, said


def _products(
    facts: tuple[sp.Basic, ...], setting: Any, sizes: dict[sp.Symbol, int]
) -> dict[sp.Symbol, sp.Expr]:
    """For each cell of a family that a hypothesis makes a product: this product."""
    found: dict[sp.Symbol, sp.Expr] = {}
    for fact in facts:
        if isinstance(fact, sp.Eq) and fact.lhs in setting.families:
            for inner in fact.rhs.atoms(Total):
                if inner.summand == fact.lhs:
                    rest = [i for i in setting.families[fact.lhs] if i not in inner.indices]
                    for cell, place in _cells(fact.lhs, setting, sizes).items():
                        made = sp.Symbol(f"{fact.lhs}_sum[{','.join(str(place[i]) for i in rest)}]")
                        found[cell] = ground(fact.rhs.xreplace({inner: made}), setting, sizes, place)
    return found
