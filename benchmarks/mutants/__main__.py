"""`python -m benchmarks.mutants [PAPER...]`: mutants of all claims, and what the audit makes of them.

    python -m benchmarks.mutants --jobs 2                 up to 3 mutants of each claim by each operator
    python -m benchmarks.mutants --jobs 2 --share 3/40    a fixed fortieth of these
    python -m benchmarks.mutants --only eq:12 --each 0    every mutant of one claim
    python -m benchmarks.mutants --draw 15 --seed 7       15 by each operator, drawn by this seed

Exit status 1 if a mutant is accepted that is false at a point of its domain, if a witness is none, or if
fewer than 97 % of the mutants that are known to be false are refuted.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shlex
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from pathlib import Path
from time import monotonic

from benchmarks.mutants.judging import Auditor, Result, Task, audited, judged
from benchmarks.mutants.planting import KINDS, true_form
from benchmarks.mutants.results import Figures, Kept, faults, judge_digest, markdown, report
from benchmarks.mutants.sampling import drawn
from symbolic_eps.errors import InputError
from symbolic_eps.files import check_file
from symbolic_eps.papers import paper_named, papers
from symbolic_eps.workers import worker_processes
from verify.claims.expected_verdicts import expected
from verify.claims.paper import NoSuchPlaceError, selected

EACH, SECONDS = 3, 20.0

Share = tuple[int, int, int]


def share(text: str) -> Share:
    """The share N/M, of M equal ones the Nth; L-N/M for those from the Lth to the Nth.

    Examples
    --------
    >>> share("3/40"), share("1-3/40")
    ((3, 3, 40), (1, 3, 40))
    """
    found = re.fullmatch(r"(?:(\d+)-)?(\d+)/(\d+)", text, re.ASCII)
    first, last, of = (int(n or found[2]) for n in found.groups()) if found else (0, 0, 0)
    if not 1 <= first <= last <= of:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no share N/M with 1 <= N <= M, such as 3/40, nor shares such as 1-3/40"
        )
    return first, last, of


def count(text: str) -> int:
    """A whole number, not negative."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number, such as 2")
    return int(text)


def positive(text: str) -> float:
    """A number of seconds above 0."""
    if not re.fullmatch(r"\d+(\.\d+)?", text) or float(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0, such as 20")
    return float(text)


def in_share(name: str, wanted: Share) -> bool:
    """Whether what has this name belongs to the share: by the name alone, the same in every run."""
    first, last, of = wanted
    return first <= int(hashlib.sha256(name.encode()).hexdigest(), 16) % of + 1 <= last


def tasks(
    identifiers: Sequence[str],
    places: Sequence[str],
    operators: Sequence[str],
    wanted: Share,
    each: int | None,
    seconds: float = SECONDS,
) -> Iterator[Task]:
    """What is to be done: each claim that has a true form, by its pinned verdict, with each operator."""
    for identifier in identifiers:
        paper = paper_named(identifier)
        pins = expected(paper.expected_verdicts)
        for claim in selected(paper.claims, places):
            kinds = [kind for kind in operators if in_share(f"{claim.locator} {kind}", wanted)]
            form = true_form(claim, pins.get(claim.locator.place, {}).get("verdict", "")) if kinds else None
            for kind in kinds if form is not None else ():
                yield Task(form, kind, each, seconds, paper.evidence)


def run(
    todo: Sequence[Task], kept: Kept, jobs: int = 1, auditor: Auditor = audited, silent: bool = False
) -> list[Result]:
    """The results of all tasks, in their order."""
    known: dict[tuple[str, str], dict[str, Result]] = defaultdict(dict)
    for found in kept.known().values():
        known[found.place.partition("#")[0], found.operator][found.fingerprint] = found
    done: dict[int, list[Result]] = {}
    started = monotonic()
    with worker_processes(jobs) as pool:
        for index, results in _all(todo, known, pool, auditor):
            done[index] = results
            before = known[todo[index].claim.locator.place, todo[index].operator]
            kept.add(r for r in results if r.fingerprint not in before)
            if not silent:
                _tell(len(done), len(todo), done.values(), monotonic() - started)
    return [result for index in range(len(todo)) for result in done[index]]


def _all(
    todo: Sequence[Task],
    known: Mapping[tuple[str, str], Mapping[str, Result]],
    pool: object,
    auditor: Auditor,
) -> Iterator[tuple[int, list[Result]]]:
    def of(task: Task) -> tuple[Task, dict[str, Result], Auditor]:
        return task, dict(known.get((task.claim.locator.place, task.operator), {})), auditor

    if pool is None:
        yield from ((index, judged(*of(task))) for index, task in enumerate(todo))
        return
    futures = {pool.submit(judged, *of(task)): index for index, task in enumerate(todo)}
    for future in as_completed(futures):
        yield futures[future], future.result()


def _tell(done: int, of: int, results: object, seconds: float) -> None:
    figures = Figures.of(r for group in results for r in group)
    left = seconds / done * (of - done)
    print(
        f"\r{done} of {of} (claim, operator): {figures.planted} mutants, {figures.share:.1%} of the false "
        f"ones refuted, {figures.errors} errors; {seconds:.0f} s, about {left:.0f} s left ",
        end="" if done < of else "\n",
        file=sys.stderr,
        flush=True,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.mutants",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("papers", nargs="*", metavar="PAPER", help="by default all that are installed")
    parser.add_argument("--only", action="append", default=[], metavar="LOCATOR", help="claims at this place")
    parser.add_argument("--operator", action="append", choices=KINDS, help="by default all")
    parser.add_argument(
        "--share", type=share, default=(1, 1, 1), metavar="N/M", help="the Nth of M equal shares; L-N/M"
    )
    parser.add_argument(
        "--each", type=count, default=EACH, metavar="N", help=f"at most N by one operator, {EACH}; 0 for all"
    )
    parser.add_argument(
        "--draw", type=count, metavar="N", help="of those N by each operator, drawn by --seed"
    )
    parser.add_argument("--seed", metavar="TEXT", help="by which they are drawn, 0")
    parser.add_argument(
        "--seconds", type=positive, default=SECONDS, metavar="S", help=f"for each mutant, {SECONDS:g}"
    )
    parser.add_argument("--jobs", type=count, default=1, metavar="N")
    parser.add_argument("--results", type=Path, metavar="FILE", help="kept there; an interrupted run goes on")
    parser.add_argument("--json", type=Path, metavar="FILE", help="the figures and all results")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="the figures as a table")
    parser.add_argument("--verbose", action="store_true", help="show every mutant that is left open")
    given = parser.parse_args(arguments)
    if given.seed is not None and given.draw is None:
        parser.error("--seed is of --draw: give the number to be drawn too, such as --draw 15")
    identifiers = given.papers or list(papers())
    options = (("--results", given.results), ("--json", given.json), ("--markdown", given.markdown))
    try:  # before hours of work
        for option, path in options:
            if path is not None:
                check_file(path, f"{option} {path}")
        todo = list(
            tasks(
                identifiers,
                given.only,
                given.operator or KINDS,
                given.share,
                given.each or None,
                given.seconds,
            )
        )
    except (InputError, NoSuchPlaceError) as error:
        parser.error(str(error))
    if given.draw is not None:
        todo = drawn(todo, given.draw, given.seed or "0")
    packages = ["verify", "symbolic_eps", *(paper_named(i).package.partition(".")[0] for i in identifiers)]
    kept = Kept(given.results, judge_digest(packages, repr(given.seconds)))
    results = run(todo, kept, given.jobs)
    print(report(results, given.verbose))
    if given.json is not None:
        by_operator = {k: Figures.of(r for r in results if r.operator == k).data for k in KINDS}
        total = {
            "all": Figures.of(results).data,
            "operators": by_operator,
            "mutants": [r.data for r in results],
        }
        given.json.write_text(json.dumps(total, indent=1) + "\n", encoding="utf-8")
    if given.markdown is not None:
        typed = shlex.join(sys.argv[1:] if arguments is None else arguments)
        told = markdown(results, f"python -m benchmarks.mutants {typed}".rstrip())
        given.markdown.write_text(told, encoding="utf-8")
    whole = not (given.papers or given.only or given.operator or given.draw) and given.share == (1, 1, 1)
    found = faults(results, whole)
    print(*found, sep="\n", file=sys.stderr)
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main())
