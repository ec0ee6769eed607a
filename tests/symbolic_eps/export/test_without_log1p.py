"""log1p from a logarithm: its error against mpmath, and what becomes of a formula that used it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import mpmath
import pytest

from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.vectors import Status, vectors
from symbolic_eps.export.programs.program import (
    Assign,
    Choose,
    Comparison,
    Constant,
    Operation,
    Order,
    Program,
    Refusal,
    Require,
    Return,
    Variable,
    add,
    apply,
    functions_of,
    multiply,
    statements,
)
from symbolic_eps.export.proofs.algebra_proof import prove_algebra
from symbolic_eps.export.rewriting.without_log1p import ERROR, replaced, without_log1p
from symbolic_eps.export.runtime.machine import RefusedError, run

X = Variable("x")
LOG1P = Program("f", ("x",), (Return(apply(Operation.LOG1P, X)),))


def _points() -> Iterator[float]:
    generator = random.Random("log1p")
    for exponent in range(-1074, 960):
        yield 2.0**exponent
        yield 2.0**exponent * (1 + generator.random()) if exponent > -1022 else 2.0**-1074
    for exponent in range(-1074, 0):
        yield -(2.0**exponent)
        yield -(2.0**exponent) * generator.random()
    for near in (2.0**-53, 2.0**-52, 1.0, -0.5, 3 * 2.0**-53):
        for step in range(-20, 21):
            yield near * (1 + step * 2.0**-52)
    yield from (generator.uniform(-1, 4) for _ in range(5000))
    yield from (10 ** generator.uniform(-17, 1) for _ in range(5000))


def _relative_error(found: float, z: float) -> float:
    with mpmath.workprec(3000 if abs(z) < 1e-300 else 300):
        exact = mpmath.log1p(mpmath.mpf(z))
        return float(abs(mpmath.mpf(found) - exact) / abs(exact)) if exact else float(found != 0)


def test_relative_error_is_within_the_bound_derived() -> None:
    program = replaced(LOG1P)
    largest = max(_relative_error(run(program, [z]), z) for z in _points() if z > -1)
    assert 1.0 < largest / 2.0**-53 <= ERROR


def test_without_the_correction_the_bound_is_broken() -> None:
    plain = Program("f", ("x",), (Return(apply(Operation.LOG, add(Constant(1.0), X))),))
    assert _relative_error(run(plain, [1e-10]), 1e-10) > 1e6 * ERROR * 2.0**-53


def test_zero_and_infinity() -> None:
    assert run(replaced(LOG1P), [0.0]) == 0.0
    assert run(replaced(LOG1P), [float("inf")]) == float("inf")


def test_every_log1p_is_replaced_wherever_it_stands() -> None:
    logarithm = apply(Operation.LOG1P, X)
    twice = apply(Operation.LOG1P, multiply(Constant(2.0), apply(Operation.LOG1P, Variable("y"))))
    positive = Comparison(logarithm, Order.GREATER, Constant(0.0))
    cut = Choose((positive,), (Assign("z", twice),), (Assign("z", logarithm),), "z")
    body = (Assign("y", add(X, X)), Require(positive, Refusal.DOMAIN, "x > 0"), cut, Return(Variable("z")))
    before = Program("g", ("x",), body)
    after = replaced(before)
    assert Operation.LOG1P not in functions_of(after.body)
    assert run(after, [0.25]) == pytest.approx(run(before, [0.25]), rel=1e-15)
    with pytest.raises(RefusedError, match="x > 0"):
        run(after, [-0.25])
    names = [s.name for s in statements(after.body) if isinstance(s, Assign)]
    assert {"x", "y"} & set(names) == {"y"} and names.count("y") == 1


def test_formulas_keep_their_larger_bound_and_stay_below(formulas: tuple[Formula, ...]) -> None:
    for formula in formulas:
        other = without_log1p(formula)
        assert formula.error < other.error <= formula.error + Fraction(13, 5)
        assert other.steps >= other.error and other.identifier == formula.identifier
        program, lower = other.program(), other.safe_program()
        assert Operation.LOG1P not in functions_of(program.body) | functions_of(lower.body)
        for v in vectors(formula, 60):
            if v.status is Status.VALUE:
                found, below = run(program, v.arguments), run(lower, v.arguments)
                assert abs((found - v.rounded) / v.unit - v.offset) <= other.error
                assert below <= v.below
                assert v.offset - (below - v.rounded) / v.unit <= other.farthest


def test_a_formula_without_log1p_stays_as_it_is(formulas: tuple[Formula, ...]) -> None:
    once = without_log1p(formulas[0])
    assert without_log1p(once) is once


def test_without_rounding_it_is_the_same_function(formulas: tuple[Formula, ...]) -> None:
    formula = without_log1p(formulas[0])
    found = prove_algebra(formula)
    assert found and all(evidence.proved for evidence in found)
