"""A file of claims, one for each numbered display of a LaTeX text, to be filled in and audited."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from verify.latex.displays import Display, displays
from verify.latex.formula import Read, UnreadError, read

SYMPY = ("And", "Integer", "Rational", "exp", "log", "sqrt", "symbols")
AS_PRINTED = ("eq", "ge", "gt", "le", "lt")

_HEAD = '''"""Claims of {paper}, one for each numbered display.

Beside each stands its LaTeX. What is marked UNREAD was not read: write it, or leave it out. Domains are not
read at all: name in each claim what the text supposes. Compare every line with the print before you audit.
"""
'''


def template(text: str, paper: str) -> str:
    r"""The file.

    Parameters
    ----------
    text : str
        LaTeX.
    paper : str
        Its id in locators: letters, digits, hyphens.

    Examples
    --------
    >>> made = template(r"\begin{equation} a^2 \geq 0 \end{equation}", "mine")
    >>> print(made.splitlines()[-2].strip())
    Claim(Locator("mine", "eq:1"), ge(a**Integer(2), Integer(0)), ()),
    """
    name = re.sub(r"[^A-Za-z0-9]+", "-", paper).strip("-") or "paper"
    entries = [_Entry.of(display) for display in displays(text)]
    symbols = sorted({symbol for entry in entries if entry.found for symbol in entry.found.names})
    lines = [_HEAD.format(paper=name), f"from sympy import {', '.join(SYMPY)}", ""]
    lines += ["from verify.claims.claim import Claim, Locator"]
    lines += [f"from verify.language.as_printed import {', '.join(AS_PRINTED)}", ""]
    lines += [f'{symbol} = symbols("{symbol}", real=True)' for symbol in symbols]
    body = (line for entry in entries for line in entry.lines(name))
    return "\n".join([*lines, "", "CLAIMS = [", *body, "]"]) + "\n"


@dataclass(frozen=True)
class _Entry:
    """A display with what was read of it; why nothing was, if nothing was."""

    display: Display
    found: Read | None
    why: str = ""

    @classmethod
    def of(cls, display: Display) -> _Entry:
        try:
            return cls(display, read(display.formula))
        except UnreadError as error:
            return cls(display, None, str(error))

    def lines(self, paper: str) -> Iterator[str]:
        """The LaTeX as a comment, and the claim; one that was not read as a comment, too."""
        place = f"eq:{self.display.number}"
        label = f"  [{self.display.label}]" if self.display.label else ""
        yield _comment(f"{place}{label}  {self.display.formula}")
        if self.found is None:
            yield _comment(f"UNREAD: {self.why}")
            yield _comment(f'Claim(Locator("{paper}", "{place}"), ..., ()),')
            return
        yield from (_comment(f"READ: {remark}") for remark in self.found.remarks)
        yield f'    Claim(Locator("{paper}", "{place}"), {self.found.source}, ()),'


def _comment(text: str) -> str:
    """A line that Python does not read, whatever the text is."""
    return "    # " + "".join(sign for sign in text if sign.isprintable())
