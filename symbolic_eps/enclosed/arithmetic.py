"""Interval arithmetic on the extended line, rounded outward; subclasses choose the numbers.

An interval is a pair of ends, each an exact number of its kind or infinite; 0 times an infinite end is 0,
which is right for products of real numbers. A quotient by an interval that begins at 0 ends at infinity.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any, TypeAlias

from verify.boxes.interval import PossiblyUndefinedError, UndefinedError

Number: TypeAlias = Any
"""A float or an exact `flint.arb`, by the arithmetic in use."""

Interval: TypeAlias = tuple[Number, Number]


class Arithmetic(ABC):
    """Outward-rounded operations on intervals; subclasses say how one end is rounded.

    Attributes
    ----------
    zero, one, infinity : Number
        Constants of the kind.
    precision : int
        Bits of a significand.
    """

    precision: int
    zero: Number
    one: Number
    infinity: Number

    @abstractmethod
    def down(self, value: Number) -> Number:
        """A number not above the exact result of the operation that gave `value`."""

    @abstractmethod
    def up(self, value: Number) -> Number:
        """A number not below the exact result of the operation that gave `value`."""

    @abstractmethod
    def enclose(self, value: Fraction) -> Interval:
        """The smallest interval that contains a rational number."""

    @abstractmethod
    def fraction(self, value: Number) -> Fraction:
        """The exact value of a finite number."""

    @abstractmethod
    def middle(self, low: Number, high: Number) -> Number:
        """A number between two others; one of them where none lies between."""

    @abstractmethod
    def quotient_estimate(self, a: Number, b: Number) -> Number:
        """About a / b, as an exact number of the kind; proves nothing."""

    def centre(self, low: Number, high: Number, a: Number, b: Number) -> Number:
        """About (b low - a high) / (b - a), between `low` and `high`; proves nothing."""
        estimate = min(max(self.quotient_estimate(b * low - a * high, b - a), low), high)
        return estimate if low <= estimate <= high else self.middle(low, high)  # huge slopes overflow

    @abstractmethod
    def _exp_ends(self, value: Number) -> Interval: ...

    @abstractmethod
    def _log_ends(self, value: Number) -> Interval: ...

    @abstractmethod
    def _sqrt(self, value: Number) -> Number: ...

    @property
    def everything(self) -> Interval:
        """The whole line."""
        return -self.infinity, self.infinity

    def add(self, x: Interval, y: Interval) -> Interval:
        """Enclosure of the sum; rounding does not carry it past a part, if the other has one sign."""
        (a, b), (c, d) = x, y
        low, high = self.down(a + c), self.up(b + d)
        if c >= 0:
            low = max(low, a)
        elif d <= 0:
            high = min(high, b)
        if a >= 0:
            low = max(low, c)
        elif b <= 0:
            high = min(high, d)
        return low, high

    def subtract(self, x: Interval, y: Interval) -> Interval:
        """Enclosure of the difference."""
        return self.add(x, (-y[1], -y[0]))

    @staticmethod
    def negative(x: Interval) -> Interval:
        """The interval of -x; changing a sign rounds nothing."""
        return -x[1], -x[0]

    def _low(self, a: Number, b: Number) -> Number:
        product = self.down(a * b)
        return product if product == product else self.zero  # NaN is 0 times infinity

    def _high(self, a: Number, b: Number) -> Number:
        product = self.up(a * b)
        return product if product == product else self.zero

    def multiply(self, x: Interval, y: Interval) -> Interval:
        """Enclosure of the product, by the signs of the factors' ends."""
        (a, b), (c, d) = x, y
        if a >= 0:
            if c >= 0:
                return max(self._low(a, c), self.zero), self._high(b, d)
            if d <= 0:
                return self._low(b, c), self._high(a, d)
            return self._low(b, c), self._high(b, d)
        if b <= 0:
            if c >= 0:
                return self._low(a, d), self._high(b, c)
            if d <= 0:
                return max(self._low(b, d), self.zero), self._high(a, c)
            return self._low(a, d), self._high(a, c)
        if c >= 0:
            return self._low(a, d), self._high(b, d)
        if d <= 0:
            return self._low(b, c), self._high(a, c)
        return min(self._low(a, d), self._low(b, c)), max(self._high(a, c), self._high(b, d))

    def reciprocal(self, x: Interval) -> Interval:
        """Enclosure of 1/x; an end that is 0 gives an infinite one.

        Raises
        ------
        verify.boxes.interval.UndefinedError, verify.boxes.interval.PossiblyUndefinedError
            x is 0, or may have either sign.
        """
        a, b = x
        if a == 0 == b:
            raise UndefinedError
        if a < 0:
            if b > 0:
                raise PossiblyUndefinedError
            return self.negative(self.reciprocal((-b, -a)))
        low = self.zero if b == self.infinity else max(self.down(self.one / b), self.zero)
        return low, self.infinity if a == 0 else self.up(self.one / a)

    def integer_power(self, x: Interval, n: int) -> Interval:
        """Enclosure of x**n."""
        if n < 0:
            return self.reciprocal(self.integer_power(x, -n))
        a, b = x
        if n % 2 == 0:
            if b <= 0:
                a, b = -b, -a
            elif a < 0:
                a, b = self.zero, max(-a, b)
        low, high = self.one, self.one
        if a >= 0:
            for _ in range(n):
                low, high = self._low(low, a), self._high(high, b)
            return low, high
        # An odd power of both signs, or of a negative number, is monotone: each end by its own magnitude.
        high_of_low = self.one
        for _ in range(n):
            high_of_low = self._high(high_of_low, -a)
        if b >= 0:
            for _ in range(n):
                high = self._high(high, b)
            return -high_of_low, high
        for _ in range(n):
            low = self._low(low, -b)
        return -high_of_low, -low

    def exp(self, x: Interval) -> Interval:
        """Enclosure of e^x."""
        return self._exp_ends(x[0])[0], self._exp_ends(x[1])[1]

    def log(self, x: Interval) -> Interval:
        """Enclosure of log x; -oo at 0.

        Raises
        ------
        verify.boxes.interval.UndefinedError, verify.boxes.interval.PossiblyUndefinedError
            x is negative everywhere, or may be.
        """
        if x[1] <= 0:
            raise UndefinedError
        if x[0] < 0:
            raise PossiblyUndefinedError
        low = -self.infinity if x[0] <= 0 else self._log_ends(x[0])[0]
        return low, self._log_ends(x[1])[1]

    def sqrt(self, x: Interval) -> Interval:
        """Enclosure of the root; raises as `log` does, but for x = 0."""
        if x[1] < 0:
            raise UndefinedError
        if x[0] < 0:
            raise PossiblyUndefinedError
        return max(self.down(self._sqrt(x[0])), self.zero), self.up(self._sqrt(x[1]))

    def power(self, x: Interval, exponent: Fraction) -> Interval:
        """Enclosure of x**exponent; x is not negative where the exponent is not an integer."""
        if exponent.denominator == 1:
            return self.integer_power(x, int(exponent))
        if exponent == Fraction(1, 2):
            return self.sqrt(x)
        if x[0] == 0 == x[1] and exponent > 0:
            return x
        return self.exp(self.multiply(self.enclose(exponent), self.log(x)))

    @staticmethod
    def maximum(x: Interval, y: Interval) -> Interval:
        """Enclosure of the larger one."""
        return max(x[0], y[0]), max(x[1], y[1])

    @staticmethod
    def hull(x: Interval, y: Interval) -> Interval:
        """The smallest interval that contains both."""
        return min(x[0], y[0]), max(x[1], y[1])
