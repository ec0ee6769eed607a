"""The languages of `symbolic-eps export`, one module each: `targets.NAME.TARGET`, see `target`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from symbolic_eps.errors import InputError
from symbolic_eps.spelling import suggest

if TYPE_CHECKING:
    from symbolic_eps.export.layout.target import Target

NAMES = (
    "c",
    "coq",
    "cpp",
    "duckdb",
    "fpcore",
    "gappa",
    "go",
    "java",
    "javascript",
    "julia",
    "latex",
    "numpy",
    "openformula",
    "postgresql",
    "python",
    "r",
    "rust",
    "sqlite",
)
"""All targets, as in `--target NAME`."""


def target_named(name: str) -> Target:
    """The target of that name.

    Raises
    ------
    InputError
        There is none; the message lists those that there are.

    Examples
    --------
    >>> target_named("c").title
    'C99'
    """
    if name not in NAMES:
        raise InputError(f"there is no target {name!r}: {suggest(name, NAMES)}choose from {', '.join(NAMES)}")
    found: Target = import_module(f"{__name__}.{name.replace('-', '_')}").TARGET
    return found


def support_table() -> str:
    """The targets, and what each does where there is no number, as a table in Markdown."""
    heads = ("target", "language", "outside the domain", "an argument too small or too large")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for target in map(target_named, NAMES):
        domain, size = target.refusals.domain, target.refusals.size
        lines.append(
            f"| `{target.name}` | {target.title} | {domain} | {'the same' if size == domain else size} |"
        )
    return "\n".join(lines) + "\n"


def environment_table() -> str:
    """The targets, and whether each asks for the arithmetic that it is proved in, as a table in Markdown."""
    rows = (f"| `{target.name}` | {target.environment} |\n" for target in map(target_named, NAMES))
    return f"| target | arithmetic |\n|---|---|\n{''.join(rows)}"
