"""The keys of a scenario file with their meanings. The reader and the schema follow them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from symbolic_eps.theory.variants import Variant


class Kind(Enum):
    """What a key holds: a word for messages, and its JSON Schema."""

    TEXT = "a text"
    CAPS = 'a text such as "max(1/(4*p*q), 3)", a number, or a list of them'
    BOUNDS = 'a text such as "1/10<=p<=1/2", or a list of them'
    NUMBER = 'a number, or a text such as "1/4"'
    NUMBERS = 'a table of numbers such as { a = "1/4" }'
    FILE = 'the name of a CSV file, such as "priors.csv"'
    VARIANT = "one of " + ", ".join(f'"{variant}"' for variant in Variant)

    @property
    def schema(self) -> dict[str, Any]:
        """What a value of it looks like, as JSON Schema."""
        number = {"type": ["number", "string"]}
        match self:
            case Kind.TEXT | Kind.FILE:
                return {"type": "string"}
            case Kind.VARIANT:
                return {"enum": [str(variant) for variant in Variant]}
            case Kind.NUMBER:
                return number
            case Kind.NUMBERS:
                return {"type": "object", "additionalProperties": number}
            case Kind.BOUNDS:
                return {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
            case Kind.CAPS:
                return {"anyOf": [number, {"type": "array", "items": number}]}


@dataclass(frozen=True)
class Field:
    """A key.

    Parameters
    ----------
    kind : Kind
        What it holds.
    meaning : str
        In words.
    required : bool
        Whether it has to be there.
    """

    kind: Kind
    meaning: str
    required: bool = False


TOP: Mapping[str, Field] = {
    "name": Field(Kind.TEXT, "What is released."),
    "question": Field(Kind.TEXT, "What is to be decided, in words."),
    "variant": Field(Kind.VARIANT, "What is assumed of the release."),
    "parameters": Field(Kind.NUMBERS, "Numbers for the parameters of the caps."),
}
ADVERSARY: Mapping[str, Field] = {
    "name": Field(Kind.TEXT, "How the adversary or group is called.", required=True),
    "about": Field(Kind.TEXT, "Who that is, in words."),
    "profile": Field(Kind.CAPS, "A cap on the relative risk, posterior over prior."),
    "posterior": Field(Kind.CAPS, "A cap on the posterior probability of disclosure."),
    "difference": Field(Kind.CAPS, "A cap on posterior minus prior."),
    "odds-ratio": Field(Kind.CAPS, "A cap on posterior odds over prior odds."),
    "fix": Field(Kind.NUMBERS, "Priors that do not vary."),
    "box": Field(Kind.BOUNDS, "Where the caps are enforced."),
    "priors": Field(Kind.FILE, "A CSV file with columns p, q and, if wanted, name: the only priors meant."),
}
RELEASE: Mapping[str, Field] = {
    "name": Field(Kind.TEXT, "What is released.", required=True),
    "weight": Field(Kind.NUMBER, "Its share of eps, in proportion to the other weights.", required=True),
}
COUNT: Mapping[str, Field] = {
    "count": Field(Kind.NUMBER, "A true count, perhaps hypothetical.", required=True),
    "threshold": Field(Kind.NUMBER, "A threshold, met by counts up to it.", required=True),
}


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a scenario file.

    Examples
    --------
    >>> schema()["required"]
    ['adversary']
    """
    whole = _object(TOP)
    whole["properties"] |= {
        "count": _object(COUNT),
        "adversary": {"type": "array", "minItems": 1, "items": _object(ADVERSARY)},
        "release": {"type": "array", "items": _object(RELEASE)},
    }
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "symbolic-eps scenario"}
    return head | whole | {"required": ["adversary"]}


def _object(fields: Mapping[str, Field]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            name: {"description": field.meaning} | field.kind.schema for name, field in fields.items()
        },
        "required": [name for name, field in fields.items() if field.required],
        "additionalProperties": False,
    }
