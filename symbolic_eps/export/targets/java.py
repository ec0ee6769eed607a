"""Java: a final class of static methods. Each returns the number, or throws outside the domain."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from types import MappingProxyType

from symbolic_eps.export.layout.doc_comments import Common, safe_side, title
from symbolic_eps.export.layout.kinds import Kind, kinds_of
from symbolic_eps.export.layout.library import Library
from symbolic_eps.export.layout.line_breaking import broken
from symbolic_eps.export.layout.skeleton import NONE, Skeleton
from symbolic_eps.export.layout.target import REASONS, Refusals, Sheet, bounds, generated, wrapped
from symbolic_eps.export.layout.text import Notation, camel
from symbolic_eps.export.programs import environment
from symbolic_eps.export.programs.program import Operation, Program, Refusal
from symbolic_eps.export.rewriting.parts import short_number
from symbolic_eps.export.targets.c_text import joined
from symbolic_eps.export.template import filled

_WORDS = """
    abstract assert boolean break byte case catch char class const continue default do double else enum
    extends false final finally float for goto if implements import instanceof int interface long native new
    null package private protected public return short static strictfp super switch synchronized this throw
    throws transient true try var void volatile while yield record sealed permits Double Math StrictMath
"""
_KEYWORDS = frozenset(_WORDS.split())


def _name(name: str) -> str:
    """The name in Java's habit."""
    text = camel(name)
    return f"{text}_" if text in _KEYWORDS else text


_NOTATION = Notation(
    functions={
        Operation.ABSOLUTE: "Math.abs",
        Operation.SQUARE_ROOT: "Math.sqrt",
        Operation.LOG: "ln",
        Operation.LOG1P: "ln1p",
        Operation.LOG1P_SUM: "ln1pSum",
        Operation.EXP: "StrictMath.exp",
        Operation.EXPM1: "StrictMath.expm1",
    },
    number=short_number,
    infinity="Double.POSITIVE_INFINITY",
    name=_name,
    called=_name,
    times="times({})",
)


EXCEPTIONS = {Refusal.DOMAIN: "IllegalArgumentException", Refusal.RANGE: "ArithmeticException"}

_THROWN = " and ".join(f"{{@code {EXCEPTIONS[refusal]}}} {reason}" for refusal, reason in REASONS.items())
_TOLD = (
    f"Privacy budgets in binary64. The order of operations matters. Methods throw {_THROWN}.",
    f"<p>They ask whether {environment.ASSUMED} (before Java 17, x86 needs SSE2). Results are the same bits "
    "everywhere where no function of the platform is named; those of {@code StrictMath} are within 1 ulp. "
    "Statements, and SHA-256 of them and of test vectors: manifest.json.",
)


class Java(Skeleton):
    """A class without dependencies, for Java 8 and later."""

    name = "java"
    title = "Java"
    functions = frozenset(_NOTATION.functions)
    refusals = Refusals(*(f"throws {EXCEPTIONS[refusal]}" for refusal in Refusal))
    environment = "asked at each call: native methods can change it"
    self_test = (
        "javac -Xlint:all -Werror -encoding UTF-8 -d classes symboliceps/SymbolicEps.java "
        "symboliceps/SelfTest.java && java -cp classes symboliceps.SelfTest; "
        "passed=$?; rm -rf classes; exit $passed"
    )

    notation = _NOTATION
    selection = "{test} ? {one} : {other}"
    zero_or_none = "{x} == 0.0 ? 0.0 : -1.0"
    calls_roots_from, remarked_sums = 4, False
    silent = frozenset({"nothing underflowed", "a ratio that could overflow"})
    ratio = "{called}({g}, {m}, () -> {a})"
    exact_sum = "java/exact_sum.java"
    products = "java/products.java"
    of_platform = MappingProxyType({Operation.LOG: "StrictMath.log", Operation.LOG1P: "StrictMath.log1p"})
    logarithms = ("java", "java")
    table_indent = "        "
    within = "    "
    reasons = MappingProxyType({refusal: f"require{refusal.capitalize()}" for refusal in Refusal})
    let, give, declare = "final double {name} = {value};", "{name} = {value};", "final double {name};"
    variable = "double {name} = {value};"
    refuse, refuse_apart = ("{refusal}({test}, {message});",), ("{refusal}({test},", "    {message});")
    kind = "{name}"
    answer, result = "return {value};", "return inRange({value});"
    result_in_place = (
        "final double value = {value};",
        f"requireRange(value >= 0.0, {NONE});",
        "return value;",
    )
    chained, presets, all_within = "} else ", True, "all_within"
    told_of_environment = "Native code may change how numbers are rounded: asked at each call."

    def laid_out(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines; numbers that are named one after the other in one, if it is short."""
        return super().laid_out(joined(lines, "final double ", " // "))

    def function(self, name: str) -> str:
        """In the habit of the language."""
        return _name(name)

    def comment(self, text: str) -> str:
        r"""At the end of a line, without \u, which Java reads in comments too."""
        return f" // {text}".replace("\\", "\\\\")

    def head(self, program: Program, sheet: Sheet, safe: bool) -> Iterator[str]:
        """Javadoc and signature."""
        documented = _documented_safe(sheet) if safe else _documented(sheet, self.common)
        yield from (*[""] * (not safe), *documented, f"    public static {_signature(program)} {{")

    def private_head(self, program: Program, told: str) -> Iterator[str]:
        """The same."""
        yield from ("", f"    // {told}", f"    private static {_signature(program)} {{")

    def of_kinds(self, program: Program, kinds: Sequence[str]) -> Iterator[str]:
        """A call, which asks for the environment too."""
        each = (f"{_name(n)}, {k.upper()}" for n, k in zip(program.parameters, kinds, strict=True))
        yield f'        given("{" ".join(program.parameters)}", {", ".join(each)});'

    def entered(self, program: Program) -> Iterator[str]:
        """The check of the environment."""
        probes = ", ".join(f"SymbolicEps.{name}" for name in environment.PROBES)
        yield f"        {_name(environment.PROGRAM.name)}({probes});"

    def written(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`SymbolicEps.java` and `SelfTest.java` in the package `symboliceps`."""
        said, library = generated(sheets), self.library(sheets)
        probes = ", ".join(f"{name} = {short_number(value)}" for name, value in environment.PROBES.items())
        methods = self.functions_of(library)
        kinds = self.kinds_said(
            "java/kinds.java", library, kinds=_kinds(library.kinds), given=_given(library)
        )
        common = (f"<p>{_escaped(told)}" for told in self.common.said(_name))
        return {
            "symboliceps/SymbolicEps.java": filled(
                "java/SymbolicEps.java",
                generated=said,
                told=(f" * {line.strip()}" for told in (*_TOLD, *common) for line in wrapped(told, 97)),
                kinds=kinds,
                methods=(*self.called_helpers((*methods, *kinds)), *methods),
                probes=probes,
            ),
            "symboliceps/SelfTest.java": filled("java/SelfTest.java", generated=said, checks=_checks(sheets)),
        }


TARGET = Java()


def _kinds(kinds: Mapping[Kind, str]) -> Iterator[str]:
    """Kinds of arguments, as they are made."""
    for kind, name in kinds.items():
        said = f"{'above' if kind.above else 'from'}({short_number(kind.low)})"
        ends = f".{'below' if kind.below else 'upTo'}({short_number(kind.high)})" * (kind.high < inf)
        least = f".{'zeroOr' if kind.zero else 'least'}({short_number(kind.least)})" * (kind.least > 0)
        most = f".most({short_number(kind.most)})" * (kind.most < inf)
        made = f"Kind.{said}{ends}{least}{most}{'.whole()' * kind.whole}"
        yield f"    private static final Kind {name.upper()} = {made};"


def _given(library: Library) -> Iterator[str]:
    """What asks of so many arguments, without an array where all is as asked."""
    found = [kinds_of(program) for program, _ in library.pairs]
    for count in sorted({len(one[0]) for one in found if one}):
        numbers = range(1, count + 1)
        parameters = ", ".join(f"double x{i}, Kind k{i}" for i in numbers)
        probes = ", ".join(f"SymbolicEps.{name}" for name in environment.PROBES)
        given = (", ".join(f"{letter}{i}" for i in numbers) for letter in "xk")
        yield from (
            "",
            *broken(f"    private static void given(String names, {parameters}) {{", 100, "    "),
            f"        {_name(environment.PROGRAM.name)}({probes});",
            f"        if (!({' && '.join(f'k{i}.has(x{i})' for i in numbers)})) {{",
            f"            refuse(names, new double[] {{{next(given)}}}, new Kind[] {{{next(given)}}});",
            "        }",
            "    }",
        )


def _checks(sheets: Sequence[Sheet]) -> Iterator[str]:
    for sheet in sheets:
        name, count = sheet.formula.name, len(sheet.formula.arguments)
        point = ", ".join(f"x[{i}]" for i in range(count))
        yield f"        passed &= new SelfTest({count}, {bounds(sheet)},"
        yield f"            x -> SymbolicEps.{_name(name)}({point}),"
        safe = _name(sheet.formula.safe_name)
        yield f"            x -> SymbolicEps.{safe}({point}))"
        yield f"            .check({json.dumps(sheet.vectors)});"


def _signature(program: Program) -> str:
    return f"double {_name(program.name)}({', '.join(f'double {_name(p)}' for p in program.parameters)})"


_ROOM = 89
"""For a comment in a line."""


def _documented(sheet: Sheet, common: Common) -> Iterator[str]:
    """The title, and a paragraph."""
    said = _escaped(title(sheet)), f"<p>{_escaped(common.paragraph(sheet, _name))} */"
    first, *others = (line.strip() for part in said for line in wrapped(part, _ROOM + 3))
    yield from (f"    /** {first}", *(f"     * {line}" for line in others))


def _documented_safe(sheet: Sheet) -> Iterator[str]:
    """The same in few words."""
    name = f"{{@link #{_name(sheet.formula.name)}}}"
    told = safe_side(sheet, f"As {name}")
    yield f"    /** {told if len(told) <= _ROOM else told.removeprefix('As ')} */"


def _escaped(text: str) -> str:
    """As Javadoc shows it; without a slash after an asterisk, which would end the comment."""
    text = html.escape(text, quote=False).replace("*/", "*&#47;")
    return text.replace("@", "&#64;").replace("\\", "&#92;")
