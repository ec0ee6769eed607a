"""Which tests one process of several runs: those of one file, or of the files that share a costly fixture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

TOGETHER = {
    "derived": (
        "tests/derivations/test_cross_check.py",
        "tests/derivations/test_table3.py",
        "tests/symbolic_eps/test_evaluate.py",
        "tests/symbolic_eps/test_minimum.py",
        "tests/symbolic_eps/test_minimum_undecided.py",
    ),
    "kernel_theory": ("tests/verify/test_box_proof.py", "tests/verify/test_kernel_proof.py"),
}
"""Fixtures of `tests/conftest.py` that take long to make, and the files whose tests ask for them."""

SAME_WORK = {
    "exportable()": ("tests/symbolic_eps/export/", "tests/symbolic_eps/test_explore.py"),
    "own()": (
        "tests/symbolic_eps/test_own_theorems.py",
        "tests/symbolic_eps/test_planted_in_each_kind.py",
        "tests/symbolic_eps/test_planted_in_theorems.py",
    ),
}
"""What a process keeps once it is made, and the files, or the folder, of tests that need much of it: formulas
with a name and their exports, theorems on profiles of one's own."""


class FilesTogether(LoadFileScheduling):
    """As `--dist loadfile`, but the files of one costly fixture, or of the same work, count as one."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        together = TOGETHER | SAME_WORK
        return next((shared for shared, files in together.items() if file.startswith(files)), file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> FilesTogether | None:
    """With `--dist loadfile`, fixtures of a file and what it keeps in memory are made once.

    Marks of xdist's groups would say the same, but its version 3.8 hangs them on an attribute that
    pytest 9.2 does not read.
    """
    return FilesTogether(config, log) if config.getoption("dist") == "loadfile" else None


def strangers(items: Iterable[pytest.Item]) -> Iterator[str]:
    """What to change for tests that ask for a costly fixture and whose files are not listed with it."""
    for item in items:
        file = item.nodeid.split("::")[0]
        for fixture, files in TOGETHER.items():
            if file not in files and _asks_for(item, fixture):
                yield f"{item.nodeid} asks for {fixture}: list {file} with it in tests/scheduling.py"


def _asks_for(item: Any, fixture: str) -> bool:
    """Whether a test asks for a fixture of `tests/conftest.py`, not for one of that name in its own file."""
    definitions = item._fixtureinfo.name2fixturedefs.get(fixture, ())
    return bool(definitions) and definitions[-1].baseid == "tests"
