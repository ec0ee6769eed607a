// FILL_generated
// Each function throws a RangeError outside the domain, or where an argument is too small or too large.
FILL_declarations
