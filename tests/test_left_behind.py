"""Programs ended at any moment of their start or their work: nothing stays behind, no traceback is shown."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from tests.processes import started

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "tests" / "symbolic_eps" / "audit_sample.py"

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks into /proc")

SECONDS = 20
"""How long a process may take to end on a busy machine."""

SOLVER = """
import sys, time
from verify.solvers.second_solver import SecondSolver
solver = SecondSolver(seconds=60)
solver.answer("(set-logic QF_NRA)(declare-const x Real)(assert (< (* x x) 0))(check-sat)")
print("idle", flush=True)
time.sleep(60)
"""

PROGRAM = [sys.executable, "-m", "symbolic_eps"]
SWEEP = ["sweep", "1+b/(p*q)+exp(-p)", "--vary", "b=1:2:99", "--jobs", "2", "--output", "eps.csv"]
COMMANDS = {
    "second solver": [sys.executable, "-c", SOLVER],
    "audit": [*PROGRAM, "audit", "kazan-reiter-2023", "--derive", "--jobs", "2"],
    "table": [*PROGRAM, "table", "--derive", "--jobs", "2"],
    "sweep": [*PROGRAM, *SWEEP],
    "recommend": [
        *PROGRAM,
        "recommend",
        "1+p**40/q+1/(5*p)+p*q**30",
        "--patience",
        "300",
    ],  # large: apart at once
}
PROCESSES = {"second solver": 2, "audit": 4, "table": 4, "sweep": 4, "recommend": 2}
"""With all that it starts: two workers, and the one in which Python tracks what they share."""

OURS = ("/symbolic_eps/", "/verify/", "/derivations/", "multiprocessing", "concurrent", "threading")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)


def ended(name: str, how: signal.Signals, processes: int, delay: float, folder: Path) -> str:
    """What the command said that was ended a while after it had so many processes."""
    with (folder / "err").open("w+") as err:
        with started(COMMANDS[name], cwd=folder, stdout=subprocess.DEVNULL, stderr=err) as program:
            deadline = time.monotonic() + SECONDS
            while len(program.alive) < processes and time.monotonic() < deadline:
                time.sleep(0.01)
            assert time.monotonic() < deadline, f"{name} never had {processes} processes"
            time.sleep(delay)
            if program.process.poll() is None:
                if how is signal.SIGINT:
                    os.killpg(program.process.pid, how)  # Ctrl-C reaches the whole group
                else:
                    program.process.send_signal(how)
            left = program.left_after(SECONDS)
            assert not left, (
                f"{how.name} {delay:.3f} s after there were {processes} processes: left are {left}"
            )
            status = program.process.wait(SECONDS)
        err.seek(0)
        said = err.read()
    assert status in {0, 1, 130, -how}
    return said


def assert_nothing_is_left(
    name: str, how: signal.Signals, processes: int, delay: float, folder: Path
) -> None:
    said = ended(name, how, processes, delay, folder)
    if how is signal.SIGINT and name != "second solver":
        # The interpreter's own start is not ours, and says so at length.
        assert "Traceback" not in said or not any(part in said for part in OURS), f"at {delay:.3f} s: {said}"
        if processes > 1:
            assert said.splitlines()[-1:] == ["symbolic-eps: interrupted"] and said.count("interrupted") == 1
    for journal in folder.glob("**/audit-*.jsonl"):
        assert all(json.loads(line) for line in journal.read_text().splitlines())
        assert journal.read_text().endswith("\n") or how is signal.SIGKILL


@pytest.mark.family(18)
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("how", SIGNALS, ids=[s.name for s in SIGNALS])
def test_nothing_stays_behind(
    name: str, how: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert_nothing_is_left(name, how, PROCESSES[name], 0.2, tmp_path)


ROUNDS = [("second solver", round_, 10) for round_ in range(50)] + [
    (name, round_, 4) for name in ("audit", "table", "sweep", "recommend") for round_ in range(24)
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "round_", "starts"), ROUNDS)
def test_nothing_stays_behind_at_any_moment(
    name: str, round_: int, starts: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    random = Random(f"{name} {round_}")
    for _ in range(starts):
        processes = random.choice((1, PROCESSES[name] - 1, PROCESSES[name]))
        assert_nothing_is_left(name, random.choice(SIGNALS), processes, random.uniform(0, 1), tmp_path)


def test_planted_orphan_is_seen(tmp_path: Path) -> None:
    orphan = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])"
    with started(
        [sys.executable, "-c", orphan], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as program:
        program.process.wait(SECONDS)
        (left,) = program.left_after(0.5)
        assert "time.sleep(60)" in left


def test_ignored_interrupt_is_ignored_and_a_termination_is_not(tmp_path: Path) -> None:
    command = [*PROGRAM, "audit", str(SAMPLE), "--jobs", "2", "--journal", str(tmp_path / "journal")]
    with (tmp_path / "err").open("w+") as err:
        # As in the background of a script, where a Ctrl-C is meant for what runs in front.
        with started(command, stdout=subprocess.DEVNULL, stderr=err, by_interrupt="SIG_IGN") as program:
            for _ in range(20):
                time.sleep(0.2)
                if program.process.poll() is None:
                    os.killpg(program.process.pid, signal.SIGINT)
            assert program.process.wait(120) == 1  # the sample has claims that do not hold
            assert not program.left_after(SECONDS)
        err.seek(0)
        assert "interrupted" not in (said := err.read()) and "Traceback" not in said
    with started(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, by_interrupt="SIG_IGN"
    ) as program:
        time.sleep(0.3)
        program.process.terminate()
        assert program.process.wait(SECONDS) == -signal.SIGTERM
        assert not program.left_after(SECONDS)


def test_a_copy_of_the_parent_does_not_keep_the_second_solver() -> None:
    # A fork holds the other end of the pipe open: its end alone would never come. The copy says its number
    # when the parent is about to end, so that the copy and the solver are both there.
    forks = SOLVER.replace('print("idle", flush=True)', "import os\ncopy = os.fork()").replace(
        "time.sleep(60)", "print(copy, flush=True) or os.abort() if copy else time.sleep(60)"
    )
    with started([sys.executable, "-c", forks], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as program:
        assert program.process.stdout is not None
        copy = int(program.process.stdout.readline())
        deadline = time.monotonic() + SECONDS
        while program.alive != [copy] and time.monotonic() < deadline:
            time.sleep(0.05)
        assert program.alive == [copy], "the copy alone is left"
