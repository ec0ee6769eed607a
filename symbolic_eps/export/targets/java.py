"""Java: a final class of static methods. Each returns the number, or throws outside the domain."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from symbolic_eps.export import environment
from symbolic_eps.export.program import Assign, Block, Choose, Operation, Program, Refusal, Require, Return
from symbolic_eps.export.targets import java_texts as texts
from symbolic_eps.export.targets.parts import RareBlocks, beyond, rare_blocks
from symbolic_eps.export.targets.target import GENERATED, CannotExpressError, Refusals, Sheet
from symbolic_eps.export.targets.text import Notation
from symbolic_eps.export.targets.tidy import tidied_program

Pair: TypeAlias = tuple[Program, Program]
"""A formula's program and its lower one."""

_WORDS = """
    abstract assert boolean break byte case catch char class const continue default do double else enum
    extends false final finally float for goto if implements import instanceof int interface long native new
    null package private protected public return short static strictfp super switch synchronized this throw
    throws transient true try var void volatile while yield record sealed permits Double Math StrictMath
"""
_KEYWORDS = frozenset(_WORDS.split())


def _name(name: str) -> str:
    return f"{name}_" if name in _KEYWORDS else name


def _method(name: str) -> str:
    """The name in Java's habit."""
    first, *others = name.split("_")
    return _name(first + "".join(word[:1].upper() + word[1:] for word in others))


def _number(value: float) -> str:
    """A short decimal text, or a hexadecimal one as for powers of 2."""
    decimal = repr(value)
    if "e" not in decimal and len(decimal) < 12:
        return decimal
    return re.sub(r"\.?0*p\+?", "p", float.hex(value))


_NOTATION = Notation(
    functions={
        Operation.ABSOLUTE: "Math.abs",
        Operation.SQUARE_ROOT: "Math.sqrt",
        Operation.LOG: "StrictMath.log",
        Operation.LOG1P: "StrictMath.log1p",
        Operation.EXP: "StrictMath.exp",
        Operation.EXPM1: "StrictMath.expm1",
    },
    number=_number,
    infinity="Double.POSITIVE_INFINITY",
    name=_name,
)


class Java:
    """A class without dependencies, for Java 8 and later."""

    name = "java"
    title = "Java"
    functions = frozenset(_NOTATION.functions)
    refusals = Refusals(*(f"throws {texts.EXCEPTIONS[refusal]}" for refusal in Refusal))
    environment = "asked at each call: native methods can change it"
    self_test = (
        "javac -Xlint:all -Werror -encoding UTF-8 -d classes symboliceps/SymbolicEps.java "
        "symboliceps/SelfTest.java && java -cp classes symboliceps.SelfTest; "
        "passed=$?; rm -rf classes; exit $passed"
    )

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`SymbolicEps.java` and `SelfTest.java` in the package `symboliceps`."""
        pairs = [_programs(sheet) for sheet in sheets]
        rare = rare_blocks(program for pair in pairs for program in pair)
        names = [
            _method(p.name)
            for p in (environment.PROGRAM, *(p for pair in pairs for p in pair), *rare.functions)
        ]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise CannotExpressError(f"java: two methods would be called {', '.join(twice)}")
        return {
            "symboliceps/SymbolicEps.java": "\n".join(_class(sheets, pairs, rare)) + "\n",
            "symboliceps/SelfTest.java": "\n".join(texts.self_test(sheets, _method)) + "\n",
        }


TARGET = Java()


def _programs(sheet: Sheet) -> Pair:
    return tidied_program(sheet.formula.program()), tidied_program(sheet.formula.lower_program())


def _class(sheets: Sequence[Sheet], pairs: Sequence[Pair], rare: RareBlocks) -> Iterator[str]:
    yield f"// {GENERATED.format(version=sheets[0].version)}"
    yield from texts.OPENING.strip("\n").split("\n")
    probes = {name: _number(value) for name, value in environment.PROBES.items()}
    yield from texts.ENVIRONMENT.format(**probes).rstrip("\n").split("\n")
    yield from _private(environment.PROGRAM, rare)
    for sheet, (program, lower) in zip(sheets, pairs, strict=True):
        yield from ("", *_documented(sheet), f"    public static {_signature(program)} {{")
        yield from (_CHECKED, *_block(program.body, "        ", rare))
        yield from ("    }", "", *_documented_lower(sheet), f"    public static {_signature(lower)} {{")
        yield from _lower(program, lower, rare)
        yield "    }"
    # The virtual machine compiles no long method: what is seldom needed stands apart.
    for position, function in enumerate(rare.functions):
        yield from ("", *(texts.RARE if position == 0 else ()))
        yield from _private(function, rare)
    yield "}"


_PROBES = ", ".join(f"SymbolicEps.{name}" for name in environment.PROBES)
_CHECKED = f"        {_method(environment.PROGRAM.name)}({_PROBES});"


def _private(function: Program, rare: RareBlocks) -> Iterator[str]:
    yield f"    private static {_signature(function)} {{"
    yield from (*_block(function.body, "        ", rare), "    }")


def _lower(program: Program, lower: Program, rare: RareBlocks) -> Iterator[str]:
    """By way of the first program where that is the same."""
    step = beyond(program, lower)
    if step is None:
        yield from (_CHECKED, *_block(lower.body, "        ", rare))
        return
    given = ", ".join(map(_name, program.parameters))
    yield f"        final double {_name(step.parameters[0])} = {_method(program.name)}({given});"
    yield from _block(step.body, "        ", rare)


def _signature(program: Program) -> str:
    return f"double {_method(program.name)}({', '.join(f'double {_name(p)}' for p in program.parameters)})"


def _documented(sheet: Sheet) -> Iterator[str]:
    formula = sheet.formula
    ours = {f"{formula.name}:": f"{_method(formula.name)}:"}
    ours |= {f"{formula.name}_lower ": f"{_method(f'{formula.name}_lower')} "}
    first, *others = (_starting(line, ours) for line in sheet.header)
    yield from ("    /**", f"     * {_escaped(first)}", "     *", "     * <pre>")
    yield from (f"     * {_escaped(line)}" for line in others)
    yield from ("     * </pre>", "     *", *_tags(sheet, ""), "     */")


def _documented_lower(sheet: Sheet) -> Iterator[str]:
    yield "    /**"
    yield f"     * Never above the exact value of {{@link #{_method(sheet.formula.name)}}}, and at most"
    yield f"     * {sheet.formula.lowest_text} ulps below it: the one to use for a privacy budget."
    yield from ("     *", *_tags(sheet, "a lower bound on "), "     */")


def _starting(line: str, others: Mapping[str, str]) -> str:
    """The line with another beginning, if it has one of these."""
    return next((new + line.removeprefix(old) for old, new in others.items() if line.startswith(old)), line)


def _tags(sheet: Sheet, kind: str) -> Iterator[str]:
    for argument in sheet.formula.arguments:
        yield f"     * @param {_name(argument.name)} {_escaped(argument.meaning)}"
    yield f"     * @return {kind}{_escaped(sheet.formula.result)}"
    yield from texts.THROWN


def _escaped(text: str) -> str:
    """As Javadoc shows it; without a slash after an asterisk, which would end the comment."""
    text = html.escape(text, quote=False).replace("*/", "*&#47;")
    return text.replace("@", "&#64;").replace("\\", "&#92;")


def _comment(text: str) -> str:
    r"""Without \u, which Java reads in comments too."""
    return text.replace("\\", "\\\\")


def _block(block: Block, indent: str, rare: RareBlocks, result: str = "") -> Iterator[str]:
    """The statements; `result` is a variable of an outer block."""
    for statement in block:
        match statement:
            case Assign(name=name, value=value, comment=comment):
                declared = "" if name == result else "final double "
                said = f" // {_comment(comment)}" if comment else ""
                yield f"{indent}{declared}{_name(name)} = {_NOTATION.expression(value)};{said}"
            case Choose():
                if statement.result != result:
                    yield f"{indent}final double {_name(statement.result)};"
                yield from _choose(statement, indent, "", rare)
                yield f"{indent}}}"
            case Require(condition=condition, refusal=refusal, message=message):
                said = json.dumps(message, ensure_ascii=False)
                yield f"{indent}if (!({_NOTATION.comparison(condition)})) {{"
                yield f"{indent}    throw new {texts.EXCEPTIONS[refusal]}({said});"
                yield f"{indent}}}"
            case Return(value=value):
                yield f"{indent}return {_NOTATION.expression(value)};"


def _choose(choose: Choose, indent: str, start: str, rare: RareBlocks) -> Iterator[str]:
    """All but the last brace."""
    test = " && ".join(_NOTATION.comparison(c) for c in choose.conditions)
    yield f"{indent}{start}if ({test}) {{" + (f" // {_comment(choose.comment)}" if choose.comment else "")
    if choose.rare:
        called, given = rare.call(choose)
        call = f"{_method(called)}({', '.join(map(_name, given))})"
        yield f"{indent}    {_name(choose.result)} = {call};"
    else:
        yield from _block(choose.then, indent + "    ", rare, choose.result)
    only = choose.otherwise[0]
    if len(choose.otherwise) == 1 and isinstance(only, Choose) and only.result == choose.result:
        yield from _choose(only, indent, "} else ", rare)
    else:
        yield f"{indent}}} else {{"
        yield from _block(choose.otherwise, indent + "    ", rare, choose.result)
