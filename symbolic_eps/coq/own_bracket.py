"""Around which box a minimum whose priors are roots of their own is proved: guessed with floats.

P is to bend upward in the box, and to be positive outside of it. Wide boxes and short numbers make short
proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy as sp

from symbolic_eps.minimum.bracket import Bracket, Near, around, rounded
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.elimination import Range
from symbolic_eps.minimum.inside import may_do
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY

MOST_BITS = 30
GRID = 5
"""Points in a row at which floats are compared."""


def second_slopes(polynomial: sp.Expr) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """f_pp, f_pq and f_qq."""
    p, q = PRIORS
    pp, pq, qq = (sp.expand(sp.diff(polynomial, *pair)) for pair in ((p, p), (p, q), (q, q)))
    return pp, pq, qq


def curvature(polynomial: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Both are positive where the polynomial bends upward: f_pp and f_pp f_qq - f_pq^2."""
    pp, pq, qq = second_slopes(polynomial)
    return pp, sp.expand(pp * qq - pq**2)


@dataclass(frozen=True)
class Boxed:
    """A bracket of X and the priors, and ends of X that are to be shown first."""

    bracket: Bracket
    between: Range


def apart(f: sp.Expr, bracket: Bracket) -> tuple[Fraction, Fraction, Fraction] | None:
    """Bounds a <= f_pp, b >= abs(f_pq) and c <= f_qq with a c >= b^2, if there seem to be some."""
    values = [sp.lambdify((DECAY, *PRIORS), value, "math") for value in second_slopes(f)]
    pp, pq, qq = ([Fraction(value(*at)) for at in _points(bracket)] for value in values)
    b = max(map(abs, pq))
    bounds = min(pp), b + abs(b) / 64 + Fraction(1, 64), min(qq)
    if min(bounds) <= 0 or bounds[0] * bounds[2] <= 2 * bounds[1] ** 2:
        return None
    a, b, c = (rounded(value, 8, direction) for value, direction in zip(bounds, (-1, 1, -1), strict=True))
    return (a, b, c) if a * c >= b * b else None


def boxed(
    pieces: Sequence[ConstrainedPiece], deciding: Sequence[ConstrainedPiece], near: Near, between: Range
) -> Iterator[Boxed]:
    """Boxes that look well, the widest first.

    Parameters
    ----------
    pieces : sequence of ConstrainedPiece
        Of the whole profile.
    deciding : sequence of ConstrainedPiece
        Those that decide at the minimum.
    near : Near
        About where it is.
    between : pair of Fraction
        Ends of X that are proved.
    """
    curves = [_floats(value) for piece in deciding for value in curvature(piece.polynomial)]
    x, p, q = near.centre
    narrow = [(rounded(x, k, -1), rounded(x, k, 1)) for k in range(12, 60, 8)]
    inside = [ends for ends in narrow if between[0] < ends[0] and ends[1] < between[1]]
    for ends_of_x, bits in product([between, *inside], range(2, MOST_BITS)):
        sides = around(p, bits), around(q, bits)
        if any(low <= 0 or high >= 1 for low, high in sides):
            continue
        for more in range(2, MOST_BITS, 2):
            bracket = Bracket(_rounded(ends_of_x, bits + more), *sides)
            if not 0 < bracket.decay[0] < bracket.decay[1] < 1:
                continue
            bends = all(f(*at) > 0 for at in _points(bracket) for f in curves)
            if bends and may_do(pieces, near, bracket):
                yield Boxed(Bracket(_rounded(ends_of_x, bits + more + 1), *sides), ends_of_x)
                break


def _rounded(ends: Range, bits: int) -> Range:
    return rounded(ends[0], bits, -1), rounded(ends[1], bits, 1)


def _floats(value: sp.Expr) -> Callable[..., float]:
    function: Callable[..., float] = sp.lambdify((DECAY, *PRIORS), value, "math")
    return function


def _points(bracket: Bracket) -> Iterator[tuple[float, ...]]:
    """A grid on a box that is larger by a half, at both ends of X."""
    lines = []
    for low, high in (bracket.p, bracket.q):
        width = (high - low) * Fraction(3, 2) / (GRID - 1)
        lines.append([float(low - (high - low) / 4 + k * width) for k in range(GRID)])
    yield from product(map(float, bracket.decay), *lines)
