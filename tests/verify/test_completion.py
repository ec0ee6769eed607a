"""What a false claim lacks is found, its witness shows one slip, a second evaluation has the last word."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest
import sympy as sp
from sympy.abc import a, p, q, r, x

from verify.calculus.derivative import DerivativeSign, ImplicitDerivative, PartialDerivative
from verify.claims.auditor import judge_within
from verify.claims.claim import Claim, Judgement, Locator, Verdict, judge
from verify.claims.completion import Completed, Origin, completed
from verify.claims.isolating_witness import Isolation
from verify.evidence import Evidence, Grade, Outcome
from verify.functions.statements import ForEveryFunction
from verify.functions.unspecified import Property, UnspecifiedFunction
from verify.language.note import Note
from verify.prover.prover import Prover
from verify.second_look.witness import Confirmation, second_opinion

PRIORS = (p > 0, p <= 1, q > 0, q <= 1)


def claimed(statement: Any, *domain: Any, **more: Any) -> Claim:
    return Claim(Locator("sample", "eq:1"), statement, domain, **more)


def judged(claim: Claim, **more: Any) -> Completed:
    prover = Prover()
    return completed(judge(claim, prover), prover, **more)


FOUND = {
    "a divisor": (sp.Gt((1 - q) / (1 / r - q), 0), (q > 0, q < 1, r > 0), {q * r < 1}),
    "ends of ranges": (sp.Gt(p / ((1 - p) * (1 - q)), 0), PRIORS, {p < 1, q < 1}),
    "an end and a divisor": (sp.Gt((1 - p) / (1 / r - p), 0), (p > 0, p <= 1, r > 0), {p < 1, p * r < 1}),
    "a derivative": (DerivativeSign(sp.log(x - a), x, ">"), (x > 0, a > 0), {sp.Lt(a, x)}),
}


@pytest.mark.parametrize("name", FOUND)
def test_the_further_hypothesis_is_found(name: str) -> None:
    statement, domain, expected = FOUND[name]
    done = judged(claimed(statement, *domain))
    assert done.judgement.verdict is Verdict.HOLDS_IF and done.origin is Origin.FOUND
    assert {str(c) for c in done.judgement.extra_hypotheses} == {str(c) for c in expected}


def test_what_is_necessary_and_sufficient_is_said_so() -> None:
    statement, domain, _ = FOUND["a divisor"]
    assert judged(claimed(statement, *domain)).necessary
    assert judged(claimed(1 / (p * q) > 0, p >= 0, p <= 1, q >= 0, missing=(p > 1 / q,))).search is not None


def test_a_typed_hypothesis_that_is_too_strong_is_replaced() -> None:
    done = judged(claimed(1 / (1 - p) > 0, p > 0, p <= 1, missing=(2 * p < 1,)))
    assert (done.judgement.extra_hypotheses, done.origin, done.necessary) == ((p < 1,), Origin.FOUND, True)


def test_a_typed_hypothesis_that_is_found_keeps_its_form() -> None:
    done = judged(claimed(1 / (1 - p) > 0, p > 0, p <= 1, missing=(1 - p > 0,)))
    assert done.judgement.extra_hypotheses == (1 - p > 0,) and done.origin is Origin.FOUND


def test_the_claim_said_again_is_no_finding() -> None:
    assert judged(claimed(a > 1, a > 0)).judgement.verdict is Verdict.REFUTED
    assert judged(claimed(a**2 >= 1)).judgement.verdict is Verdict.REFUTED
    hint = judged(claimed(a > 1, a > 0, missing=(a > 2,)))
    assert hint.judgement.extra_hypotheses == (a > 2,) and hint.origin is Origin.HINT and not hint.necessary


def test_what_a_search_found_is_taken_and_proved_again() -> None:
    claim = claimed(1 / (1 - p) > 0, p > 0, p <= 1)
    first = judged(claim)
    again = judged(claim, stored=first.search)
    assert again.judgement.extra_hypotheses == first.judgement.extra_hypotheses == (p < 1,)
    assert again.isolation is first.isolation


@pytest.mark.parametrize(
    "stored", [{"hypothesis": [{"runs": [["p > 0", ["StrictGreaterThan", ["p"], "0"]]]}]}, {}]
)
def test_a_stored_hypothesis_that_does_not_suffice_counts_for_nothing(stored: dict[str, Any]) -> None:
    done = judged(claimed(1 / (1 - p) > 0, p > 0, p <= 1), stored=stored)
    assert done.judgement.verdict is Verdict.REFUTED and done.judgement.extra_hypotheses == ()


def test_a_witness_fails_one_condition_alone_and_no_range_is_at_its_end() -> None:
    ratio = sp.Gt((1 - q) / ((1 - p) * (1 / r - q)), 0)
    done = judged(claimed(ratio, p > 0, p <= 1, q >= 0, q < 1, r > 0, missing=(p < 1, q * r < 1)))
    at = done.judgement.witness or {}
    failing = [c for c in (p < 1, q * r < 1) if not c.subs(at)]
    assert len(failing) == 1 and at[q] > 0 and done.isolation is Isolation.INSIDE
    assert (at[p] == 1) == (failing == [p < 1])


def test_an_end_is_used_where_inside_it_is_proved() -> None:
    done = judged(claimed(p * q < 1, *PRIORS, missing=(sp.Or(p < 1, q < 1),)))
    assert done.judgement.witness == {p: 1, q: 1}
    done = judged(claimed(p * q > 0, p >= 0, p <= 1, q > 0, q <= 1, corrected=p * q >= 0))
    assert (done.judgement.witness or {})[p] == 0 and done.isolation is Isolation.ENDS_NEEDED
    assert (done.judgement.witness or {})[q] < 1


@pytest.mark.parametrize(
    "wrong", [{a: sp.Integer(2)}, {a: sp.Integer(-1)}, {}], ids=["true there", "outside", "empty"]
)
def test_a_wrong_witness_is_refused(wrong: dict[sp.Symbol, sp.Expr]) -> None:
    claim = claimed(a**2 >= a, a > 0)
    evidence = Evidence(Note(claim.text), Outcome.REFUTED, Grade.EXACT, "planted", wrong)
    planted = Judgement(claim, Verdict.REFUTED, evidence, evidence)
    done = completed(planted, Prover(), seconds=0)
    assert done.judgement.verdict is Verdict.OPEN and "not confirmed" in done.judgement.note
    right = replace(planted, evidence=replace(evidence, witness={a: sp.S.Half}))
    assert completed(right, Prover(), seconds=0).judgement.verdict is Verdict.REFUTED


OF_ONE_POINT = {
    "sign of a derivative": (DerivativeSign(x**2, x, ">"), 1, -1),
    "derivative": (PartialDerivative(x**3, x, 3 * x), 1, 2),
    "implicit derivative": (ImplicitDerivative(q - x**2, q, x, 2 * x**2), 1, 2),
}
"""What is said of each point by itself, a point at which it is true and one at which it is false."""


@pytest.mark.parametrize("kind", OF_ONE_POINT)
def test_what_is_true_at_a_point_has_no_witness_there(kind: str) -> None:
    statement, true_at, false_at = OF_ONE_POINT[kind]
    claim = claimed(statement, x > -9)
    for number, verdict in ((true_at, Verdict.OPEN), (false_at, Verdict.REFUTED)):
        at = {symbol: sp.Integer(number) for symbol in claim.symbols} | {q: sp.Integer(number**2)}
        evidence = Evidence(Note(claim.text), Outcome.REFUTED, Grade.EXACT, "planted", at)
        planted = Judgement(claim, Verdict.REFUTED, evidence, evidence)
        assert completed(planted, Prover(), seconds=0).judgement.verdict is verdict


def test_a_derivative_fails_at_a_kink() -> None:
    for number, seen in ((0, Confirmation.CONFIRMED), (2, Confirmation.CONTRADICTED)):
        sign = DerivativeSign(x + sp.Max(0, x), x, ">")
        assert second_opinion(sign, (), {x: sp.Integer(number)})[0] is seen


def test_a_second_opinion_knows_undefined_and_irrational_points() -> None:
    root = sp.sqrt(2)
    assert second_opinion(1 / a > 0, (a >= 0,), {a: sp.Integer(0)})[0] is Confirmation.CONFIRMED
    assert second_opinion(a > 2, (sp.Eq(a**2, 2),), {a: root})[0] is Confirmation.CONFIRMED
    assert second_opinion(a > 1, (sp.Eq(a**2, 2),), {a: root})[0] is Confirmation.CONTRADICTED
    assert second_opinion(a > root, (), {a: root})[0] is Confirmation.UNSEEN


def test_the_record_tells_all_of_it() -> None:
    record = judge_within(claimed(1 / (1 - p) > 0, p > 0, p <= 1)).record
    assert (record.hypothesis_origin, record.necessary) == ("found by search", True)
    assert record.isolation == Isolation.INSIDE and record.confirmation == Confirmation.CONFIRMED


def test_a_second_opinion_puts_in_the_function_that_a_witness_names() -> None:
    u, v = sp.symbols("u v", real=True)
    f = UnspecifiedFunction("f", (u,), (Property.CONVEX,))
    stated = ForEveryFunction((f,), sp.Le(f(v), f(0), evaluate=False), given=(f(0) >= 0,))
    name = sp.Symbol("f(u)")
    for formula, seen in (
        (u, Confirmation.CONFIRMED),
        (-u, Confirmation.CONTRADICTED),
        (u - 1, Confirmation.CONTRADICTED),
    ):
        assert second_opinion(stated, (v > 0,), {v: sp.Integer(1), name: formula})[0] is seen
    assert second_opinion(stated, (v > 0,), {v: sp.Integer(1)})[0] is Confirmation.UNSEEN


def test_a_search_that_takes_too_long_leaves_the_other_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: Any) -> Any:
        while True:
            time.sleep(0.01)

    monkeypatch.setattr("verify.claims.completion.weakest_sufficient", endless)
    done = judged(claimed(p * q < 1, *PRIORS, missing=(p < 1, q < 1)), seconds=2.0)
    assert (done.judgement.extra_hypotheses, done.origin) == ((p < 1, q < 1), Origin.HINT)
    assert done.isolation is not None and done.search == {"hypothesis": [], "witness": done.search["witness"]}
    monkeypatch.setattr("verify.claims.completion.isolated", endless)
    done = judged(claimed(p * q < 1, *PRIORS, missing=(p < 1, q < 1)), seconds=0.2)
    assert done.judgement.verdict is Verdict.HOLDS_IF and done.search == {"hypothesis": [], "witness": None}
