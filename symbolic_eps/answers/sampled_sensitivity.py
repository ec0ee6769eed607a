"""Guarantees of noise for the m-th smallest of n sampled sensitivities, and the m or n for a goal."""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy as sp

from symbolic_eps.answers.privacy_loss import in_domain
from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.privacy_loss import law
from symbolic_eps.privacy_loss.order_statistics import (
    MOST_PAIRS,
    covering_level,
    covering_probability,
    least_rank,
    least_rank_for_level,
    least_sample,
    least_sample_for_level,
)
from symbolic_eps.privacy_loss.sampling import Drawn, draw
from symbolic_eps.privacy_loss.simulation import SEED
from symbolic_eps.profiles.exact_numbers import Exact, exact, whole
from symbolic_eps.report.quantity import Quantity, quantity
from symbolic_eps.results import Result


@dataclass(frozen=True)
class SampledSensitivity(Result):
    """The guarantee of the m-th smallest of n sampled sensitivities, for every law of sensitivities.

    Parameters
    ----------
    n, m : int
        Pairs that are sampled, and the rank; given, or the least that serve.
    sought : str
        `n`, `m`, or nothing if both were given.
    probability : Quantity
        The least probability, over sample and fresh pair, that the fresh pair is covered.
    share : sympy.Rational or None
        Of all pairs, for `level`.
    level : Quantity or None
        The least probability, over the sample, that the share is covered.
    eps0, eps : sympy.Rational or None
        What the noise is calibrated to, and the bound on the loss.
    mechanism : Quantity or None
        The least P(abs(C) <= eps) of a covered pair, over the noise.
    combined : Quantity or None
        The greatest lower bound of the probability, over sample, fresh pair and noise, that the pair is
        covered and abs(C) <= eps.
    share_combined : Quantity or None
        The same over fresh pair and noise, for a sample that covers the share.
    drawn : Drawn or None
        A simulation.

    Examples
    --------
    >>> from symbolic_eps import sampled_sensitivity
    >>> sampled_sensitivity(1000, 900).probability.closed_form
    900/1001
    """

    n: int
    m: int
    sought: str
    probability: Quantity
    share: sp.Rational | None = None
    level: Quantity | None = None
    eps0: sp.Rational | None = None
    eps: sp.Rational | None = None
    mechanism: Quantity | None = None
    combined: Quantity | None = None
    share_combined: Quantity | None = None
    drawn: Drawn | None = None


def sampled_sensitivity(
    n: int | None = None,
    m: int | None = None,
    level: Exact | None = None,
    eps0: Exact | None = None,
    eps: Exact | None = None,
    probability: Exact | None = None,
    confidence: Exact | None = None,
    draws: int | None = None,
    seed: int = SEED,
) -> SampledSensitivity:
    """What noise guarantees that is calibrated to the m-th smallest of n sampled sensitivities.

    Parameters
    ----------
    n, m : int, optional
        Pairs that are sampled, and the rank, 1 <= m <= n. What is missing is found for a wish: the least m
        for n, or the least n, with m = n.
    level : exact number, optional
        A share of all pairs, in (0, 1).
    eps0, eps : exact number, optional
        Both or neither: the noise is Laplace of scale S_(m)/eps0; eps bounds the loss.
    probability : exact number, optional
        A wish, in (0, 1): that a fresh pair is covered.
    confidence : exact number, optional
        A wish, in (0, 1): that the share `level` is covered.
    draws : int, optional
        How often a simulation draws a sample, a fresh pair and noise.
    seed : int
        Of the simulation.

    Raises
    ------
    symbolic_eps.errors.InputError
        A number outside its domain, a wish that no rank fulfils, or too little or too much that is given.

    Examples
    --------
    >>> sampled_sensitivity(1000, probability="9/10").m
    901
    """
    share = None if level is None else _inside("level", level)
    rank = _ranked(n, m, share, probability, confidence)
    noise, bound = _loss(eps0, eps)
    found = covering_probability(*rank)
    drawn = None if draws is None else draw(*rank, share, noise, bound, draws, seed)
    covered = None if share is None else covering_level(*rank, share)
    sought = "n" if n is None else "m" if m is None else ""
    answer = SampledSensitivity(*rank, sought, quantity(found), share, covered, noise, bound, drawn=drawn)
    if noise is None or bound is None:
        return answer
    small = sp.S.One if bound >= noise else law.probability(noise, bound)
    return replace(
        answer,
        mechanism=quantity(small),
        combined=quantity(found * small),
        share_combined=None if share is None else quantity(share * small),
    )


def _ranked(
    n: int | None,
    m: int | None,
    share: sp.Rational | None,
    probability: Exact | None,
    confidence: Exact | None,
) -> tuple[int, int]:
    """n and m as given, or the least that a wish takes."""
    size = None if n is None else whole("n", n, 1, MOST_PAIRS, 1000)
    if size is not None and m is not None:
        if probability is not None or confidence is not None:
            raise InputError(
                "n and m are given: leave out one of them, to be found for the wish, or the wish"
            )
        return size, whole("m", m, 1, size, size)
    if m is not None:
        raise InputError(f"n is missing: give the number of sampled pairs beside m = {m}, such as 1000")
    if (probability is None) == (confidence is None):
        raise InputError(
            "m is missing: give it, or one wish: a probability, such as 9/10, or a confidence with a level"
        )
    if probability is not None:
        wanted = _inside("probability", probability)
        return (size, least_rank(size, wanted)) if size is not None else (least_sample(wanted),) * 2
    if share is None:
        raise InputError(
            "a confidence is one that a share of all pairs is covered: give a level, such as 9/10"
        )
    sure = _inside("confidence", confidence)
    if size is not None:
        return size, least_rank_for_level(size, share, sure)
    return (least_sample_for_level(share, sure),) * 2


def _inside(name: str, value: object) -> sp.Rational:
    number = exact(name, value)
    if not 0 < number < 1:
        raise DomainError(f"{name} = {number}: give a number between 0 and 1, such as 9/10")
    return number


def _loss(eps0: Exact | None, eps: Exact | None) -> tuple[sp.Rational | None, sp.Rational | None]:
    if (eps0 is None) != (eps is None):
        there, missing = ("eps0", "eps") if eps is None else ("eps", "eps0")
        raise InputError(f"{missing} is missing: give it beside {there}, such as 1/2, or neither")
    if eps0 is None:
        return None, None
    noise, bound = exact("eps0", eps0), exact("eps", eps)
    in_domain("eps0", noise)
    in_domain("eps", bound)
    return noise, bound
