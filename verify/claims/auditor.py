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
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from typing import Any

import sympy as sp

from verify.certificates.known_answers import KnownAnswers
from verify.claims.claim import Claim, Judgement, Statement, Verdict, judge, stated
from verify.claims.stored_note import with_notes, without_notes
from verify.evidence import Evidence, Outcome
from verify.language.note import Note
from verify.prover.prover import Prover

SECONDS = 120.0
"""Default time budget of one claim."""


@dataclass(frozen=True)
class Record:
    """A judged claim as plain data.

    Parameters
    ----------
    paper, locator : str
        Where it is printed.
    fingerprint : str
        SHA-256 of the statement with its domain; another statement has another one.
    verdict, grade : str
        What is said of it, and how strong the evidence is (empty where open).
    method, remark : str
        By which means; what a reader should know besides.
    statement, note : Note
        The statement; why it is open, or what fails.
    domain, extra_hypotheses : tuple of Note
        The hypotheses as printed, and what has to be added.
    witness : mapping of str to Note, or None
        Where it fails as printed.
    corrected : str or None
        The corrected form, where that is proved.
    certificates : tuple of str
        Fingerprints of the certificates that the verdict rests on.
    evidence : mapping
        The tree of evidence: statement, outcome, grade, method, witness, certificate, note, parts.
    seconds : float
        Wall time.
    """

    paper: str
    locator: str
    fingerprint: str
    verdict: str
    grade: str
    method: str
    statement: Note
    domain: tuple[Note, ...]
    extra_hypotheses: tuple[Note, ...]
    witness: Mapping[str, Note] | None
    corrected: str | None
    certificates: tuple[str, ...]
    evidence: Mapping[str, Any]
    note: Note
    remark: str
    seconds: float

    @classmethod
    def of(cls, judged: Judgement, seconds: float) -> Record:
        """The record of a judgement."""
        claim = judged.claim
        witness = judged.witness
        corrected = claim.corrected if judged.verdict is Verdict.MISPRINT else None
        return cls(
            paper=claim.locator.paper,
            locator=claim.locator.place,
            fingerprint=fingerprint(claim),
            verdict=str(judged.verdict),
            grade="" if judged.grade is None else str(judged.grade),
            method=(judged.repair or judged.evidence).method,
            statement=claim.text,
            domain=tuple(map(Note, claim.domain)),
            extra_hypotheses=tuple(map(Note, judged.extra_hypotheses)),
            witness=None if witness is None else _point(witness),
            corrected=None if corrected is None else stated(corrected),
            certificates=tuple(sorted({c["fingerprint"] for c in judged.certificates})),
            evidence=_grounds(judged),
            note=judged.note or judged.evidence.note,
            remark=claim.remark or claim.source,
            seconds=round(seconds, 3),
        )


@dataclass(frozen=True)
class Judged:
    """A record, with the certificates themselves and all other answers that may serve the next audit."""

    record: Record
    answers: KnownAnswers


def fingerprint(claim: Claim) -> str:
    """SHA-256 of the claim: place, statement, domain, and what is to be tried if it fails as printed.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.claims.claim import Locator
    >>> place = Locator("example", "eq:1")
    >>> fingerprint(Claim(place, a > 0)) == fingerprint(Claim(place, a >= 0))
    False
    """
    parts = [str(claim.locator), str(claim.kind), _exact(claim.statement)]
    parts += ["given", *map(_exact, claim.domain)]
    parts += ["missing", *map(_exact, claim.missing), "corrected"]
    parts += [] if claim.corrected is None else [_exact(claim.corrected)]
    return "sha256:" + hashlib.sha256("\n".join(parts).encode()).hexdigest()


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


def judge_within(claim: Claim, seconds: float = SECONDS, folder: Path | None = None) -> Judged:
    """The judgement on one claim, open if it takes longer or its check ends in an error.

    Parameters
    ----------
    claim : Claim
        What is judged.
    seconds : float
        Time budget.
    folder : Path, optional
        Where answers found before are kept.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.claims.claim import Locator
    >>> judge_within(Claim(Locator("example", "eq:1"), a**2 >= 0), 10).record.verdict
    'holds'
    """
    prover = _prover(folder, claim.locator.paper)
    prover.seconds, prover.answers = seconds, {}
    started = monotonic()
    try:
        with _alarm(seconds * 1.5):
            judged = judge(claim, prover)
    except BudgetExceededError:
        judged = _undecided(claim, Note(f"the time budget of {seconds:g} s ran out"))
    except Exception as error:  # of a statement's own making; it is open, and the others are judged
        judged = _undecided(claim, Note("its check ended in an error, ", _described(error)))
    return Judged(Record.of(judged, monotonic() - started), KnownAnswers.of(prover.answers))


def _undecided(claim: Claim, note: Note) -> Judgement:
    nothing = Evidence(claim.text, Outcome.OPEN, None, "not decided", note=note)
    return Judgement(claim, Verdict.OPEN, nothing, nothing, note=note)


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
        return Judged(Record(**fields), KnownAnswers(answers["certificates"], answers["points"], unsearched))

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


def tree(evidence: Evidence) -> dict[str, Any]:
    """Evidence as plain data; a certificate by its fingerprint."""
    return {
        "statement": evidence.statement,
        "outcome": str(evidence.outcome),
        "grade": "" if evidence.grade is None else str(evidence.grade),
        "method": evidence.method,
        "witness": None if evidence.witness is None else _point(evidence.witness),
        "certificate": None if evidence.certificate is None else evidence.certificate["fingerprint"],
        "note": evidence.note,
        "parts": [tree(part) for part in evidence.parts],
    }


def _grounds(judged: Judgement) -> dict[str, Any]:
    found = tree(judged.evidence) | {"inhabited": tree(judged.inhabited)}
    return found if judged.repair is None else found | {"repair": tree(judged.repair)}


def _point(witness: Mapping[sp.Symbol, sp.Expr]) -> dict[str, Note]:
    return {str(symbol): Note(value) for symbol, value in sorted(witness.items(), key=lambda i: str(i[0]))}


def _exact(statement: sp.Basic | Statement) -> str:
    if isinstance(statement, Statement):
        return f"{type(statement).__name__}: {statement.text}"
    return str(sp.srepr(statement))
