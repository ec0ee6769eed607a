"""Ball arithmetic for numbers written as expressions: exact rational ends, certified digits and signs.

An enclosure is an interval with rational ends that contains the value. Every digit, sign or binary64 below
comes from such an interval, never from a floating-point evaluation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

import sympy as sp
from flint import arb, ctx

from verify.ball import ball_of, middle_and_radius
from verify.deadline import check_time
from verify.errors import VerifyError
from verify.interval import Enclosure

__all__ = [
    "Enclosure",
    "RoundingTieError",
    "UncertifiedError",
    "enclose",
    "enclose_to",
    "rounded",
    "sign",
]

Answer = TypeVar("Answer")

START_BITS = 128
"""Precision of a first attempt."""

LIMIT_BITS = 8192
"""Precision at which a question is given up."""


class UncertifiedError(VerifyError, RuntimeError):
    """Interval arithmetic could not settle the question within the precision allowed; nothing is guessed."""


class RoundingTieError(UncertifiedError):
    """The value lies exactly half-way between two decimal texts, and the two usual rules differ.

    Attributes
    ----------
    half_even, half_up : str
        The text with an even last digit, and the text away from zero.
    """

    def __init__(self, value: Fraction, decimals: int, half_even: str, half_up: str) -> None:
        super().__init__(
            f"{value} is a tie at {decimals} decimals: {half_even} (half to even) or {half_up} (half up)"
        )
        self.half_even = half_even
        self.half_up = half_up


def enclose(expression: sp.Expr, bits: int = START_BITS) -> Enclosure:
    """Enclose a number by ball arithmetic at a working precision of `bits`.

    Parameters
    ----------
    expression : sympy.Expr
        Built from rational numbers, `+`, `*`, powers (of positive numbers, if the exponent is not rational),
        `log`, `exp`, `sinh`, `cosh`, `tanh`, `asinh`, `Abs`, E, pi and real roots of integer polynomials
        (`CRootOf`); or `oo` alone.
    bits : int
        Working precision in bits.

    Returns
    -------
    Enclosure
        Exact (width 0) where the expression is a rational number or `oo`.

    Raises
    ------
    TypeError
        The expression has a part of another kind; the message names it.
    ValueError
        The number is not real: a negative radicand or argument of a logarithm.
    UncertifiedError
        At this precision a divisor, radicand or argument of a logarithm cannot be told from 0.
    OverflowError
        The number is beyond 2^(+-2^22), too long to be written as a fraction.

    Examples
    --------
    >>> enclose(sp.log(3) / 2).text(10)
    '[0.5493061443, 0.5493061444]'
    >>> enclose(sp.oo).decimal_lower(3)
    'oo'
    """
    expression = sp.sympify(expression, strict=True)
    if expression is sp.oo:
        return Enclosure(math.inf, math.inf)
    if isinstance(expression, sp.Rational):
        value = Fraction(int(expression.p), int(expression.q))
        return Enclosure(value, value)
    with ctx.workprec(bits):
        ball = ball_of(expression, {})
    return _ends(ball, expression, bits)


def enclose_to(
    expression: sp.Expr, relative_width: Fraction | float, limit_bits: int = LIMIT_BITS
) -> Enclosure:
    """Enclose a number so narrowly that width <= `relative_width` times its smallest absolute value.

    Raises
    ------
    UncertifiedError
        The width is not reached at `limit_bits`, as for a zero that is not written as 0.

    Examples
    --------
    >>> narrow = enclose_to(sp.exp(-5), Fraction(1, 10**50))
    >>> narrow.width < Fraction(1, 10**50) * Fraction(narrow.lower)
    True
    """
    goal = Fraction(relative_width)

    def narrow_enough(enclosure: Enclosure) -> Enclosure | None:
        width = enclosure.width
        if width == 0:
            return enclosure
        nearest = Fraction(enclosure.lower if enclosure.lower > 0 else enclosure.upper)
        return enclosure if not enclosure.contains(0) and width <= goal * abs(nearest) else None

    return _decide(expression, f"a relative width of {float(goal):.3g}", narrow_enough, limit_bits)


def sign(expression: sp.Expr, limit_bits: int = LIMIT_BITS) -> int:
    """Certified sign: 1, -1, or 0 where the expression is provably the rational number 0.

    Raises
    ------
    UncertifiedError
        The number could not be told from 0, and was not proved to be 0 either.

    Examples
    --------
    >>> sign(sp.sqrt(2) - sp.Rational(3, 2)), sign((1 + sp.sqrt(2)) * (1 - sp.sqrt(2)) + 1)
    (-1, 0)
    """

    def sign_of(enclosure: Enclosure) -> int | None:
        if enclosure.lower > 0:
            return 1
        if enclosure.upper < 0:
            return -1
        return 0 if enclosure.width == 0 else None

    return _decide(expression, "the sign", sign_of, limit_bits)


def rounded(expression: sp.Expr, decimals: int, limit_bits: int = LIMIT_BITS) -> str:
    """The number rounded to `decimals` places: a text that is proved to be the nearest one.

    Parameters
    ----------
    expression : sympy.Expr
        What `enclose` takes.
    decimals : int
        Number of digits after the point, >= 0.
    limit_bits : int
        Precision at which the attempt is given up.

    Returns
    -------
    str
        Fixed-point text with that many places; `"oo"` for infinity; a zero has no sign.

    Raises
    ------
    RoundingTieError
        The number is rational and exactly half-way, and half-up and half-to-even differ; the error carries
        both texts. Where the two rules agree (0.375 -> 0.38), that text is returned.
    UncertifiedError
        The digits could not be certified at `limit_bits`.

    Examples
    --------
    >>> rounded(sp.log(9), 2), rounded(sp.Rational(3, 8), 2), rounded(sp.oo, 2)
    ('2.20', '0.38', 'oo')
    """
    if decimals < 0:
        raise ValueError(f"the number of decimals is >= 0, not {decimals}")
    scale = 10**decimals

    def common_text(enclosure: Enclosure) -> str | None:
        if not (isinstance(enclosure.lower, Fraction) and isinstance(enclosure.upper, Fraction)):
            return "oo"
        ends = (enclosure.lower * scale, enclosure.upper * scale)
        # Both rules are monotone: where they agree at both ends, they agree in between.
        half_even, half_up = (rule(ends[0]) for rule in (round, _round_half_up))
        if half_even == half_up == round(ends[1]) == _round_half_up(ends[1]):
            return _fixed_point(half_even, decimals)
        if enclosure.width == 0:
            raise RoundingTieError(
                enclosure.lower, decimals, _fixed_point(half_even, decimals), _fixed_point(half_up, decimals)
            )
        return None

    return _decide(expression, f"rounding to {decimals} decimals", common_text, limit_bits)


def _round_half_up(value: Fraction) -> int:
    magnitude = math.floor(abs(value) + Fraction(1, 2))
    return magnitude if value >= 0 else -magnitude


def _fixed_point(scaled: int, decimals: int) -> str:
    digits = f"{abs(scaled):0{decimals + 1}d}"
    minus = "-" if scaled < 0 else ""
    whole, fraction = digits[: len(digits) - decimals], digits[len(digits) - decimals :]
    return f"{minus}{whole}.{fraction}" if decimals else f"{minus}{whole}"


def _decide(
    expression: sp.Expr, question: str, answer_of: Callable[[Enclosure], Answer | None], limit_bits: int
) -> Answer:
    for enclosure in _refinements(expression, limit_bits):
        answer = answer_of(enclosure)
        if answer is not None:
            return answer
    raise UncertifiedError(f"{question} of {expression} could not be certified with {limit_bits} bits")


def _refinements(expression: sp.Expr, limit_bits: int) -> Iterator[Enclosure]:
    """Narrower and narrower enclosures, and last the value itself where it is seen to be rational."""
    bits = min(START_BITS, limit_bits)
    while bits <= limit_bits:
        check_time()
        # A divisor or radicand may be too close to 0 at this precision; more bits may separate it.
        with suppress(UncertifiedError):
            yield enclose(expression, bits)
        bits *= 2
    value = _rational(expression)
    if value is not None:
        yield enclose(value)


@lru_cache(maxsize=1 << 10)
def _rational(expression: sp.Expr) -> sp.Rational | None:
    """The value, where expansion shows that it is rational; the same is asked at many points."""
    for rewrite in (_as_it_is, _with_conjugates, sp.radsimp):  # roots are cleared from denominators
        rewritten = sp.expand(rewrite(expression))
        if isinstance(rewritten, sp.Rational):
            return rewritten
    return None


def _as_it_is(expression: sp.Expr) -> sp.Expr:
    return expression


def _with_conjugates(expression: sp.Expr) -> sp.Expr:
    """With (a - b sqrt(d)) / (a^2 - b^2 d) for 1 / (a + b sqrt(d)): most divisors are of this kind.

    Examples
    --------
    >>> _with_conjugates(1 / (sp.sqrt(5) - 1))
    1/4 + sqrt(5)/4
    """
    changed = {}
    for power in expression.atoms(sp.Pow):
        if power.exp != -1 or not power.base.is_Add or len(power.base.args) != 2:
            continue
        number, multiple = power.base.as_coeff_Add()
        coefficient, root = multiple.as_coeff_Mul()
        if root.is_Pow and root.exp == sp.S.Half and root.base.is_Integer:
            norm = number**2 - coefficient**2 * root.base
            changed[power] = number / norm - coefficient / norm * root
    return expression.xreplace(changed)


def _ends(ball: arb, expression: sp.Expr, bits: int) -> Enclosure:
    if not ball.is_finite():
        raise UncertifiedError(
            f"{bits} bits cannot tell a divisor, radicand or argument of a logarithm in {expression} from 0"
        )
    middle, radius = middle_and_radius(ball)
    return Enclosure(middle - radius, middle + radius)
