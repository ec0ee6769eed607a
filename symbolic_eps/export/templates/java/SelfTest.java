// FILL_generated Compares each method with its test vectors.
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
    private final double farthest;
    private final double side;
    private final ToDoubleFunction<double[]> method;
    private final ToDoubleFunction<double[]> safe;
    private double largest = 0.0;

    private SelfTest(int count, double bound, double farthest, double side,
            ToDoubleFunction<double[]> method, ToDoubleFunction<double[]> safe) {
        this.count = count;
        this.bound = bound;
        this.farthest = farthest;
        this.side = side;
        this.method = method;
        this.safe = safe;
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
            return thrown(method, x) == expected && thrown(safe, x) == expected;
        }
        final double value;
        final double moved;
        try {
            value = method.applyAsDouble(x);
            moved = safe.applyAsDouble(x);
        } catch (RuntimeException refused) {
            return false;
        }
        if (fields[count].equals("infinite")) {
            return value == Double.POSITIVE_INFINITY && moved == Double.POSITIVE_INFINITY;
        }
        final double rounded = number(fields[count + 1]);
        final double unit = number(fields[count + 4]);
        final double offset = Double.parseDouble(fields[count + 5]);
        final double error = Math.abs((value - rounded) / unit - offset);
        largest = error > largest ? error : largest;
        final double nearest = number(fields[count + (side < 0 ? 2 : 3)]);
        return fields[count].equals("value") && error <= bound && side * moved >= side * nearest
            && side * ((moved - rounded) / unit - offset) <= farthest;
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

    public static void main(String[] arguments) throws IOException {
        boolean passed = true;
FILL_checks
        System.exit(passed ? 0 : 1);
    }
}
