"""F >= 0 on a piece, from questions with fewer priors: a quadratic along a line.

Let P = n F be A v^2 + B v + C along a prior v, with A, B, C free of v, and let `others` be the conditions of
the piece that are free of v. At given values of all other symbols:

* Square. If A > 0 and D = B^2 - 4 A C <= 0, then P >= 0 for every real v: 4 A P = (2 A v + B)^2 - D.
* Ends. Let l <= v <= u all over the piece, with numbers l <= u. If P >= 0 at l and at u, it is so between:
  for A <= 0 since it is concave along v; for A > 0 unless it is negative at its least, that is, unless D > 0
  and 2 A l < -B < 2 A u.

Each is asked for all values that satisfy `others`; these are no fewer than those of the piece. At an end the
other prior is treated alike. So a proof is one, and no proof says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
    for v in free:
        if not 1 <= (degree := sp.degree(polynomial, v)) <= 2:
            continue
        others = tuple(c for c in conditions if v not in c.symbols)
        rest = [u for u in free if u != v]
        along = sp.Poly(polynomial, v)
        leading, slope = (along.coeff_monomial(v**k) for k in (2, 1))
        bent = (positive(leading), positive(sp.expand(along.discriminant()))) if degree == 2 else ()
        if bent and all(empty((*others, c)) for c in (bent[0].negation, bent[1])):
            return True
        if (ends := _range(conditions, v)) is None:
            continue
        turns = [
            positive(sp.expand(s * (2 * leading * e + slope))) for s, e in zip((-1, 1), ends, strict=True)
        ]
        if (not bent or empty((*others, *bent, *turns))) and all(
            _at_end(sp.expand(along.eval(end)), others, rest, empty) for end in ends
        ):
            return True
    return False


def _at_end(
    polynomial: sp.Expr, conditions: Region, free: Sequence[sp.Symbol], empty: Callable[[Region], bool]
) -> bool:
    """`nowhere_negative`, or by the question itself."""
    return nowhere_negative(polynomial, conditions, free, empty) or empty(
        (*conditions, positive(-polynomial))
    )


def _range(conditions: Region, v: sp.Symbol) -> tuple[sp.Rational, sp.Rational] | None:
    """The largest number below v and the least above it that the conditions on v alone give."""
    lows, highs = list[sp.Rational](), list[sp.Rational]()
    for condition in conditions:
        if condition.symbols != {v} or sp.degree(condition.polynomial, v) != 1:
            continue
        if condition.relation in (Relation.POSITIVE, Relation.NON_NEGATIVE):
            slope, offset = sp.Poly(condition.polynomial, v).all_coeffs()
            (lows if slope > 0 else highs).append(-offset / slope)
    return (max(lows), min(highs)) if lows and highs and max(lows) <= min(highs) else None
