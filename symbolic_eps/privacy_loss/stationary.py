r"""The stationary points of the cost: all zeros of G(w) = q (e^w - 1) - w - v, w > 0, with their signs.

Here v = c/E0, eps = c/(w+v), z = eps/2, q = z coth z (`symbolic_eps.privacy_loss.cost_shape`). As w grows z
falls; q increases in z and r = 2z/sinh 2z decreases (`cost/q-rises`, `cost/r-falls`), so that values at the
ends of an interval of w bound both of them on it.

- For w <= log(1 + v/Q), Q = q at z = E0/2, q (e^w - 1) <= Q (e^w - 1) <= v < w + v: G < 0.
- Where e^w - 1 > w + v, G > 0, as q >= 1; and so it is for all greater w, e^w - w being increasing.
- In between an interval is halved until bounds show that G has no zero there, or that (e^w) q + r - 2,
  which has the sign of G' wherever G = 0, has one sign: then G has one zero if its signs at the ends
  differ, else none.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx

from verify.ball import middle_and_radius
from verify.calculus.monotone_root import ball, first_above, root_of
from verify.deadline import check_time
from verify.enclosure import UncertifiedError

BITS = 512

NARROWEST = Fraction(1, 1 << 60)
"""Relative width of an interval at which isolation is given up: a double zero, or next to one."""

Interval = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Stationary:
    """One stationary point of the cost.

    Parameters
    ----------
    w : arb
        c/eps - c/eps0.
    bracket : tuple of Fraction
        Ends, narrow, on whose two sides the cost is monotone up to the next stationary point.
    is_minimum : bool
        A local minimum, or a local maximum.
    """

    w: arb
    bracket: Interval
    is_minimum: bool


def bits_for(*numbers: Fraction) -> int:
    """A precision at which no difference of the equation loses what is needed of it."""
    sizes = [abs(number.numerator.bit_length() - number.denominator.bit_length()) for number in numbers]
    return BITS + 16 * max(sizes)


def stationary_points(eps0: Fraction, c: Fraction, single: bool) -> list[Stationary]:
    """All stationary points in (0, eps0), by increasing w.

    Parameters
    ----------
    eps0, c : Fraction
        Both > 0.
    single : bool
        Whether it is known that there is one alone: then it is not looked for others.

    Raises
    ------
    UncertifiedError
        Two are too close to be told apart.

    Examples
    --------
    >>> points = stationary_points(Fraction(10), Fraction(1, 50), single=False)
    >>> [point.is_minimum for point in points]
    [True, False, True]
    """
    equation = _Equation(eps0, c)
    bits = bits_for(eps0, c)
    with ctx.workprec(bits):
        span = equation.span()
        brackets = [span] if single else _isolated(equation, *span)
        return [_narrowed(equation, bracket, bits) for bracket in brackets]


class _Equation:
    """G(w) = 0."""

    def __init__(self, eps0: Fraction, c: Fraction) -> None:
        self.eps0, self.c, self.v = eps0, c, c / eps0

    def half_eps(self, w: arb) -> arb:
        return ball(self.c) / (2 * (w + ball(self.v)))

    def value(self, w: arb) -> arb:
        return _q(self.half_eps(w)) * w.expm1() - w - ball(self.v)

    def span(self) -> Interval:
        """Ends outside which there is no zero, G negative at the first and positive at the second."""
        v = ball(self.v)
        low = _lower((1 + v / _q(ball(self.eps0) / 2)).log())
        return low, first_above(lambda w: w.expm1() - w - v, low)

    def sign(self, low: Fraction, high: Fraction) -> int:
        """The sign of G on an interval; 0 where the bounds do not tell."""
        first, last, v = ball(low), ball(high), ball(self.v)
        if _q(self.half_eps(last)) * first.expm1() - last - v > 0:
            return 1
        return -1 if _q(self.half_eps(first)) * last.expm1() - first - v < 0 else 0

    def turn(self, low: Fraction, high: Fraction) -> int:
        """The sign of (e^w) q + r - 2 on an interval; 0 where the bounds do not tell."""
        first, last = ball(low), ball(high)
        near, far = self.half_eps(first), self.half_eps(last)
        if first.exp() * _q(far) + _r(near) > 2:
            return 1
        return -1 if last.exp() * _q(near) + _r(far) < 2 else 0


def _q(z: arb) -> arb:
    return z * z.coth()


def _r(z: arb) -> arb:
    return 2 * z / (2 * z).sinh()


def _isolated(equation: _Equation, low: Fraction, high: Fraction) -> list[Interval]:
    """Intervals with one zero each, by increasing w."""
    found, waiting = [], [(low, high)]
    while waiting:
        check_time()
        low, high = waiting.pop()
        if equation.sign(low, high):
            continue
        if equation.turn(low, high):
            ends = equation.value(ball(low)), equation.value(ball(high))
            if ends[0] * ends[1] < 0:
                found.append((low, high))
                continue
            if ends[0] * ends[1] > 0:
                continue
        if high - low < NARROWEST * low:
            raise UncertifiedError("two stationary points of the cost are too close to be told apart")
        middle = _between(low, high)
        waiting += [(middle, high), (low, middle)]
    return found


def _between(low: Fraction, high: Fraction) -> Fraction:
    """About the geometric mean of ends far apart, the middle of others; of few bits."""
    if high > 4 * low:
        return _lower((ball(low) * ball(high)).sqrt(), 64)
    return (low + high) / 2


def _lower(value: arb, bits: int = 128) -> Fraction:
    """A number of few bits just below."""
    middle, radius = middle_and_radius(value)
    exponent = bits - (middle.numerator.bit_length() - middle.denominator.bit_length())
    scale = Fraction(2) ** exponent
    return Fraction((middle - radius) * scale // 1) / scale


def _narrowed(equation: _Equation, bracket: Interval, bits: int) -> Stationary:
    rises = bool(equation.value(ball(bracket[0])) < 0)
    sign = 1 if rises else -1
    w = root_of(lambda w: sign * equation.value(w), *bracket, bits)
    middle, radius = middle_and_radius(w)
    return Stationary(w, (middle - radius, middle + radius), rises)
