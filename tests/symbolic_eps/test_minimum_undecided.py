"""A question of the search or of the proof that a solver leaves open, or answers wrongly."""

import pytest
import sympy as sp
from sympy import log

from derivations.kazan_reiter_2024.table3 import ROWS
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import parameter
from verify.solvers.smt import Solver, UndecidedQueryError

r = parameter("r")
ROW = {row.identifier: row for row in ROWS}


@pytest.mark.family(24)
@pytest.mark.parametrize("steps", [1, 100, 2000, 10_000])
@pytest.mark.parametrize("name", ["constant", "fixed-q", "two-dimensional"])
def test_small_step_limit_gives_the_same_answer_or_none(steps, name, derived):
    try:
        hurried = Solver(steps=steps)
        result = infimum(ROW[name].profile, hurried, judge=hurried)
    except (UndecidedQueryError, UndecidedError):
        return
    assert [branch.epsilon for branch in result.branches] == [b.epsilon for b in derived[name].branches]


def test_tiny_step_limit_leaves_the_question_open():
    hurried = Solver(steps=1)
    with pytest.raises(UndecidedQueryError, match="could not decide"):
        infimum(ROW["fixed-q"].profile, hurried, judge=hurried)


class Unsure(Solver):
    """Leaves one question undecided."""

    unsure_at = -1

    def _check(self, conditions, question, clauses=(), **how):
        if self.questions == self.unsure_at:
            self.questions += 1
            raise UndecidedQueryError(question, conditions, "planted")
        return super()._check(conditions, question, clauses, **how)


def with_one_question_open(number):
    solver = Unsure()
    solver.unsure_at = number
    return solver


@pytest.fixture
def only_direct_questions(monkeypatch):
    """The bound is proved by the question itself, or not at all, not even by cells or on faces."""
    monkeypatch.setattr("symbolic_eps.minimum.admissibility.sufficient_questions", lambda *_: iter(()))
    monkeypatch.setattr("symbolic_eps.minimum.infimum_by_cells", no_cells)
    monkeypatch.setattr("symbolic_eps.minimum.may_be_told", no_last_step)


def no_last_step(_profile):
    return False


def no_cells(*_arguments):
    raise UndecidedError("no cells")


PART = pytest.mark.parametrize("part", range(4))
"""Of all questions, each in turn, every fourth."""


@pytest.mark.family(24)
@PART
@pytest.mark.usefixtures("only_direct_questions")
def test_question_of_the_proof_that_stays_undecided_is_never_passed_over(part):
    """Only one about a reduction may be, for the whole piece is examined then."""
    profile = ROW["constant"].profile
    judge = Solver()
    reference = infimum(profile, judge=judge)
    errors = 0
    for number in range(part, judge.questions, 4):
        try:
            found = infimum(profile, judge=with_one_question_open(number))
        except UndecidedQueryError as error:
            assert "planted" in str(error)
            errors += 1
        else:
            assert not any(step.kind == "reduction" for step in found.branches[0].steps)
            assert [b.epsilon for b in found.branches] == [b.epsilon for b in reference.branches]
    assert errors > 2


@pytest.mark.family(24)
@PART
@pytest.mark.usefixtures("only_direct_questions")
def test_question_of_the_proof_that_stays_undecided_leaves_its_region_open(part):
    profile = ROW["constant"].profile
    judge = Solver()
    infimum(profile, judge=judge)
    for number in range(part, judge.questions, 4):
        found = infimum(profile, judge=with_one_question_open(number), partial=True)
        reasons = [region.reason for region in found.open]
        assert all("planted" in reason for reason in reasons)
        assert reasons or not any(step.kind == "reduction" for step in found.branches[0].steps)
        assert not found.branches or all(region.conditions == () for region in found.open)


@pytest.mark.family(24)
@PART
def test_question_of_the_search_that_stays_undecided_changes_no_answer(part):
    """The result is the same, or there is none."""
    profile = ROW["constant"].profile
    solver = Solver()
    infimum(profile, solver, judge=Solver())
    for number in range(part, solver.questions, 4):
        try:
            found = infimum(profile, with_one_question_open(number), judge=Solver())
        except UndecidedError:
            continue
        assert [branch.epsilon for branch in found.branches] == [sp.log(r) / 2]


class _DeniesProducts(Solver):
    """A broken solver: it denies points wherever a product of unknowns occurs."""

    def _check(self, conditions, question, clauses=(), **how):
        known = list(conditions)
        if any(sp.Poly(c.polynomial).total_degree() > 1 for c in known if c.symbols):
            return None
        return super()._check(known, question, clauses, **how)


def test_solver_that_denies_points_leads_to_no_infinite_budget():
    (branch,) = infimum(RiskProfile("r", ("r>1",)), _DeniesProducts()).branches
    assert branch.epsilon == log(r) / 2


def test_no_piece_is_no_answer(monkeypatch):
    monkeypatch.setattr(RiskProfile, "_checked_piece", lambda *_: None)
    with pytest.raises(UndecidedError, match="no piece"):
        infimum(RiskProfile("r", ("r>1",)))
