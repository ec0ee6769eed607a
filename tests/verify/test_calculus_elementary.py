"""Elementary functions put to the prover: what naming may prove, and what it must not."""

import pytest
import sympy as sp
from sympy.abc import a, b, x, y

from verify.calculus.elementary import establish
from verify.calculus.points import number_sign
from verify.claims.claim import Claim, Locator, Verdict, judge
from verify.evidence import Grade, Outcome
from verify.language.definedness import definedness
from verify.language.truth import holds_at
from verify.prover.prover import Prover


@pytest.fixture(scope="module")
def prover() -> Prover:
    return Prover()


def equal(left: sp.Expr, right: sp.Expr) -> sp.Basic:
    return sp.Eq(left, right, evaluate=False)


TRUE = [
    (equal(x * sp.log(x**2), 2 * x * sp.log(x)), [x > 0]),
    (equal(x * sp.log(x / 2), x * sp.log(x) - x * sp.log(2)), [x > 0]),
    (equal(x * sp.exp(x + y), x * sp.exp(x) * sp.exp(y)), []),
    (equal(x * sp.exp(y * sp.log(x)), x ** (y + 1)), [x > 0]),
    (equal(x * sp.sqrt(sp.exp(x)), x * sp.exp(x / 2)), []),
    (equal(sp.cosh(x) ** 2 - sp.sinh(x) ** 2, sp.Integer(1)), []),
    (x * sp.exp(x) > x, [x > 0]),
    (sp.log(1 + x) <= x, [x > -1]),
    (sp.pi * x > 3 * x, [x > 0]),
    (sp.pi < sp.Rational(22, 7), []),
]


@pytest.mark.parametrize(("goal", "hypotheses"), TRUE)
def test_true_statements_are_proved(prover: Prover, goal: sp.Basic, hypotheses: list[sp.Basic]) -> None:
    evidence = establish(hypotheses, goal, prover)
    assert evidence.proved, evidence.note


FALSE = [
    (equal(x * sp.log(x**2), 2 * x * sp.log(x)), []),  # undefined for x <= 0
    (equal(x * sp.log(x / 2), x * sp.log(x) + x * sp.log(2)), [x > 0]),
    (equal(x * sp.exp(x + y), x * sp.exp(x) + x * sp.exp(y)), []),
    (equal(x * sp.exp(y * sp.log(x)), x ** (y + 2)), [x > 0]),
    (equal(sp.cosh(x) ** 2 + sp.sinh(x) ** 2, sp.Integer(1)), []),
    (x * sp.exp(x) > 2 * x, [x > 0]),
    (sp.log(1 + x) < x, [x > -1]),  # equality at 0
    (sp.pi * x > 4 * x, [x > 0]),
    (x * sp.log(x**2) > 0, [x < 0]),  # log|x| may be positive
    (x * sp.exp(1 / b) > 0, [x > 0]),  # undefined at b = 0
]


@pytest.mark.parametrize(("goal", "hypotheses"), FALSE)
def test_false_statements_are_refuted_at_a_point(
    prover: Prover, goal: sp.Basic, hypotheses: list[sp.Basic]
) -> None:
    evidence = establish(hypotheses, goal, prover)
    assert evidence.refuted, evidence.note
    assert evidence.witness is not None


@pytest.mark.parametrize(("goal", "hypotheses"), [*TRUE, *FALSE])
def test_plain_claim_gets_what_calculus_gets(
    prover: Prover, goal: sp.Basic, hypotheses: list[sp.Basic]
) -> None:
    within = establish(hypotheses, goal, prover)
    judged = judge(Claim(Locator("example", "eq:1"), goal, tuple(hypotheses)), prover)
    assert judged.verdict is (Verdict.HOLDS if within.proved else Verdict.REFUTED)
    assert judged.grade is within.grade is Grade.EXACT


def test_undefined_exponent_is_not_assumed_away(prover: Prover) -> None:
    # At b = 0 < a the hypothesis holds by its second part, and the goal is false.
    hypothesis = sp.Or(sp.Gt(a * sp.exp(a / b), 1, evaluate=False), a > 0)
    evidence = establish([hypothesis], sp.Gt(a * sp.exp(a / b) + b**2, -sp.Abs(a), evaluate=False), prover)
    assert not evidence.proved


def test_generalisation_that_fails_is_no_refutation(prover: Prover) -> None:
    # True, since the second exponent is larger; of the square of a logarithm too little is known.
    evidence = establish([x > 2], x * sp.exp(x + sp.log(x) ** 2) > x * sp.exp(x), prover)
    assert evidence.outcome is Outcome.OPEN


def test_definedness_of_nested_parts() -> None:
    found = set(definedness(sp.log(sp.sqrt(a) - b) / sp.coth(x)))
    wanted = {sp.Ge(a, 0, evaluate=False), sp.Gt(sp.sqrt(a) - b, 0, evaluate=False)}
    assert wanted < found
    assert sp.Ne(x, 0, evaluate=False) in found


def test_signs_of_numbers_are_certified() -> None:
    assert number_sign(sp.exp(sp.pi) - sp.pi**sp.E) == 1
    assert number_sign(sp.sqrt(2) + sp.sqrt(3) - sp.sqrt(5 + 2 * sp.sqrt(6))) in (0, None)
    assert number_sign(sp.log(2) - sp.Rational(69, 100)) == 1
    with pytest.raises(ZeroDivisionError):
        number_sign(sp.log(sp.Integer(-1)))


def test_undefined_comparison_is_false_even_where_it_would_cancel() -> None:
    assert holds_at(sp.Le(1 / x, 1 / x + 1, evaluate=False), {x: sp.Integer(0)}) is False
