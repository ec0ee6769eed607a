"""Interval arithmetic with exact ends: values and partial derivatives of the elementary operations.

An interval is a pair of exact `arb` ends, rounded outward; unlike a ball, it keeps an end that is exactly 0.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import sympy as sp
from flint import arb, fmpq

from verify.errors import VerifyError

Interval = tuple[arb, arb]
"""Lower and upper end, exact and finite."""

_Rule = Callable[..., Interval]
_Exact = Callable[..., fmpq]
_Partials = Callable[..., tuple[Interval | None, ...]]
"""Enclosures of the partial derivatives, from the arguments and the value; None where unbounded."""


class UndefinedError(VerifyError, ArithmeticError):
    """The expression is undefined at every point of the box: a quotient, root or log proves it."""


class PossiblyUndefinedError(VerifyError, ArithmeticError):
    """The enclosure cannot exclude that the expression is undefined somewhere on the box."""


class NotRationalError(VerifyError, ArithmeticError):
    """The value at a rational point is not known to be a rational number."""


ZERO = arb(0)
ONE: Interval = (arb(1), arb(1))
_UNIT: Interval = (arb(0), arb(1))
NOTHING: Interval = (arb(0), arb(0))


def interval(lower: fmpq, upper: fmpq) -> Interval:
    """The smallest interval at the working precision with `lower` and `upper` inside."""
    return arb(lower).lower(), arb(upper).upper()


def negative(x: Interval) -> Interval:
    """Enclosure of -x."""
    return (-x[1]).lower(), (-x[0]).upper()


def add(*terms: Interval) -> Interval:
    """Enclosure of the sum."""
    lower, upper = terms[0]
    for a, b in terms[1:]:
        lower, upper = lower + a, upper + b
    return lower.lower(), upper.upper()


def multiply(x: Interval, y: Interval) -> Interval:
    """Enclosure of the product, by the signs of the factors' ends."""
    (a, b), (c, d) = x, y
    if a >= ZERO:
        lower = (a if c >= ZERO else b) * c
        upper = (b if d >= ZERO else a) * d
    elif b <= ZERO:
        lower = (b if d <= ZERO else a) * d
        upper = (a if c <= ZERO else b) * c
    elif c >= ZERO:
        lower, upper = a * d, b * d
    elif d <= ZERO:
        lower, upper = b * c, a * c
    else:
        return min((a * d).lower(), (b * c).lower()), max((a * c).upper(), (b * d).upper())
    return lower.lower(), upper.upper()


def _integer_power(n: int, x: Interval) -> Interval:
    if n < 0:
        if x[0] <= ZERO <= x[1]:
            raise UndefinedError if x[0] == x[1] else PossiblyUndefinedError
        a, b = _integer_power(-n, x)
        if a <= ZERO <= b:  # the power may round to 0 although the base does not
            raise PossiblyUndefinedError
        return (1 / b).lower(), (1 / a).upper()
    a, b = x
    if n % 2 == 0:
        if b <= ZERO:
            a, b = -b, -a
        elif a < ZERO:
            return arb(0), (max(-a, b) ** n).upper()
    return (a**n).lower(), (b**n).upper()


def _root(index: int, end: arb) -> arb:
    if end == ZERO:
        return arb(0)
    return end.sqrt() if index == 2 else end.root(index)


def _rational_power(exponent: Fraction, x: Interval) -> Interval:
    a, b = x
    if b < ZERO:
        raise UndefinedError
    if a < ZERO:
        raise PossiblyUndefinedError
    index = exponent.denominator
    root = (max(_root(index, a).lower(), ZERO), _root(index, b).upper())
    return _integer_power(exponent.numerator, root)


def _logarithm(x: Interval) -> Interval:
    if x[1] <= ZERO:
        raise UndefinedError
    if x[0] <= ZERO:
        raise PossiblyUndefinedError
    return x[0].log().lower(), x[1].log().upper()


def _finite(x: Interval) -> Interval:
    if not (x[0].is_finite() and x[1].is_finite()):
        raise PossiblyUndefinedError  # overflow: nothing is known
    return x


def _increasing(method: Callable[[arb], arb], x: Interval) -> Interval:
    return _finite((method(x[0]).lower(), method(x[1]).upper()))


def _by_ball(method: Callable[[arb], arb], least: arb | None, greatest: arb | None, x: Interval) -> Interval:
    """A function whose ball extension is used as it is, cut to its range."""
    ball = method(x[0].union(x[1]))
    a, b = _finite((ball.lower(), ball.upper()))
    return a if least is None else max(a, least), b if greatest is None else min(b, greatest)


def _absolute(x: Interval) -> Interval:
    a, b = x
    if a >= ZERO:
        return x
    return negative(x) if b <= ZERO else (arb(0), max(-a, b).upper())


def _extreme(choose: Callable[[arb, arb], arb], x: Interval, y: Interval) -> Interval:
    return choose(x[0], y[0]), choose(x[1], y[1])


def _integer_power_partials(n: int, x: Interval, _: Interval) -> tuple[Interval | None]:
    return (multiply((arb(n), arb(n)), _integer_power(n - 1, x)),)


def _rational_power_partials(r: Fraction, x: Interval, _: Interval) -> tuple[Interval | None]:
    if x[0] <= ZERO and r < 1:
        return (None,)
    factor = fmpq(r.numerator, r.denominator)
    return (multiply(interval(factor, factor), _rational_power(r - 1, x)),)


def _absolute_partials(x: Interval, _: Interval) -> tuple[Interval]:
    if x[0] >= ZERO:
        return (ONE,)
    return (negative(ONE),) if x[1] <= ZERO else ((arb(-1), arb(1)),)


def _maximum_partials(x: Interval, y: Interval, _: Interval) -> tuple[Interval, Interval]:
    # Clarke's generalised gradient: a weighted mean of the two, for which the mean value theorem holds.
    if x[0] >= y[1]:
        return ONE, NOTHING
    if x[1] <= y[0]:
        return NOTHING, ONE
    return _UNIT, _UNIT


def _minimum_partials(x: Interval, y: Interval, value: Interval) -> tuple[Interval, Interval]:
    return _maximum_partials(negative(x), negative(y), value)


def _exact_power(exponent: Fraction, x: fmpq) -> fmpq:
    if exponent < 0 and x == 0:
        raise UndefinedError
    if exponent.denominator == 1:
        return x ** int(exponent)
    if x < 0:
        raise UndefinedError
    above, exact_above = sp.integer_nthroot(int(x.p), exponent.denominator)
    below, exact_below = sp.integer_nthroot(int(x.q), exponent.denominator)
    if not (exact_above and exact_below):
        raise NotRationalError
    return fmpq(above, below) ** exponent.numerator


def _known_only_at(argument: int, value: int, x: fmpq) -> fmpq:
    if x == argument:
        return fmpq(value)
    raise NotRationalError


def _exact_logarithm(x: fmpq) -> fmpq:
    if x <= 0:
        raise UndefinedError
    return _known_only_at(1, 0, x)


class Operation(NamedTuple):
    """An elementary operation: on intervals, its partial derivatives, and on rationals."""

    interval: _Rule
    partials: _Partials
    exact: _Exact


def _reciprocal(x: Interval) -> Interval:
    return _integer_power(-1, x)


_sine = partial(_by_ball, arb.sin, arb(-1), arb(1))
_cosine = partial(_by_ball, arb.cos, arb(-1), arb(1))
_hyperbolic_sine = partial(_increasing, arb.sinh)
_hyperbolic_cosine = partial(_by_ball, arb.cosh, arb(1), None)

ADD = Operation(add, lambda *xs: (ONE,) * (len(xs) - 1), lambda *xs: sum(xs, fmpq(0)))
MULTIPLY = Operation(multiply, lambda x, y, _: (y, x), lambda x, y: x * y)
FUNCTIONS: dict[type[sp.Basic], Operation] = {
    sp.exp: Operation(partial(_increasing, arb.exp), lambda x, y: (y,), partial(_known_only_at, 0, 1)),
    sp.log: Operation(_logarithm, lambda x, y: (_reciprocal(x),), _exact_logarithm),
    sp.sin: Operation(_sine, lambda x, y: (_cosine(x),), partial(_known_only_at, 0, 0)),
    sp.cos: Operation(_cosine, lambda x, y: (negative(_sine(x)),), partial(_known_only_at, 0, 1)),
    sp.sinh: Operation(
        _hyperbolic_sine, lambda x, y: (_hyperbolic_cosine(x),), partial(_known_only_at, 0, 0)
    ),
    sp.cosh: Operation(
        _hyperbolic_cosine, lambda x, y: (_hyperbolic_sine(x),), partial(_known_only_at, 0, 1)
    ),
    sp.tanh: Operation(
        partial(_increasing, arb.tanh),
        lambda x, y: (add(ONE, negative(_integer_power(2, y))),),
        partial(_known_only_at, 0, 0),
    ),
    sp.atan: Operation(
        partial(_increasing, arb.atan),
        lambda x, y: (_reciprocal(add(ONE, _integer_power(2, x))),),
        partial(_known_only_at, 0, 0),
    ),
    sp.Abs: Operation(_absolute, _absolute_partials, abs),
}
EXTREMA: dict[type[sp.Basic], Operation] = {
    sp.Max: Operation(partial(_extreme, max), _maximum_partials, max),
    sp.Min: Operation(partial(_extreme, min), _minimum_partials, min),
}


def power(exponent: Fraction) -> Operation:
    """The operation `x -> x**exponent`; a root is that of a number >= 0."""
    exact = partial(_exact_power, exponent)
    if exponent.denominator == 1:
        n = int(exponent)
        return Operation(partial(_integer_power, n), partial(_integer_power_partials, n), exact)
    partials = partial(_rational_power_partials, exponent)
    return Operation(partial(_rational_power, exponent), partials, exact)
