"""A variable projected out: where all facts are linear in it, each upper bound is above each lower bound.

This is Fourier's and Motzkin's elimination with coefficients that are polynomials of known sign. What is left
has a point exactly where the system has one.
"""

from __future__ import annotations

from verify.search.known_signs import Known, Product
from verify.search.ring import Polynomial

MAX_PAIRS = 9
"""Most pairs of an upper and a lower bound that are compared."""

Bound = tuple[str, int, Polynomial, Product]
"""A fact (kind, position, polynomial), with its coefficient at the variable."""


def projected(known: Known) -> bool:
    """Whether a variable was projected out.

    Parameters
    ----------
    known : Known
        The system, and the signs that are known.

    Examples
    --------
    >>> from verify.search.ring import system
    >>> facts = [{(1, 1): 1, (0, 0): -1}, {(1, 0): -1, (0, 0): 2}, {(0, 1): 1}]  # xy > 1, x < 2, y > 0
    >>> known = Known(system(["x", "y"], [], facts, []), lambda *_: None)
    >>> known.learn(2)
    >>> projected(known), known.derivation.remaining.gt
    (True, (v1, 2*v1 - 1))
    """
    if known.contradiction is not None or known.derivation.active["eq"]:
        return False
    facts = known.facts("gt", "ge")
    candidates = []
    for variable in range(len(known.derivation.system.ring.variables)):
        if max((p.degrees()[variable] for *_, p in facts), default=0) == 1:
            occurring = [fact for fact in facts if fact[2].degrees()[variable]]
            longest = max(len(p) for *_, p in occurring)
            candidates.append(((len(occurring), longest, variable), occurring))
    candidates.sort(key=lambda candidate: candidate[0])
    return any(_project(known, variable, occurring) for (*_, variable), occurring in candidates)


def _project(known: Known, variable: int, occurring: list[tuple[str, int, Polynomial]]) -> bool:
    """Whether the variable could be projected out of the facts in which it occurs."""
    bounds: list[Bound] = []
    for kind, position, polynomial in occurring:
        slope = known.settled_product(polynomial.derivative(variable))
        if slope is None:
            return False
        bounds.append((kind, position, polynomial, slope))
    upper = [bound for bound in bounds if bound[3].sign < 0]
    lower = [bound for bound in bounds if bound[3].sign > 0]
    if len(lower) * len(upper) > MAX_PAIRS:
        return False
    for above in upper:
        for below in lower:
            _compare(known, variable, above, below)
    for kind, position, *_ in bounds:
        known.drop(kind, position)
    return True


def _compare(known: Known, variable: int, above: Bound, below: Bound) -> None:
    """Derive that an upper bound of the variable is above a lower one."""
    kind, position, polynomial, slope = above
    other_kind, other_position, other, other_slope = below
    total = other.derivative(variable) * polynomial - polynomial.derivative(variable) * other
    terms = [other_slope.times(kind, position), slope.times(other_kind, other_position)]
    known.infer("gt" in (kind, other_kind), total, terms)
