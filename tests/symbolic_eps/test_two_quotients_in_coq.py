"""Theorems on 1 + a p/q + b q/p: eps is stationary on one ray, and the sign of T tells where.

By hand, for a = b = 1: T = 256 + 4 (1 + 12 + 16 + 32) - (4 + 9 + 16) > 0, so the place is inside. For b = 2:
T = 256 a^2 + 4 a (8 + 48 + 32 + 32) - 2 (16 + 18 + 16) = 4 (64 a^2 + 120 a - 25), so that for a = 1/100 the
place is at p = 1.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest
import sympy as sp

from symbolic_eps import RiskProfile, infimum
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.coq.own_theorem import TheoremFile, theorem_file
from symbolic_eps.coq.shipped import LIBRARY, theorem_names
from symbolic_eps.coq.statements.statement import the_root
from symbolic_eps.coq.stationary import rays_proof
from symbolic_eps.errors import UndecidedError
from tests.symbolic_eps.coq_files import REAL_NUMBERS, accepted, coqc, with_library

INSIDE, AT_END, BOTH = "1 + p/q + q/p", "1 + p/(100*q) + 2*q/p", "1 + a*p/q + 2*q/p"


@cache
def derived(text: str) -> PiecewiseInfimum:
    return infimum(RiskProfile(text, ["a>0"] if text == BOTH else []))


@cache
def own(text: str) -> TheoremFile:
    return theorem_file(derived(text))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compiled")
    with_library(folder, own(INSIDE).text)
    return folder


@pytest.mark.parametrize(
    ("text", "rule", "order", "ends"),
    [
        (INSIDE, "inside_rays", "y' <= x'", "0 < x' < 1"),
        (AT_END, "at_rays_end", "y' = x'", "0 <= x' <= 1"),
    ],
)
def test_the_border_tells_which_root_it_is(
    text: str, rule: str, order: str, ends: str, compiled: Path
) -> None:
    made = own(text)
    assert made.names == ("recommended_budget",)
    assert not made.missing
    for told in (f"destruct ({rule} ", f"-> {order}) /\\", f"exists x' : R, ({ends} /\\"):
        assert told in made.text
    assert accepted(compiled, made.text) <= REAL_NUMBERS


def test_both_sides_of_the_border_are_cases(compiled: Path) -> None:
    made = own(BOTH)
    assert made.names == tuple(f"recommended_budget_{case}" for case in ("1", "2", "cases"))
    assert accepted(compiled, made.text) <= REAL_NUMBERS


def test_above_the_bound_of_b_there_is_none() -> None:
    """The premise of the one ray fails beyond it; that of `along_rays` has no lemma in Coq."""
    with pytest.raises(UndecidedError, match="3 > 29/10"):
        theorem_file(infimum(RiskProfile("1 + p/q + 3*q/p")))


PLANTED = {
    "another profile": (INSIDE, "p/q + 1 + q/p)", "p/q + 1 + 2*q/p)"),
    "a larger eps": (INSIDE, "(Finite (- ln x'))", "(Finite (1/1000 - ln x'))"),
    "the only root": (INSIDE, "-> y' <= x')", "-> y' = x')"),
    "the least root": (INSIDE, "-> y' <= x')", "-> x' <= y')"),
    "another polynomial": (INSIDE, "3*x'^9 + 170*x'^7", "3*x'^9 + 171*x'^7"),
    "another power of x": (INSIDE, "y ^ 3 *", "y ^ 4 *"),
    "another lemma on x and m": (INSIDE, "greatest_at_turn.", "forall x, 0 < x -> greatest_at_turn."),
    "the other side": (AT_END, "destruct (at_rays_end", "destruct (inside_rays"),
    "a smaller eps at the end": (AT_END, "(Finite (- ln x'))", "(Finite (- ln x' - 1/1000))"),
    "a condition dropped": (BOTH, "  64*a^2 + 120*a > 25 ->\n", ""),
    "a condition shifted": (BOTH, "64*a^2 + 120*a > 25 ->", "64*a^2 + 120*a > 24 ->"),
}


@pytest.mark.family(3)
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, compiled: Path) -> None:
    text, right, wrong = PLANTED[error]
    assert right in own(text).text
    (compiled / "Wrong.v").write_text(own(text).text.replace(right, wrong))
    assert coqc(compiled, "Wrong.v").returncode != 0


def test_the_premise_is_asked_for_the_bound_of_the_library() -> None:
    """Planted: for a greater b there is no certificate."""
    with patch.object(rays_proof, "LARGEST", sp.Rational(3)), pytest.raises(UndecidedError):
        theorem_file(derived(INSIDE))


@pytest.mark.parametrize(("number", "order"), [(0, "y' = x'"), (1, "x' <= y'"), (-1, "y' <= x'")])
def test_a_statement_tells_which_root(number: int, order: str) -> None:
    """Where roots are counted the ends are open, as `Branch` says."""
    (branch,) = derived(INSIDE).branches
    told = the_root(replace(branch, number=number))
    assert told.endswith(f"-> {order}) /\\")
    assert ("0 < x' < 1" in told) == ("0 < y' < 1" in told) == bool(number)


@pytest.mark.parametrize("number", [2, -2])
def test_no_statement_says_that_a_root_is_not_the_first(number: int) -> None:
    found = derived(INSIDE)
    counted = replace(found, branches=(replace(found.branches[0], number=number),))
    with pytest.raises(UndecidedError, match="2nd"):
        theorem_file(counted)
    assert theorem_names(counted, {}) == ()


WEAKER = {
    "no bound of b": (
        "0 < x <= 1 -> b <= 29 / 10 -> 0 < border -> 0 <= level x",
        "0 < x <= 1 -> b <= 4 -> 0 < border -> 0 <= level x",
    ),
    "T may be 0": (
        "b <= 29 / 10 -> 0 < border -> 0 <= level x -> tilt x < 0",
        "b <= 29 / 10 -> 0 <= border -> 0 <= level x -> tilt x < 0",
    ),
    "another border": ("256 * a^2 + 4 * a", "255 * a^2 + 4 * a"),
    "no priors at p = 1": ("0 <= turn p x /\\ 0 <= side x p) ->", "0 <= turn p x) ->"),
    "a slope that is not 0": ("rays X t = 0 -> rays_slope X t = 0 -> False", "rays X t = 0 -> False"),
    "a premise at another end": ("0 <= 1 - x - 2 * m ->", "0 <= 1 - x - 3 * m ->"),
    "roots below X": ("(forall x, X < x < 1 -> rays", "(forall x, X / 2 < x < 1 -> rays"),
}


@pytest.mark.family(3)
@pytest.mark.parametrize("premise", WEAKER)
def test_the_theorem_is_refused_with_less(premise: str, compiled: Path) -> None:
    theorem, (right, less) = (LIBRARY / "Two_quotients.v").read_text("utf-8"), WEAKER[premise]
    before, hypothesis, after = theorem.partition(right)
    assert hypothesis
    (compiled / "Wrong.v").write_text(f"{before}{less}{after}")
    assert coqc(compiled, "Wrong.v").returncode != 0
