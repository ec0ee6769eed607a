"""Julia: one module without dependencies. Each function throws a DomainError outside the domain."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from symbolic_eps.export import environment
from symbolic_eps.export.licence import HOLDER
from symbolic_eps.export.program import Operation, Program
from symbolic_eps.export.targets.broken import broken
from symbolic_eps.export.targets.documented import documented, title
from symbolic_eps.export.targets.kinds import parts_of
from symbolic_eps.export.targets.library import Library
from symbolic_eps.export.targets.parts import beyond
from symbolic_eps.export.targets.skeleton import Skeleton
from symbolic_eps.export.targets.target import Refusals, Sheet, bounds, generated, release, wrapped
from symbolic_eps.export.targets.text import Notation
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
    logarithms = ("julia", "jl")
    test, wrapped = "if {test}", ("if ", "")
    otherwise, end, end_of_choice = "else", "end", "end"
    refuse = ("_require({test}, ({parameters}), {message})",)
    refuse_apart = ("_require({test}, ({parameters}),", "    {message})")
    result = "return _in_range({value}, ({parameters}))"
    kind, helpers = "_{name}", ("_float64", "_kind", "_ask", "_size")
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

    def head(self, program: Program, sheet: Sheet, safe: bool) -> Iterator[str]:
        """Documentation and the first line."""
        name = _NOTATION.name(sheet.formula.name)
        told = (
            (f"A value that is never {sheet.formula.side.never} the exact one: see `{name}`.",)
            if safe
            else (*wrapped(title(sheet)), *documented(sheet))
        )
        yield from ("", '"""', f"    {self.function(program.name)}({self.listed(program.parameters)})", "")
        yield from (*map(_escaped, told), '"""')
        yield from _opened(self.function(program.name), program)

    def private_head(self, program: Program, told: str) -> Iterator[str]:
        """The same."""
        yield from ("", f"# {told}", *_opened(self.private_function(program.name), program))

    def entered(self, program: Program) -> Iterator[str]:
        """The check of the environment."""
        yield f"    _{environment.PROGRAM.name}(_PROBES[]...)"

    def of_kinds(self, program: Program, kinds: Sequence[str]) -> Iterator[str]:
        """A call that asks."""
        named = [f'"{parameter}"' for parameter in program.parameters]
        parts = [", ".join(part) + "," * (len(part) == 1) for part in (kinds, named)]
        yield from broken(f"    _ask(({parts[0]}), ({parts[1]}), ({self.together(program)}))", _WIDTH, "    ")

    def public(self, library: Library) -> Iterator[str]:
        """The functions that users call; those on the safe side behind the others, in a line each."""
        for sheet, (program, safe) in zip(library.sheets, library.pairs, strict=True):
            yield from self.head(program, sheet, False)
            yield from (*self._whole(program, library), *self._ended(program))
            step = beyond(program, safe)
            if step is None:
                yield from (*self.head(safe, sheet, True), *self.safe(program, safe, library))
            else:
                name = self.function(program.name)
                yield from (
                    "",
                    f'"A value that is never {sheet.formula.side.never} the exact one: see `{name}`."',
                )
                (line,) = self.beside(f"{name}({self.listed(program.parameters)})", step, program)
                yield from _defined(_real(safe), line.strip().removeprefix("return "))

    def after(self, program: Program) -> Iterator[str]:
        """The function of other numbers than Float64."""
        if program.parameters:
            name = self.function(program.name)
            converted = ", ".join(f"_float64({_NOTATION.name(p)})" for p in program.parameters)
            yield from _defined(_real(program), f"{name}({converted})")

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
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
                exports=(f"export {self.listed((one.name, safe.name))}" for one, safe in library.pairs),
                probes=", ".join(map(_number, environment.PROBES.values())),
                helpers=self.called_helpers(functions),
                kinds=self.kinds_said("julia/kinds.jl", library, kinds=made),
                functions=functions,
            ),
            "test/runtests.jl": filled("julia/runtests.jl", generated=said, checks=_checks(sheets)),
        }


TARGET = Julia()


def _real(program: Program) -> str:
    """A function of any real numbers, as it is defined."""
    name = _NOTATION.name(program.name)
    return f"{name}({', '.join(f'{_NOTATION.name(p)}::Real' for p in program.parameters)})"


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


def _escaped(text: str) -> str:
    """As it stands in a string."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$")
