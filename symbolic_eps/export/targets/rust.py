"""Rust: a crate without dependencies. Each function returns the number, or an error outside the domain."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import frexp

from symbolic_eps.export.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Constant,
    Expression,
    Operation,
    Program,
    Require,
    Return,
)
from symbolic_eps.export.targets.outline import Part, ends_with, part_of, parts_of, tidied
from symbolic_eps.export.targets.target import GENERATED, CannotExpressError, Sheet
from symbolic_eps.export.targets.text import Notation

_WORDS = """
    abstract as async await become box break const continue crate do dyn else enum extern false final fn for
    gen if impl in let loop macro match mod move mut override priv pub ref return self Self static struct
    super trait true try type typeof union unsafe unsized use virtual where while yield Err None Ok Some
"""
_KEYWORDS = frozenset(_WORDS.split())


def _name(name: str) -> str:
    return f"{name}_" if name in _KEYWORDS else name


def _number(value: float) -> str:
    """The shortest decimal text; large and small powers of 2 have a name."""
    mantissa, exponent = frexp(abs(value))
    if mantissa == 0.5 and abs(exponent - 1) > 10:
        said = f"TWO_TO_{exponent - 1}".replace("-", "MINUS_")
        return said if value > 0 else f"-{said}"
    return repr(value).replace("e+", "e")


def _powers(lines: Sequence[str]) -> Iterator[str]:
    """The named powers of 2 that the lines use."""
    found = {
        (m[1] or "", int(m[2])) for line in lines for m in re.finditer(r"\bTWO_TO_(MINUS_)?(\d+)\b", line)
    }
    for minus, size in sorted(found):
        value = 2.0 ** (-size if minus else size)
        yield f"const TWO_TO_{minus}{size}: f64 = {repr(value).replace('e+', 'e')};"


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
    outside = (
        "returns Err(Error::Domain), or Err(Error::Range) where the arguments are too small or too large"
    )
    self_test = (
        "rustc --edition 2021 -O -D warnings --crate-type rlib --crate-name symbolic_eps src/lib.rs && "
        "rustc --edition 2021 -O -D warnings --extern symbolic_eps=libsymbolic_eps.rlib -o self_test "
        "tests/self_test.rs && ./self_test"
    )

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`Cargo.toml`, `src/lib.rs` and `tests/self_test.rs`."""
        functions = [_Functions.of(sheet) for sheet in sheets]
        names = [name for f in functions for name in f.names]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise CannotExpressError(f"rust: two functions would be called {', '.join(twice)}")
        return {
            "Cargo.toml": "\n".join(_manifest(sheets)) + "\n",
            "src/lib.rs": "\n".join(_library(sheets, functions)) + "\n",
            "tests/self_test.rs": "\n".join(_self_test(sheets)) + "\n",
        }


TARGET = Rust()


@dataclass(frozen=True)
class _Functions:
    """The two functions of a formula, and those that they seldom call."""

    programs: tuple[Program, Program]
    parts: Mapping[Part, str]

    @classmethod
    def of(cls, sheet: Sheet) -> _Functions:
        formula = sheet.formula
        tidy = [replace(p, body=tidied(p.body)) for p in (formula.program(), formula.lower_program())]
        parts = {part: f"{formula.name}_{result}_rare" for part, result in parts_of(tidy).items()}
        return cls((tidy[0], tidy[1]), parts)

    @property
    def names(self) -> tuple[str, ...]:
        return (*(_name(p.name) for p in self.programs), *self.parts.values())


def _manifest(sheets: Sequence[Sheet]) -> Iterator[str]:
    version = sheets[0].version
    numbers = [*re.findall(r"\d+", version.split("+")[0]), "0", "0"][:3]
    yield f"# {GENERATED.format(version=version)}"
    yield from ("[package]", 'name = "symbolic-eps"', f'version = "{".".join(numbers)}"')
    yield from ('edition = "2021"', 'rust-version = "1.61"')
    yield 'description = "Privacy budgets in binary64 with proven error bounds"'
    yield from ("", "[[test]]", 'name = "self_test"', "harness = false")


def _library(sheets: Sequence[Sheet], functions: Sequence[_Functions]) -> Iterator[str]:
    yield f"// {GENERATED.format(version=sheets[0].version)}"
    yield from _CRATE.strip("\n").split("\n")
    written = [*_written(sheets, functions)]
    powers = [*_powers(written)]
    yield from (("", *powers) if powers else ())
    yield from written


def _written(sheets: Sequence[Sheet], functions: Sequence[_Functions]) -> Iterator[str]:
    for sheet, one in zip(sheets, functions, strict=True):
        for program in one.programs:
            yield ""
            yield from _documented(sheet, lower=program is one.programs[1])
            yield f"pub fn {_signature(program.name, program.parameters, 'Result<f64, Error>')} {{"
            yield from _block(program.body, "    ", one.parts)
            yield "}"
        for part, name in one.parts.items():
            yield from (
                "",
                f"// Seldom needed. {part.comment}".rstrip(),
                "#[cold]",
                f"fn {_signature(name, part.parameters, 'f64')} {{",
            )
            yield from _block(part.block, "    ", one.parts, part.result)
            yield "}"


def _signature(name: str, parameters: Sequence[str], result: str) -> str:
    return f"{_name(name)}({', '.join(f'{_name(p)}: f64' for p in parameters)}) -> {result}"


def _documented(sheet: Sheet, lower: bool) -> Iterator[str]:
    formula = sheet.formula
    if lower:
        yield f"/// Never above the exact value of [`{_name(formula.name)}`], and at most"
        yield f"/// {formula.lowest:.2f} ulps below it: the one to use for a privacy budget."
    else:
        first, *others = sheet.header
        yield from (f"/// {first}", "///", "/// ```text")
        yield from (f"/// {line}" for line in others)
        yield "/// ```"
    yield from ("///", "/// # Errors", "///")
    yield "/// [`Error::Domain`] outside the domain, [`Error::Range`] where the arguments are too extreme."


def _block(block: Block, indent: str, parts: Mapping[Part, str], result: str = "") -> Iterator[str]:
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
                yield from _choose(statement, indent, start, parts)
                yield f"{indent}}}" if passed_on else f"{indent}}};"
            case Require(condition=condition, refusal=refusal, message=message):
                yield f"{indent}if !({_NOTATION.comparison(condition)}) {{"
                yield f"{indent}    return Err(Error::{refusal.capitalize()}({_quoted(message)}));"
                yield f"{indent}}}"
            case Return(value=value):
                yield f"{indent}Ok({_NOTATION.expression(value)})"


def _choose(choose: Choose, indent: str, start: str, parts: Mapping[Part, str]) -> Iterator[str]:
    """All but the last brace."""
    test = " && ".join(_NOTATION.comparison(c) for c in choose.conditions)
    yield f"{indent}{start}if {test} {{" + (f" // {choose.comment}" if choose.comment else "")
    if choose.rare:
        part = part_of(choose)
        yield f"{indent}    {_name(parts[part])}({', '.join(map(_name, part.parameters))})"
    else:
        yield from _block(choose.then, indent + "    ", parts, choose.result)
    only = choose.otherwise[0]
    if len(choose.otherwise) == 1 and isinstance(only, Choose) and only.result == choose.result:
        yield from _choose(only, indent, "} else ", parts)
    else:
        yield f"{indent}}} else {{"
        yield from _block(choose.otherwise, indent + "    ", parts, choose.result)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _self_test(sheets: Sequence[Sheet]) -> Iterator[str]:
    yield f"// {GENERATED.format(version=sheets[0].version)} Compares each function with its test vectors."
    yield from _CHECK.strip("\n").split("\n")
    yield from ("", "fn main() -> ExitCode {", "    let passed = [")
    for sheet in sheets:
        formula = sheet.formula
        arguments = ", ".join(f"x[{i}]" for i in range(len(formula.arguments)))
        functions = [f"symbolic_eps::{_name(n)}" for n in (formula.name, f"{formula.name}_lower")]
        yield from (
            "        check(&Vectors {",
            f"            path: {_quoted(sheet.vectors)},",
            f"            count: {len(formula.arguments)},",
            f"            function: |x| {functions[0]}({arguments}),",
            f"            lower: |x| {functions[1]}({arguments}),",
            f"            bound: {float(formula.error):.6f},",
            f"            lowest: {formula.lowest:.6f},",
            "        }),",
        )
    yield "    ];"
    yield "    if passed.contains(&false) { ExitCode::FAILURE } else { ExitCode::SUCCESS }"
    yield "}"


_CRATE = """
//! Privacy budgets in binary64. The order of operations in each function matters.
//!
//! Outside its domain a function returns an [`Error`], never a number.

#![forbid(unsafe_code)]
#![warn(missing_docs)]
// Names and operations are those of the formulas. A comparison that fails for NaN is not its opposite.
#![allow(non_snake_case, clippy::manual_range_contains, clippy::too_many_arguments)]
#![allow(clippy::neg_cmp_op_on_partial_ord)]

use std::fmt;

#[cfg(all(target_arch = "x86", not(target_feature = "sse2")))]
compile_error!("binary64 arithmetic is needed: compile with SSE2");

/// Why there is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The arguments are outside the domain; the text says which condition fails.
    Domain(&'static str),
    /// The arguments are in the domain, and too small or too large to compute with.
    Range(&'static str),
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Domain(message) | Error::Range(message) => formatter.write_str(message),
        }
    }
}

impl std::error::Error for Error {}
"""

_CHECK = r"""
use std::fs;
use std::process::ExitCode;

use symbolic_eps::Error;

type Function = fn(&[f64]) -> Result<f64, Error>;

struct Vectors {
    path: &'static str,
    count: usize,
    function: Function,
    lower: Function,
    bound: f64,
    lowest: f64,
}

/// The number that has these bits, in hexadecimal.
fn number(bits: &str) -> Option<f64> {
    u64::from_str_radix(bits, 16).ok().map(f64::from_bits)
}

/// Whether all is right at one point, and the error in ulps where there is a number.
fn judged(vectors: &Vectors, line: &str) -> Option<(bool, f64)> {
    let fields: Vec<&str> = line.split(',').collect();
    if fields.len() != vectors.count + 6 {
        return None;
    }
    let x: Vec<f64> = fields[..vectors.count].iter().map(|bits| number(bits)).collect::<Option<_>>()?;
    let results = ((vectors.function)(&x), (vectors.lower)(&x));
    match fields[vectors.count] {
        "outside" => {
            let refused = matches!(results, (Err(Error::Domain(_)), Err(Error::Domain(_))));
            Some((refused, 0.0))
        }
        "infinite" => Some((results == (Ok(f64::INFINITY), Ok(f64::INFINITY)), 0.0)),
        "value" => compared(vectors, &fields[vectors.count + 1..], results.0.ok()?, results.1.ok()?),
        _ => None,
    }
}

/// Whether a value and the lower one keep their bounds, and the value's error in ulps.
fn compared(vectors: &Vectors, fields: &[&str], value: f64, lower: f64) -> Option<(bool, f64)> {
    let (rounded, below, unit) = (number(fields[0])?, number(fields[1])?, number(fields[3])?);
    let offset: f64 = fields[4].parse().ok()?;
    let error = ((value - rounded) / unit - offset).abs();
    let shortfall = offset - (lower - rounded) / unit;
    Some((error <= vectors.bound && lower <= below && shortfall <= vectors.lowest, error))
}

/// Whether all points are right; says how many there are, and which are not.
fn check(vectors: &Vectors) -> bool {
    let text = match fs::read_to_string(vectors.path) {
        Ok(text) => text,
        Err(error) => {
            println!("{}: {}", vectors.path, error);
            return false;
        }
    };
    let (mut points, mut wrong, mut largest) = (0, 0, 0.0_f64);
    for line in text.lines().skip(1) {
        points += 1;
        let (right, error) = judged(vectors, line).unwrap_or((false, 0.0));
        largest = largest.max(error);
        wrong += i32::from(!right);
    }
    println!(
        "{}: {} points, largest error {:.2} ulps, {} wrong",
        vectors.path, points, largest, wrong
    );
    points > 0 && wrong == 0
}
"""
