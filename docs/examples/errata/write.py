"""Writes the errata notes and pages that lie in this folder, from the evidence of the papers' packages.

`python docs/examples/errata/write.py [FOLDER]`, or `make examples`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from symbolic_eps import __version__
from symbolic_eps.papers import claims_in, papers
from symbolic_eps.report.audit import errata, page
from symbolic_eps.report.audit.entry import Entry
from verify.claims.auditor import audit
from verify.claims.coverage import whereabouts_in
from verify.claims.paper import Paper

HERE = Path(__file__).resolve().parent


def entries_of(paper: Paper) -> list[Entry]:
    """All claims of a paper, judged with the evidence that is shipped."""
    claims, near = claims_in(paper), whereabouts_in(paper.folder)
    records = [one.record for one in audit(claims, {paper.identifier: paper.evidence})]
    return [
        Entry(claim, record, paper.grammar, near.get(record.locator, ""))
        for claim, record in zip(claims, records, strict=True)
    ]


def write(paper: Paper, folder: Path) -> None:
    """The note in LaTeX and in Markdown, and the page without its evidence."""
    name, entries = paper.identifier, entries_of(paper)
    commands = [f"symbolic-eps audit {name} --html audit.html", f"symbolic-eps audit {name} --only LOCATOR"]
    notations = {name: paper.legend}
    texts = {
        "tex": errata.latex(entries, paper.title, paper.legend, __version__),
        "md": errata.markdown(entries, paper.title, paper.legend, __version__),
        "html": page.rendered(entries, {name: paper.title}, commands, (), __version__, notations, brief=True),
    }
    for suffix, text in texts.items():
        (folder / f"{name}.{suffix}").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for each in papers().values():
        write(each, target)
