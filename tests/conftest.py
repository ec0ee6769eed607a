"""What all tests share: the programs that some of them need, and a loud word when one is missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

MISSING = "missing program"


def _running_in_ci() -> bool:
    return os.environ.get("CI", "").lower() not in {"", "0", "false"}


def _require_tool(name: str) -> Path:
    found = shutil.which(name)
    if found is not None:
        return Path(found)
    message = f"{MISSING}: {name} is not on the PATH, so this test checks nothing"
    if _running_in_ci():
        pytest.fail(f"{message}; .ci/run must install it", pytrace=False)
    pytest.skip(message)


@pytest.fixture
def require_tool() -> Callable[[str], Path]:
    """`require_tool("pdflatex")` is the program's path; without it the test is skipped, under CI it fails."""
    return _require_tool


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end, in a block of its own, what was not tested for want of a program."""
    reasons = [
        f"{report.nodeid}: {report.longrepr[2]}"
        for report in terminalreporter.stats.get("skipped", [])
        if isinstance(report.longrepr, tuple) and MISSING in report.longrepr[2]
    ]
    if reasons:
        terminalreporter.section("NOT TESTED: programs are missing", sep="!", yellow=True, bold=True)
        for reason in reasons:
            terminalreporter.write_line(reason)
