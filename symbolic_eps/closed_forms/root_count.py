"""How many real roots a polynomial has between two rational numbers, counted exactly (Descartes' rule)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

from flint import fmpq, fmpq_poly, fmpz_poly

from verify.deadline import check_time

Dense = tuple[int, ...]
"""A polynomial in one variable with integer coefficients, that of the highest power first."""


def roots_between(polynomials: Iterable[Dense], low: Fraction, high: Fraction) -> int:
    """How many real roots in [low, high] irreducible polynomials have together, counted exactly.

    By Descartes' rule: the signs of Bernstein's coefficients on an interval change v times; for v = 0 there
    is no root inside, for v = 1 one, and else the interval is halved, which ends, for roots are simple.

    Examples
    --------
    >>> roots_between([(1, 0, -2), (1, -5)], Fraction(1), Fraction(2))
    1
    """
    ends = [fmpq(end.numerator, end.denominator) for end in (low, high)]
    found = 0
    for polynomial in polynomials:
        exact = fmpq_poly(list(polynomial[::-1]))
        found += sum(exact(end) == 0 for end in set(ends)) + _roots_inside(exact, *ends)
    return found


def _roots_inside(polynomial: fmpq_poly, low: fmpq, high: fmpq) -> int:
    """How many roots a polynomial with simple roots only has in the open interval."""
    check_time()
    on_unit = polynomial(fmpq_poly([low, high - low]))
    padded = [on_unit[k] for k in range(polynomial.degree() + 1)]
    # (1 + t)^n f(1/(1 + t)): its coefficients are Bernstein's, from the last to the first, times binomials.
    coefficients = [c for c in fmpq_poly(padded[::-1])(fmpq_poly([1, 1])).coeffs() if c != 0]
    changes = sum((a > 0) != (b > 0) for a, b in pairwise(coefficients))
    if changes <= 1 or low == high:
        return changes if low < high else 0
    middle = (low + high) / 2
    at_middle = int(polynomial(middle) == 0)
    return _roots_inside(polynomial, low, middle) + at_middle + _roots_inside(polynomial, middle, high)


def numbered_root(
    polynomial: fmpz_poly, low: fmpq, high: fmpq, number: int
) -> tuple[fmpz_poly, fmpq, fmpq] | None:
    """The irreducible factor that has the root of a number in an open interval, and where it has no other.

    Roots are counted from the lower end, for a negative number from the upper end, multiple ones as often.
    The factor is negative at the first of the two numbers that are returned, and positive at the second.
    None where there are fewer roots.

    Examples
    --------
    >>> numbered_root(fmpz_poly([2, -9, 9]), fmpq(0), fmpq(1), -1)  # roots 1/3 and 2/3
    (3*x + (-2), 1/2, 1)
    """
    factors = [(factor, fmpq_poly(factor), power) for factor, power in polynomial.factor()[1]]

    def total(low: fmpq, high: fmpq) -> int:
        return sum(power * _roots_inside(exact, low, high) for _, exact, power in factors)

    rest = number if number > 0 else total(low, high) + 1 + number
    if not 0 < rest <= total(low, high):
        return None
    while True:
        inside = [(f, e) for f, e, _ in factors if _roots_inside(e, low, high)]
        if len(inside) == 1 and _roots_inside(inside[0][1], low, high) == 1:
            factor, exact = inside[0]
            return (factor if exact(low) < 0 else -factor), low, high
        middle = (low + high) / 2
        here = sum(power for _, exact, power in factors if exact(middle) == 0)
        below = total(low, middle)
        if below < rest <= below + here:
            factor, exact = next((f, e) for f, e, _ in factors if e(middle) == 0)
            while any(_roots_inside(e, low, high) - (e is exact) for _, e, _ in factors):
                low, high = (low + middle) / 2, (middle + high) / 2
            return (factor if exact(low) < 0 else -factor), low, high
        if rest <= below:
            high = middle
        else:
            low, rest = middle, rest - below - here


def before_second_root(polynomial: fmpz_poly, low: fmpq, high: fmpq) -> fmpq | None:
    """A number in (low, high] below which the least root above `low` lies, and no other; None without a root.

    Examples
    --------
    >>> before_second_root(fmpz_poly([2, -9, 9]), fmpq(0), fmpq(1))  # roots 1/3 and 2/3
    1/2
    """
    simple = polynomial // polynomial.gcd(polynomial.derivative())
    exact = fmpq_poly(simple)

    def roots(end: fmpq) -> int:
        return _roots_inside(exact, low, end) + int(exact(end) == 0)

    if roots(high) == 0:
        return None
    below = low
    while roots(high) > 1:
        middle = (below + high) / 2
        below, high = (below, middle) if roots(middle) else (middle, high)
    return high
