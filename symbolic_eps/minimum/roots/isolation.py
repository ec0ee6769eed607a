"""Which root of a polynomial in x = e^-eps is meant: an interval that has X as its only root.

Its ends are numbers, or rational functions of the parameters. The polynomial is negative at the lower end and
not negative at the upper one, so that there is a root. If each root x between is shown to be a bound that is
reached, there is but one: all are e^-eps for the infimum eps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import sympy as sp

from symbolic_eps.minimum.by_factors import cleared, has_sign
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, Relation, non_negative, positive, rational_condition
from verify.solvers.smt import Solver

Interval = tuple[sp.Expr, sp.Expr]
WHOLE: Interval = (sp.Integer(0), sp.Integer(1))


def within(interval: Interval) -> tuple[Condition, ...]:
    """X lies in the interval.

    Examples
    --------
    >>> [str(c) for c in within(WHOLE)]
    ['x >= 0', 'x <= 1']
    """
    low, high = interval
    ends = (DECAY - low, high - DECAY)
    return tuple(c for end in ends for c in cleared(end, Relation.NON_NEGATIVE))


def intervals(
    conditions: Iterable[Condition], region: tuple[Condition, ...], solver: Solver
) -> Iterator[Interval]:
    """From 0 to 1, and shorter intervals with ends at which a condition linear in x becomes tight.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.language.condition import positive
    >>> region = (positive(a), positive(1 - a))
    >>> list(intervals([non_negative(a - DECAY)], region, Solver()))
    [(0, 1), (0, a)]
    """
    lows, highs = [WHOLE[0]], [WHOLE[1]]
    for condition in conditions:
        if sp.degree(condition.polynomial, DECAY) != 1 or condition.relation is Relation.NON_ZERO:
            continue
        slope, offset = sp.Poly(condition.polynomial, DECAY).all_coeffs()
        end = sp.factor(-offset / slope)
        for sign, ends in ((1, lows), (-1, highs)):
            if not solver.possible([*region, non_negative(-sign * slope)], f"sign of {slope}"):
                ends.append(end)
    for low, high in product(lows, highs):
        if not any(
            solver.possible([*region, needed.negation], f"{low} and {high} are no interval in [0, 1]")
            for difference in (low, high - low, 1 - high)
            for needed in rational_condition(difference, Relation.NON_NEGATIVE)
            if needed.constant_truth is not True
        ):
            yield low, high


def rises_over(
    polynomial: sp.Expr, interval: Interval, region: tuple[Condition, ...], solver: Solver
) -> bool:
    """Whether it is negative at the lower end and not negative at the upper one, 0 <= low <= high <= 1.

    Examples
    --------
    >>> rises_over(2 * DECAY**3 - 1, WHOLE, (), Solver())
    True
    """
    low, high = interval
    needed = [
        *((side, Relation.NON_NEGATIVE) for side in (low, high - low, 1 - high)),
        (-polynomial.subs(DECAY, low), Relation.POSITIVE),
        (polynomial.subs(DECAY, high), Relation.NON_NEGATIVE),
    ]
    question = "the polynomial changes its sign between the ends"
    return all(has_sign(expression, relation, region, solver, question) for expression, relation in needed)


def turns_above(
    coefficients: tuple[sp.Expr, sp.Expr, sp.Expr], region: tuple[Condition, ...], solver: Solver
) -> bool:
    """Whether h = A x^2 + B x - C is negative at 0 and, where it is negative at 1 too, positive between.

    At its turn -B/(2 A) in (0, 1] it is (B^2 + 4 A C)/(-4 A): the first root lies before, and h rises there.

    Examples
    --------
    >>> turns_above((sp.Integer(-9), sp.Integer(9), sp.Integer(2)), (), Solver())
    True
    >>> turns_above((sp.Integer(-9), sp.Integer(6), sp.Integer(2)), (), Solver())
    False
    """
    a, b, c = coefficients
    below = (*region, positive(sp.expand(c - a - b)))
    at_turn = (positive(sp.expand(e)) for e in (-a, b, b**2 + 4 * a * c))
    needed = ((region, positive(sp.expand(c))), *((below, one) for one in at_turn))
    needed += ((below, non_negative(sp.expand(-2 * a - b))),)
    question = "the polynomial turns above 0 between 0 and 1"
    return all(solver.implies(known, one, question) for known, one in needed)
