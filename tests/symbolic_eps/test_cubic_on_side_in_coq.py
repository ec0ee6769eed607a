"""Theorems where one prior is left and P is a cubic in it: X is the least root of the discriminant.

By hand, for r* = 1 + a/q^2 at p = 1: P = (q^2 + a) (q + (1 - q) x^2) - q^2, which for x = 0 is
q (q^2 - q + a): negative at its turn q = 1/2 just if 4 a < 1. For r* = 1 + a q + b/q it is
q (a q^2 + q + b - 1): negative near q = 0 if b < 1.
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
from symbolic_eps.minimum.stationary.cubic_on_side import is_on_side
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, coqc, with_library

SQUARE, SMALL, BOTH = "1 + a/q**2", "1 + a*q + b/q", "1 + a/(p**2*q**2) + b/p"
QUESTIONS = {
    SQUARE: RiskProfile(SQUARE, ["a>0"], {"p": "1"}),
    SMALL: RiskProfile(SMALL, ["a>0", "b>0"], {"p": "1"}),
    BOTH: RiskProfile(BOTH, ["a>0", "b>0"]),
    "of p": RiskProfile("c + a*p + b/p", ["a>0", "b>0", "c>1"], {"q": "1"}),
    "with numbers below": RiskProfile("c/3 + a/(7*q**2)", ["a>0", "c>3"], {"p": "1"}),
    "bounded": RiskProfile(SQUARE, ["a>0"], {"p": "1"}, variant="bounded"),
    "three cases": RiskProfile("c + b/q + a/q**2", ["a>0", "b>0", "c>1"], {"p": "1"}),
}
"""Profiles with a case of this kind, by what is asked of them."""


@cache
def derived(kind: str) -> PiecewiseInfimum:
    return infimum(QUESTIONS[kind])


@cache
def own(kind: str) -> TheoremFile:
    return theorem_file(derived(kind))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), own)


@pytest.mark.slow
@pytest.mark.parametrize("kind", QUESTIONS)
def test_coq_accepts_a_theorem_for_each_case(kind: str, tmp_path: Path) -> None:
    branches, made = derived(kind).branches, own(kind)
    assert any(map(is_on_side, branches)) and not made.missing
    assert len(made.names) == len(branches) + 1
    assert "-> x' <= y') /\\" in " ".join(made.text.split()) and "destruct (least_on_side " in made.text
    with_library(tmp_path, made.text)
    assert accepted(tmp_path, made.text) <= REAL_NUMBERS


PLANTED = {
    "another profile": (SQUARE, "(fun p q => a/q^2 + 1)", "(fun p q => 2*a/q^2 + 1)"),
    "eps doubled": (SQUARE, "(Finite (- ln x'))", "(Finite (- 2 * ln x'))"),
    "a smaller eps": (SQUARE, "(Finite (- ln x'))", "(Finite (- ln x' - 1/1000))"),
    "the greatest root": (SQUARE, "-> x' <= y')", "-> y' <= x')"),
    "the only root": (SQUARE, "-> x' <= y')", "-> y' = x')"),
    "another polynomial": (SQUARE, "20*a*x'^2", "21*a*x'^2"),
    "a condition dropped": (SQUARE, "  4*a < 1 ->\n", ""),
    "a condition shifted": (SQUARE, "  4*a < 1 ->", "  3*a < 1 ->"),
    "another part for eps = oo": (SQUARE, "  4*a >= 1 ->", "  5*a >= 1 ->"),
    "a prior near 0": (SQUARE, "destruct (negative_at_turn ", "destruct (negative_near_0 "),
    "a turn that is not there": (SMALL, "destruct (negative_near_0 ", "destruct (negative_at_turn "),
    "another power of the prior": (SMALL, "(low 1%nat)", "(low 2%nat)"),
    "an edge that is not strict": (SMALL, "  b < 1 ->", "  b <= 1 ->"),
    "an end left out": (SQUARE, "at_0 top rises at_1 bottom", "at_0 top rises at_0 bottom"),
    "the other prior": (BOTH, "(fun p q => a/(p^2*q^2) + b/p + 1)", "(fun p q => a/(p^2*q^2) + b/q + 1)"),
    "a rise with p": (BOTH, "+ (1 - p) * (v_b*p^3*q^4)) by", "- (1 - p) * (v_b*p^3*q^4)) by"),
    "more cases of eps = oo": (BOTH, "  4*a*b + 4*a >= 1 ->", "  4*a*b + 5*a >= 1 ->"),
}


@pytest.mark.family(36)
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])


def test_another_polynomial_has_no_proof() -> None:
    found = derived(SQUARE)
    branch = next(filter(is_on_side, found.branches))
    assert branch.polynomial is not None
    wrong = replace(branch, polynomial=sp.expand(branch.polynomial * (1 + sp.Symbol("x", real=True))))
    assert wrong.polynomial != branch.polynomial
    made = theorem_file(replace(found, branches=(wrong, *found.branches[1:])))
    assert any("no root of the discriminant" in reason for reason in made.missing)


PREMISES = {
    "a > 0": ("a>-1", "4*a<1"),
    "4 a < 1": ("a>0", "a<1"),
}


@pytest.mark.parametrize("premise", PREMISES)
def test_no_theorem_where_a_premise_fails(premise: str) -> None:
    """Planted: the branch is told of parameters for which it is not proved."""
    (branch,) = filter(is_on_side, derived(SQUARE).branches)
    profile = RiskProfile(SQUARE, PREMISES[premise], {"p": "1"})
    told = replace(branch, conditions=())
    planted = replace(derived(SQUARE), profile=profile, branches=(told,), proofs=derived(SQUARE).proofs[:1])
    with pytest.raises(UndecidedError, match=r"does not hold|no certificate"):
        theorem_file(planted)


WEAKER = {
    "nothing at the end 0": (
        "Hypothesis at_0 : forall x, 0 < x <= 1",
        "Hypothesis at_0 : forall x, 1 < x <= 1",
    ),
    "nothing at the end 1": (
        "Hypothesis at_1 : forall x, 0 < x <= 1",
        "Hypothesis at_1 : forall x, 1 < x <= 1",
    ),
    "nothing for x = 1": ("Hypothesis top : forall v, half_open v", "Hypothesis top : forall v, 1 < v < 1"),
    "no rise": ("Hypothesis rises : forall v x y, 0 < v < 1", "Hypothesis rises : forall v x y, 1 < v < 1"),
    "no prior below": ("exists w, 0 < w < 1 /\\ f w 0 < 0.", "exists w, 0 < w < 1 /\\ f w 0 <= 0."),
    "roots beyond X": ("(forall x, 0 < x < X -> on_side k", "(forall x, 0 < x -> on_side k"),
    "a place at the end": ("exists t, 0 < t < 1 /\\ f t X = 0.", "exists t, 0 < t < 1 /\\ f t X < 0."),
    "a turn that may be 0": ("0 < b^2 - 4 * a * c ->", "0 <= b^2 - 4 * a * c ->"),
    "a turn that may be 1": ("0 < 2 * a + b ->", "0 <= 2 * a + b ->"),
    "two signs": ("cubic k0 k1 k2 k3 t < 0 -> cubic_d", "cubic k0 k1 k2 k3 t <= 0 -> cubic_d"),
}


@pytest.mark.family(9)
@pytest.mark.parametrize("premise", WEAKER)
def test_the_lemmas_are_refused_with_less(premise: str, certified: Certified) -> None:
    with_library(certified.folder, own(SQUARE).text)
    theorem, (right, less) = (LIBRARY / "Cubic_on_side.v").read_text("utf-8"), WEAKER[premise]
    before, hypothesis, after = theorem.partition(right)
    assert hypothesis
    (certified.folder / "Wrong.v").write_text(f"{before}{less}{after}")
    assert coqc(certified.folder, "Wrong.v").returncode != 0
