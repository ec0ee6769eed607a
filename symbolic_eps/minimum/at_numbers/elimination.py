"""Elimination: polynomials in one variable that vanish wherever a system of three or more does.

A resultant vanishes where both polynomials do, whatever their leading coefficients; so it does for factors
of both, one choice of factors after another, for a product is 0 only where a factor is. A polynomial that is
free of the variable is kept as it is. With resultants in two rounds, three polynomials in x, p and q leave
polynomials in one of these: each common zero is a root of one of them.

python-flint computes; nothing is said where a resultant is 0, that is, where two factors are not coprime.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import gcd, lcm, prod

import sympy as sp
from flint import fmpq_mpoly, fmpq_mpoly_ctx

from symbolic_eps.closed_forms.root_count import Dense, roots_between
from symbolic_eps.minimum.polynomials import inside
from symbolic_eps.theory.symbols import DECAY
from verify.deadline import check_time

Range = tuple[Fraction, Fraction]


MOST_ZEROS = 4000
"""The product of the degrees at most, which bounds the number of common zeros if that is finite (Bezout)."""


class NotEliminatedError(ArithmeticError):
    """Two factors have a common part: infinitely many common zeros, or none is excluded."""


def eliminants(
    system: Iterable[sp.Expr], keep: sp.Symbol, ranges: Mapping[sp.Symbol, Range]
) -> tuple[Dense, ...]:
    """Irreducible polynomials in one variable; at a common zero of the system in the ranges one vanishes.

    Parameters
    ----------
    system : iterable of Expr
        Three polynomials over Q.
    keep : Symbol
        The variable that stays.
    ranges : mapping of Symbol to pair of Fraction
        The closed range of each variable: a factor in one variable that has no root there is left out.

    Raises
    ------
    NotEliminatedError
        A resultant is 0, or the degrees are too high.

    Examples
    --------
    >>> from sympy.abc import x, y, z
    >>> ranges = dict.fromkeys((x, y, z), (Fraction(-9), Fraction(9)))
    >>> eliminants([x - y * z, y - 2, z - x - y + 3], x, ranges)
    ((1, -2),)
    """
    context = fmpq_mpoly_ctx.get([v.name for v in ranges], "lex")
    polynomials = [inside(e, tuple(ranges), context) for e in system]
    if prod(g.total_degree() for g in polynomials) > MOST_ZEROS:
        raise NotEliminatedError("the degrees are too high")
    removed = [k for k, v in enumerate(ranges) if v != keep]
    found = _eliminated(polynomials, removed, tuple(ranges.values()))
    return tuple(dict.fromkeys(_in_one_variable(g) for g in found))


def _eliminated(
    polynomials: Sequence[fmpq_mpoly], removed: Sequence[int], ranges: Sequence[Range]
) -> Iterator[fmpq_mpoly]:
    """For each choice of factors that may vanish, an irreducible polynomial without what is to be removed."""
    for chosen in product(*(tuple(_factors(g, ranges)) for g in polynomials)):
        check_time()
        if not removed:
            yield chosen[0]
            continue
        index = removed[-1]
        left = [g for g in chosen if g.degrees()[index] == 0]
        involved = sorted((g for g in chosen if g.degrees()[index] > 0), key=_size)
        left += [g.resultant(involved[0], g.context().names()[index]) for g in involved[1:]]
        if not left:
            raise NotEliminatedError("too few equations")
        yield from _eliminated(left, removed[:-1], ranges)


def _size(polynomial: fmpq_mpoly) -> tuple[int, int, str]:
    return polynomial.total_degree(), len(polynomial), str(polynomial)


def _factors(polynomial: fmpq_mpoly, ranges: Sequence[Range]) -> Iterator[fmpq_mpoly]:
    """The irreducible factors that may vanish; none of a constant."""
    if polynomial.is_zero():
        raise NotEliminatedError("a resultant is 0")
    for factor, _ in polynomial.factor()[1]:
        used = [k for k, n in enumerate(factor.degrees()) if n]
        if len(used) != 1 or roots_between([_in_one_variable(factor)], *ranges[used[0]]):
            yield factor


def _in_one_variable(polynomial: fmpq_mpoly) -> Dense:
    """Coprime integer coefficients, that of the highest power first and positive."""
    terms = polynomial.to_dict()
    if any(sum(e) != max(e) for e in terms):
        raise NotEliminatedError("a variable stays")
    powers = {sum(e): Fraction(int(value.p), int(value.q)) for e, value in terms.items()}
    scale = lcm(*(c.denominator for c in powers.values()))
    integers = [int(powers.get(k, 0) * scale) for k in range(max(powers), -1, -1)]
    divisor = gcd(*integers) * (1 if integers[0] > 0 else -1)
    return tuple(c // divisor for c in integers)


def root_above(polynomial: Dense, low: Fraction) -> sp.Expr:
    """The least root above a rational number; there is one, and the number is none.

    Examples
    --------
    >>> root_above((1, 0, -2), Fraction(1)), root_above((3, -2), Fraction(0))
    (CRootOf(x**2 - 2, 1), 2/3)
    """
    if len(polynomial) == 2:
        return sp.Rational(-polynomial[1], polynomial[0])
    largest = max(map(abs, polynomial)) // abs(polynomial[0]) + 2  # Cauchy: no root is as large
    before = roots_between([polynomial], Fraction(-largest), low) if low > -largest else 0
    return sp.CRootOf(dense(polynomial), before)


def dense(polynomial: Dense) -> sp.Poly:
    """As a polynomial in x.

    Examples
    --------
    >>> dense((1, 0, -2)).as_expr()
    x**2 - 2
    """
    return sp.Poly(polynomial, DECAY, domain=sp.ZZ)
