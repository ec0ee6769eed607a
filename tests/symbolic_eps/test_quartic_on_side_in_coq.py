"""Theorems where one prior is left and P is a quartic in it: r* = c + a q + b/q^2 with p fixed.

By hand, for 1 + a q + b/q^2 with p = 1/2: P = (q^2 + a q^3 + b) (x + q + (1 - q) x^2)/2 - q^2. For x = 0 it
is q times a cubic K = (a q^3 + q^2 - 2 q + b)/2. 16 times the discriminant of K is
4 + 32 a - 4 b - 36 a b - 27 a^2 b^2. For b = 1/10 that is positive just if 27 a^2 < 2840 a + 360.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import sympy as sp

from symbolic_eps import RiskProfile, infimum
from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum
from symbolic_eps.coq.own_theorem import TheoremFile, theorem_file
from symbolic_eps.coq.shipped import LIBRARY
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.quartic_on_side import AT_END, NOWHERE, TWO_MEET
from symbolic_eps.theory.symbols import DECAY
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, coqc, with_library

NUMBERS, AT_1, ANY = "1 + a*q + 1/(10*q**2)", "1 + a*q + b/q**2", "c + a*q + b/q**2"
OF_P, FOUR = "1 + a*p + b/p**2", "1 + a*q + c/q + b/q**2"
QUESTIONS = {
    NUMBERS: RiskProfile(NUMBERS, ["a>0"], {"p": "1/2"}),
    AT_1: RiskProfile(AT_1, ["a>0", "b>0"], {"p": "1"}),
    "an end": RiskProfile(AT_1, ["a>0", "b>0"], {"p": "1/10"}),
    ANY: RiskProfile(ANY, ["a>0", "b>0", "c>=1", "0<p<1"], {"p": "p"}),
    OF_P: RiskProfile(OF_P, ["a>0", "b>0", "1/2<=q<=1"], {"q": "q"}),
    FOUR: RiskProfile(FOUR, ["a>0", "b>0", "c>0"], {"p": "1/3"}),
}
"""Profiles of this kind, by what is asked of them."""

RULES = (
    "apply (quartic_before_end ",
    "least_of_quartic_beyond_end ",
    "least_along_quartic ",
    "cubic_not_negative ",
)


@cache
def derived(kind: str) -> PiecewiseInfimum:
    return infimum(QUESTIONS[kind])


@cache
def own(kind: str) -> TheoremFile:
    return theorem_file(derived(kind))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), own)


def test_coq_accepts_a_theorem_for_each_case(tmp_path: Path) -> None:
    made = own(NUMBERS)
    assert not made.missing and len(made.names) == len(derived(NUMBERS).branches) + 1
    with_library(tmp_path, made.text)
    assert accepted(tmp_path, made.text) <= REAL_NUMBERS


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in QUESTIONS if kind != NUMBERS])
def test_coq_accepts_the_theorems_of_other_profiles(kind: str, tmp_path: Path) -> None:
    branches, made = derived(kind).branches, own(kind)
    assert not made.missing and len(made.names) == len(branches) + 1
    with_library(tmp_path, made.text)
    assert accepted(tmp_path, made.text) <= REAL_NUMBERS


def test_each_lemma_proves_a_case() -> None:
    made = own("an end")
    assert not made.missing and all(rule in made.text for rule in RULES)


PLANTED = {
    "another profile": (NUMBERS, "(fun p q => a*q + 1 + 1/(10*q^2))", "(fun p q => a*q + 1 + 1/(9*q^2))"),
    "the other prior": (NUMBERS, "(fun p' q' => p' = 1/2)", "(fun p' q' => q' = 1/2)"),
    "eps doubled": (NUMBERS, "(Finite (- ln x'))", "(Finite (- 2 * ln x'))"),
    "a smaller eps": (NUMBERS, "(Finite (- ln x'))", "(Finite (- ln x' - 1/1000))"),
    "the greatest root": (NUMBERS, "-> x' <= y')", "-> y' <= x')"),
    "the only root": (NUMBERS, "-> x' <= y')", "-> y' = x')"),
    "another polynomial": (NUMBERS, "80019*a^2*x'^2", "80020*a^2*x'^2"),
    "the discriminant for more parameters": (
        NUMBERS,
        "  2840*a + 360 > 27*a^2 ->",
        "  2841*a + 360 > 27*a^2 ->",
    ),
    "more cases of eps = oo": (NUMBERS, "  27*a^2 >= 2840*a + 360 ->", "  27*a^2 >= 2839*a + 360 ->"),
    "another power of the prior": (NUMBERS, "(low 1%nat)", "(low 2%nat)"),
    "no end": (NUMBERS, "opens below at_1 bottom", "opens below at_0 bottom"),
    "another end": ("an end", "alpha0 gamma0 at_1 inwards", "alpha0 gamma0 at_0 inwards"),
    "another place below 0": (NUMBERS, "exists (- (", "exists (- 2 * ("),
    "twice the eps of the end": ("an end", "(Finite (ln(", "(Finite (2 * ln("),
}


@pytest.mark.family(14)
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])


def cases(kind: str, words: str) -> list[Branch]:
    found = derived(kind).branches
    return [branch for branch in found if any(step.words == words for step in branch.steps)]


def refused(kind: str, planted: Branch) -> str:
    """Why the planted branch has no theorem."""
    found = replace(derived(kind), branches=(planted,), proofs=derived(kind).proofs[:1])
    with pytest.raises(UndecidedError) as error:
        theorem_file(found)
    return str(error.value)


def test_no_theorem_with_the_conditions_of_another_case() -> None:
    (at_end,), (nowhere,) = cases("an end", AT_END), cases(NUMBERS, NOWHERE)
    beyond, inside = cases("an end", TWO_MEET)[0], cases(NUMBERS, TWO_MEET)[-1]
    planted = [
        ("an end", replace(at_end, conditions=beyond.conditions)),
        ("an end", replace(beyond, conditions=at_end.conditions)),
        (NUMBERS, replace(nowhere, conditions=inside.conditions)),
        (NUMBERS, replace(inside, conditions=nowhere.conditions)),
    ]
    for kind, branch in planted:
        reason = refused(kind, branch)
        assert any(w in reason for w in ("does not hold", "no certificate", "the sign of the slope")), reason


def test_another_polynomial_has_no_proof() -> None:
    for branch in (*cases("an end", AT_END), *cases(NUMBERS, TWO_MEET)):
        assert branch.polynomial is not None
        planted = replace(branch, polynomial=sp.expand(branch.polynomial * (2 + DECAY)))
        assert "no root of what its profile gives" in refused("an end", planted)


WEAKER = {
    "one root below 0": ("s < 0 -> quartic c0 c1 c2 c3 c4 s < 0 -> 0 < t ->", "s < 0 -> c0 < 1 -> 0 < t ->"),
    "no leading coefficient": (
        "Hypothesis opens : forall x, 0 < x < 1 -> 0 <",
        "Hypothesis opens : forall x, 0 < x < 1 -> 0 <=",
    ),
    "no place below 0": ("exists s, s < 0 /\\ f s x < 0.", "exists s, s < 0 /\\ f s x <= 0."),
    "a place above 0": ("exists s, s < 0 /\\ f s x < 0.", "exists s, 0 < s /\\ f s x < 0."),
    "roots beyond X": ("(forall x, 0 < x < X -> along_quartic", "(forall x, 0 < x -> along_quartic"),
    "a slope that may be positive": (
        "quartic_slope c1 c2 c3 c4 1 <= 0 ->",
        "quartic_slope c1 c2 c3 c4 1 <= 1 ->",
    ),
    "no slope inwards": ("0 < quartic_slope (c1 x)", "0 <= quartic_slope (c1 x)"),
    "a discriminant that may be positive": ("k3 <= 0 -> 0 < w ->", "k3 <= 1 -> 0 < w ->"),
    "a discriminant that may be 0": (
        "  0 < cubic_discriminant k0 k1 k2 k3 ->\n",
        "  0 <= cubic_discriminant k0 k1 k2 k3 ->\n",
    ),
    "a fall at 1": ("0 < 3 * k3 + 2 * k2 + k1 ->", "0 <= 4 * k3 + 2 * k2 + k1 ->"),
    "another discriminant": ("256 * c4^3 * c0^3", "255 * c4^3 * c0^3"),
}


@pytest.mark.family(11)
@pytest.mark.parametrize("premise", WEAKER)
def test_the_lemmas_are_refused_with_less(premise: str, certified: Certified) -> None:
    with_library(certified.folder, own(NUMBERS).text)
    theorem, (right, less) = (LIBRARY / "Quartic_on_side.v").read_text("utf-8"), WEAKER[premise]
    before, hypothesis, after = theorem.partition(right)
    assert hypothesis
    (certified.folder / "Wrong.v").write_text(f"{before}{less}{after}")
    assert coqc(certified.folder, "Wrong.v").returncode != 0
