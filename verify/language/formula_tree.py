"""Formulas in the kernel's notation, strings and lists: read back as SymPy, taken apart, simplified."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from verify.language.relations import SIGNS

Tree = Any
"""An expression or formula in the kernel's notation: strings and lists."""

RELATIONS = {comparison: sign for comparison, sign in SIGNS.items() if sign not in ("<", "<=")}
"""Those that the kernel writes; the others are read from the right."""

COMPARISONS = {sign: comparison for comparison, sign in RELATIONS.items()}
_DECODERS: dict[str, Any] = {
    "+": sp.Add,
    "*": sp.Mul,
    "and": sp.And,
    "or": sp.Or,
    "not": sp.Not,
    **COMPARISONS,
}


def decoded(tree: Tree, symbols: Mapping[str, sp.Expr]) -> sp.Basic:
    """The SymPy expression or formula that a tree stands for, not evaluated.

    Parameters
    ----------
    tree : str or list
        In the kernel's notation.
    symbols : mapping of str to Expr
        What the variables stand for.

    Examples
    --------
    >>> from sympy.abc import a
    >>> decoded([">=", ["^", "a", 2], ["/", "1", "a"]], {"a": a})
    a**2 >= 1/a
    """
    if isinstance(tree, str):
        return symbols[tree] if tree in symbols else sp.Rational(tree)
    head, *parts = tree
    if head == "^":
        return sp.Pow(decoded(parts[0], symbols), parts[1], evaluate=False)
    inner = [decoded(part, symbols) for part in parts]
    if head == "/":
        below = sp.Pow(inner[1], -1, evaluate=False)
        return below if inner[0] == 1 else sp.Mul(inner[0], below, evaluate=False)
    return _DECODERS[head](*inner, evaluate=False)


def names_in(tree: Tree) -> list[str]:
    """The names in a tree, each once, in the order of their first occurrence."""
    if isinstance(tree, str):
        return [tree]
    names = (name for part in tree[1:] if isinstance(part, (str, list)) for name in names_in(part))
    return list(dict.fromkeys(names))


def distinct(items: Iterable[Any]) -> list[Any]:
    """The items, each once, in the order of their first occurrence."""
    different: list[Any] = []
    for item in items:
        if item not in different:
            different.append(item)
    return different


def sorted_distinct(trees: Iterable[Tree]) -> list[Tree]:
    """The trees, each once, in the order of their text."""
    return sorted(distinct(trees), key=json.dumps)


def conjuncts(tree: Tree) -> Iterator[Tree]:
    """The formulas whose conjunction a formula is."""
    if tree[0] == "and":
        for part in tree[1:]:
            yield from conjuncts(part)
    else:
        yield tree


def simplified(tree: Tree, known: Sequence[Tree] = ()) -> Tree:
    """An equivalent formula where the known atoms hold: without them, and without empty or repeated parts."""
    word = tree[0]
    if word == "not":
        inner = simplified(tree[1], known)
        return _CONSTANTS.get(json.dumps(inner), ["not", inner])
    if word not in ("and", "or"):
        return ["and"] if tree in known else tree
    absorbing = ["or"] if word == "and" else ["and"]
    parts: list[Tree] = []
    for part in (simplified(part, known) for part in tree[1:]):
        if part == absorbing:
            return absorbing
        parts += part[1:] if part[0] == word else [part]
    parts = sorted_distinct(parts)
    return parts[0] if len(parts) == 1 else [word, *parts]


_CONSTANTS = {'["and"]': ["or"], '["or"]': ["and"]}


@dataclass(frozen=True)
class Need:
    """That a radicand is not negative; `meaning` says what the roots in it are."""

    condition: Tree
    meaning: list[Tree]

    def tree(self, assumed: bool) -> Tree:
        """As a hypothesis (assumed), else as what is to be shown where the roots are what they are."""
        return self.condition if assumed else ["or", ["not", ["and", *self.meaning]], self.condition]
