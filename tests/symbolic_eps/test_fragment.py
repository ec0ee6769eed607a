"""`--format latex-fragment`: definitions for a paper, of every kind of result, which LaTeX takes as is."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest
import sympy as sp

from symbolic_eps import explain, sweep
from symbolic_eps.cli import main
from symbolic_eps.notions.attack_design import attack_design
from symbolic_eps.notions.attack_explanation import explain_attacks
from symbolic_eps.notions.question import AttackQuestion
from symbolic_eps.report.fragment.content import grids
from symbolic_eps.report.fragment.numbers import digits, number
from symbolic_eps.results import Result
from verify.enclosure import Enclosure

CERTIFICATES = Path(__file__).parents[2] / "derivations/kazan_reiter/closed_forms/certificates"
SCENARIO = str(Path(__file__).parents[2] / "docs/examples/decision/scenario.toml")
COMMANDS = {
    "budget_2024": ["recommend", "max(a/(p*q), r)", "--set", "a=1/4", "--set", "r=3", "--plot", "risk_s.pdf"],
    "enclosed": ["recommend", "1 + exp(-p*q)"],
    "unbounded": ["recommend", "1/(p*q)"],
    "scenario": ["recommend", "--scenario", SCENARIO],
    "attack": ["recommend", "--notion", "approximate", "--delta", "1e-6", "--difference", "1/10"],
    "explained": ["explain", "log(9)", "--fix", "q=1", "--prior", "p=1/10,q=1"],
    "compared": ["compare", "log(9)", "1/2", "--profile", "3"],
    "shares": ["split", "log(9)", "--weights", "1,1,2"],
    "attack-shares": ["split", "1", "--notion", "approximate", "--delta", "19/100", "--releases", "2"],
    "attack-explained": ["explain", "1", "--notion", "renyi-2"],
    "designed": ["design", "1 + b/(p*q)", "--find", "b", "--assume", "b>0", "--rmse", "2"],
    "published": ["consistent", "--eps", "log(2)", "--delta", "0", "--rho", "log(3/2)"],
    "slopes": ["sensitivity", "r", "--assume", "r>1"],
    "slope": ["sensitivity", "r", "--assume", "r>1", "--set", "r=3"],
    "survey": ["randomized-response", "--delta", "1/4", "--theta", "3/10", "-n", "100"],
    "survey-open": ["randomized-response", "--delta", "d"],
    "loss": ["at-risk", "loss", "--eps0", "1", "--eps", "1/2"],
    "composed": ["at-risk", "compose", "--eps0", "1", "-n", "3", "--eps", "2"],
    "cost": ["at-risk", "cost", "--eps0", "1/2", "--c", "1", "--scale", "550000"],
    "sampled": ["at-risk", "sensitivity", "-n", "100", "-m", "90", "--eps0", "1", "--eps", "1/2"],
    "derived": ["derive", "r", "--assume", "r>1", "--box", "p<=p1"],
    "rising": ["signs", "r", "--assume", "r>1"],
    "table": ["table", "--row", "constant", "--row", "fixed-q"],
    "audit": ["audit", str(Path(__file__).parents[2] / "docs/examples/my_derivation.py")],
    "certificates": ["check", str(CERTIFICATES / "constant.json"), str(CERTIFICATES / "difference.json")],
    "held-against": ["conform", "--formula", "root", "--points", "100", "--", sys.executable, "program.py"],
}
PRINTED = {
    "swept": [
        "sweep",
        "max(a/(p*q), r)",
        "--vary",
        "a=1/4,1/2",
        "--vary",
        "r=1/2,2",
        "--output",
        "swept.csv",
    ],
    "swept-down": ["sweep", "r", "--vary", "r=2:3:50", "--fix", "q=1", "--output", "swept-down.csv"],
    "export-c": ["export", "--target", "c", "--formula", "root", "--formula", "tail", "--out", "exported"],
    "export-r": ["export", "--target", "r", "--formula", "box.1", "--out", "exported-r"],
}
"""Commands whose own files are others: the fragment is printed."""

PROGRAM = "import sys\nfor line in sys.stdin: print('nan' if line.startswith('1.') else 0.5)\n"
DOCUMENT = r"""\documentclass{article}
\usepackage[paperwidth=80cm,margin=1cm]{geometry}
\usepackage{amsmath,booktabs,graphicx,longtable}
\begin{document}
%s
\end{document}
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the fragment of each command."""
    folder = tmp_path_factory.mktemp("fragments")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Path("program.py").write_text(PROGRAM)
        asked = ["--format", "latex-fragment"]
        for name, command in COMMANDS.items():
            cut = command.index("--") if "--" in command else len(command)
            typed = [*command[:cut], *asked, "--output", f"{name}.tex", *command[cut:]]
            assert main(typed) in (0, 1), name
        for name, command in PRINTED.items():
            with Path(f"{name}.tex").open("w") as stream, redirect_stdout(stream):
                assert main([*command, *asked]) in (0, 1), name
    return folder


def names(text: str) -> list[str]:
    return re.findall(r"^\\newcommand\{(\\[A-Za-z]+)\}", text, re.MULTILINE)


def compiled(
    folder: Path, body: str, program: Path, document: str = DOCUMENT
) -> subprocess.CompletedProcess[str]:
    (folder / "paper.latex").write_text(document % body)
    options = ["-interaction=nonstopmode", "-halt-on-error", "paper.latex"]
    return subprocess.run(
        [program, *options], check=False, cwd=folder, capture_output=True, text=True, timeout=120
    )


def test_every_fragment_is_taken_by_latex_and_every_macro_can_be_used(
    written: Path, require_tool: Callable[[str], Path]
) -> None:
    texts = {path.stem: path.read_text() for path in written.glob("*.tex")}
    assert texts.keys() == COMMANDS.keys() | PRINTED.keys()
    used = [name for text in texts.values() for name in names(text)]
    assert len(used) == len(set(used)) > 100
    body = "\n".join([*(rf"\input{{{stem}}}" for stem in texts), *(rf"\noindent{name}\par" for name in used)])
    done = compiled(written, body, require_tool("pdflatex"))
    assert done.returncode == 0, done.stdout[-2000:]
    assert "undefined" not in done.stdout


def test_no_table_is_wider_than_the_line(written: Path, require_tool: Callable[[str], Path]) -> None:
    """In an article as LaTeX has it; one that is, and is left as it is, is told."""
    texts = {path.stem: path.read_text() for path in written.glob("*.tex")}
    tables = [name for text in texts.values() for name in names(text) if name.endswith("Table")]
    body = "\n".join(
        [*(rf"\input{{{stem}}}" for stem in texts), *(rf"\noindent{name}\par" for name in tables)]
    )
    narrow = DOCUMENT.replace("paperwidth=80cm,margin=1cm", "textwidth=345pt")
    for before, fits in (("", True), (r"\newcommand{\SymbolicEpsFit}[1]{#1}", False)):
        done = compiled(written, before + body, require_tool("pdflatex"), narrow)
        assert done.returncode == 0, done.stdout[-2000:]
        assert ("Overfull" not in done.stdout) == fits, re.findall("Overfull.*", done.stdout)


def test_formulas_are_mathematics(written: Path) -> None:
    text = "\n".join(path.read_text() for path in written.glob("*.tex"))
    bare = re.sub(r"(?m)^%.*$|\$[^$]*\$|\\texttt\{(?:[^{}]|\{\})*\}|\\[A-Za-z]+", "", text)
    assert not re.search(r"\beps\b|log\(|sqrt\(|\*\*", bare), re.search(r".*(\beps\b|log\(|\*\*).*", bare)


def test_macros_of_one_name_stop_latex(written: Path, require_tool: Callable[[str], Path]) -> None:
    done = compiled(written, r"\input{enclosed}\input{enclosed}", require_tool("pdflatex"))
    assert done.returncode != 0 and "already defined" in done.stdout


def test_numbers_are_cut_off_and_the_double_is_not_above(written: Path) -> None:
    text = (written / "budget_2024.tex").read_text()
    prefix = "BudgetTwoZeroTwoFour"
    with mpmath.workdps(40):
        exact = mpmath.log(mpmath.mpf(11) / 3) / 2
        shown = re.search(rf"\\{prefix}Exact\}}.* = ([0-9.]+)\\ldots", text)
        double = re.search(rf"\\{prefix}Epsilon\}}\{{\\ensuremath\{{([0-9.]+)\}}", text)
        assert shown and double
        assert 0 < exact - mpmath.mpf(shown[1]) < mpmath.mpf(10) ** -6
        assert 0 <= exact - mpmath.mpf(float(double[1])) < 1e-15
    assert rf"\newcommand{{\{prefix}Figure}}" in text and "risk_s.pdf" in text
    assert rf"\newcommand{{\{prefix}NoiseTable}}" in text


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        ("1/3", "1/3", r"0.333333\ldots"),
        ("1/4", "1/4", "0.25"),
        ("-1/3", "-1/3", "[-0.333333333334, -0.333333333333]"),
        ("0.1234560", "0.1234579", "[0.123456, 0.1234579]"),
        ("1e-10", "1e-10", r"1 \cdot 10^{-10}"),
    ],
)
def test_digits_that_both_ends_share_are_shown(low: str, high: str, shown: str) -> None:
    text = digits(Enclosure(Fraction(low), Fraction(high)))
    assert text == shown


def test_a_number_without_a_short_form_is_its_digits() -> None:
    long = sp.log(sum(sp.sqrt(n) for n in range(2, 30)))
    assert re.fullmatch(r"\$[0-9.]+\\ldots\$", number(long))


def test_python_gives_what_the_command_writes(written: Path) -> None:
    found = explain("log(9)", {"q": 1}, prior=[{"p": "1/10", "q": 1}])
    assert found.to_fragment("explained") == (written / "explained.tex").read_text()
    (row,) = sweep("r", {"r": ["3"]})
    assert r"\varepsilon" in row.to_fragment("row") and r"0.549306\ldots" in row.to_fragment("row")


def test_attacks_have_tables() -> None:
    explained = explain_attacks("log(3)", "approximate", "0", baselines=["1/4"]).to_fragment("attacks")
    assert (
        r"success & $1$ & near $1$" in explained and r"success & $\frac{3}{4}$ & $\frac{1}{4}$" in explained
    )
    macros = re.findall(r"newcommand\{(\S+?)\}", explained)
    assert len(macros) == len(set(macros)) > 2
    question = AttackQuestion.of("difference", "b", "approximate", "1/100", ["1/100<b<1"])
    designed = attack_design(question, "b", "log(3)").to_fragment("designed")
    assert r"$\frac{101}{200}$" in designed and r"\varepsilon" in designed


def test_shares_under_a_notion_are_those_by_hand(written: Path) -> None:
    """Half of eps = 1 each, and delta 1/10 each, as (1 - 1/10)^2 = 1 - 19/100."""
    row = r"$\frac{1}{2}$ & $\frac{1}{2}$ & $0.5$ & $\frac{1}{10}"
    assert (written / "attack-shares.tex").read_text().count(row) == 2


def test_every_kind_of_result_has_tables() -> None:
    def kinds(of: type) -> set[type]:
        return {of}.union(*map(kinds, of.__subclasses__()))

    ours = {kind for kind in kinds(Result) - {Result} if kind.__module__.startswith("symbolic_eps.")}
    assert len(ours) > 15
    assert not [kind for kind in ours if grids.dispatch(kind) is grids.dispatch(object)]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--plot", "figure.svg"], "LaTeX includes PDF and PNG"),
        (["--plot", "50%.pdf"], "LaTeX cannot name a file with %"),
        (["--output", "2024.tex"], "give one with a letter"),
        (["--json"], "two formats"),
    ],
)
def test_what_latex_cannot_take_is_one_line(
    more: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["explain", "log(9)", "--format", "latex-fragment", *more]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
    assert not list(tmp_path.iterdir())
