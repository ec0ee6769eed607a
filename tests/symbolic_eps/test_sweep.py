"""Sweeps: right rows, any executor, and files that survive a kill, an interruption and a wrong command."""

from __future__ import annotations

import csv
import errno
import json
import math
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from fractions import Fraction
from io import FileIO
from multiprocessing import get_context
from pathlib import Path

import pytest
import sympy as sp

from symbolic_eps import BallProfile, sweep, table_of
from symbolic_eps.cli import main
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.sweeps import run
from symbolic_eps.sweeps.grid import grid_of, parse_axis
from symbolic_eps.sweeps.run import Row, Task
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as P
from tests.processes import interruptible
from verify.enclosure import Enclosure

SLOW = ["sweep", "1 + a*exp(-p*q) + b/(p*q)", "--vary", "a=0.5:1:6", "--vary", "b=0.05:0.2:8"]
COUNT = 48


def rows_in(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream))


def command(path: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "symbolic_eps", *SLOW, "--output", str(path), *more]


def test_axes_are_exact_and_in_order() -> None:
    assert parse_axis("a=0.1:0.3:3") == ("a", (Fraction(1, 10), Fraction(1, 5), Fraction(3, 10)))
    assert parse_axis("r = 2, 5/2") == ("r", (Fraction(2), Fraction(5, 2)))
    grid = grid_of(dict([parse_axis("a=1,2"), parse_axis("b=3,4,5")]))
    assert [tuple(map(int, point.values())) for point in grid] == [
        (1, 3),
        (1, 4),
        (1, 5),
        (2, 3),
        (2, 4),
        (2, 5),
    ]


@pytest.mark.parametrize(
    "text", ["a", "a=", "a=1:2", "a=2:1:5", "a=1:2:1", "a=1:2:x", "a=inf", "a=nan,1", "1=2", "a=1,1"]
)
def test_bad_axis_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        grid_of(dict([parse_axis(text)]))


def test_closed_form_and_points_agree_with_the_theorem() -> None:
    # (33): log((r - a)/(1 - a))/2, by Kazan & Reiter 2024, Table 3
    grid = {"a": ["1/10", "1/4", "1/2"], "r": [2, 3]}
    derived = list(sweep("max(a/(p*q), r)", grid))
    pointwise = list(sweep("max(a/(p*q), r)", grid, derive=False))
    assert [row.index for row in derived] == [row.index for row in pointwise] == list(range(6))
    assert {row.grade for row in pointwise} == {"enclosed"} and "enclosed" not in {
        row.grade for row in derived
    }
    for row in (*derived, *pointwise):
        a, r = row.values["a"], row.values["r"]
        exact = Fraction(str(sp.N(sp.log(sp.Rational((r - a) / (1 - a))) / 2, 120)))
        assert row.enclosure is not None and row.epsilon is not None
        assert row.enclosure.contains(exact) and Fraction(row.epsilon) <= exact


def test_slow_derivation_is_given_up_for_the_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symbolic_eps.sweeps.run.infimum", lambda *_, **__: time.sleep(600))
    started = time.monotonic()
    found = list(sweep("r", {"r": [2, 3]}, patience=0.5))
    assert time.monotonic() - started < 300 and {row.grade for row in found} == {"enclosed"}


def test_points_without_a_result_say_why_and_leave_the_others() -> None:
    found = list(sweep("r", {"r": ["1/2", 2]}))
    assert found[0].enclosure is None and "below 1" in found[0].error
    assert found[1].epsilon == pytest.approx(math.log(2) / 2)


def test_priors_and_tables_can_be_swept() -> None:
    # q = 1, r = 3: log((1 - p)/(1/3 - p))
    found = list(sweep("3", {"p": ["1/10", "1/5"]}, fixed={"q": 1}))
    assert [row.epsilon for row in found] == [
        pytest.approx(math.log((1 - p) / (1 / 3 - p))) for p in (0.1, 0.2)
    ]
    table = table_of([("1/2", "1/2", 3)], "lower")
    assert next(sweep(table, {"p": [1]})).epsilon == pytest.approx(math.log(3) / 2)


@pytest.mark.parametrize(
    ("profile", "grid", "options", "message"),
    [
        ("max(a/(p*q), r)", {"a": ["1/4"]}, {}, "no value for r"),
        ("a", {"a": [2], "b": [1]}, {}, "b does not occur"),
        ("a", {"a": [2]}, {"values": {"a": 2}}, "a is varied and has a value"),
        ("2", {"p": [2]}, {}, "outside"),
        ("a", {}, {}, "at least one"),
        ("a", {"a": [1.5]}, {}, "is a float"),
        ("a +", {"a": [2]}, {}, "column"),
    ],
)
def test_wrong_question_is_refused_before_any_row(profile, grid, options, message) -> None:
    with pytest.raises(InputError, match=message):
        sweep(profile, grid, **options)


GRID = {"a": [Fraction(k, 40) for k in range(4, 24)]}
TEXT = "1 + exp(-p) + a/(p*q)"


def by_index(rows: list[Row]) -> dict[int, Enclosure | None]:
    assert len({row.index for row in rows}) == len(rows)
    return {row.index: row.enclosure for row in rows}


@pytest.fixture(scope="module")
def alone() -> dict[int, Enclosure | None]:
    return by_index(list(sweep(TEXT, GRID)))


def test_process_pool_gives_the_same_rows(alone: dict[int, Enclosure | None]) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert by_index(list(sweep(TEXT, GRID, executor=pool))) == alone


def test_thread_pool_gives_the_same_rows_and_skips_what_is_known(alone: dict[int, Enclosure | None]) -> None:
    with ThreadPoolExecutor(2) as pool:
        found = by_index(list(sweep(TEXT, GRID, executor=pool, skip={0, 7})))
    assert found == {k: v for k, v in alone.items() if k not in (0, 7)}


def test_threads_never_compute_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The precision of balls is the process's: a thread that ends would take it from one that computes."""
    at_work: list[int] = []
    most = [0]

    def slow(*_: object, **__: object) -> None:
        at_work.append(1)
        most[0] = max(most[0], len(at_work))
        time.sleep(0.02)
        at_work.pop()
        raise UndecidedError("planted")

    monkeypatch.setattr(run, "recommend", slow)
    with ThreadPoolExecutor(4) as pool:
        assert len(list(sweep(TEXT, GRID, executor=pool))) == len(GRID["a"])
    assert most == [1]


def test_dask_executor_gives_the_same_rows(alone: dict[int, Enclosure | None]) -> None:
    distributed = pytest.importorskip("distributed", reason="dask's scheduler is not installed")
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client:
        assert by_index(list(sweep(TEXT, GRID, executor=client.get_executor()))) == alone


def test_what_cannot_travel_to_a_process_is_refused_before_any_row() -> None:
    local = BallProfile(lambda p, q: 1 + (-p).exp())
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        pytest.raises(InputError, match="cannot be sent"),
    ):
        sweep(local, {"p": [1]}, executor=pool)
    assert next(sweep(local, {"p": [1]})).epsilon is not None
    with pytest.raises(InputError, match="only be sampled"):
        sweep(lambda p, q: 3.0, {"p": [1]})  # type: ignore[arg-type]


def test_expression_reaches_another_process_as_it_is_written() -> None:
    written = sp.Mul(1 / (1 - P), 1 - P, evaluate=False)
    task = pickle.loads(pickle.dumps(Task(written, {"a": Fraction(1, 2)}, box=("p<=q",))))
    assert task == Task(written, {"a": Fraction(1, 2)}, box=("p<=q",)) and task.profile != 1
    # the planted error: SymPy's own way loses the factor that is undefined at p = 1
    assert pickle.loads(pickle.dumps(written)) == 1


def test_killed_worker_is_one_line_and_loses_nothing(tmp_path: Path, capsys, monkeypatch) -> None:
    path, known = (
        tmp_path / "eps.csv",
        Row(0, {"r": Fraction(2)}, Enclosure(Fraction(1), Fraction(1)), "exact"),
    )

    def broken(*_: object, executor: object = None, **__: object) -> Iterator[Row]:
        if executor is not None:
            yield known
            raise BrokenProcessPool("a process was terminated")

    monkeypatch.setattr("symbolic_eps.sweeps.run.sweep", broken)
    assert main(["sweep", "r", "--vary", "r=2,3", "--jobs", "2", "--output", str(path)]) == 1
    error = capsys.readouterr().err
    assert "1 of 2 rows are in" in error and error.count("\n") == 1
    assert [row["index"] for row in rows_in(path)] == ["0"]


# Files.


def finished(path: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(path, *more), capture_output=True, text=True, check=False)


def stopped(path: Path, how: signal.Signals, *more: str) -> int:
    """Start the sweep, and stop it once some rows are in the file; its status."""
    process = subprocess.Popen(
        interruptible(command(path, *more)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        if path.exists() and path.read_bytes().count(b"\n") > 5:
            break
        time.sleep(0.01)
    if how is signal.SIGINT:
        os.killpg(process.pid, how)  # as from a terminal
    else:
        os.kill(process.pid, how)
    status = process.wait(60)
    deadline = time.monotonic() + 20
    while group_lives(process.pid):
        assert time.monotonic() < deadline, "workers outlive the sweep"
        time.sleep(0.05)
    return status


def group_lives(group: int) -> bool:
    """Whether a process of the group is left, other than those that only wait to be counted."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _, its_group = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(its_group) == group and state != "Z":
            return True
    return False


@pytest.mark.family(48)
@pytest.mark.parametrize(
    ("how", "status", "jobs"),
    [
        (signal.SIGKILL, -signal.SIGKILL, "1"),
        (signal.SIGKILL, -signal.SIGKILL, "2"),
        (signal.SIGINT, 130, "1"),
        (signal.SIGINT, 130, "2"),
    ],
)
def test_stopped_sweep_goes_on_without_loss_or_duplicates(
    how: signal.Signals, status: int, jobs: str, tmp_path: Path
) -> None:
    path = tmp_path / "eps.csv"
    assert stopped(path, how, "--jobs", jobs) == status
    before = rows_in(path)
    assert 0 < len(before) < COUNT
    # what a kill in the middle of a write leaves behind
    with path.open("a") as stream:
        stream.write("47,1,0.2,0.3")
    result = finished(path)
    assert result.returncode == 0, result.stderr
    assert "rows are known already" in result.stderr
    after = rows_in(path)
    assert sorted(int(row["index"]) for row in after) == list(range(COUNT))
    kept = {row["index"]: row for row in after}
    assert all(kept[row["index"]] == row for row in before if None not in row.values())
    assert all(Fraction(row["epsilon_lower"]) <= Fraction(row["epsilon_upper"]) for row in after)


def test_planted_loss_and_duplicate_are_caught(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "eps.csv"
    arguments = ["sweep", "r", "--vary", "r=2:3:5", "--output", str(path)]
    assert main(arguments) == 0
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines, lines[-1]]))
    assert main(arguments) == 2
    assert "line 7 is not a row of this sweep" in capsys.readouterr().err
    path.write_text("".join([*lines[:2], *lines[3:]]))
    assert main(arguments) == 0
    assert sorted(int(row["index"]) for row in rows_in(path)) == list(range(5))


def test_another_command_does_not_touch_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "eps.csv"
    assert main(["sweep", "r", "--vary", "r=2,3", "--output", str(path)]) == 0
    content = path.read_bytes()
    for other in (["--vary", "r=2,4"], ["--vary", "r=2,3", "--fix", "q=1"]):
        capsys.readouterr()
        assert main(["sweep", "r", *other, "--output", str(path)]) == 2
        error = capsys.readouterr().err
        assert "another sweep" in error and error.count("\n") == 1
        assert path.read_bytes() == content


def test_file_that_is_no_sweep_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("my,own,data\n1,2,3\n")
    assert main(["sweep", "r", "--vary", "r=2,3", "--output", str(path)]) == 2
    assert "not a sweep's" in capsys.readouterr().err
    assert path.read_text() == "my,own,data\n1,2,3\n"


@pytest.mark.parametrize(
    "more",
    [
        ["--vary", "r=2,3", "--output", "/nowhere/eps.csv"],
        ["--vary", "r=2,3", "--output", "/"],
        ["--vary", "r=2,3", "--output", "eps.txt"],
        ["--vary", "r=2,3", "--vary", "r=4", "--output", "eps.csv"],
        ["--vary", "t=2,3", "--output", "eps.csv"],
        ["--vary", "r=2,3", "--variant", "other", "--output", "eps.csv"],
    ],
)
def test_bad_command_is_one_line_and_leaves_no_file(
    more: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["sweep", "r", *more]) == 2
    error = capsys.readouterr().err
    assert error.startswith("symbolic-eps: error:") and error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_device_is_refused_and_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "eps.csv"
    path.symlink_to("/dev/zero")
    assert main(["sweep", "r", "--vary", "r=2,3", "--output", str(path)]) == 2
    assert "no ordinary file" in capsys.readouterr().err


def test_full_disk_is_one_line_and_the_sweep_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Full(FileIO):
        def write(self, data: bytes) -> int:  # type: ignore[override]
            room = 250 - self.tell()
            if room <= 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return super().write(data[:room])

    path, arguments = tmp_path / "eps.csv", ["sweep", "r", "--vary", "r=2:3:9", "--output"]
    with monkeypatch.context() as patch:
        patch.setattr("symbolic_eps.sweeps.record.FileIO", Full)
        assert main([*arguments, str(path)]) == 2
    error = capsys.readouterr().err
    assert "a row cannot be written: No space left" in error and error.count("\n") == 1
    assert path.stat().st_size == 250 and not path.read_bytes().endswith(b"\n")
    assert main([*arguments, str(path)]) == 0
    assert sorted(int(row["index"]) for row in rows_in(path)) == list(range(9))


def test_unwritable_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if os.geteuid() == 0:
        pytest.skip("the superuser may write everywhere")
    path = tmp_path / "eps.csv"
    path.touch(mode=0o444)
    assert main(["sweep", "r", "--vary", "r=2,3", "--output", str(path)]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_two_sweeps_do_not_share_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fcntl = pytest.importorskip("fcntl")
    path = tmp_path / "eps.csv"
    arguments = ["sweep", "r", "--vary", "r=2,3", "--output", str(path)]
    assert main(arguments) == 0
    with path.open("rb") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        assert main(arguments) == 2
    assert "being written by another sweep" in capsys.readouterr().err


def test_parquet_holds_what_csv_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    options = ["sweep", "max(a/(p*q), r)", "--vary", "a=1/4,1/3", "--vary", "r=1/2,3", "--no-derive"]
    assert main([*options, "--output", str(tmp_path / "a.csv"), "--json"]) == 1
    summary = json.loads(capsys.readouterr().out)
    assert summary["rows"] == 4 and summary["without_result"] == 2
    assert main([*options, "--output", str(tmp_path / "a.parquet")]) == 1
    assert main([*options, "--output", str(tmp_path / "a.parquet")]) == 1  # complete: nothing to do
    assert "2 of 4 rows have no result: row 0: infeasible" in capsys.readouterr().err.splitlines()[-1]
    table = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert not (tmp_path / "a.parquet.rows").exists()
    for one, other in zip(table, rows_in(tmp_path / "a.csv"), strict=True):
        assert one["index"] == int(other["index"]) and one["a"] == float(Fraction(other["a"]))
        assert one["epsilon_lower"] == other["epsilon_lower"] and one["error"] == other["error"]
        assert one["epsilon"] == (float(other["epsilon"]) if other["epsilon"] else None)


def test_missing_pyarrow_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["sweep", "r", "--vary", "r=2,3", "--output", str(tmp_path / "a.parquet")]) == 2
    assert "needs pyarrow" in capsys.readouterr().err and list(tmp_path.iterdir()) == []


def test_rows_without_a_result_are_a_failure_with_a_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "eps.csv"
    command = ["sweep", "r", "--vary", "r=2,1/2,1/3", "--output", str(path)]
    for _ in range(2):  # the second time all rows are known
        assert main(command) == 1
        out, err = capsys.readouterr()
        assert out.startswith(f"3 rows in {path}:") and out.endswith(", 2 without a result\n")
        notice = err.splitlines()[-1]
        assert notice.startswith("symbolic-eps: notice: 2 of 3 rows have no result: row 1: infeasible: ")
        assert notice.endswith("(and 1 other reason, in the column error)")
    assert [bool(row["error"]) for row in sorted(rows_in(path), key=lambda r: r["index"])] == [0, 1, 1]
    assert main(["sweep", "r", "--vary", "r=2,3", "--output", str(tmp_path / "all.csv")]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_unconstrained_points_are_infinite(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"eps{suffix}"
    assert main(["sweep", "b/(p*q)", "--vary", "b=1,2", "--output", str(path)]) == 0
    if suffix == ".csv":
        columns = ("epsilon", "epsilon_lower", "epsilon_upper")
        assert {row[name] for row in rows_in(path) for name in columns} == {"oo"}
    else:
        parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
        assert parquet.read_table(path)["epsilon"].to_pylist() == [math.inf, math.inf]
