private static void requireDomain(boolean holds, String message) {
    if (!holds) {
        throw new IllegalArgumentException(message);
    }
}

private static void requireRange(boolean holds, String message) {
    if (!holds) {
        throw new ArithmeticException(message);
    }
}

// Whether x is 0 or at least another number, for x >= 0: no product underflows.
private static boolean zeroOr(double least, double x) {
    return 0x1p600 * x * (0x1p600 * (x - least)) >= 0.0;
}

// A result; below 0 it stands for none.
private static double inRange(double value) {
    requireRange(value >= 0.0, "the arguments are too small or too large to compute with");
    return value;
}

// 0 where x is, and no result elsewhere.
private static double zeroAlone(double x) {
    return x == 0.0 ? 0.0 : -1.0;
}

// Whether squares, products and quotients of such numbers neither overflow nor underflow.
private static boolean within(double x) {
    return x >= 0x1p-960 && x <= 0x1p960;
}

// The same of several.
private static boolean allWithin(double... numbers) {
    for (double x : numbers) {
        if (!within(x)) {
            return false;
        }
    }
    return true;
}

// A finite x less a share of it, several times; 2^-53 (1 + 2^-52) of it for the next number.
private static double beside(double x, int times, double share) {
    double moved = x;
    for (int i = 0; i < times; i++) {
        moved -= moved * share;
    }
    return x > 0.0 && x < Double.POSITIVE_INFINITY ? moved : x;
}

// log(g/m + 1) = log(a/m): of the latter where the ratio could overflow.
private static double lnRatio(double g, double m, java.util.function.DoubleSupplier a) {
    final boolean overflows = 0x1p-200 * g > m && m >= 0x1p-960;
    return overflows ? 2.0 * ln(Math.sqrt(a.getAsDouble()) / Math.sqrt(m)) : ln1pRatio(g, m);
}

// The same, without what g/m lacks.
private static double logRatio(double g, double m, java.util.function.DoubleSupplier a) {
    final boolean overflows = 0x1p-200 * g > m && m >= 0x1p-960;
    return overflows ? 2.0 * ln(Math.sqrt(a.getAsDouble()) / Math.sqrt(m)) : log1pRatio(g, m);
}
