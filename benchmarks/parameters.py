"""`derive` on random rational profiles with one parameter or two: what stays open, and why, and the grade.

    python -m benchmarks.parameters --seed 1 --profiles 24 --parameters 2 --patience 60

Each profile is derived in a process of its own. `--cells` asks the last resort alone: cells of parameters.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import multiprocessing.connection
import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from benchmarks.recommend import _number
from symbolic_eps import infimum
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum_by_cells
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.profiles.profile import RiskProfile, conditions_from
from symbolic_eps.time_limit import OUT_OF_TIME, Patience
from verify.language.condition import Relation

TEMPLATES = {
    "constant and share": "max({a}/(p*q), {r})",
    "1 + share": "1 + ({a} + {b}*p)/(p*q)",
    "three bounds": "max({a}/p, {b}/q, {r})",
    "quotient": "{r} + {a}*q/p",
    "falling sum": "1 + {a}/p + {b}/q",
    "bent line": "max({r}, {b}/p + {a})",
    "falling product": "{u} - ({u} - {r})*p*q",
    "step": "piecewise(({u}, p <= {t}), {r})",
    "cap": "min(max({a}/(p*q), {r}), {u})",
    "power": "{r} + {a}/(p**2*q)",
    "ratio of lines": "({r} + {a}*p)/({b}*q + 1 - {b})",
    "towards 1": "{r} + {c}*(1-p*q)/(p*q)",
    "line over share": "1 + ({a} + {b}*q)/({c}*p*q)",
    "falls, then rises": "1 + {a}*q/p + {b}*p",
    "quotient of sums": "1 + ({a} + q)/({b}*p*q + {r})",
    "crossing bounds": "max({a}/p, 1 + {b}*p/q)",
    "shifted share": "1 + {a}/(p*(q + {b}))",
    "parabola": "{r} + {a}*(p - {t})**2/q",
    "jump of a sum": "piecewise((1 + {a}/p, p + q <= 1), {r} + {b}/q)",
    "least of sums": "min(1 + {a}/p, {r} + {b}*q/p)",
    "both squares": "1 + {a}/p**2 + {b}/q**2",
    "tilted": "1 + ({a} + {b}*p)/(p + q)",
    "two quotients": "1 + {a}*p/q + {b}*q/p",
    "product and line": "{r} + {a}/(p*q) + {b}*(1 - p)",
}
"""Each is at least 1 for all priors, where 0 < a, b, c, t < 1 < r < u."""

COMPLETE, CURVES, CELLS, LATE, FAILED = "complete", "curves open", "cells open", "out of time", "failed"

PARTIAL, NONE = "partial", "none"
"""In the place of a grade where something is open, and where there is no result."""

GRACE = 30
"""Seconds beyond the patience after which a process is ended."""


@dataclass(frozen=True)
class Drawn:
    """A profile with its assumptions."""

    family: str
    text: str
    assumptions: tuple[str, ...]


def draw(seed: int, count: int, parameters: int) -> list[Drawn]:
    """The first different profiles that a seed gives, family by family in turn."""
    stream, drawn = random.Random(f"parameters {seed}"), dict[str, Drawn]()
    while len(drawn) < count:
        for family, template in TEMPLATES.items():
            slots = [s for s in "abcrtu" if "{" + s + "}" in template]
            chosen = stream.choice([*combinations(slots, parameters)])
            r = 1 + _number(stream, "1/20", "5")
            numbers = {k: _number(stream, "1/50", "19/20") for k in "abct"}
            values = {
                k: str(v) for k, v in {**numbers, "r": r, "u": r + _number(stream, "1/10", "3")}.items()
            }
            text = template.format(**{**values, **{s: s for s in chosen}})
            drawn.setdefault(text, Drawn(family, text, tuple(_assumptions(slots, chosen, values))))
    return [*drawn.values()][:count]


def _assumptions(slots: list[str], chosen: tuple[str, ...], values: dict[str, str]) -> Iterator[str]:
    for s in chosen:
        if s in "abct":
            yield f"0<{s}<1"
        elif s == "u":
            yield "u>r" if "r" in chosen else f"u>{values['r']}"
        else:
            yield "r>1"
            if "u" in slots and "u" not in chosen:
                yield f"r<{values['u']}"


@dataclass(frozen=True)
class Outcome:
    """What became of a profile: in a word, why, the grade of all of it, and seconds of processor time.

    These are with the time of processes that have ended.
    """

    word: str
    why: str
    grade: str = NONE
    seconds: float = 0.0


def outcome(one: Drawn, patience: float, cells: bool) -> Outcome:
    """The outcome in this process."""
    profile = RiskProfile(one.text, conditions_from(one.assumptions))
    try:
        if cells:
            result = infimum_by_cells(profile, open_regions=OpenRegions(True, Patience(patience)))
        else:
            result = infimum(profile, partial=True, patience=patience)
    except UndecidedError as error:
        return Outcome(FAILED, str(error))
    if not result.open:
        return Outcome(COMPLETE, f"{len(result.branches)} branches", grade_of(result))
    reasons = "; ".join(f"{region.condition}: {region.reason}" for region in result.open)
    if any(OUT_OF_TIME in region.reason for region in result.open):
        return Outcome(LATE, reasons, grade_of(result))
    curves = all(any(c.relation is Relation.ZERO for c in region.conditions) for region in result.open)
    return Outcome(CURVES if curves and result.branches else CELLS, reasons, grade_of(result))


def grade_of(result: PiecewiseInfimum) -> str:
    """The lowest grade of a proof in it, such as `exact` or `computed`; `partial` where something is open."""
    return PARTIAL if result.open else str(result.grade)


def _told(one: Drawn, patience: float, cells: bool, sender: multiprocessing.connection.Connection) -> None:
    try:
        told = outcome(one, patience, cells)
    except Exception as error:  # what goes wrong is what is measured
        told = Outcome(FAILED, f"{type(error).__name__}: {error}")
    sender.send(replace(told, seconds=sum(os.times()[:4])))


def measured(one: Drawn, patience: float, cells: bool) -> Outcome:
    """The outcome from a process of its own."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=_told, args=(one, patience, cells, sender))
    process.start()
    told = (
        receiver.recv() if receiver.poll(patience + GRACE) else Outcome(LATE, "process ended", NONE, patience)
    )
    process.kill()
    process.join()
    return told


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profiles", type=int, default=24)
    parser.add_argument("--parameters", type=int, default=2, choices=(1, 2))
    parser.add_argument("--patience", type=float, default=60)
    parser.add_argument("--cells", action="store_true", help="the last resort alone")
    parser.add_argument("--only", nargs="*", default=(), help="families")
    parser.add_argument("--journal", help="a file to which each outcome is added, one JSON object a line")
    chosen = parser.parse_args()
    counts, grades = Counter[str](), Counter[str]()
    for one in draw(chosen.seed, chosen.profiles, chosen.parameters):
        if chosen.only and one.family not in chosen.only:
            continue
        told = measured(one, chosen.patience, chosen.cells)
        counts[told.word] += 1
        grades[told.grade] += 1
        about = f"{one.text}  [{', '.join(one.assumptions)}]: {told.why[:300]}"
        print(f"{told.word:12} {told.grade:8} {told.seconds:6.1f} s  {about}", flush=True)
        if chosen.journal:
            row = {"text": one.text, "outcome": told.word, "grade": told.grade, "why": told.why}
            with open(chosen.journal, "a", encoding="utf-8") as journal:
                journal.write(json.dumps({**row, "seconds": told.seconds}) + "\n")
    print(dict(counts), dict(grades))


if __name__ == "__main__":
    main()
