"""Verdicts: each one is given only with what it needs, and withheld when that is planted to be missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
import sympy as sp
from sympy.abc import a, b, x

from verify.claims.claim import Claim, Judgement, Kind, Locator, Statement, Verdict, judge
from verify.evidence import Evidence, Grade, Outcome
from verify.language.encoding import NotAlgebraicError
from verify.language.implication import Hints, Implication
from verify.prover.prover import Prover
from verify.solvers.smt import UndecidedQueryError

PLACE = Locator("example", "eq:1")


@pytest.fixture(scope="module")
def prover() -> Prover:
    return Prover()


@dataclass(frozen=True)
class Fixed:
    """A statement object with the evidence that it is told to have."""

    evidence: Evidence

    @property
    def text(self) -> str:
        return "what it says"

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        return self.evidence


@dataclass(frozen=True)
class Raising:
    """A statement object that cannot be examined."""

    error: Exception

    @property
    def text(self) -> str:
        return "what it says"

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        raise self.error


@dataclass(frozen=True)
class Positive:
    """That an expression is positive, put to the prover."""

    expression: sp.Expr

    @property
    def text(self) -> str:
        return f"{self.expression} is positive"

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        return prover.prove(Implication(domain, sp.Gt(self.expression, 0, evaluate=False)))


def evidence(outcome: Outcome, grade: Grade | None, **more: Any) -> Evidence:
    return Evidence("what it says", outcome, grade, "by decree", **more)


def claimed(statement: sp.Basic | Statement, *domain: sp.Basic, **more: Any) -> Claim:
    return Claim(PLACE, statement, domain, **more)


# --- holds


def test_true_claim_holds_with_a_certificate(prover: Prover) -> None:
    judged = judge(claimed(sp.Ge(a + 1 / a, 2), a > 0), prover)
    assert (judged.verdict, judged.grade, judged.witness) == (Verdict.HOLDS, Grade.EXACT, None)
    assert len(list(judged.certificates)) == 1
    assert judged.inhabited.witness is not None


def test_conjunction_holds_as_its_weakest_part(prover: Prover) -> None:
    both = sp.And(sp.Ge(a, 0), sp.cos(a) > a / 2)  # nothing is known of a cosine but its enclosures
    judged = judge(claimed(both, a >= 0, a <= 1), prover)
    assert (judged.verdict, judged.grade) == (Verdict.HOLDS, Grade.ENCLOSED)
    assert judge(claimed(sp.And(a > 0, a < 1), a > 0), prover).verdict is Verdict.REFUTED


@pytest.mark.parametrize("goal", [sp.Ge(a, 0), sp.Ge(a, 7), sp.true, sp.false])
def test_nothing_holds_on_an_empty_domain(goal: sp.Basic, prover: Prover) -> None:
    judged = judge(claimed(goal, a > 1, a < 1), prover)
    assert (judged.verdict, judged.grade) == (Verdict.OPEN, None)
    assert "the domain is empty" in judged.note
    assert "empty" in judge(claimed(goal, sp.false), prover).note


def test_proof_on_a_domain_that_may_be_empty_is_open(prover: Prover) -> None:
    unknown = sp.Gt(sp.airyai(a), 1, evaluate=False)
    judged = judge(claimed(Fixed(evidence(Outcome.PROVED, Grade.EXACT)), unknown), prover)
    assert judged.verdict is Verdict.OPEN
    assert "not shown to be inhabited" in judged.note and "airyai" in judged.note


def test_sampled_points_do_not_prove() -> None:
    with pytest.raises(ValueError, match="sampled"):
        evidence(Outcome.PROVED, Grade.SAMPLED)


# --- refuted


def test_false_claim_is_refuted_with_a_witness(prover: Prover) -> None:
    judged = judge(claimed(a**2 >= a, a > 0), prover)
    assert judged.verdict is Verdict.REFUTED and judged.grade is Grade.EXACT
    assert judged.witness is not None
    assert 0 < judged.witness[a] < 1
    assert "left " in judged.evidence.note and ", right " in judged.evidence.note


def test_undefined_quotient_is_false_and_the_witness_says_so(prover: Prover) -> None:
    judged = judge(claimed(sp.Ge(1 / a**2, 0, evaluate=False), a >= 0), prover)
    assert judged.verdict is Verdict.REFUTED and judged.witness == {a: 0}
    assert "undefined" in judged.evidence.note


@pytest.mark.parametrize(
    "unfounded",
    [
        evidence(Outcome.REFUTED, Grade.EXACT),
        evidence(Outcome.REFUTED, Grade.SAMPLED, witness={a: sp.Integer(1)}),
    ],
)
def test_refutation_needs_an_exact_witness(unfounded: Evidence, prover: Prover) -> None:
    for more in ({}, {"corrected": a > 0}, {"missing": (a > 1,)}):
        judged = judge(claimed(Fixed(unfounded), a > 0, **more), prover)
        assert judged.verdict is Verdict.OPEN
        assert "without an exact witness" in judged.note


# --- holds-if


def test_claim_that_lacks_a_hypothesis_holds_if(prover: Prover) -> None:
    judged = judge(claimed(a**2 >= a, a > 0, missing=(a >= 1,)), prover)
    assert judged.verdict is Verdict.HOLDS_IF
    assert judged.extra_hypotheses == (a >= 1,)
    assert judged.repair is not None and judged.repair.proved
    assert judged.witness is not None and judged.witness[a] < 1
    assert list(judged.certificates)


def test_missing_hypothesis_is_found(prover: Prover) -> None:
    judged = judge(claimed(sp.Ge(a * b, b), b > 0, eliminated=(b,)), prover)
    assert judged.verdict is Verdict.HOLDS_IF
    assert [str(h) for h in judged.extra_hypotheses] == ["a >= 1"]


def test_hypothesis_that_is_too_weak_leaves_it_refuted(prover: Prover) -> None:
    judged = judge(claimed(a**2 >= a, a > 0, missing=(sp.Ge(a, sp.Rational(1, 2)),)), prover)
    assert judged.verdict is Verdict.REFUTED and judged.extra_hypotheses == ()
    assert "with the further hypothesis it is refuted" in judged.note
    assert not list(judged.certificates)


def test_hypothesis_under_which_it_is_open_leaves_it_refuted(prover: Prover) -> None:
    @dataclass(frozen=True)
    class Hard:
        """Refuted on the domain as printed, and too hard with anything added."""

        text: str = "what it says"

        def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
            if domain == (a > 0,):
                return evidence(Outcome.REFUTED, Grade.EXACT, witness={a: sp.Integer(1)})
            return evidence(Outcome.OPEN, None, note="too hard")

    judged = judge(claimed(Hard(), a > 0, missing=(a > 1,)), prover)
    assert judged.verdict is Verdict.REFUTED and judged.extra_hypotheses == ()
    assert judged.note == "with the further hypothesis it is not proved: too hard"


def test_hypothesis_that_empties_the_domain_does_not_help(prover: Prover) -> None:
    judged = judge(claimed(a**2 >= a, a > 0, missing=(a < 0,)), prover)
    assert judged.verdict is Verdict.REFUTED and judged.extra_hypotheses == ()
    assert "no point is known" in judged.note
    assert not list(judged.certificates)  # the empty proof is nothing that the verdict rests on


def test_hypothesis_is_not_added_where_none_is_missing(prover: Prover) -> None:
    judged = judge(claimed(a**2 >= a, a > 1, missing=(a > 2,)), prover)
    assert judged.verdict is Verdict.HOLDS and judged.extra_hypotheses == ()


# --- misprint


def test_misprint_needs_the_corrected_form(prover: Prover) -> None:
    judged = judge(claimed(sp.Ge(a + 1 / a, 3), a > 0, corrected=sp.Ge(a + 1 / a, 2)), prover)
    assert judged.verdict is Verdict.MISPRINT and judged.witness == {a: 1}
    assert judged.repair is not None and judged.repair.grade is Grade.EXACT


def test_corrected_form_that_is_false_is_no_misprint(prover: Prover) -> None:
    judged = judge(claimed(sp.Ge(a + 1 / a, 3), a > 0, corrected=sp.Gt(a + 1 / a, 2)), prover)
    assert judged.verdict is Verdict.REFUTED
    assert "the corrected form is refuted too" in judged.note


def test_corrected_form_that_is_open_is_no_misprint(prover: Prover) -> None:
    unknown = Fixed(evidence(Outcome.OPEN, None, note="too hard"))
    judged = judge(claimed(sp.Ge(a + 1 / a, 3), a > 0, corrected=unknown), prover)
    assert judged.verdict is Verdict.REFUTED
    assert "too hard" in judged.note


def test_true_claim_is_no_misprint(prover: Prover) -> None:
    judged = judge(claimed(sp.Ge(a + 1 / a, 2), a > 0, corrected=sp.Ge(a, 0)), prover)
    assert judged.verdict is Verdict.HOLDS and judged.repair is None


def test_misprint_is_graded_by_its_weakest_ground(prover: Prover) -> None:
    corrected = Fixed(evidence(Outcome.PROVED, Grade.ONE_SOLVER))
    judged = judge(claimed(a > 1, a > 0, corrected=corrected), prover)
    assert (judged.verdict, judged.grade) == (Verdict.MISPRINT, Grade.ONE_SOLVER)


def test_failed_repair_does_not_weigh(prover: Prover) -> None:
    weak = Fixed(evidence(Outcome.REFUTED, Grade.SAMPLED))
    judged = judge(claimed(a > 1, a > 0, corrected=weak), prover)
    assert (judged.verdict, judged.grade) == (Verdict.REFUTED, Grade.EXACT)


# --- statement objects


def test_statement_object_is_examined(prover: Prover) -> None:
    claim = claimed(Positive(a + 1), a > 0)
    assert isinstance(claim.statement, Statement) and claim.text == "a + 1 is positive"
    assert judge(claim, prover).verdict is Verdict.HOLDS
    assert judge(claimed(Positive(a - 1), a > 0), prover).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    "error",
    [NotAlgebraicError("tan(a) is in the way"), UndecidedQueryError("is it?", (), "tan(a) is in the way")],
)
def test_statement_that_cannot_be_put_to_proof_is_open(error: Exception, prover: Prover) -> None:
    judged = judge(claimed(Raising(error), a > 0), prover)
    assert judged.verdict is Verdict.OPEN
    assert "tan(a) is in the way" in judged.note


def test_error_in_a_statement_is_not_hidden(prover: Prover) -> None:
    with pytest.raises(ZeroDivisionError):
        judge(claimed(Raising(ZeroDivisionError()), a > 0), prover)


# --- declarations and bad input


def test_undeclared_symbol_is_named() -> None:
    with pytest.raises(ValueError, match=r"example eq:1: undeclared symbol b; declared are a"):
        Claim(PLACE, b > 0, (a > 0,), variables=(a,))
    with pytest.raises(ValueError, match="undeclared symbol b"):
        Claim(PLACE, a > 0, (b > 0,), variables=(a,))


def test_namesake_of_a_declared_symbol_is_refused() -> None:
    with pytest.raises(ValueError, match="two symbols are called a"):
        Claim(PLACE, sp.Symbol("a", real=True) < 1, (a > 0,), variables=(a,))


def test_decimal_fraction_in_binary_is_not_decided_in_silence(prover: Prover) -> None:
    judged = judge(claimed(a > 0.1, a > 1), prover)
    assert judged.verdict is Verdict.OPEN
    assert "not exact" in judged.note


def test_goal_that_is_no_comparison_is_open(prover: Prover) -> None:
    judged = judge(claimed(sp.Symbol("truth"), a > 1), prover)
    assert judged.verdict is Verdict.OPEN and "truth" in judged.note


def test_time_that_runs_out_is_open_with_a_note() -> None:
    judged = judge(claimed(sp.Ge(a + 1 / a, 2), a > 0), Prover(seconds=0.0, quick=Prover().quick))
    assert judged.verdict is Verdict.OPEN
    assert "time budget" in judged.note


def test_hints_change_no_verdict(prover: Prover) -> None:
    hints = Hints(squares=(a - 5, sp.log(b)), splits=(a - 3,))
    assert judge(claimed(a**2 >= a, a > 0, hints=hints), prover).verdict is Verdict.REFUTED


def test_open_judgement_rests_on_nothing() -> None:
    judged = Judgement(
        claimed(a > 0),
        Verdict.OPEN,
        evidence(Outcome.OPEN, None),
        evidence(Outcome.OPEN, None),
        repair=evidence(Outcome.PROVED, Grade.EXACT),
    )
    assert judged.grade is None and not list(judged.certificates)


def test_locators_sort_and_print() -> None:
    assert str(PLACE) == "example eq:1"
    assert sorted([Locator("b", "eq:1"), Locator("a", "eq:2")])[0].paper == "a"


def test_transcendental_claims_have_verdicts(prover: Prover) -> None:
    assert judge(claimed(sp.exp(x) > x + 1, x >= 1, x <= 2), prover).grade is Grade.EXACT
    assert judge(claimed(sp.cos(x) > x / 2, x >= 0, x <= 1), prover).grade is Grade.ENCLOSED
    false = judge(claimed(sp.exp(x) > x + 1, x >= 0, x <= 2), prover)
    assert false.verdict is Verdict.REFUTED and false.witness == {x: 0}
    repaired = judge(claimed(sp.exp(x) > x + 1, x >= 0, x <= 2, missing=(x >= 1,)), prover)
    assert (repaired.verdict, repaired.grade) == (Verdict.HOLDS_IF, Grade.EXACT)


def test_a_definition_and_a_cited_result_are_not_put_to_proof() -> None:
    place = Locator("example", "eq:1")
    defined = judge(Claim(place, sp.Gt(a, 0), kind=Kind.DEFINITION), Prover())
    cited = judge(Claim(place, sp.Gt(a, 0), kind=Kind.CITED, source="elsewhere"), Prover())
    assert (defined.verdict, cited.verdict) == (Verdict.DEFINITION, Verdict.CITED)
    for judged in (defined, cited):
        assert judged.grade is None and not judged.evidence.proved and not judged.inhabited.proved
    with pytest.raises(ValueError, match="source"):
        Claim(place, sp.Gt(a, 0), kind=Kind.CITED)
