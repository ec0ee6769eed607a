"""The two-sided geometric mechanism (Kazan & Reiter 2024, Definition 1, (2)) and what a budget means for it.

Mass, variance and tails are sums of geometric series in x = e^-eps, derived here from the mass function.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import ClassVar

import sympy as sp

from symbolic_eps.errors import DomainError, UndecidedError
from symbolic_eps.mechanisms.noise import (
    LONGEST_POWER,
    Noise,
    checked_width,
    power_bits,
    probability,
    steps_to_cross,
)
from symbolic_eps.profiles.exact_numbers import Exact, exact_number
from symbolic_eps.theory.symbols import DECAY
from verify.enclosure import UncertifiedError, enclose, enclose_to, sign

MOST_STEPS = 300
"""Degree of the polynomial that gives the budget for a crossing; the time to isolate its root grows fast."""

_TINY = Fraction(1, 10**20)
"""Relative width of an enclosure from which a whole number is read."""


def moment_series(start: int | sp.Expr, power: int = 0) -> sp.Expr:
    """Sum of k^power x^k over all integers k >= start, for 0 <= x < 1.

    For power 0 the sum G satisfies G = x^start + x G, hence G = x^start/(1 - x); each application of
    x d/dx (allowed term by term inside the disc of convergence) multiplies the k-th term by k.

    Parameters
    ----------
    start : int or sympy.Expr
        First index; a symbol stands for any integer.
    power : int
        Power of the index in each term, >= 0.

    Returns
    -------
    sympy.Expr
        In x (`symbolic_eps.theory.symbols.DECAY`).

    Examples
    --------
    >>> sp.factor(moment_series(1, 1))
    x/(x - 1)**2
    """
    total = DECAY**start / (1 - DECAY)
    for _ in range(power):
        total = DECAY * sp.diff(total, DECAY)
    return total


@cache
def normalisation() -> sp.Expr:
    """The constant that makes x^|k|, summed over all integers k, equal to 1: the mass at 0.

    Source: Kazan & Reiter 2024, (2), where it is the factor before the power.

    Examples
    --------
    >>> sp.simplify(normalisation() - (1 - DECAY) / (1 + DECAY))
    0
    """
    return sp.factor(1 / (moment_series(0) + moment_series(1)))


def probability_mass(step: int) -> sp.Expr:
    """P(K = step) for the noise K, in x = e^-eps.

    Source: Kazan & Reiter 2024, def:1, (2).

    Examples
    --------
    >>> sp.factor(probability_mass(-2))
    -x**2*(x - 1)/(x + 1)
    """
    return normalisation() * DECAY ** abs(step)


def tail_probability(steps: int | sp.Expr) -> sp.Expr:
    """P(K >= steps) for steps >= 1 (or a symbol that stands for such an integer), in x = e^-eps.

    Source: the mass function of Kazan & Reiter 2024, (2), summed.

    Examples
    --------
    >>> tail_probability(3)
    x**3/(x + 1)
    """
    # The index shift x^m sum_{j>=0} x^j keeps a symbolic m out of the cancellation.
    return DECAY**steps * sp.cancel(normalisation() * moment_series(0))


@cache
def variance() -> sp.Expr:
    """Variance of the noise in squared counts, in x = e^-eps; the mean is 0 by symmetry.

    Source: Kazan & Reiter 2024, the remark after (2).

    Examples
    --------
    >>> sp.factor(variance())
    2*x/(x - 1)**2
    """
    return sp.factor(2 * normalisation() * moment_series(1, 2))


@cache
def standard_deviation() -> sp.Expr:
    """Standard deviation of the noise in counts, which is the root mean squared error of the release.

    Source: Kazan & Reiter 2024, (2) and the footnote on the root mean squared error in Section 5.

    Examples
    --------
    >>> standard_deviation()
    sqrt(2)*sqrt(x)/(1 - x)
    """
    # 1 - x > 0 for every positive budget, so it leaves the root without an absolute value.
    return sp.sqrt(sp.cancel(variance() * (1 - DECAY) ** 2)) / (1 - DECAY)


@dataclass(frozen=True)
class GeometricNoise(Noise):
    """The noise that the geometric mechanism adds to a count under one privacy budget.

    Made by `GeometricNoise.for_budget`.

    Parameters
    ----------
    epsilon : sympy.Expr
        Privacy budget (natural logarithm), an exact number > 0, or `oo` for no noise.

    Notes
    -----
    Source: Kazan & Reiter 2024, def:1, (2). The arithmetic is ideal: a sampler in floating point is another
    matter.

    Examples
    --------
    >>> noise = GeometricNoise.for_budget(sp.log(9))
    >>> noise.standard_deviation, noise.probability_exact, noise.tail(1)
    (3*sqrt(2)/8, 4/5, 1/10)
    """

    name: ClassVar[str] = "geometric"

    @property
    def decay(self) -> sp.Expr:
        """Ratio of neighbouring probabilities, x = e^-eps; 0 where eps = oo."""
        return sp.exp(-self.epsilon)

    @property
    def variance(self) -> sp.Expr:
        """Variance of the noise, in squared counts."""
        return self._at(variance())

    @property
    def standard_deviation(self) -> sp.Expr:
        """Standard deviation of the noise = root mean squared error of the released count, in counts."""
        return self._at(standard_deviation())

    @property
    def probability_exact(self) -> sp.Expr:
        """Probability that the released count is the true one."""
        return self._at(probability_mass(0))

    def tail(self, steps: int) -> sp.Expr:
        """Probability that the released count is at least `steps` too high (too low: the same).

        Parameters
        ----------
        steps : int
            Any integer; for steps <= 0 the tail follows by symmetry.

        Raises
        ------
        DomainError
            So many steps that x^steps is too long to be written out; `Threshold.chance` encloses it.

        Examples
        --------
        >>> GeometricNoise.for_budget(sp.log(2)).tail(0)
        2/3
        """
        if self.epsilon is not sp.oo and power_bits(self.epsilon, abs(steps)) > LONGEST_POWER:
            raise DomainError(
                f"e^-eps to the power of {steps} is too long to be written out: take fewer steps"
            )
        if steps < 1:
            return 1 - self._at(tail_probability(1 - steps))
        return self._at(tail_probability(steps))

    def coverage(self, half_width: Exact) -> sp.Expr:
        """P(|K| <= h) = 1 - 2 x^(floor(h)+1)/(1 + x), for h >= 0 counts.

        Examples
        --------
        >>> GeometricNoise.for_budget(sp.log(2)).coverage(1)
        2/3
        """
        width = checked_width(half_width)
        return 1 - 2 * self.tail(int(sp.floor(width)) + 1)

    def half_width(self, level: Exact) -> sp.Integer:
        """The smallest whole number h with P(|K| <= h) >= level.

        Parameters
        ----------
        level : exact number
            Strictly between 0 and 1, such as `"0.95"`.

        Raises
        ------
        UndecidedError
            The coverage could not be told from the level.

        Notes
        -----
        P(|K| <= h) >= level exactly where h + 1 >= log(2/((1 - level)(1 + x)))/eps.

        Examples
        --------
        >>> GeometricNoise.for_budget(sp.log(2)).half_width("2/3")
        1
        """
        outside = 1 - probability("level", level)
        if self.epsilon is sp.oo:
            return sp.Integer(0)
        spread = sp.log(2 / (outside * (1 + self.decay)))
        try:
            enclosure = enclose_to(spread / self.epsilon, _TINY)
            if enclosure.width * 8 > 1:  # so wide a half-width needs more digits
                enclosure = enclose_to(spread / self.epsilon, 1 / (16 * Fraction(enclosure.upper)))
        except UncertifiedError:
            enclosure = enclose(spread / self.epsilon)  # a zero that is not written as 0, or next to one
        steps, last = (-int(-end // 1) for end in (enclosure.lower, enclosure.upper))
        try:
            while steps < last and not self._reaches(steps, spread, outside):
                steps += 1
        except UncertifiedError as error:
            raise UndecidedError(
                f"the half-width at level {1 - outside} for eps = {self.epsilon}: {error}"
            ) from error
        return sp.Integer(max(steps - 1, 0))

    def _reaches(self, steps: int, spread: sp.Expr, outside: sp.Rational) -> bool:
        """Whether P(|K| >= steps) <= `outside`, that is, steps eps >= `spread`."""
        try:
            return sign(steps * self.epsilon - spread) >= 0
        except UncertifiedError:  # perhaps equal: then x^steps is a number as short as the level
            if power_bits(self.epsilon, steps) > LONGEST_POWER:
                raise
            return sign(self.coverage(max(steps - 1, 0)) - 1 + outside) >= 0

    def crossing(self, count: Exact, threshold: Exact) -> sp.Expr:
        """Probability that the released count is on the other side of the threshold than the true one.

        Parameters
        ----------
        count, threshold : exact number
            A count meets the threshold where it is <= the threshold. The count may be hypothetical, a
            fraction; the noise is whole.

        Notes
        -----
        Source: Kazan & Reiter 2024, Section 5 (Example 3).

        Examples
        --------
        >>> GeometricNoise.for_budget(sp.log(9)).crossing(25, "24.072")
        1/10
        """
        return self.tail(steps_to_cross(exact_number("count", count), exact_number("threshold", threshold)))

    def crossing_terms(self, count: Exact, threshold: Exact) -> tuple[sp.Expr, sp.Expr]:
        """The exponent -eps m of x^m/(1 + x), and the factor 1/(1 + x).

        Examples
        --------
        >>> GeometricNoise.for_budget(sp.log(9)).crossing_terms(26, "24.072")
        (-2*log(9), 9/10)
        """
        steps = steps_to_cross(exact_number("count", count), exact_number("threshold", threshold))
        return -steps * self.epsilon, 1 / (1 + self.decay)

    @classmethod
    def decay_for_deviation(cls, target: sp.Rational) -> sp.Expr:
        """The largest x = e^-eps with sqrt(2 x)/(1 - x) <= target.

        The deviation rises with x; squared, target^2 (1 - x)^2 = 2 x has one root below 1, written here
        without cancellation (the product of the roots is 1).

        Examples
        --------
        >>> GeometricNoise.decay_for_deviation(sp.Integer(2))
        1/2
        """
        square = target**2
        return square / (square + 1 + sp.sqrt(2 * square + 1))

    @classmethod
    def decay_for_crossing(cls, count: sp.Rational, threshold: sp.Rational, target: sp.Rational) -> sp.Expr:
        """The largest x = e^-eps, at most 1, with x^m/(1 + x) <= target, m the steps that cross (<= 300).

        x^m/(1 + x) rises from 0 to 1/2 on [0, 1], so that x^m - target x - target has one root there if
        target < 1/2; it is the only positive one (one change of sign).

        Examples
        --------
        >>> GeometricNoise.decay_for_crossing(sp.Integer(25), sp.Integer(24), sp.Rational(1, 10))
        1/9
        """
        if 2 * target >= 1:
            return sp.Integer(1)
        steps = steps_to_cross(count, threshold)
        if steps > MOST_STEPS:
            raise DomainError(
                f"{steps} steps of noise carry {count} across {threshold}: a budget is found for at most "
                f"{MOST_STEPS}; give an RMSE instead, or take the Laplace mechanism"
            )
        if steps == 1:
            return target / (1 - target)
        roots = sp.Poly(target.q * DECAY**steps - target.p * (1 + DECAY), DECAY).real_roots()
        (root,) = (r for r in roots if sign(r) > 0)
        return root

    def _at(self, formula: sp.Expr) -> sp.Expr:
        return formula.subs(DECAY, self.decay)
