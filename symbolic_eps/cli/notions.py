"""`--notion` of `derive` and `recommend`: budgets for caps on the success of attacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from symbolic_eps.cli.bindings import bindings
from symbolic_eps.cli.exit_status import ExitStatus
from symbolic_eps.cli.output import deliver, notice, progress
from symbolic_eps.cli.told import Files, Format, fragment, rendered
from symbolic_eps.errors import InputError

CERTIFICATES = "attack.certificates.json"

Texts = Sequence[str] | None


def capped(profile: str | None, posterior: Texts, difference: Texts, odds_ratio: Texts) -> dict[str, Texts]:
    """Caps by their kind, as `symbolic_eps.notions.question.read_question` takes them."""
    first = None if profile is None else [profile]
    return {
        "relative-risk": first,
        "posterior": posterior,
        "difference": difference,
        "odds-ratio": odds_ratio,
    }


def refuse(options: Mapping[str, object]) -> None:
    """Refuse options that say nothing under a notion.

    Raises
    ------
    symbolic_eps.errors.InputError
        One has a value.
    """
    for name, value in options.items():
        if value:
            raise InputError(f"{name} does not go with --notion: leave out one of them")


def refuse_delta(notion: str | None, delta: str | None) -> None:
    """Refuse a delta without the notion that has one.

    Raises
    ------
    symbolic_eps.errors.InputError
        It is given and the notion is another, or it is missing.
    """
    if delta is not None and notion != "approximate":
        raise InputError("--delta goes with --notion approximate: write both, or neither")
    if delta is None and notion == "approximate":
        raise InputError("--notion approximate needs --delta, such as --delta 1e-6 (or a name, such as d)")


def deliver_budget(
    command: str,
    notion: str,
    delta: str | None,
    caps: Mapping[str, Texts],
    assume: Texts,
    box: Texts,
    numbers: Mapping[str, str],
    seconds: int | None,
    style: Format,
    certificates: Path | None,
    output: Path | None,
) -> int:
    """Find and write the budget under a notion; the exit status.

    Parameters
    ----------
    command : str
        `derive` or `recommend`.
    notion, delta : str
        As typed.
    caps : mapping of str to texts
        By kind: `relative-risk`, `posterior`, `difference`, `odds-ratio`.
    assume, box : sequence of str
        On parameters, and on the baseline k.
    numbers : mapping of str to str
        What parameters are set to.
    seconds : int, optional
        Patience.
    style : Format
    certificates : Path, optional
        A folder.
    output : Path, optional
    """
    refuse_delta(notion, delta)
    with progress(command) as show:
        from symbolic_eps.notions.budget import attack_budget
        from symbolic_eps.notions.question import read_question
        from symbolic_eps.report import attack_budget as report

        question = read_question(caps, notion, delta or "0", assume or (), box or (), numbers)
        if command == "recommend" and (left := question.profile.parameters):
            names = ", ".join(str(v) for v in left)
            raise InputError(f"no value for {names}: give each a number, such as --set {left[0]}=3")
        answer = attack_budget(question, show, seconds)
        asked = {
            "notion": notion,
            "delta": delta,
            "caps": {kind: list(texts) for kind, texts in caps.items() if texts},
            "assumptions": list(assume or ()),
            "box": list(box or ()),
            "parameters": dict(numbers),
            "patience": seconds,
        }
        text = rendered(
            "attack", asked, answer, report.structured, report.prose, style, Files(command, output)
        )
    if certificates is not None:
        from symbolic_eps.cli.output import write_all
        from verify.certificates.certificate import as_text

        write_all({Path(CERTIFICATES): as_text(answer.certificates.values())}, certificates)
    deliver(text, output)
    for region in answer.derived.open:
        where = region.condition if region.conditions else "somewhere among the parameters"
        notice(f"open: {where}: {region.reason}")
    return 0 if answer.complete else ExitStatus.FAILED


def recommend_budget(
    notion: str,
    delta: str | None,
    caps: Mapping[str, Texts],
    assignments: Texts,
    box: Texts,
    seconds: int,
    style: str,
    certificates: Path | None,
    output: Path | None,
) -> int:
    """As `deliver_budget`, with numbers for all parameters."""
    numbers, written = bindings("--set", assignments), Format(style)
    return deliver_budget(
        "recommend", notion, delta, caps, None, box, numbers, seconds, written, certificates, output
    )


def deliver_table(name: str, rows: Texts, style: Format, output: Path | None) -> int:
    """Derive and write the closed-form table of a notion; the exit status.

    Parameters
    ----------
    name : str
        The notion, as typed.
    rows : sequence of str
        Those that are wanted; all if there are none.
    style : Format
        Text, JSON or a fragment of LaTeX.
    output : Path, optional
    """
    refuse({f"--format {style}": style in (Format.MARKDOWN, Format.LATEX)})
    with progress("deriving") as show:
        from symbolic_eps.notions.budget import attack_budget
        from symbolic_eps.notions.notion import notion_named
        from symbolic_eps.notions.rows import rows_of
        from symbolic_eps.report import attack_budget as report
        from symbolic_eps.report.envelope import result

        notion, answers = notion_named(name), {}
        for row in rows_of(notion, tuple(rows or ())):
            show(row.identifier)
            answers[row.identifier] = attack_budget(row.question(notion))
        if style is Format.JSON:
            found = [{"id": one} | report.structured(answer) for one, answer in answers.items()]
            text = result("notion-table", {"notion": name, "rows": list(answers)}, {"rows": found})
        elif style is Format.FRAGMENT:
            text = fragment(answers, Files("table", output))
        else:
            text = report.table_text(answers)
    deliver(text, output)
    return 0 if all(answer.complete for answer in answers.values()) else ExitStatus.FAILED
