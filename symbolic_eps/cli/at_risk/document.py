"""What all parts of `symbolic-eps at-risk` print: a result, and what papers print for the same beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from symbolic_eps.cli.output_format import Files, Style, fragment

if TYPE_CHECKING:
    from symbolic_eps.answers.printed_numbers import PrintedNumber


def document_of(
    command: str,
    style: Style,
    files: Files,
    asked: Mapping[str, Any],
    found: Any,
    report: ModuleType,
    printed: Sequence[PrintedNumber] | None,
) -> str:
    """The result of a command in the format that was asked for; `report` writes results of its kind."""
    from symbolic_eps.report import printed_numbers
    from symbolic_eps.report.envelope import result

    if style is Style.FRAGMENT:
        return fragment(found, files)
    if style is Style.JSON:
        whole = {**report.structured(found), "printed": printed_numbers.structured(printed)}
        return result(command, asked, whole)
    own: str = report.text(found)
    return own + ("" if printed is None else printed_numbers.text(printed))
