// log(x) for normal numbers.
private static double ln(double x) {
    if (x == 0.0) {
        return Double.NEGATIVE_INFINITY;
    }
    if (!(x >= Double.MIN_NORMAL && x < Double.POSITIVE_INFINITY)) {
        return x > 1.0 ? x : Double.NaN;
    }
    return logOfSum(x, 0.0, 0.0, x - 1.0);
}

// log(1 + x).
private static double ln1p(double x) {
    if (x == -1.0) {
        return Double.NEGATIVE_INFINITY;
    }
    if (!(x > -1.0 && x < Double.POSITIVE_INFINITY && x != 0.0)) {
        return x > -1.0 ? x : Double.NaN;
    }
    final double total = 1.0 + x;
    return logOfSum(total, sumError(1.0, x, total), 0.0, x);
}

// log(1 + x + low), for a finite x > 0 and a low that is much smaller.
private static double ln1pSum(double x, double low) {
    final double total = 1.0 + x;
    return logOfSum(total, sumError(1.0, x, total), low, x);
}
