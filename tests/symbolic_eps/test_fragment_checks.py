"""`--format latex-fragment` of sweeps, checks, conformance and exports: tables say what was found."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from pathlib import Path

import mpmath
import pytest

from symbolic_eps.cli import main
from symbolic_eps.report.fragment.checks import checked
from verify.recheck import Judgement

CERTIFICATES = Path(__file__).parents[2] / "derivations/kazan_reiter/closed_forms/certificates"


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def printed(capsys: pytest.CaptureFixture[str], *typed: str, status: int = 0) -> str:
    cut = typed.index("--") if "--" in typed else len(typed)
    assert main([*typed[:cut], "--format", "latex-fragment", *typed[cut:]]) == status
    return capsys.readouterr().out


def macro(text: str, name: str) -> str:
    found = re.search(rf"\\newcommand{{\\{name}}}{{(.*)}}$", text, re.MULTILINE)
    assert found, name
    return re.sub(r"^\\ensuremath\{(.*)\}$", r"\1", found[1])


def table(text: str, name: str) -> list[list[str]]:
    body = text.split(rf"\newcommand{{\{name}Table}}")[1].split(r"\bottomrule", maxsplit=1)[0]
    lines = (line.strip() for line in body.splitlines())
    return [line.removesuffix(r" \\").split(" & ") for line in lines if line.endswith(r" \\")]


SWEEP = ("sweep", "max(a/(p*q), r)", "--vary", "a=1/4,1/2", "--vary", "r=1/2,2,3", "--output")


def test_a_sweep_shows_the_budgets_digits_that_are_certain_and_where_there_is_none(capsys):
    text = printed(capsys, *SWEEP, "eps.csv", status=1)
    header, *rows = table(text, "EpsBudgets")
    assert header == ["$a$", "$r = 1/2$", "$r = 2$", "$r = 3$"]
    assert [row[:2] for row in rows] == [["$1/4$", "none (A)"], ["$1/2$", "none (B)"]]
    with mpmath.workdps(30):
        for row, a in zip(rows, (mpmath.mpf(1) / 4, mpmath.mpf(1) / 2), strict=True):
            for cell, r in zip(row[2:], (2, 3), strict=True):
                exact = mpmath.log((r - a) / (1 - a)) / 2  # Kazan and Reiter (2024), (27)
                shown = mpmath.mpf(cell.strip("$").removesuffix(r"\ldots"))
                assert 0 <= exact - shown < mpmath.mpf(10) ** -6
    assert (macro(text, "EpsLeastAt"), macro(text, "EpsLargestAt")) == (
        r"a = 1/4,\ r = 2",
        r"a = 1/2,\ r = 3",
    )
    assert (macro(text, "EpsPoints"), macro(text, "EpsWithoutResult")) == ("6", "2")
    reasons = table(text, "EpsReasons")
    assert [row[0] for row in reasons[1:]] == ["A", "B"] and "below 1 at p = 1" in reasons[1][1]


def test_a_sweep_that_goes_on_and_a_parquet_file_have_the_same_table(capsys):
    pytest.importorskip("pyarrow")
    first = printed(capsys, *SWEEP, "eps.csv", status=1)
    lines = Path("eps.csv").read_text().splitlines(keepends=True)
    Path("eps.csv").write_text("".join([lines[0], *lines[:3:-1]]))  # some rows, in another order
    assert printed(capsys, *SWEEP, "eps.csv", status=1) == first
    assert printed(capsys, *SWEEP, "eps.parquet", status=1) == first
    assert printed(capsys, *SWEEP, "eps.parquet", status=1) == first  # known already


def test_a_long_sweep_has_its_summary_alone(capsys):
    typed = ["sweep", "r", "--vary", "r=2:3:1001", "--output", "eps.csv"]
    assert main([*typed, "--format", "latex-fragment"]) == 0
    told = capsys.readouterr()
    assert "1001 rows are too many" in told.err
    assert macro(told.out, "EpsLargestAt") == "r = 3" and "BudgetsTable" not in told.out


def test_a_sweep_says_what_is_held_and_where_nothing_is_protected(capsys):
    typed = ("sweep", "max(c/(p*q), 2)", "--vary", "c=1/2,1", "--box", "p<=1/3", "--output", "e.csv")
    text = printed(capsys, *typed)
    assert macro(text, "EUnconstrained") == "1" and macro(text, "EGiven") == r"$p \le \frac{1}{3}$".strip("$")


def test_a_damaged_certificate_stands_as_rejected(capsys):
    records = json.loads((CERTIFICATES / "constant.json").read_text())
    records[3]["fingerprint"] = "sha256:" + "0" * 64
    records[4]["refutations"] = []
    Path("damaged_$.json").write_text(json.dumps(records))
    text = printed(capsys, "check", "damaged_$.json", "--quiet", status=1)
    accepted, rejected = (int(macro(text, f"Check{name}")) for name in ("Accepted", "Rejected"))
    assert rejected >= 2 and accepted + rejected == len(records)
    assert table(text, "CheckFiles")[1] == [r"\texttt{damaged\_\$.json}", str(accepted), str(len(records))]
    verdicts = table(text, "CheckVerdicts")[1:]
    assert len(verdicts) == rejected and all(row[2].startswith("rejected: ") for row in verdicts)
    assert [r"\texttt{" + "0" * 16 + "}", r"\texttt{damaged\_\$.json}"] in [row[:2] for row in verdicts]


def test_texts_of_a_hostile_file_are_literal():
    shown = [Judgement("x[0]", r"\input{secret}", "no $ and \n no \x1b")]
    (row,) = checked(shown, shown).grids[2].rows
    assert row.label == r"\texttt{\textbackslash{}input\{secret\}}"
    assert row.cells[1] == r"rejected: no \$ and \textbackslash{}n no \textbackslash{}x1b"


def test_certificates_of_several_folders_are_told_apart(capsys):
    for folder in ("one", "two"):
        Path(folder).mkdir()
        Path(folder, "c.json").write_bytes((CERTIFICATES / "constant.json").read_bytes())
    text = printed(capsys, "check", "one/c.json", "two/c.json", "--quiet")
    assert [row[0].replace(r"\allowbreak{}", "") for row in table(text, "CheckFiles")[1:]] == [
        r"\texttt{one/c.json}",
        r"\texttt{two/c.json}",
    ]


def test_a_program_above_the_exact_eps_does_not_conform(capsys):
    Path("above.py").write_text("import sys\nfor line in sys.stdin: print(1e9)\n")
    command = ("conform", "--formula", "root", "--points", "100", "--", sys.executable, "above.py")
    assert main([*command[:1], "--json", *command[1:]]) == 1
    found = json.loads(capsys.readouterr().out)
    text = printed(capsys, *command, status=1)
    assert macro(text, "ConformVerdict") == "does not conform"
    assert int(macro(text, "ConformAbove")) == found["above"] > 50
    assert int(macro(text, "ConformWrongInfinity")) == found["wrong_infinity"] > 0
    names, numbers, *worst = table(text, "ConformWorst")
    assert (names, numbers) == (["$r$", "$p$", "$q$"], ["answer", r"exact $\varepsilon$", "error"])
    assert len(worst) == 10 and {row[0] for row in worst[1::2]} == {"$1000000000.0$"}


def test_an_export_says_what_its_manifest_says(capsys):
    text = printed(
        capsys, "export", "--target", "c", "--formula", "root", "--formula", "tail", "--out", "made"
    )
    manifest = json.loads(Path("made/manifest.json").read_text())
    for row, record in zip(table(text, "ExportCPromises")[1:], manifest["formulas"], strict=True):
        bound, side, farthest = record["error_ulps"]["bound"], record["lower"], record["lower_ulps"]
        plain = [cell.replace(r"\allowbreak{}", "").replace(r"\_", "_") for cell in row]
        vectors = len(Path("made", record["vectors"]).read_text().splitlines()) - 1
        assert plain[1:] == [
            f"${bound}$",
            rf"\texttt{{{side}}}",
            "never above",
            f"${farthest}$",
            str(vectors),
        ]
    assert macro(text, "ExportCRootBound") == manifest["formulas"][0]["error_ulps"]["bound"]
    files = {
        re.sub(r"\\texttt\{|\\allowbreak\{\}|\}$|\\(?=_)", "", a): b for a, b in table(text, "ExportCFiles")
    }
    assert len(files) == len(list(Path("made").rglob("*.*"))) + 1  # LICENSE has no dot, and the header
    digest = hashlib.sha256(Path("made/symbolic_eps.c").read_bytes()).hexdigest()
    assert files["symbolic_eps.c"] == rf"\texttt{{{digest[:16]}}}"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (["sweep", "r", "--vary", "r=2,3", "--output", "1.csv"], "macros take the file's name"),
        (["check", "--json"], "--json and --format latex-fragment are two formats"),
        (["export", "--target", "c", "--out", "made", "--json"], "--json and --format latex-fragment"),
        (["conform", "--formula", "root", "--output", "7.tex"], "macros take the file's name"),
    ],
)
def test_what_cannot_be_is_refused_before_any_work(typed, message, capsys):
    assert main([*typed, "--format", "latex-fragment"]) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1
    assert not list(Path().iterdir())
