"""Substitutes values in a profile so that the result is defined exactly where the profile is.

SymPy's own substitution forgets: 1/(1 + 1/0) becomes 0, (p - a)/(p - b) becomes 1 for a = b, and comparing
what is not real is an error. Here what has no value becomes `nan`; a demand
(`symbolic_eps.profiles.definedness`) that the result no longer makes stands before it as a case of its own:
(nan, p = 1/4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TypeVar

import sympy as sp

from symbolic_eps.profiles.definedness import demand_of, holds_by_form, is_positive
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
from verify.enclosure import UncertifiedError, sign
from verify.language.condition import Condition, Relation, comparison_of

PRIORS = (PRIOR_INCLUSION, PRIOR_VALUE)

FEW_BOXES = 40
"""Boxes of priors on which the sign of a divisor is looked for."""

Values = Mapping[sp.Symbol, sp.Expr]
Part = TypeVar("Part")


def with_values(expression: sp.Expr, values: Values) -> sp.Expr:
    """The expression with values put for symbols; max and min are not compared, which would be slow.

    Parameters
    ----------
    expression : sympy.Expr
        A profile.
    values : mapping of Symbol to Expr
        Numbers, or other symbols.

    Returns
    -------
    sympy.Expr
        `nan` where nothing has a value.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> with_values(sp.Max(a, b), {a: sp.Integer(2)})
    Max(2, b)
    >>> with_values(sp.Piecewise((3, 1 / (a - 1) > 0), (2, True), evaluate=False), {a: sp.Integer(1)})
    nan
    >>> with_values((a - 1) / (a - b), {b: sp.Integer(1)})
    Piecewise((nan, Eq(a, 1)), (1, True))
    """
    if not expression.free_symbols & values.keys():
        return expression
    value, written = _put(expression, values)
    return _guarded([*_cases_without_value(lost(written, value)), (value, sp.true)])


def lost(written: Iterable[Condition], *kept_in: sp.Basic) -> list[Condition]:
    """The demands that were written, and that the expressions in their place no longer make.

    Parameters
    ----------
    written : iterable of Condition
        What was demanded. Demands within the cases of a piecewise are not among them.
    kept_in : sympy.Basic
        Values, or conditions.

    Examples
    --------
    >>> from verify.language.condition import positive
    >>> p = PRIOR_INCLUSION
    >>> lost([Condition(p - 1, Relation.NON_ZERO)], (p + 1) / (p - 1)), lost([positive(p - 1)], p)
    ([], [Condition(polynomial=p - 1, relation=<Relation.POSITIVE: '>'>)])
    """
    wanted = [c for c in dict.fromkeys(written) if not holds_by_form(c)]
    if not wanted:
        return []
    made = {c for part in kept_in for c in _demands_in(part)}
    return [c for c in wanted if c not in made and not _implied(c, made)]


def _demands_in(expression: sp.Basic) -> Iterator[Condition]:
    if isinstance(expression, sp.Piecewise):
        return
    for part in expression.args:
        yield from _demands_in(part)
    own = demand_of(expression)
    if own is not None:
        yield own


def _implied(wanted: Condition, made: Iterable[Condition]) -> bool:
    """Whether some demands that are made imply another, by their factors."""
    if wanted.relation is Relation.NON_ZERO:
        bases = [c.polynomial for c in made if c.relation is not Relation.NON_NEGATIVE]
        return all(_divides_one(factor, bases) for factor in _factors(wanted.polynomial))
    enough = {Relation.POSITIVE, wanted.relation}
    return any(
        _is_square_multiple(wanted.polynomial, c.polynomial, wanted.relation)
        for c in made
        if c.relation in enough
    )


def _factors(expression: sp.Expr) -> Iterator[sp.Expr]:
    """What has to be different from 0 for a divisor to be, and is not at all priors by itself."""
    for part in sp.Mul.make_args(sp.fraction(expression)[0]):
        base = part.as_base_exp()[0]
        factors = [f for f, _ in sp.factor_list(base)[1]] if base.is_polynomial() else [base]
        yield from (f for f in factors if f.free_symbols and not _is_nowhere_zero(f))


def _is_nowhere_zero(factor: sp.Expr) -> bool:
    """Whether a polynomial in the priors has one sign for 0 < p, q <= 1: the other one is refuted."""
    if factor in PRIORS:
        return True
    if not factor.free_symbols <= set(PRIORS) or not factor.is_polynomial(*PRIORS):
        return False
    if not all(c.is_Rational for c in sp.Poly(factor, *PRIORS).coeffs()):
        return False
    return any(_is_positive_at_priors(sign * factor) for sign in (1, -1))


def _is_positive_at_priors(polynomial: sp.Expr) -> bool:
    from verify import kernel
    from verify.search.subdivision import Subdivision

    conditions = [("gt", v) for v in PRIORS] + [("ge", 1 - v) for v in PRIORS] + [("ge", -polynomial)]
    facts = [
        (kind, {e: Fraction(int(c.p), int(c.q)) for e, c in sp.Poly(f, *PRIORS).terms()})
        for kind, f in conditions
    ]
    names = [v.name for v in PRIORS]
    node = Subdivision(names, facts, boxes=FEW_BOXES).refutation()
    if node is None:
        return False
    try:
        logic = kernel.Logic(names)
        logic.refute(node, [(kind, logic.collected(terms.items())) for kind, terms in facts], {})
    except kernel.Rejected:
        return False
    return True


def _divides_one(factor: sp.Expr, bases: Iterable[sp.Expr]) -> bool:
    if not factor.is_polynomial():
        return factor in bases
    return any(base.is_polynomial() and sp.rem(base, factor) == 0 for base in bases)


def _is_square_multiple(wanted: sp.Expr, other: sp.Expr, relation: Relation) -> bool:
    """Whether the sign of one polynomial follows from another's: their quotient is > 0, or a square."""
    if not (wanted.is_polynomial() and other.is_polynomial()):
        return False
    parts = [sp.factor_list(part) for part in sp.fraction(sp.cancel(wanted / other))]
    if not sp.prod(coefficient for coefficient, _ in parts) > 0:
        return False
    powers = [power for _, factors in parts for _, power in factors]
    return not powers or (relation is Relation.NON_NEGATIVE and all(power % 2 == 0 for power in powers))


def _put(expression: sp.Expr, values: Values) -> tuple[sp.Expr, list[Condition]]:
    """A value with numbers in it, and what its arithmetic demands as it is written."""
    if isinstance(expression, sp.Piecewise):
        return _piecewise(expression, values), []
    if not expression.args:
        return values.get(expression, expression), []
    parts, written = _apart(_put(part, values) for part in expression.args)
    own = demand_of(expression, parts)
    truth = None if own is None else _truth(own.polynomial, own.relation)
    if truth is False or sp.nan in parts:
        return sp.nan, []
    if own is not None and truth is None:
        written.append(own)
    if not expression.free_symbols & values.keys():
        return expression, written
    if expression.is_Pow and parts[0].is_zero and is_positive(parts[1]):
        return sp.S.Zero, written  # SymPy leaves 0**q as it is
    if isinstance(expression, sp.Max | sp.Min) and not all(part.is_Rational for part in parts):
        return expression.func(*parts, evaluate=False), written
    return expression.func(*parts), written


def _apart(results: Iterable[tuple[Part, list[Condition]]]) -> tuple[list[Part], list[Condition]]:
    """Values, and all demands that were written in them."""
    pairs = list(results)
    return [value for value, _ in pairs], [demand for _, demands in pairs for demand in demands]


def _truth(tested: sp.Expr, relation: Relation) -> bool | None:
    """Whether `tested relation 0` holds; None where it depends on symbols, or is too close to tell."""
    if tested.free_symbols or tested is sp.nan:
        return None
    try:
        return relation.holds(sign(tested))
    except (UncertifiedError, TypeError, ValueError):
        return None


def _piecewise(expression: sp.Piecewise, values: Values) -> sp.Expr:
    cases: list[tuple[sp.Expr, sp.Basic]] = []
    for value, guard in expression.args:
        condition, written = _condition(guard, values)
        if condition is None:
            cases.append((sp.nan, sp.true))
            break
        cases += [*_cases_without_value(lost(written, condition)), (with_values(value, values), condition)]
    return _guarded(cases)


def _condition(guard: sp.Basic, values: Values) -> tuple[sp.Basic | None, list[Condition]]:
    """A condition with numbers in it, and what it demands; None if it has no value anywhere."""
    if not isinstance(guard, sp.Rel):
        parts, written = _apart(_condition(part, values) for part in guard.args)
        if None in parts:
            return None, []
        return (guard.func(*parts) if parts else guard), written
    sides, written = _apart(_put(side, values) for side in guard.args)
    if sp.nan in sides:
        return None, []
    if not guard.free_symbols & values.keys():
        return guard, written
    compared = guard.func(*sides, evaluate=False)
    difference = comparison_of(compared)
    truth = _truth(difference.polynomial, difference.relation)
    return compared if truth is None else sp.sympify(truth, strict=True), written


def _cases_without_value(demands: Iterable[Condition]) -> list[tuple[sp.Expr, sp.Basic]]:
    return [(sp.nan, demand.negation.relational) for demand in demands]


def _guarded(cases: Iterable[tuple[sp.Expr, sp.Basic]]) -> sp.Expr:
    """A piecewise of these cases without those that never apply; `nan` where none does."""
    applicable = [(value, guard) for value, guard in cases if guard is not sp.false]
    return sp.Piecewise(*applicable, evaluate=False) if applicable else sp.nan
