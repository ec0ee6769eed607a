"""A missing program is a failure under CI and a skip that nobody can overlook elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

RequireTool = Callable[[str], Path]
ABSENT = "no-such-program-anywhere"


def test_present_program_is_found(require_tool: RequireTool) -> None:
    assert require_tool("sh").is_file()


def test_missing_program_skips_outside_ci(require_tool: RequireTool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=ABSENT):
        require_tool(ABSENT)


def test_missing_program_fails_under_ci(require_tool: RequireTool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=ABSENT):
        require_tool(ABSENT)
