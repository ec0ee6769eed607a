import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Paths;
import symboliceps.SymbolicEps;

/** Times of the exported root and of the printed formula, by turns. */
final class Speed {
    static double kept;

    static double printed(double r, double p, double q) {
        final double b = 1 - p;
        return Math.log(2 * p * (1 - q) / (Math.sqrt(b * b + 4 * p * (1 - q) * (1 / r - p * q)) - b));
    }

    public static void main(String[] arguments) throws IOException {
        final ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(Paths.get("points.bin")));
        final double[] x = new double[in.capacity() / 8];
        in.order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(x);
        final String said = new String(Files.readAllBytes(Paths.get("repetitions.txt"))).trim();
        for (int count = Integer.parseInt(said); count > 0; count--) {
            long begun = System.nanoTime();
            for (int i = 0; i < x.length; i += 3) kept += ours(x[i], x[i + 1], x[i + 2]);
            final long ours = System.nanoTime() - begun;
            begun = System.nanoTime();
            for (int i = 0; i < x.length; i += 3) kept += printed(x[i], x[i + 1], x[i + 2]);
            System.out.println("ratio " + (double) ours / (System.nanoTime() - begun));
        }
    }

    static double ours(double r, double p, double q) {
        return SymbolicEps.root(r, p, q);
    }
}
