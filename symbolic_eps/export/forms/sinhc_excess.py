"""sinh(h)/h - 1 for 0 < h <= 1/2, where the quotient is so near 1 that a difference would lose its digits.

With q = h^2 it is q P(q), P(q) = 1/3! + q/5! + q^2/7! + ..., all terms > 0, summed up to q^6.

Error in u, first order, where h is right: q is wrong by 1. In Horner's scheme what is added to a
coefficient is at most w = 1/79 of the sum (q/20 at most, times 80/79 for all that follows). A coefficient
and the sum make 2; what is added weighs w and is wrong by 2 more than the next sum, instead of 1: so P is
wrong by at most e = 2 + w (1 + e). Two more for q and the last product. What the series leaves out is at
most `left_out`.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import sympy as sp

from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.program import (
    Constant,
    Expression,
    Operation,
    Program,
    Return,
    Variable,
    add,
    multiply,
)

TERMS = 7
"""Of P."""

LARGEST = Fraction(1, 2)
"""h up to which the series is taken."""

_SHARE = Fraction(1, 79)


def exact(h: sp.Expr) -> sp.Expr:
    """The value over the real numbers.

    Examples
    --------
    >>> exact(sp.Symbol("h"))
    -1 + (exp(h) - exp(-h))/(2*h)
    """
    return (sp.exp(h) - sp.exp(-h)) / (2 * h) - 1


def left_out() -> Fraction:
    """A bound on what the series leaves out of the value, relative to it, in u.

    The terms from q^TERMS on fall at least as fast as w, and the value is at least q/6.

    Examples
    --------
    >>> round(float(left_out()), 4)
    0.0094
    """
    rest = LARGEST ** (2 * TERMS) / factorial(2 * TERMS + 3) / (1 - _SHARE)
    return 6 * rest * 2**53


def error() -> Fraction:
    """The error of the value, relative to it, in u: see the module.

    Examples
    --------
    >>> round(float(error()), 2)
    4.05
    """
    return (2 + _SHARE) / (1 - _SHARE) + 2 + left_out()


def coefficients() -> tuple[float, ...]:
    """Those of P, rounded, from the last one to the first."""
    return tuple(1 / factorial(2 * k + 3) for k in reversed(range(TERMS)))


def program() -> Program:
    """The value as exports define it once and call it.

    Examples
    --------
    >>> from symbolic_eps.export.runtime.machine import run
    >>> run(program(), [0.5]), run(program(), [2.0**-40]) * 2**80
    (0.04219061098749472, 0.16666666666666666)
    """
    block = BlockBuilder({"h"})
    h = Variable("h")
    q = block.assign("q", multiply(h, h))
    first, *others = coefficients()
    total: Expression = Constant(first)
    for coefficient in others:
        total = block.assign("p", add(Constant(coefficient), multiply(q, total)))
    value = multiply(q, total)
    return Program(Operation.SINHC_EXCESS.value, ("h",), (*block.statements, Return(value)))
