
    // Logarithms without a library: the same bits everywhere, and within 0.51 ulp (proven).
    // SHA-256 of numbers and operations:
    // FILL_fingerprint
    // 1/a rounded, for a = (257 + 2 i)/256; minus its logarithm, or that of twice it from
    // i = 53 on, in two parts.
    private static final double[] INVERSE = {
FILL_inverse
    };
    private static final double[] HIGH = {
FILL_high
    };
    private static final double[] LOW = {
FILL_low
    };
FILL_programs

    // log(total + error + low), where total + error = 1 + besideOne: total is 2^exponent m.
    private static double logOfSum(double total, double error, double low, double besideOne) {
        if (Math.abs(besideOne) < 0x1.08p-7) {
            return logSum(0.0, logLow(0.0, 0.0, low, total), besideOne);
        }
        final long bits = Double.doubleToRawLongBits(total);
        final int place = (int) (bits >>> 45) & 127;
        final double exponent = (int) (bits >>> 52) - 1023 + (place >= 53 ? 1 : 0);
        final double m = Double.longBitsToDouble((bits & 0xfffffffffffffL) | 0x3ff0000000000000L);
        final double r = reduced(m, 1.0 + place * 0x1p-7, INVERSE[place]);
        final double small = logLow(exponent, LOW[place], error + low, total);
        return logSum(logHigh(exponent, HIGH[place]), small, r);
    }
