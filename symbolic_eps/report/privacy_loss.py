"""The privacy loss of one release as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symbolic_eps.answers.privacy_loss import PrivacyLoss
from symbolic_eps.report.quantity import line, safe_doubles

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
    "that several releases keep this probability: see at-risk compose",
)
"""What the probability does not say; the last sentence also where eps is at least eps0."""


SIDES = {
    "eps0": "down",
    "eps": "up",
    "probability": "down",
    "one_sided": "down",
    "delta": "up",
    "mean": "up",
    "variance": "up",
    "noise_scale": "up",
}
"""To which side a rounded number stays safe."""


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
    for label, name in (
        ("eps0", "eps0"),
        ("scale of the noise", "noise_scale"),
        ("eps", "eps"),
        ("probability of abs(C) <= eps", "probability"),
        ("probability of C <= eps", "one_sided"),
        ("least delta at eps", "delta"),
        ("mean of C", "mean"),
        ("variance of C", "variance"),
    ):
        value = getattr(answer, name)
        if value is not None:
            yield line(label, value, SIDES[name])


def _meaning(answer: PrivacyLoss) -> Iterator[str]:
    yield "What it says:"
    yield f"  valid for {condition(answer)}"
    yield f"  {WHOLE_LAW}; {RANDOMNESS}"
    yield f"  the pair: {PAIR}"
    yield f"  {worst(answer)}"
    yield "What it does not say:"
    yield from (f"  {sentence}" for sentence in not_said(answer))


def condition(answer: PrivacyLoss) -> str:
    """Where the numbers of this answer are valid."""
    return FROM if answer.certain else BELOW


def not_said(answer: PrivacyLoss) -> list[str]:
    """What the probability does not say; from eps0 on the release is (eps, 0)-differentially private."""
    return list(NOT_SAID[-1:] if answer.certain else NOT_SAID)


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
        "not_said": not_said(answer),
        "noise_scale": None if answer.noise_scale is None else answer.noise_scale.json(),
        "safe": safe_doubles(answer, SIDES),
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
