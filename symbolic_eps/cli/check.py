"""`symbolic-eps check`: re-checks certificates with the kernel alone; loads no algebra system or solver."""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symbolic_eps.cli.output import check_writable, deliver
from symbolic_eps.errors import InputError

if TYPE_CHECKING:
    from verify.recheck import Judgement

FAILED = 1


def register(app: typer.Typer) -> None:
    """Add the subcommand."""
    app.command(epilog="Example: symbolic-eps check certificates/ --quiet")(check)


def check(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...", help="JSON: a certificate or a list of them; a folder: its *.json files."
        ),
    ],
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Only what is rejected, and the count.")] = False,
    output: Annotated[Path | None, typer.Option("--output", help="Write to this file.")] = None,
) -> int:
    """Re-check that certificates prove the claims that they carry."""
    check_writable(output)
    from verify import recheck

    try:
        judgements = recheck.judge_files(files)
    except OSError as error:
        raise InputError(f"{error.filename}: {error.strerror}: name files that hold certificates") from None
    shown = [j for j in judgements if not (quiet and j.accepted)]
    sound = bool(judgements) and all(j.accepted for j in judgements)
    if json:
        text = dumps(_structured(shown, judgements), indent=2) + "\n"
    else:
        text = "".join(f"{line}\n" for line in [*map(recheck.line, shown), recheck.summary(judgements)])
    deliver(text, output)
    return 0 if sound else FAILED


def _structured(shown: Sequence[Judgement], judgements: Sequence[Judgement]) -> dict[str, Any]:
    accepted = sum(j.accepted for j in judgements)
    return {
        "certificates": [
            {
                "source": j.source,
                "fingerprint": j.fingerprint,
                "accepted": j.accepted,
                "reason": j.reason or None,
            }
            for j in shown
        ],
        "summary": {"accepted": accepted, "rejected": len(judgements) - accepted},
    }
