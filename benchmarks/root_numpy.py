"""Theorem 2 (12) on arrays: `root_epsilon` against the printed formula in plain NumPy, in time and in ulps.

The reference solves F = 0 by the textbook formula, on exactly the numbers that the doubles hold, with so many
bits that its cancellations do no harm.
"""

from __future__ import annotations

import argparse
import time
import zlib
from collections.abc import Callable, Sequence
from fractions import Fraction
from statistics import median

import mpmath
import numpy as np
from numpy.typing import NDArray

from symbolic_eps.theory.numeric import root_epsilon

Floats = NDArray[np.float64]
Family = tuple[Floats, Floats, Floats]

POINTS, PAIRS, SAMPLE = 2_000_000, 9, 2000
REFERENCE_BITS = 3200  # p, 1 - q, 1/r and m span fewer than 2^-1074, 2^-53, 2^-1024 and 2^-159 together
LOGARITHM_BITS = 300


def printed_formula(p: Floats, q: Floats, r: Floats) -> Floats:
    """(12) as the paper prints it, in the order in which one would type it."""
    with np.errstate(all="ignore"):
        root = np.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (1 / r - p * q))
        value: Floats = np.log(2 * p * (1 - q) / (root - (1 - p)))
    return value


def reference(p: float, q: float, r: float) -> mpmath.mpf:
    """The exact eps, to about 70 digits; infinity is decided in rational arithmetic."""
    if np.isinf(r) or Fraction(r) * Fraction(p) * Fraction(q) >= 1:
        return mpmath.inf
    with mpmath.workprec(REFERENCE_BITS):
        p, q, r = mpmath.mpf(p), mpmath.mpf(q), mpmath.mpf(r)
        quadratic, linear, constant = p * (1 - q), 1 - p, p * q - 1 / r
        if quadratic == 0:
            root = -constant / linear
        else:
            root = (mpmath.sqrt(linear**2 - 4 * quadratic * constant) - linear) / (2 * quadratic)
    with mpmath.workprec(LOGARITHM_BITS):
        return -mpmath.log(root) if root != 1 else mpmath.mpf(0)


def references(family: Family) -> list[mpmath.mpf]:
    return [reference(*map(float, point)) for point in zip(*family, strict=True)]


def ulps(values: Floats, exact: Sequence[mpmath.mpf]) -> Floats:
    """Errors in units of the last place of the exact value; infinite where only one side is, or for NaN."""
    errors = []
    for value, true in zip(values.tolist(), exact, strict=True):
        if value == true:
            errors.append(0.0)
        elif not np.isfinite(value) or mpmath.isinf(true) or true == 0:
            errors.append(np.inf)
        else:
            with mpmath.workprec(LOGARITHM_BITS):
                errors.append(float(abs(value - true) / mpmath.mpf(float(np.spacing(float(true))))))
    return np.array(errors)


def _powers_of_two(random: np.random.Generator, low: float, high: float, points: int) -> Floats:
    """Log-uniform: 2^u, u uniform in [low, high)."""
    return np.exp2(random.uniform(low, high, points))


def _uniform(random: np.random.Generator, n: int) -> Family:
    return 1 - random.random(n), 1 - random.random(n), 1 + 9 * random.random(n)


def _small_priors(random: np.random.Generator, n: int) -> Family:
    p, q, r = (_powers_of_two(random, -40, 0, n) for _ in range(3))
    return p, q, 1 / r


def _smallest_priors(random: np.random.Generator, n: int) -> Family:
    p, q, r = (_powers_of_two(random, -1022, 0, n) for _ in range(3))
    return p, q, 1 / r


def _priors_near_one(random: np.random.Generator, n: int) -> Family:
    p, q = (1 - _powers_of_two(random, -53, 0, n) for _ in range(2))
    return np.maximum(p, 2.0**-53), np.maximum(q, 2.0**-53), 1 + _powers_of_two(random, -40, 3, n)


def _bound_near_one(random: np.random.Generator, n: int) -> Family:
    return 1 - random.random(n), 1 - random.random(n), 1 + _powers_of_two(random, -40, 0, n)


def _towards_border(random: np.random.Generator, n: int) -> Family:
    p, q, _ = _priors_near_one(random, n)
    return p, q, np.maximum(1 / (p * q) * (1 - _powers_of_two(random, -52, -1, n)), 1)


def _at_border(random: np.random.Generator, n: int) -> Family:
    """Within 1e-15 of r p q = 1, on both sides."""
    large = np.minimum(random.random(n) * 2, 1)
    p = 1 - large * (1 - _powers_of_two(random, -50, 0, n))
    q = 1 - large * (1 - _powers_of_two(random, -50, 0, n))
    p, q = np.clip(p, 2.0**-40, 1), np.clip(q, 2.0**-40, 1)
    r = 1 / (p * q)
    return p, q, np.maximum(r + np.spacing(r) * random.integers(-3, 4, n), 1)


def _known_priors(random: np.random.Generator, n: int) -> Family:
    """Known inclusion (p = 1), a known value (q = 1), both."""
    p, q, _ = _uniform(random, n)
    kind = random.integers(0, 10, n)
    p[kind % 2 == 0], q[kind < 5] = 1, 1
    return p, q, np.maximum(1, 1 / (p * q) * (1 - _powers_of_two(random, -40, 0, n)))


_MAKERS: dict[str, Callable[[np.random.Generator, int], Family]] = {
    "uniform": _uniform,
    "priors down to 1e-12": _small_priors,
    "priors down to 2^-1022": _smallest_priors,
    "priors up to 1 - 2^-53": _priors_near_one,
    "bound down to 1 + 1e-12": _bound_near_one,
    "towards r p q = 1": _towards_border,
    "at r p q = 1": _at_border,
    "p = 1 or q = 1": _known_priors,
}
FAMILIES = tuple(_MAKERS)


def family(name: str, points: int) -> Family:
    """The named points (p, q, r), seeded by their name so that they never drift."""
    return _MAKERS[name](np.random.default_rng(zlib.crc32(name.encode())), points)


def _seconds(evaluate: Callable[[], object]) -> float:
    """Of processor time: what else the machine does matters little."""
    started = time.process_time()
    evaluate()
    return time.process_time() - started


def measure(points: int = POINTS, sample: int = SAMPLE) -> dict[str, float]:
    """Times per point of both, on `points` uniform points, and errors on `sample` points of each family.

    Errors of the printed formula count where eps is finite: the largest relative error where it gives a
    finite number, and the share of points where it gives none.
    """
    p, q, r = family("uniform", points)
    root_epsilon(p, q, r), printed_formula(p, q, r)
    pairs = [
        (_seconds(lambda: root_epsilon(p, q, r)), _seconds(lambda: printed_formula(p, q, r)))
        for _ in range(PAIRS)
    ]
    figures = {
        "nanoseconds per point": median(ours for ours, _ in pairs) / points * 1e9,
        "nanoseconds per point, printed formula": median(printed for _, printed in pairs) / points * 1e9,
        "time ratio": median(ours / printed for ours, printed in pairs),
    }
    for name in FAMILIES:
        points_of_family = family(name, sample)
        exact = references(points_of_family)
        figures[f"ulps: {name}"] = float(ulps(np.asarray(root_epsilon(*points_of_family)), exact).max())
        constrained = [
            (value, true)
            for value, true in zip(printed_formula(*points_of_family).tolist(), exact, strict=True)
            if not mpmath.isinf(true)
        ]
        errors = [float(abs(value / true - 1)) for value, true in constrained if np.isfinite(value) and true]
        failures = sum(not np.isfinite(value) for value, _ in constrained)
        figures[f"printed relative error: {name}"] = max(errors, default=0.0)
        figures[f"printed not finite: {name}"] = failures / len(constrained)
    figures["ulps"] = max(figures[f"ulps: {name}"] for name in FAMILIES)
    return figures


def report(points: int = POINTS, sample: int = SAMPLE) -> str:
    """The figures as a table."""
    figures = measure(points, sample)
    lines = [
        f"(12) on {points} uniform points: root_epsilon {figures['nanoseconds per point']:.1f} ns per point, "
        f"printed formula {figures['nanoseconds per point, printed formula']:.1f} ns, "
        f"ratio {figures['time ratio']:.2f}",
        "",
        f"{f'largest error on {sample} points':28} root_epsilon {'printed formula, where eps is finite':>44}",
    ]
    for name in FAMILIES:
        error, lost = figures[f"printed relative error: {name}"], figures[f"printed not finite: {name}"]
        printed = f"relative {error:.0e}, {lost:5.1%} NaN or infinite"
        lines.append(f"{name:28} {figures[f'ulps: {name}']:7.2f} ulps {printed:>44}")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the report; the number of points is an option."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--points", type=int, default=POINTS, help="points that are timed")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="points per family that are checked")
    options = parser.parse_args(arguments)
    print(report(options.points, options.sample), end="")


if __name__ == "__main__":
    main()
