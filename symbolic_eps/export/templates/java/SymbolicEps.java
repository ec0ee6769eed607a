// FILL_generated
package symboliceps;

/**
 * Privacy budgets in binary64. The order of operations in each method matters.
 *
 * <p>Before Java 17, run on hardware with binary64 registers (all but x86 without SSE2). The
 * functions of {@code StrictMath} are within 1 ulp, and the same everywhere.
 *
 * <p>Methods ask whether arithmetic rounds to nearest, ties to even, and keeps subnormal numbers.
 * Results are the same bits everywhere where no function of the platform is named.
 * The file manifest.json has statements, and SHA-256 of them and of test vectors.
 *
FILL_thrown
 */
public final class SymbolicEps {
    private SymbolicEps() {
    }

    private static volatile double one = FILL_one;
    private static volatile double small = FILL_small;
FILL_kinds
FILL_methods
}
