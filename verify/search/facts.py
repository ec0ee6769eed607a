"""The kernel's facts, p >= 0, p > 0 and p = 0 over Q, as the search for certificates takes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from verify.polynomial import Polynomial as KernelPolynomial
from verify.polynomial import Ring as KernelRing
from verify.polynomial import Terms
from verify.search.ring import Ring

Fact = tuple[str, Terms]
"""A fact: "ge", "gt" or "eq", and the polynomial, the kernel's or a plain mapping."""


HashableTerms = KernelPolynomial | tuple[tuple[tuple[int, ...], Any], ...]
"""The polynomial of a fact as a key of what is remembered about it."""


def hashable(polynomial: Terms) -> HashableTerms:
    """The kernel's polynomial as it is: to list its terms takes longer than to look something up by it."""
    return polynomial if isinstance(polynomial, KernelPolynomial) else tuple(polynomial.items())


def terms_of(polynomial: HashableTerms) -> Iterable[tuple[tuple[int, ...], Any]]:
    """Exponents and coefficients."""
    return polynomial.items() if isinstance(polynomial, KernelPolynomial) else polynomial


def by_kind(facts: Sequence[Fact]) -> tuple[list[Terms], ...]:
    """The polynomials of each kind, as `ge`, `gt`, `eq`."""
    return tuple([p for kind, p in facts if kind == wanted] for wanted in ("ge", "gt", "eq"))


def factors_of(names: list[str], facts: Sequence[Fact]) -> tuple[dict[tuple[int, ...], Fraction], ...]:
    """The factors of the facts that are products, the largest first.

    A cleared denominator leaves its factors in the negated goal; their signs are known, so that the sign of
    what remains decides.
    """
    ring = Ring(tuple(names))
    distinct: dict[tuple[tuple[tuple[int, ...], Fraction], ...], None] = {}
    for _, polynomial in facts:
        factors = ring.polynomial(polynomial).factor()[1] if names and polynomial else []
        if sum(multiplicity for _, multiplicity in factors) > 1:
            for factor, _ in factors:
                terms = ((e, Fraction(int(c.p), int(c.q))) for e, c in factor.to_dict().items())
                distinct[tuple(sorted(terms, reverse=True))] = None
    ordered = sorted(distinct, key=lambda terms: (-max(sum(e) for e, _ in terms), -len(terms), terms))
    return tuple(map(dict, ordered))


def hold_at(facts: Sequence[Fact], point: Mapping[str, str], ring: KernelRing) -> bool:
    """Whether all facts hold at a point of rational coordinates."""
    values = [Fraction(point[name]) for name in ring.atoms]

    def holds(kind: str, polynomial: Terms) -> bool:
        terms = (c * prod(v**e for v, e in zip(values, m, strict=True) if e) for m, c in polynomial.items())
        value = sum(terms, Fraction(0))
        return value > 0 if kind == "gt" else value >= 0 if kind == "ge" else value == 0

    return all(holds(kind, polynomial) for kind, polynomial in facts)
