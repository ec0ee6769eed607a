"""Test vectors: binary64 arguments, and the exact value there, from the closed form by ball arithmetic.

The arguments are exact; the value is enclosed so narrowly that its neighbours in binary64 are certain. It
comes from the derived closed form, not from the tree that is exported.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import math
import random
import struct
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import islice

import sympy as sp
from flint import arb, ctx, fmpq

from symbolic_eps.errors import InputError
from symbolic_eps.export.forms.argument import Argument, at_least_one, limits
from symbolic_eps.export.forms.ball_value import ball_of, fraction_of
from symbolic_eps.export.forms.formula import Case, Formula
from verify.language.condition import Condition
from verify.points.rational_search import simple_points

_BITS = (256, 1024, 4096, 16384)
_AWKWARD = (
    1.0,
    1 - 2.0**-53,
    1 - 2.0**-30,
    0.5,
    1 / 3,
    2.0**-30,
    2.0**-53,
    1e-100,
    2.0**-537,
    2.0**-1022,
)
_ABOVE_ONE = (1.0, 1 + 2.0**-52, 1 + 2.0**-51, 1 + 1e-12, 1 + 2.0**-20, 1.5, 2.0, 3.0, 1e3, 2.0**53, 1e80)
_OUTSIDE = (0.0, -1.0, math.nan, math.inf, -math.inf, -0.0, 2.0**-1074, 1 + 2.0**-52, 1e300)
_BESIDE = 3
MOST_TRIES = 200
"""Points that are looked at for each one that is wanted: narrow domains have few."""


class Status(StrEnum):
    """What kind of answer a point has."""

    VALUE = "value"
    INFINITE = "infinite"
    OUTSIDE = "outside"
    BEYOND = "beyond"
    """In the domain of each argument, but too small or too large to compute with."""


@dataclass(frozen=True)
class Vector:
    """One point.

    Parameters
    ----------
    arguments : tuple of float
    status : Status
    rounded, below, above : float
        The exact value rounded to nearest, down and up; NaN but for `value`.
    unit : float
        The unit in the last place of the exact value.
    offset : float
        (exact - rounded)/unit, between -1/2 and 1/2, to 1e-9: an error is |(y - rounded)/unit - offset| ulps.
    """

    arguments: tuple[float, ...]
    status: Status
    rounded: float = math.nan
    below: float = math.nan
    above: float = math.nan
    unit: float = math.nan
    offset: float = math.nan


def vectors(formula: Formula, count: int = 600) -> tuple[Vector, ...]:
    """Points all over the domain, at its awkward places, on both sides of each border, and outside of it.

    Parameters
    ----------
    formula : Formula
    count : int
        About how many points have a value.

    Returns
    -------
    tuple of Vector
        Always the same ones for the same formula, whichever logarithms its programs call.
    """
    return _vectors(replace(formula.with_logarithms(own=False), early=False), count)


@lru_cache(maxsize=128)
def _vectors(formula: Formula, count: int) -> tuple[Vector, ...]:
    seen: dict[tuple[str, ...], Vector] = {}
    counted: Counter[Status] = Counter()
    for point in islice(_points(formula), MOST_TRIES * count):
        key = tuple(map(_bits, point))
        vector = None if key in seen else _vector(formula, point)
        if vector is None or (vector.status is not Status.VALUE and counted[vector.status] >= count // 3):
            continue
        seen[key] = vector
        counted[vector.status] += 1
        if counted[Status.VALUE] >= count:
            break
    return tuple(seen.values())


def _bits(value: float) -> str:
    return struct.pack(">d", value).hex()


def csv_text(formula: Formula, points: Sequence[Vector]) -> str:
    """The vectors as CSV: binary64 numbers as 16 hexadecimal digits, the offset in decimals."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [a.name for a in formula.arguments]
    writer.writerow([*names, "status", "rounded", "below", "above", "unit", "offset"])
    for v in points:
        numbers = [*v.arguments, v.rounded, v.below, v.above, v.unit]
        hexadecimal = [_bits(n) for n in numbers]
        cut = len(names)
        writer.writerow([*hexadecimal[:cut], str(v.status), *hexadecimal[cut:], f"{v.offset:.9f}"])
    return text.getvalue()


def json_text(formula: Formula, points: Sequence[Vector]) -> str:
    """The same as JSON, each number also as the shortest decimal text that gives it back."""
    records = [
        {
            "arguments": {a.name: _number(x) for a, x in zip(formula.arguments, v.arguments, strict=True)},
            "status": str(v.status),
            **(
                {k: _number(getattr(v, k)) for k in ("rounded", "below", "above", "unit")}
                | {"offset": f"{v.offset:.9f}"}
                if v.status is Status.VALUE
                else {}
            ),
        }
        for v in points
    ]
    return json.dumps({"formula": formula.identifier, "vectors": records}, indent=1) + "\n"


def _number(value: float) -> dict[str, str]:
    return {"bits": _bits(value), "decimal": repr(value)}


def sha256(text: str) -> str:
    """Of the text in UTF-8.

    Examples
    --------
    >>> sha256("")[:8]
    'e3b0c442'
    """
    return hashlib.sha256(text.encode()).hexdigest()


def in_domain(formula: Formula, point: Sequence[float]) -> bool:
    """Whether a formula has a value there, finite or not: decided in exact arithmetic."""
    return refused(formula, point) is None


def refused(formula: Formula, point: Sequence[float]) -> Status | None:
    """`OUTSIDE` or `BEYOND` where an exported function refuses, and None where it has a value.

    First comes what the domain says of each argument alone, then their sizes, then the rest of the domain.
    """
    values_by_argument = dict(zip(formula.arguments, point, strict=True))
    if not all(
        limit.admits(values_by_argument[limit.argument])
        for limit in limits(formula.arguments, formula.domain)
    ):
        return Status.OUTSIDE
    if any(x != 0 and not a.smallest <= x <= a.largest for a, x in values_by_argument.items()):
        return Status.BEYOND
    if any(a.whole and x != math.floor(x) for a, x in values_by_argument.items()):
        return Status.OUTSIDE
    values = _exact(formula, point)
    return None if all(_holds(condition, values) for condition in formula.domain) else Status.OUTSIDE


def case_at(formula: Formula, point: Sequence[float]) -> Case:
    """The case that holds at a point of the domain."""
    values = _exact(formula, point)
    return next(c for c in formula.cases if all(_holds(condition, values) for condition in c.conditions))


def enclosed(formula: Formula, case: Case, point: Sequence[float]) -> tuple[Fraction, Fraction] | None:
    """An interval that contains the exact value, relative width below 2^-100; None where it is infinite."""
    if case.value is None:
        return None
    values = _exact(formula, point)
    for bits in _BITS:
        with ctx.workprec(bits):
            ball = ball_of(case.exact, {symbol: arb(value) for symbol, value in values.items()})
            if ball.is_finite() and ball.rel_accuracy_bits() > 100:
                lower, upper = (fraction_of(end) for end in (ball.lower(), ball.upper()))
                return lower, upper
    if case.vanishes is not None and _value(case.vanishes, values) == 0:
        return Fraction(0), Fraction(0)
    raise ArithmeticError(f"{formula.identifier} at {point}: no narrow enclosure")


def _vector(formula: Formula, point: tuple[float, ...]) -> Vector | None:
    status = refused(formula, point)
    if status is not None:
        return Vector(point, status)
    interval = enclosed(formula, case_at(formula, point), point)
    if interval is None:
        return Vector(point, Status.INFINITE)
    lower, upper = interval
    below, above = _below(lower), -_below(-upper)
    if above > math.nextafter(below, math.inf):
        return None  # between two numbers that are too near to tell
    rounded = float((lower + upper) / 2)
    unit = math.ulp(below) if below > 0 else 2.0**-1074
    if lower == 0:
        return Vector(point, Status.VALUE, 0.0, 0.0, 0.0, unit, 0.0)
    offset = float(((lower + upper) / 2 - Fraction(rounded)) / Fraction(unit))
    return Vector(point, Status.VALUE, rounded, below, above, unit, offset)


def _below(value: Fraction) -> float:
    nearest = float(value)
    return math.nextafter(nearest, -math.inf) if Fraction(nearest) > value else nearest


def _exact(formula: Formula, point: Sequence[float]) -> dict[sp.Symbol, fmpq]:
    return {
        a.symbol: fmpq(*x.as_integer_ratio()) if math.isfinite(x) else fmpq(0)
        for a, x in zip(formula.arguments, point, strict=True)
    }


def _value(polynomial: sp.Expr, values: dict[sp.Symbol, fmpq]) -> fmpq:
    total = fmpq(0)
    for powers, coefficient in _terms(polynomial, tuple(values)):
        term = coefficient
        for value, power in zip(values.values(), powers, strict=True):
            if power:
                term *= value**power
        total += term
    return total


@lru_cache(maxsize=512)
def _terms(polynomial: sp.Expr, symbols: tuple[sp.Symbol, ...]) -> tuple[tuple[tuple[int, ...], fmpq], ...]:
    terms = sp.Poly(polynomial, *symbols).terms()
    return tuple((powers, fmpq(int(c.p), int(c.q))) for powers, c in terms)


def _holds(condition: Condition, values: dict[sp.Symbol, fmpq]) -> bool:
    value = _value(condition.polynomial, values)
    return condition.relation.holds((value > 0) - (value < 0))


def _points(formula: Formula) -> Iterator[tuple[float, ...]]:
    """Awkward points first, then errors, borders and random ones, in a fixed order."""
    generator = random.Random(formula.identifier)
    arguments = formula.arguments
    inside = _one_inside(formula, generator)
    for position, argument in enumerate(arguments):
        for value in (*_awkward(argument, formula), *_OUTSIDE):
            yield (*inside[:position], value, *inside[position + 1 :])
    borders = [c.polynomial for case in formula.cases for c in case.conditions]
    borders += [c.polynomial for c in formula.domain if len(c.symbols) > 1]
    borders += list(_zeros(formula))
    while True:
        point = tuple(_random(argument, formula, generator) for argument in arguments)
        yield point
        yield tuple(x * (1 + _spread(generator, -40, -4) * generator.choice((-1, 1))) for x in inside)
        if borders and generator.random() < 0.4:
            yield from _beside(formula, generator.choice(borders), point, generator)


@lru_cache(maxsize=512)
def _lines(border: sp.Expr, symbols: tuple[sp.Symbol, ...]) -> Mapping[int, tuple[sp.Expr, sp.Expr]]:
    """Slope and start of the border in each symbol in which it is linear, by the symbol's position."""
    expanded = border.expand()
    return {
        position: (expanded.coeff(symbol, 1), expanded.coeff(symbol, 0))
        for position, symbol in enumerate(symbols)
        if sp.degree(border, symbol) == 1
    }


def _zeros(formula: Formula) -> Iterator[sp.Expr]:
    """Where the value of the only case is 0, as factors in several arguments: no border of cases is there."""
    if len(formula.cases) == 1:
        for factor, _ in sp.factor_list(formula.cases[0].vanishes or 1)[1]:
            if len(factor.free_symbols) > 1:
                yield factor


def _one_inside(formula: Formula, generator: random.Random) -> tuple[float, ...]:
    for _ in range(2_000):
        point = tuple(_random(a, formula, generator) for a in formula.arguments)
        if in_domain(formula, point) and case_at(formula, point).value is not None:
            return point
    for case in formula.cases:
        for start in islice(simple_points([*formula.domain, *case.conditions]), MOST_TRIES):
            point = tuple(float(start.get(a.symbol, sp.S.One)) for a in formula.arguments)
            if case.value is not None and in_domain(formula, point):
                return point
    raise InputError(
        f"{formula.identifier}: no binary64 numbers were found in its domain: leave out this formula"
    )


def _awkward(argument: Argument, formula: Formula) -> tuple[float, ...]:
    if argument.whole:
        return (1.0, 2.0, 3.0, 10.0, 1e6, 2.0**50, 1.5)
    return _ABOVE_ONE if at_least_one(argument.symbol, formula.domain) else _AWKWARD


def _random(argument: Argument, formula: Formula, generator: random.Random) -> float:
    kind = generator.random()
    if kind < 0.15:
        return generator.choice(_awkward(argument, formula))
    if argument.whole:
        return float(generator.randint(1, 2 ** generator.randint(1, 20)))
    if at_least_one(argument.symbol, formula.domain):
        return generator.choice(
            (
                1 + _spread(generator, -40, 6),
                1 + generator.random(),
                _spread(generator, 0, 298),
            )
        )
    if not argument.probability and generator.random() < 0.2:
        return min(_spread(generator, -40, min(math.frexp(argument.largest)[1] - 1, 298)), argument.largest)
    largest = 1.0 if argument.probability else 2.0**6
    drawn = generator.choice(
        (
            generator.random(),
            1 - _spread(generator, -53, -1) / 2,
            _spread(generator, -40, -1),
            _spread(generator, -1000, -1),
        )
    )
    return max(largest * drawn, argument.smallest)


def _spread(generator: random.Random, low: int, high: int) -> float:
    """A number of any size between 2^low and 2^(high + 1), without a power function, which differs."""
    return math.ldexp(1 + generator.random(), generator.randint(low, high))


def _beside(
    formula: Formula, border: sp.Expr, point: tuple[float, ...], generator: random.Random
) -> Iterator[tuple[float, ...]]:
    """Points just on both sides of a border: one argument, in which it is linear, is moved there."""
    values = _exact(formula, point)
    lines = _lines(border, tuple(values))
    if not lines:
        return
    position = generator.choice([*lines])
    slope, start = (_value(c, values) for c in lines[position])
    if slope == 0:
        return
    met = -start / slope
    exact = Fraction(int(met.p), int(met.q))
    if not Fraction(2) ** -1022 <= exact <= Fraction(2) ** 300:
        return
    value = float(exact)
    for _ in range(_BESIDE):
        value = math.nextafter(value, -math.inf)
    for _ in range(2 * _BESIDE + 1):
        yield (*point[:position], value, *point[position + 1 :])
        value = math.nextafter(value, math.inf)
