"""An audit in a LaTeX fragment: how many claims have which verdict, and what is wrong as printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from symbolic_eps.report.audit.entry import Entry
from symbolic_eps.report.audit.errata import leading, sections
from symbolic_eps.report.audit.errata_markup import Tex
from symbolic_eps.report.fragment.text import Fragment, Grid, Row, prefix_of
from symbolic_eps.typesetting.notation import Notation
from symbolic_eps.typesetting.tex import Latex, tex_words
from verify.claims.verdict import Verdict

_LATEX = Latex()
_SHARES = (0.22, 0.36, 0.42)


class _Inline(Tex):
    """Formulas in running text, which need no macros of their own."""

    def display(self, formula: Callable[[Notation], str]) -> str:
        """Between dollar signs."""
        return self.inline(formula(_LATEX))


def audited(entries: Sequence[Entry]) -> Fragment:
    r"""The counts of all verdicts, by paper, and for each paper what is wrong as printed.

    Parameters
    ----------
    entries : sequence of Entry
        Of one paper or of several; of a single one, each count is a macro, such as `\AuditHolds`.
    """
    papers = list(dict.fromkeys(entry.record.paper for entry in entries))
    counts = [Counter(entry.verdict for entry in entries if entry.record.paper == paper) for paper in papers]
    rows = [
        Row("claims", tuple(str(count.total()) for count in counts), "Claims" if len(papers) == 1 else "")
    ]
    for verdict in Verdict:
        if any(verdict in count for count in counts):
            name = prefix_of(str(verdict)) if len(papers) == 1 else ""
            rows.append(Row(tex_words(str(verdict)), tuple(str(count[verdict]) for count in counts), name))
    wrong = [_errata(paper, [e for e in entries if e.record.paper == paper]) for paper in papers]
    verdicts = Grid(tuple(rows), ("", *map(tex_words, papers)))
    return Fragment("", (verdicts, *(grid for grid in wrong if grid.rows)))


def _errata(paper: str, entries: Sequence[Entry]) -> Grid:
    markup, rows = _Inline(), []
    for row in leading(sections(entries)):
        place = markup.words(f"{row.place} ({row.severity})")
        rows.append(Row(place, markup.cells(row)))
    header = ("place", "as printed (our reading)", "should be")
    return Grid(tuple(rows), header, f"{prefix_of(paper)}Errata", _SHARES)
