"""Polynomials worth trying: on whose sign to split, and whose squares to multiply with.

A product of hypotheses cannot have a zero inside the domain, a square can.
"""

from __future__ import annotations

from itertools import combinations

from verify.search.ideal import Ideal
from verify.search.products import Factor
from verify.search.ring import Polynomial, factored, text

MAX_SPLITS = MAX_SQUARES = 24


def candidate_splits(modulo: Ideal, conditions: tuple[Factor, ...]) -> tuple[Polynomial, ...]:
    """At most `MAX_SPLITS` polynomials whose sign may decide, the most likely first; no conditions.

    Factors of the equations and of the conditions, missing bounds 0 and 1 of variables, factors of the
    leading and trailing coefficients and of derivatives, differences of variables.

    Examples
    --------
    >>> from verify.search.ideal import ideal
    >>> from verify.search.products import factors
    >>> from verify.search.ring import system
    >>> modulo = ideal(system(["x", "y"], [], [{(1, 1): 1}], []))
    >>> candidate_splits(modulo, factors(modulo))[:2]
    (v1, v0)
    """
    gens = modulo.system.ring.gens
    general = [f.polynomial for f in conditions if f.bounds is None and f.polynomial != 0]
    equations = [m.polynomial for m in modulo.basis]
    used = [v for v in range(len(gens)) if any(p.degrees()[v] for p in general + equations)]
    candidates: list[Polynomial] = []
    for p in equations + general:
        parts = factored(p)[1]
        if len(parts) > 1 or any(times > 1 for _, times in parts):
            candidates += [root for root, _ in parts]
    bounded = {f.bounds for f in conditions}
    for p in equations + general:
        for v in used:
            slope = p.derivative(v)
            if slope != 0 and len(parts := factored(slope)[1]) > 1:
                candidates += [root for root, _ in parts]
    candidates += [gens[v] for v in used if v not in bounded]
    candidates += [1 - gens[v] for v in used]
    coefficients = []
    for p in general:
        for v in used:
            if 1 <= p.degrees()[v] <= 2:
                slope = p.derivative(v)
                coefficients += [slope, p.subs({v: 0})] if p.degrees()[v] == 1 else [slope.derivative(v)]
    for c in coefficients:
        if not c.is_constant():
            candidates += [root for root, _ in factored(c)[1] if root.total_degree() <= 3]
    candidates += [gens[v] - gens[w] for v, w in combinations(used, 2)]
    known = {_key(f.polynomial) for f in conditions if f.polynomial != 0}
    lower = {f.bounds for f in conditions if f.bounds is not None and f.polynomial.leading_coefficient() > 0}
    upper = {f.bounds for f in conditions if f.bounds is not None and f.polynomial.leading_coefficient() < 0}
    distinct: dict[str, Polynomial] = {}
    for p in candidates:
        if len(p) <= 8 and not _settled(p, lower, upper) and (key := _key(p)) not in known:
            distinct.setdefault(key, p)
    return tuple(distinct.values())[:MAX_SPLITS]


def candidate_squares(modulo: Ideal, conditions: tuple[Factor, ...]) -> tuple[Polynomial, ...]:
    """At most `MAX_SQUARES` roots of squares worth trying, different up to a factor, the most likely first.

    Repeated factors of the conditions, variables, differences of variables, variables minus one.

    Examples
    --------
    >>> from verify.search.ideal import ideal
    >>> from verify.search.products import factors
    >>> from verify.search.ring import system
    >>> modulo = ideal(system(["x"], [], [{(2,): -1, (1,): 2, (0,): -1}], []))
    >>> candidate_squares(modulo, factors(modulo))
    (v0 - 1, v0)
    """
    roots: list[Polynomial] = []
    for f in conditions:
        if f.bounds is None and f.polynomial != 0:
            roots += [root for root, times in factored(f.polynomial)[1] if times >= 2]
    gens = modulo.system.ring.gens
    present = [f.polynomial for f in conditions] + [m.polynomial for m in modulo.basis]
    free = [v for v in range(len(gens)) if any(p.degrees()[v] for p in present)]
    roots += [gens[v] for v in free]
    roots += [gens[v] - gens[w] for v, w in combinations(free, 2)]
    roots += [gens[v] - 1 for v in free]
    roots += [gens[v] + gens[w] for v, w in combinations(free, 2)]
    distinct: dict[str, Polynomial] = {}
    for root in roots:
        distinct.setdefault(_key(root), root)
    return tuple(distinct.values())[:MAX_SQUARES]


def _key(polynomial: Polynomial) -> str:
    """The same text for polynomials that differ by a factor."""
    return text(polynomial / polynomial.leading_coefficient())


def _settled(polynomial: Polynomial, lower: set[int], upper: set[int]) -> bool:
    """Whether it is `v + positive` with v bounded below, or `v - 1` with v bounded above."""
    degrees = [int(d) for d in polynomial.degrees()]
    if sum(degrees) != 1 or int(polynomial.total_degree()) != 1:
        return False
    v = degrees.index(1)
    zero = -polynomial(*[0] * len(degrees)) / polynomial.leading_coefficient()
    return (zero < 0 and v in lower) or (zero == 1 and v in upper) or (zero == 0 and v in lower)
