"""Monomials of a polynomial in binary64 arguments: how many the bound of `error_free` covers, their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.errors import InputError

LONGEST_NAME = 6


class TooLongError(InputError):
    """The polynomial has more terms than the proven scheme covers: no language can have the formula."""

    def __init__(self, polynomial: sp.Expr, why: str) -> None:
        super().__init__(f"{polynomial}: {why}; use recommend or sweep for numbers")


@dataclass(frozen=True)
class Monomial:
    """A coefficient that is a binary64 number, and the arguments that are multiplied, smallest range last."""

    coefficient: int
    factors: tuple[sp.Symbol, ...]

    @property
    def parts(self) -> int:
        """How many parts the exact product has."""
        rounded = len(self.factors) - 1 + (not is_power_of_two(abs(self.coefficient)))
        return int(2 ** max(rounded, 0))


def monomials(polynomial: sp.Expr, order: Sequence[sp.Symbol]) -> tuple[Monomial, ...]:
    """The monomials of a polynomial with integer coefficients, constants first.

    Raises
    ------
    TooLongError
        A coefficient of 2^53 or more, or more monomials or factors than the error bound covers.

    Examples
    --------
    >>> from sympy.abc import p, q, r
    >>> monomials(1 - r*p*q, (r, p, q))
    (Monomial(coefficient=1, factors=()), Monomial(coefficient=-1, factors=(r, p, q)))
    """
    terms = sp.Poly(polynomial, *order).terms()
    products = tuple(
        Monomial(int(c), tuple(v for v, power in zip(order, powers, strict=True) for _ in range(power)))
        for powers, c in terms
    )
    if any(abs(m.coefficient) >= 2**53 for m in products) or is_too_long(products):
        raise TooLongError(polynomial, "no error bound is known for so long a polynomial")
    return tuple(sorted(products, key=lambda m: (len(m.factors), str(m.factors))))


def is_too_long(products: Sequence[Monomial]) -> bool:
    """Whether the collected errors take more operations than the error bound covers."""
    longest = max(len(m.factors) for m in products) + 1
    return len(products) * longest * (len(products) + 2 * longest) > 2**9


def product_name(monomial: Monomial, count: int) -> str:
    """What the product of the first so many factors is called: by their letters, if they are short."""
    letters = [str(v) for v in monomial.factors[:count]]
    coefficient = [str(abs(monomial.coefficient))] if count > len(letters) else []
    joined = "_".join(["".join(letters), *coefficient])
    return joined if len("".join(letters)) <= LONGEST_NAME else "product"


def is_power_of_two(size: int) -> bool:
    """Whether a product with the number is exact."""
    return size & (size - 1) == 0
