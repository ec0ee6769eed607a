"""`--notion` of `derive`, `recommend`, `explain`, `design`, `table`: budgets and the success of attacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic_eps.cli.exit_status import ExitStatus
from symbolic_eps.cli.output import deliver, notice, progress, write_all
from symbolic_eps.cli.output_format import Files, Format, Style, fragment, rendered
from symbolic_eps.errors import InputError
from symbolic_eps.spelling import suggest

if TYPE_CHECKING:
    from symbolic_eps.notions.notion import Notion
    from symbolic_eps.notions.question import AttackQuestion

CERTIFICATES = "attack.certificates.json"

Texts = Sequence[str] | None


def capped(profile: str | None, posterior: Texts, difference: Texts, odds_ratio: Texts) -> dict[str, Texts]:
    """Caps by their kind, as `symbolic_eps.notions.question_texts.read_question` takes them."""
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


@dataclass(frozen=True)
class Typed:
    """A question under a notion as it is typed.

    Parameters
    ----------
    notion : str
    delta, eps : str, optional
        One of them for `approximate`, none for others.
    caps : mapping of str to texts
        By kind, see `capped`.
    assume, box : sequence of str
        On parameters, and on the baseline k.
    numbers : mapping of str to str
        What parameters are set to.
    fixed : bool
        Whether k is held fixed.
    """

    notion: str
    delta: str | None
    eps: str | None
    caps: Mapping[str, Texts]
    assume: Texts = None
    box: Texts = None
    numbers: Mapping[str, str] = field(default_factory=dict)
    fixed: bool = False

    @property
    def record(self) -> dict[str, object]:
        """What was asked, for JSON."""
        return {
            "notion": self.notion,
            "delta": self.delta,
            "eps": self.eps,
            "caps": {kind: list(texts) for kind, texts in self.caps.items() if texts},
            "assumptions": list(self.assume or ()),
            "box": list(self.box or ()),
            "parameters": dict(self.numbers),
            "fixed": self.fixed,
        }

    def question(self, with_numbers: bool) -> AttackQuestion:
        """The question; `with_numbers` refuses parameters without a value.

        Raises
        ------
        symbolic_eps.errors.InputError
            A text that is not read.
        """
        from symbolic_eps.notions.question_texts import read_question

        asked = self.caps, self.notion, self.delta or "0", self.assume or (), self.box or (), self.numbers
        question = read_question(*asked, self.eps, self.fixed)
        left = question.parameters
        if with_numbers and left:
            names = sorted(map(str, left))
            such = "1e-6" if names[0] == self.delta else "3"
            raise InputError(
                f"no value for {', '.join(names)}: give each a number, such as --set {names[0]}={such}"
            )
        return question


def refuse_unfit(
    notion: str | None, delta: str | None, eps: str | None = None, want_one: bool = False
) -> None:
    """Refuse a delta, or an eps, without the notion that has them.

    Parameters
    ----------
    notion, delta, eps : str, optional
        As typed.
    want_one : bool
        Whether nothing is sought, so that delta is needed.

    Raises
    ------
    symbolic_eps.errors.InputError
        One is given and the notion is another, both are given, or none; or there is no such notion.
    """
    if notion not in (None, "approximate", "renyi-2"):
        from symbolic_eps.notions.notion import notion_named

        notion_named(str(notion))
    for name, value in (("--delta", delta), ("--eps", eps)):
        if value is not None and notion != "approximate":
            raise InputError(f"{name} goes with --notion approximate: write both, or neither")
    if notion != "approximate":
        return
    if want_one and delta is None:
        raise InputError("--notion approximate needs --delta, such as --delta 1e-6")
    if (delta is None) == (eps is None):
        raise InputError(
            "--notion approximate needs --delta (such as 1e-6, or a name such as d) to find eps, or --eps "
            "(such as 1) to find delta: give one of them"
        )


def known_kind(kind: str) -> str:
    """The kind of a cap.

    Raises
    ------
    symbolic_eps.errors.InputError
        There is none of this name.
    """
    kinds = list(capped(None, None, None, None))
    if kind not in kinds:
        raise InputError(f"--kind {kind}: {suggest(kind, kinds)}give {', '.join(kinds)}")
    return kind


def holds_baseline(fixings: Texts) -> bool:
    """Whether `--fix k` is given.

    Raises
    ------
    symbolic_eps.errors.InputError
        Something else is fixed.
    """
    if fixings and list(fixings) != ["k"]:
        raise InputError(
            f"--fix {fixings[0]} does not go with --notion: there --fix k alone asks for a function of k"
        )
    return bool(fixings)


def deliver_budget(
    command: str,
    typed: Typed,
    seconds: int | None,
    style: Format,
    certificates: Path | None,
    output: Path | None,
) -> int:
    """Find and write the budget under a notion; the exit status.

    Parameters
    ----------
    command : str
        `derive` or `recommend`, which wants numbers for all parameters.
    typed : Typed
    seconds : int, optional
        Patience.
    style : Format
    certificates : Path, optional
        A folder.
    output : Path, optional
    """
    refuse_unfit(typed.notion, typed.delta, typed.eps)
    with progress(command) as show:
        from symbolic_eps.notions.budget import attack_budget
        from symbolic_eps.report.attacks import budget as report

        answer = attack_budget(typed.question(command == "recommend"), show, seconds)
        asked = typed.record | {"patience": seconds}
        text = rendered(
            "attack", asked, answer, report.structured, report.prose, style, Files(command, output)
        )
    if certificates is not None:
        from verify.certificates.certificate import as_text

        write_all({Path(CERTIFICATES): as_text(answer.certificates.values())}, certificates)
    deliver(text, output)
    for region in answer.derived.open:
        where = region.condition if region.conditions else "somewhere among the parameters"
        notice(f"open: {where}: {region.reason}")
    return 0 if answer.complete else ExitStatus.FAILED


def explain_under(
    notion: str,
    budget: str,
    delta: str | None,
    box: Texts,
    baselines: Texts,
    releases: int | None,
    style: Style,
    output: Path | None,
) -> None:
    """Write what a budget under a notion allows attacks."""
    with progress("explain") as show:
        from symbolic_eps.notions.attack_explanation import explain_attacks
        from symbolic_eps.report.attacks import explanation as report

        show("proving what is worst")
        count = 1 if releases is None else releases
        found = explain_attacks(budget, notion, delta or "0", box or (), baselines or (), count)
        asked = {
            "notion": notion,
            "budget": budget,
            "delta": delta,
            "box": list(box or ()),
            "baselines": list(baselines or ()),
            "releases": count,
        }
        text = _written("explain", asked, found, report, style, output)
    deliver(text, output)


def design_under(typed: Typed, find: str, wanted: str, style: Style, output: Path | None) -> None:
    """Write the smallest parameter of a cap for which a budget under a notion suffices."""
    with progress("design") as show:
        from symbolic_eps.notions.attack_design import attack_design
        from symbolic_eps.report.attacks import design as report

        found = attack_design(typed.question(with_numbers=False), find, wanted, show)
        asked = typed.record | {"find": find, "epsilon": wanted}
        text = _written("design", asked, found, report, style, output)
    deliver(text, output)


def split_under(
    notion: str,
    budget: str | None,
    delta: str | None,
    releases: int | None,
    weights: str | None,
    style: Style,
    output: Path | None,
) -> None:
    """Write how a budget under a notion splits over releases."""
    if budget is None:
        raise InputError("give the whole budget, such as symbolic-eps split 1 --notion renyi-2 --releases 2")
    with progress("split") as show:
        from symbolic_eps.notions.attack_split import attack_split
        from symbolic_eps.report.attacks import split as report

        show("composition")
        shares = weights.split(",") if weights is not None else []
        found = attack_split(budget, notion, delta or "0", releases, shares)
        asked = {"notion": notion, "budget": budget, "delta": delta, "releases": releases, "weights": shares}
        text = _written("split", asked, found, report, style, output)
    deliver(text, output)


def _written(
    command: str, asked: Mapping[str, object], found: Any, report: Any, style: Style, output: Path | None
) -> str:
    """The answer of a command under a notion, as `report`, the module that shows it, has it."""
    from symbolic_eps.report.envelope import result

    match style:
        case Style.JSON:
            return result(f"{command}-attacks", asked, report.structured(found))
        case Style.FRAGMENT:
            return fragment(found, Files(command, output))
        case Style.TEXT:
            return str(report.text(found))


def deliver_table(
    name: str,
    rows: Texts,
    style: Format,
    anew: bool,
    certificates: Path | None,
    output: Path | None,
    eps: str | None = None,
) -> int:
    """Derive and write the closed-form table of a notion; the exit status.

    Parameters
    ----------
    name : str
        The notion, as typed.
    rows : sequence of str
        Those that are wanted; all if there are none.
    style : Format
        Text, JSON or a fragment of LaTeX.
    anew : bool
        Whether to search again for what is shipped.
    certificates : Path, optional
        A folder for results and certificates.
    output : Path, optional
    eps : str, optional
        `log(E)` for the largest delta at e^eps = E.
    """
    refuse({f"--format {style}": style in (Format.MARKDOWN, Format.LATEX)})
    with progress("deriving") as show:
        from symbolic_eps.notions.notion import notion_named
        from symbolic_eps.notions.rows import row_budget, row_files, rows_of
        from symbolic_eps.report.attacks import budget as report
        from symbolic_eps.report.envelope import result

        notion, answers = notion_named(name), {}
        if eps is not None:
            _require_table_of_delta(notion, eps)
        for row in rows_of(notion, tuple(rows or ()), eps is not None):
            show(row.identifier)
            answers[row.identifier] = answer = row_budget(row, notion, anew, of_eps=eps is not None)
            if certificates is not None:
                write_all(row_files(row, answer), certificates)
        if style is Format.JSON:
            found = [{"id": one} | report.structured(answer) for one, answer in answers.items()]
            asked = {"notion": name, "rows": list(answers)} | ({} if eps is None else {"eps": eps})
            text = result("notion-table", asked, {"rows": found})
        elif style is Format.FRAGMENT:
            text = fragment(answers, Files("table", output))
        else:
            text = report.table_text(answers)
    deliver(text, output)
    return 0 if all(answer.complete for answer in answers.values()) else ExitStatus.FAILED


def _require_table_of_delta(notion: Notion, eps: str) -> None:
    """That rows of delta are asked for where there are some: under (eps, delta), for any e^eps = E."""
    if notion.budget != "eps":
        raise InputError("--eps goes with --notion approximate, where delta is sought: leave it out")
    if eps.replace(" ", "") != "log(E)":
        raise InputError(
            f'--eps {eps}: the table is for any e^eps = E; give --eps "log(E)", or take derive for a number'
        )
