"""Conditions that were refuted before: whatever includes them is refuted by the same certificate.

A refutation uses some of the conditions of its system. A later system that has these among its own, whichever
hypotheses were added to the claim since, needs no search: the positions are renumbered. Nothing of it is
trusted: the kernel judges the refutation of the later system before it counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from verify import kernel
from verify.polynomial import Polynomial

Condition = tuple[str, frozenset[tuple[frozenset[tuple[str, int]], Any]]]
"""Its kind, and its polynomial by the names of the variables, whichever others the ring has."""

KINDS = ("ge", "gt", "eq")


@dataclass(frozen=True)
class Refutation:
    """A node of a certificate, and what it uses of its system.

    Parameters
    ----------
    node : dict
        The refutation.
    names : frozenset of str
        The variables of its system.
    used : mapping of (str, int) to Condition
        The conditions that it uses, by kind and position.
    counts : mapping of str to int
        How many conditions of each kind the system has; positions beyond are those of cases.
    """

    node: Any
    names: frozenset[str]
    used: Mapping[tuple[str, int], Condition]
    counts: Mapping[str, int]


@dataclass
class RefutedBefore:
    """Refutations of one series of searches.

    Parameters
    ----------
    refutations : list of Refutation
        Those that are known.

    Examples
    --------
    >>> claim = {"variables": ["x"], "hypotheses": [[">", "x", "1"]], "goal": [">", "x", "0"]}
    >>> logic, (facts,) = kernel.systems(claim)
    >>> terms = [{"weight": "1", "ge": [], "gt": [0]}, {"weight": "1", "ge": [0], "gt": []}]
    >>> node = {"terms": [*terms, {"weight": "1", "ge": [], "gt": []}], "multipliers": []}
    >>> known = RefutedBefore()
    >>> known.add(logic.atoms, facts, node)
    >>> longer = claim | {"variables": ["w", "x"], "hypotheses": [[">", "w", "x"], [">", "x", "1"]]}
    >>> logic, (facts,) = kernel.systems(longer)
    >>> [term["gt"] for term in known.refutation(logic.atoms, facts)["terms"]]
    [[1], [], []]
    """

    refutations: list[Refutation] = field(default_factory=list)

    def add(self, names: Sequence[str], facts: Sequence[kernel.Fact], node: Any) -> None:
        """Remember the refutation of a system."""
        counts = {kind: sum(k == kind for k, _ in facts) for kind in KINDS}
        positions = {(kind, i) for kind, i in _positions(node) if i < counts[kind]}
        conditions = {at: c for at, c in _conditions(names, facts) if at in positions}
        self.refutations.append(Refutation(node, frozenset(names), conditions, counts))

    def refutation(self, names: Sequence[str], facts: Sequence[kernel.Fact]) -> Any:
        """A refutation of this system that was found for a part of it; None where there is none."""
        if not self.refutations:
            return None
        places: dict[Condition, tuple[str, int]] = {}
        for at, condition in _conditions(names, facts):
            places.setdefault(condition, at)
        counts = {kind: sum(k == kind for k, _ in facts) for kind in KINDS}
        for known in self.refutations:
            if known.names <= {*names} and all(condition in places for condition in known.used.values()):
                moved = {at: places[condition][1] for at, condition in known.used.items()}
                node = _renumbered(known, moved, counts)
                if _is_accepted(names, facts, node):
                    return node
        return None


def _conditions(
    names: Sequence[str], facts: Sequence[kernel.Fact]
) -> Iterator[tuple[tuple[str, int], Condition]]:
    """The facts by kind and position, as conditions."""
    seen = dict.fromkeys(KINDS, 0)
    variables = tuple(names)
    for kind, polynomial in facts:
        yield (kind, seen[kind]), (kind, _by_names(variables, polynomial))
        seen[kind] += 1


@lru_cache(maxsize=1 << 12)
def _by_names(
    names: tuple[str, ...], polynomial: Polynomial
) -> frozenset[tuple[frozenset[tuple[str, int]], Any]]:
    """The polynomial by the names of its variables; the same conditions come again in most systems."""
    return frozenset(
        (frozenset((v, k) for v, k in zip(names, exponents, strict=True) if k), c)
        for exponents, c in polynomial.items()
    )


def _positions(node: Any) -> Iterator[tuple[str, int]]:
    """The kinds and positions that a refutation refers to."""
    for inner in node.get("cases", {}).values():
        yield from _positions(inner)
    for part in (*node.get("terms", ()), *node.get("multipliers", ())):
        yield from ((kind, i) for kind in ("ge", "gt") for i in part.get(kind, ()))
        if "eq" in part:
            yield "eq", part["eq"]


def _renumbered(known: Refutation, moved: Mapping[tuple[str, int], int], counts: Mapping[str, int]) -> Any:
    """The refutation, for the positions in another system."""

    def place(kind: str, i: int) -> int:
        return moved[kind, i] if i < known.counts[kind] else i - known.counts[kind] + counts[kind]

    def part(old: dict[str, Any]) -> dict[str, Any]:
        if "eq" in old:
            return old | {"eq": place("eq", old["eq"])}
        return old | {kind: sorted(place(kind, i) for i in old[kind]) for kind in ("ge", "gt")}

    def node(old: Any) -> Any:
        if "cases" in old:
            return old | {"cases": {relation: node(inner) for relation, inner in old["cases"].items()}}
        return old | {name: [part(each) for each in old[name]] for name in ("terms", "multipliers")}

    return node(known.node)


def _is_accepted(names: Sequence[str], facts: Sequence[kernel.Fact], node: Any) -> bool:
    """Whether the kernel accepts the refutation for this system."""
    try:
        kernel.Logic(list(names)).refute(node, list(facts), {})
    except kernel.Rejected:
        return False
    return True
