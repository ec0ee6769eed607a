"""C++17: one header. Each function returns the number, or throws outside the domain."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from math import inf
from types import MappingProxyType

from symbolic_eps.export.layout.doc_comments import safe_side, title
from symbolic_eps.export.layout.kinds import Kind
from symbolic_eps.export.layout.skeleton import Skeleton
from symbolic_eps.export.layout.target import Refusals, Sheet, bounds, generated, release, wrapped
from symbolic_eps.export.layout.text import Notation
from symbolic_eps.export.programs import environment
from symbolic_eps.export.programs.program import Choose, Operation, Program, Refusal, Variable
from symbolic_eps.export.rewriting.parts import short_number
from symbolic_eps.export.targets.c_text import joined, unclaimed
from symbolic_eps.export.template import filled

_WORDS = """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
    char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
    constinit continue decltype default delete detail do double dynamic_cast else enum explicit export
    extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq
    nullptr operator or or_eq private protected public register reinterpret_cast requires return short
    signed sizeof static static_assert static_cast std struct switch template this thread_local throw
    true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
    errno math_errhandling I unix linux
"""
_KEYWORDS = frozenset(_WORDS.split())

_NOTATION = Notation(
    functions={
        Operation.ABSOLUTE: "std::fabs",
        Operation.SQUARE_ROOT: "std::sqrt",
        Operation.LOG: "ln",
        Operation.LOG1P: "ln1p",
        Operation.LOG1P_SUM: "ln1p_sum",
        Operation.EXP: "std::exp",
        Operation.EXPM1: "std::expm1",
    },
    number=short_number,
    infinity="std::numeric_limits<double>::infinity()",
    name=lambda name: unclaimed(name, _KEYWORDS),
    times="times({})",
)

_WIDTH = 96
"""Of what is said in comments."""

EXCEPTIONS = {Refusal.DOMAIN: "std::domain_error", Refusal.RANGE: "std::range_error"}


class Cpp(Skeleton):
    """A header without dependencies, for C++17 and later."""

    name = "cpp"
    title = "C++17 (one header)"
    functions = frozenset(_NOTATION.functions)
    refusals = Refusals(*(f"throws {EXCEPTIONS[refusal]}" for refusal in Refusal))
    environment = "asked at each call; flags that change results are refused by the compiler"
    self_test = (
        "g++ -std=c++17 -O2 -Wall -Wextra -Wpedantic -Werror -o self_test self_test.cpp && ./self_test; "
        "passed=$?; rm -f self_test; exit $passed"
    )

    notation = _NOTATION
    selection = "{test} ? {one} : {other}"
    zero_or_none = "{x} == 0.0 ? 0.0 : -1.0"
    calls_roots_from, remarked_sums = 4, False
    silent = frozenset({"nothing underflowed", "a ratio that could overflow"})
    exact_sum = "cpp/exact_sum.hpp"
    products = "cpp/products.hpp"
    logarithms = ("cpp", "hpp")
    table_end = "};"
    of_platform = MappingProxyType({Operation.LOG: "std::log", Operation.LOG1P: "std::log1p"})
    reasons = MappingProxyType(EXCEPTIONS)
    ratio, all_within = "{called}({g}, {m}, [&] {{ return {a}; }})", "all_within"
    let, give, declare = "const double {name} = {value};", "{name} = {value};", "double {name};"
    variable = "double {name} = {value};"
    refuse = ("if (!({test})) throw {refusal}({message});",)
    refuse_apart = ("if (!({test}))", "    throw {refusal}({message});")
    brief = "if ({test}) {line}"
    kind = "{name}"
    answer, result = "return {value};", "return in_range({value});"
    chained, presets = "} else ", True

    def laid_out(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines; numbers that are named one after the other in one, if it is short."""
        return super().laid_out(joined(lines, "const double ", " // "))

    def _selection(self, choice: Choose) -> str:
        """Not one in another, of which clang-format makes several lines."""
        return "" if isinstance(choice.otherwise[0], Choose) else super()._selection(choice)

    def _ratio(self, choice: Choose) -> str:
        """Not half of one, which clang-format would put in columns of its own."""
        text = super()._ratio(choice)
        return "" if text.startswith("0.5") else text

    def comment(self, text: str) -> str:
        """At the end of a line, where a backslash would continue it."""
        return f" // {_said(text)}"

    def head(self, program: Program, sheet: Sheet, safe: bool) -> Iterator[str]:
        """What is said of a function, and its first line."""
        formula = sheet.formula
        told = (
            (safe_side(sheet, f"As {formula.name}"),)
            if safe
            else (title(sheet), self.common.paragraph(sheet))
        )
        yield from [""] * (not safe)
        yield from (f"/// {_said(line)}" for said in told for line in wrapped(said, _WIDTH))
        yield f"[[nodiscard]] inline {_signature(program)} {{"

    def private_head(self, program: Program, told: str) -> Iterator[str]:
        """The same: within its callers."""
        yield from ("", f"/// {_said(told)}", f"inline {_signature(program)} {{")

    def of_kinds(self, program: Program, kinds: Sequence[str]) -> Iterator[str]:
        """A call, which asks for the environment too."""
        each = (
            f'{kind}("{name}", {_NOTATION.name(name)})'
            for kind, name in zip(kinds, program.parameters, strict=True)
        )
        yield f"    given({', '.join(each)});"

    def entered(self, program: Program) -> Iterator[str]:
        """The check of the environment."""
        yield f"    {environment.PROGRAM.name}();"

    def of_environment(self) -> Iterator[str]:
        """A function without arguments, which reads anew what no compiler knows."""
        values = ", ".join(
            f"read_{name} = {short_number(value)}" for name, value in environment.PROBES.items()
        )
        yield from ("", f"/// {self.told_of_environment}", f"inline const volatile double {values};")
        yield f"inline void {environment.PROGRAM.name}() {{"
        read = ", ".join(f"{name} = read_{name}" for name in environment.PROBES)
        named = ", ".join(
            f"{name} = {_NOTATION.expression(value)}" for name, value in environment.NAMED.items()
        )
        yield f"    const double {read}, {named};"
        yield from self.refused(
            environment.requirements(**{name: Variable(name) for name in environment.NAMED}),
            environment.PROGRAM,
        )
        yield "}"

    def written(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`symbolic_eps.hpp`, `self_test.cpp`, and `.clang-format`, by which both are laid out."""
        said, library = generated(sheets), self.library(sheets)
        parts = self.apart_functions(library), self.public(library)
        private, public = ([*self.laid_out(self.zeros([*lines]))] for lines in parts)
        made = self.laid_out(_kinds(library.kinds))
        private += self.kinds_said("cpp/kinds.hpp", library, kinds=made)
        helpers = [*self.called_helpers((*private, *public))]
        text = "\n".join((*private, *public))
        helpers = [*(line for call, line in _DECLARED.items() if call in text), *helpers]
        return {
            "symbolic_eps.hpp": filled(
                "cpp/symbolic_eps.hpp",
                generated=said,
                refusals=self.refusals.text.replace(", ", ",\n/// "),
                assumed=environment.ASSUMED,
                common=(f"/// {line}" for told in self.common.said() for line in wrapped(told, _WIDTH)),
                includes=_includes((*helpers, *private, *public)),
                private=(*helpers, *private),
                functions=public,
            ),
            "self_test.cpp": filled("cpp/self_test.cpp", generated=said, formulas=_formulas(sheets)),
            "CMakeLists.txt": filled("cpp/CMakeLists.txt", generated=said, version=release(sheets)),
            "symbolic_eps.pc.in": filled("cpp/symbolic_eps.pc.in", generated=said),
            ".clang-format": filled("cpp/clang-format", generated=said),
        }


TARGET = Cpp()

_DECLARED = {
    "ln_ratio(": "inline double ln(double x), ln1p_ratio(double g, double m);",
    "log_ratio(": "inline double ln(double x), log1p_ratio(double g, double m);",
}
"""What templates call that is defined after them."""


def _includes(lines: Sequence[str]) -> Iterator[str]:
    """The headers that all need, and those of what some lines call."""
    said = "\n".join(lines)
    others = (("cstdint", "std::uint64_t"), ("cstring", "std::memcpy"), ("string", "std::string"))
    needed = (header for header, word in others if word in said)
    yield from (f"#include <{header}>" for header in sorted(("cmath", "limits", "stdexcept", *needed)))


def _kinds(kinds: Mapping[Kind, str]) -> Iterator[str]:
    """Kinds of arguments, as they are made."""
    for kind, name in kinds.items():
        values = (_made(getattr(kind, field.name)) for field in fields(Kind))
        yield f"inline constexpr Kind {name}{{{', '.join(values)}}};"


def _made(value: float | bool) -> str:
    """A value of a kind."""
    if isinstance(value, bool):
        return str(value).lower()
    return "HUGE_VAL" if value == inf else short_number(value)


def _said(text: str) -> str:
    """As a comment can hold it."""
    return text.replace("\\", "&#92;")


def _signature(program: Program) -> str:
    parameters = ", ".join(f"double {_NOTATION.name(p)}" for p in program.parameters)
    return f"double {_NOTATION.name(program.name)}({parameters})"


def _formulas(sheets: Sequence[Sheet]) -> Iterator[str]:
    for sheet in sheets:
        formula = sheet.formula
        point = ", ".join(f"x[{i}]" for i in range(len(formula.arguments)))
        one, safe = (
            _lambda(f"symbolic_eps::{_NOTATION.name(name)}({point})")
            for name in (formula.name, formula.safe_name)
        )
        yield f"    {{{json.dumps(sheet.vectors)}, {len(formula.arguments)}, {bounds(sheet)},"
        yield from (f"        {one},", f"        {safe}}},")


def _lambda(value: str) -> str:
    """A function of a point, on one line where there is room."""
    line = f"[](const Point &x) {{ return {value}; }}"
    if len(line) <= 89:
        return line
    given = value if len(value) <= 80 else value.replace("(", "(\n                ")
    return f"[](const Point &x) {{\n            return {given};\n        }}"
