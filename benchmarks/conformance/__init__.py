"""Public implementations of what this project computes: answers at chosen points beside exact values.

`python -m benchmarks.conformance` asks the libraries that `make .venv/.stamp-libraries` installs, and prints
the tables of docs/conformance.md. Each exact value is computed twice, by its definition and in closed form.
"""
