"""The privacy loss of one release as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symbolic_eps.answers.privacy_loss import PrivacyLoss
from symbolic_eps.report.quantity import line

HEAD = "The privacy loss C of Laplace noise of scale sensitivity/eps0, for the worst pair of neighbours:"

BELOW, FROM = "0 <= eps < eps0", "eps >= eps0: the loss is never more than eps0"
"""Where the numbers of an answer are valid."""

PAIR = "data x and neighbouring data whose true answers differ by the whole sensitivity, in one coordinate"

WHOLE_LAW = "C is ln(density at x / density at its neighbour) at an output for x"

RANDOMNESS = "the noise alone is random; the data, the neighbour and the question are fixed"

NOT_SAID = (
    "that the release is (eps, 0)-differentially private: with the rest of the probability C is larger, "
    "up to eps0",
    "that delta is 1 - probability: the least delta is smaller, as it weighs by how much C exceeds eps",
    "that several releases keep this probability: at-risk compose has what they keep",
)
"""What the probability does not say, where eps is below eps0."""


def text(answer: PrivacyLoss) -> str:
    """The answer as lines of text; every number that is shown encloses the exact one.

    Examples
    --------
    >>> from symbolic_eps.answers.privacy_loss import release_loss
    >>> print(text(release_loss("1", "1/2")).splitlines()[1])
      eps0                               1; rounded down 1.0
    """
    return "\n".join([HEAD, *_numbers(answer), *_meaning(answer), *_simulation(answer)]) + "\n"


def _numbers(answer: PrivacyLoss) -> Iterator[str]:
    for label, value, safe in (
        ("eps0", answer.eps0, "down"),
        ("scale of the noise", answer.noise_scale, "up"),
        ("eps", answer.eps, "up"),
        ("probability of abs(C) <= eps", answer.probability, "down"),
        ("probability of C <= eps", answer.one_sided, "down"),
        ("least delta at eps", answer.delta, "up"),
        ("mean of C", answer.mean, ""),
        ("variance of C", answer.variance, ""),
    ):
        if value is not None:
            yield line(label, value, safe)


def _meaning(answer: PrivacyLoss) -> Iterator[str]:
    yield "What it says:"
    yield f"  valid for {condition(answer)}"
    yield f"  {WHOLE_LAW}; {RANDOMNESS}"
    yield f"  the pair: {PAIR}"
    yield f"  {worst(answer)}"
    if not answer.certain:
        yield "What it does not say:"
        yield from (f"  {sentence}" for sentence in NOT_SAID)


def condition(answer: PrivacyLoss) -> str:
    """Where the numbers of this answer are valid."""
    return FROM if answer.certain else BELOW


def worst(answer: PrivacyLoss) -> str:
    """For which numbers the pair is proved to be the worst."""
    k = f"k = {answer.dimensions}"
    if answer.proved:
        return f"no pair has less probability or a larger delta: proved for {k}"
    return (
        f"no pair has a larger delta or less probability of C <= eps: proved for {k}; the least probability "
        "of abs(C) <= eps is between the ends shown, of which the upper one is that of this pair"
    )


def _simulation(answer: PrivacyLoss) -> Iterator[str]:
    drawn = answer.simulation
    if drawn is None:
        return
    yield f"A simulation of {drawn.draws} releases, seed {drawn.seed}:"
    seen = (
        f"{drawn.within} with abs(C) <= eps",
        f"{drawn.at_most} with C <= eps",
        f"mean of C {drawn.mean:.6g}",
    )
    for what, away in zip(seen, drawn.deviations, strict=True):
        yield f"  {what}, {away:+.2f} standard deviations from what is expected"


def structured(answer: PrivacyLoss) -> dict[str, Any]:
    """The answer as a JSON document."""
    names = ("eps0", "eps", "probability", "one_sided", "delta", "mean", "variance")
    drawn = answer.simulation
    return {
        **{name: getattr(answer, name).json() for name in names},
        "condition": condition(answer),
        "pair": f"{PAIR}; {worst(answer)}",
        "randomness": f"{WHOLE_LAW}; {RANDOMNESS}",
        "not_said": [] if answer.certain else list(NOT_SAID),
        "noise_scale": None if answer.noise_scale is None else answer.noise_scale.json(),
        "safe": {
            "eps0": answer.eps0.enclosure.double_lower(),
            "eps": answer.eps.enclosure.double_upper(),
            "probability": answer.probability.enclosure.double_lower(),
            "one_sided": answer.one_sided.enclosure.double_lower(),
            "delta": answer.delta.enclosure.double_upper(),
            "noise_scale": None
            if answer.noise_scale is None
            else answer.noise_scale.enclosure.double_upper(),
        },
        "simulation": None
        if drawn is None
        else {
            "draws": drawn.draws,
            "seed": drawn.seed,
            "within": drawn.within,
            "at_most": drawn.at_most,
            "mean": drawn.mean,
            "deviations": list(drawn.deviations),
        },
    }
