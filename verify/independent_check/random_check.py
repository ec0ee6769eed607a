"""Whether a statement fails at a random point of its domain, by arithmetic that is not the prover's.

A formula is evaluated; a limit, a derivative, an extremum, an integral or a sum is computed from its
definition in many digits, with room for rounding; a statement on finite probability spaces is evaluated in
random models.
That it holds at all points supports a statement; one point at which it fails refutes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import mpmath
import sympy as sp

from verify.calculus.derivative import DerivativeSign, ImplicitDerivative, PartialDerivative
from verify.calculus.extremum import Infimum, Maximum, Minimum, Path, Supremum
from verify.calculus.fourier_integral import FourierIntegral
from verify.calculus.integral import DefiniteIntegral
from verify.calculus.limit import Limit
from verify.calculus.series import Series
from verify.claims.claim import Claim
from verify.independent_check import integers
from verify.independent_check.arithmetic import (
    DIGITS,
    Number,
    Point,
    UndefinedAtPointError,
    UnknownAtPointError,
    compared,
    real,
    truth,
    value,
)
from verify.independent_check.sampling import models, points

POINTS, MODELS = 60, 12
CLOSE = mpmath.mpf(10) ** -12
"""Relative room for a derivative, an integral or a sum that is computed from its definition."""

RELATIONS = {">": sp.Gt, ">=": sp.Ge, "<": sp.Lt, "<=": sp.Le, "=": sp.Eq}


@dataclass(frozen=True)
class RandomCheck:
    """What the points say.

    Parameters
    ----------
    tried : int
        At how many points of the domain the statement was seen to be true or false.
    failing : mapping of str to str, or None
        The first point at which it is false.
    """

    tried: int
    failing: Mapping[str, str] | None = None


def random_check(claim: Claim, seed: str) -> RandomCheck:
    """Whether the claim fails at a random point of its domain; the same for the same seed."""
    tried = 0
    with mpmath.workdps(DIGITS):
        for point, holds in _checks(claim, seed):
            tried += holds is not None
            if holds is False:
                return RandomCheck(tried, {str(symbol): _text(number) for symbol, number in point.items()})
    return RandomCheck(tried)


def _text(number: Number) -> str:
    return str(number) if isinstance(number, Fraction) else mpmath.nstr(number, 20)


def fails_at(claim: Claim, witness: Mapping[sp.Symbol, sp.Expr]) -> bool | None:
    """Whether a point is a witness against a formula; None where not seen, or for other statements."""
    if not isinstance(claim.statement, sp.Basic):
        return None
    with mpmath.workdps(DIGITS):
        try:
            at = {symbol: value(place, {}) for symbol, place in witness.items()}
        except (UndefinedAtPointError, UnknownAtPointError):
            return None
        needed = claim.symbols - set(at)
        at |= dict.fromkeys(needed, Fraction(0))
        inside = [truth(hypothesis, at) for hypothesis in claim.domain]
        holds = truth(claim.statement, at)
        return False if False in inside or holds else None if None in (*inside, holds) else True


def _checks(claim: Claim, seed: str) -> Iterator[tuple[Point, bool | None]]:
    statement = claim.statement
    if isinstance(statement, sp.Basic):
        for point in points(claim.domain, statement.free_symbols, POINTS, seed):
            yield point, truth(statement, point)
    elif hasattr(statement, "setting") and hasattr(statement, "goal") and not hasattr(statement, "sizes"):
        facts = statement.setting.facts(claim.domain, (statement.goal,))
        for point, said in models(statement.setting, facts, statement.goal, MODELS, seed):
            answers = [truth(part, point) for part in said]
            yield point, False if False in answers else None if None in answers else True
    elif type(statement) in integers.KINDS:
        yield from integers.checks(statement, claim.domain, POINTS // 3, seed)
    elif type(statement) in KINDS:
        yield from _of_kind(statement, claim.domain, seed)


def _of_kind(statement: Any, domain: tuple[sp.Basic, ...], seed: str) -> Iterator[tuple[Point, bool | None]]:
    holds = KINDS[type(statement)]
    curve = (
        (sp.Eq(statement.equation, 0, evaluate=False),) if isinstance(statement, ImplicitDerivative) else ()
    )
    for point in points((*domain, *curve), statement.free_symbols, POINTS // 3, seed):
        try:
            yield point, holds(statement, domain, point)
        except UndefinedAtPointError:
            yield point, False
        except (UnknownAtPointError, ArithmeticError, ValueError):
            yield point, None


def function_of(expression: sp.Expr, symbol: sp.Symbol, at: Point) -> Callable[[Any], Any]:
    """The expression as a function of one of its symbols."""
    return lambda x: real(value(expression, {**at, symbol: x}))


def equal(left: Number, right: Number) -> bool:
    """Up to what is lost in a derivative, an integral or a sum."""
    left, right = real(left), real(right)
    return bool(left == right or abs(left - right) <= CLOSE * (abs(left) + abs(right) + CLOSE))


def slope(expression: sp.Expr, symbol: sp.Symbol, at: Point) -> Any:
    """The derivative at a point, from both sides; undefined at a kink, where the sides differ."""
    f, x, step = function_of(expression, symbol, at), real(at[symbol]), mpmath.mpf(10) ** -18
    below, here, above = f(x - step), f(x), f(x + step)
    if abs(above - 2 * here + below) > CLOSE * step * (1 + abs(above - below) / step):
        raise UndefinedAtPointError("the slopes of the two sides differ")
    return (above - below) / (2 * step)


def _partial(statement: PartialDerivative, domain: tuple[sp.Basic, ...], at: Point) -> bool:
    return equal(slope(statement.function, statement.variable, at), value(statement.printed, at))


def _implicit(statement: ImplicitDerivative, domain: tuple[sp.Basic, ...], at: Point) -> bool:
    above, below = (slope(statement.equation, s, at) for s in (statement.variable, statement.unknown))
    if abs(below) < CLOSE:
        raise UnknownAtPointError("the equation may not be solvable here")
    return equal(-above / below, value(statement.printed, at))


def _sign(statement: DerivativeSign, domain: tuple[sp.Basic, ...], at: Point) -> bool | None:
    found = slope(statement.function, statement.variable, at)
    if abs(found) < CLOSE and statement.relation in (">", "<"):
        return None
    return compared(
        RELATIONS[statement.relation], mpmath.mpf(0) if abs(found) < CLOSE else found, mpmath.mpf(0)
    )


def tends(near: Callable[[Any], Any], goal: Number) -> bool | None:
    """Whether values at steps 1e-12, 1e-24, 1e-48 come closer to the goal, at least as logarithms do.

    None where they come closer, but so slowly that they may tend to something else.
    """
    steps = [mpmath.mpf(10) ** -n for n in (12, 24, 48)]
    with mpmath.workdps(6 * DIGITS):
        found = [near(step) for step in steps]
    goal = real(goal)
    if mpmath.isinf(goal):
        sizes = [f if goal > 0 else -f for f in found]
        if 0 < sizes[0] * 1.5 < sizes[1] * 1.3 < sizes[2]:
            return True
        return None if 0 < sizes[0] * 1.1 < sizes[1] * 1.05 < sizes[2] else False
    gaps = [abs(f - goal) for f in found]
    close = gaps[2] < mpmath.mpf(10) ** -10 * (1 + abs(goal))
    if close or gaps[2] < gaps[1] * 0.7 < gaps[0] * 0.6:
        return True
    return None if gaps[2] < gaps[1] * 0.95 < gaps[0] * 0.9 else False


def every(answers: Iterable[bool | None]) -> bool | None:
    """Whether all are true; None where one is not known, and none false."""
    known = set(answers)
    return False if False in known else None if None in known else True


def _limit(statement: Limit, domain: tuple[sp.Basic, ...], at: Point) -> bool | None:
    point, f = statement.point, function_of(statement.expression, statement.variable, at)
    goal = value(statement.value, at)
    if point in (sp.oo, -sp.oo):
        return tends(lambda t: f((1 if point == sp.oo else -1) / t), goal)
    place = real(value(point, at))
    sides = {"+": (1,), "-": (-1,), "both": (1, -1)}[statement.side]
    return every(tends(partial(_beside, f, place, side), goal) for side in sides)


def _beside(f: Callable[[Any], Any], place: Any, side: int, step: Any) -> Any:
    return f(place + side * step)


def _extremum(statement: Any, domain: tuple[sp.Basic, ...], at: Point) -> bool | None:
    comparison = sp.Ge if statement.lower else sp.Le
    goal = value(statement.value, at)
    if compared(comparison, value(statement.expression, at), goal) is False:
        return False
    place = statement.attained_at
    if isinstance(place, Path):
        near = _moved(at, place.at, {place.parameter: Fraction(1, 10**9)})
        if any(truth(h, near) is False for h in domain):
            return False
        return tends(
            lambda t: real(value(statement.expression, _moved(at, place.at, {place.parameter: t}))), goal
        )
    if place is None:
        return True
    there = _moved(at, place, {})
    inside = [truth(h, there) for h in domain if h.free_symbols & set(statement.over)]
    reached = compared(sp.Eq, value(statement.expression, there), goal)
    return reached if False not in inside else False


def _moved(at: Point, place: Mapping[sp.Symbol, sp.Expr], step: Mapping[sp.Symbol, Number]) -> Point:
    return {**at, **{s: value(sp.sympify(v, strict=True), {**at, **step}) for s, v in place.items()}}


def _integral(statement: DefiniteIntegral, domain: tuple[sp.Basic, ...], at: Point) -> bool | None:
    low, high = (real(value(end, at)) for end in (statement.lower, statement.upper))
    f, goal = function_of(statement.integrand, statement.variable, at), value(statement.value, at)
    cuts = [mpmath.mpf(0)] if low < 0 < high else []
    found = mpmath.quad(f, [low, *cuts, high])
    if equal(found, goal):
        return True
    # What quadrature makes of a kink or a step depends on where the range is cut.
    within = low + (high - low) * mpmath.mpf("0.381") if mpmath.isfinite(high - low) else mpmath.mpf(1)
    again = mpmath.quad(f, sorted({low, *cuts, within, high})) if low < within < high else found
    return None if abs(found - again) > abs(found - real(goal)) / 100 else False


def _fourier(statement: FourierIntegral, domain: tuple[sp.Basic, ...], at: Point) -> bool | None:
    f, turn = function_of(statement.density, statement.variable, at), real(value(statement.frequency, at))
    waves = ((mpmath.cos, statement.real), (mpmath.sin, statement.imaginary))
    ends = [mpmath.mpf(k) for k in (0, 1, 4, 16)] + [mpmath.inf]
    return every(
        equal(mpmath.quad(lambda t, wave=wave: f(t) * wave(turn * t), ends), value(part, at)) or None
        for wave, part in waves
        if part is not None
    )


MOST_TERMS = 1000
MOST_OF_A_FINITE_SUM = 20_000
FAR = (10_000, 9_999)
"""Where terms are compared that should become smaller."""


def _series(statement: Series, domain: tuple[sp.Basic, ...], at: Point) -> bool:
    lower, upper = statement.lower, statement.upper

    if upper != sp.oo and lower != -sp.oo and upper - lower > MOST_OF_A_FINITE_SUM:
        raise UnknownAtPointError("a sum of many terms")

    def summed(most: int) -> Any:
        first = -most if lower == -sp.oo else int(lower)
        last = most if upper == sp.oo else int(upper)
        term = statement.term
        return mpmath.fsum(
            real(value(term, {**at, statement.variable: Fraction(k)})) for k in range(first, last + 1)
        )

    half, whole = summed(MOST_TERMS // 2), summed(MOST_TERMS)
    if abs(whole - half) > CLOSE * (1 + abs(whole)):
        end = -1 if upper != sp.oo else 1
        last, before = (
            abs(real(value(statement.term, {**at, statement.variable: Fraction(end * k)}))) for k in FAR
        )
        if last >= before > 0:
            raise UndefinedAtPointError("the terms do not become smaller")
        raise UnknownAtPointError("the sum converges slowly")
    return equal(whole, value(statement.value, at))


AT_ONE_POINT = (PartialDerivative, ImplicitDerivative, DerivativeSign)
"""The kinds that say something of each point by itself: one that holds at a point has no witness there."""

KINDS: Mapping[type, Callable[[Any, tuple[sp.Basic, ...], Point], bool | None]] = {
    PartialDerivative: _partial,
    ImplicitDerivative: _implicit,
    DerivativeSign: _sign,
    Limit: _limit,
    Infimum: _extremum,
    Supremum: _extremum,
    Minimum: _extremum,
    Maximum: _extremum,
    DefiniteIntegral: _integral,
    FourierIntegral: _fourier,
    Series: _series,
}
"""How each kind is computed from its definition at one choice of its symbols."""
