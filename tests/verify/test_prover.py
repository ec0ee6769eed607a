"""The prover: which method decides, what it says of the others, and what it never takes for a proof."""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import sympy as sp
from sympy.abc import a, b, c

from verify import kernel, polynomial
from verify.certificates import certificate_search
from verify.certificates.known_answers import KnownAnswers
from verify.evidence import Evidence, Grade, Outcome
from verify.language.condition import Condition
from verify.language.implication import Hints, Implication
from verify.prover import counterexamples
from verify.prover.attempt import Attempt
from verify.prover.methods import METHODS
from verify.prover.proofs import FIRST_WORK, SHORT_WORK
from verify.prover.prover import Prover
from verify.prover.witness import Wanted
from verify.search.budget import Budget, Meter
from verify.solvers.second_solver import Answer, Reason, SecondSolver, SolverNotInstalledError
from verify.solvers.second_solver import Outcome as SecondOutcome
from verify.solvers.smt import Solver, UndecidedQueryError

TRUE = Implication((a > 0, b > 0), sp.Ge(a / b + b / a, 2))
NO_SEARCH = Budget(work=0)


def test_in_a_trial_a_proof_from_fewer_hypotheses_counts_and_no_other() -> None:
    plain, trial = Prover(), Prover(wanted=Wanted.ANY)
    for prover in (plain, trial):
        assert prover.prove(Implication((a > 1,), a > 0)).proved
        prover.methods = ()
        assert prover.prove(Implication((a > 1, b > 0), a > 0)).proved is prover.any_point
        for hypotheses, goal in (((b > 0,), a > 0), ((a > 1, b > 0), a > 2), ((), a > 0)):
            assert not prover.prove(Implication(hypotheses, goal)).proved
    learned = Prover()
    learned.learn(trial)
    learned.methods = ()
    assert learned.prove(Implication((a > 1,), a > 0)).proved
    assert not learned.prove(Implication((a > 1, b > 0), a > 0)).proved, "its certificate is of another claim"


@dataclass
class FixedSolver(Solver):
    """Answers the same to every question; `None` is "unknown"."""

    answer: bool | None = None
    asked: list[str] = field(default_factory=list)

    def satisfiable(self, conditions: Iterable[Condition], question: str, *_: Any, **__: Any) -> bool:
        self.asked.append(question)
        if self.answer is None:
            raise UndecidedQueryError(question, tuple(conditions), "told to")
        return self.answer

    def find_point(self, conditions: Iterable[Condition], question: str, *_: Any, **__: Any) -> Any:
        given = tuple(conditions)
        if self.satisfiable(given, question):
            raise UndecidedQueryError(question, given, "told to be without a point")
        return None


@dataclass
class FixedSecond(SecondSolver):
    """Answers the same to every script, or raises."""

    says: Answer | BaseException = Answer.UNKNOWN
    asked: list[str] = field(default_factory=list)

    def answer(self, text: str) -> SecondOutcome:
        self.asked.append(text)
        if isinstance(self.says, BaseException):
            raise self.says
        return SecondOutcome(self.says, Reason.STEPS if self.says is Answer.UNKNOWN else None)


@dataclass
class NotToBeAsked(Solver):
    def _check(self, *_: Any, **__: Any) -> Any:
        raise AssertionError("the solver was asked")


def told(first: bool | None, second: Answer | BaseException, **options: Any) -> Evidence:
    """Evidence on a true claim when there is no search, and the solvers answer so."""
    solver = FixedSolver(answer=first)
    prover = Prover(
        solver=solver,
        quick=FixedSolver(answer=None),
        second=FixedSecond(says=second),
        budget=NO_SEARCH,
        **options,
    )
    return prover.prove(TRUE)


def test_solver_grade_needs_both() -> None:
    assert told(False, Answer.UNSAT).grade is Grade.SOLVER


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (False, Answer.UNKNOWN),
        (None, Answer.UNSAT),
        (False, SolverNotInstalledError("no module")),
    ],
)
def test_one_solver_is_graded_as_one(first: bool | None, second: Answer | BaseException) -> None:
    found = told(first, second)
    assert found.proved and found.grade is Grade.ONE_SOLVER
    assert found.note  # says what the other one did


@pytest.mark.parametrize(("first", "second"), [(False, Answer.SAT), (True, Answer.UNSAT)])
def test_solvers_that_disagree_leave_it_open(first: bool, second: Answer) -> None:
    found = told(first, second)
    assert found.outcome is Outcome.OPEN
    assert "disagree" in found.note


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (None, Answer.UNKNOWN),
        (None, Answer.SAT),
        (True, Answer.SAT),
        (None, SolverNotInstalledError("no module")),
    ],
)
def test_answers_that_prove_nothing_leave_it_open(first: bool | None, second: Any) -> None:
    found = told(first, second)
    assert found.outcome is Outcome.OPEN
    assert "no certificate found" in found.note


def test_missing_second_solver_is_named() -> None:
    assert "cvc5" in told(None, SolverNotInstalledError("no module")).note


def test_false_claim_is_refuted_even_if_both_solvers_deny_the_counterexample() -> None:
    false = Implication((a > 0,), sp.Ge(a, 2))
    prover = Prover(
        solver=FixedSolver(answer=False),
        quick=FixedSolver(answer=None),
        second=FixedSecond(says=Answer.UNSAT),
    )
    found = prover.prove(false)
    assert found.refuted and found.witness == {a: 1}


@pytest.mark.parametrize("seconds", [0.0, 1e-9])
def test_time_that_runs_out_leaves_it_open_and_says_so(seconds: float) -> None:
    found = told(False, Answer.UNSAT, seconds=seconds)
    assert found.outcome is Outcome.OPEN
    assert "time budget" in found.note and "ran out" in found.note


def test_what_was_cut_short_is_tried_again() -> None:
    prover = Prover(seconds=0.0, quick=FixedSolver(answer=None))
    assert prover.prove(TRUE).outcome is Outcome.OPEN
    prover.seconds = None
    assert prover.prove(TRUE).proved


# --- the order of the methods


@dataclass
class Recorded:
    """A search that finds nothing and a solver that denies every point, with what was asked in turn."""

    log: list[tuple[str, int]] = field(default_factory=list)

    def search(self, *_: Any, meter: Meter, **__: Any) -> None:
        self.log.append(("search", meter.work))
        meter.work = 0

    def first(self) -> FixedSolver:
        log = self.log

        class Logged(FixedSolver):
            def satisfiable(self, *args: Any, **options: Any) -> bool:
                log.append(("solver", 0))
                return super().satisfiable(*args, **options)

        return Logged(answer=False)


def test_solvers_are_asked_between_a_short_and_a_long_search(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = Recorded()
    monkeypatch.setattr(certificate_search, "refute", recorded.search)
    prover = Prover(
        solver=recorded.first(), quick=FixedSolver(answer=None), second=FixedSecond(says=Answer.UNSAT)
    )
    found = prover.prove(TRUE)
    assert found.grade is Grade.SOLVER
    kinds = [kind for kind, _ in recorded.log]
    first, last = kinds.index("solver"), len(kinds) - kinds[::-1].index("solver")
    assert set(kinds[:first]) == set(kinds[last:]) == {"search"} and set(kinds[first:last]) == {"solver"}
    assert sum(work for _, work in recorded.log[:first]) <= FIRST_WORK + SHORT_WORK
    assert SHORT_WORK < sum(work for _, work in recorded.log[last:]) <= prover.budget.work


def test_what_is_seen_at_once_is_put_to_no_solver() -> None:
    prover = Prover(solver=NotToBeAsked(), quick=NotToBeAsked())
    assert prover.prove(TRUE).grade is Grade.EXACT
    assert prover.prove(Implication((a > 0,), a >= 2)).witness == {a: 1}


def test_first_look_has_the_same_work_for_each_case(monkeypatch: pytest.MonkeyPatch) -> None:
    real = certificate_search.refute

    def search(*system: Any, meter: Meter, **options: Any) -> Any:
        meter.work -= FIRST_WORK - 1
        return None if meter.work < 0 else real(*system, meter=Meter.of(Budget()), **options)

    monkeypatch.setattr(certificate_search, "refute", search)
    prover = Prover(solver=NotToBeAsked(), quick=NotToBeAsked())
    both = Implication((a > 1, b > 1), sp.And(a * b > 1, a + b > 2))
    assert prover.prove(both).grade is Grade.EXACT


class Undecided(Solver):
    """Knows nothing."""

    def satisfiable(self, conditions: Iterable[Condition], question: str, *_: Any, **__: Any) -> bool:
        raise UndecidedQueryError(question, conditions, "asked in vain")


@pytest.mark.parametrize("most", [2, 1])
def test_points_in_two_unknowns_are_searched_for_at_length(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without another question: a is at least 12 there."""
    monkeypatch.setattr(counterexamples, "FEW_UNKNOWNS", most)
    thin = (a > 0, b > 0, b < 1, a * (1 - b) < sp.Rational(7, 10), 5 * a * b > 56)
    little = tuple(m for m in METHODS if m.find is counterexamples.with_little_work)
    found = Prover(quick=Undecided(), methods=little).prove(Implication(thin, sp.false))
    assert found.refuted == (most == 2)
    assert most < 2 or found.witness == {a: 12, b: sp.Rational(17, 18)}


def test_wrong_refutation_of_the_search_hides_no_counterexample(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {"terms": [{"weight": "1", "ge": [], "gt": []}], "multipliers": []}
    monkeypatch.setattr(certificate_search, "refute", lambda *_, **__: wrong)
    found = Prover().prove(Implication((a > 0, sp.Eq(a**2, 2)), a > 2))
    assert found.refuted and found.witness == {a: sp.sqrt(2)}
    assert Prover(second=FixedSecond()).prove(TRUE).grade is not Grade.EXACT


def test_long_search_that_takes_all_the_time_does_not_lose_what_the_solvers_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def search(*_: Any, meter: Meter, **__: Any) -> None:
        if meter.work > SHORT_WORK:
            prover.seconds = 0.0

    monkeypatch.setattr(certificate_search, "refute", search)
    prover = Prover(
        solver=FixedSolver(answer=False),
        quick=FixedSolver(answer=None),
        second=FixedSecond(says=Answer.UNSAT),
        seconds=100.0,
    )
    found = prover.prove(TRUE)
    assert prover.seconds == 0.0
    assert found.proved and found.grade is Grade.SOLVER


def test_system_that_z3_has_excluded_is_not_put_to_it_again() -> None:
    prover = Prover(
        solver=NotToBeAsked(),
        quick=FixedSolver(answer=False),
        second=FixedSecond(says=Answer.UNSAT),
        budget=NO_SEARCH,
    )
    assert prover.prove(TRUE).grade is Grade.SOLVER


def test_long_search_goes_on_where_the_short_one_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = certificate_search.refute

    def search(names: Any, ge: Any, gt: Any, eq: Any, *, meter: Meter, **options: Any) -> Any:
        asked.append(str((ge, gt, eq)))
        if len(set(asked)) == 2 and meter.work <= SHORT_WORK:
            return None
        return real(names, ge, gt, eq, meter=meter, **options)

    monkeypatch.setattr(certificate_search, "refute", search)
    both = Implication((a > 1, b > 1), sp.And(a * b > 1, a + b > 2))
    assert Prover().prove(both).grade is Grade.EXACT
    assert len(set(asked)) == 2
    assert asked.count(asked[0]) == 1


def test_solvers_that_see_a_counterexample_prove_nothing_but_do_not_stop_the_search() -> None:
    found = Prover(
        solver=FixedSolver(answer=True), quick=FixedSolver(answer=None), second=FixedSecond(says=Answer.SAT)
    ).prove(TRUE)
    assert found.grade is Grade.EXACT and found.certificate is not None


# --- certificates at hand


def certificate_of(implication: Implication) -> dict[str, Any]:
    found = Prover().prove(implication).certificate
    assert found is not None
    return copy.deepcopy(dict(found))


def no_search(*_: Any, **__: Any) -> Any:
    raise AssertionError("the search was started")


def test_certificate_at_hand_is_used_without_solver_or_search(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = certificate_of(TRUE)
    monkeypatch.setattr(certificate_search, "refute", no_search)
    prover = Prover(
        solver=NotToBeAsked(),
        quick=NotToBeAsked(),
        second=FixedSecond(says=AssertionError("cvc5 was asked")),
        known_answers=KnownAnswers(certificates={stored["fingerprint"]: stored}),
    )
    found = prover.prove(TRUE)
    assert found.grade is Grade.EXACT
    kernel.check(found.certificate, {})


def damaged(certificate: Mapping[str, Any]) -> dict[str, Any]:
    """The first weight doubled."""
    spoiled = copy.deepcopy(dict(certificate))

    def first_terms(node: Any) -> Any:
        return node["terms"] if "terms" in node else first_terms(next(iter(node["cases"].values())))

    term = first_terms(spoiled["refutations"][0])[0]
    term["weight"] = str(2 * sp.Rational(term["weight"]))
    return spoiled


def test_damaged_certificate_is_not_used() -> None:
    stored = damaged(certificate_of(TRUE))
    prover = Prover(
        known_answers=KnownAnswers(certificates={stored["fingerprint"]: stored}), budget=NO_SEARCH
    )
    found = prover.prove(TRUE)
    assert found.grade is Grade.SOLVER and found.certificate is None
    assert "certificate at hand: rejected by the kernel" in found.note


def test_certificate_of_another_claim_is_not_used() -> None:
    other = certificate_of(Implication((a > 0,), a + 1 > 0))
    prover = Prover(
        known_answers=KnownAnswers(certificates={TRUE.encoded.fingerprint: other}), budget=NO_SEARCH
    )
    found = prover.prove(TRUE)
    assert found.grade is Grade.SOLVER and found.certificate is None
    assert "another claim" in found.note


def test_certificate_does_not_save_a_false_claim() -> None:
    false = Implication((a > 0, b > 0), sp.Ge(a / b + b / a, 3))
    stored = certificate_of(TRUE) | {"fingerprint": false.encoded.fingerprint}
    found = Prover(known_answers=KnownAnswers(certificates={false.encoded.fingerprint: stored})).prove(false)
    assert found.refuted


def test_node_of_the_search_that_proves_nothing_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = {"terms": [{"weight": "1", "ge": [], "gt": []}], "multipliers": []}
    monkeypatch.setattr(certificate_search, "refute", lambda *_, **__: empty)
    prover = Prover(solver=FixedSolver(answer=None), quick=FixedSolver(answer=None), second=FixedSecond())
    found = prover.prove(TRUE)
    assert found.outcome is Outcome.OPEN
    assert "short search: rejected by the kernel" in found.note


# --- what is asked twice


def test_namesakes_do_not_share_a_witness() -> None:
    prover = Prover()
    real = sp.Symbol("a", real=True)
    assert set(prover.prove(Implication((a > 0,), a > 1)).witness or {}) == {a}
    assert set(prover.prove(Implication((real > 0,), real > 1)).witness or {}) == {real}


def test_proof_is_found_once_for_the_same_claim() -> None:
    prover = Prover()
    first = prover.prove(Implication((a > 0, b > 0), a + b > 0))
    again = prover.prove(Implication((b > 0, a > 0), a + b > 0, Hints(squares=(a,))))
    assert again.certificate is first.certificate
    assert again.statement.startswith("(b > 0)")


def test_interruption_is_not_swallowed() -> None:
    for prover in (
        Prover(
            second=FixedSecond(says=KeyboardInterrupt()), budget=NO_SEARCH, solver=FixedSolver(answer=False)
        ),
        Prover(quick=Interrupted(), budget=NO_SEARCH),
    ):
        with pytest.raises(KeyboardInterrupt):
            prover.prove(TRUE)


@dataclass
class Interrupted(Solver):
    def satisfiable(self, conditions: Iterable[Condition], question: str, *_: Any, **__: Any) -> bool:
        raise KeyboardInterrupt


# --- hints


def test_hints_that_do_not_fit_do_no_harm() -> None:
    hints = Hints(
        squares=(sp.log(a), sp.Symbol("elsewhere"), sp.pi * a, sp.Float(0.5) * a), splits=(a - b, 1 / a)
    )
    assert Prover().prove(Implication(TRUE.hypotheses, TRUE.goal, hints)).grade is Grade.EXACT


# --- evaluation


def test_wrong_encoding_does_not_refute(monkeypatch: pytest.MonkeyPatch) -> None:
    true = Implication((a > 1,), a > 0)
    other = Implication((a > 1,), a > 2).encoded
    monkeypatch.setattr(Implication, "encoded", property(lambda _: other))
    found = Prover().prove(true)
    assert found.outcome is Outcome.OPEN
    assert "the statement has none" in found.note


def test_algebraic_claim_that_nothing_else_decides_is_enclosed() -> None:
    strict = Implication((a >= 0, a <= 1), a**2 - a + 1 > 0)
    prover = Prover(
        solver=FixedSolver(answer=None),
        quick=FixedSolver(answer=None),
        second=FixedSecond(),
        budget=NO_SEARCH,
    )
    assert prover.prove(strict).grade is Grade.ENCLOSED


def test_claim_too_large_for_the_kernel_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polynomial, "MAX_WORK", 10)
    found = Prover().prove(TRUE)
    assert found.outcome is Outcome.OPEN
    assert "too large for a certificate (more work than the kernel does)" in found.note


# --- inhabited domains


def test_inhabited_domain_has_a_point() -> None:
    found = Prover().inhabited((a > 0, sp.Lt(a**2, 2), sp.Gt(a, sp.Rational(7, 5))))
    assert found.proved and found.witness is not None
    assert sp.Rational(7, 5) ** 2 < found.witness[a] ** 2 < 2


def test_empty_domain_is_refuted() -> None:
    found = Prover().inhabited((a > 0, b > 0, sp.Lt(a + b, 0)))
    assert found.refuted and found.certificate is not None


def test_empty_list_of_conditions_is_inhabited() -> None:
    assert Prover().inhabited(()).proved
    assert Prover().inhabited((sp.false,)).refuted


def test_domain_with_logarithms_is_inhabited() -> None:
    found = Prover().decide_inhabited((sp.Gt(sp.log(c) + c, 0, evaluate=False),))
    assert found.proved and found.witness is not None


# --- imports


def test_kernel_and_its_command_need_no_sympy() -> None:
    script = (
        "import sys\n"
        "import verify, verify.kernel, verify.recheck\n"
        "heavy = {'sympy', 'z3', 'numpy', 'flint', 'cvc5'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=Path(__file__).parents[2])


def test_what_is_found_in_a_hurry_is_not_kept_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    weak = Evidence(str(TRUE), Outcome.PROVED, Grade.SOLVER, "two solvers")

    def late(attempt: Attempt) -> Evidence:
        attempt.late = True
        return weak

    prover = Prover()
    monkeypatch.setattr(Attempt, "evidence", late)
    assert prover.prove(TRUE) == weak
    assert not KnownAnswers.of(prover.answers).unsearched
    monkeypatch.undo()
    assert prover.prove(TRUE).grade is Grade.EXACT


def test_what_is_known_counts_among_the_answers_of_every_claim() -> None:
    prover = Prover()
    prover.prove(TRUE)
    prover.answers = {}
    prover.prove(TRUE)
    assert KnownAnswers.of(prover.answers).certificates
