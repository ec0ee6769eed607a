"""Helps, exit statuses and completion: what the command line itself promises."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command

from derivations.kazan_reiter_2024.table3 import ROWS
from symbolic_eps.cli import _with_what_is_asked, app, completion, main
from symbolic_eps.cli.exit_status import FAILED_IN, MEANING, ExitStatus
from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.targets import NAMES
from symbolic_eps.papers import papers

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = tuple(get_command(app).commands)  # type: ignore[attr-defined]


def help_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([*arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize("name", COMMANDS)
def test_a_subcommand_read_alone_is_that_of_the_whole_program(name: str) -> None:
    def described(program: typer.Typer) -> tuple[list[str], object]:
        group: Any = get_command(program)
        command = group.commands[name]
        context = command.make_context(
            name, [], parent=group.make_context("", [name]), resilient_parsing=True
        )
        arguments = [(p.name, p.opts, p.required, p.nargs, str(p.default)) for p in command.params]
        return list(group.commands), (arguments, command.get_help(context))

    whole, there = described(app)
    alone, here = described(_with_what_is_asked([name, "--help"]))
    assert here == there
    assert alone == [name] or (name == "at-risk" and alone == whole)
    assert described(app)[0] == whole  # reading a part has changed nothing


@pytest.mark.parametrize("typed", [[], ["chek"], ["--help"], ["--version", "check"]])
def test_where_no_subcommand_comes_first_all_are_read(typed: list[str]) -> None:
    assert _with_what_is_asked(typed) is app


@pytest.mark.parametrize("columns", ["80", "50"])
def test_summaries_are_whole(
    columns: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    shown = help_of(capsys, "--help").partition("Commands:")[2]
    words = " ".join(shown.split())
    for command in COMMANDS:
        summary = get_command(app).commands[command].short_help  # type: ignore[attr-defined]
        assert summary.endswith(".") and f"{command} {summary}" in words
        if columns == "80":
            assert re.search(rf"^  {command} +{re.escape(summary)}$", shown, flags=re.MULTILINE)
    assert "..." not in shown


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids=" ".join)
def test_short_and_long_help_are_one(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    shown = help_of(capsys, *command, "-h")
    assert shown == help_of(capsys, *command, "--help")
    assert "Exit status:" in shown and "Usage: symbolic-eps" in shown
    meanings = MEANING | ({ExitStatus.FAILED: FAILED_IN[command[0]]} if command else {})
    for status, meaning in meanings.items():
        assert re.search(rf"^ +{status} +{re.escape(meaning)}$", shown, flags=re.MULTILINE), status
    if command:
        assert "Example: symbolic-eps" in shown


def test_exit_statuses_stand_in_one_table() -> None:
    assert set(FAILED_IN) == set(COMMANDS)
    page = (ROOT / "docs/command.md").read_text(encoding="utf-8")
    for status, meaning in MEANING.items():
        assert f"| {status} | {meaning} |" in page
    for command, meaning in FAILED_IN.items():
        assert f"| `{command}` | {meaning} |" in page


# Completion.


def completed(*words: str) -> list[str]:
    """What a real bash completes the last word to."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash")
    script = """
        source <(symbolic-eps --show-completion bash)
        function=$(complete -p symbolic-eps | sed -E 's/.*-F ([^ ]+) .*/\\1/')
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
        "$function" symbolic-eps "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [bash, "--norc", "-c", script, "bash", "symbolic-eps", *words],
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("re",), ["recommend"]),
        (("table", "--row", "fixed"), ["fixed-p", "fixed-q"]),
        (("table", "--cro"), ["--cross-check"]),
        (("table", "--format", "m"), ["markdown"]),
        (("audit", "kazan-reiter-2"), ["kazan-reiter-2023", "kazan-reiter-2024"]),
        (("audit", "--errata", ""), sorted(papers())),
        (("export", "--formula", "box"), ["box", "box.1", "box.3"]),
        (("export", "--target", "ja"), ["java", "javascript"]),
        (("conform", "--formula", "ro"), ["root"]),
        (("recommend", "--nothing"), []),
    ],
)
def test_bash_completes(words: tuple[str, ...], expected: list[str]) -> None:
    assert completed(*words) == expected


def test_bash_completes_every_subcommand() -> None:
    assert completed("") == list(COMMANDS)


def test_completed_names_are_those_that_there_are() -> None:
    assert sorted(completion.formulas("")) == sorted(exportable())
    assert sorted(completion.rows("")) == sorted(row.identifier for row in ROWS)
    assert sorted(completion.papers("")) == sorted(papers())
    assert completion.targets("") == list(NAMES)


@pytest.mark.parametrize(
    "words", ["symbolic-eps re", "symbolic-eps export --formula b", "symbolic-eps audit k"]
)
def test_completing_loads_nothing_heavy(words: str) -> None:
    code = (
        "import sys\nfrom symbolic_eps.cli import main\n"
        "try:\n    main([])\nexcept SystemExit:\n    pass\n"
        "heavy = {'sympy', 'numpy', 'z3', 'flint', 'mpmath', 'matplotlib'} & set(sys.modules)\n"
        "sys.exit(f'loaded {heavy}' if heavy else 0)"
    )
    asked = {completion.VARIABLE: "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | asked, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and done.stdout.strip(), done.stderr


@pytest.mark.parametrize(
    ("shell", "has"),
    [
        ("bash", "complete -o default -F"),
        ("zsh", "#compdef symbolic-eps"),
        ("fish", "complete --command symbolic-eps"),
        ("pwsh", "Register-ArgumentCompleter -Native -CommandName symbolic-eps"),
    ],
)
def test_script_of_each_shell(
    shell: str, has: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    script = help_of(capsys, "--show-completion", shell)
    assert has in script and completion.VARIABLE in script
    assert script.count("{") == script.count("}") and script.count("(") == script.count(")")
    if found := shutil.which(shell):
        subprocess.run([found, "-n"], input=script, text=True, check=True)
    monkeypatch.setenv("SHELL", f"/bin/{shell}")
    assert help_of(capsys, "--show-completion") == script


@pytest.mark.parametrize("arguments", [["--show-completion", "csh"], ["--install-completion", "csh"]])
def test_unknown_shell_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert "name one of bash, zsh, fish" in capsys.readouterr().err


def test_shell_that_is_not_known_has_to_be_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELL", "/bin/ksh")
    assert main(["--show-completion"]) == 2
    assert "such as --show-completion bash" in capsys.readouterr().err


def test_completion_is_installed_where_the_shell_looks(tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".bashrc").write_text("export KEPT=1\n")
    said = help_of(capsys, "--install-completion", "bash")
    (script,) = (tmp_path / ".bash_completions").iterdir()
    assert str(script) in said and "complete -o default" in script.read_text()
    rc = (tmp_path / ".bashrc").read_text()
    assert rc.startswith("export KEPT=1\n") and f"source '{script}'" in rc
