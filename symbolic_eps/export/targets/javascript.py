"""JavaScript: an ES module, declared for TypeScript. Each function throws a RangeError outside the domain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from symbolic_eps.export.forms.tree import GREATEST, LEAST_RESULT
from symbolic_eps.export.layout.doc_comments import Common, safe_side, title
from symbolic_eps.export.layout.kinds import Kind, kinds_of, parts_of
from symbolic_eps.export.layout.library import Library
from symbolic_eps.export.layout.line_breaking import broken
from symbolic_eps.export.layout.skeleton import NONE, Skeleton
from symbolic_eps.export.layout.target import Refusals, Sheet, bounds, generated, wrapped
from symbolic_eps.export.layout.text import Notation, camel
from symbolic_eps.export.packages.licence import HOLDER, IDENTIFIER
from symbolic_eps.export.programs import environment
from symbolic_eps.export.programs.program import Comparison, Constant, Operation, Order, Program
from symbolic_eps.export.rewriting.elsewhere import called_in_pair
from symbolic_eps.export.rewriting.parts import STEP, beyond, decimal, named_powers, steps_of
from symbolic_eps.export.rewriting.shared import Pair
from symbolic_eps.export.runtime import logarithm
from symbolic_eps.export.targets.c_text import joined, short_title
from symbolic_eps.export.template import filled

MODULE = "symbolic_eps"

_RESERVED = """
    Infinity Math PROBES NaN Object RangeError TypeError arguments await break case catch class const
    continue debugger default delete do else enum eval export extends false finally for function if
    implements import in instanceof interface let new null package private protected public return
    static super switch this throw true try typeof undefined var void while with yield
"""
_WORDS = frozenset(_RESERVED.split())
_HELPERS = """
    isAboveLow isBelowHigh isLargeEnough isOf isResult isWhole kindOf lowered need notANumber raised
    refuseArgument sizeOf
"""


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
    times="[{}]",
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
    answers_early = True

    notation = _NOTATION
    selection = "{test} ? {one} : {other}"
    zero_or_none = "{x} === 0 ? 0 : -1"
    calls_roots_from, remarked_sums = 1, False
    silent = frozenset({"nothing underflowed", "a ratio that could overflow"})
    ratio = "{called}({g}, {m}, () => {a})"
    exact_sum, products, fewest = "javascript/exact_sum.js", "javascript/products.js", 3
    of_platform = MappingProxyType({Operation.LOG: "Math.log", Operation.LOG1P: "Math.log1p"})
    logarithms = ("javascript", "js")
    table_indent = "  "
    indent = "  "
    let, give, declare = "const {name} = {value};", "{name} = {value};", "let {name};"
    variable = "let {name} = {value};"
    refuse = ("if (!({test})) refuse({message});",)
    refuse_apart = ("need({test},", "  {message});")
    kind, result = "{name}", "return inRange({value});"
    result_in_place = ("const value = {value};", f"if (!(value >= 0)) refuse({NONE});", "return value;")
    one_by_one = True
    answer, brief, chained = "return {value};", "if ({test}) {line}", "} else "
    helpers = (*_HELPERS.split(), *(f"given{count}" for count in range(1, 9)))
    told_of_environment = "Native code in the process may change how numbers are rounded: asked at each call."

    def laid_out(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines; numbers that are named one after the other in one, if it is short."""
        return super().laid_out(joined(lines, "const ", " // "))

    def function(self, name: str) -> str:
        """In the habit of the language."""
        return _name(name)

    def tested(self, conditions: Sequence[Comparison], notation: Notation) -> list[str]:
        """A result's limits in one word, too."""
        z = conditions[0].left
        ends = (Order.GREATER_OR_EQUAL, LEAST_RESULT), (Order.LESS_OR_EQUAL, GREATEST)
        if conditions == tuple(Comparison(z, order, Constant(end)) for order, end in ends):
            return [f"isResult({notation.expression(z)})"]
        return super().tested(conditions, notation)

    def of_few(self, program: Program, safe: Program) -> Pair:
        """Where a formula does not answer early it calls a function, so that it is short itself."""
        return called_in_pair(program, safe)

    def beside(self, call: str, step: Program, program: Program) -> Iterator[str]:
        """In two words where it is by as little as can be."""
        moved = steps_of(step)
        if moved and abs(moved[1]) == STEP:
            yield f"  return {'lowered' if moved[1] > 0 else 'raised'}({call}, {moved[0]});"
        else:
            yield from super().beside(call, step, program)

    def head(self, program: Program, sheet: Sheet, safe: bool) -> Iterator[str]:
        """What it is, and the first line; declarations say what a safe function is."""
        if not safe:
            yield from ("", f"// {short_title(title(sheet).removesuffix('.'))}")
            yield self._first(program)

    def _first(self, program: Program) -> str:
        return f"export function {_name(program.name)}({self.listed(program.parameters)}) {{"

    def safe(self, program: Program, safe: Program, library: Library) -> Iterator[str]:
        """In one line."""
        step = beyond(program, safe)
        if step is None:
            yield from (self._first(safe), *super().safe(program, safe, library))
            return
        call = f"{_name(program.name)}({self.listed(program.parameters)})"
        moved = self.beside if self.by_kinds(library) else super().beside
        (line,) = moved(call, step, program)
        yield from self._arrow(f"export const {_name(safe.name)}", program, line)

    def _arrow(self, name: str, program: Program, line: str) -> Iterator[str]:
        """A function that is what a line returns."""
        head, value = f"{name} = ({self.listed(program.parameters)}) =>", line.strip().removeprefix("return ")
        whole = f"{head} {value}"
        yield from (whole,) if len(whole) <= self.longest else (head, f"{self.indent}{value}")

    def private(self, program: Program, told: str) -> Iterator[str]:
        """One of these; what is an expression in one line or two."""
        match [*super().private(program, told)]:
            case [empty, said, _, line, _] if line.startswith("  return "):
                yield from (empty, said)
                yield from self._arrow(f"const {_name(program.name)}", program, line)
            case lines:
                yield from lines

    def private_head(self, program: Program, told: str) -> Iterator[str]:
        """The same."""
        yield from ("", f"/** {told} */")
        yield f"function {_name(program.name)}({self.listed(program.parameters)}) {{"

    def entered(self, program: Program) -> Iterator[str]:
        """Whether the arguments are numbers, and the environment as needed."""
        for name in map(_NOTATION.name, program.parameters):
            yield f'  if (typeof {name} !== "number") notANumber("{name}", {name});'
        yield self._asked_environment()

    def _asked_environment(self) -> str:
        probes = ", ".join(f"PROBES[{i}]" for i in range(len(environment.PROBES)))
        return f"  {_name(environment.PROGRAM.name)}({probes});"

    def of_environment(self) -> Iterator[str]:
        """One question for each message, without calls: V8 makes short functions inline alone."""
        yield from self.private_head(environment.PROGRAM, self.told_of_environment)
        for conditions, said in environment.questions():
            terms = " && ".join(map(_NOTATION.comparison, conditions))
            yield f"  if (!({terms}))"
            yield f"    refuse({self.quoted(said)});"
        yield "}"

    def in_logarithms(self) -> Mapping[str, Iterable[str]]:
        """The sum at the end: a call less in each logarithm."""
        return {"log_sum": self.body(logarithm.log_sum())}

    def of_kinds(self, program: Program, kinds: Sequence[str]) -> Iterator[str]:
        """A call, which asks for the environment too."""
        each = (f"{_name(n)}, {k.upper()}" for n, k in zip(program.parameters, kinds, strict=True))
        names = " ".join(program.parameters)
        yield f'  given{len(kinds)}("{names}", {", ".join(each)});'

    def _given(self, library: Library) -> Iterator[str]:
        """What asks of so many arguments, without a list where all is as asked."""
        found = [kinds_of(program) for program, _ in library.pairs]
        for count in sorted({len(one[0]) for one in found if one}):
            numbers = range(1, count + 1)
            given = (", ".join(f"{letter}{i}" for i in numbers) for letter in "xk")
            yield f"function given{count}(names, {', '.join(f'x{i}, k{i}' for i in numbers)}) {{"
            yield self._asked_environment()
            yield f"  const given = {' && '.join(f'isOf(k{i}, x{i})' for i in numbers)};"
            yield f"  if (!given) refuseArgument(names, [{next(given)}], [{next(given)}]);"
            yield "}"

    def written(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`symbolic_eps.js`, `symbolic_eps.d.ts`, `package.json` and `self_test.js`."""
        said, library = generated(sheets), self.library(sheets)
        functions = _results_in_place(self.functions_of(library))
        made = self.laid_out(f"const {name.upper()} = {_made(kind)};" for kind, name in library.kinds.items())
        kinds = self.kinds_said("javascript/kinds.js", library, kinds=made, given=self._given(library))
        functions = [*kinds, *self.called_helpers((*functions, *kinds)), *functions]
        probes = ", ".join(map(_NOTATION.number, environment.PROBES.values()))
        return {
            f"{MODULE}.js": filled(
                "javascript/symbolic_eps.js",
                generated=said,
                powers=_powers("\n".join((probes, *functions))),
                probes=probes,
                functions=functions,
            ),
            f"{MODULE}.d.ts": filled(
                "javascript/symbolic_eps.d.ts", generated=said, declarations=_declarations(sheets)
            ),
            "package.json": _package(sheets),
            "self_test.js": filled("javascript/self_test.js", generated=said, checks=_checks(sheets)),
        }


TARGET = JavaScript()


def _results_in_place(functions: Sequence[str]) -> Sequence[str]:
    """The lines; a result's limits, if they are asked for once, without a function."""
    call = re.compile(r"isResult\((\w+)\)")
    limits = r"\1 >= TWO_TO_MINUS_900 && \1 <= TWO_TO_960"
    once = [*(call.sub(limits, line) for line in functions)]
    short = len("\n".join(functions).split("isResult(")) == 2 and max(map(len, once)) <= 100
    return once if short else functions


def _powers(text: str) -> Iterator[str]:
    """The powers of 2 that a text names, from small to large."""
    return (f"const {name} = {value!r};" for name, value in named_powers(text).items())


def _made(kind: Kind) -> str:
    """A kind of argument, as it is made."""
    low, *others = parts_of(kind, _NOTATION.number, ": ", "true")
    return f"kindOf({low}, {{ {', '.join(others)} }})"


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


def _documented(sheet: Sheet, common: Common) -> tuple[str, ...]:
    """What declarations say of a function."""
    said = (title(sheet), common.paragraph(sheet, _name))
    return tuple(line.strip().replace("*/", "* /") for part in said for line in wrapped(part, 93))


def _block(lines: Sequence[str]) -> Iterator[str]:
    """A comment of documentation."""
    first, *others = (*lines[:-1], f"{lines[-1]} */")
    yield from (f"/** {first}", *(f" * {line.strip()}" for line in others))


def _declarations(sheets: Sequence[Sheet]) -> Iterator[str]:
    common = Common.of(sheets)
    yield from (f"// {line.strip()}" for told in common.said(_name) for line in wrapped(told, 97))
    for sheet in sheets:
        program, safe = sheet.formula.program(), sheet.formula.safe_program()
        parameters = ", ".join(f"{_name(p)}: number" for p in program.parameters)
        first = broken(f"export function {_name(program.name)}({parameters}): number;", 100, "  ")
        yield from ("", *_block(_documented(sheet, common)), *first)
        yield from _block(wrapped(safe_side(sheet, f"As {_name(program.name)}"), 95))
        yield f"export const {_name(safe.name)}: typeof {_name(program.name)};"


def _checks(sheets: Sequence[Sheet]) -> Iterator[str]:
    for s in sheets:
        first, other = (f"formulas.{_name(n)}" for n in (s.formula.name, s.formula.safe_name))
        yield from (f'  ["{s.vectors}",', f'    "{s.vectors_hash}",')
        yield from (f"    {first},", f"    {other}, {bounds(s)}],")
