// The platform's log(x).
private static double ln(double x) {
    return StrictMath.log(x);
}

// The platform's log(1 + x).
private static double ln1p(double x) {
    return StrictMath.log1p(x);
}
