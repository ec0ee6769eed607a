"""A system together with facts derived from it, and the way back from a refutation of what is left.

Each derived fact becomes a split of which the opposite cases are refuted at once. The facts that are still of
use are `active`; they make a smaller system, whose refutation is lifted to the one that was given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, TypeVar, cast

from verify.search.ring import Polynomial, System

Node = dict[str, Any]
T = TypeVar("T")

KIND = {">": "gt", "<": "gt", ">=": "ge", "<=": "ge", "=": "eq"}
OPPOSITES = {">": ("<=",), "<": (">=",), ">=": ("<",), "<=": (">",), "=": (">", "<")}


def copied(node: T) -> T:
    """A node, or a part of one, with lists and dictionaries of its own.

    Examples
    --------
    >>> node = {"terms": [{"gt": [0]}]}
    >>> copied(node) == node, copied(node)["terms"] is node["terms"]
    (True, False)
    """
    if isinstance(node, dict):
        return cast("T", {name: copied(part) for name, part in node.items()})
    if isinstance(node, list):
        return cast("T", [copied(part) for part in node])
    return node


@dataclass(frozen=True)
class Term:
    """A summand of a refutation: a positive weight, facts by position, and polynomials to be squared.

    Parameters
    ----------
    weight : rational
        Positive.
    gt, ge : tuple of int
        Positions of the facts, with repetition.
    square : flint.fmpq_mpoly or None
        Its square is a factor too.

    Examples
    --------
    >>> Term(1, (0, 0)).ge
    ()
    """

    weight: Any
    gt: tuple[int, ...] = ()
    ge: tuple[int, ...] = ()
    square: Polynomial | None = None

    def product(self, system: System) -> Polynomial:
        """The summand, of facts of this system."""
        facts = (*(system.gt[i] for i in self.gt), *(system.ge[i] for i in self.ge))
        value = prod(facts, start=system.ring.context.constant(self.weight))
        return value if self.square is None else value * self.square * self.square


def leaf(system: System, terms: Sequence[Term], multipliers: Mapping[int, Polynomial]) -> Node | None:
    """The node with these terms and multiples of equations; None unless it is a refutation of the system.

    Parameters
    ----------
    system : System
        What is refuted.
    terms : sequence of Term
        Products of its inequalities.
    multipliers : mapping of int to flint.fmpq_mpoly
        What each equation, by position, is multiplied by.

    Returns
    -------
    dict or None
        The node, if the sum is 0 and a term is strict.

    Examples
    --------
    >>> from verify.search.ring import system
    >>> both = system(["x"], [], [{(1,): 1}, {(1,): -1}], [])
    >>> leaf(both, [Term(1, (0,))], {}) is None
    True
    >>> len(leaf(both, [Term(1, (0,)), Term(1, (1,))], {})["terms"])
    2
    """
    ring = system.ring
    listed: list[Node] = []
    for term in terms:
        node: Node = {"weight": str(term.weight), "ge": sorted(term.ge), "gt": sorted(term.gt)}
        if term.square is not None and term.square != 1:
            node["square"] = ring.tree(term.square)
        listed.append(node)
    wanted = {k: by for k, by in sorted(multipliers.items()) if by != 0}
    summands = (*(term.product(system) for term in terms), *(by * system.eq[k] for k, by in wanted.items()))
    total = sum(summands, start=ring.context.constant(0))
    strict = any(not node["ge"] and "square" not in node for node in listed)
    if total != 0 or not strict or any(term.weight <= 0 for term in terms):
        return None
    return {
        "terms": listed,
        "multipliers": [{"eq": k, "by": ring.tree(by)} for k, by in wanted.items()],
    }


@dataclass(frozen=True)
class Step:
    """A derived fact `polynomial relation 0`, with the refutations of the opposite cases."""

    polynomial: Polynomial
    relation: str
    refuted: Mapping[str, Node]
    position: int


@dataclass
class Derivation:
    """A system that grows by derived facts; some of its facts are active.

    Parameters
    ----------
    system : System
        All facts, the given ones first.
    active : dict of str to list of int
        For "ge", "gt", "eq" the positions of the active facts.
    steps : list of Step
        What was derived, in order.

    Examples
    --------
    >>> from verify.search.ring import system
    >>> given = system(["x", "y"], [], [{(1, 1): 1}, {(1, 0): 1}], [])
    >>> derivation = Derivation.of(given)
    >>> y = given.ring.gens[1]
    >>> derivation.derive(">", y, {"<=": ([Term(1, (0,)), Term(1, (1,), (0,))], {})})
    2
    >>> derivation.system.gt[2]
    v1
    """

    system: System
    active: dict[str, list[int]]
    steps: list[Step] = field(default_factory=list)

    @classmethod
    def of(cls, system: System) -> Derivation:
        """The derivation that has derived nothing yet."""
        return cls(system, {kind: list(range(len(getattr(system, kind)))) for kind in ("ge", "gt", "eq")})

    def facts(self, kind: str) -> tuple[Polynomial, ...]:
        """All facts of one kind."""
        return {"ge": self.system.ge, "gt": self.system.gt, "eq": self.system.eq}[kind]

    def derive(
        self,
        relation: str,
        polynomial: Polynomial,
        refuted: Mapping[str, tuple[Sequence[Term], Mapping[int, Polynomial]] | Node],
    ) -> int | None:
        """Add a fact and make it active.

        Parameters
        ----------
        relation : str
            One of ">", ">=", "=".
        polynomial : flint.fmpq_mpoly
            What is compared with 0.
        refuted : mapping of str to node, or to (terms, multipliers)
            For each opposite relation, what refutes the system with that case appended.

        Returns
        -------
        int or None
            Its position among the facts of its kind; None if a refutation does not add up.
        """
        nodes: dict[str, Node] = {}
        for opposite in OPPOSITES[relation]:
            how = refuted[opposite]
            node = how if isinstance(how, dict) else leaf(self.system.branch(opposite, polynomial), *how)
            if node is None:
                return None
            nodes[opposite] = node
        kind = KIND[relation]
        position = len(self.facts(kind))
        self.steps.append(Step(polynomial, relation, nodes, position))
        self.system = self.system.branch(relation, polynomial)
        self.active[kind].append(position)
        return position

    @property
    def remaining(self) -> System:
        """The system of the active facts."""
        return System(
            self.system.ring,
            *(tuple(self.facts(kind)[i] for i in self.active[kind]) for kind in ("ge", "gt", "eq")),
        )

    def lifted(self, node: Node, active: Mapping[str, Sequence[int]] | None = None) -> Node:
        """A refutation of the system with all derived facts, from one of the active facts.

        `active` are the facts that were active when the node was found, if they are others now.
        """
        sizes = {kind: len(self.facts(kind)) for kind in ("ge", "gt", "eq")}
        return _renumbered(node, self.active if active is None else active, sizes)

    def closed(self, node: Node) -> Node:
        """A refutation of the given system, from one of the system with all derived facts."""
        for step in reversed(self.steps):
            kind = KIND[step.relation]
            if uses(node, kind, step.position):
                cases = {step.relation: node, **step.refuted}
                node = {"split": self.system.ring.tree(step.polynomial), "cases": dict(sorted(cases.items()))}
            else:
                node = without(node, kind, step.position)
        return node


def _renumbered(node: Node, active: Mapping[str, Sequence[int]], sizes: Mapping[str, int]) -> Node:
    """The node with the positions that the facts have in the larger system; appended ones stay at the end."""

    def at(kind: str, position: int) -> int:
        known = active[kind]
        return known[position] if position < len(known) else sizes[kind] + position - len(known)

    if "split" in node:
        return {**node, "cases": {k: _renumbered(inner, active, sizes) for k, inner in node["cases"].items()}}
    terms = [{**t, **{k: sorted(at(k, i) for i in t[k]) for k in ("ge", "gt")}} for t in node["terms"]]
    return {"terms": terms, "multipliers": [{**m, "eq": at("eq", m["eq"])} for m in node["multipliers"]]}


def uses(node: Node, kind: str, position: int) -> bool:
    """Whether a fact of the system occurs in the node."""
    if "split" in node:
        return any(uses(inner, kind, position) for inner in node["cases"].values())
    if kind == "eq":
        return any(m["eq"] == position for m in node["multipliers"])
    return any(position in term[kind] for term in node["terms"])


def without(node: Node, kind: str, position: int) -> Node:
    """The node for the system that lacks a fact which the node does not use."""
    if "split" in node:
        return {**node, "cases": {k: without(inner, kind, position) for k, inner in node["cases"].items()}}
    if kind == "eq":
        moved = [{**m, "eq": m["eq"] - (m["eq"] > position)} for m in node["multipliers"]]
        return {**node, "multipliers": moved}
    return {**node, "terms": [{**t, kind: [i - (i > position) for i in t[kind]]} for t in node["terms"]]}
