"""Truth: conditions, solvers, enclosures and exact comparison of algebraic expressions.

This package knows nothing of privacy; it serves any claim about real algebraic expressions.
"""
