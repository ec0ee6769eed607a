"""Foreign source: files in their own languages below `templates`, with words `FILL_name` to be filled in.

Such a word is a name in every language, so that editors and compilers read the files as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from string import Template


class _Words(Template):
    """The end of a line belongs to a word that stands before it: so a line can be filled with none."""

    delimiter = "FILL_"
    idpattern = r"[a-z_]+\n?"
    flags = re.NOFLAG


@cache
def source(path: str) -> str:
    """The text of a template, by its path below `templates`."""
    return (files(__package__) / "templates" / path).read_text(encoding="utf-8")


def filled(path: str, **parts: str | Iterable[str]) -> str:
    r"""A template with its words filled in.

    Parameters
    ----------
    path : str
        Below `templates`.
    **parts : str or iterable of str
        For each word a text, or any number of lines for the line that it is.

    Raises
    ------
    KeyError
        A word is missing; ValueError: one is not there.

    Examples
    --------
    >>> said = filled("coq/self_test.sh", generated="Made.", checks=["one", "two"])
    >>> said.splitlines()[1], said.splitlines()[-2:]
    ('# Made.', ['one', 'two'])
    """
    template = _Words(source(path))
    words: dict[str, str] = {}
    for name, part in parts.items():
        if isinstance(part, str):
            words |= {name: part, f"{name}\n": f"{part}\n"}
        else:
            words[f"{name}\n"] = "".join(f"{line}\n" for line in part)
    unknown = parts.keys() - {word.strip() for word in template.get_identifiers()}
    if unknown:
        raise ValueError(f"{path} has no word {', '.join(sorted(unknown))}")
    return template.substitute(words)


def definitions(path: str) -> dict[str, str]:
    """The functions in a template, each with the comment before it, by name; macros of Rust with their sign.

    Examples
    --------
    >>> list(definitions("julia/helpers.jl"))[:4]
    ['_sqrt', '_zero_or', '_require', '_in_range']
    """
    parts = re.split(r"\n\n+(?=\S)", source(path).rstrip("\n"))
    head = re.compile(
        r"^macro_rules! (\w+)|^\.(\w+) <- function|^[^#/*\n]*?(\w+)(?:<[^<>]*>)?\(", re.MULTILINE
    )
    named = ((head.search(part), part) for part in parts)
    return {f"{found[1]}!" if found[1] else found[2] or found[3]: part for found, part in named if found}


def needed(path: str, text: str) -> list[str]:
    """Those functions in a template that a text calls, or that these call, in the template's order."""
    known = definitions(path)
    called: set[str] = set()
    unread = [text]
    while unread:
        calls = set(re.findall(r"(\w+(?:!|(?=\()))", unread.pop())) & known.keys() - called
        called |= calls
        unread += (known[name] for name in calls)
    return [part for name, part in known.items() if name in called]
