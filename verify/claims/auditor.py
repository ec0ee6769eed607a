"""The auditor: judges many claims, side by side, within a time budget for each, and can be interrupted.

Each judgement becomes a record, plain data that can be written and read back. A journal keeps the records as
they come, so that an audit that was interrupted goes on where it stopped. A claim that exceeds its budget, or
whose check ends in an error, is open, with a note that says so, and does not stop the rest.
"""

from __future__ import annotations

import hashlib
import json
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from typing import Any

import sympy as sp

from verify.alarm import BudgetExceededError, alarm, within
from verify.certificates.known_answers import KnownAnswers
from verify.certificates.refuted_before import RefutedBefore
from verify.claims.claim import Claim, Judgement, judge
from verify.claims.equal_claims import bare_name, followers, judged_alike
from verify.claims.record import Judged, Record, fingerprint
from verify.claims.refutation_details import SEARCH_SECONDS, Completed, completed
from verify.claims.stored_note import with_notes, without_notes
from verify.claims.verdict import Verdict, counted
from verify.evidence import Evidence, Outcome
from verify.files import ends_within_a_line
from verify.language.note import Note
from verify.prover.prover import Prover

SECONDS = 120.0
"""Default budget of processor time of one claim."""

NO_EVIDENCE: Mapping[str, Path] = MappingProxyType({})


def audit(
    claims: Sequence[Claim],
    evidence: Mapping[str, Path] = NO_EVIDENCE,
    seconds: float = SECONDS,
    executors: Sequence[Executor] = (),
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
        Processor time of one claim.
    executors : sequence of concurrent.futures.Executor
        Each judges one claim at a time, beside the others. In processes the budget ends whatever Python does,
        in threads only what the prover does; a library that does not return is waited for in both.
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
    names = enumerate(within(seconds, partial(fingerprint, claim)) for claim in (claims if known else ()))
    done: dict[int, Judged] = {i: known[name] for i, name in names if name and name in known}
    waiting = [index for index in range(len(claims)) if index not in done]
    found = _equal_ones_once(claims, waiting, evidence, seconds, executors)
    for number, (index, judged) in enumerate(found, len(done) + 1):
        done[index] = judged
        if journal is not None:
            journal.add(judged)
        progress(judged.record, number)
    return [done[index] for index in range(len(claims))]


def _equal_ones_once(
    claims: Sequence[Claim],
    waiting: Sequence[int],
    evidence: Mapping[str, Path],
    seconds: float,
    executors: Sequence[Executor],
) -> Iterator[tuple[int, Judged]]:
    """Claims for which no answers are at hand are judged once if they are alike, but for open ones."""
    bare = [index for index in waiting if evidence.get(claims[index].locator.paper) is None]
    alike = followers(claims, bare, seconds)
    later, again = {index for others in alike.values() for index in others}, list[int]()
    first = [index for index in waiting if index not in later]
    for index, judged in _judged(claims, first, evidence, seconds, executors):
        yield index, judged
        for other in alike.get(index, ()):
            if judged.record.verdict == Verdict.OPEN:
                again.append(other)
            else:
                yield other, judged_alike(judged, claims[other])
    yield from _judged(claims, again, evidence, seconds, executors)


def _judged(
    claims: Sequence[Claim],
    waiting: Sequence[int],
    evidence: Mapping[str, Path],
    seconds: float,
    executors: Sequence[Executor],
) -> Iterator[tuple[int, Judged]]:
    work = {i: (claims[i], seconds, evidence.get(claims[i].locator.paper)) for i in waiting}
    if not executors:
        for index, arguments in work.items():
            yield index, judge_within(*arguments)
        return
    shares = shared_out(waiting, len(executors))
    running: dict[Future[Judged], tuple[int, int]] = {}

    def submit(worker: int) -> None:
        index = taken(shares, worker)
        if index is not None:
            running[executors[worker].submit(judge_within, *work[index])] = worker, index

    try:
        for _ in range(AHEAD):
            for worker in range(len(executors)):
                submit(worker)
        while running:
            for task in wait(running, return_when=FIRST_COMPLETED).done:
                worker, index = running.pop(task)
                submit(worker)
                yield index, task.result()
    finally:
        for task in running:
            task.cancel()


AHEAD = 2
"""Claims that a worker has been given: it need not wait for the next."""


def shared_out(indices: Sequence[int], workers: int) -> list[deque[int]]:
    """Neighbours go to one worker, which finds out once what they have in common.

    Examples
    --------
    >>> [list(share) for share in shared_out(range(5), 2)]
    [[0, 1, 2], [3, 4]]
    """
    size = -(-len(indices) // workers)
    return [deque(indices[k * size : (k + 1) * size]) for k in range(workers)]


def taken(shares: Sequence[deque[int]], worker: int) -> int | None:
    """The next of the worker's share; then the last of the largest one, which is its owner's no more.

    Examples
    --------
    >>> shares = shared_out(range(4), 2)
    >>> [taken(shares, 0) for _ in range(5)]
    [0, 1, 3, 2, None]
    """
    if shares[worker]:
        return shares[worker].popleft()
    largest = max(shares, key=len)
    return largest.pop() if largest else None


def judge_within(
    claim: Claim, seconds: float = SECONDS, folder: Path | None = None, search: bool = True
) -> Judged:
    """The judgement on one claim, open if it takes longer or its check ends in an error.

    Parameters
    ----------
    claim : Claim
        What is judged.
    seconds : float
        Processor time.
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
    prover = replace(prover, seconds=seconds, answers={}, refuted=RefutedBefore())
    started = monotonic()
    try:
        with alarm(seconds * 1.5):
            judged = judge(claim, prover)
            stored = prover.known_answers.searches
            kept = stored.get(bare_name(claim)) if stored else None
        limit = seconds if kept is not None else min(seconds, SEARCH_SECONDS)
        done = completed(judged, prover, kept, limit if search else 0, seconds)
        with alarm(seconds):
            found = done.search
            searches = {} if found is None else {bare_name(claim): dict(found)}
            record = Record.of(done, 0.0)
            answers: KnownAnswers | None = replace(KnownAnswers.of(prover.answers), searches=searches)
    except (BudgetExceededError, Exception) as error:  # of a statement's own making; the others are judged
        record = _undecided(claim, _described(error, seconds), seconds)
        answers = within(seconds, partial(KnownAnswers.of, prover.answers))
    took = round(monotonic() - started, 3)
    return Judged(replace(record, seconds=took), answers or KnownAnswers())


def _undecided(claim: Claim, note: Note, seconds: float) -> Record:
    """The record of an open claim; one that cannot be written either is named by its place alone."""

    def opened(claim: Claim) -> Record:
        nothing = Evidence(claim.text, Outcome.OPEN, None, "not decided", note=note)
        return Record.of(Completed(Judgement(claim, Verdict.OPEN, nothing, nothing, note=note)), 0.0)

    written = within(seconds, lambda: opened(claim))
    return written or opened(Claim(claim.locator, _Unwritten(), kind=claim.kind, source=claim.source))


@dataclass(frozen=True)
class _Unwritten:
    """In place of a statement that cannot be written."""

    @property
    def text(self) -> Note:
        return Note("a statement that cannot be written within its time")

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        return Evidence(self.text, Outcome.OPEN, None, "not decided")


def _described(error: BaseException, seconds: float) -> Note:
    """Why a check did not end: its time, or an error and the line of which file it comes from."""
    if isinstance(error, BudgetExceededError):
        return Note(f"the time budget of {seconds:g} s ran out")
    *_, last = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(last.filename).name}, line {last.lineno})"
    return Note(f"its check ended in an error, {type(error).__name__}: ", error, where)


@lru_cache
def _prover(folder: Path | None, paper: str) -> Prover:
    """What all claims of a paper start from in this process; what one finds out, the others do not know."""
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
        text = json.dumps(line, sort_keys=True)
        text = f'{text[:-1]}, "sum": "{_sum_of(text)}"}}'
        cut_short = ends_within_a_line(self.path)
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


def _sum(line: Mapping[str, Any]) -> str:
    """SHA-256 of a line of a journal: it tells a line that was changed or damaged."""
    return _sum_of(json.dumps(line, sort_keys=True))


def _sum_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def counts(records: Iterable[Record]) -> dict[str, int]:
    """How many records have each verdict, in the order of `Verdict`."""
    return counted(record.verdict for record in records)
