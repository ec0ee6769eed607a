"""Julia: one module without dependencies. Each function throws a DomainError outside the domain."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from symbolic_eps.export.layout.doc_comments import safe_side, title
from symbolic_eps.export.layout.kinds import parts_of
from symbolic_eps.export.layout.library import Library
from symbolic_eps.export.layout.line_breaking import packed
from symbolic_eps.export.layout.skeleton import Skeleton
from symbolic_eps.export.layout.target import Refusals, Sheet, bounds, generated, release, wrapped
from symbolic_eps.export.layout.text import Notation
from symbolic_eps.export.packages.licence import HOLDER
from symbolic_eps.export.programs import environment
from symbolic_eps.export.programs.program import Comparison, Operation, Program
from symbolic_eps.export.rewriting.idioms import chained, overflowing
from symbolic_eps.export.rewriting.parts import STEP, beyond, steps_of
from symbolic_eps.export.template import filled

MODULE = "SymbolicEpsFormulas"
UUID = "2f3347ed-fb4a-542e-854c-8c7f9568956a"
"""By which Julia tells this package from others: version 5, of its name."""

_RESERVED = """
    DomainError Float64 InexactError Inf NaN Real abs abstract baremodule begin break catch ccall
    const continue do else elseif end exp expm1 export false finally for function global if import
    in isa isnan let local log log1p macro module mutable outer primitive quote return sqrt struct
    throw true try type using where while _PROBES
"""
_WORDS = frozenset((*_RESERVED.split(), MODULE))
_WIDTH, _SHORT = 100, 12


def _number(value: float) -> str:
    """A decimal literal where it is short, else a hexadecimal one: both are read back exactly."""
    if len(repr(value)) <= _SHORT:
        return repr(value)
    return re.sub(r"\.?0*p", "p", value.hex()).replace("p+", "p")


_NOTATION = Notation(
    functions={
        Operation.ABSOLUTE: "abs",
        Operation.SQUARE_ROOT: "_sqrt",
        Operation.LOG: "_ln",
        Operation.LOG1P: "_ln1p",
        Operation.LOG1P_SUM: "_ln1p_sum",
        Operation.EXP: "exp",
        Operation.EXPM1: "expm1",
    },
    number=_number,
    infinity="Inf",
    name=lambda name: f"{name}_" if name in _WORDS else name,
    called="_{}".format,
)


class Julia(Skeleton):
    """Julia 1.6 or newer, without packages besides the standard library's."""

    name = "julia"
    title = "Julia"
    functions = frozenset(_NOTATION.functions)
    refusals = Refusals(
        "throws a DomainError; an InexactError for a number that is not a Float64", "throws a DomainError"
    )
    environment = "asked at each call: `ccall` and `set_zero_subnormals` can change it"
    self_test = "julia --startup-file=no --depwarn=error --project=. test/runtests.jl"

    notation = _NOTATION
    selection = "{test} ? {one} : {other}"
    exact_sum = "julia/exact_sum.jl"
    products = "julia/products.jl"
    logarithms = ("julia", "jl")
    test, wrapped = "if {test}", ("if ", "")
    calls_roots_from, remarked_sums = 4, False
    silent = frozenset({"nothing underflowed", "a ratio that could overflow"})
    otherwise, end, end_of_choice = "else", "end", "end"
    refuse = ("_require({test}, ({parameters}), {message})",)
    refuse_apart = ("_require({test}, ({parameters}),", "    {message})")
    result = "return _in_range({value}, ({parameters}))"
    kind, helpers = "_{name}", ("_float64", "_kind", "_asked", "_size")
    let_both, zero_or_none = "{name}, {other} = {value}, {second}", "{x} == 0.0 ? 0.0 : -1.0"
    brief, chained, longest = "{test} && {line}", "else", _WIDTH
    told_of_environment = (
        "Code in the process may change how numbers are rounded: asked at each call, of numbers in memory."
    )

    def private_function(self, name: str) -> str:
        """With the sign of a private name."""
        return f"_{name}"

    def comment(self, text: str) -> str:
        """At the end of a line."""
        return f" # {text}"

    def quoted(self, text: str) -> str:
        """A message, in which `$` stands for itself."""
        return super().quoted(text).replace("$", "\\$")

    def tests(self, conditions: Sequence[Comparison]) -> list[str]:
        """The conditions: whether a ratio could overflow in a word, two about one number as a chain."""
        if found := overflowing(tuple(conditions)):
            return [f"_overflows({', '.join(map(self.notation.expression, found))})"]
        return chained(super().tests(conditions))

    def head(self, program: Program, sheet: Sheet, safe: bool) -> Iterator[str]:
        """Documentation and the first line."""
        if safe:
            yield from _documented_safe(sheet)
        else:
            told = (_escaped(title(sheet)), f'{_escaped(self.common.paragraph(sheet))}"""')
            call = f"{self.function(program.name)}({self.listed(program.parameters)})"
            yield from ("", '"""', f"    {call}", "")
            yield from (line for said in told for line in wrapped(said, _WIDTH))
        yield f"function {_signature(self.function(program.name), program, 'Real')}::Float64"

    def private_head(self, program: Program, told: str) -> Iterator[str]:
        """The same."""
        yield from ("", f"# {told}")
        yield f"function {_signature(self.private_function(program.name), program, 'Float64')}::Float64"

    def private(self, program: Program, told: str) -> Iterator[str]:
        """One of these; one that is an expression without the words around it."""
        match [*super().private(program, told)]:
            case [empty, said, head, value, _] if value.startswith("    return "):
                name = head.removeprefix("function ").removesuffix("::Float64")
                yield from (empty, said, *_defined(name, value.removeprefix("    return ")))
            case lines:
                yield from lines

    def entered(self, program: Program) -> Iterator[str]:
        """Arguments as binary64 numbers, and the check of the environment."""
        if program.parameters:
            converted = ", ".join(f"_float64({_NOTATION.name(p)})" for p in program.parameters)
            yield f"    {self.listed(program.parameters)} = {converted}"
        yield f"    _{environment.PROGRAM.name}(_PROBES[]...)"

    def of_kinds(self, program: Program, kinds: Sequence[str]) -> Iterator[str]:
        """A call that asks, and gives binary64 numbers."""
        numbers, asked = self.together(program), ", ".join(kinds) + "," * (len(kinds) == 1)
        given = f"({numbers})" if len(kinds) == 1 else numbers
        yield f'    {given} = _asked("{" ".join(program.parameters)}", ({numbers}), ({asked}))'

    def public(self, library: Library) -> Iterator[str]:
        """The functions that users call; those on the safe side behind the others, in a line each."""
        for sheet, (program, safe) in zip(library.sheets, library.pairs, strict=True):
            yield from self.head(program, sheet, False)
            yield from (*self._whole(program, library), *self._ended(program))
            step = beyond(program, safe)
            if step is None:
                yield from (*self.head(safe, sheet, True), *self.safe(program, safe, library))
            else:
                call = f"{self.function(program.name)}({self.listed(program.parameters)})"
                (line,) = self.beside(call, step, program)
                name = _signature(self.function(safe.name), program, "Real")
                yield from _documented_safe(sheet)
                yield from _defined(name, line.strip().removeprefix("return "))

    def beside(self, call: str, step: Program, program: Program) -> Iterator[str]:
        """In two words where it is by as little as can be."""
        moved = steps_of(step)
        if moved and abs(moved[1]) == STEP:
            yield f"    return _{'below' if moved[1] > 0 else 'above'}({call}, {moved[0]})"
        else:
            yield from super().beside(call, step, program)

    def written(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """A package: `Project.toml`, the module in `src`, its tests in `test/runtests.jl`."""
        said, library = generated(sheets), self.library(sheets)
        functions = self.functions_of(library)
        made = self.laid_out(
            f"const _{name} = _kind({', '.join(parts_of(kind, _number, ' = ', 'true'))})"
            for kind, name in library.kinds.items()
        )
        return {
            "Project.toml": filled(
                "julia/Project.toml", generated=said, uuid=UUID, holder=HOLDER, version=release(sheets)
            ),
            f"src/{MODULE}.jl": filled(
                "julia/SymbolicEpsFormulas.jl",
                generated=said,
                common=(f"# {line}" for told in self.common.said() for line in wrapped(told, _WIDTH - 2)),
                exports=self._exports(library),
                probes=", ".join(map(_number, environment.PROBES.values())),
                helpers=self.called_helpers(functions),
                kinds=self.kinds_said("julia/kinds.jl", library, kinds=made),
                functions=functions,
            ),
            "test/runtests.jl": filled("julia/runtests.jl", generated=said, checks=_checks(sheets)),
        }

    def _exports(self, library: Library) -> Iterator[str]:
        """The names that users call, as many in a line as there is room for."""
        *names, last = (self.function(program.name) for program in library.programs)
        yield from packed("export ", [*(f"{name}," for name in names), last], self.indent, _WIDTH)


TARGET = Julia()


def _signature(name: str, program: Program, kind: str) -> str:
    """A function of numbers of that kind, as it is defined."""
    return f"{name}({', '.join(f'{_NOTATION.name(p)}::{kind}' for p in program.parameters)})"


def _documented_safe(sheet: Sheet) -> Iterator[str]:
    """What is said of a safe function, as a string."""
    told = _escaped(safe_side(sheet, f"`{_NOTATION.name(sheet.formula.name)}`"))
    yield from wrapped(f'"{told}"', _WIDTH)


def _defined(function: str, value: str) -> Iterator[str]:
    """A function that is an expression."""
    line = f"{function} = {value}"
    yield from (line,) if len(line) <= _WIDTH else (f"{function} =", f"    {value}")


def _checks(sheets: Sequence[Sheet]) -> Iterator[str]:
    for s in sheets:
        names = (s.formula.name, s.formula.safe_name)
        first, other = (f"{MODULE}.{_NOTATION.name(name)}" for name in names)
        yield from (f'    ("{s.vectors}",', f'     "{s.vectors_hash}",')
        yield from (f"     {first},", f"     {other}, {bounds(s)}),")


def _escaped(text: str) -> str:
    """As it stands in a string."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$")
