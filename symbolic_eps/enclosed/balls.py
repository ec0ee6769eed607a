"""Interval arithmetic on the ends of Arb balls, at whatever precision is in force."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx, fmpq

from symbolic_eps.enclosed.arithmetic import Arithmetic, Interval, Number
from verify.points.simple_rationals import fraction_of


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
