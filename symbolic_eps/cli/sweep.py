"""`symbolic-eps sweep`: the recommended eps at many parameter values, row by row into a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symbolic_eps.cli.bindings import bindings
from symbolic_eps.cli.exit_status import ExitStatus
from symbolic_eps.cli.options import FixedAtNumbers, NumericBox, VariantName
from symbolic_eps.cli.output import notice, progress
from symbolic_eps.cli.output_format import Files, Style, chosen, fragment
from symbolic_eps.cli.recommend import PATIENCE
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.figures import require_matplotlib
from symbolic_eps.time_limit import MOST_SECONDS

if TYPE_CHECKING:
    from symbolic_eps.sweeps.grid import Grid
    from symbolic_eps.sweeps.record import Record, Writer
    from symbolic_eps.sweeps.run import Row

REASONS = 3
"""How many rows without a result the summary names."""


def sweep(
    profile: Annotated[
        str, typer.Argument(metavar="PROFILE", help="The bound on the relative risk, as for recommend.")
    ],
    vary: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=VALUES",
            help="A parameter that varies: a=1/4,1/2 or a=first:last:count, evenly spaced.",
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            metavar="FILE",
            help="A .csv or .parquet file, to which rows are added. The same command resumes a stopped "
            "sweep.",
        ),
    ],
    assignments: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=NUMBER", help="Value of a parameter that does not vary."),
    ] = None,
    fixings: FixedAtNumbers = None,
    box: NumericBox = None,
    variant: VariantName = "unbounded",
    width: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Width of each enclosure, by default 1e-10.")
    ] = None,
    derive: Annotated[
        bool, typer.Option(help="First derive a closed form for all points, if there is one.")
    ] = True,
    seconds: Annotated[
        int,
        typer.Option(
            "--patience",
            min=1,
            max=MOST_SECONDS,
            metavar="SECONDS",
            help="Time limit for the closed form, then for each point.",
        ),
    ] = PATIENCE,
    jobs: Annotated[
        int, typer.Option(min=1, help="The number of processes if points are minimised one by one.")
    ] = 1,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Plot eps against one or two parameters (svg, png or pdf by extension)."
        ),
    ] = None,
    style: Annotated[
        Style,
        typer.Option(
            "--format",
            help="Format of the summary on standard output; latex-fragment: macros and tables (booktabs) "
            "to be \\input into a paper, named after FILE.",
        ),
    ] = Style.TEXT,
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> int:
    """Recommend eps for PROFILE at many parameter values.

    Each row has its index in the grid (the first --vary varies slowest); rows are written in the order in
    which they are found. The same command resumes a stopped sweep, without repeating rows.
    """
    style, files = chosen(json, style, "sweep", output, plot)

    from symbolic_eps.report.envelope import head, question, result
    from symbolic_eps.sweeps.grid import grid_of
    from symbolic_eps.sweeps.record import Record
    from symbolic_eps.sweeps.run import sweep as swept
    from symbolic_eps.workers import worker_processes

    axes = _axes(vary)
    grid = grid_of(axes)
    values, fixed = bindings("--set", assignments), bindings("--fix", fixings)
    varied = {name: list(map(str, along)) for name, along in axes.items()}
    whole = question(profile, values, fixed, box, variant, vary=varied, width=width, derive=derive)
    _check_plot(plot, grid)
    record = Record(output, tuple(axes), head("sweep-manifest", whole), len(grid))
    record.check_place()
    asked: dict[str, Any] = {"values": values, "fixed": fixed, "box": tuple(box or ())}
    asked |= {"variant": variant, "width": width, "derive": derive}
    swept(profile, grid, **asked)  # complains before a file is made
    with record.opened() as (known, writer), progress("sweep") as show, worker_processes(jobs) as executor:
        before = len(known)
        if before:
            notice(f"{before} of {len(grid)} rows are known already")
        effort: dict[str, Any] = {"patience": seconds, "executor": executor, "workers": jobs}
        rows = swept(profile, grid, **asked, **effort, skip=frozenset(known), progress=show)
        unconstrained = _written(rows, writer, known, len(grid), output, show)
    if unconstrained:
        notice(f"{len(grid) - before} rows are new, {unconstrained} of them protect nothing (eps = oo)")
    reasons = {index: error for index, error in sorted(known.items()) if error}
    _draw(plot, *(told := (profile, grid, record, {**values, **fixed}, box or ())))
    if style is Style.FRAGMENT:
        text = _fragment(files, *told)
    elif style is Style.JSON:
        summary = {"known": before, "unconstrained": unconstrained, "output": str(output)}
        summary |= _summary(len(grid), reasons)
        text = result("sweep", whole | {"patience": seconds, "jobs": jobs}, summary)
    else:
        text = f"{len(grid)} rows in {output}: {len(grid) - before} new, {len(reasons)} without a result\n"
    typer.echo(text, nl=False)
    return _told(reasons, len(grid))


def _summary(rows: int, reasons: Mapping[int, str]) -> dict[str, Any]:
    listed = [{"index": index, "error": error} for index, error in reasons.items()][:REASONS]
    return {"rows": rows, "without_result": len(reasons), "reasons": listed}


def _fragment(
    files: Files, profile: str, grid: Grid, record: Record, given: Mapping[str, str], box: Sequence[str]
) -> str:
    from symbolic_eps.report.fragment.sweep import MOST_ROWS, swept

    if len(grid) > MOST_ROWS:
        notice(
            f"{len(grid)} rows are too many for a table in a paper (at most {MOST_ROWS}): the fragment has "
            "the summary alone"
        )
    return fragment(swept(profile, grid, record.results(), given, box), files)


def _check_plot(plot: Path | None, grid: Grid) -> None:
    """Refuse, before any work, a picture that cannot be made."""
    require_matplotlib(plot)
    if plot is not None:
        from symbolic_eps.figures.sweep import check_drawn

        check_drawn(grid)


def _draw(
    path: Path | None, profile: str, grid: Grid, record: Record, given: Mapping[str, str], box: Sequence[str]
) -> None:
    if path is None:
        return
    from symbolic_eps.figures.output import save
    from symbolic_eps.figures.sweep import draw_sweep
    from symbolic_eps.sweeps.record import enclosure

    found = [enclosure(row) for row in record.results()]
    save(draw_sweep(profile, grid, found, given, box), path)


def _axes(vary: Sequence[str]) -> dict[str, tuple[Fraction, ...]]:
    """What varies, each name once."""
    from symbolic_eps.sweeps.grid import parse_axis

    axes: dict[str, tuple[Fraction, ...]] = {}
    for name, values in map(parse_axis, vary):
        if name in axes:
            raise InputError(
                f"--vary {name}: its values are given already: write them all in one --vary {name}=..."
            )
        axes[name] = values
    return axes


def _written(
    rows: Iterable[Row],
    writer: Writer,
    known: dict[int, str],
    count: int,
    output: Path,
    show: Callable[[str], None],
) -> int:
    """Write rows as they come, and know them; how many of them nothing constrains."""
    from concurrent.futures import BrokenExecutor

    unconstrained = 0
    try:
        for row in rows:
            writer.write(row)
            known[row.index] = row.error
            unconstrained += row.enclosure is not None and row.enclosure.is_infinite
            show(f"{len(known)} of {count} rows")
    except BrokenExecutor:
        raise UndecidedError(
            f"a process of the sweep was ended from outside, perhaps for lack of memory: {len(known)} of "
            f"{count} rows are in {output}; repeat the command to go on"
        ) from None
    return unconstrained


def _told(reasons: Mapping[int, str], rows: int) -> int:
    """The exit status, after why rows have no result was told."""
    if not reasons:
        return 0
    index, first = next(iter(reasons.items()))
    distinct = len({*reasons.values()} - {first})
    others = f"{distinct} other reason{'s' if distinct > 1 else ''}"
    more = f" (and {others}, in the column error)" if distinct else ""
    notice(f"{len(reasons)} of {rows} rows have no result: row {index}: {first}{more}")
    return ExitStatus.FAILED
