"""Around which box a minimum whose priors are roots of their own is proved: guessed with floats.

P - m h + c h^2 is to bend upward in the box, with the multiplier m of a tight condition h between two ends,
and P is to be positive outside of it. Wide boxes and short numbers make short proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy as sp

from symbolic_eps.minimum.bracket import Bracket, Near, around, rational, rounded
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.elimination import Range
from symbolic_eps.minimum.inside import may_do
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY

MULTIPLIER = sp.Symbol("multiplier", real=True)

MOST_BITS = 30
GRID = 5
"""Points in a row at which floats are compared."""


@dataclass(frozen=True)
class Bent:
    """What bends upward on a piece.

    Parameters
    ----------
    polynomial : sympy.Expr
        P - m h + c h^2, in x, the priors and the multiplier m; P where no condition is tight.
    pull : sympy.Rational
        The number c.
    prior : Symbol or None
        By which m is defined: m h_v = P_v.
    sign : int
        Of h_v there.
    """

    polynomial: sp.Expr
    pull: sp.Rational = sp.S.Zero
    prior: sp.Symbol | None = None
    sign: int = 1


def bent(p: sp.Expr, ridge: sp.Expr | None, near: Near) -> Bent | None:
    """What bends upward at the minimum, or None where nothing does."""
    if ridge is None:
        return Bent(p)
    at = dict(zip((DECAY, *PRIORS), map(rational, near.centre), strict=True))
    slopes = {v: sp.diff(ridge, v).subs(at) for v in PRIORS}
    prior = max(slopes, key=lambda v: abs(slopes[v]))
    if slopes[prior] == 0:
        return None
    at[MULTIPLIER] = sp.diff(p, prior).subs(at) / slopes[prior]
    for pull in (sp.Integer(0), *(sp.Integer(2) ** k for k in range(-20, 20))):
        whole = sp.expand(p - MULTIPLIER * ridge + pull * ridge**2)
        if all(value.subs(at) > 0 for value in curvature(whole)):
            whole = sp.expand(p - MULTIPLIER * ridge + 2 * pull * ridge**2)
            return Bent(whole, 2 * pull, prior, 1 if slopes[prior] > 0 else -1)
    return None


def curvature(polynomial: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Both are positive where the polynomial bends upward: f_pp and f_pp f_qq - f_pq^2."""
    p, q = PRIORS
    pp, pq, qq = (sp.expand(sp.diff(polynomial, *pair)) for pair in ((p, p), (p, q), (q, q)))
    return pp, sp.expand(pp * qq - pq**2)


@dataclass(frozen=True)
class Boxed:
    """A bracket, the ends of each multiplier by the number of its value, and ends of X to be shown first."""

    bracket: Bracket
    between: Range
    multipliers: dict[int, Range]


def apart(f: sp.Expr, found: Boxed) -> tuple[Fraction, Fraction, Fraction] | None:
    """Bounds a <= f_pp, b >= abs(f_pq) and c <= f_qq with a c >= b^2, if there seem to be some."""
    p, q = PRIORS
    pairs = ((p, p), (p, q), (q, q))
    values = [sp.lambdify((DECAY, *PRIORS, MULTIPLIER), sp.diff(f, *pair), "math") for pair in pairs]
    ends = [float(end) for pair in found.multipliers.values() for end in pair] or [0.0]
    points = list(product(_points(found.bracket), ends))
    pp, pq, qq = ([Fraction(value(*at, m)) for at, m in points] for value in values)
    b = max(map(abs, pq))
    bounds = min(pp), b + abs(b) / 64 + Fraction(1, 64), min(qq)
    if min(bounds) <= 0 or bounds[0] * bounds[2] <= 2 * bounds[1] ** 2:
        return None
    a, b, c = (rounded(value, 8, direction) for value, direction in zip(bounds, (-1, 1, -1), strict=True))
    return (a, b, c) if a * c >= b * b else None


def boxed(
    pieces: Sequence[ConstrainedPiece],
    deciding: dict[int, tuple[Bent, sp.Expr | None]],
    near: Near,
    between: Range,
) -> Iterator[Boxed]:
    """Boxes that look well, the widest first.

    Parameters
    ----------
    pieces : sequence of ConstrainedPiece
        Of the whole profile.
    deciding : dict of int to pair
        By the number of a piece that decides: what bends upward, and the tight condition.
    near : Near
        About where the minimum is.
    between : pair of Fraction
        Ends of X that are proved.
    """
    shapes = {i: _Shape.of(pieces[i], *parts) for i, parts in deciding.items()}
    x, p, q = near.centre
    narrow = [(rounded(x, k, -1), rounded(x, k, 1)) for k in range(12, 60, 8)]
    inside = [ends for ends in narrow if between[0] < ends[0] and ends[1] < between[1]]
    for ends_of_x, bits in product([between, *inside], range(2, MOST_BITS)):
        sides = around(p, bits), around(q, bits)
        if any(low <= 0 or (high > 1 and v < 1) for v, (low, high) in zip((p, q), sides, strict=True)):
            continue
        for more in range(2, MOST_BITS, 2):
            decay = rounded(ends_of_x[0], bits + more, -1), rounded(ends_of_x[1], bits + more, 1)
            bracket = Bracket(decay, *sides)
            if decay[0] <= 0 or decay[1] >= 1:
                continue
            ends = {i: shape.multipliers(bracket) for i, shape in shapes.items()}
            if not all(shape.does(bracket, ends[i]) for i, shape in shapes.items()):
                continue
            if may_do(pieces, near, bracket):
                finer = rounded(ends_of_x[0], bits + more + 1, -1), rounded(ends_of_x[1], bits + more + 1, 1)
                yield Boxed(Bracket(finer, *sides), ends_of_x, {i: end for i, end in ends.items() if end})
                break


@dataclass(frozen=True)
class _Shape:
    """Functions of floats on a piece that decides."""

    curves: Sequence[Callable[..., float]]
    slack: Callable[..., float]
    ratio: Callable[..., float] | None

    @classmethod
    def of(cls, piece: ConstrainedPiece, whole: Bent, ridge: sp.Expr | None) -> _Shape:
        names = (DECAY, *PRIORS, MULTIPLIER)
        curves = [sp.lambdify(names, value, "math") for value in curvature(whole.polynomial)]
        if ridge is None or whole.prior is None:
            return cls(curves, lambda *_: 1.0, None)
        slack = sp.lambdify(names, MULTIPLIER - whole.pull * ridge, "math")
        ratio = sp.diff(piece.polynomial, whole.prior) / sp.diff(ridge, whole.prior)
        return cls(curves, slack, sp.lambdify(names[:3], ratio, "math"))

    def multipliers(self, bracket: Bracket) -> Range | None:
        """Between which ends the multiplier is all over the box, with room."""
        if self.ratio is None:
            return None
        try:
            values = [self.ratio(*point) for point in _points(bracket)]
        except ZeroDivisionError:
            return Fraction(0), Fraction(0)
        low, high = Fraction(min(values)), Fraction(max(values))
        room = (high - low) / 2 + abs(high) / 2**20
        bits = 4 + max(0, (1 / room).__ceil__().bit_length())
        return rounded(low - room, bits, -1), rounded(high + room, bits, 1)

    def does(self, bracket: Bracket, ends: Range | None) -> bool:
        """Whether all that is asked for is positive at some points."""
        multipliers = [0.0] if ends is None else [float(end) for end in ends]
        if ends is not None and ends[0] >= ends[1]:
            return False
        points = product(_points(bracket), multipliers)
        return all(f(*at, m) > 0 for at, m in points for f in (*self.curves, self.slack))


def _points(bracket: Bracket) -> Iterator[tuple[float, ...]]:
    """A grid on a box that is larger by a half, at both ends of X."""
    lines = []
    for low, high in (bracket.p, bracket.q):
        width = (high - low) * Fraction(3, 2) / (GRID - 1)
        lines.append([float(low - (high - low) / 4 + k * width) for k in range(GRID)])
    yield from product(map(float, bracket.decay), *lines)
