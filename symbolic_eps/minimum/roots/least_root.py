"""X as the least root of a polynomial in an interval, and inequalities that hold there.

Where the least value along a ridge sits inside its range, X is a root of a discriminant, which has a second
root in (0, 1); both may meet at an irrational number, and then no interval with ends that are rational in the
parameters tells them apart. The sides do: what says that the place of X lies in its range.

Theorem. Let l <= h, P(l) < 0 and c(l) > 0 for each of the sides c. Suppose that, wherever one of them is 0 on
[l, h) and all others are >= 0, P >= 0 (for a strict side P > 0, and at h too), and that P >= 0 somewhere on
[l, h], or c(h) < 0 for one of them. Then P has a least root X in [l, h], and c(X) >= 0 (> 0) for each side.
Proof. Without a root, P < 0 on [l, h], so that c(h) < 0 for a side; at the first m where a side is 0 the
others are >= 0, and P(m) >= 0, a contradiction. So there is a least root X, and P < 0 on [l, X). Were a side
0 on [l, X), then P >= 0 at the first such m, a contradiction again. So all are > 0 before X and >= 0 at X;
and if a strict one were 0 at X, then P(X) > 0. QED

That P >= 0 somewhere is seen at h, or where P is a parabola in a power of x at its turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sympy as sp

from symbolic_eps.minimum.by_factors import ORDERED, has_sign
from symbolic_eps.minimum.roots.isolation import WHOLE, Interval, turns_above, within
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, Relation, non_negative, positive, zero
from verify.solvers.smt import Solver


def sides_of(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Of a candidate's conditions those on x; () where one of them is an equation or its negation.

    Examples
    --------
    >>> from sympy.abc import a
    >>> [str(c) for c in sides_of([positive(a), non_negative(a - DECAY)])]
    ['x <= a']
    """
    on_x = tuple(dict.fromkeys(c for c in conditions if DECAY in c.symbols))
    return on_x if all(c.relation in ORDERED for c in on_x) else ()


def root_with_sides(
    polynomial: sp.Expr, sides: Sequence[Condition], interval: Interval = WHOLE
) -> tuple[Condition, ...]:
    """What is known of the least root: it lies in the interval, P does not fall there, the sides hold."""
    rises = non_negative(sp.expand(sp.diff(polynomial, DECAY)))
    in_unit = (positive(DECAY), non_negative(1 - DECAY))
    return (zero(polynomial), *in_unit, *within(interval), rises, *sides)


def is_least_root(
    polynomial: sp.Expr,
    sides: Sequence[Condition],
    region: Sequence[Condition],
    solver: Solver,
    interval: Interval = WHOLE,
) -> bool:
    """Whether the theorem's premises hold for all parameters of the region.

    Parameters
    ----------
    polynomial : sympy.Expr
        P, in x and the parameters.
    sides : sequence of Condition
        Inequalities on x and the parameters, at least one.
    region : sequence of Condition
        On the parameters.
    solver : Solver
        Decides.
    interval : pair of Expr
        Its ends, from 0 to 1: numbers, or rational functions of the parameters.

    Examples
    --------
    >>> both = (DECAY - sp.Rational(1, 3)) * (sp.Rational(2, 3) - DECAY)
    >>> is_least_root(both, [positive(1 - 2 * DECAY)], (), Solver())
    True
    >>> is_least_root(both, [positive(1 - 4 * DECAY)], (), Solver())
    False
    """
    low, high = interval
    if not (sides and all(c.relation in ORDERED for c in sides)):
        return False
    ordered = [(side, Relation.NON_NEGATIVE) for side in (low, high - low, 1 - high)]
    at_low = [(e.subs(DECAY, low), Relation.POSITIVE) for e in (-polynomial, *(c.polynomial for c in sides))]
    at_high = [(polynomial.subs(DECAY, high), Relation.NON_NEGATIVE)]
    at_high += [(-c.polynomial.subs(DECAY, high), Relation.POSITIVE) for c in sides]

    def always(sign: tuple[sp.Expr, Relation]) -> bool:
        return has_sign(*sign, region, solver, f"the sign of {sign[0]} at an end of the interval")

    if not all(map(always, (*ordered, *at_low))):
        return False
    if not (any(map(always, at_high)) or (interval == WHOLE and _turns(polynomial, region, solver))):
        return False
    in_unit = () if low.is_Rational else (non_negative(DECAY), non_negative(1 - DECAY))
    return not any(
        solver.satisfiable(
            [*region, *in_unit, *within(interval), *_where_tight(side, sides, polynomial, high)],
            f"{polynomial} < 0 where {side} is tight",
        )
        for side in sides
    )


def _turns(polynomial: sp.Expr, region: Sequence[Condition], solver: Solver) -> bool:
    """Whether P = A y^2 + B y - C, y a power of x, is shown to turn above 0 between 0 and 1.

    Examples
    --------
    >>> _turns(-2 * DECAY**4 + 2 * DECAY**2 - sp.Rational(1, 4), (), Solver())
    True
    """
    terms = sp.Poly(polynomial, DECAY)
    if terms.degree() % 2 or {power for (power,) in terms.monoms()} - {
        0,
        terms.degree() // 2,
        terms.degree(),
    }:
        return False
    a, b, c = (terms.coeff_monomial(DECAY ** (terms.degree() * k // 2)) for k in (2, 1, 0))
    return turns_above((a, b, -c), tuple(region), solver)


def _where_tight(
    side: Condition, sides: Sequence[Condition], polynomial: sp.Expr, high: sp.Expr
) -> list[Condition]:
    """One side is 0, all others hold, and P is not as the theorem wants it."""
    others = [c.closure for c in sides if c != side]
    strict = side.relation is Relation.POSITIVE
    before = [positive(1 - DECAY)] if high == 1 and not strict else []
    wrong = non_negative(-polynomial) if strict else positive(-polynomial)
    return [zero(side.polynomial), *others, *before, wrong]
