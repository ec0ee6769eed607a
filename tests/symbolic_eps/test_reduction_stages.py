"""On which parts of the border a case that cells have found is tried, in which order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum import reduction_stages as module
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece, constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.minimum.reduction_stages import CARRIED, ReductionStages
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from verify.deadline import OutOfTime
from verify.solvers.smt import Solver

PLAIN = Branch((), None)
FROM_CELLS = Branch((), None, steps=(Step(StepKind.REDUCTION, words=CARRIED),))


def stages_of(text: str) -> ReductionStages:
    profile, judge = RiskProfile(text), exact_judge()
    pieces = tuple(constrained(piece, profile) for piece in profile.checked_pieces(judge))
    return ReductionStages(
        Problem(pieces, profile.free_priors, (), (), Solver(), profile.domain, whole=pieces), judge
    )


def test_curved_ends_come_first_for_what_cells_have_found_and_for_nothing_else() -> None:
    """On max(5/p, 1 + 1/q) the bounds are equal on p = 5 q/(q + 1)."""
    stages = stages_of("max(5/p, 1 + 1/q)")
    assert stages.curved is not None
    assert any(part.priors == {p: 5 * q / (q + 1)} for part in stages.curved.problem.pieces)
    assert next(stages.of(FROM_CELLS, ())) is stages.curved
    assert all(stage is not stages.curved for stage in stages.of(PLAIN, ()))


def test_a_reduction_that_takes_too_long_comes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first attempt ends by its limit: then the pieces stay, and it is made again after all else."""
    stages, reduced, asked = stages_of("1 + (1/2 + p)/(p*q)"), module.reduced_at_fixed_product, list[str]()

    def late_at_first(piece: ConstrainedPiece, *rest: object) -> Sequence[ConstrainedPiece] | None:
        asked.append(str(piece.bound))
        if len(asked) == 1:
            raise OutOfTime
        return reduced(piece, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "reduced_at_fixed_product", late_at_first)
    other = stages.by_products
    first, *_, last = stages.of(FROM_CELLS, (other,))
    assert len(asked) == 2 and first is other
    assert [dict(side.priors) for side in last.problem.pieces] == [{p: sp.S.One}, {q: sp.S.One}]
