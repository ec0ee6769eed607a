"""What a box such as `p0<=p<=p1` says of its ends: they are priors, in order.

Kazan & Reiter 2024, Section 4, enforce (33) for p in [p0, p1] and q in [q0, q1]. An end that is a parameter
of which no assumption speaks is taken to lie in (0, 1], and no lower end beyond the upper one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import sympy as sp

from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
from verify.language.condition import Condition, Relation, non_negative, positive
from verify.solvers.smt import Solver, UndecidedQueryError

_ORDERED = (Relation.POSITIVE, Relation.NON_NEGATIVE)


def ends_assumed(box: Iterable[Condition], assumptions: Iterable[Condition]) -> tuple[Condition, ...]:
    """What is assumed of the ends of a box, besides the assumptions.

    Parameters
    ----------
    box : iterable of Condition
        Bounds on the priors.
    assumptions : iterable of Condition
        What is known; of a parameter that occurs here nothing more is assumed, but that an end without
        assumptions is on the right side of it.

    Returns
    -------
    tuple of Condition
        Without what follows from the others.

    Examples
    --------
    >>> from symbolic_eps.profiles.groups import bounds_from
    >>> [str(c) for c in ends_assumed(bounds_from("p0<=p<=p1"), ())]
    ['p0 > 0', 'p0 <= p1', 'p1 <= 1']
    """
    known = list(assumptions)
    spoken_of = {symbol for condition in known for symbol in condition.symbols}
    found: list[Condition] = []
    box = tuple(box)
    for prior in (PRIOR_INCLUSION, PRIOR_VALUE):
        lower, upper = (dict.fromkeys(_ends(box, prior, side)) for side in (1, -1))
        wanted = [positive(end) for end, _ in lower]
        wanted += [
            (positive if one_strict or other_strict else non_negative)(other - one)
            for (one, one_strict), (other, other_strict) in product(lower, upper)
        ]
        wanted += [non_negative(1 - end) for end, _ in upper]
        wanted += [positive(end) for end, _ in upper] + [non_negative(1 - end) for end, _ in lower]
        for condition in wanted:
            if condition.symbols - spoken_of and not _follows([*known, *found], condition):
                found.append(condition)
    return tuple(found)


def _ends(box: Iterable[Condition], prior: sp.Symbol, side: int) -> Iterator[tuple[sp.Expr, bool]]:
    """Parameters and numbers that bound the prior from below (side 1) or above, and whether strictly."""
    for condition in box:
        if condition.relation not in _ORDERED or sp.degree(condition.polynomial, prior) != 1:
            continue
        slope, offset = sp.Poly(condition.polynomial, prior).all_coeffs()
        if not slope.is_number or (slope > 0) != (side > 0):
            continue
        end = -offset / slope
        if end.is_Symbol or end.is_Rational:
            yield end, condition.relation is Relation.POSITIVE


def _follows(known: list[Condition], condition: Condition) -> bool:
    """Only spares a repetition: what is derived is proved under the assumptions that are stated."""
    try:
        return Solver().implies(known, condition, f"{condition} follows")
    except UndecidedQueryError:
        return False
