"""The claims of Yoshida, Yung & Hayashi (2018), with verdicts derived by hand, and slips that must be seen.

Where a verdict is not `holds`, the reason is given beside it.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from derivations.yoshida_yung_hayashi_2018 import discrimination, finite_sets, sublinear
from derivations.yoshida_yung_hayashi_2018.claims import CLAIMS
from derivations.yoshida_yung_hayashi_2018.notation import SETTING, THETA, a, claim, t, w
from derivations.yoshida_yung_hayashi_2018.two_outcomes import NUMERATOR
from tests.derivations.verdicts import as_parameters, assert_verdict, displays, places
from verify.claims.claim import Claim, Kind, Verdict
from verify.functions.statements import ForEveryFunction
from verify.language.as_printed import eq
from verify.prover.prover import Prover

OTHER_THAN_HOLDS = {
    # An interval between the quantiles at alpha/2 and 1 - alpha/2 has the level 1 - alpha.
    "text:II/confidence-level": Verdict.MISPRINT,
    # theta = 1/2, delta = w = 1/3: the second value is 2, the first 0.
    "text:II/first-row": Verdict.HOLDS_IF,
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
    # w = a: the first element may be split, the third is not used.
    "text:IV/unique": Verdict.REFUTED,
    # r_3 = |Y|: an empty sum is not 1.
    "text:IV/all-optimal-pairs": Verdict.REFUTED,
    # p_0 = p_1: the error is 1/2 for every n.
    "text:V/error-vanishes": Verdict.HOLDS_IF,
    # 1 less what vanishes does not vanish.
    "text:V/strong-converse": Verdict.REFUTED,
    # 1 - theta_2 for theta_2; f = 1 gives 1 on the left.
    "thm:4/largest": Verdict.MISPRINT,
    "thm:4/attained": Verdict.MISPRINT,
    # w at an end: an element of the pair has probability 0.
    **dict.fromkeys(("cor:2.1/term-2", "cor:2.1/term-3"), Verdict.HOLDS_IF),
    **dict.fromkeys(("cor:2.2/term-2", "cor:2.2/term-3"), Verdict.HOLDS_IF),
    # theta > 1/2 is the case (ii).
    "text:VI/first-case": Verdict.HOLDS_IF,
}

SLOW = {
    "thm:1.1/largest",
    "thm:1.2/largest",
    "thm:1.3/largest",
    "thm:2/largest",
    "thm:4/largest",
    "eq:5",
    "eq:7",
    "eq:14",
    "cor:1",
    *(f"thm:3.{k}" for k in range(1, 6)),
    "lem:1.1",
    "lem:1.2",
    "text:III/domain-is-convex",
    "text:III/psi-is-sublinear.2",
    "text:III/step-1-delta",
    "text:III/step-2-norm.1",
    "text:III/step-2-norm.2",
    "text:III/step-4-a",
    "text:III/step-4-b",
    "text:III/step-4-maximum",
    "text:IV/lemma-1-of-f",
    "text:IV/lemma-1-null.1",
    "text:IV/lemma-1-summary",
    "text:IV/step-2-norm",
    "text:IV/step-3-determinant-2.2",
    "text:IV/step-3-equations.1",
    "text:IV/step-3-equations.2",
    "text:V/psi-is-sublinear.2",
    "cor:2.1/largest.1",
    "cor:2.1/largest.2",
    "cor:2.2/largest",
    "text:III/best-pair-is-extreme",
    "text:III/two-outcomes-extreme.1",
    "text:III/two-outcomes-extreme.2",
    "eq:17",
    "eq:18",
    "text:V/least-exponent",
    "thm:2/attained",
}


def expected(one: Claim) -> Verdict:
    if one.kind is not Kind.ASSERTION:
        return Verdict(str(one.kind))
    return OTHER_THAN_HOLDS.get(one.locator.place, Verdict.HOLDS)


def test_each_place_once_and_every_expectation_has_a_claim() -> None:
    assert {*OTHER_THAN_HOLDS, *SLOW} <= places(CLAIMS)


def test_displays_with_a_claim() -> None:
    """(4), (11)-(13), (15), (16) are parts of Theorems 2, 3 and Lemma 1; (19) is a name."""
    assert displays(CLAIMS) == {*range(1, 11), 14, 17, 18, 20, 21} - {4}


@pytest.mark.parametrize("one", as_parameters(CLAIMS, SLOW))
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
