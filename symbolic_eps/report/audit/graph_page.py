"""The graph of a paper as one self-contained page: for each claim its reasons and its consequences.

Without the script the page is a list with links; with it, one click draws the part of the graph that a claim
or condition belongs to. Nothing is fetched, which the page's own policy forbids.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files

from symbolic_eps.report.audit.graph_articles import Articles
from verify.claims.claim import Claim
from verify.claims.graph import FALSE, Graph, Link
from verify.claims.locator_grammar import Grammar

_PACKAGE = "symbolic_eps.report.audit"

INTRODUCTION = (
    "Every claim of the paper is judged on its own, on the conditions that are printed for it. The links "
    "are computed from the proofs: a claim rests on what its certificate lists as a lemma, on what is proved "
    "within its proof, on earlier claims that its hypotheses state, on definitions whose formula it "
    "contains, and on each condition that it supposes. <em>Used</em> and <em>not used</em> are read off the "
    "certificate where one certificate proves the claim; elsewhere nothing is said of it. A click on the "
    "name of a claim or condition draws it with all that it rests on, and all that rests on it."
)


def rendered(graph: Graph, claims: Sequence[Claim], title: str, grammar: Grammar, version: str) -> str:
    """The articles.

    Parameters
    ----------
    graph : Graph
        Of the paper.
    claims : sequence of Claim
        Those of the graph, in the order of the paper.
    title : str
        How the paper is cited.
    grammar : Grammar
        How it names its places.
    version : str
        Of the program.
    """
    style, script = _text("page.css") + _text("graph.css"), _text("graph.js")
    policy = f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'"
    articles = Articles(graph, grammar)
    body = "\n".join((_top(graph, title), _false(graph, articles), _DRAWING, *articles.of(claims)))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(f'What rests on what: {title}')}</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        f"<style>{style}</style>\n</head>\n<body>\n{body}\n"
        f"<footer><p>symbolic-eps {escape(version)}</p></footer>\n"
        f'<script type="application/json" id="graph">{_data(graph, articles)}</script>\n'
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


_DRAWING = (
    '<section id="drawing" hidden aria-live="polite"><h2 id="drawn"></h2>'
    '<p class="soft">Below stands what it rests on, above what rests on it. Dashed: supposed, '
    'and not used by the certificate. <a href="#all">Show all</a></p><div id="picture"></div></section>\n'
    '<h2 id="all">Claims and conditions</h2>\n<form class="filter" role="search" hidden>'
    '<label>at <input type="search" placeholder="eq:94" autocomplete="off"></label>'
    '<output aria-live="polite"></output></form>'
)


def _text(name: str) -> str:
    return files(_PACKAGE).joinpath(name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _top(graph: Graph, title: str) -> str:
    links = Counter(edge.link for edge in graph.edges)
    claims = sum(node.verdict is not None for node in graph.nodes)
    figures = (
        ("claims", claims),
        ("conditions", len(graph.nodes) - claims),
        ("links between claims", len(graph.edges) - links[Link.CONDITION] - links[Link.ADDED]),
        ("false steps built upon", len(graph.touched_by_false)),
    )
    shown_figures = "".join(f"<div><dt>{label}</dt><dd>{number}</dd></div>" for label, number in figures)
    return (
        f'<header><h1>What rests on what</h1><p class="lead">{escape(title)}</p>'
        f'<dl class="figures">{shown_figures}</dl></header><p>{INTRODUCTION}</p>'
    )


def _false(graph: Graph, articles: Articles) -> str:
    """What the claims that do not hold as printed touch."""
    items = "".join(
        f"<li>{articles.link(name)} touches {', '.join(map(articles.link, others))}</li>"
        for name, others in graph.touched_by_false.items()
    )
    number = sum(node.verdict in FALSE for node in graph.nodes)
    said = f"<ul>{items}</ul>" if items else "<p>No proof takes one of them as it is printed.</p>"
    heading = f"<h2>What false steps touch</h2><p>{number} claims do not hold as printed.</p>"
    return f"<section>{heading}{said}</section>"


def _data(graph: Graph, articles: Articles) -> str:
    """Nodes and edges for the script, as JSON in which no tag can begin."""
    numbers = {node.name: number for number, node in enumerate(graph.nodes)}
    nodes = [
        [articles.anchor(node.name), articles.label(node), str(node.verdict or "condition")]
        for node in graph.nodes
    ]
    edges = [[numbers[edge.source], numbers[edge.target], edge.used is not False] for edge in graph.edges]
    data = json.dumps({"nodes": nodes, "edges": edges}, separators=(",", ":"), ensure_ascii=True)
    return data.replace("<", "\\u003c")
