"""Around which box a minimum whose priors are roots of their own is proved: guessed with floats.

P, or what takes its place on a ridge, is to bend upward in the box, and P to be positive outside of it. Wide
boxes and short numbers make short proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy as sp

from symbolic_eps.coq.own_roots.box_points import floats, points
from symbolic_eps.coq.own_roots.ridge import Ridge, bends, rises_along
from symbolic_eps.coq.own_roots.ridge_end import RidgeEnd, is_end
from symbolic_eps.coq.own_roots.side import Side
from symbolic_eps.minimum.at_numbers.bracket import Bracket, Near, around, rounded
from symbolic_eps.minimum.at_numbers.elimination import Range
from symbolic_eps.minimum.at_numbers.inside import may_do
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.profiles.profile import PRIORS

MOST_BITS = 30


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
    at = [*points(bracket)]
    pp, pq, qq = ([Fraction(value(*point)) for point in at] for value in map(floats, second_slopes(f)))
    b = max(map(abs, pq))
    bounds = min(pp), b + abs(b) / 64 + Fraction(1, 64), min(qq)
    if min(bounds) <= 0 or bounds[0] * bounds[2] <= 2 * bounds[1] ** 2:
        return None
    a, b, c = (rounded(value, 8, direction) for value, direction in zip(bounds, (-1, 1, -1), strict=True))
    return (a, b, c) if a * c >= b * b else None


def bends_upward(arch: sp.Expr | Ridge | RidgeEnd | Side, near: Near) -> Callable[[Bracket], bool]:
    """Tells whether a polynomial, or a ridge's sum, seems to bend upward in a box, at some points.

    At the end of a ridge or on a side, whether what is asked for there seems to hold.
    """
    if isinstance(arch, Side):
        return arch.fits()
    if isinstance(arch, RidgeEnd):
        return is_end(arch)
    if isinstance(arch, Ridge):
        return lambda bracket: rises_along(arch, near, bracket) and bends(arch, bracket) is not None
    curves = [floats(value) for value in curvature(arch)]
    return lambda bracket: all(f(*at) > 0 for at in points(bracket) for f in curves)


def boxed(
    pieces: Sequence[ConstrainedPiece],
    arches: Sequence[sp.Expr | Ridge | RidgeEnd | Side],
    near: Near,
    between: Range,
) -> Iterator[Boxed]:
    """Boxes that look well, the widest first.

    Parameters
    ----------
    pieces : sequence of ConstrainedPiece
        Of the whole profile.
    arches : sequence of Expr, Ridge, RidgeEnd or Side
        What is to bend upward; the end of a ridge, like a side, is that of a prior, beyond which a box may
        reach.
    near : Near
        About where it is.
    between : pair of Fraction
        Ends of X that are proved.
    """
    shapes = [*(bends_upward(arch, near) for arch in arches), may_do(pieces, near)]
    x, p, q = near.centre
    narrow = [(rounded(x, k, -1), rounded(x, k, 1)) for k in range(12, 60, 8)]
    inside = [ends for ends in narrow if between[0] < ends[0] and ends[1] < between[1]]
    for ends_of_x, bits in product([between, *inside], range(2, MOST_BITS)):
        sides = around(p, bits), around(q, bits)
        if any(low <= 0 or high >= 1 > centre for (low, high), centre in zip(sides, (p, q), strict=True)):
            continue
        for more in range(2, MOST_BITS, 2):
            bracket = Bracket(_rounded(ends_of_x, bits + more), *sides)
            if not 0 < bracket.decay[0] < bracket.decay[1] < 1:
                continue
            if all(does(bracket) for does in shapes):
                yield Boxed(Bracket(_rounded(ends_of_x, bits + more + 1), *sides), ends_of_x)
                break


def _rounded(ends: Range, bits: int) -> Range:
    return rounded(ends[0], bits, -1), rounded(ends[1], bits, 1)
