"""What `derive` and `signs` share: a result as JSON, or as prose in one of three notations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from symbolic_eps.cli.table import Format
from symbolic_eps.errors import InputError
from symbolic_eps.report.envelope import result

if TYPE_CHECKING:
    from symbolic_eps.report.prose import Prose

Found = TypeVar("Found")


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
    found: Found,
    record: Callable[[Found], Any],
    told: Callable[[Found], Prose],
    style: Format,
) -> str:
    """What a command found, in a format: as a record, or as it is told in prose."""
    from symbolic_eps.report import prose

    match style:
        case Format.JSON:
            return result(command, asked, record(found))
        case Format.MARKDOWN:
            return prose.as_markdown(told(found))
        case Format.LATEX:
            return prose.as_latex(told(found))
        case Format.TEXT:
            return prose.as_text(told(found))
