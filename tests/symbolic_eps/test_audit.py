"""The command that audits, and pinned verdicts, on a few claims whose verdicts were derived by hand."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp

from symbolic_eps.cli import journal, main
from symbolic_eps.cli.output import deliver
from symbolic_eps.papers import papers
from symbolic_eps.report.audit.entry import Entry
from symbolic_eps.typesetting.notation import Text
from tests.symbolic_eps.audit_sample import CLAIMS, PAPER, VERDICTS
from verify.claims import auditor
from verify.claims.expected_verdicts import expected, pins_text

SAMPLE = Path(__file__).with_name("audit_sample.py")
WRONG = {place for place, verdict in VERDICTS.items() if verdict in ("holds-if", "misprint", "refuted")}


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "symbolic-eps"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main(["audit", *map(str, arguments)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


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
        ("CLAIMS = (", "mine.py, line 1: SyntaxError: '(' was never closed\n"),
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


def test_a_syntax_error_in_an_imported_file_names_that_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "helper_with_slip.py").write_text("\nx = (")
    (tmp_path / "mine.py").write_text("import helper_with_slip")
    status, _, err = run(capsys, tmp_path / "mine.py")
    assert status == 2
    assert err.endswith("mine.py, line 1: SyntaxError: '(' was never closed (helper_with_slip.py, line 2)\n")


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
        ([SAMPLE, "--jobs", "0"], "invalid value for --jobs"),
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
