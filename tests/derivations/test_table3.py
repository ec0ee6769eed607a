"""Printed cells of Table 3 beside the derived closed forms, and slips planted on either side."""

from dataclasses import replace

import pytest
import sympy as sp

from derivations.kazan_reiter.profiles import p0, p1, q0, q1
from derivations.kazan_reiter_2024.table3 import ROWS
from symbolic_eps.closed_form_table.printed_cell import Agreement, PrintedCell, compare, first_failure
from symbolic_eps.minimum import infimum
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from verify.language.condition import conditions_of, non_negative, positive
from verify.solvers.smt import Solver

a, b, r = (parameter(name) for name in "abr")
ROW = {row.identifier: row for row in ROWS}
CELLS = {cell.locator: (name, cell) for name, row in ROW.items() for cell in row.printed}
NEEDS_A_HYPOTHESIS = {"tab:3/(25).2", "tab:3/(25).4"}


@pytest.fixture(scope="module")
def solver():
    return Solver()


def meets(conditions, values):
    return all(c.relation.holds(int(sp.sign(c.polynomial.subs(values)))) for c in conditions)


def is_admissible(row, values):
    return meets(row.profile.parameter_region, values)


def root_of_theorem_2(inclusion, value, bound):
    """e^eps at one prior, from the quadratic p(1-q) x^2 + (1-p) x + p q - 1/r = 0."""
    square, linear, offset = inclusion * (1 - value), 1 - inclusion, inclusion * value - 1 / bound
    return sp.N((linear + sp.sqrt(linear**2 - 4 * square * offset)) / (-2 * offset), 40)


# --- as printed ------------------------------------------------------------------------------------------


def test_table_has_the_printed_number_of_cells():
    counted = {row.display: len(row.printed) for row in ROWS}
    assert counted == {"14": 1, "15": 4, "16": 2, "25": 4, "28": 1, "33": 0}
    assert len(CELLS) == 12


@pytest.mark.parametrize("locator", CELLS)
def test_verdict_on_the_printed_cell(locator, derived, solver):
    name, cell = CELLS[locator]
    outcome = compare(cell, derived[name], solver)
    expected = Agreement.HOLDS_IF if locator in NEEDS_A_HYPOTHESIS else Agreement.HOLDS
    assert outcome.verdict is expected
    assert (outcome.witness is None) is (expected is Agreement.HOLDS)
    assert outcome.branches
    assert first_failure(cell, derived[name], solver) == outcome.witness


@pytest.mark.parametrize("locator", sorted(NEEDS_A_HYPOTHESIS))
def test_missing_hypothesis_is_that_some_budget_is_excluded(locator, derived, solver):
    """Where r p0 q0 >= 1 every eps is admissible, and the printed formula is not even a number."""
    name, cell = CELLS[locator]
    outcome = compare(cell, derived[name], solver)
    known = [*ROW[name].profile.parameter_region, *conditions_of(cell.condition)]
    bounded = positive(1 - r * p0 * q0)
    assert solver.implies([*known, *outcome.hypothesis], bounded, "the hypothesis bounds r p0 q0")
    assert all(solver.implies([*known, bounded], c, "and nothing else") for c in outcome.hypothesis)
    assert [str(c) for c in outcome.hypothesis] == ["p0*q0*r < 1"]
    values = outcome.witness
    assert is_admissible(ROW[name], values)
    assert meets(conditions_of(cell.condition), values)
    assert (r * p0 * q0).subs(values) >= 1
    repaired = replace(cell, condition=sp.And(cell.condition, p0 * q0 * r < 1))
    assert compare(repaired, derived[name], solver).verdict is Agreement.HOLDS


@pytest.mark.parametrize("locator", CELLS)
def test_printed_value_is_theorem_2_at_the_attained_place(locator, derived, solver):
    """At a point of the cell: e^(printed eps) against the root at the place that the engine names."""
    name, cell = CELLS[locator]
    row, result = ROW[name], derived[name]
    region = [*row.profile.parameter_region, *conditions_of(cell.condition)]
    checked = 0
    for branch in result.branches:
        for attainment in branch.attained:
            point = solver.find_point(
                [*region, *branch.conditions, *attainment.conditions], "a point of the cell"
            )
            if point is None:
                continue
            place = {v: sp.sympify(attainment.place.get(v, v)).subs(point) for v in (p, q)}
            place = {v: place[v] if place[v] != 0 else sp.Rational(1, 10**12) for v in place}
            bound = row.profile.bound.subs(place).subs(point)
            at_place = root_of_theorem_2(place[p], place[q], bound)
            printed = sp.N(sp.exp(cell.epsilon.subs(point)), 30)
            assert abs(printed / at_place - 1) < sp.Float("1e-9"), point
            checked += 1
    assert checked


# --- slips planted in the printed cells ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locator", "wrong"),
    [
        ("tab:3/(14).1", sp.log(r)),
        ("tab:3/(14).1", sp.log(1 / r) / 2),
        ("tab:3/(15).1", sp.log(a * (1 - q) / (q * (1 - a)))),
        ("tab:3/(15).2", sp.log((1 - q) / (1 / r + q)) / 2),
        ("tab:3/(15).4", sp.log((r - a) / (1 + a))),
        ("tab:3/(16).1", sp.log(a * (1 - p) / (p * (1 - a))) / 2),
        ("tab:3/(25).1", sp.log(r) / 2),
        ("tab:3/(25).3", sp.log(r) / 2),
        ("tab:3/(28).1", sp.log((1 + b) / (1 - b)) / 2),
        ("tab:3/(28).1", sp.log((1 + b) / (1 - b) + sp.Rational(1, 10**9))),
    ],
)
def test_wrong_formula_is_refuted_with_a_witness(locator, wrong, derived, solver):
    name, cell = CELLS[locator]
    outcome = compare(replace(cell, epsilon=wrong), derived[name], solver)
    assert outcome.verdict is Agreement.REFUTED
    assert is_admissible(ROW[name], outcome.witness)
    assert meets(conditions_of(cell.condition), outcome.witness)
    (branch,) = (one for one in derived[name].branches if meets(one.conditions, outcome.witness))
    truth = branch.epsilon.subs(outcome.witness)
    difference = sp.N(truth - wrong.subs(outcome.witness), 30)
    assert not difference.is_real or abs(difference) > sp.Float("1e-12")
    assert first_failure(replace(cell, epsilon=wrong), derived[name], solver) == outcome.witness


def test_other_sign_of_the_radical_is_refuted(derived, solver):
    name, cell = CELLS["tab:3/(15).3"]
    (radical,) = (e for e in cell.epsilon.atoms(sp.Pow) if e.exp == sp.Rational(1, 2))
    planted = replace(cell, epsilon=cell.epsilon.subs(radical, -radical))
    assert compare(planted, derived[name], solver).verdict is Agreement.REFUTED


def test_wrong_threshold_is_not_accepted(derived, solver):
    """q <= 1/r in place of q <= 1/(r+1): false between the two; the true threshold is the hypothesis."""
    name, cell = CELLS["tab:3/(15).2"]
    planted = replace(cell, condition=sp.And(q > 0, q <= 1 / r, q > a / r, q < 1))
    outcome = compare(planted, derived[name], solver)
    assert outcome.verdict is not Agreement.HOLDS
    assert (q * (r + 1)).subs(outcome.witness) > 1
    assert (q * r).subs(outcome.witness) <= 1
    known = [*ROW[name].profile.parameter_region, *conditions_of(planted.condition)]
    threshold = non_negative(1 - q * (r + 1))
    assert solver.implies([*known, *outcome.hypothesis], threshold, "the hypothesis puts q under 1/(r + 1)")


def test_wrong_threshold_with_a_formula_of_neither_side_is_refuted(derived, solver):
    """The formula of q = 1 on q < 1 agrees with no branch."""
    name, cell = CELLS["tab:3/(15).4"]
    planted = replace(cell, condition=sp.And(q > a / r, q < 1))
    outcome = compare(planted, derived[name], solver)
    assert outcome.verdict is Agreement.REFUTED
    assert outcome.branches == ()


@pytest.mark.parametrize(
    ("locator", "weaker", "removed"),
    [
        ("tab:3/(16).2", sp.And(p > 0, p <= 1, sp.Ne(p * r, a)), p * r - a),
        ("tab:3/(16).1", sp.And(p > 0, p < 1), a - p * r),
        ("tab:3/(15).1", sp.And(q > 0, q < 1), a - q * r),
        ("tab:3/(15).2", sp.And(q > 0, q < 1, q * r > a), 1 - q * (r + 1)),
        ("tab:3/(25).1", sp.And(q0 >= 0, q0 < 1), 1 - q0 * (r + 1)),
    ],
)
def test_removed_hypothesis_comes_back(locator, weaker, removed, derived, solver):
    """The hypothesis that `compare` names is the removed one, up to the border where both formulas agree."""
    name, cell = CELLS[locator]
    outcome = compare(replace(cell, condition=weaker), derived[name], solver)
    assert outcome.verdict is Agreement.HOLDS_IF
    known = [*ROW[name].profile.parameter_region, *conditions_of(weaker)]
    assert all(
        solver.implies([*known, positive(removed)], c, "no more than removed") for c in outcome.hypothesis
    )
    goal = non_negative(removed)
    assert solver.implies([*known, *outcome.hypothesis], goal, "no less than removed")
    assert removed.subs(outcome.witness) < 0
    assert is_admissible(ROW[name], outcome.witness)


def test_cell_undefined_inside_its_condition_does_not_hold(derived, solver):
    """At q = 1 the formula of the second cell of (15) is log 0."""
    name, cell = CELLS["tab:3/(15).2"]
    planted = replace(cell, condition=sp.And(q > 0, q <= 1, q > a / r))
    outcome = compare(planted, derived[name], solver)
    assert outcome.verdict is not Agreement.HOLDS


def test_formula_that_is_no_logarithm_is_refused(derived, solver):
    planted = PrintedCell("tab:3/(14).1", sp.true, r / 2)
    with pytest.raises(TypeError, match="not a rational multiple of a logarithm"):
        compare(planted, derived["constant"], solver)


# --- slips planted in the derivation ---------------------------------------------------------------------


def swapped_priors(_variant):
    return p * q + q * x**2 * (1 - p) - parameter("s") + x * (1 - q)


def lost_square(_variant):
    return p * q + p * x * (1 - q) - parameter("s") + x * (1 - p)


@pytest.mark.family(18)
@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        (swapped_priors, "fixed-q"),
        (swapped_priors, "fixed-p"),
        (lost_square, "constant"),
        (lost_square, "fixed-q"),
    ],
)
def test_error_in_theorem_1_turns_printed_cells_refuted(wrong, name, monkeypatch, solver):
    monkeypatch.setattr("symbolic_eps.minimum.constrained_piece.variant_polynomial", wrong)
    result = infimum(replace(ROW[name].profile))  # the row's own profile remembers its pieces
    verdicts = {compare(cell, result, solver).verdict for cell in ROW[name].printed}
    assert Agreement.REFUTED in verdicts


def test_swapped_branches_are_not_accepted(derived, solver):
    result = derived["fixed-p"]
    one, other = result.branches
    exchanged = (replace(one, conditions=other.conditions), replace(other, conditions=one.conditions))
    verdicts = {
        compare(c, replace(result, branches=exchanged), solver).verdict for c in ROW["fixed-p"].printed
    }
    assert Agreement.HOLDS not in verdicts


def test_box_rows_symbols_are_the_corners():
    assert ROW["box"].profile.parameters == (p0, p1, q0, q1, r)
