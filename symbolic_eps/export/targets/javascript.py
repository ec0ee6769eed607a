"""JavaScript: an ES module, declared for TypeScript. Each function throws a RangeError outside the domain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from symbolic_eps.export import environment
from symbolic_eps.export.licence import HOLDER, IDENTIFIER
from symbolic_eps.export.program import Assign, Block, Choose, Operation, Program, Require, Return
from symbolic_eps.export.targets import javascript_texts as texts
from symbolic_eps.export.targets.parts import RareBlocks, beyond, decimal, powers_of_two, rare_blocks
from symbolic_eps.export.targets.target import GENERATED, CannotExpressError, Refusals, Sheet
from symbolic_eps.export.targets.text import Notation

MODULE = "symbolic_eps"

_RESERVED = """
    Infinity Math PROBES NaN Object RangeError TypeError arguments await break case catch class const
    continue debugger default delete do else enum eval export extends false finally for function if
    implements import in instanceof interface let new null package private protected public return
    static super switch this throw true try typeof undefined var void while with yield
"""
_WORDS = frozenset(_RESERVED.split())
_WIDTH = 100

_NOTATION = Notation(
    functions={
        Operation.ABSOLUTE: "Math.abs",
        Operation.SQUARE_ROOT: "Math.sqrt",
        Operation.LOG: "Math.log",
        Operation.LOG1P: "Math.log1p",
        Operation.EXP: "Math.exp",
        Operation.EXPM1: "Math.expm1",
    },
    number=lambda value: decimal(value).removesuffix(".0"),
    infinity="Infinity",
    name=lambda name: f"{name}_" if name in _WORDS else name,
    equal="===",
)


class JavaScript:
    """ECMAScript 2015 or newer, with declarations for TypeScript."""

    name = "javascript"
    title = "JavaScript (ES module, TypeScript declarations)"
    functions = frozenset(_NOTATION.functions)
    refusals = Refusals(
        "throws a RangeError; a TypeError for what is of another type than a number", "throws a RangeError"
    )
    environment = "asked at each call: native add-ons can change it"
    self_test = "node self_test.js"

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`symbolic_eps.js`, `symbolic_eps.d.ts`, `package.json` and `self_test.js`."""
        return {
            f"{MODULE}.js": "\n".join(_module(sheets)) + "\n",
            f"{MODULE}.d.ts": "\n".join(_declarations(sheets)) + "\n",
            "package.json": _package(sheets),
            "self_test.js": texts.self_test(MODULE, sheets, _function_name),
        }


TARGET = JavaScript()


def _function_name(name: str) -> str:
    """In the habit of the language: `fixed_q_lower` is `fixedQLower`."""
    return _NOTATION.name(re.sub(r"(?<=[^_])_+(\w)", lambda found: found[1].upper(), name))


def _check_names(names: Iterable[str]) -> None:
    """Two names may become one where `_` is dropped."""
    seen = {texts.HELPER: texts.HELPER}
    for name in names:
        said = _function_name(name)
        if said in seen:
            raise CannotExpressError(f"javascript: {seen[said]} and {name} would both be called {said}")
        seen[said] = name


def _package(sheets: Sequence[Sheet]) -> str:
    document = {
        "name": "symbolic-eps-formulas",
        "version": sheets[0].version,
        "description": GENERATED.format(version=sheets[0].version),
        "license": IDENTIFIER,
        "author": HOLDER,
        "private": True,
        "type": "module",
        "main": f"./{MODULE}.js",
        "types": f"./{MODULE}.d.ts",
        "exports": {".": {"types": f"./{MODULE}.d.ts", "default": f"./{MODULE}.js"}},
        "sideEffects": False,
        "scripts": {"test": TARGET.self_test},
    }
    return json.dumps(document, indent=2) + "\n"


def _documented(sheet: Sheet) -> tuple[str, ...]:
    """The header, with the functions' names as they are here."""
    name = sheet.formula.name
    first, *others = sheet.header
    first = first.replace(f"{name}:", f"{_function_name(name)}:", 1)
    lower = f"{name}_lower"
    return tuple(line.replace(lower, _function_name(lower)).replace("*/", "* /") for line in (first, *others))


def _comment(lines: Sequence[str]) -> Iterator[str]:
    yield "/**"
    yield from (f" * {line}".rstrip() for line in lines)
    yield " */"


def _told_of_lower(program: Program) -> str:
    return f"A value that is never above the exact one: see `{_function_name(program.name)}`."


def _declarations(sheets: Sequence[Sheet]) -> Iterator[str]:
    yield f"// {GENERATED.format(version=sheets[0].version)}"
    for sheet in sheets:
        program, lower = sheet.formula.program(), sheet.formula.lower_program()
        parameters = ", ".join(f"{_NOTATION.name(p)}: number" for p in program.parameters)
        thrown = "@throws {RangeError} Outside the domain, or where the arguments are too small or too large."
        for one, told in ((program, _documented(sheet)), (lower, (_told_of_lower(program),))):
            yield ""
            yield from _comment((*told, thrown))
            yield f"export function {_function_name(one.name)}({parameters}): number;"


def _module(sheets: Sequence[Sheet]) -> Iterator[str]:
    pairs = [(s, s.formula.program(), s.formula.lower_program()) for s in sheets]
    programs = [program for _, *both in pairs for program in both]
    yield f"// {GENERATED.format(version=sheets[0].version)}"
    yield from ("// Each operation is rounded once, in binary64: their order matters.", "")
    for name, number in powers_of_two((*programs, environment.PROGRAM)).items():
        yield f"const {name} = {number!r};"
    probes = ", ".join(map(_NOTATION.number, environment.PROBES.values()))
    yield from texts.PROBING.format(values=probes).rstrip("\n").split("\n")
    yield from texts.OPENING.split("\n")
    rare = rare_blocks(programs)
    _check_names(p.name for p in (environment.PROGRAM, *programs, *rare.functions))
    yield from _private(environment.PROGRAM, texts.ENVIRONMENT, rare)
    for function in rare.functions:
        yield from _private(function, texts.EXACT, rare)
    for sheet, program, lower in pairs:
        yield from _public(program, _documented(sheet), rare)
        yield from _lower(program, lower, rare)


def _private(program: Program, told: str, rare: RareBlocks) -> Iterator[str]:
    yield from ("", f"/** {told} */")
    yield f"function {_function_name(program.name)}({_listed(program.parameters)}) {{"
    yield from _block(program.body, rare, "  ")
    yield "}"


def _head(program: Program, told: Sequence[str]) -> Iterator[str]:
    yield ""
    yield from _comment((*told, "", *(f"@param {{number}} {_NOTATION.name(p)}" for p in program.parameters)))
    yield f"export function {_function_name(program.name)}({_listed(program.parameters)}) {{"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(_NOTATION.name, names))


def _public(program: Program, told: Sequence[str], rare: RareBlocks) -> Iterator[str]:
    yield from _head(program, told)
    for name in map(_NOTATION.name, program.parameters):
        yield f'  if (typeof {name} !== "number") {texts.HELPER}("{name}", {name});'
    probes = ", ".join(f"{texts.PROBES}[{i}]" for i in range(len(environment.PROBES)))
    yield f"  {_function_name(environment.PROGRAM.name)}({probes});"
    yield from _block(program.body, rare, "  ")
    yield "}"


def _lower(program: Program, lower: Program, rare: RareBlocks) -> Iterator[str]:
    """By way of the first program where that is the same."""
    told = (_told_of_lower(program),)
    step = beyond(program, lower)
    if step is None:
        yield from _public(lower, told, rare)
        return
    yield from _head(lower, told)
    value = _NOTATION.name(step.parameters[0])
    yield f"  const {value} = {_function_name(program.name)}({_listed(program.parameters)});"
    yield from _block(step.body, rare, "  ")
    yield "}"


def _block(block: Block, apart: RareBlocks, indent: str, result: str = "") -> Iterator[str]:
    """The statements; rare blocks are calls; `result` is a variable of an outer block."""
    inner = indent + "  "
    for statement in block:
        match statement:
            case Assign(name=name, value=value, comment=comment):
                declared = "" if name == result else "const "
                said = f" // {comment}" if comment else ""
                yield f"{indent}{declared}{_NOTATION.name(name)} = {_NOTATION.expression(value)};{said}"
            case Choose(then=then, otherwise=otherwise, result=name, rare=rare):
                if name != result:
                    yield f"{indent}let {_NOTATION.name(name)};"
                yield from _condition(statement, indent)
                if rare:
                    called, given = apart.call(statement)
                    yield f"{inner}{_NOTATION.name(name)} = {_function_name(called)}({_listed(given)});"
                else:
                    yield from _block(then, apart, inner, name)
                yield f"{indent}}} else {{"
                yield from _block(otherwise, apart, inner, name)
                yield f"{indent}}}"
            case Require(condition=condition, message=message):
                yield f"{indent}if (!({_NOTATION.comparison(condition)})) {{"
                yield f"{inner}throw new RangeError({json.dumps(message, ensure_ascii=False)});"
                yield f"{indent}}}"
            case Return(value=value):
                yield f"{indent}return {_NOTATION.expression(value)};"


def _condition(choice: Choose, indent: str) -> Iterator[str]:
    said = f" // {choice.comment}" if choice.comment else ""
    terms = [_NOTATION.comparison(c) for c in choice.conditions]
    line = f"{indent}if ({' && '.join(terms)}) {{{said}"
    if len(line) <= _WIDTH or len(terms) == 1:
        yield line
        return
    yield f"{indent}if ({said}"
    for position, term in enumerate(terms, 1):
        yield f"{indent}  {term}{' &&' if position < len(terms) else ''}"
    yield f"{indent}) {{"
