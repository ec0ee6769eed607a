"""Where a profile is defined: each divisor, root and logarithm in it, and the cases that lead there.

A profile has a value at a prior where all that is computed there has one:

* a quotient where its divisor is not 0, a root where its radicand is >= 0, log x where x > 0, a power with
  any other exponent where its base is > 0, or 0 and the exponent is > 0 by its form: 0^q = 0, the limit of
  b^q as b -> 0; a sum, a maximum, ... where all its parts have one;
* a comparison where both sides have one; `and`, `or` and `not` of conditions where all of them have;
* a piecewise reads its conditions in their order, each of which must have a value, up to the first that
  holds: that case's value must have one, and what comes after is not looked at.

A limit is no value: 1/(p - 1/4)**2 has none at p = 1/4. The ends p = 0 and q = 0 are no priors, so that
1/(p*q) has one everywhere. Whoever minimises over a profile first proves all its demands on the domain.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product

import sympy as sp
from sympy.logic.inference import satisfiable

from symbolic_eps.errors import DEFINED, DomainError
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE
from verify.language.condition import Condition, Relation, conditions_of, positive, rational_condition
from verify.points.rational_search import simple_points
from verify.solvers.smt import Solver

Point = Mapping[sp.Symbol, sp.Expr]

NEVER = Condition(sp.Integer(-1), Relation.NON_NEGATIVE)
"""What no point meets: the demand of `nan`, which stands for "no value" in a profile."""

_REASONS = {
    Relation.NON_ZERO: " (division by 0)",
    Relation.NON_NEGATIVE: " (root of a negative number)",
    Relation.POSITIVE: " (logarithm or power of a number that is not above 0)",
}


@dataclass(frozen=True)
class Demand:
    """What has to hold for a profile to have a value, wherever its cases lead to this part of it.

    Parameters
    ----------
    condition : Condition
        On a divisor, a radicand, ...; `NEVER` where no case applies.
    path : sympy.Basic
        The conditions that were read before: a SymPy truth value or boolean.
    """

    condition: Condition
    path: sp.Basic

    @property
    def reason(self) -> str:
        """Why there is no value where the condition fails; empty where no case applies."""
        return "" if self.condition == NEVER else _REASONS[self.condition.relation]

    @property
    def words(self) -> str:
        """The condition as a profile's text would have it."""
        relational = self.condition.relational
        return f"{relational.lhs} != {relational.rhs}" if isinstance(relational, sp.Ne) else str(relational)


def demands_of(expression: sp.Expr, path: sp.Basic = sp.true) -> Iterator[Demand]:
    """All demands that the form of the profile does not settle, in the order in which it is read.

    Parameters
    ----------
    expression : sympy.Expr
        A profile, or a part of one.
    path : sympy.Basic
        Where it is read.

    Examples
    --------
    >>> p = PRIOR_INCLUSION
    >>> for demand in demands_of(sp.Piecewise((1 / p, p > sp.Rational(1, 2)), (1 / (3 * p - 1), True))):
    ...     print(demand.condition, "where", demand.path)
    Ne(3*p, 1) where p <= 1/2
    """
    if path is sp.false:
        return
    if expression is sp.nan:
        yield Demand(NEVER, path)
    elif isinstance(expression, sp.Piecewise):
        for value, guard in expression.args:
            for side in sides_of(guard):
                yield from demands_of(side, path)
            yield from demands_of(value, sp.And(path, guard))
            path = sp.And(path, sp.Not(guard))
        yield from demands_of(sp.nan, path)
    else:
        for part in expression.args:
            yield from demands_of(part, path)
        own = demand_of(expression)
        if own is not None and not holds_by_form(own):
            yield Demand(own, path)


def sides_of(guard: sp.Basic) -> list[sp.Expr]:
    """Both sides of each comparison in a condition.

    Examples
    --------
    >>> sides_of(sp.Not(PRIOR_INCLUSION > 2))
    [p, 2]
    """
    return [s for part in sp.preorder_traversal(guard) if isinstance(part, sp.Rel) for s in part.args]


def conjunctions(boolean: sp.Basic) -> Iterator[sp.Basic]:
    """Conjunctions of comparisons of which one holds exactly where the boolean does.

    Examples
    --------
    >>> p, q = PRIOR_INCLUSION, PRIOR_VALUE
    >>> list(conjunctions(sp.And(p > q, sp.Or(p < 2, q < 3))))
    [(p > q) & (p < 2), (p > q) & (q < 3)]
    """
    form = sp.Or(*(sp.And(*part) for part in _alternatives(sp.to_nnf(boolean, simplify=False))))
    return (part for part in (form.args if isinstance(form, sp.Or) else (form,)) if part is not sp.false)


def _alternatives(boolean: sp.Basic) -> set[frozenset[sp.Basic]]:
    """Sets of comparisons, none within another, of which one holds exactly where the boolean does."""
    if isinstance(boolean, sp.Or):
        return _least(chain.from_iterable(map(_alternatives, boolean.args)))
    if isinstance(boolean, sp.And):
        found = {frozenset[sp.Basic]()}
        for part in map(_alternatives, boolean.args):
            found = _least(one | other for one in found for other in part)
        return found
    return {frozenset()} if boolean is sp.true else set() if boolean is sp.false else {frozenset({boolean})}


def _least(sets: Iterable[frozenset[sp.Basic]]) -> set[frozenset[sp.Basic]]:
    """Without those that hold nowhere by the numbers in them, and those that hold only where another does."""
    least: list[frozenset[sp.Basic]] = []
    for one in sorted({s for s in sets if not _empty_by_form(s)}, key=len):
        if not any(other <= one for other in least):
            least.append(one)
    return set(least)


def _empty_by_form(comparisons: frozenset[sp.Basic]) -> bool:
    """Whether two are opposites, or ask that something is above one number and below a lesser one."""
    above, below = defaultdict[sp.Basic, list[sp.Basic]](list), defaultdict[sp.Basic, list[sp.Basic]](list)
    for one in comparisons:
        if isinstance(one, sp.Rel) and one.negated in comparisons:
            return True
        if isinstance(one, sp.Gt | sp.Ge | sp.Lt | sp.Le) and one.rhs.is_Rational:
            (above if isinstance(one, sp.Gt | sp.Ge) else below)[one.lhs].append(one)
    return any(
        low.rhs > high.rhs or (low.rhs == high.rhs and isinstance(low, sp.Gt) | isinstance(high, sp.Lt))
        for side in above.keys() & below.keys()
        for low, high in product(above[side], below[side])
    )


def demand_of(expression: sp.Expr, parts: Sequence[sp.Expr] | None = None) -> Condition | None:
    """What a power or a logarithm itself demands; None for what always has a value where its parts have one.

    The `parts` are its own unless others are to be put in their place.

    Examples
    --------
    >>> print(demand_of(sp.sqrt(PRIOR_INCLUSION - 1)), demand_of(PRIOR_INCLUSION**2))
    p >= 1 None
    """
    parts = expression.args if parts is None else parts
    if isinstance(expression, sp.log):
        return positive(parts[0])
    return demand_of_power(*parts) if expression.is_Pow else None


def demand_of_power(base: sp.Expr, exponent: sp.Expr) -> Condition | None:
    """What `base**exponent` demands.

    Examples
    --------
    >>> print(demand_of_power(PRIOR_VALUE, sp.Integer(-2)))
    Ne(q, 0)
    >>> print(demand_of_power(1 - PRIOR_INCLUSION, PRIOR_VALUE), demand_of_power(PRIOR_VALUE, -PRIOR_VALUE))
    p <= 1 q > 0
    """
    if exponent.is_Integer:
        return Condition(base, Relation.NON_ZERO) if exponent < 0 else None
    root = is_positive(exponent)
    return Condition(base, Relation.NON_NEGATIVE if root else Relation.POSITIVE)


def holds_by_form(condition: Condition) -> bool:
    """Whether the form of a condition shows that it holds for all p, q > 0 at which its parts have a value.

    Examples
    --------
    >>> holds_by_form(positive(1 + PRIOR_INCLUSION)), holds_by_form(positive(1 - PRIOR_INCLUSION))
    (True, False)
    """
    tested = condition.polynomial
    if tested.is_Rational:
        return condition.relation.holds(int(sp.sign(tested)))
    match condition.relation:
        case Relation.NON_ZERO:
            return is_positive(tested) or is_positive(-tested)
        case Relation.NON_NEGATIVE if tested.is_Pow and tested.exp.is_Integer and tested.exp % 2 == 0:
            return True
        case Relation.NON_NEGATIVE | Relation.POSITIVE:
            return is_positive(tested)
    return False


def is_positive(expression: sp.Expr) -> bool:
    """Whether the form of an expression shows that it is defined and > 0 for all p, q > 0.

    Examples
    --------
    >>> is_positive(1 + PRIOR_INCLUSION * sp.exp(-PRIOR_VALUE)), is_positive(1 - PRIOR_VALUE)
    (True, False)
    >>> is_positive(1 - sp.exp(-PRIOR_INCLUSION * PRIOR_VALUE))
    True
    """
    if expression.is_Rational:
        return bool(expression > 0)
    if expression in (PRIOR_INCLUSION, PRIOR_VALUE):
        return True
    if expression.is_Add:
        return all(is_positive(part) for part in expression.args) or _is_beyond_one(expression)
    if expression.is_Mul:
        return all(is_positive(part) for part in expression.args)
    if isinstance(expression, sp.exp):
        return is_defined(expression.args[0])
    if expression.is_Pow:
        return is_positive(expression.base) and is_defined(expression.exp)
    if isinstance(expression, sp.Max):
        return any(map(is_positive, expression.args)) and all(map(is_defined, expression.args))
    return isinstance(expression, sp.Min) and all(map(is_positive, expression.args))


def _is_beyond_one(expression: sp.Add) -> bool:
    """Whether this is c (exp(u) - 1) with c u > 0."""
    constant, rest = expression.as_coeff_Add()
    factor, exponential = rest.as_coeff_Mul()
    if not isinstance(exponential, sp.exp) or factor != -constant or not factor.is_Rational:
        return False
    return is_positive(factor * exponential.args[0])


def is_defined(expression: sp.Expr) -> bool:
    """Whether the form of an expression shows that it is a real number for all p, q > 0.

    Examples
    --------
    >>> is_defined(sp.log(PRIOR_INCLUSION)), is_defined(sp.log(1 - PRIOR_INCLUSION))
    (True, False)
    """
    if expression.is_Rational or expression.is_Symbol:
        return True
    if isinstance(expression, sp.log):
        return is_positive(expression.args[0])
    if expression.is_Pow:
        if expression.exp.is_Integer and expression.exp > 0:
            return is_defined(expression.base)
        return is_positive(expression.base) and is_defined(expression.exp)
    known = (
        expression.is_Add or expression.is_Mul or isinstance(expression, sp.exp | sp.Abs | sp.Max | sp.Min)
    )
    return bool(known) and all(map(is_defined, expression.args))


def require_defined(
    bound: sp.Expr, named: sp.Expr, region: Iterable[Condition], fixed: Point, solver: Solver
) -> None:
    """Prove that a rational profile has a value on a region.

    Parameters
    ----------
    bound : sympy.Expr
        The profile, with numbers for the priors that are fixed.
    named : sympy.Expr
        What messages call it.
    region : iterable of Condition
        The domain, and what is known of the parameters.
    fixed : mapping of Symbol to Expr
        Priors with a number, for messages.
    solver : Solver
        Decides.

    Raises
    ------
    symbolic_eps.errors.DomainError
        It has none at a point, which the message names.
    verify.solvers.smt.UndecidedQueryError
        The solver could not decide.

    Examples
    --------
    >>> p = PRIOR_INCLUSION
    >>> require_defined(1 / (1 - p), 1 / (1 - p), [positive(p), positive(1 - p)], {}, Solver())
    """
    region = tuple(region)
    for demand in dict.fromkeys(demands_of(bound)):
        for conjunct in conjunctions(demand.path):
            point = point_without_value(demand, (*region, *conditions_of(conjunct)), solver)
            if point is not None:
                raise undefined(named, demand, {**point, **fixed})


def point_without_value(demand: Demand, region: Iterable[Condition], solver: Solver) -> Point | None:
    """A point of a region where a rational demand fails, simple where one is found; None if there is none."""
    failure = demand.condition.negation
    failing = [*region, *rational_condition(failure.polynomial, failure.relation)]
    if any(c.constant_truth is False for c in failing):
        return None
    left = [c for c in failing if c.constant_truth is None]
    point = solver.find_point(left, f"{demand.condition} fails somewhere") if left else {}
    if not point:
        return point
    simple = next(simple_points(left), point)
    return simple if all(_holds_at(c, simple) for c in left) else point


def _holds_at(condition: Condition, point: Point) -> bool:
    value = condition.polynomial.subs(point)
    return bool(value.is_Rational) and condition.relation.holds(int(sp.sign(value)))


def undefined(named: sp.Expr, demand: Demand, point: Point) -> DomainError:
    """The error about a profile that has no value at a point."""
    return DomainError(f"the risk bound {named} is undefined{demand.reason} at {at_point(point)}; {DEFINED}")


def at_point(point: Point) -> str:
    """A point in words, without the unknown e^-eps."""
    shown = {k: v for k, v in point.items() if k != DECAY}
    return ", ".join(f"{k} = {v}" for k, v in sorted(shown.items(), key=lambda item: str(item[0])))


def excluded_by_logic(clauses: Iterable[Iterable[Condition]]) -> bool:
    """Whether no truth values of the comparisons alone make each clause have one that is true.

    Parameters
    ----------
    clauses : iterable of iterable of Condition
        Disjunctions, of which all would have to hold.

    Examples
    --------
    >>> from verify.language.condition import non_negative
    >>> a = sp.Symbol("a")
    >>> excluded_by_logic([[positive(a)], [non_negative(-a)]]), excluded_by_logic([[positive(a)]])
    (True, False)
    """
    atoms: dict[Condition, sp.Basic] = {}

    def literal(condition: Condition) -> sp.Basic:
        plain = Condition(sp.expand(condition.polynomial), condition.relation)
        opposite = Condition(sp.expand(plain.negation.polynomial), plain.negation.relation)
        if opposite in atoms:
            return sp.Not(atoms[opposite])
        return atoms.setdefault(plain, sp.Dummy())

    formula = sp.And(*(sp.Or(*(literal(c) for c in clause)) for clause in clauses))
    return satisfiable(formula, algorithm="dpll") is False  # the default one loads half of SymPy's logic
