"""Answers kept in files come back as they went; a file that holds something else is named and refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import sympy as sp
from sympy.abc import a, b

from verify.at_hand import AtHand, DamagedAnswersError
from verify.evidence import Evidence, Grade, Outcome
from verify.implication import Implication
from verify.prover import Prover

NAME = "claims"


def found(*implications: Implication) -> dict[str, Evidence]:
    prover = Prover()
    return {i.encoded.fingerprint: prover.prove(i) for i in implications}


TRUE = Implication((a > 0, b > a), b > 0)
FALSE = Implication((a > 0,), a > 1)
IRRATIONAL = Implication((sp.Eq(a**2, 2), a > 0), a > 2)


@pytest.fixture(scope="module")
def answers() -> AtHand:
    return AtHand.of(found(TRUE, FALSE, IRRATIONAL))


def saved(answers: AtHand, folder: Path) -> Path:
    for name, text in answers.files(NAME).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_evidence_leaves_its_certificate_or_its_rational_point(answers: AtHand) -> None:
    assert set(answers.certificates) == {TRUE.encoded.fingerprint}
    assert set(answers.points) == {FALSE.encoded.fingerprint}  # the root of 2 is searched for again
    (value,) = answers.points[FALSE.encoded.fingerprint].values()
    assert 0 < sp.Rational(value) <= 1


def test_what_was_proved_by_solvers_alone_is_remembered_as_such() -> None:
    weak = Evidence("hard", Outcome.PROVED, Grade.SOLVER, "z3 and cvc5")
    answers = AtHand.of({"sha256:00": weak})
    assert answers.unsearched == {"sha256:00"} and not answers.certificates


def test_files_come_back_as_they_went(answers: AtHand, tmp_path: Path) -> None:
    weak = AtHand(answers.certificates, answers.points, frozenset({"sha256:00", "sha256:11"}))
    again = AtHand.load(saved(weak, tmp_path), NAME)
    assert dict(again.certificates) == dict(weak.certificates)
    assert (again.points, again.unsearched) == (weak.points, weak.unsearched)
    assert again.files(NAME) == weak.files(NAME)


def test_texts_do_not_depend_on_the_order_in_which_answers_were_found() -> None:
    one, other = found(TRUE, FALSE), found(FALSE, TRUE)
    assert list(one) != list(other)
    assert AtHand.of(one).files(NAME) == AtHand.of(other).files(NAME)


@pytest.mark.parametrize("missing", ["certificates", "answers"])
def test_where_a_file_is_missing_nothing_is_at_hand(missing: str, answers: AtHand, tmp_path: Path) -> None:
    saved(answers, tmp_path)
    (tmp_path / missing / f"{NAME}.json").unlink()
    assert AtHand.load(tmp_path, NAME) == AtHand()


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
def test_a_file_that_holds_something_else_is_named(case: str, answers: AtHand, tmp_path: Path) -> None:
    kind, text = DAMAGED[case]
    file = saved(answers, tmp_path) / kind / f"{NAME}.json"
    assert json.loads(file.read_text(encoding="utf-8"))
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DamagedAnswersError, match=f"{kind}/{NAME}.json: "):
        AtHand.load(tmp_path, NAME)
