"""What the cells of one parameter or two give, with its proof, for the pieces that the reductions leave."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion, PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import Values, holds_at
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.cylinders.last_resort import MOST_PARAMETERS, cells
from symbolic_eps.minimum.cylinders.question import Question, equations
from symbolic_eps.minimum.domain import has_priors
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.minimum.problem import Problem, ReductionStage, parameters_in
from symbolic_eps.minimum.proof import prove_inhabited
from symbolic_eps.profiles.profile import RiskProfile
from verify.evidence import Evidence, Grade, Outcome
from verify.language.condition import Relation
from verify.language.note import Note
from verify.solvers.smt import Solver


@dataclass(frozen=True)
class Cells:
    """What the last resort gives.

    Parameters
    ----------
    problem : Problem
        With the pieces of the profile.
    judge : Solver
    parts : tuple of Branch and OpenRegion
    evidence : sequence of Evidence
        That each branch is the infimum.
    points : mapping of Branch to dict
        Numbers for the parameters in a branch, where they are known.
    """

    problem: Problem
    judge: Solver
    parts: tuple[Branch | OpenRegion, ...]
    evidence: Sequence[Evidence]
    points: Mapping[int, Values] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        problem: Problem,
        stages: Sequence[ReductionStage],
        judge: Solver,
        progress: Callable[[str], None],
    ) -> Cells:
        """The cells of a problem's parameters, or UndecidedError."""
        stage = next((s for s in reversed(stages) if _has_insides(s)), stages[-1])
        parameters = tuple(sorted(parameters_in(stage.problem), key=str))
        if not parameters:
            raise UndecidedError("cells are made of one parameter or two")
        with judge.recorded() as evidence:
            steady = problem.risk is not None and problem.risk.is_continuous(judge)
            question = Question(
                stage.problem.pieces,
                problem.whole,
                problem.free,
                problem.region,
                parameters,
                is_continuous=steady,
            )
            found = cells(question, judge, progress)
        parts = tuple(part.answer for part in found)
        points = {k: part.point for k, part in enumerate(found) if part.point is not None}
        statement = f"eps on each cell of {', '.join(map(str, parameters))} is that at its sample point"
        proof = Evidence(Note(statement), Outcome.PROVED, Grade.COMPUTED, "open cylindrical decomposition")
        return cls(problem, judge, parts, (*stage.evidence, *evidence, proof), points)

    def prove(self, branch: Branch) -> Sequence[Evidence]:
        """The proof that a branch is what the cells give, or UndecidedError."""
        if branch not in self.parts:
            raise UndecidedError(f"the branch {branch.condition} is not what the cells give")
        region = (*self.problem.region, *branch.conditions)
        with self.judge.recorded() as inhabited:  # no place where the value is attained shows it
            judged = replace(self.problem, solver=self.judge)
            point = self.points.get(self.parts.index(branch))
            if point is None or not all(holds_at(c, point) for c in region):
                prove_inhabited(judged, branch)
            if not has_priors(judged, region):
                raise UndecidedError(f"no priors may be in the domain for some parameters {branch.condition}")
        return (*self.evidence, *inhabited)


def _has_insides(stage: ReductionStage) -> bool:
    """Whether no piece lies on a curve."""
    return not any(c.relation is Relation.ZERO for piece in stage.problem.pieces for c in piece.conditions)


def settled_parts(
    make: Callable[[], Sequence[Branch | OpenRegion]],
    open_regions: OpenRegions,
    progress: Callable[[str], None],
) -> tuple[Branch, ...]:
    """The branches, made in the time that is left; what is not settled is added to the rest."""
    progress("cutting the parameters into cells")
    parts: Sequence[Branch | OpenRegion] = ()
    with open_regions.timed(()):
        parts = make()
    for part in parts:
        if isinstance(part, OpenRegion):
            with open_regions.region(part.conditions):
                raise UndecidedError(part.reason)
    return tuple(part for part in parts if isinstance(part, Branch))


def may_have_cells(profile: RiskProfile) -> bool:
    """Whether there are parameters, and no more than two that no equation gives."""
    free = len(profile.parameters) - len([*equations(profile.parameter_region)])
    return bool(profile.parameters) and free <= MOST_PARAMETERS


def leaves_less(last: PiecewiseInfimum, first: PiecewiseInfimum) -> bool:
    """Whether cells leave less open than all else: at most curves, where that leaves more."""
    return not first.branches or (_only_curves(last) and not _only_curves(first))


def _only_curves(result: PiecewiseInfimum) -> bool:
    return bool(result.branches) and all(
        any(c.relation is Relation.ZERO for c in region.conditions) for region in result.open
    )
