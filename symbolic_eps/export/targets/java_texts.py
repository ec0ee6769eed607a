"""What the Java export says in the same words whatever the formulas are, and its self-test."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

from symbolic_eps.export.program import Refusal
from symbolic_eps.export.targets.target import GENERATED, REASONS, Sheet

OPENING = """
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

ENVIRONMENT = """
    private static volatile double one = {one};
    private static volatile double least = {least};

    // Native code in the process may change how numbers are rounded: asked at each call.
"""

EXCEPTIONS = {Refusal.DOMAIN: "IllegalArgumentException", Refusal.RANGE: "ArithmeticException"}

THROWN = tuple(f"     * @throws {EXCEPTIONS[refusal]} {reason}" for refusal, reason in REASONS.items())

RARE = ("    // Where most of a value cancels: rounding errors are added too, so that its sign is exact.", "")


def self_test(sheets: Sequence[Sheet], name: Callable[[str], str]) -> Iterator[str]:
    """The lines of a program that compares each method with its test vectors."""
    yield f"// {GENERATED.format(version=sheets[0].version)} Compares each method with its test vectors."
    yield from SELF_TEST.strip("\n").split("\n")
    yield from ("", "    public static void main(String[] arguments) throws IOException {")
    yield "        boolean passed = true;"
    for sheet in sheets:
        formula = sheet.formula
        count = len(formula.arguments)
        arguments = ", ".join(f"x[{i}]" for i in range(count))
        value, lower = (
            f"x -> SymbolicEps.{name(n)}({arguments})" for n in (formula.name, f"{formula.name}_lower")
        )
        yield f"        passed &= new SelfTest({count}, {float(formula.error):.6f}, {formula.lowest:.6f},"
        yield f"            {value},"
        yield f"            {lower}).check({json.dumps(sheet.vectors)});"
    yield from ("        System.exit(passed ? 0 : 1);", "    }", "}")


SELF_TEST = """
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
        if (fields[count].equals("outside") || fields[count].equals("beyond")) {
            final Class<?> expected = fields[count].equals("outside")
                ? IllegalArgumentException.class : ArithmeticException.class;
            return thrown(method, x) == expected && thrown(lower, x) == expected;
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

    /** What is thrown there, or null. */
    private static Class<?> thrown(ToDoubleFunction<double[]> function, double[] x) {
        try {
            function.applyAsDouble(x);
            return null;
        } catch (RuntimeException refused) {
            return refused.getClass();
        }
    }

    private static double number(String bits) {
        return Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
    }
"""
