// FILL_generated
FILL_declarations
