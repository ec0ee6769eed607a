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
from symbolic_eps.cli.recommend import PATIENCE
from symbolic_eps.errors import InputError, UndecidedError

if TYPE_CHECKING:
    from symbolic_eps.sweeps.record import Writer
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
            metavar="NAME=VALUES", help="What varies: a=1/4,1/2 or a=first:last:count, evenly spaced."
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            metavar="FILE", help="A .csv or .parquet file; rows are added as they come. Repeat to go on."
        ),
    ],
    assignments: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=NUMBER", help="A parameter that does not vary.")
    ] = None,
    fixings: FixedAtNumbers = None,
    box: NumericBox = None,
    variant: VariantName = "unbounded",
    width: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Width of each enclosure, by default 1e-10.")
    ] = None,
    derive: Annotated[
        bool, typer.Option(help="Derive a closed form for all points first, where there is one.")
    ] = True,
    seconds: Annotated[
        int,
        typer.Option(
            "--patience", min=1, metavar="SECONDS", help="For the closed form, then for each point."
        ),
    ] = PATIENCE,
    jobs: Annotated[int, typer.Option(min=1, help="Processes that minimise point by point.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="A summary as JSON on standard output.")] = False,
) -> int:
    """Recommend eps for PROFILE at many parameter values.

    Rows carry their index in the grid (the first --vary varies slowest) and come in the order in which they
    are found. A stopped sweep goes on when the same command is repeated: known rows stay, none comes twice.
    """
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
    record = Record(output, tuple(axes), head("sweep-manifest", whole), len(grid))
    record.check_place()
    asked: dict[str, Any] = {"values": values, "fixed": fixed, "box": tuple(box or ())}
    asked |= {"variant": variant, "width": width, "derive": derive}
    swept(profile, grid, **asked)  # complains before a file is made
    with record.opened() as (known, writer), progress("sweep") as show, worker_processes(jobs) as executor:
        before = len(known)
        if before:
            notice(f"{before} of {len(grid)} rows are known already")
        effort: dict[str, Any] = {
            "patience": seconds,
            "executor": executor,
            "workers": jobs,
            "progress": show,
        }
        rows = swept(profile, grid, **asked, **effort, skip=frozenset(known))
        unconstrained = _written(rows, writer, known, len(grid), output, show)
    if unconstrained:
        notice(f"{len(grid) - before} rows are new, {unconstrained} of them protect nothing (eps = oo)")
    reasons = {index: error for index, error in sorted(known.items()) if error}
    if json:
        listed = [{"index": index, "error": error} for index, error in reasons.items()][:REASONS]
        summary = {"rows": len(grid), "known": before, "without_result": len(reasons), "reasons": listed}
        summary |= {"unconstrained": unconstrained, "output": str(output)}
        typer.echo(result("sweep", whole | {"patience": seconds, "jobs": jobs}, summary), nl=False)
    else:
        typer.echo(f"{len(grid)} rows in {output}: {len(grid) - before} new, {len(reasons)} without a result")
    return _told(reasons, len(grid))


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
    (index, first), *others = reasons.items()
    distinct = len({error for _, error in others} - {first})
    more = f" (and {distinct} other reasons, in the column error)" if distinct else ""
    notice(f"{len(reasons)} of {rows} rows have no result: row {index}: {first}{more}")
    return ExitStatus.FAILED
