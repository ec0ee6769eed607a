"""Stable forms that are no root: Theorem 1's bound, and what the geometric mechanism does for a budget.

Here x = e^-eps comes from the library's exp, within one ulp: a relative error of at most 2 u. The same holds
of expm1. First-order terms of the other roundings are added to that, as in `tree`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic_eps.export.forms.tree import LEAST, OUT_OF_RANGE, SLACK, Values
from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.error_free import accurate, two_product
from symbolic_eps.export.programs.program import (
    Apply,
    Comparison,
    Constant,
    Expression,
    Operation,
    Order,
    add,
    apply,
    divide,
    multiply,
    subtract,
)
from symbolic_eps.mechanisms.geometric import normalisation, standard_deviation, tail_probability, variance
from symbolic_eps.theory.bound import relative_risk_upper_bound
from symbolic_eps.theory.symbols import DECAY, parameter

EPSILON = parameter("epsilon")
STEPS = parameter("steps")
HALF_WIDTH = parameter("half_width")

_LIBRARY = Fraction(2)


def _at_budget(expression: sp.Expr) -> sp.Expr:
    return expression.subs(DECAY, sp.exp(-EPSILON))


def _decay(block: BlockBuilder, values: Values) -> Expression:
    negated = Apply(Operation.NEGATE, (values[EPSILON],))
    return block.assign("x", apply(Operation.EXP, negated), "x = e^-eps")


def _spent(block: BlockBuilder, exponent: Expression) -> Expression:
    """1 - e^-t for t >= 0, of full relative accuracy for small t."""
    falling = apply(Operation.EXPM1, Apply(Operation.NEGATE, (exponent,)))
    return block.assign("spent", Apply(Operation.NEGATE, (falling,)))


@dataclass(frozen=True)
class WithExpm1:
    """A form that calls expm1, with the error that is supposed of it."""

    expm1_error: Fraction = _LIBRARY
    library_error = Fraction(0)


@dataclass(frozen=True)
class RelativeRiskBound:
    """1/f with f = p q + (1 - p) x + p (1 - q) x^2.

    f has no negative coefficient in x and the degree 2: x's error counts at most twice. f is evaluated as an
    accurate polynomial in p, q and x, and inverted: 4 + 1 + 1 units.
    """

    library_error = Fraction(0)

    @property
    def exact(self) -> sp.Expr:
        """Theorem 1's bound on the relative risk."""
        return _at_budget(relative_risk_upper_bound())

    @property
    def error(self) -> Fraction:
        """See the class."""
        return SLACK * (2 * _LIBRARY + 1 + Fraction(1, 2**12) + 1)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """The bound, or `OUT_OF_RANGE` where f is so small that its terms may have underflowed."""
        inverse = sp.expand(1 / relative_risk_upper_bound())
        arguments = {s: v for s, v in values.items() if s != EPSILON} | {DECAY: _decay(block, values)}
        f = accurate(block, inverse, arguments, "f")
        inner = block.inner()
        value = inner.assign("value", divide(Constant(1.0), f))
        inside = (Comparison(f, Order.GREATER_OR_EQUAL, Constant(LEAST)),)
        return block.choose("value", inside, (inner.statements, value), ((), OUT_OF_RANGE))


class Deviation(WithExpm1):
    """sqrt(2 x)/(1 - x): the root halves x's error and adds 1; 1 - x from expm1; the quotient adds 1."""

    @property
    def exact(self) -> sp.Expr:
        """The standard deviation of the noise."""
        return _at_budget(standard_deviation())

    @property
    def error(self) -> Fraction:
        """See the class."""
        return SLACK * (_LIBRARY / 2 + 1 + self.expm1_error + 1)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        doubled = multiply(Constant(2.0), _decay(block, values))
        root = block.assign("root", apply(Operation.SQUARE_ROOT, doubled))
        return block.assign("value", divide(root, _spent(block, values[EPSILON])))


class Variance(WithExpm1):
    """2 x/(1 - x)^2, by two quotients: 2 from x, 2 from each 1 - x, and 1 from each quotient."""

    @property
    def exact(self) -> sp.Expr:
        """The variance of the noise."""
        return _at_budget(variance())

    @property
    def error(self) -> Fraction:
        """See the class."""
        return SLACK * (_LIBRARY + 2 * self.expm1_error + 2)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        spent = _spent(block, values[EPSILON])
        once = block.assign("once", divide(multiply(Constant(2.0), _decay(block, values)), spent))
        return block.assign("value", divide(once, spent))


class ProbabilityExact(WithExpm1):
    """(1 - x)/(1 + x): 2 from 1 - x; in 1 + x, x's share of at most 1/2 makes 1, and its sum adds 1."""

    @property
    def exact(self) -> sp.Expr:
        """The probability that the noise is 0."""
        return _at_budget(normalisation())

    @property
    def error(self) -> Fraction:
        """See the class."""
        return SLACK * (self.expm1_error + _LIBRARY / 2 + 1 + 1)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        whole = block.assign("whole", add(Constant(1.0), _decay(block, values)))
        return block.assign("value", divide(_spent(block, values[EPSILON]), whole))


@dataclass(frozen=True)
class Tail:
    """x^k/(1 + x) with k eps = t + e exactly: e^-t (1 - e)/(1 + x).

    e is below 2^-43, so that 1 - e instead of e^-e is wrong by less than 2^-86. 2 from the exponential, 1
    from 1 - e, 1 from the product, 1 + 1 from 1 + x, 1 from the quotient.
    """

    library_error = Fraction(0)

    @property
    def exact(self) -> sp.Expr:
        """The probability that the noise is `steps` or more."""
        return _at_budget(tail_probability(STEPS))

    @property
    def error(self) -> Fraction:
        """See the class."""
        return SLACK * (_LIBRARY + 1 + 1 + _LIBRARY / 2 + 1 + 1)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        exponent, rest = two_product(block, values[STEPS], values[EPSILON])
        power = block.assign("power", apply(Operation.EXP, Apply(Operation.NEGATE, (exponent,))))
        corrected = block.assign("power", multiply(power, subtract(Constant(1.0), rest)))
        whole = block.assign("whole", add(Constant(1.0), _decay(block, values)))
        return block.assign("value", divide(corrected, whole))


class Coverage(WithExpm1):
    """1 - 2 x^(h+1)/(1 + x) = ((1 - x^(h+1)) + x (1 - x^h))/(1 + x), in which nothing cancels.

    1 - e^-t grows more slowly than t, so that t's rounding counts at most once: each of these is within 3.
    The second term has 2 + 1 more from x and its product, but weighs at most half: 9/2 for both, 1 from their
    sum, 1 + 1 from 1 + x, 1 from the quotient.
    """

    @property
    def exact(self) -> sp.Expr:
        """The probability that the noise is at most `half_width` in size."""
        return 1 - 2 * _at_budget(tail_probability(HALF_WIDTH + 1))

    @property
    def error(self) -> Fraction:
        """See the class."""
        term = self.expm1_error + 1
        both = (term + (term + _LIBRARY + 1)) / 2 + 1
        return SLACK * (both + _LIBRARY / 2 + 1 + 1)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        width, epsilon, x = values[HALF_WIDTH], values[EPSILON], _decay(block, values)
        longer = block.assign("longer", multiply(add(width, Constant(1.0)), epsilon))
        first = _spent(block, longer)
        second = _spent(block, block.assign("shorter", multiply(width, epsilon)))
        both = block.assign("both", add(first, multiply(x, second)))
        return block.assign("value", divide(both, block.assign("whole", add(Constant(1.0), x))))
