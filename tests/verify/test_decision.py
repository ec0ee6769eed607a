"""Decisions rest on certificates that the kernel accepts and on points that exact arithmetic confirms."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

import pytest
import sympy as sp
from sympy.abc import a, b

from verify import kernel
from verify.certificates.known_answers import KnownAnswers
from verify.evidence import Evidence, Grade, Outcome
from verify.language.condition import Condition, non_negative, positive
from verify.language.implication import Implication
from verify.prover.certifying_solver import CertifyingSolver
from verify.prover.prover import Prover
from verify.solvers.second_solver import SecondSolver
from verify.solvers.smt import Solver, UndecidedQueryError


class Forbidden(AssertionError):
    """Somebody was asked who should not be."""


@pytest.fixture
def nobody_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a solver nor a search may be asked."""

    def refuse(*_: Any, **__: Any) -> Any:
        raise Forbidden

    monkeypatch.setattr(Solver, "_check", refuse)
    monkeypatch.setattr(SecondSolver, "answer", refuse)
    monkeypatch.setattr("verify.search.refutation_search.refute", refuse)
    monkeypatch.setattr("verify.prover.counterexamples.simple_points", refuse)


TRUE = ([positive(a), positive(b - a)], positive(b))
FALSE = ([positive(a)], positive(a - 1))


def asked(solver: Solver, question: tuple[Iterable[Condition], Condition]) -> bool:
    given, goal = question
    return solver.implies(given, goal, "a question")


def fingerprint(question: tuple[list[Condition], Condition]) -> str:
    return Implication.of(*question).encoded.fingerprint


def variable(question: tuple[list[Condition], Condition], symbol: sp.Symbol) -> str:
    """The name of a symbol in the claim."""
    symbols = Implication.of(*question).encoded.symbols
    return next(name for name, s in symbols.items() if s.name == symbol.name)


@pytest.fixture(scope="module")
def remembered() -> KnownAnswers:
    solver = CertifyingSolver()
    assert asked(solver, TRUE) and not asked(solver, FALSE)
    return KnownAnswers.of(solver.found)


def test_answers_are_those_of_a_solver_and_come_with_evidence() -> None:
    solver, plain = CertifyingSolver(), Solver()
    assert solver.certifies and not plain.certifies
    for question in (TRUE, FALSE):
        assert asked(solver, question) == asked(plain, question)
    outcomes = {name: str(e.outcome) for name, e in solver.found.items()}
    assert outcomes == {fingerprint(TRUE): "proved", fingerprint(FALSE): "refuted"}
    assert solver.questions == 2


def test_a_proof_is_a_certificate_that_the_kernel_accepts_for_this_claim() -> None:
    solver = CertifyingSolver()
    with solver.recorded() as evidence:
        assert asked(solver, TRUE)
    ((certificate,),) = (list(e.certificates) for e in evidence)
    kernel.check(dict(certificate), {})
    assert certificate["fingerprint"] == fingerprint(TRUE) == kernel.fingerprint(certificate["claim"])


def test_satisfiable_and_find_point_agree_with_exact_arithmetic() -> None:
    solver = CertifyingSolver()
    either = ((positive(a - 2), positive(-2 - a)),)
    point = solver.find_point([positive(5 - a**2)], "a point", either)
    assert point is not None and point[a] ** 2 > 4 and point[a] ** 2 < 5
    assert solver.satisfiable([positive(5 - a**2)], "the same", either)
    assert solver.find_point([positive(4 - a**2)], "no point", either) is None
    assert not solver.satisfiable([positive(4 - a**2)], "the same", either)


@pytest.mark.usefixtures("nobody_to_ask")
def test_conditions_on_numbers_are_decided_at_once() -> None:
    solver = CertifyingSolver()
    assert not solver.satisfiable([positive(sp.Integer(-1))], "a false number")
    assert asked(solver, ([positive(a)], positive(sp.Integer(1))))
    assert asked(solver, ([positive(sp.Integer(-1))], positive(a)))


@pytest.mark.usefixtures("nobody_to_ask")
def test_what_is_at_hand_is_enough(remembered: KnownAnswers) -> None:
    solver = CertifyingSolver(known_answers=remembered)
    assert asked(solver, TRUE) and not asked(solver, FALSE)
    with pytest.raises(Forbidden):  # the guard works
        asked(CertifyingSolver(), TRUE)


PLANTED_POINTS = {
    "a point outside the domain": (FALSE, {a: "-1"}),
    "a point at which the goal holds": (FALSE, {a: "2"}),
    "the border, where the goal holds": (([positive(a)], non_negative(a - 1)), {a: "1"}),
    "a point for a true claim": (TRUE, {a: "1", b: "1/2"}),
    "too few coordinates": (TRUE, {a: "1"}),
    "too many coordinates": (FALSE, {a: "1/2", b: "0"}),
}


@pytest.fixture(params=PLANTED_POINTS)
def planted(request: pytest.FixtureRequest) -> tuple[Any, KnownAnswers]:
    """A question, and the wrong point that is said to be its counterexample."""
    question, point = PLANTED_POINTS[request.param]
    names = {s: variable(question, s) if s in symbols_of(question) else s.name for s in point}
    points = {fingerprint(question): {names[s]: value for s, value in point.items()}}
    return question, KnownAnswers(points=points)


@pytest.mark.usefixtures("nobody_to_ask")
def test_a_wrong_point_is_not_believed(planted: tuple[Any, KnownAnswers]) -> None:
    question, known_answers = planted
    with pytest.raises(Forbidden):
        asked(CertifyingSolver(known_answers=known_answers), question)


def test_a_wrong_point_does_not_hide_the_answer(planted: tuple[Any, KnownAnswers]) -> None:
    question, known_answers = planted
    assert asked(CertifyingSolver(known_answers=known_answers), question) == (question == TRUE)


def symbols_of(question: tuple[list[Condition], Condition]) -> frozenset[sp.Symbol]:
    given, goal = question
    return frozenset().union(goal.symbols, *(c.symbols for c in given))


@pytest.mark.usefixtures("nobody_to_ask")
def test_a_right_point_is_believed_and_given_back() -> None:
    points = {fingerprint(FALSE): {variable(FALSE, a): "1/2"}}
    solver = CertifyingSolver(known_answers=KnownAnswers(points=points))
    assert not asked(solver, FALSE)
    (evidence,) = solver.found.values()
    assert evidence.witness is not None and list(evidence.witness.values()) == [sp.Rational(1, 2)]


def damaged_weight(certificate: dict[str, Any]) -> None:
    certificate["refutations"][0]["terms"][0]["weight"] = "7/3"


def another_claim(certificate: dict[str, Any]) -> None:
    certificate["claim"]["goal"] = [">", "1", "0"]


def no_refutation(certificate: dict[str, Any]) -> None:
    certificate["refutations"] = []


def a_lemma_on_itself(certificate: dict[str, Any]) -> None:
    certificate["lemmas"] = [certificate["fingerprint"]]


@pytest.mark.parametrize("damage", [damaged_weight, another_claim, no_refutation, a_lemma_on_itself])
def test_a_damaged_certificate_is_replaced_by_a_sound_one(damage: Any, remembered: KnownAnswers) -> None:
    certificate = copy.deepcopy(dict(remembered.certificates[fingerprint(TRUE)]))
    damage(certificate)
    solver = CertifyingSolver(known_answers=KnownAnswers({fingerprint(TRUE): certificate}))
    assert asked(solver, TRUE)
    evidence = solver.found[fingerprint(TRUE)]
    assert evidence.grade is Grade.EXACT and evidence.certificate != certificate
    kernel.check(dict(evidence.certificate or {}), {})


def test_a_certificate_of_another_claim_under_this_name_is_not_used(remembered: KnownAnswers) -> None:
    other = ([positive(a)], positive(a + 1))
    helper = CertifyingSolver()
    assert asked(helper, other)
    sound = KnownAnswers.of(helper.found).certificates[fingerprint(other)]
    solver = CertifyingSolver(known_answers=KnownAnswers({fingerprint(FALSE): sound}))
    assert not asked(solver, FALSE)


def test_a_claim_said_to_have_no_certificate_gets_the_lower_grade() -> None:
    solver = CertifyingSolver(known_answers=KnownAnswers(unsearched=frozenset({fingerprint(TRUE)})))
    with solver.recorded() as evidence:
        assert asked(solver, TRUE)
    assert [str(e.grade) for e in evidence] == ["solver"] and not list(evidence[0].certificates)


def test_records_nest_and_hold_proofs_only() -> None:
    solver, other = CertifyingSolver(), ([positive(a)], positive(a + 2))
    with solver.recorded() as outer:
        assert asked(solver, TRUE)
        with solver.recorded() as inner:
            assert asked(solver, other) and not asked(solver, FALSE)
        assert asked(solver, TRUE)  # asked again: recorded again
    assert asked(solver, other)
    assert [e.statement for e in inner] == [str(Implication.of(*other))]
    assert [e.outcome for e in outer] == [Outcome.PROVED] * 3
    assert outer[0].statement == outer[2].statement == str(Implication.of(*TRUE))


def test_a_record_that_is_interrupted_is_closed() -> None:
    solver = CertifyingSolver()
    with pytest.raises(KeyboardInterrupt), solver.recorded() as interrupted:
        raise KeyboardInterrupt
    assert asked(solver, TRUE) and interrupted == []


def test_an_equal_record_is_not_closed_in_place_of_another() -> None:
    solver = CertifyingSolver()
    with solver.recorded() as outer:
        with solver.recorded() as inner:
            pass  # both are empty, hence equal lists
        assert asked(solver, TRUE)
    assert len(outer) == 1 and inner == []


class GivesUp(Prover):
    """Finds nothing."""

    def prove(self, implication: Implication) -> Evidence:
        name = implication.encoded.fingerprint
        self.answers[name] = Evidence(str(implication), Outcome.OPEN, None, "nothing", note="gave up")
        return self.answers[name]


def test_what_is_not_decided_is_an_error_that_names_the_question() -> None:
    solver = CertifyingSolver(prover=GivesUp())
    with pytest.raises(UndecidedQueryError, match=r"gave up.*a question"), solver.recorded() as evidence:
        asked(solver, TRUE)
    assert evidence == [] and not solver.found[fingerprint(TRUE)].proved
