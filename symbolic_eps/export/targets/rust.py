"""Rust: a crate without dependencies. Each function returns the number, or an error outside the domain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from symbolic_eps.export import environment
from symbolic_eps.export.licence import HOLDER, IDENTIFIER
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
from symbolic_eps.export.targets import rust_texts as texts
from symbolic_eps.export.targets.parts import RareBlocks, beyond, decimal, powers_of_two, rare_blocks
from symbolic_eps.export.targets.target import GENERATED, CannotExpressError, Refusals, Sheet
from symbolic_eps.export.targets.text import Notation
from symbolic_eps.export.targets.tidy import ends_with, tidied_program

Pair: TypeAlias = tuple[Program, Program]
"""A formula's program and its lower one."""

_WORDS = """
    abstract as async await become box break const continue crate do dyn else enum extern false final fn for
    gen if impl in let loop macro match mod move mut override priv pub ref return self Self static struct
    super trait true try type typeof union unsafe unsized use virtual where while yield Err None Ok Some
"""
_KEYWORDS = frozenset(_WORDS.split())


def _name(name: str) -> str:
    return f"{name}_" if name in _KEYWORDS else name


def _number(value: float) -> str:
    return decimal(value).replace("e+", "e")


class _Methods(Notation):
    """Functions are methods; those of a literal need its type."""

    def expression(self, expression: Expression) -> str:
        match expression:
            case Apply(operation=operation, arguments=(Constant(value=value),)) if (
                operation in self.functions
            ):
                literal = super().expression(Constant(value))
                typed = f"{literal}_f64" if literal.lstrip("-")[0].isdigit() else literal
                return self.functions[operation].format(typed if value >= 0 else f"({typed})")
        return super().expression(expression)


_NOTATION = _Methods(
    functions={
        Operation.ABSOLUTE: "{}.abs()",
        Operation.SQUARE_ROOT: "{}.sqrt()",
        Operation.LOG: "{}.ln()",
        Operation.LOG1P: "{}.ln_1p()",
        Operation.EXP: "{}.exp()",
        Operation.EXPM1: "{}.exp_m1()",
    },
    number=_number,
    infinity="f64::INFINITY",
    name=_name,
)


class Rust:
    """A crate, for rustc from 1.61 on."""

    name = "rust"
    title = "Rust"
    functions = frozenset(_NOTATION.functions)
    refusals = Refusals(*(f"returns Err(Error::{refusal.capitalize()})" for refusal in Refusal))
    environment = "asked at each call: C code in the process can change it"
    self_test = (
        "rustc --edition 2021 -O -D warnings --crate-type rlib --crate-name symbolic_eps src/lib.rs && "
        "rustc --edition 2021 -O -D warnings --extern symbolic_eps=libsymbolic_eps.rlib -o self_test "
        "tests/self_test.rs && ./self_test; passed=$?; rm -f self_test libsymbolic_eps.rlib; exit $passed"
    )

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`Cargo.toml`, `src/lib.rs` and `tests/self_test.rs`."""
        pairs = [_programs(sheet) for sheet in sheets]
        rare = rare_blocks(program for pair in pairs for program in pair)
        names = [
            _name(p.name)
            for p in (environment.PROGRAM, *(p for pair in pairs for p in pair), *rare.functions)
        ]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise CannotExpressError(f"rust: two functions would be called {', '.join(twice)}")
        return {
            "Cargo.toml": "\n".join(_manifest(sheets)) + "\n",
            "src/lib.rs": "\n".join(_library(sheets, pairs, rare)) + "\n",
            "tests/self_test.rs": "\n".join(texts.self_test(sheets, _name)) + "\n",
        }


TARGET = Rust()


def _programs(sheet: Sheet) -> Pair:
    return tidied_program(sheet.formula.program()), tidied_program(sheet.formula.lower_program())


def _manifest(sheets: Sequence[Sheet]) -> Iterator[str]:
    version = sheets[0].version
    numbers = [*re.findall(r"\d+", version.split("+")[0]), "0", "0"][:3]
    yield f"# {GENERATED.format(version=version)}"
    yield from ("[package]", 'name = "symbolic-eps"', f'version = "{".".join(numbers)}"')
    yield from ('edition = "2021"', 'rust-version = "1.61"')
    yield 'description = "Privacy budgets in binary64 with proven error bounds"'
    yield from (f'authors = ["{HOLDER}"]', f'license = "{IDENTIFIER}"')
    yield from ("", "[[test]]", 'name = "self_test"', "harness = false")


def _library(sheets: Sequence[Sheet], pairs: Sequence[Pair], rare: RareBlocks) -> Iterator[str]:
    yield f"// {GENERATED.format(version=sheets[0].version)}"
    yield from texts.CRATE.strip("\n").split("\n")
    powers = powers_of_two([environment.PROGRAM, *(program for pair in pairs for program in pair)])
    yield from ("",) if powers else ()
    yield from (f"const {name}: f64 = {repr(value).replace('e+', 'e')};" for name, value in powers.items())
    yield from _environment(rare)
    for sheet, (program, lower) in zip(sheets, pairs, strict=True):
        yield from ("", *_documented(sheet), f"pub fn {_signature(program)} -> Result<f64, Error> {{")
        yield from (_CHECKED, *_block(program.body, "    ", rare))
        yield from (
            "}",
            "",
            *_documented_lower(sheet),
            f"pub fn {_signature(lower)} -> Result<f64, Error> {{",
        )
        yield from _lower(program, lower, rare)
        yield "}"
    for position, function in enumerate(rare.functions):
        yield from ("", *(texts.RARE if position == 0 else ()))
        yield from ("#[cold]", f"fn {_signature(function)} -> f64 {{")
        *others, last = function.body
        assert isinstance(last, Return)
        yield from _block((*others, Assign("value", last.value)), "    ", rare, "value")
        yield "}"


_CHECKED = f"    in_{environment.PROGRAM.name}()?;"


def _environment(rare: RareBlocks) -> Iterator[str]:
    """The check of the environment, and its call with values that the compiler does not know."""
    program = environment.PROGRAM
    probes = ", ".join(map(_number, environment.PROBES.values()))
    yield from texts.ENVIRONMENT.format(probes=probes, name=program.name).rstrip("\n").split("\n")
    yield from ("", f"fn {_signature(program)} -> Result<f64, Error> {{")
    yield from (*_block(program.body, "    ", rare), "}")


def _lower(program: Program, lower: Program, rare: RareBlocks) -> Iterator[str]:
    """By way of the first program where that is the same."""
    step = beyond(program, lower)
    if step is None:
        yield from (_CHECKED, *_block(lower.body, "    ", rare))
        return
    given = ", ".join(map(_name, program.parameters))
    yield f"    let {_name(step.parameters[0])} = {_name(program.name)}({given})?;"
    yield from _block(step.body, "    ", rare)


def _signature(program: Program) -> str:
    return f"{_name(program.name)}({', '.join(f'{_name(p)}: f64' for p in program.parameters)})"


def _documented(sheet: Sheet) -> Iterator[str]:
    first, *others = sheet.header
    yield from (f"/// {first}", "///", "/// ```text")
    yield from (f"/// {line}" for line in others)
    yield from ("/// ```", *texts.ERRORS)


def _documented_lower(sheet: Sheet) -> Iterator[str]:
    yield f"/// Never above the exact value of [`{_name(sheet.formula.name)}`], and at most"
    yield f"/// {sheet.formula.lowest_text} ulps below it: the one to use for a privacy budget."
    yield from texts.ERRORS


def _block(block: Block, indent: str, rare: RareBlocks, result: str = "") -> Iterator[str]:
    """The statements; what is assigned to `result` is the value of the block, and stands last."""
    if result and not ends_with(block, result):
        raise ValueError(f"a block does not end with its result {result}")
    for statement in block:
        match statement:
            case Assign(name=name, value=value, comment=comment):
                said = f" // {comment}" if comment else ""
                text = _NOTATION.expression(value)
                yield (
                    f"{indent}{text}{said}"
                    if name == result
                    else f"{indent}let {_name(name)} = {text};{said}"
                )
            case Choose():
                passed_on = statement.result == result
                start = "" if passed_on else f"let {_name(statement.result)} = "
                yield from _choose(statement, indent, start, rare)
                yield f"{indent}}}" if passed_on else f"{indent}}};"
            case Require(condition=condition, refusal=refusal, message=message):
                said = json.dumps(message, ensure_ascii=False)
                yield f"{indent}if !({_NOTATION.comparison(condition)}) {{"
                yield f"{indent}    return Err(Error::{refusal.capitalize()}({said}));"
                yield f"{indent}}}"
            case Return(value=value):
                yield f"{indent}Ok({_NOTATION.expression(value)})"


def _choose(choose: Choose, indent: str, start: str, rare: RareBlocks) -> Iterator[str]:
    """All but the last brace."""
    test = " && ".join(_NOTATION.comparison(c) for c in choose.conditions)
    yield f"{indent}{start}if {test} {{" + (f" // {choose.comment}" if choose.comment else "")
    if choose.rare:
        called, given = rare.call(choose)
        yield f"{indent}    {called}({', '.join(map(_name, given))})"
    else:
        yield from _block(choose.then, indent + "    ", rare, choose.result)
    only = choose.otherwise[0]
    if len(choose.otherwise) == 1 and isinstance(only, Choose) and only.result == choose.result:
        yield from _choose(only, indent, "} else ", rare)
    else:
        yield f"{indent}}} else {{"
        yield from _block(choose.otherwise, indent + "    ", rare, choose.result)
