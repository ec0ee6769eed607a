// FILL_generated
// The order of operations matters. Documentation: symbolic_eps.d.ts; statements: manifest.json.

FILL_powers

// In memory that could change: values that no compiler knows.
const PROBES = Float64Array.of(FILL_probes);

/** What only looks like a number would be joined to the others as text. */
function notANumber(name, value) {
  throw new TypeError(`${name} must be a number, not of type ${typeof value}`);
}
FILL_functions
