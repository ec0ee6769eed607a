"""Theorems where r* = 1 + a/p + b/q^2 and eps is reached at q = 1.

By hand, at q = 1 with t = x + p (1-x): a t^2 = p^2 (1-x) and (1+b) t^2 = x. For x = 1/4 and p = 1/3, t = 1/2,
a = 1/3 and b = 0; for x = 1/2 and p = 1/5, t = 3/5, a = 1/18 and b = 7/18. Eps does not fall inwards where
x (t-x) <= 3 x - t - 2 t^2: for the second 1/20 <= 9/50.
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
from symbolic_eps.closed_forms.evaluate import holds_at, value_on
from symbolic_eps.coq.own_theorem import TheoremFile, theorem_file
from symbolic_eps.coq.shipped import LIBRARY
from symbolic_eps.coq.stationary.powers_proof import NO_THEOREM
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.cases_of_powers import Case
from symbolic_eps.theory.symbols import DECAY, parameter
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, coqc, with_library

ONE, TWO = "1 + a/p + 1/q**2", "1 + a/p + b/q**2"
QUESTIONS = {
    ONE: RiskProfile(ONE, ["a>0"]),
    TWO: RiskProfile(TWO, ["a>0", "b>0"]),
    "of polynomials": RiskProfile("1 + c/(2*p) + (c+1)/q**2", ["c>0"]),
}
"""Profiles of this kind, by what is asked of them."""


@cache
def derived(kind: str) -> PiecewiseInfimum:
    return infimum(QUESTIONS[kind])


@cache
def own(kind: str) -> TheoremFile:
    return theorem_file(derived(kind))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), own)


def test_coq_accepts_a_theorem_where_the_second_prior_is_at_its_end(tmp_path: Path) -> None:
    made = own(ONE)
    at_second = [any(step.words == Case.AT_SECOND for step in b.steps) for b in derived(ONE).branches]
    assert at_second == [True, False, False]
    assert len(made.names) == 2 and all(NO_THEOREM in reason for reason in made.missing)
    with_library(tmp_path, made.text)
    assert accepted(tmp_path, made.text) <= REAL_NUMBERS


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in QUESTIONS if kind != ONE])
def test_coq_accepts_it_for_other_profiles(kind: str, tmp_path: Path) -> None:
    made = own(kind)
    assert len(made.names) == 2
    with_library(tmp_path, made.text)
    assert accepted(tmp_path, made.text) <= REAL_NUMBERS


def test_a_value_by_hand() -> None:
    values = {parameter("a"): sp.Rational(1, 18), parameter("b"): sp.Rational(7, 18)}
    (branch,) = [b for b in derived(TWO).branches if all(holds_at(c, values) for c in b.conditions)]
    assert any(step.words == Case.AT_SECOND for step in branch.steps)
    assert sp.minimal_polynomial(sp.exp(value_on(branch, values)), DECAY) == DECAY - 2


PLANTED = {
    "another profile": (ONE, "(fun p q => a/p + 1 + 1/(q^2))", "(fun p q => 2*a/p + 1 + 1/(q^2))"),
    "another power": (ONE, "(fun p q => a/p + 1 + 1/(q^2))", "(fun p q => a/p + 1 + 1/q)"),
    "more parameters": (ONE, "  14*a^3 + 22*a^2 + 25*a <= 8 ->", "  14*a^3 + 22*a^2 + 25*a <= 9 ->"),
    "all parameters": (ONE, "  14*a^3 + 22*a^2 + 25*a <= 8 ->\n", ""),
    "eps doubled": (ONE, "(Finite (ln(", "(Finite (2 * ln("),
    "another constant": (ONE, "4*sqrt(2)*sqrt", "5*sqrt(2)*sqrt"),
    "a part in no case": (ONE, "  14*a^3 + 22*a^2 + 25*a <= 8 \\/", "  14*a^3 + 22*a^2 + 25*a < 8 \\/"),
    "a and b exchanged": (TWO, "(second_level (v_a) (v_b) X b0", "(second_level (v_b) (v_a) X a0"),
}


@pytest.mark.family(8)
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])


def test_no_theorem_for_more_parameters() -> None:
    """Planted: without the condition on a, or with that of another case."""
    found = derived(ONE)
    first, second, _ = found.branches
    for conditions in ((), second.conditions):
        planted = replace(found, branches=(replace(first, conditions=conditions),), proofs=found.proofs[:1])
        with pytest.raises(UndecidedError, match=r"does not hold|no certificate"):
            theorem_file(planted)


WEAKER = {
    "a fall inwards": (
        "Hypothesis outwards : x * (t - x) <= inner x t.",
        "Hypothesis outwards : x * (t - x) <= 2 * inner x t.",
    ),
    "another level": ("Hypothesis of_b : (1 + b) * t^2 = x.", "Hypothesis of_b : (2 + b) * t^2 = x."),
    "another place": ("Hypothesis of_a : a * t^2 * (1 - x) =", "Hypothesis of_a : 2 * a * t^2 * (1 - x) ="),
    "another V": ("R := 3 * x - s - 2 * s^2.", "R := 4 * x - s - 2 * s^2."),
    "another power": ("R := (p * q^2 + a * q^2 + c * p)", "R := (p * q + a * q^2 + c * p)"),
    "another border": ("R := 16 * a^3 * b + 12", "R := 15 * a^3 * b + 12"),
    "another rest": ("R := 5 * t^5 + 9 * t^5 * x", "R := 5 * t^5 + 8 * t^5 * x"),
    "a slope that may rise": (
        "x < s -> 2 * x + x^2 <= s + 2 * s^2 -> s < t ->\n  0 <",
        "x < s -> s < t ->\n  0 <",
    ),
    "nothing far up": ("-> 0 < f p q + g p q) ->", "-> 0 <= g p q) ->"),
    "nothing below": ("(exists p q, half_open p /\\ half_open q /\\ f p q < 0) ->\n", ""),
}


@pytest.mark.family(10)
@pytest.mark.parametrize("premise", WEAKER)
def test_the_lemmas_are_refused_with_less(premise: str, certified: Certified) -> None:
    with_library(certified.folder, own(ONE).text)
    theorem, (right, less) = (LIBRARY / "Sum_of_powers.v").read_text("utf-8"), WEAKER[premise]
    before, hypothesis, after = theorem.partition(right)
    assert hypothesis
    (certified.folder / "Wrong.v").write_text(f"{before}{less}{after}")
    assert coqc(certified.folder, "Wrong.v").returncode != 0
