"""Signs of rational functions, asked of their factors one by one where there are several.

A product of high degree hides what its factors say at once; and a denominator that is squared, or known to be
positive, need not be multiplied into what is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sympy as sp

from verify.language.condition import (
    Condition,
    Relation,
    non_negative,
    non_zero,
    positive,
    rational_condition,
)
from verify.solvers.smt import Solver, UndecidedQueryError

ORDERED = (Relation.POSITIVE, Relation.NON_NEGATIVE)


def cleared(expression: sp.Expr, relation: Relation) -> tuple[Condition, ...]:
    """The relation to 0 as polynomial conditions: the denominator's squares are left out, but are not 0.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> [str(c) for c in cleared(1 - a / (a + b) ** 2, Relation.NON_NEGATIVE)]
    ['a <= a**2 + 2*a*b + b**2', 'Ne(a + b, 0)']
    """
    numerator, denominator = sp.fraction(sp.together(expression))
    scale, factors = sp.factor_list(denominator)
    if relation not in ORDERED or all(k == 1 for _, k in factors):
        return rational_condition(expression, relation)
    odd = sp.Mul(scale, *(f for f, k in factors if k % 2))
    defined = non_zero(sp.expand(sp.Mul(*(f for f, _ in factors))))
    return Condition(sp.expand(numerator * odd), relation), defined


def has_sign(
    expression: sp.Expr, relation: Relation, region: Sequence[Condition], solver: Solver, question: str
) -> bool:
    """Whether a rational function is positive, or not negative, all over a region.

    Parameters
    ----------
    expression : sympy.Expr
    relation : Relation
        POSITIVE or NON_NEGATIVE.
    region : sequence of Condition
    solver : Solver
        Decides.
    question : str
        For messages.

    Examples
    --------
    >>> from sympy.abc import a
    >>> has_sign((a - 1) / a**3, Relation.POSITIVE, [positive(a - 1)], Solver(), "a sign")
    True
    """
    numerator, denominator = sp.fraction(sp.factor(expression))
    scale, factors = sp.factor_list(numerator)
    below_scale, below = sp.factor_list(denominator)
    if len(factors) + len(below) > 1:
        left, known = sp.Mul(scale, below_scale), set(region) if relation is Relation.NON_NEGATIVE else set()
        for factor, k in (*below, *factors):
            weak = {non_negative(factor), non_negative(sp.expand(-factor))}
            if (factor, k) not in below and known & weak:  # its strict sign need not be looked for
                left *= factor**k
                continue
            sign = _sign_of(factor, region, solver, question)
            if sign == 0 and (factor, k) in below:
                break
            left *= sign**k if sign else factor**k
        else:
            asked = Condition(sp.expand(left), relation)
            truth = asked.constant_truth
            return solver.implies(region, asked, question) if truth is None else truth
    return all(solver.implies(region, c, question) for c in cleared(expression, relation))


def _sign_of(factor: sp.Expr, region: Sequence[Condition], solver: Solver, question: str) -> int:
    """1 or -1 where it is shown to be positive, or negative; 0 where neither is."""
    signs = {sign: positive(sp.expand(sign * factor)) for sign in (1, -1)}
    for sign in sorted(signs, key=lambda sign: signs[sign] not in region):
        try:
            if solver.implies(region, signs[sign], question):
                return sign
        except UndecidedQueryError:
            continue
    return 0


def positive_denominators(
    values: Iterable[sp.Expr], known: Sequence[Condition], solver: Solver
) -> tuple[Condition, ...]:
    """Factors of the values' denominators, with the sign that makes them positive, where that is shown.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> known = [positive(a - 1), positive(1 - b)]
    >>> [str(c) for c in positive_denominators([a / (b - a)], known, Solver())]
    ['b < a']
    """
    below = (sp.factor_list(sp.denom(sp.together(value)))[1] for value in values)
    factors = dict.fromkeys(f for fs in below for f, k in fs if len(f.free_symbols) > 1 and k % 2)
    signs = {f: _sign_of(f, known, solver, f"the denominator {f} has one sign") for f in factors}
    return tuple(positive(sp.expand(sign * f)) for f, sign in signs.items() if sign)


def divided(conditions: Iterable[Condition], by: Sequence[Condition]) -> tuple[Condition, ...]:
    """The same conditions without factors that are positive.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> [str(c) for c in divided([positive(a**2 - a * b)], [positive(a)])]
    ['b < a']
    """
    return tuple(_divided(condition, [c.polynomial for c in by]) for condition in conditions)


def _divided(condition: Condition, factors: Sequence[sp.Expr]) -> Condition:
    left = condition.polynomial
    for factor in factors:
        quotient, rest = sp.div(left, factor)
        while rest == 0 and left != 0:
            left = quotient
            quotient, rest = sp.div(left, factor)
    return Condition(sp.expand(left), condition.relation) if factors else condition
