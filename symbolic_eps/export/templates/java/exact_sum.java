
    // The sum of the terms, its sign exact (a theorem): parts that do not overlap, least first.
    // SHA-256: FILL_fingerprint
    private static double exactSum(double... parts) {
        for (int i = 0; i < parts.length; i++) {
            for (int j = 0; j < i; j++) {
                final double sum = parts[i] + parts[j];
                parts[j] = sumError(parts[i], parts[j], sum);
                parts[i] = sum;
            }
        }
        double total = parts[0], rest = 0.0;
        for (int i = 1; i < parts.length; i++) {
            final double sum = parts[i] + total;
            rest += sumError(parts[i], total, sum);
            total = sum;
        }
        return total + rest;
    }
