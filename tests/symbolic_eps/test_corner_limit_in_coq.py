"""Theorems on limits near p = q = 1 (`minimum.stationary.corner_or_inside`).

By hand, for r* = 1 + a (1-p)/p + b (1-q)/q and b = 1/2: towards p = q = 1 with q = 1 F >= 0 asks for
x >= 1 - a, with p = 1 for x^2 >= 1/2. So e^-eps is the greater one, 1 - a where 2 (1 - a)^2 >= 1.
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
from symbolic_eps.minimum.stationary.corner_or_inside import AT_FIRST, AT_SECOND
from symbolic_eps.theory.symbols import DECAY
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, coqc, with_library

ONE, TWO = "1 + a*(1-p)/p + (1-q)/(2*q)", "1 + a*(1-p)/p + b*(1-q)/q"
KNOWN: dict[str, tuple[str, ...]] = {ONE: ("a>0",), TWO: ("a>0", "b>0")}


@cache
def derived(text: str) -> PiecewiseInfimum:
    return infimum(RiskProfile(text, [*KNOWN[text]]))


@cache
def own(text: str) -> TheoremFile:
    return theorem_file(derived(text))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), own)


def test_coq_accepts_a_theorem_for_each_limit(tmp_path: Path) -> None:
    made = own(ONE)
    assert not made.missing and len(made.names) == len(derived(ONE).branches) + 1
    assert made.text.count("(Finite (ln(1/(1 - a)))).") == 1 and made.text.count("(Finite (ln(2)/2)).") == 2
    assert "2*a^2 + 1 >= 4*a ->" in made.text
    with_library(tmp_path, made.text)
    assert accepted(tmp_path, made.text) <= REAL_NUMBERS


@pytest.mark.slow
def test_coq_accepts_a_theorem_for_each_case(tmp_path: Path) -> None:
    made, branches = own(TWO), derived(TWO).branches
    limits = [any(s.words in (AT_FIRST, AT_SECOND) for s in branch.steps) for branch in branches]
    assert sum(limits) == 8 and len(branches) == 12
    assert not made.missing and len(made.names) == 13
    for rule in ("limit_at_first", "limit_at_second", "limit_beside_second", "corner_enough"):
        assert f"apply {rule};" in made.text
    for number in (3, 4):
        assert made.text.count(f"exists x' : R, numbered_root {number} (fun y' =>") == 1
    with_library(tmp_path, made.text)
    assert accepted(tmp_path, made.text) <= REAL_NUMBERS


@cache
def inside() -> TheoremFile:
    """The case a, b >= 1 alone."""
    whole = derived(TWO)
    return theorem_file(replace(whole, branches=whole.branches[:1], proofs=whole.proofs[:1]))


def test_coq_accepts_an_inside_where_no_limit_is(tmp_path: Path) -> None:
    made = inside()
    assert not made.missing and "corner_inside" in made.text and "  a >= 1 ->\n  b >= 1 ->" in made.text
    with_library(tmp_path, made.text)
    assert accepted(tmp_path, made.text) <= REAL_NUMBERS


def test_another_eliminant_has_no_proof() -> None:
    whole = derived(TWO)
    branch = whole.branches[0]
    assert branch.polynomial is not None
    wrong = replace(branch, polynomial=sp.expand(branch.polynomial + DECAY / 3))
    with pytest.raises(UndecidedError, match="no root of what its profile gives"):
        theorem_file(replace(whole, branches=(wrong,), proofs=whole.proofs[:1]))


def test_an_inside_elsewhere_has_no_proof() -> None:
    whole = derived(TWO)
    for at, other in ((0, 1), (3, 2), (7, 6)):
        planted = replace(whole.branches[at], conditions=whole.branches[other].conditions)
        with pytest.raises(UndecidedError):
            theorem_file(replace(whole, branches=(planted,), proofs=whole.proofs[:1]))


def test_no_theorem_where_another_limit_is_said_to_be() -> None:
    branches = derived(ONE).branches
    planted = replace(branches[0], conditions=branches[1].conditions)
    with pytest.raises(UndecidedError):
        theorem_file(replace(derived(ONE), branches=(planted,), proofs=derived(ONE).proofs[:1]))


def test_another_polynomial_has_no_proof() -> None:
    branch = derived(ONE).branches[0]
    assert branch.polynomial is not None
    wrong = replace(branch, polynomial=sp.expand(branch.polynomial + DECAY / 3))
    with pytest.raises(UndecidedError, match="no root of what its profile gives"):
        theorem_file(replace(derived(ONE), branches=(wrong,), proofs=derived(ONE).proofs[:1]))


PROFILE = "(fun p q => a*(1 - p)/p + 1 + (1 - q)/(2*q))"
PLANTED = {
    "another profile": (ONE, PROFILE, "(fun p q => a*(1 - p)/p + 1 + (1 - q)/(3*q))"),
    "eps doubled": (ONE, "(Finite (ln(1/(1 - a))))", "(Finite (2*ln(1/(1 - a))))"),
    "the other limit": (ONE, "(Finite (ln(1/(1 - a))))", "(Finite (ln(2)/2))"),
    "more parameters": (ONE, "  2*a^2 + 1 >= 4*a ->", "  2*a^2 + 2 >= 4*a ->"),
    "a condition dropped": (ONE, "  2*a^2 + 1 >= 4*a ->\n", ""),
    "fewer at the other one": (ONE, "  4*a > 2*a^2 + 1 ->", "  5*a > 2*a^2 + 1 ->"),
    "the other theorem": (ONE, "by (apply limit_at_first; lra)", "by (apply limit_at_second; lra)"),
}


@pytest.mark.family(18)
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])


PLANTED_IN_CASES = {
    "a later limit": (TWO, "  3*a <= 2 ->", "  4*a <= 3 ->"),
    "a later second limit": (TWO, "  9*b <= 8 ->", "  10*b <= 9 ->"),
    "the neighbouring root": (TWO, "x' : R, numbered_root 4 (", "x' : R, numbered_root 3 ("),
    "the neighbour of the third": (TWO, "x' : R, numbered_root 3 (", "x' : R, numbered_root 4 ("),
    "a greater root": (TWO, "-> x' <= y')", "-> y' <= x')"),
    "an earlier inside": (TWO, "  a >= 1 ->\n  b >= 1 ->", "  2*a >= 1 ->\n  b >= 1 ->"),
    "inside at once": (TWO, "  3*a > 2 ->", "  4*a > 2 ->"),
    "beyond the line": (TWO, "23*b >= 16*a^2*b + 8*a + 16*b^2 + 8", "23*b >= 16*a^2*b + 8*a + 16*b^2 + 7"),
}


@pytest.mark.slow
@pytest.mark.parametrize("error", PLANTED_IN_CASES)
def test_coq_refuses_what_is_planted_in_cases(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED_IN_CASES[error])


WEAKER = {
    "an earlier limit": ("0 < x < 1 -> 1 <= 3 * x -> 0 <= u ->", "0 < x < 1 -> 1 <= 4 * x -> 0 <= u ->"),
    "g < 0": ("x = 1 - a -> 0 <= b + x^2 - 1 ->", "x = 1 - a -> -1 <= b + x^2 - 1 ->"),
    "f < 0": ("x^2 = 1 - b -> 0 <= a + x - 1 ->", "x^2 = 1 - b -> -1 <= a + x - 1 ->"),
    "before the line": ("  1 - 3 * x <= 4 * x * (a + x - 1) ->", "  1 - 4 * x <= 4 * x * (a + x - 1) ->"),
    "the line moved": ("<= (1 - b) * (4 * a - 1)^2 ->", "<= (1 - b) * (4 * a)^2 ->"),
    "another G": ("a * x * u^2) * v", "2 * a * x * u^2) * v"),
}


@pytest.mark.slow
@pytest.mark.parametrize("premise", WEAKER)
def test_the_lemmas_are_refused_with_less(premise: str, tmp_path: Path) -> None:
    with_library(tmp_path, own(ONE).text)
    theorem, (right, less) = (LIBRARY / "Corner_or_inside.v").read_text("utf-8"), WEAKER[premise]
    before, hypothesis, after = theorem.partition(right)
    assert hypothesis
    (tmp_path / "Wrong.v").write_text(f"{before}{less}{after}")
    assert coqc(tmp_path, "Wrong.v").returncode != 0
