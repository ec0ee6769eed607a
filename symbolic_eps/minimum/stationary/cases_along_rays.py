"""Cases of a profile r* = 1 + a p/q + b q/p: inside the ranges of both priors, or on the side p = 1.

The sign of one polynomial in a and b tells them apart, where eps is stationary on one ray
(`minimum.stationary.one_ray`) or the premises of `minimum.stationary.along_rays` hold; for large b there are
other cases (`minimum.stationary.two_rays`). What the search finds is proved afresh: a branch is compared with
what the algebra gives, then the premises are proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.minimum.stationary import one_ray, two_rays
from symbolic_eps.minimum.stationary.along_rays import (
    AT_RAYS_END,
    INSIDE_RAYS,
    ON_EITHER_RAY,
    Rays,
    terms_of,
)
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.time_limit import Patience
from verify.language.condition import Condition, non_negative, positive
from verify.solvers.smt import Solver, UndecidedQueryError

LONGEST = 15.0
"""Seconds of processor time for all premises: where they hold they took 5 at most."""

MOST_PARAMETERS = 1
"""In a and b, for the premises of `along_rays`: with two they were not proved in a minute."""


def is_along_rays(branch: Branch) -> bool:
    """Whether the branch says that it was found here."""
    return any(step.words in (INSIDE_RAYS, AT_RAYS_END, ON_EITHER_RAY) for step in branch.steps)


def rays_of(problem: Problem) -> Rays | None:
    """The algebra of the profile; None where it has another form."""
    if len(problem.whole) != 1 or {*problem.free} != {*PRIORS}:
        return None
    terms = terms_of(problem.whole[0])
    return None if terms is None else Rays(*terms)


def cases_along_rays(
    problem: Problem, region: Region, rays: Rays | None, judge: Solver, soon: bool = False
) -> tuple[Branch, ...]:
    """The region in cases; () where the premises are not proved.

    Parameters
    ----------
    problem : Problem
        With one whole piece, on which both priors vary.
    region : tuple of Condition
        On the parameters.
    rays : Rays or None
        Of that piece.
    judge : Solver
        Proves the premises: that is quick where they hold.
    soon : bool
        Whether only the theorem on one ray is tried.

    Examples
    --------
    >>> from symbolic_eps.minimum.exact_judge import exact_judge
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + 2/5*p/q + b*q/p", ["0<b<1"])
    >>> pieces = (constrained(profile.pieces[0], profile),)
    >>> known = profile.parameter_region
    >>> problem = Problem(pieces, PRIORS, (), known, Solver(), profile.domain, whole=pieces)
    >>> (branch,) = cases_along_rays(problem, known, rays_of(problem), exact_judge())
    >>> branch.which, branch.conditions
    ('greatest', ())
    """
    if rays is None:
        return ()
    with suppress(UndecidedError), Patience(LONGEST, processor=True).or_undecided():
        own = tuple(c for c in region if c not in problem.region)
        parts = [inside for inside in (True, False) if _has_part(rays, inside, region, judge)]
        told = {inside: (rays.where(inside),) if len(parts) > 1 else () for inside in parts}
        if all(_is_shown(rays, inside, (*region, *told[inside]), judge, soon) for inside in parts):
            return tuple(rays.branch(inside, (*own, *told[inside])) for inside in parts)
    with suppress(UndecidedError), Patience(LONGEST, processor=True).or_undecided():
        return tuple(_cases_by_size(rays, region, own, judge))
    return ()


def _cases_by_size(rays: Rays, region: Region, own: Region, judge: Solver) -> Iterator[Branch]:
    """The cases for small b, for b up to b*, and those for large b."""
    small = non_negative(one_ray.LARGEST - rays.b)
    further = small.negation, positive(-one_ray.beyond(rays.b))
    parts: list[tuple[bool | None, Region]] = [(i, (small, rays.where(i))) for i in (True, False)]
    parts += [(i, (*further, rays.where(i))) for i in (True, False)]
    parts += [(i, two_rays.where(rays, i)) for i in (False, True, None)]
    for inside, conditions in parts:
        if not judge.satisfiable((*region, *conditions), "some parameters are in a case along rays"):
            continue
        told = tuple(c for c in conditions if _may_fail(c, region, judge))
        decided = two_rays.greater_is_inside(rays) if inside is None else inside
        if not _is_shown(rays, decided, (*region, *told), judge, soon=True):
            raise UndecidedError("a premise of the cases along rays fails")
        yield _branch(rays, decided, (*own, *told))


def _may_fail(condition: Condition, region: Region, judge: Solver) -> bool:
    return judge.satisfiable((*region, condition.negation), "a case along rays leaves some parameters out")


def _branch(rays: Rays, inside: bool | None, own: Region) -> Branch:
    return rays.either(own) if inside is None else rays.branch(inside, own)


def prove_along_rays(problem: Problem, branch: Branch, judge: Solver) -> None:
    """The branch is the infimum for all its parameters, and is attained as it says, or UndecidedError."""
    rays, region = rays_of(problem), (*problem.region, *branch.conditions)
    if rays is not None:
        for inside in (True, False, None):
            if _branch(rays, inside, branch.conditions) == branch:
                if not _is_shown(rays, inside, region, judge):
                    raise UndecidedError(f"a premise fails where {branch.condition}")
                return
    raise UndecidedError(f"the branch {branch.condition} is not what its profile gives")


def _has_part(rays: Rays, inside: bool, region: Region, judge: Solver) -> bool:
    return judge.satisfiable((*region, rays.where(inside)), "some parameters are in a case along rays")


def _is_shown(rays: Rays, inside: bool | None, region: Region, judge: Solver, soon: bool = False) -> bool:
    """Whether the premises of one of the theorems hold."""
    return any(_hold(claims, judge) for claims in _ways(rays, inside, region, soon))


def _ways(rays: Rays, inside: bool | None, region: Region, soon: bool) -> Iterator[Iterator[Claim]]:
    """The premises of each theorem that may be tried."""
    if inside is None:
        yield from two_rays.premises(rays, inside, region)
        return
    here = ((*region, rays.where(inside).negation), f"not {rays.where(inside)}")
    yield chain((here,), one_ray.premises(rays.a, rays.b, region))
    yield from two_rays.premises(rays, inside, region)
    if not soon and len(rays.a.free_symbols | rays.b.free_symbols) <= MOST_PARAMETERS:
        yield rays.premises(inside, region)


def _hold(claims: Iterable[Claim], judge: Solver) -> bool:
    with suppress(UndecidedQueryError):
        return not any(judge.satisfiable(*claim) for claim in claims)
    return False
