"""The auditor: judges many claims, side by side, within a time budget for each, and can be interrupted.

Each judgement becomes a record, plain data that can be written and read back. A journal keeps the records as
they come, so that an audit that was interrupted goes on where it stopped. A claim that exceeds its budget, or
whose check ends in an error, is open, with a note that says so, and does not stop the rest.
"""

from __future__ import annotations

import hashlib
import json
import signal
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from typing import Any

from verify.certificates.known_answers import KnownAnswers
from verify.claims.claim import Claim, Judgement, Verdict, judge
from verify.claims.completion import Completed, completed
from verify.claims.record import Judged, Record, fingerprint
from verify.claims.stored_note import with_notes, without_notes
from verify.evidence import Evidence, Outcome
from verify.language.note import Note
from verify.prover.prover import Prover

SECONDS = 120.0
"""Default time budget of one claim."""


NO_EVIDENCE: Mapping[str, Path] = MappingProxyType({})


def audit(
    claims: Sequence[Claim],
    evidence: Mapping[str, Path] = NO_EVIDENCE,
    seconds: float = SECONDS,
    executor: Executor | None = None,
    journal: Journal | None = None,
    progress: Callable[[Record, int], None] = lambda record, done: None,
) -> list[Judged]:
    """Judge all claims.

    Parameters
    ----------
    claims : sequence of Claim
        What is to be judged; no two at the same place.
    evidence : mapping of str to Path
        By the paper's id: the folder with answers found before.
    seconds : float
        Time budget of one claim.
    executor : concurrent.futures.Executor, optional
        Judges claims side by side. In processes the budget ends whatever Python does, in threads only what
        the prover does; a library that does not return is waited for in both.
    journal : Journal, optional
        Has the records of an audit that was interrupted, and takes those of this one.
    progress : callable
        Called with each record as it comes, and how many there are.

    Returns
    -------
    list of Judged
        In the order of the claims.

    Raises
    ------
    ValueError
        If two claims stand at the same place.
    """
    places = [claim.locator for claim in claims]
    if len(set(places)) < len(places):
        twice = next(place for place in places if places.count(place) > 1)
        raise ValueError(f"two claims at {twice}: each needs a locator of its own")
    known = {} if journal is None else journal.known
    done: dict[int, Judged] = {i: known[f] for i, c in enumerate(claims) if (f := fingerprint(c)) in known}
    found = _judged(claims, done, evidence, seconds, executor)
    for number, (index, judged) in enumerate(found, len(done) + 1):
        done[index] = judged
        if journal is not None:
            journal.add(judged)
        progress(judged.record, number)
    return [done[index] for index in range(len(claims))]


def _judged(
    claims: Sequence[Claim],
    done: Mapping[int, Judged],
    evidence: Mapping[str, Path],
    seconds: float,
    executor: Executor | None,
) -> Iterator[tuple[int, Judged]]:
    waiting = [index for index in range(len(claims)) if index not in done]
    work = {i: (claims[i], seconds, evidence.get(claims[i].locator.paper)) for i in waiting}
    if executor is None:
        for index, arguments in work.items():
            yield index, judge_within(*arguments)
        return
    tasks = {executor.submit(judge_within, *arguments): index for index, arguments in work.items()}
    try:
        for task in as_completed(tasks):
            yield tasks[task], task.result()
    finally:
        for task in tasks:
            task.cancel()


def judge_within(
    claim: Claim, seconds: float = SECONDS, folder: Path | None = None, search: bool = True
) -> Judged:
    """The judgement on one claim, open if it takes longer or its check ends in an error.

    Parameters
    ----------
    claim : Claim
        What is judged.
    seconds : float
        Time budget.
    folder : Path, optional
        Where answers found before are kept.
    search : bool
        Whether a further hypothesis and the clearest witness are searched for where it is false.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.claims.claim import Locator
    >>> judge_within(Claim(Locator("example", "eq:1"), a**2 >= 0), 10).record.verdict
    'holds'
    """
    prover = _prover(folder, claim.locator.paper)
    prover.seconds, prover.answers = seconds, {}
    started, bare = monotonic(), fingerprint(replace(claim, missing=()))
    try:
        with _alarm(seconds * 1.5):
            judged = judge(claim, prover)
        done = _completed(judged, prover, prover.known_answers.searches.get(bare), seconds if search else 0)
    except BudgetExceededError:
        done = _undecided(claim, Note(f"the time budget of {seconds:g} s ran out"))
    except Exception as error:  # of a statement's own making; it is open, and the others are judged
        done = _undecided(claim, Note("its check ended in an error, ", _described(error)))
    searches = {} if done.search is None else {bare: done.search}
    answers = replace(KnownAnswers.of(prover.answers), searches=searches)
    return Judged(Record.of(done, monotonic() - started), answers)


def _completed(
    judged: Judgement, prover: Prover, stored: Mapping[str, Any] | None, seconds: float
) -> Completed:
    """With what a search of so many seconds adds; one that takes longer takes nothing from the judgement."""
    try:
        with _alarm(seconds):
            return completed(judged, prover, stored, search=seconds > 0)
    except BudgetExceededError:
        return completed(judged, prover, search=False)


def _undecided(claim: Claim, note: Note) -> Completed:
    nothing = Evidence(claim.text, Outcome.OPEN, None, "not decided", note=note)
    return Completed(Judgement(claim, Verdict.OPEN, nothing, nothing, note=note))


def _described(error: Exception) -> Note:
    """The error, and the line of which file it comes from."""
    *_, last = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(last.filename).name}, line {last.lineno})"
    return Note(f"{type(error).__name__}: ", error, where)


class BudgetExceededError(BaseException):
    """The time of a claim is over; not an `Exception`, so that no handler on the way takes it for its own."""


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Ends what runs in the main thread after this time; elsewhere the prover's own limit has to do."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGALRM"):
        yield
        return

    def over(*_: object) -> None:
        raise BudgetExceededError

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@lru_cache
def _prover(folder: Path | None, paper: str) -> Prover:
    """One prover for all claims of a paper in this process."""
    return Prover(known_answers=KnownAnswers() if folder is None else KnownAnswers.load(folder, paper))


@dataclass(frozen=True)
class Journal:
    """A file with one line for each record, written as they come.

    Parameters
    ----------
    path : Path
        The file; made when the first record comes. A last line that was cut short is left out.
    program : str
        A digest of what judges, other than the claims: what another program has judged is judged again.
    """

    path: Path
    program: str = ""

    @property
    def known(self) -> Mapping[str, Judged]:
        """What the file holds, by the claim's fingerprint; open claims are judged again.

        A line that is damaged, or of another program, is as if it were not there.
        """
        lines = ((line["record"], line["answers"]) for line in self._lines())
        return _Known({r["fingerprint"]: (r, a) for r, a in lines if r["verdict"] != Verdict.OPEN})

    def add(self, judged: Judged) -> None:
        """Append a record."""
        answers = {
            "certificates": dict(judged.answers.certificates),
            "points": dict(judged.answers.points),
            "without_certificate": sorted(judged.answers.unsearched),
            "searches": dict(judged.answers.searches),
        }
        line = {"record": without_notes(asdict(judged.record)), "answers": answers, "program": self.program}
        text = json.dumps(line | {"sum": _sum(line)}, sort_keys=True)
        cut_short = self.path.exists() and _last_byte(self.path) not in (b"", b"\n")
        with self.path.open("a", encoding="utf-8") as file:
            file.write("\n" * cut_short + text + "\n")

    def _lines(self) -> Iterator[dict[str, Any]]:
        if not self.path.exists():
            return
        for text in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                line = json.loads(text)
            except json.JSONDecodeError:
                continue  # the line that was being written when the audit was interrupted
            if isinstance(line, dict) and line.get("program") == self.program:
                written = line.pop("sum", None)
                if written == _sum(line):
                    yield line


@dataclass(frozen=True, eq=False)
class _Known(Mapping[str, Judged]):
    """Judged claims as they were read; one is restored, with its formulas, when it is asked for."""

    lines: Mapping[str, tuple[dict[str, Any], dict[str, Any]]]

    def __getitem__(self, key: str) -> Judged:
        record, answers = self.lines[key]
        fields: dict[str, Any] = with_notes(record)
        fields |= {k: tuple(v) for k, v in fields.items() if isinstance(v, list)}
        unsearched = frozenset(answers["without_certificate"])
        certificates, points = answers["certificates"], answers["points"]
        return Judged(Record(**fields), KnownAnswers(certificates, points, unsearched, answers["searches"]))

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)


def _last_byte(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(max(file.seek(0, 2) - 1, 0))
        return file.read()


def _sum(line: Mapping[str, Any]) -> str:
    """SHA-256 of a line of a journal: it tells a line that was changed or damaged."""
    return hashlib.sha256(json.dumps(line, sort_keys=True).encode()).hexdigest()


def counts(records: Iterable[Record]) -> dict[str, int]:
    """How many records have each verdict, in the order of `Verdict`."""
    verdicts = [record.verdict for record in records]
    return {str(v): verdicts.count(str(v)) for v in Verdict}
