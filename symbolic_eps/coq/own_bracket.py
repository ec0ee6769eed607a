"""Around which box a minimum whose priors are roots of their own is proved: guessed with floats.

P, or what takes its place on a ridge, is to bend upward in the box, and P to be positive outside of it. Wide
boxes and short numbers make short proofs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.bracket import Bracket, Near, around, rational, rounded
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.elimination import Range
from symbolic_eps.minimum.inside import may_do
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY

MOST_BITS = 30
GRID = 5
"""Points in a row at which floats are compared."""

MU = sp.Symbol("mu", real=True)
"""The weight of the second of two polynomials."""

WEIGHTS = (0, *(4**k for k in range(8)))


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


@dataclass(frozen=True)
class Ridge:
    """P + mu Q - K P Q, which is negative where P and Q both are, and stationary at a minimum on a ridge.

    Parameters
    ----------
    first, second : Expr
        P and Q, whose slopes are opposite at the minimum.
    prior : Symbol
        For which neither slope is 0; mu = a/b with a = s P_v, b = - s Q_v.
    sign : int
        The s, 1 or -1, with a > 0.
    weight : int
        The K, at least 0: P Q bends downward across the ridge.
    """

    first: sp.Expr
    second: sp.Expr
    prior: sp.Symbol
    sign: int
    weight: int = 0

    @property
    def ratio(self) -> tuple[sp.Expr, sp.Expr]:
        """The numbers a and b."""
        return self.sign * sp.diff(self.first, self.prior), -self.sign * sp.diff(self.second, self.prior)

    @property
    def whole(self) -> sp.Expr:
        """The sum."""
        return sp.expand(self.first + MU * self.second - self.weight * self.first * self.second)

    def share(self, bracket: Bracket) -> Range | None:
        """Ends of mu for all priors in the box, if there seem to be some."""
        a, b = ([value(*at) for at in _points(bracket)] for value in map(_floats, self.ratio))
        if min(*a, *b) <= 0:
            return None
        ends = [quotient / other for quotient, other in zip(a, b, strict=True)]
        bits = 10 + max(0, -math.frexp(min(ends))[1])
        return rounded(Fraction(min(ends)), bits, -1), rounded(Fraction(max(ends)), bits, 1)


def ridge_at(first: sp.Expr, second: sp.Expr, near: Near) -> Ridge:
    """The ridge of two polynomials about a place, with the K that makes it rounded most evenly."""
    at = dict(zip((DECAY, *PRIORS), map(rational, near.centre), strict=True))
    prior = max(PRIORS, key=lambda v: abs((sp.diff(first, v) * sp.diff(second, v)).subs(at)))
    ridge = Ridge(first, second, prior, 1 if sp.diff(first, prior).subs(at) > 0 else -1)
    a, b = (value.subs(at) for value in ridge.ratio)
    if b <= 0:
        raise UndecidedError("on the ridge of the minimum the bounds fall in one direction")
    return max((replace(ridge, weight=k) for k in WEIGHTS), key=lambda r: _evenness(r, {**at, MU: a / b}))


def _evenness(ridge: Ridge, at: Mapping[sp.Symbol, sp.Expr]) -> float:
    """The part of f_pp f_qq that is left after f_pq^2."""
    pp, pq, qq = (float(value.subs(at)) for value in second_slopes(ridge.whole))
    return 1 - pq**2 / (pp * qq) if pp > 0 and qq > 0 else -1.0


def apart(
    f: sp.Expr, bracket: Bracket, share: Range | None = None
) -> tuple[Fraction, Fraction, Fraction] | None:
    """Bounds a <= f_pp, b >= abs(f_pq) and c <= f_qq with a c >= b^2, if there seem to be some."""
    points = [(*at, mu) for at in _points(bracket) for mu in map(float, share or (0,))]
    pp, pq, qq = ([Fraction(value(*at)) for at in points] for value in map(_floats, second_slopes(f)))
    b = max(map(abs, pq))
    bounds = min(pp), b + abs(b) / 64 + Fraction(1, 64), min(qq)
    if min(bounds) <= 0 or bounds[0] * bounds[2] <= 2 * bounds[1] ** 2:
        return None
    a, b, c = (rounded(value, 8, direction) for value, direction in zip(bounds, (-1, 1, -1), strict=True))
    return (a, b, c) if a * c >= b * b else None


def bends_upward(arch: sp.Expr | Ridge) -> Callable[[Bracket], bool]:
    """Whether, with floats and at some points, a polynomial bends upward in a box; a ridge: for each mu."""
    if isinstance(arch, Ridge):
        return lambda bracket: (
            (share := arch.share(bracket)) is not None and bool(apart(arch.whole, bracket, share))
        )
    curves = [_floats(value) for value in curvature(arch)]
    return lambda bracket: all(f(*at) > 0 for at in _points(bracket) for f in curves)


def boxed(
    pieces: Sequence[ConstrainedPiece],
    arches: Sequence[sp.Expr | Ridge],
    near: Near,
    between: Range,
) -> Iterator[Boxed]:
    """Boxes that look well, the widest first.

    Parameters
    ----------
    pieces : sequence of ConstrainedPiece
        Of the whole profile.
    arches : sequence of Expr or Ridge
        What is to bend upward.
    near : Near
        About where it is.
    between : pair of Fraction
        Ends of X that are proved.
    """
    shapes = [bends_upward(arch) for arch in arches]
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
            if all(bends(bracket) for bends in shapes) and may_do(pieces, near, bracket):
                yield Boxed(Bracket(_rounded(ends_of_x, bits + more + 1), *sides), ends_of_x)
                break


def _rounded(ends: Range, bits: int) -> Range:
    return rounded(ends[0], bits, -1), rounded(ends[1], bits, 1)


def _floats(value: sp.Expr) -> Callable[..., float]:
    function: Callable[..., float] = sp.lambdify((DECAY, *PRIORS, MU), value, "math")
    return lambda x, p, q, mu=0.0: function(x, p, q, mu)


def _points(bracket: Bracket) -> Iterator[tuple[float, ...]]:
    """A grid on a box that is larger by a half, at both ends of X."""
    lines = []
    for low, high in (bracket.p, bracket.q):
        width = (high - low) * Fraction(3, 2) / (GRID - 1)
        lines.append([float(low - (high - low) / 4 + k * width) for k in range(GRID)])
    yield from product(map(float, bracket.decay), *lines)
