"""Ends of a prior's range, and the part of a piece at an end: what both reductions need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import sympy as sp

from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.profiles.profile import PRIORS
from verify.language.condition import Condition, Relation, non_negative, positive
from verify.solvers.smt import Solver


def face_at(
    piece: ConstrainedPiece, v: sp.Symbol, end: sp.Expr, reason: str, along: sp.Symbol | None = None
) -> ConstrainedPiece:
    """The piece at the end of v; if the end is a quotient, its denominator is positive on the piece.

    Then both parts of r* are multiplied by a power of it, so that n F is a polynomial as before. Conditions
    on v are closed, or those on the prior `along` which the end is reached.
    """
    at_end = {v: end}
    moved = [c for condition in piece.conditions for c in relaxed(condition, along or v).substituted(at_end)]
    quotients = (piece.polynomial, piece.numerator, piece.denominator)
    powers = max(sp.degree(e, v) for e in quotients if e != 0)
    positive_factor = sp.denom(end) ** powers
    return replace(
        piece,
        bound=piece.bound.subs(at_end),
        numerator=_polynomial(piece.numerator, at_end, positive_factor),
        denominator=_polynomial(piece.denominator, at_end, positive_factor),
        conditions=tuple(dict.fromkeys(c for c in moved if c.constant_truth is not True)),
        inverse_risk=sp.expand(piece.inverse_risk.subs(at_end)),
        priors={**piece.priors, v: end},
        reductions=(*piece.reductions, reason),
        origin=piece.origin or piece,
    )


def _polynomial(expression: sp.Expr, at: Mapping[sp.Symbol, sp.Expr], factor: sp.Expr) -> sp.Expr:
    moved = expression.subs(dict(at))
    return sp.expand(moved if factor == 1 else sp.cancel(factor * moved))


def is_continuous(face: ConstrainedPiece, region: tuple[Condition, ...], judge: Solver) -> bool:
    """Whether 1/r* is continuous on the face, so that F there is the limit of F on the piece."""
    return judge.implies((*region, *face.conditions), positive(face.numerator), "1/r* is continuous")


def shortest_faces(faces: Sequence[ConstrainedPiece]) -> tuple[ConstrainedPiece, ...]:
    """The faces but for those that are seen to be empty, with common factors of n and d divided out.

    A face is empty if one of its conditions is false, or if they say that g > 0 and -g >= 0. A common factor
    g is divided out if g > 0 is one of the conditions: n F is then divided by g, and keeps its sign. It stays
    where it is no factor of n F, as the denominator of an end's value. Empty faces go first: divided, F need
    not be 0 any more at p = 0 on the closure of p > 0, -p >= 0, where no prior is. If all are empty, they
    stay.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("q/p + 1/2", box=["q>=p"])
    >>> p, q = PRIORS
    >>> faces = [face_at(constrained(profile.pieces[0], profile), q, end, "") for end in (sp.S.Zero, p)]
    >>> faces[1].numerator, [(face.priors, face.numerator) for face in shortest_faces(faces)]
    (3*p, [({q: p}, 3)])
    """
    return tuple(_in_lowest_terms(face) for face in faces if not _is_seen_empty(face)) or tuple(faces)


def _is_seen_empty(face: ConstrainedPiece) -> bool:
    strict = {-c.polynomial for c in face.conditions if c.relation is Relation.POSITIVE}
    return any(
        c.constant_truth is False or (c.relation is not Relation.NON_ZERO and c.polynomial in strict)
        for c in face.conditions
    )


def _in_lowest_terms(face: ConstrainedPiece) -> ConstrainedPiece:
    common = sp.gcd_list([face.numerator, face.denominator, face.polynomial])
    above = {c.polynomial for c in face.conditions if c.relation is Relation.POSITIVE}
    factors = (f**k for f, k in sp.factor_list(common)[1] if f in above)
    factor = sp.Mul(*factors)
    n, d = (sp.expand(sp.cancel(part / factor)) for part in (face.numerator, face.denominator))
    return replace(face, numerator=n, denominator=d)


def tightest(
    ends: Iterable[tuple[sp.Symbol, sp.Expr]], known: tuple[Condition, ...], judge: Solver, orientation: int
) -> tuple[tuple[sp.Symbol, sp.Expr], ...]:
    """The upper (or lower) ends without those that another one precedes for all parameters."""
    remaining = list(dict.fromkeys(ends))
    for v, end in list(remaining):
        others = [other for _, other in remaining if other != end]
        if any(
            judge.implies(known, c, f"{other} is reached before {end}")
            for other in others
            for c in at_least(orientation * (end - other))
        ):
            remaining.remove((v, end))
    return tuple(remaining)


def is_positive(slope: sp.Expr, region: tuple[Condition, ...], judge: Solver) -> bool | None:
    """Whether it is positive, or negative, all over the region; None where neither is shown."""
    for sign in (1, -1):
        if judge.implies(region, positive(sign * slope), f"sign of {slope}"):
            return sign > 0
    return None


def at_least(difference: sp.Expr) -> Iterator[Condition]:
    """The difference, a rational function, is not negative."""
    numerator, denominator = sp.fraction(sp.together(difference))
    yield non_negative(sp.expand(numerator * denominator))


def relaxed(condition: Condition, v: sp.Symbol) -> Condition:
    """As it holds at the end of v's range, which need not belong to the piece."""
    return condition.closure if v in condition.symbols else condition


def is_plain(end: sp.Expr) -> bool:
    """Whether an end is a polynomial in the parameters alone."""
    return not end.free_symbols & set(PRIORS) and bool(end.is_polynomial(*end.free_symbols))


def linear_ends(
    piece: ConstrainedPiece, v: sp.Symbol, region: tuple[Condition, ...], judge: Solver
) -> dict[sp.Expr, bool]:
    """Where conditions on v are tight, and whether these are upper ends.

    There is none where the conditions are not all linear in v, with slopes free of priors and of one sign.
    """
    ends: dict[sp.Expr, bool] = {}
    for condition in piece.conditions:
        if v not in condition.symbols:
            continue
        if condition.relation not in (Relation.POSITIVE, Relation.NON_NEGATIVE):
            return {}
        if sp.degree(condition.polynomial, v) != 1:
            return {}
        slope, offset = sp.Poly(condition.polynomial, v).all_coeffs()
        if slope.free_symbols & set(PRIORS):
            return {}
        rising = bool(slope > 0) if slope.is_Rational else is_positive(slope, region, judge)
        if rising is None:
            return {}
        ends[sp.expand(-offset / slope) if slope.is_Rational else _over(offset, slope, rising)] = not rising
    return ends


def _over(offset: sp.Expr, slope: sp.Expr, rising: bool) -> sp.Expr:
    """-offset / slope with a denominator that is positive, for a slope in the parameters."""
    return sp.expand(-offset if rising else offset) / sp.expand(slope if rising else -slope)
