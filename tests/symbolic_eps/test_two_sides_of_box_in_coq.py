"""Theorems where a side of a box decides (`minimum.stationary.two_sides_of_box`).

By hand, for a = 1/4: g = b + 1/4, so that at p = 1 e^eps = (1 + g)/(1 - g) = (b + 5/4)/(3/4 - b). For c = 5/8
and w = (5 - 3 x)/8, P at q = 5/8 is (b + 5/8) (1 - x) w p^2 - (5/8 - (b + 5/8) x - (1 - x) w/4) p + x/4, and
e^-eps is a root of its discriminant in p.

For a = 1/5 and c = 7/30, e^2eps = (1-c)(c+g)/(c (1-c-g)) at p = 1, q = c, where g = b + 1/5: that is
(23/30)(b + 13/30)/((7/30)(17/30 - b)) = (690 b + 299)/(119 - 210 b).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import sympy as sp

from symbolic_eps import RiskProfile, infimum
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.coq.own_theorem import TheoremFile, theorem_file
from symbolic_eps.coq.shipped import LIBRARY
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.two_sides_of_box import AT_CORNER, ON_FIRST, ON_LARGEST
from symbolic_eps.theory.symbols import DECAY, parameter
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, coqc, levels, with_library

ONE, TWO, OF_END = "1 + (1/4 + b*p)/(p*q)", "1 + (a + b*p)/(p*q)", "1 + (1 + b*p)/(4*p*q)"
NARROW = "1 + (1/5 + b*p)/(p*q)"
KNOWN: dict[str, tuple[str, ...]] = {
    ONE: ("b>0",),
    TWO: ("a>0", "b>0"),
    OF_END: ("b>0", "c>0", "c<1"),
    NARROW: ("b>0",),
}
BOX = {OF_END: "q<=c", NARROW: "q<=7/30"}


@cache
def derived(text: str) -> PiecewiseInfimum:
    return infimum(RiskProfile(text, [*KNOWN[text]], box=[BOX.get(text, "q<=5/8")]))


@cache
def own(text: str) -> TheoremFile:
    return theorem_file(derived(text))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), own)


@pytest.mark.parametrize(
    "text", [NARROW, *(pytest.param(t, marks=pytest.mark.slow) for t in (ONE, TWO, OF_END))]
)
def test_coq_accepts_a_theorem_for_each_case(text: str, tmp_path: Path) -> None:
    branches, made = derived(text).branches, own(text)
    assert not made.missing and len(made.names) == len(branches) + 1
    words = [step.words for branch in branches for step in branch.steps]
    assert words.count(ON_LARGEST) == 2 == made.text.count("destruct (largest_side_")
    assert words.count(ON_FIRST) == made.text.count("apply first_side_decides;") > 0
    assert words.count(AT_CORNER) == made.text.count("apply corner_decides;") == (text in BOX)
    with_library(tmp_path, made.text)
    assert accepted(tmp_path, made.text) <= REAL_NUMBERS


def test_the_levels_are_those_by_hand() -> None:
    text = " ".join(own(ONE).text.split())
    assert "(Finite (ln((b + 5/4)/(3/4 - b))))." in text
    b, x, p = parameter("b"), DECAY, sp.Symbol("p")
    w = (5 - 3 * x) / 8
    turn = sp.Rational(5, 8) - (b + sp.Rational(5, 8)) * x - (1 - x) * w / 4
    level = sp.discriminant((b + sp.Rational(5, 8)) * (1 - x) * w * p**2 - turn * p + x / 4, p)
    (polynomial,) = levels(text)
    assert sp.cancel(level / polynomial).is_number
    assert "(Finite (ln((690*b + 299)/(119 - 210*b))/2))." in own(NARROW).text


PLANTED = {
    "eps doubled": (ONE, "(Finite (ln((b + 5/4)/(3/4 - b))))", "(Finite (2*ln((b + 5/4)/(3/4 - b))))"),
    "a larger box": (ONE, "(fun p q => q <= 5/8)", "(fun p q => q <= 6/8)"),
    "another profile": (ONE, "(fun p q => 1 + (b*p + 1/4)/(p*q))", "(fun p q => 1 + (b*p + 1/5)/(p*q))"),
    "more parameters": (ONE, "  2832*b^2 + 2728*b + 159 >= ", "  2832*b^2 + 2728*b + 160 >= "),
    "a larger box in the proof": (ONE, "p -> 0 < q <= (5/8) -> 0 <= ", "p -> 0 < q <= (6/8) -> 0 <= "),
    "eps doubled at q = c": (ONE, "(Finite (- ln x'))", "(Finite (- 2 * ln x'))"),
    "the greatest root": (ONE, "-> x' <= y')", "-> y' <= x')"),
    "the only root": (ONE, "-> x' <= y')", "-> y' = x')"),
    "q = c for more parameters": (ONE, "  4*b >= 3 ->", "  5*b >= 3 ->"),
    "q = c later for more parameters": (
        ONE,
        "> 2832*b^2 + 2728*b + 159 ->\n",
        "> 2832*b^2 + 2728*b + 158 ->\n",
    ),
    "a condition dropped": (TWO, "  a < 1 ->\n  a + b >= 1 ->", "  a + b >= 1 ->"),
    "the other theorem": (ONE, "destruct (largest_side_alone ", "destruct (largest_side_later "),
    "eps doubled at the corner": (
        NARROW,
        "(Finite (ln((690*b + 299)/(119 - 210*b))/2))",
        "(Finite (ln((690*b + 299)/(119 - 210*b))))",
    ),
    "the corner for more parameters": (NARROW, "  3*b <= 1 ->", "  3*b <= 2 ->"),
    "a larger box with a corner": (NARROW, "(fun p q => q <= 7/30)", "(fun p q => q <= 8/30)"),
    "p = 1 for more parameters": (NARROW, "  3*b > 1 ->", "  3*b > 0 ->"),
    "another end in the proof": (
        ONE,
        "destruct (largest_side_alone (1/4) (v_b) (5/8)",
        "destruct (largest_side_alone (1/4) (v_b) (6/8)",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])


def test_no_theorem_where_p_1_decides() -> None:
    branches = derived(ONE).branches
    planted = replace(branches[-1], conditions=branches[0].conditions)
    with pytest.raises(UndecidedError, match=r"a step of its proof|no certificate"):
        theorem_file(replace(derived(ONE), branches=(planted,), proofs=derived(ONE).proofs[:1]))


def test_another_polynomial_has_no_proof() -> None:
    branch = derived(ONE).branches[-1]
    assert branch.polynomial is not None
    wrong = replace(branch, polynomial=sp.expand(branch.polynomial + sp.Symbol("x", real=True)))
    with pytest.raises(UndecidedError, match="no root of what its profile gives"):
        theorem_file(replace(derived(ONE), branches=(wrong,), proofs=derived(ONE).proofs[:1]))


WEAKER = {
    "a at least 1": ("Hypothesis a1 : a < 1.", "Hypothesis a1 : a < 2."),
    "an empty box": ("Hypothesis c0 : 0 < c.", "Hypothesis c0 : 0 <= c."),
    "a smaller box": (
        "first_side_decides : 1 - 2 * c < a + b ->",
        "first_side_decides : 1 - 3 * c < a + b ->",
    ),
    "a smaller box later": (
        "largest_side_later : 1 - 2 * c < a + b < 1",
        "largest_side_later : 1 - 3 * c < a + b < 1",
    ),
    "a larger box with a corner": (
        "corner_decides : a + b <= 1 - 2 * c ->",
        "corner_decides : a + b <= 1 - c ->",
    ),
    "another A": ("(b + c) * (1 - x) * rest_of_end x.", "(b + c) * (1 - x)."),
    "a level too early": ("1 - (a + b) <= (1 + (a + b)) * l ->", "1 - (a + b) <= (2 + (a + b)) * l ->"),
    "a turn beyond p = 1": (
        "0 < 2 * square_part x1 - linear_part x1 ->",
        "0 < 3 * square_part x1 - linear_part x1 ->",
    ),
    "P < 0 at X1": ("  box_level x <= 0 \\/", "  box_level x <= 1 \\/"),
    "less than 1": ("largest_side_alone : 1 <= a + b ->", "largest_side_alone : 0 <= a + b ->"),
    "no level at X1": ("linear_part x1 -> 0 < box_level x1 ->", "linear_part x1 -> 0 < box_level x1 + 1 ->"),
}


@pytest.mark.slow
@pytest.mark.parametrize("premise", WEAKER)
def test_the_lemmas_are_refused_with_less(premise: str, tmp_path: Path) -> None:
    with_library(tmp_path, own(ONE).text)
    theorem, (right, less) = (LIBRARY / "Parabolas_of_box.v").read_text("utf-8"), WEAKER[premise]
    before, hypothesis, after = theorem.partition(right)
    assert hypothesis
    (tmp_path / "Wrong.v").write_text(f"{before}{less}{after}")
    assert coqc(tmp_path, "Wrong.v").returncode != 0
