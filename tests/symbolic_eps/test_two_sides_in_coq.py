"""Theorems where one of two sides of the square decides (`minimum.stationary.two_sides`).

By hand, for r* = 1 + 1/(3 p q) + b/q: K = 4 a g - g (2 a + b)^2 - b^2 with a = 1/3 and g = 1/3 + b is
(8 + 12 b - 72 b^2 - 27 b^3)/27. Where it is positive, X = (1 - g)/(1 + g) = (2/3 - b)/(4/3 + b).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from symbolic_eps import RiskProfile, infimum
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.coq.own_theorem import TheoremFile, theorem_file
from symbolic_eps.errors import UndecidedError
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, with_library

ONE, TWO = "1 + 1/(3*p*q) + b/q", "1 + a/(p*q) + b/q"
KNOWN: dict[str, tuple[str, ...]] = {ONE: ("b>0",), TWO: ("a>0", "b>0")}


@cache
def derived(text: str) -> PiecewiseInfimum:
    return infimum(RiskProfile(text, [*KNOWN[text]]))


@cache
def own(text: str) -> TheoremFile:
    return theorem_file(derived(text))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), own)


@pytest.mark.parametrize("text", [ONE, pytest.param(TWO, marks=pytest.mark.slow)])
def test_coq_accepts_a_theorem_for_each_case(text: str, tmp_path: Path) -> None:
    made = own(text)
    assert not made.missing and len(made.names) == len(derived(text).branches) + 1
    assert made.text.count("apply (at_fixed_product ") == 2
    with_library(tmp_path, made.text)
    assert accepted(tmp_path, made.text) <= REAL_NUMBERS


def test_the_levels_and_conditions_are_those_by_hand() -> None:
    text = own(ONE).text
    assert "  12*b + 8 > 27*b^3 + 72*b^2 ->\n" in text
    assert "(Finite (ln((b + 4/3)/(2/3 - b))))." in text


PLANTED = {
    "another profile": (ONE, "(fun p q => b/q + 1 + 1/(3*p*q))", "(fun p q => b/q + 1 + 1/(2*p*q))"),
    "the other prior": (ONE, "(fun p q => b/q + 1 + 1/(3*p*q))", "(fun p q => b/p + 1 + 1/(3*p*q))"),
    "eps doubled": (ONE, "(Finite (ln((b + 4/3)/(2/3 - b))))", "(Finite (2*ln((b + 4/3)/(2/3 - b))))"),
    "the greater root": (ONE, "ln(3*b + 3*sqrt", "ln(3*b - 3*sqrt"),
    "p = 1 for more parameters": (ONE, "  12*b + 8 > 27*b^3 + 72*b^2 ->", "  12*b + 9 > 27*b^3 + 72*b^2 ->"),
    "q = 1 for more parameters": (
        ONE,
        "  27*b^3 + 72*b^2 >= 12*b + 8 ->",
        "  27*b^3 + 72*b^2 >= 12*b + 7 ->",
    ),
    "an edge in no case": (ONE, "  27*b^3 + 72*b^2 >= 12*b + 8 \\/", "  27*b^3 + 72*b^2 > 12*b + 8 \\/"),
    "no turn between the ends": (ONE, "intros asked0 asked1 asked2;", "clear; intros asked0 asked1 asked2;"),
    "another chord": (ONE, "at_fixed_product (fun p q => (3*v_b*p", "at_fixed_product (fun p q => (2*v_b*p"),
    "a larger case of two": (TWO, "  a < 1 ->\n  4*a^2 + 4*a*b > ", "  a < 1 ->\n  b + 4*a^2 + 4*a*b > "),
    "eps = oo where it is not": (TWO, "  a >= 1 ->", "  a + b >= 1 ->"),
}


@pytest.mark.slow
@pytest.mark.parametrize("error", [e for e in PLANTED if PLANTED[e][0] == TWO])
def test_coq_refuses_what_is_planted_with_two_parameters(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])


@pytest.mark.slow
@pytest.mark.parametrize("error", [e for e in PLANTED if PLANTED[e][0] == ONE])
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])


@pytest.mark.family(2)
@pytest.mark.parametrize("index", [1, 0])
def test_no_theorem_with_the_conditions_of_the_other_case(index: int) -> None:
    branches = derived(ONE).branches
    planted = replace(branches[index], conditions=branches[1 - index].conditions)
    with pytest.raises(UndecidedError):
        theorem_file(replace(derived(ONE), branches=(planted,), proofs=derived(ONE).proofs[:1]))
