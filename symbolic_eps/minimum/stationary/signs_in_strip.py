"""The sign of a polynomial in u and v on a strip a < u < b, l(u) < v < h(u), if coefficients show it.

With u = (a + b y)/(1 + y) and v = (l + h z)/(1 + z), y, z > 0, the polynomial is one in y and z, times a
positive factor. If all its coefficients have one sign, so has the polynomial. It need not be l < h: then v
lies between h and l. Other variables than u may also be all positive numbers. That the polynomial in y and z
is positive is a claim with a certificate (`verify.tower_kernel`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import gcd, lcm
from typing import Any

from flint import fmpq, fmpq_poly

from symbolic_eps.errors import UndecidedError
from verify import kernel, tower_kernel
from verify.evidence import Evidence, Grade, Outcome
from verify.language.note import Note
from verify.polynomial import MAX_EXPONENT, Rejected

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

    def sign_of(self, polynomial: Polynomial) -> int:
        """1 or -1 if it is seen to have that sign all over the strip; else 0."""
        constant, factors = polynomial.factor()
        sign = 1 if constant > 0 else -1
        for factor, power in factors:
            sign *= self.sign_along(self._rows(factor)) ** power
        return sign

    def evidence(self, polynomial: Polynomial, said: str) -> Iterator[Evidence]:
        """That it is positive all over the strip, by the signs of its factors, or UndecidedError.

        Examples
        --------
        >>> from symbolic_eps.minimum.stationary.sum_of_two_terms import context
        >>> u, v = context("u", "v").gens()
        >>> below_diagonal = Strip((fmpq(0), fmpq(1)), (0 * ONE, ONE), (U, ONE))
        >>> [shown.certificate["claim"]["goal"][1] for shown in below_diagonal.evidence(u - v, "v < u")]
        [['+', ['*', '1', ['^', 'y', 1]]]]
        """
        if self.sign_of(polynomial) != 1:
            raise UndecidedError(f"signs of coefficients do not show that {said}")
        assert self._base is not None
        if self._base[-1] != ONE:
            yield _said(f"{said}: a denominator", {(): self._base[-1]}, self.ends, ())
        for factor, _ in polynomial.factor()[1]:
            rows: dict[tuple[int, ...], Polynomial] = {(j,): row for j, row in enumerate(self._rows(factor))}
            yield _said(said, rows, self.ends, ("z",))

    def _rows(self, polynomial: Polynomial) -> list[Polynomial]:
        """The coefficients of the powers of z, in u; none where a denominator is not seen to be positive."""
        if self._base is None:
            return []
        low, high, below = self._base
        rows = _by_second(polynomial.to_dict())
        found, power = list[Polynomial](), ONE
        for degree, row in enumerate(reversed(rows)):  # Horner: times l + h z, and (below (1 + z))^degree
            longer = [low * c for c in found] + [0 * ONE]
            for k, c in enumerate(found):
                longer[k + 1] += high * c
            longer = longer if found else [0 * ONE]
            binomial = 1
            for k in range(degree + 1):
                longer[k] += binomial * (row * power)
                binomial = binomial * (degree - k) // (k + 1)
            found, power = longer, power * below
        return found

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


def evidence_along(
    polynomial: Polynomial, ends: tuple[fmpq, fmpq], said: str, sign: int = 1
) -> Iterator[Evidence]:
    """That a polynomial has a sign, by those of its factors, or UndecidedError.

    For a < u < b, where u is its first variable, and all positive values of the others.

    Examples
    --------
    >>> from symbolic_eps.minimum.stationary.sum_of_two_terms import context
    >>> u, t = context("u", "t").gens()
    >>> len([*evidence_along((1 - 2 * u + t) * (u + t), (fmpq(0), fmpq(1, 2)), "example")])
    2
    """
    line = Strip(ends, (0 * ONE, ONE), (0 * ONE, ONE))
    constant, factors = polynomial.factor()
    seen = 1 if constant > 0 else -1
    parts = list[dict[tuple[int, ...], Polynomial]]()
    for factor, power in factors:
        rows: dict[tuple[int, ...], dict[int, fmpq]] = {}
        for (i, *others), c in factor.to_dict().items():
            rows.setdefault(tuple(map(int, others)), {})[i] = c
        parts.append({key: _polynomial(row) for key, row in rows.items()})
        seen *= line.sign_along([*parts[-1].values()]) ** power
    if seen != sign:
        raise UndecidedError(f"signs of coefficients do not show that {said}")
    names = polynomial.context().names()[1:]
    for part in parts:
        yield _said(said, part, ends, names)


def _said(
    words: str, rows: Mapping[tuple[int, ...], Polynomial], ends: tuple[fmpq, fmpq], names: tuple[str, ...]
) -> Evidence:
    """That the sum of polynomials in u times powers of the named positive variables has one sign."""
    coefficients = tuple((key, tuple(row.coeffs())) for key, row in rows.items())
    return replace(_of_one_sign(coefficients, ends, names), statement=Note(words))


Rows = tuple[tuple[tuple[int, ...], tuple[fmpq, ...]], ...]
"""Exponents of other variables, and the coefficients of a polynomial in u."""


@lru_cache(64)
def _of_one_sign(rows: Rows, ends: tuple[fmpq, fmpq], names: tuple[str, ...]) -> Evidence:
    degree = max(len(row) for _, row in rows) - 1
    moved = {key: _moved(fmpq_poly(list(row)), *ends, degree) for key, row in rows}
    every = [c for row in moved.values() for c in row if c != 0]
    scale = fmpq(lcm(*(int(c.q) for c in every)), gcd(*(int(c.p) for c in every)))
    scale = scale if every[0] > 0 else -scale
    terms = [
        [
            "*",
            str(c * scale),
            *_powers("y", i),
            *(f for v, k in zip(names, key, strict=True) for f in _powers(v, k)),
        ]
        for key, row in moved.items()
        for i, c in enumerate(row)
        if c != 0
    ]
    claim = {
        "variable": "x",  # which does not occur
        "interval": [[">", "0"], None],
        "parameters": dict.fromkeys(("y", *names), ">"),
        "atoms": {},
        "goal": [">", ["+", *terms], "0"],
    }
    by_terms = ["terms", "lower"]
    certificate = {
        "format": "tower/1",
        "fingerprint": kernel.fingerprint(claim),
        "claim": claim,
        "denominator": [1, by_terms],
        "arguments": [],
        "goal": by_terms,
    }
    try:
        tower_kernel.check(certificate)
    except Rejected as error:
        raise UndecidedError(f"the kernel does not accept a sign: {error}") from None
    return Evidence(
        Note("a sign"), Outcome.PROVED, Grade.EXACT, "signs of coefficients", certificate=certificate
    )


def _powers(name: str, k: int) -> list[Any]:
    """A power in the kernel's language, which has a largest exponent."""
    whole, rest = divmod(k, MAX_EXPONENT)
    return [["^", name, n] for n in (*[MAX_EXPONENT] * whole, rest) if n]


def _by_second(terms: Mapping[tuple[int, int], fmpq]) -> list[Polynomial]:
    rows: list[dict[int, fmpq]] = [{} for _ in range(1 + max(j for _, j in terms))]
    for (i, j), c in terms.items():
        rows[j][i] = c
    return [_polynomial(row) for row in rows]


def _polynomial(row: Mapping[int, fmpq]) -> Polynomial:
    return fmpq_poly([row.get(i, fmpq(0)) for i in range(1 + max(row, default=0))])


def _moved(polynomial: Polynomial, a: fmpq, b: fmpq, degree: int | None = None) -> Sequence[fmpq]:
    """The coefficients of (1 + y)^d f((a + b y)/(1 + y)), d the degree of f or more.

    >>> _moved(fmpq_poly([-1, 2]), fmpq(0), fmpq(1))
    [-1, 1]
    """
    # f(a + (b - a) w) with w = y/(1 + y): reversed, it is a polynomial in 1/w = 1 + 1/y, times w^d.
    shifted = polynomial(fmpq_poly([a, b - a]))
    degree = polynomial.degree() if degree is None else degree
    padded = [shifted[k] for k in range(degree + 1)]
    found = fmpq_poly(padded[::-1])(fmpq_poly([1, 1]))
    return [found[degree - k] for k in range(degree + 1)]
