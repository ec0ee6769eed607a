"""Where there is no number: each cause gets the error that the support table promises, and a fitting message.

Every refusal is provoked in the real language. What the table names is what was seen, and nothing else.
"""

from __future__ import annotations

import json
import math
import re
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pytest

from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.layout.target import Sheet
from symbolic_eps.export.packages.package import fitted
from symbolic_eps.export.programs.program import Refusal, Require
from symbolic_eps.export.runtime.machine import RefusedError, run
from symbolic_eps.export.targets import NAMES, target_named
from symbolic_eps.export.targets.go_notation import exported_name
from symbolic_eps.export.targets.java import _name as _java_name
from symbolic_eps.export.targets.javascript import _name as _javascript_name
from symbolic_eps.export.targets.rust import _name as _rust_name

NAN, INFINITE = math.nan, math.inf
D, S = Refusal.DOMAIN, Refusal.RANGE


@dataclass(frozen=True)
class Case:
    """A point without a value: why, and what a message has to say."""

    function: str
    point: tuple[float, ...]
    refusal: Refusal
    said: str


CASES = [
    Case("root", (3.0, 0.0, 0.5), D, "p is not a number above 0 and at most 1"),
    Case("root", (3.0, -0.0, 0.5), D, "p is not a number above 0 and at most 1"),
    Case("root", (3.0, -0.25, 0.5), D, "p is not a number above 0 and at most 1"),
    Case("root", (3.0, NAN, 0.5), D, "p is not a number above 0 and at most 1"),
    Case("root", (3.0, 1 + 2.0**-52, 0.5), D, "p is not a number above 0 and at most 1"),
    Case("root", (3.0, INFINITE, 0.5), D, "p is not a number above 0 and at most 1"),
    Case("root", (3.0, 2.0**-1074, 0.5), S, "p is too small to compute with: below 2^-1022"),
    Case("root", (3.0, 2.0**-1022 - 2.0**-1074, 0.5), S, "p is too small to compute with: below 2^-1022"),
    Case("root", (3.0, 0.5, 0.0), D, "q is not a number above 0 and at most 1"),
    Case("root", (3.0, 0.5, NAN), D, "q is not a number above 0 and at most 1"),
    Case("root", (3.0, 0.5, 1.5), D, "q is not a number above 0 and at most 1"),
    Case("root", (3.0, 0.5, 1e-310), S, "q is too small to compute with: below 2^-1022"),
    Case("root", (1 - 2.0**-53, 0.5, 0.5), D, "r is not a number of at least 1"),
    Case("root", (-INFINITE, 0.5, 0.5), D, "r is not a number of at least 1"),
    Case("root", (NAN, 0.5, 0.5), D, "r is not a number of at least 1"),
    Case("root", (2.0**301, 0.5, 0.5), S, "r is too large to compute with: above 2^300"),
    Case("root", (INFINITE, 0.5, 0.5), S, "r is too large to compute with: above 2^300"),
    Case("root", (INFINITE, 2.0**-1074, 0.0), D, "q is not a number above 0 and at most 1"),
    Case("bound", (-1e-9, 0.5, 0.5), D, "epsilon is not a number of at least 0"),
    Case("bound", (1e-310, 0.5, 0.5), S, "epsilon is too small to compute with: below 2^-1022, and not 0"),
    Case("bound", (300.5, 0.5, 0.5), S, "epsilon is too large to compute with: above 300"),
    Case("tail", (1.5, 0.5), D, "steps is not a whole number"),
    Case("tail", (0.5, 0.5), D, "steps is not a number of at least 1"),
    Case("tail", (2.0**51, 1e-9), S, "steps is too large to compute with: above 2^50"),
    Case("tail", (700.0, 1.0), D, "needed: epsilon*steps <= 600"),
    Case("box", (3.0, 0.5, 0.25, 0.5, 0.5), D, "needed: p0 <= p1"),
    Case("box", (3.0, 1e-310, 0.2, 0.5, 0.5), S, "p0 is too small to compute with: below 2^-1022, and not 0"),
    Case("box", (3.0, -1.0, 0.25, 0.5, 0.5), D, "p0 is not a number of at least 0"),
    Case("box", (1.0, 0.25, 0.5, 0.5, 0.5), D, "r is not a number above 1"),
]
FUNCTIONS = ("root", "bound", "tail", "box")
CALLS = [(case, suffix) for case in CASES for suffix in ("", "_lower")]


@pytest.fixture(scope="module")
def formulas() -> dict[str, Formula]:
    known = exportable()
    return {name: known[name].make() for name in FUNCTIONS}


@pytest.fixture(scope="module")
def exported(formulas, tmp_path_factory) -> Callable[[str], Path]:
    """A folder with the files of a target, without vectors."""

    def export(target: str) -> Path:
        folder = tmp_path_factory.mktemp(target)
        chosen = target_named(target)
        sheets = [
            Sheet(fitted(chosen, f), "0" * 64, f"vectors/{f.name}.csv", "0" * 64, "0")
            for f in formulas.values()
        ]
        for path, text in chosen.files(sheets).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        return folder

    return export


def ran(folder: Path, *command: str) -> list[str]:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return name


def bits(x: float) -> str:
    return struct.pack(">d", x).hex()


# Each language: what each call said, "KIND|message"; and the kinds of what is of another type than a number.


def in_c(folder: Path) -> tuple[list[str], set[str]]:
    calls = "\n".join(
        f"    errno = 0; said(eps_{c.function}{suffix}"
        f"({', '.join(f'number(0x{bits(x)}u)' for x in c.point)}));"
        for c, suffix in CALLS
    )
    program = f"""
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "symbolic_eps.h"
static double number(uint64_t bits) {{ double x; memcpy(&x, &bits, sizeof x); return x; }}
static void said(double y)
{{
    const char *kind = errno == EDOM ? "EDOM" : errno == ERANGE ? "ERANGE" : "nothing";
    printf("%s|%s\\n", kind, isnan(y) ? "NaN" : "a number");
}}
int main(void)
{{
{calls}
    return 0;
}}
"""
    name = written(folder, "calls.c", program)
    ran(folder, "gcc", "-std=c99", "-Wall", "-Werror", "-o", "calls", name, "symbolic_eps.c", "-lm")
    return ran(folder, "./calls"), {"NaN"}


def in_cpp(folder: Path) -> tuple[list[str], set[str]]:
    calls = "\n".join(
        f"    said([] {{ return symbolic_eps::{c.function}{suffix}"
        f"({', '.join(f'number(0x{bits(x)}u)' for x in c.point)}); }});"
        for c, suffix in CALLS
    )
    program = f"""
#include "symbolic_eps.hpp"
#include <cstdint>
#include <cstdio>
#include <cstring>
static double number(std::uint64_t bits) {{ double x; std::memcpy(&x, &bits, sizeof x); return x; }}
static void said(double (*call)()) {{
    try {{
        std::printf("a number|%g\\n", call());
    }} catch (const std::domain_error &error) {{
        std::printf("std::domain_error|%s\\n", error.what());
    }} catch (const std::range_error &error) {{
        std::printf("std::range_error|%s\\n", error.what());
    }}
}}
int main() {{
{calls}
}}
"""
    ran(folder, "g++", "-std=c++17", "-Wall", "-Werror", "-o", "calls", written(folder, "calls.cpp", program))
    return ran(folder, "./calls"), set()


def in_go(folder: Path) -> tuple[list[str], set[str]]:
    calls = "\n".join(
        f"\tsaid(symboliceps.{exported_name(c.function + suffix)}"
        f"({', '.join(f'math.Float64frombits(0x{bits(x)})' for x in c.point)}))"
        for c, suffix in CALLS
    )
    program = f"""package main

import (
	"fmt"
	"math"
	"strings"
	"symboliceps"
)

func said(value float64, err error) {{
	kind := strings.TrimPrefix(fmt.Sprintf("%T", err), "symboliceps.")
	if err == nil || !math.IsNaN(value) {{
		kind = "a number"
	}}
	fmt.Printf("%s|%v\\n", kind, err)
}}

func main() {{
{calls}
}}
"""
    (folder / "calls").mkdir()
    return ran(folder, "go", "run", f"./{Path(written(folder, 'calls/main.go', program)).parent}"), {"NaN"}


def in_python(folder: Path) -> tuple[list[str], set[str]]:
    calls = [(f"{c.function}{suffix}", [bits(x) for x in c.point]) for c, suffix in CALLS]
    program = f"""
import json, struct
from fractions import Fraction
import symbolic_eps_formulas as ours

def said(f, *x):
    try:
        return f"a number|{{f(*x)!r}}"
    except (ValueError, TypeError) as error:
        assert not isinstance(error, ValueError) or type(error) is not ValueError
        return f"{{type(error).__name__}}|{{error}}"

for name, point in json.loads({json.dumps(json.dumps(calls))}):
    print(said(getattr(ours, name), *(struct.unpack(">d", bytes.fromhex(b))[0] for b in point)))
for other in ("0.5", None, 1j, Fraction(1, 3), 10**400):
    print(said(ours.root, 3.0, other, 0.5))
"""
    lines = ran(folder, sys.executable, "-W", "error", written(folder, "calls.py", program))
    others = [line.partition("|")[0] for line in lines[len(CALLS) :]]
    assert others == [*["TypeError"] * 3, "OutsideDomainError", "OutOfRangeError"]
    return lines[: len(CALLS)], {*others, "ValueError"}


def in_rust(folder: Path) -> tuple[list[str], set[str]]:
    calls = "\n".join(
        f"    said(symbolic_eps::{_rust_name(c.function + suffix)}("
        f"{', '.join(f'f64::from_bits(0x{bits(x)})' for x in c.point)}));"
        for c, suffix in CALLS
    )
    program = f"""
use symbolic_eps::Error;
fn said(result: Result<f64, Error>) {{
    match result {{
        Ok(value) => println!("a number|{{}}", value),
        Err(Error::Domain(message)) => println!("Error::Domain|{{}}", message),
        Err(Error::Range(message)) => println!("Error::Range|{{}}", message),
    }}
}}
fn main() {{
{calls}
}}
"""
    common = ("rustc", "--edition", "2021", "-D", "warnings")
    ran(folder, *common, "--crate-type", "rlib", "--crate-name", "symbolic_eps", "src/lib.rs")
    given = ("--extern", "symbolic_eps=libsymbolic_eps.rlib", "-o", "calls")
    ran(folder, *common, *given, written(folder, "calls.rs", program))
    return ran(folder, "./calls"), set()


def in_java(folder: Path) -> tuple[list[str], set[str]]:
    calls = "\n".join(
        f"        said(() -> symboliceps.SymbolicEps.{_java_name(c.function + suffix)}("
        f"{', '.join(f'Double.longBitsToDouble(0x{bits(x)}L)' for x in c.point)}));"
        for c, suffix in CALLS
    )
    program = f"""
import java.util.function.DoubleSupplier;
final class Calls {{
    static void said(DoubleSupplier call) {{
        try {{
            System.out.println("a number|" + call.getAsDouble());
        }} catch (RuntimeException error) {{
            System.out.println(error.getClass().getSimpleName() + "|" + error.getMessage());
        }}
    }}
    public static void main(String[] none) {{
{calls}
    }}
}}
"""
    ran(folder, "javac", "-d", ".", "symboliceps/SymbolicEps.java", written(folder, "Calls.java", program))
    return ran(folder, "java", "-cp", ".", "Calls"), set()


def in_javascript(folder: Path) -> tuple[list[str], set[str]]:
    calls = [[_javascript_name(f"{c.function}{suffix}"), [bits(x) for x in c.point]] for c, suffix in CALLS]
    program = f"""
import * as ours from "./symbolic_eps.js";
const view = new DataView(new ArrayBuffer(8));
function number(bits) {{ view.setBigUint64(0, BigInt(`0x${{bits}}`)); return view.getFloat64(0); }}
function said(f, ...point) {{
  try {{
    return `a number|${{f(...point)}}`;
  }} catch (error) {{
    return `${{error.constructor.name}}|${{error.message}}`;
  }}
}}
for (const [name, point] of {json.dumps(calls)}) console.log(said(ours[name], ...point.map(number)));
for (const other of ["0.5", null, undefined, 1n]) console.log(said(ours.root, 3, other, 0.5));
"""
    lines = ran(folder, "node", written(folder, "calls.mjs", program))
    return lines[: len(CALLS)], {line.partition("|")[0] for line in lines[len(CALLS) :]}


def in_numpy(folder: Path) -> tuple[list[str], set[str]]:
    calls = [(f"{c.function}{suffix}", [bits(x) for x in c.point]) for c, suffix in CALLS]
    program = f"""
import json, struct
import numpy as np
import symbolic_eps_numpy as ours

def said(f, *x):
    try:
        return f"a number|{{f(*x)!r}}"
    except (ValueError, TypeError) as error:
        return f"{{type(error).__name__}}|{{error}}"

for name, point in json.loads({json.dumps(json.dumps(calls))}):
    x = [struct.unpack(">d", bytes.fromhex(b))[0] for b in point]
    print(said(getattr(ours, name), *x))
for other in ("0.5", 1j, [1j]):
    print(said(ours.root, 3.0, other, 0.5))
"""
    lines = ran(folder, sys.executable, "-W", "error", written(folder, "calls.py", program))
    return lines[: len(CALLS)], {line.partition("|")[0] for line in lines[len(CALLS) :]}


def in_r(folder: Path) -> tuple[list[str], set[str]]:
    def number(x: float) -> str:
        return "NaN" if math.isnan(x) else repr(x).replace("inf", "Inf")

    calls = "\n".join(
        f"said(eps_{c.function}{suffix}({', '.join(map(number, c.point))}))" for c, suffix in CALLS
    )
    program = f"""
for (file in list.files("R", full.names = TRUE)) source(file)
said <- function(call) {{
  kind <- "nothing"
  value <- tryCatch(withCallingHandlers(call, warning = function(w) {{
    kind <<- "a warning"
    invokeRestart("muffleWarning")
  }}), error = function(e) {{ kind <<- "an error"; NaN }})
  cat(kind, "|", if (is.nan(value)) "NaN" else "a number", "\\n", sep = "")
}}
{calls}
said(eps_root(3, "0.5", 0.5))
"""
    *lines, other = ran(folder, "Rscript", "--vanilla", written(folder, "calls.R", program))
    return lines, {other.partition("|")[0], "NaN", "NA"}


MESSAGES = {"cpp", "go", "python", "rust", "java", "javascript", "numpy"}
LANGUAGES = {
    "c": (in_c, {D: "EDOM", S: "ERANGE"}, ("gcc",)),
    "cpp": (in_cpp, {D: "std::domain_error", S: "std::range_error"}, ("g++",)),
    "go": (in_go, {D: "DomainError", S: "RangeError"}, ("go",)),
    "python": (in_python, {D: "OutsideDomainError", S: "OutOfRangeError"}, ()),
    "rust": (in_rust, {D: "Error::Domain", S: "Error::Range"}, ("rustc",)),
    "java": (in_java, {D: "IllegalArgumentException", S: "ArithmeticException"}, ("javac", "java")),
    "javascript": (in_javascript, {D: "RangeError", S: "RangeError"}, ("node",)),
    "numpy": (in_numpy, {D: "ValueError", S: "ValueError"}, ()),
    "r": (in_r, {D: "a warning", S: "a warning"}, ("Rscript",)),
}
_KINDS = re.compile(
    r"EDOM|ERANGE|\bN[aA]N\b|\bNA\b|NULL|Error::\w+|std::\w+|\b\w+(?:Errors?|Exception)\b|an error|a warning"
)


def named(texts: Iterable[str]) -> set[str]:
    """The kinds of errors that texts name."""
    return {found.removesuffix("s") for text in texts for found in _KINDS.findall(text)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_cause_has_its_error_and_its_message(exported, needs, language):
    calls, kinds, programs = LANGUAGES[language]
    needs(*programs)
    lines, others = calls(exported(language))
    assert len(lines) == len(CALLS)
    seen = set(others)
    for (case, suffix), line in zip(CALLS, lines, strict=True):
        kind, _, message = line.partition("|")
        seen.add(kind)
        handed_on = language == "r" and any(map(math.isnan, case.point))
        assert kind == ("nothing" if handed_on else kinds[case.refusal]), (case, suffix, line)
        if language in MESSAGES:
            assert message.startswith(case.said), (case, suffix, line)
        else:
            assert message == "NaN"
    target = target_named(language)
    assert named((target.refusals.domain, target.refusals.size)) == seen - {"nothing"}
    size, domain = (named((text,)) for text in (target.refusals.size, target.refusals.domain))
    assert kinds[D] in domain and kinds[S] in size and (kinds[D] == kinds[S] or kinds[D] not in size)


def test_numpy_names_the_element(exported):
    folder = exported("numpy")
    program = "import symbolic_eps_numpy as ours\nours.root([2.0, 3.0], [[0.5], [5e-324]], 0.5)"
    command = (sys.executable, written(folder, "calls.py", program))
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    last = done.stderr.splitlines()[-1]
    assert last.startswith(
        "ValueError: p is too small to compute with: below 2^-1022 at index (1, 0): r = 2.0"
    )


def sql_rows(formulas: dict[str, Formula], folder: Path, engine: str) -> Iterator[tuple[float | None, ...]]:
    connection = sqlite3.connect(":memory:") if engine == "sqlite" else duckdb.connect()
    for case in CASES:
        columns = formulas[case.function].arguments
        names = ", ".join(f'"{a.name}" DOUBLE' for a in columns)
        view = (folder / "views" / f"{case.function}.sql").read_text()
        connection.execute(f"CREATE TABLE points ({names})")
        connection.execute(f"INSERT INTO points VALUES ({', '.join('?' * len(columns))})", case.point)
        connection.execute(view)
        yield connection.execute(
            f'SELECT "{case.function}", "{case.function}_lower" FROM eps_{case.function}'
        ).fetchone()
        connection.execute(f"DROP VIEW eps_{case.function}")
        connection.execute("DROP TABLE points")


@pytest.mark.parametrize("engine", ["sqlite", "duckdb"])
def test_databases_give_null(formulas, exported, engine):
    target = target_named(engine)
    assert target.refusals.domain == target.refusals.size == "NULL"
    assert set(sql_rows(formulas, exported(engine), engine)) == {(None, None)}


def test_fpcore_gives_nan_and_its_precondition_is_false(exported):
    folder = exported("fpcore")
    names = [f"{c.function}{suffix}" for c, suffix in CALLS]
    points = [[bits(x) for x in c.point] for c, _ in CALLS]
    program = f"""
import sys
from self_test import OPERATIONS, functions_in, number, parsed, value_of
sys.setrecursionlimit(100_000)
text = open("symbolic_eps.fpcore").read()
found = functions_in(text)
OPERATIONS["or"] = lambda *truths: any(truths)
OPERATIONS["trunc"] = lambda x: float(int(x))
OPERATIONS["<="] = lambda *x: all(one <= other for one, other in zip(x, x[1:]))
needed = {{name: (parameters, body[body.index(":pre") + 1]) for _, name, parameters, *body in parsed(text)}}
for name, point in zip({names!r}, {points!r}):
    x = [number(b) for b in point]
    parameters, condition = needed[name]
    print(found[name](x), value_of(condition, dict(zip(parameters, x))))
"""
    assert set(ran(folder, sys.executable, written(folder, "calls.py", program))) == {"nan False"}


def test_every_requirement_of_a_program_is_among_the_causes(formulas):
    """No error path is left untried, but the last: what is never computed wrongly there is never reached."""
    body = formulas["root"].program().body
    messages = {s.message for s in body if isinstance(s, Require)}
    last = "the arguments are too small or too large to compute with"
    assert messages - {last} == {case.said for case in CASES if case.function == "root"}


def test_the_interpreter_says_the_same(formulas):
    for case, suffix in CALLS:
        formula = formulas[case.function]
        program = formula.safe_program() if suffix else formula.program()
        with pytest.raises(RefusedError) as error:
            run(program, case.point)
        assert (error.value.refusal, str(error.value)) == (case.refusal, case.said)


@pytest.mark.parametrize("target", sorted({*NAMES} - {*LANGUAGES}))
def test_other_targets_have_no_errors_to_name(target):
    """Databases and spreadsheets have one answer; proofs and texts none. Julia's self-test knows its own."""
    refusals = target_named(target).refusals
    assert target == "julia" or not named((refusals.domain, refusals.size)) - {"NULL", "NAN"}
