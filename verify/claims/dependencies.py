"""The graph of a paper, computed from its claims, what was found out about them, and the certificates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from typing import Any

import sympy as sp

from verify.claims.claim import Claim, Kind
from verify.claims.graph import Edge, Graph, Link, Node
from verify.claims.premises import Premise, alike, parts_of, supposed
from verify.claims.proved_implications import Certificates, ProvedImplications
from verify.claims.verdict import Verdict
from verify.language.note import Note

Line = Mapping[str, Any]
"""A judged claim as plain data, with `verdict`, `extra_hypotheses` and `evidence`."""


@dataclass(frozen=True)
class Judged:
    """A paper as it was judged: all that its graph is read from.

    Parameters
    ----------
    claims : sequence of Claim
        In the order of the paper.
    lines : mapping of str to mapping
        What was found out about each, by its place.
    certificates : mapping of str to mapping
        By fingerprint.
    premises : sequence of Premise
        Where the paper prints which condition; empty if it does not say.
    judges : mapping of str to sequence of str
        The claims that judge a printed line.
    """

    claims: Sequence[Claim]
    lines: Mapping[str, Line]
    certificates: Certificates
    premises: Sequence[Premise] = ()
    judges: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @cached_property
    def _conclusions(self) -> Mapping[object, Sequence[_Conclusion]]:
        """What each claim states, part by part, by what it is like; of a misprint the corrected form, too."""
        found: dict[object, list[_Conclusion]] = defaultdict(list)
        for number, claim in enumerate(self.claims):
            misprint = self.lines[claim.locator.place]["verdict"] == Verdict.MISPRINT
            for statement, corrected in ((claim.statement, False), (claim.corrected, True)):
                if isinstance(statement, sp.Basic) and (misprint or not corrected):
                    for part in parts_of((statement,)):
                        found[alike(part)].append(_Conclusion(number, claim.locator.place, corrected))
        return found

    @cached_property
    def _proofs(self) -> Mapping[str, Sequence[str]]:
        """The claims that one certificate proves as a whole, by its fingerprint."""
        found: dict[str, list[str]] = defaultdict(list)
        for claim in self.claims:
            line = self.lines[claim.locator.place]
            if line["verdict"] == Verdict.HOLDS and line["evidence"].get("certificate"):
                found[line["evidence"]["certificate"]].append(claim.locator.place)
        return found

    @cached_property
    def _definitions(self) -> Mapping[sp.Basic, Sequence[str]]:
        """Where a formula is a side of a definition, and not only a name."""
        found: dict[sp.Basic, list[str]] = defaultdict(list)
        for claim in self.claims:
            if claim.kind is Kind.DEFINITION and isinstance(claim.statement, sp.Eq):
                for side in claim.statement.args:
                    if not side.is_Atom:
                        found[side].append(claim.locator.place)
        return found

    @cached_property
    def _printings(self) -> Mapping[object, Sequence[Premise]]:
        """The premises that print a condition."""
        found: dict[object, list[Premise]] = defaultdict(list)
        for premise in self.premises:
            for part in parts_of(premise.conditions):
                found[alike(part)].append(premise)
        return found

    def printed_at(self, condition: sp.Basic, claim: Claim) -> tuple[str, ...]:
        """The lines that print a condition which is in force for a claim."""
        in_force = (p.line for p in self._printings.get(alike(condition), ()) if p.names(claim))
        return tuple(dict.fromkeys(in_force))

    def stated_by(self, condition: sp.Basic, claim: Claim, number: int) -> _Conclusion | None:
        """The nearest earlier claim that states a condition, if that is where the claim has it from.

        Where the paper says which lines print its conditions, it must be a claim that judges such a line.
        """
        earlier = [c for c in self._conclusions.get(alike(condition), ()) if c.number < number]
        if self.premises:
            here = {place for at in self.printed_at(condition, claim) for place in self.judges.get(at, ())}
            earlier = [c for c in earlier if c.place in here]
        return max(earlier, key=lambda c: (not c.corrected, c.number), default=None)

    def proved_with(self, claim: Claim) -> Iterator[Edge]:
        """Edges to the claims that are lemmas of its certificates, or are proved within its proof."""
        place, line = claim.locator.place, self.lines[claim.locator.place]
        proof = line["evidence"].get("repair") or line["evidence"]
        inner = list(_certificates(proof))
        names = [*inner, proof.get("certificate")]
        lemmas = [lemma for name in names for lemma in self.certificates.get(name, {}).get("lemmas", ())]
        for link, found in ((Link.LEMMA, lemmas), (Link.PART, inner)):
            for name in found:
                others = (at for at in self._proofs.get(name, ()) if at != place)
                yield from (Edge(place, at, link, Note(name), True) for at in others)

    def written_out(self, claim: Claim) -> Iterator[Edge]:
        """Edges to the definitions whose formula stands in the claim."""
        place = claim.locator.place
        formulas = _formulas((claim.statement, claim.domain))
        inside = {part for formula in formulas for part in sp.preorder_traversal(formula)}
        for formula, places in self._definitions.items():
            if formula in inside and place not in places:
                yield from (Edge(place, at, Link.DEFINITION, Note(formula)) for at in places)

    def supposing(self, claim: Claim, number: int) -> Iterator[tuple[Edge, tuple[str, ...]]]:
        """Edges to what a claim supposes, each with the lines that print it; none for what is not proved."""
        if claim.kind is not Kind.ASSERTION:
            return
        place, line = claim.locator.place, self.lines[claim.locator.place]
        proved = ProvedImplications(claim, line, self.certificates)
        for condition in dict.fromkeys(supposed(claim)):
            text, used = Note(condition), proved.uses(condition)
            source = self.stated_by(condition, claim, number)
            if source is None:
                edge = Edge(place, f"given:{text}", Link.CONDITION, text, used)
            else:
                edge = Edge(place, source.place, Link.HYPOTHESIS, text, used, source.corrected)
            yield edge, self.printed_at(condition, claim)
        known = {str(hypothesis): Note(hypothesis) for hypothesis in claim.missing}
        for added in map(str, line["extra_hypotheses"]):
            yield Edge(place, f"added:{added}", Link.ADDED, known.get(added, Note(added))), ()


@dataclass(frozen=True)
class _Conclusion:
    """That a claim states something: its number and place, and whether that is its corrected form."""

    number: int
    place: str
    corrected: bool


def graph_of(paper: Judged) -> Graph:
    """What rests on what among the claims of a paper.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from verify.claims.claim import Locator
    >>> first = Claim(Locator("example", "eq:1"), a > b, (a > b + 1,))
    >>> second = Claim(Locator("example", "eq:2"), 2 * a > 2 * b, (b < a,))
    >>> line = {"verdict": "holds", "extra_hypotheses": [], "evidence": {"parts": []}}
    >>> for edge in graph_of(Judged([first, second], {"eq:1": line, "eq:2": line}, {})).edges:
    ...     print(edge.source, edge.link, edge.target)
    eq:1 condition given:a > b + 1
    eq:2 hypothesis eq:1
    """
    edges: dict[Edge, None] = {}
    conditions: dict[str, tuple[Note, dict[str, None]]] = {}
    for number, claim in enumerate(paper.claims):
        edges |= dict.fromkeys((*paper.proved_with(claim), *paper.written_out(claim)))
        for edge, lines in paper.supposing(claim, number):
            edges[edge] = None
            if edge.link is not Link.HYPOTHESIS:
                conditions.setdefault(edge.target, (edge.by, {}))[1].update(dict.fromkeys(lines))
    places = [claim.locator.place for claim in paper.claims]
    nodes = [Node(place, Verdict(paper.lines[place]["verdict"])) for place in places]
    for name, (condition, printings) in conditions.items():
        judges = dict.fromkeys(place for line in printings for place in paper.judges.get(line, ()))
        nodes.append(Node(name, None, condition, tuple(printings), tuple(judges)))
    return Graph(tuple(nodes), tuple(edges))


def _certificates(evidence: Mapping[str, Any]) -> Iterator[str]:
    """The certificates of the parts."""
    for part in evidence.get("parts", ()):
        if part.get("certificate"):
            yield part["certificate"]
        yield from _certificates(part)


def _formulas(value: object) -> Iterator[sp.Basic]:
    """The formulas in a statement of any kind."""
    if isinstance(value, sp.Basic):
        yield value
    elif isinstance(value, Mapping):
        yield from _formulas((*value.keys(), *value.values()))
    elif isinstance(value, Iterable) and not isinstance(value, str):
        for one in value:
            yield from _formulas(one)
    elif is_dataclass(value):
        yield from _formulas([getattr(value, part.name) for part in fields(value)])
