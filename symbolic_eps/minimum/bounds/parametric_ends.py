"""F >= 0 on a piece between ends of a prior that are quotients of the parameters, such as q <= b/r.

Theorem. Let two conditions of a piece say that s v >= m and t v <= n for a prior v, with s, t > 0, and s, t,
m, n free of v; let `others` be its conditions that are free of v. Let P be concave along v wherever s v >= m,
t v <= n and the others hold, and P >= 0 at v = m/s and at v = n/t wherever m t <= n s and the others hold.
Then P >= 0 on the piece.
Proof. At a point of the piece m/s <= v <= n/t, so that m t <= n s. The others hold at all these v: there P is
concave, between two values that are not negative. QED

At an end P is multiplied by a power of s or t. Where the place of X is at one end, P vanishes there, and what
is left is a level: X is no less than the root of P at the other end. Let p q <= 7/50 and
r* = max(1/24/p, b/q, r). On the curve p q = 7/50 where r* = b/q, P = 50 b q F is concave along q. X is
attained at q = b/r; at the other end, p = 1, P >= 0 says that 43 b X^2 >= 7 (1 - b). As it stands, no
certificate for P >= 0 was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

import sympy as sp

from symbolic_eps.minimum.bounds.along_prior import Region, holds_at_end
from verify.language.condition import Relation, non_negative, positive

End = tuple[sp.Expr, sp.Expr]
"""Numerator and denominator, which is positive."""


def nowhere_negative_between(
    polynomial: sp.Expr, conditions: Region, free: Sequence[sp.Symbol], empty: Callable[[Region], bool]
) -> bool:
    """Whether the polynomial is shown to be >= 0 wherever the conditions hold, by ends with parameters.

    Parameters
    ----------
    polynomial : sympy.Expr
    conditions : tuple of Condition
        On the priors.
    free : sequence of Symbol
        The priors that vary.
    empty : callable
        Shows, with what is known of the parameters, that no point satisfies conditions; False where it does
        not.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from symbolic_eps.profiles.profile import PRIORS
    >>> from verify.solvers.smt import Solver
    >>> _, q = PRIORS
    >>> up_to_quotient = (positive(q), non_negative(b - a * q))
    >>> def empty(region):
    ...     return not Solver().satisfiable([positive(a), positive(b), *region], "a point")
    >>> nowhere_negative_between(q * (b - a * q), up_to_quotient, [q], empty)
    True
    >>> nowhere_negative_between(q * (b - 2 * a * q), up_to_quotient, [q], empty)
    False
    """
    for v in free:
        if sp.degree(polynomial, v) < 1:
            continue
        others = tuple(c for c in conditions if v not in c.symbols)
        rest = [u for u in free if u != v]
        along = sp.Poly(polynomial, v)
        bend = sp.expand(sp.diff(polynomial, v, 2))
        for (m, s), (n, t) in _ranges(conditions, v, free, empty):
            between = (non_negative(sp.expand(s * v - m)), non_negative(sp.expand(n - t * v)))
            if bend != 0 and not empty((*others, *between, positive(bend))):
                continue
            here = (*others, non_negative(sp.expand(n * s - m * t)))
            if all(holds_at_end(_at(along, end), here, rest, empty) for end in ((m, s), (n, t))):
                return True
    return False


def _at(along: sp.Poly, end: End) -> sp.Expr:
    """The polynomial at an end, times a power of the end's denominator."""
    numerator, denominator = end
    degree = along.degree()
    return sp.expand(sp.Add(*(c * numerator**k * denominator ** (degree - k) for (k,), c in along.terms())))


def _ranges(
    conditions: Region, v: sp.Symbol, free: Sequence[sp.Symbol], empty: Callable[[Region], bool]
) -> Iterator[tuple[End, End]]:
    """Pairs of what v is never below and never above, at least one of them a quotient of parameters."""
    lows, highs = list[End](), list[End]()
    for condition in conditions:
        if condition.relation not in (Relation.POSITIVE, Relation.NON_NEGATIVE):
            continue
        if sp.degree(condition.polynomial, v) != 1:
            continue
        slope, offset = sp.Poly(condition.polynomial, v).all_coeffs()
        if not slope.free_symbols.isdisjoint(free):
            continue
        others = tuple(c for c in conditions if v not in c.symbols)
        if _is_positive(slope, others, empty):
            lows.append((-offset, slope))
        elif _is_positive(-slope, others, empty):
            highs.append((offset, -slope))
    for low, high in product(lows, highs):
        if not (low[1].is_Rational and high[1].is_Rational):
            yield low, high


def _is_positive(slope: sp.Expr, others: Region, empty: Callable[[Region], bool]) -> bool:
    if slope.is_Rational:
        return bool(slope > 0)
    return empty((*others, non_negative(sp.expand(-slope))))
