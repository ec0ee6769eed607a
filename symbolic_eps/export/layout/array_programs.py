"""Programs of formulas for languages that compute with whole arrays: few names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.layout.target import CannotExpressError
from symbolic_eps.export.layout.text import Notation
from symbolic_eps.export.programs.program import (
    Assign,
    Comparison,
    Constant,
    Expression,
    Operation,
    Order,
    Program,
    Refusal,
    Variable,
    operations_in,
)
from symbolic_eps.export.programs.steps import Give, Holds, Let, Need, Step
from symbolic_eps.export.rewriting.helper_calls import with_helper_calls
from symbolic_eps.export.rewriting.idioms import limits, meaning
from symbolic_eps.export.rewriting.in_place import in_place
from symbolic_eps.export.rewriting.inlining import inlined
from symbolic_eps.export.rewriting.known_ranges import plain
from symbolic_eps.export.rewriting.parts import beyond, steps_of
from symbolic_eps.export.rewriting.shared import shared
from symbolic_eps.export.rewriting.shared_values import shared_values
from symbolic_eps.export.rewriting.tidy import tidied_program
from symbolic_eps.export.rewriting.totals import TOTAL, is_polynomial, is_total, with_totals
from symbolic_eps.export.rewriting.uncommented import uncommented
from symbolic_eps.export.rewriting.vectorised import routines
from symbolic_eps.export.runtime.helpers import HELPERS, Helper, definition

_ROOM, _ROOM_IN_BLOCKS = 84, 36
"""How long an expression may get; within a choice, two of them stand in a line."""


_AROUND = 3
"""Lines of a routine beside its steps."""


def short_programs(
    programs: Iterable[Program], notation: Notation, sums_in_place: bool = False
) -> list[Program]:
    """The programs, a value that is used once in the place of its name where the line stays short.

    With `sums_in_place`, sums of products that are called at few places stand there.
    """

    def short(program: Program) -> Program:
        return plain(inlined(with_totals(uncommented(program)), partial(_fits, notation)))

    def lines(program: Program) -> Iterator[object]:
        for routine in routines((short(program),)):
            yield from (*range(_AROUND), *routine.steps)

    made = shared([tidied_program(with_helper_calls(p)) for p in programs])
    calling, _ = shared_values(made, lines, ())
    whole = [calling[program.name] for program in made]
    if sums_in_place:
        alone = partial(_fits_alone, notation)
        whole = [*in_place(whole, lambda o: short_helper(definition(o, 0), notation), alone)]
    return [short(program) for program in whole]


def _fits_alone(notation: Notation, value: Expression) -> bool:
    return len(notation.expression(value)) <= _ROOM


def _fits(notation: Notation, name: str, value: Expression, blocks: int) -> bool:
    """Whether a line is short, in so many blocks."""
    room = _ROOM if blocks == 1 else _ROOM_IN_BLOCKS
    return is_total(value) or len(f"{name}{notation.expression(value)}") <= room


def short_helper(helper: Helper, notation: Notation) -> Program:
    """What a function is made of that programs share: of a polynomial its products."""
    program = helper.program
    if helper in HELPERS.values():
        return program
    program = with_totals(program, alone=True) if is_polynomial(program) else program
    return inlined(uncommented(program), partial(_fits, notation))


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
    if isinstance(step, Let) and is_total(step.value):
        return ""  # its products are listed
    if isinstance(step, Let):
        return meaning(Assign(step.name, step.value, step.comment))
    return step.comment if isinstance(step, Holds) else ""


def in_range(steps: Sequence[Step]) -> tuple[Sequence[Step], bool]:
    """The steps, and whether their result is to be at least 0, which is then not asked by one of them."""
    match steps:
        case (*before, Need(condition=condition, refusal=Refusal.RANGE), Give(value=Variable()) as last):
            if condition == Comparison(last.value, Order.GREATER_OR_EQUAL, Constant(0.0)):
                return (*before, last), True
    return steps, False


def distinct(target: str, text: str, defined: str) -> str:
    r"""The text, in which no two definitions have one name.

    Parameters
    ----------
    target, text : str
    defined : str
        A pattern of lines that define something, with a group that is its name.

    Raises
    ------
    CannotExpressError
        Two have: the second one would be called in the place of the first.

    Examples
    --------
    >>> distinct("r", "f <- 1\ng <- 2\n", r"(\w+) <-") == "f <- 1\ng <- 2\n"
    True
    """
    counts = Counter(found[1] for found in re.finditer(f"^{defined}", text, re.MULTILINE))
    if twice := sorted(name for name, count in counts.items() if count > 1):
        raise CannotExpressError(f"{target}: two functions would both be called {', '.join(twice)}")
    return text


def adds_exactly(programs: Iterable[Program]) -> bool:
    """Whether any program takes the exact sum of several terms, or has products added up."""
    return any(not {Operation.EXACT_SUM, TOTAL}.isdisjoint(operations_in(p.body)) for p in programs)
