"""Stable expressions: what an exported formula computes, with a proven bound on the error of rounding.

Each node knows its exact value, how it is evaluated, and by how much the result can be wrong, relative to the
exact value and in terms of u = 2^-53, half a unit in the last place of 1. First-order terms are added up; the
factor 1 + 2^-40 covers all products of them, of which none exceeds 2^-45 of the sum.

No sum in these trees cancels: that is left to `error_free` polynomials, with an error below u (1 + 2^-12).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Protocol

import sympy as sp

from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.error_free import Start, accurate, is_single_rounding
from symbolic_eps.export.programs.program import (
    Apply,
    Comparison,
    Constant,
    Expression,
    Operation,
    Order,
    Program,
    Return,
    Variable,
    add,
    apply,
    divide,
    multiply,
    subtract,
)

SLACK = 1 + Fraction(1, 2**40)
LEAST, GREATEST = 2.0**-960, 2.0**960
"""Between these, squares of roots and products neither underflow nor overflow."""

LEAST_RESULT = 2.0**-900
"""No result other than 0 is smaller: far above where numbers lose digits."""

OUT_OF_RANGE = Constant(-1.0)
"""Stands for "no result": all quantities here are >= 0."""

Values = Mapping[sp.Symbol, Expression]


class Node(Protocol):
    """An expression with its evaluation and its error; every value is >= 0."""

    @property
    def exact(self) -> sp.Expr:
        """The value in real arithmetic."""
        ...

    @property
    def error(self) -> Fraction:
        """A bound on the relative error, in u, before the error of a last library function."""
        ...

    @property
    def library_error(self) -> Fraction:
        """How much of the last function's own error may show, as a multiple of its error in ulps."""
        ...

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate the node, and the expression for its value."""
        ...


@dataclass(frozen=True)
class Polynomial:
    """A polynomial with integer coefficients in the arguments.

    Parameters
    ----------
    name : str
    expression : sympy.Expr
    scale : int
        The power of 2 by which the evaluated result is multiplied.
    """

    name: str
    expression: sp.Expr
    scale: int = 0
    library_error = Fraction(0)

    @property
    def exact(self) -> sp.Expr:
        """The value, scaled."""
        return self.expression * sp.Integer(2) ** self.scale

    @cached_property
    def error(self) -> Fraction:
        """One rounding, or that of `error_free.accurate`."""
        return Fraction(1) if is_single_rounding(self.expression) else 1 + Fraction(1, 2**12)

    def lowered(self, block: BlockBuilder, values: Values, start: Polynomial | None = None) -> Expression:
        """See `error_free.accurate`; sums start with twice another polynomial of the same scale."""
        same = start is not None and start.scale == self.scale
        known = Start(start.name.upper(), start.expression) if start is not None and same else None
        return accurate(block, self.expression, values, self.name, 2.0**self.scale, known)


@dataclass(frozen=True)
class PositiveRoot:
    """The root z >= 0 of M z^2 + K z = G with M > 0 and G >= 0.

    With h = K/2 and S = sqrt(h^2 + M G) it is G / (h + S) where K > 0, and (S - h) / M elsewhere: no
    difference of like numbers.

    Error. With t = K / (M z) and w = (2 + 2 t)/(2 + t) for K > 0, or w = 2/(2 + t) for K <= 0, which lies in
    [1, 2]: relative errors e of M, K and G change z by w e; of the roundings, those of h^2 and M G weigh 1
    together in h^2 + M G, that of the sum 1; halved by the root, whose own is 1, they weigh 1/w in h + S; the
    last sum and the quotient add 1 each. In all w e + 2/w + 2, largest at an end: max(e + 4, 2 e + 3). Of z
    and what it lacks (`root_error`) together only w e remains.
    """

    square: Polynomial
    linear: Polynomial
    constant: Polynomial
    library_error = Fraction(0)

    @cached_property
    def exact_by_sign(self) -> dict[bool, sp.Expr]:
        """The root as it is computed, for K > 0 (True) and for K <= 0."""
        m, k, g = self.square.exact, self.linear.exact, self.constant.exact
        half = k / 2
        root = sp.sqrt(sp.expand(half**2 + m * g))
        return {True: g / (half + root), False: (root - half) / m}

    @property
    def exact(self) -> sp.Expr:
        """The root in the form for K <= 0, which holds for all K."""
        return self.exact_by_sign[False]

    @cached_property
    def error(self) -> Fraction:
        """See the class."""
        e = self._largest
        return SLACK * max(e + 4, 2 * e + 3)

    @property
    def error_of_pair(self) -> Fraction:
        """The same of z and what it lacks together."""
        return SLACK * 2 * self._largest

    @property
    def _largest(self) -> Fraction:
        return max(self.square.error, self.linear.error, self.constant.error)

    def lacking(self, z: Expression, block: BlockBuilder, values: Values) -> Expression:
        """What the computed root lacks."""
        parts = (self.square, self.linear, self.constant)
        return Apply(Operation.ROOT_ERROR, (*(part.lowered(block, values) for part in parts), z))

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """The root, or `OUT_OF_RANGE` where something could underflow."""
        m, g = (part.lowered(block, values) for part in (self.square, self.constant))
        k = self.linear.lowered(block, values, start=self.square)  # = 2 M - B
        half = block.assign("half", multiply(Constant(0.5), k))
        square = block.assign("square", add(multiply(half, half), multiply(m, g)), "square = half^2 + M G")
        inner = block.inner()
        root = inner.assign("root", apply(Operation.SQUARE_ROOT, square))
        rising, falling = inner.inner(), inner.inner()
        by_sum = rising.assign("z", divide(g, rising.assign("both", add(half, root))))
        by_difference = falling.assign("z", divide(falling.assign("both", subtract(root, half)), m))
        z = inner.choose(
            "z",
            (Comparison(k, Order.GREATER, Constant(0.0)),),
            (rising.statements, by_sum),
            (falling.statements, by_difference),
            "the form that does not cancel",
        )
        return _within(block, g, (m, square), (inner, z))


@dataclass(frozen=True)
class Quotient:
    """A ratio of two polynomials: their errors, and one rounding; it is a root, too, with M = 0."""

    numerator: Polynomial
    denominator: Polynomial
    library_error = Fraction(0)

    @property
    def exact(self) -> sp.Expr:
        """The ratio."""
        return self.numerator.exact / self.denominator.exact

    @property
    def error(self) -> Fraction:
        """Relative errors of a quotient add up."""
        return self.error_of_pair + SLACK

    @property
    def error_of_pair(self) -> Fraction:
        """The same of the ratio and what it lacks together."""
        return SLACK * (self.numerator.error + self.denominator.error)

    def lacking(self, z: Expression, block: BlockBuilder, values: Values) -> Expression:
        """What the computed ratio lacks; 0 where it is not divided."""
        top, bottom = (part.lowered(block, values) for part in (self.numerator, self.denominator))
        if bottom == Constant(1.0):
            return Constant(0.0)
        return Apply(Operation.ROOT_ERROR, (Constant(0.0), bottom, top, z))

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """The ratio, or `OUT_OF_RANGE` where a term could have underflowed."""
        top, bottom = (part.lowered(block, values) for part in (self.numerator, self.denominator))
        return self.divided(block, top, bottom)

    def divided(self, block: BlockBuilder, top: Expression, bottom: Expression) -> Expression:
        """The ratio of what the two polynomials are."""
        inner = block.inner()
        ratio = top if bottom == Constant(1.0) else inner.assign("z", divide(top, bottom))
        return _within(block, top, (bottom,), (inner, ratio))


@dataclass(frozen=True)
class LogarithmOfOnePlus:
    """`log(1 + z)` or its half: for z >= 0 concave and 0 at 0, so a relative error in z grows no further.

    The library's function adds its own error; where that carries the result into the next binade, its ulps
    count twice.

    A ratio z = G/M may overflow. From 2^200 on, log(1 + z) is taken as 2 log(sqrt(A)/sqrt(M)) with A = M + G:
    relative errors there, at most 5 u, are divided by the logarithm, which exceeds 69.

    A logarithm of our own takes what a root or ratio z lacks, too: at most 8 u of z. Other forms of z are > 0
    and do not overflow.
    """

    excess: Node
    halved: bool = False
    of_pair: bool = False
    library_error = Fraction(2)

    @property
    def exact(self) -> sp.Expr:
        """The logarithm, natural."""
        return sp.log(1 + self.excess.exact) / (2 if self.halved else 1)

    @property
    def error(self) -> Fraction:
        """That of z, or of z and what it lacks together."""
        match self.excess:
            case PositiveRoot() | Quotient() if self.of_pair:
                return self.excess.error_of_pair
            case _:
                return self.excess.error

    def with_pair(self, own: bool) -> LogarithmOfOnePlus:
        """The same, taking what a root or ratio lacks or not; other forms of z do without."""
        return replace(self, of_pair=own and isinstance(self.excess, PositiveRoot | Quotient))

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """The logarithm, or `OUT_OF_RANGE`."""
        match self.excess:
            case Quotient(denominator=m) if m.expression.free_symbols:
                return self._of_ratio(self.excess, block, values)
            case Quotient(numerator=g) | PositiveRoot(constant=g):
                z = self.excess.lowered(block, values)
                return self.plain(z, g.lowered(block, values), block, values)
            case _:
                return self.plain(self.excess.lowered(block, values), None, block, values)

    def plain(
        self, z: Expression, numerator: Expression | None, block: BlockBuilder, values: Values
    ) -> Expression:
        """The logarithm; 0 where the numerator of z is, if it can be, and not where z has underflowed."""
        inner, elsewhere = block.inner(), block.inner()
        value = inner.assign("logarithm", self._logarithm(z, inner, values))
        if self.halved:
            value = inner.assign("logarithm", multiply(Constant(0.5), value))
        inside = (
            Comparison(z, Order.GREATER_OR_EQUAL, Constant(LEAST_RESULT)),
            Comparison(z, Order.LESS_OR_EQUAL, Constant(GREATEST)),
        )
        other: Expression = OUT_OF_RANGE
        if numerator is not None:
            zero = (Comparison(numerator, Order.EQUAL, Constant(0.0)),)
            other = elsewhere.choose("value", zero, ((), Constant(0.0)), ((), OUT_OF_RANGE))
        return block.choose("value", inside, (inner.statements, value), (elsewhere.statements, other))

    def _logarithm(self, z: Expression, block: BlockBuilder, values: Values) -> Expression:
        """The logarithm where z is neither too small nor too large."""
        match self.excess:
            case PositiveRoot() | Quotient() if self.of_pair:
                lacking = block.assign("lacking", self.excess.lacking(z, block, values))
                return Apply(Operation.LOG1P_SUM, (z, lacking))
            case _:
                return apply(Operation.LOG1P, z)

    def _of_ratio(self, ratio: Quotient, block: BlockBuilder, values: Values) -> Expression:
        top, bottom = (part.lowered(block, values) for part in (ratio.numerator, ratio.denominator))
        large, usual = block.inner(), block.inner()
        whole = Polynomial(
            "a", sp.expand(ratio.numerator.expression + ratio.denominator.expression), ratio.numerator.scale
        ).lowered(large, values)
        roots = [large.assign("root", apply(Operation.SQUARE_ROOT, v)) for v in (whole, bottom)]
        value = large.assign("logarithm", apply(Operation.LOG, large.assign("ratio", divide(*roots))))
        if not self.halved:
            value = large.assign("logarithm", multiply(Constant(2.0), value))
        z = ratio.divided(usual, top, bottom)
        small = self.plain(z, top, usual, values)
        conditions = (
            Comparison(multiply(Constant(2.0**-200), top), Order.GREATER, bottom),
            Comparison(bottom, Order.GREATER_OR_EQUAL, Constant(LEAST)),
        )
        return block.choose(
            "value",
            conditions,
            (large.statements, value),
            (usual.statements, small),
            "a ratio that could overflow",
        )


def log1p_ratio(operation: Operation) -> Program:
    """log(1 + g/m) by `LogarithmOfOnePlus`, for a ratio that does not overflow; with what it lacks or not."""
    names = ("g", "m")
    block, values = BlockBuilder({*names}), {sp.Symbol(name): Variable(name) for name in names}
    ratio = Quotient(*(Polynomial(str(symbol), symbol) for symbol in values))
    logarithm = LogarithmOfOnePlus(ratio, of_pair=operation is Operation.LN1P_RATIO)
    g, m = values.values()
    block.end(Return(logarithm.plain(ratio.divided(block, g, m), g, block, values)))
    return Program(operation.value, names, block.statements)


def _within(
    block: BlockBuilder,
    numerator: Expression,
    others: tuple[Expression, ...],
    inside: tuple[BlockBuilder, Expression],
) -> Expression:
    """The value where no operand may have underflowed or overflowed, else a negative number.

    Which one does not matter; a constant would let compilers make branches of what are selections.
    """
    within = [Comparison(numerator, Order.GREATER_OR_EQUAL, Constant(LEAST))]
    for size in (s for s in others if not isinstance(s, Constant)):
        within.append(Comparison(size, Order.GREATER_OR_EQUAL, Constant(LEAST)))
        within.append(Comparison(size, Order.LESS_OR_EQUAL, Constant(GREATEST)))
    checked = (inside[0].statements, inside[1])
    elsewhere = block.inner()
    negative = elsewhere.assign("z", subtract(OUT_OF_RANGE, numerator))
    return block.choose("z", tuple(within), checked, (elsewhere.statements, negative), "nothing underflowed")
