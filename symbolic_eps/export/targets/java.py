"""Java: a final class of static methods. Each returns the number, or throws outside the domain."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from symbolic_eps.export.program import Assign, Block, Choose, Operation, Program, Require, Return
from symbolic_eps.export.targets.outline import Part, ends_with, part_of, parts_of, tidied
from symbolic_eps.export.targets.target import GENERATED, CannotExpressError, Sheet
from symbolic_eps.export.targets.text import Notation

_WORDS = """
    abstract assert boolean break byte case catch char class const continue default do double else enum
    extends false final finally float for goto if implements import instanceof int interface long native new
    null package private protected public return short static strictfp super switch synchronized this throw
    throws transient true try var void volatile while yield record sealed permits Double Math StrictMath
"""
_KEYWORDS = frozenset(_WORDS.split())


def _name(name: str) -> str:
    return f"{name}_" if name in _KEYWORDS else name


def _method(name: str) -> str:
    """The name in Java's habit."""
    first, *others = name.split("_")
    return _name(first + "".join(word[:1].upper() + word[1:] for word in others))


def _number(value: float) -> str:
    """A short decimal text, or a hexadecimal one as for powers of 2."""
    decimal = repr(value)
    if "e" not in decimal and len(decimal) < 12:
        return decimal
    return re.sub(r"\.?0*p\+?", "p", float.hex(value))


_NOTATION = Notation(
    functions={
        Operation.ABSOLUTE: "Math.abs",
        Operation.SQUARE_ROOT: "Math.sqrt",
        Operation.LOG: "StrictMath.log",
        Operation.LOG1P: "StrictMath.log1p",
        Operation.EXP: "StrictMath.exp",
        Operation.EXPM1: "StrictMath.expm1",
    },
    number=_number,
    infinity="Double.POSITIVE_INFINITY",
    name=_name,
)

_EXCEPTIONS = {"domain": "IllegalArgumentException", "range": "ArithmeticException"}


class Java:
    """A class without dependencies, for Java 8 and later."""

    name = "java"
    title = "Java"
    functions = frozenset(_NOTATION.functions)
    outside = (
        "throws IllegalArgumentException, or ArithmeticException where the arguments are too small or large"
    )
    self_test = (
        "javac -Xlint:all -Werror -encoding UTF-8 -d classes symboliceps/SymbolicEps.java "
        "symboliceps/SelfTest.java && java -cp classes symboliceps.SelfTest"
    )

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`SymbolicEps.java` and `SelfTest.java` in the package `symboliceps`."""
        methods = [_Methods.of(sheet) for sheet in sheets]
        names = [name for one in methods for name in one.names]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise CannotExpressError(f"java: two methods would be called {', '.join(twice)}")
        return {
            "symboliceps/SymbolicEps.java": "\n".join(_class(sheets, methods)) + "\n",
            "symboliceps/SelfTest.java": "\n".join(_self_test(sheets)) + "\n",
        }


TARGET = Java()


@dataclass(frozen=True)
class _Methods:
    """The two methods of a formula, and those that they seldom call.

    What is seldom needed stands apart also because the virtual machine compiles no long method.
    """

    programs: tuple[Program, Program]
    parts: Mapping[Part, str]

    @classmethod
    def of(cls, sheet: Sheet) -> _Methods:
        formula = sheet.formula
        tidy = [replace(p, body=tidied(p.body)) for p in (formula.program(), formula.lower_program())]
        parts = {part: _method(f"{formula.name}_{result}_rare") for part, result in parts_of(tidy).items()}
        return cls((tidy[0], tidy[1]), parts)

    @property
    def names(self) -> tuple[str, ...]:
        return (*(_method(p.name) for p in self.programs), *self.parts.values())


def _class(sheets: Sequence[Sheet], methods: Sequence[_Methods]) -> Iterator[str]:
    yield f"// {GENERATED.format(version=sheets[0].version)}"
    yield from _OPENING.strip("\n").split("\n")
    for sheet, one in zip(sheets, methods, strict=True):
        for program in one.programs:
            yield ""
            yield from _documented(sheet, lower=program is one.programs[1])
            yield f"    public static {_signature(_method(program.name), program.parameters)} {{"
            yield from _block(program.body, "        ", one.parts)
            yield "    }"
        for part, name in one.parts.items():
            yield ""
            yield f"    // Seldom needed. {_comment(part.comment)}".rstrip()
            yield f"    private static {_signature(name, part.parameters)} {{"
            yield from _returned(part, one.parts)
            yield "    }"
    yield "}"


def _signature(name: str, parameters: Sequence[str]) -> str:
    return f"double {name}({', '.join(f'double {_name(p)}' for p in parameters)})"


def _documented(sheet: Sheet, lower: bool) -> Iterator[str]:
    formula = sheet.formula
    method = _method(formula.name)
    yield "    /**"
    if lower:
        yield f"     * Never above the exact value of {{@link #{method}}}, and at most"
        yield f"     * {formula.lowest:.2f} ulps below it: the one to use for a privacy budget."
    else:
        name = re.escape(formula.name)
        first, *others = sheet.header
        yield f"     * {_escaped(re.sub(rf'^{name}:', f'{method}:', first))}"
        yield from ("     *", "     * <pre>")
        lower_name = _method(f"{formula.name}_lower")
        yield from (
            f"     * {_escaped(re.sub(rf'^{name}_lower ', f'{lower_name} ', line))}" for line in others
        )
        yield "     * </pre>"
    yield "     *"
    for argument in formula.arguments:
        yield f"     * @param {_name(argument.name)} {_escaped(argument.meaning)}"
    yield f"     * @return {'a lower bound on ' if lower else ''}{_escaped(formula.result)}"
    yield "     * @throws IllegalArgumentException outside the domain"
    yield "     * @throws ArithmeticException where the arguments are too small or too large to compute with"
    yield "     */"


def _escaped(text: str) -> str:
    """As Javadoc shows it."""
    for character in "&<>@\\":
        text = text.replace(character, f"&#{ord(character)};")
    return text.replace("*/", "*&#47;")


def _comment(text: str) -> str:
    r"""Without \u, which Java reads in comments too."""
    return text.replace("\\", "\\\\")


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _block(block: Block, indent: str, parts: Mapping[Part, str], result: str = "") -> Iterator[str]:
    """The statements; `result` is a variable of an outer block."""
    for statement in block:
        match statement:
            case Assign(name=name, value=value, comment=comment):
                declared = "" if name == result else "final double "
                said = f" // {_comment(comment)}" if comment else ""
                yield f"{indent}{declared}{_name(name)} = {_NOTATION.expression(value)};{said}"
            case Choose():
                if statement.result != result:
                    yield f"{indent}final double {_name(statement.result)};"
                yield from _choose(statement, indent, "", parts)
                yield f"{indent}}}"
            case Require(condition=condition, refusal=refusal, message=message):
                yield f"{indent}if (!({_NOTATION.comparison(condition)})) {{"
                yield f"{indent}    throw new {_EXCEPTIONS[refusal]}({_quoted(message)});"
                yield f"{indent}}}"
            case Return(value=value):
                yield f"{indent}return {_NOTATION.expression(value)};"


def _choose(choose: Choose, indent: str, start: str, parts: Mapping[Part, str]) -> Iterator[str]:
    """All but the last brace."""
    test = " && ".join(_NOTATION.comparison(c) for c in choose.conditions)
    yield f"{indent}{start}if ({test}) {{" + (f" // {_comment(choose.comment)}" if choose.comment else "")
    if choose.rare:
        part = part_of(choose)
        call = f"{parts[part]}({', '.join(map(_name, part.parameters))})"
        yield f"{indent}    {_name(choose.result)} = {call};"
    else:
        yield from _block(choose.then, indent + "    ", parts, choose.result)
    only = choose.otherwise[0]
    if len(choose.otherwise) == 1 and isinstance(only, Choose) and only.result == choose.result:
        yield from _choose(only, indent, "} else ", parts)
    else:
        yield f"{indent}}} else {{"
        yield from _block(choose.otherwise, indent + "    ", parts, choose.result)


def _returned(part: Part, parts: Mapping[Part, str]) -> Iterator[str]:
    """The body of a seldom-called method."""
    *others, last = part.block
    if not ends_with(part.block, part.result):
        raise ValueError(f"a block does not end with its result {part.result}")
    ended = (*others, Return(last.value)) if isinstance(last, Assign) else part.block
    yield from _block(ended, "        ", parts)
    if not isinstance(last, Assign):
        yield f"        return {_name(part.result)};"


def _self_test(sheets: Sequence[Sheet]) -> Iterator[str]:
    yield f"// {GENERATED.format(version=sheets[0].version)} Compares each method with its test vectors."
    yield from _CHECK.strip("\n").split("\n")
    yield from ("", "    public static void main(String[] arguments) throws IOException {")
    yield "        boolean passed = true;"
    for sheet in sheets:
        formula = sheet.formula
        count = len(formula.arguments)
        arguments = ", ".join(f"x[{i}]" for i in range(count))
        value, lower = (
            f"x -> SymbolicEps.{_method(n)}({arguments})" for n in (formula.name, f"{formula.name}_lower")
        )
        yield f"        passed &= new SelfTest({count}, {float(formula.error):.6f}, {formula.lowest:.6f},"
        yield f"            {value},"
        yield f"            {lower}).check({_quoted(sheet.vectors)});"
    yield from ("        System.exit(passed ? 0 : 1);", "    }", "}")


_OPENING = """
package symboliceps;

/**
 * Privacy budgets in binary64. The order of operations in each method matters.
 *
 * <p>Before Java 17, run on hardware with binary64 registers (all but x86 without SSE2). The functions of
 * {@code StrictMath} are within 1 ulp, and the same everywhere.
 */
public final class SymbolicEps {
    private SymbolicEps() {
    }
"""

_CHECK = """
package symboliceps;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

final class SelfTest {
    private final int count;
    private final double bound;
    private final double lowest;
    private final ToDoubleFunction<double[]> method;
    private final ToDoubleFunction<double[]> lower;
    private double largest = 0.0;

    private SelfTest(int count, double bound, double lowest,
            ToDoubleFunction<double[]> method, ToDoubleFunction<double[]> lower) {
        this.count = count;
        this.bound = bound;
        this.lowest = lowest;
        this.method = method;
        this.lower = lower;
    }

    /** Whether all points are right; says how many there are, and how many are not. */
    private boolean check(String path) throws IOException {
        final List<String> lines = Files.readAllLines(Paths.get(path), StandardCharsets.US_ASCII);
        int wrong = 0;
        for (String line : lines.subList(1, lines.size())) {
            wrong += isRight(line.split(",")) ? 0 : 1;
        }
        System.out.printf(Locale.ROOT, "%s: %d points, largest error %.2f ulps, %d wrong%n",
            path, lines.size() - 1, largest, wrong);
        return lines.size() > 1 && wrong == 0;
    }

    private boolean isRight(String[] fields) {
        if (fields.length != count + 6) {
            return false;
        }
        final double[] x = new double[count];
        for (int i = 0; i < count; i++) {
            x[i] = number(fields[i]);
        }
        if (fields[count].equals("outside")) {
            return isRefused(method, x) && isRefused(lower, x);
        }
        final double value;
        final double below;
        try {
            value = method.applyAsDouble(x);
            below = lower.applyAsDouble(x);
        } catch (RuntimeException refused) {
            return false;
        }
        if (fields[count].equals("infinite")) {
            return value == Double.POSITIVE_INFINITY && below == Double.POSITIVE_INFINITY;
        }
        final double rounded = number(fields[count + 1]);
        final double unit = number(fields[count + 4]);
        final double offset = Double.parseDouble(fields[count + 5]);
        final double error = Math.abs((value - rounded) / unit - offset);
        largest = error > largest ? error : largest;
        return fields[count].equals("value") && error <= bound && below <= number(fields[count + 2])
            && offset - (below - rounded) / unit <= lowest;
    }

    private static boolean isRefused(ToDoubleFunction<double[]> function, double[] x) {
        try {
            function.applyAsDouble(x);
            return false;
        } catch (IllegalArgumentException refused) {
            return true;
        } catch (RuntimeException other) {
            return false;
        }
    }

    private static double number(String bits) {
        return Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
    }
"""
