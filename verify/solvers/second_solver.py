"""The second opinion beside z3: cvc5, in a process of its own that can be killed.

A query is SMT-LIB 2 text (see `verify.solvers.smtlib`). Work is limited by cvc5's own step counter first, so
that an answer does not depend on the machine's load; then by its processor time, for cvc5 may not look at the
counter; and last by wall time, for a process that does nothing.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
import weakref
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from verify.deadline import check_time, wall_left
from verify.errors import VerifyError
from verify.solvers.processor_time import LIMITS_PROCESSOR_TIME, OUT_OF_PROCESSOR_TIME

DEFAULT_SECONDS = 10.0
"""Processor time after which a query is given up and its process ended."""

PATIENCE = 30.0
"""Wall time, as a multiple of that, after which it is given up in any case: the machine may be busy."""

DEFAULT_STEPS = 1_000_000
"""Steps of cvc5 (its resource units) after which a query is given up."""

START_SECONDS = 60.0
"""Wall time allowed for the process to start."""


class Answer(StrEnum):
    """What the solver says of a query; `UNKNOWN` decides nothing."""

    UNSAT = "unsat"
    SAT = "sat"
    UNKNOWN = "unknown"


class Reason(StrEnum):
    """Why an answer is `unknown`."""

    STEPS = "ran out of steps"
    TIME = "ran out of time and was killed"
    GAVE_UP = "gave up"
    ENDED = "the process ended before it answered"
    ERROR = "could not read or treat the query"


@dataclass(frozen=True)
class Outcome:
    """One answer.

    Parameters
    ----------
    answer : Answer
        Whether the query has a solution.
    reason : Reason or None
        Why the answer is `unknown`; None for the other answers.
    detail : str
        cvc5's own words, where there are some.
    seconds : float
        Wall time from question to answer, without the start of the process.

    Raises
    ------
    ValueError
        When there is a reason without `unknown`, or the other way round.

    Examples
    --------
    >>> Outcome(Answer.UNKNOWN, Reason.STEPS).reason.value
    'ran out of steps'
    """

    answer: Answer
    reason: Reason | None = None
    detail: str = ""
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if (self.answer is Answer.UNKNOWN) != (self.reason is not None):
            raise ValueError("a reason belongs to the answer `unknown`, and to no other")


class SolverNotInstalledError(VerifyError, ImportError):
    """The Python package `cvc5` cannot be loaded."""

    def __init__(self, detail: str) -> None:
        super().__init__(f"the second solver needs the Python package cvc5: pip install cvc5 ({detail})")


class SolverStartError(VerifyError, RuntimeError):
    """The solver's process did not start."""


@dataclass
class SecondSolver:
    """Answers one query at a time; the process starts with the first one and serves all that follow.

    Parameters
    ----------
    seconds : float
        Processor time for one query (wall time, where the system cannot limit that). A process that exceeds
        it is ended; the next query starts a new one.
    steps : int
        cvc5's steps for one query.

    Raises
    ------
    ValueError
        For a limit that is not positive.

    Examples
    --------
    >>> from verify.solvers.smtlib import script_of_system
    >>> with SecondSolver() as solver:
    ...     outcome = solver.answer(script_of_system(["x"], [], [{(2,): -1}], []))
    >>> outcome.answer.value
    'unsat'
    """

    seconds: float = DEFAULT_SECONDS
    steps: int = DEFAULT_STEPS
    _worker: _Worker | None = field(default=None, init=False, repr=False)
    _one_at_a_time: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    def __post_init__(self) -> None:
        if not 0 < self.seconds <= threading.TIMEOUT_MAX / 2:
            raise ValueError(f"seconds: a positive time is needed, not {self.seconds}")
        if type(self.steps) is not int or self.steps <= 0:
            raise ValueError(f"steps: a positive whole number is needed, not {self.steps}")

    def answer(self, text: str) -> Outcome:
        """Whether the assertions of an SMT-LIB 2 script have a solution.

        Parameters
        ----------
        text : str
            Declarations, assertions and one `(check-sat)` at the end. A `:status` in it is not looked at.

        Returns
        -------
        Outcome
            `unknown` with a reason where cvc5 did not decide, whatever the cause.

        Raises
        ------
        SolverNotInstalledError
            When there is no cvc5.
        SolverStartError
            When the process does not start.

        Examples
        --------
        >>> with SecondSolver() as solver:
        ...     print(solver.answer("(assert (> x 0))(check-sat)").reason.value)
        could not read or treat the query
        """
        with self._one_at_a_time:
            if self._worker is None or not self._worker.usable:
                self._worker = _Worker()
            wall = self.seconds * PATIENCE if LIMITS_PROCESSOR_TIME else self.seconds
            seconds = min(self.seconds, check_time())
            return self._worker.answer(text, self.steps, seconds, min(wall, wall_left()))

    def close(self) -> None:
        """End the process. A later query would start a new one."""
        with self._one_at_a_time:
            if self._worker is not None:
                self._worker.end()
                self._worker = None

    def __enter__(self) -> SecondSolver:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class _Worker:
    """The process and the two pipes to it."""

    def __init__(self) -> None:
        # The process looks for modules where this one does, and never in the directory it is started in.
        here = str(Path(__file__).resolve().parent.parent.parent)
        paths = [p for p in sys.path if p and os.pathsep not in p] + [here]
        self._asked = 0
        self._late = threading.Event()
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "verify.solvers.second_solver_worker", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        # Runs when this object is no longer needed, and at the end of the interpreter.
        self.end = weakref.finalize(self, _end, self._process)
        reply = self._exchange(b"", START_SECONDS)
        if reply is not None and "missing" in reply:
            self.end()
            raise SolverNotInstalledError(reply["missing"])
        if reply is None or "ready" not in reply:
            self.end()
            raise SolverStartError(
                f"the second solver's process did not start (exit {self._process.returncode})"
            )

    @property
    def usable(self) -> bool:
        """Whether the process lives and is a child of this one (not so in a forked copy of the parent)."""
        return self.end.alive and self._process.poll() is None

    def answer(self, text: str, steps: int, seconds: float, wall: float) -> Outcome:
        """One question and its answer; whatever goes wrong, the process does not outlive it."""
        self._asked += 1
        limits = {"steps": steps, "seconds": seconds, "wall": wall}
        request = {"number": self._asked, "text": text, **limits}
        started = time.perf_counter()
        reply = self._exchange(json.dumps(request).encode() + b"\n", wall)
        taken = time.perf_counter() - started
        if reply is None:
            late = self._late.is_set() or self._process.returncode in OUT_OF_PROCESSOR_TIME
            reason = Reason.TIME if late else Reason.ENDED
            detail = "" if reason is Reason.TIME else f"exit {self._process.returncode}"
            return Outcome(Answer.UNKNOWN, reason, detail, taken)
        match reply:
            case {"number": self._asked, "answer": "unsat" | "sat" as word}:
                return Outcome(Answer(word), seconds=taken)
            case {"number": self._asked, "unknown": "RESOURCEOUT"}:
                return Outcome(Answer.UNKNOWN, Reason.STEPS, "", taken)
            case {"number": self._asked, "unknown": str() as detail}:
                return Outcome(Answer.UNKNOWN, Reason.GAVE_UP, detail, taken)
            case {"number": self._asked, "error": str() as detail}:
                return Outcome(Answer.UNKNOWN, Reason.ERROR, detail, taken)
        self.end()  # a reply to another question: nothing that follows could be trusted
        return Outcome(Answer.UNKNOWN, Reason.ERROR, f"not a reply to this query: {reply}", taken)

    def _exchange(self, request: bytes, seconds: float) -> dict[str, Any] | None:
        """Send a line and read one; None when the process ends first, or is killed because time is up."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        deadline = threading.Timer(seconds, self._time_is_up)
        deadline.daemon = True
        deadline.start()
        reply = None
        try:
            stdin.write(request)
            stdin.flush()
            # A process that is killed leaves no line, or half a line.
            if (line := stdout.readline()).endswith(b"\n"):
                reply = json.loads(line)
        except BrokenPipeError:
            reply = None
        except BaseException:  # Ctrl-C: no reply may be left over for the next question
            deadline.cancel()
            self.end()
            raise
        deadline.cancel()
        deadline.join()
        if reply is None or self._late.is_set():
            self.end()
        return reply if isinstance(reply, dict) else None

    def _time_is_up(self) -> None:
        self._late.set()
        self._process.kill()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process (nobody else's: a process that is no child counts as ended) and close the pipes."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        try:
            if pipe is not None:
                pipe.close()
        except BrokenPipeError:  # what was not sent is of no use any more
            continue
