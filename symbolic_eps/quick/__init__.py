"""The quick way to a recommended eps: find a place with floats, prove it with certificates; no SymPy."""
