"""The infimum of eps over a risk profile, as a piecewise closed form.

Kazan & Reiter 2024, (13); Theorems 3 to 5 are instances. eps = -log X with X the largest root of F over the
domain. In this order: `candidates` finds where X may lie; `cells` cuts the parameter region so that each
candidate exists everywhere or nowhere in a cell, and shows one to be the largest; `branches` joins cells with
the same answer; `proof` proves the joined result afresh, relying on nothing that was said before.

One engine for all profiles: no statement of a paper goes in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from symbolic_eps.closed_form import Branch, PiecewiseInfimum, Proof
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.branches import branches_of
from symbolic_eps.minimum.candidates import Candidate, candidates_on, distinct
from symbolic_eps.minimum.cells import cells_of
from symbolic_eps.minimum.proof import prove_bound, prove_complete, prove_form, prove_sharp
from symbolic_eps.minimum.task import Cell, Task
from symbolic_eps.profile import RiskProfile
from verify.evidence import Evidence, Grade
from verify.smt import Solver

Progress = Callable[[str], None]


def infimum(
    profile: RiskProfile,
    solver: Solver | None = None,
    progress: Progress = lambda _: None,
    judge: Solver | None = None,
    branches: Sequence[Branch] | None = None,
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

    Returns
    -------
    PiecewiseInfimum
        Disjoint branches that cover the parameter region; natural-log eps.

    Raises
    ------
    symbolic_eps.errors.DomainError, symbolic_eps.errors.InfeasibleProfileError
        The profile is not well posed; the message names a point.
    symbolic_eps.errors.UndecidedError, verify.smt.UndecidedQueryError
        The engine could not decide; the message names the question.

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
    solver = solver or Solver()
    judge = judge or solver
    asked = judge.questions
    progress("checking that the profile is well posed")
    with judge.recorded() as well_posed:
        pieces = profile.checked_pieces(judge)
    task = Task(pieces, profile.free_priors, (), profile.parameter_region, solver)
    if branches is None:
        task, cells = _searched(task, progress)
        progress("joining cells")
        branches = tuple(branches_of(task, cells))
    progress("proving the result")
    task, proofs = replace(task, solver=judge), []
    for branch in branches:
        prove_form(task, branch)
    with judge.recorded() as complete:
        prove_complete(task, branches)
    for branch in branches:
        with judge.recorded() as evidence:
            prove_bound(task, branch)
            prove_sharp(task, branch)
        proofs.append(_proof(judge, evidence))
    common = _proof(judge, [*well_posed, *complete])
    return PiecewiseInfimum(profile, tuple(branches), common, tuple(proofs), judge.questions - asked)


def _proof(judge: Solver, evidence: Sequence[Evidence]) -> Proof:
    return Proof.of(evidence) if judge.certifies else Proof(Grade.ONE_SOLVER)


def _searched(empty: Task, progress: Progress) -> tuple[Task, list[Cell]]:
    """Candidates and the cells that they settle: first the quick ones, then all if these do not do."""
    for thorough in (False, True):
        found: list[Candidate] = []
        for piece in empty.pieces:
            progress(f"looking for candidates where r* = {piece.bound}")
            found += candidates_on(piece, empty.free, empty.region, empty.solver, critical=thorough)
        task = replace(empty, candidates=distinct(found), thorough=thorough)
        progress("comparing the candidates")
        try:
            cells = list(cells_of(task, task.region))
        except UndecidedError:
            if thorough:
                raise
            continue
        return replace(task, candidates=distinct(c for cell in cells for c in cell.candidates)), cells
    raise AssertionError("the thorough search returns or raises")
