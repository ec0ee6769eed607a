"""Exact equality of algebraic expressions on a semialgebraic set: radicals become named unknowns.

Serves every printed line that rewrites a formula; a point where a side is undefined counts as a difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, count
from typing import Any, NamedTuple

import sympy as sp

from verify.language.assumptions import with_sign_conditions
from verify.language.condition import Condition, Relation, non_negative, non_zero, rational_condition, zero
from verify.language.note import NOTHING, Note
from verify.search.ring import Ring
from verify.solvers.smt import Solver


class Reason(StrEnum):
    """Why two expressions are, or are not, equal on a set."""

    IDENTITY = "identity"
    """The difference reduces to the zero polynomial (exact)."""
    SOLVER = "solver"
    """No point of the set makes the difference non-zero (the solver's word)."""
    DIFFERENT = "different"
    """Both sides are defined at the witness and their values differ."""
    UNDEFINED = "undefined"
    """A side is undefined at the witness: division by zero, or an even root of a negative number."""


@dataclass(frozen=True)
class Equality:
    """Outcome of a comparison.

    Parameters
    ----------
    equal : bool
        Both sides are defined and agree everywhere on the set.
    witness : dict or None
        A point of the set where they do not; None when equal.
    reason : Reason
        What settled it.
    detail : Note
        The obligation that fails, for an undefined side; else empty.
    """

    equal: bool
    witness: dict[sp.Symbol, sp.Expr] | None
    reason: Reason
    detail: Note = NOTHING

    def __bool__(self) -> bool:
        return self.equal


class NamedRadicals(NamedTuple):
    """An expression with its radicals named; see `name_radicals`."""

    expression: sp.Expr
    relations: tuple[Condition, ...]
    definedness: tuple[Condition, ...]


@dataclass(frozen=True)
class _Radical:
    """`name**index == radicand` with `name >= 0`; the radicand may hold names given earlier."""

    name: sp.Symbol
    index: int
    radicand: sp.Expr

    @property
    def relations(self) -> tuple[Condition, ...]:
        defining = rational_condition(self.name**self.index - self.radicand, Relation.ZERO)
        return (*defining, non_negative(self.name))


class _Naming:
    """Gives one name to each distinct radical of several expressions, inner radicals first."""

    def __init__(self, avoid: Iterable[sp.Symbol]) -> None:
        self._taken = {symbol.name for symbol in avoid}
        self._radicals: dict[tuple[sp.Expr, int], _Radical] = {}
        self._obligations: dict[Condition, None] = {}

    @property
    def radicals(self) -> tuple[_Radical, ...]:
        return tuple(self._radicals.values())

    @property
    def relations(self) -> tuple[Condition, ...]:
        return tuple(c for radical in self.radicals for c in radical.relations)

    def rational(self, expression: sp.Expr) -> tuple[sp.Expr, tuple[Condition, ...]]:
        """The expression with radicals named, and what its definedness asks for, inner parts first."""
        self._obligations = {}
        named = self._named(sp.sympify(expression, strict=True))
        return named, tuple(self._obligations)

    def _named(self, expression: sp.Expr) -> sp.Expr:
        if expression.is_Rational or expression.is_Symbol:
            return expression
        if expression.is_Add or expression.is_Mul:
            return expression.func(*(self._named(a) for a in expression.args))
        if isinstance(expression, sp.Abs):
            return self._root(self._named(expression.args[0]) ** 2, 2)
        if expression.is_Pow and expression.exp.is_Rational:
            base = self._named(expression.base)
            if expression.exp < 0:
                self._oblige(non_zero(sp.fraction(sp.together(base))[0]))
            index = int(expression.exp.q)
            if index == 1:
                return base**expression.exp
            # The principal odd root of a negative number is not real either, hence one rule for all roots.
            self._oblige(rational_condition(base, Relation.NON_NEGATIVE)[0])
            return self._root(base, index) ** expression.exp.p
        raise TypeError(
            f"not an algebraic expression over the rationals: {expression} (exponentiate logarithms first)"
        )

    def _oblige(self, condition: Condition) -> None:
        if condition.constant_truth is not True:
            self._obligations[condition] = None

    def _root(self, radicand: sp.Expr, index: int) -> sp.Expr:
        key = (sp.cancel(radicand), index)
        if key not in self._radicals:
            name = next(f"root_{k}" for k in count(1) if f"root_{k}" not in self._taken)
            self._taken.add(name)
            self._radicals[key] = _Radical(sp.Symbol(name, real=True), index, key[0])
        return self._radicals[key].name


def name_radicals(expression: sp.Expr, avoid: Iterable[sp.Symbol] = ()) -> NamedRadicals:
    """The expression as a rational function of its symbols and of names for its radicals.

    Parameters
    ----------
    expression : sympy.Expr
        Built from rationals and real symbols by `+ - * /`, rational powers and `Abs`; nesting is allowed.
    avoid : iterable of Symbol
        Symbols whose names must not be given to a radical (those of the expression never are).

    Returns
    -------
    expression : sympy.Expr
        A rational function.
    relations : tuple of Condition
        For each radical `y` of index n with radicand `u`: `y**n == u` and `y >= 0`.
    definedness : tuple of Condition
        What has to hold for the expression to be a real number: radicands >= 0, denominators != 0. Inner
        parts come first, so that an obligation may rely on those before it. What automatic evaluation has
        already cancelled, such as `a/a`, leaves no trace here.

    Raises
    ------
    TypeError
        For anything that is not algebraic (logarithms, infinities, NaN).

    Examples
    --------
    >>> from sympy import sqrt
    >>> from sympy.abc import a, b
    >>> named = name_radicals(1 / (sqrt(a) - b))
    >>> named.expression
    1/(-b + root_1)
    >>> [str(c) for c in named.relations]
    ['Eq(root_1**2, a)', 'root_1 >= 0']
    >>> [str(c) for c in named.definedness]
    ['a >= 0', 'Ne(root_1, b)']
    """
    naming = _Naming((*sp.sympify(expression, strict=True).free_symbols, *avoid))
    rational, obligations = naming.rational(expression)
    return NamedRadicals(rational, naming.relations, obligations)


def equal_on(left: sp.Expr, right: sp.Expr, conditions: Iterable[Condition], solver: Solver) -> Equality:
    """Whether both sides are defined and equal at every point that satisfies the conditions.

    Parameters
    ----------
    left, right : sympy.Expr
        Algebraic expressions in real symbols (see `name_radicals`).
    conditions : iterable of Condition
        The set; it must not be empty.
    solver : Solver
        Decides what polynomial reduction leaves open.

    Raises
    ------
    ValueError
        If no point satisfies the conditions: an equality there would say nothing.
    TypeError
        If a side is not algebraic.
    verify.solvers.smt.UndecidedQueryError
        If the solver cannot decide.

    Examples
    --------
    >>> from sympy import sqrt
    >>> from sympy.abc import a
    >>> from verify.language.condition import positive
    >>> equal_on(1 / (sqrt(a) + 1), (sqrt(a) - 1) / (a - 1), [positive(a - 1)], Solver()).reason.value
    'identity'
    >>> outcome = equal_on(1 / (sqrt(a) + 1), (sqrt(a) - 1) / (a - 1), [positive(a)], Solver())
    >>> outcome.equal, outcome.reason.value, outcome.witness
    (False, 'undefined', {a: 1})
    """
    left, right = sp.sympify(left, strict=True), sp.sympify(right, strict=True)
    region = with_sign_conditions(conditions, left.free_symbols | right.free_symbols)
    equation = f"{left} == {right}"
    if not solver.satisfiable(region, f"the set on which {equation} is not empty"):
        raise ValueError(f"no point satisfies the conditions on which {equation} is asked")
    solved = _solved_equation(region, solver)
    if solved is not None:
        return _equal_where(*solved, (left, right), region, solver)
    symbols = left.free_symbols | right.free_symbols | frozenset().union(*(c.symbols for c in region))
    naming = _Naming(symbols)
    sides = {}
    for side, expression in (("left", left), ("right", right)):
        sides[side], obligations = naming.rational(expression)
        for obligation in obligations:
            # Earlier obligations hold on the whole set by now, so the names have exactly one value each.
            relations = _relations_of(obligation.symbols, naming)
            point = solver.find_point(
                [*region, *relations, obligation.negation], f"{side} side undefined in {equation}"
            )
            if point is not None:
                detail = Note(f"{side} side needs ", obligation)
                return Equality(False, _restricted(point, symbols), Reason.UNDEFINED, detail)
    numerator, denominator = sp.fraction(sp.together(sides["left"] - sides["right"]))
    if _vanishes(numerator, naming.radicals):
        return Equality(True, None, Reason.IDENTITY)
    relations = _relations_of(numerator.free_symbols | denominator.free_symbols, naming)
    point = solver.find_point([*region, *relations, non_zero(denominator), non_zero(numerator)], equation)
    if point is not None:
        return Equality(False, _restricted(point, symbols), Reason.DIFFERENT)
    return Equality(True, None, Reason.SOLVER)


def _solved_equation(region: tuple[Condition, ...], solver: Solver) -> tuple[sp.Symbol, sp.Expr] | None:
    """A symbol and its value, if two of the conditions hold together only where they are linear equations.

    Such are `u >= 0` and `v >= 0` with a common factor that changes sign from one to the other.
    """
    factors = [_factors(c.polynomial) for c in region if c.relation is Relation.NON_NEGATIVE]
    shared = {f for one, other in combinations(factors, 2) for f in one & other}
    for factor in sorted(shared, key=sp.default_sort_key):
        for symbol in sorted(factor.free_symbols, key=str):
            if sp.degree(factor, symbol) != 1:
                continue
            slope, start = sp.Poly(factor, symbol).all_coeffs()
            if solver.implies(region, zero(factor), f"{factor} = 0") and solver.implies(
                region, non_zero(slope), f"{slope} != 0"
            ):
                return symbol, -start / slope
    return None


@lru_cache(maxsize=1 << 10)
def _factors(polynomial: sp.Expr) -> frozenset[sp.Expr]:
    """Its irreducible factors; the same conditions come again with each comparison on a region."""
    return frozenset(f for f, _ in sp.factor_list(sp.expand(polynomial))[1])


def _equal_where(
    symbol: sp.Symbol,
    value: sp.Expr,
    sides: tuple[sp.Expr, sp.Expr],
    region: tuple[Condition, ...],
    solver: Solver,
) -> Equality:
    """The comparison with the symbol put for, which has that value everywhere on the region."""
    left, right = (side.subs(symbol, value) for side in sides)
    there = tuple(c for condition in region for c in condition.substituted({symbol: value}))
    equality = equal_on(left, right, [c for c in there if c.constant_truth is not True], solver)
    if equality.witness is None:
        return equality
    point = {**equality.witness, symbol: value.subs(equality.witness)}
    return replace(equality, witness=dict(sorted(point.items(), key=lambda item: str(item[0]))))


def _vanishes(numerator: sp.Expr, radicals: Iterable[_Radical]) -> bool:
    """Whether it reduces to 0, with u put for y^n of each radical y; shows that the numerator vanishes.

    Each step multiplies by a power of a radicand's denominator, which is not zero where all is defined.
    Outer radicals go first: their radicands may hold inner ones.
    """
    outer_first = tuple(reversed(tuple(radicals)))
    occurring = numerator.free_symbols.union(*({r.name, *r.radicand.free_symbols} for r in outer_first))
    symbols = sorted(occurring, key=str)
    ring = Ring(tuple(map(str, symbols)))

    def inside(expression: sp.Expr) -> Any:
        return ring.polynomial(sp.Poly(expression, *symbols).as_dict() if symbols else {(): expression})

    remainder = inside(numerator)
    for radical in outer_first:
        at = symbols.index(radical.name)
        (y, n), (top, bottom) = (ring.gens[at], radical.index), map(inside, sp.fraction(radical.radicand))
        most = remainder.degrees()[at] // n
        by_degree: dict[int, dict[tuple[int, ...], Any]] = {}
        for powers, c in remainder.to_dict().items():
            by_degree.setdefault(powers[at], {})[(*powers[:at], 0, *powers[at + 1 :])] = c
        parts = {k: ring.context.from_dict(terms) for k, terms in by_degree.items()}
        remainder = sum(
            (part * y ** (k % n) * top ** (k // n) * bottom ** (most - k // n) for k, part in parts.items()),
            ring.context.constant(0),
        )
    return bool(remainder == 0)


def _relations_of(symbols: Iterable[sp.Symbol], naming: _Naming) -> tuple[Condition, ...]:
    """The relations of the named radicals among the symbols, and of those inside them."""
    needed = set(symbols)
    relations: list[Condition] = []
    for radical in reversed(naming.radicals):
        if radical.name in needed:
            relations.extend(radical.relations)
            needed |= radical.radicand.free_symbols
    return tuple(relations)


def _restricted(point: dict[sp.Symbol, sp.Expr], symbols: Iterable[sp.Symbol]) -> dict[sp.Symbol, sp.Expr]:
    wanted = frozenset(symbols)
    return {symbol: value for symbol, value in point.items() if symbol in wanted}
