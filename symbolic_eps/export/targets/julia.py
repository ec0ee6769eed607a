"""Julia: one module without dependencies. Each function throws a DomainError outside the domain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from symbolic_eps.export import environment
from symbolic_eps.export.program import Assign, Block, Choose, Operation, Program, Require, Return
from symbolic_eps.export.targets import julia_texts as texts
from symbolic_eps.export.targets.parts import RareBlocks, beyond, functions_in, rare_blocks
from symbolic_eps.export.targets.target import GENERATED, Refusals, Sheet
from symbolic_eps.export.targets.text import Notation

MODULE = "SymbolicEpsFormulas"

_RESERVED = """
    DomainError Float64 InexactError Inf NaN Real abs abstract baremodule begin break catch ccall
    const continue do else elseif end exp expm1 export false finally for function global if import
    in isa isnan let local log log1p macro module mutable outer primitive quote return sqrt struct
    throw true try type using where while _PROBES
"""
_WORDS = frozenset((*_RESERVED.split(), MODULE))
_WIDTH, _SHORT = 92, 12


def _number(value: float) -> str:
    """A decimal literal where it is short, else a hexadecimal one: both are read back exactly."""
    if len(repr(value)) <= _SHORT:
        return repr(value)
    return re.sub(r"\.?0*p", "p", value.hex()).replace("p+", "p")


_NOTATION = Notation(
    functions={
        Operation.ABSOLUTE: "abs",
        Operation.SQUARE_ROOT: "_sqrt",
        Operation.LOG: "_log",
        Operation.LOG1P: "_log1p",
        Operation.EXP: "exp",
        Operation.EXPM1: "expm1",
    },
    number=_number,
    infinity="Inf",
    name=lambda name: f"{name}_" if name in _WORDS else name,
)


class Julia:
    """Julia 1.6 or newer, without packages besides the standard library's."""

    name = "julia"
    title = "Julia"
    functions = frozenset(_NOTATION.functions)
    refusals = Refusals(
        "throws a DomainError; an InexactError for a number that is not a Float64", "throws a DomainError"
    )
    environment = "asked at each call: `ccall` and `set_zero_subnormals` can change it"
    self_test = "julia --startup-file=no --depwarn=error self_test.jl"

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`SymbolicEpsFormulas.jl` and `self_test.jl`."""
        return {
            f"{MODULE}.jl": "\n".join(_module(sheets)) + "\n",
            "self_test.jl": texts.self_test(MODULE, sheets, _NOTATION.name),
        }


TARGET = Julia()


def _module(sheets: Sequence[Sheet]) -> Iterator[str]:
    pairs = [(s, s.formula.program(), s.formula.lower_program()) for s in sheets]
    programs = [program for _, *both in pairs for program in both]
    yield f"# {GENERATED.format(version=sheets[0].version)}"
    yield "# Each operation is rounded once, in binary64, and their order matters: no @fastmath."
    yield ""
    yield from (f"module {MODULE}", "")
    yield from (f"export {_NOTATION.name(one.name)}, {_NOTATION.name(lower.name)}" for _, one, lower in pairs)
    yield from texts.OPENING.split("\n")
    for operation in sorted(functions_in(programs) & frozenset(texts.FUNCTIONS)):
        yield from texts.FUNCTIONS[operation].split("\n")
    rare = rare_blocks(programs)
    yield from ("", f"const _PROBES = Ref(({', '.join(map(_number, environment.PROBES.values()))}))")
    for function, told in (
        (environment.PROGRAM, texts.ENVIRONMENT),
        *((f, texts.EXACT) for f in rare.functions),
    ):
        yield from ("", f"# {told}")
        yield from _opened(f"_{function.name}", function)
        yield from _block(function.body, function, rare, "    ")
        yield "end"
    for sheet, program, lower in pairs:
        yield from _public(program, program.body, sheet.header, rare)
        yield from _lower(program, lower, rare)
    yield from ("", "end # module")


def _opened(name: str, program: Program) -> Iterator[str]:
    """The first lines of a function."""
    parameters = [f"{_NOTATION.name(p)}::Float64" for p in program.parameters]
    line = f"function {name}({', '.join(parameters)})::Float64"
    if len(line) <= _WIDTH:
        yield line
        return
    yield f"function {name}("
    yield from (f"    {parameter}," for parameter in parameters)
    yield ")::Float64"


def _public(
    program: Program, body: Block, told: Sequence[str], rare: RareBlocks, call: str = ""
) -> Iterator[str]:
    """The function for Float64, with its text, and for other numbers; `call` is its first line, if given."""
    name, given = _NOTATION.name(program.name), _listed(program.parameters)
    yield from ("", '"""', f"    {name}({given})", "")
    yield from (_escaped(line) for line in told)
    yield '"""'
    yield from _opened(name, program)
    yield f"    {call or f'_{environment.PROGRAM.name}(_PROBES[]...)'}"
    yield from _block(body, program, rare, "    ")
    yield "end"
    if not program.parameters:
        return
    yield ""
    reals = ", ".join(f"{_NOTATION.name(p)}::Real" for p in program.parameters)
    converted = ", ".join(f"_float64({_NOTATION.name(p)})" for p in program.parameters)
    yield f"{name}({reals}) = {name}({converted})"


def _lower(program: Program, lower: Program, rare: RareBlocks) -> Iterator[str]:
    """By way of the first program where that is the same."""
    name = _NOTATION.name(program.name)
    told = (f"A value that is never above the exact one: see `{name}`.",)
    step = beyond(program, lower)
    if step is None:
        yield from _public(lower, lower.body, told, rare)
        return
    call = f"{_NOTATION.name(step.parameters[0])} = {name}({_listed(program.parameters)})"
    yield from _public(lower, step.body, told, rare, call)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(_NOTATION.name, names))


def _escaped(text: str) -> str:
    """As it stands in a string."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$")


def _block(block: Block, program: Program, apart: RareBlocks, indent: str) -> Iterator[str]:
    """The statements; rare blocks are calls."""
    inner = indent + "    "
    for statement in block:
        match statement:
            case Assign(name=name, value=value, comment=comment):
                said = f" # {comment}" if comment else ""
                yield f"{indent}{_NOTATION.name(name)} = {_NOTATION.expression(value)}{said}"
            case Choose(then=then, otherwise=otherwise, result=name, rare=rare):
                yield from _condition(statement, indent)
                if rare:
                    called, given = apart.call(statement)
                    yield f"{inner}{_NOTATION.name(name)} = _{called}({_listed(given)})"
                else:
                    yield from _block(then, program, apart, inner)
                yield f"{indent}else"
                yield from _block(otherwise, program, apart, inner)
                yield f"{indent}end"
            case Require(condition=condition, message=message):
                text = json.dumps(message, ensure_ascii=False).replace("$", "\\$")
                arguments = f"({_listed(program.parameters)}{',' if len(program.parameters) == 1 else ''})"
                yield f"{indent}if !({_NOTATION.comparison(condition)})"
                yield f"{inner}throw(DomainError({arguments}, {text}))"
                yield f"{indent}end"
            case Return(value=value):
                yield f"{indent}return {_NOTATION.expression(value)}"


def _condition(choice: Choose, indent: str) -> Iterator[str]:
    said = f" # {choice.comment}" if choice.comment else ""
    terms = [_NOTATION.comparison(c) for c in choice.conditions]
    line = f"{indent}if {' && '.join(terms)}{said}"
    if len(line) <= _WIDTH or len(terms) == 1:
        yield line
        return
    yield f"{indent}if ({said}"
    for position, term in enumerate(terms, 1):
        yield f"{indent}    {term}{' &&' if position < len(terms) else ''}"
    yield f"{indent})"
