"""The Arb ball of a number written as an expression."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Any, cast

import sympy as sp
from flint import acb, arb, ctx, fmpq, fmpz_poly

from verify.errors import VerifyError

_LARGEST_EXPONENT = 1 << 22
"""Numbers beyond 2^(+-this) are not written out as fractions: their ends would fill the memory."""

_HYPERBOLIC = {sp.sinh: arb.sinh, sp.cosh: arb.cosh, sp.tanh: arb.tanh, sp.asinh: arb.asinh}


class NoBallError(VerifyError, TypeError):
    """A number of a kind that has no ball; its text is put together where it is wanted."""

    def __str__(self) -> str:
        return f"no enclosure for {self.args[0]} ({type(self.args[0]).__name__})"


def ball_of(expression: sp.Expr, known: dict[sp.Expr, arb]) -> arb:
    """The ball of a number at the working precision of `flint.ctx`; what is known of its parts is kept.

    Raises
    ------
    TypeError
        A part of a kind that has no ball.
    ValueError
        The number is not real.

    Examples
    --------
    >>> bool(abs(ball_of(sp.sqrt(2), {}) ** 2 - 2) < 1e-10)
    True
    """
    ball = known.get(expression)
    if ball is None:
        ball = known[expression] = _new_ball(expression, known)
    return ball


def _new_ball(expression: sp.Expr, known: dict[sp.Expr, arb]) -> arb:
    if isinstance(expression, sp.Rational):
        return arb(fmpq(int(expression.p), int(expression.q)))
    if isinstance(expression, sp.Add):
        return sum((ball_of(term, known) for term in expression.args), arb(0))
    if isinstance(expression, sp.Mul):
        return math.prod((ball_of(factor, known) for factor in expression.args), start=arb(1))
    if isinstance(expression, sp.Pow) and isinstance(expression.exp, sp.Rational):
        base = ball_of(expression.base, known)
        if expression.exp.q == 1:
            return base ** int(expression.exp.p)
        if base < 0:
            raise ValueError(f"{expression} is not a real number: its base is negative")
        if expression.exp.q >= _LARGEST_EXPONENT:
            return base ** arb(fmpq(int(expression.exp.p), int(expression.exp.q)))
        return base.root(int(expression.exp.q)) ** int(expression.exp.p)
    if isinstance(expression, sp.Pow) and expression.base is not sp.E:
        return (ball_of(expression.exp, known) * _log(expression.base, known)).exp()
    if isinstance(expression, sp.exp):
        return ball_of(expression.args[0], known).exp()
    if expression in (sp.E, sp.pi):
        return arb(1).exp() if expression is sp.E else arb.pi()
    if isinstance(expression, sp.log) and len(expression.args) == 1:
        return _log(expression.args[0], known)
    if (hyperbolic := _HYPERBOLIC.get(expression.func)) is not None:
        return hyperbolic(ball_of(expression.args[0], known))
    if isinstance(expression, sp.CRootOf):
        return _isolated_root(expression, ctx.prec)
    if isinstance(expression, sp.besselk):
        order, argument = (ball_of(part, known) for part in expression.args)
        return argument.bessel_k(order)
    if isinstance(expression, sp.Abs):
        return abs(ball_of(expression.args[0], known))
    if isinstance(expression, sp.gamma):
        return ball_of(expression.args[0], known).gamma()
    if isinstance(expression, sp.hyper):
        above: list[Any] = [acb(ball_of(one, known)) for one in expression.ap]
        below: list[Any] = [acb(ball_of(one, known)) for one in expression.bq]
        return acb(ball_of(expression.argument, known)).hypgeom(above, below).real
    raise NoBallError(expression)


def _log(expression: sp.Expr, known: dict[sp.Expr, arb]) -> arb:
    argument = ball_of(expression, known)
    if argument < 0:
        raise ValueError(f"log({expression}) is not a real number: its argument is negative")
    return argument.log()


@lru_cache(maxsize=256)
def _isolated_root(root: sp.CRootOf, bits: int) -> arb:
    """The ball of a real root, by its index among the real roots in increasing order."""
    assert bits == ctx.prec
    if not root.is_real:
        raise TypeError(f"no enclosure for {root}: it is not a real root")
    coefficients = [int(c) for c in reversed(root.poly.all_coeffs())]
    balls = real_roots(fmpz_poly(coefficients))
    balls.sort(key=lambda ball: middle_and_radius(ball)[0])
    return balls[int(root.index)]


def real_roots(polynomial: fmpz_poly) -> list[arb]:
    """Balls at the working precision of `flint.ctx`, each with one real root; in any order."""
    # Isolated balls: a real root is the one whose imaginary part is exactly 0.
    roots = cast("list[tuple[acb, int]]", polynomial.complex_roots())
    return [value.real for value, _ in roots if value.imag.is_zero()]


def middle_and_radius(ball: arb) -> tuple[Fraction, Fraction]:
    """A finite ball as exact numbers.

    Raises
    ------
    OverflowError
        Too long to be written as fractions.

    Examples
    --------
    >>> middle_and_radius(arb("0.75"))
    (Fraction(3, 4), Fraction(0, 1))
    """
    parts = []
    for part in (ball.mid(), ball.rad()):
        mantissa, exponent = (int(integer) for integer in part.man_exp())
        if abs(exponent) > _LARGEST_EXPONENT:
            raise OverflowError(f"a number near 2^{exponent} is too long to be written as a fraction")
        parts.append(Fraction(mantissa) * (Fraction(2) ** exponent))
    return parts[0], parts[1]
