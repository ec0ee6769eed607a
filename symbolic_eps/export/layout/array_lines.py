"""Steps over arrays as lines: what is used once, and handed over as it is, stands in the place of its name.

No operation changes: a value is computed later, from the same numbers, or not named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from symbolic_eps.export.layout.array_programs import comment_of, tests
from symbolic_eps.export.layout.text import Notation
from symbolic_eps.export.programs.program import Constant, Expression, Variable, names, put
from symbolic_eps.export.programs.steps import Give, Holds, Let, Need, Select, Step, Within, used_names
from symbolic_eps.export.rewriting.inlining import Known, signed


@dataclass(frozen=True)
class Line:
    """A step, the text of its value, what is said of it, and the names in the text."""

    step: Step
    text: str
    comment: str
    names: frozenset[str]


@dataclass(frozen=True)
class Forms:
    """How a language writes steps, without the name that is given.

    Parameters
    ----------
    notation : Notation
    holds, both, chosen, within, negated, apart : str
        A mask, and what stands between its terms; a choice of values; a routine where a mask holds; a mask
        that does not hold, by its name or a call, and by anything else.
    inputs : callable
        What a routine is handed.
    """

    notation: Notation
    holds: str
    both: str
    chosen: str
    within: str
    negated: str
    apart: str
    inputs: Callable[[Sequence[str]], str]

    def said(self, step: Step, known: Mapping[str, Line]) -> str:
        """The value of a step, in which some names are replaced by what they stand for."""

        def value(expression: Expression) -> str:
            text = self.notation.expression(expression)
            return known[text].text if text in known else self.notation.expression(_put(expression, known))

        match step:
            case Let(value=one) | Give(value=one):
                return value(one)
            case Holds(conditions=conditions):
                put = [replace(c, left=_put(c.left, known), right=_put(c.right, known)) for c in conditions]
                return self.holds.format(self.both.join(tests(put, self.notation)))
            case Select(mask=mask, then=then, otherwise=otherwise):
                if mask in known and (zero := _zero_alone(step, known[mask].step)) is not None:
                    name = self.notation.called("zero_alone")
                    return f"{name}({self.notation.expression(zero)})"
                asked = known[mask].text if mask in known else mask
                return self.chosen.format(mask=asked, then=value(then), otherwise=value(otherwise))
            case Within(mask=mask, negated=negated, routine=routine, inputs=inputs, otherwise=other):
                asked = known[mask].text if mask in known else mask
                if negated:
                    asked = (self.negated if re.fullmatch(r"\w+(\([^()]*\))?", asked) else self.apart).format(
                        asked
                    )
                handed = self.inputs(inputs)
                return self.within.format(mask=asked, routine=routine, inputs=handed, otherwise=value(other))
        raise TypeError(f"not a value: {step}")


def _zero_alone(choice: Select, mask: Step) -> Expression | None:
    """What is asked to be 0, where a choice is 0 there and no value elsewhere."""
    values = choice.then, choice.otherwise
    match mask:
        case Holds(conditions=(one,), comment="") if (
            str(one.order) == "=="
            and one.right == Constant(0.0)
            and values == (Constant(0.0), Constant(-1.0))
        ):
            return one.left
    return None


def _put(expression: Expression, known: Mapping[str, Line]) -> Expression:
    """The expression, in which values stand in the place of their names."""
    values = {name: line.step.value for name, line in known.items() if isinstance(line.step, Let)}
    return signed(put(expression, Known(values)))


def _placed(step: Step) -> Iterator[str]:
    """The names in the place of which an expression can stand."""
    match step:
        case Select(mask=mask, then=then, otherwise=otherwise):
            yield from (mask, *names(then), *names(otherwise))
        case Within(mask=mask, otherwise=otherwise):
            yield from (mask, *names(otherwise))
        case Let() | Holds() | Give():
            yield from used_names(step)


def _handed(step: Step) -> Iterator[str]:
    """The names that are handed over as they are."""
    match step:
        case Give(value=Variable(name=name)):
            yield name
        case Select(mask=mask, then=then, otherwise=otherwise):
            yield mask
            yield from (value.name for value in (then, otherwise) if isinstance(value, Variable))
        case Within(mask=mask, otherwise=otherwise):
            yield mask
            yield from (otherwise.name,) if isinstance(otherwise, Variable) else ()


def joined(steps: Sequence[Step], forms: Forms, fits: Callable[[Line], bool]) -> Iterator[Line | Need]:
    """The lines.

    Parameters
    ----------
    steps : sequence of Step
    forms : Forms
    fits : callable
        Whether a line is short enough.
    """
    waiting: dict[str, Line] = {}
    for place, step in enumerate(steps):
        if isinstance(step, Need):
            yield step
            continue
        handed = [name for name in dict.fromkeys((*_handed(step), *_placed(step))) if name in waiting]
        while not ((line := _line(step, forms, handed, waiting)) and fits(line)) and handed:
            longest = max(handed, key=lambda name: len(waiting[name].text))
            handed.remove(longest)
            yield waiting.pop(longest)
        assert line is not None
        for name in handed:
            del waiting[name]
        if isinstance(step, Give):
            yield line
            continue
        for name in [name for name, other in waiting.items() if step.name in other.names]:
            yield waiting.pop(name)
        plain = isinstance(step, Let) and not line.comment
        if _used_once(step.name, steps[place + 1 :], _placed if plain else _handed):
            waiting[step.name] = line
        else:
            yield line


def _line(step: Step, forms: Forms, handed: Sequence[str], waiting: Mapping[str, Line]) -> Line | None:
    """The line of a step with others in it; None where something would be said of two of them."""
    inner = {name: waiting[name] for name in handed}
    said = [comment for comment in (comment_of(step), *(line.comment for line in inner.values())) if comment]
    left = (frozenset(used_names(step)) - {*handed}).union(*(line.names for line in inner.values()))
    if len(said) > 1:
        return None
    whole = replace(step, value=_put(step.value, inner)) if isinstance(step, Let) else step
    return Line(whole, forms.said(step, inner), "".join(said), left)


def _used_once(name: str, after: Sequence[Step], places: Callable[[Step], Iterator[str]]) -> bool:
    """Whether a value is used once before the name is given to another one, and in such a place."""
    here = used = 0
    for step in after:
        here += sum(1 for other in places(step) if other == name)
        used += sum(1 for other in used_names(step) if other == name)
        if getattr(step, "name", "") == name:
            break
    return here == used == 1
