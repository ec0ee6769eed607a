"""The privacy of several releases as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symbolic_eps.answers.loss_composition import LossComposition
from symbolic_eps.report.privacy_loss import PAIR, RANDOMNESS
from symbolic_eps.report.quantity import line

EACH = f"each release: {PAIR}, the same way each time; no others, adaptively chosen ones included, are worse"

INDEPENDENT = f"{RANDOMNESS}, and the noise of one release is independent of that of another"

BELOW, FROM = "0 <= eps < n eps0", "eps >= n eps0: the losses never add up to more"
"""Where the numbers of an answer are valid."""

ADVANCED = "eps0 sqrt(2 n ln(1/delta)) + n eps0 (e^eps0 - 1): Dwork, Rothblum & Vadhan (2010), Theorem III.3"

NOT_SAID = (
    "that the sum of the losses is at most eps with probability 1 - delta: the probability is less, as delta "
    "weighs by how much the sum exceeds eps",
)


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
    for label, value, safe in (
        ("eps0 of each release", answer.eps0, "down"),
        ("scale of the noise", answer.noise_scale, "up"),
        ("eps", answer.eps, "up"),
        ("delta", answer.delta, "up"),
        ("eps by basic composition", answer.basic, "up"),
        ("eps by advanced composition", answer.advanced, "up"),
    ):
        if value is not None:
            yield line(label, value, safe)
    if answer.known is not None:
        known = answer.known
        yield f"Known only: abs(C) <= {known.eps.enclosure.text()} in each release with a probability:"
        yield line("probability in each", known.probability, "down")
        yield line("probability in all", known.all, "down")
        yield line("delta at this eps", known.delta, "up")
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
        },
        "safe": {
            "eps": answer.eps.enclosure.double_upper(),
            "delta": answer.delta.enclosure.double_upper(),
            "noise_scale": None
            if answer.noise_scale is None
            else answer.noise_scale.enclosure.double_upper(),
        },
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
