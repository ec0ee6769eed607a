"""What rests on what: claims and conditions as nodes, and edges that are read off the proofs.

Nothing is declared. An edge leads from a claim to what its proof takes: a claim whose certificate it lists as
a lemma, or proves on the way; an earlier claim that its hypotheses state; a definition whose formula it
contains; and each other condition that it supposes. Where one certificate proves the whole claim, it also
says which hypotheses it makes use of.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from verify.claims.verdict import Verdict
from verify.language.note import NOTHING, Note

FALSE = (Verdict.REFUTED, Verdict.MISPRINT, Verdict.HOLDS_IF)
"""Of a claim that does not hold as printed."""


class Link(StrEnum):
    """In which way something rests on something."""

    LEMMA = "lemma"
    PART = "part"
    HYPOTHESIS = "hypothesis"
    DEFINITION = "definition"
    CONDITION = "condition"
    ADDED = "added"


@dataclass(frozen=True)
class Node:
    """A claim, or a condition that is supposed.

    Parameters
    ----------
    name : str
        A claim's place; a condition's text after `given:`, or `added:` where the paper does not print it.
    verdict : Verdict or None
        Of a claim; None for a condition.
    condition : Note
        The condition; empty for a claim.
    lines : tuple of str
        Of a condition: the lines that print it, such as `2.1#11`, where the paper names them.
    judges : tuple of str
        The claims that judge these lines.
    """

    name: str
    verdict: Verdict | None = None
    condition: Note = NOTHING
    lines: tuple[str, ...] = ()
    judges: tuple[str, ...] = ()


@dataclass(frozen=True)
class Edge:
    """That a claim rests on something.

    Parameters
    ----------
    source, target : str
        The claim, and the claim or condition that it rests on.
    link : Link
        In which way.
    by : Note
        The condition or formula that makes it so; the fingerprint for lemmas and parts.
    used : bool or None
        Whether the claim's certificate makes use of that hypothesis; None where no single certificate says.
    corrected : bool
        Whether the target's corrected form is supposed, and not the printed one.
    """

    source: str
    target: str
    link: Link
    by: Note = NOTHING
    used: bool | None = None
    corrected: bool = False


@dataclass(frozen=True)
class Graph:
    """What rests on what in one paper.

    Parameters
    ----------
    nodes : tuple of Node
        The claims in the order of the paper, then the conditions.
    edges : tuple of Edge
        Of claims in the order of the paper.

    Examples
    --------
    >>> nodes = (Node("eq:1", Verdict.REFUTED), Node("eq:2", Verdict.HOLDS), Node("given:a > 0"))
    >>> edges = (Edge("eq:2", "eq:1", Link.HYPOTHESIS), Edge("eq:1", "given:a > 0", Link.CONDITION))
    >>> graph = Graph(nodes, edges)
    >>> graph.assumptions("eq:2"), graph.touched_by_false
    ({'given:a > 0': ('eq:2', 'eq:1', 'given:a > 0')}, {'eq:1': ('eq:2',)})
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    @cached_property
    def _from(self) -> Mapping[str, tuple[Edge, ...]]:
        return _grouped(self.edges, lambda edge: edge.source)

    @cached_property
    def _to(self) -> Mapping[str, tuple[Edge, ...]]:
        return _grouped(self.edges, lambda edge: edge.target)

    @cached_property
    def _verdicts(self) -> Mapping[str, Verdict | None]:
        return {node.name: node.verdict for node in self.nodes}

    def rests_on(self, name: str) -> tuple[Edge, ...]:
        """The edges from a claim."""
        return self._from.get(name, ())

    def needed_by(self, name: str) -> tuple[Edge, ...]:
        """The edges to a claim or condition."""
        return self._to.get(name, ())

    def assumptions(self, name: str) -> dict[str, tuple[str, ...]]:
        """What a claim rests on in the end, each with a shortest path; what is not used is not followed.

        An assumption is a condition, a definition, or a result that is cited.
        """
        paths = _paths(name, lambda at: (e.target for e in self.rests_on(at) if e.used is not False))
        ends = (None, Verdict.DEFINITION, Verdict.CITED)
        return {end: path for end, path in paths.items() if end != name and self._verdicts[end] in ends}

    def touched_by(self, name: str) -> tuple[str, ...]:
        """The claims that rest on this one as it is printed, directly or by others."""
        return tuple(_paths(name, self._taking))[1:]

    @property
    def touched_by_false(self) -> dict[str, tuple[str, ...]]:
        """For each claim that does not hold as printed, and is built upon: what it touches."""
        false = (node.name for node in self.nodes if node.verdict in FALSE)
        touched = {name: self.touched_by(name) for name in false}
        return {name: others for name, others in touched.items() if others}

    def _taking(self, name: str) -> Iterator[str]:
        return (e.source for e in self.needed_by(name) if e.used is not False and not e.corrected)


def _grouped(edges: Iterable[Edge], key: Callable[[Edge], str]) -> Mapping[str, tuple[Edge, ...]]:
    groups: dict[str, list[Edge]] = {}
    for edge in edges:
        groups.setdefault(key(edge), []).append(edge)
    return {name: tuple(group) for name, group in groups.items()}


def _paths(start: str, following: Callable[[str], Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """A shortest path to everything that is reached, the start first."""
    found: dict[str, tuple[str, ...]] = {start: (start,)}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for name in following(here):
            if name not in found:
                found[name] = (*found[here], name)
                waiting.append(name)
    return found
