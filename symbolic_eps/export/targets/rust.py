"""Rust: a crate without dependencies. Each function returns the number, or an error outside the domain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

from symbolic_eps.export.layout.argument_domains import given
from symbolic_eps.export.layout.closures import CLOSURE, called_in_place, with_closures
from symbolic_eps.export.layout.doc_comments import Common, never, safe_side, title
from symbolic_eps.export.layout.library import Library
from symbolic_eps.export.layout.line_breaking import Style, packed
from symbolic_eps.export.layout.skeleton import NONE, Skeleton
from symbolic_eps.export.layout.target import Refusals, Sheet, bounds, generated, release
from symbolic_eps.export.layout.text import Notation
from symbolic_eps.export.packages.licence import HOLDER, IDENTIFIER
from symbolic_eps.export.programs import environment
from symbolic_eps.export.programs.program import (
    Apply,
    Choose,
    Constant,
    Expression,
    Operation,
    Program,
    Refusal,
    Require,
    Variable,
)
from symbolic_eps.export.rewriting.parts import STEP, beyond, decimal, steps_of
from symbolic_eps.export.rewriting.totals import TIMES
from symbolic_eps.export.targets.rust_text import escaped, opened, wrapped_lines
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
    """A short decimal text; a power of 2 by its exponent."""
    said = re.sub(r"TWO_TO_(MINUS_)?(\d+)", r"two_to(\1\2)", decimal(value))
    return said.replace("MINUS_", "-").replace("e+", "e")


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
            case Apply(operation=Operation.EXACT_SUM, arguments=terms):
                return f"exact_sum(&mut [{', '.join(map(self.expression, terms))}])"
            case Apply(operation=operation, arguments=(coefficient, *factors)) if operation == TIMES:
                return f"{self.expression(coefficient)}: {', '.join(map(self.expression, factors))}"
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
    total="total! {{ {terms} }}",
    between="; ",
)


class Rust(Skeleton):
    """A crate, for rustc from 1.62 on."""

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
    products = "rust/products.rs"
    of_platform = MappingProxyType({Operation.LOG: "{}.ln()", Operation.LOG1P: "{}.ln_1p()"})
    logarithms = ("rust", "rs")
    calls_roots_from, remarked_sums, zero_by_size = 4, False, True
    silent = frozenset(
        {"nothing underflowed", "a ratio that could overflow", "most of it cancelled: exactly"}
    )
    presets = True
    ratio = "{called}({g}, {m}, || {a})"
    told_below, style = True, Style.RUST
    let, give = "let {name} = {value};", "{value}"
    let_both = "let ({name}, {other}) = ({value}, {second});"
    start, end_of_choice = "let {name} = ", "};"
    test, wrapped = "if {test} {{", ("if ", "{")
    variable, again, early = "let mut {name} = {value};", "{name} = {value};", "return Ok({value});"
    refuse = ("require({test}, {refusal}({message}))?;",)
    refuse_apart = ("require(", "    {test},", "    {refusal}({message}),", ")?;")
    reasons = MappingProxyType({refusal: refusal.capitalize() for refusal in Refusal})
    result, last_result = "return in_range({value});", "in_range({value})"
    result_in_place = ("let value = {value};", f"require(value >= 0.0, Range({NONE}))?;", "Ok(value)")
    answer, attempt = "Ok({value})", "?"
    chained = "} else "

    returned = "Result"
    """What functions for users return: an alias, where there are many of them."""

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """Of a few formulas without an alias of a type, and `within` as a closure."""
        language = copy(self)
        if len(sheets) < _SEVERAL:
            language.notation = replace(self.notation, called=called_in_place)
            language.returned = "Result<f64, Error>"
        return super(Rust, language).files(sheets)

    def head(self, program: Program, sheet: Sheet, safe: bool) -> Iterator[str]:
        """Documentation and signature."""
        told = _documented_safe(sheet) if safe else _documented(sheet, self.common)
        yield from ("", *told, *opened(f"pub fn {_signature(program)} -> {self.returned} {{"))

    def private_head(self, program: Program, told: str) -> Iterator[str]:
        """The same."""
        result = self.returned if _refuses(program) else "f64"
        yield from ("", f"/// {told}", *opened(f"fn {_signature(program)} -> {result} {{"))

    def entered(self, program: Program) -> Iterator[str]:
        """The check of the environment."""
        yield f"    in_{environment.PROGRAM.name}()?;"

    def of_environment(self) -> Iterator[str]:
        """None of its own: it is asked for where its arguments are read."""
        yield from ()

    def public(self, library: Library) -> Iterator[str]:
        """The functions that users call; macros ask and move where several do the same."""
        if len(library.pairs) < _SEVERAL:
            yield from super().public(library)
            return
        for sheet, (program, safe) in zip(library.sheets, library.pairs, strict=True):
            yield from (*self.head(program, sheet, False), *self._asked(program), "}")
            step = beyond(program, safe)
            if step is None:
                yield from (*self.head(safe, sheet, True), *self._asked(safe), "}")
            else:
                yield from self._moved(program, sheet, step)

    def _asked(self, program: Program) -> Iterator[str]:
        """What a function asks first, single arguments in a macro; then its statements."""
        asked = given(program) if all(_name(p) == p for p in program.parameters) else {}
        if not asked:
            yield from (*self.entered(program), *self.body(program))
            return
        *words, last = (f"[{word}]" for word in asked)
        yield from packed("    given!(", [*words, f"{last});"], "        ", self.longest)
        count = sum(map(len, asked.values()))
        yield from self.body(replace(program, body=program.body[count:]))

    def _moved(self, program: Program, sheet: Sheet, step: Program) -> Iterator[str]:
        times, share = _steps(step)
        call = f"{_name(program.name)}({self.listed(program.parameters)})"
        less = {STEP: "STEP", -STEP: "-STEP"}.get(share) or _number(share)
        moved = f'less {times} times {less}, "{never(sheet.formula)}");'
        yield from packed("safe!(", [f"{_name(step.name)} =", call, moved], self.indent, self.longest)

    def beside(self, call: str, step: Program, program: Program) -> Iterator[str]:
        """The result of a function, moved to its safe side; infinity less anything stays infinite."""
        times, share = _steps(step)
        share_of = f"x - x.min(f64::MAX) * {self.notation.number(share)}"
        yield f"    let less = |x: f64, _| if x > 0.0 {{ {share_of} }} else {{ x }};"
        yield f"    Ok((0..{times}).fold({call}, less))"

    def laid_out(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines; no comment at the end of one before a comment, which rustfmt would take for its rest."""
        listed = (part for line in with_closures(lines, _INSIDE) for part in self._listed(line))
        said = [*super().laid_out(listed), ""]
        for line, following in pairwise(said):
            code, sign, comment = line.partition("; // ")
            if sign and following.lstrip().startswith("//"):
                yield from (f"{line[: len(line) - len(line.lstrip())]}// {comment}", f"{code};")
            else:
                yield line

    def _answered(self, choice: Choose, indent: str, lines: Iterable[str]) -> Iterator[str]:
        """What is said of the first block stands behind a line that is all of it, if without a closure."""
        said = [*lines]
        line = f"{said[0]}{self.comment(choice.comment)}"
        behind = choice.comment and not said[1:] and len(line) <= self.longest and "||" not in line
        yield from super()._answered(replace(choice, comment="") if behind else choice, indent, ())
        yield from (line,) if behind else said

    def _ratio(self, choice: Choose) -> str:
        """But for half of one with a macro in a closure, of which rustfmt would make no fewer lines."""
        text = super()._ratio(choice)
        return "" if "!" in text and text.startswith("0.5") else text

    def _listed(self, line: str) -> Iterator[str]:
        """A line; products in lines of their own where it is too long, and in a closure."""
        before, sign, rest = line.partition("total! { ")
        products, end, after = rest.partition(" }")
        indent = before[: len(before) - len(before.lstrip())]
        if before.endswith("|| "):
            yield f"{before}{{"
            yield from self._listed(f"{indent}{self.indent}{sign}{products}{end}")
            yield f"{indent}}}{after}"
            return
        if not sign or len(line) <= self.longest:
            yield line
            return
        *words, last = products.split("; ")
        yield f"{before}{sign.rstrip()}"
        yield from packed("", [*(f"{word};" for word in words), last], indent + self.indent, self.longest)
        yield f"{indent}{end.lstrip()}{after}"

    def body(self, program: Program) -> Iterator[str]:
        """The statements, with few names; a function that never refuses returns the number itself."""
        short = self.short(program)
        if _refuses(program):
            yield from super().body(short)
            return
        yield from self.value_of(short)

    def written(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`Cargo.toml`, `src/lib.rs` and `tests/self_test.rs`."""
        said, library = generated(sheets), self.library(sheets)
        functions, asked = self.functions_of(library), [*_environment(self.notation)]
        lines = [*self.called_helpers((*functions, *asked)), *functions]
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
                probes=", ".join(map(repr, environment.PROBES.values())),
                common=(
                    f"//! {line}"
                    for told in self.common.said()
                    for line in wrapped_lines(f"* {escaped(told)}")
                ),
                alias=() if "<" in self.returned else _ALIAS,
                allowed=lints_allowed("\n".join(lines)),
                environment=asked,
                functions=lines,
            ),
            "tests/self_test.rs": filled("rust/self_test.rs", generated=said, checks=_checks(sheets)),
        }


TARGET = Rust()

_SEVERAL = 4
"""How many formulas macros are written for."""
_INSIDE = (
    f"    let {CLOSURE} = |numbers: &[f64]| numbers.iter().all(|&x| x >= two_to(-960) && x <= two_to(960));"
)
_ALIAS = (
    "",
    "/// A number, or why there is none.",
    "pub type Result<T = f64, E = Error> = std::result::Result<T, E>;",
)


LINTS = {
    "non_snake_case": r"(?<!const )\b[A-Z]\w*: f64|let (mut )?\w*[A-Z]",
    "clippy::let_and_return": r"(?m)^( *)let (\w+) = .*(?:\n\1[ }].*)*;\n\1\2\n",
    "clippy::if_same_then_else": r"\} else if ",
    "clippy::cast_lossless": r" as f64",
    "clippy::cast_precision_loss": r" as f64",
}
"""What some exports do, and a pattern of it; what all do is allowed in the template."""


def lints_allowed(text: str) -> Iterator[str]:
    """What is allowed beside that, as linters would find it in the functions.

    Examples
    --------
    >>> list(lints_allowed("let x = n as f64;"))
    ['#![allow(clippy::cast_lossless, clippy::cast_precision_loss)]']
    """
    found = [lint for lint, pattern in LINTS.items() if re.search(pattern, text)]
    yield from (f"#![allow({', '.join(part)})]" for part in (found[:3], found[3:]) if part)


def _environment(notation: Notation) -> Iterator[str]:
    """What is asked of the arithmetic; what would make a line too long has a name."""
    said = ", ".join(map(notation.expression, environment.NAMED.values()))
    yield f"    let ({', '.join(environment.NAMED)}) = ({said});"
    *others, last = (
        f"    require({notation.comparison(one.condition)}, Domain({json.dumps(one.message)}))"
        for one in environment.requirements(least=Variable("least"), above=Variable("above"))
    )
    yield from (*(f"{line}?;" for line in others), last)


def _checks(sheets: Sequence[Sheet]) -> Iterator[str]:
    for sheet in sheets:
        formula = sheet.formula
        places = " ".join(str(i) for i in range(len(formula.arguments)))
        functions = f"{_name(formula.name)} {_name(formula.safe_name)} ({places})"
        numbers = bounds(sheet).replace(",", "")
        yield from (f"    vectors! {{ {json.dumps(sheet.vectors)}", f"        {functions} {numbers} }},")


def _steps(step: Program) -> tuple[int, float]:
    """How often which share is taken from a result."""
    steps = steps_of(step)
    if steps is None:
        raise ValueError(f"{step.name} takes no steps from a result")
    return steps


def _refuses(program: Program) -> bool:
    return any(isinstance(statement, Require) for statement in program.body)


def _signature(program: Program) -> str:
    return f"{_name(program.name)}({', '.join(f'{_name(p)}: f64' for p in program.parameters)})"


def _documented(sheet: Sheet, common: Common) -> Iterator[str]:
    """The title, and a list: arguments, domain, result, what the safe function is, source."""
    yield from (f"/// {line.strip()}" for line in wrapped_lines(escaped(title(sheet))))
    yield "///"
    said = common.paragraph(sheet, _name)
    yield from (f"/// {line.strip()}" for line in wrapped_lines(escaped(said)))


def _documented_safe(sheet: Sheet) -> Iterator[str]:
    yield f"/// {safe_side(sheet, f'As [`{_name(sheet.formula.name)}`]')}"
