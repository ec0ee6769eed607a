"""Runs the examples of a Markdown text and compares what they print with what the text shows.

A ```console block holds commands after "$ " (a trailing backslash continues a command on the next line),
each followed by what it prints on both streams. `...` stands for any text. The commands of a block run in one
shell, in an empty directory with links to the top level of the repository, so a path reads as it does in a
clone. Blocks share nothing. A command that fails must be followed by `$ echo $?`: a failure is shown on
purpose or it is an error.

Commands that set up a clone are not run (the tests run in what they would make), and of `make` only what
`make table` runs is: the others are this very test run, or minutes of work.

A ```python block with prompts is a doctest, one without is a script that must succeed.

With a server given, `symbolic-eps` and scripts run in its forks, which need not load their modules anew.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import uuid
from dataclasses import dataclass, replace
from pathlib import Path

from tests.fork_server import ForkServer

COLUMNS = "100"
TIMEOUT_SECONDS = 900

SET_UP = re.compile(r"(git clone|cd|python3? -m venv|source|\.|(python3? -m )?pip3? install|sudo|apt-get)\s")
MAKE = {"make table": "symbolic-eps table"}
NOT_RUN = re.compile(r"make( (test|bench|certificates|lock|clean|help))?$")

_OUTPUT_FLAGS = doctest.ELLIPSIS | doctest.DONT_ACCEPT_TRUE_FOR_1
_CHECKER = doctest.OutputChecker()


class ExampleError(AssertionError):
    """An example that cannot be read, that fails, or that prints something else than the text shows."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the line (from 1) that its text starts on."""

    language: str
    text: str
    line: int


@dataclass(frozen=True)
class Command:
    """A command of a console block and the output shown below it, without the final newline."""

    text: str
    output: str
    line: int


def fenced_blocks(markdown: str) -> list[Block]:
    """All fenced blocks of the text, in order; a block in a list item loses the item's indentation."""
    blocks: list[Block] = []
    opening: re.Match[str] | None = None
    start = 0
    body: list[str] = []
    for number, line in enumerate(markdown.splitlines(), start=1):
        if opening is None:
            opening = re.match(r"(?P<indent>\s*)(?P<fence>```+|~~~+)\s*(?P<language>[\w+-]*)", line)
            start, body = number + 1, []
        elif line.strip() == opening["fence"]:
            blocks.append(Block(opening["language"], "".join(f"{text}\n" for text in body), start))
            opening = None
        else:
            body.append(line.removeprefix(opening["indent"]))
    if opening is not None:
        raise ExampleError(f"line {start - 1}: the fenced block has no end")
    return blocks


def commands(block: Block) -> list[Command]:
    """The commands of a console block with their outputs."""
    found: list[Command] = []
    lines = enumerate(block.text.splitlines(), start=block.line)
    for number, line in lines:
        if line.startswith("$ "):
            text = line.removeprefix("$ ")
            while text.endswith("\\"):
                text += "\n" + next(lines, (0, ""))[1]
            found.append(Command(text, "", number))
        elif found:
            found[-1] = replace(found[-1], output=f"{found[-1].output}{line}\n")
        elif line.strip():
            raise ExampleError(f"line {number}: text before the first '$ ' of a console block")
    return [replace(command, output=_tidy(command.output)) for command in found]


def _tidy(output: str) -> str:
    """Output without trailing blanks, which editors remove, and without blank lines at its end."""
    return "\n".join(line.rstrip() for line in output.splitlines()).rstrip("\n")


def same_output(shown: str, printed: str) -> bool:
    """Whether the printed text is the one shown, up to trailing blanks, with `...` for any text."""
    return _CHECKER.check_output(_tidy(shown), _tidy(printed), _OUTPUT_FLAGS)


def _to_run(command: Command) -> Command | None:
    """The command to run in a command's place, or None where nothing is run."""
    if command.text in MAKE:
        return replace(command, text=MAKE[command.text])
    skipped = SET_UP.match(command.text) or NOT_RUN.match(command.text)
    if skipped:
        if command.output not in {"", "..."}:
            raise ExampleError(
                f"line {command.line}: `{command.text}` is not run, its output cannot be checked: show `...`"
            )
        return None
    if command.text.startswith("make"):
        raise ExampleError(f"line {command.line}: the tests do not know what `{command.text}` should run")
    return command


def link_repository(repository: Path, directory: Path) -> None:
    """Link the repository's visible top-level entries into a directory."""
    for entry in repository.iterdir():
        if not entry.name.startswith("."):
            (directory / entry.name).symlink_to(entry)


def environment() -> dict[str, str]:
    """What examples have in common."""
    programs = str(Path(sys.executable).parent)
    fixed = {"COLUMNS": COLUMNS, "NO_COLOR": "1", "TERM": "dumb", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
    path = os.pathsep.join([programs, os.environ.get("PATH", os.defpath)])
    return os.environ | fixed | {"PATH": path}


def _own_environment(directory: Path, server: ForkServer | None) -> dict[str, str]:
    """The environment of an example; its cache is its own, so that it shows what a first run prints."""
    own = environment() | {"XDG_CACHE_HOME": str(directory / ".cache")}
    return own if server is None else own | {"PATH": f"{server.programs}{os.pathsep}{own['PATH']}"}


def run_console_block(block: Block, directory: Path, server: ForkServer | None = None) -> None:
    """Run a console block in a directory; raise ExampleError at the first difference from what it shows."""
    pending = [run for command in commands(block) if (run := _to_run(command)) is not None]
    if not pending:
        return
    mark = f"end-of-output-{uuid.uuid4().hex}"
    steps = (
        f"eval {shlex.quote(command.text)}\n_status=$?; echo; echo {mark} $_status; (exit $_status)\n"
        for command in pending
    )
    result = subprocess.run(
        ["bash", "-c", "exec 2>&1\n" + "".join(steps)],
        cwd=directory,
        env=_own_environment(directory, server),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    pieces = re.split(rf"^{mark} (\d+)\n", result.stdout, flags=re.MULTILINE)
    outputs, statuses = pieces[0::2], pieces[1::2]
    for index, command in enumerate(pending):
        if index >= len(statuses):
            raise ExampleError(f"line {command.line}: `{command.text}` ended the shell:\n{outputs[-1]}")
        if not same_output(command.output, outputs[index]):
            shown, printed = _tidy(command.output), _tidy(outputs[index])
            raise ExampleError(
                f"line {command.line}: `{command.text}` prints\n{printed}\nwhere the text shows\n{shown}"
            )
        expected = index + 1 < len(pending) and pending[index + 1].text == "echo $?"
        if statuses[index] != "0" and not expected:
            raise ExampleError(f"line {command.line}: `{command.text}` exits with status {statuses[index]}")


def run_python_block(block: Block, directory: Path, server: ForkServer | None = None) -> None:
    """Run a Python block in a directory; raise ExampleError where it fails or prints something else."""
    script = directory / "example.py"
    if ">>> " in block.text:
        # A doctest of its own process: nothing that the block changes outlives it.
        document = directory / "example.txt"
        document.write_text("\n" * (block.line - 1) + block.text, encoding="utf-8")
        script.write_text(
            "import doctest, sys\n"
            f"sys.exit(doctest.testfile({str(document)!r}, module_relative=False, name='README',"
            f" optionflags={_OUTPUT_FLAGS}, encoding='utf-8').failed)\n",
            encoding="utf-8",
        )
    else:
        script.write_text("\n" * (block.line - 1) + block.text, encoding="utf-8")
    result = subprocess.run(
        [sys.executable if server is None else server.python, str(script)],
        cwd=directory,
        env=_own_environment(directory, server),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    if result.returncode:
        raise ExampleError(f"line {block.line}: the Python block fails\n{result.stdout}{result.stderr}")


RUNNERS = {"console": run_console_block, "python": run_python_block}
