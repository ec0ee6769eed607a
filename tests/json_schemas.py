"""Holds a JSON result against its schema, strictly: the schemas let fields be added, the tests do not.

A field that no schema names is an error here, so that each is documented.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from symbolic_eps.schemas import COMMON, names, schema


def parsed(text: str) -> Any:
    """The document; Python's own words for infinite numbers, which are no JSON, are refused."""

    def refuse(word: str) -> None:
        raise ValueError(f"{word} is no JSON")

    return json.loads(text, parse_constant=refuse)


def validated(text: str, name: str) -> dict[str, Any]:
    """The document of a result, once its schema of this name has nothing against it."""
    document: dict[str, Any] = parsed(text)
    assert document["schema"] == f"symbolic-eps/{name}/1"
    wrong = [f"{error.json_path}: {error.message[:300]}" for error in validator(name).iter_errors(document)]
    assert not wrong, wrong
    return document


@cache
def validator(name: str) -> Draft202012Validator:
    """Of the strict schema."""
    common = Resource.from_contents(strict(schema(COMMON)), DRAFT202012)
    return Draft202012Validator(
        strict(schema(name)), registry=Registry().with_resource("common.json", common)
    )


def strict(node: Any) -> Any:
    """The schema without `allOf`, and with every object closed that names its fields."""
    if isinstance(node, list):
        return [strict(part) for part in node]
    if not isinstance(node, dict):
        return node
    found = {key: strict(part) for key, part in _merged(node).items()}
    if "properties" in found and isinstance(found["properties"], dict) and "required" in found:
        found["additionalProperties"] = False
    return found


def _merged(node: dict[str, Any]) -> dict[str, Any]:
    """A schema that extends another by `allOf`, as one that names all fields."""
    if "allOf" not in node:
        return node
    (reference,) = node["allOf"]
    base = _merged(schema(COMMON)["$defs"][reference["$ref"].rpartition("/")[2]])
    return {
        **{key: part for key, part in node.items() if key != "allOf"},
        "type": base["type"],
        "properties": {**base["properties"], **node.get("properties", {})},
        "required": [*base["required"], *node.get("required", ())],
    }


__all__ = ["names", "parsed", "strict", "validated", "validator"]
