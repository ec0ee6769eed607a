"""A path along the border on which F is convex: there a local minimum is the least value.

Where r* depends on p and q through t = p q alone, the border that decides is an edge, or an L: q = q0 up to
p = p1, and then p = p1 (`minimum.reductions.by_product`). Along it t grows, and F = f - d/n, where f is
affine in t on either edge.

Theorem. Let d/n be concave in the prior that varies on each edge and, at the corner of an L with x in (0, 1],
q f_q >= p f_p. Then F is convex in t along the whole path. If F >= 0 at a point of it, does not rise to its
left and does not fall to its right (each only as far as there is a path), then F >= 0 on the path.
Proof. On an edge t is a multiple of the prior, f is affine and -d/n convex. At the corner dF/dt is F_p/q
before and F_q/p after it; d/n gives the same to both, being a function of t. So the slope does not fall there
either, and F is convex; 0 lies between its slopes at the point. QED

So each case is settled by signs of slopes at one place, however many priors and ends there are. Which case
applies follows from the signs at the nodes, taken at their own roots X_k: if F rises on both sides of a node
the least value at any level x <= X_k lies before it. The slope of the edge at an end, and how far from the
end the stationary point lies, have the same sign where F = 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import sympy as sp

from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.reductions.border import is_continuous, is_plain, linear_ends, tightest
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.slope import curvature
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE
from verify.language.condition import Condition, non_negative, positive, zero
from verify.solvers.smt import Solver, UndecidedQueryError

BY_CONVEXITY = "F is convex along the border that decides: one place decides, where its slope changes sign"
"""The theorem, in words."""

Place = Mapping[sp.Symbol, sp.Expr]
Gaps = tuple[sp.Expr, sp.Expr]


@dataclass(frozen=True)
class Edge:
    """One prior varies from `low` to `high`, in the parameters; the other one is fixed on the piece."""

    piece: ConstrainedPiece
    prior: sp.Symbol
    low: sp.Expr
    high: sp.Expr

    @cached_property
    def slope(self) -> sp.Expr:
        """n^2 dF/dv, whether F = 0 or not."""
        n, d, v = self.piece.numerator, self.piece.denominator, self.prior
        f = self.piece.inverse_risk
        return sp.expand(n**2 * sp.diff(f, v) - n * sp.diff(d, v) + sp.diff(n, v) * d)

    @property
    def ends(self) -> tuple[Place, Place]:
        """Where the edge begins and ends."""
        fixed = self.piece.priors
        return {**fixed, self.prior: self.low}, {**fixed, self.prior: self.high}

    def has_inside(self, place: Place) -> bool:
        """Whether the place is on the edge, and none of its ends."""
        return self.piece.priors.items() <= place.items() and place not in self.ends

    def slope_at(self, place: Place) -> sp.Expr:
        """A polynomial in x with the slope's sign at the place, whose priors are free of x."""
        return sp.expand(self.slope.subs(self.prior, place[self.prior]))


@dataclass(frozen=True)
class Node:
    """An end of an edge or two: F there, times n > 0, and the edges that end and begin there."""

    place: Place
    polynomial: sp.Expr
    before: Edge | None
    after: Edge | None


@dataclass(frozen=True)
class Path:
    """One edge, or two that meet in a corner; F is convex along it."""

    edges: tuple[Edge, ...]

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The ends, in the order of p q."""
        first, last = self.edges[0], self.edges[-1]
        nodes = [Node(first.ends[0], _at(first, first.ends[0]), None, first)]
        for before, after in pairwise(self.edges):
            nodes.append(Node(after.ends[0], _at(after, after.ends[0]), before, after))
        return (*nodes, Node(last.ends[1], _at(last, last.ends[1]), last, None))


def _at(edge: Edge, place: Place) -> sp.Expr:
    return sp.expand(edge.piece.polynomial.subs(edge.prior, place[edge.prior]))


def path_along(
    pieces: Sequence[ConstrainedPiece], free: Sequence[sp.Symbol], region: Region, judge: Solver
) -> Path | None:
    """The path that the pieces, parts of the border by the product, are made of.

    Parameters
    ----------
    pieces : sequence of ConstrainedPiece
        On each of them one prior is fixed.
    free : sequence of Symbol
        The priors that vary on the profile.
    region : tuple of Condition
        What is known of the parameters.
    judge : Solver
        Proves the theorem's premises.

    Returns
    -------
    Path or None
        None where they are of another kind, or a premise could not be proved.

    Examples
    --------
    >>> from symbolic_eps.minimum.reductions.by_product import reduced_by_product
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + 1/(2*p*q)", box=["q >= 1/4"])
    >>> faces = reduced_by_product(constrained(profile.pieces[0], profile), PRIORS, (), Solver())
    >>> [(edge.prior, edge.low, edge.high) for edge in path_along(faces, PRIORS, (), Solver()).edges]
    [(p, 0, 1), (q, 1/4, 1)]
    """
    if set(free) != set(PRIORS) or not 1 <= len(pieces) <= 2:
        return None
    try:
        edges = [_edge(piece, region, judge) for piece in pieces]
        known = sorted((e for e in edges if e is not None), key=lambda e: PRIORS.index(e.prior))
        if len(known) < len(pieces) or not all(_is_convex(e, region, judge) for e in known):
            return None
        return Path(tuple(known)) if all(_is_corner(*two, region, judge) for two in pairwise(known)) else None
    except UndecidedQueryError:
        return None


def _edge(piece: ConstrainedPiece, region: Region, judge: Solver) -> Edge | None:
    varying = [v for v in PRIORS if v not in piece.priors]
    if len(varying) != 1 or len(piece.priors) != 1 or not piece.inverse_risk.is_polynomial():
        return None
    (v,) = varying
    ends = linear_ends(piece, v, region, judge)
    known = (*region, *(c for c in piece.conditions if v not in c.symbols))
    low = tightest([(v, e) for e, upper in ends.items() if not upper], known, judge, -1)
    high = tightest([(v, e) for e, upper in ends.items() if upper], known, judge, 1)
    if len(low) != 1 or len(high) != 1 or not all(is_plain(e) for _, e in (*low, *high)):
        return None
    return Edge(piece, v, low[0][1], high[0][1])


def _is_convex(edge: Edge, region: Region, judge: Solver) -> bool:
    piece, v = edge.piece, edge.prior
    known = (*region, *(c.closure if v in c.symbols else c for c in piece.conditions))
    concave = non_negative(sp.expand(-curvature(piece.numerator, piece.denominator, v)))
    affine = sp.degree(piece.inverse_risk, v) <= 1
    return (
        affine
        and is_continuous(edge.piece, region, judge)
        and judge.implies(known, positive(piece.numerator), "1/r* is continuous on the closed edge")
        and judge.implies(known, concave, f"1/r* is concave along {v}")
    )


def _is_corner(along_p: Edge, along_q: Edge, region: Region, judge: Solver) -> bool:
    """The second edge begins where the first one ends, and the slope does not fall there."""
    p, q = PRIOR_INCLUSION, PRIOR_VALUE
    if along_p.prior != p or along_q.prior != q:
        return False
    origin = along_q.piece.origin
    if origin is None or along_p.ends[1] != along_q.ends[0] or along_p.piece.origin != origin:
        return False
    f = origin.inverse_risk
    change = sp.expand((q * sp.diff(f, q) - p * sp.diff(f, p)).subs(along_q.ends[0]))
    known = (*region, *along_p.piece.conditions, *along_q.piece.conditions)
    at_corner = [c.substituted({p: along_p.high, q: along_q.low}) for c in known]
    hypotheses = [c for group in at_corner for c in _closed(group)]
    return judge.implies(
        (*hypotheses, positive(DECAY), non_negative(1 - DECAY)),
        non_negative(change),
        "the slope of F does not fall at the corner",
    )


def _closed(conditions: Sequence[Condition]) -> list[Condition]:
    return [c.closure for c in conditions if c.constant_truth is not True]


def is_least_at(
    path: Path, place: Place, known: Region, judge: Solver, beside: Mapping[sp.Symbol, Gaps]
) -> bool:
    """Whether F, with x as known, does not rise to the left of a place on the path, nor fall to the right.

    Parameters
    ----------
    path : Path
    place : mapping of Symbol to Expr
        A node, or a point of an edge whose prior may depend on x.
    known : tuple of Condition
        On the parameters and x; that F = 0 at the place is among them, or follows.
    judge : Solver
        Proves it.
    beside : mapping of Symbol to tuple of Expr
        For the prior of an edge: polynomials in x that are positive where the stationary point lies above its
        low end, and below its high end; only hints.
    """
    node = next((node for node in path.nodes if node.place == place), None)
    if node is None:
        return any(
            all(judge.implies(known, c, f"F is stationary at {place}") for c in _stationary(edge, place))
            for edge in path.edges
            if edge.has_inside(place)
        )
    # Where F rises before the node, the stationary point lies below it; where F falls after it, above it.
    sides = ((node.before, -1, 1), (node.after, 1, 0))
    return all(
        edge is None
        or _has_sign(
            sp.expand(sign * edge.slope_at(node.place)),
            known,
            judge,
            beside[edge.prior][gap] if edge.prior in beside else None,
        )
        for edge, sign, gap in sides
    )


def _stationary(edge: Edge, place: Place) -> tuple[Condition, ...]:
    return zero(edge.slope).substituted({edge.prior: place[edge.prior]})


def _has_sign(slope: sp.Expr, known: Region, judge: Solver, gap: sp.Expr | None) -> bool:
    """Slope >= 0: its negation gives the sign of the gap, and both together nothing; or directly."""
    against = (*known, positive(-slope))
    question = "F has another slope at an end of the path"
    if gap is not None and DECAY in gap.free_symbols:
        with suppress(UndecidedQueryError):
            apart = positive(gap)
            if judge.implies(against, apart, question) and _contradicts(apart, against, judge, question):
                return True
    return not judge.satisfiable(against, question)


def _contradicts(sign: Condition, against: Region, judge: Solver, question: str) -> bool:
    """By the sign of the factor of x; one of the cases may be impossible whatever x is."""
    factor = sp.Poly(sign.polynomial, DECAY).LC()
    on_parameters = tuple(c for c in against if DECAY not in c.symbols)
    for case in (positive(factor), non_negative(-factor)):
        if case.constant_truth is False:
            continue
        try:
            if not judge.satisfiable((*on_parameters, case), question):
                continue
        except UndecidedQueryError:
            pass
        if judge.satisfiable((*against, sign, case), question):
            return False
    return True
