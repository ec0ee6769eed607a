"""What can be refused is refused before any work, and nothing is made on the way."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from symbolic_eps.cli import main

PROFILE = "max(1/(4*p*q), 3)"
WORK = {
    "table": ("symbolic_eps.closed_form_table.derived_row.derive_table",),
    "derive": ("symbolic_eps.answers.derivation.derive",),
    "recommend": (
        "symbolic_eps.answers.recommendation.recommend",
        "symbolic_eps.fast_recommendation.text.fast_answer",
    ),
    "sweep": (
        "symbolic_eps.minimum.infimum",
        "symbolic_eps.sweeps.run._point",
        "symbolic_eps.sweeps.run.sweep",
    ),
    "explain": ("symbolic_eps.guarantees.explanation.explain",),
    "compare": ("symbolic_eps.answers.comparison.compare",),
    "explore": ("symbolic_eps.explore.shown_formula.derived_once",),
    "design": ("symbolic_eps.inverse.design.design",),
    "sensitivity": ("symbolic_eps.minimum.infimum",),
    "split": ("symbolic_eps.answers.recommendation.recommend",),
    "signs": ("symbolic_eps.answers.signs.examined",),
    "randomized-response": ("symbolic_eps.answers.randomized_response.randomized_survey",),
    "at-risk": ("symbolic_eps.answers.privacy_loss.release_loss",),
    "audit": ("verify.claims.auditor.audit", "symbolic_eps.cli.shipped_audit.taken"),
    "check": ("verify.recheck.judge_files", "verify.two_processes.judge_files"),
    "export": (
        "symbolic_eps.export.forms.exportable.derived_once",
        "symbolic_eps.export.packages.package.build",
    ),
    "conform": (
        "symbolic_eps.export.forms.exportable.derived_once",
        "symbolic_eps.export.packages.conformance.conformance",
    ),
}
"""What takes time in each command."""

COMMANDS = {
    "table": ["table"],
    "derive": ["derive", "3"],
    "recommend": ["recommend", PROFILE],
    "sweep": ["sweep", "r", "--vary", "r=2,3", "--no-derive"],
    "explain": ["explain", "1/2"],
    "compare": ["compare", "1/2", "1/3"],
    "explore": ["explore"],
    "design": ["design", "r", "--find", "r", "--assume", "r>1", "--epsilon", "1"],
    "sensitivity": ["sensitivity", "r", "--assume", "r>1"],
    "split": ["split", "--profile", PROFILE, "--releases", "2"],
    "signs": ["signs", "3"],
    "randomized-response": ["randomized-response", "--delta", "1/4"],
    "at-risk": ["at-risk", "loss", "--eps0", "1", "--eps", "1/2"],
    "audit": ["audit", "kazan-reiter-2023"],
    "check": ["check"],
    "export": ["export", "--target", "python", "--formula", "constant"],
    "conform": ["conform", "--formula", "constant"],
}
AFTER = {"conform": ["--", "cat"]}

FILES = [
    *((command, "--output", "out.csv") for command in COMMANDS if command != "export"),
    ("audit", "--html", "page.html"),
    ("audit", "--graph", "graph.html"),
    ("audit", "--journal", "journal.jsonl"),
    ("conform", "--junit", "report.xml"),
    ("recommend", "--plot", "figure.svg"),
    ("explain", "--plot", "figure.svg"),
    ("compare", "--plot", "figure.svg"),
    ("signs", "--plot", "figure.svg"),
    ("randomized-response", "--plot", "figure.svg"),
    ("at-risk", "--plot", "figure.svg"),
]
FOLDERS = [
    ("table", "--certificates"),
    ("derive", "--certificates"),
    ("signs", "--certificates"),
    ("audit", "--certificates"),
    ("check", "--coq"),
    ("check", "--smtlib"),
    ("export", "--out"),
]


class WorkBeganError(Exception):
    """The work that a check should have come before."""


@pytest.fixture
def no_work(monkeypatch) -> Callable[[str], None]:
    """Have the work of a command raise."""

    def began(*_: object, **__: object) -> None:
        raise WorkBeganError

    def forbid(command: str) -> None:
        places = [place.rpartition(".")[::2] for place in WORK[command]]
        modules = [import_module(module) for module, _ in places]  # all before one of them is changed
        for module, (_, name) in zip(modules, places, strict=True):
            monkeypatch.setattr(module, name, began, raising=False)

    return forbid


def below(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def refused(capsys, folder: Path, command: str, *given: str, before: list[str] | None = None) -> str:
    stands = below(folder)
    capsys.readouterr()
    assert main([*(before or COMMANDS[command]), *given, *AFTER.get(command, [])]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and below(folder) == stands
    return err


@pytest.mark.parametrize(("command", "option", "name"), FILES)
def test_files_that_cannot_be_written(capsys, no_work, tmp_path, command, option, name):
    no_work(command)
    (tmp_path / name).mkdir()
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "no" / name, tmp_path / name, tmp_path / "file" / name):
        said = refused(capsys, tmp_path, command, option, str(place))
        assert str(place) in said and ("there is no folder" in said or "is a folder" in said)


@pytest.mark.parametrize(("command", "option"), FOLDERS)
def test_folders_that_cannot_be_made(capsys, no_work, tmp_path, command, option):
    no_work(command)
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        assert "is a file" in refused(capsys, tmp_path, command, option, str(place))


def unwritable() -> Path | None:
    """A folder in which nothing can be made, by root neither."""
    return next((Path(p) for p in ("/proc", "/sys") if Path(p).is_dir()), None)


@pytest.mark.parametrize(("command", "option", "name"), FILES)
def test_files_where_writing_does_not_work(capsys, no_work, tmp_path, command, option, name):
    if unwritable() is None:
        pytest.skip("NOT TESTED: there is no folder that cannot be written")
    no_work(command)
    assert "cannot be written" in refused(capsys, tmp_path, command, option, str(unwritable() / name))


@pytest.mark.parametrize(("command", "option"), FOLDERS)
def test_folders_where_writing_does_not_work(capsys, no_work, tmp_path, command, option):
    if unwritable() is None:
        pytest.skip("NOT TESTED: there is no folder that cannot be written")
    no_work(command)
    place = str(unwritable() / "below" / "it")
    assert "cannot be written" in refused(capsys, tmp_path, command, option, place)


@pytest.mark.parametrize("command", COMMANDS)
def test_without_a_fault_the_work_begins(no_work, tmp_path, command):
    """The tests above look at the right place: what they forbid is what the command does."""
    no_work(command)
    option = ("--out", "new") if command == "export" else ("--output", "out.csv")
    with pytest.raises(WorkBeganError):
        main([*COMMANDS[command], option[0], str(tmp_path / option[1]), *AFTER.get(command, [])])
    assert below(tmp_path) == []


EXPORT = ("export", "--target", "c", "--out", "{}")
NAMES = [
    ("table", ["table", "--row", "no-such-row"], "no-such-row"),
    ("audit", ["audit", "no-such-paper"], "no-such-paper"),
    ("audit", ["audit", "kazan-reiter-2023", "--only", "eq:9999"], "eq:9999"),
    ("audit", ["audit", "--errata", "no-such-paper"], "no-such-paper"),
    ("export", ["export", "--target", "no-such", "--out", "{}"], "no-such"),
    ("export", ["export", "--target", "c", "--out", "{}", "--formula", "box", "--formula", "rot"], "'rot'"),
    (
        "export",
        ["export", "--target", "c", "--out", "{}", "--formula", "box", "--formula", "a.json"],
        "a.json",
    ),
    ("conform", ["conform", "--formula", "rot"], "'rot'"),
    ("conform", ["conform", "--formula", "{}.json"], "cannot be read"),
    ("recommend", ["recommend", PROFILE, "--variant", "no-such"], "no-such"),
    ("recommend", ["recommend", "--table", "{}.csv", "--interpolation", "lower"], "cannot be read"),
    ("recommend", ["recommend", PROFILE, "--plot", "{}.gif"], ".svg, .png or .pdf"),
    ("explain", ["explain", "1/2", "--plot", "{}.gif"], ".svg, .png or .pdf"),
    ("check", ["check", "no-such-file.json"], "no-such-file.json"),
    ("randomized-response", ["randomized-response", "--delta", "1/4", "--seed", "0"], "--simulate"),
    ("at-risk", ["at-risk", "loss", "--eps0", "1", "--seed", "0"], "--simulate"),
]


@pytest.mark.parametrize(("command", "given", "said"), NAMES)
def test_names_that_are_unknown(capsys, no_work, monkeypatch, tmp_path, command, given, said):
    if command not in ("check", "recommend") or "--table" in given:
        no_work(command)
    given = [word.format(tmp_path / "new") for word in given]
    assert said in refused(capsys, tmp_path, command, before=given)


def test_an_unknown_paper_among_others_is_refused_first(capsys, no_work, tmp_path):
    no_work("audit")
    assert "no-such" in refused(capsys, tmp_path, "audit", "no-such")


@pytest.mark.parametrize("command", ["recommend", "explain"])
def test_plots_without_matplotlib(capsys, no_work, monkeypatch, tmp_path, command):
    no_work(command)
    monkeypatch.setattr("symbolic_eps.figures.find_spec", lambda _: None)
    assert "needs matplotlib" in refused(capsys, tmp_path, command, "--plot", str(tmp_path / "f.svg"))


def test_parquet_without_pyarrow(capsys, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    said = refused(capsys, tmp_path, "sweep", "--output", str(tmp_path / "out.parquet"))
    assert "needs pyarrow" in said


@pytest.mark.parametrize("name", ["out.txt", "out", "out.json"])
def test_a_sweep_into_another_kind_of_file(capsys, tmp_path, name):
    assert ".csv or .parquet" in refused(capsys, tmp_path, "sweep", "--output", str(tmp_path / name))


def test_an_export_into_a_folder_with_other_files(capsys, no_work, tmp_path):
    no_work("export")
    (tmp_path / "notes.txt").write_text("mine")
    assert "has other files (notes.txt)" in refused(capsys, tmp_path, "export", "--out", str(tmp_path))
    with pytest.raises(WorkBeganError):
        main([*COMMANDS["export"], "--out", str(tmp_path), "--force"])


def test_two_formulas_of_one_name_are_refused_before_either_is_made(capsys, no_work, tmp_path):
    no_work("export")
    path = tmp_path / "box_lower.json"
    document = {"profile": "3", "assumptions": [], "fixed": {}, "box": [], "branches": []}
    path.write_text(json.dumps(document))
    given = ("--formula", "box", "--formula", str(path), "--out", str(tmp_path / "new"))
    assert "would both be called box_lower" in refused(capsys, tmp_path, "export", *given)


@pytest.mark.parametrize("option", ["--coq", "--smtlib"])
def test_no_folder_is_made_for_no_certificates(capsys, tmp_path, option):
    (tmp_path / "empty").mkdir()
    (tmp_path / "wrong.json").write_text("{}")
    for given, status in (("empty", 2), ("missing.json", 2), ("wrong.json", 1)):
        assert main(["check", str(tmp_path / given), option, str(tmp_path / "new" / "proofs")]) == status
    assert below(tmp_path) == ["empty", "wrong.json"]


def test_a_device_is_written_to_where_no_file_could_be_made(capsys):
    assert main(["split", "1", "--releases", "2", "--output", "/dev/null"]) == 0
    assert capsys.readouterr().out == ""
