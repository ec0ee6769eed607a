"""Stable forms of the law of the Laplace mechanism's privacy loss: no difference of nearly equal numbers.

The library's functions are within one ulp, so a relative error of at most 2 u; that of the other roundings is
added to first order, as in `tree`. For eps next to eps0 the difference eps0 - eps is exact, or taken with its
rounding error: nothing is lost there. sinh, asinh and tanh are not called; exp, expm1, log and log1p are.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic_eps.export.forms import entropy_term, sinhc_excess
from symbolic_eps.export.forms.quantities import WithExpm1
from symbolic_eps.export.forms.tree import SLACK, Values
from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.program import (
    Apply,
    Constant,
    Expression,
    Operation,
    add,
    apply,
    divide,
    multiply,
    subtract,
)
from symbolic_eps.privacy_loss.symbols import EPS, EPS0

_LIBRARY = Fraction(2)
_HALF, _ONE, _TWO = Constant(0.5), Constant(1.0), Constant(2.0)


def _negated(value: Expression) -> Expression:
    return Apply(Operation.NEGATE, (value,))


def _spent(block: BlockBuilder, value: Expression) -> Expression:
    """1 - e^-t for t >= 0."""
    return block.assign("spent", _negated(apply(Operation.EXPM1, _negated(value))))


@dataclass(frozen=True)
class FallenByHalf:
    """e^(-(E - e)/2)/2 for 0 <= e < E.

    The rounded difference d lacks r, which is known: e^(-d/2) (1 - r/2), where (r/2)^2 is below 2^-90. An
    exponential, 1 - r/2 and the product: 2 + 1 + 1.
    """

    noise: sp.Symbol
    bound: sp.Symbol
    library_error = Fraction(0)
    error = SLACK * (_LIBRARY + 1 + 1)

    @property
    def exact(self) -> sp.Expr:
        """The value in real arithmetic."""
        return sp.exp(-(self.noise - self.bound) / 2) / 2

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        whole, minus = values[self.noise], _negated(values[self.bound])
        apart = block.assign("apart", add(whole, minus))
        lacking = block.assign("lacking", Apply(Operation.SUM_ERROR, (whole, minus, apart)))
        power = block.assign("power", apply(Operation.EXP, _negated(multiply(_HALF, apart))))
        corrected = block.assign("power", multiply(power, subtract(_ONE, multiply(_HALF, lacking))))
        return block.assign("value", multiply(_HALF, corrected))


@dataclass(frozen=True)
class Inside(WithExpm1):
    """e^(-E/2) sinh(e/2) for 0 <= e < E, as e^(-(E - e)/2)/2 (1 - e^-e): two factors and their product."""

    noise: sp.Symbol = EPS0
    bound: sp.Symbol = EPS

    @property
    def _fallen(self) -> FallenByHalf:
        return FallenByHalf(self.noise, self.bound)

    @property
    def exact(self) -> sp.Expr:
        """The value in real arithmetic."""
        return self._fallen.exact * (1 - sp.exp(-self.bound))

    @property
    def error(self) -> Fraction:
        """See the class."""
        return SLACK * (self._fallen.error + self.expm1_error + 1)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        fallen = self._fallen.lowered(block, values)
        return block.assign("value", multiply(fallen, _spent(block, values[self.bound])))


@dataclass(frozen=True)
class SpentByHalf(WithExpm1):
    """1 - e^(-(E - e)/2) for 0 <= e < E: concave in E - e, whose one rounding counts at most once."""

    noise: sp.Symbol = EPS0
    bound: sp.Symbol = EPS

    @property
    def exact(self) -> sp.Expr:
        """The value in real arithmetic."""
        return 1 - sp.exp(-(self.noise - self.bound) / 2)

    @property
    def error(self) -> Fraction:
        """See the class."""
        return SLACK * (1 + self.expm1_error)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        apart = block.assign("apart", subtract(values[self.noise], values[self.bound]))
        return _spent(block, block.assign("half", multiply(_HALF, apart)))


@dataclass(frozen=True)
class DoubleAreaSine:
    """2 asinh(y) with y = P e^(E/2), as 2 log1p(z), z = y + y (y/(1 + S)), S = sqrt(1 + y^2).

    y is wrong by 2 + 1, and asinh grows at most in proportion. y^2, its sum with 1, the root: (1 + 1)/2 + 1;
    1 + S adds 1, the quotient and the product 1 each: 5 for the second term, which is at most half of z, and
    1 for the sum. log1p is concave: 3 + 5/2 + 1, and the library's error.
    """

    noise: sp.Symbol
    probability: sp.Symbol
    library_error = Fraction(2)
    error = SLACK * (_LIBRARY + 1 + Fraction(5, 2) + 1)

    @property
    def exact(self) -> sp.Expr:
        """The value in real arithmetic."""
        y = self.probability * sp.exp(self.noise / 2)
        return 2 * sp.log(y + sp.sqrt(y**2 + 1))

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        grown = block.assign("grown", apply(Operation.EXP, multiply(_HALF, values[self.noise])))
        y = block.assign("y", multiply(values[self.probability], grown))
        root = block.assign("root", apply(Operation.SQUARE_ROOT, add(_ONE, multiply(y, y))))
        z = block.assign("z", add(y, multiply(y, divide(y, add(_ONE, root)))), "y + sqrt(1 + y^2) - 1")
        return block.assign("value", multiply(_TWO, apply(Operation.LOG1P, z)))


@dataclass(frozen=True)
class NoiseNear:
    """2 log(sinh(e/2)/P) for 2 P < e <= 1, as 2 log1p(r + s (1 + r)).

    r = (e - 2 P)/(2 P) and s = sinh(e/2)/(e/2) - 1 are positive, so that the sum does not cancel however near
    P is to e/2. r is wrong by 1 + 1, s as `sinhc_excess` says, 1 + r by 3; product and sum add 1 each.
    """

    bound: sp.Symbol
    probability: sp.Symbol
    library_error = Fraction(2)
    error = SLACK * (sinhc_excess.error() + 3 + 1 + 1)

    @property
    def exact(self) -> sp.Expr:
        """The value in real arithmetic."""
        return _noise(self.bound, self.probability)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        bound = values[self.bound]
        twice = block.assign("twice", multiply(_TWO, values[self.probability]))
        r = block.assign("r", divide(subtract(bound, twice), twice))
        half = block.assign("half", multiply(_HALF, bound))
        s = block.assign("s", Apply(Operation.SINHC_EXCESS, (half,)), "sinh(eps/2)/(eps/2) - 1")
        z = block.assign("z", add(r, multiply(s, add(_ONE, r))))
        return block.assign("value", multiply(_TWO, apply(Operation.LOG1P, z)))


@dataclass(frozen=True)
class NoiseFar:
    """2 log(sinh(e/2)/P) for e >= 1; the error is relative to this or 1, whichever is larger.

    e^(e/2) - e^(-e/2) is wrong by 2 coth(1/2) < 4.34, and by 1 from the difference, its ratio to 2 P by 1
    more: in the logarithm that is an absolute error, doubled.
    """

    bound: sp.Symbol
    probability: sp.Symbol
    library_error = Fraction(2)
    error = SLACK * 2 * (_LIBRARY * Fraction(217, 100) + 1 + 1)

    @property
    def exact(self) -> sp.Expr:
        """The value in real arithmetic."""
        return _noise(self.bound, self.probability)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        half = block.assign("half", multiply(_HALF, values[self.bound]))
        rising, falling = (
            block.assign(name, apply(Operation.EXP, value))
            for name, value in (("rising", half), ("falling", _negated(half)))
        )
        twice = block.assign("twice", multiply(_TWO, values[self.probability]))
        ratio = block.assign("ratio", divide(subtract(rising, falling), twice))
        return block.assign("value", multiply(_TWO, apply(Operation.LOG, ratio)))


def _noise(bound: sp.Symbol, probability: sp.Symbol) -> sp.Expr:
    return 2 * sp.log((sp.exp(bound / 2) - sp.exp(-bound / 2)) / (2 * probability))


@dataclass(frozen=True)
class Moved:
    """t - 2 log(1 - D), or t + 2 log(1 - D) where that is at least t/2: the logarithm counts at most once.

    A logarithm with the library's error of 2 u, weighing at most the result, and a sum.
    """

    start: sp.Symbol
    delta: sp.Symbol
    upwards: bool
    library_error = Fraction(2)
    error = SLACK * 1

    @property
    def exact(self) -> sp.Expr:
        """The value in real arithmetic."""
        return self.start - (2 if self.upwards else -2) * sp.log(1 - self.delta)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        logarithm = apply(Operation.LOG1P, _negated(values[self.delta]))
        double = block.assign("double", multiply(_TWO, logarithm), "2 log(1 - delta)")
        return block.assign("value", (subtract if self.upwards else add)(values[self.start], double))


@dataclass(frozen=True)
class MeanLoss(WithExpm1):
    """E - 1 + e^-E: the term x log(x/y) - (x - y) of x = 1 and y = e^-E, which `entropy_term` knows."""

    noise: sp.Symbol = EPS0

    @property
    def exact(self) -> sp.Expr:
        """The value in real arithmetic."""
        return self.noise - 1 + sp.exp(-self.noise)

    @property
    def error(self) -> Fraction:
        """See the class."""
        return SLACK * entropy_term.error(_LIBRARY, self.expm1_error)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        noise = values[self.noise]
        x = block.assign("x", apply(Operation.EXP, _negated(noise)), "x = e^-eps0")
        return block.assign("mean", Apply(Operation.ENTROPY_TERM, (_ONE, x, _spent(block, noise))))


@dataclass(frozen=True)
class VarianceOfLoss(WithExpm1):
    """3 - (4 E + 2) e^-E - e^(-2 E) as 3 d^2 - 4 x m, x = e^-E, d = 1 - x, m = E - d the mean.

    2 x m <= d^2, since that is E <= sinh E; so the first term is at most 3 times the result, the other twice:
    3 (2 f + 2) + 2 (2 + e + 1) + 1, e and f the errors of m and d.
    """

    noise: sp.Symbol = EPS0

    @property
    def _mean(self) -> MeanLoss:
        return MeanLoss(self.expm1_error, self.noise)

    @property
    def exact(self) -> sp.Expr:
        """The value in real arithmetic."""
        x = sp.exp(-self.noise)
        return 3 * (1 - x) ** 2 - 4 * x * self._mean.exact

    @property
    def error(self) -> Fraction:
        """See the class."""
        return SLACK * (3 * (2 * self.expm1_error + 2) + 2 * (_LIBRARY + self._mean.error + 1) + 1)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        mean = self._mean.lowered(block, values)
        x = block.assign("x", apply(Operation.EXP, _negated(values[self.noise])))
        spent = _spent(block, values[self.noise])
        first = block.assign("first", multiply(Constant(3.0), multiply(spent, spent)))
        return block.assign("value", subtract(first, multiply(Constant(4.0), multiply(x, mean))))
