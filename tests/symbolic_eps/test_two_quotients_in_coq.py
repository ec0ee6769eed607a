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
from symbolic_eps.coq.stationary import rays_premises
from symbolic_eps.errors import UndecidedError
from tests.symbolic_eps.coq_files import REAL_NUMBERS, accepted, coqc, with_library

INSIDE, AT_END, BOTH = "1 + p/q + q/p", "1 + p/(100*q) + 2*q/p", "1 + a*p/q + 2*q/p"
LARGE, SMALL_A, FURTHER = "1 + p/q + 3*q/p", "1 + p/(100*q) + 3*q/p", "1 + a*p/q + 5*q/p"
GREATER_AT_END, GREATER_INSIDE = "1 + p/(4*q) + 5*q/p", "1 + p/(2*q) + 10*q/p"
HARDLY_AT_END, NEXT_TO_B = "1 + 3*p/(10*q) + 4*q/p", "1 + p/(4*q) + 3*q/p"
FOR_ALL, FOR_EACH_B = "1 + a*p/q + b*q/p", "1 + p/(100*q) + b*q/p"

ASSUMED = {BOTH: ["a>0"], FURTHER: ["a>0"], FOR_ALL: ["a>0", "b>0"], FOR_EACH_B: ["b>0"]}


@cache
def derived(text: str) -> PiecewiseInfimum:
    return infimum(RiskProfile(text, ASSUMED.get(text, ())))


@cache
def own(text: str) -> TheoremFile:
    return theorem_file(derived(text))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compiled")
    for text in (INSIDE, LARGE, GREATER_AT_END):
        with_library(folder, own(text).text)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "rule", "order", "ends"),
    [
        (INSIDE, "inside_rays", "y' <= x'", "0 < x' < 1"),
        (AT_END, "at_rays_end", "y' = x'", "0 <= x' <= 1"),
        (LARGE, "inside_rays", "y' <= x'", "0 < x' < 1"),
        (SMALL_A, "at_rays_end", "y' = x'", "0 <= x' <= 1"),
        (GREATER_AT_END, "end_of_both", "y' = x'", "0 <= x' <= 1"),
        (GREATER_INSIDE, "inside_of_both", "y' <= x'", "0 < x' < 1"),
        (HARDLY_AT_END, "end_of_both", "y' = x'", "0 <= x' <= 1"),
        (NEXT_TO_B, "end_of_both", "y' = x'", "0 <= x' <= 1"),
    ],
)
def test_the_border_tells_which_root_it_is(
    text: str, rule: str, order: str, ends: str, compiled: Path
) -> None:
    made = own(text)
    assert made.names == ("recommended_budget",)
    assert not made.missing
    for told in (f"destruct ({rule} ", f"-> {order}) /\\", f"exists x' : R, ({ends} /\\"):
        assert told in " ".join(made.text.split())
    assert accepted(compiled, made.text) <= REAL_NUMBERS


@pytest.mark.slow
def test_both_sides_of_the_border_are_cases(compiled: Path) -> None:
    made = own(BOTH)
    assert made.names == tuple(f"recommended_budget_{case}" for case in ("1", "2", "cases"))
    assert accepted(compiled, made.text) <= REAL_NUMBERS


CASES = {
    FOR_EACH_B: {"rays_none_beyond", "rays_not_touched", "none_touched_apart"},
    FURTHER: {"none_beyond_X", "none_touched_apart", "on_either_ray"},
    FOR_ALL: {"rays_none_beyond", "none_beyond_X", "rays_not_touched", "none_touched_apart", "on_either_ray"},
}
"""What the theorems rest on: b below 3 or not, for T > 0; b < b*, a <= 1/5, or neither, for T <= 0."""


@pytest.mark.slow
@pytest.mark.parametrize("text", CASES)
def test_each_case_of_large_b_has_its_theorem(text: str, compiled: Path) -> None:
    made, found = own(text), derived(text)
    assert not made.missing and len(made.names) == len(found.branches) + 1
    used = {lemma for lemma in {*CASES[FOR_ALL], "none_touched_small"} if f"{lemma} (" in made.text}
    assert used == CASES[text]
    assert accepted(compiled, made.text) <= REAL_NUMBERS


@pytest.mark.slow
def test_one_theorem_where_b_is_known_too_little(compiled: Path) -> None:
    """T <= 0 and a <= 1/5 for all b from 2 on, below b* and beyond it: Coq tells the two proofs apart."""
    found = derived(SMALL_A)
    profile = RiskProfile("1 + p/(100*q) + b*q/p", ["b>=2"])
    told = infimum(profile)
    end = next(b for b in told.branches if any("at the end" in step.words for step in b.steps))
    whole = replace(told, branches=(replace(end, conditions=()),), proofs=found.proofs[:1], empty=())
    made = theorem_file(whole)
    assert "none_touched_small (" in made.text
    assert accepted(compiled, made.text) <= REAL_NUMBERS


PLANTED = {
    "another profile": (INSIDE, "p/q + 1 + q/p)", "p/q + 1 + 2*q/p)"),
    "a larger eps": (INSIDE, "(Finite (- ln x'))", "(Finite (1/1000 - ln x'))"),
    "the only root": (INSIDE, "-> y' <= x')", "-> y' = x')"),
    "the least root": (INSIDE, "-> y' <= x')", "-> x' <= y')"),
    "another polynomial": (INSIDE, "3*x'^9 + 170*x'^7", "3*x'^9 + 171*x'^7"),
    "another power of x": (INSIDE, "y ^ 3 *", "y ^ 4 *"),
    "another lemma on x and m": (AT_END, "holds : low_at_turn.", "holds : forall x, 0 < x -> low_at_turn."),
    "another lemma on n": (LARGE, "holds : less_before_turn.", "holds : large_before_turn."),
    "the other side": (AT_END, "destruct (at_rays_end", "destruct (inside_rays"),
    "a smaller eps at the end": (AT_END, "(Finite (- ln x'))", "(Finite (- ln x' - 1/1000))"),
    "a condition dropped": (BOTH, "  64*a^2 + 120*a > 25 ->\n", ""),
    "a condition shifted": (BOTH, "64*a^2 + 120*a > 25 ->", "64*a^2 + 120*a > 24 ->"),
    "eps doubled for large b": (LARGE, "(Finite (- ln x'))", "(Finite (- 2 * ln x'))"),
    "the least root for large b": (LARGE, "-> y' <= x')", "-> x' <= y')"),
    "a larger eps for small a": (SMALL_A, "(Finite (- ln x'))", "(Finite (1/1000 - ln x'))"),
    "only one of two rays": (FURTHER, "side_discriminant (v_a) (5) y * rays", "rays"),
    "a root that is not there": (GREATER_AT_END, "-> y' = x')", "-> y' = 2 * x')"),
    "the other of both": (GREATER_INSIDE, "destruct (inside_of_both", "destruct (end_of_both"),
    "fewer halvings": (HARDLY_AT_END, "(horner_positive 200", "(horner_positive 2"),
    "an end beyond the roots": (GREATER_INSIDE, "(1) 1 X); [vm", "(1) 2 X); [vm"),
    "more of a on one ray": (FURTHER, "  5*a <= 1 ->", "  4*a <= 1 ->"),
    "more of a on either ray": (FURTHER, "  5*a > 1 ->", "  6*a > 1 ->"),
}


@pytest.mark.family(36)
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, compiled: Path) -> None:
    text, right, wrong = PLANTED[error]
    assert right in own(text).text
    (compiled / "Wrong.v").write_text(own(text).text.replace(right, wrong))
    assert coqc(compiled, "Wrong.v").returncode != 0


def test_the_premise_is_asked_for_the_bound_of_the_library() -> None:
    """Planted: for a greater a there is no certificate."""
    with patch.object(rays_premises, "APART", sp.Rational(3, 10)), pytest.raises(UndecidedError):
        theorem_file(derived(SMALL_A))


@pytest.mark.parametrize("name", ["low_at_turn", "less_at_turn", "large_before_turn", "less_before_turn"])
def test_each_premise_is_shown(name: str) -> None:
    """Planted: a premise without one of its hypotheses, of which there are points."""
    text = AT_END if name.endswith("at_turn") else LARGE
    *_, last = wrong = rays_premises.FALSE[name]()
    planted = {**rays_premises.FALSE, name: lambda: tuple(c for c in wrong if c != last)}
    with patch.object(rays_premises, "FALSE", planted), pytest.raises(UndecidedError, match="does not hold"):
        theorem_file(derived(text))


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
    "no bound of b": ("0 < x <= 1 -> b < 3 -> 0 < border", "0 < x <= 1 -> b < 4 -> 0 < border"),
    "T may be 0": (
        "0 <= x -> 0 < border -> level x = 0 -> tilt x < 0",
        "0 <= x -> 0 <= border -> level x = 0 -> tilt x < 0",
    ),
    "b may be b*": ("less_at_turn -> beyond < 0 -> 0 < x", "less_at_turn -> beyond <= 1 -> 0 < x"),
    "no end of a": (
        "Theorem at_rays_end : none_touched -> a < 1 ->",
        "Theorem at_rays_end : none_touched -> a < 2 ->",
    ),
    "another border": ("256 * a^2 + 4 * a", "255 * a^2 + 4 * a"),
    "no priors at p = 1": ("0 <= turn p x /\\ 0 <= side x p) ->", "0 <= turn p x) ->"),
    "a slope that is not 0": ("rays X t = 0 -> rays_slope X t = 0 -> False", "rays X t = 0 -> False"),
    "a premise at another end": ("0 <= 1 - x - 2 * m ->", "0 <= 1 - x - 3 * m ->"),
    "roots below X": ("(forall x, X < x < 1 -> rays", "(forall x, X / 2 < x < 1 -> rays"),
}


WEAKER_BEYOND = {
    "no bound of a": ("less_before_turn -> 1 / 64 <= a", "less_before_turn -> 0 <= a"),
    "no bound of b": ("1 / 64 <= a -> 0 <= beyond b", "1 / 64 <= a -> -1 <= beyond b"),
    "b below 29/10": ("more_at_turn -> 29 / 10 <= b", "more_at_turn -> 28 / 10 <= b"),
    "a above 1/5": ("29 / 10 <= b -> a <= 1 / 5", "29 / 10 <= b -> a <= 1 / 4"),
    "T may be positive": ("1 / 5 < a -> border a b <= 0 ->", "1 / 5 < a -> border a b <= 1000 ->"),
    "another e": ("4 * n * (1 - n)^3 * (2", "3 * n * (1 - n)^3 * (2"),
    "a third root beyond": ("  u <= turn_of x -> (forall z", "  u <= 1 -> (forall z"),
    "no root beyond c": ("(exists z, 0 < z < 1 /\\ c <= z /\\", "(exists z, 0 < z < 1 /\\ c - 1 <= z /\\"),
    "all multiple roots below 0": ("x < 1 -> t < 0 ->", "x < 1 -> t <> 0 ->"),
    "only one discriminant": (
        "side_discriminant a b X * rays_discriminant a b X = 0",
        "rays_discriminant a b X = 0",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "right", "less"),
    [
        *(pytest.param("Two_quotients", *pair, id=name) for name, pair in WEAKER.items()),
        *(pytest.param("Two_rays", *pair, id=f"{name} (large b)") for name, pair in WEAKER_BEYOND.items()),
    ],
)
def test_the_theorems_are_refused_with_less(file: str, right: str, less: str, compiled: Path) -> None:
    before, hypothesis, after = (LIBRARY / f"{file}.v").read_text("utf-8").partition(right)
    assert hypothesis
    (compiled / "Wrong.v").write_text(f"{before}{less}{after}")
    assert coqc(compiled, "Wrong.v").returncode != 0
