"""Files that two processes judge have the judgements that one gives them, whatever becomes of the other."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from verify import kernel, recheck, two_processes
from verify.text_caching_kernel import TextMemory

CLAIM = {"variables": ["x"], "hypotheses": [[">", "x", "0"]], "goal": [">", ["^", "x", 2], "0"]}
NODE = {
    "terms": [
        {"weight": "1", "ge": [0], "gt": []},
        {"weight": "1", "ge": [], "gt": [0, 0]},
    ],
    "multipliers": [],
}


def certificate(power: int = 2, lemmas: tuple[str, ...] = ()) -> dict[str, Any]:
    """That x^2 > 0 where x > 0; for another power what is said does not follow from the terms."""
    claim = CLAIM | {"goal": [">", ["^", "x", power], "0"]}
    name = kernel.fingerprint(claim)
    made = {"format": "certificate/1", "claim": claim, "fingerprint": name, "lemmas": list(lemmas)}
    return made | {"refutations": [NODE]}


def a_line_each(certificates: list[dict[str, Any]]) -> str:
    """As certificates are stored."""
    lines = (json.dumps(c, sort_keys=True, separators=(",", ":")) for c in certificates)
    return "[\n" + ",\n".join(lines) + "\n]\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files for two processes, with something wrong in each half."""
    monkeypatch.setattr(two_processes, "LEAST_BYTES", 0)
    monkeypatch.setattr(two_processes, "_cores", lambda: 2)
    texts: list[Any] = [
        [certificate()] * 3,
        [certificate(3)],
        certificate(),
        [certificate(), certificate(5)],
        [{}],
    ]
    for i, text in enumerate(texts):
        (tmp_path / f"{i}.json").write_text(a_line_each(text) if i in (0, 1, 3) else json.dumps(text))
    (tmp_path / "5.json").write_text("[not JSON")
    return tmp_path


def said(judgements: list[recheck.Judgement]) -> list[tuple[str, str, str, str]]:
    return [(j.source, j.fingerprint, j.reason, j.kind) for j in judgements]


def test_two_processes_say_what_one_says(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = said(recheck.judge_files([folder]))
    assert [not reason for *_, reason, _ in alone] == [True] * 3 + [False, True, True, False, False, False]
    judged_here: list[bytes] = []
    said_of = two_processes._said
    here, both_at_work = os.getpid(), [os.pipe(), os.pipe()]

    def noted(lines: list[bytes], memory: TextMemory | None) -> Any:
        """Waits at first until the other process judges, too."""
        mine, other = both_at_work if os.getpid() == here else reversed(both_at_work)
        if not judged_here:
            os.write(mine[1], b"x")
            os.read(other[0], 1)
        judged_here.extend(lines)
        return said_of(lines, memory)

    monkeypatch.setattr(two_processes, "_said", noted)
    monkeypatch.setattr(recheck, "judge_files", only_whole(recheck.judge_files, folder))
    assert said(two_processes.judge_files([folder])) == alone
    assert 0 < len(judged_here) < 3  # of three that differ, among six on a line each


def only_whole(judge_files: Any, folder: Path) -> Any:
    """Judges the files that are to be read as a whole, and no others."""

    def judged(files: list[str]) -> Any:
        assert {Path(file).name for file in files} <= {"2.json", "4.json", "5.json"}
        return judge_files(files)

    return judged


@pytest.mark.parametrize("answer", ["", "[", "null", "null x", "[]", "died"])
def test_what_the_other_process_does_not_answer_is_judged_here(
    answer: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answered(lines: list[bytes]) -> str:
        if answer == "died":
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    monkeypatch.setattr(two_processes, "_answer", answered)
    assert said(two_processes.judge_files([folder])) == said(recheck.judge_files([folder]))


def test_lemmas_may_stand_in_the_other_half(folder: Path) -> None:
    lemma = certificate()
    user = certificate(lemmas=(lemma["fingerprint"],)) | {
        "refutations": [{"lemma": lemma["fingerprint"], "then": NODE}]
    }
    for i in range(6):
        (folder / f"{i}.json").write_text(json.dumps(user) if i % 2 else a_line_each([lemma] * (i + 1)))
    judged = two_processes.judge_files([folder])
    assert said(judged) == said(recheck.judge_files([folder]))
    assert all(j.accepted for j in judged)


def test_a_file_that_cannot_be_read_is_an_error(folder: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        two_processes.judge_files([folder, folder / "none.json"])
    for name in "05":
        (folder / f"{name}.json").chmod(0)
    (folder / "0.json").unlink()
    (folder / "0.json").symlink_to("/dev/null")
    with pytest.raises(OSError, match="device or pipe"):
        two_processes.judge_files([folder / "0.json", folder / "1.json"])


def test_no_process_is_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    children: list[int] = []
    fork = os.fork

    def noted() -> int:
        child = fork()
        children.append(child)
        return child

    monkeypatch.setattr(os, "fork", noted)
    two_processes.judge_files([folder])
    (child,) = children
    with pytest.raises(ChildProcessError):  # it was waited for
        os.waitpid(child, os.WNOHANG)


KILLED = """
import os, signal, sys
from verify import two_processes

here, judged = os.getpid(), two_processes.SharedWork._judged

def judged_there(work, pieces):
    if os.getpid() == here:
        os.kill(here, signal.SIGKILL)
    return judged(work, pieces)

two_processes.LEAST_BYTES, two_processes._cores = 0, lambda: 2
two_processes._answer = lambda judged: "x" * 10**6  # more than a pipe holds
two_processes.SharedWork._judged = judged_there
two_processes.judge_files(sys.argv[1:])
"""


def test_the_other_process_does_not_outlive_this_one(folder: Path) -> None:
    """It would wait for ever for its answer to be read, and who reads the command's output with it."""
    command = [sys.executable, "-c", KILLED, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as process:
        try:
            process.communicate(timeout=30)  # ends when nobody has its output open
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL


def test_a_file_that_is_named_twice_is_judged_twice(folder: Path) -> None:
    files = [folder / f"{i}.json" for i in (2, 1, 0, 2, 1, 5, 1)]
    assert said(two_processes.judge_files(files)) == said(recheck.judge_files(files))
