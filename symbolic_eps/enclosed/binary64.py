"""Interval arithmetic on binary64 numbers, each end moved one step outward."""

from __future__ import annotations

import math
from fractions import Fraction

from flint import arb

from symbolic_eps.enclosed.arithmetic import Arithmetic, Interval, Number
from verify.boxes.interval import PossiblyUndefinedError


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
