"""Statements for every integer at a random point: the sum, integral or sequence for one n, computed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

import mpmath
import sympy as sp

from verify.calculus.points import at_point
from verify.independent_check.arithmetic import (
    Number,
    Point,
    UndefinedAtPointError,
    UnknownAtPointError,
    real,
    truth,
    value,
)
from verify.independent_check.sampling import points
from verify.integers.densities import NormalisedForEvery
from verify.integers.induction import Induction
from verify.integers.integrals import HypergeometricIntegral
from verify.integers.series import SeriesIntegral
from verify.integers.shares import ShareAtMostOne, ShareOfIntegral, ShareRises
from verify.integers.successive_shares import ShareForNext
from verify.integers.sums import HypergeometricSum
from verify.integers.tails import SumAsIntegral
from verify.integers.transforms import GammaTransform

LARGEST = 6
"""Of what a further integer may be, and n beyond its start."""

CLOSE = mpmath.mpf(10) ** -12
"""Relative room for an integral."""

HALFWAY = mpmath.mpf("0.381")
"""Where a range is cut, between 0 and 1."""

Looks = Iterator[tuple[Point, bool | None]]


def checks(statement: Any, domain: tuple[sp.Basic, ...], count: int, seed: str) -> Looks:
    """Points with small integers, and whether the statement holds there; None where that is not seen."""
    random = Random(seed)
    for attempt in range(count):
        integers = {m: sp.Integer(random.randint(0, LARGEST)) for m in statement.integers}
        n = statement.start.subs(integers) + random.randint(0, LARGEST)
        here = tuple(at_point(hypothesis, integers) for hypothesis in domain)
        others = statement.free_symbols - set(integers)
        for point in points(here, others, 1, f"{seed} {attempt}"):
            at = {
                **point,
                **{m: Fraction(int(i)) for m, i in integers.items()},
                statement.n: Fraction(int(n)),
            }
            try:
                yield at, KINDS[type(statement)](statement, at)
            except UndefinedAtPointError:
                yield at, False
            except (UnknownAtPointError, ArithmeticError, ValueError):
                yield at, None


def _summed(statement: Any, at: Point) -> Number:
    """The terms from the lower end to the upper, one after the other."""
    lower, upper = (value(end, at) for end in (statement.lower, statement.upper))
    if upper < lower - 1:
        raise UnknownAtPointError("a sum that ends before it begins")
    places = range(int(lower), int(upper) + 1)
    return mpmath.fsum(real(value(statement.term, {**at, statement.index: Fraction(k)})) for k in places)


def _integrated(density: sp.Expr, variable: sp.Symbol, low: Any, high: Any, at: Point) -> Any:
    """By quadrature, twice, with other cuts; of a half-line the part on which a decaying term can be seen."""

    def f(t: Any) -> Any:
        return real(value(density, {**at, variable: t}))

    cuts = ((0, 1, 8, 40, 400), (0, 2, 11, 60, 800)) if mpmath.isinf(high) else ((0, 1), (0, HALFWAY, 1))
    size = 1 if mpmath.isinf(high) else high - low
    found = [mpmath.quad(f, [low + size * cut for cut in each]) for each in cuts]
    if abs(found[0] - found[1]) > CLOSE * (1 + abs(found[0])):
        raise UnknownAtPointError("quadrature does not settle")
    return found[0]


def _alike(left: Any, right: Any) -> bool:
    return bool(abs(left - right) <= CLOSE * (abs(left) + abs(right) + CLOSE))


def _sum(statement: HypergeometricSum, at: Point) -> bool:
    return _alike(_summed(statement, at), real(value(statement.value, at)))


def _integral(statement: HypergeometricIntegral, at: Point) -> bool:
    low, high = (real(value(end, at)) for end in (statement.lower, statement.upper))
    found = _integrated(statement.term, statement.variable, low, high, at)
    return _alike(found, real(value(statement.value, at)))


def _density(statement: NormalisedForEvery, at: Point) -> bool:
    """The integral, and the sign at places of which each is twice the one before."""
    low = real(value(statement.lower, at))
    high = real(value(statement.upper, at))
    shares = [low + mpmath.mpf(2) ** k for k in range(-6, 5)]
    inside = [t for t in shares if low < t < high]
    signs = (real(value(statement.term, {**at, statement.variable: t})) >= 0 for t in inside)
    return _integral(statement, at) and all(signs)


def _series(statement: SeriesIntegral, at: Point) -> bool:
    high = real(value(statement.x, at))
    found = _integrated(statement.term, statement.variable, mpmath.mpf(0), high, at)
    return _alike(found, real(value(statement.value, at)))


def _share(statement: ShareOfIntegral, at: Point) -> Any:
    low, x, whole = (real(value(end, at)) for end in statement.ends)
    if whole <= low or x < low:
        raise UndefinedAtPointError("an integral that ends where it begins, or before")
    parts = [_integrated(statement.term, statement.variable, low, end, at) for end in (x, whole)]
    return parts[0] / parts[1]


def _share_at_most_one(statement: ShareAtMostOne, at: Point) -> bool:
    return bool(_share(statement, at) <= 1 + CLOSE)


def _share_rises(statement: ShareRises, at: Point) -> bool | None:
    """At places of which each is twice as far from the lower end as the one before."""
    low, whole = (real(value(end, at)) for end in (statement.lower, statement.whole))
    places = [low + (whole - low) * mpmath.mpf(2) ** k for k in range(-1, 3)]
    shares = [0, *(_share(statement, {**at, statement.x: place}) for place in places)]
    rises = [_is_less(one, other) for one, other in itertools.pairwise(shares)]
    return False if False in rises else True if all(rises) else None


def _share_for_next(statement: ShareForNext, at: Point) -> bool | None:
    this, following = (_share(statement, {**at, statement.n: at[statement.n] + step}) for step in (0, 1))
    return _is_less(following, this) if statement.relation == "<" else _is_less(this, following)


def _is_less(one: Any, other: Any) -> bool | None:
    """None where they are too close to tell."""
    return None if _alike(one, other) else bool(one < other)


def _transform(statement: GammaTransform, at: Point) -> bool:
    """With the cosine and with the sine."""
    parts = [value(part, at) for part in (statement.real, statement.imaginary)]
    goal = mpmath.mpc(*map(real, parts)) ** -real(value(statement.shape, at))
    angle = statement.frequency * statement.variable
    zero, ends = mpmath.mpf(0), mpmath.inf
    found = [
        _integrated(statement.density * wave(angle), statement.variable, zero, ends, at)
        for wave in (sp.cos, sp.sin)
    ]
    return bool(abs(mpmath.mpc(*found) - goal) <= CLOSE * (abs(goal) + CLOSE))


def _tail(statement: SumAsIntegral, at: Point) -> bool:
    low, high = (real(value(end, at)) for end in (statement.origin, statement.x))
    return _alike(_summed(statement, at), _integrated(statement.density, statement.variable, low, high, at))


def _induction(statement: Induction, at: Point) -> bool | None:
    """The sequences are computed from their start."""
    here = {**at, statement.n: value(statement.start, at)}
    here |= {s.symbol: value(s.first, here) for s in statement.sequences}
    while here[statement.n] < at[statement.n]:
        following = {s.symbol: value(s.following, here) for s in statement.sequences}
        here |= {**following, statement.n: here[statement.n] + 1}
    return truth(statement.claim, here)


KINDS: Mapping[type, Callable[[Any, Point], bool | None]] = {
    HypergeometricSum: _sum,
    HypergeometricIntegral: _integral,
    NormalisedForEvery: _density,
    SeriesIntegral: _series,
    ShareAtMostOne: _share_at_most_one,
    ShareRises: _share_rises,
    ShareForNext: _share_for_next,
    GammaTransform: _transform,
    SumAsIntegral: _tail,
    Induction: _induction,
}
"""How each kind is computed for one n."""
