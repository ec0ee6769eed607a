"""Theorems for max(1 + a/p, 1 + b/q) and max(a/p, 1 + b p/q), at the ends of the ridge and inside.

By hand, for a = 1/2: for p = t/2 and q = b t both bounds are 1 + 1/t, and (1 + t) F is
(1 + t) (x - x (1-x) t/2 + b (1-x^2) t^2/2) - t, a cubic in t, of whose discriminant e^-eps is a root.
At p = 1, q = 2 b, e^2eps = (3/2)(1/2 - b)/(1/2 - 3 b/2) = (3/2 - 3 b)/(1 - 3 b).
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
from symbolic_eps.minimum.stationary.ridge_of_quotient import ON_RIDGE as ON_RIDGE_OF_QUOTIENT
from symbolic_eps.minimum.stationary.ridge_of_two_terms import ON_RIDGE
from symbolic_eps.theory.symbols import DECAY, parameter
from tests.symbolic_eps.coq_files import (
    REAL_NUMBERS,
    Certified,
    accepted,
    coqc,
    levels,
    put_library,
    required,
    with_library,
)

ONE, BOTH = "max(1 + 1/(2*p), 1 + b/q)", "max(1 + a/p, 1 + b/q)"
QUOTIENT = "max(a/p, 1 + b*p/q)"
KNOWN: dict[str, tuple[str, ...]] = {ONE: ("b>0",), BOTH: ("a>0", "b>0"), QUOTIENT: ("a>0", "b>0")}


INSIDE = {ONE: ON_RIDGE, BOTH: ON_RIDGE, QUOTIENT: ON_RIDGE_OF_QUOTIENT}


@cache
def derived(text: str) -> PiecewiseInfimum:
    return infimum(RiskProfile(text, [*KNOWN[text]]))


@cache
def own(text: str) -> TheoremFile:
    return theorem_file(derived(text))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), own)


@pytest.mark.parametrize("text", [ONE, *(pytest.param(t, marks=pytest.mark.slow) for t in (BOTH, QUOTIENT))])
def test_coq_accepts_a_theorem_for_each_case(text: str, tmp_path: Path) -> None:
    branches, made = derived(text).branches, own(text)
    assert not made.missing and len(made.names) == len(branches) + 1
    words = [step.words for branch in branches for step in branch.steps]
    inside = "inside_of_quotient" if text == QUOTIENT else "inside_of_ridge"
    assert words.count(INSIDE[text]) == made.text.count(f"destruct ({inside} ") > 0
    with_library(tmp_path, made.text)
    assert accepted(tmp_path, made.text) <= REAL_NUMBERS


def test_the_levels_are_those_by_hand() -> None:
    text = " ".join(own(ONE).text.split())
    b, x, t = parameter("b"), DECAY, sp.Symbol("t")
    cubic = (1 + t) * (x - x * (1 - x) * t / 2 + b * (1 - x**2) * t**2 / 2) - t
    level = sp.discriminant(cubic, t)
    (polynomial,) = levels(text)
    assert not sp.cancel(level / polynomial / (1 - x) ** 2).has(x)
    assert "(Finite (ln((3/4 - 3*b/2)/(1/2 - 3*b/2))/2))." in text


PLANTED = {
    "eps doubled inside": (ONE, "(Finite (- ln x'))", "(Finite (- 2 * ln x'))"),
    "the end for more parameters": (ONE, "  5*b <= 1 ->", "  5*b <= 2 ->"),
    "inside for more parameters": (ONE, "  5*b > 1 ->", "  6*b > 1 ->"),
    "inside up to the other end": (ONE, "  b <= 1 ->", "  b <= 2 ->"),
    "eps doubled at q = 1": (QUOTIENT, "(2*(a^2 + 1 - 2*a)))))", "(a^2 + 1 - 2*a))))"),
    "eps doubled at p = 1": (QUOTIENT, "/2))", "))"),
    "q = 1 for more parameters": (QUOTIENT, "+ a*b^2 + 4*a*b + 1 >=", "+ a*b^2 + 4*a*b + 2 >="),
    "p = 1 for more parameters": (QUOTIENT, "  a^2 + b^2 >= ", "  a^2 + b^2 + 1 >= "),
    "inside the other ridge for more parameters": (
        QUOTIENT,
        "  3*a*b + 2*a >= b + 1 ->",
        "  3*a*b + 3*a >= b + 1 ->",
    ),
    "the greatest root": (ONE, "-> x' <= y')", "-> y' <= x')"),
    "the only root": (ONE, "-> x' <= y')", "-> y' = x')"),
    "another profile": (ONE, "Rmax (b/q + 1) (1 + 1/(2*p))", "Rmax (b/q + 1) (1 + 1/(3*p))"),
}


@pytest.mark.slow
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])


def test_no_theorem_where_an_end_decides() -> None:
    branches = derived(ONE).branches
    inside = next(branch for branch in branches if any(step.words == ON_RIDGE for step in branch.steps))
    planted = replace(inside, conditions=branches[0].conditions)
    with pytest.raises(UndecidedError, match=r"a step of its proof|no certificate"):
        theorem_file(replace(derived(ONE), branches=(planted,), proofs=derived(ONE).proofs[:1]))


def test_another_polynomial_has_no_proof() -> None:
    branches = derived(ONE).branches
    inside = next(branch for branch in branches if any(step.words == ON_RIDGE for step in branch.steps))
    assert inside.polynomial is not None
    wrong = replace(inside, polynomial=sp.expand(inside.polynomial + sp.Symbol("x", real=True)))
    with pytest.raises(UndecidedError, match="no root of what its profile gives"):
        theorem_file(replace(derived(ONE), branches=(wrong,), proofs=derived(ONE).proofs[:1]))


TERMS, QUOTIENTS = "Ridge_of_two_terms", "Ridge_of_quotient"
WEAKER = {
    "the end p = 1 decides": (
        TERMS,
        "ridge_decides : forall a b, 0 < a -> 0 < b -> a < b * (a + 2) ->",
        "ridge_decides : forall a b, 0 < a -> 0 < b -> a < b * (a + 3) ->",
    ),
    "the end q = 1 decides": (
        TERMS,
        "b <= a + a * b \\/ falls_at_q a b < 0 ->\n  inside",
        "b <= 2 * a \\/ falls_at_q a b < 0 ->\n  inside",
    ),
    "eps falls towards q = 1": (TERMS, "- 5 * a * b + b^2.", "- 5 * a * b."),
    "F < 0 on the ridge": (
        TERMS,
        "b * t <= 1 -> 0 <= along_ridge x t.",
        "b * t <= 1 -> -1 <= along_ridge x t.",
    ),
    "part of the ridge": (
        TERMS,
        "a * t <= 1 -> b * t <= 1 -> 0 <= along_ridge x t.",
        "2 * a * t <= 1 -> b * t <= 1 -> 0 <= along_ridge x t.",
    ),
    "no three signs": (
        TERMS,
        "three_real_roots : forall k0 k1 k2 k3 t, 0 < t -> 0 < k0 ->",
        "three_real_roots : forall k0 k1 k2 k3 t, 0 < t -> 0 <= k0 ->",
    ),
    "p = 1 for larger N": (QUOTIENTS, "1 < a -> n_sign a b <= 0 ->", "1 < a -> n_sign a b <= 1 ->"),
    "q = 1 for larger W": (
        QUOTIENTS,
        "v_sign a b < 0 -> w_sign a b <= 0 ->\n  forall",
        "v_sign a b < 0 -> w_sign a b <= 1 ->\n  forall",
    ),
    "inside for less N": (QUOTIENTS, "(1 < a /\\ 0 < n_sign a b) ->", "(1 < a /\\ -1 < n_sign a b) ->"),
    "inside for less V": (QUOTIENTS, "(a <= 1 /\\ 0 <= v_sign a b)", "(a <= 1 /\\ -1 <= v_sign a b)"),
}


@pytest.mark.slow
@pytest.mark.parametrize("premise", WEAKER)
def test_the_lemmas_are_refused_with_less(premise: str, tmp_path: Path) -> None:
    file, right, less = WEAKER[premise]
    theorem = (LIBRARY / f"{file}.v").read_text("utf-8")
    put_library(tmp_path, required(theorem))
    before, hypothesis, after = theorem.partition(right)
    assert hypothesis
    (tmp_path / "Wrong.v").write_text(f"{before}{less}{after}")
    assert coqc(tmp_path, "Wrong.v").returncode != 0
