"""What docs/export.md says of the targets is what they say of themselves."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.packages.package import build
from symbolic_eps.export.targets import NAMES, environment_table, support_table, target_named

DOCUMENT = Path(__file__).parents[3] / "docs" / "export.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_support_tables_are_what_targets_say_of_themselves() -> None:
    for table in (support_table(), environment_table()):
        assert f"\n\n{table}\n" in TEXT
        assert table.count("\n| `") == len(NAMES)


SHOWN = {"c": "symbolic_eps.c", "rust": "src/lib.rs", "python": "symbolic_eps_formulas.py"}
ENDS = (")", "];", "};")


def is_row(line: str) -> bool:
    """Whether a line holds numbers of a table."""
    words = line.strip().rstrip("};),").split(", ")
    return "," in line and all(re.fullmatch(r"-?[\d.][-+\w.]*", word) for word in words)


def in_parts(text: str) -> tuple[str, str, str]:
    """What stands before the tables of logarithms, these, and what follows."""
    lines = text.rstrip().split("\n")
    first = next(i for i, line in enumerate(lines) if "INVERSE" in line)
    last = max(i for i, line in enumerate(lines) if is_row(line)) + 1
    last += lines[last] in ENDS
    return "\n".join(lines[:first]), "\n".join(lines[first:last]), "\n".join(lines[last:])


def shown(language: str, text: str) -> str:
    """The text as it stands in the document, its tables folded away."""
    before, tables, after = (f"```{language}\n{part}\n```\n" for part in in_parts(text))
    folded = f"<details><summary>Tables of the logarithms</summary>\n\n{tables}\n</details>"
    return f"{before}\n{folded}\n\n{after}"


@pytest.mark.parametrize("target", SHOWN)
def test_exports_of_theorem_2_stand_there_in_full(target: str, request: pytest.FixtureRequest) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    made = shown(target, build(target_named(target), [root()])[SHOWN[target]])
    if request.config.getoption("--update-golden"):
        first, last = text.index(f"\n```{target}\n") + 1, text.rindex(f"```{target}\n")
        last = text.index("\n```\n", last) + len("\n```\n")
        text = f"{text[:first]}{made}{text[last:]}"
        DOCUMENT.write_text(text, encoding="utf-8")
    assert made in text


LIBRARIES = {
    "c": "symbolic_eps.c",
    "cpp": "symbolic_eps.hpp",
    "go": "symboliceps.go",
    "java": "symboliceps/SymbolicEps.java",
    "javascript": "symbolic_eps.js",
    "julia": "src/SymbolicEpsFormulas.jl",
    "numpy": "symbolic_eps_numpy.py",
    "python": "symbolic_eps_formulas.py",
    "r": "R/*.R",
    "rust": "src/lib.rs",
}
LONGEST = 100


def lengths() -> str:
    """How many lines the functions of Theorem 2 have in each language, as a table in Markdown."""
    table = "| target | file | lines | with `--libm` |\n|---|---|---|---|\n"
    for name, file in LIBRARIES.items():
        counts = []
        for libm in (False, True):
            texts = build(target_named(name), [root()], full=False, libm=libm)
            lines = [line for path in texts if fnmatch(path, file) for line in texts[path].splitlines()]
            assert max(len(line.expandtabs(4)) for line in lines) <= LONGEST, name
            counts.append(len(lines))
        table += f"| `{name}` | `{file}` | {counts[0]} | {counts[1]} |\n"
    return table


def test_lengths_are_those_of_the_exports(request: pytest.FixtureRequest) -> None:
    text, table = DOCUMENT.read_text(encoding="utf-8"), lengths()
    if request.config.getoption("--update-golden"):
        first = text.index("| target | file | lines |")
        text = f"{text[:first]}{table}{text[text.index(chr(10) * 2, first) + 1 :]}"
        DOCUMENT.write_text(text, encoding="utf-8")
    assert f"\n\n{table}\n" in text


def test_bound_is_the_one_that_is_explained() -> None:
    assert f"| {float(root().error):.4f} ulps |" in TEXT
