"""The requirements of a profile on rectangles: r* is at least one of these bounds where conditions hold.

A minimum of caps is several requirements, a maximum one with several bounds (reaching any of them is enough),
a case of a piecewise profile carries its conditions. Rectangles are cut at jumps that run along p or q.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy as sp

from symbolic_eps.enclosed.bounds import Bound, bound_from, rebuilt, within_domain
from symbolic_eps.enclosed.cell import Cell, Side, axis_of, domain_of
from symbolic_eps.enclosed.rewriting import lifted
from symbolic_eps.enclosed.translation import JetFunction, jet_function
from symbolic_eps.errors import InputError
from symbolic_eps.profiles.cases import alternatives
from symbolic_eps.profiles.definedness import is_positive
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.profiles.substitution import with_values
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
from verify.deadline import check_time
from verify.language.condition import Condition, Relation, comparison_of

MOST_CELLS = 20_000
"""Rectangles that a profile may be cut into."""


@dataclass(frozen=True)
class Restriction:
    """A condition `function relation 0` on the priors."""

    function: JetFunction
    relation: Relation


@dataclass(frozen=True)
class Requirement:
    """On a cell, wherever all conditions hold: the relative risk respects the largest of the bounds.

    Parameters
    ----------
    cell : Cell
        Where; the functions are continuous on its closure, as far as they are defined.
    bounds : tuple of Bound
        At least one.
    conditions : tuple of Restriction
        Empty for the whole cell.
    """

    cell: Cell
    bounds: tuple[Bound, ...]
    conditions: tuple[Restriction, ...] = ()


@dataclass(frozen=True)
class _Clause:
    bounds: tuple[sp.Expr, ...]
    conditions: tuple[Condition, ...]


def is_rational_profile(bound: sp.Expr) -> bool:
    """Whether a profile is a max/min/piecewise of rational functions: one for the exact engine.

    Examples
    --------
    >>> is_rational_profile(sp.Max(2, 1 / PRIOR_VALUE)), is_rational_profile(2 + sp.log(1 / PRIOR_VALUE))
    (True, False)
    """
    if bound.has(sp.exp, sp.log, sp.Abs, sp.Float, sp.NumberSymbol):
        return False
    return all(power.exp.is_Integer for power in bound.atoms(sp.Pow))


def requirements_of(profile: RiskProfile) -> tuple[Requirement, ...]:
    """A profile with numbers for all parameters, taken apart.

    Parameters
    ----------
    profile : RiskProfile
        Its bound may contain exp, log, powers, max, min and piecewise, and has a value all over the domain:
        see `symbolic_eps.enclosed.definedness`.

    Returns
    -------
    tuple of Requirement
        Empty where nothing is bounded.

    Raises
    ------
    symbolic_eps.errors.DomainError
        An empty box, or a prior fixed outside (0, 1].
    symbolic_eps.errors.InputError
        A part without an enclosure, or too many cases.

    Examples
    --------
    >>> len(requirements_of(RiskProfile("min(3, max(2, 1/p))")))
    2
    """
    bound = with_values(profile.bound, dict(profile.fixed))
    if left := bound.free_symbols - set(PRIORS):
        names = ", ".join(sorted(s.name for s in left))
        raise InputError(f"no value for {names}: give each a number, such as --set a=1/4")
    cell, outside = domain_of(profile)
    clauses = [_Clause(c.bounds, (*outside, *c.conditions)) for c in _clauses(lifted(bound))]
    return tuple(_requirements(clauses, cell))


def restricted(requirements: Iterable[Requirement], profile: RiskProfile) -> tuple[Requirement, ...]:
    """The requirements on the domain of a profile only: its fixed priors and its box.

    Parameters
    ----------
    requirements : iterable of Requirement
        On cells of (0, 1] x (0, 1], with no conditions of their own on the box.
    profile : RiskProfile
        Of which only the domain is used.

    Raises
    ------
    symbolic_eps.errors.DomainError
        The box is empty.
    """
    domain, outside = domain_of(profile)
    conditions = tuple(Restriction(jet_function(c.polynomial), c.relation) for c in outside)
    common = ((r, Cell(r.cell.p.common(domain.p), r.cell.q.common(domain.q))) for r in requirements)
    return tuple(
        Requirement(cell, r.bounds, (*r.conditions, *conditions)) for r, cell in common if not cell.is_empty
    )


def _clauses(bound: sp.Expr) -> list[_Clause]:
    """The requirements whose conjunction is `relative risk <= bound`."""
    if isinstance(bound, sp.Min):
        return [clause for part in bound.args for clause in _clauses(part)]
    if isinstance(bound, sp.Max):
        return [
            _Clause(
                _kept_positive(tuple(dict.fromkeys(b for clause in choice for b in clause.bounds))),
                tuple(dict.fromkeys(c for clause in choice for c in clause.conditions)),
            )
            for choice in product(*(_clauses(part) for part in bound.args))
        ]
    clauses = []
    for case, conditions in _cases(bound):
        value = lifted(case)
        if value is sp.oo:
            continue
        if isinstance(value, sp.Max | sp.Min):
            clauses += [_Clause(c.bounds, (*conditions, *c.conditions)) for c in _clauses(value)]
        else:
            clauses.append(_Clause((value,), conditions))
    return clauses


def _kept_positive(bounds: tuple[sp.Expr, ...]) -> tuple[sp.Expr, ...]:
    """The same largest bound, from bounds that are positive wherever a number among them is.

    With c among them, max(c, v) = max(c, max(v, c)): where v crosses 0, 1/v would say nothing.
    """
    numbers = [bound for bound in bounds if bound.is_Rational and bound > 0]
    if not numbers:
        return bounds
    least = max(numbers)
    return tuple(bound if is_positive(bound) else sp.Max(bound, least, evaluate=False) for bound in bounds)


def _cases(expression: sp.Expr) -> list[tuple[sp.Expr, tuple[Condition, ...]]]:
    """Values without Piecewise, and where they hold."""
    if not expression.has(sp.Piecewise):
        return [(expression, ())]
    if isinstance(expression, sp.Piecewise):
        return [
            (inner, (*_compared(conjunct), *conditions))
            for value, conjunct in alternatives(expression)
            for inner, conditions in _cases(value)
        ]
    combinations = list(product(*(_cases(part) for part in expression.args)))
    if len(combinations) > MOST_CELLS:
        raise InputError(f"the profile has {len(combinations)} cases: write at most {MOST_CELLS}")
    return [
        (rebuilt(expression, [v for v, _ in choice]), tuple(c for _, cs in choice for c in cs))
        for choice in combinations
    ]


def _compared(conjunct: sp.Basic) -> tuple[Condition, ...]:
    relationals = conjunct.args if isinstance(conjunct, sp.And) else (conjunct,)
    return tuple(comparison_of(relational) for relational in relationals if relational is not sp.true)


def _requirements(clauses: Sequence[_Clause], domain: Cell) -> Iterator[Requirement]:
    conditions = {c for clause in clauses for c in clause.conditions}
    cuts: dict[sp.Symbol, set[Fraction]] = {v: set() for v in PRIORS}
    for condition in conditions:
        axis = axis_of(condition)
        if axis is not None and axis[0] is not None:
            cuts[axis[0]].add(axis[1])
    sides = [domain.p.cut(cuts[PRIOR_INCLUSION]), domain.q.cut(cuts[PRIOR_VALUE])]
    if len(sides[0]) * len(sides[1]) * len(clauses) > MOST_CELLS:
        raise InputError(
            f"the cases of the profile cut the priors into more than {MOST_CELLS} rectangles: write fewer"
        )
    translated: dict[sp.Expr, Bound] = {}
    functions: dict[sp.Expr, JetFunction] = {}
    for clause in clauses:
        cells: Iterable[Cell] = [domain]
        if _by_product(clause) and (border := _border(domain)):
            cells = border
        elif clause.conditions:
            cells = itertools.starmap(Cell, product(*sides))
        for cell in cells:
            check_time()
            cutting = _cutting(clause.conditions, cell)
            if cutting is None:
                continue
            bounds = [within_domain(bound) for bound in clause.bounds]
            for bound, written in zip(bounds, clause.bounds, strict=True):
                if bound not in translated:
                    translated[bound] = bound_from(bound, str(written))
            for condition in cutting:
                functions.setdefault(condition.polynomial, jet_function(within_domain(condition.polynomial)))
            yield Requirement(
                cell,
                tuple(translated[b] for b in bounds),
                tuple(Restriction(functions[c.polynomial], c.relation) for c in cutting),
            )


def _by_product(clause: _Clause) -> bool:
    """Whether bounds and conditions depend on p and q only through p q."""
    p, t = sp.Dummy("p", positive=True), sp.Dummy("t", positive=True)
    return all(
        p not in sp.expand_log(e.xreplace({PRIOR_INCLUSION: p, PRIOR_VALUE: t / p})).free_symbols
        for e in (*clause.bounds, *(c.polynomial for c in clause.conditions))
    )


def _border(cell: Cell) -> tuple[Cell, ...]:
    """The largest p for each product p q in a rectangle; empty where that is not in it, or it is a line.

    G = x - p x (1 - x) + p q (1 - x^2) - s falls in p at a fixed product (and does not depend on p else, for
    the other variants): where the profile has one value for each product, this border stands for the cell.
    """
    p, q = cell.p, cell.q
    if p.is_point or q.is_point or p.high_open:
        return ()
    right = Cell(Side(p.high, p.high), q)
    if q.low == 0:
        return (right,)
    return () if q.low_open else (right, Cell(p, Side(q.low, q.low)))


def _cutting(conditions: Iterable[Condition], cell: Cell) -> list[Condition] | None:
    """The conditions that cut the cell, as it does not settle them; None where one fails on it."""
    cutting = []
    for condition in conditions:
        axis = axis_of(condition)
        if axis is None:
            cutting.append(condition)
            continue
        sample = cell.p.sample if axis[0] == PRIOR_INCLUSION else cell.q.sample
        value = condition.polynomial.subs(
            {s: sp.Rational(sample.numerator, sample.denominator) for s in PRIORS}
        )
        if not condition.relation.holds(int(sp.sign(value))):
            return None
    return cutting
