"""Linear conditions by elimination: as z3 says of drawn ones, which is right of these; by hand at borders."""

from __future__ import annotations

from random import Random

import pytest
import sympy as sp
from sympy.abc import a, b, c

from symbolic_eps.minimum import linear_conditions
from symbolic_eps.minimum.linear_conditions import _Side, have_point
from symbolic_eps.minimum.search_solver import SearchSolver
from verify.language.condition import Condition, Relation, non_negative, non_zero, positive, zero
from verify.solvers.smt import Solver

RELATIONS = (Relation.POSITIVE, Relation.NON_NEGATIVE, Relation.ZERO)


def drawn(random: Random) -> list[Condition]:
    def side() -> sp.Expr:
        return sp.Add(*(random.randint(-2, 2) * v for v in (a, b, c)), sp.Rational(random.randint(-2, 2), 2))

    sides = [side() for _ in range(random.randint(1, 6))]
    sides += [-one for one in sides[: random.randint(0, 2)]]  # so that borders meet
    return [Condition(one, *random.choices(RELATIONS, (4, 3, 1))) for one in sides]


SYSTEMS = [drawn(Random(f"linear {k}")) for k in range(150)]


def wrong() -> int:
    """How many of the drawn systems are not as z3 says."""
    return sum(have_point(system) != Solver().satisfiable(system, "drawn") for system in SYSTEMS)


def test_drawn_systems_have_points_where_a_solver_says_so() -> None:
    assert {have_point(system) for system in SYSTEMS} == {True, False} and wrong() == 0


def test_a_strict_border_is_seen() -> None:
    assert have_point([positive(a), non_negative(-a)]) is False
    assert have_point([non_negative(a), non_negative(-a)]) is True
    assert have_point([zero(a - b), positive(a), positive(-b)]) is False
    assert have_point([zero(2 * a - b), zero(b - 2 * a), positive(a)]) is True
    assert have_point([positive(sp.S.Zero)]) is False and have_point([zero(sp.S.Zero)]) is True
    assert have_point([]) is True


def test_what_a_symbol_declares_counts() -> None:
    m = sp.Symbol("m", positive=True)
    assert have_point([non_negative(-m)]) is False and have_point([positive(1 - m)]) is True


@pytest.mark.parametrize(
    "condition", [positive(a * b), zero(a**2), non_zero(a)], ids=["ab", "square", "not 0"]
)
def test_what_is_not_linear_is_left_to_a_solver(condition: Condition) -> None:
    assert have_point([positive(a), condition]) is None
    assert SearchSolver(inner=Solver()).satisfiable([positive(a), condition], "nearly linear") == (
        condition.relation is not Relation.ZERO
    )


def test_too_many_are_left_to_a_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear_conditions, "MOST", 1)
    assert have_point([positive(k * a - b) for k in range(-3, 4)] + [positive(b - 1)]) is None


def test_a_search_asks_no_solver_about_them() -> None:
    inner = Solver()
    search = SearchSolver(inner=inner)
    assert search.satisfiable([positive(a - b)], "linear") and search.possible([positive(b)], "linear")
    assert (
        not search.possible([positive(a - b), positive(b - a), positive(a * b)], "follows") or inner.questions
    )


# --- planted errors


def test_a_border_that_is_lost_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear_conditions, "_holds", lambda side: side.number >= 0)
    assert wrong()


def test_a_wrong_multiple_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    plus = _Side.plus
    monkeypatch.setattr(_Side, "plus", lambda side, factor, other: plus(side, abs(factor), other))
    assert wrong()
