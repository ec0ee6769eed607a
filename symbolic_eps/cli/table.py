"""`symbolic-eps table`: derives the closed-form table and prints it beside the published one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symbolic_eps.cli.completion import rows as row_names
from symbolic_eps.cli.exit_status import ExitStatus
from symbolic_eps.cli.notions import deliver_table, refuse
from symbolic_eps.cli.options import AlsoJson, NotionName, Output, TableEps
from symbolic_eps.cli.output import check_folder, check_writable, deliver, progress, write_all
from symbolic_eps.cli.output_format import Files, Format, chosen
from symbolic_eps.errors import InputError
from verify.garbage_collection import collection_paused, seldom_collected

if TYPE_CHECKING:
    from symbolic_eps.closed_form_table.derived_row import DerivedRow
    from symbolic_eps.report.sections import Section
    from symbolic_eps.report.table import TableEntry


def table(
    style: Annotated[Format, typer.Option("--format", help="Output format.")] = Format.TEXT,
    json: AlsoJson = False,
    numbers: Annotated[
        bool,
        typer.Option(
            "--numbers",
            help="Instead of closed forms, recompute the paper's numbers, with certified rounding.",
        ),
    ] = False,
    cross_check: Annotated[
        bool,
        typer.Option("--cross-check", help="Also minimise each profile numerically at random parameters."),
    ] = False,
    row: Annotated[
        list[str] | None,
        typer.Option(
            "--row", autocompletion=row_names, help="Show only this row (its id or number); may be repeated."
        ),
    ] = None,
    anew: Annotated[
        bool, typer.Option("--derive", help="Search for the closed forms again, without the shipped proofs.")
    ] = False,
    certificates: Annotated[
        Path | None,
        typer.Option("--certificates", help="Also write results and certificates to this folder."),
    ] = None,
    coq: Annotated[
        Path | None,
        typer.Option("--coq", help="Also write the Coq theorems behind the table to this folder."),
    ] = None,
    notion: NotionName = None,
    eps: TableEps = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="The number of processes that derive rows.")] = 1,
    output: Output = None,
) -> int:
    """Derive closed forms of eps, beside those of the paper.

    Each formula that the paper prints gets a verdict: it holds, holds only with a further condition, or does
    not hold.
    """
    style, files = chosen(json, style, "table", output)
    check_writable(output)
    check_folder(certificates, "--certificates")
    check_folder(coq, "--coq")
    if notion is not None:
        refuse({"--numbers": numbers, "--cross-check": cross_check, "--coq": coq})
        return deliver_table(notion, row, style, anew, certificates, output, eps)
    _refuse_unfit(eps, numbers, cross_check or bool(row))
    with seldom_collected() if anew else collection_paused():
        from symbolic_eps.closed_form_table.derived_row import derive_table, entry
        from symbolic_eps.closed_form_table.row import selected_rows
        from symbolic_eps.workers import worker_processes

        rows = selected_rows(row or ())
        asked = {
            "rows": [one.identifier for one in rows],
            "numbers": numbers,
            "cross_check": cross_check,
            "derive": anew,
        }
        with progress("deriving") as show, worker_processes(jobs) as executor:
            if certificates is not None:
                write_all(_theorem_1_files(), certificates)
            derived = []
            for derived_row in derive_table(show, rows, anew, executor):
                derived.append(derived_row)
                if certificates is not None:
                    write_all(derived_row.files, certificates)
            if coq is not None:
                show("writing theorems")
                write_all(_theorem_files(derived), coq)
            if numbers:
                sections, sound = _number_sections(derived)
                text = _rendered(asked, [], sections, style, files)
            else:
                sections, sound = _cross_check_sections(derived, show) if cross_check else ([], True)
                text = _rendered(asked, [entry(d) for d in derived], sections, style, files)
    deliver(text, output)
    return 0 if sound else ExitStatus.FAILED


def _refuse_unfit(eps: str | None, numbers: bool, narrowed: bool) -> None:
    """Refuse options that say nothing without a notion, or beside `--numbers`."""
    if eps is not None:
        raise InputError("--eps goes with --notion approximate: add it, or leave out --eps")
    if numbers and narrowed:
        raise InputError("--numbers needs every row and no --cross-check: leave out --row and --cross-check")


def _theorem_files(derived: Sequence[DerivedRow]) -> dict[Path, str]:
    from symbolic_eps.closed_form_table.row_theorems import table_project

    return table_project({d.row.identifier: d.derived for d in derived})


def _theorem_1_files() -> dict[Path, str]:
    from symbolic_eps.theory.bound import THEOREM_1, theorem_1_answers

    return theorem_1_answers().files(THEOREM_1)


def _rendered(
    asked: Mapping[str, Any],
    entries: Sequence[TableEntry],
    sections: Sequence[Section],
    style: Format,
    files: Files,
) -> str:
    match style:
        case Format.JSON:
            from symbolic_eps.report import structured
            from symbolic_eps.report.envelope import result

            return result("table", asked, {**structured.table(entries), **structured.sections(sections)})
        case Format.MARKDOWN:
            from symbolic_eps.report import markdown

            return markdown.rendered(entries, sections)
        case Format.LATEX:
            from symbolic_eps.report import document

            return document.rendered(entries, sections)
        case Format.FRAGMENT:
            from symbolic_eps.report.fragment.table import table
            from symbolic_eps.report.fragment.text import rendered

            return rendered(table(entries, sections), files.prefix)
        case Format.TEXT:
            from symbolic_eps.report import text

            return text.rendered(entries, sections)


def _number_sections(derived: Sequence[DerivedRow]) -> tuple[list[Section], bool]:
    from symbolic_eps.papers import offers

    sections: list[Section] = []
    all_decided = True
    for paper, numbers in offers("numbers").items():
        own, decided = numbers({d.row.identifier: d.derived for d in derived if d.row.paper == paper})
        sections += own
        all_decided = all_decided and decided
    return sections, all_decided


def _cross_check_sections(
    derived: Sequence[DerivedRow], show: Callable[[str], None]
) -> tuple[list[Section], bool]:
    from symbolic_eps.closed_form_table.cross_check import cross_check_section

    section, sound = cross_check_section({d.row.identifier: d.derived for d in derived}, show)
    return [section], sound
