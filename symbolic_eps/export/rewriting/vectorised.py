"""Programs as straight-line code over arrays, for languages that compute with whole vectors.

Of a `Choose`, blocks that are short, or that nearly all points take, are evaluated at all points and selected
from; other long ones become routines of their own, evaluated only at the points that take them. At each point
the operations, and their order, stay those of the program.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Constant,
    Expression,
    Operation,
    Program,
    Require,
    Return,
    Shared,
    Variable,
    operations_in,
    put,
    put_into,
    statements,
)
from symbolic_eps.export.programs.steps import (
    Give,
    Holds,
    Let,
    Need,
    Routine,
    Select,
    Step,
    Within,
    free_names,
    renamed_in,
    used_names,
)

LONG = 12
"""Statements from which on a block is worth its own routine."""


def routines(programs: Sequence[Program], taken: frozenset[str] = frozenset()) -> tuple[Routine, ...]:
    """A routine for each program, after those that it uses, which programs may share.

    Parameters
    ----------
    programs : sequence of Program
        Their routines are called `values_of_NAME`, the others `PART_of_NAME` with the first one's name.
    taken : frozenset of str
        Words of the language, which get a `_`.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import Order
    >>> x = Variable("x")
    >>> cut = Choose(
    ...     (Comparison(x, Order.LESS, Constant(0.0)),), (Assign("y", Constant(1.0)),), (Assign("y", x),), "y"
    ... )
    >>> (only,) = routines([Program("f", ("x",), (cut, Return(Variable("y"))))])
    >>> [type(step).__name__ for step in only.steps], only.steps[1].name, only.steps[1].mask
    (['Holds', 'Select', 'Give'], 'y', 'holds')
    """
    library = _Library(programs[0].name, taken)
    main = []
    for program in programs:
        parameters = {name: Variable(library.word(name)) for name in program.parameters}
        steps = library.renamed(
            _flat(program.body, parameters, library), tuple(v.name for v in parameters.values())
        )
        names = tuple(v.name for v in parameters.values())
        main.append(Routine(f"values_of_{program.name}", names, _ended(steps)))
    return (*library.made.values(), *main)


def _ended(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps, the last value given without a name."""
    match steps:
        case (*before, Let(comment="") as last, Give(value=Variable(name=given))) if last.name == given:
            return (*before, Give(last.value))
    return steps


def helper_routines(program: Program) -> tuple[Routine, ...]:
    """A helper's definition, last and under its own name, after the routines that it uses."""
    *parts, routine = routines((program,))
    return (*parts, replace(routine, name=program.name))


@dataclass
class _Library:
    """The routines made so far, by what they do."""

    formula: str
    taken: frozenset[str]
    made: dict[tuple[tuple[str, ...], tuple[Step, ...]], Routine] = field(default_factory=dict)
    numbers: int = 0

    def word(self, name: str) -> str:
        return f"{name}_" if name in self.taken else name

    def unique(self, name: str) -> str:
        """A name that no other step has; `renamed` replaces it."""
        self.numbers += 1
        return f"{_base(name)}#{self.numbers}"

    def routine(self, result: str, steps: tuple[Step, ...]) -> tuple[str, tuple[str, ...]]:
        """The routine of these steps, and what it is to be given."""
        inputs = free_names(steps)
        parameters: dict[str, str] = {}
        for name in inputs:
            parameters[name] = _first_unused(self.word(_base(name)), set(parameters.values()))
        local = self.renamed(tuple(renamed_in(s, parameters) for s in steps), tuple(parameters.values()))
        key = (tuple(parameters.values()), _ended(local))
        if key not in self.made:
            others = {routine.name for routine in self.made.values()}
            number = 1
            while (name := f"{_numbered(_base(result), number)}_of_{self.formula}") in others:
                number += 1
            self.made[key] = Routine(name, *key)
        return self.made[key].name, inputs

    def renamed(self, steps: tuple[Step, ...], parameters: tuple[str, ...]) -> tuple[Step, ...]:
        """The steps with short names, each given anew as soon as nothing uses its value any more."""
        last = {name: position for position, step in enumerate(steps) for name in used_names(step)}
        names: dict[str, str] = {name: name for name in parameters}
        short_steps: list[Step] = []
        for position, step in enumerate(steps):
            known = renamed_in(step, names)
            if isinstance(known, (Need, Give)):
                short_steps.append(known)
                continue
            alive = {short for name, short in names.items() if last.get(name, -1) > position}
            short = _first_unused(self.word(_base(known.name)), alive | set(parameters))
            names[known.name] = short
            short_steps.append(replace(known, name=short))
        return tuple(short_steps)


def _base(name: str) -> str:
    return re.sub(r"(_\d+)?(#\d+)?$", "", name)


def _first_unused(name: str, used: set[str]) -> str:
    found, number = name, 1
    while found in used:
        number += 1
        found = _numbered(name.rstrip("_"), number)
    return found


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name}_{number}"


def _flat(block: Block, known: Mapping[str, Expression], library: _Library) -> tuple[Step, ...]:
    steps: list[Step] = []
    _extend(steps, block, dict(known), library)
    return tuple(steps)


def _extend(steps: list[Step], block: Block, known: dict[str, Expression], library: _Library) -> None:
    for statement in block:
        match statement:
            case Assign(name=name, value=value, comment=comment):
                known[name] = _named(steps, name, put(value, known), comment, library)
            case Require(condition=condition, refusal=refusal, message=message):
                steps.append(Need(put_into(condition, known), refusal, message))
            case Return(value=value):
                steps.append(Give(put(value, known)))
            case Choose():
                known[statement.result] = _chosen(steps, statement, known, library)


def _named(steps: list[Step], name: str, value: Expression, comment: str, library: _Library) -> Expression:
    if isinstance(value, (Constant, Variable)):
        return value
    variable = Variable(library.unique(name))
    steps.append(Let(variable.name, value, comment))
    return variable


def _chosen(
    steps: list[Step], choice: Choose, known: Mapping[str, Expression], library: _Library
) -> Expression:
    """The value of the choice, its steps added."""
    compared = [put_into(c, known) for c in choice.conditions]
    truths = [decided(c) for c in compared]
    open_ones = tuple(c for c, truth in zip(compared, truths, strict=True) if truth is None)
    if False in truths or not open_ones:
        return _inline(
            steps, choice.otherwise if False in truths else choice.then, choice.result, known, library
        )
    mask = library.unique("holds")
    steps.append(Holds(mask, open_ones, choice.comment))
    then_long = choice.rare or _is_long(choice.then)
    if not then_long and (choice.few or not _is_long(choice.otherwise)):
        values = [_inline(steps, b, choice.result, known, library) for b in (choice.then, choice.otherwise)]
        name = library.unique(choice.result)
        steps.append(Select(name, mask, *values))
        return Variable(name)
    long_ones = [(choice.then, False)] * then_long + [(choice.otherwise, True)] * _is_long(choice.otherwise)
    value: Expression = Constant(float("nan"))
    if len(long_ones) == 1:
        short = choice.otherwise if then_long else choice.then
        value = _inline(steps, short, choice.result, known, library)
    for block, negated in long_ones:
        inner = _flat((*block, Return(Variable(choice.result))), known, library)
        routine, inputs = _call(_ended(inner)) or library.routine(choice.result, inner)
        name = library.unique(choice.result)
        steps.append(Within(name, mask, negated, routine, inputs, value))
        value = Variable(name)
    return value


def _call(steps: tuple[Step, ...]) -> tuple[str, tuple[str, ...]] | None:
    """The function that steps call with names, and these, if that is all they do."""
    match steps:
        case (
            Give(
                value=Apply(
                    operation=Operation.EXACT_SUM | Shared(of_runtime=False) as called, arguments=arguments
                )
            ),
        ):
            given = tuple(a.name for a in arguments if isinstance(a, Variable))
            return (called.value, given) if len(given) == len(arguments) else None
    return None


def decided(comparison: Comparison) -> bool | None:
    """Whether two numbers compare so; None where it depends on the arguments."""
    match comparison:
        case Comparison(left=Constant(value=left), right=Constant(value=right), order=order):
            return bool(order.holds(left, right))
        case _:
            return None


def _inline(
    steps: list[Step], block: Block, result: str, known: Mapping[str, Expression], library: _Library
) -> Expression:
    inner = dict(known)
    _extend(steps, block, inner, library)
    return inner[result]


def _is_long(block: Block) -> bool:
    return sum(1 for _ in statements(block)) >= LONG or any(
        isinstance(operation, Shared) for operation in operations_in(block)
    )
