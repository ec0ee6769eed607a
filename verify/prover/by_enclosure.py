"""Implications decided by evaluation: points at which they fail, and enclosures over a compact domain.

For what is left when polynomials do not reach, or do not suffice: roots, logarithms and exponentials stay as
they are. A proof is for strict goals, or for goals that the bounds of boxes happen to meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice, product
from math import prod
from typing import TypeVar

import sympy as sp
from sympy.core.relational import Relational

from verify.boxes.best_first import Budget
from verify.boxes.branch_and_bound import Outcome, prove_positive_on
from verify.errors import VerifyError
from verify.language.condition import RELATIONALS, Condition, Relation, conditions_of
from verify.language.implication import Implication
from verify.language.note import Note
from verify.language.truth import holds_at
from verify.points.rational_search import expanded_polynomial, simple_points

T = TypeVar("T")

BOXES = 4000
"""Boxes examined for one implication, a second or two of work."""

POINTS = 60
"""Points at which an implication is evaluated."""

FEW_POINTS = 3
"""Points that are moved towards the ends of ranges."""

NEAR_ENDS = (sp.Rational(1, 10**6), 1 - sp.Rational(1, 10**6), sp.Integer(10**6))
"""Where to."""

MOST_CASES = 16
"""Disjunctions in the hypotheses are multiplied out into at most so many cases."""


class NotEnclosedError(VerifyError, ValueError):
    """The implication is not of a form that enclosures can prove; the message says why."""


def failing_point(implication: Implication, points: int = POINTS) -> dict[sp.Symbol, sp.Expr] | None:
    """A rational point at which all hypotheses hold and the goal fails, both confirmed; None decides nothing.

    Parameters
    ----------
    implication : Implication
        Of any form that `verify.language.truth` evaluates.
    points : int
        How many points are looked at.

    Examples
    --------
    >>> from sympy.abc import x
    >>> failing_point(Implication((x > 0,), sp.exp(x) > 3))
    {x: 1}
    """
    return next(failing_points(implication, points), None)


def failing_points(implication: Implication, points: int = POINTS) -> Iterator[dict[sp.Symbol, sp.Expr]]:
    """All such points among those that are looked at.

    Examples
    --------
    >>> from sympy.abc import x
    >>> next(failing_points(Implication((x > 0,), sp.log(x) > 2)))
    {x: 1}
    """
    for point in _near(implication, points):
        if _fails_at(implication, point):
            yield point


def holds_somewhere(implication: Implication, points: int = POINTS) -> bool:
    """Whether all hypotheses and the goal are confirmed at one of the points that `failing_point` looks at.

    Examples
    --------
    >>> from sympy.abc import x
    >>> holds_somewhere(Implication((x > 0,), x > 1)), holds_somewhere(Implication((sp.Eq(x**2, 2),), x > 1))
    (True, False)
    """
    parts = (*implication.hypotheses, implication.goal)
    return any(all(holds_at(part, at) is True for part in parts) for at in _near(implication, points))


def _near(implication: Implication, points: int) -> Iterator[dict[sp.Symbol, sp.Expr]]:
    """Simple points that satisfy what the hypotheses say on polynomials."""
    polynomial = tuple(c for h in implication.hypotheses for c in _polynomial_conditions(h))
    return islice(simple_points(polynomial, (), implication.symbols), points)


def fails_near_an_end(implication: Implication, symbols: Iterable[sp.Symbol]) -> bool:
    """Whether it fails at a simple point with one of these symbols moved next to 0 or 1, or far out.

    A bound that is only approached is missed by little there, and by simple points not at all.

    Examples
    --------
    >>> from sympy.abc import a, x
    >>> bound = Implication((x > 0, x < 1, a > 0), a - x >= a - sp.Rational(999, 1000))
    >>> failing_point(bound) is None, fails_near_an_end(bound, [x])
    (True, True)
    """
    moved = (
        {**point, symbol: value}
        for point in _near(implication, FEW_POINTS)
        for symbol in symbols
        for value in NEAR_ENDS
    )
    return any(_fails_at(implication, point) for point in moved)


def _fails_at(implication: Implication, point: Mapping[sp.Symbol, sp.Expr]) -> bool:
    return holds_at(implication.goal, point) is False and all(
        holds_at(h, point) is True for h in implication.hypotheses
    )


def _polynomial_conditions(hypothesis: sp.Basic) -> tuple[Condition, ...]:
    """What a hypothesis says on polynomials, to find points near by; nothing where it says something else."""
    if isinstance(hypothesis, sp.And):
        return tuple(c for part in hypothesis.args for c in _polynomial_conditions(part))
    if hypothesis == sp.true or type(hypothesis) not in RELATIONALS:
        return ()
    if not all(side.is_rational_function(*side.free_symbols) for side in hypothesis.args):
        return ()
    conditions = conditions_of(hypothesis)
    try:
        for condition in conditions:
            expanded_polynomial(condition.polynomial)
    except TypeError:  # decimal fractions, pi
        return ()
    return conditions


def proved_by_boxes(implication: Implication, budget: Budget) -> dict[sp.Symbol, sp.Expr] | bool:
    """Whether enclosures prove the implication, or a rational point at which it fails.

    Parameters
    ----------
    implication : Implication
        Its hypotheses bound every symbol by a number.
    budget : Budget
        Limits of the search.

    Returns
    -------
    bool or dict
        False decides nothing.

    Raises
    ------
    NotEnclosedError
        If a symbol is not bounded, or a part has no enclosure, or the goal holds an equation.

    Examples
    --------
    >>> from sympy.abc import x
    >>> proved_by_boxes(Implication((x >= 0, x <= 1), sp.exp(x) < 3 - x / 10), Budget())
    True
    """
    clauses = _clauses(implication.goal)
    settled = True
    for case in _cases(implication.hypotheses):
        try:
            search = prove_positive_on(clauses, [_condition(c) for c in case], budget)
        except (TypeError, ValueError, ArithmeticError) as error:
            raise NotEnclosedError(Note(error)) from error
        if search.witness is not None and _fails_at(implication, search.witness):
            return dict(search.witness)
        settled = settled and search.outcome in (Outcome.PROVED, Outcome.EMPTY)
    return settled


def _cases(hypotheses: Iterable[sp.Basic]) -> Iterator[tuple[Relational, ...]]:
    """Conjunctions of comparisons, one of which holds exactly where all hypotheses do."""
    alternatives = [list(_alternatives(h)) for h in hypotheses]
    number = prod(map(len, alternatives))
    if number > MOST_CASES:
        raise NotEnclosedError(f"the hypotheses have {number} cases, more than {MOST_CASES}")
    yield from _multiplied_out(alternatives)


def _multiplied_out(factors: Iterable[Iterable[tuple[T, ...]]]) -> Iterator[tuple[T, ...]]:
    """What takes one part of each factor."""
    return (tuple(chain(*choice)) for choice in product(*factors))


def _alternatives(formula: sp.Basic) -> Iterator[tuple[Relational, ...]]:
    if isinstance(formula, sp.Or):
        for part in formula.args:
            yield from _alternatives(part)
    elif isinstance(formula, sp.And):
        yield from _multiplied_out(map(_alternatives, formula.args))
    elif formula == sp.true:
        yield ()
    elif formula != sp.false:
        yield (_comparison(formula),)


def _clauses(goal: sp.Basic) -> tuple[tuple[Condition, ...], ...]:
    """The goal as a conjunction of disjunctions of comparisons."""
    if goal == sp.true:
        return ()
    if goal == sp.false:
        return ((Condition(sp.Integer(-1), Relation.POSITIVE),),)
    if isinstance(goal, sp.And):
        return tuple(clause for part in goal.args for clause in _clauses(part))
    if isinstance(goal, sp.Or):
        return tuple(_multiplied_out(map(_clauses, goal.args)))
    comparison = _comparison(goal)
    if isinstance(comparison, sp.Ne):  # the negative of an expression may be defined where that is not
        return ((_difference(*comparison.args), _difference(*reversed(comparison.args))),)
    return ((_condition(comparison),),)


def _comparison(formula: sp.Basic) -> Relational:
    if type(formula) not in RELATIONALS:
        raise NotEnclosedError(Note("not a comparison: ", formula))
    return formula


def _condition(comparison: Relational) -> Condition:
    relation, orientation = RELATIONALS[type(comparison)]
    larger, smaller = comparison.args if orientation > 0 else reversed(comparison.args)
    return _difference(larger, smaller, relation)


def _difference(larger: sp.Expr, smaller: sp.Expr, relation: Relation = Relation.POSITIVE) -> Condition:
    """The difference against 0, not evaluated: it is undefined wherever one of the sides is."""
    difference = sp.Add(larger, sp.Mul(-1, smaller, evaluate=False), evaluate=False)
    return Condition(larger if smaller == 0 else difference, relation)
