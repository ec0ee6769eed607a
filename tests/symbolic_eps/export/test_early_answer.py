"""A clearly infinite value is answered first: where it is infinite, and no bit of another one changes."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.forms import early_answer
from symbolic_eps.export.forms.early_answer import CLEAR, MOST_FACTORS
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.package import fitted
from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.program import (
    Choose,
    Comparison,
    Constant,
    Order,
    Program,
    Variable,
    statements,
)
from symbolic_eps.export.proofs.algebra_proof import prove_algebra
from symbolic_eps.export.rewriting.elsewhere import called_in_pair
from symbolic_eps.export.rewriting.helper_calls import with_helper_calls
from symbolic_eps.export.runtime.helpers import unrolled
from symbolic_eps.export.runtime.machine import run
from symbolic_eps.export.targets import target_named
from verify.language.condition import Condition, Relation


def early(formula: Formula) -> Formula:
    return replace(formula, early=True)


def first_choice(program: Program) -> Choose:
    return next(statement for statement in program.body if isinstance(statement, Choose))


def near(product: float, count: int) -> list[tuple[float, float, float]]:
    """Points r, p, q of which the product is a few units beside a number."""
    generator = np.random.default_rng(9)
    p, q = 1 - 0.9 * generator.random((2, count))
    r = product / (p * q) * (1 + generator.integers(-4, 5, count) * 2.0**-52)
    return [(float(a), float(b), float(c)) for a, b, c in zip(r, p, q, strict=True) if a >= 1]


def value(program: Program, point: tuple[float, ...]) -> str:
    return float(run(program, list(point))).hex()


def test_the_case_of_a_product_is_asked_first() -> None:
    choice = first_choice(early(root()).program())
    (condition,) = choice.conditions
    assert condition == Comparison(Variable("rpq"), Order.GREATER_OR_EQUAL, Constant(1 + 2.0**-40))
    assert "clearly" in choice.comment and choice.result != first_choice(root().program()).result


@pytest.mark.parametrize(
    "polynomial",
    ["r*p*q - 2", "2*r*p*q - 1", "p*q + r*q - 1", "p*q*r**2 - 1", "r*p - 1"],
    ids=["other constant", "coefficient", "sum", "factor above 1", "two factors"],
)
def test_other_cases_are_not(polynomial: str) -> None:
    formula = root()
    names = {str(a.symbol): a.symbol for a in formula.arguments}
    first, *others = formula.cases
    assert first.value is None
    changed = Condition(sp.sympify(polynomial, locals=names), Relation.NON_NEGATIVE)
    cases = (replace(first, conditions=(changed,)), *others)
    other = replace(formula, cases=cases)
    assert early(other).program() == other.program()


def test_a_finite_value_is_not_answered_first() -> None:
    formula = root()
    first, other, *others = formula.cases
    finite = replace(formula, cases=(replace(first, value=other.value), other, *others))
    assert early(finite).program() == finite.program()


def test_a_case_on_a_border_is_not_answered_first() -> None:
    """Where the product is above 1 its equation with 1 does not hold."""
    formula = root()
    first = formula.cases[0]
    (condition,) = first.conditions
    on_border = replace(first, conditions=(Condition(condition.polynomial, Relation.ZERO),))
    values = {argument.symbol: Variable(str(argument.symbol)) for argument in formula.arguments}
    block = BlockBuilder(set())
    assert early_answer.clearly(block, first, formula.arguments, values) is not None
    assert early_answer.clearly(block, on_border, formula.arguments, values) is None


def test_languages_with_loops_that_branch_have_it() -> None:
    assert {n for n in ("c", "javascript", "numpy", "rust") if fitted(target_named(n), root()).early} == {
        "javascript",
        "numpy",
    }


def test_a_rounded_product_that_is_clear_is_above_1() -> None:
    """The theorem at its border, and what its number of factors allows."""
    for r, p, q in near(CLEAR, 2000):
        if r * p * q >= CLEAR:
            assert Fraction(r) * Fraction(p) * Fraction(q) > 1
    assert Fraction(CLEAR) > (1 + Fraction(1, 2**53)) ** MOST_FACTORS


def test_a_rounded_product_of_1_is_not_clear() -> None:
    """What rounding alone lifts to 1: so near 1 no answer may be early."""
    lifted = [x for x in near(1.0, 2000) if math.prod(x) >= 1 > math.prod(map(Fraction, x))]
    assert lifted and all(value(early(root()).program(), x) != math.inf.hex() for x in lifted)


@pytest.mark.parametrize("product", [1.0, CLEAR])
def test_no_bit_changes(product: float) -> None:
    formula = root().with_logarithms(own=True)
    before, after = formula.program(), early(formula).program()
    points = near(product, 300)
    found = [value(after, point) for point in points]
    assert found == [value(before, point) for point in points]
    assert math.inf.hex() in found


@pytest.mark.slow
def test_the_rest_in_a_function_gives_the_same_bits() -> None:
    """As JavaScript has it; without an early answer nothing is moved."""
    formula = root().with_logarithms(own=True)
    program, safe = (with_helper_calls(p) for p in (early(formula).program(), early(formula).safe_program()))
    short, short_safe = called_in_pair(program, safe)
    assert len(short.body) < len(short_safe.body) and [*map(type, statements(short.body))].count(Choose) == 1
    points = [*near(CLEAR, 50), *near(1.0, 50), *near(0.5, 50)]
    for one, other in ((program, short), (safe, short_safe)):
        assert [value(unrolled(other), x) for x in points] == [value(unrolled(one), x) for x in points]
    assert called_in_pair(formula.program(), safe) == (formula.program(), safe)


def test_a_product_that_is_not_clear_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(evidence.proved for evidence in prove_algebra(early(root())))
    monkeypatch.setattr(early_answer, "CLEAR", 7 / 8)
    assert any(not evidence.proved for evidence in prove_algebra(early(root())))
