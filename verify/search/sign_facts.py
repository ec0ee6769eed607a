"""The kernel's facts, p >= 0, p > 0 and p = 0 on polynomials over Q, as conditions on SymPy's symbols."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import sympy as sp

from verify.language.condition import Condition, Relation
from verify.search.facts import Fact, HashableTerms, hashable, terms_of

_KINDS = {"ge": Relation.NON_NEGATIVE, "gt": Relation.POSITIVE, "eq": Relation.ZERO}


def as_conditions(facts: Sequence[Fact], symbols: Sequence[sp.Symbol]) -> tuple[Condition, ...]:
    """The kernel's facts as conditions."""
    names = tuple(symbols)
    return tuple(_condition(kind, hashable(polynomial), names) for kind, polynomial in facts)


@lru_cache(maxsize=1 << 13)
def _condition(kind: str, polynomial: HashableTerms, symbols: tuple[sp.Symbol, ...]) -> Condition:
    """One of them; the same facts come again with each system that shares them."""
    parts = []
    for exponents, c in terms_of(polynomial):
        powers = (s if e == 1 else sp.Pow(s, e) for s, e in zip(symbols, exponents, strict=True) if e)
        parts.append(sp.Mul(sp.Rational(c.numerator, c.denominator), *powers))
    return Condition(sp.Add(*parts), _KINDS[kind])
