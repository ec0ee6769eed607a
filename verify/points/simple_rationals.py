"""Rational numbers with small numerators and denominators: in order, as roots, and between real roots.

The height of a rational is the larger of its numerator's absolute value and its denominator; the simplest
number between two others is the first that the Stern-Brocot tree has there.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import floor, gcd

from flint import arb, ctx, fmpq, fmpq_poly, fmpz_poly

from verify.ball import real_roots
from verify.enclosure import START_BITS


@lru_cache(maxsize=32)
def rationals_up_to(height: int) -> tuple[fmpq, ...]:
    """All rationals up to a height, by growing height: 0, 1, -1, 1/2, 2, -1/2, -2, 1/3, ...

    Parameters
    ----------
    height : int
        Largest numerator or denominator.

    Examples
    --------
    >>> rationals_up_to(2)
    (0, 1, -1, 1/2, 2, -1/2, -2)
    """
    pairs = [(0, 1)]
    for h in range(1, height + 1):
        positive = [(k, h) for k in range(1, h + 1) if gcd(k, h) == 1]
        positive += [(h, k) for k in range(1, h) if gcd(k, h) == 1]
        pairs += [*positive, *((-p, q) for p, q in positive)]
    return tuple(fmpq(p, q) for p, q in pairs)


def rational_roots(polynomial: fmpq_poly) -> list[fmpq]:
    """The rational roots, by growing height.

    Parameters
    ----------
    polynomial : flint.fmpq_poly
        Not 0.

    Examples
    --------
    >>> rational_roots(fmpq_poly([-6, 1, 5]) * fmpq_poly([-2, 0, 1]))
    [1, -6/5]
    """
    factors = polynomial.numer().factor()[1]
    linear = [factor.coeffs() for factor, _ in factors if factor.degree() == 1]
    return sorted((fmpq(-c[0], c[1]) for c in linear), key=_height)


def _height(value: fmpq) -> tuple[int, bool, int]:
    return max(abs(int(value.p)), int(value.q)), value < 0, int(value.q)


def one_of_each_cell(polynomials: Sequence[fmpq_poly]) -> list[fmpq]:
    """All rational roots, and the simplest rational of every interval between the real roots.

    Parameters
    ----------
    polynomials : sequence of flint.fmpq_poly
        None of them 0. Where the signs of all are constant, one number is found.

    Examples
    --------
    >>> one_of_each_cell([fmpq_poly([-2, 0, 1]), fmpq_poly([0, 1])])
    [0, 1, -1, 2, -2]
    """
    irreducible = (factor for p in polynomials for factor, _ in p.numer().factor()[1])
    factors = {tuple(int(c) for c in factor.coeffs()): factor for factor in irreducible}.values()
    rational = [fmpq(-f.coeffs()[0], f.coeffs()[1]) for f in factors if f.degree() == 1]
    ends = [(value, value) for value in (Fraction(int(r.p), int(r.q)) for r in rational)]
    for factor in factors:
        ends += _real_roots(factor) if factor.degree() > 1 else []
    ends.sort()
    lows, highs = [None, *(e[1] for e in ends)], [*(e[0] for e in ends), None]
    cells = [(lo, hi) for lo, hi in zip(lows, highs, strict=True) if lo is None or hi is None or lo < hi]
    inside = (simplest_between(lo, hi) for lo, hi in cells)
    return sorted([*rational, *(fmpq(v.numerator, v.denominator) for v in inside)], key=_height)


def _real_roots(polynomial: fmpz_poly) -> list[tuple[Fraction, Fraction]]:
    with ctx.workprec(START_BITS):
        return [(fraction_of(ball.lower()), fraction_of(ball.upper())) for ball in real_roots(polynomial)]


def fraction_of(end: arb) -> Fraction:
    """The end of a ball as a fraction, which it is exactly.

    Parameters
    ----------
    end : flint.arb
        Finite and of radius 0.

    Examples
    --------
    >>> fraction_of(arb("0.75"))
    Fraction(3, 4)
    """
    value = end.fmpq()
    return Fraction(int(value.p), int(value.q))


def simplest_between(lower: Fraction | None, upper: Fraction | None) -> Fraction:
    """The rational of smallest numerator and denominator strictly between two numbers (Stern-Brocot tree).

    Parameters
    ----------
    lower, upper : Fraction or None
        Ends of the open interval, `lower < upper`; None is infinity.

    Raises
    ------
    ValueError
        The interval is empty.

    Examples
    --------
    >>> str(simplest_between(Fraction(3, 10), Fraction(4, 10))), str(simplest_between(Fraction(7, 2), None))
    ('1/3', '4')
    """
    if lower is not None and upper is not None and lower >= upper:
        raise ValueError(f"no number lies strictly between {lower} and {upper}")
    if (lower is None or lower < 0) and (upper is None or upper > 0):
        return Fraction(0)
    if lower is None or lower < 0:
        return -simplest_between(None if upper is None else -upper, None if lower is None else -lower)
    whole = floor(lower)
    if upper is None or whole + 1 < upper:
        return Fraction(whole + 1)
    past = None if lower == whole else 1 / (lower - whole)
    return whole + 1 / simplest_between(1 / (upper - whole), past)
