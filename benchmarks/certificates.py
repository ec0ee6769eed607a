"""Certificates: the time to find and to re-check them, beside `import sympy`; and a table of all claims."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks.processes import COMMAND, IMPORT_SYMPY, PYTHON, Ratio, compare, table
from symbolic_eps.shipped_certificates import shipped

RESULTS = Path(__file__).parent / "results" / "certificates.md"
STATEMENT = 90
HEADING = """\
# What each claim takes

Each claim is searched for alone, one process for each of the two collections, without the hints that the
derivation of the table gives: there, each of its claims has a certificate.

"""


@dataclass(frozen=True)
class Row:
    """What one claim takes."""

    source: str
    claim: str
    grade: str
    search_seconds: float
    check_seconds: float | None
    size: int | None


def ratios() -> list[Ratio]:
    """Whole processes against `import sympy`."""
    with tempfile.TemporaryDirectory() as folder:
        search = [*COMMAND, "table", "--derive", "--jobs", "2", "--certificates", folder]
        return [
            compare("symbolic-eps check / import sympy", [*COMMAND, "check", "--quiet"], IMPORT_SYMPY, 1, 9),
            compare(
                "python -m verify.kernel / import sympy",
                [PYTHON, "-m", "verify.kernel", "--quiet", *map(str, shipped())],
                IMPORT_SYMPY,
                1,
                9,
            ),
            compare("search for all certificates / import sympy", search, IMPORT_SYMPY, 30, 3),
        ]


def table_rows() -> Iterator[Row]:
    """Every claim of the shipped table, proved again without what is shipped."""
    from derivations.kazan_reiter.derived_budgets import CLOSED_FORMS

    for file in sorted((CLOSED_FORMS / "certificates").glob("*.json")):
        for certificate in json.loads(file.read_text(encoding="utf-8")):
            yield _measured(f"table: {file.stem}", _read(certificate["claim"]))


def corpus_rows() -> Iterator[Row]:
    """The true claims of the tests' corpus."""
    from tests.verify.corpus import CASES
    from verify.language.implication import Implication

    for case in CASES:
        if case.verdict == "holds":
            yield _measured(f"corpus: {case.name}", Implication(tuple(case.hypotheses), case.goal))


def _measured(source: str, implication: Any) -> Row:
    from verify import recheck
    from verify.prover.prover import Prover

    prover = Prover()
    evidence, search = _timed(lambda: prover.decide(implication))
    prover.second.close()
    certificates = [dict(c) for c in evidence.certificates]
    check = sum(_timed(lambda c=c: recheck.check(c, {}))[1] for c in certificates)
    size = sum(len(json.dumps(c, separators=(",", ":"))) for c in certificates)
    grade = str(evidence.grade) if evidence.proved else str(evidence.outcome)
    found = bool(certificates)
    return Row(source, str(implication), grade, search, check if found else None, size if found else None)


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    started = time.perf_counter()
    result = work()
    return result, time.perf_counter() - started


def _read(claim: dict[str, Any]) -> Any:
    """The implication that a claim in JSON states."""
    import sympy as sp

    from verify.language.formula_tree import decoded
    from verify.language.implication import Implication

    symbols = {name: sp.Symbol(name, real=True) for name in claim["variables"]}
    hypotheses = tuple(decoded(tree, symbols) for tree in claim["hypotheses"])
    return Implication(hypotheses, decoded(claim["goal"], symbols))


def _rows(kind: str) -> list[Row]:
    return list(table_rows() if kind == "table" else corpus_rows())


def all_rows() -> list[Row]:
    """Both collections, side by side in two processes."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        return [row for rows in executor.map(_rows, ("table", "corpus")) for row in rows]


def markdown(rows: list[Row]) -> str:
    """The table of all claims."""
    lines = ["| source | claim | grade | search ms | check ms | bytes |", "|---|---|---|---:|---:|---:|"]
    for row in rows:
        claim = row.claim if len(row.claim) <= STATEMENT else row.claim[: STATEMENT - 3] + "..."
        check = "" if row.check_seconds is None else f"{1000 * row.check_seconds:.2f}"
        size = "" if row.size is None else str(row.size)
        cells = [row.source, f"`{claim}`".replace("|", r"\|"), row.grade]
        lines.append(f"| {' | '.join(cells)} | {1000 * row.search_seconds:.1f} | {check} | {size} |")
    return "\n".join(lines) + "\n"


def _summary(name: str, rows: list[Row]) -> str:
    grades = {g: sum(r.grade == g for r in rows) for g in sorted({r.grade for r in rows})}
    search, check = sum(r.search_seconds for r in rows), sum(r.check_seconds or 0 for r in rows)
    size = sum(r.size or 0 for r in rows)
    return (
        f"{name:8} {len(rows):4} claims  {grades}  search {search:.1f} s  check {check:.2f} s  {size} bytes"
    )


def report() -> str:
    """Ratios and totals as lines of text; the table of all claims goes to a file."""
    lines = table("certificates", ratios())
    rows = all_rows()
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(HEADING + markdown(rows), encoding="utf-8")
    for name in ("table", "corpus"):
        lines.append(_summary(name, [r for r in rows if r.source.startswith(f"{name}:")]))
    lines.append(f"each claim: {RESULTS.relative_to(RESULTS.parent.parent.parent)}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(report())
