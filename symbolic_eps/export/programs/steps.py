"""Straight-line code over arrays: its steps, and the names in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from symbolic_eps.export.programs.program import (
    Comparison,
    Expression,
    Refusal,
    Variable,
    names,
    put,
    put_into,
)


@dataclass(frozen=True)
class Let:
    """A name for a value."""

    name: str
    value: Expression
    comment: str = ""


@dataclass(frozen=True)
class Holds:
    """A name for the mask of the points at which all comparisons hold."""

    name: str
    conditions: tuple[Comparison, ...]
    comment: str = ""


@dataclass(frozen=True)
class Select:
    """One value where the mask holds, the other elsewhere."""

    name: str
    mask: str
    then: Expression
    otherwise: Expression


@dataclass(frozen=True)
class Within:
    """What a routine gives at the points where the mask holds (`negated`: does not), and there alone.

    Elsewhere the other value.
    """

    name: str
    mask: str
    negated: bool
    routine: str
    inputs: tuple[str, ...]
    otherwise: Expression


@dataclass(frozen=True)
class Need:
    """No value at the points where the comparison does not hold."""

    condition: Comparison
    refusal: Refusal
    message: str


@dataclass(frozen=True)
class Give:
    """The end, with the value."""

    value: Expression


Step: TypeAlias = Let | Holds | Select | Within | Need | Give


@dataclass(frozen=True)
class Routine:
    """Straight-line code.

    Parameters
    ----------
    name : str
    parameters : tuple of str
    steps : tuple of Step
        The last one is `Give`. A name is given anew once its value is no longer used, which frees memory.
    """

    name: str
    parameters: tuple[str, ...]
    steps: tuple[Step, ...]


def free_names(steps: Sequence[Step]) -> tuple[str, ...]:
    """The names that are used but not given by the steps."""
    assigned: set[str] = set()
    free: dict[str, None] = {}
    for step in steps:
        free |= {name: None for name in used_names(step) if name not in assigned}
        if not isinstance(step, (Need, Give)):
            assigned.add(step.name)
    return tuple(free)


def used_names(step: Step) -> Iterator[str]:
    """The names whose values the step needs, some more than once."""
    match step:
        case Let(value=value) | Give(value=value):
            yield from names(value)
        case Holds(conditions=conditions):
            for condition in conditions:
                yield from (*names(condition.left), *names(condition.right))
        case Select(mask=mask, then=then, otherwise=otherwise):
            yield from (mask, *names(then), *names(otherwise))
        case Within(mask=mask, inputs=inputs, otherwise=otherwise):
            yield from (mask, *inputs, *names(otherwise))
        case Need(condition=condition):
            yield from (*names(condition.left), *names(condition.right))


def renamed_in(step: Step, new: Mapping[str, str]) -> Step:
    """The step with the names that it uses replaced, but not the one that it gives."""
    known: Mapping[str, Expression] = {name: Variable(new.get(name, name)) for name in used_names(step)}
    match step:
        case Let(value=value) | Give(value=value):
            return replace(step, value=put(value, known))
        case Holds(conditions=conditions):
            return replace(step, conditions=tuple(put_into(c, known) for c in conditions))
        case Select(mask=mask, then=then, otherwise=otherwise):
            return replace(
                step, mask=new.get(mask, mask), then=put(then, known), otherwise=put(otherwise, known)
            )
        case Within(mask=mask, inputs=inputs, otherwise=otherwise):
            return replace(
                step,
                mask=new.get(mask, mask),
                inputs=tuple(new.get(i, i) for i in inputs),
                otherwise=put(otherwise, known),
            )
        case Need(condition=condition):
            return replace(step, condition=put_into(condition, known))
