"""Theorems on a prior between ends that are quotients (`coq.enough.between_ends`), and on a corner.

By hand, for r* = max(a/p, 2/q) with a < 1, at q = 2 p/a: a f - p is 2 (1 - x^2) p^2 + (a x^2 - a x - 1) p
+ a x, and 2 f - q with q between 0 and 2 p/a lies between its values at both ends. For r* = max(a/p, a/q, 1)
and a = 1, p = q = 1 - t: f - p is t (x^2 + x - 1) to first order, so that e^eps is the golden ratio.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import sympy as sp

from symbolic_eps import RiskProfile, infimum
from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.coq.enough.between_ends import by_both_ends, is_between_ends
from symbolic_eps.coq.own_theorem import TheoremFile, theorem_file
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.theory.symbols import DECAY, parameter
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, levels, with_library
from verify.language.condition import positive

RIDGE, CORNER = "max(a/p, 2/q)", "max(a/p, a/q, 1)"
KNOWN = {RIDGE: "0<a<1", CORNER: "0<a<=1"}
PROFILE = RiskProfile(RIDGE, [KNOWN[RIDGE]])
A, X = parameter("a"), DECAY
LEVEL = 8 * A * X * (1 - X**2) - (A * X**2 - A * X - 1) ** 2


def case_with(level: sp.Expr) -> BranchCase:
    """That e^-eps is a root of the level in (0, 1) where the ridge decides."""
    branch = Branch((positive(9 * A - 4 * A**2 - 4),), sp.expand(level), between=(sp.S.Zero, sp.S.One))
    return BranchCase(PROFILE, branch, Contradictions(exact_judge(), PROFILE.parameters))


def test_both_values_are_not_negative_at_the_level_by_hand() -> None:
    case = case_with(LEVEL)
    for value in case.values:
        piece = case.constrained(value)
        assert is_between_ends(case, piece)
        assert "nowhere_less" in by_both_ends(case, piece)


@pytest.mark.parametrize("planted", [LEVEL + A, LEVEL.subs(X, X + A / 9)], ids=["shifted", "moved"])
def test_at_another_level_they_are_not(planted: sp.Expr) -> None:
    case = case_with(planted)
    with pytest.raises(UndecidedError):
        for value in case.values:
            by_both_ends(case, case.constrained(value))


@cache
def own(text: str) -> TheoremFile:
    return theorem_file(infimum(RiskProfile(text, [KNOWN[text]])))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), own)


@pytest.mark.slow
@pytest.mark.parametrize("text", [RIDGE, CORNER], ids=["ridge", "corner"])
def test_coq_accepts_a_theorem_for_each_case(text: str, tmp_path: Path) -> None:
    made = own(text)
    assert not made.missing and len(made.names) == 3
    assert ("nowhere_less" in made.text) == (text == RIDGE)
    with_library(tmp_path, made.text)
    assert accepted(tmp_path, made.text) <= REAL_NUMBERS


@pytest.mark.slow
def test_the_levels_are_those_by_hand() -> None:
    (found,) = levels(own(RIDGE).text)
    assert sp.cancel(found / LEVEL).is_number
    assert "(Finite (ln(1/2 + sqrt(5)/2)))." in own(CORNER).text


PLANTED = {
    "eps doubled": (RIDGE, "(Finite (- ln x'))", "(Finite (- 2 * ln x'))"),
    "the greatest root": (RIDGE, "    <= y')", "    >= y')"),
    "more parameters": (RIDGE, "  9*a > 4*a^2 + 4 ->", "  9*a > 4*a^2 + 3 ->"),
    "a condition dropped": (RIDGE, "  9*a > 4*a^2 + 4 ->\n", ""),
    "another end": (RIDGE, "assert (width_p : 0 <= ", "assert (width_p : 1 <= "),
    "more at an end": (RIDGE, "assert (at_low_p : 0 <= ", "assert (at_low_p : 1 <= "),
    "eps doubled at a corner": (CORNER, "(Finite (ln(1/2 + sqrt(5)/2)))", "(Finite (2*ln(1/2 + sqrt(5)/2)))"),
    "the corner for more parameters": (CORNER, "  a = 1 ->", "  a > 1/2 ->"),
    "eps = 0 at the corner": (CORNER, "  a < 1 ->", "  a <= 1 ->"),
}


@pytest.mark.slow
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])
