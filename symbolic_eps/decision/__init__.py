"""Decision records: a recommended eps with its proof in one JSON document, and who checks it."""
