"""The noise on a released count, in digits that rational bounds certify; without SymPy.

The laws are those of `symbolic_eps.mechanisms`, which derives them; tests hold the two against each other.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from symbolic_eps.decision.jets import ONE, Jet, evaluated, jet, outward
from symbolic_eps.decision.sharpness import Root
from symbolic_eps.decision.text_tree import profile_of
from verify.interval import Enclosure
from verify.polynomial import demand

LEVELS = (Fraction(9, 10), Fraction(19, 20), Fraction(99, 100))
DIGITS, MOST_DIGITS = 3, 12

NAMES = {"x": "x", "e": "e"}
"""X, and eps; c stands for a level."""

DEVIATIONS = "sqrt(2*x)/(1 - x)", "sqrt(2)/e"
"""Geometric: Kazan & Reiter 2024, after (2); Laplace: 2/eps^2 is the integral of t^2 over its law."""

EXACT = "100*(1 - x)/(1 + x)", "100*(1 - sqrt(x))"
"""Per cent for the true count: the mass at 0; P(|L| < 1/2)."""

WITHIN = "log(2/((1 - c)*(1 + x)))/e", "log(1/(1 - c))/e"
"""P(|K| <= h) >= c exactly where h + 1 is at least the first; P(|L| <= h) = c where h is the second."""


def lines(root: Root) -> list[str]:
    """The table of `symbolic_eps.report.noise` for eps = -log X.

    Raises
    ------
    verify.kernel.Rejected
        The bounds do not decide a digit.

    Examples
    --------
    >>> for line in lines(Root([Fraction(-1), Fraction(9)], Fraction(1, 9), Fraction(1, 9)))[:3]:
    ...     print(line)
                                         geometric     laplace
    standard deviation (RMSE)                0.530       0.644
    true count published (rounded)          80.0 %      66.7 %
    """
    x = jet(outward(root.low, root.high), None)
    at = {"x": x, "e": evaluated(profile_of("-log(x)", NAMES), {"x": x})}
    rows = [
        ("", ("geometric", "laplace")),
        ("standard deviation (RMSE)", tuple(significant(_value(t, at)) for t in DEVIATIONS)),
        ("true count published (rounded)", tuple(f"{significant(_value(t, at))} %" for t in EXACT)),
    ]
    for level in LEVELS:
        steps, distance = (_value(text, at, level) for text in WITHIN)
        whole = math.ceil(steps.upper)
        demand(whole == math.ceil(steps.lower), "a whole number of counts is not decided")
        cells = str(max(whole - 1, 0)), significant(distance)
        rows.append((f"off by at most ({100 * level} % of releases)", cells))
    return [f"{label:<34}" + "".join(f"{cell:>12}" for cell in cells) for label, cells in rows]


def _value(text: str, at: Mapping[str, Jet], level: Fraction = Fraction(0)) -> Enclosure:
    low, high = evaluated(profile_of(text, {**NAMES, "c": level}), at).value
    return Enclosure(Fraction(low, ONE), Fraction(high, ONE))


def significant(value: Enclosure) -> str:
    """A positive number of ordinary size to about three digits.

    Raises
    ------
    verify.kernel.Rejected
        It is of no ordinary size, or a digit is not decided.

    Examples
    --------
    >>> significant(Enclosure(Fraction(14142, 10000), Fraction(14143, 10000)))
    '1.41'
    """
    exponent = Decimal(value.decimal_lower(DIGITS)).adjusted()
    demand(-4 <= exponent < MOST_DIGITS, "a number of no ordinary size")
    places = max(DIGITS - 1 - exponent, 0)
    low, high = (math.floor(end * 10**places + Fraction(1, 2)) for end in (value.lower, value.upper))
    tie = (value.upper * 10**places - Fraction(1, 2)).denominator == 1
    demand(low == high and not tie, "a digit is not decided")
    digits = f"{low:0{places + 1}d}"
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits
