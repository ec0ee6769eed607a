"""Exports of all formulas: no longer than what has been reached, and as their formatters have them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.layout.target import Sheet
from symbolic_eps.export.packages.licence import licensed
from symbolic_eps.export.packages.package import build, fitted, write
from symbolic_eps.export.targets import target_named
from tests.symbolic_eps.export.ruff_findings import COMMANDS

LIMITS: Mapping[str, tuple[str | tuple[str, ...], int, int]] = {
    "c": (("symbolic_eps.c", "symbolic_eps.h"), 3_040, 2_153),
    "cpp": ("symbolic_eps.hpp", 2_965, 2_140),
    "go": ("symboliceps.go", 3_158, 2_244),
    "java": ("symboliceps/SymbolicEps.java", 3_013, 2_154),
    "javascript": ("symbolic_eps.", 2_939, 1_925),
    "julia": ("src/SymbolicEpsFormulas.jl", 3_181, 2_206),
    "numpy": ("symbolic_eps_numpy.py", 3_244, 2_039),
    "python": ("symbolic_eps_formulas.py", 3_005, 1_903),
    "r": ("R/", 2_561, 2_077),
    "rust": ("src/lib.rs", 3_039, 2_214),
}
"""The files, or their folder; the lines, and those that are neither empty nor documentation."""

FORMATTERS = {
    "c": ("clang-format", "--dry-run", "-Werror", "symbolic_eps.c", "symbolic_eps.h"),
    "cpp": ("clang-format", "--dry-run", "-Werror", "symbolic_eps.hpp"),
    "go": ("gofmt", "-d", "symboliceps.go"),
    "rust": ("rustfmt", "--check", "--edition", "2021", "src/lib.rs"),
}
"""Commands that print nothing and end with 0 where there is nothing to change."""

_COMMENTS = ("//", "/*", "*", "# ", "#'", "#\n")


def lines(text: str, path: str) -> tuple[int, int]:
    """All lines, and those of them that say what is computed: no comment, documentation or empty one."""
    code, inside = 0, False
    for line in text.splitlines(keepends=True):
        said = line.lstrip()
        quoted = path.endswith((".py", ".jl")) and said.count('"""')
        code += not (inside or quoted or not said or said.startswith(_COMMENTS))
        inside ^= quoted == 1
    return text.count("\n"), code


def test_what_is_counted() -> None:
    text = '"""Says.\n\nMore.\n"""\n\n# A remark.\ndef f(x):\n    """Says."""\n    return x\n'
    assert lines(text, "f.py") == (9, 2)
    assert lines("// A remark.\n/**\n * More.\n */\nint f() {\n\n    return 1;\n}\n", "f.c") == (8, 3)


@cache
def files_of(name: str) -> Mapping[str, str]:
    target = target_named(name)
    formulas = [fitted(target, one.make()) for one in exportable().values()]
    sheets = [Sheet(f, "0" * 64, f"vectors/{f.name}.csv", "0" * 64, "0.1.0") for f in formulas]
    return licensed(target.files(sheets))


@pytest.mark.slow
@pytest.mark.parametrize("name", LIMITS)
def test_all_formulas_are_no_longer(name: str) -> None:
    path, most, most_code = LIMITS[name]
    found = [lines(text, said) for said, text in files_of(name).items() if said.startswith(path)]
    whole, code = (sum(numbers) for numbers in zip(*found, strict=True))
    assert (whole <= most, code <= most_code) == (True, True), (whole, code)


@pytest.mark.parametrize("name", ["c", "cpp", "go", "java", "javascript", "julia", "python", "rust"])
def test_root_with_its_documentation_has_at_most_150_lines(name: str) -> None:
    path = LIMITS[name][0]
    texts = build(target_named(name), [root()], full=False, libm=True)
    assert sum(text.count("\n") for said, text in texts.items() if said.startswith(path)) <= 150


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATTERS)
def test_all_formulas_are_formatted(name: str, tmp_path: Path, needs: Callable[..., None]) -> None:
    command = FORMATTERS[name]
    needs(command[0])
    for path, text in files_of(name).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


@pytest.mark.parametrize("libm", [False, True])
@pytest.mark.parametrize("name", (*FORMATTERS, "numpy", "python"))
def test_one_formula_is_formatted(name: str, libm: bool, tmp_path: Path, needs: Callable[..., None]) -> None:
    """Few formulas have texts that many do not have, such as a longer logarithm in NumPy."""
    commands = (FORMATTERS[name],) if name in FORMATTERS else COMMANDS
    needs(commands[0][0])
    write(build(target_named(name), [root()], full=False, libm=libm), tmp_path / name)
    for command in commands:
        done = subprocess.run(command, cwd=tmp_path / name, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
