"""The guarantee of a sampled sensitivity as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from symbolic_eps.answers.sampled_sensitivity import SampledSensitivity
from symbolic_eps.privacy_loss.sampling import Frequency
from symbolic_eps.privacy_loss.worst_pair import coordinates
from symbolic_eps.report.formula import formula
from symbolic_eps.report.quantity import Quantity, line

CONDITION = (
    "the n pairs and the fresh pair are drawn independently from one law; any will do, with ties or without"
)

RANDOMNESS = {
    "probability": "over the sample and the fresh pair",
    "level": "over the sample alone",
    "mechanism": "over the noise alone, for any covered pair",
    "combined": "over the sample, the fresh pair and the noise",
    "share_combined": "over the fresh pair and the noise, for a sample that covers the share",
}
"""Of each probability."""

NOT_SAID = (
    "that any pair is protected that is not covered: for it the loss may be beyond every bound",
    "that the m-th smallest covers a share m/n of all pairs: that is its share of the sample",
    "that the noise is eps0-differentially private: it would be if S_(m) were a bound for every pair",
)


def text(answer: SampledSensitivity) -> str:
    """The answer as lines of text; every number that is shown encloses the exact one.

    Examples
    --------
    >>> from symbolic_eps.answers.sampled_sensitivity import sampled_sensitivity
    >>> print(text(sampled_sensitivity(1000, 900)).splitlines()[0])
    The m-th smallest of n sampled sensitivities, S_(m), with n = 1000, m = 900:
    """
    return "\n".join((*_numbers(answer), *_simulation(answer), *_meaning(answer))) + "\n"


def _numbers(answer: SampledSensitivity) -> Iterator[str]:
    share = "" if answer.share is None else f", share = {formula(answer.share)}"
    yield f"The m-th smallest of n sampled sensitivities, S_(m), with n = {answer.n}, m = {answer.m}{share}:"
    if answer.sought:
        yield f"  the least {answer.sought} that serves" + (", with m = n" if answer.sought == "n" else "")
    yield line("a fresh pair is covered", answer.probability, "down")
    if answer.level is not None:
        yield line("that share of all pairs is covered", replace(answer.level, closed_form=None), "down")
    if answer.mechanism is None or answer.combined is None or answer.eps is None:
        return
    loss = f"eps0 = {formula(answer.eps0)}, eps = {formula(answer.eps)}"
    yield f"With Laplace noise of scale S_(m)/eps0 on {coordinates(answer.eps, answer.eps0)}, {loss}:"
    yield line("abs(C) <= eps, if covered", answer.mechanism, "down")
    yield line("a fresh pair is covered, and that", answer.combined, "down")
    if answer.share_combined is not None:
        yield line("the same, if the share is covered", answer.share_combined, "down")


def _simulation(answer: SampledSensitivity) -> Iterator[str]:
    drawn = answer.drawn
    if drawn is None:
        return
    yield f"A simulation of {drawn.draws} samples with a fresh pair each, seed {drawn.seed}:"
    for label, frequency in (
        ("a fresh pair is covered", drawn.covered),
        ("the share is covered", drawn.share),
        ("covered, and abs(C) <= eps", drawn.combined),
    ):
        if frequency is not None:
            away = f"{frequency.deviations:+.2f} standard deviations from what is expected"
            yield f"  {label:<34} {frequency.count} times, {away}"


def _meaning(answer: SampledSensitivity) -> Iterator[str]:
    yield "Each is the least probability for any law of sensitivities:"
    yield f"  a fresh pair is covered where its sensitivity is at most S_(m): {RANDOMNESS['probability']}"
    if answer.level is not None:
        yield f"  a share is covered: {RANDOMNESS['level']}"
    if answer.combined is not None:
        yield f"  abs(C) <= eps, C the privacy loss: {RANDOMNESS['mechanism']}"
        yield f"  both together: {RANDOMNESS['combined']}; approached, not attained, for eps < eps0"
    yield f"Valid if {CONDITION}."
    yield "What it does not say:"
    yield from (f"  {sentence}" for sentence in NOT_SAID)


def structured(answer: SampledSensitivity) -> dict[str, Any]:
    """The answer as a JSON document."""
    drawn = answer.drawn
    return {
        "n": answer.n,
        "m": answer.m,
        **{name: _json(getattr(answer, name)) for name in RANDOMNESS},
        "randomness": RANDOMNESS,
        "condition": CONDITION,
        "safe": {name: _rounded_down(getattr(answer, name)) for name in RANDOMNESS},
        "not_said": list(NOT_SAID),
        "simulation": None
        if drawn is None
        else {
            "draws": drawn.draws,
            "seed": drawn.seed,
            "covered": _frequency(drawn.covered),
            "share": _frequency(drawn.share),
            "combined": _frequency(drawn.combined),
        },
    }


def _json(number: Quantity | None) -> dict[str, str | None] | None:
    return None if number is None else number.json()


def _rounded_down(number: Quantity | None) -> float | None:
    return None if number is None else number.enclosure.double_lower()


def _frequency(frequency: Frequency | None) -> dict[str, Any] | None:
    return None if frequency is None else {"count": frequency.count, "deviations": frequency.deviations}
