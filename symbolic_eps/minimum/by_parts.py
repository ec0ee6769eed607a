"""The infimum on a domain of parameters from those on its inside, edges and corners (`parts_of_domain`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from symbolic_eps.closed_forms.closed_form import Branch, EmptyRegion, PiecewiseInfimum, Proof
from symbolic_eps.errors import DomainError, InfeasibleProfileError, InputError, UndecidedError
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.minimum.parts_at_one import parts_at_one
from symbolic_eps.minimum.parts_of_domain import DomainPart, of_whole, on_a_line, without_curves
from symbolic_eps.minimum.problem import Problem, listed
from symbolic_eps.minimum.proof import prove_covered
from symbolic_eps.minimum.search_solver import SearchSolver
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.time_limit import Patience
from verify.evidence import Evidence, Grade
from verify.solvers.smt import Solver

Parts = tuple[tuple[Branch, ...], tuple[EmptyRegion, ...]]
"""Branches, and regions without priors."""

LONGEST = 600.0
"""Seconds of processor time for what holds without an equation, where there is no limit."""

LONGEST_QUESTION = 10.0
"""Seconds of processor time for whether a branch meets the equations: they took 6 at most, where decided."""

Complete = Callable[[RiskProfile, Parts | None, OpenRegions], PiecewiseInfimum]
"""What derives a part, or proves what was found of it."""


def are_of_parts(result: Parts, parts: Sequence[DomainPart]) -> bool:
    """Whether each branch and empty region of a result is of one of several parts."""
    branches, empty = result
    return len(parts) > 1 and all(
        any(one.conditions[: len(part.conditions)] == part.conditions for part in parts)
        for one in (*branches, *empty)
    )


def infimum_by_parts(
    profile: RiskProfile,
    parts: Sequence[DomainPart],
    judge: Solver,
    result: Parts | None,
    open_regions: OpenRegions,
    complete: Complete,
    progress: Callable[[str], None],
) -> PiecewiseInfimum:
    """The results of parts, each with a share of the time, put together.

    Parameters
    ----------
    profile : RiskProfile
        The whole.
    parts : sequence of DomainPart
        Of its domain.
    judge : Solver
        Shows that the parts are all, and which have no parameters.
    result : pair or None
        What was found before, to be proved again.
    open_regions : OpenRegions
        Has the time, and whether something may stay open.
    complete : callable
        Derives a part.
    progress : callable
        Called with a short text for each part.

    Raises
    ------
    UndecidedError
        A part is undecided, or not shown to be well posed.
    """
    whole = Problem((), (), (), profile.parameter_region, judge, ())
    with judge.recorded() as evidence:
        prove_covered(whole, [part.conditions for part in parts])
        asked = "some parameters are in a part of the domain"
        parts = [part for part in parts if judge.satisfiable(part.profile.parameter_region, asked)]
    found = list[PiecewiseInfimum]()
    for number, part in enumerate(parts):
        there = part.profile
        # The last part is the inside, which takes longest.
        patience = open_regions.patience.part(2 / (len(parts) - number + 1))
        with judge.recorded() as nobody:
            within = (*there.parameter_region, *there.domain)
            is_empty = not judge.satisfiable(within, "some priors are in the box")
        if is_empty:
            nothing = EmptyRegion(())
            found.append(PiecewiseInfimum(there, (), _proof(judge, nobody), (), empty=(nothing,)))
            continue
        own = None if result is None else (part.own(result[0]), part.own(result[1]))
        progress(f"where {listed(part.conditions)}")
        found.append(complete(there, own, OpenRegions(open_regions.partial, patience)))
        if not found[-1].well_posed:
            raise UndecidedError("a part of the domain is not shown to be well posed")
    return of_whole(profile, parts, found, _proof(judge, evidence))


def from_simpler_questions(
    profile: RiskProfile,
    judge: Solver,
    result: Parts | None,
    open_regions: OpenRegions,
    complete: Complete,
    progress: Callable[[str], None],
) -> PiecewiseInfimum | None:
    """What is known with equations put in, or of a maximum with 1 without it; None where there are none.

    Parameters
    ----------
    profile, judge, result, open_regions, complete, progress
        As in `infimum_by_parts`.
    """
    found = without_equations(profile, judge, result, open_regions, complete)
    return found or _without_one(profile, judge, result, open_regions, complete, progress)


def _without_one(
    profile: RiskProfile,
    judge: Solver,
    result: Parts | None,
    open_regions: OpenRegions,
    complete: Complete,
    progress: Callable[[str], None],
) -> PiecewiseInfimum | None:
    """A maximum with 1 by parts, where it is not looked at on those that are above it anyway."""
    parts = parts_at_one(profile, SearchSolver(inner=Solver()))
    if not parts or (result is not None and not are_of_parts(result, parts)):
        return None
    with suppress(UndecidedError, DomainError, InfeasibleProfileError):  # without the 1 it may be ill posed
        found = infimum_by_parts(profile, parts, judge, result, open_regions, complete, progress)
        return found if found.branches else None
    return None


def without_equations(
    profile: RiskProfile, judge: Solver, result: Parts | None, open_regions: OpenRegions, complete: Complete
) -> PiecewiseInfimum | None:
    """What is known with equations among the assumptions put in, or without them; None where there are none.

    Parameters
    ----------
    profile, judge, result, open_regions, complete
        As in `infimum_by_parts`.
    """
    inside, wider = on_a_line(profile), without_curves(profile)
    if inside != profile:
        return replace(complete(inside, result, open_regions), profile=profile)
    if wider != profile:
        with suppress(UndecidedError, InputError):  # elsewhere the profile may be ill posed
            given = open_regions.patience
            time = (given if given.seconds else Patience(LONGEST, processor=True)).part(3 / 4)
            found = on_curves(profile, complete(wider, None, OpenRegions(open_regions.partial, time)), judge)
            if not found.open and (result is None or result[0] == found.branches):
                return found
    return None


def on_curves(profile: RiskProfile, wider: PiecewiseInfimum, judge: Solver) -> PiecewiseInfimum:
    """What is known under fewer assumptions, without the branches that are shown to have no parameters left.

    What is not decided in time is kept: it says nothing wrong where it says nothing.

    Parameters
    ----------
    profile : RiskProfile
        With the equations.
    wider : PiecewiseInfimum
        Of the profile without them.
    judge : Solver
        Shows where no parameters are left.
    """
    kept, region = list[int](), profile.parameter_region
    with judge.recorded() as evidence:
        for k, branch in enumerate(wider.branches):
            meets = True
            with suppress(UndecidedError), Patience(LONGEST_QUESTION, processor=True).or_undecided():
                meets = judge.satisfiable((*region, *branch.conditions), "a branch meets the equations")
            if meets:
                kept.append(k)
    apart = _proof(judge, evidence)
    certificates = {**wider.common.certificates, **apart.certificates}
    return replace(
        wider,
        profile=profile,
        branches=tuple(wider.branches[k] for k in kept),
        proofs=tuple(wider.proofs[k] for k in kept),
        common=Proof(min(wider.common.grade, apart.grade), dict(sorted(certificates.items()))),
    )


def _proof(judge: Solver, evidence: Sequence[Evidence]) -> Proof:
    return Proof.of(evidence) if judge.certifies else Proof(Grade.ONE_SOLVER)
