"""Squares that may be needed: a product of hypotheses cannot have a zero inside the domain, a square can."""

from __future__ import annotations

from itertools import combinations

from verify.search.ideal import Ideal
from verify.search.products import Factor
from verify.search.ring import Polynomial

MAX_SQUARES = 24


def candidate_squares(modulo: Ideal, given: tuple[Factor, ...]) -> tuple[Polynomial, ...]:
    """Roots of squares worth trying, the most likely first.

    Repeated factors of the conditions, variables, differences of variables, variables minus one.

    Parameters
    ----------
    modulo : Ideal
        The system and its equations.
    given : tuple of Factor
        Its conditions.

    Returns
    -------
    tuple of flint.fmpq_mpoly
        At most `MAX_SQUARES` polynomials, without repetition up to a number.

    Examples
    --------
    >>> from verify.search.ideal import ideal
    >>> from verify.search.products import factors
    >>> from verify.search.ring import system
    >>> modulo = ideal(system(["x"], [], [{(2,): -1, (1,): 2, (0,): -1}], []))
    >>> candidate_squares(modulo, factors(modulo))
    (v0 - 1, v0)
    """
    found: list[Polynomial] = []
    for f in given:
        if f.bounds is None and f.polynomial != 0:
            found += [root for root, times in f.polynomial.factor()[1] if times >= 2]
    gens = modulo.system.ring.gens
    present = [f.polynomial for f in given] + [m.polynomial for m in modulo.basis]
    free = [v for v in range(len(gens)) if any(p.degrees()[v] for p in present)]
    found += [gens[v] for v in free]
    found += [gens[v] - gens[w] for v, w in combinations(free, 2)]
    found += [gens[v] - 1 for v in free]
    found += [gens[v] + gens[w] for v, w in combinations(free, 2)]
    seen: set[str] = set()
    distinct = []
    for root in found:
        if (text := str(root / root.leading_coefficient())) not in seen:
            seen.add(text)
            distinct.append(root)
    return tuple(distinct[:MAX_SQUARES])
