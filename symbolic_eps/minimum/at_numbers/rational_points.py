"""What exact arithmetic says of a value X = e^-eps at rational priors; for numbers.

At a level below X, F < 0 at some priors next to where X is attained; at one above, F >= 0 there and on a
grid. The first is part of a proof (`minimum.at_numbers.inside`); both are a second look at the algebra.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.at_numbers.bracket import rational, rounded
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY

Point = tuple[Fraction, Fraction]

AGREED_BITS = 40
"""F is looked at 2^-bits below X and above."""

PLACE_BITS = 120
"""X is known to 2^-bits where the place is a function of it: on a border, that holds at X alone."""

_BESIDE = Fraction(1, 2**60)
"""A place with its digits cut off may violate conditions by so much that hold at the place itself."""

GRID = 24
"""Points of the second look along each prior."""


def point_below(
    pieces: Iterable[ConstrainedPiece], level: Fraction, centre: Sequence[Fraction]
) -> Point | None:
    """Priors on a piece, next to a pair of numbers, at which F < 0 at the level x; None where none is seen.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("4")  # X = 1/2, as p -> 1 and q -> 0
    >>> pieces = [constrained(piece, profile) for piece in profile.pieces]
    >>> point_below(pieces, Fraction(2, 5), (Fraction(1), Fraction(0)))
    (Fraction(1, 1), Fraction(1, 256))
    >>> point_below(pieces, Fraction(3, 5), (Fraction(1), Fraction(0))) is None
    True
    """
    exact = [_Exact(piece) for piece in pieces]
    near = (
        (rounded(p, bits, -1) + Fraction(i, 2**bits), rounded(q, bits, -1) + Fraction(k, 2**bits))
        for p, q in (centre,)
        for bits in (8, 16, 32, 64)
        for i, k in product((0, 1, -1), repeat=2)
    )
    return next((point for point in near if any(piece.is_negative(level, point) for piece in exact)), None)


def require_agreement(branch: Branch, pieces: Sequence[ConstrainedPiece]) -> None:
    """F < 0 at the place for x 2^-40 below X, and F >= 0 next to it and on a grid as far above; or an error.

    Parameters
    ----------
    branch : Branch
        Of a profile with numbers, attained at one place.
    pieces : sequence of ConstrainedPiece
        The pieces of the profile, both priors free.

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        The place or the root disagrees with F.
    """
    low, high = _around_root(branch)
    (attained,) = branch.attained
    value = {DECAY: rational((low + high) / 2)}
    centre = [_number(attained.place[v].subs(value)) for v in PRIORS]
    exact = [_Exact(piece) for piece in pieces]
    if not any(piece.is_negative(low, (centre[0], centre[1]), _BESIDE) for piece in exact):
        raise UndecidedError(f"F >= 0 at p = {float(centre[0]):.6g}, q = {float(centre[1]):.6g}, below X")
    found = (point for point in _grid() if any(piece.is_negative(high, point) for piece in exact))
    point = point_below(pieces, high, centre) or next(found, None)
    if point is not None:
        raise UndecidedError(f"F < 0 at p = {point[0]}, q = {point[1]}, above X")


def _around_root(branch: Branch) -> tuple[Fraction, Fraction]:
    """Levels below and above the polynomial's root, at which it rises through 0."""
    assert branch.polynomial is not None
    terms = [Fraction(int(c.p), int(c.q)) for c in sp.Poly(branch.polynomial, DECAY).all_coeffs()]
    low, high = (Fraction(int(c.p), int(c.q)) for c in branch.between or (sp.S.Zero, sp.S.One))
    if not _value(terms, low) < 0 < _value(terms, high):
        raise UndecidedError(f"{branch.polynomial} does not rise through 0 between {low} and {high}")
    while high - low > Fraction(1, 2**PLACE_BITS):
        middle = (low + high) / 2
        low, high = (low, middle) if _value(terms, middle) > 0 else (middle, high)
    reach = Fraction(1, 2**AGREED_BITS)
    return low - reach, high + reach


def _value(terms: Sequence[Fraction], x: Fraction) -> Fraction:
    value = Fraction(0)
    for c in terms:
        value = value * x + c
    return value


def _number(value: sp.Expr) -> Fraction:
    """A real number, rounded far beyond what is looked at."""
    digits = sp.Rational(value.evalf(40))
    return Fraction(int(digits.p), int(digits.q))


def _grid() -> Iterator[Point]:
    sides = [Fraction(k, GRID) for k in range(1, GRID + 1)]
    yield from product([Fraction(1, 2**20), *sides], repeat=2)


class _Exact:
    """A piece at rational points."""

    def __init__(self, piece: ConstrainedPiece) -> None:
        self.terms = _terms(piece.polynomial, (DECAY, *PRIORS))
        self.conditions = [(_terms(c.polynomial, PRIORS), c.relation) for c in piece.conditions]

    def is_negative(self, level: Fraction, point: Point, beside: Fraction = Fraction(0)) -> bool:
        """Whether the point is of the piece, or hardly beside it, and F < 0 there."""
        return (
            all(
                abs(value := _sum(terms, point)) < beside or relation.holds(_sign(value))
                for terms, relation in self.conditions
            )
            and _sum(self.terms, (level, *point)) < 0
        )


Terms = Mapping[tuple[int, ...], Fraction]


def _terms(polynomial: sp.Expr, variables: Sequence[sp.Symbol]) -> Terms:
    found = sp.Poly(polynomial, *variables).as_dict()
    return {powers: Fraction(int(c.p), int(c.q)) for powers, c in found.items()}


def _sum(terms: Terms, at: Sequence[Fraction]) -> Fraction:
    total = Fraction(0)
    for powers, c in terms.items():
        total += c * math.prod(value**power for value, power in zip(at, powers, strict=True))
    return total


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)
