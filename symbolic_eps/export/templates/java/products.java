// A product: a coefficient, which is a power of 2, and factors.
private static double[] times(double... coefficientAndFactors) {
    return coefficientAndFactors;
}

// The sum of products, its sign exact: added exactly where most of it cancels.
private static double totalOf(double[]... terms) {
    double total = 0.0;
    double lacking = 0.0;
    double size = 0.0;
    for (double[] term : terms) {
        double near = term[1];
        double missing = 0.0;
        for (int i = 2; i < term.length; i++) {
            final double product = near * term[i];
            missing = productError(near, term[i], product) + missing * term[i];
            near = product;
        }
        near *= term[0];
        final double sum = total + near;
        lacking = lacking + sumError(total, near, sum) + missing * term[0];
        size += Math.abs(near);
        total = sum;
    }
    return Math.abs(total + lacking) > 0x1p-30 * size ? total + lacking : exactly(terms);
}

// The sum of all parts of products: each product is the exact sum of its parts.
private static double exactly(double[]... terms) {
    int count = 0;
    for (double[] term : terms) {
        count += 1 << term.length - 2;
    }
    final double[] parts = new double[count];
    for (double[] term : terms) {
        final int from = parts.length - count;
        int made = 1;
        parts[from] = term[1];
        for (int k = 2; k < term.length; k++, made *= 2) {
            for (int i = made - 1; i >= 0; i--) {
                final double part = parts[from + i];
                parts[from + 2 * i] = part * term[k];
                parts[from + 2 * i + 1] = productError(part, term[k], part * term[k]);
            }
        }
        for (int i = 0; i < made; i++) {
            parts[from + i] *= term[0];
        }
        count -= made;
    }
    return exactSum(parts);
}
