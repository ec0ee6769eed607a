"""What the Rust export says in the same words whatever the formulas are, and its self-test."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

from symbolic_eps.export.targets.target import GENERATED, REASONS, Sheet

CRATE = """
//! Privacy budgets in binary64. The order of operations in each function matters.
//!
//! Outside its domain a function returns an [`Error`], never a number.

#![deny(unsafe_code)]
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
    /// The arguments are outside the domain; the text says which condition fails, and for which.
    Domain(&'static str),
    /// An argument is too small or too large to compute with; the text says which.
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

ENVIRONMENT = """
static PROBES: (f64, f64) = ({probes});

/// Code in the process may change how numbers are rounded: asked at each call.
#[inline]
#[allow(unsafe_code)]
fn in_{name}() -> Result<f64, Error> {{
    // Read anew each time: values that no compiler knows. A reference may always be read from.
    let (one, least) = unsafe {{ std::ptr::read_volatile(&PROBES) }};
    {name}(one, least)
}}
"""

ERRORS = (
    "///",
    "/// # Errors",
    "///",
    *(f"/// [`Error::{refusal.capitalize()}`] {reason}." for refusal, reason in REASONS.items()),
)

RARE = ("// Where most of a value cancels: rounding errors are added too, so that its sign is exact.", "")


def self_test(sheets: Sequence[Sheet], name: Callable[[str], str]) -> Iterator[str]:
    """The lines of a program that compares each function with its test vectors."""
    yield f"// {GENERATED.format(version=sheets[0].version)} Compares each function with its test vectors."
    yield from SELF_TEST.strip("\n").split("\n")
    yield from ("", "fn main() -> ExitCode {", "    let passed = [")
    for sheet in sheets:
        formula = sheet.formula
        arguments = ", ".join(f"x[{i}]" for i in range(len(formula.arguments)))
        functions = [f"symbolic_eps::{name(n)}" for n in (formula.name, f"{formula.name}_lower")]
        yield from (
            "        check(&Vectors {",
            f"            path: {json.dumps(sheet.vectors)},",
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


SELF_TEST = r"""
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
        "beyond" => {
            let refused = matches!(results, (Err(Error::Range(_)), Err(Error::Range(_))));
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
