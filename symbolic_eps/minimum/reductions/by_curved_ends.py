"""Reduction by concavity to ends that are curves, whatever the conditions are polynomials of.

Theorem. Let a piece lie in the square of the priors, f be affine along a prior v, and 1/r* = d/n convex along
v on the piece. Let E be the points at which the closures of all conditions on v and all other conditions
hold, and one of those on v is tight. If n > 0 on E and F(x) >= 0 on E, then F(x) >= 0 on the piece.
Proof. All else being fixed, take the longest interval of v in the piece through a point of it. It is bounded.
At its ends the closures of the conditions on v hold, and one of them is tight, for else the interval would go
on: the ends are in E. On the interval F = f - d/n is concave, and it is continuous up to the ends, where
n > 0. So it is nowhere less than at one of them. QED

The conditions need not be linear in v (compare `minimum.reductions.by_concavity`): a tight one is solved
for whichever prior it is linear in. On max(a/p, 1 + b p/q) both pieces are so reduced to the ridge
q = b p^2/(a - p), where the condition is quadratic in p, and to p = 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import sympy as sp

from symbolic_eps.minimum.by_factors import divided
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.reductions.border import face_at, is_continuous, shortest_faces
from symbolic_eps.theory.slope import curvature
from verify.claims.region import primitive
from verify.language.condition import Condition, Relation, non_negative, positive, zero
from verify.solvers.smt import Solver, UndecidedQueryError

Region = tuple[Condition, ...]

BY_CURVED_ENDS = "1/r* is convex along {prior}, so that F is least where a condition on {prior} is tight"
"""The theorem, in words."""


def reduced_to_curves(
    piece: ConstrainedPiece, free: Sequence[sp.Symbol], region: Region, judge: Solver
) -> tuple[ConstrainedPiece, ...] | None:
    """The parts of E, each with one prior less; None where the premises are not shown.

    Parameters
    ----------
    piece : ConstrainedPiece
        A checked piece.
    free : sequence of Symbol
        The priors that vary on the profile.
    region : tuple of Condition
        What is known of the parameters.
    judge : Solver
        Proves the premises.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import PRIORS, RiskProfile
    >>> profile = RiskProfile("max(1/2/p, 1 + p/q)")
    >>> pieces = [constrained(piece, profile) for piece in profile.checked_pieces(Solver())]
    >>> [face.priors for face in reduced_to_curves(pieces[1], PRIORS, (), Solver())]
    [{p: 0}, {p: 1}, {q: 2*p**2/(1 - 2*p)}]
    """
    found = curved_ends(piece, free, region, judge)
    return None if found is None else found[1]


def curved_ends(
    piece: ConstrainedPiece, free: Sequence[sp.Symbol], region: Region, judge: Solver
) -> tuple[sp.Symbol, tuple[ConstrainedPiece, ...]] | None:
    """The same with v; the parts are those of the conditions on v, in their order."""
    for v in free:
        if piece.priors or sp.degree(piece.inverse_risk, v) > 1:
            continue
        bent = (*region, *piece.conditions, positive(-curvature(piece.numerator, piece.denominator, v)))
        try:
            ends = tuple(_ends(piece, v, free, region, judge))
            if not all(ends) or judge.satisfiable(bent, f"1/r* is not convex along {v}"):
                continue
            words = BY_CURVED_ENDS.format(prior=v)
            faces = tuple(_face(piece, end, v, words) for end in ends if end)
            if faces and all(is_continuous(face, region, judge) for face in faces):
                return v, faces
        except UndecidedQueryError:
            continue
    return None


@dataclass(frozen=True)
class End:
    """A tight condition, slope * prior + offset = 0, with slope > 0 where it is tight."""

    prior: sp.Symbol
    slope: sp.Expr
    offset: sp.Expr


def _face(piece: ConstrainedPiece, end: End, v: sp.Symbol, words: str) -> ConstrainedPiece:
    """The piece at the end, where its slope is known to be positive."""
    face = face_at(piece, end.prior, -end.offset / end.slope, words, along=v)
    if end.slope.is_Rational:
        return face
    above = positive(end.slope)
    others = (c for c in divided(face.conditions, [above]) if c.relation is not Relation.NON_ZERO)
    return replace(face, conditions=tuple(dict.fromkeys((*others, above))))


def shortest_curves(faces: Iterable[ConstrainedPiece]) -> tuple[ConstrainedPiece, ...]:
    """The same question on fewer parts: f > 0 for f >= 0 and f^2 > 0, n and d in lowest terms, none twice.

    On the ridge of max(a/p, 1 + b p/q) the two bounds are one function, and so the two parts are one.

    Parameters
    ----------
    faces : iterable of ConstrainedPiece
        Of all pieces.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import PRIORS, RiskProfile
    >>> profile = RiskProfile("max(1/2/p, 1 + p/q)")
    >>> pieces = [constrained(piece, profile) for piece in profile.checked_pieces(Solver())]
    >>> faces = [face for piece in pieces for face in reduced_to_curves(piece, PRIORS, (), Solver())]
    >>> len(faces), len(shortest_curves(faces))
    (6, 4)
    """
    short = shortest_faces([replace(face, conditions=_strict(face.conditions)) for face in faces])
    same = {(primitive(face.polynomial), frozenset(face.conditions)): face for face in reversed(short)}
    return tuple(reversed(same.values()))


def _strict(conditions: Region) -> Region:
    """The same conditions with f > 0 in place of f >= 0 and k f^m > 0, k > 0."""
    above = set[Condition]()
    for c in conditions:
        scale, factors = sp.factor_list(c.polynomial)
        weak = non_negative(factors[0][0]) if len(factors) == 1 else None
        if c.relation is Relation.POSITIVE and weak in conditions and scale > 0:
            above.add(weak)
    known = {positive(c.polynomial) for c in above}
    shorter = divided(tuple(c for c in conditions if c not in above), tuple(known))
    return tuple(dict.fromkeys((*known, *(c for c in shorter if c.constant_truth is not True))))


def _ends(
    piece: ConstrainedPiece, v: sp.Symbol, free: Sequence[sp.Symbol], region: Region, judge: Solver
) -> Iterator[End | None]:
    """For each condition on v; None for one that is not solved."""
    for condition in piece.conditions:
        if v in condition.symbols:
            closed = (c.closure if v in c.symbols else c for c in piece.conditions)
            at_end = (*region, *closed, zero(condition.polynomial))
            yield _solved(condition, sorted(free, key=lambda u: u != v), at_end, judge)


def _solved(condition: Condition, free: Sequence[sp.Symbol], at_end: Region, judge: Solver) -> End | None:
    """For the first prior in which it is linear with a slope of one sign."""
    if condition.relation not in (Relation.POSITIVE, Relation.NON_NEGATIVE):
        return None
    for u, sign in product(free, (1, -1)):
        if sp.degree(condition.polynomial, u) != 1:
            continue
        slope, offset = (sp.expand(sign * c) for c in sp.Poly(condition.polynomial, u).all_coeffs())
        if sp.denom(-offset / slope) not in (slope, 1):  # a common factor was divided out
            continue
        above = positive(slope)
        if above.constant_truth or (
            above.constant_truth is None and judge.implies(at_end, above, f"the sign of {slope} at an end")
        ):
            return End(u, slope, offset)
    return None
