"""What theorems say: the question and the answer, in the words of `Privacy.v` alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

import pytest
import sympy as sp

from symbolic_eps import RiskProfile, infimum
from symbolic_eps.coq.shipped import LIBRARY, theorem_names
from symbolic_eps.coq.statements.setting import SETTINGS
from symbolic_eps.coq.statements.statement import all_cases, as_coq, statement
from symbolic_eps.coq.statements.values import part_of, written
from symbolic_eps.errors import InputError
from symbolic_eps.theory.symbols import parameter
from tests.symbolic_eps.theorem_kinds import LONG, OWN, closed_form
from verify.language.condition import positive


def test_a_statement_by_hand() -> None:
    """Typed from the question, not from what is printed: nothing is left out of it, and nothing added."""
    profile = RiskProfile(
        "max(a/(p*q), r, 2/p)", ["0<a<1", "r>=3"], fixed={"q": "1/2"}, box=["p<=t", "0<t<1"]
    )
    first = infimum(RiskProfile("r", ["r>1"])).branches[0]
    branch = replace(first, conditions=(positive(sp.Symbol("a", real=True) - sp.Rational(1, 3)),))
    text = " ".join(statement("t", profile, branch).split())
    for premise in ("a > 0 ->", "a < 1 ->", "r >= 3 ->", "3*a > 1 ->"):
        assert premise in text or premise.replace("3*a > 1", "a > 1/3") in text, (premise, text)
    assert "is_budget (fun p' q' => q' = 1/2 /\\ p' <= t" in text
    assert "(fun p q => Rmax r (Rmax (2/p) (a/(p*q)))) (Finite (ln(r)/2))." in text


def test_every_condition_of_a_branch_and_of_a_domain_is_stated() -> None:
    """Typed from the question: two of each, so that none stands for the others."""
    a, c = parameter("a"), parameter("c")
    known = RiskProfile("max(a/q, c)", ["a>1", "c>1"], fixed={"p": "1/3", "q": "1/2"})
    first = infimum(RiskProfile("r", ["r>1"])).branches[0]
    text = " ".join(
        statement("t", known, replace(first, conditions=(positive(a - 5), positive(c - a)))).split()
    )
    assert "forall a c : R, a > 1 -> c > 1 -> a > 5 -> a < c -> is_budget" in text
    assert "(fun p' q' => p' = 1/3 /\\ q' = 1/2)" in text
    boxed = RiskProfile("c", ["c>1"], box=["p<=1/2", "q>=1/4"])
    assert "(fun p q => p <= 1/2 /\\ q >= 1/4)" in statement("t", boxed, first)
    half = RiskProfile("c", ["c>1"], fixed={"q": "1/2"}, box=["p>=1/4", "p<=3/4"])
    assert "(fun p' q' => q' = 1/2 /\\ p' >= 1/4 /\\ p' <= 3/4)" in statement("t", half, first)
    curved = RiskProfile("c", ["c>1"], fixed={"p": "1/3"}, box=["p*q<=1/4"])
    assert "(fun p' q' => p' = 1/3 /\\ p'*q' <= 1/4)" in statement("t", curved, first)
    known = RiskProfile("c", ["c>1"], fixed={"p": "p"}, box=["p*q<=1/4"])
    assert "(fun p' q' => p' = p /\\ p*q' <= 1/4)" in statement("t", known, first)


def test_one_of_the_cases_holds_with_all_its_conditions() -> None:
    """Typed from the question; a case without conditions always holds."""
    a, c = parameter("a"), parameter("c")
    profile = RiskProfile("max(a/q, c)", ["a>1", "c>1"], fixed={"q": "1"})
    two = [(positive(a - 5), positive(c - a)), (positive(5 - a),)]
    told = " ".join(all_cases("t", profile, two).split())
    assert told == "Theorem t : forall a c : R, a > 1 -> c > 1 -> (a > 5 /\\ a < c) \\/ a < 5."
    assert all_cases("t", profile, [()]).split()[-2:] == ["->", "True."]


def test_what_has_no_statement_is_refused_in_a_line() -> None:
    derived = infimum(RiskProfile("r", ["r>1"]))
    named = infimum(RiskProfile("forall", ["forall>1"]))
    with pytest.raises(InputError, match="the parameter forall has a name that Coq cannot use"):
        statement("t", named.profile, named.branches[0])
    for text, told in {
        "piecewise((r, p<=1/2), oo)": "profiles with a bound at all priors only",
        "piecewise((r, max(p, q)<=1/2), 2)": "cases by comparisons of rational functions only",
        "r + 1/p**(1/2)": "rational profiles, their maxima, minima and cases only",
    }.items():
        with pytest.raises(InputError, match=told):
            statement("t", RiskProfile(text, ["r>1"]), derived.branches[0])
    assert theorem_names(named, {}) == ()


@pytest.mark.parametrize(
    ("profile", "text"),
    {
        "piecewise((a, p<1/2), c)": "if Rlt_le_dec p (1/2) then a else c",
        "piecewise((a, 1/p<=2*q), c)": "if Rle_lt_dec (1/p) (2*q) then a else c",
        "piecewise((a, p>=1/2), c)": "if Rle_lt_dec (1/2) p then a else c",
        "max(piecewise((a, p<=q), c), r)": "Rmax r (if Rle_lt_dec p q then a else c)",
        "min(r, piecewise((a, p<=q), oo))": "if Rle_lt_dec p q then Rmin r a else r",
        "2*max(p, q)/q": "2*(Rmax p q)/q",
        "min(max(a, c), r)": "Rmin r (Rmax a c)",
    }.items(),
)
def test_profiles_are_written_as_they_are(profile: str, text: str) -> None:
    """Typed from the question."""
    assert written(part_of(RiskProfile(profile).bound), as_coq) == text


def test_conditions_joined_by_words_are_asked_one_after_the_other() -> None:
    """Typed from the meaning of and, or, not and unequal."""
    a, c, p, q = map(parameter, "acpq")
    low, below = p <= q, q < sp.Rational(1, 2)
    for guard, text in {
        sp.And(low, below): "if Rle_lt_dec p q then if Rlt_le_dec q (1/2) then a else c else c",
        sp.Or(low, below): "if Rle_lt_dec p q then a else if Rlt_le_dec q (1/2) then a else c",
        sp.Not(sp.And(low, below), evaluate=False): (
            "if Rle_lt_dec p q then if Rlt_le_dec q (1/2) then c else a else a"
        ),
        sp.Ne(p, q): "if Req_EM_T p q then c else a",
    }.items():
        assert written(part_of(sp.Piecewise((a, guard), (c, True), evaluate=False)), as_coq) == text


@pytest.mark.parametrize(("variant", "word"), [("bounded", "bounded"), ("invariant", "invariant")])
def test_variants_are_stated_in_their_setting(variant: str, word: str) -> None:
    derived = infimum(RiskProfile("r", ["r>1"], variant=variant))
    text = statement("t", derived.profile, derived.branches[0])
    assert f"is_budget_in {word} (fun p q => True) (fun p q => r)" in text
    assert "(Finite (ln(r)))" in text


REAL_NUMBERS = {"R", "ln", "sqrt", "Rmax", "Rmin", "Rle_lt_dec", "Rlt_le_dec"}
"""Functions of Coq's real numbers, and comparisons by which cases are told apart."""

LANGUAGE = {"Theorem", "forall", "fun", "if", "then", "else", "True"}

DEFINED = {"is_budget", "is_budget_in", "Finite", "Unbounded"}
"""In `Privacy.v`."""

OF_A_ROOT = {"exists", "x'", "y'"}
"""Of a number without a form in square roots the statement says which root it is: of no F, but of its own."""


def other_words(text: str, parameters: Iterable[sp.Symbol]) -> set[str]:
    """The words of a statement that are neither a definition nor a parameter, a prior or a real function."""
    known = {"named", "p", "q", "p'", "q'", *SETTINGS, *REAL_NUMBERS, *LANGUAGE, *DEFINED}
    return set(re.findall(r"[A-Za-z_][\w']*", text)) - known - {v.name for v in parameters}


@pytest.mark.family(48)
@pytest.mark.parametrize(
    "kind", [pytest.param(k, marks=[pytest.mark.slow] if k in LONG else []) for k in OWN]
)
def test_a_statement_of_each_kind_is_in_the_words_of_the_definitions_alone(kind: str) -> None:
    """No polynomial F, no certificate, no x: a profile, a domain, conditions on parameters, a budget."""
    derived = closed_form(kind)
    for branch in derived.branches:
        text = statement("named", derived.profile, branch)
        root = branch.polynomial is not None and branch.epsilon is None
        assert other_words(text, derived.profile.parameters) == (OF_A_ROOT if root else set())
    cases = [part.conditions for part in (*derived.branches, *derived.empty)]
    assert not other_words(all_cases("named", derived.profile, cases), derived.profile.parameters)


def test_planted_words_of_a_proof_are_seen() -> None:
    words = (LIBRARY / "Privacy.v").read_text("utf-8")
    assert set(re.findall(r"\w+", words)) >= DEFINED
    text = "Theorem named : forall r : R, 0 <= floor p q x r -> is_budget (fun p q => True) (fun p q => r)"
    assert other_words(text, [parameter("r")]) == {"floor", "x"}
