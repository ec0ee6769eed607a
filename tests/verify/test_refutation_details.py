"""What a false claim lacks is found, its witness shows one slip, a second evaluation has the last word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sympy as sp
from sympy.abc import a, p, q, r, x

from verify.calculus.derivative import DerivativeSign, ImplicitDerivative, PartialDerivative
from verify.claims.auditor import judge_within
from verify.claims.candidate_conditions import Candidates, candidates
from verify.claims.claim import Claim, Judgement, Locator, Verdict, judge
from verify.claims.further_hypothesis import _left, weakest_sufficient
from verify.claims.isolating_witness import Isolation, isolation_of
from verify.claims.projection import factors
from verify.claims.refutation_details import Completed, Origin, completed
from verify.evidence import Evidence, Grade, Outcome
from verify.functions.statements import ForEveryFunction
from verify.functions.unspecified import Property, UnspecifiedFunction, Value
from verify.independent_check.witness import Confirmation, confirm_witness
from verify.language.implication import Implication
from verify.language.note import Note
from verify.language.truth import holds_at
from verify.probability.weighted_sum import Total
from verify.prover.prover import Prover

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
    "stored",
    [
        {"hypothesis": [{"runs": [["p > 0", ["StrictGreaterThan", ["p"], "0"]]]}]},
        {"hypothesis": [{"runs": [["p < 0", ["StrictLessThan", ["p"], "0"]]]}]},  # nowhere in the domain
        {},
    ],
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


@pytest.mark.parametrize("stored", [{"hypothesis": [], "witness": None}, {}])
def test_of_a_witness_that_was_not_sought_again_is_said_what_else_is_special(stored: dict[str, Any]) -> None:
    assert judged(claimed(a > 1, a > 0), stored=stored).isolation is Isolation.INSIDE
    assert judged(claimed(1 / (1 - p) > 0, p > 0, p <= 1), stored=stored).isolation is Isolation.ENDS


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


decay = sp.exp(p - q)


def test_where_decimals_see_no_failure_another_point_shows_it() -> None:
    claim = claimed(1 - decay < sp.S.Half, p > 0, q > p)
    tie = {p: sp.log(3), q: sp.log(6)}  # both sides are 1/2
    assert confirm_witness(claim.statement, claim.domain, tie)[0] is Confirmation.UNSEEN
    evidence = Evidence(Note(claim.text), Outcome.REFUTED, Grade.EXACT, "names", tie)
    done = completed(Judgement(claim, Verdict.REFUTED, evidence, evidence), Prover(), seconds=0)
    assert done.judgement.verdict is Verdict.REFUTED and done.confirmation is Confirmation.CONFIRMED
    at = done.judgement.witness or {}
    assert 0 < at[p] < at[q] and 1 - sp.exp(at[p] - at[q]) > sp.S.Half


@pytest.mark.parametrize(
    ("statement", "wrong"),
    [
        (1 - decay <= sp.S.Half, {p: sp.log(3), q: sp.log(6)}),  # true at the tie
        (decay < 1, {p: sp.log(3) - sp.log(2), q: sp.log(sp.Rational(3, 2))}),  # true everywhere
    ],
)
def test_no_other_point_is_taken_for_what_is_true_there(
    statement: sp.Basic, wrong: dict[sp.Symbol, sp.Expr]
) -> None:
    claim = claimed(statement, p > 0, q > p, q <= p + sp.log(2))
    evidence = Evidence(Note(claim.text), Outcome.REFUTED, Grade.EXACT, "planted", wrong)
    done = completed(Judgement(claim, Verdict.REFUTED, evidence, evidence), Prover(), seconds=0)
    assert done.judgement.verdict is Verdict.OPEN


def test_a_product_with_0_is_exactly_0() -> None:
    assert confirm_witness(a < q * sp.exp(p), (), {a: sp.S.Zero, q: sp.S.Zero, p: sp.log(2)})[0] is (
        Confirmation.CONFIRMED
    )
    seems = q - sp.sqrt(2)  # no digit tells it from 0
    point = {a: sp.S.Zero, q: sp.sqrt(2) + sp.exp(-10000), p: sp.log(2)}
    assert confirm_witness(a < seems * sp.exp(p), (), point)[0] is Confirmation.UNSEEN
    unbounded = sp.Mul(a, sp.oo, evaluate=False)
    assert (
        confirm_witness(sp.Le(unbounded, -1, evaluate=False), (), {a: sp.S.Zero})[0]
        is (confirm_witness(sp.Ge(unbounded, 1, evaluate=False), (), {a: sp.S.Zero})[0])
    )


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
        assert confirm_witness(sign, (), {x: sp.Integer(number)})[0] is seen


def test_a_second_opinion_knows_undefined_and_irrational_points() -> None:
    root = sp.sqrt(2)
    assert confirm_witness(1 / a > 0, (a >= 0,), {a: sp.Integer(0)})[0] is Confirmation.CONFIRMED
    assert confirm_witness(a > 2, (sp.Eq(a**2, 2),), {a: root})[0] is Confirmation.CONFIRMED
    assert confirm_witness(a > 1, (sp.Eq(a**2, 2),), {a: root})[0] is Confirmation.CONTRADICTED
    assert confirm_witness(a > root, (), {a: root})[0] is Confirmation.UNSEEN


def test_the_record_tells_all_of_it() -> None:
    record = judge_within(claimed(1 / (1 - p) > 0, p > 0, p <= 1)).record
    assert (record.hypothesis_origin, record.necessary) == ("found by search", True)
    assert record.isolation == Isolation.INSIDE and record.confirmation == Confirmation.CONFIRMED


@pytest.mark.parametrize("power", [40, 100, 400])
def test_what_is_false_by_very_little_is_confirmed(power: int) -> None:
    little = sp.exp(-power)
    for false in (sp.Eq(1 + little, 1, evaluate=False), sp.Le(1 + little, 1, evaluate=False)):
        assert confirm_witness(false, (), {})[0] is Confirmation.CONFIRMED
        assert confirm_witness(sp.Not(false, evaluate=False), (), {})[0] is Confirmation.CONTRADICTED


def test_the_sign_of_what_seems_to_be_0_is_not_known() -> None:
    tiny = sp.sign(sp.exp(-10000) + a - sp.sqrt(2), evaluate=False)
    assert confirm_witness(sp.Eq(tiny, 0), (), {a: sp.sqrt(2)})[0] is not Confirmation.CONTRADICTED
    assert confirm_witness(sp.Eq(tiny, 1), (), {a: sp.sqrt(2)})[0] is not Confirmation.CONFIRMED


BEYOND_POLYNOMIALS = (
    sp.sqrt(sp.sqrt(a) + 1) > 2,
    sp.sqrt(a + sp.sqrt(p + sp.sqrt(q))) > r,
    sp.Gt(sp.gamma(a), 1),
    sp.sin(a) + sp.cos(p) > a,
    sp.Gt(Total(a * p, x), 1),
    sp.Gt(Value("f", sp.sqrt(a)), sp.sqrt(2) * Value("f", a)),
    a**p > 2**a,
    sp.cbrt(a + sp.sqrt(p)) > sp.besselk(p, a),
)


@pytest.mark.parametrize("statement", BEYOND_POLYNOMIALS)
def test_conditions_are_sought_for_any_formula(statement: sp.Basic) -> None:
    found = candidates([statement], (a >= 0, p >= 0), (a, p, q, r))
    assert {sp.Gt(a, 0), sp.Gt(p, 0)} <= set(found.conditions)
    assert all(polynomial.is_polynomial(a, p, q, r) for polynomial in found.polynomials)


def test_what_is_not_told_apart_decides_no_case_and_no_denial() -> None:
    tie = {a: sp.sqrt(2) + sp.exp(-10000)}
    step = sp.Piecewise((1, sp.sqrt(2) >= a), (0, True))  # 0: a is larger by very little
    bend = sp.Piecewise((a, sp.sqrt(2) >= a), (2 * a - sp.sqrt(2), True))
    assert confirm_witness(sp.Eq(step, 0), (), tie)[0] is Confirmation.UNSEEN
    assert confirm_witness(sp.Gt(bend, 2), (), tie)[0] is Confirmation.CONFIRMED
    for true in (
        sp.Not(sp.Eq(a, sp.sqrt(2)), evaluate=False),
        sp.Implies(sp.Eq(a, sp.sqrt(2)), a < 0, evaluate=False),
        sp.Equivalent(sp.Eq(a, sp.sqrt(2)), a < 0, evaluate=False),
    ):
        assert confirm_witness(true, (), tie)[0] is not Confirmation.CONFIRMED


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
        assert confirm_witness(stated, (v > 0,), {v: sp.Integer(1), name: formula})[0] is seen
    nothing_named = confirm_witness(stated, (v > 0,), {v: sp.Integer(1)})  # looked at with the function 0
    assert nothing_named[0] is Confirmation.CONTRADICTED


def test_what_symbols_cancel_in_has_no_factors() -> None:
    one = sp.Add(1 - a, a, evaluate=False)
    assert one.free_symbols and factors(one) == ()
    assert factors(sp.Mul(p, one, evaluate=False)) == (p,)  # of a product, SymPy's own gives an error


def test_a_witness_is_within_the_domain_and_where_the_statement_fails() -> None:
    half = {a: sp.S.Half}
    assert confirm_witness(a**2 >= a, (), half)[0] is Confirmation.CONFIRMED
    assert confirm_witness(a**2 >= a, (a >= 0, a > 1), half)[0] is Confirmation.CONTRADICTED
    assert confirm_witness(DerivativeSign(a**2 - a, a, ">"), (a > 1,), {a: sp.S.Zero})[0] is (
        Confirmation.CONTRADICTED
    )


@pytest.mark.parametrize(
    ("undefined", "place"),
    [(sp.log(a), 0), (sp.log(a), -1), (sp.sqrt(a), -1), (1 / a, 0), (a ** sp.Rational(-1, 2), 0)],
)
def test_what_is_undefined_is_below_nothing_and_above_nothing(undefined: sp.Expr, place: int) -> None:
    for comparison in (sp.Lt, sp.Gt, sp.Le, sp.Ge, sp.Eq, sp.Ne):
        false = comparison(undefined, 5, evaluate=False)
        assert confirm_witness(false, (), {a: sp.Integer(place)})[0] is Confirmation.CONFIRMED


def test_a_search_that_takes_too_long_leaves_the_other_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: Any) -> Any:
        while True:  # at work, not asleep: the clock is given ten times as long
            pass

    monkeypatch.setattr("verify.claims.refutation_details.weakest_sufficient", endless)
    done = judged(claimed(p * q < 1, *PRIORS, missing=(p < 1, q < 1)), seconds=2.0)
    assert (done.judgement.extra_hypotheses, done.origin) == ((p < 1, q < 1), Origin.HINT)
    assert done.isolation is not None and done.search == {"hypothesis": [], "witness": done.search["witness"]}
    monkeypatch.setattr("verify.claims.refutation_details.isolated", endless)
    done = judged(claimed(p * q < 1, *PRIORS, missing=(p < 1, q < 1)), seconds=0.2)
    assert done.judgement.verdict is Verdict.HOLDS_IF and done.search == {"hypothesis": [], "witness": None}


def searched(
    needed: tuple[sp.Basic, ...], inhabited: bool, asked: list[tuple[sp.Basic, ...]] | None = None
) -> tuple[sp.Basic, ...]:
    """What is found for a statement that is true exactly where the needed conditions hold."""
    ends = (a < 1, p < 1, q < 1)
    claim, fails = Note("planted"), {a: sp.S.One, p: sp.S.One, q: sp.S.One}

    def examine(further: tuple[sp.Basic, ...]) -> Evidence:
        if asked is not None:
            asked.append(further)
        if set(needed) <= set(further):
            return Evidence(claim, Outcome.PROVED, Grade.EXACT, "planted")
        return Evidence(claim, Outcome.REFUTED, Grade.EXACT, "planted", fails)

    refuted = examine(())
    domain = (a <= 1, p <= 1, q <= 1, a >= 0, p >= 0, q >= 0)
    return weakest_sufficient(Candidates(ends, ()), domain, refuted, examine, lambda _: inhabited)


def test_points_of_the_sample_at_which_a_formula_fails_spare_trials() -> None:
    def trials(formula: sp.Basic | None) -> tuple[tuple[sp.Basic, ...], int]:
        asked: list[tuple[sp.Basic, ...]] = []

        def examine(further: tuple[sp.Basic, ...]) -> Evidence:
            asked.append(further)
            return Prover().decide(Implication((*domain, *further), statement))

        domain, statement = PRIORS, 2 * p * q < 1
        found = Candidates((p < 1, q < 1), (p - q, 2 * p - 1, 2 * q - 1, 2 * p * q - 1, p + q - 1))
        refuted = Prover().decide(Implication(domain, statement))
        chosen = weakest_sufficient(found, domain, refuted, examine, lambda _: True, formula)
        return chosen, len(asked)

    (alone, many), (guided, few) = trials(None), trials(2 * p * q < 1)
    assert alone == guided == (2 * p * q < 1,)
    assert few < many
    assert trials(p * q > 2)[0] != (2 * p * q < 1,)  # points of another formula lead elsewhere


def test_where_conditions_hold_in_a_sample_is_told_by_their_sides() -> None:
    sample = [{p: sp.Rational(k, 7), q: sp.Rational(k - 3, 5)} for k in range(6)]
    conditions = (p * q > 0, p * q <= 0, sp.Ne(p * q, 0), 1 / q < p, sp.sqrt(p) > q, q * sp.log(p) <= 0)
    told = _left(conditions, sample)
    assert told == [sum(1 << k for k, at in enumerate(sample) if holds_at(c, at)) for c in conditions]
    assert len({*told}) == len(told)


def test_an_open_trial_may_say_where_there_is_no_proof() -> None:
    def tried(nowhere: dict[sp.Symbol, sp.Expr] | None) -> list[tuple[sp.Basic, ...]]:
        asked: list[tuple[sp.Basic, ...]] = []

        def examine(further: tuple[sp.Basic, ...]) -> Evidence:
            asked.append(further)
            if (p < 1) in further:
                return Evidence(Note("planted"), Outcome.PROVED, Grade.EXACT, "planted")
            return Evidence(Note("planted"), Outcome.OPEN, None, "planted", nowhere)

        first = {s: sp.S.One for s in (p, q, a)}
        refuted = Evidence(Note("planted"), Outcome.REFUTED, Grade.EXACT, "planted", first)
        found = Candidates((), (p - 1, q - 1, a - 1))
        domain = (p <= 1, q <= 1, a <= 1)
        assert weakest_sufficient(found, domain, refuted, examine, lambda _: True) == (p < 1,)
        return asked

    everywhere, elsewhere = tried(None), tried({p: sp.S.One, q: sp.S.Zero, a: sp.S.Zero})
    assert len(elsewhere) < len(everywhere)


def test_a_hypothesis_has_no_needless_part_and_holds_somewhere() -> None:
    assert set(searched((p < 1,), True)) == {p < 1}
    assert set(searched((p < 1, q < 1), True)) == {p < 1, q < 1}
    assert searched((p < 1,), False) == ()


def test_a_part_that_is_needed_is_told_by_a_counterexample_where_it_fails() -> None:
    asked: list[tuple[sp.Basic, ...]] = []
    assert set(searched((p < 1, q < 1), True, asked)) == {p < 1, q < 1}
    assert any({p < 1, q >= 1} <= set(further) for further in asked)
    assert any({q < 1, p >= 1} <= set(further) for further in asked)
    assert (a < 1, p < 1) not in asked and (a < 1, q < 1) not in asked  # more to search, nothing to gain


def test_a_part_without_which_a_proof_by_cases_is_known_is_left_out_once_the_others_are_proved() -> None:
    def chosen(enough: bool) -> set[sp.Basic]:
        asked: list[tuple[sp.Basic, ...]] = []

        def examine(further: tuple[sp.Basic, ...]) -> Evidence:
            asked.append(further)
            if not {p < 1, q < 1} <= {*further}:
                return Evidence(
                    Note("planted"), Outcome.REFUTED, Grade.EXACT, "planted", {p: sp.S.One, q: sp.S.One}
                )
            if enough or {a < 1, a >= 1} & {*further}:
                return Evidence(Note("planted"), Outcome.PROVED, Grade.EXACT, "planted")
            return Evidence(Note("planted"), Outcome.OPEN, None, "no proof without a case of a")

        ends = Candidates((a < 1, p < 1, q < 1), ())
        found = weakest_sufficient(ends, (a <= 1, p <= 1, q <= 1), examine(()), examine, lambda _: True)
        assert (p < 1, q < 1) in asked  # what is left is put to proof itself
        return {*found}

    assert chosen(enough=True) == {p < 1, q < 1}
    assert chosen(enough=False) == {a < 1, p < 1, q < 1}


def test_what_a_hypothesis_divides_by_may_matter() -> None:
    found = candidates([a + p > 1], (sp.Gt(1 / (a * p - 1), -3), a >= 0), (a, p))
    assert a * p - 1 in found.polynomials


def test_a_weaker_hint_is_not_replaced_by_what_is_found() -> None:
    either = sp.Or(p < 1, q < 1)
    done = judged(claimed(p * q < 1, *PRIORS, missing=(either,)))
    assert done.judgement.extra_hypotheses == (either,) and done.origin is Origin.HINT


def test_a_witness_at_the_end_of_a_range_is_said_to_be_there() -> None:
    at = Evidence(Note("planted"), Outcome.REFUTED, Grade.EXACT, "planted", {p: sp.S.One, q: sp.S.Half})
    assert isolation_of(at, (p <= 1, q <= 1), ()) is Isolation.ENDS
    assert isolation_of(at, (q <= 1, p > 0), ()) is Isolation.INSIDE
    assert isolation_of(at, (p <= 1, q <= 1), (p < 1,)) is Isolation.INSIDE  # what the condition is about
    assert isolation_of(at, (p <= 1, q <= 1), (p < 1, q < sp.S.Half)) is Isolation.SEVERAL
    assert isolation_of(at, (p <= 1, q <= 1), (sp.Or(p < 1, q < sp.S.Half),)) is Isolation.ENDS


def test_a_function_at_an_edge_is_looked_at_with_symbols_that_declare_more_than_a_name() -> None:
    """psi(x, y) = y at (0, b) is b; the domain 0 >= 0 of the other argument stays as it is."""
    x_, y_ = sp.symbols("x y")
    psi = UnspecifiedFunction("psi", (x_, y_), (Property.HOMOGENEOUS, Property.SUBADDITIVE))
    b, w = sp.symbols("b w", real=True)
    false = sp.Eq(psi(0, 1 - b / w), (1 + b / w) * psi(0, 1), evaluate=False)
    record = judge_within(claimed(ForEveryFunction((psi,), false), b > 0, b < w)).record
    assert (record.verdict, record.confirmation) == ("refuted", Confirmation.CONFIRMED), record.note
