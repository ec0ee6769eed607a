"""The graph of a paper's claims as plain data: the JSON of `audit --graph`, and the source of its page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symbolic_eps.report.envelope import result
from verify.claims.graph import Edge, Graph, Node


def structured(graph: Graph) -> dict[str, Any]:
    """Nodes and edges, what each claim rests on in the end, and what false steps touch.

    Parameters
    ----------
    graph : Graph
        Of one paper.

    Examples
    --------
    >>> from verify.claims.graph import Link
    >>> from verify.claims.verdict import Verdict
    >>> nodes = (Node("eq:1", Verdict.HOLDS), Node("given:a > 0"))
    >>> structured(Graph(nodes, (Edge("eq:1", "given:a > 0", Link.CONDITION),)))["assumptions"]
    {'eq:1': {'given:a > 0': ['eq:1', 'given:a > 0']}}
    """
    claims = [node.name for node in graph.nodes if node.verdict is not None]
    ends = {name: graph.assumptions(name) for name in claims}
    return {
        "nodes": [_node(node) for node in graph.nodes],
        "edges": [_edge(edge) for edge in graph.edges],
        "assumptions": {n: {end: list(path) for end, path in paths.items()} for n, paths in ends.items()},
        "touched_by_false": {name: list(others) for name, others in graph.touched_by_false.items()},
    }


def rendered(graph: Graph, asked: Mapping[str, Any]) -> str:
    """The same as a JSON result; `asked` names the paper."""
    return result("graph", asked, structured(graph))


def _node(node: Node) -> dict[str, Any]:
    return {
        "name": node.name,
        "kind": "claim" if node.verdict is not None else node.name.partition(":")[0],
        "verdict": None if node.verdict is None else str(node.verdict),
        "condition": str(node.condition) or None,
        "lines": list(node.lines),
        "judged_by": list(node.judges),
    }


def _edge(edge: Edge) -> dict[str, Any]:
    return {
        "from": edge.source,
        "to": edge.target,
        "link": str(edge.link),
        "by": str(edge.by),
        "used": edge.used,
        "corrected": edge.corrected,
    }
