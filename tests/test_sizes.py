"""No module of the product is above 400 lines, no function's body above 40, unless a reason stands beside it.

A reason is a comment `# Long: ...` in the function, before its body or as its first line.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("symbolic_eps", "verify", "derivations")
MOST_LINES, MOST_IN_A_BODY = 400, 40

GENERATED = "do not edit"
"""In the docstring of a module that a program writes: nobody has to hold a body of it in mind."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def modules() -> Iterator[Path]:
    return (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))


def long_bodies(text: str) -> list[str]:
    """The functions of a module whose body, docstring apart, is too long, and says no reason."""
    tree, lines = ast.parse(text), text.splitlines()
    if GENERATED in (ast.get_docstring(tree) or ""):
        return []
    found = []
    for function in (node for node in ast.walk(tree) if isinstance(node, Function)):
        body = function.body[1:] if ast.get_docstring(function) is not None else function.body
        if not body or (function.end_lineno or 0) - body[0].lineno < MOST_IN_A_BODY:
            continue
        before = lines[function.lineno - 1 : body[0].lineno]
        if not any(line.strip().startswith("# Long: ") for line in before):
            found.append(function.name)
    return found


STILL_LONG_BODIES = {"symbolic_eps/export/targets/coq.py": ["_theorem"]}
"""Functions that are above it and give no reason yet."""


def test_no_module_is_above_400_lines() -> None:
    sizes = {str(p.relative_to(ROOT)): len(p.read_text("utf-8").splitlines()) for p in modules()}
    assert len(sizes) > 300
    assert {name: size for name, size in sizes.items() if size > MOST_LINES} == {}


def test_long_functions_say_why() -> None:
    found = {
        str(p.relative_to(ROOT)): names for p in modules() if (names := long_bodies(p.read_text("utf-8")))
    }
    assert found == STILL_LONG_BODIES


def function_of(lines: int, first: str = '"""What it does."""') -> str:
    return "\n".join(["def planted():", f"    {first}", *["    x = 1"] * lines]) + "\n"


def test_planted_functions_are_told_apart() -> None:
    assert long_bodies(function_of(40)) == []
    assert long_bodies(function_of(41)) == ["planted"]
    assert long_bodies(f"class C:\n    {function_of(41).replace(chr(10), chr(10) + '    ')}") == ["planted"]
    assert long_bodies(function_of(41, '"""One."""\n    # Long: a table, line by line.')) == []
    assert long_bodies(function_of(41, '"""One."""\n    # Longer than most.')) == ["planted"]
    assert long_bodies('"""Written by a program: do not edit."""\n' + function_of(41)) == []


@pytest.mark.parametrize("module", ["leaves", "jets"])
def test_what_judges_leaves_is_read_in_one_sitting(module: str) -> None:
    text = (ROOT / "symbolic_eps" / "decision" / f"{module}.py").read_text("utf-8")
    assert len(text.splitlines()) <= 200
