"""One prior is left, P is a cubic in it, and the prior's end 1 may decide: r* = 1 + a/q^2 with any p fixed.

By hand, with s = 1/r*, F = F_q = 0 says that x (1 - p (1 - x)) = s (2 s - 1) and p q (1 - x^2) = 2 s (1 - s),
where a = (1/s - 1) q^2: for s = 2/3, x = 2/5, p = 20/27, q = 5/7 and a = 25/98; for s = 3/4, x = 3/5,
p = 15/16, q = 5/8 and a = 25/192. At q = 1, F = 0 says that x (1 - p) = 1/(1 + a) - p: for a = 1 and
p = 1/10, x = 4/9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from random import Random

import pytest
import sympy as sp

from symbolic_eps import derive
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.minimum.stationary.cubic_on_side import Side, is_on_side
from symbolic_eps.minimum.stationary.end_of_cubic import (
    End,
    cases_at_end_of_cubic,
    end_of,
    is_at_end_of_cubic,
    prove_at_end_of_cubic,
    signs_of_slope,
)
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.numerical_minimum import minimum
from verify.language.condition import Condition, non_negative, positive
from verify.recheck import check
from verify.solvers.smt import Solver

p, q = PRIORS
a = parameter("a")

QUESTIONS = {
    "square of q": ("1 + a/q**2", ("a>0",), {"p": "p"}),
    "square of p": ("1 + a/p**2", ("a>0",), {"q": "q"}),
    "two powers": ("1 + b/p + a/p**2", ("a>0", "b>0"), {"q": "1/2"}),
    "three terms": ("c + b/q + a/q**2", ("a>0", "b>0", "c>1"), {"p": "1/3"}),
}


@cache
def derived(name: str) -> Derivation:
    bound, assumptions, fixed = QUESTIONS[name]
    return derive(bound, list(assumptions), fixed=fixed)


def task_of(bound: str, *assumptions: str, **fixed: str) -> Problem:
    profile = RiskProfile(bound, assumptions, fixed)
    whole = tuple(constrained(piece, profile) for piece in profile.pieces)
    region = profile.parameter_region
    return Problem(whole, profile.free_priors, (), region, Solver(), profile.domain, whole=whole)


@pytest.mark.slow
@pytest.mark.parametrize("name", QUESTIONS)
def test_all_cases_have_certificates(name: str) -> None:
    found = derived(name)
    assert found.complete and str(found.grade) == "exact"
    assert any(map(is_at_end_of_cubic, found.derived.branches))
    for certificate in found.certificates.values():
        check(certificate, {})


@pytest.mark.parametrize(
    ("of_a", "of_p", "level", "place"),
    [("25/98", "20/27", "2/5", "5/7"), ("25/192", "15/16", "3/5", "5/8"), ("1", "1/10", "4/9", "1")],
)
def test_values_by_hand(of_a: str, of_p: str, level: str, place: str) -> None:
    values = {a: sp.Rational(of_a), p: sp.Rational(of_p)}
    told = epsilon_at_precision(derived("square of q").derived, values, 25)
    assert abs(float(told) + float(sp.log(sp.Rational(level)))) < 1e-12
    (branch,) = (b for b in derived("square of q").derived.branches if holds_at(b.conditions, values))
    assert branch.attained[0].place[q].subs({**values, x: sp.Rational(level)}) == sp.Rational(place)


def holds_at(conditions: Iterable[Condition], values: dict[sp.Symbol, sp.Expr]) -> bool:
    return all(c.relation.holds(int(sp.sign(c.polynomial.subs(values)))) for c in conditions)


@pytest.mark.family(12)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_search_agrees_at_random_parameters(name: str, seed: int) -> None:
    random = Random(f"{name} {seed}")
    numbers = {
        "a": sp.Rational(random.randint(1, 120), 100),
        "b": sp.Rational(random.randint(1, 90), 100),
        "c": 1 + sp.Rational(random.randint(1, 200), 100),
        "p": sp.Rational(random.randint(1, 99), 100),
        "q": sp.Rational(random.randint(1, 99), 100),
    }
    bound, assumptions, fixed = QUESTIONS[name]
    own = {v: numbers[v.name] for v in derived(name).profile.parameters}
    told = epsilon_at_precision(derived(name).derived, own, 25)
    at_numbers = {v: str(numbers[v]) if value == v else value for v, value in fixed.items()}
    plain = RiskProfile(bound, assumptions, at_numbers)
    seen = minimum(plain, {v: numbers[v.name] for v in plain.parameters})
    if told == sp.oo:
        assert float(seen) > 15
    else:
        assert float(told) == pytest.approx(float(seen), rel=1e-9)


FORMS = {
    "a quadratic": ("1 + a/q", ("a>0",), {"p": "p"}),
    "degree 4": ("1 + a/q**3", ("a>0",), {"p": "p"}),
    "numbers": ("1 + 1/(5*q**2)", (), {"p": "1/2"}),
    "F is 1 at q = 1": ("1 + a/q**2", ("a>0",), {"p": "1"}),
}


@pytest.mark.parametrize("form", FORMS)
def test_another_form_is_left_alone(form: str) -> None:
    bound, assumptions, fixed = FORMS[form]
    assert end_of(task_of(bound, *assumptions, **fixed)) is None


GUARANTEES = {
    "P <= 0 at q = 0": p * q,
    "P may have three roots": 1 + x - q,
    "2*x - 1 is positive for greater x": x + q * (2 * x - 1),
    "f does not rise with x": x * (1 - x) + q,
    "r* <= 1": x / 2 + p * q / 9,
}


@pytest.mark.parametrize("said", GUARANTEES)
def test_another_guarantee_is_refused(said: str) -> None:
    """Planted: another f. Each premise fails for one."""
    problem, judge = task_of("1 + a/q**2", "a>0", p="p"), exact_judge()
    end = end_of(problem)
    assert end is not None
    piece = replace(end.side.piece, inverse_risk=GUARANTEES[said])
    wrong = replace(end, side=Side(piece, q))
    failing = [told for claim, told in wrong.premises(problem.region) if judge.satisfiable(claim, told)]
    assert said in failing or any(told.startswith(said) for told in failing)


def test_a_negative_numerator_is_refused() -> None:
    problem, judge = task_of("1 + a/q**2", "a>0", p="p"), exact_judge()
    end = end_of(problem)
    assert end is not None
    piece = end.side.piece
    wrong = replace(piece, numerator=-piece.numerator, denominator=-piece.denominator)
    claims = {told: claim for claim, told in replace(end, side=Side(wrong, q)).premises(problem.region)}
    assert judge.satisfiable(claims["n <= 0"], "n <= 0")


PLANTED: dict[str, Callable[[End], End]] = {
    "F does not rise with e^-eps": lambda end: replace(end, alpha=sp.Integer(-1)),
    "the slope at p = 1 does not fall": lambda end: replace(end, slope=(sp.S.One, sp.S.One, sp.S.One)),
}


@pytest.mark.parametrize("said", PLANTED)
def test_another_end_is_refused(said: str) -> None:
    """Planted: other coefficients at the end."""
    problem, judge = task_of("1 + a/p**2", "a>0", q="1/2"), exact_judge()
    end = end_of(problem)
    assert end is not None
    failing = [
        told for claim, told in PLANTED[said](end).premises(problem.region) if judge.satisfiable(claim, told)
    ]
    assert any(told.startswith(said) for told in failing)


@pytest.mark.slow
def test_other_branches_are_not_proved() -> None:
    problem, judge = task_of("1 + a/q**2", "a>0", p="p"), exact_judge()
    at_end, beyond, *others = cases_at_end_of_cubic(problem, problem.region, judge)
    assert not any(map(is_at_end_of_cubic, others)) and any(map(is_on_side, others))
    at_end_polynomial = at_end.polynomial or sp.S.Zero
    prove_at_end_of_cubic(problem, at_end, judge)
    prove_at_end_of_cubic(problem, beyond, judge)
    planted = (
        replace(at_end, conditions=beyond.conditions),
        replace(beyond, conditions=at_end.conditions),
        replace(at_end, conditions=at_end.conditions[:1]),
        replace(beyond, conditions=beyond.conditions[1:]),
        replace(at_end, polynomial=sp.expand(at_end_polynomial + 1)),
        replace(beyond, number=-1),
        replace(at_end, conditions=(positive(1 - a), non_negative(p - a))),
    )
    for branch in planted:
        with pytest.raises(UndecidedError):
            prove_at_end_of_cubic(problem, branch, judge)


def test_the_signs_of_the_slope_are_resultants() -> None:
    """Of e2 x^2 + e1 x + e0 where alpha x^k = gamma: for k = 2 the product of both values, and their sum."""
    alpha, gamma, *slope = sp.symbols("alpha gamma e2 e1 e0")
    of_x = slope[0] * x**2 + slope[1] * x + slope[2]
    (value,) = signs_of_slope(alpha, gamma, 1, tuple(slope))
    assert sp.expand(sp.resultant(of_x, alpha * x - gamma, x) - value) == 0
    total, product = signs_of_slope(alpha, gamma, 2, tuple(slope))
    assert sp.expand(sp.resultant(of_x, alpha * x**2 - gamma, x) - product) == 0
    both = (of_x + of_x.subs(x, -x)).subs(x, sp.sqrt(gamma / alpha))
    assert sp.expand(alpha * both - 2 * total) == 0
