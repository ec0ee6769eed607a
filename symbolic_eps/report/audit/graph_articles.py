"""Each claim and condition of a graph as an article of its page, with links both ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from urllib.parse import quote

from symbolic_eps.report.statement import is_worded, shown
from symbolic_eps.typesetting.mathml import Mathml
from symbolic_eps.typesetting.notation import Text
from symbolic_eps.typesetting.runs import paragraph, set_note
from verify.claims.claim import Claim
from verify.claims.graph import Edge, Graph, Link, Node
from verify.claims.locator_grammar import Grammar

_MATHML, _TEXT = Mathml(), Text()

WORDS = {
    Link.LEMMA: "lemmas",
    Link.PART: "proved within its proof",
    Link.HYPOTHESIS: "supposes what is claimed at",
    Link.DEFINITION: "contains what is defined at",
    Link.CONDITION: "supposes",
    Link.ADDED: "needs besides what is printed",
}
"""In which way a claim rests on something."""

MOST_LISTED = 12
"""More links than these are folded away."""


@dataclass(frozen=True)
class Articles:
    """The articles of a page.

    Parameters
    ----------
    graph : Graph
        Of one paper.
    grammar : Grammar
        How the paper names its places.
    """

    graph: Graph
    grammar: Grammar

    @cached_property
    def _nodes(self) -> Mapping[str, tuple[int, Node]]:
        return {node.name: (number, node) for number, node in enumerate(self.graph.nodes)}

    def anchor(self, name: str) -> str:
        """A claim's place; a condition's number, for its text may have blanks."""
        number, node = self._nodes[name]
        return name if node.verdict is not None else f"condition-{number}"

    def label(self, node: Node) -> str:
        """A claim's place, a condition in plain signs."""
        return node.name if node.verdict is not None else set_note(node.condition, _TEXT)

    def link(self, name: str) -> str:
        """A link to the article of a node."""
        node = self._nodes[name][1]
        said = escape(name) if node.verdict is not None else _worded(node)
        kind = f' class="verdict {node.verdict}"' if node.verdict is not None else ""
        return f'<a href="#{quote(self.anchor(name), safe="/:@.")}"{kind}>{said}</a>'

    def of(self, claims: Sequence[Claim]) -> Iterator[str]:
        """The articles: of the claims, then of the conditions."""
        by_place = {claim.locator.place: claim for claim in claims}
        for node in self.graph.nodes:
            claim = by_place.get(node.name)
            yield self._condition(node) if claim is None else self._claim(node, claim)

    def _claim(self, node: Node, claim: Claim) -> str:
        rows = [(WORDS[link], self._targets(node.name, link)) for link in Link]
        rows.append(("rests in the end on", self._ends(node.name)))
        rows.append(("is built upon by", self._needed_by(node.name)))
        place = escape(self.grammar.in_words(node.name))
        return self._article(
            node,
            f'<h3>{self.link(node.name)}</h3><span class="place">{place}</span>'
            f'<span class="verdict {node.verdict}">{node.verdict}</span>',
            _statement(claim),
            rows,
        )

    def _condition(self, node: Node) -> str:
        printed = "not printed" if node.name.startswith("added:") else "supposed"
        rows = [
            ("printed at", escape(", ".join(node.lines))),
            ("where also stands", ", ".join(map(self.link, node.judges))),
            ("is supposed by", self._needed_by(node.name)),
        ]
        heading = f'<h3>{self.link(node.name)}</h3><span class="place">condition, {printed}</span>'
        return self._article(node, heading, "", rows)

    def _article(self, node: Node, heading: str, body: str, rows: Iterable[tuple[str, str]]) -> str:
        facts = "".join(f"<dt>{label}</dt><dd>{text}</dd>" for label, text in rows if text)
        return (
            f'<article id="{escape(self.anchor(node.name))}"><header>{heading}</header>{body}'
            f'<dl class="facts">{facts}</dl></article>'
        )

    def _targets(self, name: str, link: Link) -> str:
        edges = (edge for edge in self.graph.rests_on(name) if edge.link is link)
        return ", ".join(self._target(edge) for edge in edges)

    def _target(self, edge: Edge) -> str:
        """What is supposed, where that is, and what the certificate says of it."""
        said = [self.link(edge.target)]
        if edge.link in (Link.HYPOTHESIS, Link.DEFINITION):
            said.append(f"({_words(edge.by)}{', as corrected' * edge.corrected})")
        if edge.link in (Link.HYPOTHESIS, Link.CONDITION) and edge.used is not None:
            said.append(f'<span class="what">{"used" if edge.used else "not used"}</span>')
        return " ".join(said)

    def _ends(self, name: str) -> str:
        """What is supposed by way of others, with the way; what the claim itself supposes stands above."""
        paths = self.graph.assumptions(name).values()
        return "; ".join(" &rarr; ".join(map(self.link, path[1:])) for path in paths if len(path) > 2)

    def _needed_by(self, name: str) -> str:
        places = list(dict.fromkeys(edge.source for edge in self.graph.needed_by(name)))
        links = ", ".join(map(self.link, places))
        if len(places) <= MOST_LISTED:
            return links
        return f"<details><summary>{len(places)} claims</summary>{links}</details>"


def _worded(node: Node) -> str:
    return _words(node.condition)


def _words(note: str) -> str:
    """A note, its formulas as mathematics."""
    return paragraph(note, _MATHML, escape, lambda inner: f"<math><mrow>{inner}</mrow></math>")


def _statement(claim: Claim) -> str:
    if is_worded(claim.statement):
        return f"<p>{_words(claim.text)}</p>"
    inner = shown(claim.statement, _MATHML)
    return f'<div class="formula"><math displaystyle="true"><mrow>{inner}</mrow></math></div>'
