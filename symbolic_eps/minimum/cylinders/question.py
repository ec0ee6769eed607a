"""What cells of the parameters are made of, and the same along a curve: an equation put into all of it.

An irreducible polynomial g = N - D v, linear in a parameter v, vanishes where v = N/D, and where D = N = 0.
Where both are in one variable, they have no common root, for g would have it as a factor; else that is asked
by itself. What v is put into is multiplied by an even power of D, which keeps each sign.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import sympy as sp

from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.cylinders.one_sign import Range, has_one_sign, range_of
from symbolic_eps.minimum.cylinders.projection import Space
from symbolic_eps.minimum.cylinders.tight_conditions import of_empty_pieces
from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.reductions.border import face_at
from symbolic_eps.profiles.profile import PRIORS
from verify.claims.region import primitive
from verify.language.condition import Condition, Relation, non_zero
from verify.points.simple_rationals import simplest_between


@dataclass(frozen=True)
class Curve:
    """Where a polynomial vanishes, solved for a parameter.

    Parameters
    ----------
    polynomial : Expr
        Irreducible.
    parameter : Symbol
    value : Expr
        A rational function of the other parameters.
    """

    polynomial: sp.Expr
    parameter: sp.Symbol
    value: sp.Expr

    @property
    def denominator(self) -> sp.Expr:
        """Of the value."""
        return sp.fraction(self.value)[1]

    @property
    def undefined(self) -> tuple[sp.Expr, ...]:
        """The denominator, where it may vanish on the curve, with the numerator.

        Examples
        --------
        >>> from sympy.abc import a, b, c
        >>> Curve(a * b - 1, b, 1 / a).undefined, Curve(c * (b - 1) - a, c, a / (b - 1)).undefined
        ((), (b - 1,))
        """
        numerator, denominator = sp.fraction(self.value)
        several = len(numerator.free_symbols | denominator.free_symbols) > 1
        return (denominator,) if several and denominator.free_symbols else ()

    def cleared(self, expression: sp.Expr, even: int = 0) -> sp.Expr:
        """A polynomial with the value in it, times an even power of the denominator, which may be given.

        Examples
        --------
        >>> from sympy.abc import a, b
        >>> Curve(a * b - 1, b, 1 / a).cleared(b - 2)
        -2*a**2 + a
        """
        top, bottom = sp.fraction(self.value)
        rows = sp.Poly(expression, self.parameter).all_coeffs()
        even = even or len(rows) - 1 + (len(rows) - 1) % 2
        powers = range(len(rows) - 1, -1, -1)
        return sp.expand(sum(c * top**k * bottom ** (even - k) for k, c in zip(powers, rows, strict=True)))


def curves(polynomial: sp.Expr, parameters: Sequence[sp.Symbol]) -> Iterator[Curve | sp.Expr]:
    """The irreducible factors, each solved for a parameter where one is linear in it.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> [getattr(c, "value", c) for c in curves((a - b**2) * (a**2 + b**2 - 1), (a, b))]
    [b**2, a**2 + b**2 - 1]
    """
    for factor, _ in sp.factor_list(polynomial)[1]:
        linear = [v for v in parameters if sp.degree(factor, v) == 1]
        solved = [Curve(primitive(factor), v, sp.cancel(_solution(factor, v))) for v in linear]
        yield min(
            solved, key=lambda c: (len(c.denominator.free_symbols), sp.count_ops(c.value)), default=factor
        )


def _solution(linear: sp.Expr, v: sp.Symbol) -> sp.Expr:
    slope, offset = sp.Poly(linear, v).all_coeffs()
    return -offset / slope


def equations(region: Region) -> Iterator[tuple[sp.Expr, Region]]:
    """What is 0 by the conditions, by itself or not less and not more, with all other conditions.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from verify.language.condition import non_negative, positive
    >>> [(g, [str(c) for c in others]) for g, others in equations((non_negative(a - b), positive(a),
    ...     non_negative(b - a)))]
    [(a - b, ['a > 0'])]
    """
    closed = {sp.expand(c.polynomial): c for c in region if c.relation is Relation.NON_NEGATIVE}
    for c in region:
        opposite = closed.get(sp.expand(-c.polynomial))
        if c.relation is Relation.ZERO or (opposite is not None and c in closed.values()):
            yield c.polynomial, tuple(other for other in region if other not in (c, opposite))
            closed.pop(sp.expand(c.polynomial), None)


@dataclass(frozen=True)
class Question:
    """What X is for all values of some parameters.

    Parameters
    ----------
    pieces, whole : tuple of ConstrainedPiece
        As they were reduced, and before.
    free : tuple of Symbol
        The priors.
    region : tuple of Condition
    parameters : tuple of Symbol
    is_continuous : bool
        Whether X is known to be continuous on all of the region; then it is so on each curve in it.
    """

    pieces: tuple[ConstrainedPiece, ...]
    whole: tuple[ConstrainedPiece, ...]
    free: tuple[sp.Symbol, ...]
    region: Region
    parameters: tuple[sp.Symbol, ...]
    is_continuous: bool = False

    def along(self, curve: Curve, further: Region = ()) -> Question | None:
        """The question for the other parameters on a curve; None where the conditions exclude it.

        Where a part of a border may be of an empty piece, it is put for the pieces as they were.
        """
        region = _along(curve, (*self.region, *further))
        if region is None:
            return None
        if curve.denominator.free_symbols:
            region = (*region, non_zero(curve.denominator))
        may_be_empty = any(curve.cleared(g) == 0 for g in of_empty_pieces(self.pieces))
        return replace(
            self,
            pieces=tuple(_pieces_along(curve, self.whole if may_be_empty else self.pieces, region)),
            whole=tuple(_pieces_along(curve, self.whole, region)),
            region=region,
            parameters=tuple(v for v in self.parameters if v != curve.parameter),
        )


def _along(curve: Curve, conditions: Sequence[Condition]) -> Region | None:
    """Conditions on a curve that are not true anyway; None where one is false."""
    moved = [Condition(curve.cleared(c.polynomial), c.relation) for c in conditions]
    if any(c.constant_truth is False for c in moved):
        return None
    return tuple(dict.fromkeys(c for c in moved if c.constant_truth is None))


def _pieces_along(
    curve: Curve, pieces: Sequence[ConstrainedPiece], region: Region
) -> Iterator[ConstrainedPiece]:
    for piece in pieces:
        moved = _along(curve, piece.conditions)
        conditions = None if moved is None else shortened(moved, region)
        if conditions is not None:
            yield from at_tight_prior(replace(_piece_along(curve, piece), conditions=conditions))


def shortened(conditions: Region, known: Region) -> Region | None:
    """Conditions without those factors of a product that have one sign; None where one of them is false.

    Examples
    --------
    >>> from sympy.abc import a, p
    >>> from verify.language.condition import non_negative, positive
    >>> [str(c) for c in shortened((positive(a * p - a), non_negative(1 - p)), (positive(a),))]
    ['p > 1', 'p <= 1']
    """
    every = (*known, *conditions)
    symbols = tuple(sorted(frozenset().union(*(c.symbols for c in every)), key=str))
    strict = [c.polynomial for c in every if c.relation is Relation.POSITIVE]
    space, ranges = Space(symbols), tuple(range_of(v, strict) for v in symbols)
    short = dict.fromkeys(_shortened(c, space, ranges) for c in conditions)
    return None if any(c.constant_truth is False for c in short) else tuple(c for c in short if c.symbols)


def _shortened(condition: Condition, space: Space, ranges: Sequence[Range]) -> Condition:
    content, factors = sp.factor_list(condition.polynomial)
    left = sp.Integer(sp.sign(content))
    for factor, power in factors:
        polynomial = space.polynomial(factor)
        if len(factors) > 1 and has_one_sign(polynomial, ranges):
            left *= sp.sign(factor.subs(inside(ranges, space.variables))) ** power
        else:
            left *= factor**power
    return Condition(primitive(left), condition.relation)


def inside(ranges: Sequence[Range], symbols: Sequence[sp.Symbol]) -> dict[sp.Symbol, sp.Rational]:
    """A number for each symbol within its range."""
    numbers = (simplest_between(*ends) for ends in ranges)
    return {v: sp.Rational(n.numerator, n.denominator) for v, n in zip(symbols, numbers, strict=True)}


def at_tight_prior(piece: ConstrainedPiece) -> tuple[ConstrainedPiece, ...]:
    """The piece at the only number that two opposite conditions leave for a prior, if they do; () if none.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> piece = constrained(RiskProfile("2", box=["p>=1"]).pieces[0], RiskProfile("2"))
    >>> [one.priors for one in at_tight_prior(piece)]
    [{p: 1}]
    """
    closed = [c.polynomial for c in piece.conditions if c.relation is Relation.NON_NEGATIVE]
    for polynomial in closed:
        tight = sp.expand(-polynomial) in map(sp.expand, closed) and len(polynomial.free_symbols) == 1
        for v in polynomial.free_symbols & {*PRIORS} if tight else ():
            if sp.degree(polynomial, v) == 1:
                at = Curve(polynomial, v, _solution(polynomial, v))
                conditions = _along(at, piece.conditions)
                face = face_at(piece, v, at.value, "only one number is left for it")
                return () if conditions is None else (replace(face, conditions=conditions),)
    return (piece,)


def _piece_along(curve: Curve, piece: ConstrainedPiece) -> ConstrainedPiece:
    """The piece but for its conditions; n > 0 stays a polynomial and clears what F has below."""
    v, value = curve.parameter, {curve.parameter: curve.value}
    rows = (piece.numerator, piece.denominator, piece.numerator * sp.cancel(piece.inverse_risk))
    top = max(sp.degree(part, v) for row in rows for part in sp.fraction(sp.together(row)))
    even = 2 * max(top, 0) + 2 if curve.denominator.free_symbols else 2
    return replace(
        piece,
        bound=piece.bound.subs(value),
        numerator=curve.cleared(piece.numerator, even),
        denominator=curve.cleared(piece.denominator, even),
        inverse_risk=piece.inverse_risk.subs(value),
        priors={w: sp.cancel(place.subs(value)) for w, place in piece.priors.items()},
        origin=None if piece.origin is None else _origin_along(curve, piece.origin),
    )


def _origin_along(curve: Curve, origin: ConstrainedPiece) -> ConstrainedPiece:
    """With all of its conditions: those that are strict are asked for where a part of its border lies."""
    moved = tuple(Condition(curve.cleared(c.polynomial), c.relation) for c in origin.conditions)
    return replace(_piece_along(curve, origin), conditions=moved)
