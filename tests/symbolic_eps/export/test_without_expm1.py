"""expm1 from exp and a logarithm: its error against mpmath, and what becomes of the quantities."""

from __future__ import annotations

import random
from collections.abc import Iterator

import mpmath
import pytest

from derivations.kazan_reiter_2024.formulas import mechanism
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.vectors import Status, vectors
from symbolic_eps.export.programs.program import (
    Constant,
    Operation,
    Program,
    Return,
    Variable,
    apply,
    functions_of,
    subtract,
)
from symbolic_eps.export.proofs.algebra_proof import prove_algebra
from symbolic_eps.export.rewriting.without_expm1 import ERROR, replaced, without_expm1
from symbolic_eps.export.runtime.machine import run

X = Variable("x")
EXPM1 = Program("f", ("x",), (Return(apply(Operation.EXPM1, X)),))


def _points() -> Iterator[float]:
    generator = random.Random("expm1")
    for exponent in range(-1074, 9):
        for sign in (1, -1):
            yield sign * 2.0**exponent
            yield sign * 2.0**exponent * (1 + generator.random()) if exponent > -1022 else sign * 2.0**-1074
    for near in (2.0**-53, 2.0**-52, 0.6931471805599453, -0.6931471805599453, -(2.0**-54)):
        yield from (near * (1 + step * 2.0**-52) for step in range(-20, 21))
    yield from (generator.uniform(-3, 3) for _ in range(5000))
    yield from (-(10 ** generator.uniform(-17, 2)) for _ in range(5000))


def _relative_error(found: float, x: float) -> float:
    with mpmath.workprec(3000 if abs(x) < 1e-300 else 300):
        exact = mpmath.expm1(mpmath.mpf(x))
        return float(abs(mpmath.mpf(found) - exact) / abs(exact))


def test_relative_error_is_within_the_bound_derived() -> None:
    program = replaced(EXPM1)
    largest = max(_relative_error(run(program, [x]), x) for x in _points())
    assert 1.0 < largest / 2.0**-53 <= ERROR


def test_without_the_correction_the_bound_is_broken() -> None:
    plain = Program("f", ("x",), (Return(subtract(apply(Operation.EXP, X), Constant(1.0))),))
    assert _relative_error(run(plain, [1e-10]), 1e-10) > 1e5 * ERROR * 2.0**-53


def test_ends_of_the_range() -> None:
    program = replaced(EXPM1)
    assert [run(program, [x]) for x in (0.0, -1e300, 1e300)] == [0.0, -1.0, float("inf")]


@pytest.mark.parametrize("formula", mechanism(), ids=lambda formula: formula.identifier)
def test_quantities_keep_their_larger_bound_and_stay_below(formula: Formula) -> None:
    other = without_expm1(formula)
    used = Operation.EXPM1 in functions_of(formula.program().body)
    assert (other.error > formula.error) == used == (other is not formula)
    program, lower = other.program(), other.safe_program()
    assert Operation.EXPM1 not in functions_of(program.body) | functions_of(lower.body)
    for v in vectors(formula, 200):
        if v.status is Status.VALUE:
            found, below = run(program, v.arguments), run(lower, v.arguments)
            assert abs((found - v.rounded) / v.unit - v.offset) <= other.error
            assert below <= v.below
            assert v.offset - (below - v.rounded) / v.unit <= other.farthest


def test_without_rounding_it_is_the_same_function() -> None:
    deviation = next(f for f in mechanism() if f.identifier == "deviation")
    found = prove_algebra(without_expm1(deviation))
    assert found and all(evidence.proved for evidence in found)


def test_formulas_of_other_kinds_stay_as_they_are(formulas: tuple[Formula, ...]) -> None:
    assert all(without_expm1(formula) is formula for formula in formulas)
