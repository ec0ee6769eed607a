"""Which place on a convex path decides, for which parameters: by the slopes of F at the path's nodes.

At a node with the root X_k of F (0 where there is none), F has a slope on either side. Where it does not fall
after the first node, that one decides. Else, where it rises before the next node, a stationary point between
them does; or else what comes after that node is looked at in the same way (`minimum.along_path.convex_path`
has the theorem). A region of the parameters is cut until the sign is the same at all its sample points.

Nothing here needs to be trusted: the cases are proved afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch, OpenRegion
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.along_path.convex_path import BY_CONVEXITY, Edge, Gaps, Node, Path
from symbolic_eps.minimum.along_path.edge_root import isolated_on
from symbolic_eps.minimum.candidates import Candidate, stationary_candidates
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import primitive
from verify.language.condition import Condition, non_negative, positive
from verify.points.rational_search import simple_points

INSIDE = "a stationary point between two nodes decides; which root of its polynomial is meant is not shown"

MOST_CUTS = 10
"""Case distinctions, one within another, before a region is left open."""

SAMPLES, NODES = 120, 1500
"""Points of a region that are looked at, and partial points that are tried to find them."""


def is_found_along(branch: Branch) -> bool:
    """Whether the branch is a case of `path_cases`: its place decides by the slopes of F along a path."""
    return any(step.words == BY_CONVEXITY for step in branch.steps)


@dataclass(frozen=True)
class PathSearch:
    """The search for the cases along one path.

    Parameters
    ----------
    problem : Problem
        With the solver that finds stationary points.
    path : Path
        Along it F is convex.
    """

    problem: Problem
    path: Path

    def cases(self, region: Region) -> Iterator[Branch | OpenRegion]:
        """A region of the parameters cut into cases, each with the place that decides, or what is open."""
        first = _rootless(self.path.nodes[0])
        for cut in (first, first.negation):
            if _samples((*region, cut)):
                part = (*region, cut) if _samples((*region, cut.negation)) else region
                yield from self._from_node(0, part)

    @cached_property
    def beside(self) -> dict[sp.Symbol, Gaps]:
        """For the prior of each edge on which eps may be stationary: how far that is from its ends."""
        return {edge.prior: pair for edge in self.path.edges for pair in list(self._gaps(edge))[:1]}

    @cached_property
    def _stationary(self) -> dict[sp.Symbol, tuple[Candidate, ...]]:
        problem, edges = self.problem, self.path.edges
        return {
            e.prior: stationary_candidates(e.piece, problem.free, e.prior, problem.region, problem.solver)
            for e in edges
        }

    def _placed(self, edge: Edge) -> list[Candidate]:
        """The stationary points with a form in x."""
        return [one for one in self._stationary[edge.prior] if DECAY in one.place[edge.prior].free_symbols]

    def _gaps(self, edge: Edge) -> Iterator[Gaps]:
        """How far each of them is above `low` and below `high`."""
        for one in self._placed(edge):
            number, scale = sp.fraction(sp.together(one.place[edge.prior]))
            above, below = number - edge.low * scale, edge.high * scale - number
            yield _tidy(above), _tidy(below)

    def _from_node(self, k: int, region: Region) -> Iterator[Branch | OpenRegion]:
        """Cells of a region in which F does not rise before the node."""
        node = self.path.nodes[k]
        if node.after is None:
            yield from self._at_node(node, region)
            return
        for part, sign in self._signs(node, node.after, region):
            if sign > 0:
                yield from self._at_node(node, part)
            elif sign < 0:
                yield from self._on_edge(k, node.after, part)
            else:
                yield self._open(part, f"the slope of F at {_listed(node)} has no settled sign")

    def _on_edge(self, k: int, edge: Edge, region: Region) -> Iterator[Branch | OpenRegion]:
        node = self.path.nodes[k + 1]
        for part, sign in self._signs(node, edge, region):
            if sign > 0:
                yield self._inside(edge, part)
            elif sign < 0:
                yield from self._from_node(k + 1, part)
            else:
                yield self._open(part, f"the slope of F before {_listed(node)} has no settled sign")

    def _at_node(self, node: Node, region: Region) -> Iterator[Branch | OpenRegion]:
        """Where F has no root there, it is nowhere negative at x = 0: eps = oo."""
        rootless = _rootless(node)
        for cut in (rootless, rootless.negation):
            if _samples((*region, cut)):
                part = (*region, cut) if _samples((*region, cut.negation)) else region
                yield Branch(self._own(part), None) if cut is rootless else self._with_root(node, part)

    def _inside(self, edge: Edge, region: Region) -> Branch | OpenRegion:
        """Where F falls after the edge's low end and rises before its high one, it is stationary between."""

        def sign(expression: sp.Expr) -> int:
            return _sign(expression, region)

        for one, gaps in zip(self._placed(edge), self._gaps(edge), strict=True):
            told = isolated_on(edge, gaps, sign) if sp.degree(one.polynomial, DECAY) > 2 else None
            if told is not None:
                between, sides = told
                steps = (*one.steps[:-1], Step(StepKind.REDUCTION, words=BY_CONVEXITY), one.steps[-1])
                polynomial = self._from_below(primitive(one.polynomial), region)
                attained = Attainment((), dict(one.place), AttainmentKind.POINT)
                return Branch(self._own(region), polynomial, None, (attained,), between, steps, sides)
        return self._open(region, INSIDE)

    def _own(self, region: Region) -> Region:
        return tuple(c for c in region if c not in self.problem.region)

    def _open(self, region: Region, reason: str) -> OpenRegion:
        return OpenRegion(self._own(region), reason)

    def _with_root(self, node: Node, region: Region) -> Branch:
        edge = node.before or node.after
        assert edge is not None
        steps = (
            *(Step(StepKind.REDUCTION, words=words) for words in (*edge.piece.reductions, BY_CONVEXITY)),
            *(Step(StepKind.END, v, value=value) for v, value in node.place.items()),
        )
        in_x = sp.Mul(*(f for f, _ in sp.factor_list(node.polynomial)[1] if DECAY in f.free_symbols))
        polynomial = self._from_below(primitive(in_x), region)
        a, b, c = (sp.Poly(polynomial, DECAY).coeff_monomial(DECAY**k) for k in (2, 1, 0))
        attained = Attainment((), dict(node.place), AttainmentKind.POINT)
        return Branch(self._own(region), polynomial, (a, b, sp.expand(-c)), (attained,), None, steps)

    def _from_below(self, polynomial: sp.Expr, region: Region) -> sp.Expr:
        """The polynomial or its negative: negative at x = 0."""
        at_zero = polynomial.subs(DECAY, 0)
        return polynomial if _sign(at_zero, region) < 0 else sp.expand(-polynomial)

    def _signs(self, node: Node, edge: Edge, region: Region) -> Iterator[tuple[Region, int]]:
        """Parts of the region with the slope's sign at the node, 0 if it is not settled."""
        slope = edge.slope_at(node.place)
        seen = _seen(node, slope, region)
        if len(seen) == 1:
            yield region, seen.pop()
            return
        halves = self._halves(node, edge, slope, region) if seen else None
        if halves is None:
            yield region, 0
            return
        for half in halves:
            yield from self._signs(node, edge, half)

    def _halves(self, node: Node, edge: Edge, slope: sp.Expr, region: Region) -> tuple[Region, Region] | None:
        """The region cut in two, so that the sign is the same all over both, or else one of them."""
        if len(region) - len(self.problem.region) >= MOST_CUTS:
            return None
        half_settled = None
        for cut in self._cuts(node, edge, slope):
            halves = ((*region, cut), (*region, cut.negation))
            signs = [_seen(node, slope, half) for half in halves]
            if all(signs) and any(len(s) == 1 for s in signs):
                if all(len(s) == 1 for s in signs):
                    return halves
                half_settled = half_settled or halves
        return half_settled

    def _cuts(self, node: Node, edge: Edge, slope: sp.Expr) -> Iterator[Condition]:
        """By signs on which that of the slope may depend, simple ones first."""
        nearest = [pair[0] if node.after is edge else pair[1] for pair in self._gaps(edge)]
        expressions = [*(e.subs(DECAY, 0) for e in nearest), node.polynomial.subs(DECAY, 0)]
        expressions.append(sp.resultant(node.polynomial, slope, DECAY))
        factors = [f for e in expressions if e.free_symbols for f, _ in sp.factor_list(e)[1]]
        for factor in dict.fromkeys(f for f in factors if not f.is_Symbol):
            yield non_negative(factor)
            yield positive(factor)


def _tidy(expression: sp.Expr) -> sp.Expr:
    """The expression without factors that are symbols, which have its sign where parameters are positive."""
    constant, factors = sp.factor_list(sp.expand(expression))
    kept = [f**k for f, k in factors if not f.is_Symbol]
    return primitive(sp.Mul(sp.sign(constant), *kept))


def _sign(expression: sp.Expr, region: Region) -> int:
    """1 or -1 where it is positive or negative at sample points of the region, 0 at none; 0 where both."""
    signs = {int(sp.sign(expression.subs(point))) for point in _samples(region)} - {0}
    return signs.pop() if len(signs) == 1 else 0


def _rootless(node: Node) -> Condition:
    """F is not negative at the node at x = 0, and so nowhere there."""
    return non_negative(_tidy(node.polynomial.subs(DECAY, 0)))


@lru_cache(maxsize=64)
def _samples(region: Region) -> tuple[dict[sp.Symbol, sp.Expr], ...]:
    return tuple(islice(simple_points(region, nodes=NODES), SAMPLES))


def _seen(node: Node, slope: sp.Expr, region: Region) -> set[int]:
    """The slope's signs at the root of F, or at x = 0 where there is none, at sample points."""
    symbols = sorted((node.polynomial.free_symbols | slope.free_symbols) - {DECAY}, key=str)
    value = sp.lambdify([*symbols, DECAY], slope, "math")
    coefficients = sp.Poly(node.polynomial, DECAY).all_coeffs()
    numbers = sp.lambdify(symbols, coefficients, "math")
    signs = set[int]()
    for point in _samples(region):
        at = [float(point.get(s, sp.Rational(1, 2))) for s in symbols]
        there = value(*at, _root(numbers(*at)))
        if abs(there) > TOLERANCE:
            signs.add(1 if there > 0 else -1)
    return signs


TOLERANCE = 1e-9
"""Slopes that are smaller than this are taken for 0, which agrees with both signs."""


def _root(coefficients: Sequence[float]) -> float:
    """The positive root of a polynomial of degree 2 at most that rises at it; 0 where there is none."""
    a, b, c = (0.0, 0.0, *coefficients)[-3:]
    if c >= 0:
        return 0.0
    return float(-2 * c / (b + (b * b - 4 * a * c) ** 0.5))


def _listed(node: Node) -> str:
    return ", ".join(f"{v} = {value}" for v, value in node.place.items())
