"""`symbolic-eps derive` from the command line: results, files, interruption, open regions, bad input."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from symbolic_eps import minimum
from symbolic_eps.answers import derivation
from symbolic_eps.cli import main
from symbolic_eps.closed_forms.closed_form import OpenRegion
from symbolic_eps.minimum import cells
from symbolic_eps.minimum.problem import Cell
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.time_limit import OUT_OF_TIME
from verify import recheck
from verify.deadline import OutOfTime

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command's status, output and messages; what it keeps goes to a folder of the test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def command(*arguments: str) -> tuple[int, str, str]:
        status = main(["derive", *arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return command


def accepted(*files: Path) -> list[bool]:
    return [judgement.accepted for judgement in recheck.judge_files(list(files))]


EXAMPLES: dict[str, tuple[list[str], list[str]]] = {
    # At p = 1 the bound is 1 + b/q: x^2 (1-q) = q/(q+b) - q, largest at q = (1-b)/2, where x = (1-b)/(1+b).
    "difference": (["1 + b/(p*q)", "--assume", "0<b<1"], ["log((b + 1)/(1 - b))"]),
    # q = 1: the bounds meet at p = a/r, and x = (1/r - p)/(1 - p) = (1 - a)/(r - a) there.
    "(33), q = 1": (["max(a/(p*q), r)", "--assume", "0<a<1<r", "--fix", "q=1"], ["log((r - a)/(1 - a))"]),
    "(33)": (["max(a/(p*q), r)", "--assume", "0<a<1<r"], ["log((r - a)/(1 - a))/2"]),
    "odds": (["--odds-ratio", "k", "--assume", "k>1"], ["log(k)/2"]),
    # A sharper lower bound than log(r)/2: with q0 r + q0 <= 1 it is the value at p = 1, else that at p -> 0.
    "constant, q0 <= q": (
        ["r", "--assume", "r>1", "--box", "q0<=q"],
        ["log(r)", "log(r*(1 - q0)/(1 - q0*r))/2"],
    ),
    "groups": (
        ["--group", "r; fix: q=1", "--group", "c", "--assume", "r>1, c>1"],
        ["log(r)", "log(c)/2"],
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_give_the_closed_forms_by_hand(name: str, run: Run) -> None:
    arguments, expected = EXAMPLES[name]
    status, out, err = run(*arguments, "--json")
    row = json.loads(out)
    assert (status, err) == (0, "") and row["proof"]["grade"] == "exact" and row["open"] == []
    found = [sp.sympify(branch["epsilon"]) for branch in row["branches"]]
    wanted = [sp.sympify(text) for text in expected]
    assert len(found) == len(wanted)
    # Equal where the logarithms' arguments are equal, up to a power that both have.
    for one in wanted:
        assert any(sp.simplify(sp.exp(2 * one) - sp.exp(2 * other)) == 0 for other in found), one


@pytest.mark.slow
def test_the_box_of_33_has_all_its_cases(run: Run) -> None:
    status, out, err = run(
        "max(a/(p*q), r)", "--assume", "0<a<1<r", "--box", "p0<=p<=p1", "--box", "q0<=q<=q1", "--json"
    )
    row = json.loads(out)
    assert status == 0 and row["proof"]["grade"] == "exact"
    assert err == "symbolic-eps: notice: the profile protects nothing where p0*q0*r >= 1: eps = oo there\n"
    assert {"p0 > 0", "p0 <= p1", "p1 <= 1"} <= set(row["assumptions"])
    places = {(place["p"], place["q"]) for branch in row["branches"] for place in branch["attained"]}
    # Corners of the box and the two joints p q = a/r on its border.
    assert {("p0", "q0"), ("p1", "q0"), ("p1", "q1"), ("p1", "a/(p1*r)"), ("a/(q0*r)", "q0")} <= places
    assert [b["condition"] for b in row["branches"] if b["epsilon"] == "oo"] == ["p0*q0*r >= 1"]


def test_certificates_beside_the_output_are_accepted(run: Run, tmp_path: Path) -> None:
    output = tmp_path / "found.json"
    status, out, _ = run("max(1/(4*p*q), 3)", "--json", "--output", str(output))
    assert (status, out) == (0, "")
    beside = tmp_path / "found.certificates.json"
    verdicts = accepted(beside)
    assert verdicts and all(verdicts)
    named = set(json.loads(output.read_text())["proof"]["certificates"])
    assert named == {judgement.fingerprint for judgement in recheck.judge_files([beside])}
    damaged = beside.read_text().replace('"1/4"', '"1/5"', 1).replace('"3"', '"4"', 1)
    assert damaged != beside.read_text()
    beside.write_text(damaged)
    assert not all(accepted(beside))


def test_a_folder_of_certificates_is_started_from(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    arguments = ("max(a/(p*q), r)", "--assume", "0<a<1<r", "--fix", "q=1", "--certificates", str(folder))
    first = run(*arguments)
    files = sorted(path.relative_to(folder).parts[0] for path in folder.rglob("*.json"))
    assert files == ["answers", "branches", "certificates"]
    assert all(accepted(*(folder / "certificates").iterdir()))
    assert run(*arguments) == first and first[0] == 0
    next((folder / "branches").iterdir()).write_text("{}")
    status, out, err = run(*arguments)
    assert (status, out) == (2, "") and "remove the file" in err and err.count("\n") == 1


def test_help_has_an_example(run: Run) -> None:
    status, out, err = run("--help")
    assert (status, err) == (0, "") and "Example: symbolic-eps derive" in out


def test_formats(run: Run) -> None:
    assert run("3", "--format", "markdown")[1].startswith("# The largest admissible privacy budget")
    assert run("3", "--format", "latex")[1].startswith(r"\documentclass")
    assert run("3", "--json") == run("3", "--format", "json")
    assert "eps = log(3)/2" in run("3")[1]


def test_an_interrupted_derivation_goes_on(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any, **options: Any) -> Any:
        minimum.infimum(*arguments, **options)
        raise KeyboardInterrupt

    honest = run("3")
    monkeypatch.setattr(derivation, "infimum", interrupted)
    status, out, err = run("3")
    assert (status, out) == (130, "") and "interrupted" in err and "goes on from there" in err
    kept = tmp_path / "cache" / "symbolic-eps" / "derive"
    certificates = list((kept / "certificates").iterdir())
    assert certificates and all(accepted(*certificates))
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert run("3") == honest
    assert not list(kept.rglob("*.json"))  # done: nothing is kept


SEVERAL = ("max(a/p, 2)", "--assume", "1<a<3", "--fix", "q=1/3")


@pytest.mark.usefixtures("without_cells")
def test_out_of_patience_in_the_search_shows_what_is_proved_and_goes_on(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The timer goes off, as it were, when one of the cells is settled."""
    examined, settled = cells._examined, list[Cell]()

    def interrupted(*arguments: Any) -> Any:
        if settled:
            raise OutOfTime
        found = examined(*arguments)
        settled.extend([found] if isinstance(found, Cell) else [])
        return found

    honest = run(*SEVERAL)
    assert honest[0] == 0 and honest[1].count("Proved independently of the search") > 1
    monkeypatch.setattr(cells, "_examined", interrupted)
    status, out, err = run(*SEVERAL, "--patience", "600")
    assert status == 1 and out.count("Proved independently of the search") == 1
    assert "Open: nothing is claimed here" in out and OUT_OF_TIME in out
    assert "goes on from there" in err and "notice: open: " in err and "somewhere" not in err
    monkeypatch.setattr(cells, "_examined", examined)
    assert run(*SEVERAL, "--patience", "600") == honest


@pytest.mark.usefixtures("without_cells")
def test_out_of_patience_in_the_proof_leaves_the_rest_open(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    sharp, proved = minimum.prove_sharp, list[Any]()

    def interrupted(problem: Any, branch: Any) -> None:
        if proved:
            raise OutOfTime
        proved.append(branch)
        sharp(problem, branch)

    monkeypatch.setattr(minimum, "prove_sharp", interrupted)
    status, out, _ = run(*SEVERAL, "--patience", "600", "--json")
    row = json.loads(out)
    assert status == 1 and len(row["branches"]) == 1 and row["well_posed"]
    assert {left["reason"] for left in row["open"]} == {OUT_OF_TIME}
    left = {one["condition"] for one in row["open"]}
    assert left and not {"True", row["branches"][0]["condition"]} & left


def test_no_patience_at_all_proves_nothing_and_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real timer, which goes off soon once a question takes very long, however busy the machine is."""
    left = list[float]()

    def slowly(*_: Any) -> None:
        left.append(signal.getitimer(signal.ITIMER_REAL)[0])
        signal.setitimer(signal.ITIMER_REAL, 0.01, 1)
        time.sleep(600)

    monkeypatch.setattr(RiskProfile, "checked_pieces", slowly)
    start = time.monotonic()
    status, out, err = run("3", "--patience", "500")
    assert left and all(100 < seconds <= 500 for seconds in left)
    assert status == 1 and "goes on from there" in err and "Nothing, not even" in out and "eps =" not in out
    assert time.monotonic() - start < 300


def test_an_open_region_is_status_1_and_the_rest_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def partly(*arguments: Any, **options: Any) -> Any:
        found = minimum.infimum(*arguments, **options)
        first, *others = found.branches
        region = OpenRegion(first.conditions, "planted")
        return replace(found, branches=tuple(others), proofs=found.proofs[1:], open=(region,))

    monkeypatch.setattr(derivation, "infimum", partly)
    status, out, err = run("r", "--assume", "r>1", "--box", "q0<=q")
    assert status == 1 and "Open: nothing is claimed here" in out and "because: planted" in out
    assert "notice: open: " in err
    row = json.loads(run("r", "--assume", "r>1", "--box", "q0<=q", "--json")[1])
    assert row["open"][0]["reason"] == "planted" and len(row["branches"]) == 1


@pytest.mark.parametrize("arguments", [["oo"], ["3", "--box", "p*q>=1/2"], ["--posterior", "1"]])
def test_an_unconstrained_profile_is_done_with_a_notice(arguments: list[str], run: Run) -> None:
    status, out, err = run(*arguments, "--json")
    assert status == 0 and [b["epsilon"] for b in json.loads(out)["branches"]] == ["oo"]
    assert err == (
        "symbolic-eps: notice: nothing constrains eps: r* p q >= 1 wherever a bound is set, so eps = oo\n"
    )


@pytest.mark.parametrize(
    "start", [["derive"], ["signs"], ["explore", "--output", "x.html"], ["derive", "--notion", "renyi-2"]]
)
@pytest.mark.parametrize("more", [[], ["--assume", "r>1"]])
def test_an_assumption_on_a_name_that_does_not_occur_is_refused(
    start: list[str],
    more: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    status = main([*start, "r", "--assume", "R>2", *more])
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "the assumption R > 2 is about R, which does not occur: did you mean r?" in err


def test_an_assumption_on_another_name_that_is_related_to_the_profile_is_noticed(run: Run) -> None:
    status, _, err = run("r", "--assume", "1<a<r")
    assert status == 0 and "speak of a, which the profile and its box do not have" in err


BAD: dict[str, tuple[list[str], str]] = {
    "nothing": ([], "nothing to respect"),
    "long number": (["1e310"], "a number of more than 310 digits: write a shorter one"),
    "contradictory": (["r", "--assume", "r>1,r<1"], "no parameters satisfy the assumptions"),
    "ends of a box out of order": (["3", "--box", "2/3<=p<=1/2"], "the box is empty"),
    "assumed ends out of order": (["3", "--box", "p0<=p<=p1", "--assume", "p1<p0, p0<1"], "the box is empty"),
    "empty box": (["3", "--box", "p>2"], "the box is empty"),
    "empty boxes of all groups": (
        ["--group", "3; box: p<0", "--group", "2; box: p>2"],
        "satisfy the condition of any bound",
    ),
    "a case that no prior meets, no bound else": (
        ["piecewise((3, p>2), oo)"],
        "satisfy the condition of any bound",
    ),
    "infeasible": (["1/2"], "infeasible"),
    "out of domain": (["1+b/(p*q)"], "not positive at b = "),
    "undefined": (["3+1/(p-q)"], "division by 0"),
    "about a prior": (["3", "--assume", "p<1/2"], "about p, a prior"),
    "named x": (["1+x"], "x stands for e^-eps"),
    "named s": (["1+s"], "s stands for 1/r*"),
    "fixed parameter": (["3", "--fix", "r=2"], "only the priors"),
    "fixed outside": (["3", "--fix", "q=2"], "a prior lies in (0, 1]"),
    "not finite": (["3", "--fix", "q=inf/2"], "inf"),
    "not a profile": (["exp(p)+1"], "unknown function"),
    "division by zero": (["1/0"], "division by zero"),
    "bad group": (["--group", "zz: 3"], "is not read"),
    "unknown variant": (["3", "--variant", "foo"], "unbounded, bounded, invariant"),
    "no patience": (["3", "--patience", "0"], "--patience"),
    "two formats": (["3", "--json", "--format", "latex"], "two formats"),
    "unwritable output": (["3", "--output", "/nowhere/x"], "/nowhere"),
    "a folder as output": (["3", "--output", "/"], "is a folder"),
    "unwritable certificates": (["3", "--certificates", "/dev/null/x"], "/dev/null"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_and_status_2(
    name: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    arguments, words = BAD[name]
    status, out, err = run(*arguments)
    assert (status, out) == (2, ""), err
    assert err.startswith("symbolic-eps: error: ") and err.count("\n") == 1 and len(err) < 500
    assert words in err
    assert list(here.iterdir()) == []


def test_an_empty_box_is_a_case_of_its_own_in_every_format(run: Run) -> None:
    question = ("3", "--box", "p<=t", "--assume", "-1<=t<1", "--fix", "q=1")
    status, out, err = run(*question)
    assert status == 0 and "If t <= 0: no prior satisfies the box" in out and "eps = oo" not in out
    assert "notice: no prior satisfies the box where t <= 0" in err
    assert "no prior satisfies the box" in run(*question, "--format", "markdown")[1]
    assert "no prior satisfies the box" in run(*question, "--format", "latex")[1]
    row = json.loads(run(*question, "--json")[1])
    assert row["empty"] == [{"condition": "t <= 0"}] and row["open"] == []
    assert [branch["condition"] for branch in row["branches"]] == ["t > 0"]


def test_an_empty_box_is_kept_and_proved_again(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = (
        "3",
        "--box",
        "p<=t",
        "--assume",
        "-1<=t<1",
        "--fix",
        "q=1",
        "--certificates",
        str(tmp_path / "k"),
    )
    first = run(*question)
    monkeypatch.setattr(minimum, "search_branches", None)  # nothing is searched for
    assert run(*question) == first and first[0] == 0


def test_a_package_that_is_missing_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    monkeypatch.setattr("verify.solvers.smt._FIRST_DECIDED", {})  # what z3 has said to other tests
    monkeypatch.setattr("verify.solvers.smt._EXCLUDED", {})
    status, out, told = run("max(a/(p*q), r)", "--assume", "0<a<1<r")
    assert (status, out) == (2, "")
    assert told.splitlines()[-1].startswith("symbolic-eps: error: the Python package z3 cannot be loaded")


def test_a_module_of_ours_that_is_missing_is_no_bad_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "symbolic_eps.answers.derivation", None)
    with pytest.raises(ModuleNotFoundError):
        run("r", "--assume", "r>1")
