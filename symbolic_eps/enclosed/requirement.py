"""What a profile asks on rectangles of priors: r* is at least one of these bounds where conditions hold.

A minimum of caps is several requirements, a maximum one with several bounds (reaching any of them is enough),
a case of a piecewise profile carries its conditions. Rectangles are cut at jumps that run along p or q.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product

import sympy as sp

from symbolic_eps.enclosed.bounds import Bound, bound_from, rebuilt, within_domain
from symbolic_eps.enclosed.translation import JetFunction, jet_function
from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.profiles.cases import alternatives
from symbolic_eps.profiles.definedness import is_positive
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.profiles.substitution import with_values
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
from verify.deadline import check_time
from verify.language.condition import Condition, Relation, comparison_of, conjunction
from verify.solvers.smt import Solver

MOST_CELLS = 20_000
"""Rectangles that a profile may be cut into."""


@dataclass(frozen=True)
class Side:
    """An interval of one prior, or one value of it.

    Parameters
    ----------
    low, high : Fraction
        Its ends; equal for one value.
    low_open, high_open : bool
        Whether an end is left out; a limit towards it counts all the same.
    """

    low: Fraction
    high: Fraction
    low_open: bool = False
    high_open: bool = False

    @property
    def is_point(self) -> bool:
        """Whether this is one value."""
        return self.low == self.high

    @property
    def is_empty(self) -> bool:
        """Whether no value is left."""
        return self.low > self.high or (self.is_point and (self.low_open or self.high_open))

    def contains(self, value: Fraction) -> bool:
        """Whether a value lies here, by the open ends."""
        above = value > self.low or (value == self.low and not self.low_open)
        return above and (value < self.high or (value == self.high and not self.high_open))

    @property
    def sample(self) -> Fraction:
        """A value inside: neither end, unless it is the only value."""
        return (self.low + self.high) / 2


UNIT = Side(Fraction(0), Fraction(1), low_open=True)


@dataclass(frozen=True)
class Cell:
    """A rectangle of priors (p, q)."""

    p: Side
    q: Side


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
    numbers = {v: value for v, value in profile.fixed.items()}
    bound = with_values(profile.bound, numbers)
    if left := bound.free_symbols - set(PRIORS):
        names = ", ".join(sorted(s.name for s in left))
        raise InputError(f"no value for {names}: give each a number, such as --set a=1/4")
    cell, outside = domain_of(profile)
    clauses = [_Clause(c.bounds, (*outside, *c.conditions)) for c in _clauses(bound)]
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
    found = []
    for r in requirements:
        cell = Cell(_common(r.cell.p, domain.p), _common(r.cell.q, domain.q))
        if not (cell.p.is_empty or cell.q.is_empty):
            found.append(Requirement(cell, r.bounds, (*r.conditions, *conditions)))
    return tuple(found)


def _common(first: Side, second: Side) -> Side:
    low, high = max(first.low, second.low), min(first.high, second.high)
    return Side(
        low,
        high,
        (low == first.low and first.low_open) or (low == second.low and second.low_open),
        (high == first.high and first.high_open) or (high == second.high and second.high_open),
    )


def domain_of(profile: RiskProfile) -> tuple[Cell, tuple[Condition, ...]]:
    """The rectangle of the priors, and conditions of the box that are not bounds on one prior."""
    sides: dict[sp.Symbol, Side] = dict.fromkeys(PRIORS, UNIT)
    for v, value in profile.fixed.items():
        if not (value.is_Rational and 0 < value <= 1):
            raise DomainError(
                f"{v} is fixed at {value}, but a prior lies in (0, 1] and is rational, such as 1/10"
            )
        sides[v] = Side(_fraction(value), _fraction(value))
    others: list[Condition] = []
    for condition in profile.box:
        here = Condition(condition.polynomial.subs(dict(profile.fixed)), condition.relation)
        axis = _axis(here)
        if axis is None:
            others.append(here)
        elif axis[0] is not None and here.relation in (Relation.POSITIVE, Relation.NON_NEGATIVE):
            sides[axis[0]] = _narrowed(sides[axis[0]], here, axis[1])
        elif axis[0] is None:
            if not here.relation.holds(int(sp.sign(here.polynomial))):
                raise _empty(profile)
        else:
            others.append(here)
    cell = Cell(sides[PRIOR_INCLUSION], sides[PRIOR_VALUE])
    if cell.p.is_empty or cell.q.is_empty:
        raise _empty(profile)
    if others and not Solver().satisfiable(profile.domain, "the box holds some priors"):
        raise _empty(profile)
    return cell, tuple(others)


def _empty(profile: RiskProfile) -> DomainError:
    return DomainError(
        f"no priors 0 < p, q <= 1 satisfy {conjunction(profile.box)}: the box is empty; "
        "give one that some priors satisfy, such as 1/10<=p<=1/2"
    )


def _axis(condition: Condition) -> tuple[sp.Symbol | None, Fraction] | None:
    """The only prior of a linear condition and its root; (None, 0) for a constant; None for any other."""
    symbols = condition.polynomial.free_symbols
    if not symbols:
        return (None, Fraction(0)) if condition.polynomial.is_Rational else None
    if len(symbols) > 1:
        return None
    (symbol,) = symbols
    polynomial = condition.polynomial.as_poly(symbol)
    if (
        polynomial is None
        or polynomial.degree() != 1
        or not polynomial.domain.is_QQ | polynomial.domain.is_ZZ
    ):
        return None
    slope, constant = polynomial.all_coeffs()
    return symbol, _fraction(-constant / slope)


def _narrowed(side: Side, condition: Condition, root: Fraction) -> Side:
    strict = condition.relation is Relation.POSITIVE
    (symbol,) = condition.polynomial.free_symbols
    if sp.diff(condition.polynomial, symbol) > 0:
        if root > side.low or (root == side.low and strict):
            return Side(root, side.high, strict, side.high_open)
        return side
    if root < side.high or (root == side.high and strict):
        return Side(side.low, root, side.low_open, strict)
    return side


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
    found = []
    for value, conditions in _cases(bound):
        if value is sp.oo:
            continue
        if isinstance(value, sp.Max | sp.Min):
            found += [_Clause(c.bounds, (*conditions, *c.conditions)) for c in _clauses(value)]
        else:
            found.append(_Clause((value,), conditions))
    return found


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
        axis = _axis(condition)
        if axis is not None and axis[0] is not None:
            cuts[axis[0]].add(axis[1])
    sides = [_cut(domain.p, cuts[PRIOR_INCLUSION]), _cut(domain.q, cuts[PRIOR_VALUE])]
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
            left = _left(clause.conditions, cell)
            if left is None:
                continue
            bounds = [within_domain(bound) for bound in clause.bounds]
            for bound, written in zip(bounds, clause.bounds, strict=True):
                if bound not in translated:
                    translated[bound] = bound_from(bound, str(written))
            for condition in left:
                functions.setdefault(condition.polynomial, jet_function(within_domain(condition.polynomial)))
            yield Requirement(
                cell,
                tuple(translated[b] for b in bounds),
                tuple(Restriction(functions[c.polynomial], c.relation) for c in left),
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


def _left(conditions: Iterable[Condition], cell: Cell) -> list[Condition] | None:
    """The conditions that the cell itself does not settle; None where one fails on it."""
    left = []
    for condition in conditions:
        axis = _axis(condition)
        if axis is None:
            left.append(condition)
            continue
        sample = cell.p.sample if axis[0] == PRIOR_INCLUSION else cell.q.sample
        value = condition.polynomial.subs(
            {s: sp.Rational(sample.numerator, sample.denominator) for s in PRIORS}
        )
        if not condition.relation.holds(int(sp.sign(value))):
            return None
    return left


def _cut(side: Side, at: Iterable[Fraction]) -> list[Side]:
    """The side in open intervals between the cuts, and the cuts themselves."""
    inside = sorted(c for c in at if side.contains(c))
    if side.is_point or not inside:
        return [side]
    found = [Side(c, c) for c in inside]
    ends = [side.low, *(c for c in inside if side.low < c < side.high), side.high]
    for low, high in pairwise(ends):
        low_open = side.low_open if low == side.low and low not in inside else True
        high_open = side.high_open if high == side.high and high not in inside else True
        found.append(Side(low, high, low_open, high_open))
    return found


def _fraction(value: sp.Rational) -> Fraction:
    return Fraction(int(value.p), int(value.q))
