"""An audit as one self-contained page: how many of each class, the errata, every claim in its paper's order.

Formulas are MathML, evidence is folded away; style and script are inside, and nothing is fetched (the page's
own policy forbids it). Without the script everything is shown and only the filter is missing.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from symbolic_eps.report.audit.entry import Entry, evidence_details, evidence_line, evidence_roots, one_line
from symbolic_eps.report.audit.errata import Item, sections
from symbolic_eps.report.audit.theorems import Statements, theorem_links, theorem_section
from symbolic_eps.typesetting.mathml import BreakableMathml, Mathml
from symbolic_eps.typesetting.notation import Text
from symbolic_eps.typesetting.runs import paragraph, proper, set_note
from verify.claims.auditor import counts
from verify.claims.expected_verdicts import fingerprint, pins_of
from verify.claims.severity import Severity
from verify.claims.verdict import SOUND, Verdict
from verify.language.note import Formula, Note

_MATHML, _DISPLAY, _TEXT = Mathml(), BreakableMathml(), Text()
_RANK = list(Severity).index

EXPLANATIONS = {
    "holds": "true as printed",
    "holds-if": "true with a further hypothesis",
    "misprint": "false as printed, the corrected form is true",
    "refuted": "false",
    "definition": "nothing to prove",
    "cited": "from another source",
    "open": "not decided",
}


def rendered(
    entries: Sequence[Entry],
    titles: Mapping[str, str],
    commands: Sequence[str],
    differences: Sequence[str] = (),
    version: str = "",
    notations: Mapping[str, Sequence[tuple[str, str]]] | None = None,
    brief: bool = False,
    theorems: Mapping[str, Statements] | None = None,
) -> str:
    """The page.

    Parameters
    ----------
    entries : sequence of Entry
        In the order of the papers.
    titles : mapping of str to str
        How each paper is cited, by its id.
    commands : sequence of str
        What to type to get this page.
    differences : sequence of str
        Where verdicts differ from the pinned ones.
    version : str
        Of the program.
    notations : mapping of str to sequence of (str, str), optional
        What our symbols stand for, by paper.
    brief : bool
        Leave out the evidence, and the claims against which nothing is to be said.
    theorems : mapping of str to mapping, optional
        What is a theorem of Coq, by paper.
    """
    style = files("symbolic_eps.report.audit").joinpath("page.css").read_text(encoding="utf-8")
    script = files("symbolic_eps.report.audit").joinpath("page.js").read_text(encoding="utf-8")
    papers = list(dict.fromkeys(entry.record.paper for entry in entries))
    heading = "Audit: " + "; ".join(titles.get(paper, paper) for paper in papers)
    listed = [entry for entry in entries if not (brief and entry.verdict in SOUND)]
    policy = f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'"
    return (
        "<!DOCTYPE html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(heading)}</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        f"<style>{style}</style>\n</head>\n<body>\n"
        + "\n".join(
            [
                _top(entries, [titles.get(paper, paper) for paper in papers]),
                _legend(notations or {}),
                _errata(entries, titles),
                _differences(differences),
                _filter(listed, brief),
                *(_paper(p, titles.get(p, p), listed, brief, (theorems or {}).get(p, {})) for p in papers),
                theorem_section({paper: (theorems or {}).get(paper, {}) for paper in papers}),
                _reproduce(entries, commands, version),
            ]
        )
        + f"\n<script>{script}</script>\n</body>\n</html>\n"
    )


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _top(entries: Sequence[Entry], titles: Sequence[str]) -> str:
    numbers_by_verdict = counts(entry.record for entry in entries)
    classes = Counter(entry.severity for entry in entries if entry.severity)
    figures = [
        ("claims", len(entries), ""),
        ("hold", numbers_by_verdict["holds"], "good"),
        *(
            (severity, classes[severity], "bad" if severity.leads else "if")
            for severity in sorted(classes, key=_RANK)
        ),
        ("open", numbers_by_verdict["open"], "bad" if numbers_by_verdict["open"] else ""),
    ]
    numbers = "".join(
        f'<div class="{kind}"><dt>{label}</dt><dd>{number}</dd></div>' for label, number, kind in figures
    )
    rest = ", ".join(f"{number} {verdict}" for verdict, number in numbers_by_verdict.items() if number)
    return (
        "<header>\n<h1>Audit of printed claims</h1>\n"
        + "".join(f'<p class="lead">{escape(title)}</p>\n' for title in titles)
        + f'<dl class="figures">{numbers}</dl>\n<p class="soft">{escape(rest)}.</p>\n</header>'
    )


MEANINGS = {
    Severity.FALSE_RESULT: "a result is false as printed",
    Severity.FALSE_STEP: "a line of a proof is false; the result may still be true",
    Severity.FALSE_NUMBER: "a printed number is wrong",
    Severity.MISPRINT: "false as printed; the lines around show what is meant, and that is proved",
    Severity.TRANSCRIPTION: "a misprint, or an error in the transcription that was judged",
    Severity.CONDITION: "true only under a condition that is not printed there; exceptions occur in practice",
    Severity.EDGE: "the same, but the only exceptions are edge cases such as p = 1",
}


def _legend(notations: Mapping[str, Sequence[tuple[str, str]]]) -> str:
    """What the classes mean, and what the symbols stand for."""
    meanings = "".join(f"<dt>{label}</dt><dd>{escape(text)}</dd>" for label, text in MEANINGS.items())
    symbols = dict.fromkeys(line for lines in notations.values() for line in lines)
    shown = "".join(
        f"<dt>{_listed(_MATHML.name(name.strip()) for name in ours.split(','))}</dt><dd>{_words(theirs)}</dd>"
        for ours, theirs in symbols
    )
    notation = f'<h3>Notation</h3><dl class="facts">{shown}</dl>' if shown else ""
    return (
        "<section><h2>How to read this page</h2><p>Each claim of the paper is judged on the range of its "
        "symbols that is printed for it. A claim that does not hold is shown with a point at which it fails "
        "and, if there is one, a corrected form that is proved; the changes are shaded. If the paper uses "
        f'words, the formula is our reading of them.</p><dl class="facts">{meanings}</dl>{notation}</section>'
    )


def _differences(differences: Sequence[str]) -> str:
    if not differences:
        return ""
    items = "".join(f"<li>{escape(text)}</li>" for text in differences)
    return f"<details><summary>Not as expected: {len(differences)}</summary><ul>{items}</ul></details>"


def _errata(entries: Sequence[Entry], titles: Mapping[str, str]) -> str:
    papers = list(dict.fromkeys(entry.record.paper for entry in entries))
    errata_by_paper = {paper: sections([e for e in entries if e.record.paper == paper]) for paper in papers}
    if not any(errata_by_paper.values()):
        return "<section><h2>Errata</h2><p>None.</p></section>"
    parts = []
    for paper in papers:
        if len(papers) > 1 and errata_by_paper[paper]:
            parts.append(f"<h3>{escape(titles.get(paper, paper))}</h3>")
        for section in errata_by_paper[paper]:
            added = section.items[0].entry.extra_hypotheses(_MATHML) if section.condition else ""
            items = "".join(map(_erratum, section.items))
            heading = f"{escape(section.title)} {_math(added)}" if added else escape(section.title)
            parts.append(f'<h4>{heading}</h4><ul class="errata">{items}</ul>')
    return f"<section><h2>Errata</h2>{''.join(parts)}</section>"


def _erratum(item: Item) -> str:
    """Where it stands, what is printed, where that fails, and what it should be."""
    entry = item.entry
    links = "; ".join(_link(same) for same in item.entries)
    where = _listed(entry.coordinates(_MATHML))
    fails = f' <span class="what">fails at {where}</span>' if where else ""
    return f'<li>{links}{fails}<div class="formula">{_statement(entry)}</div>{_right(entry)}</li>'


def _right(entry: Entry) -> str:
    """What would be right, and else what is wrong; nothing where the heading has the condition."""
    if corrected := entry.corrected(_DISPLAY, marked=True):
        return f'<span class="what">should be</span><div class="formula">{_math(corrected)}</div>'
    if entry.verdict is Verdict.HOLDS_IF:
        return ""
    return (
        f"<p>{escape(proper(one_line(entry.record.remark))) or _words(entry.because or entry.headline)}</p>"
    )


def _words(text: str) -> str:
    """A note, its formulas as mathematics."""
    return paragraph(text, _MATHML, escape, _inline)


def _listed(formulas: Iterable[str]) -> str:
    """Formulas in running text, between which a line may break."""
    *first, last = [*map(_inline, formulas)] or [""]
    return "".join(f'<span class="whole">{formula},</span> ' for formula in first) + last


def _inline(inner: str) -> str:
    """A formula in running text."""
    return f"<math><mrow>{inner}</mrow></math>"


def _link(entry: Entry) -> str:
    href = quote(entry.anchor, safe="/:@.")
    return f'<a href="#{href}" title="{escape(entry.record.locator)}">{escape(entry.place)}</a>'


def _verdict(entry: Entry) -> str:
    return f'<span class="verdict {entry.record.verdict}">{entry.record.verdict}</span>'


def _filter(entries: Sequence[Entry], brief: bool) -> str:
    numbers = counts(entry.record for entry in entries)
    boxes = "".join(
        f'<label title="{escape(EXPLANATIONS[verdict])}"><input type="checkbox" value="{verdict}" checked>'
        f'<span class="verdict {verdict}">{verdict} {number}</span></label>'
        for verdict, number in numbers.items()
        if number
    )
    return (
        f'<h2 id="claims">{"Claims that do not simply hold" if brief else "Claims"}</h2>\n'
        f'<form class="filter" role="search" aria-label="Filter the claims" hidden>'
        f"<fieldset><legend>Verdicts</legend>{boxes}</fieldset>"
        '<label>at <input type="search" placeholder="eq:94  (press /)" autocomplete="off"></label>'
        '<button type="reset">show all</button><output aria-live="polite"></output></form>'
    )


def _paper(paper: str, title: str, entries: Iterable[Entry], brief: bool, theorems: Statements) -> str:
    own = "\n".join(_claim(entry, brief, theorems) for entry in entries if entry.record.paper == paper)
    return f'<section aria-label="{escape(title)}"><h2>{escape(title)}</h2>\n{own}\n</section>'


def _claim(entry: Entry, brief: bool, theorems: Statements) -> str:
    record = entry.record
    corrected = entry.corrected(_DISPLAY, marked=True)
    entries: list[tuple[str, str]] = [
        ("class", str(entry.severity or "")),
        ("given", _listed(entry.given(_MATHML))),
        ("fails at", _listed(entry.coordinates(_MATHML))),
        *(("there", _words(sides.note)) for sides in entry.sides),
        ("because", _words(entry.because)),
        ("tried", _words(entry.tried)),
        ("needs", _math(entry.extra_hypotheses(_DISPLAY))),
        ("corrected", corrected and f'<div class="formula">{_math(corrected)}</div>'),
        ("remark", escape(proper(one_line(record.remark)))),
        ("theorem", theorem_links(record.locator, theorems)),
    ]
    rows = "".join(f"<dt>{label}</dt><dd>{text}</dd>" for label, text in entries if text)
    anchor = escape(entry.anchor)
    return (
        f'<article id="{anchor}" data-verdict="{record.verdict}">'
        f'<header><h3><a href="#{quote(entry.anchor, safe="/:@.")}">{escape(record.locator)}</a></h3>'
        f'<span class="place">{escape(entry.place)}</span>'
        f'{_verdict(entry)}<span class="headline">{_words(_headline(entry))}</span></header>'
        f'<div class="formula">{_statement(entry)}</div>'
        + (f'<dl class="facts">{rows}</dl>' if rows else "")
        + ("" if brief else _evidence(entry))
        + "</article>"
    )


def _statement(entry: Entry) -> str:
    if entry.in_words:
        return f"<p>{_words(entry.in_words)}</p>"
    return _math(entry.statement(_DISPLAY), entry.statement(_TEXT))


def _headline(entry: Entry) -> Note:
    if entry.verdict is Verdict.HOLDS:
        return Note(f"proof: {entry.record.grade}")
    return entry.headline


def _evidence(entry: Entry) -> str:
    if entry.verdict in (Verdict.DEFINITION, Verdict.CITED):
        return ""
    record = entry.record
    trees = "".join(
        f'<p class="what">{escape(label)}</p><ul>{_tree(tree)}</ul>'
        for label, tree in evidence_roots(record.evidence)
    )
    marks = [f"<p><span class='what'>SymPy</span> <code>{escape(record.statement)}</code></p>"]
    marks += [
        f"<p><span class='what'>certificate</span> <code>{escape(c)}</code></p>" for c in record.certificates
    ]
    marks.append(
        f"<p><span class='what'>claim</span> <code>{escape(record.fingerprint)}</code>, "
        f"{record.seconds:.2f} s</p>"
    )
    return f"<details><summary>Evidence</summary>{trees}{''.join(marks)}</details>"


@cache
def _plain(runs: tuple[str | Formula, ...]) -> str:
    """A line of evidence, its formulas on one line; many trees share their lines."""
    return escape(set_note(Note(*runs), _TEXT))


def _tree(tree: Mapping[str, Any]) -> str:
    details = "".join(f'<div class="what">{_plain(note.runs)}</div>' for note in evidence_details(tree))
    parts = "".join(_tree(part) for part in tree["parts"])
    line = _plain(evidence_line(tree).runs)
    return f"<li>{line}{details}{f'<ul>{parts}</ul>' if parts else ''}</li>"


def _math(inner: str, label: str = "") -> str:
    """A display from a formula in `BreakableMathml`, whose pieces go to as many lines as they need."""
    if not inner:
        return ""
    described = f' alttext="{escape(label)}"' if label else ""
    first, *others = BreakableMathml.parts(inner)
    pieces = [
        f'<math displaystyle="true"{described}><mrow>{first}</mrow></math>',
        *(f'<math displaystyle="true"><mrow>{piece}</mrow></math>' for piece in others),
    ]
    return " ".join(pieces)


def _reproduce(entries: Sequence[Entry], commands: Sequence[str], version: str) -> str:
    pins = fingerprint(pins_of([entry.record for entry in entries]))
    shown = "\n".join(commands)
    return (
        "<footer><h2>How to reproduce</h2>"
        f"<pre><code>{escape(shown)}</code></pre>"
        f'<p class="soft">symbolic-eps {escape(version)}; fingerprint of the verdicts '
        f"<code>{pins}</code>. Grades, the strongest first: exact (a polynomial "
        "identity, or a certificate that the kernel accepted), solver (z3 and cvc5), one-solver, enclosed "
        "(ball arithmetic over the whole domain).</p></footer>"
    )
