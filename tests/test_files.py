"""Files that a user names: whatever stands there, it is refused in a line or read to an end that is near."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from symbolic_eps.answers.saved_work import fingerprint
from symbolic_eps.cli import main
from symbolic_eps.enclosed.tabulated import MOST_POINTS, read_table
from symbolic_eps.errors import InputError
from symbolic_eps.profiles.profile import RiskProfile
from verify.files import content

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("symbolic_eps", "verify", "derivations")

OWN = {
    "verify/files.py": "the reader itself",
    "symbolic_eps/cli/journal.py": "digests of the program's own text and of files that were read before",
    "symbolic_eps/report/audit/page.py": "a style and a script of the package",
    "symbolic_eps/report/audit/graph_page.py": "styles and a script of the package",
    "symbolic_eps/sweeps/record.py": "its rows, checked to be a regular file, within a limit",
    "verify/claims/auditor.py": "a journal that the command line has read, or the cache's",
    "verify/claims/expected_verdicts.py": "verdicts of an installed paper",
    "verify/claims/coverage.py": "what judges the lines of an installed paper",
    "verify/claims/program_text.py": "digests of the program's own text",
    "verify/claims/shipped_records.py": "records of an installed paper",
    "derivations/kazan_reiter/version_comparison.py": "places of the package's own papers",
    "symbolic_eps/schemas/__init__.py": "schemas of the package",
    "symbolic_eps/entry_points.py": "what installed packages say of themselves",
    "symbolic_eps/coq/project.py": "theorems of the package and of installed papers",
    "symbolic_eps/coq/shipped.py": "theorems of the package and of installed papers",
    "symbolic_eps/cli/completion.py": "closed forms of the package",
    "symbolic_eps/export/template.py": "templates of the package",
    "symbolic_eps/explore/proofs.py": "certificates of the package",
    "symbolic_eps/explore/page.py": "a style, a script and a frame of the package",
    "symbolic_eps/memo/html.py": "a style of the package",
    "symbolic_eps/memo/pdf.py": "what a converter has written",
    "symbolic_eps/scenarios/__main__.py": "an example of the package",
    "verify/javascript/__init__.py": "a script of the package",
    "verify/two_processes.py": "a pipe from a copy of its own process",
}
"""Modules that read files in another way, and why they may."""


def reading_calls(path: Path) -> Iterator[str]:
    """Calls that open a file, but for those that only write."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        modes = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        writes = called in ("open", "fdopen") and any(m.startswith(("w", "a")) for m in modes)
        if called in ("read_text", "read_bytes", "open", "fdopen", "FileIO") and not writes:
            yield called


def test_one_reader_reads_what_users_name() -> None:
    found = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if "templates" not in path.parts and set(reading_calls(path))
    }
    assert found - {"verify/solvers/second_solver_worker.py"} == set(OWN)


Named = Callable[[Path], list[str]]
"""The command for a file that stands at a path."""


def below(name: str, *command: str) -> Callable[[Path], tuple[Path, list[str]]]:
    """A place for the file in a folder, and the command that reads it, with {file} and {folder} for these."""

    def made(folder: Path) -> tuple[Path, list[str]]:
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        return place, [word.format(file=place, folder=folder) for word in command]

    return made


KEPT = fingerprint(RiskProfile("3"))
READERS = {
    "recommend --table": below(
        "t.csv", "recommend", "--table", "{file}", "--interpolation", "lower", "--width", "1"
    ),
    "export --formula": below(
        "f.json", "export", "--target", "c", "--out", "{folder}/out", "--formula", "{file}"
    ),
    "conform --formula": below("f.json", "conform", "--formula", "{file}", "--", "cat"),
    "check": below("c.json", "check", "{file}"),
    "audit FILE.py": below("claims.py", "audit", "{file}"),
    "audit --journal": below("j.jsonl", "audit", "kazan-reiter-2023", "--journal", "{file}"),
    "sweep --output": below(
        "s.csv", "sweep", "r", "--vary", "r=2,3", "--output", "{file}", "--no-derive", "--width", "1"
    ),
    "sweep's note": below(
        "s.csv.sweep", "sweep", "r", "--vary", "r=2,3", "--output", "{folder}/s.csv", "--no-derive"
    ),
    "derive --certificates": below(
        f"branches/{KEPT}.json", "derive", "3", "--certificates", "{folder}", "--patience", "60"
    ),
}


@contextmanager
def soon(seconds: int = 60) -> Iterator[None]:
    """What does not end is a failure, not a test that hangs."""

    def late(*_: object) -> None:
        raise AssertionError(f"still reading after {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def a_pipe(place: Path) -> None:
    os.mkfifo(place)


def a_device(place: Path) -> None:
    place.symlink_to("/dev/zero")


def a_folder(place: Path) -> None:
    place.mkdir()


def too_large(place: Path) -> None:
    with place.open("wb") as file:
        file.truncate(1_000_000_001)


@pytest.mark.family(3)
@pytest.mark.parametrize("stand", [a_pipe, a_device, a_folder, too_large])
@pytest.mark.parametrize("reader", READERS)
def test_what_has_no_end_is_refused(capsys, tmp_path, reader, stand):
    place, command = READERS[reader](tmp_path)
    if reader == "sweep's note":
        (tmp_path / "s.csv").write_text("index\n")
    stand(place)
    with soon():
        status = main(command)
    out, err = capsys.readouterr()
    if reader == "check" and stand is a_folder:
        assert status == 2 and "a folder without *.json files" in err
        return
    said = out if reader == "check" and stand is too_large else err
    assert status == (1 if said is out else 2) and place.name in said
    assert err.count("\n") == (said is err)
    reasons = {
        a_pipe: ("a device or pipe", "no ordinary file", "is no readable"),
        a_device: ("a device or pipe", "no ordinary file", "is no readable"),
        a_folder: ("a folder", "is no readable"),
        too_large: ("the most that is read", "is no readable", "its header is not", "is not a sweep's"),
    }
    assert any(reason in said for reason in reasons[stand])
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("command", [["recommend", "--interpolation", "lower", "--table"], ["check"]])
def test_standard_input_is_not_read(capsys, command):
    assert main([*command, "-"]) == 2
    assert "standard input is not read: save it to a file" in capsys.readouterr().err


@pytest.mark.parametrize("stand", [a_pipe, a_device])
def test_the_kernel_alone_refuses_them_too(tmp_path, stand):
    place = tmp_path / "c.json"
    stand(place)
    command = [sys.executable, "-m", "verify.kernel", str(place)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2 and "a device or pipe" in done.stderr and done.stdout == ""


def test_a_file_without_a_size_is_read_to_the_limit_only():
    status = Path("/proc/self/status")
    if not status.exists():
        pytest.skip("NOT TESTED: there is no /proc")
    assert status.stat().st_size == 0 and b"Name:" in content(status, 100_000)
    with pytest.raises(OSError, match="larger than 10 bytes, the most that is read"):
        content(status, 10)


LARGE_TABLES = {
    "points": ((f"{i}/{10**6},1,2\n" for i in range(MOST_POINTS + 5)), f"more than {MOST_POINTS} points"),
    "columns": (("0,1,2\n", "0" + ",0" * 10**6), "line 2: longer than 1000 characters"),
    "a few columns": (("0,1,2,3\n",), "line 1: 4 values, but a point has three"),
    "one line": (("0" * 10**7,), "line 1: longer than 1000 characters"),
    "a quote": (('"' + "0\n" * 10**5,), "field larger than field limit"),
    "bytes": (("0,0,1\n" * 10**7,), "larger than 50 MB, the most that is read"),
}


@pytest.mark.parametrize("kind", LARGE_TABLES)
def test_a_table_has_limits_that_are_named(tmp_path, kind):
    lines, message = LARGE_TABLES[kind]
    path = tmp_path / "table.csv"
    with path.open("w") as file:
        file.writelines(lines)
    with soon(), pytest.raises(InputError, match="table") as error:
        read_table(path, "lower")
    assert message in str(error.value)


def test_a_table_of_any_line_ends_is_read(tmp_path):
    path = tmp_path / "table.csv"
    for ends in ("\n", "\r\n", "\r"):
        path.write_bytes(("\ufeffp,q,r" + ends + "0.5,1,2" + ends + ends + '"1",1,3').encode())
        assert read_table(path, "lower").bounds == ((2,), (3,))
