"""The shipped certificates: re-checked by default, and confirmed by programs that are not ours."""

from __future__ import annotations

import gc
import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import z3

from derivations.kazan_reiter.derived_budgets import CLOSED_FORMS
from symbolic_eps import command, shipped_certificates
from symbolic_eps.cli import main
from symbolic_eps.notions.stored import STORED
from symbolic_eps.theory.bound import EVIDENCE
from verify import coq

SHIPPED = CLOSED_FORMS / "certificates"
SMALL = ("constant", "difference")
THEOREM_1 = EVIDENCE / "certificates"
SIGNS = CLOSED_FORMS.parent / "signs" / "certificates"
NOTIONS = STORED / "certificates"
FOLDERS = [THEOREM_1, NOTIONS, SHIPPED, SIGNS]
FILES = sorted(file for folder in FOLDERS for file in folder.glob("*.json"))
ROWS = [file for file in FILES if file.parent != NOTIONS]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["check", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def certificates(*files: Path) -> dict[str, Any]:
    return {c["fingerprint"]: c for f in files for c in json.loads(f.read_text(encoding="utf-8"))}


def name(fingerprint: str) -> str:
    return "claim_" + fingerprint.removeprefix("sha256:")[:16]


def test_without_files_the_shipped_certificates_are_re_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert shipped_certificates.shipped() == [*map(str, FOLDERS)]
    count = sum(len(json.loads(f.read_text(encoding="utf-8"))) for f in FILES)
    said = f"{count} of {count} certificates accepted\n"
    assert count > 1000 and run(capsys, "--quiet") == (0, said, "")
    assert run(capsys, "--quiet", *map(str, FOLDERS)) == (0, said, "")


@pytest.mark.parametrize(
    ("begun", "slow"),
    [
        ("shipped_certificates", {"dataclasses", "pathlib", "fractions", "decimal"}),
        (
            "shipped_certificates.shipped()",
            {"dataclasses", "inspect", "fractions", "importlib.metadata", "pathlib"},
        ),
    ],
)
def test_what_takes_long_to_load_is_not_waited_for(begun: str, slow: set[str]) -> None:
    """Before the other process begins, and before the papers are known."""
    asked = f"from symbolic_eps import shipped_certificates; {begun}"
    said = f"import sys; print(*sorted({slow} & sys.modules.keys()))"
    done = subprocess.run(
        [sys.executable, "-c", f"{asked}; {said}"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "\n"


@pytest.mark.parametrize("place", [3, -3])
def test_a_damaged_certificate_is_seen_in_either_process_and_without_a_parser(
    place: int, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (SHIPPED / "constant.json").read_text(encoding="utf-8").splitlines()
    lines[place] = lines[place].replace('"weight":"', '"weight":"7')
    (tmp_path / "certificates").mkdir()
    (tmp_path / "certificates" / "damaged.json").write_text("\n".join(lines) + "\n", encoding="utf-8")
    monkeypatch.setattr(shipped_certificates, "THEOREM_1", tmp_path)
    monkeypatch.setattr(sys, "argv", ["symbolic-eps", "check", "--quiet"])
    monkeypatch.setattr(command, "_end", sys.exit)
    with pytest.raises(SystemExit, match="1"), plain_interrupts():
        command.entry_point()
    out, err = capsys.readouterr()
    assert not err and out.count("rejected") == 1 and "damaged.json[" in out
    assert run(capsys, "--quiet") == (1, out, "")


@contextmanager
def plain_interrupts() -> Iterator[None]:
    """Keep what the end of the command does to its process out of the tests."""
    handler = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        gc.enable()


def test_a_damaged_shipped_certificate_would_be_seen(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = list(certificates(SHIPPED / "constant.json").values())
    found[3]["claim"]["goal"] = [">", "0", "1"]
    (tmp_path / "constant.json").write_text(json.dumps(found), encoding="utf-8")
    monkeypatch.setattr(shipped_certificates, "shipped", lambda: [tmp_path])
    status, out, _ = run(capsys, "--quiet")
    assert status == 1 and out.startswith("rejected") and f"{len(found) - 1} of {len(found)}" in out


# --- exports


LEMMA_CLAIM = {"variables": ["x"], "hypotheses": [[">", "x", "0"]], "goal": [">", ["^", "x", 2], "0"]}


def small_certificate(claim: Any, nodes: list[Any], lemmas: Sequence[str] = ()) -> dict[str, Any]:
    from verify.certificates.certificate import assembled

    return assembled(claim, nodes, lemmas)


def a_lemma_and_its_user() -> tuple[dict[str, Any], dict[str, Any]]:
    """x > 0 gives x^2 > 0, and that with x > 0 gives x^2 + 1 > 0, by hand."""

    def term(ge: list[int], gt: list[int]) -> dict[str, Any]:
        return {"weight": "1", "ge": ge, "gt": gt}

    lemma = small_certificate(LEMMA_CLAIM, [{"terms": [term([0], []), term([], [0, 0])], "multipliers": []}])
    claim = LEMMA_CLAIM | {"goal": [">", ["+", ["^", "x", 2], "1"], "0"]}
    inner = {"terms": [term([0], []), term([], [1]), term([], [])], "multipliers": []}
    user = small_certificate(claim, [{"lemma": lemma["fingerprint"], "then": inner}], [lemma["fingerprint"]])
    return lemma, user


def test_exports_hold_what_is_accepted_with_its_lemmas_and_nothing_else(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lemma, user = a_lemma_and_its_user()
    wrong = small_certificate({"variables": ["x"], "hypotheses": [], "goal": [">", "x", "0"]}, [])
    file, v, smt = tmp_path / "file.json", tmp_path / "new" / "v", tmp_path / "smt"
    file.write_text(json.dumps([user, wrong, lemma, lemma]), encoding="utf-8")
    status, out, err = run(capsys, str(file), "--coq", str(v), "--smtlib", str(smt))
    assert (status, err) == (1, "")
    assert out.splitlines()[-2:] == [f"2 Coq files in {v}", f"2 SMT-LIB files in {smt}"]
    names = {name(c["fingerprint"]) for c in (lemma, user)}
    assert {f.name for f in v.iterdir()} == {*(f"{n}.v" for n in names), "Library.v", "_CoqProject"}
    assert {f"{n}.v" for n in names} < set((v / "_CoqProject").read_text(encoding="utf-8").split())
    assert {f.name for f in smt.iterdir()} == {f"{n}.smt2" for n in names}
    text = (v / f"{name(user['fingerprint'])}.v").read_text(encoding="utf-8")
    assert text == coq.proof(user, [lemma], coq.USE) and text.count("Theorem claim_") == 2
    written = json.loads(run(capsys, str(file), "--json", "--coq", str(v))[1])["written"]
    assert written == {"Coq": f"2 Coq files in {v}"}


def test_exported_claims_share_one_compiled_library(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, require_tool: Callable[[str], Path]
) -> None:
    """One library and a file for each claim; a claim that is changed in its file is rejected."""
    coqc, folder = require_tool("coqc"), tmp_path / "v"
    lemma, user = a_lemma_and_its_user()
    (tmp_path / "file.json").write_text(json.dumps([user, lemma]), encoding="utf-8")
    assert run(capsys, str(tmp_path / "file.json"), "--coq", str(folder))[0] == 0
    claim = folder / f"{name(user['fingerprint'])}.v"

    def status(file: str) -> int:
        command: list[str] = [coqc, "-q", "-Q", ".", "Claims", file]
        return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode

    assert [status("Library.v"), status(claim.name)] == [0, 0]
    text = claim.read_text(encoding="utf-8")
    assert "v_x ^ 2 + 1 > 0" in text
    claim.write_text(text.replace("v_x ^ 2 + 1 > 0", "v_x ^ 2 - 1 > 0"), encoding="utf-8")
    assert status(claim.name) != 0


@pytest.mark.parametrize("option", ["--coq", "--smtlib"])
@pytest.mark.parametrize("place", ["a file", "below a file"])
def test_a_folder_that_cannot_be_written_is_one_clear_line(
    option: str, place: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("precious")
    folder = blocked if place == "a file" else blocked / "deeper"
    status, out, err = run(capsys, option, str(folder))
    assert (status, out) == (2, "") and err.count("\n") == 1
    assert err.startswith(f"symbolic-eps: error: {option} {folder}: ")
    assert blocked.read_text() == "precious"


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    assert main(["check", "--quiet", "--smtlib", str(folder)]) == 0
    return folder


@pytest.mark.slow
def test_z3_finds_no_counterexample_to_a_sample_of_the_claims(exported: Path) -> None:
    files = sorted(exported.glob("*.smt2"))
    assert len(files) == len(certificates(*FILES))
    for file in files[::32]:
        solver = z3.Solver()
        solver.set("rlimit", 20_000_000)
        solver.from_string(file.read_text(encoding="utf-8"))
        assert solver.check() == z3.unsat, file.name


def test_z3_would_find_a_counterexample() -> None:
    from verify.solvers.smtlib import script

    solver = z3.Solver()
    solver.from_string(script(LEMMA_CLAIM | {"goal": [">", ["^", "x", 2], "x"]}))
    assert solver.check() == z3.sat


# --- Coq


def compile_row(row: str, folder: Path, coqc: Path) -> subprocess.CompletedProcess[str]:
    """All theorems of a row in one file; the last certificate takes the others for its lemmas."""
    *others, last = certificates(next(f for f in ROWS if f.stem == row)).values()
    text = coq.proof(last, others)
    assert text.count("\nTheorem claim_") == len(others) + 1
    (folder / "row.v").write_text(text, encoding="utf-8")
    return subprocess.run(
        [coqc, "-q", "row.v"], cwd=folder, capture_output=True, text=True, timeout=1500, check=False
    )


@pytest.mark.parametrize("row", SMALL)
def test_coq_accepts_the_certificates_of_a_row(
    row: str, tmp_path: Path, require_tool: Callable[[str], Path]
) -> None:
    finished = compile_row(row, tmp_path, require_tool("coqc"))
    assert finished.returncode == 0, finished.stderr[-2000:]


@pytest.mark.slow
@pytest.mark.parametrize("row", [f.stem for f in ROWS if f.stem not in SMALL])
def test_coq_accepts_the_certificates_of_the_other_rows(
    row: str, tmp_path: Path, require_tool: Callable[[str], Path]
) -> None:
    finished = compile_row(row, tmp_path, require_tool("coqc"))
    assert finished.returncode == 0, finished.stderr[-2000:]
