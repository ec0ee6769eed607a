"""Theorems where a side of a box decides (`minimum.stationary.two_sides_of_box`): those at p = 1.

By hand, for a = 1/4: g = b + 1/4, so that at p = 1 e^eps = (1 + g)/(1 - g) = (b + 5/4)/(3/4 - b).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from symbolic_eps import RiskProfile, infimum
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.coq.own_theorem import TheoremFile, theorem_file
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, with_library

ONE, TWO = "1 + (1/4 + b*p)/(p*q)", "1 + (a + b*p)/(p*q)"
KNOWN: dict[str, tuple[str, ...]] = {ONE: ("b>0",), TWO: ("a>0", "b>0")}


@cache
def derived(text: str) -> PiecewiseInfimum:
    return infimum(RiskProfile(text, [*KNOWN[text]], box=["q<=5/8"]))


@cache
def own(text: str) -> TheoremFile:
    return theorem_file(derived(text))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), own)


@pytest.mark.parametrize(("text", "missing"), [(ONE, 2), pytest.param(TWO, 2, marks=pytest.mark.slow)])
def test_coq_accepts_the_theorems_at_p_1(text: str, missing: int, tmp_path: Path) -> None:
    made = own(text)
    assert len(made.missing) == missing and len(made.names) == len(derived(text).branches) - missing + 1
    assert made.text.count("apply (at_fixed_product ") == len(made.names) - (1 if text == ONE else 2)
    with_library(tmp_path, made.text)
    assert accepted(tmp_path, made.text) <= REAL_NUMBERS


def test_the_level_is_that_by_hand() -> None:
    assert "(Finite (ln((b + 5/4)/(3/4 - b))))." in own(ONE).text


PLANTED = {
    "eps doubled": (ONE, "(Finite (ln((b + 5/4)/(3/4 - b))))", "(Finite (2*ln((b + 5/4)/(3/4 - b))))"),
    "a larger box": (ONE, "(fun p q => q <= 5/8)", "(fun p q => q <= 6/8)"),
    "another profile": (ONE, "(fun p q => 1 + (b*p + 1/4)/(p*q))", "(fun p q => 1 + (b*p + 1/5)/(p*q))"),
    "more parameters": (ONE, "  2832*b^2 + 2728*b + 159 >= ", "  2832*b^2 + 2728*b + 160 >= "),
    "an arc that ends elsewhere": (ONE, "(1) -> 0 < q <= (5/8) -> 0 <= ", "(1) -> 0 < q <= (6/8) -> 0 <= "),
}


@pytest.mark.slow
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])
