"""Limits at p = q = 1, where F is the same for all x and eps = oo, while nearby eps may be small.

If r* = 1 at the corner, F vanishes there. Along the side p = 1 - t, q = 1 (or with p and q exchanged)
n F = t^k Q(x) + o(t^k), Q not 0: with the vanishing factor t^k divided out, the limit is a root of Q.

Theorem. If Q(X) = 0 and Q'(X) > 0, then for each x < X near X there are priors on that side, as near to the
corner as one likes, at which F(x) < 0: no eps > -log X is admissible, for F rises with x.
Proof. Q(x) < 0 for such x, and n F = t^k (Q(x) + o(1)) with t > 0 and n > 0. QED

To first order n F is a combination with weights >= 0 of its values along the two sides, so that no other way
into the corner asks for more, unless first orders vanish. The search relies on that; the proof does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import sympy as sp

from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.candidates import Candidate
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import primitive
from verify.language.condition import Condition

_DISTANCE = sp.Dummy("t", real=True)

_STEP = Step(StepKind.CRITICAL, words="towards p = q = 1, with the factor divided out that vanishes there")

Place = Mapping[sp.Symbol, sp.Expr]


def is_corner(piece: ConstrainedPiece, place: Place) -> bool:
    """Whether F is the same for all x at a place: that is p = q = 1.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import PRIORS, RiskProfile
    >>> profile = RiskProfile("2 - p*q")
    >>> is_corner(constrained(profile.pieces[0], profile), dict.fromkeys(PRIORS, sp.S.One))
    True
    """
    if any(value != 1 for value in place.values()):
        return False
    return DECAY not in sp.expand(piece.inverse_risk.subs(dict(place))).free_symbols


def quotients_at(piece: ConstrainedPiece, place: Place) -> Iterator[tuple[tuple[int, ...], sp.Expr]]:
    """For each side that ends in the corner, the direction away from it, and Q.

    Parameters
    ----------
    piece : ConstrainedPiece
        A piece with the corner on its closure.
    place : mapping of Symbol to Expr
        1 for each prior that varies; `is_corner` holds.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import PRIORS, RiskProfile
    >>> profile = RiskProfile("2 - p*q")
    >>> for direction, q in quotients_at(
    ...     constrained(profile.pieces[0], profile), dict.fromkeys(PRIORS, sp.S.One)
    ... ):
    ...     print(direction, q)
    (-1, 0) x
    (0, -1) x**2
    """
    for v in place:
        others = {u: one for u, one in place.items() if u != v}
        along = sp.expand(piece.polynomial.subs(others).subs(v, 1 - _DISTANCE))
        terms = sp.Poly(along, _DISTANCE).all_coeffs()[::-1]
        power, quotient = next(((k, c) for k, c in enumerate(terms) if c != 0), (0, sp.S.Zero))
        if power > 0 and DECAY in quotient.free_symbols:
            yield tuple(-1 if u == v else 0 for u in place), quotient


def corner_limits(piece: ConstrainedPiece, free: tuple[sp.Symbol, ...]) -> Iterator[Candidate]:
    """The limits at p = q = 1 as candidates, where the corner is on the closure of the piece.

    Parameters
    ----------
    piece : ConstrainedPiece
        A checked piece of a profile, perhaps reduced to a part of its border.
    free : tuple of Symbol
        The priors that vary.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import PRIORS, RiskProfile
    >>> profile = RiskProfile("1 + b*(1 - p*q)/(p*q)", ["0<b<1"])
    >>> [c.polynomial for c in corner_limits(constrained(profile.pieces[0], profile), PRIORS)]
    [b + x - 1, b + x**2 - 1]
    """
    place = {v: sp.S.One for v in free if v not in piece.priors}
    if not place or not is_corner(piece, place):
        return
    whole = {**place, **piece.priors}
    for direction, quotient in quotients_at(piece, place):
        path = {v: 1 + step * _DISTANCE for v, step in zip(place, direction, strict=True)}
        sides = [_first(moved) for c in piece.conditions for moved in c.closure.substituted(path)]
        if any(side.constant_truth is False for side in sides):
            continue
        conditions = tuple(side for side in sides if side.constant_truth is not True)
        for factor, _ in sp.factor_list(quotient)[1]:
            if DECAY in factor.free_symbols and factor != DECAY:
                yield Candidate(primitive(factor), whole, conditions, piece, steps=(_STEP,))


def _first(condition: Condition) -> Condition:
    """What a condition comes to for small t > 0: that on its first coefficient that is not 0."""
    coefficients = sp.Poly(condition.polynomial, _DISTANCE).all_coeffs()[::-1]
    return Condition(next((c for c in coefficients if c != 0), sp.S.Zero), condition.relation)
