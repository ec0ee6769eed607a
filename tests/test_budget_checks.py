"""What is claimed of a budget, or of a model by name, is looked at a second time."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from sympy.abc import w, z

from benchmarks.mutants.budget_checks import check_budget_or_model
from benchmarks.mutants.judging import Answer, Fate, Task, result
from benchmarks.mutants.planting import Mutant
from derivations.kazan_reiter.attained_minimum import AttainedMinimum
from derivations.kazan_reiter.profiles import p0, p1, q0, q1, r
from derivations.kazan_reiter.recommended_budget import PrintedNumber, RecommendedBudget
from derivations.kazan_reiter_2024.probability.counterexample import Counterexample
from verify.claims.claim import Claim, Locator, Statement
from verify.probability.weighted_sum import Setting, Total


def claimed(statement: Statement, *domain: sp.Basic) -> Claim:
    return Claim(Locator("sample", "eq:1"), statement, domain)


HALF = sp.Rational(1, 2)
WHOLE = (sp.Eq(p0, 0), sp.Eq(p1, 1), sp.Eq(q0, 0), sp.Eq(q1, 1))
CORNER = (sp.Eq(p0, HALF), sp.Eq(p1, 1), sp.Eq(q0, HALF), sp.Eq(q1, 1))
LAW = Setting({w: (z,)}, (w >= 0, sp.Eq(Total(w, z), 1)))
EVEN = {(w, (1,)): Fraction(1, 2), (w, (2,)): Fraction(1, 2)}
PAIRS: dict[str, tuple[Statement, Statement, tuple[sp.Basic, ...]]] = {
    "budget": (
        RecommendedBudget("constant", sp.log(r) / 2),
        RecommendedBudget("constant", sp.log(r)),
        (r > 1,),
    ),
    "too small a budget": (
        RecommendedBudget("constant", sp.log(r) / 2),
        RecommendedBudget("constant", sp.log(r) / 3),
        (r > 1,),
    ),
    "undefined budget": (
        RecommendedBudget("constant", sp.log(r) / 2),
        RecommendedBudget("constant", sp.log(1 - r) / 2),
        (r > 1,),
    ),
    "box": (
        RecommendedBudget("box", sp.log(r) / 2, WHOLE),
        RecommendedBudget("box", sp.log(r) / 2, CORNER),
        (r > 3,),
    ),
    "eps": (
        PrintedNumber("constant", {r: sp.Integer(3)}, "eps", "0.55"),
        PrintedNumber("constant", {r: sp.Integer(3)}, "eps", "0.56"),
        (),
    ),
    "deviation": (
        PrintedNumber("constant", {r: sp.Integer(3)}, "std", "2.54"),
        PrintedNumber("constant", {r: sp.Integer(3)}, "std", "2.55"),
        (),
    ),
    "no noise": (
        PrintedNumber("constant", {r: sp.Integer(3)}, "exact", "27"),
        PrintedNumber("constant", {r: sp.Integer(3)}, "exact", "26"),
        (),
    ),
    "attained": (
        AttainedMinimum(r**2 + p0, (r,), p0, {r: sp.Integer(0)}),
        AttainedMinimum(r**2 + p0, (r,), p0 + 1, {r: sp.Integer(1)}),
        (p0 >= 0,),
    ),
    "named model": (
        Counterexample(LAW, Total(w**2, z) > HALF, {z: 2}, EVEN),
        Counterexample(LAW, Total(w**2, z) >= HALF, {z: 2}, EVEN),
        (),
    ),
    "model that breaks a hypothesis": (
        Counterexample(LAW, Total(w**2, z) > HALF, {z: 2}, EVEN),
        Counterexample(LAW, Total(w**2, z) > HALF, {z: 2}, EVEN | {(w, (2,)): Fraction(1, 3)}),
        (),
    ),
}


@pytest.mark.family(18)
@pytest.mark.parametrize("name", PAIRS)
def test_further_look_tells_true_from_false(name: str) -> None:
    true, false, domain = PAIRS[name]
    looked = check_budget_or_model(claimed(true, *domain), "seed")
    assert looked.tried >= 1 and looked.failing is None
    assert check_budget_or_model(claimed(false, *domain), "seed").failing is not None
    mutant = Mutant("sign", claimed(false, *domain))
    accepted = result(mutant, Task(mutant.claim, "sign", None, 20.0), lambda *_: Answer("holds"))
    assert accepted.fate == Fate.ACCEPTED_FALSE


def test_a_profile_without_meaning_is_not_tried() -> None:
    below_1 = RecommendedBudget("constant", sp.log(r) / 3)
    assert check_budget_or_model(claimed(below_1, r > 0, r < HALF), "seed").tried == 0


@pytest.mark.parametrize(("verdict", "fate"), [("holds", Fate.ACCEPTED_FALSE), ("open", Fate.MISSED)])
def test_what_is_false_without_any_symbol_is_false(verdict: str, fate: Fate) -> None:
    false = Claim(Locator("sample", "eq:1"), sp.Gt(sp.exp(1), 3, evaluate=False))
    judged = result(Mutant("digit", false), Task(false, "digit", None, 20.0), lambda *_: Answer(verdict))
    assert judged.fate == fate
