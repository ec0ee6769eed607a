"""Prints `docs/json.md`: the fields of all JSON results as tables, from the schemas.

python -m symbolic_eps.schemas > docs/json.md
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from symbolic_eps.schemas import COMMON, names, schema

INTRODUCTION = """\
# JSON results

Every subcommand has `--json`; a sweep leaves `FILE.sweep` beside its file, an export `manifest.json` and
`vectors/NAME.json`. Each of these documents says what it is: `schema` (name and version of its schema),
`version` (of the program) and `input` (the whole question, so that the result can be computed again). The
schemas are files of the package, `symbolic_eps/schemas/NAME.json` (JSON Schema, draft 2020-12;
`symbolic_eps.schemas.schema("recommend")` in Python). Fields may be added at any time; those that a schema
requires stay, or its version changes.

- **Infinity** is the text `oo` (`-oo`) in every field, and NaN the text `nan`; the words `Infinity` and
  `NaN`, which are no JSON, do not occur. In the CSV file of a sweep it is `oo` too; in a Parquet file the
  column `epsilon` holds numbers, with the infinity of binary64.
- **A number that is enclosed** is `{"lower", "upper", "closed_form"}`: two decimal texts with the exact value
  between them, ends included, and the value itself as text that SymPy reads; null, or left out, where it is
  not known or very long.
- **Input numbers** are exact texts such as `1/4`.
- `table` and `derive` take `--format json` for `--json`.

This page is made by `python -m symbolic_eps.schemas`. *optional*: the field may be missing.
"""


def page() -> str:
    """The whole page as Markdown."""
    results = [name for name in names() if name != COMMON]
    sections = [INTRODUCTION]
    sections += [_section(name, schema(name)) for name in results]
    shared = schema(COMMON)
    sections.append(f"## Shared parts\n\n{shared['title']}: `common.json`.\n")
    sections += [_part(name, part) for name, part in shared["$defs"].items()]
    return "\n".join(sections)


def _section(name: str, whole: Mapping[str, Any]) -> str:
    own = [_part(part, definition) for part, definition in whole.get("$defs", {}).items()]
    return "\n".join([f"## {name}\n\n{whole['description']}\n", *_table(whole), *own])


def _part(name: str, part: Mapping[str, Any]) -> str:
    lines = [f"### {name}\n", *([f"{part['description']}\n"] if "description" in part else [])]
    rows = list(_rows(part, ""))
    return "\n".join([*lines, *(_table(part) if rows else [f"{_type(part)}\n"])])


def _table(whole: Mapping[str, Any]) -> list[str]:
    return ["| field | type | meaning |", "|---|---|---|", *_rows(whole, ""), ""]


def _rows(whole: Mapping[str, Any], before: str) -> Iterator[str]:
    """One row for each field, those of objects within it below."""
    required = whole.get("required", ())
    for base in whole.get("allOf", ()):
        yield f"| {before}... | {_type(base)} | and all of its fields |"
    for name, part in whole.get("properties", {}).items():
        meaning = part.get("description", "")
        optional = "" if name in required else "*optional* "
        field = f"{before}{name}"
        yield f"| `{field}` | {_type(part)} | {optional}{meaning} |".replace("  |", " |")
        for inner, suffix in _inner(part):
            yield from _rows(inner, f"{field}{suffix}.")


def _inner(part: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], str]]:
    """The schemas of the objects in a field, and how they are reached."""
    if "properties" in part or "allOf" in part:
        yield part, ""
    for choice in part.get("anyOf", ()):
        yield from _inner(choice)
    if isinstance(part.get("items"), Mapping):
        for inner, suffix in _inner(part["items"]):
            yield inner, f"[]{suffix}"
    if isinstance(part.get("additionalProperties"), Mapping):
        for inner, suffix in _inner(part["additionalProperties"]):
            yield inner, f".*{suffix}"


def _type(part: Mapping[str, Any]) -> str:
    """The type of a field in a word or two."""
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        return f"[{name}](#{name})"
    if "const" in part:
        return f"`{json.dumps(part['const'])}`"
    if "enum" in part:
        return ", ".join(f"`{json.dumps(value)}`" for value in part["enum"])
    if "anyOf" in part:
        return " or ".join(_type(choice) for choice in part["anyOf"])
    if "allOf" in part:
        return " and ".join(_type(base) for base in part["allOf"])
    kinds = part["type"] if isinstance(part["type"], list) else [part["type"]]
    words = [_of(kind, part) for kind in kinds]
    return " or ".join(words)


def _of(kind: str, part: Mapping[str, Any]) -> str:
    if kind == "array":
        return f"list of {_type(part['items'])}"
    if kind == "object" and isinstance(part.get("additionalProperties"), Mapping):
        return f"object of {_type(part['additionalProperties'])}"
    return {"string": "text"}.get(kind, kind)


if __name__ == "__main__":
    print(page(), end="")
