"""Fast recommendations without SymPy: find a place with floats, prove it with certificates."""
