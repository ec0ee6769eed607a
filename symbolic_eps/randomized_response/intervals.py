r"""Normal intervals for theta: the estimate plus or minus z/sqrt(n J).

Here P(|Z| <= z) = level for a standard normal Z, so that z = sqrt(2) erfinv(level), which Arb encloses.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import sympy as sp
from flint import arb, ctx

from symbolic_eps.errors import DomainError
from symbolic_eps.report.quantity import RELATIVE_WIDTH, Quantity, quantity
from verify.ball import ball_of, middle_and_radius
from verify.enclosure import UncertifiedError

BITS = (160, 320, 640, 1280)
"""Working precisions, one after the other, until a number is narrow enough."""

LEVEL = sp.Rational(19, 20)


def deviate(level: sp.Expr) -> sp.Expr:
    """z: a standard normal number is at most so far from 0 with this probability.

    Examples
    --------
    >>> deviate(LEVEL)
    sqrt(2)*erfinv(19/20)
    """
    return sp.sqrt(2) * sp.erfinv(level)


def check_level(level: sp.Rational) -> None:
    """Refuse what is no probability strictly between 0 and 1.

    Raises
    ------
    symbolic_eps.errors.DomainError
    """
    if not 0 < level < 1:
        raise DomainError(
            f"level = {level} is outside (0, 1): give the probability of an interval, such as 19/20"
        )


def ball(expression: sp.Expr) -> arb:
    """The ball of an exact number at the working precision, `erfinv` included.

    Examples
    --------
    >>> bool(abs(ball(deviate(LEVEL)) - 1.96) < 1e-4)
    True
    """
    inverses = expression.atoms(sp.erfinv)
    return ball_of(expression, {f: ball(f.args[0]).erfinv() for f in inverses})


def enclosed(compute: Callable[[], arb], closed_form: sp.Expr | None = None) -> Quantity:
    """A number as narrow as the precisions allow; `compute` gives its ball at the working precision.

    Raises
    ------
    verify.enclosure.UncertifiedError
        No precision gives a finite ball.

    Examples
    --------
    >>> enclosed(lambda: ball(deviate(LEVEL))).enclosure.text(8)
    '[1.9599639, 1.9599640]'
    """
    number = None
    for bits in BITS:
        with ctx.workprec(bits):
            found = compute()
        if not found.is_finite():
            continue
        middle, radius = middle_and_radius(found)
        number = Quantity(middle - radius, middle + radius, closed_form)
        if is_narrow(number):
            return number
    if number is None:
        raise UncertifiedError(f"{BITS[-1]} bits give no number")
    return number


def is_narrow(number: Quantity) -> bool:
    """Whether the ends agree to the digits that answers have."""
    low, high = Fraction(number.lower), Fraction(number.upper)
    return high - low <= RELATIVE_WIDTH * min(abs(low), abs(high))


def half_width(variance: sp.Expr, level: sp.Expr) -> sp.Expr:
    """z times the root of a variance, numbers or symbols.

    Examples
    --------
    >>> half_width(sp.Rational(1, 4), LEVEL)
    sqrt(2)*erfinv(19/20)/2
    """
    return deviate(level) * sp.sqrt(variance)


def number(expression: sp.Expr) -> Quantity:
    """The enclosure of an exact number, `erfinv` included, or of +oo.

    Examples
    --------
    >>> number(half_width(sp.Rational(1, 4), LEVEL)).enclosure.text(6)
    '[0.979981, 0.979982]'
    """
    return (
        enclosed(lambda: ball(expression), expression) if expression.has(sp.erfinv) else quantity(expression)
    )
