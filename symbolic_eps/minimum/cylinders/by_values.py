"""Resultants and discriminants of polynomials in two variables, by their values at integers.

Let f and g be of degrees m and n in v, of degrees k and l at most in u, with integer coefficients. Their
resultant in v, R(u), has degree m l + n k at most: it is a sum of products of n coefficients of f and m of g.
At an integer u at which neither leading coefficient is 0, R(u) is the resultant of two polynomials in v
alone. So it is for the discriminant of f, of degree (2 m - 2) k at most. As many values as the degree and one
more, at integers in a row s, s+1, ..., give the polynomial by Newton's formula

    R(u) = sum D_j (u-s) (u-s-1) ... (u-s-j+1)/j!,    D_j the differences of order j of the values at s.

The integers in a row are taken up to one at which a leading coefficient is 0, and then beyond it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from flint import fmpq, fmpq_mpoly, fmpq_poly, fmpz, fmpz_poly

from verify.deadline import check_time

Rows = list[fmpz_poly]
"""The coefficients in v, that of the lowest power first, as polynomials in u."""


def others_of(polynomials: Sequence[fmpq_mpoly], index: int) -> list[int]:
    """The indices of the variables that occur besides one.

    Examples
    --------
    >>> from flint import fmpq_mpoly_ctx
    >>> u, v, w = fmpq_mpoly_ctx.get(["u", "v", "w"], "lex").gens()
    >>> others_of([u * v - 1, v], 1), others_of([u + w], 0)
    ([0], [2])
    """
    degrees = [g.degrees() for g in polynomials]
    return [k for k in range(len(degrees[0])) if k != index and any(d[k] for d in degrees)]


def discriminant(polynomial: fmpq_mpoly, index: int, other: int) -> fmpq_mpoly:
    """Of a polynomial in two variables with these indices, in the first of them.

    Examples
    --------
    >>> from flint import fmpq_mpoly_ctx
    >>> u, v = fmpq_mpoly_ctx.get(["u", "v"], "lex").gens()
    >>> discriminant(u * v**2 - v / 2 + 3, 1, 0)
    -12*u + 1/4
    """
    scale, rows = _integral(polynomial, index, other)
    degree = len(rows) - 1
    values = _values([rows], (2 * degree - 2) * _height(rows), lambda f: f[0].discriminant())
    return _outside(_polynomial(*values) / scale ** (2 * degree - 2), polynomial, other)


def resultant(one: fmpq_mpoly, two: fmpq_mpoly, index: int, other: int) -> fmpq_mpoly:
    """Of polynomials in two variables with these indices, in the first of them, which occurs in both.

    Examples
    --------
    >>> from flint import fmpq_mpoly_ctx
    >>> u, v = fmpq_mpoly_ctx.get(["u", "v"], "lex").gens()
    >>> resultant(u * v - 1, v**2 / 2 - u, 1, 0)
    -u^3 + 1/2
    """
    (first, f), (second, g) = (_integral(h, index, other) for h in (one, two))
    m, n = len(f) - 1, len(g) - 1
    values = _values([f, g], m * _height(g) + n * _height(f), lambda both: both[0].resultant(both[1]))
    return _outside(_polynomial(*values) / (first**n * second**m), one, other)


def _integral(polynomial: fmpq_mpoly, index: int, other: int) -> tuple[fmpq, Rows]:
    """A common denominator, and the polynomial times that."""
    terms = polynomial.to_dict()
    scale = fmpz(1)
    for c in terms.values():
        scale *= c.q // scale.gcd(c.q)
    rows: list[dict[int, fmpz]] = [{} for _ in range(int(polynomial.degrees()[index]) + 1)]
    for powers, c in terms.items():
        rows[int(powers[index])][int(powers[other])] = c.p * (scale // c.q)
    return fmpq(scale), [fmpz_poly([row.get(k, 0) for k in range(max(row, default=0) + 1)]) for row in rows]


def _height(rows: Rows) -> int:
    return max(int(row.degree()) for row in rows)


def _values(
    polynomials: Sequence[Rows], degree: int, value: Callable[[list[fmpz_poly]], fmpz]
) -> tuple[list[fmpz], int]:
    """One more than the degree, at integers in a row, and the first of these."""
    start, values = 0, list[fmpz]()
    while len(values) <= degree:
        check_time()
        at = start + len(values)
        if any(rows[-1](at) == 0 for rows in polynomials):
            start, values = at + 1, []
        else:
            values.append(value([fmpz_poly([row(at) for row in rows]) for rows in polynomials]))
    return values, start


def _polynomial(values: Sequence[fmpz], start: int) -> fmpq_poly:
    """By Newton's formula, from the last term to the first."""
    differences, left = list[fmpz](), list(values)
    while left:
        check_time()
        differences.append(left[0])
        left = [after - before for before, after in pairwise(left)]
    found = fmpq_poly([0])
    for k in range(len(differences) - 1, -1, -1):
        found = found * fmpq_poly([fmpq(-start - k, k + 1), fmpq(1, k + 1)]) + fmpq_poly([differences[k]])
    return found


def _outside(polynomial: fmpq_poly, like: fmpq_mpoly, other: int) -> fmpq_mpoly:
    """In the ring of another polynomial."""
    size = len(like.degrees())
    terms = {
        tuple(power if k == other else 0 for k in range(size)): c
        for power, c in enumerate(polynomial.coeffs())
        if c != 0
    }
    return like.context().from_dict(terms)
