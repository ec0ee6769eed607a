"""The audit's reports and its command, on a few claims whose verdicts were derived by hand."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
import sympy as sp

from symbolic_eps.cli import journal, main
from symbolic_eps.cli.output import deliver
from symbolic_eps.papers import papers
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
from verify.claims.expected_verdicts import expected, pins_text
from verify.language.note import Note
from verify.probability.weighted_sum import Setting, Total

SAMPLE = Path(__file__).with_name("audit_sample.py")
WRONG = {place for place, verdict in VERDICTS.items() if verdict in ("holds-if", "misprint", "refuted")}


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    judged = auditor.audit(CLAIMS)
    return [Entry(claim, found.record) for claim, found in zip(CLAIMS, judged, strict=True)]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "symbolic-eps"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main(["audit", *map(str, arguments)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


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
        "What should read differently",
        "Appendix: conditions that are left out",
        "Condition left out: $a \\ge 1$",
    ]
    rows = [line.split(" | ") for line in text.splitlines() if re.match(r"\| \d", line)]
    assert [row[1] for row in rows] == ["false result", "misprint", "misprint"]
    assert r"\boxed{2 a b}" in rows[1][3]
    assert "1 false result, 2 misprints." in text and "1 where a reader can meet the exception" in text
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


# --- the command --------------------------------------------------------------------------------------------


def test_help_says_that_a_file_is_executed(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--help")
    words = " ".join(out.split())
    assert status == 0 and "a file is executed" in words and "Example: symbolic-eps audit" in words


def test_file_whose_claims_do_not_all_hold(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "audit.html"
    status, out, err = run(capsys, SAMPLE, "--html", target)
    assert (status, err) == (1, "") and "3 holds" in out
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def write_claims(path: Path, *claims: str, more: str = "") -> Path:
    path.write_text(
        "from sympy import *\nfrom verify.claims.claim import Claim, Locator\n"
        'a = symbols("a", real=True)\n'
        f"{more}\nCLAIMS = ({', '.join(claims)},)\n",
        encoding="utf-8",
    )
    return path


def test_file_whose_claims_hold(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write_claims(tmp_path / "mine.py", 'Claim(Locator("mine", "eq:1"), a**2 + 1 > a)')
    assert run(capsys, path) == (0, "mine: 1 claim: 1 holds\n", "")


def test_helpers_beside_a_file_and_statements_of_its_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Two processes judge a statement whose class only the file knows."""
    (tmp_path / "claims_helper.py").write_text("LOW = 0\n")
    own = """
from dataclasses import dataclass
from claims_helper import LOW
from verify.language.implication import Implication

@dataclass(frozen=True)
class AtLeast:
    expression: object

    @property
    def text(self):
        return f"{self.expression} is at least {LOW}"

    def examine(self, domain, prover):
        return prover.prove(Implication(domain, self.expression >= LOW))
"""
    claims = [f'Claim(Locator("mine", "eq:{n}"), AtLeast(a**2 + {n}))' for n in (0, 1)]
    path = write_claims(tmp_path / "mine.py", *claims, more=own)
    assert run(capsys, path, "--jobs", 2) == (0, "mine: 2 claims: 2 holds\n", "")
    assert str(tmp_path) not in sys.path


IMPORTS = """from sympy.abc import a
from verify.claims.claim import Claim, Locator
PLACE = Locator("mine", "eq:1")
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("CLAIMS = (", "mine.py, line 1: SyntaxError"),
        ("x = 1\ny = z\n", "mine.py, line 2: NameError: name 'z' is not defined"),
        ("raise SystemExit(0)", "mine.py, line 1: SystemExit"),
        ("CLAIM = 1", "mine.py: no CLAIMS: it needs CLAIMS, a tuple of verify.claims.claim.Claim"),
        ("CLAIMS = ()", "mine.py: CLAIMS is empty"),
        ("CLAIMS = (1,)", "mine.py: entry 1 of CLAIMS is of type int"),
        (IMPORTS + 'CLAIMS = (Claim("eq:1", a > 0),)', "entry 1 of CLAIMS: locator is of type str"),
        (IMPORTS + "CLAIMS = (Claim(PLACE, 'a > 0'),)", "entry 1 of CLAIMS: statement is of type str"),
        (
            IMPORTS + "CLAIMS = (Claim(PLACE, a > 0, a > 1),)",
            "domain is of type StrictGreaterThan; write a tuple",
        ),
        (IMPORTS + "CLAIMS = (Claim(PLACE, a > 0, (1,)),)", "domain has an entry of type int"),
        (
            IMPORTS + "CLAIMS = (Claim(PLACE, a - a < 1),)",
            "has simplified the statement to True; keep it with",
        ),
    ],
)
def test_bad_file_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    status, out, err = run(capsys, path)
    assert (status, out) == (2, "") and said in err and err.count("\n") == 1


def test_workers_do_not_run_a_file_that_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.py"
    path.write_text("CLAIMS = (")
    assert main(["audit", str(path), "--derive", "--jobs", "2"]) == 2
    assert len(capfd.readouterr().err.splitlines()) == 1


def test_two_claims_at_one_place_are_an_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    one = 'Claim(Locator("mine", "eq:1"), a**2 >= a - 1)'
    status, _, err = run(capsys, write_claims(tmp_path / "mine.py", one, one))
    assert status == 2 and "two claims at mine eq:1" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["kazan-reiter-2042"], "did you mean kazan-reiter-2024?"),
        (["nowhere.py"], "there is no file nowhere.py"),
        ([SAMPLE, "--only", "eq:9"], "no claim at 'eq:9': near it are eq:"),
        ([SAMPLE, "--format", "latex"], "--format is for the errata note"),
        (["--errata", "kazan-reiter-2024", "--json"], "leave out --json"),
        (["kazan-reiter-2023", "--errata", "kazan-reiter-2024"], "leave out kazan-reiter-2023"),
        (["--update-expected", "--only", "eq:1"], "leave out --only"),
        ([SAMPLE, "--output", "/nowhere/x"], "there is no folder"),
        ([SAMPLE, "--html", "/nowhere/x"], "--html /nowhere/x: there is no folder"),
        ([SAMPLE, "--journal", "/nowhere/x"], "--journal /nowhere/x: there is no folder"),
        ([SAMPLE, "--certificates", "/dev/null"], "--certificates /dev/null: /dev/null is a file"),
        ([SAMPLE, "--seconds", "nan"], "--seconds nan: name a number of seconds"),
        ([SAMPLE, "--seconds", "inf"], "--seconds inf: name a number of seconds"),
        ([SAMPLE, "--jobs", "0"], "Invalid value for '--jobs'"),
        ([SAMPLE, "--update-expected"], "leave out files of your own"),
        (["--errata", SAMPLE], "name a paper"),
    ],
)
def test_bad_arguments(capsys: pytest.CaptureFixture[str], arguments: list[object], said: str) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "") and said in err


def test_only_shows_a_display_with_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, SAMPLE, "--only", "eq:4")
    assert status == 1 and re.findall(r"^(eq:\S+)", out, re.M) == ["eq:4.1", "eq:4.2"]
    status, out, _ = run(capsys, SAMPLE, "--only", "eq:4.1")
    assert status == 0 and "certificate accepted by the kernel" in out


def test_an_interrupted_audit_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, own_cache: Path
) -> None:
    judge_within, judged = auditor.judge_within, []

    def interrupted(claim: object, *rest: object) -> object:
        if len(judged) == 3:
            raise KeyboardInterrupt
        judged.append(claim)
        return judge_within(claim, *rest)

    monkeypatch.setattr(auditor, "judge_within", interrupted)
    status, out, _ = run(capsys, SAMPLE)
    assert (status, out) == (130, "") and len(list(own_cache.iterdir())) == 1
    judged.clear()
    monkeypatch.setattr(auditor, "judge_within", lambda *given: judged.append(given) or judge_within(*given))
    status, out, err = run(capsys, SAMPLE)
    assert "notice: 3 of 9 claims were judged before" in err and len(judged) == 6
    assert "9 claims: 3 holds" in out and list(own_cache.iterdir()) == []


def test_a_named_journal_is_kept_and_used(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    journal = tmp_path / "audit.jsonl"
    _, first, _ = run(capsys, SAMPLE, "--journal", journal, "--json")

    def never(*_: object) -> None:
        raise AssertionError("judged again")

    monkeypatch.setattr(auditor, "judge_within", never)
    _, second, err = run(capsys, SAMPLE, "--journal", journal, "--json")
    assert "9 of 9 claims" in err and json.loads(first) == json.loads(second)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"# Notes of mine\n", "its line 1 is no record of an audit"),
        (b"\xff\xfe", "is not text in UTF-8"),
        (b'{"answers": {}, "record": {"locator": "eq:1"}}\n', "its line 1 is a record of another version"),
    ],
)
def test_a_file_that_is_no_journal_is_left_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, said: str
) -> None:
    journal = tmp_path / "notes"
    journal.write_bytes(content)
    status, out, err = run(capsys, SAMPLE, "--journal", journal)
    assert (status, out) == (2, "") and said in err and journal.read_bytes() == content


def test_a_journal_whose_last_line_was_cut_short_is_used(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    journal = tmp_path / "audit.jsonl"
    run(capsys, SAMPLE, "--journal", journal)
    text = journal.read_text()
    journal.write_text(text[: text.rindex('"record"')])
    assert "notice: 8 of 9 claims" in run(capsys, SAMPLE, "--journal", journal)[2]


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(tmp_path / "page")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    deliver("text", pipe)
    deliver("text", link)
    assert os.read(reader, 99) == b"text" and pipe.is_fifo() and link.is_symlink()
    os.close(reader)


def test_certificates_are_written_and_accepted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run(capsys, SAMPLE, "--certificates", tmp_path / "found")
    assert main(["check", str(tmp_path / "found" / "certificates")]) == 0
    assert "certificates accepted" in capsys.readouterr().out


# --- pinned verdicts ----------------------------------------------------------------------------------------


@pytest.fixture
def sample_paper(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The sample as an installed paper, in a package of its own; the file of its expected verdicts."""
    package, metadata = tmp_path / "sample_2001", tmp_path / "sample_2001-1.dist-info"
    package.mkdir()
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: sample-2001\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(f"[symbolic_eps.papers]\n{PAPER} = sample_2001:PAPER\n")
    (package / "claims.py").write_text("from tests.symbolic_eps.audit_sample import CLAIMS as CLAIMS\n")
    (package / "__init__.py").write_text(
        f"from verify import Paper\nPAPER = Paper({PAPER!r}, 'A Sample', __name__, (), ('claims',))\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    _forget()
    request.addfinalizer(_forget)
    return package / "expected_verdicts.json"


def _forget() -> None:
    """The next test's package of this name lies elsewhere."""
    papers.cache_clear()
    for name in ("sample_2001", "sample_2001.claims"):
        sys.modules.pop(name, None)


KEPT = re.compile(
    r"symbolic-eps: notice: 9 of 9 claims were judged before: \S+ \(--derive judges all anew\)\n"
)


def never(*_: object) -> None:
    raise AssertionError("judged again")


def test_verdicts_of_a_paper_are_kept(
    capsys: pytest.CaptureFixture[str], sample_paper: Path, monkeypatch: pytest.MonkeyPatch, own_cache: Path
) -> None:
    first = json.loads(run(capsys, PAPER, "--json")[1])
    assert len(list(own_cache.iterdir())) == 1
    monkeypatch.setattr(auditor, "judge_within", never)
    status, out, err = run(capsys, "--errata", PAPER)
    assert status == 1 and out.startswith("# Errata for A Sample") and KEPT.match(err)
    assert json.loads(run(capsys, PAPER, "--json")[1])["claims"] == first["claims"]
    with pytest.raises(AssertionError, match="judged again"):
        run(capsys, PAPER, "--derive")


@pytest.mark.parametrize(
    "damaged",
    [
        lambda text: text.replace('"verdict": "refuted"', '"verdict": "holds"'),
        lambda text: text.replace('"grade": "exact"', '"grade": "solver"'),
        lambda text: text.replace('"program": "', '"program": "0'),
        lambda text: re.sub(r', "sum": "[0-9a-f]*"', "", text),
        lambda text: "[1, 2]\n{}\n" + text[:400] + "\n\udcff\n",
    ],
    ids=["another verdict", "another grade", "another program", "no sum", "no records"],
)
def test_a_damaged_or_foreign_verdict_is_judged_again(
    damaged: Callable[[str], str], capsys: pytest.CaptureFixture[str], sample_paper: Path, own_cache: Path
) -> None:
    first = json.loads(run(capsys, PAPER, "--json")[1])["claims"]
    (file,) = own_cache.iterdir()
    text = file.read_text()
    assert damaged(text) != text
    file.write_bytes(damaged(text).encode("utf-8", "surrogateescape"))
    again = json.loads(run(capsys, PAPER, "--json")[1])["claims"]
    assert [(c["locator"], c["verdict"], c["grade"]) for c in again] == [
        (c["locator"], c["verdict"], c["grade"]) for c in first
    ]


def test_a_kept_verdict_is_never_taken_for_a_changed_claim(
    capsys: pytest.CaptureFixture[str], sample_paper: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts = {c["locator"]: c["verdict"] for c in json.loads(run(capsys, PAPER, "--json")[1])["claims"]}
    assert verdicts["eq:3"] == "holds"
    wrong = tuple(
        replace(c, statement=sp.Lt(c.statement.lhs, c.statement.rhs - 1, evaluate=False))  # planted
        if c.locator.place == "eq:3"
        else c
        for c in CLAIMS
    )
    monkeypatch.setattr(sys.modules["sample_2001.claims"], "CLAIMS", wrong)
    vars(papers()[PAPER]).pop("claims")
    _, out, err = run(capsys, PAPER, "--json")
    assert "8 of 9 claims were judged before" in err
    again = {c["locator"]: c["verdict"] for c in json.loads(out)["claims"]}
    assert again["eq:3"] == "refuted" and {**again, "eq:3": "holds"} == verdicts


def test_verdicts_are_not_kept_for_another_program(
    capsys: pytest.CaptureFixture[str], sample_paper: Path, monkeypatch: pytest.MonkeyPatch, own_cache: Path
) -> None:
    run(capsys, PAPER)
    monkeypatch.setattr("symbolic_eps.cli.journal._libraries", lambda: ["another solver 9.9"])
    assert "judged before" not in run(capsys, PAPER)[2] and len(list(own_cache.iterdir())) == 2
    assert (
        "judged before" not in run(capsys, PAPER, "--seconds", "60")[2]
        and len(list(own_cache.iterdir())) == 3
    )
    for seconds in range(61, 66):
        run(capsys, PAPER, "--seconds", seconds, "--only", "eq:1")
    assert len(list(own_cache.iterdir())) == journal.MOST_KEPT


def test_pinned_verdicts(capsys: pytest.CaptureFixture[str], sample_paper: Path) -> None:
    status, _, err = run(capsys, PAPER)
    assert status == 1 and "nothing is pinned yet" in err
    assert run(capsys, PAPER, "--update-expected")[0] == 0
    pins = json.loads(sample_paper.read_text())
    assert {place: pin["verdict"] for place, pin in pins.items()} == VERDICTS
    assert run(capsys, PAPER)[::2] == (0, "")  # the evidence is new: all is judged again
    status, _, err = run(capsys, PAPER)
    assert status == 0 and KEPT.fullmatch(err)
    assert run(capsys, PAPER, "--only", "lem:1")[0] == 0

    pins["eq:3"]["verdict"] = "misprint"
    pins["eq:5"]["fingerprint"] = "sha256:0"
    pins["eq:4.1"]["grade"] = "solver"
    pins["eq:77"] = pins.pop("eq:6")
    sample_paper.write_text(json.dumps(pins))
    status, out, err = run(capsys, PAPER, "--json")
    assert status == 1 and KEPT.fullmatch(err)
    assert json.loads(out)["differences"] == [
        f"{PAPER} eq:3: verdict holds, pinned was misprint",
        f"{PAPER} eq:4.1: grade exact, pinned was solver",
        f"{PAPER} eq:5: the claim is another one than was pinned",
        f"{PAPER} eq:6: misprint, not pinned yet",
        f"{PAPER} eq:77: pinned as misprint, but no longer claimed",
    ]


def test_errata_of_a_paper(capsys: pytest.CaptureFixture[str], sample_paper: Path) -> None:
    run(capsys, PAPER, "--update-expected")
    status, out, _ = run(capsys, "--errata", PAPER, "--format", "markdown")
    assert status == 0 and out.startswith("# Errata for A Sample")
    status, out, _ = run(capsys, "--errata", PAPER, "--format", "latex")
    assert status == 0 and out.startswith(r"\documentclass")


def test_pins_read_like_a_list_in_the_order_of_the_paper(entries: list[Entry]) -> None:
    text = pins_text([entry.record for entry in entries])
    assert list(json.loads(text)) == list(VERDICTS)
    assert text.count("\n") == len(VERDICTS) + 2


@pytest.mark.parametrize("paper", list(papers()))
def test_documentation_has_the_pinned_figures(paper: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "audit.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| {paper} \| (.*) \|$", page, re.M)
    pins = expected(papers()[paper].expected_verdicts)
    found = [pin["verdict"] for pin in pins.values()]
    verdicts = ("holds", "holds-if", "misprint", "refuted", "definition", "cited", "open")
    assert [int(n) for n in row.split(" | ")] == [len(found), *map(found.count, verdicts)]


def test_statement_is_set_from_what_was_judged(entries: list[Entry]) -> None:
    assert [e.statement(Text()) for e in entries][6:8] == ["a^2 >= a", "lim[x -> oo] x/(a + x) = 1"]


@pytest.mark.parametrize(
    "how", [(), pytest.param(("--again",), marks=pytest.mark.slow)], ids=("taken", "judged")
)
def test_what_is_shipped_gives_the_pinned_verdicts(
    how: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, *papers(), "--jobs", "2", "--json", *how)
    assert status == 0, err
    claims = {(c["paper"], c["locator"]): c for c in json.loads(out)["claims"]}
    for paper in papers().values():
        for place, pin in expected(paper.expected_verdicts).items():
            judged = claims[paper.identifier, place]
            assert (judged["verdict"], judged["grade"]) == (pin["verdict"], pin["grade"] or None), place
