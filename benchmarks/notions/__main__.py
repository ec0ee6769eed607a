"""Success of attacks, budgets, conversions and composition at points drawn by a seed, beside libraries.

    python -m benchmarks.notions --seed 21 --points 1000 --markdown FILE

Exit status 1 where an answer differs from ours by more than the library's own rounding, on the side that
contradicts ours, or where a simulation is further than 5 standard deviations from what is expected.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import sympy as sp

from benchmarks.notions import library_file
from benchmarks.notions.simulation import deviations
from symbolic_eps.notions.composition import composed
from symbolic_eps.notions.conversion import least_delta, rho_of_pure
from symbolic_eps.notions.notion import BASELINE, Notion, ratios
from symbolic_eps.notions.success import Allowance
from symbolic_eps.profiles.caps import CapKind

LIBRARIES = Path(sys.prefix) / "libraries/bin/python"
MOST_DEVIATIONS = 5
Point = Mapping[str, float]


@dataclass(frozen=True)
class Question:
    """What a library is asked, too.

    Parameters
    ----------
    name : str
    exact : callable
        Ours, of a point of exact numbers.
    tolerance : float
        What the library's arithmetic may be off, absolutely.
    looser : bool
        Whether the library gives an upper bound only, which may be larger.
    unanswered : callable
        Of a point: whether the library is known to give NaN there.
    """

    name: str
    exact: Callable[[Mapping[str, sp.Expr]], sp.Expr]
    tolerance: float
    looser: bool = False
    unanswered: Callable[[Point], bool] = lambda _: False

    def agrees(self, ours: float, theirs: float) -> bool:
        """Whether an answer does not contradict ours."""
        return -self.tolerance <= theirs - ours <= (float("inf") if self.looser else self.tolerance)


def _cap_budget(p: Mapping[str, sp.Expr]) -> sp.Expr:
    early, late = (r.subs(BASELINE, p["k"]) for r in ratios(Notion.APPROXIMATE, p["cap"], p["delta"]))
    ratio = max(early, late)
    return sp.log(ratio) if ratio > 1 else sp.Integer(0)


def _composed_delta(p: Mapping[str, sp.Expr]) -> sp.Expr:
    return composed(Notion.APPROXIMATE, p["eps"], p["delta"], int(p["releases"]))[1]


QUESTIONS = (
    Question(
        "success, (eps, delta)",
        lambda p: Allowance(Notion.APPROXIMATE, p["eps"], p["delta"]).success(p["k"]),
        1e-12,
    ),
    Question(
        "advantage, (eps, delta)",
        lambda p: Allowance(Notion.APPROXIMATE, p["eps"], p["delta"]).worst(
            CapKind.DIFFERENCE, sp.Integer(0), sp.Integer(1)
        )[0],
        1e-12,
    ),
    Question(
        "eps of a cap at k",
        _cap_budget,
        1e-12,
        # No eps keeps a cap below k + delta: ours is set to 0, theirs is 0 or the log of a negative number.
        unanswered=lambda p: p["delta"] > min(1 - p["k"], p["cap"]),
    ),
    Question(
        "success, Renyi",
        lambda p: Allowance(Notion.RENYI_2, p["rho"], sp.Integer(0)).success(p["k"]),
        1e-6,
    ),
    Question("delta of rho", lambda p: least_delta(p["eps"], p["rho"]), 1e-12, looser=True),
    Question(
        "delta of releases",
        _composed_delta,
        1e-12,
        looser=True,  # losses are rounded up to a grid
    ),
    Question("delta of releases, opendp", _composed_delta, 1e-12, looser=True),  # their sum
    Question("rho of eps, opendp", lambda p: rho_of_pure(p["eps"]), 1e-12, looser=True),  # eps^2
    Question("eps of a difference, opendp", lambda p: sp.log((1 + p["cap"]) / (1 - p["cap"])), 1e-12),
)


def points(seed: int, count: int) -> Iterator[Point]:
    """Points of short decimals, as binary64 has them."""
    draw = random.Random(seed)
    for _ in range(count):
        k = draw.randint(1, 999) / 1000
        yield {
            "k": k,
            "eps": draw.randint(1, 600) / 100,
            "delta": 10.0 ** -draw.randint(1, 9) / 2,
            "rho": draw.randint(1, 400) / 100,
            "cap": draw.randint(1, 999) / 1000,
            "releases": draw.randint(1, 6),
        }


def asked(
    drawn: Sequence[Point], python: Path = LIBRARIES
) -> tuple[list[Mapping[str, str]], Mapping[str, str]]:
    """The libraries' answers, and their versions."""
    done = subprocess.run(
        [str(python), str(library_file())],
        input=json.dumps(drawn),
        capture_output=True,
        text=True,
        check=True,
    )
    document = json.loads(done.stdout.splitlines()[-1])
    return document["answers"], document["versions"]


@dataclass(frozen=True)
class Comparison:
    """Ours beside a library's answer at a point."""

    question: Question
    point: Point
    ours: float
    theirs: float | None
    reason: str = ""

    @property
    def holds(self) -> bool:
        """Whether there is an answer and it does not contradict ours, or none where that is known."""
        if self.theirs is None or self.theirs != self.theirs:
            return self.theirs is not None and self.question.unanswered(self.point)
        return self.question.agrees(self.ours, self.theirs)

    @property
    def answered(self) -> bool:
        """Whether there is a number."""
        return self.theirs is not None and self.theirs == self.theirs


def comparisons(drawn: Sequence[Point], said: Sequence[Mapping[str, str]]) -> Iterator[Comparison]:
    """All questions at all points."""
    for point, answers in zip(drawn, said, strict=True):
        exact = {name: sp.Rational(value) for name, value in point.items()}
        for question in QUESTIONS:
            ours, text = float(sp.N(question.exact(exact), 30)), answers[question.name]
            try:
                yield Comparison(question, point, ours, float.fromhex(text))
            except ValueError:
                yield Comparison(question, point, ours, None, text)


def report(found: Sequence[Comparison]) -> list[str]:
    """A table in Markdown, and the worst point of each question."""
    heads = (
        "quantity",
        "points",
        "NaN",
        "contradicted",
        "largest ours - theirs",
        "largest theirs - ours",
        "there",
    )
    lines = [f"| {' | '.join(heads)} |", "|---|---:|---:|---:|---:|---:|---|"]
    for question in QUESTIONS:
        own = [one for one in found if one.question is question]
        answered = [one for one in own if one.answered]
        differences = {id(one): (one.theirs or 0.0) - one.ours for one in answered}
        worst = max(answered, key=lambda one: abs(differences[id(one)]), default=None)
        below, above = (max((s * d for d in differences.values()), default=0) for s in (-1, 1))
        where = "" if worst is None else ", ".join(f"{n} = {v:g}" for n, v in worst.point.items())
        wrong = sum(not one.holds for one in own)
        none = len(own) - len(answered)
        numbers = f"{len(own)} | {none} | {wrong} | {below:.1e} | {above:.1e}"
        lines.append(f"| {question.name} | {numbers} | {where} |")
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the report; 1 if an answer contradicts ours or a simulation is off."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.notions", description=__doc__)
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--points", type=int, default=1000)
    parser.add_argument("--draws", type=int, default=1_000_000)
    parser.add_argument("--markdown", type=Path)
    given = parser.parse_args(arguments)
    if given.points < 1 or given.draws < 1000:
        parser.error("--points is 1 or more, --draws 1000 or more")
    if not LIBRARIES.exists():
        print("the libraries are missing: make .venv/.stamp-libraries", file=sys.stderr)
        return 2
    drawn = list(points(given.seed, given.points))
    said, versions = asked(drawn)
    found = list(comparisons(drawn, said))
    apart = list(deviations(given.draws, given.seed))
    lines = [", ".join(f"{name} {version}" for name, version in versions.items()), "", *report(found), ""]
    lines += [f"{given.draws} draws each:", "", "| simulated | standard deviations apart |", "|---|---:|"]
    lines += [f"| {label} | {distance:.1f} |" for label, distance in apart]
    print("\n".join(lines))
    for one in found:
        if not one.holds:
            print(
                f"{one.question.name} at {one.point}: {one.ours} {one.theirs} {one.reason}", file=sys.stderr
            )
    if given.markdown is not None:
        command = f"python -m benchmarks.notions --seed {given.seed} --points {given.points}"
        head = ["# Success of attacks under notions, beside libraries", "", f"Written by `{command}`.", ""]
        given.markdown.write_text("\n".join([*head, *lines]) + "\n", encoding="utf-8")
    failed = any(not one.holds for one in found) or any(d > MOST_DEVIATIONS for _, d in apart)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
