"""The Laplace mechanism's privacy loss for one release: two numbers are given, the third is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import sympy as sp

from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.privacy_loss import inverse, law
from symbolic_eps.privacy_loss.simulation import SEED, Simulation, simulate
from symbolic_eps.privacy_loss.worst_pair import is_proved, least_probability
from symbolic_eps.profiles.exact_numbers import Exact, exact, whole
from symbolic_eps.report.quantity import Quantity, as_probability, enclosing, quantity
from symbolic_eps.results import Result
from verify.enclosure import sign

LARGEST = 10**5
"""Of eps0 and eps: e^-eps is no number to be written down far beyond."""

MOST_DIMENSIONS = 10**9

Point = tuple[sp.Expr, sp.Expr]
"""Of eps0 and eps."""


@dataclass(frozen=True)
class PrivacyLoss(Result):
    """The law of the loss at one eps.

    Parameters
    ----------
    sought : str
        `eps0`, `eps`, or nothing if both were given.
    dimensions : int
        k, the number of coordinates.
    eps0, eps : Quantity
        What the noise is calibrated to, and the bound on the loss.
    probability, one_sided : Quantity
        Of abs(C) <= eps, and of C <= eps.
    delta : Quantity
        The least delta of (eps, delta)-differential privacy.
    mean, variance : Quantity
        Of C.
    certain : bool
        Whether eps is eps0 or more, so that the loss is always at most eps.
    proved : bool
        Whether the pair in one coordinate is proved to have the least probability of abs(C) <= eps.
    noise_scale : Quantity or None
        sensitivity/eps0, if a sensitivity is given.
    simulation : Simulation or None
        Losses drawn.

    Examples
    --------
    >>> from symbolic_eps.answers.privacy_loss import release_loss
    >>> release_loss("1", "1/2").delta.closed_form
    1 - exp(-1/4)
    """

    sought: str
    dimensions: int
    eps0: Quantity
    eps: Quantity
    probability: Quantity
    one_sided: Quantity
    delta: Quantity
    mean: Quantity
    variance: Quantity
    certain: bool
    proved: bool
    noise_scale: Quantity | None = None
    simulation: Simulation | None = None


def release_loss(
    eps0: Exact | None = None,
    eps: Exact | None = None,
    probability: Exact | None = None,
    delta: Exact | None = None,
    dimensions: int = 1,
    sensitivity: Exact | None = None,
    draws: int | None = None,
    seed: int = SEED,
) -> PrivacyLoss:
    """The probability of a small privacy loss, and the tight delta, of Laplace noise for the worst pair.

    Parameters
    ----------
    eps0 : exact number, optional
        What the noise is calibrated to, in (0, 1e5]: its scale is sensitivity/eps0.
    eps : exact number, optional
        The bound on the loss, in [0, 1e5].
    probability : exact number, optional
        P(abs(C) <= eps), in [0, 1].
    delta : exact number, optional
        Of (eps, delta)-differential privacy, in [0, 1].
    dimensions : int
        Number k of coordinates that get noise.
    sensitivity : exact number, optional
        In the l1 norm; gives the scale of the noise.
    draws : int, optional
        How many losses are drawn.
    seed : int
        Of the draws.

    Raises
    ------
    symbolic_eps.errors.InputError
        Not two of eps0, eps and one of the other two; a number outside its domain; or no third number.

    Examples
    --------
    >>> release_loss(eps="1/2", delta="1/100").eps0.closed_form
    1/2 - 2*log(99/100)
    """
    given = _given(eps0=eps0, eps=eps, probability=probability, delta=delta)
    k = whole("k", dimensions, 1, MOST_DIMENSIONS, 1)
    points = _points(given, k)
    found = _at(points, k, next((name for name in ("eps0", "eps") if name not in given), ""))
    if "probability" in given:
        found = replace(found, probability=quantity(given["probability"]))
    if sensitivity is not None:
        wide = positive("sensitivity", sensitivity)
        found = replace(found, noise_scale=_over(points, lambda noise, _: wide / noise))
    if draws is not None:
        found = replace(found, simulation=_drawn(found, draws, seed))
    return found


def _given(**texts: Exact | None) -> dict[str, sp.Rational]:
    """Two numbers in their domains."""
    given = {name: exact(name, value) for name, value in texts.items() if value is not None}
    for name, value in given.items():
        in_domain(name, value)
    if {"probability", "delta"} <= given.keys() or len(given) != 2:
        raise InputError(
            "give two of eps0, eps, probability and delta, but not both of the last two, such as "
            f"--eps0 1 --eps 1/2 (in Python eps0=1, eps='1/2'); given: {', '.join(given) or 'nothing'}"
        )
    return given


def in_domain(name: str, value: sp.Rational) -> None:
    """Refuse a number outside its domain.

    Raises
    ------
    symbolic_eps.errors.DomainError
        It is.

    Examples
    --------
    >>> in_domain("eps0", sp.Integer(0))
    Traceback (most recent call last):
    symbolic_eps.errors.DomainError: eps0 = 0: noise is calibrated to a positive number, such as 1
    """
    if name == "eps0" and value <= 0:
        raise DomainError(f"eps0 = {value}: noise is calibrated to a positive number, such as 1")
    if value < 0:
        raise DomainError(f"{name} = {value} is negative: give a number from 0 on, such as 1/2")
    if name in ("probability", "delta") and value > 1:
        raise DomainError(f"{name} = {value} is above 1: give a number from 0 to 1, such as 1/10")
    if value > LARGEST:
        raise DomainError(f"{name} = {value} is far too large: give a number up to {LARGEST}, such as 1")


def positive(name: str, value: Exact) -> sp.Rational:
    """An exact number above 0.

    Raises
    ------
    symbolic_eps.errors.InputError
        It is none.

    Examples
    --------
    >>> positive("c", "1/2")
    1/2
    """
    number = exact(name, value)
    if number <= 0:
        raise DomainError(f"{name} = {number}: give a positive number, such as 1")
    return number


def _points(given: Mapping[str, sp.Rational], dimensions: int) -> tuple[Point, ...]:
    """The eps0 and eps that answer; two points, between which the answer is, if it is known no better."""
    if "delta" in given:
        delta = given["delta"]
        if "eps0" in given:
            return ((given["eps0"], inverse.eps_for_delta(given["eps0"], delta)),)
        return ((inverse.eps0_for_delta(given["eps"], delta), given["eps"]),)
    if "probability" not in given:
        return ((given["eps0"], given["eps"]),)
    wanted = given["probability"]
    if "eps0" in given:
        noise = given["eps0"]
        ends = [inverse.eps_for_probability(noise, wanted)]
        if wanted < 1 and not is_proved(dimensions, ends[0]):
            ends.append(inverse.eps_for_any_pair(noise, wanted))
        return tuple((noise, end) for end in ends)
    bound = given["eps"]
    starts = [inverse.eps0_for_probability(bound, wanted)]
    if wanted < 1 and not is_proved(dimensions, bound):
        starts.append(inverse.eps0_for_any_pair(bound, wanted))
    return tuple((start, bound) for start in starts)


def _at(points: tuple[Point, ...], dimensions: int, sought: str) -> PrivacyLoss:
    certain = all(sign(noise - bound) <= 0 for noise, bound in points)

    def below(value: Callable[[sp.Expr, sp.Expr], sp.Expr], otherwise: sp.Expr) -> Quantity:
        return as_probability(quantity(otherwise) if certain else _over(points, value))

    probability = below(law.probability, sp.S.One)
    proved = certain or all(is_proved(dimensions, bound) for _, bound in points)
    if not proved:
        least = min(max(map(quantity, least_probability(*point)), key=_lower).lower for point in points)
        probability = Quantity(least, probability.upper)
    return PrivacyLoss(
        sought,
        dimensions,
        _over(points, lambda noise, _: noise),
        _over(points, lambda _, bound: bound),
        probability,
        below(law.one_sided, sp.S.One),
        below(law.delta, sp.S.Zero),
        _over(points, lambda noise, _: law.mean(noise)),
        _over(points, lambda noise, _: law.variance(noise)),
        certain,
        proved,
    )


def _lower(number: Quantity) -> Fraction | float:
    return number.lower


def _over(points: tuple[Point, ...], value: Callable[[sp.Expr, sp.Expr], sp.Expr]) -> Quantity:
    """A number at the point; between two, what is monotone lies between its values at both."""
    return enclosing(tuple(quantity(value(*point)) for point in points))


def _drawn(found: PrivacyLoss, draws: int, seed: int) -> Simulation:
    """Losses of the pair in one coordinate, at the safe ends of eps0 and eps."""
    noise = sp.Rational(*found.eps0.enclosure.double_lower().as_integer_ratio())
    bound = sp.Rational(*found.eps.enclosure.double_upper().as_integer_ratio())
    certain = noise <= bound
    probabilities = (
        1.0 if certain else float(law.probability(noise, bound)),
        1.0 if certain else float(law.one_sided(noise, bound)),
    )
    moments = tuple(quantity(value(noise)).enclosure.double_lower() for value in (law.mean, law.variance))
    return simulate(float(noise), float(bound), probabilities, (moments[0], moments[1]), draws, seed)
