"""The claims of Yoshida, Yung & Hayashi (2018), with verdicts derived by hand, and slips that must be seen.

Where a verdict is not `holds`, the reason is given beside it.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from derivations.yoshida_yung_hayashi_2018 import PAPER, discrimination, finite_sets, sublinear
from derivations.yoshida_yung_hayashi_2018.claims import CLAIMS
from derivations.yoshida_yung_hayashi_2018.notation import SETTING, THETA, a, claim, t, w
from derivations.yoshida_yung_hayashi_2018.two_outcomes import NUMERATOR
from tests.derivations.verdicts import as_parameters, assert_pinned, assert_verdict, displays, places
from verify.claims import expected_verdicts
from verify.claims.claim import Claim, Kind, Verdict
from verify.functions.statements import ForEveryFunction
from verify.language.as_printed import eq
from verify.prover.prover import Prover

OTHER_THAN_HOLDS = {
    # An interval between the quantiles at alpha/2 and 1 - alpha/2 has the level 1 - alpha.
    "text:II/confidence-level": Verdict.MISPRINT,
    # theta = 1/2, delta = w = 1/3: the second value is 2, the first 0.
    "text:II/first-row": Verdict.MISPRINT,
    # The constraint is an inequality: delta = 2, disjoint laws, norm 1.
    "text:III/step-1-delta": Verdict.MISPRINT,
    # q'_1 for q_1.
    "text:III/step-2-norm.1": Verdict.MISPRINT,
    "text:III/step-2-norm.2": Verdict.MISPRINT,
    # p_0(y) = p_1(y) = 0: the logarithm of 0, 0/0.
    "eq:8.1": Verdict.HOLDS_IF,
    "eq:8.2": Verdict.HOLDS_IF,
    # The bracket closes too early.
    "text:III/difference-2": Verdict.MISPRINT,
    # w = a: the first element may be split, the third is not used. For a < w < 1 - a each of the parts (in
    # common, p_0 alone, p_1 alone) has its one element.
    "text:IV/unique": Verdict.HOLDS_IF,
    # r_3 = |Y|: an empty sum is not 1. Without the last sum, and for a < w < 1 - a, it is Theorem 3.
    "text:IV/all-optimal-pairs": Verdict.MISPRINT,
    # p_0 = p_1: the error is 1/2 for every n.
    "text:V/error-vanishes": Verdict.HOLDS_IF,
    # 1 less what vanishes does not vanish; the other error is meant.
    "text:V/strong-converse": Verdict.MISPRINT,
    # 1 - theta_2 for theta_2; f = 1 gives 1 on the left.
    "thm:4/largest": Verdict.MISPRINT,
    "thm:4/attained": Verdict.MISPRINT,
    # w at an end: an element of the pair has probability 0.
    **dict.fromkeys(("cor:2.1/term-2", "cor:2.1/term-3"), Verdict.HOLDS_IF),
    **dict.fromkeys(("cor:2.2/term-2", "cor:2.2/term-3"), Verdict.HOLDS_IF),
    # theta > 1/2 is the case (ii).
    "text:VI/first-case": Verdict.HOLDS_IF,
}


def expected(one: Claim) -> Verdict:
    if one.kind is not Kind.ASSERTION:
        return Verdict(str(one.kind))
    return OTHER_THAN_HOLDS.get(one.locator.place, Verdict.HOLDS)


def test_each_place_once_and_every_expectation_has_a_claim() -> None:
    assert {*OTHER_THAN_HOLDS} <= places(CLAIMS)


def test_displays_with_a_claim() -> None:
    """(4), (11)-(13), (15), (16) are parts of Theorems 2, 3 and Lemma 1; (19) is a name."""
    assert displays(CLAIMS) == {*range(1, 11), 14, 17, 18, 20, 21} - {4}


def test_pinned_verdicts_are_those_derived_by_hand() -> None:
    assert_pinned(PAPER.identifier, {one.locator.place: expected(one) for one in CLAIMS})


MAIN = {"thm:1", "thm:2", "thm:3", "thm:4", "cor:1", "cor:2", "lem:1"}


def test_main_results_are_exact() -> None:
    pins = expected_verdicts.expected(PAPER.expected_verdicts)
    grades = {place: pin["grade"] for place, pin in pins.items() if re.split("[./]", place)[0] in MAIN}
    assert len(grades) > 20 and set(grades.values()) == {"exact"}


@pytest.mark.parametrize("one", as_parameters(CLAIMS, places(CLAIMS)))
def test_verdict(one: Claim) -> None:
    assert_verdict(one, expected(one), Prover())


def test_a_larger_value_is_not_attained_and_a_smaller_one_no_bound() -> None:
    for value in (finite_sets.LARGEST + a, finite_sets.LARGEST - a):
        planted = replace(finite_sets.LARGEST_INFORMATION, value=value)
        assert_verdict(claim("text:x/y", planted, (*SETTING, *THETA)), Verdict.REFUTED, Prover())


def test_a_pair_with_a_slip_is_not_the_best() -> None:
    first = sublinear.PURE[0] * (a / (1 - w) - a / w)
    planted = replace(sublinear.LARGEST_PSI, value=sublinear.BEST + first)
    assert_verdict(claim("text:x/y", planted, SETTING), Verdict.REFUTED, Prover())


def test_a_slip_in_the_numerator_is_seen() -> None:
    planted = eq(NUMERATOR[3], NUMERATOR[4] + t * a)
    assert_verdict(claim("text:x/y", planted, (*SETTING, *THETA)), Verdict.REFUTED, Prover())


def test_theorem_4_with_a_further_term_is_seen() -> None:
    planted = discrimination.THEOREM_4[-1].corrected
    assert isinstance(planted, ForEveryFunction)
    wrong = replace(planted, goal=eq(planted.goal.lhs, discrimination.MEANT + a * discrimination.f(1)))
    given = (*SETTING, *discrimination.THETAS)
    assert_verdict(claim("text:x/y", wrong, given), Verdict.REFUTED, Prover())
