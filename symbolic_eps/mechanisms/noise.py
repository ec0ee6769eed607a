"""What the noise on a count means for its user: half-widths, crossings of a threshold, budgets for a goal.

Common to all mechanisms; the laws are in `symbolic_eps.mechanisms.geometric` (two-sided geometric) and
`symbolic_eps.mechanisms.laplace`. Everything is exact: formulas in eps, decided by ball arithmetic.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Self

import sympy as sp

from symbolic_eps.errors import DomainError, UndecidedError
from symbolic_eps.guarantees.parse_epsilon import read_epsilon
from symbolic_eps.profiles.exact_numbers import Exact, exact_number
from verify.enclosure import UncertifiedError, sign


@dataclass(frozen=True)
class Noise(ABC):
    """The noise that one mechanism adds to a count under one privacy budget.

    Parameters
    ----------
    epsilon : sympy.Expr
        The budget (natural logarithm), exact; `oo` for no noise.
    """

    epsilon: sp.Expr
    name: ClassVar[str]
    """The mechanism's name, as the command line knows it."""

    @classmethod
    def for_budget(cls, epsilon: sp.Expr | Fraction | int) -> Self:
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
        return cls(exact_budget(epsilon))

    @property
    @abstractmethod
    def standard_deviation(self) -> sp.Expr:
        """Standard deviation = root mean squared error of the released count, in counts."""

    @property
    @abstractmethod
    def probability_exact(self) -> sp.Expr:
        """Probability that the released count, rounded to a whole number, is the true one."""

    @abstractmethod
    def half_width(self, level: Exact) -> sp.Expr:
        """The smallest h, in counts, such that the noise is within [-h, h] with probability >= `level`."""

    @abstractmethod
    def coverage(self, half_width: Exact) -> sp.Expr:
        """Probability that the noise is within [-h, h]."""

    @abstractmethod
    def crossing(self, count: Exact, threshold: Exact) -> sp.Expr:
        """Probability that the released count is on the other side of a threshold than the true one.

        A count meets the threshold where it is <= the threshold.
        """

    @abstractmethod
    def crossing_terms(self, count: Exact, threshold: Exact) -> tuple[sp.Expr, sp.Expr]:
        """That probability as e^exponent times a factor <= 1: (exponent, factor), for a finite budget."""

    @classmethod
    @abstractmethod
    def decay_for_deviation(cls, target: sp.Rational) -> sp.Expr:
        """The largest x = e^-eps with a standard deviation of at most `target` counts."""

    @classmethod
    @abstractmethod
    def decay_for_crossing(cls, count: sp.Rational, threshold: sp.Rational, target: sp.Rational) -> sp.Expr:
        """The largest x = e^-eps, at most 1, that crosses with probability <= `target`; 0 for none."""


def probability(name: str, value: Exact) -> sp.Rational:
    """A rational number strictly between 0 and 1.

    Raises
    ------
    symbolic_eps.errors.InputError
        Anything else.

    Examples
    --------
    >>> probability("level", "95/100")
    19/20
    """
    number = exact_number(name, value)
    if not 0 < number < 1:
        raise DomainError(f"{name} = {number} is no probability strictly between 0 and 1, such as 95/100")
    return number


def checked_width(half_width: Exact) -> sp.Rational:
    """A half-width in counts as an exact number >= 0."""
    width = exact_number("half-width", half_width)
    if width < 0:
        raise DomainError(f"a half-width is >= 0, such as 2, not {width}")
    return width


LONGEST_POWER = 10**5
"""Bits of a power of e^-eps that is still written out."""


def power_bits(epsilon: sp.Expr, exponent: sp.Expr | int) -> int:
    """About how many bits e^(-eps m) has, written out as a power of the numbers in eps; 0 without a log.

    Examples
    --------
    >>> power_bits(sp.log(9) / 2, 10)
    88
    """
    numbers = epsilon.atoms(sp.Rational) if epsilon.has(sp.log) else ()
    bits = sum(int(n.p).bit_length() + int(n.q).bit_length() for n in numbers)
    return bits * (int(sp.ceiling(exponent)) + 1)


def steps_to_cross(count: sp.Rational, threshold: sp.Rational) -> int:
    """Whole steps of noise, in the right direction, that carry a count across the threshold: at least 1.

    A count <= threshold needs floor(threshold - count) + 1 steps up; one above it ceil(count - threshold)
    steps down, so that it is <= the threshold then.

    Examples
    --------
    >>> [steps_to_cross(sp.Integer(count), sp.Rational(6018, 250)) for count in (23, 24, 25, 26)]
    [2, 1, 1, 2]
    """
    gap = threshold - count
    return int(sp.floor(gap)) + 1 if gap >= 0 else int(sp.ceiling(-gap))


def exact_budget(epsilon: Exact | sp.Expr) -> sp.Expr:
    """The budget as an exact positive number, or `oo`; the check that every mechanism makes.

    Parameters
    ----------
    epsilon : sympy.Expr or exact number
        Natural-logarithm budget.

    Raises
    ------
    DomainError
        The budget is 0, negative, not real, or not an exact number (a float, a free symbol).
    UndecidedError
        The budget could not be told from 0.

    Examples
    --------
    >>> from fractions import Fraction
    >>> exact_budget(Fraction(1, 2))
    1/2
    """
    budget = read_epsilon(epsilon)
    try:
        budget_sign = sign(budget)
    except UncertifiedError as error:
        raise UndecidedError(f"whether eps = {budget} is positive: {error}") from error
    except (TypeError, ValueError) as error:
        raise DomainError(
            f"eps = {budget} is not an exact real number such as log(9), 1/2 or oo ({error})"
        ) from error
    if budget_sign == 0:
        raise DomainError("eps = 0: no finite noise gives it; give a budget > 0, such as log(9)")
    if budget_sign < 0:
        raise DomainError(f"eps = {budget} is negative; give a budget > 0, such as log(9)")
    return budget
