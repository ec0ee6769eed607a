from __future__ import annotations

import json
import math
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
import sympy as sp

from derivations.kazan_reiter.derived_budgets import CLOSED_FORMS
from symbolic_eps import __version__
from symbolic_eps.cli import main
from symbolic_eps.profiles.parse import parse_profile
from symbolic_eps.report.formula import profile_formula
from tests.json_schemas import validated
from verify import recheck
from verify.solvers.smt import Solver

TWO_DIMENSIONAL = ["recommend", "max(a/(p*q), r)", "--set", "a=1/4", "--set", "r=3"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.fixture(scope="module")
def table_json() -> dict:
    finished = subprocess.run(
        [sys.executable, "-m", "symbolic_eps", "table", "--format", "json"], capture_output=True, check=True
    )
    assert finished.stderr == b""  # no progress display when nobody watches
    return validated(finished.stdout.decode(), "table")


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"symbolic-eps {__version__}\n", "")
    for arguments in ([], ["--help"], ["table", "--help"], ["recommend", "--help"], ["check", "--help"]):
        status, out, err = run(capsys, *arguments)
        assert (status, err) == (0, "") and "Usage: symbolic-eps" in out
    for command in ("table", "recommend", "check"):
        assert "Example: symbolic-eps" in run(capsys, command, "--help")[1]


def test_table_json_keeps_its_contract(table_json: dict) -> None:
    rows = {row["id"]: row for row in table_json["rows"]}
    assert list(rows) == ["constant", "fixed-q", "fixed-p", "box", "difference", "two-dimensional"]
    for row in rows.values():
        assert {"profile", "fixed", "assumptions", "branches", "proof", "printed"} <= set(row)
        assert row["proof"]["grade"] == "theorem" and row["proof"]["certificates"]
        for branch in row["branches"]:
            assert {"condition", "epsilon", "attained"} <= set(branch)
            assert sp.sympify(branch["condition"]) is not None and sp.sympify(branch["epsilon"]) is not None
            for place in branch["attained"]:
                assert place["kind"] in {"point", "limit", "segment"}
                assert all(sp.sympify(place[key]) is not None for key in ("condition", "p", "q"))
        for cell in row["printed"]:
            assert cell["paper"] == "kazan-reiter-2024"
            assert 0 <= cell["branch"] < len(row["branches"])


def test_table_json_names_certificates_that_the_kernel_accepts(table_json: dict) -> None:
    for row in table_json["rows"]:
        file = CLOSED_FORMS / "certificates" / f"{row['id']}.json"
        shipped = {j.fingerprint: j.accepted for j in recheck.judge_files([file])}
        whole = row["proof"]["certificates"]
        assert whole == sorted(set(whole)) and all(shipped[name] for name in whole)
        for branch in row["branches"]:
            assert branch["proof"]["grade"] == "exact"
            assert branch["proof"]["certificates"] and set(branch["proof"]["certificates"]) <= set(whole)
        assert set(whole) > set().union(*(b["proof"]["certificates"] for b in row["branches"]))


def test_table_json_says_what_the_paper_leaves_out(table_json: dict) -> None:
    verdicts = {c["locator"]: c for row in table_json["rows"] for c in row["printed"]}
    assert len(verdicts) == 13
    wrong = {locator for locator, cell in verdicts.items() if cell["verdict"] != "holds"}
    assert wrong == {"tab:3/(25).2", "tab:3/(25).4"}
    for locator in wrong:
        assert verdicts[locator]["verdict"] == "holds-if"
        assert verdicts[locator]["extra_hypotheses"] == ["p0*q0*r < 1"]
        values = {name: sp.Rational(text) for name, text in verdicts[locator]["witness"].items()}
        assert values["p0"] * values["q0"] * values["r"] >= 1


def test_table_json_branches_evaluate_to_the_infimum(table_json: dict) -> None:
    rows = {row["id"]: row for row in table_json["rows"]}
    values = {"a": sp.Rational(1, 4), "r": sp.Integer(3), "q": sp.Integer(1)}

    def epsilon(identifier: str, numbers: dict[str, sp.Expr]) -> sp.Expr:
        held = [
            branch
            for branch in rows[identifier]["branches"]
            if sp.And(sp.sympify(branch["condition"])).subs(numbers) == sp.true
        ]
        (branch,) = held
        return sp.sympify(branch["epsilon"]).subs(numbers)

    # By hand: (31) with r = 3 gives log((3 - 1/4)/(1 - 1/4)); (33) half of it; (25) beyond r p q = 1 is free.
    assert sp.exp(epsilon("fixed-q", values)) == sp.Rational(11, 3)
    assert sp.exp(2 * epsilon("two-dimensional", values)).equals(sp.Rational(11, 3))
    corner = {"r": 3, "p0": sp.Rational(1, 2), "p1": 1, "q0": sp.Rational(3, 4), "q1": 1}
    assert epsilon("box", corner) is sp.oo


@pytest.mark.parametrize("style", ["text", "markdown", "latex"])
def test_every_format_shows_every_row_and_its_verdicts(
    style: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, "table", "--format", style, "--row", "14", "--row", "box")
    assert (status, err) == (0, "")
    for text in ("constant", "box", "holds-if", "theorem"):
        assert text.replace("-", r"-\allowbreak ") in out or text in out
    assert "fixed" not in out


@pytest.mark.parametrize("arguments", [[], ["--numbers"]])
def test_latex_compiles_as_it_stands(
    arguments: list[str], tmp_path: Path, require_tool: Callable[[str], Path]
) -> None:
    compiler = require_tool("pdflatex")
    source = tmp_path / "table.tex"
    assert main(["table", "--format", "latex", "--output", str(source), *arguments]) == 0
    assert r"\toprule" in source.read_text()
    finished = subprocess.run(
        [compiler, "-interaction=nonstopmode", "-halt-on-error", source.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout[-2000:]
    assert (tmp_path / "table.pdf").stat().st_size > 10_000


def test_numbers_beside_their_printed_values(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "table", "--numbers", "--json")
    assert (status, err) == (0, "")
    found = validated(out, "table")
    rows = {row["locator"]: row for row in found["numbers"]}
    assert rows["tab:4/2.eps"]["recomputed"] == rows["tab:4/2.eps"]["printed"] == "1.30"
    assert rows["text:C.3/eps"]["recomputed"] == "0.65"
    assert [r["locator"] for r in found["numbers"] if r["verdict"] == "refuted"] == [
        "text:5/below-10-percent"
    ]
    assert len(found["durham"]) == 15 * 3


def test_cross_check_agrees_on_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "table", "--row", "(28)", "--cross-check", "--json")
    checks = json.loads(out)["cross_check"]
    assert status == 0 and checks and all(check["result"] == "agrees" for check in checks)


def test_recommend_json_encloses_the_exact_value(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, *TWO_DIMENSIONAL, "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    # log(11/3)/2 to 30 digits, from a table of logarithms: ln 11 - ln 3 = 2.397895272798370544061943577965
    # - 1.098612288668109691395245236923.
    exact = Decimal("1.299282984130260852666698341042") / 2
    assert Decimal(found["epsilon"]["lower"]) <= exact <= Decimal(found["epsilon"]["upper"])
    assert Decimal(found["epsilon"]["upper"]) - Decimal(found["epsilon"]["lower"]) < Decimal("1e-18")
    assert Decimal(found["epsilon_double"]) <= exact < Decimal(math.nextafter(found["epsilon_double"], 1))
    assert found["attained"] == [{"p": "1", "q": "1/12", "kind": "point"}]
    assert sp.exp(2 * sp.sympify(found["closed_form"])).equals(sp.Rational(11, 3))
    assert found["noise"]["standard_deviation"]["lower"].startswith("2.139")


def test_recommend_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "recommend", "r", "--set", "r=3", "--box", "1/10<=p<=1/2", "--fix", "q=1")
    assert status == 0
    for text in ("never above the exact value", "standard deviation", "p = 1/10", "q = 1"):
        assert text in out


def test_unconstrained_profile_is_done_with_a_notice(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "recommend", "1/(p*q)", "--json")
    assert status == 0
    assert err.startswith("symbolic-eps: notice: nothing constrains eps") and err.count("\n") == 1
    found = json.loads(out)
    assert found["epsilon"] == {"lower": "oo", "upper": "oo"} and found["closed_form"] == "oo"


def test_zero_budget_is_reported_without_noise(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "recommend", "1")
    assert status == 0 and "eps = 0" in out and "no release" in out


BAD_INPUT = {
    "unknown command": (["tabel"], "tabel"),
    "unknown option": (["table", "--colour"], "--colour"),
    "unknown format": (["table", "--format", "html"], "html"),
    "unknown row": (["table", "--row", "17"], "constant"),
    "conflicting checks": (["table", "--numbers", "--cross-check"], "--numbers"),
    "no profile": (["recommend"], "PROFILE"),
    "empty profile": (["recommend", ""], ""),
    "not arithmetic": (["recommend", "max(a,"], ""),
    "attribute access": (["recommend", "p.__class__"], ""),
    "call of an unknown function": (["recommend", "exit(1)"], "exit"),
    "huge power": (["recommend", "p**100000000"], ""),
    "tower of powers": (["recommend", "9**9**9**9"], ""),
    "deep nesting": (["recommend", "(" * 3000 + "p" + ")" * 3000], ""),
    "a megabyte": (["recommend", "p+" * 500_000 + "p"], ""),
    "missing parameter": (["recommend", "a/(p*q)"], "no value for a"),
    "unknown parameter": (["recommend", "3", "--set", "b=1"], "b"),
    "parameter set twice": (["recommend", "r", "--set", "r=2", "--set", "r=3"], "already"),
    "binding without a value": (["recommend", "r", "--set", "r"], ""),
    "number with too many digits": (["recommend", "r", "--set", "r=1e400"], "digits"),
    "long number in the profile": (
        ["recommend", "1e400"],
        "a number of more than 310 digits: write a shorter one",
    ),
    "long denominator": (["recommend", "2+1e-400/p"], "a number of more than 310 digits"),
    "long number after substitution": (
        ["recommend", "a**6", "--set", "a=1e59"],
        "a number of more than 310 digits",
    ),
    "number too long to be printed": (
        ["recommend", "a**64*a**60", "--set", "a=1e59"],
        "more than 310 digits",
    ),
    "long end of a box": (
        ["recommend", "3", "--box", "p>=1e-400"],
        "the box has a number of more than 310 digits",
    ),
    "tiny weight": (
        ["split", "log(9)", "--weights", "1,1e-400"],
        "the list of weights has a number of more than 310 digits",
    ),
    "too much patience": (["derive", "3", "--patience", "9" * 60], "write a whole number from 1 to 1e+09"),
    "a name of 1500 letters": (
        ["derive", "--odds-ratio", "a" * 1500],
        "aaa... on the odds ratio is not positive",
    ),
    "huge eps beside delta": (
        ["derive", "3", "--notion", "approximate", "--eps", "1e400"],
        "eps is above 400",
    ),
    "huge eps with digits": (["derive", "3", "--notion", "approximate", "--eps", "1e5"], "eps is above 400"),
    "huge published eps": (["consistent", "--eps=1e59", "--delta=0", "--rho=1"], "eps is above 100000"),
    "huge published rho": (["consistent", "--eps=1", "--delta=0", "--rho=1e400"], "rho is above 100000"),
    "two formats": (["table", "--json", "--format", "latex"], "--json"),
    "NaN": (["recommend", "r", "--set", "r=nan"], "nan"),
    "infinity": (["recommend", "r", "--set", "r=inf"], "inf"),
    "text that is no number": (["recommend", "r", "--set", "r=three"], "three"),
    "prior as a parameter": (["recommend", "3", "--set", "p=1/2"], "p"),
    "fixing a parameter": (["recommend", "r", "--fix", "r=2"], "r"),
    "prior above 1": (["recommend", "3", "--fix", "p=3/2"], "(0, 1]"),
    "prior 0": (["recommend", "3", "--fix", "q=0"], "(0, 1]"),
    "empty box": (["recommend", "3", "--box", "1/2<=p<=1/3"], "empty"),
    "box that misses the fixed prior": (["recommend", "3", "--fix", "q=1", "--box", "q<=1/2"], "empty"),
    "infeasible": (["recommend", "1/2"], "below 1 at p = "),
    "infeasible at a corner": (["recommend", "r/(p*q)", "--set", "r=1/2"], "below 1 at p = "),
    "not positive": (["recommend", "p-1/2"], "not positive at p = "),
    "undefined": (["recommend", "3/(p-1/2)+20"], "division by 0"),
    "0/0": (["recommend", "(p-1/2)/(p-1/2)*3 + 0*q"], ""),
    "unknown function": (["recommend", "2 + sin(p)"], "sin(p)"),
    "output into a missing folder": (["recommend", "3", "--output", "/nowhere/eps.txt"], "/nowhere"),
    "output onto a folder": (["table", "--output", "/"], "/"),
}


@pytest.mark.parametrize("case", BAD_INPUT)
def test_bad_input_is_one_line_and_status_2(
    case: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments, named = BAD_INPUT[case]
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("symbolic-eps: error: ") and err.count("\n") == 1 and len(err) < 500
    assert named in err
    assert list(tmp_path.iterdir()) == []


def test_what_the_engine_leaves_open_is_enclosed_and_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("symbolic_eps.fast_recommendation.text.fast_answer", lambda *_: None)
    monkeypatch.setattr("symbolic_eps.minimum.Solver", lambda: Solver(steps=1))
    monkeypatch.setattr("symbolic_eps.minimum.at_numbers.located.seen_place", lambda _: None)
    monkeypatch.setattr("symbolic_eps.minimum.at_numbers.bracket.Near.at_ends", None)
    status, out, err = run(capsys, "recommend", "max(1/(4*p*q), 3)", "--fix", "q=1/2")
    # At p = 1/6 both are 3, and x^2 + 10 x = 3 for x = e^-eps: eps = -log(sqrt(28) - 5).
    assert status == 0 and "proof       enclosed" in out and "[1.232706277" in out
    assert "instead of an exact value: it is not shown that the root of" in err and err.count("\n") == 1


def test_failed_work_leaves_the_output_file_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "eps.json"
    target.write_text("precious")
    assert run(capsys, "recommend", "1/2", "--output", str(target))[0] == 2
    assert target.read_text() == "precious" and list(tmp_path.iterdir()) == [target]
    assert run(capsys, "recommend", "3", "--json", "--output", str(target)) == (0, "", "")
    assert json.loads(target.read_text())["closed_form"] == "log(3)/2"


def test_progress_shows_on_a_terminal_only() -> None:
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "symbolic_eps", "table", "--row", "14"],
        stdout=subprocess.PIPE,
        stderr=terminal,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(terminal)
    shown = b""
    try:
        while chunk := os.read(controller, 4096):
            shown += chunk
    except OSError:
        pass  # the other end of a pseudo-terminal closes with an error
    out, _ = process.communicate()
    assert process.returncode == 0
    assert b"deriving" in shown and b"deriving" not in out


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from symbolic_eps.cli import main; main(['--help']); "
        "heavy = {'sympy', 'numpy', 'z3', 'flint', 'mpmath', 'matplotlib'} & set(sys.modules); "
        "sys.exit(f'loaded {heavy}' if heavy else 0)"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr


@pytest.mark.parametrize("profile", ["1", "1+p"])
def test_where_eps_is_0_the_text_says_why_and_what_helps(
    profile: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = run(capsys, "recommend", profile)
    assert status == 0 and "eps = 0" in out
    assert "r* is 1 there" in out and "raise the bound" in out and "--box" in out


def test_long_powers_of_ten_are_short_and_read_back(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "recommend", "1e300/p", "--fix", "p=1e-40")
    first = out.splitlines()[0]
    assert first == "r* = 1e300/p  (p = 1/1e40)"
    assert profile_formula(parse_profile("p/1e300 + 3/1e21 - 1e-22")) == "p/1e300 + 29/1e22"
    assert parse_profile("29/1e22 + p/1e300") == parse_profile("p*1e-300 + 0.0000000000000000000029")


def test_several_priors_are_fixed_in_one_option(capsys: pytest.CaptureFixture[str]) -> None:
    answers = [
        run(capsys, "derive", "3", *fixed)
        for fixed in (("--fix", "p=1, q=1/2"), ("--fix", "p=1", "--fix", "q=1/2"))
    ]
    assert answers[0] == answers[1] and answers[0][0] == 0
