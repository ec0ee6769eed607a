"""The audit's reports, on a few claims whose verdicts were derived by hand."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
import sympy as sp

from symbolic_eps.report.audit import errata as audit_errata
from symbolic_eps.report.audit import page as audit_page
from symbolic_eps.report.audit import structured as audit_json
from symbolic_eps.report.audit import text as audit_text
from symbolic_eps.report.audit.entry import Entry
from symbolic_eps.report.audit.values import sides_in, value_text, witness_value
from symbolic_eps.typesetting.notation import Text
from tests.symbolic_eps.audit_sample import CLAIMS, PAPER, VERDICTS, a, b, x
from verify.calculus.extremum import Infimum, Minimum
from verify.calculus.extremum import Path as Path_
from verify.claims import auditor
from verify.claims.claim import Claim, Locator
from verify.language.note import Note
from verify.probability.weighted_sum import Setting, Total

SAMPLE = Path(__file__).with_name("audit_sample.py")
WRONG = {place for place, verdict in VERDICTS.items() if verdict in ("holds-if", "misprint", "refuted")}

# --- what is said of each claim ---------------------------------------------------------------------------


def test_verdicts_are_those_derived_by_hand(entries: list[Entry]) -> None:
    assert {e.record.locator: e.record.verdict for e in entries} == VERDICTS


def test_json_keeps_its_contract(entries: list[Entry]) -> None:
    document = json.loads(audit_json.rendered(entries))
    fields = (
        "paper locator verdict grade method statement extra_hypotheses witness corrected certificate seconds"
    )
    for claim in document["claims"]:
        assert set(fields.split()) <= set(claim)
        assert claim["paper"] == PAPER
    assert sum(document["summary"].values()) == len(CLAIMS)
    assert document["summary"]["misprint"] == 2 and document["summary"]["open"] == 0
    by_place = {claim["locator"]: claim for claim in document["claims"]}
    assert by_place["lem:1@A"]["extra_hypotheses"] == ["a >= 1"]
    assert by_place["eq:3"]["witness"] is None and by_place["eq:3"]["certificate"].startswith("sha256:")
    assert by_place["eq:4.2"]["corrected"] is not None and by_place["lem:1@B"]["corrected"] is None


def test_values_of_both_sides_at_the_witness(entries: list[Entry]) -> None:
    entry = next(e for e in entries if e.record.locator == "eq:4.2")
    (sides,) = entry.sides
    point = {s: sp.Rational(v) for s, v in zip((a, b), map(entry.record.witness.get, "ab"), strict=True)}
    assert sp.Rational(sides.left) == (point[a] + point[b]) ** 2
    assert sp.Rational(sides.right) == point[a] ** 2 + point[a] * point[b] + point[b] ** 2
    slope = next(e for e in entries if e.record.locator == "eq:6")
    number = sp.Rational(slope.record.witness["a"])
    assert [(s.left, s.right) for s in slope.sides] == [(str(3 * number**2), str(2 * number**2))]


def test_an_undefined_side_is_said_to_be_undefined() -> None:
    assert value_text(1 / (1 - a), {a: sp.Integer(1)}) == "undefined"
    assert value_text(sp.sqrt(a), {a: sp.Integer(-1)}) == "undefined"


def test_values_in_a_finite_model() -> None:
    """With w = (1/3, 2/3): the sum is 1, its half is undefined where it is divided by w_1 - 1/3."""
    w, z = sp.symbols("w z", real=True)
    setting = Setting({w: (z,)})
    values = {"size(z)": sp.Integer(2), "w[1]": sp.Rational(1, 3), "w[2]": sp.Rational(2, 3)}
    model = {name: Note(value) for name, value in values.items()}
    (sides,) = sides_in(sp.And(Total(w, z) <= 1, Total(w**2, z) <= sp.Rational(1, 2)), setting, model)
    assert (sides.left, sides.right) == ("5/9", "1/2")
    (sides,) = sides_in(1 / (w - sp.Rational(1, 3)) > 0, setting, model)
    assert (sides.left, sides.right) == ("undefined", "0")


def test_a_place_outside_of_the_range_is_named(entries: list[Entry]) -> None:
    claim = Claim(
        Locator(PAPER, "eq:9"),
        Minimum(b**2 + a, (b,), a, {b: sp.Integer(0)}),
        (a > 0, b > 0),
        corrected=Infimum(b**2 + a, (b,), a, Path_(x, {b: x})),
    )
    (judged,) = auditor.audit([claim])
    entry = Entry(claim, judged.record)
    assert entry.verdict == "misprint"
    assert entry.because == "the place that is named, b = 0, is not in the range: b > 0 is false there"


def test_a_long_value_is_cut_and_marked() -> None:
    assert value_text(sp.sqrt(a) + sp.log(a) + sp.exp(a) / 7 + sp.sqrt(a + 1), {a: sp.Integer(2)}).endswith(
        "..."
    )


@pytest.mark.parametrize(
    "value", ["1/2", "__import__('os')", a, sp.true, sp.I, sp.zoo, Note("at ", sp.Integer(1))]
)
def test_a_witness_is_a_number_and_nothing_else(value: object) -> None:
    assert witness_value(Note(value)) is None


def test_a_record_in_plain_text_is_shown_in_words(entries: list[Entry]) -> None:
    """As an older journal has it: nothing is lost, and nothing is read as a formula."""
    noted = next(e for e in entries if e.record.locator == "lem:1@A")
    plain = {"extra_hypotheses": ("a >= 1", "b**2 > a"), "witness": {"a": "1/2"}, "statement": "a**2 >= a"}
    entry = Entry(noted.claim, replace(noted.record, **plain))
    assert entry.extra_hypotheses(Text()) == "a >= 1 and b**2 > a"
    assert entry.coordinates(Text()) == ["a = 1/2"] and entry.sides == ()
    assert "b**2 &gt; a" in audit_page.rendered([entry], {}, [])


def test_terminal_lists_what_does_not_simply_hold(entries: list[Entry]) -> None:
    text = audit_text.rendered(entries)
    assert text.startswith(
        f"{PAPER}: 9 claims: 3 holds, 1 holds-if, 2 misprint, 1 refuted, 1 definition, 1 cited\n"
    )
    listed = set(re.findall(r"^(\S+:\S+)  ", text, re.M))
    assert listed == WRONG
    block = text[text.index("eq:4.2") : text.index("lem:1@A")]
    for line in (
        "printed    (a + b)^2 = ",
        "given      a > 0 and b > 0",
        "fails at   a = ",
        "there      left ",
    ):
        assert line in block
    assert "corrected  (a + b)^2 = " in block and "remark     A factor 2 is lost." in block
    assert "needs      a >= 1" in text


def test_an_open_claim_is_listed_with_what_was_tried(entries: list[Entry]) -> None:
    record = replace(entries[2].record, verdict="open", grade="", note="the time budget of 1 s ran out")
    text = audit_text.rendered([Entry(entries[2].claim, record)])
    assert "1 open" in text and "eq:3  open: not decided: the time budget of 1 s ran out" in text


def test_one_claim_in_full_shows_its_evidence(entries: list[Entry]) -> None:
    entry = next(e for e in entries if e.record.locator == "eq:4.2")
    text = audit_text.in_full([entry])
    for part in (
        "as printed",
        "the domain has a point",
        "the repaired form",
        "refuted (exact)",
        "proved (exact)",
    ):
        assert part in text
    assert entry.record.fingerprint in text
    assert all(certificate in text for certificate in entry.record.certificates) and entry.record.certificates


# --- the errata note ----------------------------------------------------------------------------------------


def test_errata_in_markdown(entries: list[Entry]) -> None:
    text = audit_errata.markdown(entries, "A Sample (2001)", [("a", "a number")])
    assert set(re.findall(r"^### \d+\. .* \(`(\S+)`\)$", text, re.M)) == WRONG
    assert re.findall(r"^##? (.*)$", text, re.M) == [
        "Errata for A Sample (2001)",
        "Summary",
        "How to read this note",
        "Notation",
        "Results that do not hold",
        "Misprints",
        "Appendix: conditions that are left out",
        "Condition left out: $a \\ge 1$",
    ]
    rows = [line.split(" | ") for line in text.splitlines() if re.match(r"\| \d", line)]
    assert [row[1] for row in rows] == ["false result", "misprint", "misprint"]
    assert r"\boxed{2 a b}" in rows[1][3]
    assert "1 false result, 2 misprints." in text and "1 where exceptions occur in practice" in text
    assert "- $a$: a number" in text
    entry = text[text.index("(`eq:4.2`)") :].split("\n### ")[0]
    assert "As printed: $" in entry and "It fails at $a = " in entry and "It should read: $" in entry
    assert text.index("What this note does not claim") < text.index("## Summary")


def test_what_may_be_a_slip_of_our_transcription_is_counted_apart(entries: list[Entry]) -> None:
    doubtful = [
        replace(entry, claim=replace(entry.claim, print_in_doubt=entry.record.locator == "eq:4.2"))
        for entry in entries
    ]
    text = audit_errata.markdown(doubtful, "A Sample (2001)")
    assert "1 false result, 1 misprint. Wrong in print, or in our transcription only: 1 more line." in text
    rows = [line.split(" | ") for line in text.splitlines() if re.match(r"\| \d", line)]
    assert [row[1] for row in rows] == ["false result", "misprint", "print or transcription"]
    entry = text[text.index("(`eq:4.2`)") :].split("\n### ")[0]
    assert "In our transcription: $" in entry and "As printed" not in entry
    (alone,) = [entry for entry in doubtful if entry.record.locator == "eq:4.2"]
    assert "transcription only: 1 line." in audit_errata.markdown([alone], "A Sample (2001)")


def test_errata_that_say_the_same_are_one_entry(entries: list[Entry]) -> None:
    """Two printings of one line are named together; another condition keeps them apart."""
    first = next(e for e in entries if e.record.locator == "lem:1@A")
    again = replace(first, record=replace(first.record, locator="lem:1@C"))
    (section,) = audit_errata.sections([first, again])
    assert [item.locators for item in section.items] == [("lem:1@A", "lem:1@C")]
    other = replace(again, record=replace(again.record, extra_hypotheses=("a >= 2",)))
    assert len(audit_errata.sections([first, other])) == 2


def test_sentences_and_witnesses_in_errata(entries: list[Entry]) -> None:
    """A statement known by its text is a sentence; a finite model shows its index sets."""

    class Sentence:
        text = Note("the budget is ", sp.log((1 - a) / (1 / b - a)), " for all ", a)

        def examine(self, domain: object, prover: object) -> None:
            raise AssertionError("not examined")

    first = next(e for e in entries if e.record.locator == "lem:1@B")
    record = replace(
        first.record, witness={"f[1,2]": Note(sp.Rational(1, 2)), "size(y)": Note(sp.Integer(2))}
    )
    entry = Entry(replace(first.claim, statement=Sentence()), record)
    text = audit_errata.markdown([entry], "A Sample (2001)")
    assert "As printed: the budget is $\\log\\left(" in text and "$ for all $a$" in text
    assert r"$y \in \{1, 2\},\ f_{1,2} = \frac{1}{2}$" in text


def test_errata_of_a_paper_without_any_say_so(entries: list[Entry]) -> None:
    text = audit_errata.markdown([entries[2]], "A Sample (2001)")
    assert "nothing to correct" in text and "##" not in text


def test_errata_in_latex_compile(
    entries: list[Entry], tmp_path: Path, require_tool: Callable[[str], Path]
) -> None:
    long = sp.Eq(sum(a**n * sp.sqrt(b + n) for n in range(20)), a, evaluate=False)
    wide = replace(entries[4], claim=replace(entries[4].claim, statement=long, remark="50 % of p_0 & <x>"))
    document = audit_errata.latex([*entries, wide], "A Sample_1 & more (2001)", [("a_1", "50 % ~ of #1")])
    assert document.count(r"\subsection*") == 6 and document.count(r"\medskip\textbf") == 5
    (tmp_path / "errata.tex").write_text(document, encoding="utf-8")
    program = require_tool("pdflatex")
    options = ["-interaction=nonstopmode", "-halt-on-error", "errata.tex"]
    finished = subprocess.run([program, *options], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout[-2000:]
    assert "Overfull" not in finished.stdout


# --- the page -----------------------------------------------------------------------------------------------


class _Page(HTMLParser):
    """Collects elements, and the text of the page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "input", "link", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="module")
def page(entries: list[Entry]) -> str:
    return audit_page.rendered(
        entries, {PAPER: "A Sample <2001>"}, ["symbolic-eps audit sample"], ["a < b"], "0"
    )


def test_page_is_well_formed_and_has_every_claim(page: str, entries: list[Entry]) -> None:
    parsed = _Page(page)
    articles = parsed.all("article")
    assert [x["id"] for x in articles] == [f"{PAPER}/{place}" for place in VERDICTS]
    assert [x["data-verdict"] for x in articles] == list(VERDICTS.values())
    assert len(set(x["id"] for x in articles)) == len(articles)
    for formula in re.findall(r"<math.*?</math>", page):
        ElementTree.fromstring(formula)
    figures = re.findall(r"<dt>([\w ]+)</dt><dd>(\d+)</dd>", page)
    assert figures[:2] == [("claims", "9"), ("hold", "3")] and figures[5] == ("open", "0")
    assert figures[2:5] == [("false result", "1"), ("misprint", "2"), ("condition left out", "1")]
    assert (
        page.index("figures")
        < page.index("<h2>Errata")
        < page.index(">Claims<")
        < page.index("How to reproduce")
    )
    assert "a text &lt;on&gt; means &amp; bounds" in page and "<on>" not in page


def test_page_names_nothing_outside_itself(page: str) -> None:
    parsed = _Page(page)
    for tag, attributes in parsed.elements:
        assert tag not in ("link", "img", "iframe", "object", "base")
        assert "src" not in attributes
        assert not any(name.startswith("on") for name in attributes)
    for link in parsed.all("a"):
        assert link["href"].startswith("#")
    ids = {x.get("id") for _, x in parsed.elements}
    assert {link["href"][1:] for link in parsed.all("a")} <= ids
    assert "://" not in page.replace("http://www.w3.org", "")
