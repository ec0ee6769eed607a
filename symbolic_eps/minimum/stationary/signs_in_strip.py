"""The sign of a polynomial in u and v on a strip a < u < b, l(u) < v < h(u), if coefficients show it.

With u = (a + b y)/(1 + y) and v = (l + h z)/(1 + z), y, z > 0, the polynomial is one in y and z, times a
positive factor. If all its coefficients have one sign, so has the polynomial. It need not be l < h: then v
lies between h and l.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flint import fmpq, fmpq_poly

Polynomial = Any
"""fmpq_mpoly or fmpq_poly, which carry no types."""

Curve = tuple[Polynomial, Polynomial]
"""Numerator and denominator, fmpq_poly in u; the denominator is to be positive."""

U = fmpq_poly([0, 1])
ONE = fmpq_poly([1])


@dataclass(frozen=True)
class Strip:
    """Where a < u < b, and v lies between two curves.

    Parameters
    ----------
    ends : pair of fmpq
        a and b.
    low, high : pair of fmpq_poly
        Quotients l and h.
    swapped : bool
        Whether u is the second variable of the polynomials that are asked for, and v the first.

    Examples
    --------
    >>> from symbolic_eps.minimum.stationary.sum_of_two_terms import context
    >>> u, v = context("u", "v").gens()
    >>> below_diagonal = Strip((fmpq(0), fmpq(1)), (0 * ONE, ONE), (U, ONE))
    >>> [below_diagonal.sign_of(f) for f in (u - v, v**2 - u, u * (3 - v), 2 * v - u)]
    [1, -1, 1, 0]
    """

    ends: tuple[fmpq, fmpq]
    low: Curve
    high: Curve
    swapped: bool = False

    def sign_of(self, polynomial: Polynomial) -> int:
        """1 or -1 if it is seen to have that sign all over the strip; else 0."""
        constant, factors = polynomial.factor()
        sign = 1 if constant > 0 else -1
        for factor, power in factors:
            seen = self._sign_of_factor(factor.to_dict())
            if seen == 0:
                return 0
            sign *= seen**power
        return sign

    def _sign_of_factor(self, terms: Mapping[tuple[int, int], fmpq]) -> int:
        if self._base is None:
            return 0
        low, high, below = self._base
        rows = _by_second({(j, i): c for (i, j), c in terms.items()} if self.swapped else terms)
        found, power = list[Polynomial](), ONE
        for degree, row in enumerate(
            reversed(rows)
        ):  # Horner's rule: times l + h z, and (below (1 + z))^degree
            longer = [low * c for c in found] + [0 * ONE]
            for k, c in enumerate(found):
                longer[k + 1] += high * c
            longer = longer if found else [0 * ONE]
            binomial = 1
            for k in range(degree + 1):
                longer[k] += binomial * (row * power)
                binomial = binomial * (degree - k) // (k + 1)
            found, power = longer, power * below
        return self.sign_along([c for c in found if c != 0])

    @cached_property
    def _base(self) -> tuple[Polynomial, Polynomial, Polynomial] | None:
        """Both curves over one denominator, where denominators are seen to be positive."""
        (low, of_low), (high, of_high) = self.low, self.high
        below = of_low * of_high
        return (low * of_high, high * of_low, below) if self.sign_along([below]) == 1 else None

    def sign_along(self, polynomials: Sequence[Polynomial]) -> int:
        """The sign that all these polynomials in u are seen to have for a < u < b; 0 where there is none."""
        signs = {c > 0 for f in polynomials for c in _moved(f, *self.ends) if c != 0}
        return (1 if True in signs else -1) if len(signs) == 1 else 0


def _by_second(terms: Mapping[tuple[int, int], fmpq]) -> list[Polynomial]:
    rows: list[dict[int, fmpq]] = [{} for _ in range(1 + max(j for _, j in terms))]
    for (i, j), c in terms.items():
        rows[j][i] = c
    return [fmpq_poly([row.get(i, fmpq(0)) for i in range(1 + max(row, default=0))]) for row in rows]


def _moved(polynomial: Polynomial, a: fmpq, b: fmpq) -> Sequence[fmpq]:
    """The coefficients of (1 + y)^d f((a + b y)/(1 + y)).

    >>> _moved(fmpq_poly([-1, 2]), fmpq(0), fmpq(1))
    [-1, 1]
    """
    # f(a + (b - a) w) with w = y/(1 + y): reversed, it is a polynomial in 1/w = 1 + 1/y, times w^d.
    shifted = polynomial(fmpq_poly([a, b - a]))
    degree = polynomial.degree()
    padded = [shifted[k] for k in range(degree + 1)]
    return fmpq_poly(padded[::-1])(fmpq_poly([1, 1])).coeffs()[::-1] if degree >= 0 else []
