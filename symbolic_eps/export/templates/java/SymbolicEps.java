// FILL_generated
package symboliceps;

/**
FILL_told
 */
public final class SymbolicEps {
    private static volatile double FILL_probes;

    private SymbolicEps() {}
FILL_kinds
FILL_methods
}
