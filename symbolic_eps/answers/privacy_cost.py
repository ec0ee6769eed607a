"""The least cost of a stated eps under noise for eps0, and the eps that bounds on cost and error permit."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import exp

import sympy as sp

from symbolic_eps.answers.privacy_loss import in_domain, positive
from symbolic_eps.errors import DomainError
from symbolic_eps.privacy_loss import law
from symbolic_eps.privacy_loss.cost import Cost, Minimum, minimum, permitted
from symbolic_eps.privacy_loss.cost_shape import has_one_minimum
from symbolic_eps.privacy_loss.simulation import SEED, Simulation, simulate
from symbolic_eps.profiles.exact_numbers import Exact
from symbolic_eps.report.quantity import Quantity, quantity
from symbolic_eps.results import Result


@dataclass(frozen=True)
class PrivacyCost(Result):
    """The cost as a function of the eps that is stated, in (0, eps0].

    Parameters
    ----------
    eps0, c, scale : sympy.Rational
        What the noise is calibrated to; how slowly the cost grows with eps; what it tends to.
    minimum : Minimum
        Where it is least, and its other stationary points.
    proved : bool
        Whether one minimum is proved for all parameters like these, or was isolated for these numbers.
    at_eps0 : Quantity
        The cost at eps0, which it also tends to as eps -> 0.
    absolute_error : Quantity
        Mean of the absolute noise, sensitivity/eps0.
    budget, error : sympy.Rational or None
        Bounds on the cost and on that mean.
    permitted : tuple of (Quantity, Quantity) or None
        Intervals of eps at which both are kept; the first begins at 0, not in it, if all eps serve.
    simulation : Simulation or None
        Losses drawn, at the eps of the least cost.

    Examples
    --------
    >>> from symbolic_eps import privacy_cost
    >>> privacy_cost("1/2", 1, 550000).minimum.eps.enclosure.text(6)
    '[0.285839, 0.285840]'
    """

    eps0: sp.Rational
    c: sp.Rational
    scale: sp.Rational
    minimum: Minimum
    proved: bool
    at_eps0: Quantity
    absolute_error: Quantity
    budget: sp.Rational | None = None
    error: sp.Rational | None = None
    permitted: tuple[tuple[Quantity, Quantity], ...] | None = None
    simulation: Simulation | None = None

    @property
    def drawn_cost(self) -> float | None:
        """The mean cost of the releases that were drawn."""
        drawn = self.simulation
        if drawn is None:
            return None
        eps, eps0, c, scale = map(float, (self.minimum.eps.lower, self.eps0, self.c, self.scale))
        within = drawn.within / drawn.draws
        return scale * (within * exp(-c / eps) + (1 - within) * exp(-c / eps0))


def privacy_cost(
    eps0: Exact,
    c: Exact,
    scale: Exact,
    budget: Exact | None = None,
    error: Exact | None = None,
    sensitivity: Exact = 1,
    draws: int | None = None,
    seed: int = SEED,
) -> PrivacyCost:
    """The least gamma S e^(-c/eps) + (1-gamma) S e^(-c/eps0) for eps in (0, eps0], gamma = P(abs(C) <= eps).

    Parameters
    ----------
    eps0 : exact number
        What the noise is calibrated to, > 0.
    c : exact number
        > 0.
    scale : exact number
        S > 0, the cost as eps grows without bound.
    budget : exact number, optional
        A bound on the cost, > 0.
    error : exact number, optional
        A bound on the expected absolute error of a released number, > 0.
    sensitivity : exact number
        By how much a pair of neighbours differs at most, > 0.
    draws : int, optional
        How many losses a simulation draws, at the eps of the least cost.
    seed : int
        Of the simulation.

    Raises
    ------
    symbolic_eps.errors.InputError
        A number outside its domain, or a bound that no eps keeps.

    Examples
    --------
    >>> privacy_cost("1/2", 1, 550000, budget=70000, error=2).permitted is None
    False
    """
    given = {"eps0": eps0, "c": c, "scale": scale, "sensitivity": sensitivity}
    given |= {name: wish for name, wish in (("budget", budget), ("error", error)) if wish is not None}
    numbers = {name: positive(name, value) for name, value in given.items()}
    noise, limit = numbers["eps0"], numbers.get("error")
    in_domain("eps0", noise)
    spread = numbers["sensitivity"] / noise
    if limit is not None and spread > limit:
        raise DomainError(
            f"the mean absolute error is sensitivity/eps0 = {spread} whatever eps is stated, above error = "
            f"{limit}: give eps0 of at least {numbers['sensitivity'] / limit}, or allow an error of {spread}"
        )
    cost = Cost(*(_fraction(numbers[name]) for name in ("eps0", "c", "scale")))
    least = minimum(cost)
    allowed = None
    if "budget" in numbers:
        allowed = permitted(cost, _fraction(numbers["budget"]))
    elif limit is not None:
        allowed = ((quantity(sp.S.Zero), quantity(noise)),)
    return PrivacyCost(
        noise,
        numbers["c"],
        numbers["scale"],
        least,
        has_one_minimum(cost.eps0, cost.c),
        quantity(numbers["scale"] * sp.exp(-numbers["c"] / noise)),
        quantity(spread),
        numbers.get("budget"),
        limit,
        allowed,
        None if draws is None else _drawn(noise, least, draws, seed),
    )


def _drawn(eps0: sp.Rational, least: Minimum, draws: int, seed: int) -> Simulation:
    noise, eps = sp.Float(eps0, 30), float(least.eps.lower)
    probabilities = float(least.probability.lower), float(law.one_sided(noise, eps))
    moments = float(law.mean(noise)), float(law.variance(noise))
    return simulate(float(noise), eps, probabilities, moments, draws, seed)


def _fraction(number: sp.Rational) -> Fraction:
    return Fraction(int(number.p), int(number.q))
