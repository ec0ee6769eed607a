"""Results as fragments of LaTeX, which a document takes in with its command `input`."""
