"""The JSON Schemas (draft 2020-12) of all JSON results, a file for each; common parts are in `common.json`.

Fields may be added to a result without notice; what a schema requires stays, or its version changes.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

COMMON = "common"


def names() -> tuple[str, ...]:
    """The schemas by name, `common` among them.

    Examples
    --------
    >>> "recommend" in names()
    True
    """
    schemas = (path.name for path in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in schemas if name.endswith(".json")))


@cache
def schema(name: str) -> dict[str, Any]:
    """One schema.

    Parameters
    ----------
    name : str
        One of `names()`: the middle part of a result's field `schema`.

    Examples
    --------
    >>> schema("explain")["properties"]["schema"]["const"]
    'symbolic-eps/explain/1'
    """
    text = (files(__name__) / f"{name}.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
