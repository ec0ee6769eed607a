"""Why a profile does not constrain eps: a part of it, or of its domain, where r* p q >= 1 everywhere.

eps(p, q) is infinite exactly where r* p q >= 1 (Theorem 2). A maximum is that large where one of its parts
is; a minimum and the cases of a piecewise profile have to be so one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

import sympy as sp

from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.profiles.substitution import with_values
from verify.deadline import OutOfTime, deadline
from verify.language.condition import Relation, rational_condition

MOST_BOXES = 2000
"""Boxes of priors on which a part that is not rational is examined."""

SECONDS = 5.0
"""For the search for who is to blame; eps is known before."""

MOST_PARTS = 8
"""Parts of a maximum that are examined one by one."""


class Culprit(StrEnum):
    """What leaves eps without a bound."""

    PARTS = "parts"
    """Arguments of a maximum, each of which is enough alone."""
    TOGETHER = "together"
    """All arguments of a maximum, none of which is known to be enough alone."""
    CASES = "cases"
    """All cases of a piecewise profile, or all arguments of a minimum."""
    WHOLE = "whole"
    """The profile as a whole."""
    DOMAIN = "domain"
    """The box or the fixed priors: elsewhere, the profile does ask for something."""


@dataclass(frozen=True)
class Part:
    """One part of a profile.

    Parameters
    ----------
    written : sympy.Expr
        As the user wrote it, with parameters.
    value : sympy.Expr
        With their numbers.
    where : sympy.Basic
        The condition of its case; true where it has none.
    """

    written: sp.Expr
    value: sp.Expr
    where: sp.Basic = sp.true


@dataclass(frozen=True)
class Blame:
    """Why nothing constrains eps.

    Parameters
    ----------
    culprit : Culprit
        What is to blame.
    parts : tuple of Part
        Of the profile; empty for the domain and for what is no formula.
    domain : RiskProfile
        Its box and its fixed priors are where the profile is enforced.
    """

    culprit: Culprit
    parts: tuple[Part, ...]
    domain: RiskProfile


def blame(written: sp.Expr, numbers: Mapping[sp.Symbol, sp.Expr], profile: RiskProfile) -> Blame:
    """Why a profile whose eps is infinite asks for nothing.

    Parameters
    ----------
    written : sympy.Expr
        The profile with its parameters.
    numbers : mapping of Symbol to number
        Their values.
    profile : RiskProfile
        The profile with its numbers, on its domain; r* p q >= 1 there.

    Returns
    -------
    Blame
        What is named is proved to be enough; what could not be decided is not named alone.

    Examples
    --------
    >>> from symbolic_eps.profiles.profile import expression_of
    >>> a, q = sp.symbols("a q", real=True)
    >>> bound = expression_of("max(a/(p*q), 3)")
    >>> reason = blame(bound, {a: sp.Integer(5)}, RiskProfile(bound.subs(a, 5)))
    >>> reason.culprit.value, [(part.written, part.value) for part in reason.parts]
    ('parts', [(a/(p*q), 5/(p*q))])
    """
    try:
        with deadline(SECONDS, processor=True):
            return _blame(written, numbers, profile)
    except OutOfTime:
        return Blame(*_parts(written, numbers), profile)


def _blame(written: sp.Expr, numbers: Mapping[sp.Symbol, sp.Expr], profile: RiskProfile) -> Blame:
    if (profile.box or profile.fixed) and unconstrained(replace(profile, box=(), fixed={})) is False:
        return Blame(Culprit.DOMAIN, (), profile)
    here, parts = _parts(written, numbers)
    if here is Culprit.TOGETHER:
        enough = [part for part in parts[:MOST_PARTS] if unconstrained(replace(profile, bound=part.value))]
        if enough:
            return Blame(Culprit.PARTS, tuple(enough), profile)
    return Blame(here, parts, profile)


def _parts(written: sp.Expr, numbers: Mapping[sp.Symbol, sp.Expr]) -> tuple[Culprit, tuple[Part, ...]]:
    def part(expression: sp.Expr, where: sp.Basic = sp.true) -> Part:
        return Part(expression, with_values(expression, numbers), where)

    if isinstance(written, sp.Max):
        return Culprit.TOGETHER, tuple(map(part, written.args))
    if isinstance(written, sp.Min):
        return Culprit.CASES, tuple(map(part, written.args))
    if isinstance(written, sp.Piecewise):
        return Culprit.CASES, tuple(part(value, guard.subs(numbers)) for value, guard in written.args)
    return Culprit.WHOLE, (part(written),)


def unconstrained(profile: RiskProfile) -> bool | None:
    """Whether r* p q >= 1 wherever a profile with numbers is enforced; None where that was not decided.

    Examples
    --------
    >>> unconstrained(RiskProfile("1/(p*q)")), unconstrained(RiskProfile("1/p"))
    (True, False)
    """
    from symbolic_eps.enclosed.requirement import is_rational_profile, requirements_of
    from symbolic_eps.enclosed.search import minimise

    try:
        if is_rational_profile(profile.bound):
            return not _asks_for_something(profile)
        minimum = minimise(requirements_of(profile), limit=MOST_BOXES, variant=profile.variant)
    except (InputError, UndecidedError):
        return None
    return minimum.enclosure.is_infinite


def _asks_for_something(profile: RiskProfile) -> bool:
    product = sp.Mul(*(profile.fixed.get(v, v) for v in PRIORS))
    solver = exact_judge()
    return any(
        solver.satisfiable(
            [*piece.conditions, *rational_condition(1 - piece.bound * product, Relation.POSITIVE)],
            f"({piece.bound}) p q < 1 somewhere",
        )
        for piece in profile.pieces
    )
