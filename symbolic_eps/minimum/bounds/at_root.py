"""Conditions that are to hold at a root of a polynomial, made shorter: what is left of them by division.

Where h = 0, c > 0 says of the remainder R = c - Q h of a division along any symbol that R > 0, wherever Q is
defined. Let R = f g, f of known sign: if f >= 0, then c > 0 needs g > 0; if f > 0, then c >= 0 needs g >= 0;
and f^2 g > 0 needs g > 0, whatever the sign of f. So no point satisfies conditions if none satisfies the
shorter ones; that R is the remainder is an identity of polynomials. At a prior's end that attains the value,
F or its discriminant vanishes with h: then the factor that says so, such as 1 - q, is divided out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sympy as sp

from symbolic_eps.minimum.by_factors import ORDERED
from verify.claims.region import primitive, sign_and_factors, total_degree
from verify.language.condition import Condition, Relation, non_negative, positive
from verify.solvers.smt import Solver, UndecidedQueryError

MOST_TERMS = 400
"""Of what is divided; a longer remainder is rarely of use."""

MOST_DEGREE = 2
"""Of a factor whose sign is asked for, and of what it is asked from: only a moment is spent on it."""


def shortened(conditions: Sequence[Condition], root: Sequence[Condition], judge: Solver) -> list[Condition]:
    """Conditions that follow from these and from what is known of the root, some of them shorter.

    Parameters
    ----------
    conditions : sequence of Condition
        Those of `root` among them stay as they are.
    root : sequence of Condition
        With one equation, h = 0.
    judge : Solver
        Decides the signs of factors.

    Examples
    --------
    >>> from sympy.abc import a, q, x
    >>> root = [Condition(x**2 - a, Relation.ZERO), positive(x)]
    >>> long = positive(sp.expand((1 - q) * (3 * x**2 - a - q)))
    >>> [str(c) for c in shortened([non_negative(1 - q), long], root, Solver())]
    ['q <= 1', 'q < 2*a']
    """
    polynomial = next((c.polynomial for c in root if c.relation is Relation.ZERO), None)
    known = tuple(dict.fromkeys((*root, *conditions)))
    if polynomial is None:
        return [*conditions]
    short = list[Condition]()
    for c in conditions:
        others = [other for other in known if other != c]
        short.append(c if c in root else _shortest(c, polynomial, others, judge))
    return [*dict.fromkeys(c for c in short if c.constant_truth is not True)]


def _shortest(
    condition: Condition, polynomial: sp.Expr, known: Sequence[Condition], judge: Solver
) -> Condition:
    """The condition, or what it comes to at the root if that has fewer terms."""
    if condition.relation not in ORDERED or terms_in(condition.polynomial) > MOST_TERMS:
        return condition
    found = [condition]
    for v in sorted(polynomial.free_symbols & condition.symbols, key=str):
        if sp.degree(condition.polynomial, v) >= sp.degree(polynomial, v):
            quotient, remainder = sp.div(condition.polynomial, polynomial, v)
            if _is_defined(quotient, known, judge):
                found += divided_by_signs(remainder, condition.relation, known, judge)
    found += divided_by_signs(condition.polynomial, condition.relation, known, judge)
    return min(found, key=lambda c: (terms_in(c.polynomial), total_degree(c.polynomial)))


def _is_defined(quotient: sp.Expr, known: Sequence[Condition], judge: Solver) -> bool:
    """Whether its denominator is shown to vanish nowhere; else c is not R at the root."""
    below = sp.factor_list(sp.denom(sp.factor(sp.together(quotient))))[1]
    return all(sign_of(factor, known, judge, strict=True) for factor, _ in below)


def terms_in(polynomial: sp.Expr) -> int:
    """How many a polynomial has."""
    return len(sp.Add.make_args(polynomial))


def divided_by_signs(
    remainder: sp.Expr, relation: Relation, known: Sequence[Condition], judge: Solver
) -> Iterable[Condition]:
    """What it comes to without factors of known sign; nothing where a denominator has no known sign."""
    above, below = _fraction(remainder)
    constant, factors = _factors(above)
    below_constant, below_factors = _factors(below)
    left = sp.Mul(sp.sign(constant), sp.sign(below_constant))
    strict = relation is Relation.POSITIVE
    for factor, power in below_factors:
        sign = sign_of(factor, known, judge, strict=True)
        if sign == 0:
            return
        left *= sign**power
    for factor, power in factors:
        sign = sign_of(factor, known, judge, strict=not strict)
        if strict and power % 2 == 0:
            continue
        left *= sign**power if sign else factor ** (power % 2 if strict else power)
    yield Condition(primitive(left), relation)


def _fraction(expression: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """A numerator and a denominator without common factors; of a polynomial, itself and 1."""
    if expression.is_polynomial():
        return expression, sp.S.One
    above, below = sp.fraction(sp.factor(sp.together(expression)))
    return above, below


def _factors(polynomial: sp.Expr) -> tuple[sp.Expr, list[tuple[sp.Expr, int]]]:
    """A number with the sign of the constant, and irreducible factors with their powers."""
    if not polynomial.free_symbols:
        return polynomial, []
    sign, factors = sign_and_factors(sp.Poly(sp.expand(polynomial)))
    return sp.Integer(sign), factors


def sign_of(factor: sp.Expr, known: Sequence[Condition], judge: Solver, strict: bool) -> int:
    """1 or -1 where it is shown to be positive or negative, or unless `strict` 0; else 0."""
    for sign in (1, -1):
        signed = primitive(sign * factor)
        if positive(signed) in known or (not strict and non_negative(signed) in known):
            return sign
    about = [
        c for c in known if c.symbols <= factor.free_symbols and total_degree(c.polynomial) <= MOST_DEGREE
    ]
    for sign in (1, -1) if about and total_degree(factor) <= MOST_DEGREE else ():
        signed = sp.expand(sign * factor)
        wanted = positive(signed) if strict else non_negative(signed)
        if judge.possible([*about, wanted.negation], f"the sign of {factor}"):
            continue
        try:
            if judge.implies(about, wanted, f"the sign of {factor}"):
                return sign
        except UndecidedQueryError:
            continue
    return 0
