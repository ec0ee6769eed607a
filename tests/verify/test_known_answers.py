"""Answers kept in files come back as they went; a file that holds something else is named and refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import sympy as sp
from sympy.abc import a, b

from verify.certificates.known_answers import DamagedAnswersError, KnownAnswers
from verify.evidence import Evidence, Grade, Outcome
from verify.language.implication import Implication
from verify.polynomial import Ring
from verify.prover.prover import Prover
from verify.search.budget import Budget
from verify.search.facts import hold_at

NAME = "claims"


def found(*implications: Implication) -> dict[str, Evidence]:
    prover = Prover()
    return {i.encoded.fingerprint: prover.prove(i) for i in implications}


TRUE = Implication((a > 0, b > a), b > 0)
FALSE = Implication((a > 0,), a > 1)
IRRATIONAL = Implication((sp.Eq(a**2, 2), a > 0), a > 2)


@pytest.fixture(scope="module")
def answers() -> KnownAnswers:
    return KnownAnswers.of(found(TRUE, FALSE, IRRATIONAL))


def saved(answers: KnownAnswers, folder: Path) -> Path:
    for name, text in answers.files(NAME).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_evidence_leaves_its_certificate_or_its_rational_point(answers: KnownAnswers) -> None:
    assert set(answers.certificates) == {TRUE.encoded.fingerprint}
    assert set(answers.points) == {FALSE.encoded.fingerprint}  # the root of 2 is searched for again
    (value,) = answers.points[FALSE.encoded.fingerprint].values()
    assert 0 < sp.Rational(value) <= 1


def test_what_was_proved_by_solvers_alone_is_remembered_as_such() -> None:
    weak = Evidence("hard", Outcome.PROVED, Grade.SOLVER, "z3 and cvc5")
    answers = KnownAnswers.of({"sha256:00": weak})
    assert answers.unsearched == {"sha256:00"} and not answers.certificates


def test_files_come_back_as_they_went(answers: KnownAnswers, tmp_path: Path) -> None:
    weak = KnownAnswers(answers.certificates, answers.points, frozenset({"sha256:00", "sha256:11"}))
    again = KnownAnswers.load(saved(weak, tmp_path), NAME)
    assert dict(again.certificates) == dict(weak.certificates)
    assert (again.points, again.unsearched) == (weak.points, weak.unsearched)
    assert again.files(NAME) == weak.files(NAME)


def test_texts_do_not_depend_on_the_order_in_which_answers_were_found() -> None:
    one, other = found(TRUE, FALSE), found(FALSE, TRUE)
    assert list(one) != list(other)
    assert KnownAnswers.of(one).files(NAME) == KnownAnswers.of(other).files(NAME)


@pytest.mark.parametrize("missing", ["certificates", "answers"])
def test_where_a_file_is_missing_nothing_is_at_hand(
    missing: str, answers: KnownAnswers, tmp_path: Path
) -> None:
    saved(answers, tmp_path)
    (tmp_path / missing / f"{NAME}.json").unlink()
    assert KnownAnswers.load(tmp_path, NAME) == KnownAnswers()


DAMAGED = {
    "answers cut short": ("answers", '{"points": {'),
    "answers of another kind": ("answers", "[]"),
    "answers without points": ("answers", '{"without_certificate": []}'),
    "a point that is a list": ("answers", '{"points": {"f": ["1"]}, "without_certificate": []}'),
    "a coordinate that is a number": ("answers", '{"points": {"f": {"a": 1}}, "without_certificate": []}'),
    "a coordinate divided by 0": ("answers", '{"points": {"f": {"a": "1/0"}}, "without_certificate": []}'),
    "a coordinate that is a decimal": (
        "answers",
        '{"points": {"f": {"a": "0.5"}}, "without_certificate": []}',
    ),
    "a coordinate that is code": ("answers", '{"points": {"f": {"a": "exit()"}}, "without_certificate": []}'),
    "names that are numbers": ("answers", '{"points": {}, "without_certificate": [1]}'),
    "answers nested too deeply": ("answers", "[" * 100_000),
    "certificates cut short": ("certificates", "[{"),
    "certificates without a fingerprint": ("certificates", "[{}]"),
    "certificates that are numbers": ("certificates", "[1]"),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_a_file_that_holds_something_else_is_named(case: str, answers: KnownAnswers, tmp_path: Path) -> None:
    kind, text = DAMAGED[case]
    file = saved(answers, tmp_path) / kind / f"{NAME}.json"
    assert json.loads(file.read_text(encoding="utf-8"))
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DamagedAnswersError, match=f"{kind}/{NAME}.json: "):
        KnownAnswers.load(tmp_path, NAME)


# --- a point at hand counts only where exact arithmetic confirms it


WITHOUT_WORK = Budget(work=0)
BETWEEN = Implication((a >= 0, a <= 1), a * (1 - a) > 0)  # false at 0 and at 1 alone


def with_point(implication: Implication, **values: str) -> tuple[Evidence, bool]:
    """What the prover says where this point is at hand, and whether it took it."""
    known_answers = KnownAnswers(points={implication.encoded.fingerprint: values})
    evidence = Prover(known_answers=known_answers).prove(implication)
    shown = {str(symbol): str(value) for symbol, value in (evidence.witness or {}).items()}
    return evidence, shown == values


def test_a_point_that_refutes_is_taken() -> None:
    evidence, taken = with_point(FALSE, a="1/7")
    assert evidence.refuted and taken


@pytest.mark.parametrize(
    ("implication", "values"),
    [
        (FALSE, {"a": "2"}),  # the goal holds there
        (FALSE, {"a": "0"}),  # on the border of a strict hypothesis
        (FALSE, {"a": "-1"}),  # outside of the domain
        (FALSE, {"a": "1/2", "b": "1"}),  # a variable too many
        (FALSE, {}),  # one too few
        (FALSE, {"b": "1/2"}),  # another one
        (BETWEEN, {"a": "1/2"}),
        (Implication((a >= 1,), a > 1), {"a": "2"}),
        (Implication((sp.Eq(a, 1),), a > 1), {"a": "1/2"}),  # an equation that does not hold
    ],
)
def test_a_point_that_does_not_refute_is_left_aside(implication: Implication, values: dict[str, str]) -> None:
    evidence, taken = with_point(implication, **values)
    assert evidence.refuted and not taken


@pytest.mark.parametrize("value", ["1", "0", "-1", "1/2"])
def test_a_point_at_hand_never_refutes_what_is_true(value: str) -> None:
    evidence, _ = with_point(Implication((a > 0,), a + 1 / a >= 2), a=value)
    assert evidence.proved


def test_the_point_of_another_claim_is_not_looked_at() -> None:
    known_answers = KnownAnswers(points={FALSE.encoded.fingerprint: {"a": "1/7"}})
    other = Implication((a > 0,), a > 2)
    assert Prover(known_answers=known_answers).prove(other).witness != {a: sp.Rational(1, 7)}


@pytest.mark.parametrize(
    ("kind", "at_zero", "at_one", "at_minus_one"),
    [("ge", True, True, False), ("gt", False, True, False), ("eq", True, False, False)],
)
def test_facts_at_a_point(kind: str, at_zero: bool, at_one: bool, at_minus_one: bool) -> None:
    ring = Ring(["x"])
    fact = (kind, {(1,): 1})
    for value, expected in (("0", at_zero), ("1", at_one), ("-1", at_minus_one)):
        assert hold_at([fact], {"x": value}, ring) is expected
        assert hold_at([("ge", {(0,): 1}), fact], {"x": value}, ring) is expected
        assert hold_at([fact, ("ge", {(0,): 1})], {"x": value}, ring) is expected


# --- a certificate at hand counts only for its own claim, where the kernel accepts it


def test_a_certificate_of_another_claim_proves_nothing(answers: KnownAnswers) -> None:
    (true,) = answers.certificates.values()
    wrong = KnownAnswers(certificates={FALSE.encoded.fingerprint: true})
    assert Prover(known_answers=wrong).prove(FALSE).refuted


def test_a_damaged_certificate_proves_nothing(answers: KnownAnswers) -> None:
    (true,) = answers.certificates.values()
    empty = {**true, "refutations": [{"terms": [], "multipliers": []}]}
    prover = Prover(
        known_answers=KnownAnswers(certificates={true["fingerprint"]: empty}), budget=WITHOUT_WORK
    )
    evidence = prover.prove(TRUE)
    assert evidence.proved and evidence.certificate is None and "rejected" in evidence.note


def test_a_proof_by_certificate_is_not_remembered_as_one_without(answers: KnownAnswers) -> None:
    assert answers.unsearched == frozenset()
