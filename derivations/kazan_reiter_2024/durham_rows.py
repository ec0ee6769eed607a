"""The table of Section 5 of Kazan & Reiter (2024): budget, error, and the odds that noise crosses the target.

A rate that is d deaths per 1000 births off its target is 4.012 d counts off; how many whole steps of noise
cross that is a matter of reading.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

import sympy as sp

from derivations.kazan_reiter_2024 import numbers as printed
from derivations.kazan_reiter_2024.number_row import exact, finite, rounded_text
from derivations.kazan_reiter_2024.numbers import Profile
from symbolic_eps.mechanisms.geometric import GeometricNoise, tail_probability
from symbolic_eps.theory.symbols import DECAY


class Reading(StrEnum):
    """How many whole steps of noise carry a rate that is d per 1000 births off the target across it.

    d is 4.012 d counts, never a whole number for the four d of Section 5.
    """

    NEAREST = "nearest"
    """round(4.012 d) steps: what the whole count nearest to the deviation needs from above the target."""

    STRICT = "strict"
    """ceil(4.012 d) steps: what integer noise added to a count exactly 4.012 d away must reach."""

    INTERPOLATED = "interpolated"
    """4.012 d put into x^m/(1+x) as it stands: a formula's value, not a probability of integer noise."""

    def steps(self, counts: Fraction) -> Fraction:
        """The m of the tail P(K >= m) for a distance in counts.

        Examples
        --------
        >>> [str(reading.steps(Fraction(4012, 1000))) for reading in Reading]
        ['4', '5', '1003/250']
        """
        match self:
            case Reading.NEAREST:
                return Fraction(round(counts))
            case Reading.STRICT:
                return Fraction(math.ceil(counts))
            case Reading.INTERPOLATED:
                return counts


@dataclass(frozen=True)
class SwitchingProbability:
    """The probability that noise changes whether the target is met.

    Parameters
    ----------
    deviation : Fraction
        Distance of the true rate from the target, deaths per 1000 births.
    reading : Reading
        How the distance becomes a number of steps.
    steps : Fraction
        The m of P(K >= m).
    probability : sympy.Expr
        The exact value.
    percent : str
        In percent, rounded to 2 decimals (certified).
    """

    deviation: Fraction
    reading: Reading
    steps: Fraction
    probability: sp.Expr
    percent: str


@dataclass(frozen=True)
class DurhamRow:
    """One profile of Section 5 with what it means for the released count.

    Parameters
    ----------
    risk_bound, absolute_risk : Fraction
        r and a.
    profile : Profile or None
        The profile; None for the limit of (17) as a -> 0.
    epsilon : sympy.Expr
        Exact recommended budget.
    epsilon_text, rmse_text : str
        Budget and root mean squared error (counts), rounded to 2 decimals (certified).
    rmse : sympy.Expr
        Exact root mean squared error.
    switching : tuple of SwitchingProbability
        For every reading and deviation.
    note : str
        Which profile this is, where a = 0.
    """

    risk_bound: Fraction
    absolute_risk: Fraction
    profile: Profile | None
    epsilon: sp.Expr
    epsilon_text: str
    rmse: sp.Expr
    rmse_text: str
    switching: tuple[SwitchingProbability, ...]
    note: str = ""

    def switch(self, reading: Reading, deviation: Fraction) -> SwitchingProbability:
        """The switching probability for one reading and deviation."""
        return next(s for s in self.switching if (s.reading, s.deviation) == (reading, deviation))


@dataclass(frozen=True)
class CountCase:
    """A whole number of deaths near the target and how far the noise must go to change the outcome.

    Parameters
    ----------
    count : int
        Deaths.
    rate : Fraction
        Deaths per 1000 births.
    deviation : Fraction
        Rate minus target; <= 0 where the target is met.
    steps : int
        Steps towards the other side that the noise must take at least.
    """

    count: int
    rate: Fraction
    deviation: Fraction
    steps: int


def durham_row(
    risk_bound: Fraction, absolute_risk: Fraction, profile: Profile | None, epsilon: sp.Expr
) -> DurhamRow:
    """One row of the table.

    Parameters
    ----------
    risk_bound, absolute_risk : Fraction
        r and a.
    profile : Profile or None
        None for the limit of (17) as a -> 0.
    epsilon : Expr
        Its exact recommended budget.

    Raises
    ------
    symbolic_eps.errors.DomainError
        If that is not a finite number > 0.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> durham_row(Fraction(5), half, printed.durham_profile(Fraction(5), half), sp.log(9)).rmse_text
    '0.53'
    """
    noise = GeometricNoise.for_budget(finite(epsilon))
    switching = []
    for reading in Reading:
        for deviation in printed.DURHAM_DEVIATIONS:
            steps = reading.steps(_counts(deviation))
            probability = tail_probability(exact(steps)).subs(DECAY, noise.decay)
            switching.append(
                SwitchingProbability(
                    deviation, reading, steps, probability, rounded_text(100 * probability, 2)[0]
                )
            )
    if profile is None:
        note = "limit of (17) as a -> 0 at q = 1"
    else:
        note = "constant profile over all p and q" if absolute_risk == 0 else ""
    return DurhamRow(
        risk_bound,
        absolute_risk,
        profile,
        epsilon,
        rounded_text(epsilon, 2)[0],
        noise.standard_deviation,
        rounded_text(noise.standard_deviation, 2)[0],
        tuple(switching),
        note,
    )


def _counts(deviation: Fraction) -> Fraction:
    """A rate per 1000 births as a number of deaths."""
    return deviation * printed.DURHAM_BIRTHS / 1000


def counts_near_target() -> tuple[CountCase, ...]:
    """The four whole counts around the target.

    The target of 6.0 is 24.072 deaths, so 24 deaths meet it (rate 5.982, 0.018 below) and 25 do not (rate
    6.231, 0.231 above, the observed 6.2): either is one step from the other side. 23 deaths (0.267 below) and
    26 (0.481 above) are two steps away. No whole count deviates by 0.25: the nearest above the target is one
    step away, as `Reading.NEAREST` has it, and the nearest below is two, as `Reading.STRICT` has it.

    Examples
    --------
    >>> [(case.count, case.steps) for case in counts_near_target()]
    [(23, 2), (24, 1), (25, 1), (26, 2)]
    """
    target = printed.DURHAM_TARGET * 1000
    last = math.floor(printed.DURHAM_TARGET * printed.DURHAM_BIRTHS)
    cases = []
    for count in range(last - 1, last + 3):
        rate = Fraction(1000 * count, printed.DURHAM_BIRTHS)
        steps = last + 1 - count if count <= last else count - last
        cases.append(CountCase(count, rate, rate - target, steps))
    return tuple(cases)
