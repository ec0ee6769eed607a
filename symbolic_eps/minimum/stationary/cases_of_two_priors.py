"""Cases of a profile with parameters whose least eps lies inside the ranges of both priors, or at an end.

The parameters are cut by the signs on which the premises of `minimum.stationary.one_stationary_value`
depend; where these hold, a branch says which root X is, and where they do not, a region stays open. What the
search finds is proved afresh: a branch is compared with what the algebra gives, then the premises are proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, permutations

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.minimum.stationary.one_stationary_value import (
    AT_END,
    INSIDE,
    Claim,
    TwoPriors,
    eliminated,
    small_priors,
)
from symbolic_eps.minimum.stationary.two_ends import WORDS, cells_at_ends, expected_at_ends
from symbolic_eps.profiles.profile import PRIORS
from verify.language.condition import Condition, non_negative, positive
from verify.points.rational_search import simple_points
from verify.solvers.smt import Solver, UndecidedQueryError

MOST_CUTS = 3
"""Case distinctions, one within another, before a region is left open."""

SAMPLES, NODES = 40, 600
"""Points of a region that are looked at, and partial points that are tried to find them."""


def is_of_two_priors(branch: Branch) -> bool:
    """Whether the branch says that it was found here."""
    return any(step.words in (INSIDE, AT_END, *WORDS) for step in branch.steps)


def orders(problem: Problem) -> tuple[TwoPriors, ...]:
    """The algebra with either prior as the one whose end never decides; () where it does not apply."""
    if len(problem.whole) != 1 or set(problem.free) != set(PRIORS) or not problem.region:
        return ()
    inside = eliminated(problem.whole[0])
    return (
        ()
        if inside is None
        else tuple(TwoPriors(problem.whole[0], *two, inside) for two in permutations(PRIORS, 2))
    )


def cases_of_two_priors(
    problem: Problem, region: Region, orders: Iterable[TwoPriors], judge: Solver
) -> tuple[Branch | OpenRegion, ...]:
    """The region cut into cases; () where no branch is found.

    Parameters
    ----------
    problem : Problem
        With one whole piece, on which both priors vary.
    orders : iterable of TwoPriors
        Of that piece.
    region : tuple of Condition
        On the parameters.
    judge : Solver
        Proves the premises: that is quick where they hold.

    Examples
    --------
    >>> from symbolic_eps.minimum.exact_judge import exact_judge
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + a/p + 1/q", ["a>=1"])
    >>> pieces = (constrained(profile.pieces[0], profile),)
    >>> known = profile.parameter_region
    >>> problem = Problem(pieces, PRIORS, (), known, Solver(), profile.domain, whole=pieces)
    >>> (branch,) = cases_of_two_priors(problem, known, orders(problem), exact_judge())
    >>> branch.between
    ((2*a + 2)**(-2), 1)
    """
    for both in orders:
        found = tuple(_Search(problem, both, judge).cases(region))
        if any(isinstance(case, Branch) for case in found):
            return found
    return ()


class _Search:
    def __init__(self, problem: Problem, both: TwoPriors, judge: Solver) -> None:
        self.problem, self.both, self.judge = problem, both, judge

    def cases(self, region: Region, depth: int = 0) -> Iterator[Branch | OpenRegion]:
        """Cuts until an end is harmless, or is left open."""
        if self._holds(self.both.shared(region)):
            yield from self._decided(region)
            return
        cut = next(self._cutting(self.both.cuts, region), None) if depth < MOST_CUTS else None
        if cut is None:
            yield from self._at_either_end(region)
            return
        for condition in (cut, cut.negation):
            yield from self.cases((*region, condition), depth + 1)

    def _at_either_end(self, region: Region) -> Iterator[Branch | OpenRegion]:
        """Where the end of v may decide."""
        cells = tuple(cells_at_ends(self.both, self.judge, region))
        for cell in cells:
            own = self._own(cell)
            open_ = OpenRegion(
                own, f"the places inside the ranges of {self.both.v} and {self.both.u} are not known"
            )
            yield next((branch for branch, _ in expected_at_ends(self.both, cell, own)), open_)
        if not cells:
            reason = f"whether the least value lies at {self.both.v} = 1 or inside the ranges is not shown"
            yield OpenRegion(self._own(region), reason)

    def _decided(self, region: Region) -> Iterator[Branch | OpenRegion]:
        """Cells in which one of the two theorems applies, with one cut at most."""
        for cells in (*self._halves(region), [region]):
            branches = [self._branch(cell) for cell in cells]
            if all(branches):
                yield from (one for one in branches if one is not None)
                return
        yield OpenRegion(self._own(region), f"whether the least value lies at {self.both.u} = 1 is not shown")

    def _halves(self, region: Region) -> Iterator[list[Region]]:
        """The region cut so that F falls from the end inwards all over one half, and nowhere in the other."""
        for cut in self._cutting(self.both.end_cuts, region):
            for inside in (positive(cut.polynomial), positive(-cut.polynomial)):
                halves = [(*region, inside), (*region, inside.negation)]
                if self._slopes(halves[0]) == {1} and self._slopes(halves[1]) == {-1}:
                    yield halves

    def _slopes(self, region: Region) -> frozenset[int]:
        """The signs of P_u at the end u = 1 where P = P_v = 0, at sample points of the region."""
        signs = (
            self.both.slope_at_end(point) for point in islice(simple_points(region, nodes=NODES), SAMPLES)
        )
        return frozenset(signs) - {0}

    def _branch(self, region: Region) -> Branch | None:
        own = self._own(region)
        if self._slopes(region) != {-1}:
            for at in small_priors(region):
                if self._holds(self.both.within(region, at)):
                    return self.both.branch_within(region, own, at)
        elif self._holds(self.both.at_end(region)):
            return self.both.branch_at_end(region, own)
        return None

    def _cutting(self, polynomials: Iterable[sp.Expr], region: Region) -> Iterator[Condition]:
        """Signs that are not the same all over the region, long polynomials last."""
        for polynomial in sorted(polynomials, key=lambda g: (sp.count_ops(g), str(g))):
            both = ((*region, positive(s * polynomial)) for s in (1, -1))
            if all(next(simple_points(part), None) is not None for part in both):
                yield non_negative(polynomial)

    def _holds(self, claims: Iterable[Claim]) -> bool:
        try:
            return not any(self.judge.satisfiable(*claim) for claim in claims)
        except UndecidedQueryError:
            return False

    def _own(self, region: Region) -> Region:
        return tuple(c for c in region if c not in self.problem.region)


def prove_of_two_priors(problem: Problem, branch: Branch, orders: Sequence[TwoPriors], judge: Solver) -> None:
    """The branch is the infimum for all its parameters, and is attained as it says, or UndecidedError."""
    region = (*problem.region, *branch.conditions)
    for both in orders:
        for expected, claims in _expected(both, region, branch.conditions):
            if expected == branch:
                if any(judge.satisfiable(*claim) for claim in claims):
                    raise UndecidedError(f"a premise fails where {branch.condition}")
                return
    raise UndecidedError(f"the branch {branch.condition} is not what its profile gives")


def _expected(both: TwoPriors, region: Region, own: Region) -> Iterator[tuple[Branch, Iterator[Claim]]]:
    def premises(further: Iterable[Claim]) -> Iterator[Claim]:
        yield from both.shared(region)
        yield from further

    for at in small_priors(region):
        yield both.branch_within(region, own, at), premises(both.within(region, at))
    if both.root_at_end is not None:
        yield both.branch_at_end(region, own), premises(both.at_end(region))
    yield from expected_at_ends(both, region, own)
