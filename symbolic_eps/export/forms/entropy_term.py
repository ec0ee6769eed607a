"""x log(x/y) - (x - y), a term of a relative entropy, also where x and y are nearly equal.

With d = x - y, s = d/(x + y) and q = s^2, log(x/y) = 2 atanh(s) makes the term, which is >= 0,

    d (s + (1 + s) q P(q)),     P(q) = 1/3 + q/5 + q^2/7 + ...

Where |s| <= 1/3 this is summed up to q^14: no sum there cancels more than a twelfth. Elsewhere the logarithm
is at least log 2 in size, and x log(x/y) - d is taken as it stands. The difference d is given, not subtracted
here: who calls knows it to full relative accuracy.

Error in u, first order, where x and y are wrong by e each and d by f:

* |s| <= 1/3: s is wrong by e_s = e + f + 2 and q by e_q = 2 e_s + 1. In Horner's scheme what is added to a
  coefficient is at most 1/9 of the sum: P is wrong by at most (2 + (e_q + 1)/9) 9/8. With 1 + s, wrong by
  e_s/2 + 1, and two products, the tail T = (1 + s) q P gets e_T. As P <= 3/8, T is at most a sixth of s for
  s > 0 and a twelfth for s < 0, so that |s| is at most 12/11 of the sum, and T a seventh: 12/11 e_s + e_T/7
  + 1, then f + 1 for the last product. What the series leaves out is at most `left_out`.
* elsewhere, y = 1, x = t >= 2 or t <= 1/2, L = |log t|: the quotient adds 2 e + 1 to the logarithm, the
  library 2 L, x and the product 1 + e, d adds f: in all
  ((2 e + 1) t + (3 + e) t L + f |t - 1|)/(t log t - t + 1) + 1. Each of the three quotients falls for t >= 2
  and rises for t <= 1/2 (by log t <= t - 1), so that an end is worst.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.program import (
    Apply,
    Comparison,
    Constant,
    Expression,
    Operation,
    Order,
    Program,
    Return,
    Variable,
    add,
    apply,
    divide,
    multiply,
    subtract,
)

TERMS = 15
"""Of P."""

NEAR = Fraction(1, 3)
"""|s| up to which the series is taken."""

_LOG_2 = Fraction(693147, 10**6), Fraction(693148, 10**6)
"""Below and above log 2."""


def exact(x: sp.Expr, y: sp.Expr, difference: sp.Expr) -> sp.Expr:
    """The term over the real numbers, where `difference` is x - y.

    Examples
    --------
    >>> exact(sp.Integer(2), sp.Integer(1), sp.Integer(1))
    -1 + 2*log(2)
    """
    return x * sp.log(x / y) - difference


def left_out() -> Fraction:
    """A bound on what the series leaves out of the term, relative to it, in u.

    The terms from q^15 on are below q^15/(33 (1 - q)); they are multiplied by (1 + s) q, and the sum is at
    least 11/12 of s in size.

    Examples
    --------
    >>> round(float(left_out()), 2)
    0.72
    """
    q = NEAR**2
    rest = q**TERMS / ((2 * TERMS + 3) * (1 - q))
    return (1 + NEAR) * NEAR * rest * Fraction(12, 11) * 2**53


def error(of_values: Fraction, of_difference: Fraction) -> Fraction:
    """The error of the term, relative to it, in u: see the module.

    Parameters
    ----------
    of_values, of_difference : Fraction
        Relative errors of x and y, and of d, in u.

    Examples
    --------
    >>> round(float(error(Fraction(0), Fraction(1))), 2), round(float(error(Fraction(1), Fraction(3))), 2)
    (19.53, 38.65)
    """
    e, f = of_values, of_difference
    e_s = e + f + 2
    e_q = 2 * e_s + 1
    series = (2 + (e_q + 1) / 9) * Fraction(9, 8)
    tail = series + e_q + 1 + (e_s / 2 + 1) + 1
    near = f + 1 + Fraction(12, 11) * e_s + tail / 7 + 1 + left_out()
    return max(near, *(_directly(t, e, f) for t in (Fraction(2), Fraction(1, 2))))


def _directly(t: Fraction, e: Fraction, f: Fraction) -> Fraction:
    least, most = _LOG_2
    value = t * (least if t > 1 else -most) - t + 1
    return ((2 * e + 1) * t + (3 + e) * t * most + f * abs(t - 1)) / value + 1


def program() -> Program:
    """The term as exports define it once and call it.

    Examples
    --------
    >>> from symbolic_eps.export.runtime.machine import run
    >>> run(program(), [3.0, 1.0, 2.0]), run(program(), [1 + 2.0**-40, 1.0, 2.0**-40]) * 2**81
    (1.2958368660043291, 0.9999999999996968)
    """
    x, y, difference = (Variable(name) for name in ("x", "y", "difference"))
    block = BlockBuilder({"x", "y", "difference"})
    s = block.assign("s", divide(difference, add(x, y)))
    near, far = block.inner(), block.inner()
    close = Comparison(Apply(Operation.ABSOLUTE, (s,)), Order.LESS_OR_EQUAL, Constant(float(NEAR)))
    direct = subtract(multiply(x, apply(Operation.LOG, divide(x, y))), difference)
    series = _series(near, s, difference)
    value = block.choose(
        "term",
        (close,),
        (near.statements, series),
        (far.statements, direct),
        "x and y are near: the series of atanh(s)",
    )
    return Program(Operation.ENTROPY_TERM.value, ("x", "y", "difference"), (*block.statements, Return(value)))


def coefficients() -> tuple[float, ...]:
    """Those of P, rounded, from the last one to the first."""
    return tuple(1 / (2 * k + 3) for k in reversed(range(TERMS)))


def _series(block: BlockBuilder, s: Expression, difference: Expression) -> Expression:
    q = block.assign("q", multiply(s, s))
    first, *others = coefficients()
    total: Expression = Constant(first)
    for coefficient in others:
        total = block.assign("p", add(Constant(coefficient), multiply(q, total)))
    tail = multiply(add(Constant(1.0), s), multiply(q, total))
    return multiply(difference, add(s, tail))
