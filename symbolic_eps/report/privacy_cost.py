"""The cost of a stated eps as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symbolic_eps.answers.privacy_cost import PrivacyCost
from symbolic_eps.privacy_loss.worst_pair import coordinates
from symbolic_eps.report.formula import formula
from symbolic_eps.report.number import DIGITS
from symbolic_eps.report.quantity import line, safe_double, safe_doubles

PROVED = "one stationary point is proved for all eps0 <= 7, and for all c >= 3/10"
ISOLATED = "isolated for these numbers, of which (eps0 > 7 and c < 3/10) nothing general is proved"

NOT_SAID = (
    "that the release is eps-differentially private: it is eps0-differentially private",
    "that the cost is convex in eps: near 0 it is concave",
)


def text(answer: PrivacyCost) -> str:
    """The answer as lines of text; every number that is shown encloses the exact one.

    Examples
    --------
    >>> from symbolic_eps.answers.privacy_cost import privacy_cost
    >>> print(text(privacy_cost("1/2", 1, 550000)).splitlines()[1])
      eps                                [0.285839102666, 0.285839102667]; rounded up 0.2858391026661568
    """
    return "\n".join((*_numbers(answer), *_permitted(answer), *_simulation(answer), *_meaning(answer))) + "\n"


def _numbers(answer: PrivacyCost) -> Iterator[str]:
    numbers = f"eps0 = {formula(answer.eps0)}, c = {formula(answer.c)}, S = {formula(answer.scale)}"
    yield f"The least cost gamma S e^(-c/eps) + (1-gamma) S e^(-c/eps0), {numbers}:"
    yield line("eps", answer.minimum.eps, "up")
    yield line("gamma, P(abs(C) <= eps)", answer.minimum.probability, "down")
    yield line("cost", answer.minimum.cost, "up")
    yield line("cost at eps0, and as eps -> 0", answer.at_eps0, "up")
    yield line("mean of the absolute noise", answer.absolute_error, "up")
    points = [point.enclosure.text(DIGITS) for point in answer.minimum.stationary]
    if answer.minimum.unique:
        yield f"  the cost falls up to that eps and rises from it on: {_grade(answer)}"
    else:
        yield f"  local minima and maxima in turn: {', '.join(points)}; {_grade(answer)}"


def _grade(answer: PrivacyCost) -> str:
    return PROVED if answer.proved else ISOLATED


def _permitted(answer: PrivacyCost) -> Iterator[str]:
    if answer.permitted is None:
        return
    wishes = []
    if answer.budget is not None:
        wishes.append(f"a cost of at most {formula(answer.budget)}")
    if answer.error is not None:
        wishes.append(f"a mean absolute error of at most {formula(answer.error)}")
    yield f"Permitted by {' and '.join(wishes)}:"
    for low, high in answer.permitted:
        if low.upper == 0:
            yield "  every eps in (0, eps0]"
        else:
            yield line("eps from", low, "up")
            yield line("to", high, "down")
    if answer.error is not None:
        yield "  the error is that of noise for eps0: it bounds eps0 from below, not eps"


def _simulation(answer: PrivacyCost) -> Iterator[str]:
    drawn = answer.simulation
    if drawn is None:
        return
    yield f"A simulation of {drawn.draws} releases at that eps, seed {drawn.seed}:"
    away = f"{drawn.deviations[0]:+.2f} standard deviations from what is expected"
    yield f"  {drawn.within} with abs(C) <= eps, {away}; mean cost {answer.drawn_cost:.6g}"


def _meaning(answer: PrivacyCost) -> Iterator[str]:
    yield f"Of gamma: {_randomness(answer)}."
    yield "What it does not say:"
    yield from (f"  {sentence}" for sentence in NOT_SAID)


def structured(answer: PrivacyCost) -> dict[str, Any]:
    """The answer as a JSON document."""
    least, drawn = answer.minimum, answer.simulation
    return {
        "eps": least.eps.json(),
        "probability": least.probability.json(),
        "cost": least.cost.json(),
        "unique": least.unique,
        "condition": _grade(answer),
        "proved": answer.proved,
        "stationary": [point.json() for point in least.stationary],
        "cost_at_eps0": answer.at_eps0.json(),
        "absolute_error": answer.absolute_error.json(),
        "permitted": None
        if answer.permitted is None
        else [{"from": low.json(), "to": high.json()} for low, high in answer.permitted],
        "safe": {
            **safe_doubles(least, {"eps": "up", "probability": "down", "cost": "up"}),
            "cost_at_eps0": safe_double(answer.at_eps0, "up"),
            "absolute_error": safe_double(answer.absolute_error, "up"),
        },
        "randomness": _randomness(answer),
        "not_said": list(NOT_SAID),
        "simulation": None
        if drawn is None
        else {
            "draws": drawn.draws,
            "seed": drawn.seed,
            "within": drawn.within,
            "deviations": drawn.deviations[0],
            "cost": answer.drawn_cost,
        },
    }


def _randomness(answer: PrivacyCost) -> str:
    """Of gamma: what is random, and over which pair; every eps in question is at most eps0."""
    pair = f"the worst pair of neighbours and {coordinates(answer.eps0)}"
    return f"over the noise alone, for {pair}; at eps0 it is 1"
