"""Parses the text of a profile or a number into a syntax tree, and locates errors in it."""

from __future__ import annotations

import ast
import keyword
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from symbolic_eps.errors import InputError, ProfileSyntaxError
from symbolic_eps.theory.symbols import DECAY, INVERSE_RISK

_MAX_LENGTH = 2000
_MAX_NODES = 500
_MAX_DEPTH = 30

_CONNECTIVES = ("and", "or", "not")
_TAKEN = {word: "is a keyword" for word in keyword.kwlist if word not in _CONNECTIVES} | {
    DECAY.name: "stands for e^-eps",
    INVERSE_RISK.name: "stands for 1/r*",
}
"""Words that name no parameter, and why."""

NO_NUMBERS = dict.fromkeys(_TAKEN, "is not a number")
"""The same words where a number is read."""

TOKEN = re.compile(
    r"(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z][A-Za-z0-9_]*)|(?P<space>[ \t\r\n]+)|(?P<operator>\*\*|//|[<>=!]=|[-+*/()<>,=])"
)
"""A number, a name, an operator or blanks."""

_HINTS = {
    "%": "write a fraction or a decimal, such as 1/4 or 0.25 for 25 per cent",
    "^": "powers are written **",
    "//": "division is written /",
    "=": "equality is written ==",
    "≤": "write <=",
    "≥": "write >=",
    "≠": "write !=",
    "−": "write - for minus",
    "×": "write * for multiplication",
    "·": "write * for multiplication",
    "∞": "write oo for infinity",
    "_": "write names that begin with a letter, and numbers as plain decimals",
    ".": "write a point only inside a number",
}


def refusal_text(what: str, right: str, text: str, start: int, end: int, offset: int = 0) -> str:
    """What is wrong, where, and what would be right: one line, in ASCII."""
    snippet = text[start:end] if end - start <= 40 else text[start : start + 37] + "..."
    return f"{what} at column {start + offset + 1} ({snippet!a}): {right}"


@dataclass(frozen=True)
class Place:
    """Where we read: the text, its column offset, the nesting depth, and what may stand here."""

    text: str
    offset: int
    depth: int = 0
    role: Literal["whole", "operand", "condition"] = "whole"
    transcendental: bool = False

    def refusal(
        self, node: ast.expr, what: str, right: str, kind: type[InputError] = ProfileSyntaxError
    ) -> InputError:
        """The error about one node."""
        end = node.end_col_offset if node.end_col_offset is not None else len(self.text)
        return kind(refusal_text(what, right, self.text, node.col_offset, end, self.offset))

    def inside(self, node: ast.expr) -> Place:
        """The place of a whole argument of `node`: infinity may stand there if it may stand here."""
        if self.depth == _MAX_DEPTH:
            raise self.refusal(node, "nested too deeply", f"write at most {_MAX_DEPTH} levels")
        return replace(self, depth=self.depth + 1)

    def operand(self, node: ast.expr) -> Place:
        """The place of an operand of `node`: no infinity."""
        return replace(self.inside(node), role="condition" if self.role == "condition" else "operand")


def _scan(text: str, words: Mapping[str, str], example: str) -> None:
    """Refuse every character and word outside our alphabet, so that Python's parser sees nothing else."""
    position, after_operand = 0, False
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None or match[0] in ("//", "="):
            token = match[0] if match else text[position]
            end = position + len(token)
            right = _HINTS.get(token, "write names, numbers, + - * / **, comparisons, parentheses and commas")
            what = "unreadable character"
            if not token.isascii():  # shown as an escape, so its name says which one it is
                what = f"{what} ({unicodedata.name(token, 'without a name').lower()})"
            raise ProfileSyntaxError(refusal_text(what, right, text, position, end))
        token, start, position = match[0], position, match.end()
        if match.lastgroup == "space":
            continue
        if token in words:
            another = f"give the parameter another name, such as {token[0]}1"
            right = f"write {example}" if words is NO_NUMBERS else another
            raise ProfileSyntaxError(refusal_text(f"{token} {words[token]}", right, text, start, position))
        operand = match.lastgroup == "number" or (match.lastgroup == "name" and token not in _CONNECTIVES)
        if operand and after_operand:
            right = f"an operator such as * is missing before it: write *{token}"
            raise ProfileSyntaxError(refusal_text("unexpected name or number", right, text, start, position))
        after_operand = operand or token == ")"


def read_syntax(text: str, example: str, words: Mapping[str, str] = _TAKEN) -> tuple[ast.expr, Place]:
    """The syntax tree of a text, and the place of its root; `example` is what the text may look like."""
    if len(text) > _MAX_LENGTH:
        raise ProfileSyntaxError(f"text of {len(text)} characters: write at most {_MAX_LENGTH}")
    _scan(text, words, example)
    body = re.sub(r"\s", " ", text).strip()
    offset = len(text) - len(text.lstrip())
    if not body:
        raise ProfileSyntaxError(f"empty text: write something like {example}")
    try:
        tree = ast.parse(body, mode="eval").body
    except SyntaxError as error:
        start = min(error.offset or len(body), len(body)) - 1
        right = f"check operators, commas and parentheses, and write it as in {example}"
        message = refusal_text("incomplete or misplaced text", right, body, start, len(body), offset)
        raise ProfileSyntaxError(message) from None
    except (RecursionError, MemoryError, ValueError):
        raise ProfileSyntaxError("text nested too deeply: write fewer parentheses and signs") from None
    if sum(isinstance(node, ast.expr) for node in ast.walk(tree)) > _MAX_NODES:
        raise ProfileSyntaxError(
            f"text of too many parts: write at most {_MAX_NODES} names, numbers, operations"
        )
    return tree, Place(body, offset)
