"""Theorems where one prior is left, P is a cubic in it, and the prior's end 1 may decide.

By hand, for r* = 1 + a/q^2 with p fixed: at q = 1, F = 0 says that x (1 - p) = 1/(1 + a) - p, so that the end
may decide only where p (1 + a) < 1. For fixed q and 1 + a/p^2, it says that (1 - q) x^2 = 1/(1 + a) - q.
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
from symbolic_eps.minimum.stationary.end_of_cubic import is_at_end_of_cubic, is_beyond_end
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, coqc, with_library

OF_Q, OF_P = "1 + a/q**2", "1 + a/p**2"
QUESTIONS = {
    OF_Q: RiskProfile(OF_Q, ["a>0", "0<p<1"], {"p": "p"}),
    OF_P: RiskProfile(OF_P, ["a>0", "0<q<1"], {"q": "q"}),
    "two powers": RiskProfile("1 + b/p + a/p**2", ["a>0", "b>0"], {"q": "1/2"}),
    "three terms": RiskProfile("c + b/q + a/q**2", ["a>0", "b>0", "c>1"], {"p": "1/3"}),
}
"""Profiles with cases of this kind, by what is asked of them."""


@cache
def derived(kind: str) -> PiecewiseInfimum:
    return infimum(QUESTIONS[kind])


@cache
def own(kind: str) -> TheoremFile:
    return theorem_file(derived(kind))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), own)


@pytest.mark.family(15)
@pytest.mark.parametrize("kind", QUESTIONS)
def test_coq_accepts_a_theorem_for_each_case(kind: str, tmp_path: Path) -> None:
    branches, made = derived(kind).branches, own(kind)
    assert {is_beyond_end(b) for b in branches if is_at_end_of_cubic(b)} == {False, True}
    assert not made.missing and len(made.names) == len(branches) + 1
    for rule in ("apply (nowhere_negative_before_end ", "destruct (least_beyond_end "):
        assert rule in made.text
    with_library(tmp_path, made.text)
    assert accepted(tmp_path, made.text) <= REAL_NUMBERS


SIGN = "2*a^3*p^2 + 6*a^2*p^2 + 2*a^2 + 4*a*p^2 + 2*a"
PLANTED = {
    "another profile": (OF_Q, "(fun p q => a/q^2 + 1)", "(fun p q => 2*a/q^2 + 1)"),
    "the other prior": (OF_Q, "(fun p' q' => p' = p)", "(fun p' q' => q' = p)"),
    "twice the eps of the end": (OF_Q, "(1 - a*p - p)))", "(1 - a*p - p))*2)"),
    "half the eps of the end": (OF_P, "(1 - a*q - q))/2)", "(1 - a*q - q)))"),
    "eps doubled": (OF_Q, "(Finite (- ln x'))", "(Finite (- 2 * ln x'))"),
    "a smaller eps": (OF_Q, "(Finite (- ln x'))", "(Finite (- ln x' - 1/1000))"),
    "the greatest root": (OF_Q, "-> x' <= y')", "-> y' <= x')"),
    "the only root": (OF_Q, "-> x' <= y')", "-> y' = x')"),
    "the end where P falls inwards": (OF_Q, f"  {SIGN} >= ", f"  {SIGN} <= "),
    "the end for more parameters": (OF_Q, f"  {SIGN} >= ", f"  3*a + {SIGN} >= "),
    "the discriminant for more parameters": (OF_Q, f" > {SIGN} ->", f" > {SIGN} - 2*a ->"),
    "an end that is a place everywhere": (OF_Q, "  a*p + p < 1 ->\n  2*a", "  2*a"),
    "no sign of the even part": (OF_P, "  a*q + 1 > a + q ->\n  a^4*q +", "  a^4*q +"),
    "the other sign of the slope": (OF_P, "end_1). left. lra.", "end_1). right. lra."),
    "another power of X": (OF_P, ") 2%nat ltac", ") 1%nat ltac"),
    "a slope of another place": (OF_Q, "(v_p - v_p*X^2) 1 <= 0)", "(v_p - v_p*X^2) 0 <= 0)"),
    "another end": (OF_Q, "alpha0 gamma0 at_1 inwards", "alpha0 gamma0 at_0 inwards"),
    "no order of levels": (OF_Q, "bends opens (", "bends bends ("),
}


@pytest.mark.family(96)
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])


def ends(kind: str) -> tuple[Branch, Branch]:
    """The case of the end, and that beyond it."""
    at_end, *_, beyond = filter(is_at_end_of_cubic, derived(kind).branches)
    assert not is_beyond_end(at_end) and is_beyond_end(beyond)
    return at_end, beyond


def refused(kind: str, planted: Branch) -> str:
    """Why the planted branch has no theorem."""
    found = replace(derived(kind), branches=(planted,), proofs=derived(kind).proofs[:1])
    with pytest.raises(UndecidedError) as error:
        theorem_file(found)
    return str(error.value)


@pytest.mark.parametrize("kind", [OF_Q, OF_P])
def test_no_theorem_with_the_conditions_of_the_other_case(kind: str) -> None:
    at_end, beyond = ends(kind)
    for branch, other in ((at_end, beyond), (beyond, at_end)):
        reason = refused(kind, replace(branch, conditions=other.conditions))
        assert any(w in reason for w in ("does not hold", "no certificate", "the sign of the slope"))


def test_another_polynomial_has_no_proof() -> None:
    for branch in ends(OF_Q):
        assert branch.polynomial is not None
        planted = replace(branch, polynomial=sp.expand(branch.polynomial * (2 + sp.Symbol("x", real=True))))
        assert "no root of what its profile gives" in refused(OF_Q, planted)


WEAKER = {
    "a slope that may be positive": ("cubic_slope k1 k2 k3 1 <= 0 ->", "cubic_slope k1 k2 k3 1 <= 1 ->"),
    "nothing at 0": ("0 < v <= 1 -> 0 < k0 ->", "0 < v <= 1 -> k0 < 0 ->"),
    "three roots": ("(k3 <= 0 -> k2 <= 0) -> 0 <= cubic", "(k3 <= 0 -> k2 <= 1) -> 0 <= cubic"),
    "a root on the left": ("0 < w -> 0 < k0 -> 0 < k3 -> cubic", "0 < w -> 0 < k3 -> 0 < k3 -> cubic"),
    "no leading coefficient": ("0 < w -> 0 < k0 -> 0 < k3 -> cubic", "0 < w -> 0 < k0 -> 0 <= k3 -> cubic"),
    "no value below": ("0 < k3 -> cubic k0 k1 k2 k3 w < 0 ->", "0 < k3 -> cubic k0 k1 k2 k3 w <= 0 ->"),
    "a quadratic": ("(k3 <= 0 -> k2 <= 0) -> 0 < k3", "(k3 < 0 -> k2 <= 0) -> 0 < k3"),
    "a slope of any sign": ("0 < X -> 0 < alpha -> e1 < 0 ->", "0 < X -> 0 < alpha -> e1 < 1 ->"),
    "one sign of the slope": (
        "(u <= 0 \\/ u^2 - e1^2 * alpha * gamma <= 0 ->",
        "(u <= 0 \\/ u^2 - e1^2 * alpha * gamma <= 1 ->",
    ),
    "no slope inwards": ("0 < cubic_slope (k1 x)", "0 <= cubic_slope (k1 x)"),
    "an order that is turned": ("y < 1 -> 0 < k3 y -> 0 < k3 x.", "y < 1 -> 0 < k3 x -> 0 < k3 y."),
    "roots beyond X": ("(forall x, 0 < x < X -> on_side k", "(forall x, 0 < x -> on_side k"),
    "a level of 0": ("Hypothesis gamma0 : 0 < gamma.", "Hypothesis gamma0 : 0 <= gamma."),
}


@pytest.mark.family(18)
@pytest.mark.parametrize("premise", WEAKER)
def test_the_lemmas_are_refused_with_less(premise: str, certified: Certified) -> None:
    with_library(certified.folder, own(OF_Q).text)
    theorem, (right, less) = (LIBRARY / "End_of_cubic.v").read_text("utf-8"), WEAKER[premise]
    before, hypothesis, after = theorem.partition(right)
    assert hypothesis
    (certified.folder / "Wrong.v").write_text(f"{before}{less}{after}")
    assert coqc(certified.folder, "Wrong.v").returncode != 0
