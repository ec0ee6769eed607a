"""`recommend` on random rational profiles of twelve families, and how its cost grows.

    python -m benchmarks.recommend --seed 1 --profiles 300

draws different profiles by the seed, asks for an exact value of each, and holds it against the least eps that
a search over floats finds; the search shares no code with the package. A time-out, an enclosure instead of an
exact value, a refusal and a difference are failures. `--journal FILE` keeps each outcome at once, and a run
that was ended goes on from it; `--most N` ends it after N new outcomes. `--growth FILE` draws the cost over
the degree, the number of pieces and the number of parameters instead.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath

from symbolic_eps import recommend
from symbolic_eps.answers.exact_recommendation import Recommendation
from symbolic_eps.errors import InputError
from verify.deadline import OutOfTime
from verify.errors import VerifyError

PATIENCE = 60
"""Seconds for one profile."""

MEDIAN = 1.0
"""Seconds of processor time that half of the profiles may take at most."""

TOLERANCE = 1e-4
"""How far above the exact value the search may stay: it looks no nearer than `CORNER` at limits."""

CORNER, FIRST, CELLS, ROUNDS, DIPS = 1e-6, 40, 12, 8, 3
"""The first grid is finer near 0, where a bound that falls like 1/p makes narrow dips."""

Risk = Callable[[Any, Any], Any]


@dataclass(frozen=True)
class Drawn:
    """A profile as text, and as a function of floats by definition."""

    family: str
    text: str
    risk: Risk


@dataclass(frozen=True)
class Outcome:
    """What became of one profile; `failure` is empty where an exact value agrees with the search."""

    drawn: Drawn
    seconds: float
    failure: str


def _number(stream: random.Random, low: str, high: str) -> Fraction:
    """A rational of small height between two others."""
    first, last = Fraction(low), Fraction(high)
    denominator = stream.choice((20, 21, 24, 30, 50))
    return Fraction(
        stream.randint(math.ceil(first * denominator), math.floor(last * denominator)), denominator
    )


def _families(stream: random.Random) -> Iterator[Drawn]:
    """One profile of each family; each is at least 1 for all priors."""
    r, t = 1 + _number(stream, "1/20", "5"), _number(stream, "1/10", "9/10")
    a, b, c = (_number(stream, "1/50", "1") for _ in range(3))
    s = r + _number(stream, "1/10", "3")
    power = stream.choice((2, 3))
    yield Drawn("constant and share", f"max({a}/(p*q), {r})", lambda p, q: max(a / (p * q), r))
    yield Drawn("1 + share", f"1 + {a}/(p*q)", lambda p, q: 1 + a / (p * q))
    yield Drawn("three bounds", f"max({a}/p, {b}/q, {r})", lambda p, q: max(a / p, b / q, r))
    yield Drawn("quotient", f"{r} + {a}*q/p", lambda p, q: r + a * q / p)
    yield Drawn("falling sum", f"1 + {a}/p + {b}/q", lambda p, q: 1 + a / p + b / q)
    yield Drawn("bent line", f"max({r}, {b}/p + {a})", lambda p, q: max(r, b / p + a))
    yield Drawn("falling product", f"{s} - {s - r}*p*q", lambda p, q: s - (s - r) * p * q)
    yield Drawn("step", f"piecewise(({s}, p <= {t}), {r})", lambda p, q: s if p <= t else r)
    yield Drawn("cap", f"min(max({a}/(p*q), {r}), {s})", lambda p, q: min(max(a / (p * q), r), s))
    yield Drawn("power", f"1 + {a}/(p**{power}*q)", lambda p, q: 1 + a / (p**power * q))
    yield Drawn(
        "ratio of lines", f"({r} + {a}*p)/({b}*q + {1 - b})", lambda p, q: (r + a * p) / (b * q + 1 - b)
    )
    yield Drawn("towards 1", f"1 + {c}*(1-p*q)/(p*q)", lambda p, q: 1 + c * (1 - p * q) / (p * q))


def draw(seed: int, count: int) -> list[Drawn]:
    """The first different profiles that a seed gives, family by family in turn."""
    stream, drawn = random.Random(f"recommend {seed}"), dict[str, Drawn]()
    while len(drawn) < count:
        for one in _families(stream):
            drawn.setdefault(one.text, one)
    return list(drawn.values())[:count]


# --- the search over floats


def epsilon(p: float, q: float, r: float) -> float:
    """The largest eps that keeps the relative risk within r at one pair of priors, by Theorem 2."""
    s = 1 / float(r)
    if s <= p * q:
        return math.inf
    one, two, rest = p * (1 - q), 1 - p, s - p * q
    if r <= 1:
        return 0.0
    half = two + math.sqrt(two * two + 4 * one * rest)
    return -math.log(min(1.0, 2 * rest / half)) if half > 0 else math.inf


def least(risk: Risk) -> float:
    """The least eps that grids find, over q for each p, both closing in; in the end in exact arithmetic."""

    def over_q(p: float) -> tuple[float, float]:
        return _closing_in(lambda q: epsilon(p, q, risk(p, q)))

    _, p = _closing_in(lambda p: over_q(p)[0])
    _, q = over_q(p)
    u, v = Fraction(p), Fraction(q)
    return epsilon_exactly(u, v, risk(u, v))


def _closing_in(function: Callable[[float], float]) -> tuple[float, float]:
    """The least value between `CORNER` and 1, and where: finer grids about each dip of the first."""
    row = _row(function, [max(CORNER, (k / FIRST) ** 2) for k in range(FIRST + 1)])
    ends = [row[0], *row, row[-1]]
    dips = [
        (here, before[1], after[1])
        for before, here, after in zip(ends, row, ends[2:], strict=False)
        if here[0] <= min(before[0], after[0])
    ]
    least = sorted(dips)[:DIPS]
    return min(_closer(function, *dip) for dip in least) if least else min(row)


def _closer(
    function: Callable[[float], float], best: tuple[float, float], low: float, high: float
) -> tuple[float, float]:
    for _ in range(ROUNDS - 1):
        step = (high - low) / CELLS
        best = min(best, *_row(function, [min(1.0, low + k * step) for k in range(CELLS + 1)]))
        low, high = max(CORNER, best[1] - step), min(1.0, best[1] + step)
    return best


def _row(function: Callable[[float], float], points: list[float]) -> list[tuple[float, float]]:
    """Values in the order of the points; next to 1, but not there, differences would lose their digits."""
    return [(function(at), at) for at in (v if v < 1 - CORNER else 1.0 for v in points)]


def epsilon_exactly(p: Fraction, q: Fraction, r: Fraction) -> float:
    """`epsilon` with nothing rounded before the root is taken, to 50 digits."""
    s = 1 / Fraction(r)
    if s <= p * q:
        return math.inf
    one, two, rest = p * (1 - q), 1 - p, s - p * q
    with mpmath.workdps(50):
        square, half_slope, constant = (mpmath.mpf(n.numerator) / n.denominator for n in (one, two, rest))
        half = half_slope + mpmath.sqrt(half_slope**2 + 4 * square * constant)
        return float(-mpmath.log(2 * constant / half)) if half > 0 else math.inf


# --- the runs


def _used() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def outcome(drawn: Drawn, patience: float = PATIENCE) -> Outcome:
    """Processor seconds, and what is wrong, if anything."""
    before = _used()
    try:
        answer = recommend(drawn.text, patience=patience)
    except (InputError, VerifyError, OutOfTime) as error:
        return Outcome(drawn, _used() - before, f"{type(error).__name__}: {error}")
    seconds = _used() - before
    if not isinstance(answer, Recommendation):
        return Outcome(drawn, seconds, f"grade {answer.grade}: {getattr(answer, 'reason', '')}")
    value, found = answer.enclosure, least(drawn.risk)
    if value.is_infinite:
        return Outcome(drawn, seconds, "" if math.isinf(found) else f"eps = oo, but {found} was found")
    exact = float(value.lower)
    if not exact - 1e-9 <= found <= exact + TOLERANCE:
        return Outcome(drawn, seconds, f"eps = {exact}, but the least that was found is {found}")
    return Outcome(drawn, seconds, "")


def outcomes_of(
    seed: int, count: int, patience: float, journal: Path | None, most: int | None = None
) -> Iterator[Outcome]:
    """One outcome after the other; those in the journal are not asked for again, and `most` anew."""
    kept: dict[tuple[int, str], Any] = {}
    if journal is not None and journal.exists():
        lines = (json.loads(line) for line in journal.read_text().splitlines())
        kept = {(line["seed"], line["profile"]): line for line in lines}
    for k, drawn in enumerate(draw(seed, count), 1):
        line = kept.get((seed, drawn.text))
        if line is None:
            if most == 0:
                continue
            most = None if most is None else most - 1
            new = outcome(drawn, patience)
            line = {"seed": seed, "profile": drawn.text, "seconds": new.seconds, "failure": new.failure}
            if journal is not None:
                with journal.open("a") as file:
                    file.write(json.dumps(line) + "\n")
        sys.stderr.write(f"{k} of {count}: {line['seconds']:.1f} s {drawn.text} {line['failure']}\n")
        yield Outcome(drawn, line["seconds"], line["failure"])


def report(
    seed: int, count: int, patience: float = PATIENCE, journal: Path | None = None, most: int | None = None
) -> tuple[str, bool]:
    """The figures as text, and whether all is as wanted."""
    outcomes = list(outcomes_of(seed, count, patience, journal, most))
    if not outcomes:
        return f"seed {seed}: none of {count} profiles is compared yet\n", False
    times = sorted(o.seconds for o in outcomes)
    failed = [o for o in outcomes if o.failure]
    good = not failed and statistics.median(times) <= MEDIAN and times[-1] <= PATIENCE
    left = count - len(outcomes)
    lines = [f"{left} of {count} profiles are left: the same command goes on"] if left else []
    lines += [
        f"seed {seed}: {len(outcomes) - len(failed)} of {len(outcomes)} different profiles exact, borne out "
        "by the search; "
        f"processor seconds: median {statistics.median(times):.2f}, largest {times[-1]:.1f}"
    ]
    lines += [f"  {o.seconds:6.1f} s  {o.drawn.family}: {o.drawn.text}: {o.failure}" for o in failed]
    slow = [o for o in outcomes if not o.failure and o.seconds > 5 * MEDIAN]
    lines += [f"  {o.seconds:6.1f} s  {o.drawn.family}: {o.drawn.text}: exact, slow" for o in slow]
    return "\n".join(lines) + "\n", good and not left


def main(arguments: list[str] | None = None) -> int:
    """1 where a profile fails, or takes too long."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recommend", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profiles", type=int, default=300)
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds for one profile")
    parser.add_argument("--journal", type=Path, help="keep outcomes in this file, and go on from it")
    parser.add_argument("--most", type=int, help="end after so many new outcomes")
    parser.add_argument("--growth", type=Path, help="draw how the cost grows to this file instead")
    asked = parser.parse_args(arguments)
    if asked.profiles < 1 or not asked.patience > 0 or (asked.most is not None and asked.most < 0):
        parser.error("--profiles and --patience are positive, --most is not negative")
    if asked.growth is not None:
        from benchmarks.growth import draw_growth

        print(draw_growth(asked.growth), end="")
        return 0
    text, good = report(asked.seed, asked.profiles, asked.patience, asked.journal, asked.most)
    print(text, end="")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
