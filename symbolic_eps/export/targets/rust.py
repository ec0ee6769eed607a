"""Rust: a crate without dependencies. Each function returns the number, or an error outside the domain."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from symbolic_eps.export import environment
from symbolic_eps.export.licence import HOLDER, IDENTIFIER
from symbolic_eps.export.program import (
    Apply,
    Constant,
    Expression,
    Operation,
    Program,
    Refusal,
    Require,
)
from symbolic_eps.export.targets.broken import Style
from symbolic_eps.export.targets.documented import documented, title
from symbolic_eps.export.targets.parts import decimal, powers_of_two
from symbolic_eps.export.targets.skeleton import Skeleton
from symbolic_eps.export.targets.target import Refusals, Sheet, generated, release, wrapped
from symbolic_eps.export.targets.text import Notation
from symbolic_eps.export.template import filled

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
            case Apply(operation=Operation() as operation, arguments=(Constant(value=value),)) if (
                "{}" in self.functions.get(operation, "")
            ):
                literal = super().expression(Constant(value))
                typed = f"{literal}_f64" if literal.lstrip("-")[0].isdigit() else literal
                return self.functions[operation].format(typed if value >= 0 else f"({typed})")
        return super().expression(expression)


_NOTATION = _Methods(
    functions={
        Operation.ABSOLUTE: "{}.abs()",
        Operation.SQUARE_ROOT: "{}.sqrt()",
        Operation.LOG: "ln",
        Operation.LOG1P: "ln1p",
        Operation.LOG1P_SUM: "ln1p_sum",
        Operation.EXP: "{}.exp()",
        Operation.EXPM1: "{}.exp_m1()",
    },
    number=_number,
    infinity="f64::INFINITY",
    name=_name,
    gathered="&[{}]",
)


class Rust(Skeleton):
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

    notation = _NOTATION
    selection = "if {test} {{ {one} }} else {{ {other} }}"
    exact_sum = "rust/exact_sum.rs"
    logarithms = ("rust", "rs")
    told_below, style = True, Style.RUST
    let, give = "let {name} = {value};", "{value}"
    start, end_of_choice = "let {name} = ", "};"
    test, wrapped = "if {test} {{", ("if ", "{")
    variable, again, early = "let mut {name} = {value};", "{name} = {value};", "return Ok({value});"
    refuse = ("{refusal}({test}, {message})?;",)
    refuse_apart = ("{refusal}(", "    {test},", "    {message},", ")?;")
    reasons = MappingProxyType({refusal: f"require_{refusal}" for refusal in Refusal})
    result, last_result = "return in_range({value});", "in_range({value})"
    answer, attempt = "Ok({value})", "?"
    chained = "} else "

    def head(self, program: Program, sheet: Sheet, safe: bool) -> Iterator[str]:
        """Documentation and signature."""
        documented = _documented_safe if safe else _documented
        yield from ("", *documented(sheet), f"pub fn {_signature(program)} -> Result<f64, Error> {{")

    def private_head(self, program: Program, told: str) -> Iterator[str]:
        """The same."""
        result = "Result<f64, Error>" if _refuses(program) else "f64"
        yield from ("", f"/// {told}", "#[inline]")
        yield f"fn {_signature(program)} -> {result} {{"

    def entered(self, program: Program) -> Iterator[str]:
        """The check of the environment."""
        yield f"    in_{environment.PROGRAM.name}()?;"

    def laid_out(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines; no comment at the end of one before a comment, which rustfmt would take for its rest."""
        said = [*super().laid_out(lines), ""]
        for line, following in pairwise(said):
            code, sign, comment = line.partition("; // ")
            if sign and following.lstrip().startswith("//"):
                yield from (f"{line[: len(line) - len(line.lstrip())]}// {comment}", f"{code};")
            else:
                yield line

    def body(self, program: Program) -> Iterator[str]:
        """The statements, with few names; a function that never refuses returns the number itself."""
        short = self.short(program)
        if _refuses(program):
            yield from super().body(short)
            return
        yield from self.value_of(short)

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`Cargo.toml`, `src/lib.rs` and `tests/self_test.rs`."""
        said, library = generated(sheets), self.library(sheets)
        powers = powers_of_two((*library.private, *library.programs))
        functions = self.functions_of(library)
        return {
            "rustfmt.toml": filled("rust/rustfmt.toml", generated=said),
            "Cargo.toml": filled(
                "rust/Cargo.toml",
                generated=said,
                version=release(sheets),
                holder=HOLDER,
                licence=IDENTIFIER,
            ),
            "src/lib.rs": filled(
                "rust/lib.rs",
                generated=said,
                powers=_powers(powers),
                probes=", ".join(map(_number, environment.PROBES.values())),
                functions=(*self.called_helpers(functions), *functions),
            ),
            "tests/self_test.rs": filled("rust/self_test.rs", generated=said, checks=_checks(sheets)),
        }


TARGET = Rust()


def _powers(powers: Mapping[str, float]) -> Iterator[str]:
    yield from ("",) if powers else ()
    yield from (f"const {name}: f64 = {repr(value).replace('e+', 'e')};" for name, value in powers.items())


def _closure(field: str, value: str) -> Iterator[str]:
    """A field that is a function of a slice, on one line where there is room."""
    line = f"        {field}: |x| {value},"
    if len(line) <= 100:
        yield line
    else:
        yield from (f"        {field}: |x| {{", f"            {value}", "        },")


def _checks(sheets: Sequence[Sheet]) -> Iterator[str]:
    for sheet in sheets:
        formula = sheet.formula
        point = ", ".join(f"x[{i}]" for i in range(len(formula.arguments)))
        yield from (
            "    *passed &= check(&Vectors {",
            f"        path: {json.dumps(sheet.vectors)},",
            f"        count: {len(formula.arguments)},",
            *_closure("function", f"symbolic_eps::{_name(formula.name)}({point})"),
            *_closure("safe", f"symbolic_eps::{_name(formula.safe_name)}({point})"),
            f"        bound: {float(formula.error):.6f},",
            f"        farthest: {formula.farthest:.6f},",
            f"        side: {formula.side.sign}.0,",
            "    });",
        )


def _refuses(program: Program) -> bool:
    return any(isinstance(statement, Require) for statement in program.body)


def _signature(program: Program) -> str:
    return f"{_name(program.name)}({', '.join(f'{_name(p)}: f64' for p in program.parameters)})"


def _documented(sheet: Sheet) -> Iterator[str]:
    yield from (*(f"/// {line.strip()}" for line in wrapped(title(sheet))), "///", "/// ```text")
    yield from (f"/// {line}" for line in documented(sheet, _name))
    yield "/// ```"


def _documented_safe(sheet: Sheet) -> Iterator[str]:
    formula = sheet.formula
    yield f"/// As [`{_name(formula.name)}`], never {formula.side.never} the exact value."
