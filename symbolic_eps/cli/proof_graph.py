"""`audit --graph`: the graph of claims as an HTML page or as JSON, by the file's extension."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic_eps.cli.output import check_writable, deliver, notice
from symbolic_eps.errors import InputError

if TYPE_CHECKING:
    from verify.claims.claim import Claim
    from verify.claims.paper import Paper

ENDINGS = (".html", ".json")


def check_graph(path: Path | None, sources: Sequence[str], not_with: Sequence[object]) -> None:
    """Refuse a graph of another kind of file, of more than one paper, or of a part of one."""
    if path is None:
        return
    check_writable(path, "--graph")
    if path.suffix not in ENDINGS:
        raise InputError(f"--graph {path}: name a file that ends in .html or .json")
    if len(sources) != 1:
        raise InputError("--graph is about one paper: name it, for example: audit PAPER --graph g.html")
    if any(not_with):
        raise InputError("--graph is about a whole paper: leave out --only and --errata")


def write_graph(
    path: Path,
    paper: Paper | None,
    claims: Sequence[Claim],
    lines: Iterable[Mapping[str, Any]],
    certificates: Mapping[str, Mapping[str, Any]] | None = None,
) -> None:
    """Compute the graph of judged claims, write it, and tell the person so.

    Parameters
    ----------
    path : Path
        Ends in `.html` or `.json`.
    paper : Paper or None
        Whose claims they are; None for a file of a user's own.
    claims : sequence of Claim
        All of them.
    lines : iterable of mapping
        What was found out about each.
    certificates : mapping, optional
        By fingerprint; by default those that are shipped with the paper.
    """
    from symbolic_eps import __version__
    from symbolic_eps.report.audit import graph as report
    from symbolic_eps.report.audit import graph_page
    from verify.certificates.known_answers import KnownAnswers
    from verify.claims.coverage import COVERAGE, read_coverage
    from verify.claims.dependencies import Judged, graph_of
    from verify.claims.locator_grammar import Grammar

    names = list(dict.fromkeys(claim.locator.paper for claim in claims))
    if len(names) != 1:
        raise InputError(f"--graph is about one paper: these claims are of {', '.join(names) or 'none'}")
    if certificates is None and paper is not None:
        certificates = KnownAnswers.load(paper.evidence, paper.identifier).certificates
    premises = (paper.offer("premises") or ()) if paper is not None else ()
    judges = read_coverage(paper.folder / COVERAGE).claims if paper is not None else {}
    by_place = {line["locator"]: line for line in lines}
    graph = graph_of(Judged(claims, by_place, certificates or {}, premises, judges))
    if path.suffix == ".json":
        deliver(report.rendered(graph, {"paper": names[0]}), path)
        notice(f"{path}: what rests on what, as JSON")
        return
    title, grammar = (paper.title, paper.grammar) if paper is not None else (names[0], Grammar())
    deliver(graph_page.rendered(graph, claims, title, grammar, __version__), path)
    notice(f"{path}: what rests on what; open it in a browser, it needs no network")
