"""`symbolic-eps export` and `symbolic-eps conform`, as a user types them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from symbolic_eps.cli import main
from symbolic_eps.export.targets import NAMES, target_named


def test_list_names_every_target_and_formula(capsys):
    assert main(["export", "--list"]) == 0
    text = capsys.readouterr().out
    assert all(f"  {name} " in text for name in (*NAMES, "root", "bound", "box.1", "two-dimensional"))


def test_export_is_checked_by_its_own_self_test_and_is_the_same_again(capsys, tmp_path):
    for out in ("one", "two"):
        given = ["export", "--target", "python", "--out", str(tmp_path / out), "--formula", "root"]
        assert main([*given, "--json"]) == 0
        manifest = json.loads(capsys.readouterr().out)
    one, two = (
        {p.relative_to(tmp_path / o): p.read_bytes() for p in (tmp_path / o).rglob("*") if p.is_file()}
        for o in ("one", "two")
    )
    assert one == two and {str(p) for p in one} == {*manifest["files"], "manifest.json"}
    command = target_named("python").self_test
    done = subprocess.run(
        command, shell=True, cwd=tmp_path / "one", capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and " 0 wrong" in done.stdout
    assert main(["export", "--target", "python", "--out", str(tmp_path / "one"), "--formula", "bound"]) == 0


def refused(capsys, *given: str) -> str:
    assert main(["export", *given]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    return err


def test_bad_input_is_one_line(capsys, tmp_path, monkeypatch):
    out = ("--out", str(tmp_path / "new"))
    assert "there is no target 'fortran': choose from c," in refused(capsys, "--target", "fortran", *out)
    assert "there is no formula 'rot': " in refused(capsys, "--target", "c", *out, "--formula", "rot")
    assert "--target c --out exported" in refused(capsys, "--target", "c")
    (tmp_path / "notes.txt").write_text("mine")
    given = ("--target", "c", "--out", str(tmp_path), "--formula", "constant")
    assert "has other files (notes.txt)" in refused(capsys, *given)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["notes.txt"]
    assert main(["export", *given, "--force"]) == 0
    capsys.readouterr()
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert "is a file" in refused(capsys, "--target", "c", "--out", str(tmp_path / "notes.txt"))


def test_a_failing_write_leaves_nothing_half_written(capsys, tmp_path, monkeypatch):
    written = []
    plain = Path.write_text

    def failing(self, *given, **more):
        written.append(self)
        if len(written) == 3:
            raise OSError(28, "No space left on device")
        return plain(self, *given, **more)

    monkeypatch.setattr(Path, "write_text", failing)
    given = ("--target", "c", "--out", str(tmp_path / "new"), "--formula", "constant", "--no-prove")
    assert "No space left on device" in refused(capsys, *given)
    assert list((tmp_path / "new").iterdir()) == []


def test_nothing_is_replaced_where_something_cannot_be(capsys, tmp_path):
    (tmp_path / "symbolic_eps.c").mkdir()
    given = ("--target", "c", "--out", str(tmp_path), "--formula", "constant", "--no-prove")
    assert "is a directory" in refused(capsys, *given)
    assert [p.name for p in tmp_path.iterdir()] == ["symbolic_eps.c"]


def test_files_of_an_earlier_export_do_not_stay(capsys, tmp_path):
    given = ["export", "--target", "c", "--out", str(tmp_path), "--no-prove", "--formula", "constant"]
    assert main([*given, "--formula", "deviation"]) == 0
    assert main(given) == 0 and main(given) == 0
    kept = sorted(p.name for p in (tmp_path / "vectors").iterdir())
    assert kept == ["constant.csv"]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (["3"], "has no parameters: write the number, eps = log(3)/2"),
        (["oo"], "eps is infinite for all parameters"),
        (["--group", "r; fix: q=1", "--group", "3", "--assume", "r>1"], "several groups"),
    ],
)
def test_results_that_are_no_function_are_refused(capsys, tmp_path, question, reason):
    path = derived(tmp_path, *question)
    capsys.readouterr()
    given = ("--target", "c", "--out", str(tmp_path / "new"), "--formula", str(path))
    assert reason in refused(capsys, *given)


def test_awkward_names_and_far_domains_are_exported(capsys, tmp_path):
    for profile, assumption in (("1 + value/(p*q)", "0<value<1"), ("c", "c>2"), ("1 + a*d", "0<a<1, 0<d<1")):
        path = derived(tmp_path, profile, "--assume", assumption).rename(tmp_path / "lambda.json")
        out = tmp_path / "out"
        assert main(["export", "--target", "python", "--out", str(out), "--formula", str(path)]) == 0
        command = target_named("python").self_test
        done = subprocess.run(command, shell=True, cwd=out, capture_output=True, text=True, check=False)
        assert done.returncode == 0 and "derived_lambda.csv" in done.stdout, profile


def test_a_formula_that_would_take_another_ones_place_is_refused(capsys, tmp_path):
    path = derived(tmp_path, "1 + b/(p*q)", "--assume", "0<b<1").rename(tmp_path / "root_lower.json")
    capsys.readouterr()
    given = (
        "--target",
        "python",
        "--out",
        str(tmp_path / "new"),
        "--formula",
        "root",
        "--formula",
        str(path),
    )
    assert "would both be called root_lower" in refused(capsys, *given)


def derived(tmp_path: Path, *question: str) -> Path:
    path = tmp_path / "my profile.json"
    assert main(["derive", *question, "--json", "--output", str(path)]) == 0
    return path


def test_a_derived_result_is_exported_and_a_changed_one_is_not(capsys, tmp_path):
    path = derived(tmp_path, "1 + b/(p*q)", "--assume", "0<b<1")
    out = ("--target", "python", "--out", str(tmp_path / "new"))
    assert main(["export", *out, "--formula", str(path)]) == 0
    assert "def my_profile(b" in next((tmp_path / "new").glob("symbolic*.py")).read_text()
    record = json.loads(path.read_text())
    record["branches"][0]["epsilon"] = "log((b + 2)/(1 - b))"
    path.write_text(json.dumps(record))
    capsys.readouterr()
    assert "other branches" in refused(capsys, *out, "--formula", str(path))
    path.write_text("{}")
    assert "holds no derived result" in refused(capsys, *out, "--formula", str(path))
    path.write_text("[" * 100_000)
    assert "is no JSON" in refused(capsys, *out, "--formula", str(path))
    path.write_text("no")
    assert "is no JSON" in refused(capsys, *out, "--formula", str(path))


def test_a_cubic_branch_is_refused(capsys, tmp_path):
    path = derived(tmp_path, "1 + 1/(10*p*q)", "--fix", "p=19/20")
    capsys.readouterr()
    message = refused(capsys, "--target", "c", "--out", str(tmp_path / "new"), "--formula", str(path))
    assert "degree 3" in message


@pytest.mark.slow
def test_a_case_with_too_long_a_condition_is_refused(capsys, tmp_path):
    path = derived(tmp_path, "piecewise((r, p <= t), c)", "--assume", "r>1, c>1, 0<t<1")
    capsys.readouterr()
    message = refused(capsys, "--target", "c", "--out", str(tmp_path / "new"), "--formula", str(path))
    assert "my_profile: " in message and "so long a polynomial; use recommend" in message


def test_vectors_are_few_unless_all_are_asked_for(tmp_path):
    short, full = tmp_path / "short", tmp_path / "full"
    given = ["export", "--target", "c", "--no-prove", "--formula", "constant", "--formula", "root"]
    assert main([*given, "--out", str(short)]) == 0
    assert main([*given, "--out", str(full), "--vectors", "full"]) == 0
    sizes = {p.name: len(p.read_bytes()) for p in (short / "vectors").iterdir()}
    assert sizes.keys() == {"constant.csv", "root.csv"} and 100_000 < sum(sizes.values()) <= 200_000
    for name in sizes:
        some = (short / "vectors" / name).read_text().splitlines()
        rows = (full / "vectors" / name).read_text().splitlines()
        assert (full / "vectors" / name).with_suffix(".json").is_file()
        assert rows[:2] == some[:2] and set(some) <= set(rows)
        assert (len(some) < len(rows)) == (name == "root.csv")


def test_other_words_for_vectors_are_refused(capsys, tmp_path):
    said = refused(capsys, "--target", "c", "--out", str(tmp_path / "new"), "--vectors", "long")
    assert "long: write one of short, full" in said
