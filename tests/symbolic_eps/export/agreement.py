"""Exported functions against the reference interpreter, at random points.

Formulas without library functions must give the same bits in every language.
"""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace

import sympy as sp

from derivations.kazan_reiter_2024.formulas import bound, mechanism, root
from symbolic_eps.export.forms.argument import Argument
from symbolic_eps.export.forms.derived import stable_form
from symbolic_eps.export.forms.formula import Case, Formula
from symbolic_eps.export.layout.target import Sheet
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
    Statement,
    add,
    divide,
    multiply,
    subtract,
)
from symbolic_eps.export.runtime.machine import RefusedError, run
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, Relation


def every_kind(formulas: Sequence[Formula]) -> tuple[Formula, ...]:
    """The formulas, and those that come from no profile."""
    found = {f.identifier: f for f in (*formulas, root(), bound(), *mechanism())}
    return tuple(found.values())


def _falling(value: Expression) -> Expression:
    return divide(Constant(1.0), add(Constant(1.0), multiply(value, value)))


_INSTEAD: Mapping[Operation, Callable[[Expression], Expression]] = {
    Operation.LOG: lambda value: value,
    Operation.LOG1P: lambda value: value,
    Operation.EXP: _falling,
    Operation.EXPM1: lambda value: subtract(_falling(value), Constant(1.0)),
}
"""Arithmetic with values in the same range as the library's function."""


@dataclass(frozen=True)
class ArithmeticAlone(Formula):
    """A formula in which arithmetic stands for each library function: see `_INSTEAD`."""

    def program(self) -> Program:
        program = super().program()
        return replace(program, body=_plain_block(program.body))

    def safe_program(self) -> Program:
        program = super().safe_program()
        return replace(program, body=_plain_block(program.body))


def arithmetic_alone(formula: Formula) -> Formula:
    values = {field.name: getattr(formula, field.name) for field in fields(formula)}
    return ArithmeticAlone(**{**values, "identifier": f"arithmetic-{formula.identifier}"})


def _plain_block(block: Block) -> Block:
    return tuple(_plain_statement(statement) for statement in block)


def _plain_statement(statement: Statement) -> Statement:
    match statement:
        case Assign(value=value) | Return(value=value):
            return replace(statement, value=_plain(value))
        case Choose(conditions=conditions, then=then, otherwise=otherwise):
            return replace(
                statement,
                conditions=tuple(map(_plain_comparison, conditions)),
                then=_plain_block(then),
                otherwise=_plain_block(otherwise),
            )
        case Require(condition=condition):
            return replace(statement, condition=_plain_comparison(condition))


def _plain_comparison(comparison: Comparison) -> Comparison:
    return replace(comparison, left=_plain(comparison.left), right=_plain(comparison.right))


def _plain(expression: Expression) -> Expression:
    if not isinstance(expression, Apply):
        return expression
    arguments = tuple(map(_plain, expression.arguments))
    if expression.operation in _INSTEAD:
        return _INSTEAD[expression.operation](arguments[0])
    return replace(expression, arguments=arguments)


@dataclass(frozen=True)
class Question:
    """A program at a point, and what the interpreter says of it: 16 hexadecimal digits, or why it refuses."""

    formula: Formula
    program: Program
    point: tuple[float, ...]
    answer: str

    @property
    def line(self) -> str:
        """The program's name and the point, as a driver reads it."""
        return " ".join((self.program.name, *map(_bits, self.point)))

    def agrees(self, said: str) -> bool:
        """Whether an answer is the same: bit by bit without library functions, else both within the bound."""
        if said == self.answer:
            return True
        if isinstance(self.formula, ArithmeticAlone) or not (_is_number(said) and _is_number(self.answer)):
            return False
        one, other = _number(said), _number(self.answer)
        return abs(one - other) <= 2 * float(self.formula.error) * math.ulp(max(one, other))


def awkward_formula(name: str, argument: str) -> Formula:
    """log(x)/2 for x > 1, under names and with titles that a language may stumble over."""
    x = sp.Symbol(argument, real=True)
    odd = '\\u000a */ <b> & {@code "%d`'
    value, exact = stable_form(x * DECAY**2 - 1, ()), sp.log(x) / 2
    return Formula(
        name,
        f"half a logarithm {odd}",
        f"@source {odd} \N{SECTION SIGN} 2",
        (Argument(x, f"a number {odd}"),),
        (Condition(x - 1, Relation.POSITIVE),),
        (Case((), value, exact),),
        f"log/2 {odd}",
        str(exact),
        (odd,),
    )


def sheets(formulas: Sequence[Formula]) -> list[Sheet]:
    """For the formulas, and for what remains of them without library functions."""
    both = [*formulas, *map(arithmetic_alone, formulas)]
    return [Sheet(formula, "0" * 64, f"vectors/{formula.name}.csv", "0" * 64, "0") for formula in both]


def questions(formulas: Sequence[Formula], count: int = 200) -> Iterator[Question]:
    """Random points for each of the formulas and its lower one, with and without library functions."""
    for formula in (*formulas, *map(arithmetic_alone, formulas)):
        generator = random.Random(formula.identifier)
        programs = (formula.program(), formula.safe_program())
        for number in range(count):
            program = programs[number % 2]
            yield _question(formula, program, generator, tries=1 if number % 10 == 0 else 20)


def _question(formula: Formula, program: Program, generator: random.Random, tries: int) -> Question:
    """The first of some random points where there is a number, or the last of them."""
    for _ in range(tries):
        point = tuple(_drawn(a, generator) for a in formula.arguments)
        answer = _answer(program, point)
        if _is_number(answer):
            break
    return Question(formula, program, point, answer)


def _answer(program: Program, point: tuple[float, ...]) -> str:
    try:
        return _bits(run(program, point))
    except RefusedError as refused:
        return str(refused.refusal)


def _drawn(argument: Argument, generator: random.Random) -> float:
    if generator.random() < 0.01:
        return generator.choice((0.0, -1.0, math.nan, math.inf, 5e-324))
    if argument.whole:
        return float(int(10 ** generator.uniform(0, 9)))
    if argument.probability:
        near_one = 1 - 10 ** generator.uniform(-16, 0)
        return generator.choice((generator.random(), near_one, 10 ** generator.uniform(-300, 0)))
    size = 10 ** generator.uniform(-12, 2)
    return generator.choice((1 + size, size, 10 ** generator.uniform(0, 80)))


def _bits(value: float) -> str:
    return struct.pack(">d", value).hex()


def _number(bits: str) -> float:
    value: float = struct.unpack(">d", bytes.fromhex(bits))[0]
    return value


def _is_number(answer: str) -> bool:
    return len(answer) == 16
