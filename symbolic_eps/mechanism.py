"""The two-sided geometric mechanism (Kazan & Reiter 2024, Definition 1, (2)) and what a budget means for it.

Mass, variance and tails are sums of geometric series in x = e^-eps, derived here from the mass function.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import sympy as sp

from symbolic_eps.errors import DomainError, UndecidedError
from symbolic_eps.symbols import DECAY
from verify.enclosure import RoundingTieError, UncertifiedError, enclose_to, rounded, sign


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
        In x (`symbolic_eps.symbols.DECAY`).

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
class GeometricNoise:
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

    epsilon: sp.Expr

    @classmethod
    def for_budget(cls, epsilon: sp.Expr | Fraction | int) -> GeometricNoise:
        """The noise for an exact budget.

        Parameters
        ----------
        epsilon : sympy.Expr, Fraction or int
            Natural-logarithm budget: an exact number > 0, or `oo`.

        Raises
        ------
        DomainError
            The budget is 0, negative, not real, or not an exact number (a float, a free symbol).
        UndecidedError
            The budget could not be told from 0.
        """
        if isinstance(epsilon, float):
            raise DomainError(
                f"eps = {epsilon!r} is a rounded number; give an exact one, such as log(9) or 1/2"
            )
        try:
            budget = sp.sympify(epsilon, strict=True)  # strict: a text is refused, not evaluated
        except sp.SympifyError as error:
            raise DomainError(f"eps = {epsilon!r} is no exact number such as log(9), 1/2 or oo") from error
        try:
            budget_sign = sign(budget)
        except UncertifiedError as error:
            raise UndecidedError(f"whether eps = {budget} is positive: {error}") from error
        except (TypeError, ValueError) as error:
            raise DomainError(
                f"eps = {budget} is not an exact real number such as log(9), 1/2 or oo ({error})"
            ) from error
        if budget_sign == 0:
            raise DomainError("eps = 0: no finite noise gives it; the budget must be > 0")
        if budget_sign < 0:
            raise DomainError(f"eps = {budget} is negative; the budget must be > 0")
        return cls(budget)

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

        Examples
        --------
        >>> GeometricNoise.for_budget(sp.log(2)).tail(0)
        2/3
        """
        if steps < 1:
            return 1 - self._at(tail_probability(1 - steps))
        return self._at(tail_probability(steps))

    def meaning(self) -> str:
        """Two lines for an analyst; every digit in them is certified.

        Examples
        --------
        >>> print(GeometricNoise.for_budget(sp.log(9)).meaning())
        Noise: whole numbers around 0 with standard deviation 0.530, the root mean squared error of the count.
        The count is released unchanged with probability 80.0 %; it is 1 or more too high with probability 10.0 % (too low: the same).
        """  # noqa: E501
        if self.epsilon is sp.oo:
            return "Noise: none.\nThe true count is released with certainty."
        deviation, tail = self.standard_deviation, self.tail(1)
        return (
            f"Noise: whole numbers around 0 with standard deviation {_significant(deviation)}, "
            "the root mean squared error of the count.\n"
            f"The count is released unchanged with probability {_digits(100 * self.probability_exact, 1)} %; "
            f"it is 1 or more too high with probability {_significant(100 * tail)} % (too low: the same)."
        )

    def _at(self, formula: sp.Expr) -> sp.Expr:
        return formula.subs(DECAY, self.decay)


def _digits(number: sp.Expr, decimals: int) -> str:
    try:
        return rounded(number, decimals)
    except RoundingTieError:
        return rounded(number, decimals + 1)  # a tie at d decimals is exact at d + 1


def _significant(number: sp.Expr, digits: int = 3) -> str:
    """A positive number rounded to about `digits` significant digits; below 10^-4 with a power of ten."""
    magnitude, exponent = Fraction(enclose_to(number, Fraction(1, 1000)).lower), 0
    while magnitude * Fraction(10) ** -exponent >= 10:
        exponent += 1
    while magnitude * Fraction(10) ** -exponent < 1:
        exponent -= 1
    if exponent < -4:
        return f"{_digits(number * 10**-exponent, digits - 1)}e{exponent}"
    return _digits(number, max(digits - 1 - exponent, 0))
