"""`--patience` and `patience=` bound the whole call; an exact value has to lie in the enclosure before it."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
import sympy as sp

from symbolic_eps import derive
from symbolic_eps.answers import exact_recommendation as exact
from symbolic_eps.answers import recommendation
from symbolic_eps.answers.recommendation import recommend
from symbolic_eps.cli import main
from symbolic_eps.enclosed.recommended import EnclosedRecommendation
from symbolic_eps.errors import (
    DisagreementError,
    DomainError,
    InfeasibleProfileError,
    InputError,
    UndecidedError,
)
from symbolic_eps.killable_process import in_killable_process
from symbolic_eps.minimum import infimum
from symbolic_eps.minimum.stationary.along_rays import Rays
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.time_limit import Patience, time_limit
from verify.deadline import OutOfTime, check_time, deadline, seconds_left, worked
from verify.enclosure import Enclosure
from verify.language.condition import positive
from verify.solvers import process_copy
from verify.solvers.second_solver import Reason, SecondSolver
from verify.solvers.smt import Solver, UndecidedQueryError

BEYOND = 3.0
"""Seconds of processor time by which a call may exceed its patience."""

LOAD = 4
"""A machine with other work is taken to be so many times slower, where a child's work cannot be seen."""

LONGEST = 300.0
"""Seconds of wall time that no call may take, for what waits and does not work."""

HARD = [
    "1 + p**2/q + 1/(5*p)",
    "1 + 1/(10*p) + 1/(20*q)",
    "1 + (p-1/2)**2 + (q-1/3)**2",
    "1 + p**4/q + q**4/p + 1/(9*p)",
    "1 + p**64/q**64",
    "1 + exp(1/(p*q))",
]

A, B, C, D, E = sp.symbols("a b c d e", real=True)
MEANS = [
    *map(positive, (A, B, C, D, E)),
    positive(5 * A * B * C * D * E - sum(v**5 for v in (A, B, C, D, E))),
]
"""The inequality of the means denied: no point, and no solver finds that soon."""


@contextmanager
def ends_with(seconds: float) -> Iterator[None]:
    """What is done inside works hardly longer than so many seconds of wall time, nor do its processes.

    What it does after them is measured in processor time, which other work on the machine does not change.
    """
    late, ended = list[float](), os.times()
    timer = threading.Timer(seconds, lambda: late.append(time.process_time()))
    started = time.monotonic()
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
    now = os.times()
    assert time.monotonic() - started < seconds + LONGEST
    assert not late or time.process_time() - late[0] < BEYOND
    children = now.children_user + now.children_system - ended.children_user - ended.children_system
    assert children < seconds + BEYOND


@pytest.mark.slow
@pytest.mark.parametrize("program", ["while True: pass", "import time; time.sleep(0)"])
def test_what_works_on_is_seen(program: str) -> None:
    """Planted: work that goes on after the time, here or in a child; and the control, which does not."""
    endless = program.startswith("while")
    with pytest.raises(AssertionError) if endless else contextlib.nullcontext(), ends_with(0.2):
        end = time.process_time() + (BEYOND + 1 if endless else 0.1)
        while time.process_time() < end:
            pass
    with pytest.raises(AssertionError) if endless else contextlib.nullcontext(), ends_with(0.2):
        limited = f"import resource; resource.setrlimit(resource.RLIMIT_CPU, (4, 4)); {program}"
        loop = limited if not endless else limited.replace("; while", "\nwhile")
        subprocess.run([sys.executable, "-c", loop], check=False)


@pytest.mark.family(18)
@pytest.mark.parametrize("seconds", [1, 3])
@pytest.mark.parametrize("profile", HARD)
def test_a_call_ends_with_its_patience(profile: str, seconds: int) -> None:
    with ends_with(seconds):
        try:
            found = recommend(profile, patience=seconds)
        except UndecidedError as error:
            assert "patience" in str(error)
        else:
            assert found.enclosure is not None and (found.enclosure.lower >= 0)


def test_outside_the_main_thread_as_well() -> None:
    """With three seconds; on a machine too busy for an enclosure in them, with more."""
    found = None
    with ThreadPoolExecutor(1) as threads:
        for seconds in (3, 12, 48):
            with ends_with(seconds), contextlib.suppress(UndecidedError):
                found = threads.submit(recommend, HARD[3], patience=seconds).result()
            if found is not None:
                break
    assert isinstance(found, EnclosedRecommendation) and found.late


def test_the_enclosure_is_the_answer_when_patience_ends_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("symbolic_eps.fast_recommendation.text.fast_answer", lambda *_: None)
    monkeypatch.setattr(exact, "SMALL_OPERATIONS", -1)
    left = list[float]()

    def endless(*_: object) -> object:
        """An engine that the deadline has to end: the whole patience, cut short once the engine works."""
        left.append(seconds_left())
        with deadline(0.5):
            return in_killable_process("time:sleep", 600)

    monkeypatch.setattr(exact, "in_killable_process", endless)
    started = time.monotonic()
    assert main(["recommend", "max(1/(4*p*q), 3)", "--patience", "500"]) == 0
    assert time.monotonic() - started < LONGEST
    assert left and all(100 < seconds <= 500 for seconds in left)
    said = capsys.readouterr()
    assert "instead of an exact value" in said.err and "--patience 5000" in said.err
    assert "proof       enclosed" in said.out and "none was found in 500 s" in said.out


def test_with_enough_patience_the_exact_value_is_the_answer_here_and_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = recommend("max(1/(4*p*q), 3)", patience=300)
    monkeypatch.setattr(exact, "SMALL_OPERATIONS", -1)
    there = recommend("max(1/(4*p*q), 3)", patience=300)
    assert here.closed_form == sp.log(sp.Rational(11, 3)) / 2
    assert replace(here, derived=None) == replace(there, derived=None)  # type: ignore[type-var]
    assert here.derived.branches == there.derived.branches


def test_the_bracket_is_shown_before_the_exact_engine_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    engine = recommendation.exact_in_time
    monkeypatch.setattr(
        recommendation, "exact_in_time", lambda *given: (shown.append("engine"), engine(*given))[1]
    )
    recommend("3", patience=300, progress=shown.append)
    bracket = next(k for k, text in enumerate(shown) if text.startswith("eps is in [0.549306144"))
    assert bracket < shown.index("engine")


def test_what_the_kernel_cannot_read_is_enclosed_and_the_line_is_plain(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["recommend", "1e300", "--patience", "600"]) == 0
    said = capsys.readouterr()
    needs = "the proof of one needs numbers of more than 1000 digits"
    assert said.err == f"symbolic-eps: notice: an enclosure instead of an exact value: {needs}\n"
    assert f"exact       {needs}" in said.out and "eps = 345.387..." in said.out  # 150 log(10)


@pytest.mark.parametrize(("asked", "planted"), [("3", "2"), ("3", "1/(p*q)"), ("1/(p*q)", "3"), ("1", "3")])
def test_an_exact_value_outside_of_the_enclosure_is_no_answer(
    asked: str, planted: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("symbolic_eps.fast_recommendation.text.fast_answer", lambda *_: None)
    wrong = recommend(planted)
    monkeypatch.setattr(recommendation, "exact_in_time", lambda *_: wrong)
    with pytest.raises(DisagreementError, match="internal error"):
        recommend(asked, patience=60)
    assert main(["recommend", asked]) == 1
    said = capsys.readouterr()
    assert said.out == "" and "internal error" in said.err and said.err.count("\n") == 1


def test_a_slightly_wrong_exact_value_is_told_from_the_enclosure(monkeypatch: pytest.MonkeyPatch) -> None:
    right = recommend("3")
    off = Fraction(1, 10**9)
    wrong = replace(right, enclosure=Enclosure(right.enclosure.lower + off, right.enclosure.upper + off))
    monkeypatch.setattr(recommendation, "exact_in_time", lambda *_: wrong)
    with pytest.raises(DisagreementError):
        recommend("3", patience=60)


def test_an_exact_value_where_boxes_find_the_profile_infeasible_is_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong = recommend("3")
    monkeypatch.setattr(recommendation, "exact_in_time", lambda *_: wrong)
    with pytest.raises(DisagreementError):
        recommend("1/2+p", patience=60)


@pytest.mark.parametrize(("text", "error"), [("1/2+p", InfeasibleProfileError), ("2/(p-1/2)", DomainError)])
def test_what_both_refuse_is_refused_in_the_words_of_the_exact_engine(
    text: str, error: type[InputError]
) -> None:
    with pytest.raises(error) as with_patience:
        recommend(text, patience=120)
    with pytest.raises(error) as without:
        recommend(text)
    assert str(with_patience.value) == str(without.value)


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_patience_is_positive(seconds: float) -> None:
    with pytest.raises(InputError, match="positive"):
        recommend("3", patience=seconds)


def test_a_derivation_is_given_up_as_well() -> None:
    with ends_with(2), pytest.raises(UndecidedError, match="patience"):
        infimum(RiskProfile(HARD[0]), patience=2)


# --- solvers ----------------------------------------------------------------------------------------------


def test_a_query_is_stopped_at_the_deadline_and_that_is_no_answer() -> None:
    solver = Solver(steps=10**9)
    with ends_with(1), deadline(1), pytest.raises(OutOfTime):
        solver.satisfiable(MEANS, "the means, denied")
    with ends_with(0.002), deadline(0.002), pytest.raises(OutOfTime):
        solver.possible([*MEANS, positive(A - 1)], "the means, denied")


def test_a_query_is_stopped_where_a_limit_of_processor_time_ends() -> None:
    started = worked()
    with deadline(1, processor=True), pytest.raises(OutOfTime):
        Solver(steps=10**9).satisfiable(MEANS, "the means, denied")
    assert 1 <= worked() - started < 1 + BEYOND


def test_on_a_busy_machine_a_limit_of_processor_time_is_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where this process gets a tenth of a processor; the query takes a second of wall time or more."""
    monkeypatch.setattr("verify.deadline.worked", lambda: worked() / 10)
    ended = process_copy.ended_by_processor_time
    monkeypatch.setattr(process_copy, "ended_by_processor_time", lambda seconds: ended(10 * seconds))
    for remembered in ("_EXCLUDED", "_FIRST_DECIDED"):  # another test may have put the query
        monkeypatch.setattr(f"verify.solvers.smt.{remembered}", {})
    premises = Rays(A, sp.Integer(2)).premises(True, (positive(A), positive(1 - A)))
    (query,) = (query for query in premises if query[1].endswith("-m > 0"))
    with deadline(0.5, processor=True):
        assert not Solver().satisfiable(*query)


def test_out_of_steps_is_undecided_not_out_of_time() -> None:
    with deadline(600), pytest.raises(UndecidedQueryError):
        Solver(steps=1000).satisfiable(MEANS, "the means, denied")


def test_after_the_deadline_no_solver_is_asked() -> None:
    with deadline(1e-9), pytest.raises(OutOfTime), SecondSolver() as second:
        second.answer("(check-sat)")
    with deadline(1e-9), pytest.raises(OutOfTime):
        Solver().satisfiable([positive(A)], "a > 0 somewhere")


def test_the_second_solver_gets_the_time_that_is_left() -> None:
    declared = "".join(f"(declare-const {v} Real)(assert (> {v} 0))" for v in "abcde")
    powers = " ".join(f"(* {v} {v} {v} {v} {v})" for v in "abcde")
    script = f"(set-logic QF_NRA){declared}(assert (> (* 5 a b c d e) (+ {powers})))(check-sat)"
    with SecondSolver(seconds=600, steps=10**9) as second:
        second.answer("(check-sat)")  # starts the process
        started = time.monotonic()
        with deadline(2):
            outcome = second.answer(script)
    assert time.monotonic() - started < 2 + BEYOND * LOAD
    assert outcome.reason in (None, Reason.TIME, Reason.GAVE_UP, Reason.ERROR)


# --- the deadline and the other process -------------------------------------------------------------------


def test_an_inner_deadline_never_extends_the_outer_one() -> None:
    with deadline(5):
        with deadline(500):
            assert seconds_left() <= 5
        with deadline(1):
            assert seconds_left() <= 1
        assert 1 < seconds_left() <= 5
        assert check_time() <= 5
    assert seconds_left() == float("inf")


def test_no_handler_of_errors_swallows_the_end_of_the_time() -> None:
    with deadline(1e-9), pytest.raises(OutOfTime):
        try:
            check_time()
        except Exception:
            pytest.fail("the end of the time is no error")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no alarms")
@pytest.mark.parametrize("name", ["__enter__", "__exit__"])
def test_an_alarm_leaves_no_deadline_behind(name: str) -> None:
    """It rings at every step into or out of a context manager: each puts back what it has changed."""
    done = list[str]()

    @contextmanager
    def changing() -> Iterator[None]:
        try:
            yield
        finally:
            done.append("put back")

    def ringing(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event in ("call", "return") and code.co_name == name and code.co_filename == contextlib.__file__:
            signal.raise_signal(signal.SIGALRM)

    handler, kept = signal.getsignal(signal.SIGALRM), list[BaseException]()
    try:
        with Patience(600).or_undecided(), changing():
            sys.setprofile(ringing)
            with changing(), deadline(300), time_limit(200):
                assert seconds_left() <= 200
            sys.setprofile(None)
            with pytest.raises(ZeroDivisionError), changing(), deadline(300), time_limit(200):
                sys.setprofile(ringing)
                _ = 1 / 0
            sys.setprofile(None)
            raise OutOfTime
    except BaseException as error:
        sys.setprofile(None)
        kept.append(error)  # so that nothing is put back by the collection of what its frames hold
    assert isinstance(kept[0], UndecidedError)
    assert len(done) == 3
    assert seconds_left() == float("inf")
    assert signal.getsignal(signal.SIGALRM) == handler


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no alarms")
def test_an_alarm_during_cleaning_rings_again_after_it() -> None:
    done = list[str]()

    @contextmanager
    def cleaning() -> Iterator[None]:
        try:
            yield
        finally:
            signal.raise_signal(signal.SIGALRM)
            done.append("cleaned")

    with pytest.raises(OutOfTime), time_limit(0.01):
        with cleaning():
            pass
        while True:
            done.append("at work")
    assert done[0] == "cleaned"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no alarms")
def test_an_alarm_while_garbage_is_collected_rings_again_after_it() -> None:
    """An error there would be printed and lost."""
    done = list[str]()

    def collecting(phase: str, _: object) -> None:
        signal.raise_signal(signal.SIGALRM)
        done.append(phase)

    gc.callbacks.append(collecting)
    try:
        with pytest.raises(OutOfTime), time_limit(0.01):
            gc.collect()
            while True:
                done.append("at work")
    finally:
        gc.callbacks.remove(collecting)
    assert done[:2] == ["start", "stop"]


class _Value:
    """What a weak reference can be made to."""


class _Ringing:
    """A key at whose work the alarm rings, from when it is given something to write to."""

    done: list[str] | None = None

    def __hash__(self) -> int:
        if self.done is not None:
            signal.raise_signal(signal.SIGALRM)
            self.done.append("hashed")
        return 0


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no alarms")
def test_an_alarm_while_a_weak_reference_dies_rings_again_after_it() -> None:
    """An error there would be printed and lost."""
    key, value, done = _Ringing(), _Value(), list[str]()
    kept = weakref.WeakValueDictionary({key: value})
    with pytest.raises(OutOfTime), time_limit(0.01):
        key.done = done
        del value
        assert done == ["hashed"] and not kept
        while True:
            done.append("at work")


def test_errors_of_the_other_process_are_ours() -> None:
    with deadline(120), pytest.raises(InputError, match="p"):
        in_killable_process("symbolic_eps.profiles.parse:parse_profile", "p +* q")
    with deadline(120), pytest.raises(UndecidedError, match="ended before it had answered"):
        in_killable_process("os:_exit", 7)
    with deadline(1), pytest.raises(OutOfTime):
        in_killable_process("time:sleep", 60)


def _apart_of(parent: int) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"symbolic_eps.killable_process" in words and str(parent).encode() in words:
            found.append(int(folder.name))
    return found


def _until(condition: Any, seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.1)
    return bool(condition())


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="processes are found in /proc")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_other_process_ends_with_its_parent(end: signal.Signals) -> None:
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from verify.deadline import deadline\n"
        "from symbolic_eps.killable_process import in_killable_process\n"
        "with deadline(600): in_killable_process('time:sleep', 600)"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.DEVNULL)
    try:
        assert _until(lambda: _apart_of(parent.pid))
        os.kill(parent.pid, end)
        parent.wait(60)
        assert _until(lambda: not _apart_of(parent.pid))
    finally:
        parent.kill()
        parent.wait()


def test_a_late_enclosure_is_wider_and_right() -> None:
    text = "4 - 2.5*exp(-9*((p-0.7)**2 + (q-0.2)**2))"
    narrow = recommend(text, width="1e-6")
    try:
        hurried = recommend(text, width="1e-30", patience=1)
    except UndecidedError as error:
        assert "patience" in str(error)
        return
    assert isinstance(hurried, EnclosedRecommendation)
    assert hurried.enclosure.lower <= narrow.enclosure.upper
    assert narrow.enclosure.lower <= hurried.enclosure.upper


def test_a_busy_machine_gives_the_same_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here 2,000 seconds go by in one of processor time: without --patience that changes nothing."""
    monkeypatch.setattr("symbolic_eps.time_limit.monotonic", lambda: 2000 * time.monotonic())
    derived = derive("r", ["r>1"], box=["p<=p1"]).derived
    assert [branch.condition for branch in derived.branches] == [sp.true]
