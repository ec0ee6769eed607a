"""Go: a package without dependencies. Each function returns the number, or an error outside the domain.

Go may round a product and a sum as one, even across statements; converting the product forbids that.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from symbolic_eps.export import environment
from symbolic_eps.export.program import (
    Apply,
    Assign,
    Choose,
    Comparison,
    Expression,
    Operation,
    Program,
    Refusal,
    Require,
    statements,
)
from symbolic_eps.export.targets.parts import beyond, short_number
from symbolic_eps.export.targets.skeleton import Library, Skeleton
from symbolic_eps.export.targets.target import REASONS, CannotExpressError, Refusals, Sheet, bounds, generated
from symbolic_eps.export.targets.text import Notation
from symbolic_eps.export.template import filled, needed

_WORDS = """
    break case chan const continue default defer else fallthrough for func go goto if import interface map
    package range return select struct switch type var append bool byte cap close complex copy delete error
    false float32 float64 imag int iota len make math new nil panic print println real recover rune string
    true uint atomic init main err inDefaultEnvironment probeOne probeSmall formula formulas number answered
    exp rest
"""
_KEYWORDS = frozenset(_WORDS.split())
_COMMENT = "\0"
"""Before the words of a comment, until the line is laid out."""


def _camel(name: str) -> str:
    """The name in Go's habit; an underscore stays next to a digit where two names could become one.

    Examples
    --------
    >>> _camel("exact_sum"), _camel("p0_1"), _camel("type")
    ('exactSum', 'p0_1', 'type_')
    """
    text, *others = name.split("_")
    for word in others:
        kept = not word or not text or (word[0].isdigit() and text[-1].isdigit())
        text += f"_{word}" if kept else word[:1].upper() + word[1:]
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
            text = f" {operation} ".join((left, right)) if self.depth == 1 else f"{left}{operation}{right}"
            return f"float64({text})" if operation is Operation.MULTIPLY else text
        if operation is Operation.NEGATE:
            return f"-{self.operand(arguments[0])}"
        called = self.called(operation) if operation.defined else self.functions[operation]
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
        return f"{inner.operand(comparison.left)} {comparison.order} {inner.operand(comparison.right)}"

    def at(self, depth: int) -> _Layout:
        """The same at another depth."""
        return replace(self, depth=depth)


_IN_PARENTHESES = (Operation.ADD, Operation.SUBTRACT, Operation.DIVIDE, Operation.NEGATE)
_NOTATION = _Layout(
    functions={
        Operation.ABSOLUTE: "math.Abs",
        Operation.SQUARE_ROOT: "math.Sqrt",
        Operation.LOG: "ln",
        Operation.LOG1P: "ln1p",
        Operation.EXP: "exp",
        Operation.EXPM1: "math.Expm1",
    },
    number=short_number,
    infinity="math.Inf(1)",
    name=_camel,
    called=_camel,
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
    exact_sum = "go/exact_sum.go"
    logarithms = ("go", "go")
    table_indent = "\t"
    reasons = ERRORS
    indent = "\t"
    let, give, declare = "{name} := {value}", "{name} = {value}", "var {name} float64"
    test = "if {test} {{"
    refuse = ("if !({test}) {{", "\treturn math.NaN(), {refusal}({message})", "}}")
    answer = "return {value}, nil"
    chained = True
    helpers = (*ERRORS.values(), "TestVectors", "exp", "rest")

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
        never = f"a number that is never {formula.side.never} the exact value of {exact}"
        yield from ("", f"// {name} returns {never if safe else formula.result}:")
        told = (f"at most {formula.safe_text}",) if safe else sheet.header
        yield from ("//", *(f"//\t{line}" for line in told))
        refused = f"The error is {ERRORS[Refusal.DOMAIN]} {REASONS[Refusal.DOMAIN]},"
        yield from ("//", f"// {refused} {ERRORS[Refusal.RANGE]}", f"// {REASONS[Refusal.RANGE]}.")
        yield f"func {name}({self._parameters(program)}) (float64, error) {{"

    def private_head(self, program: Program, told: str) -> Iterator[str]:
        """The same."""
        result = "(float64, error)" if _refuses(program) else "float64"
        yield from ("", f"// {told}", f"func {_camel(program.name)}({self._parameters(program)}) {result} {{")

    def _parameters(self, program: Program) -> str:
        return f"{self.listed(program.parameters)} float64"

    def entered(self, program: Program) -> Iterator[str]:
        """The check of the environment."""
        yield from ("\tif err := inDefaultEnvironment(); err != nil {", "\t\treturn math.NaN(), err", "\t}")

    def private(self, program: Program, told: str) -> Iterator[str]:
        """One that never refuses returns the number alone."""
        for line in super().private(program, told):
            yield line if _refuses(program) else line.removesuffix(", nil")

    def _safe(self, program: Program, safe: Program) -> Iterator[str]:
        """By way of the first program where that is the same; it gives an error too."""
        step = beyond(program, safe)
        if step is None:
            yield from super()._safe(program, safe)
            return
        call = f"{_exported(program.name)}({self.listed(program.parameters)})"
        yield f"\t{_camel(step.parameters[0])}, err := {call}"
        yield from ("\tif err != nil {", "\t\treturn math.NaN(), err", "\t}")
        yield from (*self.body(replace(safe, body=step.body)), "}")

    def _test(self, choice: Choose, indent: str, start: str) -> Iterator[str]:
        """Of several comparisons each lies one deeper."""
        notation = self.notation.at(1 + (len(choice.conditions) > 1))
        test = " && ".join(map(notation.comparison, choice.conditions))
        said = self.comment(choice.comment) if choice.comment else ""
        yield f"{indent}{start}{self.test.format(test=test)}{said}"

    def comment(self, text: str) -> str:
        """Marked, as gofmt would align it with others at the end of a line."""
        return f"{_COMMENT}{text}"

    def library(self, sheets: Sequence[Sheet]) -> Library:
        """The programs of an export, in which no two names become one."""
        found = super().library(sheets)
        exported = {_exported(program.name) for program in found.programs}
        for program in found.programs:
            _check_names(program, exported)
        return found

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`go.mod`, `symboliceps.go` and `symboliceps_test.go`."""
        said, library = generated(sheets), self.library(sheets)
        probes = {name: short_number(value) for name, value in environment.PROBES.items()}
        functions = [*_laid_out((*self.apart_functions(library), *self.public(library)))]
        helpers = needed("go/helpers.go", "\n".join(functions))
        return {
            "go.mod": filled("go/go.mod", generated=said),
            "symboliceps.go": filled(
                "go/symboliceps.go",
                generated=said,
                helpers=(f"\n{helper}" for helper in helpers),
                functions=functions,
                **probes,
            ),
            "symboliceps_test.go": filled(
                "go/symboliceps_test.go", generated=said, formulas=_formulas(sheets)
            ),
        }


TARGET = Go()


def _refuses(program: Program) -> bool:
    return any(isinstance(statement, Require) for statement in program.body)


def _check_names(program: Program, exported: Set[str]) -> None:
    """Refuse variables that become one, or hide a function."""
    assigned = (s.name for s in statements(program.body) if isinstance(s, Assign))
    known: dict[str, str] = {}
    for name in dict.fromkeys((*program.parameters, *assigned)):
        said = _camel(name)
        if said in exported or said in known:
            other = known.get(said, "a function of the export")
            raise CannotExpressError(
                f"go: {name} and {other} would both be called {said} in {program.name}: rename one"
            )
        known[said] = name


def _laid_out(lines: Iterable[str]) -> Iterator[str]:
    """Comments in lines of their own: before what they are about, or first in the block."""
    for line in lines:
        code, marked, said = line.partition(_COMMENT)
        indent = code[: len(code) - len(code.lstrip("\t"))]
        block = code.endswith("{")
        if marked and not block:
            yield f"{indent}// {said}"
        yield code
        if marked and block:
            yield f"{indent}\t// {said}"


def _formulas(sheets: Sequence[Sheet]) -> Iterator[str]:
    for sheet in sheets:
        formula = sheet.formula
        point = ", ".join(f"x[{i}]" for i in range(len(formula.arguments)))
        yield f"\t{{{json.dumps(sheet.vectors)}, {len(formula.arguments)}, {bounds(sheet)},"
        names = map(_exported, (formula.name, formula.safe_name))
        one, safe = (f"func(x []float64) (float64, error) {{ return {name}({point}) }}" for name in names)
        yield from (f"\t\t{one},", f"\t\t{safe}}},")
