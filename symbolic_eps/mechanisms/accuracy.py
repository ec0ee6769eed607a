"""What a budget means for the accuracy of a released count, mechanism by mechanism.

Root mean squared error, probability of the exact count, confidence half-widths and the probability that noise
carries the count across a threshold (Kazan & Reiter 2024, Section 5), all exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic_eps.digits import decimal, enclosure_of
from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.mechanisms.geometric import GeometricNoise
from symbolic_eps.mechanisms.laplace import LaplaceNoise
from symbolic_eps.mechanisms.noise import LONGEST_POWER, Noise, power_bits, probability
from symbolic_eps.profiles.exact_numbers import Exact, exact_number
from symbolic_eps.spelling import suggest
from verify.enclosure import Enclosure

MECHANISMS: Mapping[str, type[GeometricNoise] | type[LaplaceNoise]] = {
    kind.name: kind for kind in (GeometricNoise, LaplaceNoise)
}
"""The mechanisms by name."""

SHORT_POWER = 10**4
"""Bits up to which a probability is written out before it is enclosed."""

NEGLIGIBLE = Fraction(1, 10**400)
"""Probabilities below this are not told apart from 0."""

_FAR = 1000

LEVELS = (Fraction(9, 10), Fraction(19, 20), Fraction(99, 100))
"""Confidence levels of the half-widths, by default."""


@dataclass(frozen=True)
class HalfWidth:
    """An interval around the released count.

    Parameters
    ----------
    level : sympy.Rational
        The probability asked for.
    counts : sympy.Expr
        The smallest half-width that has it: a whole number for the geometric mechanism.
    coverage : sympy.Expr or None
        The probability that it has; None where the number is too long to be written.
    """

    level: sp.Rational
    counts: sp.Expr
    coverage: sp.Expr | None


@dataclass(frozen=True)
class Accuracy:
    """What a budget means under one mechanism.

    Parameters
    ----------
    noise : Noise
        The mechanism's noise.
    half_widths : tuple of HalfWidth
        By level.
    """

    noise: Noise
    half_widths: tuple[HalfWidth, ...]


def noise_of(mechanism: str, epsilon: sp.Expr | Fraction | int) -> GeometricNoise | LaplaceNoise:
    """The noise of a mechanism by name.

    Raises
    ------
    symbolic_eps.errors.InputError
        Another name, or a budget that is no exact positive number.

    Examples
    --------
    >>> noise_of("laplace", sp.log(9)).standard_deviation
    sqrt(2)/log(9)
    """
    return mechanism_of(mechanism).for_budget(epsilon)


def mechanism_of(name: str) -> type[GeometricNoise] | type[LaplaceNoise]:
    """A mechanism by name.

    Raises
    ------
    symbolic_eps.errors.InputError
        Another name.
    """
    if name not in MECHANISMS:
        raise InputError(
            f"there is no mechanism {name!r}: {suggest(name, MECHANISMS)}choose {' or '.join(MECHANISMS)}"
        )
    return MECHANISMS[name]


def accuracy(
    epsilon: sp.Expr | Fraction | int, mechanism: str = "geometric", levels: Sequence[Exact] = LEVELS
) -> Accuracy:
    """What a budget means for a count that is released by a mechanism.

    Parameters
    ----------
    epsilon : sympy.Expr, Fraction or int
        The budget (natural logarithm), an exact number > 0, or `oo`.
    mechanism : {"geometric", "laplace"}
        The mechanism.
    levels : sequence of exact numbers
        Confidence levels, strictly between 0 and 1.

    Raises
    ------
    symbolic_eps.errors.InputError
        Another mechanism, or a number outside its domain.
    symbolic_eps.errors.UndecidedError
        Two numbers could not be told apart.

    Notes
    -----
    Source: Kazan & Reiter 2024, def:1 (2) and Section 5.

    Examples
    --------
    >>> result = accuracy(sp.log(9))
    >>> [(str(w.level), w.counts, w.coverage) for w in result.half_widths]
    [('9/10', 1, 44/45), ('19/20', 1, 44/45), ('99/100', 2, 404/405)]
    """
    noise = noise_of(mechanism, epsilon)
    return Accuracy(noise, tuple(half_width(noise, probability("level", level)) for level in levels))


def half_width(noise: GeometricNoise | LaplaceNoise, level: sp.Rational) -> HalfWidth:
    """The half-width at one level, with its coverage where that is not too long to be written."""
    counts = noise.half_width(level)
    if noise.epsilon is sp.oo:
        return HalfWidth(level, counts, sp.Integer(1))
    if not isinstance(noise, GeometricNoise):
        return HalfWidth(level, counts, level)  # a continuous law covers with the level itself
    too_long = power_bits(noise.epsilon, counts) > LONGEST_POWER
    return HalfWidth(level, counts, None if too_long else noise.coverage(counts))


@dataclass(frozen=True)
class Threshold:
    """A threshold, and a true count that noise may carry across it. Made by `of` or `of_rates`.

    Parameters
    ----------
    count : sympy.Rational
        The true count, perhaps hypothetical.
    threshold : sympy.Rational
        Met by counts <= it.

    Examples
    --------
    >>> Threshold.of(25, "24.072")
    Threshold(count=25, threshold=3009/125)
    """

    count: sp.Rational
    threshold: sp.Rational

    @classmethod
    def of(cls, count: Exact, threshold: Exact) -> Threshold:
        """From exact numbers.

        Raises
        ------
        symbolic_eps.errors.InputError
            A number that is not exact.

        Examples
        --------
        >>> Threshold.of(25, "24.072").crossing(noise_of("geometric", sp.log(9)))
        1/10
        """
        return cls(exact_number("count", count), exact_number("threshold", threshold))

    @classmethod
    def of_rates(cls, population: Exact, target: Exact, rate: Exact) -> Threshold:
        """From a target for a rate and the true rate, both per member of a population.

        Parameters
        ----------
        population : exact number
            The public number that the count is divided by, > 0.
        target, rate : exact number
            The target and the true rate.

        Raises
        ------
        symbolic_eps.errors.InputError
            A number that is not exact, or a population that is not positive.

        Notes
        -----
        Source: Kazan & Reiter 2024, Example 3: infant deaths among 4012 live births in Durham county, target
        6.0 per 1000.

        Examples
        --------
        >>> result = Threshold.of_rates(4012, "6/1000", "25/4012")
        >>> result.count, result.threshold
        (25, 3009/125)
        """
        members = exact_number("population", population)
        if members <= 0:
            raise DomainError(f"population = {members}: give a positive number")
        return cls(members * exact_number("rate", rate), members * exact_number("target", target))

    @property
    def text(self) -> str:
        """In words."""
        return f"{decimal(self.count)} crosses {decimal(self.threshold)}"

    def crossing(self, noise: Noise) -> sp.Expr:
        """The probability that the released count is on the other side of the threshold, exactly."""
        return noise.crossing(self.count, self.threshold)

    def chance(self, noise: Noise) -> Enclosure:
        """Rational ends that contain that probability; quick, however far apart count and threshold are.

        Examples
        --------
        >>> Threshold.of(10**9, 0).chance(noise_of("geometric", sp.log(9))).upper == NEGLIGIBLE
        True
        """
        if noise.epsilon is sp.oo:
            return Enclosure(Fraction(0), Fraction(0))
        distance = abs(self.count - self.threshold)
        short = power_bits(noise.epsilon, distance) < SHORT_POWER
        if short and distance * enclosure_of(noise.epsilon).upper < _FAR:
            return enclosure_of(self.crossing(noise))
        exponent, factor = noise.crossing_terms(self.count, self.threshold)
        ends = enclosure_of(exponent)
        if ends.upper < -_FAR:  # factor <= 1, and e^-1000 < 10^-400
            return Enclosure(Fraction(0), NEGLIGIBLE)
        share = enclosure_of(factor)
        low, high = (enclosure_of(sp.exp(sp.Rational(end))) for end in (ends.lower, ends.upper))
        return Enclosure(
            Fraction(low.lower) * Fraction(share.lower), Fraction(high.upper) * Fraction(share.upper)
        )
