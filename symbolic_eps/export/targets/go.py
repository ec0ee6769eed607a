"""Go: a package without dependencies. Each function returns the number, or an error outside the domain.

Go may round a product and a sum as one, even across statements; converting the product forbids that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import fields, replace
from functools import partial
from itertools import pairwise
from math import inf
from types import MappingProxyType

from symbolic_eps.export.forms.tree import LEAST_RESULT
from symbolic_eps.export.layout.closures import CLOSURE, with_closures
from symbolic_eps.export.layout.doc_comments import safe_side
from symbolic_eps.export.layout.kinds import Kind, kinds_of
from symbolic_eps.export.layout.library import Library
from symbolic_eps.export.layout.shared_checks import Called, shared_checks
from symbolic_eps.export.layout.skeleton import SEVERAL, Skeleton
from symbolic_eps.export.layout.target import (
    CannotExpressError,
    Refusals,
    Sheet,
    bounds,
    generated,
    wrapped,
)
from symbolic_eps.export.programs import environment
from symbolic_eps.export.programs.program import (
    Assign,
    Choose,
    Comparison,
    Constant,
    Operation,
    Program,
    Refusal,
    Variable,
    applications,
    statements,
)
from symbolic_eps.export.rewriting.idioms import limits, zero_or_parts
from symbolic_eps.export.rewriting.parts import STEP, beyond, short_number, steps_of
from symbolic_eps.export.targets.go_notation import NOTATION, Layout, camel_name, exported_name, in_place
from symbolic_eps.export.template import filled

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
    functions = frozenset(NOTATION.functions)
    refusals = Refusals(*(f"returns NaN and a {ERRORS[refusal]}" for refusal in Refusal))
    environment = "asked at each call: C code in the process can change it"
    self_test = "go vet && go test -count=1 -v"

    notation: Layout = NOTATION
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
    result = early = "return needs.inRange({value})"
    selection = "either({test}, {one}, {other})"
    kind = "{name}"
    refuse = ("needs.that({test}, {refusal}({message}))",)
    refuse_apart = ("needs.that({test},", "\t{refusal}({message}))")
    products = "go/products.go"
    helpers = (*ERRORS.values(), "TestVectors")
    checked: Mapping[str, Called] = MappingProxyType({})
    """What functions ask by a call."""

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """Of a few formulas with `within` as a closure."""
        language = copy(self)
        if len(sheets) < SEVERAL:
            language.notation = replace(self.notation, called=in_place)
        return super(Go, language).files(sheets)

    def function(self, name: str) -> str:
        """With a capital letter, as what others may call."""
        return exported_name(name)

    def private_function(self, name: str) -> str:
        """In the habit of the language."""
        return camel_name(name)

    def head(self, program: Program, sheet: Sheet, safe: bool) -> Iterator[str]:
        """Documentation and signature."""
        formula = sheet.formula
        name, exact = exported_name(program.name), exported_name(formula.name)
        if safe:
            told, short = (safe_side(sheet, said) for said in (f"{name} is {exact}", f"{name} is"))
            told = told if len(told) <= _WIDTH else short.replace("is,", "is", 1)
            yield from ("", *(f"// {line.strip()}" for line in wrapped(told, _WIDTH)))
        else:
            told = f"{name} is {formula.title}. {self.common.paragraph(sheet)}"
            yield from ("", *(f"// {line.strip()}" for line in wrapped(told, _WIDTH)))
        yield f"func {name}({self._parameters(program)}) (float64, error) {{"

    def functions_of(self, library: Library) -> list[str]:
        """All functions; what several formulas need, in functions of its own."""
        language = copy(self)
        if self.by_kinds(library):
            taken = (*self._taken(), *(p.name for p in (*library.programs, *library.private)))
            asked = partial(self._asked, library)
            language.checked = shared_checks([program for program, _ in library.pairs], asked, taken)
        return super(Go, language).functions_of(library)

    def _asked(self, library: Library, program: Program) -> tuple[str, ...]:
        """What a program asks; nothing if of an argument it does not ask for all that is."""
        found = kinds_of(program)
        whole = found is not None and all(kind in library.kinds for kind in found[0])
        return tuple(self.laid_out(super()._whole(program, library))) if whole else ()

    def _whole(self, program: Program, library: Library) -> Iterator[str]:
        """A call for what other formulas need, too, and the rest."""
        if (called := self.checked.get(program.name)) is None:
            yield from super()._whole(program, library)
            return
        yield f"\tneeds := {camel_name(called.check.name)}({self.listed(program.parameters)})"
        yield from self.body(called.rest)

    def apart_functions(self, library: Library) -> Iterator[str]:
        """With those that ask for what several formulas need."""
        yield from super().apart_functions(library)
        for check in dict.fromkeys(called.check for called in self.checked.values()):
            name = camel_name(check.name)
            yield from ("", f"// {name} asks for what several formulas need.")
            yield f"func {name}({self.listed(check.parameters)} float64) conditions {{"
            yield from (*check.statements, "\treturn needs", "}")

    def private_head(self, program: Program, told: str) -> Iterator[str]:
        """The same."""
        yield from (
            "",
            f"// {told}",
            f"func {camel_name(program.name)}({self._parameters(program)}) float64 {{",
        )

    def _parameters(self, program: Program) -> str:
        return f"{self.listed(program.parameters)} float64"

    def entered(self, program: Program) -> Iterator[str]:
        """The check of the environment."""
        yield "\tneeds := asked()"

    def of_kinds(self, program: Program, kinds: Sequence[str]) -> Iterator[str]:
        """A call, and its error unless more is required at once."""
        names = " ".join(program.parameters)
        each = (
            f"{camel_name(k)}.of({camel_name(n)})" for k, n in zip(kinds, program.parameters, strict=True)
        )
        call = f'given("{names}", {", ".join(each)})'
        yield f"\tneeds := {call}"

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
        times, share = _steps(step)
        yield f"\tvalue, err := {call}"
        yield f"\tfor i := 0; i < {times} && value > 0.0 && value < math.Inf(1); i++ {{"
        yield f"\t\tvalue -= float64(value * {short_number(share)})"
        yield from ("\t}", "\treturn value, err")

    def safe(self, program: Program, safe: Program, library: Library) -> Iterator[str]:
        """In one line where types for it are there."""
        step = beyond(program, safe)
        if step is None or not self.by_kinds(library):
            yield from super().safe(program, safe, library)
            return
        times, share = _steps(step)
        said = {STEP: "step", -STEP: "-step"}.get(share) or short_number(share)
        call = f"{exported_name(program.name)}({self.listed(program.parameters)})"
        yield f"\treturn less{{{times}, {said}}}.of({call})"
        yield "}"

    def laid_out(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines; a function of one short statement in one."""
        waiting = [*with_closures(lines, _INSIDE), "", ""]
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
        taken = {exported_name(program.name) for program in found.programs}
        for program in found.programs:
            _check_names(program, taken)
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

_INSIDE = (
    f"\t{CLOSURE} := func(x float64) bool {{ return x >= 0x1p-960 && x <= 0x1p960 }} // no digit is lost"
)


def _steps(step: Program) -> tuple[int, float]:
    """How often which share is taken from a result."""
    steps = steps_of(step)
    if steps is None:
        raise ValueError(f"{step.name} takes no steps from a result")
    return steps


def _aligned(lines: Sequence[str]) -> Iterator[str]:
    """The lines but for the last; a comment that gofmt would align to the next one stands before its line."""
    for line, following in pairwise(lines):
        code, sign, comment = line.partition(" // ")
        if sign and code.strip() and " // " in following.strip():
            yield from (f"{line[: len(line) - len(line.lstrip())]}// {comment}", code)
        else:
            yield line


def _check_names(program: Program, taken: Set[str]) -> None:
    """Refuse variables that hide a function."""
    for name in (*program.parameters, *(s.name for s in statements(program.body) if isinstance(s, Assign))):
        if (said := camel_name(name)) in taken:
            raise CannotExpressError(
                f"go: {name} and a function of the export would both be called {said} in {program.name}: "
                "rename one"
            )


def _kinds(kinds: Mapping[Kind, str]) -> Iterator[str]:
    """Kinds of arguments; gofmt puts the signs of equality below each other."""
    width = max(len(camel_name(name)) for name in kinds.values()) if kinds else 0
    for kind, name in kinds.items():
        parts = ((field.name, getattr(kind, field.name)) for field in fields(Kind))
        said = ", ".join(f"{part}: {_made(value)}" for part, value in parts if value)
        yield f"\t{camel_name(name):{width}} = &kind{{{said}}}"


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
        names = map(exported_name, (formula.name, formula.safe_name))
        one, safe = (_literal(name, point) for name in names)
        yield from (f"\t\t{one},", f"\t\t{safe}}},")


def _literal(name: str, point: str) -> str:
    """A function of a slice, on one line where there is room."""
    line = f"func(x []float64) (float64, error) {{ return {name}({point}) }}"
    return line if len(line) <= 86 else line.replace("{ ", "{\n\t\t\t").replace(" }", "\n\t\t}")
