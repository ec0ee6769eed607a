"""A domain of parameters with closed ends, as its open part and its edges and corners.

A condition c >= 0 with c = k (v - e), k a number and v a parameter that e does not have, holds where c > 0,
and where v = e. There the profile is the one with e in the place of v, which has a parameter fewer: what is
proved of that for some parameters is true of the profile for these and v = e. So the domain is cut at one end
after another, until each part has equations, which are put in, and strict ends. Two parts differ in the sign
of some c; so they are disjoint, and they are all of the domain but for parts without parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeVar

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, EmptyRegion, OpenRegion, PiecewiseInfimum, Proof
from symbolic_eps.minimum.cylinders.question import Curve, curves
from symbolic_eps.minimum.problem import Region
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.profiles.substitution import with_values
from verify.language.condition import Condition, Relation, positive, zero

Case = TypeVar("Case", Branch, EmptyRegion)

MOST_PARTS = 9
"""Of a domain: as many as a square has."""


@dataclass(frozen=True)
class DomainPart:
    """A part of the domain.

    Parameters
    ----------
    profile : RiskProfile
        What the profile is there: with fewer parameters, or with strict conditions on them.
    conditions : tuple of Condition
        On the parameters of the profile as a whole; all points of its domain that meet them are the part.
    """

    profile: RiskProfile
    conditions: Region = ()

    def lifted(self, branch: Branch) -> Branch:
        """A branch of the part as one of the whole."""
        return replace(branch, conditions=(*self.conditions, *branch.conditions))

    def own(self, regions: Sequence[Case]) -> tuple[Case, ...]:
        """Those of the branches or empty regions that are of this part, as they were before."""
        size = len(self.conditions)
        return tuple(
            replace(one, conditions=one.conditions[size:])
            for one in regions
            if one.conditions[:size] == self.conditions
        )


def on_a_line(profile: RiskProfile) -> RiskProfile:
    """The profile with all equations among its assumptions put in that give a parameter.

    Examples
    --------
    >>> on_a_line(RiskProfile("1 + a/p + b/q", ["a==b", "b>0"])).parameters
    (a,)
    """
    for condition in profile.assumptions:
        if condition.relation is Relation.ZERO and (ending := _end_of(condition, profile)):
            at_end = _at(profile, *ending, condition)
            if at_end is not None:
                return on_a_line(at_end)
    return profile


def without_curves(profile: RiskProfile) -> RiskProfile:
    """The profile without equations that no parameter solves: what holds without them holds with them.

    Examples
    --------
    >>> [str(c) for c in without_curves(RiskProfile("1 + a/p + b/q", ["a>0", "a**2+b**2==4"])).assumptions]
    ['a > 0']
    """
    others = tuple(c for c in profile.assumptions if not _is_bent(c))
    return profile if others == profile.assumptions else replace(profile, assumptions=others)


def _is_bent(condition: Condition) -> bool:
    """Whether a condition is an equation with a factor that is linear in nothing."""
    parameters = sorted(condition.symbols, key=str)
    is_equation = condition.relation is Relation.ZERO
    return is_equation and not all(isinstance(c, Curve) for c in curves(condition.polynomial, parameters))


def parts_of(profile: RiskProfile) -> tuple[DomainPart, ...]:
    """The corners, the edges and the open part, in this order; the profile alone where no end is closed.

    Parameters
    ----------
    profile : RiskProfile
        Of any kind; more than `MOST_PARTS` are not made.

    Examples
    --------
    >>> parts = parts_of(RiskProfile("1 + a/p + b/q", ["a>=0", "b>0"]))
    >>> [(str(part.profile.bound), [str(c) for c in part.conditions]) for part in parts]
    [('b/q + 1', ['Eq(a, 0)']), ('a/p + b/q + 1', ['a > 0'])]
    """
    parts = tuple(_cut(DomainPart(profile)))
    return parts if len(parts) <= MOST_PARTS else (DomainPart(profile),)


def _cut(part: DomainPart) -> Iterator[DomainPart]:
    for condition in part.profile.assumptions:
        if condition.relation is Relation.NON_NEGATIVE and (ending := _end_of(condition, part.profile)):
            at_end = _at(part.profile, *ending, condition)
            if at_end is not None:
                yield from _cut(DomainPart(at_end, (*part.conditions, zero(condition.polynomial))))
            inside = positive(condition.polynomial)
            others = tuple(inside if c == condition else c for c in part.profile.assumptions)
            strict = replace(part.profile, assumptions=others)
            yield from _cut(DomainPart(strict, (*part.conditions, inside)))
            return
    yield part


def _end_of(condition: Condition, profile: RiskProfile) -> tuple[sp.Symbol, sp.Expr] | None:
    """A parameter that a condition bounds, and its end."""
    for v in sorted(condition.symbols - {*PRIORS}, key=str, reverse=len(condition.symbols) > 1):
        linear = sp.Poly(condition.polynomial, v)
        if linear.degree() == 1 and linear.LC().is_number and not condition.symbols & {*profile.fixed}:
            slope, offset = linear.all_coeffs()
            return v, sp.expand(-offset / slope)
    return None


def _at(profile: RiskProfile, v: sp.Symbol, end: sp.Expr, condition: Condition) -> RiskProfile | None:
    """The profile at the end; None where the other assumptions exclude it."""
    moved = [c for one in profile.assumptions if one != condition for c in one.substituted({v: end})]
    if any(c.constant_truth is False for c in moved):
        return None
    return replace(
        profile,
        bound=with_values(profile.bound, {v: end}),
        assumptions=tuple(dict.fromkeys(c for c in moved if c.constant_truth is None)),
        box=tuple(c for one in profile.box for c in one.substituted({v: end})),
    )


def of_whole(
    profile: RiskProfile, parts: Sequence[DomainPart], results: Sequence[PiecewiseInfimum], apart: Proof
) -> PiecewiseInfimum:
    """What is known of the parts, as a result for the whole.

    Parameters
    ----------
    profile : RiskProfile
        The whole.
    parts : sequence of DomainPart
    results : sequence of PiecewiseInfimum
        Of each part, well posed.
    apart : Proof
        That the parts are disjoint and all.
    """
    pairs = list(zip(parts, results, strict=True))
    commons = [apart, *(result.common for result in results)]
    certificates = dict(chain.from_iterable(one.certificates.items() for one in commons))
    return PiecewiseInfimum(
        profile=profile,
        branches=tuple(part.lifted(branch) for part, result in pairs for branch in result.branches),
        common=Proof(min(one.grade for one in commons), dict(sorted(certificates.items()))),
        proofs=tuple(proof for result in results for proof in result.proofs),
        questions=sum(result.questions for result in results),
        open=tuple(
            OpenRegion((*part.conditions, *one.conditions), one.reason)
            for part, result in pairs
            for one in result.open
        ),
        empty=tuple(
            EmptyRegion((*part.conditions, *one.conditions)) for part, result in pairs for one in result.empty
        ),
    )
