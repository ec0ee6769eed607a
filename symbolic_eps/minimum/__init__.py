"""The infimum of eps over a risk profile, as a piecewise closed form.

Kazan & Reiter 2024, (13); Theorems 3 to 5 are instances. eps = -log X with X the largest root of F over the
domain. In this order: `candidates` finds where X may lie; `cells` cuts the parameter region so that each
candidate exists everywhere or nowhere in a cell, and shows one to be the largest; `branches` joins cells with
the same answer; `proof` proves the joined result afresh, relying on nothing that was said before.

One engine for all profiles: no statement of a paper goes in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain

from symbolic_eps.closed_form import Branch, OpenRegion, PiecewiseInfimum, Proof
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.minimum.branches import branches_of
from symbolic_eps.minimum.candidates import Candidate, candidates_on, distinct
from symbolic_eps.minimum.cells import Patience, cells_of, tight_places
from symbolic_eps.minimum.proof import (
    prove_bound,
    prove_complete,
    prove_covered,
    prove_disjoint,
    prove_form,
    prove_inhabited,
    prove_sharp,
    root_of,
)
from symbolic_eps.minimum.searching import SearchSolver
from symbolic_eps.minimum.stages import Stage, Stages
from symbolic_eps.minimum.task import Cell, Task, is_bound
from symbolic_eps.minimum.unsettled import Unsettled
from symbolic_eps.profile import RiskProfile
from verify.deadline import OutOfTime, check_time, deadline, seconds_left
from verify.evidence import Evidence, Grade
from verify.smt import Solver, UndecidedQueryError

Progress = Callable[[str], None]


def infimum(
    profile: RiskProfile,
    solver: Solver | None = None,
    progress: Progress = lambda _: None,
    judge: Solver | None = None,
    branches: Sequence[Branch] | None = None,
    partial: bool = False,
    patience: float | None = None,
) -> PiecewiseInfimum:
    """The largest eps that keeps the relative risk within the profile for all priors, in closed form.

    Parameters
    ----------
    profile : RiskProfile
        The bound r*(p, q) with its domain and assumptions.
    solver : Solver, optional
        Serves the search, which proves nothing; a fresh one by default.
    progress : callable, optional
        Called with a short text at each stage.
    judge : Solver, optional
        Decides in the proof: a `verify.decision.CertifyingSolver` leaves a certificate for each decision; by
        default the solver, whose word is then the proof (grade `one-solver`).
    branches : sequence of Branch, optional
        The result as it was found before: it is proved afresh, and nothing is searched for.
    partial : bool
        Whether to return what is proved where not all can be decided: the rest is in the result's `open`,
        regions of the parameters with the question that stayed open. By default that is an error.
    patience : float, optional
        Seconds after which it is given up, once a running step returns; solvers are stopped.

    Returns
    -------
    PiecewiseInfimum
        Disjoint branches that cover the parameter region, but for `open`; natural-log eps.

    Raises
    ------
    symbolic_eps.errors.DomainError, symbolic_eps.errors.InfeasibleProfileError
        The profile is not well posed; the message names a point.
    symbolic_eps.errors.UndecidedError, verify.smt.UndecidedQueryError
        The engine could not decide, the message names the question (not if `partial`); or not in time.

    Notes
    -----
    Source: Kazan & Reiter 2024, (13); Theorems 3, 4 and 5 are instances.

    Examples
    --------
    >>> from symbolic_eps.symbols import parameter
    >>> from verify.condition import positive
    >>> r = parameter("r")
    >>> [branch.epsilon for branch in infimum(RiskProfile(r, (positive(r - 1),))).branches]
    [log(r)/2]
    """
    if not isinstance(profile, RiskProfile):
        raise InputError(
            f"infimum takes a RiskProfile, not {type(profile).__name__}: "
            'write RiskProfile("r", ["r>1"]), with the profile and its assumptions'
        )
    try:
        with deadline(patience):
            return _infimum(profile, solver or Solver(), progress, judge, branches, partial)
    except OutOfTime:
        if patience is None or seconds_left() <= 0:  # the deadline of somebody else
            raise
        raise UndecidedError(f"not decided in {patience:g} s: more patience may help") from None


def _infimum(
    profile: RiskProfile,
    solver: Solver,
    progress: Progress,
    judge: Solver | None,
    branches: Sequence[Branch] | None,
    partial: bool,
) -> PiecewiseInfimum:
    judge = judge or solver
    asked = judge.questions
    unsettled = Unsettled(partial)
    progress("checking that the profile is well posed")
    with judge.recorded() as well_posed:
        try:
            pieces = profile.checked_pieces(judge)
        except UndecidedQueryError as error:
            if not partial:
                raise
            nothing = _proof(judge, well_posed)
            return PiecewiseInfimum(profile, (), nothing, (), open=(OpenRegion((), str(error)),))
    search = SearchSolver(inner=solver)
    task = Task(pieces, profile.free_priors, (), profile.parameter_region, search, whole=pieces)
    stages = Stages(task, judge)
    first: Iterable[Stage] = stages
    # What was found before is proved without asking the search.
    guide = search if branches is None else None
    if branches is None:
        stage, cells = _searched(stages, unsettled, progress)
        progress("joining cells")
        branches = tuple(branches_of(stage.task, cells, unsettled))
        first = (stage,)
    progress("proving the result")
    task = replace(task, solver=judge)
    for branch in branches:
        prove_form(task, branch)
    with judge.recorded() as complete:
        kept = _complete(task, branches, unsettled)
    proved: list[tuple[Branch, Proof]] = []
    for branch in kept:
        with judge.recorded() as evidence, unsettled.region(branch.conditions):
            reductions = _bound(chain(first, stages.beyond(branch)), branch, judge, guide)
            prove_sharp(task, branch)
            proved.append((branch, _proof(judge, [*reductions, *evidence])))
    common = _proof(judge, [*well_posed, *complete])
    return PiecewiseInfimum(
        profile=profile,
        branches=tuple(branch for branch, _ in proved),
        common=common,
        proofs=tuple(proof for _, proof in proved),
        questions=judge.questions - asked,
        open=tuple(unsettled.found),
    )


def _bound(
    stages: Iterable[Stage], branch: Branch, judge: Solver, search: Solver | None
) -> Sequence[Evidence]:
    """`prove_bound` on the pieces as they are reduced first, or else further; the proof of the reductions.

    The search, if it may be asked, says where the proof is likely to succeed; that is tried first.
    """
    undecided: UndecidedQueryError | None = None
    unlikely: list[Stage] = []
    for likely in (True, False):
        for stage in stages if likely else reversed(unlikely):
            region = (*stage.task.region, *branch.conditions)
            if likely and search is not None and branch.polynomial is not None:
                searched = replace(stage.task, solver=search)
                if not is_bound(searched, region, root_of(branch), quick=True):
                    unlikely.append(stage)
                    continue
            try:
                prove_bound(replace(stage.task, solver=judge), branch)
            except UndecidedQueryError as error:
                undecided = undecided or error
            else:
                return stage.evidence
    assert undecided is not None
    raise undecided


def _proof(judge: Solver, evidence: Sequence[Evidence]) -> Proof:
    return Proof.of(evidence) if judge.certifies else Proof(Grade.ONE_SOLVER)


def _complete(task: Task, branches: Sequence[Branch], unsettled: Unsettled) -> list[Branch]:
    """The branches that are proved to be disjoint and not empty; with what is open they cover the region."""
    if not unsettled.partial:
        prove_complete(task, branches)
        return list(branches)
    kept: list[Branch] = []
    for branch in branches:
        with unsettled.region(branch.conditions):
            prove_inhabited(task, branch)
            for other in kept:
                prove_disjoint(task, other, branch)
            kept.append(branch)
    parts = [branch.conditions for branch in kept] + [region.conditions for region in unsettled.found]
    with unsettled.region(()):
        prove_covered(task, parts)
    return kept


def _searched(stages: Iterable[Stage], unsettled: Unsettled, progress: Progress) -> tuple[Stage, list[Cell]]:
    """Cells that the candidates settle: the quick ones on each stage, r* = 1, then all on the last stage."""
    for stage in stages:
        last, cells = _cells(stage, False, progress)
        if not cells[-1].open:
            return last, cells
    where_one = tuple(
        candidate for piece in stage.task.whole for candidate in tight_places(piece, stage.task)
    )
    if where_one:
        task = replace(stage.task, candidates=where_one)
        return replace(stage, task=task), [Cell(task.region, (where_one[0].polynomial,), where_one)]
    last, cells = _cells(stage, True, progress, unsettled.partial)
    if cells[-1].open and not unsettled.partial:
        raise UndecidedError(cells[-1].open)
    return last, cells


def _cells(
    stage: Stage, thorough: bool, progress: Progress, partial: bool = False
) -> tuple[Stage, list[Cell]]:
    """The cells up to the first that is open, or all of them if a partial result is wanted."""
    empty, found = stage.task, list[Candidate]()
    for piece in empty.pieces:
        check_time()
        progress(f"looking for candidates where r* = {piece.bound}")
        found += candidates_on(piece, empty.free, empty.region, empty.solver, critical=thorough)
    task = replace(empty, candidates=distinct(found), thorough=thorough)
    progress("comparing the candidates")
    cells: list[Cell] = []
    for cell in cells_of(task, task.region, Patience()):
        check_time()
        cells.append(cell)
        if cell.open and not partial:
            break
    candidates = distinct(c for cell in cells for c in cell.candidates)
    return replace(stage, task=replace(task, candidates=candidates)), cells
