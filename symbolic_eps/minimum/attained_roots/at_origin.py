"""Values of x that are limits as both priors tend to 0, by Newton's polygon of r*.

Let n/d be r* on a piece, n a polynomial in the priors with coefficients > 0, and let the piece hold all
p, q > 0 near 0. Let N be Newton's polyhedron of n: the convex hull of its exponents, with all (u, v) beyond.
Let all exponents of d be in N. For a vertex of N, or a bounded edge, n_e and d_e are the terms on it.

Theorem. If d/n tends to s along p_k, q_k > 0 that tend to 0, then s = d_e/n_e at some p, q > 0, for a vertex
or an edge e. Each such value is a limit of d/n.
Proof. Let the quotient of any two monomials of n tend to a limit in [0, oo], as for a subsequence, and M be
the monomials that no other one exceeds infinitely. If M has but one, it is a vertex, for a convex
combination of others does not exceed all of these; any monomial of d tends to 0 compared with it, unless it
is the same. Else M lies on a line: two independent quotients with limits in (0, oo) would keep p and q from
0. There are weights w > 0 orthogonal to that line, and (-log p_k, -log q_k) is a multiple of w, which tends
to oo, up to what is bounded. So a monomial of lower weight than M would exceed it; M is on an edge of N, and
of n and of d only the terms on the edge count. d_e/n_e depends on one quotient of monomials alone, which has
a limit in (0, oo). Conversely take p = a t^w_1, q = b t^w_2 with t tending to 0. QED

The bound f = F + d/n is a polynomial that rises with x, so roots of F = 0 tend to the x with f = s at
p = q = 0. Each root of n_e f = d_e is such a limit, hence X is not less. If X is one, s is the greatest of
such values: at a vertex, or where d_e/n_e is stationary, that is p (n_e f - d_e)_p = 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.attained_roots.faces import PieceFace
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.problem import Region
from verify.language.condition import Condition, Relation, non_negative, positive
from verify.solvers.smt import Solver

Terms = Mapping[tuple[int, int], sp.Expr]
Point = tuple[int, int]


def faces_at_origin(
    piece: ConstrainedPiece, free: Sequence[sp.Symbol], region: Region, judge: Solver
) -> Iterator[PieceFace]:
    """The faces at p = q = 0, if the piece comes near: the equations of its limits.

    Raises
    ------
    UndecidedError
        The premises of the theorem are not shown.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.minimum.exact_judge import exact_judge
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + a*q/p + b*p/q", ["a>0", "b>0"])
    >>> piece = constrained(profile.pieces[0], profile)
    >>> known = profile.parameter_region
    >>> [face.stationary for face in faces_at_origin(piece, profile.free_priors, known, exact_judge())]
    [(a*x,), (b*x,), (a*q**2*x + b*p**2*x + p*q*x - p*q, 2*b*p**2*x + p*q*x - p*q)]
    """
    origin = dict.fromkeys(free, 0)
    there = [(c, c.polynomial.subs(origin)) for c in piece.conditions if c.polynomial not in free]
    near = [positive(h) if c.relation is Relation.POSITIVE else non_negative(h) for c, h in there]
    if not _may_hold([*region, *(c.closure for c in near)], judge):
        return
    n, d = (_terms(part, free) for part in (piece.numerator, piece.denominator))
    f = piece.inverse_risk.subs(origin)
    if (0, 0) in n and not _may_hold([*region, non_negative(-n[0, 0])], judge):
        yield _face(piece, free, (n[0, 0], d.get((0, 0), sp.S.Zero)), f, region, judge)
        return
    if any(_may_hold([*region, non_negative(-h)], judge) for _, h in there) or any(
        _may_hold([*region, non_negative(-c)], judge) for c in n.values()
    ):
        raise UndecidedError("limits where both priors tend to 0 are not told")
    vertices, edges = _polygon([*n])
    if any(_is_below(point, vertices) for point in d):
        raise UndecidedError("r* is not at least 1 near p = q = 0")
    for point in vertices:
        yield _face(piece, free, (n[point], d.get(point, sp.S.Zero)), f, region, judge)
    for edge in edges:
        own = (_sum([t for t in terms.items() if _is_on(t[0], *edge)], free) for terms in (n, d))
        yield _face(piece, free, tuple(own), f, region, judge)


def _face(
    piece: ConstrainedPiece,
    free: Sequence[sp.Symbol],
    risk: tuple[sp.Expr, ...],
    bound: sp.Expr,
    region: Region,
    judge: Solver,
) -> PieceFace:
    """Where x is a limit, by the terms of n and d on an edge or a vertex."""
    numerator, denominator = risk
    if _may_hold([*region, *map(positive, free), non_negative(denominator - numerator)], judge):
        raise UndecidedError("r* is not shown to be above 1 near p = q = 0")
    level = sp.expand(numerator * bound - denominator)
    slope = sp.expand(free[0] * sp.diff(level, free[0]))
    return PieceFace(piece, (), tuple(free), (level, slope) if slope != 0 else (level,), at_origin=True)


def _may_hold(conditions: Sequence[Condition], judge: Solver) -> bool:
    if any(c.constant_truth is False for c in conditions):
        return False
    known = [c for c in conditions if c.constant_truth is None]
    return not known or judge.satisfiable(known, "a piece comes near p = q = 0")


def _terms(polynomial: sp.Expr, free: Sequence[sp.Symbol]) -> dict[Point, sp.Expr]:
    return {(int(u), int(v)): c for (u, v), c in sp.Poly(polynomial, *free).terms() if c != 0}


def _sum(terms: Sequence[tuple[Point, sp.Expr]], free: Sequence[sp.Symbol]) -> sp.Expr:
    return sp.Add(*(c * free[0] ** u * free[1] ** v for (u, v), c in terms))


def _polygon(points: Sequence[Point]) -> tuple[list[Point], list[tuple[Point, Point]]]:
    """The vertices of Newton's polyhedron, and its bounded edges.

    Examples
    --------
    >>> _polygon([(2, 1), (0, 2), (3, 0), (1, 1), (4, 4)])
    ([(0, 2), (1, 1), (3, 0)], [((0, 2), (1, 1)), ((1, 1), (3, 0))])
    """
    least = [z for z in sorted(points) if not any(_is_less(other, z) for other in points)]
    hull: list[Point] = []
    for z in least:
        while len(hull) > 1 and _turn(hull[-2], hull[-1], z) <= 0:
            hull.pop()
        hull.append(z)
    return hull, [*pairwise(hull)]


def _is_less(one: Point, other: Point) -> bool:
    return one != other and one[0] <= other[0] and one[1] <= other[1]


def _turn(one: Point, other: Point, third: Point) -> int:
    """Above 0 where the way over the points turns left."""
    (a, b), (c, d), (e, f) = one, other, third
    return (c - a) * (f - b) - (d - b) * (e - a)


def _is_on(point: Point, one: Point, other: Point) -> bool:
    return _turn(one, other, point) == 0 and one[0] <= point[0] <= other[0]


def _is_below(point: Point, hull: Sequence[Point]) -> bool:
    """Whether a point is not in the polyhedron."""
    if point[0] < hull[0][0] or point[1] < hull[-1][1]:
        return True
    return any(_turn(one, other, point) < 0 for one, other in pairwise(hull))
