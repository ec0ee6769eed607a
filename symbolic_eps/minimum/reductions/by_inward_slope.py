"""Reduction of an end where F is concave along a prior: stationary points there that are no minima.

Theorem. On a piece, F is concave along a prior v (`minimum.reductions.by_concavity`) and rises with x, but
for p = q = 1. Take upper ends of v's range that are free of priors, or lower ones, and let E be their closed
faces, along which the other prior u varies: 1/r* is continuous there, r* >= 1, and r* > 1 at p = q = 1. If
wherever F = F_u = 0 on E with 0 < x <= 1, F falls strictly from E inwards, and if F(x) >= 0 at all other ends
of v and at the ends of u's range on E, then F(x) >= 0 on E.
Proof. Let F(x) < 0 on E somewhere. E is bounded and F continuous on it, not negative at x = 1; so there is
y > x at which the least value over E is 0, at a point z. Where F(x) >= 0 is supposed, F(y) > F(x) >= 0, or
F(y) = 1 - 1/r* > 0 at p = q = 1. So z is not at an end of u's range, hence F = F_u = 0 at z, x = y, and all
conditions on u alone are strict. v's range beside z is no single point, for that would be at another end. So
F falls from z inwards, and by concavity is negative at the other end, at which F(y) > 0: a contradiction. QED

So the face is replaced by its ends: a quartic less to compare with on max(q/p, p/q) + c where p <= p1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count

import sympy as sp

from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.reductions.border import face_at, is_plain, linear_ends
from symbolic_eps.minimum.reductions.by_monotonicity import rises_with_decay
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.slope import slope_on_root
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.language.condition import Condition, Relation, non_negative, positive, zero
from verify.solvers.smt import Solver, UndecidedQueryError

BY_INWARD_SLOPE = (
    "no minimum lies inside the side {prior} = {end}: F falls inwards where it is stationary there"
)
"""The theorem, in words."""


def ends_without_minima(
    piece: ConstrainedPiece,
    v: sp.Symbol,
    face: ConstrainedPiece,
    upper: bool,
    region: Iterable[Condition],
    search: Solver,
    judge: Solver,
) -> tuple[ConstrainedPiece, ...] | None:
    """The ends of a face, where no minimum lies between them.

    Parameters
    ----------
    piece : ConstrainedPiece
        On it F is concave along v.
    v : Symbol
        A prior.
    face : ConstrainedPiece
        The piece at an end of v.
    upper : bool
        Whether it is an upper end.
    region : iterable of Condition
        What is known of the parameters.
    search : Solver
        Says whether it is likely.
    judge : Solver
        Proves it.

    Returns
    -------
    tuple of ConstrainedPiece or None
        None where the theorem does not apply, or its premises could not be proved.
    """
    end = face.priors[v]
    others = [u for u in PRIORS if u in face.polynomial.free_symbols and u not in face.priors]
    if not is_plain(end) or len(others) != 1:
        return None
    (u,) = others
    known, question = tuple(region), f"F falls from {v} = {end} inwards where it is stationary"
    closed = (*known, *(c.closure for c in face.conditions), *_inhabited(piece, v, end, upper))
    try:
        ends = linear_ends(face, u, known, judge)
        if not ends or not (rises_with_decay(piece, judge) and _is_proper(face, u, closed, judge)):
            return None
        n, d, f = piece.numerator, piece.denominator, piece.inverse_risk
        n_there = face.numerator
        inwards = sp.expand(slope_on_root(f, n, d, v).subs(v, end) * (1 if upper else -1))
        stationary = slope_on_root(face.inverse_risk, face.numerator, face.denominator, u)
        against = (
            *closed,
            positive(DECAY),
            non_negative(1 - DECAY),
            zero(face.polynomial),
            zero(sp.expand(stationary)),
            non_negative(-inwards),
        )
        if all(
            search.possible(asked, question) or judge.satisfiable(asked, question)
            for asked in (with_named(n_there, against, judge), against)
        ):
            return None
        text = BY_INWARD_SLOPE.format(prior=v, end=end)
        return tuple(face_at(face, u, value, text) for value in ends)
    except UndecidedQueryError:
        return None


def with_named(expression: sp.Expr, conditions: Sequence[Condition], judge: Solver) -> tuple[Condition, ...]:
    """Conditions that follow, in which the expression is an unknown of its own, in the place of a parameter.

    Where a parameter occurs only in the numerator of r*, its name lowers all degrees.

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import parameter
    >>> a, b = parameter("a"), parameter("b")
    >>> [str(c) for c in with_named(a + b, [positive(a), positive((a + b) ** 2 * b - 1)], Solver())]
    ['b < n', 'b*n**2 > 1', 'b <= n']
    """
    taken = frozenset().union(expression.free_symbols, *(c.symbols for c in conditions))
    name = next(s for s in map(parameter, chain(["n"], (f"n{k}" for k in count(1)))) if s not in taken)
    for a in sorted(expression.free_symbols - {*PRIORS, DECAY}, key=str):
        if sp.degree(expression, a) != 1:
            continue
        factor, rest = sp.Poly(expression, a).all_coeffs()
        moved = [c for c in conditions if a not in c.symbols]
        for condition in conditions:
            if a in condition.symbols:
                put = sp.cancel(condition.polynomial.subs(a, (name - rest) / factor))
                if put.is_polynomial():
                    moved.append(Condition(sp.expand(put), condition.relation))
        for sign in (1, -1):
            known = [c for c in conditions if c.symbols <= (factor * a).free_symbols]
            if judge.implies(known, non_negative(sp.expand(sign * factor * a)), f"sign of {factor * a}"):
                moved.append(non_negative(sp.expand(sign * (name - rest))))
        return tuple(moved)
    return tuple(conditions)


def _inhabited(piece: ConstrainedPiece, v: sp.Symbol, end: sp.Expr, upper: bool) -> Iterator[Condition]:
    """What holds of the parameters unless the piece is empty: a strict bound on the other side is less."""
    for condition in piece.conditions:
        strict = condition.relation is Relation.POSITIVE and sp.degree(condition.polynomial, v) == 1
        if strict and not condition.symbols & (set(PRIORS) - {v}):
            slope = sp.Poly(condition.polynomial, v).LC()
            if slope.is_Rational and bool(slope > 0) == upper:
                yield from condition.substituted({v: end})


def _is_proper(face: ConstrainedPiece, u: sp.Symbol, closed: tuple[Condition, ...], judge: Solver) -> bool:
    """1/r* is continuous on the closed face, which lies in the square, and r* > 1 at p = q = 1."""
    r_at_least_one = non_negative(sp.expand(face.numerator - face.denominator))
    needed = (positive(face.numerator), r_at_least_one)
    if not all(judge.implies(closed, c, f"{c} on the closed side") for c in needed):
        return False
    priors = {u: u, **face.priors}
    square = [c for value in priors.values() for c in (non_negative(value), non_negative(1 - value))]
    if not all(c.constant_truth or judge.implies(closed, c, f"{c} on the closed side") for c in square):
        return False
    at_one = [zero(value - 1) for value in priors.values() if value != 1]
    tight = non_negative(face.denominator - face.numerator)
    return not judge.satisfiable([*closed, *at_one, tight], "r* = 1 at p = q = 1")
