"""What a computed root z of M z^2 + K z = G lacks: one step of Newton's method, its residual exact.

It is F/T with F = G - z (M z + K), T = M z + (M z + K). For the exact root Z and z = Z + d,
F = -d (2 M Z + K) - M d^2: so z + F/T - Z = M d^2/T, where M Z <= 2 M Z + K, since M Z + K = G/Z >= 0. With
|d| <= 5 u Z that is at most 26 u^2 Z.

F is a difference of nearly equal numbers. The errors of both products in it, and of the sum, are taken, so
that what is rounded is of the size of u T Z: each of the roundings is at most 8 u^2 T Z. In all z and F/T as
computed are within 2^-40 u of Z, in proportion: no more than the slack of `tree`. Gappa proves it, for the
program that is printed (`targets.gappa`). What underflows on the way lies below 2^-1070, and T >= 2^-480,
T Z >= G >= 2^-960. Where a product overflows, the result is NaN, and programs refuse.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.program import (
    Apply,
    Operation,
    Program,
    Return,
    Variable,
    add,
    divide,
    multiply,
    subtract,
)

_PARAMETERS = ("m", "k", "g", "z")


@cache
def program() -> Program:
    """The correction as exports define it once and call it.

    Examples
    --------
    >>> from symbolic_eps.export.runtime.machine import run
    >>> z = 0.41421356237309515  # the root of z^2 + 2 z = 1 is 0.41421356237309504880...
    >>> run(program(), [1.0, 2.0, 1.0, z])
    -9.667293313452915e-17
    """
    m, k, g, z = (Variable(name) for name in _PARAMETERS)
    block = BlockBuilder({*_PARAMETERS})
    mz = block.assign("mz", multiply(m, z))
    inner = block.assign("inner", add(mz, k))
    product = block.assign("product", multiply(z, inner))
    by_mz = block.assign("by_mz", Apply(Operation.PRODUCT_ERROR, (m, z, mz)))
    by_inner = block.assign("by_inner", Apply(Operation.SUM_ERROR, (mz, k, inner)))
    by_product = block.assign("by_product", Apply(Operation.PRODUCT_ERROR, (z, inner, product)))
    lost = block.assign("lost", add(by_mz, by_inner), "by mz and inner")
    carried = block.assign("carried", multiply(z, lost))
    rest = block.assign("rest", add(by_product, carried))
    left = block.assign("left", subtract(g, product))
    residual = block.assign("residual", subtract(left, rest))
    slope = block.assign("slope", add(mz, inner))
    block.end(Return(divide(residual, slope)))
    return Program(Operation.ROOT_ERROR.value, _PARAMETERS, block.statements)


def exact(m: sp.Expr, k: sp.Expr, g: sp.Expr, z: sp.Expr) -> sp.Expr:
    """What the program is over the real numbers: 0, where z is a root.

    Examples
    --------
    >>> one, two = sp.Integer(1), sp.Integer(2)
    >>> exact(one, two, one, sp.sqrt(2) - 1), exact(one, two, two, one)
    (0, -1/4)
    """
    from symbolic_eps.export.runtime.machine import paths

    (path,) = paths(program())
    symbols = [sp.Symbol(name, real=True) for name in _PARAMETERS]
    value = path.ended.subs(dict(zip(symbols, (m, k, g, z), strict=True)), simultaneous=True)
    return sp.S.Zero if _vanishes(sp.fraction(sp.together(value))[0]) else value


def _vanishes(numerator: sp.Expr) -> bool:
    """Whether it is 0 identically, each square root being a number whose square is known."""
    roots = [part for part in numerator.atoms(sp.Pow) if part.exp == sp.Rational(1, 2)]
    if len(roots) != 1:
        return bool(sp.expand(numerator) == 0)
    (root,) = roots
    named = sp.Dummy("root")
    return bool(sp.rem(sp.expand(numerator.xreplace({root: named})), named**2 - root.base, named) == 0)
