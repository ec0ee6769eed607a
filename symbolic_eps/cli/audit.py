"""`symbolic-eps audit`: judges every claim of a paper, or of a user's own derivation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symbolic_eps.cli.audit_options import ErrataFormat, check_together
from symbolic_eps.cli.audit_report import report
from symbolic_eps.cli.completion import papers
from symbolic_eps.cli.exit_status import ExitStatus
from symbolic_eps.cli.options import Json, Output
from symbolic_eps.cli.output import check_folder, check_writable, deliver, notice, progress, write_all
from symbolic_eps.cli.output_format import Files
from symbolic_eps.cli.proof_graph import check_graph, write_graph
from symbolic_eps.cli.template import write_template
from symbolic_eps.errors import InputError
from verify.garbage_collection import seldom_collected

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from symbolic_eps.report.audit.entry import Entry
    from verify.claims.claim import Claim
    from verify.claims.expected_verdicts import Difference
    from verify.claims.paper import Paper
    from verify.claims.program_text import Text
    from verify.claims.record import Judged, Record


def audit(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PAPER|FILE.py]...",
            autocompletion=papers,
            help="Ids of papers (default: all), or Python files with CLAIMS of your own (a file "
            "is executed: name only files that you trust).",
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only", metavar="LOCATOR", help="Show only this claim, in full, such as eq:94; may be repeated."
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            min=1,
            help="Processes that judge claims, by default 1. Certificates are re-checked on all processors.",
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=1, help="Time limit for one claim; after it the claim is open.")
    ] = 120.0,
    json: Json = False,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Also write as HTML.")] = None,
    graph: Annotated[
        Path | None,
        typer.Option(
            "--graph",
            metavar="FILE",
            help="Also write the graph of one paper, with what each claim rests on (.html or .json).",
        ),
    ] = None,
    template: Annotated[
        Path | None,
        typer.Option(
            "--template",
            metavar="FILE.tex",
            help="Instead, write a Python file to fill in: a claim for each numbered display of this text.",
        ),
    ] = None,
    errata: Annotated[
        str | None,
        typer.Option(
            "--errata",
            metavar="PAPER",
            autocompletion=papers,
            help="Instead, print a note of errata to the authors of this paper.",
        ),
    ] = None,
    style: Annotated[
        ErrataFormat | None,
        typer.Option(
            "--format",
            help="Format of the errata note; latex-fragment: counts and errata, to be \\input into a paper.",
        ),
    ] = None,
    again: Annotated[
        bool,
        typer.Option("--again", help="Judge all claims again: use shipped proofs, not shipped verdicts."),
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option("--seed", help="Random seed for the sample of shipped verdicts that are judged again."),
    ] = None,
    anew: Annotated[
        bool, typer.Option("--derive", help="Search for all proofs again, without the shipped ones.")
    ] = False,
    certificates: Annotated[
        Path | None,
        typer.Option("--certificates", help="Also write certificates and witnesses to this folder."),
    ] = None,
    journal: Annotated[
        Path | None,
        typer.Option(
            "--journal",
            metavar="FILE",
            help="Store verdicts in this file and reuse those that it has, whichever version of the "
            "program judged them. Without it, the same command resumes an interrupted audit.",
        ),
    ] = None,
    update: Annotated[
        bool,
        typer.Option("--update-expected", help="Make the present verdicts of the papers the expected ones."),
    ] = False,
    output: Output = None,
) -> int:
    """Check every claim of a paper or of your own derivation.

    Each claim gets a verdict with evidence: holds; holds-if, with a further condition; misprint, with the
    form that is true; refuted; open, if it could not be decided; definition or cited, if there is nothing to
    prove. A claim that does not hold gets a point at which it fails.
    """
    from symbolic_eps.cli.claims_file import begin_worker
    from symbolic_eps.cli.shipped_audit import texts
    from symbolic_eps.workers import single_workers

    check_writable(output)
    if template is not None:
        return write_template(template, output)
    check_writable(html, "--html")
    check_graph(graph, sources or [], (only, errata))
    check_folder(certificates, "--certificates")
    check_together(sources, only, json, errata, style, update, again and anew, output)
    if not isfinite(seconds):
        raise InputError(f"--seconds {seconds:g}: name a number of seconds, such as 120")
    if not (again or anew or update or only or errata or style or html or certificates or journal):
        status = _quick(sources or [], seed, seconds, jobs, json, output, graph)
        if status is not None:
            return status
    named, files = _sources([errata] if errata and not sources else sources or [], update)
    made_by = {p.identifier: texts(p) for p in named} if update and again else {}
    workers = single_workers(jobs or 1, begin_worker, files)
    with progress("auditing") as show, seldom_collected(), workers as executors:
        _load_beside(() if files else executors)  # a user's file runs here first
        work = _work(named, files, only or ())
        judged = _judged(work, seconds, executors, journal, anew, again, show)
    entries = _entries(work, judged)
    if certificates is not None:
        write_all(_answer_files(judged), certificates)
    if update:
        _update(work.papers, judged, entries, made_by)
    differences = _differences(work, entries)
    lines = [difference.text for difference in differences]
    if html is not None:
        deliver(_page(work, entries, lines), html)
    if graph is not None:
        _write_graph(graph, work, entries, judged)
    asked = _asked(work.papers, work.files, only or (), seconds, anew) if json else None
    how = errata, style, bool(only), Files("audit", output)
    deliver(report(work.papers, asked, entries, lines, *how), output)
    _tell(() if json else lines)
    return 0 if _sound(work, entries, differences) else ExitStatus.FAILED


def _quick(
    sources: Sequence[str],
    seed: int | None,
    seconds: float,
    jobs: int | None,
    json: bool,
    output: Path | None,
    graph: Path | None,
) -> int | None:
    """Tell what is shipped, once it is borne out; None, and why, where all has to be judged."""
    from random import randrange

    from symbolic_eps.cli.shipped_audit import taken
    from symbolic_eps.papers import claims_in, paper_named, papers
    from symbolic_eps.report.audit import lines
    from verify.claims.verdict import Verdict

    if any(source.endswith(".py") for source in sources):
        return None
    named = tuple(paper_named(source) for source in sources) or tuple(papers().values())
    with progress("auditing") as show:
        found = taken(named, randrange(10**6) if seed is None else seed, seconds, jobs, show)
    if isinstance(found, str):
        if found:
            notice(f"all claims are judged: {found}")
        return None
    if graph is not None:
        write_graph(graph, named[0], claims_in(named[0]), found.lines)
    texts = [difference.text for difference in found.differences]
    asked = _asked(named, (), (), seconds, False)
    deliver(
        lines.json(found.lines, texts, asked, found.taken) if json else lines.text(found.lines),
        output,
    )
    notice(found.said)
    _tell(() if json else texts)
    undecided = any(line["verdict"] == Verdict.OPEN for line in found.lines)
    return ExitStatus.FAILED if texts or undecided else 0


def _tell(differences: Iterable[str]) -> None:
    for line in differences:
        typer.echo(f"symbolic-eps: not as expected: {line}", err=True)


def _asked(
    papers: Iterable[Paper], files: Iterable[Path], only: Iterable[str], seconds: float, anew: bool
) -> dict[str, Any]:
    """The whole question."""
    return {
        "papers": [paper.identifier for paper in papers],
        "files": [str(file) for file in files],
        "only": list(only),
        "seconds": seconds,
        "derive": anew,
    }


@dataclass(frozen=True)
class _Work:
    """What is to be judged, and where it comes from."""

    papers: tuple[Paper, ...]
    files: tuple[Path, ...]
    claims: tuple[Claim, ...]
    complete: bool

    @property
    def titles(self) -> dict[str, str]:
        return {paper.identifier: paper.title for paper in self.papers}


JUDGING = ("verify.claims.auditor", "verify.search.refutation_search", "highspy")  # what judgements use


def _sources(sources: Sequence[str], update: bool) -> tuple[tuple[Paper, ...], tuple[Path, ...]]:
    """The papers and files that are named, all papers for none; an update needs their folders."""
    from symbolic_eps.papers import paper_named, papers

    files = tuple(Path(source) for source in sources if source.endswith(".py"))
    every = () if files else tuple(papers().values())
    named = tuple(paper_named(source) for source in sources if not source.endswith(".py")) or every
    for paper in named if update else ():
        check_folder(paper.folder, "--update-expected")
    return named, files


def _load_beside(executors: Iterable[Executor]) -> None:
    """Let workers load what they need, but no paper: this process makes the claims and sends them."""
    from symbolic_eps.cli.claims_file import load_modules

    for executor in executors:
        executor.submit(load_modules, JUDGING)


def _work(named: tuple[Paper, ...], files: tuple[Path, ...], only: Sequence[str]) -> _Work:
    from symbolic_eps.cli.claims_file import load
    from symbolic_eps.papers import claims_in
    from verify.claims.paper import distinct, selected

    try:
        claims = distinct([*(c for p in named for c in claims_in(p)), *(c for f in files for c in load(f))])
        return _Work(named, files, selected(claims, only), not only)
    except ValueError as error:
        raise InputError(str(error)) from error


def _judged(
    work: _Work,
    seconds: float,
    executors: Sequence[Executor],
    path: Path | None,
    anew: bool,
    again: bool,
    show: Callable[[str], None],
) -> list[Judged]:
    from symbolic_eps.cli.journal import open_journal
    from verify.claims.auditor import audit as judge_all

    evidence = {} if anew else {paper.identifier: paper.evidence for paper in work.papers}
    total = len(work.claims)

    def progressed(record: Record, done: int) -> None:
        show(f"{done} of {total}, {record.locator} {record.verdict}")

    with open_journal(path, work.claims, work.files, seconds, anew, work.papers, again) as journal:
        return judge_all(work.claims, evidence, seconds, executors, journal, progressed)


def _entries(work: _Work, judged: Sequence[Judged]) -> list[Entry]:
    from symbolic_eps.report.audit.entry import Entry
    from verify.claims.coverage import whereabouts_in
    from verify.claims.locator_grammar import Grammar

    grammars = {paper.identifier: paper.grammar for paper in work.papers}
    near = {paper.identifier: whereabouts_in(paper.folder) for paper in work.papers}
    return [
        Entry(claim, r, grammars.get(r.paper, Grammar()), near.get(r.paper, {}).get(r.locator, ""))
        for claim, r in ((claim, one.record) for claim, one in zip(work.claims, judged, strict=True))
    ]


def _answer_files(judged: Sequence[Judged]) -> dict[Path, str]:
    """Everything that spares the next audit its searches, by paper."""
    from verify.certificates.known_answers import KnownAnswers

    files: dict[Path, str] = {}
    for name in dict.fromkeys(one.record.paper for one in judged):
        answers = [one.answers for one in judged if one.record.paper == name]
        certificates = {k: v for a in answers for k, v in a.certificates.items()}
        points = {k: v for a in answers for k, v in a.points.items()}
        unsearched = frozenset().union(*(a.unsearched for a in answers))
        searches = {k: v for a in answers for k, v in sorted(a.searches.items())}
        files |= KnownAnswers(certificates, dict(sorted(points.items())), unsearched, searches).files(name)
    return files


def _update(
    papers: Sequence[Paper],
    judged: Sequence[Judged],
    entries: Sequence[Entry],
    made_by: Mapping[str, tuple[Text, Text]],
) -> None:
    """Pin verdicts and evidence in each paper's own package, and records of what was judged with them."""
    from symbolic_eps.cli.shipped_audit import shipped_with
    from symbolic_eps.report.audit.structured import line
    from verify.claims import shipped_records
    from verify.claims.expected_verdicts import pins_text

    for paper in papers:
        own = [one for one in judged if one.record.paper == paper.identifier]
        verdicts = pins_text([one.record for one in own])
        write_all({Path(paper.expected_verdicts.name): verdicts}, paper.folder)
        write_all(_answer_files(own), paper.evidence)
        if paper.identifier in made_by:
            here = [entry for entry in entries if entry.record.paper == paper.identifier]
            lines = [line(entry, paper.places[entry.record.locator]) for entry in here]
            shipped = shipped_with(paper, lines, made_by[paper.identifier])
            write_all(shipped_records.files(paper, shipped, shipped_records.read(paper)), Path())


def _differences(work: _Work, entries: Sequence[Entry]) -> list[Difference]:
    from verify.claims.expected_verdicts import differences, expected

    found: list[Difference] = []
    for paper in work.papers:
        own = [entry.record for entry in entries if entry.record.paper == paper.identifier]
        found += differences(paper.identifier, own, expected(paper.expected_verdicts), work.complete)
    return found


def _sound(work: _Work, entries: Sequence[Entry], differences: Sequence[Difference]) -> bool:
    """Whether nothing is open, papers are as pinned, and a user's own claims simply hold."""
    from verify.claims.verdict import SOUND, Verdict

    own = [entry for entry in entries if entry.record.paper not in work.titles]
    return (
        not differences
        and all(entry.verdict is not Verdict.OPEN for entry in entries)
        and all(entry.verdict in SOUND for entry in own)
    )


def _write_graph(path: Path, work: _Work, entries: Sequence[Entry], judged: Sequence[Judged]) -> None:
    from symbolic_eps.report.audit.structured import structured

    certificates = {name: one for j in judged for name, one in j.answers.certificates.items()}
    paper = work.papers[0] if work.papers else None
    write_graph(path, paper, work.claims, map(structured, entries), certificates)


def _page(work: _Work, entries: Sequence[Entry], differences: Sequence[str]) -> str:
    from symbolic_eps import __version__
    from symbolic_eps.closed_form_table.row_theorems import theorems_at
    from symbolic_eps.report.audit import page

    sources = " ".join([*(p.identifier for p in work.papers), *(f.name for f in work.files)])
    commands = [
        f"symbolic-eps audit {sources} --html audit.html",
        f"symbolic-eps audit {sources} --only LOCATOR",
    ]
    notations = {paper.identifier: paper.legend for paper in work.papers}
    theorems = {paper.identifier: theorems_at(paper.identifier) for paper in work.papers}
    return page.rendered(
        entries, work.titles, commands, differences, __version__, notations, theorems=theorems
    )
