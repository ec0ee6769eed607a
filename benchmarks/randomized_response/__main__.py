"""Every number of `randomized-response` at points drawn by a seed, against the definitions in mpmath.

    python -m benchmarks.randomized_response --seed 7 --points 200 --people 10000000 --markdown FILE

A second a point. Exit status 1 if an enclosure does not contain its number, which is known to 40 digits,
or is wider than 1e-19 of it, or if a simulation is further than 5 standard deviations from what is expected.
"""

from __future__ import annotations

import argparse
import random
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import sympy as sp

from benchmarks.randomized_response.definitions import Real
from benchmarks.randomized_response.reference import Point, Reference, possible
from symbolic_eps.answers.randomized_response import randomized_survey
from symbolic_eps.report.randomized_response import structured

R = sp.Rational
Number = dict[str, str]

WORKING_DIGITS = 120
"""Of the independent values, of which differences lose some: 40 and more are left."""

NEAR = (R(1, 10**6), R(1, 1000), R(999, 1000), 1 - R(1, 10**6))
"""Shares next to 0 and 1."""

MOST_DEVIATIONS = 5
"""Of a simulation, in standard deviations."""


def drawn(seed: int, size: int) -> Iterator[Point]:
    """Points inside, next to 0 and 1, and at both ends of the weights."""
    chosen = random.Random(seed)

    def share() -> sp.Rational:
        return chosen.choice(NEAR) if chosen.random() < 0.25 else R(chosen.randint(1, 999), 1000)

    found = 0
    while found < size:
        delta, theta, against = share(), share(), share()
        end = chosen.choice([-1, 1, 0, 0, R(chosen.randint(-99, 99), 100), R(chosen.randint(-99, 99), 100)])
        weight = R(1, 2) + end * delta / 2
        counts = (chosen.randint(0, 60), chosen.randint(1, 60), chosen.randint(1, 60))
        rate = R(chosen.randint(1, 300), 100) / 10 ** chosen.randint(0, 3)
        if 0 < weight < 1 and theta != against:
            found += 1
            yield Point(delta, weight, theta, against, share(), rate, chosen.randint(1, 6), counts)


def answered(point: Point) -> dict[str, Number]:
    """All numbers that the command gives, by name."""
    with mpmath.workdps(WORKING_DIGITS):
        counts = possible(Reference(point).best, point.counts)
    found = randomized_survey(
        point.delta,
        point.weight,
        point.theta,
        point.n,
        against=point.against,
        rate=point.rate,
        level=point.level,
        counts=",".join(map(str, counts)),
        compare=True,
    )
    return dict(_enclosed("", structured(found)))


def _enclosed(name: str, part: Any) -> Iterator[tuple[str, Number]]:
    """The enclosed numbers in a JSON document, by their paths."""
    if isinstance(part, dict) and "lower" in part:
        yield name[1:], part
    elif isinstance(part, (dict, list)):
        for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
            yield from _enclosed(f"{name}.{key}", inner)


def fault(number: Number, value: Real) -> str | None:
    """What is wrong with an enclosure of a value that is known to 40 digits; None if nothing is."""
    low, high = Fraction(number["lower"]), Fraction(number["upper"])
    near = Fraction(mpmath.nstr(value, 60))
    slack = abs(near) / 10**40 + Fraction(1, 10**60)
    if not low - slack <= near <= high + slack:
        return f"does not contain {mpmath.nstr(value, 30)}"
    if high - low > abs(near) / 10**19 + Fraction(1, 10**60):
        return f"is wide: {mpmath.nstr(value, 30)}"
    return None


def faults(
    points: Iterable[Point], answer: Callable[[Point], dict[str, Number]] = answered
) -> Iterator[tuple[str, Point, str | None]]:
    """Each number at each point, and what is wrong with it."""
    for point in points:
        numbers = answer(point)
        with mpmath.workdps(WORKING_DIGITS):
            values = list(Reference(point).values())
            for name, value in values:
                yield name, point, fault(numbers[name], value)


def table(tried: Counter[str], wrong: Counter[str], simulated: str, typed: str) -> str:
    """What was found, as Markdown."""
    lines = [
        "# The numbers of `randomized-response` against the definitions",
        "",
        f"Written by `python -m benchmarks.randomized_response {typed}`.".replace(" `.", "`."),
        "",
        f"{tried.total()} values, {wrong.total()} wrong.",
        "",
        "| number | values | wrong |",
        "|---|---:|---:|",
        *(f"| {name} | {count} | {wrong[name]} |" for name, count in tried.items()),
    ]
    return "\n".join(lines + (["", f"{simulated}."] if simulated else [])) + "\n"


def main(typed: Sequence[str] | None = None) -> int:
    """Check, and say what was found."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--seed", type=int, default=0, help="of the points and the simulation")
    parser.add_argument("--points", type=int, default=200, help="for each quantity")
    parser.add_argument("--people", type=int, default=10**7, help="in the simulation; 0 for none")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="the figures as a table")
    asked = parser.parse_args(typed)
    if asked.points < 1 or asked.people < 0:
        parser.error("--points is 1 or more, --people 0 or more: else nothing is looked at")
    tried: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for name, point, said in faults(drawn(asked.seed, asked.points)):
        tried[name] += 1
        if said is not None:
            wrong[name] += 1
            print(f"WRONG {name} {said}: {point}", flush=True)
    for name, count in tried.items():
        print(f"{name:<48} {count} values")
    print(f"{tried.total()} values, {wrong.total()} wrong", flush=True)
    said, away = "", 0.0
    if asked.people:
        simulated = randomized_survey("1/4", "2/5", "3/10", people=asked.people, seed=asked.seed).simulation
        assert simulated is not None
        away = max(map(abs, simulated.deviations))
        said = f"Simulation of {asked.people} people: within {away:.2f} standard deviations"
        print(said)
    if asked.markdown is not None:
        words = shlex.join(sys.argv[1:] if typed is None else typed)
        asked.markdown.write_text(table(tried, wrong, said, words), encoding="utf-8")
    return int(bool(wrong.total()) or away > MOST_DEVIATIONS)


if __name__ == "__main__":
    sys.exit(main())
