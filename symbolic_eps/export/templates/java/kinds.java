
    // What is asked of an argument by itself: an interval, and sizes to compute with.
    private static final class Kind {
        private final double low;
        private final boolean isAbove;
        private double high = Double.POSITIVE_INFINITY;
        private boolean isBelow;
        private double least;
        private boolean zero;
        private double most = Double.POSITIVE_INFINITY;
        private boolean isWhole;

        private Kind(double low, boolean isAbove) {
            this.low = low;
            this.isAbove = isAbove;
        }

        static Kind above(double low) {
            return new Kind(low, true);
        }

        static Kind from(double low) {
            return new Kind(low, false);
        }

        Kind below(double end) {
            isBelow = true;
            return upTo(end);
        }

        Kind upTo(double end) {
            high = end;
            return this;
        }

        Kind least(double size) {
            least = size;
            return this;
        }

        Kind zeroOr(double size) {
            zero = true;
            return least(size);
        }

        Kind most(double size) {
            most = size;
            return this;
        }

        Kind whole() {
            isWhole = true;
            return this;
        }

        boolean inDomain(double x) {
            return (isAbove ? x > low : x >= low) && (isBelow ? x < high : x <= high);
        }

        boolean isComputable(double x) {
            return (x >= least || zero && x == 0.0) && x <= most;
        }

        boolean has(double x) {
            return inDomain(x) && isComputable(x) && (!isWhole || isInteger(x));
        }

        static boolean isInteger(double x) {
            return x + 0x1p52 - 0x1p52 == x;
        }

        String said(double x) {
            final String end = (isBelow ? " and below " : " and at most ") + size(high);
            return (isAbove ? " is not a number above " : " is not a number of at least ") + size(low)
                + (high < Double.POSITIVE_INFINITY ? end : "");
        }

        String saidOfSize(double x) {
            return x > most
                ? " is too large to compute with: above " + size(most)
                : " is too small to compute with: below " + size(least) + (zero ? ", and not 0" : "");
        }

        static String size(double x) {
            final boolean power = x != 1.0 && x == Math.scalb(1.0, Math.getExponent(x));
            return power ? "2^" + Math.getExponent(x) : Long.toString((long) x);
        }
    }

FILL_kinds
FILL_given

    private static void refuse(String names, double[] numbers, Kind[] kinds) {
        final String[] said = names.split(" ");
        for (int i = 0; i < kinds.length; i++) {
            requireDomain(kinds[i].inDomain(numbers[i]), said[i] + kinds[i].said(numbers[i]));
        }
        for (int i = 0; i < kinds.length; i++) {
            requireRange(kinds[i].isComputable(numbers[i]), said[i] + kinds[i].saidOfSize(numbers[i]));
        }
        for (int i = 0; i < kinds.length; i++) {
            requireDomain(kinds[i].has(numbers[i]), said[i] + " is not a whole number");
        }
    }
