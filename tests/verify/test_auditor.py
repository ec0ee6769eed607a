"""The auditor: budgets, errors, order, what a journal may bring back, and which claims are the same."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sympy as sp
from sympy.abc import a, b

from verify.alarm import BudgetExceededError, alarm
from verify.claims import auditor
from verify.claims.auditor import Journal, audit, counts, judge_within
from verify.claims.claim import Claim, Kind, Locator
from verify.claims.equal_claims import followers
from verify.claims.record import Record, fingerprint
from verify.evidence import Evidence, Grade, Outcome
from verify.language.encoding import encoded
from verify.prover.prover import Prover

PAPER = "example"


def claimed(place: str, statement: object, *domain: sp.Basic, **more: object) -> Claim:
    given: dict[str, object] = {"locator": Locator(PAPER, place), "statement": statement, "domain": domain}
    return Claim(**{**given, **more})


@dataclass(frozen=True)
class Doing:
    """A statement that does something and then calls itself proved."""

    action: Callable[[Prover], object]
    text: str = "what is done is done"

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        self.action(prover)
        return Evidence(self.text, Outcome.PROVED, Grade.EXACT, "by decree")


TRUE = claimed("eq:1", a**2 >= 0)
FALSE = claimed("eq:2", a**2 >= 1)
UNKNOWN = claimed("eq:3", sp.Function("f")(a) > 0)


def verdicts(claims: Iterable[Claim], **more: object) -> list[tuple[str, str]]:
    return [(j.record.locator, j.record.verdict) for j in audit(list(claims), **more)]


# --- budgets and errors -------------------------------------------------------------------------------------


def busy(seconds: float) -> Callable[[Prover], None]:
    """Works for some time, and goes on after every exception that it may catch."""

    def work(_: Prover) -> None:
        end = time.process_time() + seconds
        while time.process_time() < end:
            try:
                sum(range(1000))
            except Exception:  # what ends it must not be one of these
                continue

    return work


def test_a_claim_beyond_its_budget_is_open_and_the_rest_is_judged() -> None:
    started = time.process_time()
    found = verdicts([claimed("eq:0", Doing(busy(60))), TRUE], seconds=2)
    assert found == [("eq:0", "open"), ("eq:1", "holds")]
    assert time.process_time() - started < 40


def test_what_ran_out_of_time_has_no_grade_and_says_so() -> None:
    record = judge_within(claimed("eq:0", Doing(busy(60))), 0.5).record
    assert (record.verdict, record.grade, record.certificates) == ("open", "", ())
    assert record.note == "the time budget of 0.5 s ran out"


def test_the_prover_knows_the_budget_of_the_claim() -> None:
    seen: list[float | None] = []
    for seconds in (7.0, 3.0):
        judge_within(claimed("eq:0", Doing(lambda prover: seen.append(prover.seconds))), seconds)
    assert seen == [7.0, 3.0]


def test_the_budget_ends_with_the_claim() -> None:
    judge_within(claimed("eq:0", Doing(lambda _: None)), 0.2)
    time.sleep(0.5)


def divided(_: Prover) -> None:
    raise ZeroDivisionError("by 0")


def test_an_error_in_a_check_is_open_with_its_place_and_the_rest_is_judged() -> None:
    claims = [claimed("eq:0", Doing(divided)), TRUE]
    assert verdicts(claims) == [("eq:0", "open"), ("eq:1", "holds")]
    note = judge_within(claims[0]).record.note
    assert note.startswith("its check ended in an error, ZeroDivisionError: by 0 (test_auditor.py, line ")


@dataclass(frozen=True)
class Unwritable:
    """A statement that is judged at once, and whose own text does something."""

    action: Callable[[], object]

    @property
    def text(self) -> str:
        self.action()
        return "what is written is written"

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        return Evidence("what is done is done", Outcome.PROVED, Grade.EXACT, "by decree")


@pytest.mark.parametrize("action", [lambda: busy(60)(Prover()), lambda: divided(Prover())])
@pytest.mark.parametrize("journal", [False, True])
def test_a_claim_that_cannot_be_written_is_open_and_the_rest_is_judged(
    action: Callable[[], object], journal: bool, tmp_path: Path
) -> None:
    kept = Journal(tmp_path / "journal") if journal else None
    audit([TRUE], journal=kept)
    started = time.process_time()
    claims = [claimed("eq:0", Unwritable(action)), TRUE]
    assert verdicts(claims, seconds=0.5, journal=kept) == [("eq:0", "open"), ("eq:1", "holds")]
    assert time.process_time() - started < 20


def test_an_interrupt_is_no_error_of_a_check() -> None:
    def interrupt(_: Prover) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judge_within(claimed("eq:0", Doing(interrupt)))


# --- order and places ---------------------------------------------------------------------------------------


class AtOnce(Executor):
    """Does each task as it is submitted."""

    def submit(self, task: Callable[..., object], /, *given: Any, **more: Any) -> Future:
        done: Future = Future()
        done.set_result(task(*given, **more))
        return done


def test_judgements_come_in_the_order_of_the_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    def last(tasks: Iterable[Future], **_: object) -> SimpleNamespace:
        return SimpleNamespace(done=list(tasks)[-1:])

    monkeypatch.setattr(auditor, "wait", last)
    came: list[str] = []
    found = audit([TRUE, FALSE], executors=[AtOnce()], progress=lambda record, _: came.append(record.locator))
    assert came == ["eq:2", "eq:1"]
    assert [j.record.locator for j in found] == ["eq:1", "eq:2"]


def test_equal_claims_are_judged_once_with_and_without_answers_at_hand(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[str] = []

    def counting(claim: Claim, *arguments: Any) -> Any:
        asked.append(claim.locator.place)
        return judge_within(claim, *arguments)

    monkeypatch.setattr(auditor, "judge_within", counting)
    claims = [
        claimed("first", a * b < 1, a >= 0, a <= 1, b >= 0, b <= 1, missing=(a < 1, b < 1)),
        claimed("again", a * b < 1, a >= 0, a <= 1, b >= 0, b <= 1, missing=(a < 1, b < 1), remark="2nd"),
        claimed("planted", a * b < 1, a >= 0, a <= 1, b >= 0, b <= 2, missing=(a < 1, b < 1)),
        claimed("other hint", a * b < 1, a >= 0, a <= 1, b >= 0, b <= 1, missing=(a < 1,)),
    ]
    first, again, planted, _ = audit(claims)
    assert asked == ["first", "planted", "other hint"]
    assert first.record.verdict == "holds-if" and planted.record.extra_hypotheses != ("a < 1", "b < 1")
    alone = judge_within(claims[1])
    assert replace(again.record, seconds=0.0) == replace(alone.record, seconds=0.0)
    assert again.answers == alone.answers and again.record.remark == "2nd"
    asked.clear()
    audit(claims[:2], {claims[0].locator.paper: tmp_path})  # where answers are at hand, each has its own
    assert asked == ["first", "again"]


def test_claims_are_alike_whichever_of_their_parts_are_one_object() -> None:
    once, again = (sp.Gt(a, 1 / b, evaluate=False) for _ in range(2))
    real = sp.Symbol("a", real=True)
    assert once is not again
    claims = [
        claimed("one object", a > 0, once, b > 0, missing=(once,)),
        claimed("two objects", a > 0, once, b > 0, missing=(again,)),
        claimed("planted", a > 0, once, b > 0, missing=(sp.Gt(a * b, 1, evaluate=False),)),
        claimed("planted symbol", real > 0, sp.Gt(real, 1 / b), b > 0, missing=(sp.Gt(real, 1 / b),)),
        claimed("planted order", a > 0, b > 0, once, missing=(once,)),
    ]
    assert followers(claims, range(len(claims)), 10) == {0: [1], 2: [], 3: [], 4: []}


def test_equal_claims_that_stay_open_are_each_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def late(claim: Claim, *arguments: Any) -> Any:
        asked.append(claim.locator.place)
        return judge_within(claim, 0.0 if claim.locator.place == "first" else 10.0)

    monkeypatch.setattr(auditor, "judge_within", late)
    judged = audit([claimed("first", a**2 >= 0), claimed("again", a**2 >= 0), claimed("third", a**2 >= 0)])
    assert asked == ["first", "again", "third"]
    assert [j.record.verdict for j in judged] == ["open", "holds", "holds"]


def test_neighbours_are_judged_by_one_worker_and_no_worker_idles() -> None:
    given: list[list[str]] = [[], []]

    class Slow(AtOnce):
        """Judges its claims only when nothing else is left to do."""

        def submit(self, task: Callable[..., object], /, *arguments: Any, **more: Any) -> Future:
            given[0].append(arguments[0].locator.place)
            return late.submit(task, *arguments, **more)

    class Quick(AtOnce):
        def submit(self, task: Callable[..., object], /, *arguments: Any, **more: Any) -> Future:
            given[1].append(arguments[0].locator.place)
            if len(given[1]) == 6:
                allowed.set()
            return super().submit(task, *arguments, **more)

    allowed = threading.Event()
    claims = [claimed(f"eq:{k}", a**2 >= -k) for k in range(8)]
    with ThreadPoolExecutor(1, initializer=allowed.wait, initargs=(60,)) as late:
        found = audit(claims, executors=[Slow(), Quick()])
    assert [j.record.locator for j in found] == [f"eq:{k}" for k in range(8)]
    assert given == [["eq:0", "eq:1"], ["eq:4", "eq:5", "eq:6", "eq:7", "eq:3", "eq:2"]]


def test_two_claims_at_one_place_are_refused() -> None:
    with pytest.raises(ValueError, match="two claims at example eq:1"):
        audit([TRUE, replace(FALSE, locator=TRUE.locator)])


def test_every_verdict_is_counted() -> None:
    records = [judge_within(claim).record for claim in (TRUE, FALSE, UNKNOWN)]
    assert {v: n for v, n in counts(records).items() if n} == {"holds": 1, "refuted": 1, "open": 1}


def test_a_corrected_form_is_shown_only_where_it_is_proved() -> None:
    proved = claimed("eq:0", a**2 > 0, corrected=a**2 >= 0)
    false = claimed("eq:0", a**2 > 0, corrected=a**2 > 1)
    assert (record := judge_within(proved).record).verdict == "misprint"
    assert record.corrected == "a**2 >= 0"
    assert (record := judge_within(false).record).verdict == "refuted"
    assert record.corrected is None


def test_a_misprint_shows_the_certificates_of_the_corrected_form() -> None:
    record = judge_within(claimed("eq:0", a**2 > 0, corrected=a**2 >= 0)).record
    assert record.certificates == (encoded((), a**2 >= 0).fingerprint,)


# --- the journal --------------------------------------------------------------------------------------------


def test_a_journal_brings_back_what_it_took(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal")
    claims = [TRUE, FALSE, claimed("eq:4", a**2 >= a, a > 0, missing=(a >= 1,))]
    first = [judged.record for judged in audit(claims, journal=journal)]
    came: list[str] = []
    again = audit(
        [*reversed(claims), UNKNOWN],
        journal=journal,
        progress=lambda record, _: came.append(record.locator),
    )
    assert came == ["eq:3"]
    assert [judged.record for judged in again[:3]] == first[::-1]
    assert journal.known[fingerprint(TRUE)].answers.certificates


def test_what_another_program_has_judged_is_judged_again(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    came: list[str] = []
    for program in ("one", "another", "one"):
        audit([TRUE], journal=Journal(path, program), progress=lambda record, _: came.append(record.locator))
    assert came == ["eq:1", "eq:1"]
    assert Journal(path, "a third").known == {}


def test_an_open_claim_is_judged_again(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal")
    came: list[str] = []
    for _ in range(2):
        audit([UNKNOWN, TRUE], journal=journal, progress=lambda record, _: came.append(record.locator))
    assert came == ["eq:3", "eq:1", "eq:3"]


OTHER_PLACE = Locator(PAPER, "eq:9")
ORIGINAL = claimed("eq:1", a > 0, a > 1, missing=(a > 2,), corrected=a > 3)
REAL = sp.Symbol("a", real=True)


@pytest.mark.parametrize(
    "changed",
    [
        replace(ORIGINAL, locator=OTHER_PLACE),
        replace(ORIGINAL, statement=a >= 0),
        replace(ORIGINAL, domain=(a >= 1,)),
        replace(ORIGINAL, domain=()),
        replace(ORIGINAL, domain=(), missing=(a > 1, a > 2)),
        replace(ORIGINAL, missing=(a >= 2,)),
        replace(ORIGINAL, missing=()),
        replace(ORIGINAL, corrected=a >= 3),
        replace(ORIGINAL, corrected=None),
        replace(ORIGINAL, missing=(a > 2, a > 3), corrected=None),
        replace(ORIGINAL, kind=Kind.DEFINITION),
        # This one reads alike.
        claimed("eq:1", REAL > 0, REAL > 1, missing=(REAL > 2,), corrected=REAL > 3),
    ],
)
def test_a_changed_claim_is_not_taken_from_the_journal(changed: Claim, tmp_path: Path) -> None:
    assert fingerprint(changed) != fingerprint(ORIGINAL)
    journal = Journal(tmp_path / "journal")
    audit([ORIGINAL], journal=journal)
    came: list[Record] = []
    audit([changed], journal=journal, progress=lambda record, _: came.append(record))
    assert len(came) == 1


def test_a_line_that_was_cut_short_is_left_out_and_the_next_one_is_whole(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal")
    audit([TRUE, FALSE], journal=journal)
    whole = journal.path.read_text()
    journal.path.write_text(whole[:-200])
    assert set(journal.known) == {fingerprint(TRUE)}
    audit([FALSE], journal=journal)
    assert set(journal.known) == {fingerprint(TRUE), fingerprint(FALSE)}


def test_a_line_that_was_changed_is_left_out(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    journal.add(judge_within(TRUE, 20))
    assert len(journal.known) == 1
    text = journal.path.read_text("utf-8")
    journal.path.write_text(text.replace('"verdict": "holds"', '"verdict": "refuted"'), "utf-8")
    assert journal.path.read_text("utf-8") != text and len(journal.known) == 0


def test_a_journal_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert Journal(tmp_path / "none").known == {}
    assert not (tmp_path / "none").exists()


def test_a_search_that_takes_too_long_takes_nothing_from_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verify.claims.refutation_details.weakest_sufficient", lambda *_: time.sleep(60))
    monkeypatch.setattr("verify.alarm.WAITING", 2)
    claim = claimed("eq:4", a**2 >= a, a > 0, missing=(a >= 1,))
    record = judge_within(claim, 1).record
    assert (record.verdict, record.hypothesis_origin) == ("holds-if", "given as a hint")


@pytest.mark.parametrize("search", [True, False])
def test_a_second_evaluation_that_does_not_end_is_ended(
    search: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verify.claims.refutation_details.confirm_witness", lambda *_: busy(8)(Prover()))
    started = time.process_time()
    record = judge_within(FALSE, 1).record
    assert record.verdict == "open" and "ran out" in str(record.note)
    assert time.process_time() - started < 5


def test_no_seconds_end_at_once() -> None:
    for seconds in (0, -1):
        with pytest.raises(BudgetExceededError), alarm(seconds):
            time.sleep(2)


def test_an_alarm_that_rings_as_it_is_set_leaves_nothing_behind() -> None:
    numbers = (signal.SIGPROF, signal.SIGALRM)
    before = [signal.getsignal(number) for number in numbers]
    with pytest.raises(BudgetExceededError), alarm(0):
        busy(60)(Prover())
    assert [signal.getsignal(number) for number in numbers] == before
    assert [signal.getitimer(timer)[0] for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL)] == [0, 0]


def test_the_time_of_others_does_not_end_it() -> None:
    with alarm(0.2):
        time.sleep(0.5)
    with pytest.raises(BudgetExceededError), alarm(0.2):
        busy(60)(Prover())


def test_a_record_is_plain_data() -> None:
    record = judge_within(claimed("eq:0", a / b >= 0, a > 0)).record
    assert record.verdict == "holds-if" and set(record.witness or {}) == {"a", "b"}
    assert json.loads(json.dumps(record.evidence)) == record.evidence


def test_an_alarm_that_is_lost_rings_again() -> None:
    """As within a destructor, where Python prints the error and goes on."""
    started = time.monotonic()
    with pytest.raises(BudgetExceededError), alarm(0.01):
        with suppress(BudgetExceededError):
            time.sleep(0.1)
        time.sleep(200)
    assert time.monotonic() - started < 100
