"""Models found before spare the search, and count only when they are confirmed."""

import pytest
import sympy as sp

from verify.certificates.known_answers import KnownAnswers
from verify.probability import refutation
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover

v, w, z = sp.symbols("v w z")
FALSE = Derivation(
    Setting({v: (z,), w: (z,)}, (v >= 0, w >= 0)),
    Total(v * w, z) >= Total(v, z) * Total(w, z),
    (Step(Total(v * w, z) >= Total(v, z) * Total(w, z), Termwise()),),
)


@pytest.fixture(scope="module")
def first():
    prover = Prover()
    return FALSE.examine((), prover), KnownAnswers.of(prover.answers)


def test_false_statement_leaves_its_model_behind(first):
    evidence, known_answers = first
    assert evidence.refuted
    assert len(known_answers.points) >= 1


def test_model_at_hand_spares_the_search(first, monkeypatch):
    evidence, known_answers = first

    def none(*_):
        raise AssertionError("a model was searched for")

    monkeypatch.setattr(refutation, "_counterexample", none)
    prover = Prover(known_answers=known_answers)
    again = FALSE.examine((), prover)
    assert again.refuted and again.witness == evidence.witness
    assert KnownAnswers.of(prover.answers).points.items() <= known_answers.points.items()


def test_planted_wrong_model_at_hand_is_not_believed(first):
    evidence, known_answers = first
    wrong = {name: dict.fromkeys(point, "0") for name, point in known_answers.points.items()}
    again = FALSE.examine((), Prover(known_answers=KnownAnswers(points=wrong)))
    assert again.refuted and again.witness == evidence.witness


def test_planted_point_with_other_names_is_left_aside(first):
    _, known_answers = first
    wrong = {name: {"other": "1"} for name in known_answers.points}
    assert FALSE.examine((), Prover(known_answers=KnownAnswers(points=wrong))).refuted
