"""Values on r* = 1 + a/p + b/q as products c m of functions of h, w > 0, c > 0, and their texts in Coq.

At p = 1, where D, the discriminant of P in q, vanishes, and at q = 1, where P and its slope do, a, b and x
are quotients of polynomials in h and w (`first_parameters` and `second_parameters` of `Two_terms.v`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.coq.statements.statement import as_coq
from symbolic_eps.minimum.polynomials import outside
from symbolic_eps.minimum.stationary.sum_of_two_terms import (
    Polynomial,
    Quotient,
    at,
    at_first,
    context,
    norm_of_ends,
)
from symbolic_eps.theory.symbols import parameter

H, W = parameter("h"), parameter("w")


@dataclass(frozen=True)
class Product:
    """A function of h, w > 0 as c m.

    Parameters
    ----------
    positive : str
        c in Coq, a product over a product.
    rest : Expr
        m.
    """

    positive: str
    rest: sp.Expr

    @property
    def text(self) -> str:
        """Both in Coq."""
        return f"({self.positive}) ({as_coq(self.rest)})"

    @property
    def whole(self) -> str:
        """C m in Coq."""
        return f"({self.positive}) * ({as_coq(self.rest)})"


def product(polynomial: Polynomial, values: Sequence[Quotient]) -> Product:
    """A polynomial at quotients with positive denominators; all factors whose terms have one sign are in c.

    Examples
    --------
    >>> x, a, b = context("x", "a", "b").gens()
    >>> product(x**2 * (1 - a), at_first()).text
    '(1 / (1 * (h + 1)^2 * (w + 1)^2)) (w^2 + 2*w + 1 - h^2 - 2*h*w - 2*h)'
    """
    constant, factors = at(polynomial, values).factor()
    rest = sp.S.One if constant > 0 else sp.S.NegativeOne
    above, below = [as_coq(abs(sp.Rational(str(constant))))], ["1"]
    exponents: dict[str, int] = {}
    for factor, times in factors:
        signs = {c > 0 for c in factor.coeffs()}
        if len(signs) > 1:
            rest *= outside(factor, (H, W)) ** times
            continue
        rest *= 1 if True in signs else (-1) ** times
        exponents[_text(factor if True in signs else -factor)] = times
    for (_, bottom), degree in zip(values, polynomial.degrees(), strict=True):
        for factor, times in bottom.factor()[1]:
            exponents[_text(factor)] = exponents.get(_text(factor), 0) - times * degree
    for factor, times in exponents.items():
        if times:
            (above if times > 0 else below).append(f"({factor})^{abs(times)}")
    return Product(f"{' * '.join(above)} / ({' * '.join(below)})", sp.expand(rest))


def _text(factor: Polynomial) -> str:
    return as_coq(outside(factor, (H, W)))


# --- at p = 1


def norm() -> Product:
    """N."""
    h, w = context("h", "w").gens()
    return product(norm_of_ends().norm, ((1 + w + h, 1 + w), at_first()[2]))


def discriminant() -> Product:
    """That of the cubic polynomial D/(1 - p)."""
    k0, k1, k2, k3 = _cubic()
    value = k2**2 * k1**2 - 4 * k3 * k1**3 - 4 * k2**3 * k0 + 18 * k3 * k2 * k1 * k0 - 27 * k3**2 * k0**2
    return product(value, at_first())


def sides_of_cubic() -> tuple[Product, Product, Product]:
    """It at p = 1, the sum of its roots less 2, and less three times a place, as in `not_enough_at_first`."""
    x, a, b = context("x", "a", "b").gens()
    k0, k1, k2, k3 = _cubic()
    third = (1 - x**2 + b * x * (1 - x)) * k2 + 3 * (b * x - a * (1 - x**2)) * k3
    one, two, three = (product(v, at_first()) for v in (k0 + k1 + k2 + k3, k2 + 2 * k3, third))
    return one, two, three


def _cubic() -> tuple[Polynomial, Polynomial, Polynomial, Polynomial]:
    """The coefficients of D/(1 - p), where D is 0 at p = 1."""
    parts: list[dict[tuple[int, ...], object]] = [{} for _ in range(5)]
    p, x, a, b = context("p", "x", "a", "b").gens()
    first, middle, last = _in_q(p, x, a, b)
    for (power, *others), c in (middle**2 - 4 * first * last).to_dict().items():
        parts[power][tuple(others)] = c
    d = [context("x", "a", "b").from_dict(part) for part in parts]
    return d[0], d[0] + d[1], d[0] + d[1] + d[2], -d[4]


def _in_q(p: Polynomial, x: Polynomial, a: Polynomial, b: Polynomial) -> tuple[Polynomial, ...]:
    """P as a polynomial in q."""
    inner, rise = x * (1 - p * (1 - x)), p * (1 - x**2)
    return (p + a) * rise, (p + a) * inner + b * p * rise - p, b * p * inner


# --- at q = 1


def at_second() -> tuple[Quotient, Quotient, Quotient, Quotient]:
    """v, x, a and b."""
    h, w = context("h", "w").gens()
    bottom = h * w + h + 2 * w + 1
    a, x = (h * w**2, (1 + w) * bottom), (1 + h + w, (1 + h) ** 2 * (1 + w))
    return (w, bottom), x, a, (h, 1 + w)


def border_at_second(border: Polynomial) -> Product:
    """T."""
    return product(border, at_second()[2:])


def values_at_second() -> tuple[Product, Product, Product]:
    """How P rises with q at v, and at p = 1 how it rises at q = 0, and D."""
    p, x, a, b = context("p", "x", "a", "b").gens()
    first, _, last = _in_q(p, x, a, b)
    upward, middle, bottom = _in_q(p**0, x, a, b)
    values = (first - last, middle, middle**2 - 4 * upward * bottom)
    one, two, three = (product(value, at_second()) for value in values)
    return one, two, three
