"""In which format a result is written; what `derive` and `signs` share: JSON, or prose in three notations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from symbolic_eps.errors import InputError
from symbolic_eps.report.envelope import result

if TYPE_CHECKING:
    from symbolic_eps.report.prose import Prose

Answer = TypeVar("Answer")


class Format(StrEnum):
    """How a result is written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    LATEX = "latex"
    JSON = "json"


def chosen_format(json: bool, style: Format) -> Format:
    """The format that `--json` and `--format` ask for together.

    Raises
    ------
    symbolic_eps.errors.InputError
        They ask for two.

    Examples
    --------
    >>> chosen_format(True, Format.TEXT), chosen_format(False, Format.LATEX)
    (<Format.JSON: 'json'>, <Format.LATEX: 'latex'>)
    """
    if json and style not in (Format.TEXT, Format.JSON):
        raise InputError(f"--json and --format {style} are two formats: leave out one of them")
    return Format.JSON if json else style


def fixed_priors(texts: Iterable[str] | None) -> dict[str, str]:
    """What `--fix` holds fixed, by prior; a prior without a value stands for any.

    Examples
    --------
    >>> fixed_priors(["q = 1", "p"])
    {'q': '1', 'p': 'p'}
    """
    halves = (text.partition("=") for text in texts or ())
    return {prior.strip(): value.strip() or prior.strip() for prior, _, value in halves}


def rendered(
    command: str,
    asked: Mapping[str, Any],
    answer: Answer,
    record: Callable[[Answer], Any],
    told: Callable[[Answer], Prose],
    style: Format,
) -> str:
    """What a command found, in a format: as a record, or as it is told in prose."""
    from symbolic_eps.report import prose

    match style:
        case Format.JSON:
            return result(command, asked, record(answer))
        case Format.MARKDOWN:
            return prose.as_markdown(told(answer))
        case Format.LATEX:
            return prose.as_latex(told(answer))
        case Format.TEXT:
            return prose.as_text(told(answer))
