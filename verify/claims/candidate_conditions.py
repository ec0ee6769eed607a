"""Conditions that a claim may lack: signs of what it divides by, takes roots and logarithms of, and compares.

Where the truth of a statement changes, one of these vanishes, or a coefficient, discriminant or resultant of
them (the projection of cylindrical algebraic decomposition), or an end of a range is reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import sympy as sp
from sympy.core.relational import Relational

from verify.claims.projection import factors, projection, simplest_of
from verify.language.condition import Condition, Relation

MOST_POLYNOMIALS = 40
"""The simplest are taken."""

MOST_TERMS = 4
"""A condition that is longer than that nobody would print."""

_STRICT = {sp.GreaterThan: sp.StrictGreaterThan, sp.LessThan: sp.StrictLessThan}


@dataclass(frozen=True)
class Candidates:
    """Conditions that may be lacking.

    Parameters
    ----------
    ends : tuple of Boolean
        The domain's weak inequalities, made strict.
    polynomials : tuple of Expr
        Those whose signs may matter, other than one that the statement alone compares with 0: its sign would
        say the statement again.
    """

    ends: tuple[sp.Basic, ...]
    polynomials: tuple[sp.Expr, ...]

    @property
    def conditions(self) -> tuple[sp.Basic, ...]:
        """The sign conditions, the domain's ends first."""
        signs = (c.relational for p in self.polynomials for c in _signs(p))
        return tuple(dict.fromkeys((*self.ends, *signs)))


def candidates(
    formulas: Iterable[sp.Basic], domain: Iterable[sp.Basic], about: Iterable[sp.Symbol]
) -> Candidates:
    """What a statement made of these formulas may lack on a domain.

    Parameters
    ----------
    formulas : iterable of Basic
        The statement.
    domain : iterable of Boolean
        Its hypotheses, one by one.
    about : iterable of Symbol
        The symbols that a condition may hold.

    Examples
    --------
    >>> from sympy.abc import p, r
    >>> found = candidates([sp.Gt((1 - p) / (1 / r - p), 0)], (p <= 1, r > 0), (p, r))
    >>> found.ends, found.polynomials
    ((p < 1,), (p, r, p - 1, p*r - 1, r - 1))
    """
    stated, given, allowed = tuple(formulas), tuple(domain), {*about}
    goals = _compared(stated)
    elements = _irreducible(e for f in stated for part in f.args for e in _elements(part))
    assumed = _irreducible(h.lhs - h.rhs for h in given if isinstance(h, Relational))
    start = simplest_of((*goals, *elements, *assumed))
    symbols = sorted(allowed.intersection(*[frozenset().union(*(p.free_symbols for p in start))]), key=str)
    further = _irreducible(p for s in symbols for p in projection(start, s))
    every = dict.fromkeys((*elements, *assumed, *goals, *further))
    restating = goals if len(goals) == 1 and not {*goals} & {*elements} else []
    usable = [p for p in every if p.free_symbols <= allowed and len(p.as_ordered_terms()) <= MOST_TERMS]
    return Candidates(
        tuple(_strict_ends(given)), tuple(p for p in usable if p not in restating)[:MOST_POLYNOMIALS]
    )


def _irreducible(expressions: Iterable[sp.Basic]) -> list[sp.Expr]:
    """The irreducible factors of numerators and denominators, the simplest ones first."""
    return simplest_of(factor for e in expressions for factor in _polynomials(e))


def _strict_ends(domain: Iterable[sp.Basic]) -> Iterator[sp.Basic]:
    for hypothesis in domain:
        strict = strictly(hypothesis)
        if strict != hypothesis:
            yield strict


def strictly(condition: sp.Basic) -> sp.Basic:
    """A weak inequality without its equality; anything else as it is.

    Examples
    --------
    >>> from sympy.abc import p
    >>> strictly(p <= 1), strictly(p > 0)
    (p < 1, p > 0)
    """
    strict = _STRICT.get(type(condition))
    return condition if strict is None else strict(*condition.args, evaluate=False)


def _compared(formulas: Iterable[sp.Basic]) -> list[sp.Expr]:
    """The factors of the differences whose signs the statement is about."""
    sides = [f.lhs - f.rhs for f in formulas if isinstance(f, Relational)]
    return simplest_of(q for side in sides for q in _factors_over(side, numerator=True))


def _elements(formula: sp.Basic) -> Iterator[sp.Expr]:
    """Sums, divisors, radicands, arguments of logarithms, differences of what cases compare."""
    match formula:
        case sp.Pow() if not (formula.exp.is_Integer and formula.exp > 0):
            yield formula.base
        case sp.log():
            yield formula.args[0]
        case sp.Max() | sp.Min():
            yield from (a - b for a, b in combinations(formula.args, 2))
            yield from formula.args
        case Relational():
            yield formula.lhs - formula.rhs
        case sp.Add() | sp.Symbol():
            yield formula
    for part in formula.args:
        yield from _elements(part)


@lru_cache(maxsize=1 << 12)
def _polynomials(expression: sp.Basic) -> tuple[sp.Expr, ...]:
    """Those of the numerator and the denominator; claims of a paper have many parts in common."""
    return (*_factors_over(expression, numerator=True), *_factors_over(expression, numerator=False))


def _factors_over(expression: sp.Basic, numerator: bool) -> Iterator[sp.Expr]:
    """Factors of the numerator or denominator, roots in it eliminated; none of what is not algebraic."""
    if not all(map(_is_algebraic, sp.preorder_traversal(expression))):
        return
    part = _quotient(expression)[0 if numerator else 1]
    norm = _without_roots(part)
    if norm is not None and norm.is_polynomial(*norm.free_symbols) and norm.free_symbols:
        yield from factors(norm)


@lru_cache(maxsize=1 << 12)
def _quotient(expression: sp.Basic) -> tuple[sp.Expr, sp.Expr]:
    """Numerator and denominator."""
    above, below = sp.fraction(sp.together(expression))
    return above, below


def _is_algebraic(part: sp.Basic) -> bool:
    """Whether a part, apart from its own parts, occurs in sums, products and powers of symbols alone."""
    known = part.is_Rational or part.is_NumberSymbol or part.is_Symbol or part.is_Add or part.is_Mul
    return bool(known or part.is_Pow)


def _without_roots(expression: sp.Expr) -> sp.Expr | None:
    """The norm: the product of the expression's values for both signs of each square root; None beyond."""
    roots = sorted((p for p in expression.atoms(sp.Pow) if not p.exp.is_Integer), key=str)
    for root in roots:
        if root.exp not in (sp.S.Half, -sp.S.Half):
            return None
        if any(other != root and other.base.has(root) for other in roots):
            continue  # a root within a root comes after it
        unknown = sp.Dummy("t")
        radicand = sp.together(root.base)
        above, below = sp.fraction(radicand)
        moved = sp.fraction(sp.together(expression.subs(root, unknown ** (2 * root.exp))))[0]
        return _without_roots(sp.resultant(moved, below * unknown**2 - above, unknown))
    return expression


def _signs(polynomial: sp.Expr) -> Iterator[Condition]:
    """The weakest first, as far as one implies another."""
    for relation in (Relation.NON_NEGATIVE, Relation.POSITIVE):
        for side in (polynomial, sp.expand(-polynomial)):
            yield Condition(side, relation)
    yield Condition(polynomial, Relation.NON_ZERO)
