"""Theorems where a parabola at p = 1 or a cubic at q = 1 decides (`minimum.stationary.parabola_or_cubic`).

By hand, for r* = 1 + a/(p q) + p: (16 + 5) a = 1 is where one premise ends and the other one begins, and
e^-eps at p = 1 is a root of ((a + 2) x^2 + 1 - a)^2 = 8 x^2, as 1 + b = 2.
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
from symbolic_eps.minimum.stationary.parabola_or_cubic import ON_CUBIC, ON_PARABOLA, PARABOLA_OR_CUBIC
from symbolic_eps.theory.symbols import DECAY, parameter
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, coqc, levels, with_library

ONE, TWO = "1 + a/(p*q) + p", "1 + a/(p*q) + b*p"
OF_V, SAME = "1 + v/(3*p*q) + p/2", "1 + a/(p*q) + a*p"
KNOWN: dict[str, tuple[str, ...]] = {ONE: ("a>0",), TWO: ("a>0", "b>0"), OF_V: ("v>0",), SAME: ("a>0",)}


@cache
def derived(text: str) -> PiecewiseInfimum:
    return infimum(RiskProfile(text, [*KNOWN[text]]))


@cache
def own(text: str) -> TheoremFile:
    return theorem_file(derived(text))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), own)


@pytest.mark.parametrize("text", [ONE, *(pytest.param(t, marks=pytest.mark.slow) for t in (TWO, OF_V, SAME))])
def test_coq_accepts_a_theorem_for_each_case(text: str, tmp_path: Path) -> None:
    branches, made = derived(text).branches, own(text)
    assert sum(map(PARABOLA_OR_CUBIC.gives, branches)) == len(branches) - 1
    assert not made.missing and len(made.names) == len(branches) + 1
    words = {step.words for branch in branches for step in branch.steps}
    for side, rule in ((ON_CUBIC, "destruct (on_cubic "), (ON_PARABOLA, "destruct (on_parabola ")):
        assert (side in words) == (rule in made.text)
    with_library(tmp_path, made.text)
    assert accepted(tmp_path, made.text) <= REAL_NUMBERS


def test_the_levels_and_conditions_are_those_by_hand() -> None:
    text = " ".join(own(ONE).text.split())
    assert text.count("a < 1 -> 21*a < 1 ->") == 1
    a, x = parameter("a"), DECAY
    parabola = 8 * x**2 - ((a + 2) * x**2 + 1 - a) ** 2
    assert [sp.expand(said - parabola) for said in levels(text)].count(0) == 1


PROFILE = "(fun p q => a/(p*q) + p + 1)"
PLANTED = {
    "another profile": (ONE, PROFILE, "(fun p q => a/(p*q) + 2*p + 1)"),
    "the other prior": (ONE, PROFILE, "(fun p q => a/(p*q) + q + 1)"),
    "eps doubled": (ONE, "(Finite (- ln x'))", "(Finite (- 2 * ln x'))"),
    "the greatest root": (ONE, "-> x' <= y')", "-> y' <= x')"),
    "the only root": (ONE, "-> x' <= y')", "-> y' = x')"),
    "eps = oo for more parameters": (ONE, "  a >= 1 ->", "  2*a >= 1 ->"),
    "the cubic for more parameters": (ONE, "  21*a < 1 ->", "  20*a < 1 ->"),
    "a condition dropped": (ONE, "  21*a < 1 ->\n", ""),
    "a condition shifted": (ONE, "799*a^2 + 386 ->\n  1792", "799*a^2 + 385 ->\n  1792"),
    "the other side": (ONE, "destruct (on_cubic ", "destruct (on_parabola "),
    "the other premise": (ONE, "exact high_at_first_holds", "exact low_at_last_holds"),
    "a premise by the other one": (
        ONE,
        "Lemma low_at_last_holds : low_at_last",
        "Lemma low_at_last_holds : high_at_first",
    ),
    "a larger case of two": (TWO, "  b > 5*a*b + 16*a ->", "  b > 5*a*b + 15*a ->"),
    "eps = oo where it is not": (TWO, "  a >= 1 ->", "  a + b >= 1 ->"),
}


@pytest.mark.slow
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])


@pytest.mark.family(2)
@pytest.mark.parametrize(("index", "other"), [(1, 2), (2, 1), (3, 4), (4, 3)])
def test_no_theorem_with_the_conditions_of_another_case(index: int, other: int) -> None:
    branches = derived(ONE).branches
    planted = replace(branches[index], conditions=branches[other].conditions)
    with pytest.raises(UndecidedError, match="which of both sides"):
        theorem_file(replace(derived(ONE), branches=(planted,), proofs=derived(ONE).proofs[:1]))


def test_another_polynomial_has_no_proof() -> None:
    branch = derived(ONE).branches[1]
    assert branch.polynomial is not None
    wrong = replace(branch, polynomial=sp.expand(branch.polynomial + sp.Symbol("x", real=True)))
    with pytest.raises(UndecidedError, match="no root of what its profile gives"):
        theorem_file(replace(derived(ONE), branches=(wrong,), proofs=derived(ONE).proofs[:1]))


WEAKER = {
    "a at least 1": ("Hypothesis a1 : a < 1.", "Hypothesis a1 : a < 2."),
    "b may be 0": ("Hypothesis b0 : 0 < b.", "Hypothesis b0 : 0 <= b."),
    "another N": ("- 185 * b^2 - 100 * b - 16.", "- 185 * b^2 - 100 * b - 17."),
    "another D at roots of G": ("+ 104 * v^5 - 27 * v^4.", "+ 104 * v^5 - 26 * v^4."),
    "another line": ("12 * x^2 + 5 * v^4 - 10", "12 * x^2 + 6 * v^4 - 10"),
    "fewer places before the turn": ("0 < v - x -> 0 < 1 - v ->", "0 < v - x -> 0 < 1 / 2 - v ->"),
    "fewer places beyond it": ("0 < 1 - x -> 0 < v - 1 ->", "0 < 1 - x -> 0 < v - 2 ->"),
    "a level that may be the same": ("= 0 -> 0 < cubic_level a b x.", "= 0 -> 0 <= cubic_level a b x."),
    "a level that may be later": ("= 0 -> cubic_level a b x <= 0.", "= 0 -> cubic_level a b x <= 1."),
    "no other root at p = 1": (
        "(forall x, 0 < x < X -> parabola_level a b x <> 0)",
        "(forall x, X < x < 1 -> parabola_level a b x <> 0)",
    ),
    "a negative N": ("0 <= even_part a b + k * odd_part a b ->", "-1 <= even_part a b + k * odd_part a b ->"),
}


@pytest.mark.slow
@pytest.mark.parametrize("premise", WEAKER)
def test_the_lemmas_are_refused_with_less(premise: str, tmp_path: Path) -> None:
    with_library(tmp_path, own(ONE).text)
    theorem, (right, less) = (LIBRARY / "Parabola_or_cubic.v").read_text("utf-8"), WEAKER[premise]
    before, hypothesis, after = theorem.partition(right)
    assert hypothesis
    (tmp_path / "Wrong.v").write_text(f"{before}{less}{after}")
    assert coqc(tmp_path, "Wrong.v").returncode != 0
