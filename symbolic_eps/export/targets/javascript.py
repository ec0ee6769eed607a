"""JavaScript: an ES module, declared for TypeScript. Each function throws a RangeError outside the domain."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from symbolic_eps.export import environment
from symbolic_eps.export.licence import HOLDER, IDENTIFIER
from symbolic_eps.export.program import Comparison, Operation, Program
from symbolic_eps.export.targets.broken import broken
from symbolic_eps.export.targets.documented import documented, title
from symbolic_eps.export.targets.library import Library
from symbolic_eps.export.targets.parts import beyond, decimal, powers_of_two
from symbolic_eps.export.targets.shape import limits
from symbolic_eps.export.targets.skeleton import Skeleton
from symbolic_eps.export.targets.target import Refusals, Sheet, bounds, generated, wrapped
from symbolic_eps.export.targets.text import Notation, camel
from symbolic_eps.export.template import filled

MODULE = "symbolic_eps"

_RESERVED = """
    Infinity Math PROBES NaN Object RangeError TypeError arguments await break case catch class const
    continue debugger default delete do else enum eval export extends false finally for function if
    implements import in instanceof interface let new null package private protected public return
    static super switch this throw true try typeof undefined var void while with yield
"""
_WORDS = frozenset(_RESERVED.split())


def _name(name: str) -> str:
    """The name in JavaScript's habit."""
    text = camel(name)
    return f"{text}_" if text in _WORDS else text


_NOTATION = Notation(
    functions={
        Operation.ABSOLUTE: "Math.abs",
        Operation.SQUARE_ROOT: "Math.sqrt",
        Operation.LOG: "ln",
        Operation.LOG1P: "ln1p",
        Operation.LOG1P_SUM: "ln1pSum",
        Operation.EXP: "Math.exp",
        Operation.EXPM1: "Math.expm1",
    },
    number=lambda value: decimal(value).removesuffix(".0"),
    infinity="Infinity",
    name=_name,
    equal="===",
    called=_name,
)


class JavaScript(Skeleton):
    """ECMAScript 2015 or newer, with declarations for TypeScript."""

    name = "javascript"
    title = "JavaScript (ES module, TypeScript declarations)"
    functions = frozenset(_NOTATION.functions)
    refusals = Refusals(
        "throws a RangeError; a TypeError for what is of another type than a number", "throws a RangeError"
    )
    environment = "asked at each call: native add-ons can change it"
    self_test = "node self_test.js"

    notation = _NOTATION
    selection = "{test} ? {one} : {other}"
    calls_roots_from, remarked_sums = 1, False
    silent = frozenset({"nothing underflowed", "a ratio that could overflow"})
    ratio = "{called}({g}, {m}, () => {a})"
    exact_sum = "javascript/exact_sum.js"
    logarithms = ("javascript", "js")
    table_indent = "  "
    indent = "  "
    let, give, declare = "const {name} = {value};", "{name} = {value};", "let {name};"
    variable = "let {name} = {value};"
    refuse = ("if (!({test})) refuse({message});",)
    refuse_apart = ("if (!({test})) {{", "  refuse({message});", "}}")
    check, result = "{call};", "return inRange({value});"
    answer, brief, chained = "return {value};", "if ({test}) {line}", "} else "
    helpers = ("notANumber",)
    told_of_environment = "Native code in the process may change how numbers are rounded: asked at each call."

    def function(self, name: str) -> str:
        """In the habit of the language."""
        return _name(name)

    def tested(self, conditions: Sequence[Comparison], notation: Notation) -> list[str]:
        """Numbers within the usual limits one by one: no array is made of them."""
        return [
            notation.comparison(x) if isinstance(x, Comparison) else f"within({notation.expression(x)})"
            for x in limits(conditions)
        ]

    def head(self, program: Program, sheet: Sheet, safe: bool) -> Iterator[str]:
        """What it is, and the first line; declarations say what a safe function is."""
        if not safe:
            yield from ("", *(f"// {line.strip()}" for line in wrapped(title(sheet))))
            yield self._first(program)

    def _first(self, program: Program) -> str:
        return f"export function {_name(program.name)}({self.listed(program.parameters)}) {{"

    def safe(self, program: Program, safe: Program, library: Library) -> Iterator[str]:
        """In one line."""
        step = beyond(program, safe)
        if step is None:
            yield from (self._first(safe), *super().safe(program, safe, library))
            return
        head = f"export const {_name(safe.name)} = ({self.listed(program.parameters)}) =>"
        call = f"{_name(program.name)}({self.listed(program.parameters)})"
        (line,) = self.beside(call, step, program)
        value = line.strip().removeprefix("return ")
        whole = f"{head} {value}"
        yield from (whole,) if len(whole) <= self.longest else (head, f"{self.indent}{value}")

    def private_head(self, program: Program, told: str) -> Iterator[str]:
        """The same."""
        yield from ("", f"/** {told} */")
        yield f"function {_name(program.name)}({self.listed(program.parameters)}) {{"

    def entered(self, program: Program) -> Iterator[str]:
        """Whether the arguments are numbers, and the environment as needed."""
        for name in map(_NOTATION.name, program.parameters):
            yield f'  if (typeof {name} !== "number") notANumber("{name}", {name});'
        probes = ", ".join(f"PROBES[{i}]" for i in range(len(environment.PROBES)))
        yield f"  {_name(environment.PROGRAM.name)}({probes});"

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`symbolic_eps.js`, `symbolic_eps.d.ts`, `package.json` and `self_test.js`."""
        said, library = generated(sheets), self.library(sheets)
        powers = powers_of_two((*library.programs, *library.private))
        functions = self.functions_of(library)
        return {
            f"{MODULE}.js": filled(
                "javascript/symbolic_eps.js",
                generated=said,
                powers=(f"const {name} = {number!r};" for name, number in powers.items()),
                probes=", ".join(map(_NOTATION.number, environment.PROBES.values())),
                functions=(*self.called_helpers(functions), *functions),
            ),
            f"{MODULE}.d.ts": filled(
                "javascript/symbolic_eps.d.ts", generated=said, declarations=_declarations(sheets)
            ),
            "package.json": _package(sheets),
            "self_test.js": filled("javascript/self_test.js", generated=said, checks=_checks(sheets)),
        }


TARGET = JavaScript()


def _package(sheets: Sequence[Sheet]) -> str:
    document = {
        "name": "symbolic-eps-formulas",
        "version": sheets[0].version,
        "description": generated(sheets),
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
    """What declarations say of a function."""
    said = (*wrapped(title(sheet)), *documented(sheet, _name))
    return tuple(line.replace("*/", "* /") for line in said)


def _comment(lines: Sequence[str]) -> Iterator[str]:
    yield "/**"
    yield from (f" * {line}".rstrip() for line in lines)
    yield " */"


def _declarations(sheets: Sequence[Sheet]) -> Iterator[str]:
    for sheet in sheets:
        program, safe = sheet.formula.program(), sheet.formula.safe_program()
        parameters = ", ".join(f"{_name(p)}: number" for p in program.parameters)
        first, other = (
            broken(f"export function {_name(one.name)}({parameters}): number;", 100, "  ")
            for one in (program, safe)
        )
        side = f"never {sheet.formula.side.never} the exact value"
        yield from ("", *_comment(_documented(sheet)), *first)
        yield from (f"/** As {{@link {_name(program.name)}}}, {side}. */", *other)


def _checks(sheets: Sequence[Sheet]) -> Iterator[str]:
    for s in sheets:
        first, other = (f"formulas.{_name(n)}" for n in (s.formula.name, s.formula.safe_name))
        yield from (f'  ["{s.vectors}",', f'    "{s.vectors_hash}",')
        yield from (f"    {first},", f"    {other}, {bounds(s)}],")
