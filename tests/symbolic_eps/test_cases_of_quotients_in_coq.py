"""Theorems on profiles whose cases compare quotients; where a denominator may be 0 there is none.

By hand, at q -> 0, where F = p x^2 + (1 - p) x - 1/r*. With r* = 3/2 up to p = 1/4 and 3 beyond:
3 x^2 + 9 x = 8 at p = 1/4, 1/x = (9 + sqrt(177))/16; beyond, at p = 1, x^2 = 1/3 only. With r* = 2 below
p = 1/2 and 3 from there on: x^2 + x = 1 in the limit p -> 1/2, 1/x = (1 + sqrt(5))/2. With r* = 2 but for
p = 1/2: x^2 = 1/2 at p = 1. At q = 1, with r* = 2 below p = 1/2 and more beyond: x = 1/2 in the limit p -> 0.
p/(p^2 - p + 1/2) < 4/5 says (1 - 4 p) (2 - p) > 0, so p < 1/4.

1 + 1/(8 p - 2) is 7/6 at p = 1, where x^2 = 6/7 at q -> 0, and x^2/2 + 1/2 = 6/7 at q = 1/2. 2 + 1/(2 - 5 p)
is more than 5/4, so that x^2 = 4/5 at p = 1. Beyond p = 1/4, max(1/(5 p - 5/4), 2) needs x^2 >= 1/2 only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from symbolic_eps import RiskProfile, infimum
from symbolic_eps.coq.own_theorem import TheoremFile, theorem_file
from symbolic_eps.coq.shipped import LIBRARY
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.comparisons import in_order
from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.theory.symbols import PRIOR_INCLUSION
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, coqc, with_library

PROFILES = {
    "a pole": ("piecewise((3/2, p <= 1/4), (3, 1/(p-1/4) > 0), 3/2)", "ln(9/16 + sqrt(177)/16)"),
    "a limit": ("piecewise((3, 1/p <= 2), 2)", "ln(1/2 + sqrt(5)/2)"),
    "an equation": ("piecewise((3, 1/p == 2), 2)", "ln(2)/2"),
    "an equation that is tidied": ("piecewise((2, p < 1/2), (4, p == 1/2), 3)", "ln(2)"),
    "a square near a limit": ("piecewise((3/2, p/(p**2 - p + 1/2) < 4/5), 3)", "ln(9/16 + sqrt(177)/16)"),
    "a value with a pole": ("piecewise((3, p <= 1/4), 1 + 1/(8*p - 2))", "ln(7/6)/2"),
    "the same with a known q": ("piecewise((3, p <= 1/4), 1 + 1/(8*p - 2))", "ln(7/5)/2"),
    "a negative denominator": ("piecewise((2 - 1/(5*p - 2), p <= 1/4), 5/4)", "ln(5/4)/2"),
    "a maximum with a pole": (
        "piecewise((3/2, p <= 1/4), max(1/(5*p - 5/4), 2))",
        "ln(9/16 + sqrt(177)/16)",
    ),
}

FIXED = {"the same with a known q": {"q": "1/2"}, "an equation that is tidied": {"q": "1"}}


@cache
def written(kind: str) -> TheoremFile:
    return theorem_file(infimum(RiskProfile(PROFILES[kind][0], fixed=FIXED.get(kind, {}))))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), written)


@pytest.mark.slow
@pytest.mark.parametrize("kind", PROFILES)
def test_there_is_a_theorem(kind: str, tmp_path: Path) -> None:
    text = written(kind).text
    assert f"(Finite ({PROFILES[kind][1]}))." in text
    with_library(tmp_path, text)
    assert accepted(tmp_path, text) <= REAL_NUMBERS


PLANTED = {
    "another case": ("a pole", "Rlt_le_dec 0 (1/(p - 1/4)) then 3", "Rlt_le_dec 0 (1/(p - 1/4)) then 1"),
    "a case turned": ("a limit", "if Rle_lt_dec (1/p) 2 then", "if Rle_lt_dec 2 (1/p) then"),
    "an edge in the other case": ("a pole", "if Rle_lt_dec p (1/4) then", "if Rlt_le_dec p (1/4) then"),
    "another number": (
        "an equation",
        "if Req_EM_T (1/p) 2 then 3 else 2",
        "if Req_EM_T (1/p) 2 then 3 else 1",
    ),
    "another number at an equation that is tidied": (
        "an equation that is tidied",
        "if Req_EM_T p (1/2) then 4",
        "if Req_EM_T p (1/2) then 1",
    ),
    "eps doubled": ("an equation", "(Finite (ln(2)/2))", "(Finite (ln(2)))"),
    "a smaller eps": ("a limit", "ln(1/2 + sqrt(5)/2)", "ln(1/2 + sqrt(4)/2)"),
    "a certificate at other priors": (
        "a square near a limit",
        "(p + -1 * t) (q + 1 * t)); lra)",
        "p q); lra)",
    ),
    "a pole inside its case": ("a value with a pole", "Rle_lt_dec p (1/4)", "Rle_lt_dec p (1/5)"),
    "a pole at the end of its case": ("a value with a pole", "Rle_lt_dec p (1/4)", "Rlt_le_dec p (1/4)"),
    "eps doubled beside a pole": ("the same with a known q", "(Finite (ln(7/5)/2))", "(Finite (ln(7/5)))"),
    "the other sign of a denominator": (
        "a negative denominator",
        "assert (d0 : 0 < (2 - 5*p))",
        "assert (d0 : 0 < (5*p - 2))",
    ),
    "a smaller eps beside a pole": ("a maximum with a pole", "sqrt(177)/16", "sqrt(169)/16"),
}


@pytest.mark.family(36)
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])


WEAKER = {
    "less, d <> 0": (
        "quotients_less : forall difference n d, d <> 0",
        "quotients_less : forall difference n d, 0 <= d",
    ),
    "less": ("0 < difference -> 0 < n * d.", "0 <= difference -> 0 < n * d."),
    "at most": ("0 <= difference -> 0 <= n * d.", "- 1 <= difference -> 0 <= n * d."),
    "equal": ("0 = difference -> 0 = n.", "0 <= difference -> 0 = n."),
    "the quotient": (
        "quotients_equal : forall difference n d, d <> 0 -> difference = n / d ->",
        "quotients_equal : forall difference n d, d <> 0 -> difference <= n / d ->",
    ),
}


@pytest.mark.family(9)
@pytest.mark.parametrize("premise", WEAKER)
def test_the_lemmas_are_refused_with_less(premise: str, tmp_path: Path) -> None:
    lemmas, (right, less) = (LIBRARY / "Profiles.v").read_text("utf-8"), WEAKER[premise]
    before, found, after = lemmas.partition(right)
    assert found
    with_library(tmp_path, "floor_positive")
    (tmp_path / "Wrong.v").write_text(f"{before}{less}{after}")
    assert coqc(tmp_path, "Wrong.v").returncode != 0


def case_of(text: str) -> BranchCase:
    (branch,) = infimum(RiskProfile("2")).branches
    return BranchCase(RiskProfile(text), branch, Contradictions(exact_judge(), ()))


def test_a_denominator_that_may_be_0_is_refused() -> None:
    """Planted: nothing shuts p = 1/4 out before; the sign that the case asks for does not either."""
    case = case_of(PROFILES["a pole"][0])
    steps = [step for value in case.values for step in in_order(case, value)]
    assert sum("quotients_less" in step for step in steps) == 1
    assert sum("quotients_at_most" in step for step in steps) == 1
    wider = case_of("piecewise((3, 1/(p-1/4) > 0), 3/2)")
    for value in wider.values:
        with pytest.raises(UndecidedError, match="does not hold"):
            in_order(wider, value)


def test_near_a_limit_a_certificate_speaks_of_the_priors_there() -> None:
    """That p^2 - p + 1/2 = (p - 1/2)^2 + 1/4 is not 0 takes a square, at the place and beside it."""
    case = case_of("piecewise((3, p/(p**2 - p + 1/2) <= 1), 2)")
    for value in case.values:
        here, beside = (in_order(case, value, at) for at in (None, {PRIOR_INCLUSION: "(p + -1 * t)"}))
        assert re.search(r"apply \(claim_\w+ p q\)", here[0])
        assert re.search(r"apply \(claim_\w+ \(p \+ -1 \* t\) q\)", beside[0])


def test_a_denominator_of_a_value_has_a_sign_in_its_case() -> None:
    """Planted: the case reaches the pole at p = 1/4, or beyond."""
    case = case_of(PROFILES["a value with a pole"][0])
    assert [bool(quotient.held) for quotient in case.quotients] == [False, True]
    for reaching in ("piecewise((3, p < 1/4), 1 + 1/(8*p - 2))", "piecewise((3, p <= 1/5), 1 + 1/(8*p - 2))"):
        with pytest.raises(UndecidedError, match=r"sign of .* is not known"):
            assert case_of(reaching).quotients
