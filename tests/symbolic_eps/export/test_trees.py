"""Programs of whole formulas: errors within the proven bound, the lower function below, refusals outside."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import pytest
import sympy as sp

from derivations.kazan_reiter_2024.formulas import bound, mechanism, root
from symbolic_eps.export.forms import formula as formula_module
from symbolic_eps.export.forms import tree
from symbolic_eps.export.forms.derived import stable_form
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.vectors import Status, Vector, case_at, enclosed, vectors
from symbolic_eps.export.programs.program import Constant, multiply
from symbolic_eps.export.runtime.machine import RefusedError, run
from symbolic_eps.theory.budget import privacy_budget_mp
from symbolic_eps.theory.symbols import DECAY

THEOREMS = (root(), bound(), *mechanism())


def errors(formula: Formula, points: tuple[Vector, ...]) -> tuple[float, float, float]:
    """Largest errors of the value and of the lower one, and how far the latter is above the exact value."""
    value, lower = formula.program(), formula.safe_program()
    largest, lowest, above = 0.0, 0.0, 0.0
    for v in points:
        if v.status is Status.VALUE:
            found, below = run(value, v.arguments), run(lower, v.arguments)
            largest = max(largest, abs((found - v.rounded) / v.unit - v.offset))
            lowest = max(lowest, v.offset - (below - v.rounded) / v.unit)
            above = max(above, below - v.below)
    return largest, lowest, above


@pytest.fixture(scope="module")
def everything(formulas):
    return {f.identifier: (f, vectors(f)) for f in (*THEOREMS, *formulas)}


NAMES = [f.identifier for f in THEOREMS]
NAMES += ["constant", "fixed-q", "fixed-p", "box", "difference", "two-dimensional"]


@pytest.mark.family(18)
@pytest.mark.parametrize("name", NAMES)
def test_errors_stay_within_the_bound(everything, name):
    formula, points = everything[name]
    largest, lowest, above = errors(formula, points)
    assert largest <= 4 < formula.error  # the goal for samples; the bound is proven
    assert above == 0 and lowest <= formula.farthest


@pytest.mark.parametrize("name", [name for name in NAMES if name != "coverage"])
def test_proven_bounds_reach_the_goal(everything, name):
    assert everything[name][0].error <= Fraction(8) * tree.SLACK


@pytest.mark.parametrize("name", NAMES)
def test_infinite_where_it_is_and_nothing_outside(everything, name):
    formula, points = everything[name]
    for program in (formula.program(), formula.safe_program()):
        for v in points:
            if v.status is Status.INFINITE:
                assert run(program, v.arguments) == math.inf
            if v.status is Status.OUTSIDE:
                with pytest.raises(RefusedError):
                    run(program, v.arguments)


@pytest.mark.parametrize("name", NAMES)
def test_points_are_of_every_kind(everything, name):
    formula, points = everything[name]
    kinds = {v.status for v in points}
    assert {Status.VALUE, Status.OUTSIDE} <= kinds
    assert (Status.INFINITE in kinds) == any(case.value is None for case in formula.cases)
    small = [a for a in formula.arguments if a.probability]
    for argument in small:
        at = formula.arguments.index(argument)
        inside = {v.arguments[at] for v in points if v.status is Status.VALUE}
        assert min(inside) < 1e-200 or name in ("fixed-p", "fixed-q", "two-dimensional", "difference")


def test_vectors_of_the_root_agree_with_a_second_evaluation(everything):
    """`privacy_budget_mp` solves F = 0 in mpmath, and shares no code with ball arithmetic."""
    _, points = everything["root"]
    inside = [v for v in points if v.status is Status.VALUE][::7]
    for v in inside:
        r, p, q = v.arguments
        with mpmath.workdps(60):
            other = privacy_budget_mp(mpmath.mpf(p), mpmath.mpf(q), mpmath.mpf(r), 40)
            assert abs((other - v.rounded) / v.unit - v.offset) < 1e-6


def test_a_planted_error_of_a_few_ulps_is_beyond_the_bound(everything, monkeypatch):
    formula, points = everything["root"]
    plain = tree.divide
    monkeypatch.setattr(tree, "divide", lambda x, y: multiply(plain(x, y), Constant(1 + 10 * 2.0**-52)))
    assert errors(formula, points)[0] > formula.error


def test_a_lower_function_that_takes_no_steps_is_above(everything, monkeypatch):
    formula, points = everything["root"]
    monkeypatch.setattr(formula_module, "_NEIGHBOUR", 0.0)
    assert errors(formula, points)[2] > 0


SMALL = 1.5001 * 2.0**-1022


@pytest.mark.parametrize(
    ("name", "point"),
    [
        ("fixed-q", (1 + 2.0**-52, SMALL + 2 * 2.0**-1074, SMALL)),
        ("fixed-q", (1.0000000000001998, 2.916448807822559e-303, 2.9164488078219762e-303)),
        ("fixed-p", (1 + 2.0**-52, SMALL + 2 * 2.0**-1074, SMALL)),
        ("fixed-q", (2.0**300, 0.5, 1.0)),
        ("fixed-q", (2.0**300, 1 - 2.0**-53, 1.0)),
    ],
)
def test_cases_are_told_apart_where_products_would_underflow(everything, name, point):
    formula, _ = everything[name]
    lower, upper = enclosed(formula, case_at(formula, point), point)
    for program, bound_in_ulps in (
        (formula.program(), formula.error),
        (formula.safe_program(), formula.farthest),
    ):
        found = run(program, point)
        assert abs(Fraction(found) - lower) <= Fraction(bound_in_ulps) * Fraction(math.ulp(found))
    assert Fraction(found) <= lower <= upper


def test_a_cubic_has_no_form_in_square_roots():
    with pytest.raises(ValueError, match="degree 3"):
        stable_form(DECAY**3 + DECAY - sp.Rational(1, 2), ())
