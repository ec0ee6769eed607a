"""The numbered displays of a LaTeX text, row by row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_COMMENT = re.compile(r"(?<!\\)%.*")
_DISPLAY = re.compile(r"\\begin\{(equation|align|gather|multline|eqnarray)\}(.*?)\\end\{\1\}", re.DOTALL)
_UNNUMBERED = re.compile(r"\\(nonumber|notag)\b")
_TAG = re.compile(r"\\tag\*?\{([^{}]*)\}")
_INNER = re.compile(r"\\begin\{(?!split\})(\w+)\}.*?\\end\{\1\}", re.DOTALL)
_LABEL = re.compile(r"\\label\{([^{}]*)\}")


@dataclass(frozen=True)
class Display:
    """A numbered row of a display.

    Parameters
    ----------
    number : str
        As it is counted, or its tag.
    formula : str
        LaTeX, on one line, without label and tag.
    label : str
        As the text refers to it; empty for none.
    """

    number: str
    formula: str
    label: str = ""


def displays(text: str) -> Iterator[Display]:
    r"""The numbered displays in their order; numbers are counted through the whole text.

    Examples
    --------
    >>> text = r"\begin{align} a &= b \label{e} \\ &\leq c \nonumber \\ d &> 0 \tag{A.1} \end{align}"
    >>> [(one.number, one.formula, one.label) for one in displays(text)]
    [('1', 'a = b', 'e'), ('A.1', 'd > 0', '')]
    """
    counted = 0
    for kind, inside in _DISPLAY.findall(_COMMENT.sub("", text)):
        body = _INNER.sub(lambda inner: inner[0].replace("\\\\", r"\newline "), inside)
        rows = [body] if kind in ("equation", "multline") else re.split(r"\\\\(?:\[[^\]]*\])?", body)
        for row in rows:
            formula = _formula(row, 2 if kind == "eqnarray" else 1)
            if not formula or _UNNUMBERED.search(row):
                continue
            tag, label = _TAG.search(row), _LABEL.search(row)
            counted += tag is None
            number = re.sub(r"[^A-Za-z0-9.'-]", "", tag[1]) if tag else str(counted)
            yield Display(number, formula, label[1] if label else "")


def _formula(row: str, columns: int) -> str:
    """What a row shows, on one line; a & stays where the row continues another, or has another formula."""
    for part in (_TAG, _LABEL, _UNNUMBERED):
        row = part.sub("", row)
    row = re.sub(r"\\begin\{split\}|\\end\{split\}", "", row).strip()
    if not row.startswith("&"):
        row = re.sub(r"(?<!\\)&", "", row, count=columns)
    return " ".join(row.split()).rstrip(" .,;")
