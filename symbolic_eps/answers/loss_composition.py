"""What n releases of the Laplace mechanism guarantee together: exactly, and by theorems that know less."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic_eps.answers.privacy_loss import in_domain, positive
from symbolic_eps.errors import InputError
from symbolic_eps.privacy_loss import inverse, law
from symbolic_eps.privacy_loss.composed_epsilon import eps_of_sum
from symbolic_eps.privacy_loss.composition import delta_of_sum, factor
from symbolic_eps.privacy_loss.known_bound import delta_from_bound
from symbolic_eps.privacy_loss.simulation import SEED, SumSimulation, simulate_sum
from symbolic_eps.privacy_loss.worst_pair import coordinates
from symbolic_eps.profiles.exact_numbers import Exact, exact, whole
from symbolic_eps.report.quantity import RELATIVE_WIDTH, Quantity, as_probability, enclosing, quantity
from symbolic_eps.results import Result

MOST_RELEASES = 1000

WRITTEN_OUT = 20
"""Up to so many releases delta has a closed form that may be short enough to be read."""

FEW = 100
"""Up to so many releases eps is enclosed to 12 digits, beyond to 4."""


@dataclass(frozen=True)
class KnownBound:
    """What follows from knowing only how probable a loss of at most `eps` is in each release.

    Parameters
    ----------
    eps, probability : Quantity
        Of one release.
    all : Quantity
        Probability that no loss is larger.
    delta : Quantity
        The least delta that is guaranteed at the eps of the answer.
    coordinates : str
        On how many in each release the probability is known, in words.
    """

    eps: Quantity
    probability: Quantity
    all: Quantity
    delta: Quantity
    coordinates: str


@dataclass(frozen=True)
class LossComposition(Result):
    """The privacy of n releases.

    Parameters
    ----------
    sought : {"eps", "delta"}
    releases : int
    eps0 : Quantity
        Of each release.
    eps, delta : Quantity
        All releases together are (eps, delta)-differentially private, with the least number that was sought.
    basic : Quantity
        n eps0: the eps at delta = 0.
    advanced : Quantity
        The eps at this delta by the theorem of Dwork, Rothblum & Vadhan (2010).
    known : KnownBound or None
        What a bound on each loss alone says.
    noise_scale : Quantity or None
        Of each release, sensitivity/eps0.
    simulation : SumSimulation or None
        Sums of n losses drawn.

    Examples
    --------
    >>> compose_losses("1", 2, eps="1/2").delta.closed_form
    1 - 11*exp(-3/4)/8
    """

    sought: str
    releases: int
    eps0: Quantity
    eps: Quantity
    delta: Quantity
    basic: Quantity
    advanced: Quantity
    known: KnownBound | None = None
    noise_scale: Quantity | None = None
    simulation: SumSimulation | None = None


def compose_losses(
    eps0: Exact,
    n: int,
    eps: Exact | None = None,
    delta: Exact | None = None,
    each: Exact | None = None,
    sensitivity: Exact | None = None,
    draws: int | None = None,
    seed: int = SEED,
) -> LossComposition:
    """The least delta at eps, or the least eps at delta, of n releases with Laplace noise for eps0 each.

    Parameters
    ----------
    eps0 : exact number
        In (0, 1e5].
    n : int
        Number of releases, 1 to 1000.
    eps : exact number, optional
        In [0, 1e5].
    delta : exact number, optional
        In [0, 1].
    each : exact number, optional
        A bound on the loss of one release, in [0, 1e5], to see what it says alone.
    sensitivity : exact number, optional
        In the l1 norm, of each release; gives the scale of the noise.
    draws : int, optional
        How many sums of n losses are drawn.
    seed : int
        Of the draws.

    Raises
    ------
    symbolic_eps.errors.InputError
        Not one of eps and delta, a number outside its domain, or a delta that no eps has.

    Examples
    --------
    >>> compose_losses("1", 10, delta="1e-6").eps.enclosure.text(10)
    '[9.998978089, 9.998978090]'
    """
    releases = whole("n", n, 1, MOST_RELEASES, 10)
    if (eps is None) == (delta is None):
        raise InputError("give one of eps and delta, such as eps 3: the other one is found")
    wide = None if sensitivity is None else positive("sensitivity", sensitivity)
    texts = {"eps0": eps0, "eps": eps, "delta": delta, "each": each}
    given = {name: exact(name, value) for name, value in texts.items() if value is not None}
    for name, value in given.items():
        in_domain(name, value)
    noise = given["eps0"]
    if eps is not None:
        bound, rest = quantity(given["eps"]), _delta(releases, noise, given["eps"])
    else:
        bound, rest = _eps(releases, noise, given["delta"]), quantity(given["delta"])
    return LossComposition(
        "delta" if delta is None else "eps",
        releases,
        quantity(noise),
        bound,
        rest,
        quantity(releases * noise),
        _advanced(releases, noise, rest),
        _known(releases, noise, bound, given["each"]) if "each" in given else None,
        None if wide is None else quantity(wide / noise),
        None if draws is None else _drawn(releases, noise, bound, rest, draws, seed),
    )


def _drawn(n: int, eps0: sp.Rational, eps: Quantity, delta: Quantity, draws: int, seed: int) -> SumSimulation:
    return simulate_sum(float(eps0), n, float(eps.upper), float(delta.upper), draws, seed)


def _delta(n: int, eps0: sp.Rational, eps: sp.Rational) -> Quantity:
    if eps >= n * eps0:
        return quantity(sp.S.Zero)
    noise, bound = _fraction(eps0), _fraction(eps)
    if n <= WRITTEN_OUT:
        rational = factor(n, noise, bound)
        value = 1 - sp.Rational(*rational.as_integer_ratio()) * sp.exp(-(n * eps0 - eps) / 2)
        return as_probability(quantity(value))
    ends = delta_of_sum(n, noise, bound, RELATIVE_WIDTH)
    return Quantity(ends.lower, ends.upper)


def _eps(n: int, eps0: sp.Rational, delta: sp.Rational) -> Quantity:
    if n == 1:
        return quantity(inverse.eps_for_delta(eps0, delta))
    if delta == 0:
        return quantity(n * eps0)
    width = Fraction(1, 10**14 if n <= FEW else 10**5)
    ends = eps_of_sum(n, _fraction(eps0), _fraction(delta), width)
    return Quantity(ends.lower, ends.upper)


def _advanced(n: int, eps0: sp.Rational, delta: Quantity) -> Quantity:
    """eps0 sqrt(2 n ln(1/delta)) + n eps0 (e^eps0 - 1), which decreases in delta."""

    def eps(at: sp.Expr) -> Quantity:
        if at == 0:
            return quantity(sp.oo)
        return quantity(eps0 * sp.sqrt(2 * n * sp.log(1 / at)) + n * eps0 * (sp.exp(eps0) - 1))

    if delta.closed_form is not None and delta.closed_form.is_Rational:
        return eps(delta.closed_form)
    ends = [sp.Rational(*Fraction(end).as_integer_ratio()) for end in (delta.lower, delta.upper)]
    return enclosing([eps(end) for end in ends])


def _known(n: int, eps0: sp.Rational, eps: Quantity, each: sp.Rational) -> KnownBound:
    p = sp.S.One if each >= eps0 else law.probability(eps0, each)
    ends = [delta_from_bound(n, _fraction(each), p, Fraction(end)) for end in (eps.lower, eps.upper)]
    delta = enclosing([Quantity(end.lower, end.upper) for end in ends])
    return KnownBound(quantity(each), quantity(p), quantity(p**n), delta, coordinates(each, eps0))


def _fraction(number: sp.Rational) -> Fraction:
    return Fraction(int(number.p), int(number.q))
