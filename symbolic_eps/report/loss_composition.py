"""The privacy of several releases as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symbolic_eps.answers.loss_composition import KnownBound, LossComposition
from symbolic_eps.report.privacy_loss import PAIR, RANDOMNESS
from symbolic_eps.report.quantity import line, safe_doubles

EACH = f"each release: {PAIR}, the same way each time; no others, adaptively chosen ones included, are worse"

INDEPENDENT = f"{RANDOMNESS}, and the noise of one release is independent of that of another"

BELOW, FROM = "0 <= eps < n eps0", "eps >= n eps0: the losses never add up to more"
"""Where the numbers of an answer are valid."""

ADVANCED = "eps0 sqrt(2 n ln(1/delta)) + n eps0 (e^eps0 - 1): Dwork, Rothblum & Vadhan (2010), Theorem III.3"

NOT_SAID = (
    "that the sum of the losses is at most eps with probability 1 - delta: the probability is less, as delta "
    "weighs by how much the sum exceeds eps",
)


SIDES = {
    "eps0": "down",
    "eps": "up",
    "delta": "up",
    "basic": "up",
    "advanced": "up",
    "noise_scale": "up",
}
KNOWN_SIDES = {"probability": "down", "all": "down", "delta": "up"}
"""To which side a rounded number stays safe."""


def text(answer: LossComposition) -> str:
    """The answer as lines of text; every number that is shown encloses the exact one.

    Examples
    --------
    >>> from symbolic_eps.answers.loss_composition import compose_losses
    >>> print(text(compose_losses("1", 2, eps="1/2")).splitlines()[0])
    2 releases, each with Laplace noise of scale sensitivity/eps0, are together (eps, delta)-private:
    """
    return "\n".join(_lines(answer)) + "\n"


def _lines(answer: LossComposition) -> Iterator[str]:
    releases = "1 release" if answer.releases == 1 else f"{answer.releases} releases"
    yield f"{releases}, each with Laplace noise of scale sensitivity/eps0, are together (eps, delta)-private:"
    for label, name in (
        ("eps0 of each release", "eps0"),
        ("scale of the noise", "noise_scale"),
        ("eps", "eps"),
        ("delta", "delta"),
        ("eps by basic composition", "basic"),
        ("eps by advanced composition", "advanced"),
    ):
        value = getattr(answer, name)
        if value is not None:
            yield line(label, value, SIDES[name])
    if answer.known is not None:
        yield from _of_known(answer.known)
    drawn = answer.simulation
    if drawn is not None:
        away = f"{drawn.deviations:+.2f} standard deviations from what is expected"
        yield f"A simulation of all releases, {drawn.draws} times, seed {drawn.seed}:"
        yield f"  mean of (1 - e^(eps - sum of the losses))^+ {drawn.delta:.6g}, {away}"
    yield "What it says:"
    yield f"  valid for {condition(answer)}"
    other = "delta" if answer.sought == "eps" else "eps"
    yield f"  {answer.sought} is the least at this {other}: it is attained"
    yield f"  {EACH}"
    yield f"  {INDEPENDENT}"
    yield "  basic: n eps0, at delta = 0"
    yield f"  advanced: {ADVANCED}"
    yield "What it does not say:"
    yield from (f"  {sentence}" for sentence in NOT_SAID)


def _of_known(known: KnownBound) -> Iterator[str]:
    yield f"Known only: abs(C) <= {known.eps.enclosure.text()} in each release with a probability:"
    for label, name in (
        ("probability in each", "probability"),
        ("probability in all", "all"),
        ("delta at this eps", "delta"),
    ):
        yield line(label, getattr(known, name), KNOWN_SIDES[name])
    yield f"  these hold on {known.coordinates} in each release"


def condition(answer: LossComposition) -> str:
    """Where the numbers of this answer are valid."""
    return BELOW if answer.eps.lower < answer.basic.lower else FROM


def structured(answer: LossComposition) -> dict[str, Any]:
    """The answer as a JSON document."""
    known, drawn = answer.known, answer.simulation
    return {
        **{name: getattr(answer, name).json() for name in ("delta", "eps", "basic", "advanced", "eps0")},
        "known": None
        if known is None
        else {
            "eps": known.eps.json(),
            "probability": known.probability.json(),
            "all": known.all.json(),
            "delta": known.delta.json(),
            "coordinates": known.coordinates,
            "safe": safe_doubles(known, KNOWN_SIDES),
        },
        "safe": safe_doubles(answer, SIDES),
        "condition": condition(answer),
        "randomness": INDEPENDENT,
        "noise_scale": None if answer.noise_scale is None else answer.noise_scale.json(),
        "simulation": None
        if drawn is None
        else {
            "draws": drawn.draws,
            "seed": drawn.seed,
            "delta": drawn.delta,
            "deviations": drawn.deviations,
        },
        "pair": EACH,
        "advanced_formula": ADVANCED,
        "not_said": list(NOT_SAID),
    }
