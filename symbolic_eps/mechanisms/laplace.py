"""The Laplace mechanism for counts (density eps/2 e^(-eps |t|)) and what a budget means for it.

Its laws follow from the tail, int_d^oo eps/2 e^(-eps t) dt = e^(-eps d)/2 for d >= 0, and from the second
moment, 2 int_0^oo t^2 eps/2 e^(-eps t) dt = 2/eps^2 (two integrations by parts).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import sympy as sp

from symbolic_eps.mechanisms.noise import Noise, checked_width, probability
from symbolic_eps.profiles.exact_numbers import Exact, exact_number


@dataclass(frozen=True)
class LaplaceNoise(Noise):
    """The noise that the Laplace mechanism adds to a count under one privacy budget.

    Made by `LaplaceNoise.for_budget`. The scale is 1/eps: one person changes a count by at most 1.

    Parameters
    ----------
    epsilon : sympy.Expr
        Privacy budget (natural logarithm), an exact number > 0, or `oo` for no noise.

    Notes
    -----
    The mechanism of Lee & Clifton 2011 ([27] of Kazan & Reiter 2024). The arithmetic is ideal: a sampler in
    floating point is another matter.

    Examples
    --------
    >>> noise = LaplaceNoise.for_budget(sp.log(9))
    >>> noise.standard_deviation, noise.probability_exact, noise.tail(1)
    (sqrt(2)/log(9), 2/3, 1/18)
    """

    name: ClassVar[str] = "laplace"

    @property
    def standard_deviation(self) -> sp.Expr:
        """Standard deviation of the noise = root mean squared error of the released count, in counts."""
        return sp.sqrt(2) / self.epsilon

    @property
    def probability_exact(self) -> sp.Expr:
        """Probability that the released number, rounded to a whole one, is the true count: P(|L| < 1/2)."""
        return self.coverage(Fraction(1, 2))

    def tail(self, distance: Exact) -> sp.Expr:
        """Probability that the released number is at least `distance` too high (too low: the same).

        Parameters
        ----------
        distance : exact number
            In counts; below 0 the tail follows by symmetry.

        Examples
        --------
        >>> LaplaceNoise.for_budget(sp.log(2)).tail(-1)
        3/4
        """
        far = exact_number("distance", distance)
        if far < 0:
            return 1 - self.tail(-far)
        if self.epsilon is sp.oo:
            return sp.Integer(1 if far == 0 else 0)
        return sp.exp(-self.epsilon * far) / 2

    def coverage(self, half_width: Exact) -> sp.Expr:
        """P(|L| <= h) = 1 - e^(-eps h) for h >= 0 counts.

        Examples
        --------
        >>> LaplaceNoise.for_budget(sp.log(2)).coverage(3)
        7/8
        """
        width = checked_width(half_width)
        return sp.Integer(1) if self.epsilon is sp.oo else 1 - 2 * self.tail(width)

    def half_width(self, level: Exact) -> sp.Expr:
        """The h with P(|L| <= h) = level: log(1/(1 - level))/eps counts.

        Examples
        --------
        >>> LaplaceNoise.for_budget(sp.log(2)).half_width("7/8")
        log(8)/log(2)
        """
        return sp.log(1 / (1 - probability("level", level))) / self.epsilon

    def crossing(self, count: Exact, threshold: Exact) -> sp.Expr:
        """Probability that the released number is on the other side of the threshold than the true count.

        Parameters
        ----------
        count, threshold : exact number
            A number meets the threshold where it is <= the threshold.

        Examples
        --------
        >>> LaplaceNoise.for_budget(sp.log(2)).crossing(25, 24)
        1/4
        """
        gap = exact_number("threshold", threshold) - exact_number("count", count)
        return sp.Integer(0) if self.epsilon is sp.oo else self.tail(abs(gap))

    def crossing_terms(self, count: Exact, threshold: Exact) -> tuple[sp.Expr, sp.Expr]:
        """The exponent -eps d of e^(-eps d)/2, and the factor 1/2.

        Examples
        --------
        >>> LaplaceNoise.for_budget(sp.log(2)).crossing_terms(26, 24)
        (-2*log(2), 1/2)
        """
        gap = exact_number("threshold", threshold) - exact_number("count", count)
        return -abs(gap) * self.epsilon, sp.S.Half

    @classmethod
    def decay_for_deviation(cls, target: sp.Rational) -> sp.Expr:
        """The largest x = e^-eps with sqrt(2)/eps <= target.

        Examples
        --------
        >>> LaplaceNoise.decay_for_deviation(sp.Integer(2))
        exp(-sqrt(2)/2)
        """
        return sp.exp(-sp.sqrt(2) / target)

    @classmethod
    def decay_for_crossing(cls, count: sp.Rational, threshold: sp.Rational, target: sp.Rational) -> sp.Expr:
        """The largest x = e^-eps, at most 1, with x^d/2 <= target, d the distance; 0 where d = 0.

        Examples
        --------
        >>> LaplaceNoise.decay_for_crossing(sp.Integer(26), sp.Integer(24), sp.Rational(1, 8))
        1/2
        """
        distance = abs(threshold - count)
        if 2 * target >= 1:
            return sp.Integer(1)
        return sp.Integer(0) if distance == 0 else (2 * target) ** (1 / distance)
