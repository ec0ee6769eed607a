"""Takes a profile apart: max, min and piecewise become rational functions on basic semialgebraic sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import sympy as sp

from symbolic_eps.errors import InputError
from symbolic_eps.profiles.definedness import conjunctions, sides_of
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
from verify.language.condition import Condition, Relation, conditions_of, rational_condition

Case = tuple[sp.Expr, tuple[Condition, ...]]
"""A value, and where an expression has it."""


def caps_of(expression: sp.Expr) -> tuple[tuple[Case, ...], ...]:
    """The caps whose least one is the expression, each as the cases that make it up.

    A minimum of caps needs no comparison between them: each has to be respected.

    Raises
    ------
    symbolic_eps.errors.InputError
        What is not built from rational functions over the rationals by max, min and piecewise.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> [[str(value) for value, _ in cap] for cap in caps_of(sp.Min(sp.Max(a, b), 3))]
    [['3'], ['a', 'b']]
    """
    if isinstance(expression, sp.Min):
        return tuple(cap for argument in expression.args for cap in caps_of(argument))
    return (cases_of(expression),)


def cases_of(expression: sp.Expr) -> tuple[Case, ...]:
    """The expression's values, each with the conditions under which it has it; a minimum is compared.

    Raises
    ------
    symbolic_eps.errors.InputError
        As `caps_of`.

    Examples
    --------
    >>> from sympy.abc import a
    >>> [(str(value), str(*conditions)) for value, conditions in cases_of(sp.Min(a, 3))]
    [('3', 'a >= 3'), ('a', 'a <= 3')]
    """
    if expression is sp.nan:
        return ()
    if isinstance(expression, sp.Max | sp.Min):
        return tuple(_extremum_cases(expression))
    if isinstance(expression, sp.Piecewise):
        return tuple(_piecewise_cases(expression))
    if not expression.has(sp.Max, sp.Min, sp.Piecewise):
        _require_rational(expression)
        return ((expression, ()),)
    return tuple(
        (expression.func(*(v for v, _ in combination)), tuple(c for _, cs in combination for c in cs))
        for combination in product(*map(cases_of, expression.args))
    )


def alternatives(expression: sp.Piecewise) -> Iterator[tuple[sp.Expr, sp.Basic]]:
    """The values of a piecewise, each with a conjunction of comparisons that leads to it.

    Where a condition has no value, neither it nor its negation leads anywhere, and a case `nan` is left out:
    `symbolic_eps.profiles.definedness` demands that there is no such point.

    Examples
    --------
    >>> from sympy.abc import a
    >>> list(alternatives(sp.Piecewise((3, a < 1), (2, True))))
    [(3, a < 1), (2, a >= 1)]
    """
    left: sp.Basic = sp.true
    for value, guard in expression.args:
        if value is not sp.nan:
            yield from ((value, conjunct) for conjunct in conjunctions(sp.And(guard, left)))
        left = sp.And(left, sp.Not(guard))


def _extremum_cases(expression: sp.Expr) -> Iterator[Case]:
    orientation = 1 if isinstance(expression, sp.Max) else -1
    for combination in product(*map(cases_of, expression.args)):
        premises = [c for _, conditions in combination for c in conditions]
        for index, (value, _) in enumerate(combination):
            others = [v for j, (v, _) in enumerate(combination) if j != index]
            comparisons = _compared(value, others, orientation)
            if comparisons is not None:
                yield value, (*premises, *comparisons)


def _compared(value: sp.Expr, others: Iterable[sp.Expr], orientation: int) -> tuple[Condition, ...] | None:
    """Conditions for `value` to be the largest (orientation 1) or least (-1); None if it cannot be."""
    comparisons: list[Condition] = []
    for other in others:
        if value == other:
            continue
        if other is sp.oo or value is sp.oo:
            if (value is sp.oo) != (orientation == 1):
                return None
            continue
        comparisons.extend(rational_condition(orientation * (value - other), Relation.NON_NEGATIVE))
    return tuple(comparisons)


def _piecewise_cases(expression: sp.Expr) -> Iterator[Case]:
    for side in (side for _, guard in expression.args for side in sides_of(guard)):
        _require_rational(side)
    for value, conjunct in alternatives(expression):
        for inner, conditions in cases_of(value):
            yield inner, (*conditions_of(conjunct), *conditions)


def _require_rational(expression: sp.Expr) -> None:
    if expression is sp.oo:
        return
    numerator, denominator = sp.fraction(sp.together(expression))
    symbols = sorted(expression.free_symbols | {PRIOR_INCLUSION, PRIOR_VALUE}, key=str)
    for part in (numerator, denominator):
        polynomial = part.as_poly(*symbols)
        if polynomial is None or not (polynomial.domain.is_ZZ or polynomial.domain.is_QQ):
            raise InputError(
                f"{expression} is not a rational function with rational numbers: write it with such "
                "functions of p, q and the parameters, max, min and piecewise"
            )
