"""Classes of errors: a result or a step, a number, a misprint, a condition, an edge."""

from __future__ import annotations

import pytest
import sympy as sp

from verify.calculus.extremum import Infimum, Minimum
from verify.claims.claim import Claim, Locator, Statement, Verdict
from verify.claims.locator_grammar import Grammar
from verify.claims.severity import Severity, severity
from verify.evidence import Evidence
from verify.language.as_printed import eq
from verify.language.note import Note
from verify.prover import Prover

a, b = sp.symbols("a b", real=True)
GRAMMAR = Grammar(steps=r"text:A/.*|eq:2")


def of(
    place: str,
    verdict: Verdict,
    statement: sp.Basic | Statement = a > b,
    corrected: sp.Basic | Statement | None = None,
    domain: tuple[sp.Basic, ...] = (a >= 0, b <= 1),
    extra: tuple[sp.Basic, ...] = (),
) -> Severity | None:
    claim = Claim(Locator("example", place), statement, domain, corrected=corrected)
    return severity(claim, verdict, extra, GRAMMAR)


def test_what_is_false_without_a_repair_is_a_result_or_a_step() -> None:
    assert of("eq:1", Verdict.REFUTED) is Severity.FALSE_RESULT
    assert of("eq:21", Verdict.REFUTED) is Severity.FALSE_RESULT
    assert of("eq:2", Verdict.REFUTED) is Severity.FALSE_STEP
    assert of("text:A/next", Verdict.REFUTED) is Severity.FALSE_STEP


def test_a_slip_of_the_pen_is_a_misprint_and_another_kind_of_statement_is_not() -> None:
    assert of("eq:1", Verdict.MISPRINT, a > b, a >= b) is Severity.MISPRINT
    least, bound = Minimum(a, (a,), b), Infimum(a, (a,), b + 1)
    assert of("eq:1", Verdict.MISPRINT, least, bound, domain=()) is Severity.FALSE_RESULT
    assert of("eq:2", Verdict.MISPRINT, least, bound, domain=()) is Severity.FALSE_STEP
    same = Infimum(a, (a,), b)
    assert of("eq:1", Verdict.MISPRINT, least, same, domain=()) is Severity.MISPRINT


@pytest.mark.parametrize("verdict", list(Verdict))
def test_only_a_misprint_may_be_a_slip_of_the_transcription(verdict: Verdict) -> None:
    claim = Claim(Locator("example", "eq:1"), a > b, (), corrected=a >= b, print_in_doubt=True)
    expected = verdict is Verdict.MISPRINT
    assert (severity(claim, verdict, (a > 1,), GRAMMAR) is Severity.TRANSCRIPTION) is expected


@pytest.mark.parametrize("verdict", [Verdict.REFUTED, Verdict.MISPRINT])
def test_a_number_is_a_number(verdict: Verdict) -> None:
    number = eq(sp.Rational(1, 3) + 1, sp.Rational(3, 2))
    assert of("eq:1", verdict, number, number, domain=()) is Severity.FALSE_NUMBER


class Recomputed:
    """Printed numbers in words, recomputed."""

    text, figure = Note("one third is 0.34, as rounded"), ("0.34",)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        raise NotImplementedError


def test_numbers_that_are_stated_in_words_are_numbers() -> None:
    assert of("eq:1", Verdict.REFUTED, Recomputed(), domain=()) is Severity.FALSE_NUMBER
    assert of("eq:1", Verdict.REFUTED, Recomputed(), domain=(a > 0,)) is Severity.FALSE_RESULT


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        ((a > 0,), Severity.EDGE),
        ((a > 0, b < 1), Severity.EDGE),
        ((a > 0, b < 0), Severity.CONDITION),
        ((a > 1,), Severity.CONDITION),
        ((a * b > 0,), Severity.CONDITION),
        ((sp.Ne(a, 0),), Severity.CONDITION),
    ],
)
def test_a_condition_at_the_edge_is_told_apart(extra: tuple[sp.Basic, ...], expected: Severity) -> None:
    assert of("eq:1", Verdict.HOLDS_IF, extra=extra) is expected


@pytest.mark.parametrize("verdict", [Verdict.HOLDS, Verdict.DEFINITION, Verdict.CITED, Verdict.OPEN])
def test_what_is_not_wrong_has_no_class(verdict: Verdict) -> None:
    assert of("eq:1", verdict) is None


def test_conditions_do_not_lead() -> None:
    assert [s.leads for s in Severity] == [True, True, True, True, True, False, False]
