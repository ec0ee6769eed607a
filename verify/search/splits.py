"""On whose sign to split where no single certificate is found."""

from __future__ import annotations

from itertools import combinations

from verify.search.ideal import Ideal
from verify.search.products import Factor
from verify.search.ring import Polynomial

MAX_SPLITS = 24


def candidate_splits(modulo: Ideal, given: tuple[Factor, ...]) -> tuple[Polynomial, ...]:
    """Polynomials whose sign may decide, the most likely first.

    Factors of the equations and of the conditions, missing bounds 0 and 1 of variables, factors of the
    leading and trailing coefficients and of derivatives, differences of variables.

    Parameters
    ----------
    modulo : Ideal
        The system and its equations.
    given : tuple of Factor
        Its conditions.

    Returns
    -------
    tuple of flint.fmpq_mpoly
        At most `MAX_SPLITS` polynomials; none is a condition of the system already.

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
    general = [f.polynomial for f in given if f.bounds is None and f.polynomial != 0]
    equations = [m.polynomial for m in modulo.basis]
    used = [v for v in range(len(gens)) if any(p.degrees()[v] for p in general + equations)]
    found: list[Polynomial] = []
    for p in equations + general:
        parts = p.factor()[1]
        if len(parts) > 1 or any(times > 1 for _, times in parts):
            found += [root for root, _ in parts]
    bounded = {f.bounds for f in given}
    for p in equations + general:
        for v in used:
            slope = p.derivative(v)
            if slope != 0 and len(parts := slope.factor()[1]) > 1:
                found += [root for root, _ in parts]
    found += [gens[v] for v in used if v not in bounded]
    found += [1 - gens[v] for v in used]
    coefficients = []
    for p in general:
        for v in used:
            if 1 <= p.degrees()[v] <= 2:
                slope = p.derivative(v)
                coefficients += [slope, p.subs({v: 0})] if p.degrees()[v] == 1 else [slope.derivative(v)]
    for c in coefficients:
        if not c.is_constant():
            found += [root for root, _ in c.factor()[1] if root.total_degree() <= 3]
    found += [gens[v] - gens[w] for v, w in combinations(used, 2)]
    known = {_key(f.polynomial) for f in given if f.polynomial != 0}
    lower = {f.bounds for f in given if f.bounds is not None and f.polynomial.leading_coefficient() > 0}
    upper = {f.bounds for f in given if f.bounds is not None and f.polynomial.leading_coefficient() < 0}
    found = [p for p in found if not _settled(p, lower, upper)]
    distinct = []
    for p in found:
        if (text := _key(p)) not in known and len(p.to_dict()) <= 8:
            known.add(text)
            distinct.append(p)
    return tuple(distinct[:MAX_SPLITS])


def _key(polynomial: Polynomial) -> str:
    return str(polynomial / polynomial.leading_coefficient())


def _settled(polynomial: Polynomial, lower: set[int], upper: set[int]) -> bool:
    """Whether it is `v + positive` with v bounded below, or `v - 1` with v bounded above."""
    degrees = [int(d) for d in polynomial.degrees()]
    if sum(degrees) != 1 or int(polynomial.total_degree()) != 1:
        return False
    v = degrees.index(1)
    zero = -polynomial(*[0] * len(degrees)) / polynomial.leading_coefficient()
    return (zero < 0 and v in lower) or (zero == 1 and v in upper) or (zero == 0 and v in lower)
