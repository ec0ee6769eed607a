"""Values on a box of priors together with both partial derivatives, by forward differentiation.

A jet stands for a function of (p, q): an enclosure of its values on a box and, where asked for, enclosures of
its (Clarke) partial derivatives there. It has the operators and the methods of `flint.arb`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NoReturn

from flint import arb, fmpq, fmpz

from symbolic_eps.enclosed.arithmetic import Arithmetic, Interval, Number
from symbolic_eps.errors import InputError
from verify.boxes.interval import PossiblyUndefinedError, UndefinedError
from verify.points.simple_rationals import fraction_of

Gradient = tuple[Interval, Interval]


class ComparisonError(TypeError):
    """A profile compared its arguments, which are enclosures on a box and not numbers."""


class Jet:
    """Enclosure of a function's values on a box, and of its gradient.

    Parameters
    ----------
    arithmetic : Arithmetic
        How ends are computed.
    value : Interval
        Contains every value on the box.
    gradient : pair of Interval or None
        Contains the partial derivatives by p and by q; None where only values are wanted.

    Notes
    -----
    Operands may be jets, `int`, `Fraction`, `float` (its exact binary value), `fmpq`, `fmpz` and `arb`.
    Comparisons raise: on a box they have no single answer. Use `max`, `min` and `abs` instead.

    Examples
    --------
    >>> from symbolic_eps.enclosed.binary64 import Binary64
    >>> p, q = arguments(Binary64(), ((0.25, 0.5), (1.0, 1.0)), True)
    >>> [round(end, 10) for end in (p * p - q).value]
    [-0.9375, -0.75]
    >>> [round(end, 10) for end in (p * p - q).gradient[0]]
    [0.5, 1.0]
    """

    __slots__ = ("arithmetic", "gradient", "value")

    def __init__(self, arithmetic: Arithmetic, value: Interval, gradient: Gradient | None) -> None:
        self.arithmetic = arithmetic
        self.value = value
        self.gradient = gradient

    def _other(self, other: object) -> Jet | None:
        if isinstance(other, Jet):
            return other
        interval = constant_interval(self.arithmetic, other)
        if interval is None:
            return None
        zero = (self.arithmetic.zero, self.arithmetic.zero)
        return Jet(self.arithmetic, interval, (zero, zero) if self.gradient is not None else None)

    def __add__(self, other: object) -> Jet:
        right = self._other(other)
        if right is None:
            return NotImplemented
        add = self.arithmetic.add
        gradient = None
        if self.gradient is not None and right.gradient is not None:
            (a, b), (c, d) = self.gradient, right.gradient
            gradient = add(a, c), add(b, d)
        return Jet(self.arithmetic, add(self.value, right.value), gradient)

    __radd__ = __add__

    def __neg__(self) -> Jet:
        negative = self.arithmetic.negative
        gradient = None
        if self.gradient is not None:
            gradient = negative(self.gradient[0]), negative(self.gradient[1])
        return Jet(self.arithmetic, negative(self.value), gradient)

    def __pos__(self) -> Jet:
        return self

    def __sub__(self, other: object) -> Jet:
        right = self._other(other)
        return NotImplemented if right is None else self + (-right)

    def __rsub__(self, other: object) -> Jet:
        left = self._other(other)
        return NotImplemented if left is None else left + (-self)

    def __mul__(self, other: object) -> Jet:
        right = self._other(other)
        if right is None:
            return NotImplemented
        add, multiply = self.arithmetic.add, self.arithmetic.multiply
        x, y, gradient = self.value, right.value, None
        if self.gradient is not None and right.gradient is not None:
            (a, b), (c, d) = self.gradient, right.gradient
            gradient = (
                add(multiply(a, y), multiply(x, c)),
                add(multiply(b, y), multiply(x, d)),
            )
        return Jet(self.arithmetic, multiply(x, y), gradient)

    __rmul__ = __mul__

    def _changed(self, value: Interval, slope: Interval | None) -> Jet:
        """The chain rule: a function with this value, and this derivative on the values here."""
        gradient = None
        if self.gradient is not None and slope is not None:
            multiply = self.arithmetic.multiply
            gradient = multiply(slope, self.gradient[0]), multiply(slope, self.gradient[1])
        return Jet(self.arithmetic, value, gradient)

    def reciprocal(self) -> Jet:
        """1/x."""
        arithmetic = self.arithmetic
        value = arithmetic.reciprocal(self.value)
        slope = None
        if self.gradient is not None:
            slope = arithmetic.negative(arithmetic.integer_power(value, 2))
        return self._changed(value, slope)

    def __truediv__(self, other: object) -> Jet:
        right = self._other(other)
        return NotImplemented if right is None else self * right.reciprocal()

    def __rtruediv__(self, other: object) -> Jet:
        left = self._other(other)
        return NotImplemented if left is None else left * self.reciprocal()

    def __pow__(self, other: object) -> Jet:
        if isinstance(other, int | float | fmpq | fmpz) and not isinstance(other, bool):
            return self.power(_fraction(other))
        if isinstance(other, Fraction):
            return self.power(other)
        right = self._other(other)
        return NotImplemented if right is None else (right * self.log()).exp()

    def __rpow__(self, other: object) -> Jet:
        left = self._other(other)
        return NotImplemented if left is None else left**self

    def power(self, exponent: Fraction) -> Jet:
        """x**exponent for a rational number; x is not negative where it is no integer."""
        arithmetic = self.arithmetic
        if exponent == 0:
            one = self._other(1)
            assert one is not None
            return one
        if exponent == 1:
            return self
        value = arithmetic.power(self.value, exponent)
        if self.gradient is None:
            return self._changed(value, None)
        try:
            factor = arithmetic.power(self.value, exponent - 1)
        except UndefinedError:
            return self._changed(value, arithmetic.everything)
        return self._changed(value, arithmetic.multiply(arithmetic.enclose(exponent), factor))

    def sqrt(self) -> Jet:
        """The square root of a value >= 0."""
        return self.power(Fraction(1, 2))

    def exp(self) -> Jet:
        """e^x."""
        value = self.arithmetic.exp(self.value)
        return self._changed(value, value)

    def log(self) -> Jet:
        """The natural logarithm of a value > 0."""
        value = self.arithmetic.log(self.value)
        slope = None
        if self.gradient is not None:
            low, high = self.value
            slope = self.arithmetic.reciprocal((max(low, self.arithmetic.zero), high))
        return self._changed(value, slope)

    def times_log(self) -> Jet:
        """x log x of a value >= 0, and 0 at 0: falls down to -1/e at 1/e, then rises."""
        arithmetic, (low, high) = self.arithmetic, self.value
        turn = arithmetic.exp((-arithmetic.one, -arithmetic.one))

        def at(x: Number) -> Interval:
            if x == 0:
                return arithmetic.zero, arithmetic.zero
            return arithmetic.multiply((x, x), arithmetic.log((x, x)))

        if low < 0:
            raise PossiblyUndefinedError
        first, last = at(low), at(high)
        if high <= turn[0]:
            value = last[0], first[1]
        elif low >= turn[1]:
            value = first[0], last[1]
        else:
            value = -turn[1], max(first[1], last[1])
        if self.gradient is None or high == 0:
            return self._changed(value, arithmetic.everything)
        one = (arithmetic.one, arithmetic.one)
        return self._changed(value, arithmetic.add(one, arithmetic.log(self.value)))

    def max(self, other: object) -> Jet:
        """The larger of two values."""
        right = self._other(other)
        if right is None:
            raise TypeError(f"no maximum of an enclosure and {other!r}")
        if self.value[0] >= right.value[1]:
            return self
        if right.value[0] >= self.value[1]:
            return right
        gradient = None
        if self.gradient is not None and right.gradient is not None:
            hull = self.arithmetic.hull
            (a, b), (c, d) = self.gradient, right.gradient
            gradient = hull(a, c), hull(b, d)
        return Jet(self.arithmetic, self.arithmetic.maximum(self.value, right.value), gradient)

    def min(self, other: object) -> Jet:
        """The smaller of two values."""
        right = self._other(other)
        if right is None:
            raise TypeError(f"no minimum of an enclosure and {other!r}")
        return -((-self).max(-right))

    def __abs__(self) -> Jet:
        return self.max(-self)

    def _compared(self, other: object) -> NoReturn:
        raise ComparisonError(
            "the profile compares its arguments, which are enclosures of whole boxes here: "
            "use .max, .min and abs, or a piecewise text"
        )

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _compared
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:  # noqa: PLE0304  (it never returns)
        self._compared(None)

    def __float__(self) -> float:
        self._compared(None)


def _fraction(value: int | float | fmpq | fmpz) -> Fraction:
    if isinstance(value, fmpq):
        return Fraction(int(value.p), int(value.q))
    return Fraction(value) if isinstance(value, int | float) else Fraction(int(value))


def constant_interval(arithmetic: Arithmetic, value: object) -> Interval | None:
    """The interval of a constant; None for what is no number.

    Raises
    ------
    symbolic_eps.errors.InputError
        The number is infinite or NaN.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float | Fraction | fmpq | fmpz):
        try:
            exact = value if isinstance(value, Fraction) else _fraction(value)
        except (OverflowError, ValueError):
            raise InputError(
                f"the profile computes with {value}, which is no finite number: write a bound"
            ) from None
        return arithmetic.enclose(exact)
    if isinstance(value, arb):
        if not value.is_finite():
            raise InputError(f"the profile computes with {value}, which is no finite number: write a bound")
        low, high = fraction_of(value.lower()), fraction_of(value.upper())
        return arithmetic.enclose(low)[0], arithmetic.enclose(high)[1]
    return None


def arguments(arithmetic: Arithmetic, box: tuple[Interval, Interval], slopes: bool) -> tuple[Jet, Jet]:
    """p and q on a box, with their gradients if `slopes` are wanted."""
    zero, one = (arithmetic.zero, arithmetic.zero), (arithmetic.one, arithmetic.one)
    return (
        Jet(arithmetic, box[0], (one, zero) if slopes else None),
        Jet(arithmetic, box[1], (zero, one) if slopes else None),
    )
