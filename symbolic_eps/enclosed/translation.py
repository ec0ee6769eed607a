"""Real expressions in p and q as functions of jets."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

import sympy as sp

from symbolic_eps.enclosed.arithmetic import Arithmetic, Interval
from symbolic_eps.enclosed.jet import Jet
from symbolic_eps.errors import InputError
from symbolic_eps.profiles.definedness import is_positive
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
from verify.boxes.interval import PossiblyUndefinedError, UndefinedError
from verify.enclosure import UncertifiedError, enclose

JetFunction: TypeAlias = Callable[[Jet, Jet], Jet]

_CONSTANT_BITS = 512

_UNARY: dict[type[sp.Basic], Callable[[Jet], Jet]] = {
    sp.exp: Jet.exp,
    sp.log: Jet.log,
    sp.Abs: Jet.__abs__,
}


def jet_or_none(function: JetFunction, at: tuple[Jet, Jet]) -> Jet | None:
    """What a function gives; None where it may be undefined."""
    try:
        return function(*at)
    except (UndefinedError, PossiblyUndefinedError):
        return None


def jet_function(expression: sp.Expr) -> JetFunction:
    """Translate an expression in p and q once, to be evaluated on many boxes.

    Parameters
    ----------
    expression : sympy.Expr
        Built from rationals, p, q, `+ - * /`, powers, exp, log, Abs, Max and Min.

    Raises
    ------
    symbolic_eps.errors.InputError
        The expression has a part of another kind; the message names it.

    Examples
    --------
    >>> from symbolic_eps.enclosed.binary64 import Binary64
    >>> from symbolic_eps.enclosed.jet import arguments
    >>> function = jet_function(sp.exp(PRIOR_INCLUSION) * PRIOR_VALUE)
    >>> low, high = function(*arguments(Binary64(), ((0.0, 0.0), (0.5, 1.0)), False)).value
    >>> low <= 0.5 < 1 <= high
    True
    """
    if expression == PRIOR_INCLUSION:
        return lambda p, _: p
    if expression == PRIOR_VALUE:
        return lambda _, q: q
    if not expression.free_symbols:
        return _constant(expression)
    if expression.is_Add:
        return _folded(Jet.__add__, expression.args)
    if expression.is_Mul:
        return _product(expression.args)
    if isinstance(expression, sp.Max | sp.Min):
        parts = [jet_function(part) for part in expression.args]
        method = Jet.max if isinstance(expression, sp.Max) else Jet.min
        return lambda p, q: functools.reduce(method, (part(p, q) for part in parts))
    if expression.is_Pow:
        return _power(expression)
    if expression.func in _UNARY and len(expression.args) == 1:
        unary, inner = _UNARY[expression.func], jet_function(expression.args[0])
        return lambda p, q: unary(inner(p, q))
    raise InputError(
        f"{expression} ({type(expression).__name__}) has no enclosure: write the profile with p, q, "
        "numbers, + - * / **, exp, log, sqrt, max, min and piecewise"
    )


def _constant(expression: sp.Expr) -> JetFunction:
    if expression.is_Rational:
        low = high = Fraction(int(expression.p), int(expression.q))
    else:
        if expression.has(sp.Float):
            raise InputError(
                f"{expression} is a rounded number: write it as a fraction or an exact expression"
            )
        try:
            known = enclose(expression, _CONSTANT_BITS)
        except (TypeError, ValueError, UncertifiedError, OverflowError) as error:
            raise InputError(f"the constant {expression} has no enclosure: {error}; write a number") from None
        low, high = Fraction(known.lower), Fraction(known.upper)
    known_ends: dict[tuple[type[Arithmetic], int], Interval] = {}

    def constant(p: Jet, _: Jet) -> Jet:
        arithmetic = p.arithmetic
        key = (type(arithmetic), arithmetic.precision)
        interval = known_ends.get(key)
        if interval is None:
            interval = known_ends[key] = arithmetic.enclose(low)[0], arithmetic.enclose(high)[1]
        zero = (arithmetic.zero, arithmetic.zero)
        return Jet(arithmetic, interval, (zero, zero) if p.gradient is not None else None)

    return constant


def _folded(operation: Callable[[Jet, Jet], Jet], parts: Sequence[sp.Expr]) -> JetFunction:
    """A sum or product: numbers last, so that a factor q of both signs is met before."""
    functions = [jet_function(part) for part in sorted(parts, key=lambda e: bool(e.is_number))]
    return lambda p, q: functools.reduce(operation, (function(p, q) for function in functions))


def _product(factors: Sequence[sp.Expr]) -> JetFunction:
    """A product; b^n log(b^m) with b > 0 and n > 0 as (m/n) y log y, y = b^n, which is bounded at b = 0."""
    for logarithm in factors:
        if not isinstance(logarithm, sp.log):
            continue
        base, m = logarithm.args[0].as_base_exp()
        if not (m.is_Rational and is_positive(base)):
            continue
        left = list(factors)
        left.remove(logarithm)
        powers = {factor.as_base_exp()[0]: factor for factor in left}
        parts = sp.Mul.make_args(base)
        if not all(part in powers for part in parts):
            continue
        n, *others = {powers[part].as_base_exp()[1] for part in parts}
        if others or not (n.is_Rational and n > 0):
            continue
        inner = jet_function(base**n)
        for part in parts:
            left.remove(powers[part])
        if left:
            rest = _folded(Jet.__mul__, [*left, m / n])
            return lambda p, q: inner(p, q).times_log() * rest(p, q)
        ratio = Fraction(int((m / n).p), int((m / n).q))
        return lambda p, q: inner(p, q).times_log() * ratio
    return _folded(Jet.__mul__, factors)


def _power(expression: sp.Pow) -> JetFunction:
    base, exponent = expression.args
    inner = jet_function(base)
    if exponent.is_Rational:
        fraction = Fraction(int(exponent.p), int(exponent.q))
        if fraction == -1:
            return lambda p, q: inner(p, q).reciprocal()
        return lambda p, q: inner(p, q).power(fraction)
    outer = _product([*sp.Mul.make_args(exponent), sp.log(base, evaluate=False)])
    if not is_positive(exponent):
        return lambda p, q: outer(p, q).exp()

    def power(p: Jet, q: Jet) -> Jet:
        """0 where the base is 0, the limit of b^n as b -> 0 for n > 0; its slopes are not known there."""
        at = inner(p, q)
        if at.value[0] == 0 == at.value[1]:
            slopes = None if at.gradient is None else (at.arithmetic.everything, at.arithmetic.everything)
            return Jet(at.arithmetic, at.value, slopes)
        return outer(p, q).exp()

    return power
