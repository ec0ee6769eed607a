"""Which symbols a statement has, and whether it is one on rational functions: each read off once.

The same hypotheses come again with each question on a region.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

import sympy as sp

order = lru_cache(maxsize=1 << 12)(sp.default_sort_key)
"""A key to sort formulas by, the same in every process."""


def symbols_of(statements: Iterable[sp.Basic]) -> tuple[list[sp.Symbol], frozenset[sp.Symbol]]:
    """All their symbols, namesakes in a fixed order; and those that stand in exponents.

    Examples
    --------
    >>> from sympy.abc import x, y
    >>> symbols_of([sp.exp(y) > x])
    ([x, y], frozenset({y}))
    """
    parts = [_symbols_in(part) for part in statements]
    everywhere = frozenset[sp.Symbol]().union(*(symbols for symbols, _ in parts))
    return sorted(everywhere, key=_symbol_key), frozenset().union(*(exponents for _, exponents in parts))


@lru_cache(maxsize=1 << 12)
def is_of_rational_functions(comparison: sp.Rel) -> bool:
    """Whether its sides are made of rational numbers and symbols by sums, products and whole powers.

    Examples
    --------
    >>> from sympy.abc import x
    >>> is_of_rational_functions(1 / x > 2), is_of_rational_functions(sp.sqrt(x) > 2)
    (True, False)
    """
    return all(
        part.is_Rational
        or part.is_Symbol
        or part.is_Add
        or part.is_Mul
        or (part.is_Pow and part.exp.is_Integer)
        for part in chain(*map(sp.preorder_traversal, comparison.args))
    )


@lru_cache(maxsize=1 << 12)
def _symbols_in(statement: sp.Basic) -> tuple[frozenset[sp.Symbol], frozenset[sp.Symbol]]:
    exponents = (e.exp.free_symbols for e in statement.atoms(sp.exp))
    return frozenset(statement.free_symbols), frozenset().union(*exponents)


def _symbol_key(symbol: sp.Symbol) -> tuple[str, str, int]:
    assumptions = ",".join(f"{k}={v}" for k, v in sorted(symbol.assumptions0.items()))
    return symbol.name, assumptions, getattr(symbol, "dummy_index", 0)
