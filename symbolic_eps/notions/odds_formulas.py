"""Odds ratios from m to n, and at a baseline k, as formulas for `symbolic-eps export`.

The rows are derived in w, the root of the cap; programs take the cap r itself. A condition A + w B >= 0 is
one on r where A and B have signs: A >= 0 >= B makes it A^2 >= r B^2, and A <= 0 <= B makes it r B^2 >= A^2.
The signs are proved.

A budget is log1p of z = e^budget - 1. Under a Renyi divergence z is a product of factors over others, each of
which is short. With delta it is a polynomial over another, and programs compare two budgets, not the long
polynomials that tell which is smaller. Where R + k = 1, z is the root of a quadratic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.export.forms.argument import Argument
from symbolic_eps.export.forms.derived import SMALLEST_IN_PRODUCTS, stable_form, stable_notes
from symbolic_eps.export.forms.extreme import Smaller
from symbolic_eps.export.forms.formula import Case, Formula, Method
from symbolic_eps.export.forms.ratio import Ratio
from symbolic_eps.export.forms.tree import LogarithmOfOnePlus, Node, Polynomial, PositiveRoot, Quotient
from symbolic_eps.notions import least_ratio
from symbolic_eps.notions.budget import AttackBudget, in_baseline
from symbolic_eps.notions.notion import BASELINE, DELTA
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.language.condition import Condition, non_negative, positive
from verify.prover.certifying_solver import CertifyingSolver
from verify.solvers.smt import Solver

ROOT = parameter("w")
"""The root of the cap in the rows from m to n."""

CAP = parameter("r")

Conditions = tuple[Condition, ...]


class NoSignError(ValueError):
    """A part of a condition, or a factor, is not known to have a sign."""


def without_root(condition: Condition, region: Sequence[Condition], solver: Solver) -> Condition:
    """A condition in w as one in r = w^2, equivalent on a region.

    Parameters
    ----------
    condition : Condition
    region : sequence of Condition
        In w, with w > 0 or more.
    solver : Solver
        Has to show the signs of the two parts.

    Raises
    ------
    NoSignError
        It does not.

    Examples
    --------
    >>> n = parameter("n")
    >>> known = [positive(ROOT - 1), positive(n), positive(1 - n)]
    >>> str(without_root(non_negative(1 - n * (ROOT + 1)), known, Solver()))
    'n**2 + 1 >= n**2*r + 2*n'
    """
    even, odd = _parted(condition.polynomial)
    if odd == 0:
        return Condition(even, condition.relation)
    for sign in (1, -1):
        signs = non_negative(sign * even), non_negative(-sign * odd)
        goals = (c.substituted({CAP: ROOT**2}) for c in signs)
        if all(solver.implies(region, goal, f"{goal}") for (goal,) in goals):
            return Condition(sp.expand(sign * (even**2 - CAP * odd**2)), condition.relation)
    raise NoSignError(f"{condition}: its parts have no sign")


def _parted(polynomial: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """A and B, in r, of a polynomial A + w B in w."""
    parts = [sp.Integer(0), sp.Integer(0)]
    for (power,), coefficient in sp.Poly(polynomial, ROOT).terms():
        parts[power % 2] += coefficient * CAP ** (power // 2)
    return sp.expand(parts[0]), sp.expand(parts[1])


def budget_form(exponential: sp.Expr, region: Sequence[Condition], solver: Solver) -> Node:
    """A tree for the logarithm of e^budget, a rational function in w, or in r.

    Examples
    --------
    >>> k = parameter("k")
    >>> known = [positive(k), positive(1 - k), positive(CAP - 1)]
    >>> form = budget_form((k + CAP - k * CAP) * (k * CAP - k + 1) / CAP, known, Solver())
    >>> sp.cancel(form.excess.exact - k * (1 - k) * (CAP - 1) ** 2 / CAP)
    0
    """
    top, bottom = (sp.expand(part) for part in sp.fraction(sp.together(exponential)))
    even, odd = _parted(top * DECAY - bottom)
    if odd != 0:
        squared = sp.expand(even**2 - CAP * odd**2)
        constant = squared.subs(DECAY, 0)
        return stable_form(squared if constant.could_extract_minus_sign() else -squared, ())
    top, bottom = (_parted(part)[0] for part in (top, bottom))
    if DELTA in top.free_symbols:
        return stable_form(top * DECAY - bottom, ())
    above, below = ([f for f, _ in factors_of(part, region, solver)] for part in (top - bottom, bottom))
    return LogarithmOfOnePlus(Ratio((), tuple(_named(above, "above")), tuple(_named(below, "below"))))


def factors_of(
    product: sp.Expr, region: Sequence[Condition], solver: Solver, strict: bool = True
) -> Iterator[tuple[sp.Expr, bool]]:
    """The factors, of both signs the one that is positive, or >= 0, on a region; and whether it is positive.

    Parameters
    ----------
    product : sympy.Expr
    region : sequence of Condition
    solver : Solver
    strict : bool
        Whether all have to be positive.

    Raises
    ------
    NoSignError
        A factor has no sign.
    """
    number, factors = sp.factor_list(product)
    assert number.is_Integer
    if abs(number) != 1:
        yield abs(number), True
    for factor, power in factors:
        sides = (factor, sp.expand(-factor))
        goals = [(s, positive(s), True) for s in sides]
        if not strict:
            goals += [(s, non_negative(s), False) for s in sides]
        met = next((g for g in goals if solver.implies(region, g[1], f"{g[1]}")), None)
        if met is None:
            raise NoSignError(f"{factor} has no sign")
        yield from [(met[0], met[2])] * power


def _named(factors: Sequence[sp.Expr], name: str) -> Iterator[Polynomial]:
    """Polynomials of these names; the sums last, so that the first product is one of arguments."""
    yield from (
        Polynomial(name, f) for f in sorted(factors, key=lambda f: (f.is_Add, sp.default_sort_key(f)))
    )


def odds_formula(answer: AttackBudget, identifier: str, title: str, source: str) -> Formula:
    """The closed form of an odds ratio's budget as a formula in r.

    Parameters
    ----------
    answer : AttackBudget
        Of a cap w^2, or r; complete.
    identifier, title, source : str

    Raises
    ------
    NoSignError
        A condition in w has no equivalent in r that can be proved.
    """
    solver = CertifyingSolver()
    domain = assumed_in_cap(answer, solver)
    if answer.compared is not None and DELTA in answer.question.parameters:
        cases = tuple(_case_of_least(case, domain, solver) for case in answer.compared.cases)
    else:
        cases = tuple(_case_of_branch(branch, domain, solver) for branch in answer.branches)
    symbols = frozenset().union(*(c.symbols for c in domain))
    return Formula(
        identifier,
        title,
        source,
        _arguments(symbols),
        domain,
        cases,
        "the largest admissible eps, in nats",
        str(sp.Piecewise(*((c.exact, sp.And(*(x.relational for x in c.conditions))) for c in cases))),
        tuple(dict.fromkeys(note for case in cases for note in _notes(case.value))),
    )


def assumed_in_cap(answer: AttackBudget, solver: Solver) -> Conditions:
    """What is assumed, in r, and of the baseline where it is fixed."""
    question = answer.question
    assumed = in_baseline((*question.region, *(question.box if question.fixed else ())))
    if question.fixed:
        assumed = (*assumed, positive(BASELINE), positive(1 - BASELINE))
    known = [positive(ROOT - 1), *(c for c in assumed if not {ROOT, CAP} & c.symbols)]
    return tuple(dict.fromkeys(without_root(c, known, solver) for c in assumed))


def in_root(region: Sequence[Condition]) -> Conditions:
    """What is known, in w."""
    return (*(one for c in region for one in c.substituted({CAP: ROOT**2})), positive(ROOT - 1))


def _case_of_branch(branch: Branch, domain: Conditions, solver: Solver) -> Case:
    """A branch of which the conditions are short."""
    assert branch.exponential is not None
    assert branch.epsilon is not None
    conditions = tuple(without_root(c, in_root(domain), solver) for c in branch.conditions)
    value = budget_form(branch.exponential, (*domain, *conditions), solver)
    return Case(conditions, value, branch.epsilon.subs(ROOT, sp.sqrt(CAP)))


def _case_of_least(case: least_ratio.Case, domain: Conditions, solver: Solver) -> Case:
    """A case of the derivation before its two ratios are compared: the program compares their logarithms."""
    conditions = tuple(without_root(c, in_root(domain), solver) for c in case.where)
    known = (*domain, *conditions)
    first, second = (budget_form(ratio.value, known, solver) for ratio in case.ratios)
    exact = sp.Min(*(sp.log(r.value.subs(ROOT, sp.sqrt(CAP))) for r in case.ratios), evaluate=False)
    vanishes = sp.expand(sp.Mul(*map(_numerator, (first, second))))
    return Case(conditions, Smaller(first, second), exact, vanishes)


def _numerator(form: Node) -> sp.Expr:
    """What is 0 exactly where a budget is."""
    match form:
        case LogarithmOfOnePlus(excess=Quotient(numerator=g) | PositiveRoot(constant=g)):
            return g.expression
    return sp.Integer(1)


def _arguments(symbols: Iterable[sp.Symbol]) -> tuple[Argument, ...]:
    """The cap r, then probabilities, as small as products of them allow."""
    others = sorted((s for s in symbols if s != CAP), key=str)
    return Argument(CAP, ""), *(Argument(s, "", True, SMALLEST_IN_PRODUCTS) for s in others)


def _notes(value: Node | None) -> tuple[str, ...]:
    """Why a form is stable, a line each."""
    match value:
        case Smaller(first=first, second=second):
            return *_notes(first), *_notes(second), "of two budgets, each at one baseline, the smaller one"
        case LogarithmOfOnePlus(excess=Ratio() as ratio):
            return (Method(f"e^rho - 1 is {ratio.exact}, by factors of which each is accurate"),)
        case _:
            return stable_notes(value)
