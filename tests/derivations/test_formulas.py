"""What reports set as mathematics: the formula of a statement says what its text says, and what is judged."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

from derivations.kazan_reiter.notation import p, q, r
from derivations.kazan_reiter.recommended_budget import PrintedNumber, RecommendedBudget
from derivations.kazan_reiter_2024.printed_statements import PrintedValue
from derivations.kazan_reiter_2024.probability.counterexample import Counterexample
from derivations.kazan_reiter_2024.probability.mechanisms import CLAIMS as MECHANISMS
from symbolic_eps.closed_form_table.budget_formula import DEVIATION, EPSILON, given_profile, rounds_to
from symbolic_eps.papers import papers
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import parameter
from verify.language.as_printed import eq

a = parameter("a")

IN_WORDS = {
    "text:5/larger-than-constant",
    "text:5/rmse-decreases",
    "text:5/largest-deviation",
    "text:5/below-10-percent",
    "text:C.1/less-than-half",
    "text:C.2/larger-than-constant",
    "text:D.1/risk-bound",
}
"""Comparisons of whole tables, and a number that r* itself is."""

BOUND = sp.Function("r*")


def test_every_statement_of_the_papers_own_kind_has_a_formula_or_is_in_words() -> None:
    own = [
        claim
        for paper in papers().values()
        for claim in paper.claims
        if type(claim.statement).__module__.startswith("derivations.")
    ]
    in_words = {c.locator.place for c in own if not isinstance(c.statement.formula, sp.Basic)}
    assert in_words == IN_WORDS


def test_a_printed_number_is_set_with_its_profile_and_its_digits() -> None:
    # Table 4, first row: a = 0.25, r = 1.5 at q = 1, so that r*(p, 1) = max(1/(4 p), 3/2).
    formula = PrintedValue("tab:4/1.std").formula
    bound = eq(BOUND(p, 1), sp.Max(1 / (4 * p), sp.Rational(3, 2)))
    assert formula == sp.Implies(bound, rounds_to(DEVIATION, "2.74"), evaluate=False)
    assert formula != sp.Implies(bound, rounds_to(DEVIATION, "2.75"), evaluate=False)


def test_trailing_zeros_of_a_printed_number_are_kept() -> None:
    assert str(rounds_to(EPSILON, "1.30").rhs) == "1.30"
    assert rounds_to(EPSILON, "25") == eq(sp.Function("round")(EPSILON, 0), sp.Integer(25))


def test_a_profile_on_a_box_is_infinite_outside_of_it() -> None:
    low = parameter("p0")
    formula = given_profile(RiskProfile(r, ("r > 1",), {}, (p >= low,)), eq(EPSILON, 0))
    assert formula.args[0].rhs == sp.Piecewise((r, low <= p), (sp.oo, True))


def test_a_box_that_is_one_point_is_shown_as_the_point() -> None:
    point = RiskProfile(r, ("r > 1",), {}, (p >= Fraction(1, 4), p <= Fraction(1, 4), q >= 1))
    formula = given_profile(point, eq(EPSILON, sp.log(Fraction(3, 2))), {r: sp.Rational(4, 3)})
    assert formula.args[0].lhs.args[0] == sp.Rational(1, 4)


def test_conditions_of_the_statement_are_among_the_premises() -> None:
    statement = RecommendedBudget("fixed-q", sp.log(r), (a > 0,))
    assert set(statement.formula.args[0].args) == {eq(BOUND(p), sp.Max(a / (p * q), r)), a > 0}
    assert statement.formula.args[1] == eq(EPSILON, sp.log(r))


@pytest.mark.parametrize(("quantity", "shown"), [("eps", "eps"), ("std", "sigma"), ("exact", "P")])
def test_each_quantity_has_its_own_symbol(quantity: str, shown: str) -> None:
    formula = PrintedNumber("constant", {r: sp.Integer(3)}, quantity, "0.55").formula
    assert shown in str(formula.args[1].lhs)


def test_a_counterexample_negates_the_goal_and_names_the_families_by_their_indices() -> None:
    found = [c.statement for c in MECHANISMS if isinstance(c.statement, Counterexample)]
    assert found
    for statement in found:
        formula = statement.formula
        assert isinstance(formula, sp.Not)
        names = {symbol.name for symbol in formula.free_symbols}
        assert {"m_y_z", "u_z"} <= names and not {"m", "u"} & names
