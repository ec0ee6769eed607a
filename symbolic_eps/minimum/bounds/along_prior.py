"""F >= 0 on a piece, from questions with fewer priors: a quadratic along a line.

Let P = n F be A v^2 + B v + C along a prior v, with A, B, C free of v, and let `others` be the conditions of
the piece that are free of v. At given values of all other symbols:

* Square. If A > 0 and D = B^2 - 4 A C <= 0, then P >= 0 for every real v: 4 A P = (2 A v + B)^2 - D.
* Ends. Let l <= v <= u all over the piece, l and u free of v: numbers, or the other prior in a condition such
  as p <= q. If P >= 0 at l and at u, it is so between: for A <= 0 since it is concave along v; for A > 0
  unless it is negative at its least, that is, unless D > 0 and 2 A l < -B < 2 A u.

* Joint. Where an equation of the piece, such as p = q, gives v, its value takes its place everywhere.

Each is asked for all values that satisfy `others`; these are no fewer than those of the piece. At an end the
other prior is treated alike. So a proof is one, and no proof says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

import sympy as sp

from verify.language.condition import Condition, Relation, positive

Region = tuple[Condition, ...]


def nowhere_negative(
    polynomial: sp.Expr, conditions: Region, free: Sequence[sp.Symbol], empty: Callable[[Region], bool]
) -> bool:
    """Whether the polynomial is shown to be >= 0 wherever the conditions hold.

    Parameters
    ----------
    polynomial : sympy.Expr
        Of any degree in the priors; one in which it is quadratic or linear is needed.
    conditions : tuple of Condition
        On the priors.
    free : sequence of Symbol
        The priors that vary.
    empty : callable
        Shows that no point satisfies conditions; False where it does not.

    Examples
    --------
    >>> from symbolic_eps.profiles.profile import PRIORS, prior_range
    >>> from verify.solvers.smt import Solver
    >>> p, q = PRIORS
    >>> square = (*prior_range(p), *prior_range(q))
    >>> def empty(region):
    ...     return not Solver().satisfiable(region, "a point")
    >>> nowhere_negative((p - q) ** 2, square, PRIORS, empty)
    True
    >>> nowhere_negative((p - q) ** 2 - p / 9, square, PRIORS, empty)
    False
    """
    for v, value, rest in _joined(conditions, free):
        along, others = _put(polynomial, v, value), _moved(conditions, v, value)
        return holds_at_end(along, others, rest, empty)
    for v in free:
        if not 1 <= (degree := sp.degree(polynomial, v)) <= 2:
            continue
        others = tuple(c for c in conditions if v not in c.symbols)
        rest = [u for u in free if u != v]
        along = sp.Poly(polynomial, v)
        leading, slope, at_zero = (along.coeff_monomial(v**k) for k in (2, 1, 0))
        discriminant = sp.expand(slope**2 - 4 * leading * at_zero)
        bent = (positive(leading), positive(discriminant)) if degree == 2 else ()
        if bent and all(empty((*others, c)) for c in (bent[0].negation, bent[1])):
            return True
        for ends in ranges_of(conditions, v):
            turns = [
                positive(sp.expand(s * (2 * leading * e + slope))) for s, e in zip((-1, 1), ends, strict=True)
            ]
            if (not bent or empty((*others, *bent, *turns))) and all(
                holds_at_end(sp.expand(along.eval(end)), others, rest, empty) for end in ends
            ):
                return True
    return False


def holds_at_end(
    polynomial: sp.Expr, conditions: Region, free: Sequence[sp.Symbol], empty: Callable[[Region], bool]
) -> bool:
    """Whether it is >= 0 there: `nowhere_negative`, or by the question itself."""
    return nowhere_negative(polynomial, conditions, free, empty) or empty(
        (*conditions, positive(-polynomial))
    )


def _joined(
    conditions: Region, free: Sequence[sp.Symbol]
) -> Iterator[tuple[sp.Symbol, sp.Expr, list[sp.Symbol]]]:
    """A prior that an equation gives, its value by the others, and these."""
    for condition in conditions:
        for v in free:
            if condition.relation is Relation.ZERO and sp.degree(condition.polynomial, v) == 1:
                slope, offset = sp.Poly(condition.polynomial, v).all_coeffs()
                if slope.is_Rational:
                    yield v, -offset / slope, [u for u in free if u != v]


def _moved(conditions: Region, v: sp.Symbol, value: sp.Expr) -> Region:
    """The conditions where v has the value, without what is always true."""
    moved = (Condition(_put(c.polynomial, v, value), c.relation) for c in conditions)
    return tuple(c for c in moved if c.constant_truth is not True)


def _put(polynomial: sp.Expr, v: sp.Symbol, value: sp.Expr) -> sp.Expr:
    return sp.expand(polynomial.subs(v, value))


def ranges_of(conditions: Region, v: sp.Symbol) -> Iterator[tuple[sp.Expr, sp.Expr]]:
    """Pairs of what v is never below and never above: the closest numbers, and ends in the other prior."""
    lows, highs = list[sp.Expr](), list[sp.Expr]()
    for condition in conditions:
        if condition.relation not in (Relation.POSITIVE, Relation.NON_NEGATIVE):
            continue
        if sp.degree(condition.polynomial, v) != 1:
            continue
        slope, offset = sp.Poly(condition.polynomial, v).all_coeffs()
        if slope.is_Rational:
            (lows if slope > 0 else highs).append(-offset / slope)
    yield from product(_closest(lows, max), _closest(highs, min))


def _closest(ends: Iterable[sp.Expr], closest: Callable[[Iterable[sp.Expr]], sp.Expr]) -> list[sp.Expr]:
    """Of the numbers the closest; then the others."""
    numbers = [end for end in ends if end.is_Rational]
    return [*([closest(numbers)] if numbers else []), *(end for end in ends if not end.is_Rational)]
