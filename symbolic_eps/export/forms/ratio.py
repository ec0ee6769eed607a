"""Stable forms of ratios of products of polynomials, and of their roots: only factors have what cancels.

Each factor is evaluated by `error_free`, so with its sign exact; then they are multiplied and divided one
after the other, and every intermediate result lies where no digit is lost, or there is no result.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

import sympy as sp

from symbolic_eps.export.forms.tree import GREATEST, LEAST, OUT_OF_RANGE, SLACK, Polynomial, Values
from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.error_free import is_single_rounding
from symbolic_eps.export.programs.program import (
    Comparison,
    Constant,
    Expression,
    Operation,
    Order,
    apply,
    divide,
    multiply,
)


@dataclass(frozen=True)
class Ratio:
    """A product of polynomials over another one.

    Parameters
    ----------
    vanishing : tuple of Polynomial
        Factors that are >= 0: the value is 0 where one of them is.
    positive : tuple of Polynomial
        Factors that are > 0.
    below : tuple of Polynomial
        Divisors, all > 0.
    root : bool
        Whether the value is the square root of all that.

    Examples
    --------
    >>> from sympy.abc import p, q
    >>> ratio = Ratio((Polynomial("g", p * q),), (), (Polynomial("m", 1 - p),), root=True)
    >>> ratio.exact, round(float(ratio.error), 3)
    (sqrt(p*q/(1 - p)), 2.5)
    """

    vanishing: tuple[Polynomial, ...]
    positive: tuple[Polynomial, ...]
    below: tuple[Polynomial, ...]
    root: bool = False
    library_error = Fraction(0)

    @property
    def above(self) -> tuple[Polynomial, ...]:
        """All that is multiplied."""
        return (*self.vanishing, *self.positive)

    @property
    def exact(self) -> sp.Expr:
        """The ratio, or its root."""
        above, below = (sp.Mul(*(p.exact for p in parts)) for parts in (self.above, self.below))
        return sp.sqrt(above / below) if self.root else above / below

    @property
    def error(self) -> Fraction:
        """Relative errors of the factors, and of the operations, add up; the root halves them, and adds 1."""
        parts = (*self.above, *self.below)
        total = sum(map(factor_error, parts), Fraction(len(parts) - 1))
        return SLACK * (total / 2 + 1 if self.root else total)

    @property
    def operations(self) -> tuple[tuple[Operation, Polynomial], ...]:
        """What is done to the first factor: divided and multiplied by turns, so that sizes stay moderate."""
        divided = ((Operation.DIVIDE, part) for part in self.below)
        multiplied = ((Operation.MULTIPLY, part) for part in self.above[1:])
        return tuple(step for both in zip_longest(divided, multiplied) for step in both if step is not None)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """The ratio; 0 where a factor is; or `OUT_OF_RANGE` where a digit could have been lost."""
        known = {part: part.lowered(block, values) for part in (*self.above, *self.below)}
        value = known[self.above[0]]
        sizes = {known[part]: None for part in known if not is_single_rounding(part.expression)}
        for operation, part in self.operations:
            step = divide if operation is Operation.DIVIDE else multiply
            value = block.assign("z", step(value, known[part]))
            sizes[value] = None
        inside = tuple(
            Comparison(size, order, Constant(limit))
            for size in sizes
            for order, limit in ((Order.GREATER_OR_EQUAL, LEAST), (Order.LESS_OR_EQUAL, GREATEST))
        )
        within, elsewhere = block.inner(), block.inner()
        result = within.assign("root", apply(Operation.SQUARE_ROOT, value)) if self.root else value
        other = _zero(elsewhere, tuple(known[part] for part in self.vanishing))
        return block.choose(
            "value",
            inside,
            (within.statements, result),
            (elsewhere.statements, other),
            "nothing underflowed or overflowed",
        )


def factor_error(part: Polynomial) -> Fraction:
    """The relative error, in u: 0 for an argument or a number, and for its multiple by a power of 2."""
    exact = is_single_rounding(part.expression) and not part.expression.is_Add
    return Fraction(0) if exact else part.error


def _zero(block: BlockBuilder, factors: tuple[Expression, ...]) -> Expression:
    """0 where one of the factors is, else `OUT_OF_RANGE`."""
    if not factors:
        return OUT_OF_RANGE
    first, others = factors[0], factors[1:]
    elsewhere = block.inner()
    other = _zero(elsewhere, others)
    here = (Comparison(first, Order.EQUAL, Constant(0.0)),)
    return block.choose("value", here, ((), Constant(0.0)), (elsewhere.statements, other))
