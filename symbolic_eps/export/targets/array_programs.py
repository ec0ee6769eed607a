"""Programs of formulas for languages that compute with whole arrays: few names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symbolic_eps.export.formula import Formula
from symbolic_eps.export.outlined import outlined
from symbolic_eps.export.program import Assign, Comparison, Expression, Program
from symbolic_eps.export.shared import shared
from symbolic_eps.export.steps import Holds, Let, Step
from symbolic_eps.export.targets.fold import folded
from symbolic_eps.export.targets.parts import beyond, steps_of
from symbolic_eps.export.targets.shape import limits, meaning
from symbolic_eps.export.targets.text import Notation
from symbolic_eps.export.targets.tidy import tidied_program

_ROOM, _ROOM_IN_BLOCKS = 84, 36
"""How long an expression may get; within a choice, two of them stand in a line."""


def short_programs(programs: Iterable[Program], notation: Notation) -> list[Program]:
    """The programs, a value that is used once in the place of its name where the line stays short."""

    def fits(name: str, value: Expression, blocks: int) -> bool:
        room = _ROOM if blocks == 1 else _ROOM_IN_BLOCKS
        return len(f"{name}{notation.expression(value)}") <= room

    return [folded(program, fits) for program in shared([tidied_program(outlined(p)) for p in programs])]


def tests(conditions: Sequence[Comparison], notation: Notation) -> list[str]:
    """The conditions as terms; limits on both sides in one word."""
    compared = [limit for limit in limits(conditions) if isinstance(limit, Comparison)]
    inside = [notation.expression(limit) for limit in limits(conditions) if not isinstance(limit, Comparison)]
    form = "({})" if len(conditions) > 1 else "{}"
    said = [form.format(notation.comparison(c)) for c in compared]
    return [*said, f"{notation.called('within')}({', '.join(inside)})"] if inside else said


def moved(formula: Formula) -> tuple[int, float]:
    """How often the safe function takes which share from the result of the other one.

    Raises
    ------
    ValueError
        It does anything else.
    """
    program, safe = map(tidied_program, (formula.program(), formula.safe_program()))
    step = beyond(program, safe, called=False)
    steps = None if step is None else steps_of(step)
    if steps is None:
        raise ValueError(f"{formula.safe_name} does not take steps from {formula.name}")
    return steps


def comment_of(step: Step) -> str:
    """What is said of a step, unless its line says the same."""
    if isinstance(step, Let):
        return meaning(Assign(step.name, step.value, step.comment))
    return step.comment if isinstance(step, Holds) else ""
