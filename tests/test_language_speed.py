"""The benchmark of languages: bad input is one line before any work; no figure comes from no points."""

from __future__ import annotations

import pytest

from benchmarks import language_speed


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["--points", "0"], "0 is no whole number of at least 1"),
        (["--points", "many"], "many is no whole number of at least 1"),
        (["--repetitions", "0"], "0 is no whole number of at least 1"),
        (["--language", "cobol"], "invalid choice"),
    ],
)
def test_bad_input_is_refused_before_work(
    typed: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language_speed, "ratios", None)  # cannot be called
    with pytest.raises(SystemExit) as ended:
        language_speed.main(typed)
    assert ended.value.code == 2 and said in capsys.readouterr().err.splitlines()[-1]


def test_a_program_that_fails_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(language_speed.PROGRAMS, "python", ("speed.py", "echo no such thing >&2; exit 3"))
    with pytest.raises(SystemExit) as ended:
        language_speed.main(["--language", "python", "--points", "1", "--repetitions", "1"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1].endswith("exit 3: no such thing")
