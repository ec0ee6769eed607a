"""The text of a certificate of the shipped form, cut into pieces that are JSON; standard library only.

Texts of values, with the signs of JSON between them, are JSON for the values put together. So a text may be
cut anywhere: if each piece is JSON for itself, and what stands between them are brackets, keys and commas as
JSON has them, it stands for what the pieces stand for. The keys are those written here, each once; only terms
of sums may have others, and are read then as all certificates are.
"""

from __future__ import annotations

import re
from json import JSONDecoder
from typing import Any

from verify import kernel
from verify.polynomial import demand
from verify.recheck import decoded

MAX_DEPTH = 100
"""Splits within splits; deeper ones are left to the kernel, which says what is too deep."""

PARTS = (
    b'{"claim":{"goal":',
    b',"hypotheses":[',
    b'],"variables":["',
    b'"]},"fingerprint":"sha256:',
    b'","format":"certificate/1","lemmas":[],"refutations":[',
)
"""What stands before goal, hypotheses, variables, fingerprint and refutations."""

PLAIN = bytes(set(range(33, 127)) - set(b"\\{}"))
"""The characters that a claim's formulas are made of: no spaces, escapes or braces."""

COMPARISONS = b',[">', b',["=', b',["!'
"""How each begins but for the first."""

MULTIPLIERS, TERMS = b'{"multipliers":[', b'],"terms":['
SIGNS = re.compile(
    rb'{"multipliers":\[(?:{[^{}]*},?)*\],"terms":\[(?:{[^{}]*},?)*\]}'
    rb'|{"cases":{"<=?":|,"[=>]=?":|,|},"split":[^{}]*}'
).findall
PRODUCT = re.compile(rb'"ge":(\[[0-9,]*\]),"gt":(\[[0-9,]*\]),"weight":"([0-9/]*)"').fullmatch
MULTIPLE = re.compile(rb'"by":([^{}]*),"eq":(0|[1-9][0-9]{0,8})').fullmatch
SPLITS = {
    (b'{"cases":{"<":', b',"=":', b',">":'): ["<", "=", ">"],
    (b'{"cases":{"<":', b',">=":'): ["<", ">="],
    (b'{"cases":{"<=":', b',">":'): ["<=", ">"],
}

_RAW = JSONDecoder().raw_decode

Node = Any
"""The text of sums of products, or a split: the relations, a node for each, and the text of its tree."""


def products(node: bytes) -> list[bytes]:
    """The texts of the terms of a sum, then of its multipliers, without their braces."""
    demand(node[: len(MULTIPLIERS)] == MULTIPLIERS and node[-2:] == b"]}", "not a refutation")
    multipliers, _, terms = node[len(MULTIPLIERS) : -2].partition(TERMS)
    return [*_bodies(terms), *_bodies(multipliers)]


def _bodies(text: bytes) -> list[bytes]:
    """The texts of terms or multipliers, without their braces."""
    demand(not text or text[:1] + text[-1:] == b"{}", "not terms")
    return text[1:-1].split(b"},{") if text else []


def tree_of(text: bytes) -> Any:
    """What the text of a term or a multiplier stands for; of unusual ones as of all certificates."""
    if usual := PRODUCT(text):
        ge, gt, weight = usual.groups()
        return {"ge": read(ge), "gt": read(gt), "weight": weight.decode()}
    if usual := MULTIPLE(text):
        return {"by": read(usual[1]), "eq": int(usual[2])}
    return decoded(f"{{{text.decode()}}}")


def read(text: bytes) -> Any:
    """What the text of a formula or a tree stands for; numbers that are not exponents are rejected later."""
    value, end = _RAW(text.decode())
    demand(end == len(text), "more than a formula")
    return value


def formulas(text: bytes) -> list[bytes]:
    """The texts of the formulas of a list, cut before each comparison if there are no others."""
    if b'["and"' in text or b'["or"' in text or b'["not"' in text:
        return [kernel.CANONICAL(formula).encode() for formula in read(b"[%s]" % text)]
    for begin in COMPARISONS:
        text = text.replace(begin, begin.replace(b",", b" "))  # there are no other spaces
    return text.split(b" ") if text else []


def refutations(text: bytes) -> list[Node]:
    """The nodes of a list."""
    signs = SIGNS(text)
    demand(b"".join(signs) == text, "not refutations")
    stack: list[list[Any]] = [[]]
    for sign in signs:
        if sign[:3] == b'{"c':
            stack.append([sign])
            demand(len(stack) <= MAX_DEPTH, "too deep")
        elif sign[:1] == b"}" and len(stack) > 1:
            parts = stack.pop()
            relations = SPLITS.get((parts[0], *parts[2::2]), [])
            demand(len(parts) == 2 * len(relations) > 0, "not a split")
            stack[-1].append((relations, parts[1::2], sign[10:-1]))
        else:
            stack[-1].append(sign)
    (nodes,) = stack
    demand(all(sign == b"," for sign in nodes[1::2]) and (len(nodes) % 2 or not nodes), "not a list")
    return nodes[::2]
