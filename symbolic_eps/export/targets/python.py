"""Python: one module, standard library only. Each function raises a `ValueError` outside the domain."""

from __future__ import annotations

import json
import keyword
from collections.abc import Iterator, Mapping, Sequence

from symbolic_eps.export import environment
from symbolic_eps.export.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Constant,
    Expression,
    Operation,
    Program,
    Refusal,
    Require,
    Return,
)
from symbolic_eps.export.targets import python_texts as texts
from symbolic_eps.export.targets.parts import (
    RareBlocks,
    applications,
    beyond,
    decimal,
    expressions,
    functions_in,
    powers_of_two,
    rare_blocks,
)
from symbolic_eps.export.targets.target import GENERATED, Refusals, Sheet
from symbolic_eps.export.targets.text import Notation

MODULE = "symbolic_eps_formulas"

_TAKEN = """
    abs float isinstance math max min pow range round sum type Real OutOfRangeError OutsideDomainError _PROBES
"""
_WORDS = frozenset((*keyword.kwlist, *_TAKEN.split()))
_WIDTH = 100


class _Notation(Notation):
    """Division by what may be 0 is a function here: Python's own raises where others give an infinity."""

    def expression(self, expression: Expression) -> str:
        if _is_guarded(expression):
            assert isinstance(expression, Apply)
            return f"_divided({', '.join(self.expression(a) for a in expression.arguments)})"
        return super().expression(expression)

    def operand(self, expression: Expression) -> str:
        return self.expression(expression) if _is_guarded(expression) else super().operand(expression)


def _is_guarded(expression: Expression) -> bool:
    match expression:
        case Apply(operation=Operation.DIVIDE, arguments=(_, divisor)):
            return not (isinstance(divisor, Constant) and divisor.value != 0)
        case _:
            return False


_NOTATION = _Notation(
    functions={
        Operation.ABSOLUTE: "abs",
        Operation.SQUARE_ROOT: "_sqrt",
        Operation.LOG: "_log",
        Operation.LOG1P: "_log1p",
        Operation.EXP: "_exp",
        Operation.EXPM1: "_expm1",
    },
    number=lambda value: decimal(value).replace("TWO", "_TWO"),
    infinity="math.inf",
    name=lambda name: f"{name}_" if name in _WORDS else name,
)


class Python:
    """Python 3.9 or newer, standard library only."""

    name = "python"
    title = "Python (standard library)"
    functions = frozenset(_NOTATION.functions)
    refusals = Refusals(
        f"raises {texts.EXCEPTIONS[Refusal.DOMAIN]}, also for a number that is not binary64; TypeError for "
        "what is not a real number",
        f"raises {texts.EXCEPTIONS[Refusal.RANGE]}; it and the other one are ValueErrors",
    )
    environment = "asked at each call: any extension module can change it"
    self_test = "python3 -B -W error self_test.py"

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`symbolic_eps_formulas.py` and `self_test.py`."""
        return {
            f"{MODULE}.py": "\n".join(_module(sheets)) + "\n",
            "self_test.py": texts.self_test(MODULE, sheets, _NOTATION.name),
        }


TARGET = Python()


def _module(sheets: Sequence[Sheet]) -> Iterator[str]:
    pairs = [(s, s.formula.program(), s.formula.lower_program()) for s in sheets]
    programs = [program for _, *both in pairs for program in both]
    yield f'"""{GENERATED.format(version=sheets[0].version)}'
    yield from ("", "Each operation is rounded once, in binary64: their order matters.", '"""', "")
    yield from ("from __future__ import annotations", "", "import math", "from numbers import Real", "")
    yield "__all__ = ["
    yield from (
        f'    "{name}",'
        for name in sorted((*texts.EXCEPTIONS.values(), *(_NOTATION.name(p.name) for p in programs)))
    )
    yield from ("]", "")
    yield from (
        f"_{name} = {n!r}  # {_power(name)}"
        for name, n in powers_of_two((*programs, environment.PROGRAM)).items()
    )
    probes = ", ".join(map(_NOTATION.number, environment.PROBES.values()))
    yield f"_PROBES = ({probes})  # unknown to compilers"
    yield from texts.OPENING.split("\n")
    yield from texts.DIVISION.split("\n") if _divides(programs) else ()
    for operation in sorted(functions_in(programs) - {Operation.ABSOLUTE}):
        yield from texts.FUNCTIONS[operation].split("\n")
    rare = rare_blocks(programs)
    for function, told in (
        (environment.PROGRAM, texts.ENVIRONMENT),
        *((f, texts.EXACT) for f in rare.functions),
    ):
        yield from ("", "", _signature(function, "_"), told)
        yield from _block(function.body, rare, "    ")
    for sheet, program, lower in pairs:
        yield from _public(program, sheet.header, rare)
        yield from _lower(program, lower, rare)


def _divides(programs: Sequence[Program]) -> bool:
    found = (e for program in programs for e in expressions(program.body))
    return any(_is_guarded(a) for e in found for a in applications(e))


def _power(name: str) -> str:
    exponent = name.removeprefix("TWO_TO_").replace("MINUS_", "-")
    return f"2.0**{exponent}"


def _signature(program: Program, prefix: str = "") -> str:
    name = f"{prefix}{program.name}" if prefix else _NOTATION.name(program.name)
    parameters = [f"{_NOTATION.name(p)}: float" for p in program.parameters]
    line = f"def {name}({', '.join(parameters)}) -> float:"
    return (
        line
        if len(line) <= _WIDTH
        else "\n    ".join((f"def {name}(", *(f"{p}," for p in parameters))) + "\n) -> float:"
    )


def _head(program: Program, told: Sequence[str]) -> Iterator[str]:
    yield from ("", "", _signature(program))
    first, *others = (line.replace("\\", "\\\\").replace('"""', "'''") for line in told)
    yield f'    """{first}' + ("" if others else '"""')
    if others:
        yield ""
        yield from (f"    {line}" for line in others)
        yield '    """'


def _public(program: Program, told: Sequence[str], rare: RareBlocks) -> Iterator[str]:
    yield from _head(program, told)
    yield f"    _{environment.PROGRAM.name}(*_PROBES)"
    for name in map(_NOTATION.name, program.parameters):
        yield f'    {name} = _binary64("{name}", {name})'
    yield from _block(program.body, rare, "    ")


def _lower(program: Program, lower: Program, rare: RareBlocks) -> Iterator[str]:
    """By way of the first program where that is the same."""
    told = (f"A value that is never above the exact one: see `{_NOTATION.name(program.name)}`.",)
    step = beyond(program, lower)
    if step is None:
        yield from _public(lower, told, rare)
        return
    yield from _head(lower, told)
    given = ", ".join(map(_NOTATION.name, program.parameters))
    yield f"    {_NOTATION.name(step.parameters[0])} = {_NOTATION.name(program.name)}({given})"
    yield from _block(step.body, rare, "    ")


def _block(block: Block, apart: RareBlocks, indent: str) -> Iterator[str]:
    """The statements; rare blocks are calls."""
    inner = indent + "    "
    for statement in block:
        match statement:
            case Assign(name=name, value=value, comment=comment):
                said = f"  # {comment}" if comment else ""
                yield f"{indent}{_NOTATION.name(name)} = {_NOTATION.expression(value)}{said}"
            case Choose(then=then, otherwise=otherwise, result=name, rare=rare):
                yield from _condition(statement, indent)
                if rare:
                    called, given = apart.call(statement)
                    values = ", ".join(map(_NOTATION.name, given))
                    yield f"{inner}{_NOTATION.name(name)} = _{called}({values})"
                else:
                    yield from _block(then, apart, inner)
                yield f"{indent}else:"
                yield from _block(otherwise, apart, inner)
            case Require(condition=condition, refusal=refusal, message=message):
                error = texts.EXCEPTIONS[refusal]
                yield f"{indent}if not {_NOTATION.comparison(condition)}:"
                yield f"{inner}raise {error}({json.dumps(message, ensure_ascii=False)})"
            case Return(value=value):
                yield f"{indent}return {_NOTATION.expression(value)}"


def _condition(choice: Choose, indent: str) -> Iterator[str]:
    said = f"  # {choice.comment}" if choice.comment else ""
    terms = [_NOTATION.comparison(c) for c in choice.conditions]
    line = f"{indent}if {' and '.join(terms)}:{said}"
    if len(line) <= _WIDTH or len(terms) == 1:
        yield line
        return
    yield f"{indent}if ({said}"
    yield from (f"{indent}    {'and ' if position else ''}{term}" for position, term in enumerate(terms))
    yield f"{indent}):"
