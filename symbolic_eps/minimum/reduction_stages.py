"""What the priors are reduced to before candidates are compared: products always, the rest if needed.

In this order: products (`by_product`), monotone priors (`by_monotonicity`), priors along which F is concave
(`by_concavity`), with parameters without ends along which F falls inwards (`by_inward_slope`), and squares on
which F is concave where the product of the priors is held fixed (`at_fixed_product`).

Questions about a part of the border are easier than the same questions about the whole piece; but each
reduction needs a proof of its own, which is worth its price only where the direct proof fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.admissibility import is_bound
from symbolic_eps.minimum.along_path.convex_path import is_least_at, path_along
from symbolic_eps.minimum.along_path.path_cases import PathSearch, is_found_along
from symbolic_eps.minimum.attained_roots.attained import AttainedRoot, is_attained_root
from symbolic_eps.minimum.bounds.beside_end import end_roots
from symbolic_eps.minimum.bounds.beside_place import DoubleRoot, conditions_at, double_roots, is_bound_beside
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.cylinders.cells_of_parameters import Cells
from symbolic_eps.minimum.cylinders.last_resort import is_of_cells
from symbolic_eps.minimum.problem import Problem, ReductionStage, Region
from symbolic_eps.minimum.proof import prove_bound, root_of
from symbolic_eps.minimum.reductions.at_fixed_product import reduced_at_fixed_product
from symbolic_eps.minimum.reductions.by_concavity import reduced_by_concavity
from symbolic_eps.minimum.reductions.by_curved_ends import reduced_to_curves, shortest_curves
from symbolic_eps.minimum.reductions.by_monotonicity import reduced_by_monotonicity
from symbolic_eps.minimum.reductions.by_product import reduced_by_product
from symbolic_eps.minimum.reductions.by_stationary_slope import reduced_by_stationary_slope
from symbolic_eps.minimum.relevance_solver import RelevanceSolver
from symbolic_eps.minimum.stationary.along_rays import Rays
from symbolic_eps.minimum.stationary.cases_along_rays import rays_of
from symbolic_eps.minimum.stationary.cases_of_two_priors import is_of_two_priors, orders, prove_of_two_priors
from symbolic_eps.minimum.stationary.one_stationary_value import TwoPriors
from symbolic_eps.minimum.stationary.theorems import THEOREMS
from symbolic_eps.theory.symbols import DECAY
from symbolic_eps.time_limit import Patience
from verify.evidence import Evidence
from verify.language.condition import non_negative
from verify.solvers.smt import Solver, UndecidedQueryError

CARRIED = "at a point of a cell of the parameters it is seen where eps is least; the proof is for all of it"
"""How a branch was found, in words, whose proof also looks along one prior at a time."""

SOON = 10.0
"""Seconds of processor time for squares with p q held fixed, before all else is tried."""


@dataclass
class ReductionStages:
    """The problem as it is after each kind of reduction, the next one made when it is asked for.

    Parameters
    ----------
    problem : Problem
        With the pieces of the profile.
    judge : Solver
        Proves the reductions.
    progress : callable
        Called with a short text where the last resort is at work.
    sides : dict of Symbol to ReductionStage
        What was tried of `symbolic_eps.minimum.reductions.by_stationary_slope`, by the prior.
    """

    problem: Problem
    judge: Solver
    progress: Callable[[str], None] = lambda _: None
    sides: dict[sp.Symbol, ReductionStage] = field(default_factory=dict, repr=False)

    def __iter__(self) -> Iterator[ReductionStage]:
        yield self.by_products
        if self.monotone.pieces and self.monotone.pieces != self.by_products.pieces:
            yield self.monotone
        if self.concave.pieces != self.monotone.pieces:
            yield self.concave
        if self.at_product.pieces != self.concave.pieces:
            yield self.at_product

    @cached_property
    def by_products(self) -> ReductionStage:
        """Pieces on which r* does not rise with p while p q is fixed, reduced to their border."""
        problem, pieces = self.problem, list[ConstrainedPiece]()
        with self.judge.recorded() as evidence:
            for piece in problem.pieces:
                faces = reduced_by_product(piece, problem.free, problem.region, self.judge, problem.solver)
                pieces.extend((piece,) if faces is None else faces)
        return ReductionStage(replace(problem, pieces=tuple(pieces)), tuple(evidence))

    @cached_property
    def _path(self) -> tuple[PathSearch | None, Sequence[Evidence]]:
        stage = self.by_products
        with self.judge.recorded() as evidence:
            pieces, known = stage.pieces, stage.problem.region
            corner = len(self.problem.pieces) == 1 and len(pieces) == 2 and bool(known)
            path = path_along(pieces, stage.problem.free, known, self.judge) if corner else None
        search = None if path is None else PathSearch(stage.problem, path)
        # Where eps is stationary on one edge at most, few candidates are to be compared.
        if search is not None and not (
            all(sp.degree(node.polynomial, DECAY) <= 2 for node in search.path.nodes)
            and all(edge.prior in search.beside for edge in search.path.edges)
        ):
            search = None
        return search, (*stage.evidence, *evidence)

    @property
    def path(self) -> PathSearch | None:
        """The border as a path along which F is convex, if it is an L that may decide inside both edges."""
        return self._path[0]

    def judge_of(self, branch: Branch) -> Solver:
        """The judge; of a branch found on a path one that leaves out what does not matter for it."""
        if not is_found_along(branch):
            return self.judge
        assert branch.polynomial is not None and self.path is not None
        places = [a.place for a in branch.attained]
        inside = [e for e in self.path.path.edges if any(e.has_inside(place) for place in places)]
        values = [
            *(v for place in places for v in place.values()),
            *(v for e in inside for v in (e.low, e.high)),
        ]
        about = branch.polynomial.free_symbols.union(*(v.free_symbols for v in values))
        region = (*self.problem.region, *branch.conditions)
        return RelevanceSolver(inner=self.judge, region=region, about=frozenset(about - {DECAY}))

    def shown_along(self, branch: Branch) -> Sequence[Evidence]:
        """The proof that F >= 0 everywhere, from slopes at a place that attains the value; or ().

        That F = 0 at the place, which is in the domain or at its border, is shown elsewhere (`prove_sharp`).
        """
        search, evidence = self._path if is_found_along(branch) else (None, ())
        if search is None:
            return ()
        known, judge = (*self.problem.region, *branch.conditions, *root_of(branch)), self.judge_of(branch)
        for attained in branch.attained:
            if attained.conditions or attained.segment_end is not None:
                continue
            with suppress(UndecidedQueryError), self.judge.recorded() as shown:
                if is_least_at(search.path, attained.place, known, judge, search.beside):
                    return (*evidence, *shown)
        return ()

    @cached_property
    def two_priors(self) -> tuple[TwoPriors, ...]:
        """The algebra of a profile that may be least inside the ranges of both priors."""
        return tuple(orders(self.problem))

    @cached_property
    def rays(self) -> Rays | None:
        """The algebra of a profile that is the same along each ray of priors."""
        return rays_of(self.problem)

    def shown(self, branch: Branch) -> Sequence[Evidence]:
        """The proof that F >= 0 everywhere by one of the ways that serve some branches alone; or ()."""
        return self.shown_by_theorem(branch) or self.shown_along(branch) or self.shown_beside(branch)

    def shown_by_theorem(self, branch: Branch) -> Sequence[Evidence]:
        """The proof of a branch that one of the theorems gives as it stands; () of another one."""
        if is_of_two_priors(branch):
            return self.prove_of_two_priors(branch)
        for theorem in THEOREMS:
            if theorem.gives(branch):
                stage = self.by_products if theorem.on_side else ReductionStage(self.problem, ())
                with self.judge.recorded() as shown:
                    own = theorem.prove(stage.problem, branch, self.judge) or ()
                return (*stage.evidence, *shown, *own)
        if is_attained_root(branch):
            return self.attained_root.prove(branch)
        return self.over_cells.prove(branch) if is_of_cells(branch) else ()

    def prove_of_two_priors(self, branch: Branch) -> Sequence[Evidence]:
        """The proof that a case of two priors is the infimum, and attained as it says, or UndecidedError."""
        with self.judge.recorded() as shown:
            prove_of_two_priors(self.problem, branch, self.two_priors, self.judge)
        return shown

    @cached_property
    def over_cells(self) -> Cells:
        """The last resort, on what the reductions leave, with its proof; or UndecidedError."""
        return Cells.of(self.problem, [*self], self.judge, self.progress)

    @cached_property
    def attained_root(self) -> AttainedRoot:
        """X as the greatest root that is attained on a face, with its proof; or UndecidedError."""
        return AttainedRoot.of(self.problem, self.judge)

    @cached_property
    def monotone(self) -> ReductionStage:
        """Besides, priors along which eps only falls or only rises, put at their end."""
        with self.judge.recorded() as evidence:
            pieces = tuple(end for piece in self.by_products.pieces for end in self._at_ends(piece))
        return ReductionStage(replace(self.problem, pieces=pieces), (*self.by_products.evidence, *evidence))

    @cached_property
    def concave(self) -> ReductionStage:
        """Besides, priors along which F is concave, put at both of their ends."""
        with self.judge.recorded() as evidence:
            pieces = tuple(end for piece in self.monotone.pieces for end in self._at_both_ends(piece))
        return ReductionStage(replace(self.problem, pieces=pieces), (*self.monotone.evidence, *evidence))

    @cached_property
    def at_product(self) -> ReductionStage:
        """Besides, squares on which F is concave where p q is held fixed, put at two of their sides.

        Where that is not shown soon, the pieces stay: most profiles are proved sooner by another way.
        """
        with suppress(UndecidedError), Patience(SOON, processor=True).or_undecided():
            return self._at_product()
        return self.concave

    def _at_product(self) -> ReductionStage:
        before, pieces = self.concave, list[ConstrainedPiece]()
        with self.judge.recorded() as evidence:
            for piece in before.pieces:
                sides = reduced_at_fixed_product(piece, self.problem.free, self.problem.region, self.judge)
                pieces.extend((piece,) if sides is None else sides)
        return ReductionStage(replace(self.problem, pieces=tuple(pieces)), (*before.evidence, *evidence))

    @cached_property
    def curved(self) -> ReductionStage | None:
        """All pieces put at ends that may be curves; None where one of them is not."""
        problem, pieces = self.problem, list[ConstrainedPiece]()
        with self.judge.recorded() as evidence:
            for piece in problem.pieces:
                faces = reduced_to_curves(piece, problem.free, problem.region, self.judge)
                if faces is None:
                    return None
                pieces += faces
        return ReductionStage(replace(problem, pieces=shortest_curves(pieces)), tuple(evidence))

    def shown_beside(self, branch: Branch) -> Sequence[Evidence]:
        """The proof that F >= 0 at ends that may be curves, on one of which the place of X lies; or ()."""
        if not is_carried(branch) or self.curved is None:
            return ()
        stage, region = self.curved, (*self.problem.region, *branch.conditions)
        for attained in branch.attained:
            for root, evidence in self._roots_at(branch, attained.place):
                with self.judge.recorded() as shown:
                    if is_bound_beside(root, stage.pieces, self.problem.free, region, self.judge):
                        return (*stage.evidence, *evidence, *shown)
        return ()

    def judged(self, branch: Branch) -> Problem:
        """The problem for the proof that a branch's value is attained."""
        return replace(self.problem, solver=self.judge_of(branch), at_place=self._at_place(branch))

    def _at_place(self, branch: Branch) -> Region:
        """Conditions that hold where it is attained, shown by the place's own equations."""
        if not is_carried(branch) or self.curved is None or len(branch.attained) != 1:
            return ()
        place, region = branch.attained[0].place, (*self.problem.region, *branch.conditions)
        for root, _ in self._roots_at(branch, place):
            return conditions_at(root, place, region, root_of(branch), self.judge)
        return ()

    def _roots_at(
        self, branch: Branch, place: Mapping[sp.Symbol, sp.Expr]
    ) -> Iterator[tuple[DoubleRoot, Sequence[Evidence]]]:
        """Of F at the place, along a part of the border: double ones, or at an end; and what shows them."""
        assert self.curved is not None
        region = (*self.problem.region, *branch.conditions)
        given = self.curved.pieces, place, region, root_of(branch), self.judge
        roots, shown = chain(double_roots(*given), end_roots(*given)), list[Evidence]()
        while True:
            with self.judge.recorded() as evidence:
                root = next(roots, None)
            if root is None:
                return
            shown += evidence  # what serves several roots is asked before the first
            yield root, tuple(shown)

    def _at_both_ends(self, piece: ConstrainedPiece) -> Iterator[ConstrainedPiece]:
        """With parameters, candidates on a side are hard to compare: it pays to show that there are none."""
        problem, judge = self.problem, self.judge
        inwards = bool(problem.region)
        faces = reduced_by_concavity(piece, problem.free, problem.region, problem.solver, judge, inwards)
        if faces is None:
            yield piece
            return
        for face in faces:
            yield from self._at_both_ends(face)

    def _by_slope(self, prior: sp.Symbol) -> ReductionStage:
        """Besides products, a prior put at its end 1 by the slope where the other one is stationary."""
        if prior not in self.sides:
            before, pieces = self.by_products, list[ConstrainedPiece]()
            with self.judge.recorded() as evidence:
                for piece in before.pieces:
                    side = reduced_by_stationary_slope(piece, prior, before.problem.region, self.judge)
                    pieces.append(side or piece)
            shown = (*before.evidence, *evidence)
            self.sides[prior] = ReductionStage(replace(self.problem, pieces=tuple(pieces)), shown)
        return self.sides[prior]

    def of(self, branch: Branch, first: Iterable[ReductionStage]) -> Iterator[ReductionStage]:
        """On which its bound may be proved; for a branch that cells have found those of few priors first."""
        if is_carried(branch):
            if self.at_product.pieces != self.concave.pieces:
                yield self.at_product
            if self.curved is not None:
                yield self.curved
        for v in sides_carried(branch, self.problem.free):
            side = self._by_slope(v)
            if side.pieces != self.by_products.pieces:
                yield side
        yield from first
        yield from self.beyond(branch)
        if is_carried(branch) and self.at_product is self.concave:
            yield self._at_product()

    def beyond(self, branch: Branch) -> Iterator[ReductionStage]:
        """Priors put at the end that decides for all eps below the branch's value, a number."""
        if branch.polynomial is None or branch.polynomial.free_symbols != {DECAY}:
            return
        before = self.by_products.pieces
        for digits in (2, 4):
            with self.judge.recorded() as evidence:
                least = _below(branch, digits, self.judge)
                pieces = tuple(end for piece in before for end in self._at_ends(piece, least))
            if pieces != before:
                shown = (*self.by_products.evidence, *evidence)
                yield ReductionStage(replace(self.problem, pieces=pieces), shown)

    def _at_ends(self, piece: ConstrainedPiece, least: sp.Rational = sp.S.Zero) -> Iterator[ConstrainedPiece]:
        problem, judge = self.problem, self.judge
        faces = reduced_by_monotonicity(piece, problem.free, problem.region, problem.solver, judge, least)
        if faces is None:
            yield piece
            return
        for face in faces:
            yield from self._at_ends(face, least)


def shows_attained(branch: Branch) -> bool:
    """Whether the theorem that gives a branch shows that its value is attained."""
    return is_of_two_priors(branch) or any(theorem.gives(branch) for theorem in THEOREMS)


def is_carried(branch: Branch) -> bool:
    """Whether the branch was carried from a point of a cell of the parameters to all of it."""
    return any(step.words == CARRIED for step in branch.steps)


def sides_carried(branch: Branch, free: Iterable[sp.Symbol]) -> Iterator[sp.Symbol]:
    """The priors at whose end 1, inside the other one's range, a branch is attained that cells have found."""
    places = [attained.place for attained in branch.attained] if is_carried(branch) else []
    for v in free if places else ():
        if all(place[v] == 1 and any(value not in (0, 1) for value in place.values()) for place in places):
            yield v


def bound_on(
    stages: Iterable[ReductionStage], branch: Branch, judge: Solver, search: Solver | None, last: bool
) -> Sequence[Evidence]:
    """`prove_bound` on the pieces as they are reduced first, or else further; the proof of the reductions.

    The search, if it may be asked, says where the proof is likely to succeed; that is tried first, and all
    else only if this is the `last` that can be tried.
    """
    along = is_carried(branch)
    undecided: UndecidedQueryError | None = None
    unlikely: list[ReductionStage] = []
    for likely in (True, False) if last else (True,):
        for stage in stages if likely else reversed(unlikely):
            region = (*stage.problem.region, *branch.conditions)
            if likely and search is not None and branch.polynomial is not None:
                searched = replace(stage.problem, solver=search)
                if not is_bound(searched, region, root_of(branch), quick=True):
                    unlikely.append(stage)
                    continue
            try:
                prove_bound(replace(stage.problem, solver=judge, along=along), branch)
            except UndecidedQueryError as error:
                undecided = undecided or error
            else:
                return stage.evidence
    raise undecided or UndecidedError(f"no proof is likely to be found for {branch.epsilon}")


def _below(branch: Branch, digits: int, judge: Solver) -> sp.Rational:
    """A decimal fraction that is shown to be at most X, or 0."""
    assert branch.polynomial is not None
    slope = sp.Poly(sp.diff(branch.polynomial, DECAY), DECAY)
    roots = [root for root in sp.real_roots(sp.Poly(branch.polynomial, DECAY)) if 0 < root <= 1]
    rising = [root for root in roots if slope.eval(root.n(30)) > 0]
    if not rising:
        return sp.Integer(0)
    scale = 10**digits
    decimal = sp.Rational(int(sp.floor(rising[0] * scale)), scale)
    at_least = non_negative(DECAY - decimal)
    return decimal if judge.implies(root_of(branch), at_least, f"e^-eps >= {decimal}") else sp.Integer(0)
