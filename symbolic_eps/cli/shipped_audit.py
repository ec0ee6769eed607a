"""The quick audit from shipped records, after a check that they belong to the present program and papers.

A record is taken where the program, the libraries and the paper's modules are those that made it, where it is
the one that was pinned, and where the kernel accepts, in this run, every certificate that it names. A sample
drawn by a seed is translated and judged anew, and must come out word for word. Of a paper whose own modules
were changed, claims that are still the same keep their records. With another program or library nothing is
taken.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from symbolic_eps.workers import processes_beside
from verify.claims.expected_verdicts import Difference, differences, expected
from verify.claims.program_text import Text, files_digest, is_same, modules, syntax_digest
from verify.claims.shipped_records import Line, Shipped, certificates_of, digest, read, uncertified
from verify.garbage_collection import collection_paused

if TYPE_CHECKING:
    from pathlib import Path

    from verify.claims.claim import Claim
    from verify.claims.paper import Paper

LIBRARIES = ("sympy", "mpmath", "python-flint")
"""Whose versions the wording of a claim, or its translation, may depend on."""

PROGRAM = {"verify": (), "symbolic_eps": ("cli", "export")}
"""The packages that judge and word a claim, without the rooms that do neither."""

SAMPLE_SECONDS = 0.25
"""As long as what is drawn took together, more is drawn; the first two are drawn however long they took."""

MOST_PROCESSES = 4

PARTS = 6
"""In how many parts the certificates of a paper are re-checked, for each process."""

QUICK, LONG = 0.5, 10.0
"""Seconds: what each claim counts for in the draw beside its own time, and the most that this adds."""


@dataclass(frozen=True)
class Taken:
    """An audit from shipped records.

    Parameters
    ----------
    lines : tuple of mapping
        The claims in the order of the papers.
    differences : tuple of Difference
        From the pins, and where a record is not borne out.
    taken : mapping of str to int
        How many records were taken, how many certificates the kernel re-checked for them, how many claims
        were judged anew as drawn by which seed, and how many because they were changed.
    """

    lines: tuple[Line, ...]
    differences: tuple[Difference, ...]
    taken: Mapping[str, int]

    @property
    def said(self) -> str:
        """What was done, in one line."""
        changed = self.taken["changed"]
        return (
            "{records} claims as shipped, {certificates} certificates re-checked by the kernel; judged anew: "
            "{judged_anew} drawn by --seed {seed}, seldom what takes long".format(**self.taken)
            + f", {changed} changed" * bool(changed)
            + " (--again judges all)"
        )


Names = set[str]
"""Fingerprints of certificates."""


class Pinned(NamedTuple):
    """Of a line what is compared with the pins."""

    locator: str
    verdict: str
    grade: str
    fingerprint: str


def taken(
    papers: Sequence[Paper], seed: int, seconds: float, jobs: int | None, show: Callable[[str], None]
) -> Taken | str:
    """The audit of papers from what is shipped; why nothing can be taken, empty where nothing is shipped.

    Parameters
    ----------
    papers : sequence of Paper
        Whose claims are audited.
    seed : int
        Draws the sample.
    seconds : float
        Time budget of a claim that is judged.
    jobs : int, optional
        Processes besides this one; by default as many as there are processors.
    show : callable
        Called with what is being done.
    """
    shipped = []
    for paper in papers:
        records = read(paper)
        if records is None:
            return ""
        if why := _stale(records):
            return f"{paper.identifier}: {why}"
        shipped.append(records)
    processes = min(jobs or os.cpu_count() or 1, MOST_PROCESSES)
    with collection_paused(), processes_beside(processes - 1, gc.disable) as executor:
        show("certificates")
        waiting = [_Rechecked(paper, executor, PARTS * processes) for paper in papers]
        found = [_Held(paper, records, seed, seconds) for paper, records in zip(papers, shipped, strict=True)]
        for held in found:
            held.judge(show)
        rechecked = [certificates.judged() for certificates in waiting]
    lines: list[Line] = []
    wrong: list[Difference] = []
    for held, (accepted, rejected) in zip(found, rechecked, strict=True):
        lines += held.lines
        wrong += held.differences(accepted, rejected)
    return Taken(tuple(lines), tuple(wrong), _taken(found, seed))


def program() -> list[tuple[str, Path]]:
    """The modules that judge and word a claim."""
    from verify.claims.paper import package_folder

    return [
        (f"{name}/{place}", path)
        for name, without in PROGRAM.items()
        for place, path in modules(package_folder(name), without)
    ]


def claim_modules(paper: Paper) -> list[tuple[str, Path]]:
    """The modules of a paper's package, and of those that it depends on."""
    from verify.claims.paper import package_folder

    packages = (paper.package, *paper.depends)
    return [(f"{name}/{place}", path) for name in packages for place, path in modules(package_folder(name))]


def libraries() -> tuple[str, ...]:
    """Names and versions of the libraries."""
    from importlib.metadata import version

    return tuple(f"{name} {version(name)}" for name in LIBRARIES)


def texts(paper: Paper) -> tuple[Text, Text]:
    """What judges, and what is judged, as they are now."""
    judging, claims = (Text(files_digest(f), syntax_digest(f)) for f in (program(), claim_modules(paper)))
    return judging, claims


def shipped_with(paper: Paper, lines: Sequence[Line], made_by: tuple[Text, Text]) -> Shipped:
    """What is shipped with a paper whose claims were judged by these texts."""
    digests = {line["locator"]: digest(line) for line in lines}
    return Shipped(paper.identifier, tuple(lines), *made_by, libraries(), digests)


def _stale(shipped: Shipped) -> str:
    """Why nothing of the records can be taken; empty if something can."""
    if shipped.libraries != libraries():
        other = set(shipped.libraries) - set(libraries())
        return f"its records were made with {', '.join(sorted(other))}"
    return "" if is_same(shipped.program, program()) else "its records were made by another program text"


class _Rechecked:
    """The kernel's judgement of a paper's certificates, in other processes, and in this one at the end."""

    def __init__(self, paper: Paper, executor: Executor | None, most: int) -> None:
        from verify import recheck
        from verify.certificates.file_names import certificate_files
        from verify.polynomial import Rejected

        self._judge = recheck.judge_part
        try:
            files = [str(path) for path in certificate_files(paper.evidence, paper.identifier)]
            self._parts = [part for file in files for part in recheck.parts(file, most if executor else 1)]
        except (OSError, Rejected):
            self._parts = []  # none is accepted, which is said of each claim that names one
        self._tasks = [executor.submit(self._judge, part) for part in self._parts] if executor else []

    def judged(self) -> tuple[Names, Names]:
        """The fingerprints of certificates that the kernel accepts, and rejects."""
        from verify.polynomial import Rejected

        # What no other process has begun is done here, from the end, while they go on.
        own = [k for k in reversed(range(len(self._parts))) if not self._tasks or self._tasks[k].cancel()]
        try:
            found = [self._judge(self._parts[k]) for k in own]
            found += [task.result() for task in self._tasks if not task.cancelled()]
        except Rejected:
            return set(), set()
        accepted, rejected = (set().union(*names) for names in zip((set(), set()), *found, strict=True))
        return accepted, rejected


class _Held:
    """The shipped records of one paper beside what is judged now."""

    def __init__(self, paper: Paper, shipped: Shipped, seed: int, seconds: float) -> None:
        self.paper, self.shipped, self.seconds = paper, shipped, seconds
        self.kept = {line["locator"]: line for line in shipped.lines}
        self.lines: tuple[Line, ...] = shipped.lines
        self.drawn = drawn(shipped.lines, f"{seed} {paper.identifier}")
        self._wrong = shipped.altered

    def judge(self, show: Callable[[str], None]) -> None:
        """Judge the sample anew, and the claims that are not the shipped ones."""
        if not is_same(self.shipped.claims, claim_modules(self.paper)):
            self._judge_changed(show)
        self.drawn = [line for line in self.drawn if line["locator"] in self.kept]
        for line in self.drawn:
            place, module = line["locator"], line["module"]
            show(f"{self.paper.identifier} {place}")
            claims = {claim.locator.place: claim for claim in self.paper.claims_in(module)}
            if place not in claims or digest(self._judged(claims[place], module)) != digest(line):
                self._wrong.append(Difference(self.paper.identifier, place, "judged anew"))

    def _judge_changed(self, show: Callable[[str], None]) -> None:
        from symbolic_eps.papers import claims_in
        from verify.claims.record import fingerprint

        lines, shipped, self.kept = [], self.kept, {}
        for claim in claims_in(self.paper):
            place = claim.locator.place
            if place in shipped and shipped[place]["fingerprint"] == fingerprint(claim):
                self.kept[place] = shipped[place]
            else:
                show(f"{self.paper.identifier} {place}")
                lines.append(self._judged(claim, self.paper.places[place]))
                continue
            lines.append(shipped[place])
        self.lines = tuple(lines)

    def _judged(self, claim: Claim, module: str) -> Line:
        """A claim that is translated and judged now, with the shipped proofs at hand."""
        from symbolic_eps.report.audit.entry import Entry
        from symbolic_eps.report.audit.structured import line
        from verify.claims.auditor import judge_within

        record = judge_within(claim, self.seconds, self.paper.evidence).record
        return line(Entry(claim, record, self.paper.grammar), module)

    def differences(self, accepted: Names, rejected: Names) -> list[Difference]:
        """From the pins, and where a record or a certificate is not borne out."""
        name, pins = self.paper.identifier, expected(self.paper.expected_verdicts)
        found = [Pinned(*(line[field] or "" for field in Pinned._fields)) for line in self.lines]
        unsure = uncertified(name, self.kept.values(), accepted)
        damaged = [Difference(name, "", "rejected", certificate) for certificate in sorted(rejected)]
        return [*differences(name, found, pins), *self._wrong, *unsure, *damaged]


def drawn(lines: Sequence[Line], seed: str) -> list[Line]:
    """A sample: one claim of all, one of those that fail somewhere, and more of their modules.

    A claim's chance of being the next is in inverse proportion to the time that it took when its record was
    made, within limits: the sample takes about as long whatever it is, and no claim is left out.

    Examples
    --------
    >>> lines = [{"locator": f"eq:{n}", "module": "m", "seconds": 1, "witness": None} for n in range(9)]
    >>> drawn(lines, "1") == drawn(lines, "1"), len(drawn(lines, "1"))
    (True, 1)
    """
    random = Random(seed)  # the least of exponential times is in proportion to their rates
    rank = [random.expovariate(1 / (QUICK + max(0, min(LONG, line["seconds"])))) for line in lines]
    order = [lines[k] for k in sorted(range(len(lines)), key=rank.__getitem__)]
    failing = (line for line in order if line["witness"] is not None)
    chosen = {line["locator"]: line for line in (*order[:1], *list(failing)[:1])}
    left = SAMPLE_SECONDS - sum(line["seconds"] for line in chosen.values())
    among = {line["module"] for line in chosen.values()}
    for line in order:
        if line["module"] in among and line["locator"] not in chosen and line["seconds"] < left:
            chosen[line["locator"]] = line
            left -= line["seconds"]
    return list(chosen.values())


def _taken(held: Sequence[_Held], seed: int) -> dict[str, int]:
    certificates = (certificates_of(line) for one in held for line in one.kept.values())
    return {
        "records": sum(len(one.kept) for one in held),
        "certificates": len(set().union(*certificates)),
        "judged_anew": sum(len(one.drawn) for one in held),
        "seed": seed,
        "changed": sum(len(one.lines) - len(one.kept) for one in held),
    }
