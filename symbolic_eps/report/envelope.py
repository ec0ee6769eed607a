"""The common part of every JSON result: its schema, the program's version, the question.

The schemas are files of the package, `symbolic_eps/schemas/NAME.json` (JSON Schema 2020-12); `docs/json.md`
shows them as tables. Infinity is the text `oo` in every field; the numbers NaN and Infinity of Python's own
JSON do not occur. Loads nothing heavy.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from symbolic_eps import __version__

VERSION = 1
"""Of all schemas; a field that goes, or changes its meaning, makes a new one."""


def head(schema: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that come first in every result.

    Parameters
    ----------
    schema : str
        The name of its schema: `recommend`, `derive`, ...
    asked : mapping
        Everything that the result depends on, as it was given; numbers as exact text.

    Examples
    --------
    >>> head("explain", {"epsilon": "log(9)"})["schema"]
    'symbolic-eps/explain/1'
    """
    return {
        "schema": f"symbolic-eps/{schema}/{VERSION}",
        "version": __version__,
        "input": dict(asked),
    }


def question(
    profile: str | None,
    parameters: Mapping[str, Any],
    fixed: Mapping[str, str],
    box: Sequence[str] | None,
    variant: str,
    **more: Any,
) -> dict[str, Any]:
    """The input of a command that asks about a profile, and what else it takes.

    Examples
    --------
    >>> question("r", {"r": "3"}, {}, None, "unbounded", width=None)["box"]
    []
    """
    asked = {
        "profile": profile,
        "parameters": dict(parameters),
        "fixed": dict(fixed),
        "box": list(box or ()),
        "variant": variant,
    }
    return asked | more


def dumped(document: Any) -> str:
    """The document as indented JSON with a final newline.

    Raises
    ------
    ValueError
        A number in it is NaN or infinite, for which JSON has no word: `number` writes `oo`.
    """
    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    return text.encode("utf-8", "backslashreplace").decode("utf-8")  # half a character becomes its escape


def result(schema: str, asked: Mapping[str, Any], findings: Mapping[str, Any]) -> str:
    """One whole JSON result as text.

    Parameters
    ----------
    schema, asked
        As `head`.
    found : mapping
        What was found; none of its fields is one of the head's.
    """
    first = head(schema, asked)
    assert not first.keys() & findings.keys()
    return dumped(first | dict(findings))


def number(value: float) -> float | str:
    """A number for JSON; `oo` and `-oo` where it is infinite, `nan` where it is none.

    Examples
    --------
    >>> number(0.5), number(float("inf")), number(float("nan"))
    (0.5, 'oo', 'nan')
    """
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "oo" if value > 0 else "-oo"
    return value
