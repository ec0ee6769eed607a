"""Output formats: the choice by `--format` and `--json`, and the texts in that format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from symbolic_eps.errors import InputError
from symbolic_eps.report.envelope import result

if TYPE_CHECKING:
    from symbolic_eps.report.prose import Prose

Answer = TypeVar("Answer")


class Format(StrEnum):
    """Formats of a result that can be a document."""

    TEXT = "text"
    MARKDOWN = "markdown"
    LATEX = "latex"
    JSON = "json"
    FRAGMENT = "latex-fragment"


class Style(StrEnum):
    """Formats of a result that has no document format."""

    TEXT = "text"
    JSON = "json"
    FRAGMENT = "latex-fragment"


Kind = TypeVar("Kind", Format, Style)


def chosen_format(json: bool, style: Kind) -> Kind:
    """The format that `--json` and `--format` select together.

    Raises
    ------
    symbolic_eps.errors.InputError
        They ask for two.

    Examples
    --------
    >>> chosen_format(True, Format.TEXT), chosen_format(False, Format.LATEX)
    (<Format.JSON: 'json'>, <Format.LATEX: 'latex'>)
    """
    if json and style not in ("text", "json"):
        raise InputError(f"--json and --format {style} are two formats: leave out one of them")
    return type(style)("json") if json else style


@dataclass(frozen=True)
class Files:
    r"""Where a result goes, for names and paths in a fragment of LaTeX.

    Parameters
    ----------
    command : str
        Names the macros where there is no output file.
    output, plot : Path or None
        The file, and that of the picture.
    """

    command: str
    output: Path | None = None
    plot: Path | None = None

    def check(self, style: str) -> None:
        """Refuse, before any work, files that a fragment cannot have.

        Raises
        ------
        symbolic_eps.errors.InputError
            LaTeX cannot include the picture, or the file has no letter in its name.
        """
        if style != Style.FRAGMENT:
            return
        from symbolic_eps.report.fragment.text import check_figure

        self.prefix  # noqa: B018 -- refuses a name without a letter
        if self.plot is not None:
            check_figure(str(self.plot))

    @property
    def prefix(self) -> str:
        """What the names of the macros begin with."""
        from symbolic_eps.report.fragment.text import prefix_of

        return prefix_of(self.command if self.output is None else self.output.stem)

    @property
    def figure(self) -> str:
        """The picture's file as it is found from beside the output."""
        if self.plot is None or self.plot.is_absolute():
            return "" if self.plot is None else self.plot.as_posix()
        here = Path() if self.output is None else self.output.parent
        return Path(relpath(self.plot, here)).as_posix()


def chosen(
    json: bool, style: Kind, command: str, output: Path | None, plot: Path | None = None
) -> tuple[Kind, Files]:
    """The format, as `chosen_format`, and where the result goes, which is refused if it cannot be."""
    style, files = chosen_format(json, style), Files(command, output, plot)
    files.check(style)
    return style, files


def fragment(found: Any, files: Files, threshold: Any = None) -> str:
    """A result, several (a list, or by name), or a fragment that is made, as definitions of LaTeX."""
    from symbolic_eps.report.fragment.content import fragment as content
    from symbolic_eps.report.fragment.text import Fragment, letters_of
    from symbolic_eps.report.fragment.text import rendered as defined

    if isinstance(found, list):
        found = found[0] if len(found) == 1 else {letters_of(n): one for n, one in enumerate(found, 1)}
    if isinstance(found, dict):
        from symbolic_eps.report.fragment.table import several

        found = several({name: content(one) for name, one in found.items()})
    whole = found if isinstance(found, Fragment) else content(found, threshold)
    return defined(whole, files.prefix, files.figure)


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
    files: Files,
) -> str:
    """What a command found, in a format: as a record, as it is told in prose, or as a fragment of LaTeX."""
    from symbolic_eps.report import prose

    match style:
        case Format.JSON:
            return result(command, asked, record(answer))
        case Format.MARKDOWN:
            return prose.as_markdown(told(answer))
        case Format.LATEX:
            return prose.as_latex(told(answer))
        case Format.FRAGMENT:
            return fragment(answer, files)
        case Format.TEXT:
            return prose.as_text(told(answer))
