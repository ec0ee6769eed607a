"""Cases of r* = 1 + a/p^m + b/q^2, m = 1 or 2: at p = 1, at q = 1, inside the ranges of both, or eps = oo.

The signs of two polynomials in a and b tell them apart (`minimum.stationary.sum_of_powers`), and inside a <=
A or a > A says which root X is (`minimum.stationary.root_of_sum`). What the search finds is proved afresh: a
branch is compared with what the algebra gives, then the premises are proved.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from functools import lru_cache

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.polynomials import outside
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.minimum.stationary.along_rays import Cubic, discriminant, double_root
from symbolic_eps.minimum.stationary.cubic_on_side import holds, told, without_units
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.minimum.stationary.root_of_sum import LARGEST, number_of, signs_of_root
from symbolic_eps.minimum.stationary.sum_of_powers import (
    Terms,
    borders,
    premises,
    signs,
    stationary,
    terms_of,
)
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from symbolic_eps.time_limit import Patience
from verify.claims.region import primitive
from verify.evidence import Evidence
from verify.language.condition import non_negative, positive
from verify.solvers.smt import Solver

LONGEST = 15.0
"""Seconds of processor time for all premises: where they hold they took 3 at most."""


class Case(StrEnum):
    """What decides, in words."""

    UNCONSTRAINED = "nothing"
    AT_FIRST = "r* is 1 + a/p**m + b/q**2, and at p = 1, where F is least along q, it does not fall inwards"
    AT_SECOND = "r* is 1 + a/p**m + b/q**2, and at q = 1, where F is least along p, it does not fall inwards"
    INSIDE_SMALL = "r* is 1 + a/p**m + b/q**2, and F is least inside the ranges of both priors, for small a"
    INSIDE_LARGE = "r* is 1 + a/p**m + b/q**2, and F is least inside the ranges of both priors, for large a"


def is_of_powers(branch: Branch) -> bool:
    """Whether the branch says that it was found here."""
    return any(step.words in [*Case] for step in branch.steps)


def powers_of(problem: Problem) -> Terms | None:
    """a, b and m of a profile with parameters; None where it has another form."""
    if len(problem.whole) != 1 or {*problem.free} != {*PRIORS} or not problem.region:
        return None
    return terms_of(problem.whole[0])


def parts(terms: Terms) -> Iterator[tuple[Case, Region]]:
    """The conditions of each case, apart from each other; together all a, b > 0.

    Examples
    --------
    >>> a, b = sp.symbols("a b", real=True)
    >>> [len(conditions) for _, conditions in parts(Terms(a, b, 2))]
    [1, 2, 3, 4, 4]
    """
    a, b, m = terms.a, terms.b, terms.power
    first, second = (positive(primitive(sp.expand(outside(t, (a, b))))) for t in borders(m))
    constrained: Region = ()
    if m == 2:
        bound = positive(primitive(sp.expand(1 - 4 * a * b)))
        yield Case.UNCONSTRAINED, (bound.negation,)
        constrained = (bound,)
    yield Case.AT_SECOND, (*constrained, second.negation)
    yield Case.AT_FIRST, (*constrained, second, first.negation)
    small = non_negative(primitive(LARGEST[m] - a))
    for case, size in ((Case.INSIDE_SMALL, small), (Case.INSIDE_LARGE, small.negation)):
        yield case, (*constrained, second, first, size)


def branch_of(terms: Terms, case: Case, own: Region) -> Branch:
    """What the theorems say of a case with the conditions `own`."""
    if case is Case.UNCONSTRAINED:
        return Branch(own, None)
    if case in (Case.INSIDE_SMALL, Case.INSIDE_LARGE):
        number = number_of(terms.power, case is Case.INSIDE_SMALL)
        step = Step(StepKind.CRITICAL, words=str(case))
        return Branch(own, _eliminant(terms), between=WHOLE, steps=(step,), number=number)
    if terms.power == 1 and case is Case.AT_SECOND:
        return at_second(terms.a, terms.b, own, str(case))
    p, q = PRIORS
    at_end, left = (p, q) if case is Case.AT_FIRST else (q, p)
    steps = (
        Step(StepKind.REDUCTION, words=str(case)),
        Step(StepKind.END, at_end, value=sp.S.One),
        Step(StepKind.CRITICAL, left),
    )
    cubic = on_side(terms, case)
    value = {at_end: sp.S.One, left: double_root(cubic)}
    attained = (Attainment((), {v: value[v] for v in PRIORS}, AttainmentKind.POINT),)
    polynomial = without_units(-discriminant(cubic))
    return Branch(own, polynomial, attained=attained, between=WHOLE, steps=steps, number=1)


def at_second(a: sp.Expr, b: sp.Expr, own: Region, words: str) -> Branch:
    """At q = 1, where r* = 1 + b + a/p and 0 < a < 1: X is the lesser root of a discriminant in p.

    Examples
    --------
    >>> at_second(*sp.symbols("a b", real=True), (), "").attained[0].place[PRIORS[0]]
    -(a*x - a - b*x - x + 1)/(2*(b + 1)*(x - 1))
    """
    p, q = PRIORS
    x = DECAY
    inside = sp.factor((1 - a - (1 + b - a) * x) / (2 * (1 + b) * (1 - x)))
    attained = (Attainment((), {p: inside, q: sp.S.One}, AttainmentKind.POINT),)
    steps = (
        Step(StepKind.REDUCTION, words=words),
        Step(StepKind.END, q, value=sp.S.One),
        Step(StepKind.CRITICAL, p),
    )
    two, one, none = -((1 + a + b) ** 2), 2 * (1 + a**2 + b + a * b), (1 - a) ** 2
    return Branch(own, sp.expand(two * x**2 + one * x - none), (two, one, none), attained, None, steps)


def on_side(terms: Terms, case: Case) -> Cubic:
    """The coefficients of P = n F at p = 1 in q, or at q = 1 in p, the highest first.

    Examples
    --------
    >>> a, b = sp.symbols("a b", real=True)
    >>> on_side(Terms(a, b, 2), Case.AT_SECOND)
    (-b*x + b - x + 1, b*x + x - 1, -a*x + a, a*x)
    """
    x, (p, q), m = DECAY, PRIORS, terms.power
    if case is Case.AT_FIRST:
        polynomial = ((1 + terms.a) * q**2 + terms.b) * (q + (1 - q) * x**2) - q**2
        one = sp.Poly(polynomial, q)
    else:
        polynomial = ((1 + terms.b) * p**m + terms.a) * (p + (1 - p) * x) - p**m
        one = sp.Poly(polynomial, p)
    three, two, linear, none = (sp.expand(one.coeff_monomial(one.gen**k)) for k in (3, 2, 1, 0))
    return three, two, linear, none


@lru_cache(4)
def _eliminant(terms: Terms) -> sp.Expr:
    return sp.expand(outside(stationary(terms.power), (DECAY, terms.a, terms.b)))


def cases_of_powers(problem: Problem, region: Region, judge: Solver) -> tuple[Branch, ...]:
    """The region in cases; () where the profile has another form, or a premise is not proved.

    Parameters
    ----------
    problem : Problem
        With one whole piece, on which both priors vary.
    region : tuple of Condition
        On the parameters.
    judge : Solver
        Proves the premises.

    Examples
    --------
    >>> from symbolic_eps.minimum.exact_judge import exact_judge
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + a/p + 1/q**2", ["a>1"])
    >>> pieces = (constrained(profile.pieces[0], profile),)
    >>> known = profile.parameter_region
    >>> problem = Problem(pieces, PRIORS, (), known, Solver(), profile.domain, whole=pieces)
    >>> [branch.which for branch in cases_of_powers(problem, known, exact_judge())]
    ['least']
    """
    terms = powers_of(problem)
    if terms is None:
        return ()
    own = tuple(c for c in region if c not in problem.region)
    with suppress(UndecidedError), Patience(LONGEST, processor=True).or_undecided():
        if not holds(_signs(terms, region), judge):
            return ()
        found = []
        for case, part in parts(terms):
            if any(c.constant_truth is False for c in part):
                continue
            if judge.satisfiable((*region, *part), "some parameters are in a case of a sum of powers"):
                if not holds(_premises(terms.power), judge):
                    return ()
                _signs_of(terms, case)
                found.append(branch_of(terms, case, (*own, *told(part, region, judge))))
        return tuple(found)
    return ()


def prove_of_powers(problem: Problem, branch: Branch, judge: Solver) -> tuple[Evidence, ...]:
    """The branch is the infimum for all its parameters, and is attained as it says, or UndecidedError.

    What the judge does not record is returned.
    """
    terms, region = powers_of(problem), (*problem.region, *branch.conditions)
    if terms is not None:
        for case, part in parts(terms):
            if branch_of(terms, case, branch.conditions) == branch:
                here = (((*region, c.negation), f"{c} fails somewhere") for c in part)
                if not holds((*_signs(terms, region), *here, *_premises(terms.power)), judge):
                    raise UndecidedError(f"a premise fails where {branch.condition}")
                return _signs_of(terms, case)
    raise UndecidedError(f"the branch {branch.condition} is not what its profile gives")


def _signs(terms: Terms, region: Region) -> tuple[Claim, ...]:
    return tuple(((*region, non_negative(-e)), f"{e} <= 0") for e in (terms.a, terms.b))


def _signs_of(terms: Terms, case: Case) -> tuple[Evidence, ...]:
    """The signs of polynomials on which the theorems rest, whatever a and b are, or UndecidedError."""
    inside = case in (Case.INSIDE_SMALL, Case.INSIDE_LARGE)
    of_root = signs_of_root(terms.power, case is Case.INSIDE_SMALL) if inside else ()
    return (*signs(terms.power), *of_root)


@lru_cache(2)
def _premises(m: int) -> tuple[Claim, ...]:
    return tuple(premises(m))
