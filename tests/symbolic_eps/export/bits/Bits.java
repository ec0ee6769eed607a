import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Paths;
import symboliceps.SymbolicEps;

/** Results of root at all points of points.bin, to results.bin. */
final class Bits {
    public static void main(String[] arguments) throws IOException {
        final ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(Paths.get("points.bin")));
        final ByteBuffer out = ByteBuffer.allocate(in.capacity() / 3).order(ByteOrder.LITTLE_ENDIAN);
        in.order(ByteOrder.LITTLE_ENDIAN);
        while (in.hasRemaining()) {
            final double r = in.getDouble();
            final double p = in.getDouble();
            final double q = in.getDouble();
            double value = Double.NaN;
            try {
                value = SymbolicEps.root(r, p, q);
            } catch (IllegalArgumentException | ArithmeticException refused) {
                // NaN says so.
            }
            out.putDouble(value);
        }
        Files.write(Paths.get("results.bin"), out.array());
    }
}
