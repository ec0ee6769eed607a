"""One prior is left and P is a cubic in it: X is the least root of the discriminant, at the double root.

By hand, for r* = 1 + a/q^2 at p = 1 and s = 1/r*, F = F_q = 0 says that x^2 = 2 s^2 - s and
q = (s - x^2)/(1 - x^2), where a = (1/s - 1) q^2: for s = 4/7 x = 2/7, q = 8/15 and a = 16/75. For
r* = 1 + a/p^2 at q = 1 x is in the place of x^2: for s = 3/4 x = 3/8, p = 3/5 and a = 3/25.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest
import sympy as sp

from symbolic_eps import RiskProfile, derive
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.minimum.reductions.by_product import reduced_by_product
from symbolic_eps.minimum.stationary.cubic_on_side import (
    Side,
    cases_on_side,
    is_on_side,
    prove_on_side,
    side_of,
)
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.numerical_minimum import minimum
from verify.language.condition import non_negative, positive
from verify.recheck import check
from verify.solvers.smt import Solver

p, q = PRIORS
a, b, c = (parameter(name) for name in "abc")

QUESTIONS = {
    "square of q": ("1 + a/q**2", ("a>0",), {"p": "1"}),
    "square of p": ("1 + a/p**2", ("a>0",), {"q": "1"}),
    "both priors": ("1 + a/(p**2*q**2) + b/p", ("a>0", "b>0"), {}),
    "product and quotient": ("1 + a/(p*q) + b*q/p", ("a>0", "b>0"), {}),
    "a negative square": ("1 + a*(1-p*q)/p + b/(p*q)", ("0<a<1", "0<b<1"), {}),
    "two powers": ("c + b/q + a/q**2", ("a>0", "b>0", "c>1"), {"p": "1"}),
}


@cache
def derived(name: str) -> Derivation:
    bound, assumptions, fixed = QUESTIONS[name]
    return derive(bound, list(assumptions), fixed=fixed)


def profile_of(bound: str, *assumptions: str, box: tuple[str, ...] = (), **fixed: str) -> RiskProfile:
    return RiskProfile(bound, assumptions, fixed, box)


def task_of(profile: RiskProfile) -> Problem:
    """The problem, reduced by the product where both priors vary."""
    free = tuple(v for v in PRIORS if v in profile.free_priors)
    whole = tuple(constrained(piece, profile) for piece in profile.pieces)
    region, pieces = profile.parameter_region, whole
    if len(free) == 2:
        pieces = reduced_by_product(whole[0], free, region, Solver()) or ()
    return Problem(pieces, free, (), region, Solver(), profile.domain, whole=whole)


@pytest.mark.family(9)
@pytest.mark.parametrize("name", QUESTIONS)
def test_cases_with_certificates(name: str) -> None:
    found = derived(name)
    assert found.complete and str(found.grade) == "exact"
    finite = [branch for branch in found.derived.branches if branch.polynomial is not None]
    assert [(branch.which, len(branch.attained), is_on_side(branch)) for branch in finite] == [
        ("least", 1, True)
    ]
    for certificate in found.certificates.values():
        check(certificate, {})


@pytest.mark.parametrize(
    ("name", "of_a", "level", "place"),
    [
        ("square of q", "16/75", "2/7", {q: sp.Rational(8, 15)}),
        ("square of p", "3/25", "3/8", {p: sp.Rational(3, 5)}),
    ],
)
def test_values_by_hand(name: str, of_a: str, level: str, place: dict[sp.Symbol, sp.Rational]) -> None:
    values = {a: sp.Rational(of_a)}
    told = epsilon_at_precision(derived(name).derived, values, 25)
    assert abs(float(told) + float(sp.log(sp.Rational(level)))) < 1e-12
    (branch,) = (branch for branch in derived(name).derived.branches if branch.polynomial is not None)
    at = {**values, x: sp.Rational(level)}
    assert branch.polynomial.subs(at) == 0
    assert {v: e.subs(at) for v, e in branch.attained[0].place.items()} == place


@pytest.mark.family(9)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_search_agrees_at_random_parameters(name: str, seed: int) -> None:
    random = Random(f"{name} {seed}")
    given = {"b": Fraction(random.randint(1, 90), 100), "c": 1 + Fraction(random.randint(1, 300), 100)}
    given["a"] = (1 - given["b"]) ** 2 * Fraction(random.randint(1, 60), 1000)  # eps is finite
    bound, assumptions, fixed = QUESTIONS[name]
    profile = profile_of(bound, *assumptions, **fixed)
    values = {v: sp.Rational(*given[v.name].as_integer_ratio()) for v in profile.parameters}
    told, seen = epsilon_at_precision(derived(name).derived, values, 25), minimum(profile, values)
    assert float(told) == pytest.approx(float(seen), rel=1e-9) and float(told) < 100


def test_a_greater_root_may_be_no_value_of_eps() -> None:
    """c = 100 and a double root -y/10 of P in q, with x^2 = y/(1 + y): a and b from P as it is factored."""
    third = double = sp.Rational(1, 10)
    share = double**2 + 2 * double * third - double**2 * third
    y = 1 / (100 * (share + sp.Rational(99, 100) - 2 * double - third))
    values = {c: sp.Integer(100), b: 100 * y * share, a: 100 * y**2 * double**2 * third}
    polynomial = (values[c] * q**2 + values[b] * q + values[a]) * (y + q) - (1 + y) * q**2
    assert sp.expand(polynomial - 100 * (q + y * double) ** 2 * (q + y * third)) == 0
    (branch,) = (branch for branch in derived("two powers").derived.branches if branch.polynomial is not None)
    at_root = sp.expand(branch.polynomial.subs(values)).subs(x, sp.sqrt(y / (1 + y)))
    assert sp.simplify(at_root) == 0
    bound, assumptions, fixed = QUESTIONS["two powers"]
    seen = float(minimum(profile_of(bound, *assumptions, **fixed), values))
    told = float(epsilon_at_precision(derived("two powers").derived, values, 25))
    assert told == pytest.approx(seen, rel=1e-9) and told > -float(sp.log(y / (1 + y))) / 2 + 0.01


FORMS = {
    "a quadratic": profile_of("1 + a/q", "a>0", p="1"),
    "degree 4": profile_of("1 + a/q**3", "a>0", p="1"),
    "numbers": profile_of("1 + 1/(5*q**2)", p="1"),
    "a box": profile_of("1 + a/q**2", "a>0", box=("q>=1/10",), p="1"),
    "a box of both": profile_of("1 + a/(p**2*q**2)", "a>0", box=("p<1/2",)),
    "two bounds": profile_of("max(1 + a/q**2, 2)", "a>0", p="1"),
}


@pytest.mark.parametrize("form", FORMS)
def test_another_form_is_left_alone(form: str) -> None:
    assert side_of(task_of(FORMS[form])) is None


FAILING = {
    "P <= 0 at q = 1": profile_of("1 + a*(1-q)/q**2", "0<a<1/5", p="1"),
    "r* <= 1": profile_of("1 + (2*q-1)**2/q**2 + 0*a", "a>0", p="1"),
    "w is not": profile_of("1 + a/q**2", "a>1/4", p="1"),
    "P >= 0 near q = 0": profile_of("1 + a*q + b/q", "a>0", "b>=1", p="1"),
}


@pytest.mark.parametrize("premise", FAILING)
def test_each_premise_can_fail(premise: str) -> None:
    profile, judge = FAILING[premise], exact_judge()
    (piece,) = task_of(profile).pieces
    side, region = Side(piece, q), profile.parameter_region
    claims = side.premises(region, small=premise.startswith("P >= 0 near"))
    failing = [said for claim, said in claims if judge.satisfiable(claim, said)]
    assert any(said.startswith(premise) for said in failing)
    assert not any(is_on_side(case) for case in cases_on_side(task_of(profile), region, judge))


PLANTED = {
    "f does not rise with x": x * (1 - x),
    "P <= 0 at q = 0": sp.S.Zero,
}


@pytest.mark.parametrize("said", PLANTED)
def test_another_guarantee_is_refused(said: str) -> None:
    """Planted: in f something else is put for x."""
    problem, judge = task_of(profile_of("1 + a/q**2", "0<a<1/5", p="1")), exact_judge()
    (piece,) = problem.pieces
    assert cases_on_side(problem, problem.region, judge)
    wrong = replace(piece, inverse_risk=sp.expand(piece.inverse_risk.subs(x, PLANTED[said])))
    failing = [
        told
        for claim, told in Side(wrong, q).premises(problem.region, False)
        if judge.satisfiable(claim, told)
    ]
    assert said in failing
    assert not cases_on_side(replace(problem, pieces=(wrong,)), problem.region, judge)


def test_a_negative_numerator_is_refused() -> None:
    """Planted: r* is the same, and P of the other sign."""
    problem, judge = task_of(profile_of("1 + a/q**2", "0<a<1/5", p="1")), exact_judge()
    (piece,) = problem.pieces
    wrong = replace(piece, numerator=-piece.numerator, denominator=-piece.denominator)
    claims = {told: claim for claim, told in Side(wrong, q).premises(problem.region, False)}
    assert judge.satisfiable(claims["n <= 0"], "n <= 0")


def test_other_branches_are_not_proved() -> None:
    problem, judge = task_of(profile_of("1 + a/q**2", "a>0", p="1")), exact_judge()
    least, _ = cases_on_side(problem, problem.region, judge)
    prove_on_side(problem, least, judge)
    planted = (
        replace(least, number=-1),
        replace(least, polynomial=sp.expand(least.polynomial + 1)),
        replace(least, conditions=()),
        replace(least, conditions=(non_negative(1 - 4 * a),)),
        replace(least, conditions=(positive(1 - 3 * a),)),
    )
    for branch in planted:
        with pytest.raises(UndecidedError):
            prove_on_side(problem, branch, judge)
