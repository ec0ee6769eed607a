"""Values and truth at a point: fractions as long as they suffice, else 60 digits; nothing of the prover.

What is undefined counts as false, as in claims. Where 60 digits cannot tell two numbers apart they are taken
for equal; whether one is less than the other is then unknown, and so is whether they differ.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import isqrt, lcm, prod
from typing import Any

import mpmath
import sympy as sp
from sympy.core.relational import Relational

from verify.errors import VerifyError
from verify.probability.weighted_sum import Quotient

DIGITS = 60

LARGEST_OF_SERIES = 100
"""Argument of a hypergeometric function."""


def near() -> Any:
    """Relative to their size, numbers that differ by less are not told apart: 0.6 of the digits agree."""
    return mpmath.mpf(10) ** (-3 * mpmath.mp.dps // 5)


Number = Any
"""A Fraction, or an mpmath number."""

Point = Mapping[sp.Symbol, Number]


class UndefinedAtPointError(VerifyError, ArithmeticError):
    """The expression has no real value there."""


class UnknownAtPointError(VerifyError, ArithmeticError):
    """The arithmetic here cannot tell."""


def real(number: Number) -> Any:
    """The number as one of mpmath's."""
    if isinstance(number, Fraction):
        return mpmath.mpf(number.numerator) / number.denominator
    return mpmath.mpf(number)


def total(numbers: list[Number]) -> Number:
    """The sum; 0 where its terms cancel as far as can be seen."""
    if all(isinstance(n, Fraction) for n in numbers):
        common = lcm(*[n.denominator for n in numbers])
        return Fraction(sum([n.numerator * (common // n.denominator) for n in numbers]), common)
    terms = [real(n) for n in numbers]
    found, largest = mpmath.fsum(terms), max(map(abs, terms))
    return mpmath.mpf(0) if abs(found) < near() * largest else found


def times(numbers: list[Number]) -> Number:
    """The product; exactly 0 where a factor is, and all others are finite."""
    if all(isinstance(n, Fraction) for n in numbers):
        return Fraction(prod([n.numerator for n in numbers]), prod([n.denominator for n in numbers]))
    factors = [real(n) for n in numbers]
    if any(isinstance(n, Fraction) and n == 0 for n in numbers) and all(map(mpmath.isfinite, factors)):
        return Fraction(0)
    return prod(factors, start=mpmath.mpf(1))


def power(base: Number, exponent: Number) -> Number:
    """The real power; a root of a negative number and a quotient by 0 have no value."""
    if base == 0 and not isinstance(base, Fraction) and exponent != 1:
        raise UnknownAtPointError("0 as far as can be seen, in a power")
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        if base == 0 and exponent < 0:
            raise UndefinedAtPointError("divided by 0")
        if abs(exponent) > 10**4:
            raise UnknownAtPointError("a large power")
        return base ** int(exponent)
    if base < 0 or (base == 0 and exponent <= 0):
        raise UndefinedAtPointError("a root of a negative number")
    if exponent == Fraction(1, 2) and isinstance(base, Fraction):
        above, below = isqrt(base.numerator), isqrt(base.denominator)
        if above**2 == base.numerator and below**2 == base.denominator:
            return Fraction(above, below)
    return mpmath.power(real(base), real(exponent))


def logarithm(number: Number) -> Number:
    """The natural logarithm."""
    if number == 0 and not isinstance(number, Fraction):
        raise UnknownAtPointError("0 as far as can be seen, in a logarithm")
    if number <= 0:
        raise UndefinedAtPointError("a logarithm of a number that is not positive")
    return Fraction(0) if number == 1 else mpmath.log(real(number))


def exponential(number: Number) -> Number:
    """The exponential."""
    if abs(number) > 10**6:
        raise UnknownAtPointError("a large exponent")
    return Fraction(1) if number == 0 else mpmath.exp(real(number))


def sign(number: Number) -> Fraction:
    """1, 0 or -1."""
    if number == 0 and not isinstance(number, Fraction):
        raise UnknownAtPointError("0 as far as can be seen, in a sign")
    return Fraction((number > 0) - (number < 0))


def bessel(order: Number, number: Number) -> Number:
    """Bessel's K; real for positive numbers."""
    if number <= 0:
        raise UndefinedAtPointError("a Bessel function K of a number that is not positive")
    return mpmath.besselk(real(order), real(number))


def gamma(number: Number) -> Number:
    """The gamma function, which has poles at 0, -1, -2, ..."""
    if number <= 0 and mpmath.isint(real(number)):
        raise UndefinedAtPointError("the gamma function at a pole")
    return mpmath.gamma(real(number))


def hypergeometric(above: list[Number], below: list[Number], number: Number) -> Number:
    """pFq, which has poles where a parameter below is 0, -1, -2, ..."""
    if any(one <= 0 and mpmath.isint(real(one)) for one in below):
        raise UndefinedAtPointError("a hypergeometric function at a pole")
    if abs(number) > LARGEST_OF_SERIES:
        raise UnknownAtPointError("a large argument, of which sums lose many digits")
    return mpmath.hyper([real(one) for one in above], [real(one) for one in below], real(number))


def factorial(number: Number) -> Number:
    """Of a whole number that is not negative."""
    if not isinstance(number, Fraction) or number.denominator != 1:
        raise UnknownAtPointError("a factorial of what may be no integer")
    if number < 0:
        raise UndefinedAtPointError("a factorial of a negative number")
    return Fraction(math.factorial(int(number)))


def binomial(above: Number, below: Number) -> Number:
    """Of whole numbers, the upper one not negative; 0 beyond the row's ends."""
    if not all(isinstance(n, Fraction) and n.denominator == 1 for n in (above, below)) or above < 0:
        raise UnknownAtPointError("a binomial coefficient of other numbers")
    return Fraction(math.comb(int(above), int(below)) if below >= 0 else 0)


FUNCTIONS: Mapping[type, Callable[..., Number]] = {
    sp.Add: lambda *n: total(list(n)),
    sp.Mul: lambda *n: times(list(n)),
    sp.Pow: power,
    sp.log: logarithm,
    sp.exp: exponential,
    sp.Abs: abs,
    sp.sign: sign,
    sp.sinh: lambda n: mpmath.sinh(real(n)),
    sp.cosh: lambda n: mpmath.cosh(real(n)),
    sp.tanh: lambda n: mpmath.tanh(real(n)),
    sp.cos: lambda n: mpmath.cos(real(n)),
    sp.sin: lambda n: mpmath.sin(real(n)),
    sp.besselk: bessel,
    sp.hyper: hypergeometric,
    sp.gamma: gamma,
    sp.factorial: factorial,
    sp.binomial: binomial,
    Quotient: lambda above, below: times([above, power(below, Fraction(-1))]),
}


def value(expression: sp.Basic, at: Point) -> Number:
    """The value of an expression at a point.

    Raises
    ------
    UndefinedAtPointError
        If it has none.
    UnknownAtPointError
        If it is not seen, or of a kind that is not known here.
    """
    if expression in at:
        return at[expression]
    if isinstance(expression, sp.Rational):
        return _fraction(expression)
    function = FUNCTIONS.get(expression.func)
    if function is not None:
        return function(*[value(part, at) for part in expression.args])
    if expression in (sp.zoo, sp.nan):
        raise UndefinedAtPointError("divided by 0")
    if expression in (sp.oo, -sp.oo):
        return mpmath.inf if expression == sp.oo else -mpmath.inf
    if expression in (sp.pi, sp.E) or isinstance(expression, (sp.Float, sp.CRootOf)):
        return mpmath.mpf(sp.N(expression, mpmath.mp.dps + 5)._to_mpmath(mpmath.mp.prec + 20))
    if expression in (sp.nan, sp.zoo):
        raise UndefinedAtPointError("divided by 0, or no case applies")
    if isinstance(expression, sp.Piecewise):
        return _of_cases(expression, at)
    if isinstance(expression, (sp.Max, sp.Min)):
        best = max if isinstance(expression, sp.Max) else min
        return best((value(part, at) for part in expression.args), key=real)
    if isinstance(expression, sp.Tuple):
        return [value(part, at) for part in expression]
    raise UnknownAtPointError(f"the value of {expression}")


@lru_cache(maxsize=1 << 12)
def _fraction(number: sp.Rational) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def _of_cases(expression: sp.Piecewise, at: Point) -> Number:
    """The first case that applies; one of which that is too close to call must agree with it."""
    close: list[sp.Expr] = []
    for result, condition in expression.args:
        applies = truth(condition, at, ties=False)
        if applies and not close:
            return value(result, at)
        if applies is not False:
            close.append(result)
        if applies:
            numbers = [value(each, at) for each in close]
            if all(compared(sp.Eq, number, numbers[0]) for number in numbers):
                return numbers[0]
            break
    if close:
        raise UnknownAtPointError("which case applies")
    raise UndefinedAtPointError("no case applies")


def compared(comparison: type, left: Number, right: Number, ties: bool = True) -> bool | None:
    """Whether the comparison holds between two numbers; None where that is too close to call.

    With `ties`, numbers that are not told apart are taken for equal.
    """
    if not (isinstance(left, Fraction) and isinstance(right, Fraction)):
        left, right = real(left), real(right)
        if mpmath.isnan(left) or mpmath.isnan(right):
            return False
        if left == right or abs(left - right) < near() * (1 + abs(left) + abs(right)):
            return True if ties and comparison in (sp.Eq, sp.Ge, sp.Le) else None
    return bool(HOLDS[comparison](left, right))


HOLDS: Mapping[type, Callable[[Number, Number], Any]] = {
    sp.Gt: operator.gt,
    sp.Ge: operator.ge,
    sp.Lt: operator.lt,
    sp.Le: operator.le,
    sp.Eq: operator.eq,
    sp.Ne: operator.ne,
}


def truth(formula: sp.Basic, at: Point, ties: bool = True) -> bool | None:
    """Whether a formula is true at a point; None where that is not seen.

    With `ties`, numbers that are not told apart are taken for equal; never so in what is denied.
    """
    if isinstance(formula, Relational):
        try:
            left, right = (value(side, at) for side in formula.args)
        except UndefinedAtPointError:
            return False
        except (UnknownAtPointError, OverflowError):
            return None
        return compared(formula.func, left, right, ties)
    if formula in (sp.true, sp.false):
        return bool(formula)
    positive = isinstance(formula, (sp.And, sp.Or))
    parts = [truth(part, at, ties and positive) for part in formula.args]
    match formula:
        case sp.Not():
            return None if parts[0] is None else not parts[0]
        case sp.Implies():
            return True if parts[0] is False or parts[1] else None if None in parts else False
        case sp.Equivalent():
            return None if None in parts else len(set(parts)) == 1
        case sp.Or():
            return True if True in parts else None if None in parts else False
        case sp.And():
            return False if False in parts else None if None in parts else True
    raise UnknownAtPointError(f"the truth of {formula}")
