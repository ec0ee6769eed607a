"""Ends of a prior's range, and the part of a piece at an end: what both reductions need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import sympy as sp

from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.profiles.profile import PRIORS
from verify.language.condition import Condition, non_negative, positive
from verify.solvers.smt import Solver


def face_at(piece: ConstrainedPiece, v: sp.Symbol, end: sp.Expr, reason: str) -> ConstrainedPiece:
    """The piece at the end of v."""
    at_end = {v: end}
    moved = [c for condition in piece.conditions for c in relaxed(condition, v).substituted(at_end)]
    return replace(
        piece,
        bound=piece.bound.subs(at_end),
        numerator=sp.expand(piece.numerator.subs(at_end)),
        denominator=sp.expand(piece.denominator.subs(at_end)),
        conditions=tuple(dict.fromkeys(c for c in moved if c.constant_truth is not True)),
        inverse_risk=sp.expand(piece.inverse_risk.subs(at_end)),
        priors={**piece.priors, v: end},
        reductions=(*piece.reductions, reason),
        origin=piece.origin or piece,
    )


def is_continuous(face: ConstrainedPiece, region: tuple[Condition, ...], judge: Solver) -> bool:
    """Whether 1/r* is continuous on the face, so that F there is the limit of F on the piece."""
    return judge.implies((*region, *face.conditions), positive(face.numerator), "1/r* is continuous")


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
