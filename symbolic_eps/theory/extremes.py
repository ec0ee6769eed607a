"""The extremes over a box of an expression that is monotone in each of the box's variables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.theory.likelihoods import LikelihoodRatioBounds
from verify.language.condition import Condition, Relation, positive, rational_condition
from verify.solvers.smt import Solver


def monotone_direction(
    expression: sp.Expr, variable: sp.Symbol, conditions: Iterable[Condition], solver: Solver
) -> int:
    """1 where the expression never falls in the variable on the set, -1 where it never rises.

    Parameters
    ----------
    expression : sympy.Expr
        Rational function; the set has to be an interval in `variable` for the others held fixed.
    variable : Symbol
    conditions : iterable of Condition
        The set, not empty.
    solver : Solver

    Raises
    ------
    UndecidedError
        If the set is empty, the expression is undefined at a point of it, or the derivative takes both signs.

    Examples
    --------
    >>> from sympy.abc import a
    >>> monotone_direction(1 / a, a, [positive(a)], Solver())
    -1
    """
    region = tuple(conditions)
    denominator = sp.fraction(sp.together(expression))[1]
    undefined = Condition(denominator, Relation.ZERO)
    if not solver.satisfiable(region, "the set is not empty"):
        raise UndecidedError(f"no point satisfies the conditions on which {expression} is to be monotone")
    if solver.satisfiable([*region, undefined], f"{expression} is undefined"):
        raise UndecidedError(f"{expression} is undefined at a point of the set on which it is to be monotone")
    derivative = sp.diff(expression, variable)
    for direction in (-1, 1):
        goal = rational_condition(direction * derivative, Relation.NON_NEGATIVE)[0]
        if solver.implies(region, goal, f"sign of d/d{variable} {expression}"):
            return direction
    raise UndecidedError(f"{expression} is not monotone in {variable}")


def extreme_over_box(
    expression: sp.Expr,
    box: Mapping[sp.Symbol, LikelihoodRatioBounds],
    conditions: Iterable[Condition],
    solver: Solver,
    *,
    largest: bool,
) -> sp.Expr:
    """The largest or least value over the box of an expression that is monotone in each variable.

    Parameters
    ----------
    expression : sympy.Expr
        Rational function, monotone in each variable of the box while the others are positive.
    box : mapping of Symbol to LikelihoodRatioBounds
        Ends do not depend on the variables.
    conditions : iterable of Condition
        On the remaining symbols.
    solver : Solver
    largest : bool
        Supremum if true, infimum if false.

    Raises
    ------
    UndecidedError
        If monotonicity cannot be shown.

    Examples
    --------
    >>> from sympy.abc import a, t
    >>> box = {a: LikelihoodRatioBounds(t, 1 / t)}
    >>> extreme_over_box(1 / (1 + a), box, [positive(t)], Solver(), largest=True)
    1/(t + 1)
    """
    positive_box = [*conditions, *(positive(variable) for variable in box)]
    ends = {}
    for variable, bounds in box.items():
        rising = monotone_direction(expression, variable, positive_box, solver) > 0
        ends[variable] = bounds.upper if rising == largest else bounds.lower
    return expression.subs(ends)
