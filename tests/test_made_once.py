"""What a run shares is made once, by whichever process needs it first; what fails is tried again."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from tests.made_once import FOLDER, made_once


def slowly(folder: Path) -> None:
    """A second time is an error."""
    with (folder / "made").open("x") as file:
        file.write("whole")


def read(_: int) -> str:
    return (made_once("shared/thing", slowly) / "made").read_text()


def test_all_processes_read_what_one_has_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    with ProcessPoolExecutor(3, mp_context=get_context("spawn")) as processes:
        assert [*processes.map(read, range(6))] == ["whole"] * 6


def test_what_fails_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    tried = list[Path]()

    def fails_at_first(folder: Path) -> None:
        tried.append(folder)
        if len(tried) == 1:
            raise ValueError

    with pytest.raises(ValueError):
        made_once("thing", fails_at_first)
    assert made_once("thing", fails_at_first) == made_once("thing", fails_at_first)
    assert len(tried) == 2
