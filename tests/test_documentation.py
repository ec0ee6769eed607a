"""What README.md and docs/ show is what happens: commands, their output, Python, links.

The doctests of the packages are collected by pytest itself (see `testpaths` in pyproject.toml).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fork_server import ForkServer, fork_server
from tests.readme_examples import (
    RUNNERS,
    Block,
    ExampleError,
    commands,
    environment,
    fenced_blocks,
    link_repository,
    run_console_block,
    run_python_block,
    same_output,
)
from verify.evidence import Grade

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
DOCUMENTS = [README, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]

ELSEWHERE = {"explore.md": "symbolic_eps/test_explore.py"}
"""Documents whose examples another file runs, which tests what they write."""


def blocks_of(document: Path) -> list[Block]:
    return fenced_blocks(document.read_text(encoding="utf-8"))


def readme_blocks() -> list[Block]:
    return blocks_of(README)


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    with fork_server(environment()) as started:
        yield started


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(block, id=f"{document.stem}-{block.language}-line-{block.line}")
        for document in DOCUMENTS
        if document.name not in ELSEWHERE
        for block in blocks_of(document)
        if block.language in RUNNERS
    ],
)
def test_example_does_what_it_shows(block: Block, server: ForkServer, tmp_path: Path) -> None:
    link_repository(ROOT, tmp_path)
    RUNNERS[block.language](block, tmp_path, server)


@pytest.mark.parametrize("document", ELSEWHERE)
def test_examples_of_other_files_are_run_there(document: str) -> None:
    assert (ROOT / "docs" / document) in DOCUMENTS
    text = (ROOT / "tests" / ELSEWHERE[document]).read_text("utf-8")
    assert re.search(rf'fenced_blocks\(.*"{document}"', text) and "same_output(command.output" in text


def test_a_fork_does_what_a_process_of_its_own_does(server: ForkServer, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(
        "import os, sys\n"
        "print(sys.argv[1:], sys.path[0], __name__, os.getcwd(), os.environ['ASKED'], input())\n"
        "print('said', file=sys.stderr)\n"
        "sys.exit(3)\n"
    )

    def ran(python: str | Path) -> tuple[int, str, str]:
        done = subprocess.run(
            [python, "script.py", "a b", "-c"],
            cwd=tmp_path,
            env={**os.environ, "ASKED": "yes"},
            input="typed\n",
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    assert ran(server.python) == ran(sys.executable)
    status, said, _ = ran(server.python)
    assert status == 3 and said.count("yes typed") == 1


def test_a_command_that_fails_in_a_fork_says_so(server: ForkServer) -> None:
    done = subprocess.run(
        [server.programs / "symbolic-eps", "recommend", "("], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_no_document_shows_a_command_that_is_not_run(document: Path) -> None:
    elsewhere = [
        f"line {block.line}: ```{block.language}"
        for block in blocks_of(document)
        if block.language not in RUNNERS and re.search(r"^(\$ |>>> )", block.text, flags=re.MULTILINE)
    ]
    assert not elsewhere, "prompts stand outside ```console and ```python blocks"


def test_readme_shows_how_to_get_the_table_and_how_to_test() -> None:
    blocks = [block for block in readme_blocks() if block.language == "console"]
    shown = {command.text for block in blocks for command in commands(block)}
    assert {"make table", "make test"} <= shown


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_links_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"(?:\]\(|src(?:set)?=\")([^)#\s\"]+)", document.read_text(encoding="utf-8"))
    missing = [t for t in targets if not re.match(r"\w+:", t) and not (document.parent / t).exists()]
    assert not missing


def test_readme_fits_its_reader() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 200


def test_pictures_are_what_is_drawn_now(tmp_path: Path) -> None:
    pictures = ROOT / "docs" / "pictures"
    subprocess.run([sys.executable, pictures / "one_release.py", tmp_path], check=True, timeout=120)
    drawn = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert drawn == {file.name: file.read_bytes() for file in pictures.glob("*.svg")}


# The machinery itself, on small texts: what it must accept, and the errors that it must catch.


def console(text: str) -> Block:
    return Block("console", text, 1)


def test_blocks_carry_language_text_and_line() -> None:
    text = "# Title\n\n```console\n$ true\n```\n\n- item\n\n  ```python\n  if x:\n      y\n  ```\n"
    assert fenced_blocks(text) == [Block("console", "$ true\n", 4), Block("python", "if x:\n    y\n", 10)]


def test_unfinished_block_is_an_error() -> None:
    with pytest.raises(ExampleError, match="line 2"):
        fenced_blocks("text\n```console\n$ true\n")


def test_commands_take_the_output_below_them() -> None:
    found = commands(console("$ one \\\n    two\nfirst\n\nsecond  \n$ three\n"))
    assert [(command.text, command.output) for command in found] == [
        ("one \\\n    two", "first\n\nsecond"),
        ("three", ""),
    ]


def test_text_before_the_first_command_is_an_error() -> None:
    with pytest.raises(ExampleError, match="line 1"):
        commands(console("output of nothing\n$ true\n"))


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a\nb", "a\nb\n", True),
        ("a\nb", "a  \nb\n\n", True),
        ("a\n...\nd", "a\nb\nc\nd\n", True),
        ("...", "", True),
        ("took ... s", "took 0.1 s\n", True),
        ("a\nb", "a\nc\n", False),
        ("a", "a\nb\n", False),
        ("", "a\n", False),
        ("a", "", False),
        ("1", "True\n", False),
        ("a\n...\nd", "a\nb\nc\n", False),
        ("a b", "a  b\n", False),
    ],
)
def test_output_is_compared_exactly_but_for_ellipses(shown: str, printed: str, same: bool) -> None:
    assert same_output(shown, printed) is same


@pytest.mark.parametrize(
    "text",
    [
        "$ printf 'one\\ntwo\\n'\none\ntwo\n$ echo three\nthree\n",
        "$ printf 'no newline'\nno newline\n",
        "$ printf 'a\\n\\nb\\n\\n'\na\n\nb\n",
        "$ n=5\n$ echo $n\n5\n",
        "$ echo to the other stream >&2\nto the other stream\n",
        "$ (exit 2)\n$ echo $?\n2\n",
        "$ cat\n",
        "$ echo written > file\n$ cat file\nwritten\n",
        "$ echo \\\n    'it continues'\nit continues\n",
        "$ seq 100\n1\n...\n100\n",
        "$ python -c 'print(6 * 7)'\n42\n",
        "$ git clone somewhere\n$ cd somewhere\n$ python3 -m venv .venv\n$ pip install .\n$ make test\n...\n",
    ],
)
def test_right_console_block_passes(text: str, tmp_path: Path) -> None:
    run_console_block(console(text), tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("$ echo right\nwrong\n", "line 1: `echo right` prints\nright\n"),
        ("$ echo one\none\n$ echo two\n2\n", "line 3"),
        ("$ echo unshown\n", "line 1"),
        ("$ true\nshown\n", "line 1"),
        ("$ false\n", "status 1"),
        ("$ (exit 2)\n$ echo $?\n0\n", "line 2"),
        ("$ exit 0\n$ echo more\nmore\n", "ended the shell"),
        ("$ echo 'unclosed\n", "line 1"),
        ("$ no-such-program\n...\n", "status 127"),
        ("$ make test\n7 passed\n", "is not run"),
        ("$ make coffee\n", "make coffee"),
    ],
)
def test_planted_error_in_a_console_block_is_caught(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ExampleError, match=re.escape(message)):
        run_console_block(console(text), tmp_path)


@pytest.mark.parametrize(
    "text",
    ["x = 1\nassert x == 1\n", ">>> x = 1\n>>> x + 1\n2\n>>> list(range(100))\n[0, 1, ..., 99]\n"],
)
def test_right_python_block_passes(text: str, tmp_path: Path) -> None:
    run_python_block(Block("python", text, 7), tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\nassert x == 2\n", "line 8"),
        (">>> 1 + 1\n3\n", "Expected:\n    3\nGot:\n    2\n"),
        (">>> True\n1\n", "Got:\n    True\n"),
    ],
)
def test_planted_error_in_a_python_block_is_caught(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ExampleError, match=message):
        run_python_block(Block("python", text, 7), tmp_path)


def test_examples_see_the_repository_as_a_clone_shows_it(tmp_path: Path) -> None:
    link_repository(ROOT, tmp_path)
    run_console_block(console("$ grep -c '^\\[project\\]' pyproject.toml\n1\n"), tmp_path)


GRADES = [str(grade) for grade in sorted(Grade, reverse=True)]


@pytest.mark.parametrize(
    ("page", "entry", "item"),
    [
        ("glossary.md", r"\*\*grade\*\*.*", r"`([-\w]+)`: "),
        ("architecture.md", r"\| grade \|.*", r"[:,] ([-\w]+) \("),
        ("verify.md", r"## What the grades mean\n(?s:.*?)\n## ", r"(?m)^\| `([-\w]+)` \|"),
        ("json.md", r"### grade\n(?s:.*?)\n### ", r'`"([-\w]+)"`'),
    ],
)
def test_every_list_of_grades_has_all_of_them_the_strongest_first(page: str, entry: str, item: str) -> None:
    found = re.search(entry, (ROOT / "docs" / page).read_text(encoding="utf-8"))
    assert found is not None and re.findall(item, found[0]) == GRADES
