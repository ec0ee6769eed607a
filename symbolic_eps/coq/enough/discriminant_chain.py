"""Polynomials U and V with U D + V D_u = K E: where a discriminant D and its slope D_u vanish, so does E."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import sympy as sp
from flint import fmpz_mpoly_ctx

from symbolic_eps.errors import UndecidedError

Polynomial = Any
"""fmpz_mpoly, which carries no types."""

Coefficients = Sequence[Polynomial]
"""Of a polynomial in u, the highest power first."""

_Row = tuple[Coefficients, Coefficients, Coefficients]
"""A combination of two polynomials, and the factors of either."""


@dataclass(frozen=True)
class Combination:
    """K E = U D + V D_u.

    Parameters
    ----------
    scale, first, second : sympy.Expr
        K, U and V.
    """

    scale: sp.Expr
    first: sp.Expr
    second: sp.Expr


def combination(d: sp.Expr, u: sp.Symbol, eliminant: sp.Expr) -> Combination:
    """How E is combined of a polynomial with whole coefficients and its derivative in u, or UndecidedError.

    Examples
    --------
    >>> from sympy.abc import u, x
    >>> combination(u**2 + 2 * u + x, u, x - 1)
    Combination(scale=2, first=2, second=-u - 1)
    """
    symbols = sorted(d.free_symbols | {u}, key=lambda s: s.name)
    ring = fmpz_mpoly_ctx.get([s.name for s in symbols], "degrevlex")

    def read(expression: sp.Expr) -> Polynomial:
        terms = sp.Poly(expression, *symbols).terms()
        return ring.from_dict({exponents: int(c) for exponents, c in terms})

    def written(coefficients: Coefficients) -> sp.Expr:
        return sp.Add(
            *(
                sp.Integer(int(c)) * sp.prod(s**k for s, k in zip(symbols, exponents, strict=True)) * u**power
                for power, part in enumerate(reversed(coefficients))
                for exponents, c in part.to_dict().items()
            )
        )

    polynomial = sp.Poly(d, u)
    one, nothing = ring.constant(1), ring.constant(0)
    rows: tuple[_Row, _Row] = (
        ([*map(read, polynomial.all_coeffs())], [one], [nothing]),
        ([*map(read, polynomial.diff(u).all_coeffs())], [nothing], [one]),
    )
    while len(rows[1][0]) > 1:
        rows = rows[1], _next(*rows)
    (rest,), first, second = rows[1]
    scale, left = divmod(rest, read(eliminant))
    if rest == 0 or left != 0:
        raise UndecidedError("where the discriminant is flat, e^-eps is not known to be the root")
    return Combination(written([scale]), written(first), written(second))


def _next(above: _Row, below: _Row) -> _Row:
    """The pseudo-remainder of the first by the second, without what divides all three parts."""
    while len(above[0]) >= len(below[0]):
        first, second = above[0][0], below[0][0]
        common = first.gcd(second)
        keep, take = divmod(second, common)[0], divmod(-first, common)[0]
        gap = [first * 0] * (len(above[0]) - len(below[0]))
        parts = [_sum(_scaled(keep, a), [*_scaled(take, b), *gap]) for a, b in zip(above, below, strict=True)]
        above = parts[0], parts[1], parts[2]
    every = [c for part in above for c in part]
    common = reduce(lambda g, c: g.gcd(c), every, every[0] * 0)
    parts = [[divmod(c, common)[0] for c in part] for part in above]
    return parts[0], parts[1], parts[2]


def _scaled(factor: Polynomial, coefficients: Coefficients) -> Coefficients:
    return [factor * c for c in coefficients]


def _sum(a: Coefficients, b: Coefficients) -> Coefficients:
    longest = max(len(a), len(b))
    zero = a[0] * 0
    wide = ([*[zero] * (longest - len(part)), *part] for part in (a, b))
    total = [one + other for one, other in zip(*wide, strict=True)]
    while len(total) > 1 and total[0] == 0:
        total = total[1:]
    return total
