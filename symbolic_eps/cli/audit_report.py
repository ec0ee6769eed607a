"""The output of `symbolic-eps audit` in each format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from symbolic_eps.cli.audit_options import ErrataFormat
from symbolic_eps.cli.output_format import Files

if TYPE_CHECKING:
    from symbolic_eps.report.audit.entry import Entry
    from verify.claims.paper import Paper


def report(
    papers: Sequence[Paper],
    asked: Mapping[str, Any] | None,
    entries: Sequence[Entry],
    differences: Sequence[str],
    errata: str | None,
    style: ErrataFormat | None,
    in_full: bool,
    files: Files,
) -> str:
    """What an audit prints.

    Parameters
    ----------
    papers : sequence of Paper
    asked : mapping or None
        The question, for JSON.
    entries : sequence of Entry
    differences : sequence of str
        From the pinned verdicts.
    errata : str or None
        The paper of which a note to the authors is wanted.
    style : ErrataFormat or None
    in_full : bool
        Each claim with its evidence.
    files : Files
    """
    from symbolic_eps import __version__
    from symbolic_eps.report.audit import errata as note
    from symbolic_eps.report.audit import structured, text

    if style is ErrataFormat.FRAGMENT:
        from symbolic_eps.report.fragment.audit import audited
        from symbolic_eps.report.fragment.text import rendered

        return rendered(audited(entries), files.prefix)
    if errata is not None:
        write = note.latex if style is ErrataFormat.LATEX else note.markdown
        (paper,) = papers
        return write(entries, paper.title, paper.legend, __version__)
    if asked is not None:
        return structured.rendered(entries, differences, asked)
    return text.in_full(entries) if in_full else text.rendered(entries)
