"""Where a value is clearly infinite: answered from a rounded product, before errors of products are taken.

A case with the value oo that holds where a product m of arguments is at least 1, or above it, each argument
at least 0 and all but the first at most 1: as r p q >= 1 in Theorem 2.

Theorem. Let c = 1 + 2^-40, and let m^ be m, multiplied from the left, each product rounded to nearest. If
m^ >= c, then m > 1.
Proof. Rounding is monotone: a number times a factor of at most 1, rounded, is at most that number. So no
partial product is below m^ >= c, none has underflowed, and each rounding multiplies by at most 1 + u. With n
factors m >= c (1 + u)^(1-n); that exceeds 1 for n <= 2^9, where (1 + u)^n < c. An overflow to oo says
m > 2^1023.

So the answer is that of the exact sign, which other points have as before: no bit of a result changes. The
sign is positive at nearly all points that are left, so that over arrays the tests of whole chunks succeed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import sympy as sp

from symbolic_eps.export.forms.argument import Argument
from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.monomials import Monomial, product_name
from symbolic_eps.export.programs.program import Comparison, Constant, Expression, Order, multiply
from verify.language.condition import Condition, Relation

CLEAR = 1 + 2.0**-40
FEWEST_FACTORS, MOST_FACTORS = 3, 2**9
"""Of the product: with two, one error of a product is all that an early answer saves."""


class Infinite(Protocol):
    """A case, and its value, which is infinite where there is None."""

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Besides the domain's."""
        ...

    @property
    def value(self) -> object:
        """None where it is infinite."""
        ...


def clearly(
    block: BlockBuilder, case: Infinite, arguments: Sequence[Argument], values: Mapping[sp.Symbol, Expression]
) -> Comparison | None:
    """Where a case clearly holds, with the statements of the product; None for any other case."""
    product = None if case.value is not None else _product(case.conditions, arguments)
    if product is None:
        return None
    first, *others = product.factors
    value = values[first]
    for place, factor in enumerate(others, 2):
        value = block.assign(product_name(product, place), multiply(value, values[factor]))
    return Comparison(value, Order.GREATER_OR_EQUAL, Constant(CLEAR))


def _product(conditions: Sequence[Condition], arguments: Sequence[Argument]) -> Monomial | None:
    """The product m, where it is all that is asked that m is at least 1, or above."""
    order = [a.symbol for a in arguments]
    match conditions:
        case (Condition(polynomial=polynomial, relation=Relation.POSITIVE | Relation.NON_NEGATIVE),):
            (powers, coefficient), *others = sp.Poly(polynomial + 1, *order).terms()
        case _:
            return None
    factors = tuple(v for v, power in zip(order, powers, strict=True) for _ in range(power))
    small = {a.symbol for a in arguments if a.probability}
    fits = FEWEST_FACTORS <= len(factors) <= MOST_FACTORS and small.issuperset(factors[1:])
    return Monomial(1, factors) if fits and coefficient == 1 and not others else None
