"""One prior is left and P is a quartic in it with two roots below 0: r* = c + a q + b/q^2 with p fixed.

By hand: for p = 1/2, x = 1/3 and q = 1/2, f = f_q = 4/9, so that F = F_q = 0 where r* = 9/4 and its slope in
q is -9/4; 1 + a q + b/q^2 has both for a = 11/12 and b = 19/96. At q = 1, F = 0 says that
x (1 - p) = 1/r* - p: for r* = 1 + 1/8 + 1/8 and p = 1/10, x = 7/9.
"""

from __future__ import annotations

from collections.abc import Iterable
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
from symbolic_eps.minimum.stationary.quartic_on_side import (
    AT_END,
    NOWHERE,
    QUARTIC_ON_SIDE,
    TWO_MEET,
    Quartic,
    quartic_of,
)
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.numerical_minimum import minimum
from verify.claims.region import primitive
from verify.language.condition import Condition, non_negative, positive
from verify.recheck import check
from verify.solvers.smt import Solver

p, q = PRIORS
a, b = parameter("a"), parameter("b")

QUESTIONS = {
    "one parameter": ("1 + a*q + 1/(10*q**2)", ("a>0",), {"p": "1/2"}),
    "any p": ("c + a*q + b/q**2", ("a>0", "b>0", "c>=1", "0<p<1"), {"p": "p"}),
    "p is 1": ("1 + a*q + b/q**2", ("a>0", "b>0"), {"p": "1"}),
    "any q": ("1 + a*p + b/p**2", ("a>0", "b>0", "1/2<=q<=1"), {"q": "q"}),
    "four terms": ("1 + a*q + c/q + b/q**2", ("a>0", "b>0", "c>0"), {"p": "1/3"}),
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


def quartic() -> Quartic:
    found = quartic_of(task_of("1 + a*q + b/q**2", "a>0", "b>0", p="1/2"))
    assert found is not None
    return found


def in_region(conditions: Iterable[Condition], values: dict[sp.Symbol, sp.Expr]) -> bool:
    return all(c.relation.holds(int(sp.sign(c.polynomial.subs(values)))) for c in conditions)


@pytest.mark.slow
@pytest.mark.parametrize("name", QUESTIONS)
def test_all_cases_have_certificates(name: str) -> None:
    found = derived(name)
    assert found.complete and str(found.grade) == "exact"
    assert all(map(QUARTIC_ON_SIDE.gives, found.derived.branches))
    for certificate in found.certificates.values():
        check(certificate, {})


@pytest.mark.parametrize(
    ("numbers", "level", "place"),
    [("11/12 19/96 1/2", "1/3", "1/2"), ("1/8 1/8 1/10", "7/9", "1")],
)
def test_values_by_hand(numbers: str, level: str, place: str) -> None:
    of_a, of_b, of_p = numbers.split()
    problem = task_of("1 + a*q + b/q**2", "a>0", "b>0", p=of_p)
    values, form = {a: sp.Rational(of_a), b: sp.Rational(of_b)}, quartic_of(problem)
    assert form is not None
    (words,) = (words for words, part in form.parts() if in_region(part, values))
    branch = form.branch(words, ())
    at = {**values, x: sp.Rational(level)}
    assert branch.polynomial is not None and branch.polynomial.subs(at) == 0
    assert branch.attained[0].place[q].subs(at) == sp.Rational(place)
    seen = float(minimum(RiskProfile("1 + a*q + b/q**2", ["a>0", "b>0"], {"p": of_p}), values))
    assert seen == pytest.approx(-float(sp.log(sp.Rational(level))), rel=1e-9)


def test_the_cases_at_numbers() -> None:
    """X = 0 where K has no two roots: by hand, from 27 a^2 = 2840 a + 360 on, a = 105.3."""
    form = quartic_of(task_of("1 + a*q + 1/(10*q**2)", "a>0", p="1/2"))
    assert form is not None
    told = {
        number: [words for words, part in form.parts() if in_region(part, {a: sp.Integer(number)})]
        for number in (1, 105, 106)
    }
    assert told == {1: [TWO_MEET], 105: [TWO_MEET], 106: [NOWHERE]}


def test_the_conditions_multiplied_out() -> None:
    """P at q = 1; and for x = 0 the cubic P/q: its slopes at 0 and at 1, and its discriminant."""
    c = parameter("c")
    form = quartic_of(task_of("1 + a*q + c/q + b/q**2", "a>0", "b>0", "c>0", p="1/3"))
    assert form is not None
    whole = (q**2 + a * q**3 + c * q + b) * (2 * x + q + (1 - q) * x**2) - 3 * q**2
    at_0 = sp.expand(whole.subs(x, 0) / q)
    slope = sp.diff(at_0, q)
    told = (sp.expand(e) for e in (whole.subs({q: 1, x: 0}), -slope.subs(q, 0), slope.subs(q, 1)))
    beyond, falls, turns = map(primitive, told)
    deep = primitive(sp.discriminant(at_0, q))
    touching = (non_negative(beyond), *map(positive, (falls, turns, deep)))
    (*_, (words, decides), (_, conditions)) = [part for part in form.parts() if part[0] == TWO_MEET]
    assert words == TWO_MEET and decides[0] == touching[0].negation
    assert conditions == touching


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_search_agrees_at_random_parameters(name: str, seed: int) -> None:
    random = Random(f"{name} {seed}")
    numbers = {
        "a": sp.Rational(random.randint(1, 900), 300),
        "b": sp.Rational(random.randint(1, 90), 300),
        "c": 1 + sp.Rational(random.randint(0, 200), 100),
        "p": sp.Rational(random.randint(1, 99), 100),
        "q": sp.Rational(random.randint(50, 100), 100),
    }
    bound, assumptions, fixed = QUESTIONS[name]
    own = {v: numbers[v.name] for v in derived(name).profile.parameters}
    told = epsilon_at_precision(derived(name).derived, own, 25)
    at_numbers = {v: str(numbers[v]) if value == v else value for v, value in fixed.items()}
    kept = [text for text in assumptions if not {*at_numbers} & {*text}]
    plain = RiskProfile(bound, kept, at_numbers)
    seen = minimum(plain, {v: numbers[v.name] for v in plain.parameters})
    if told == sp.oo:
        assert float(seen) > 15
    else:
        assert float(told) == pytest.approx(float(seen), rel=1e-9)


FORMS = {
    "a cubic": ("1 + a/q**2", ("a>0",), {"p": "1/2"}),
    "numbers": ("1 + q + 1/(10*q**2)", (), {"p": "1/2"}),
    "degree 5": ("1 + a*q**2 + 1/(10*q**2)", ("a>0",), {"p": "1/2"}),
    "both priors": ("1 + a*q + 1/(10*q**2)", ("a>0",), {}),
    "two bounds": ("max(1 + a*q + 1/(10*q**2), 2)", ("a>0",), {"p": "1/2"}),
}


@pytest.mark.parametrize("form", FORMS)
def test_another_form_is_left_alone(form: str) -> None:
    bound, assumptions, fixed = FORMS[form]
    assert quartic_of(task_of(bound, *assumptions, **fixed)) is None


def failing(form: Quartic) -> list[str]:
    judge, region = exact_judge(), (positive(a), positive(b))
    return [told for claim, told in form.premises(region) if judge.satisfiable(claim, told)]


def test_no_premise_fails() -> None:
    assert failing(quartic()) == []


GUARANTEES = {
    "P <= 0 at q = 0": q / 2,
    "0 <= 0": q / 2,
    "the coefficient of q^4 is not positive": q * (x - sp.S.Half) + x,
    "k3 <= 0": q * (x - sp.S.Half) + x,
    "k2 < 0": q * (x - sp.S.Half) + x,
    "k0 <= 0": q * (x - sp.S.Half) + x,
    "r* <= 1": q / 9 + x / 2,
    "f does not rise with x": q / 2 + x * (1 - x),
    "the slope at q = 1 does not fall with x": q * (x / 2 + sp.Rational(1, 4)) + x**2 - x / 2,
}


@pytest.mark.parametrize("said", GUARANTEES)
def test_another_guarantee_is_refused(said: str) -> None:
    """Planted: another f. Each premise fails for one."""
    assert said in failing(replace(quartic(), piece=replace(quartic().piece, inverse_risk=GUARANTEES[said])))


def test_a_negative_numerator_is_refused() -> None:
    piece = quartic().piece
    wrong = replace(piece, numerator=-piece.numerator, denominator=-piece.denominator)
    assert "n <= 0" in failing(replace(quartic(), piece=wrong))


def test_two_roots_below_0_need_an_even_power() -> None:
    """d = q is negative where f = 0: two roots of P below 0 may be one, where D = 0 says nothing of X."""
    form = quartic_of(task_of("1 + a*q**2 + b/q", "a>0", "b>0", p="1/2"))
    assert form is not None and "d <= 0 at the root of f" in failing(form)


def test_other_branches_are_not_proved() -> None:
    problem, judge = task_of("1 + a*q + b/q**2", "a>0", "b>0", p="1/10"), exact_judge()
    form = quartic_of(problem)
    assert form is not None
    cases = [(words, form.branch(words, part)) for words, part in form.parts()]
    words_of = [words for words, _ in cases]
    at_end, beyond, touching, nowhere = (
        cases[words_of.index(AT_END)][1],
        *(branch for words, branch in cases if words == TWO_MEET),
        cases[-1][1],
    )
    for branch in (at_end, beyond, touching, nowhere):
        QUARTIC_ON_SIDE.prove(problem, branch, judge)
    assert beyond.polynomial is not None and at_end.polynomial is not None
    planted = (
        replace(at_end, conditions=beyond.conditions),
        replace(beyond, conditions=at_end.conditions),
        replace(touching, conditions=nowhere.conditions),
        replace(nowhere, conditions=touching.conditions),
        replace(nowhere, conditions=nowhere.conditions[:-1]),
        replace(beyond, conditions=beyond.conditions[:-1]),
        replace(at_end, conditions=at_end.conditions[1:]),
        replace(at_end, polynomial=sp.expand(at_end.polynomial + 1)),
        replace(beyond, number=-1),
        replace(beyond, polynomial=sp.expand(2 * beyond.polynomial + x)),
    )
    for branch in planted:
        with pytest.raises(UndecidedError):
            QUARTIC_ON_SIDE.prove(problem, branch, judge)
