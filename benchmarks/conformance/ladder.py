"""Noise for smaller and smaller delta: four functions that find the scale of Gaussian noise, or its eps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from flint import arb

from benchmarks.conformance.exact import GAUSSIAN_DELTA
from benchmarks.conformance.witness import Call, Kind, Witness, delta_of, shown

EPSILONS = (0.01, 0.1, 1.0, 5.0, 10.0)
DELTAS = (1e-5, 1e-8, 1e-10, 1e-12, 1e-14, 1e-16, 1e-20)

Calls = Callable[[float, float], Call]
SCALES: Mapping[str, Calls] = {
    "dp-accounting `get_sigma_gaussian`": lambda e, d: Call("dp_accounting.get_sigma_gaussian", (e, d)),
    "diffprivlib `GaussianAnalytic`": lambda e, d: Call(
        "diffprivlib.mechanisms.GaussianAnalytic",
        (),
        {"epsilon": e, "delta": d, "sensitivity": 1.0},
        (("_scale", None),),
    ),
    "autodp `ana_gaussian_mech`": lambda e, d: Call(
        "autodp.privacy_calibrator.ana_gaussian_mech", (e, d), {}, (("get", ("sigma",)),)
    ),
}


def ladder(answers: Callable[[Sequence[Witness]], Sequence[str]]) -> str:
    """For each delta the largest ratio of the delta that is kept to the one asked for, over all eps."""
    steps = [
        Witness(name, call(eps, delta), Kind.SAFE, "", arb(delta), delta_of(GAUSSIAN_DELTA, eps))
        for name, call in SCALES.items()
        for delta in DELTAS
        for eps in EPSILONS
    ]
    said = dict(zip(map(id, steps), answers(steps), strict=True))

    def largest(name: str, delta: float) -> str:
        here = [w for w in steps if w.library == name and w.exact == arb(delta)]
        found = [float(w.seen(float.fromhex(said[id(w)])) / w.exact) for w in here]
        return shown(arb(max(found)), 4) if max(found) - 1 > 1e-4 else "1"

    lines = ["", f"| delta | {' | '.join(SCALES)} |", "|---" * (len(SCALES) + 1) + "|"]
    rows = ((f"{delta:g}", *(largest(name, delta) for name in SCALES)) for delta in DELTAS)
    return "\n".join((*lines, *(f"| {' | '.join(row)} |" for row in rows)))
