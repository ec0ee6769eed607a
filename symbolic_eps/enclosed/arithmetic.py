"""Interval arithmetic on the extended line, rounded outward: on binary64 numbers, and on Arb balls' ends.

An interval is a pair of ends, each an exact number of its kind or infinite; 0 times an infinite end is 0,
which is right for products of real numbers. A quotient by an interval that begins at 0 ends at infinity.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb, ctx, fmpq

from verify.boxes.interval import PossiblyUndefinedError, UndefinedError
from verify.points.simple_rationals import fraction_of

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
        found = min(max(self.quotient_estimate(b * low - a * high, b - a), low), high)
        return found if low <= found <= high else self.middle(low, high)  # huge slopes overflow

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
        self._require_not_negative(x)
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

    @staticmethod
    def _require_not_negative(x: Interval) -> None:
        if x[1] <= 0:
            raise UndefinedError
        if x[0] < 0:
            raise PossiblyUndefinedError


class Binary64(Arithmetic):
    """Ends are floats: `+ - * /` and the root are correct to the nearest, so one step outward is enough.

    exp and log come from Arb, whose enclosures are proved; the C library's are not.

    Examples
    --------
    >>> low, high = Binary64().enclose(Fraction(1, 10))
    >>> Fraction(low) <= Fraction(1, 10) <= Fraction(high) and high - low < 1e-16
    True
    """

    zero, one, infinity = 0.0, 1.0, math.inf
    precision = 53

    def down(self, value: Number) -> Number:
        """See `Arithmetic.down`."""
        return math.nextafter(value, -math.inf)

    def up(self, value: Number) -> Number:
        """See `Arithmetic.up`."""
        return math.nextafter(value, math.inf)

    def add(self, x: Interval, y: Interval) -> Interval:
        """See `Arithmetic.add`; adding 0 rounds nothing, and a sum that comes out as 0 is 0."""
        (a, b), (c, d) = x, y
        low, high = a + c, b + d
        if a and c and low != 0:
            low = self.down(low)
            # The tip of a sum that was rounded to one of its parts.
            if low < c and a > 0:
                low = c
            elif low < a and c > 0:
                low = a
        if b and d and high != 0:
            high = self.up(high)
            if high > d and b < 0:
                high = d
            elif high > b and d < 0:
                high = b
        return low, high

    def _low(self, a: Number, b: Number) -> Number:
        # Products with 0 and 1 are exact: that keeps p >= 0 and monotone cases tight.
        if a == 0 or b == 0:
            return 0.0
        if a == 1 or b == 1:
            return a * b
        return math.nextafter(a * b, -math.inf)

    def _high(self, a: Number, b: Number) -> Number:
        if a == 0 or b == 0:
            return 0.0
        if a == 1 or b == 1:
            return a * b
        return math.nextafter(a * b, math.inf)

    def enclose(self, value: Fraction) -> Interval:
        """See `Arithmetic.enclose`."""
        try:
            near = float(value)
        except OverflowError:
            near = math.inf if value > 0 else -math.inf
        if near == value:
            return near, near
        if near < value:
            return near, math.nextafter(near, math.inf)
        return math.nextafter(near, -math.inf), near

    def fraction(self, value: Number) -> Fraction:
        """See `Arithmetic.fraction`."""
        return Fraction(value)

    def middle(self, low: Number, high: Number) -> Number:
        """See `Arithmetic.middle`."""
        return low + (high - low) / 2

    def quotient_estimate(self, a: Number, b: Number) -> Number:
        """See `Arithmetic.quotient_estimate`."""
        return float(a / b)

    def _exp_ends(self, value: Number) -> Interval:
        if math.isinf(value):
            return (0.0, 0.0) if value < 0 else (math.inf, math.inf)
        if value == 0:
            return 1.0, 1.0
        ball = arb(value).exp()
        low, high = _outward(ball) if ball.is_finite() else (0.0, math.inf)
        return max(low, 0.0), high

    def _log_ends(self, value: Number) -> Interval:
        if math.isinf(value):
            return math.inf, math.inf
        if value == 1:
            return 0.0, 0.0
        return _outward(arb(value).log()) if value > 0 else (-math.inf, -math.inf)

    def _sqrt(self, value: Number) -> Number:
        return math.sqrt(value)


def _outward(ball: arb) -> tuple[float, float]:
    """Floats around a ball: its ends converted, which may round either way, and moved one step outward."""
    if not ball.is_finite():
        raise PossiblyUndefinedError
    return (
        math.nextafter(_float(ball.lower()), -math.inf),
        math.nextafter(_float(ball.upper()), math.inf),
    )


def _float(exact: arb) -> float:
    value = float(exact)
    return value if value == value else math.inf


class Balls(Arithmetic):
    """Ends are exact `arb` numbers at the working precision of `flint.ctx`.

    Examples
    --------
    >>> from flint import ctx
    >>> with ctx.workprec(200):
    ...     low, high = Balls().exp(Balls().enclose(Fraction(1, 3)))
    >>> bool(high - low < 1e-50)
    True
    """

    zero, one, infinity = arb(0), arb(1), arb.pos_inf()

    @property
    def precision(self) -> int:  # type: ignore[override]  # a constant elsewhere
        """Bits of the working precision."""
        return int(ctx.prec)

    def down(self, value: Number) -> Number:
        """See `Arithmetic.down`."""
        return value if value.is_exact() else value.lower()

    def up(self, value: Number) -> Number:
        """See `Arithmetic.up`."""
        return value if value.is_exact() else value.upper()

    def enclose(self, value: Fraction) -> Interval:
        """See `Arithmetic.enclose`."""
        ball = arb(fmpq(value.numerator, value.denominator))
        return self.down(ball), self.up(ball)

    def fraction(self, value: Number) -> Fraction:
        """See `Arithmetic.fraction`."""
        return fraction_of(value)

    def middle(self, low: Number, high: Number) -> Number:
        """See `Arithmetic.middle`."""
        return min(max(((low + high) / 2).mid(), low), high)

    def quotient_estimate(self, a: Number, b: Number) -> Number:
        """See `Arithmetic.quotient_estimate`."""
        return (a / b).mid()

    def _exp_ends(self, value: Number) -> Interval:
        if not value.is_finite():
            return (self.zero, self.zero) if value < 0 else (self.infinity, self.infinity)
        ball = value.exp()
        if not ball.is_finite():
            return self.zero, self.infinity
        return max(self.down(ball), self.zero), self.up(ball)

    def _log_ends(self, value: Number) -> Interval:
        if not value.is_finite():
            return self.infinity, self.infinity
        if value <= 0:
            return -self.infinity, -self.infinity
        ball = value.log()
        return self.down(ball), self.up(ball)

    def _sqrt(self, value: Number) -> Number:
        if not value.is_finite():
            return self.infinity
        return value.sqrt() if value > 0 else self.zero
