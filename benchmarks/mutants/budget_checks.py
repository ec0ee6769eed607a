"""Independent checks of what only the product knows: budgets of profiles, and models that a statement names.

A budget is computed from its definition, as the least eps over the priors, by a search in many digits; the
closed forms are not asked. A named model is evaluated cell by cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import mpmath
import sympy as sp

from symbolic_eps.closed_form_table.budget_formula import DEVIATION, EPSILON, NO_NOISE
from symbolic_eps.closed_form_table.numerical_minimum import Problem
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from verify.claims.claim import Claim
from verify.independent_check.arithmetic import (
    DIGITS,
    Number,
    Point,
    UndefinedAtPointError,
    UnknownAtPointError,
    real,
    truth,
    value,
)
from verify.independent_check.random_check import RandomCheck, equal, random_check
from verify.independent_check.sampling import points, statements
from verify.language.condition import conditions_of

BUDGETS = 4
"""Choices of parameters at which a budget is computed, half a second of work each."""


def check_budget_or_model(claim: Claim, seed: str) -> RandomCheck:
    """Whether a statement on a budget or on a named model fails; the same for the same seed.

    Of a least value that some point has, only that no point has a smaller one is looked at.
    """
    if (unnamed := getattr(claim.statement, "unnamed", None)) is not None:
        return random_check(replace(claim, statement=unnamed), seed)
    checks = _named_model(claim) if _names_a_model(claim.statement) else _budgets(claim, seed)
    tried = 0
    with mpmath.workdps(DIGITS):
        for point, holds in checks:
            tried += holds is not None
            if holds is False:
                return RandomCheck(tried, {str(symbol): str(number) for symbol, number in point.items()})
    return RandomCheck(tried)


def _names_a_model(statement: Any) -> bool:
    return all(hasattr(statement, part) for part in ("setting", "goal", "sizes", "values"))


def _named_model(claim: Claim) -> Iterator[tuple[Point, bool | None]]:
    """That the hypotheses hold in the model, and the goal does not."""
    statement: Any = claim.statement
    setting, sizes = statement.setting, dict(statement.sizes)
    at = {
        sp.Symbol(f"{family}[{','.join(map(str, place))}]") if place else family: number
        for (family, place), number in statement.values.items()
    }
    facts = [
        s for fact in setting.facts(claim.domain, (statement.goal,)) for s in statements(fact, setting, sizes)
    ]
    try:
        inside = [truth(fact, at) for fact in facts]
        holds = [truth(part, at) for part in statements(statement.goal, setting, sizes)]
    except UnknownAtPointError:
        return
    fails = True if False in holds else None if None in holds else False
    yield at, False if False in inside else None if None in inside else fails


def _budgets(claim: Claim, seed: str) -> Iterator[tuple[Point, bool | None]]:
    """That the least eps over the priors is as printed, where the profile has a meaning."""
    formula = getattr(claim.statement, "formula", None)
    if not isinstance(formula, sp.Implies):
        return
    premise = formula.args[0]
    parts = premise.args if isinstance(premise, sp.And) else (premise,)
    profiles = [(part, profile) for part in parts if (profile := _profile(part)) is not None]
    if len(profiles) != 1:
        return
    ((about, profile),) = profiles
    where = (part for part in parts if part != about)
    problem, conclusion = Problem(profile), formula.args[1]
    held = [condition.relational for condition in problem.assumptions]
    for point in islice(
        points((*claim.domain, *where, *held), problem.parameters, 3 * BUDGETS, seed), BUDGETS
    ):
        try:
            numbers = {s: sp.Rational(point[s].numerator, point[s].denominator) for s in problem.parameters}
        except AttributeError:
            continue  # not a fraction
        try:
            budget = problem.minimum(numbers)
        except ZeroDivisionError:
            budget = mpmath.inf
        meant = budget >= 0 and not mpmath.isinf(budget)  # a bound below 1 is no profile
        yield point, _as_printed(conclusion, budget, point) if meant else None


def _profile(about: sp.Basic) -> RiskProfile | None:
    """The profile in `r*(p, q) = bound`; a prior that is no argument is held fixed."""
    if not (isinstance(about, sp.Eq) and str(about.lhs.func) == "r*"):
        return None
    arguments, bound, box = about.lhs.args, about.rhs, ()
    if len(arguments) == len(PRIORS):
        fixed = {prior: a for prior, a in zip(PRIORS, arguments, strict=True) if a != prior}
    elif set(arguments) <= set(PRIORS):
        fixed = {prior: prior for prior in PRIORS if prior not in arguments}
    else:
        return None
    if isinstance(bound, sp.Piecewise) and bound.args[-1].expr == sp.oo and len(bound.args) == 2:
        bound, enforced = bound.args[0]
        box = tuple(conditions_of(enforced))
    return RiskProfile(bound, (), fixed, box)


def _as_printed(conclusion: sp.Basic, budget: Number, at: Point) -> bool | None:
    """Whether a comparison with the budget, or with what follows from it, is true."""
    if not isinstance(conclusion, sp.Eq):
        return None
    kept = mpmath.exp(-budget)
    known = {
        **at,
        EPSILON: budget,
        DEVIATION: mpmath.sqrt(2 * kept) / (1 - kept) if kept != 1 else mpmath.inf,
        NO_NOISE: (1 - kept) / (1 + kept),
    }
    left, right = conclusion.args
    try:
        if str(left.func) == "round":
            half = mpmath.mpf(10) ** -int(left.args[1]) / 2
            gap = abs(real(value(left.args[0], known)) - real(value(sp.Rational(str(right)), {})))
            return bool(gap <= half) if abs(gap - half) > half / 10**9 else None
        return equal(value(left, known), value(right, known))
    except UndefinedAtPointError:
        return False
    except (UnknownAtPointError, ZeroDivisionError):
        return None
