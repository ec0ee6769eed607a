"""Go: a package without dependencies. Each function returns the number, or an error outside the domain.

Go may round a product and a sum as one, even across statements; converting the product forbids that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from math import inf
from types import MappingProxyType

from symbolic_eps.export.forms.tree import LEAST_RESULT
from symbolic_eps.export.layout.doc_comments import safe_side
from symbolic_eps.export.layout.kinds import Kind
from symbolic_eps.export.layout.library import Library
from symbolic_eps.export.layout.skeleton import Skeleton
from symbolic_eps.export.layout.target import (
    CannotExpressError,
    Refusals,
    Sheet,
    bounds,
    generated,
    wrapped,
)
from symbolic_eps.export.layout.text import Notation, camel
from symbolic_eps.export.programs import environment
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Choose,
    Comparison,
    Constant,
    Expression,
    Operation,
    Program,
    Refusal,
    Variable,
    applications,
    primitive,
    statements,
)
from symbolic_eps.export.rewriting.idioms import limits, zero_or_parts
from symbolic_eps.export.rewriting.parts import STEP, beyond, short_number, steps_of
from symbolic_eps.export.template import filled

_WORDS = """
    break case chan const continue default defer else fallthrough for func go goto if import interface map
    package range return select struct switch type var append bool byte cap close complex copy delete error
    false float32 float64 imag int iota len make math new nil panic print println real recover rune string
    true uint atomic init main err asked needed conditions probes formula formulas number
    answered exp rest step less kind argument given size fmt strings
"""
_KEYWORDS = frozenset(_WORDS.split())


def _camel(name: str) -> str:
    """The name in Go's habit, and not one of its words."""
    text = camel(name)
    return f"{text}_" if text in _KEYWORDS else text


def _exported(name: str) -> str:
    """The name of a function that users call."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


@dataclass(frozen=True)
class _Layout(Notation):
    """Expressions as gofmt lays them out: without blanks around an operator that lies deep."""

    depth: int = 1

    def expression(self, expression: Expression) -> str:
        """The expression at this depth."""
        if not isinstance(expression, Apply):
            return super().expression(expression)
        operation, arguments = expression.operation, expression.arguments
        if operation.infix:
            left, right = (self.at(self.depth + 1).operand(a) for a in arguments)
            if isinstance(arguments[0], Constant) or (operation in _SUMS and _is_sum(arguments[0])):
                left = self.expression(arguments[0])
            text = f" {operation} ".join((left, right)) if self.depth == 1 else f"{left}{operation}{right}"
            return f"float64({text})" if operation is Operation.MULTIPLY else text
        if operation is Operation.NEGATE:
            return f"-{self.operand(arguments[0])}"
        called = self.called(operation.value) if operation.defined else self.functions[primitive(operation)]
        inner = self.at(self.depth + (len(arguments) > 1))
        return f"{called}({', '.join(map(inner.expression, arguments))})"

    def operand(self, expression: Expression) -> str:
        """The expression as an operand; parentheses bring it back by one."""
        text = self.expression(expression)
        sum_like = isinstance(expression, Apply) and expression.operation in _IN_PARENTHESES
        if sum_like or text.startswith("-"):
            return f"({self.at(max(1, self.depth - 1)).expression(expression)})"
        return text

    def comparison(self, comparison: Comparison) -> str:
        """`left order right`."""
        inner = self.at(self.depth + 1)
        return f"{inner.expression(comparison.left)} {comparison.order} {inner.expression(comparison.right)}"

    def at(self, depth: int) -> _Layout:
        """The same at another depth."""
        return replace(self, depth=depth)


_SUMS = (Operation.ADD, Operation.SUBTRACT)
_IN_PARENTHESES = (*_SUMS, Operation.DIVIDE, Operation.NEGATE)


def _is_sum(expression: Expression) -> bool:
    return isinstance(expression, Apply) and expression.operation in _SUMS


_NOTATION = _Layout(
    functions={
        Operation.ABSOLUTE: "math.Abs",
        Operation.SQUARE_ROOT: "math.Sqrt",
        Operation.LOG: "ln",
        Operation.LOG1P: "ln1p",
        Operation.LOG1P_SUM: "ln1pSum",
        Operation.EXP: "exp",
        Operation.EXPM1: "math.Expm1",
    },
    number=short_number,
    infinity="math.Inf(1)",
    name=_camel,
    called=_camel,
    times="times({})",
)

_WIDTH = 97
"""Of what is said in comments."""

_NO_WORK = (
    *(operation for operation in Operation if operation.infix),
    *(Operation.NEGATE, Operation.ABSOLUTE, Operation.SQUARE_ROOT),
)

ERRORS = {Refusal.DOMAIN: "DomainError", Refusal.RANGE: "RangeError"}


class Go(Skeleton):
    """A package without dependencies, for Go 1.17 and later."""

    name = "go"
    title = "Go"
    functions = frozenset(_NOTATION.functions)
    refusals = Refusals(*(f"returns NaN and a {ERRORS[refusal]}" for refusal in Refusal))
    environment = "asked at each call: C code in the process can change it"
    self_test = "go vet && go test -count=1 -v"

    notation: _Layout = _NOTATION
    calls_roots_from, remarked_sums, zero_by_size = 4, False, True
    silent = frozenset(
        {"nothing underflowed", "a ratio that could overflow", "most of it cancelled: exactly"}
    )
    ratio = "{called}({g}, {m}, func() float64 {{ return {a} }})"
    half = "float64(0.5 * {})"
    exact_sum = "go/exact_sum.go"
    of_platform = MappingProxyType({Operation.LOG: "math.Log", Operation.LOG1P: "math.Log1p"})
    logarithms = ("go", "go")
    table_indent = "\t"
    reasons = ERRORS
    indent = "\t"
    let, give, declare = "{name} := {value}", "{name} = {value}", "var {name} float64"
    test, wrapped = "if {test} {{", ("if ", " {")
    let_both, presets = "{name}, {other} := {value}, {second}", True
    all_within = "all_within"
    answer, chained = "return {value}, nil", "} else "
    result = early = "return needed.inRange({value})"
    selection = "either({test}, {one}, {other})"
    kind = "{name}"
    refuse = ("needed.that({test}, {refusal}({message}))",)
    refuse_apart = ("needed.that({test},", "\t{refusal}({message}))")
    products = "go/products.go"
    helpers = (*ERRORS.values(), "TestVectors")

    def function(self, name: str) -> str:
        """With a capital letter, as what others may call."""
        return _exported(name)

    def private_function(self, name: str) -> str:
        """In the habit of the language."""
        return _camel(name)

    def head(self, program: Program, sheet: Sheet, safe: bool) -> Iterator[str]:
        """Documentation and signature."""
        formula = sheet.formula
        name, exact = _exported(program.name), _exported(formula.name)
        if safe:
            told, short = (safe_side(sheet, said) for said in (f"{name} is {exact}", f"{name} is"))
            told = told if len(told) <= _WIDTH else short.replace("is,", "is", 1)
            yield from ("", *(f"// {line.strip()}" for line in wrapped(told, _WIDTH)))
        else:
            told = f"{name} is {formula.title}. {self.common.paragraph(sheet)}"
            yield from ("", *(f"// {line.strip()}" for line in wrapped(told, _WIDTH)))
        yield f"func {name}({self._parameters(program)}) (float64, error) {{"

    def private_head(self, program: Program, told: str) -> Iterator[str]:
        """The same."""
        yield from ("", f"// {told}", f"func {_camel(program.name)}({self._parameters(program)}) float64 {{")

    def _parameters(self, program: Program) -> str:
        return f"{self.listed(program.parameters)} float64"

    def entered(self, program: Program) -> Iterator[str]:
        """The check of the environment."""
        yield "\tneeded := asked()"

    def of_kinds(self, program: Program, kinds: Sequence[str]) -> Iterator[str]:
        """A call, and its error unless more is required at once."""
        names = " ".join(program.parameters)
        each = (f"{_camel(k)}.of({_camel(n)})" for k, n in zip(kinds, program.parameters, strict=True))
        call = f'given("{names}", {", ".join(each)})'
        yield f"\tneeded := {call}"

    def compared(self, condition: Comparison) -> str:
        """As an argument of a call."""
        short = zero_or_parts(condition) is not None
        return super().compared(condition) if short else self.notation.at(2).comparison(condition)

    def _selection(self, choice: Choose) -> str:
        """A call, where values are no work: they are computed before it is known which one is asked for.

        Where a number has all its digits, as it nearly always does, what is made of it is no needless work.
        """
        usual = choice.then if choice.conditions[0].right == Constant(LEAST_RESULT) else ()
        given = [s for s in (*choice.then, *choice.otherwise) if isinstance(s, Assign) and s not in usual]
        if any(a.operation not in _NO_WORK for s in given for a in applications(s.value)):
            return ""
        inner = copy(self)
        inner.notation = self.notation.at(2)
        return super(Go, inner)._selection(choice)

    def private(self, program: Program, told: str) -> Iterator[str]:
        """It never refuses, and returns the number alone."""
        for line in super().private(program, told):
            yield re.sub(r", nil(?= //|$)", "", line)

    def of_environment(self) -> Iterator[str]:
        """None of its own: its conditions are the first that are collected."""
        yield from ()

    def beside(self, call: str, step: Program, program: Program) -> Iterator[str]:
        """The result of a function, moved to its safe side; it gives an error too."""
        yield f"\tvalue, err := {call}"
        for line in super().beside("value", step, program):
            yield f"{line.removesuffix('nil')}err"

    def safe(self, program: Program, safe: Program, library: Library) -> Iterator[str]:
        """In one line where types for it are there."""
        step = beyond(program, safe)
        steps = None if step is None else steps_of(step)
        if steps is None or not self.by_kinds(library):
            yield from super().safe(program, safe, library)
            return
        times, share = steps
        said = {STEP: "step", -STEP: "-step"}.get(share) or short_number(share)
        call = f"{_exported(program.name)}({self.listed(program.parameters)})"
        yield f"\treturn less{{{times}, {said}}}.of({call})"
        yield "}"

    def laid_out(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines; a function of one short statement in one."""
        waiting = [*lines, "", ""]
        joined = list[str]()
        while len(waiting) > 2:
            line, after, end = waiting[:3]
            whole = f"{line} {after.strip()} }}"
            if line.startswith("func ") and end == "}" and len(whole) <= self.longest:
                joined.append(whole)
                del waiting[:3]
            else:
                joined.append(waiting.pop(0))
        return _aligned([*super().laid_out(joined), ""])

    def paired(self, lines: Iterable[str]) -> Iterator[str]:
        """In a list there are no blanks around operators."""
        for line in super().paired(lines):
            yield re.sub(r" ([-+*]) ", r"\1", line) if re.match(r"\s*a\w*, b\w* :=", line) else line

    def tests(self, conditions: Sequence[Comparison]) -> list[str]:
        """Of several comparisons each lies one deeper."""
        several = len(list(limits(conditions))) > 1
        return self.tested(conditions, self.notation.at(max(self.notation.depth, 1 + several)))

    def told(self, line: str, comment: str) -> Iterator[str]:
        """At its end where there is room, with tabs as gofmt counts them."""
        if comment and comment not in self.silent:
            said = f"{line}{self.comment(comment)}"
            if len(said.expandtabs(4)) <= self.longest:
                yield said
                return
            yield f"{line[: len(line) - len(line.lstrip())]}// {comment}"
        yield line

    def library(self, sheets: Sequence[Sheet]) -> Library:
        """The programs of an export, no variable of which hides a function."""
        found = super().library(sheets)
        exported = {_exported(program.name) for program in found.programs}
        for program in found.programs:
            _check_names(program, exported)
        return found

    def written(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`go.mod`, `symboliceps.go` and `symboliceps_test.go`."""
        said, library = generated(sheets), self.library(sheets)
        probes = {name: short_number(value) for name, value in environment.PROBES.items()}
        named = {name: self.notation.at(2).expression(value) for name, value in environment.NAMED.items()}
        functions = self.functions_of(library)
        kinds = self.kinds_said("go/kinds.go", library, kinds=_kinds(library.kinds))
        imports = sorted(("math", "sync/atomic", *(("fmt", "strings") if kinds else ())))
        return {
            "go.mod": filled("go/go.mod", generated=said),
            "symboliceps.go": filled(
                "go/symboliceps.go",
                generated=said,
                common=(
                    f"// {line.strip()}" for told in self.common.said() for line in wrapped(told, _WIDTH)
                ),
                imports=(f'\t"{name}"' for name in imports),
                kinds=kinds,
                helpers=self.called_helpers((*functions, *kinds)),
                functions=functions,
                environment=self.refused(
                    environment.requirements(**{name: Variable(name) for name in environment.NAMED}),
                    environment.PROGRAM,
                ),
                **probes,
                **named,
            ),
            "symboliceps_test.go": filled(
                "go/symboliceps_test.go", generated=said, formulas=_formulas(sheets)
            ),
        }


TARGET = Go()


def _aligned(lines: Sequence[str]) -> Iterator[str]:
    """The lines but for the last; a comment that gofmt would align to the next one stands before its line."""
    for line, following in pairwise(lines):
        code, sign, comment = line.partition(" // ")
        if sign and code.strip() and " // " in following.strip():
            yield from (f"{line[: len(line) - len(line.lstrip())]}// {comment}", code)
        else:
            yield line


def _check_names(program: Program, exported: Set[str]) -> None:
    """Refuse variables that hide a function."""
    for name in (*program.parameters, *(s.name for s in statements(program.body) if isinstance(s, Assign))):
        if (said := _camel(name)) in exported:
            raise CannotExpressError(
                f"go: {name} and a function of the export would both be called {said} in {program.name}: "
                "rename one"
            )


def _kinds(kinds: Mapping[Kind, str]) -> Iterator[str]:
    """Kinds of arguments; gofmt puts the signs of equality below each other."""
    width = max(len(_camel(name)) for name in kinds.values()) if kinds else 0
    for kind, name in kinds.items():
        parts = ((field.name, getattr(kind, field.name)) for field in fields(Kind))
        said = ", ".join(f"{part}: {_made(value)}" for part, value in parts if value)
        yield f"\t{_camel(name):{width}} = &kind{{{said}}}"


def _made(value: float | bool) -> str:
    """A value of a kind."""
    if isinstance(value, bool):
        return str(value).lower()
    return "math.Inf(1)" if value == inf else short_number(value)


def _formulas(sheets: Sequence[Sheet]) -> Iterator[str]:
    for sheet in sheets:
        formula = sheet.formula
        point = ", ".join(f"x[{i}]" for i in range(len(formula.arguments)))
        yield f"\t{{{json.dumps(sheet.vectors)}, {len(formula.arguments)}, {bounds(sheet)},"
        names = map(_exported, (formula.name, formula.safe_name))
        one, safe = (_literal(name, point) for name in names)
        yield from (f"\t\t{one},", f"\t\t{safe}}},")


def _literal(name: str, point: str) -> str:
    """A function of a slice, on one line where there is room."""
    line = f"func(x []float64) (float64, error) {{ return {name}({point}) }}"
    return line if len(line) <= 86 else line.replace("{ ", "{\n\t\t\t").replace(" }", "\n\t\t}")
