"""Models found before spare the search, and count only when they are confirmed."""

import pytest
import sympy as sp

from verify.certificates.known_answers import KnownAnswers
from verify.probability import derivation, refutation
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


def suggested(*points):
    """What is found where the simplest search is not at hand, with these points suggested."""
    prover = Prover(suggested=tuple({sp.Symbol(n): sp.Rational(v) for n, v in p.items()} for p in points))
    return FALSE.examine((v < 1, w < 1), prover), prover


FAILS = {"size(z)": "2", "v[1]": "1/7", "v[2]": "1/9", "w[1]": "2/9", "w[2]": "4/9"}


def test_a_model_that_is_suggested_spares_the_search_and_is_made_simpler(monkeypatch):
    monkeypatch.setattr(derivation, "find_model", lambda *_, largest=3, **__: None if largest == 1 else 1 / 0)
    evidence, prover = suggested(FAILS)
    assert evidence.refuted and evidence.witness[sp.Symbol("size(z)")] == 2
    assert {value for s, value in evidence.witness.items() if s.name[0] in "vw"} == {sp.Rational(1, 2)}
    monkeypatch.undo()
    again = FALSE.examine((v < 1, w < 1), Prover(known_answers=KnownAnswers.of(prover.answers)))
    assert again.witness == evidence.witness


@pytest.mark.parametrize(
    "wrong",
    [
        {**FAILS, "v[1]": "-1/7"},
        {**FAILS, "v[1]": "1"},
        {"size(z)": "2"},
        {**FAILS, "size(z)": "1"},
        {"x": "1"},
    ],
    ids=["a hypothesis fails", "a further one fails", "no values", "another size", "another question"],
)
def test_planted_wrong_model_that_is_suggested_is_not_believed(wrong):
    assert suggested(wrong)[0].witness == suggested()[0].witness
