"""Somebody else's implementation against the exact values: errors in ulps, and which results are unsafe."""

from __future__ import annotations

import math
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from symbolic_eps.errors import InputError
from symbolic_eps.export.formula import Formula
from symbolic_eps.export.vectors import Status, Vector, vectors

WORST = 5
"""How many of the worst points are shown."""


@dataclass(frozen=True)
class Judged:
    """One point and what the implementation said.

    Parameters
    ----------
    vector : Vector
    answer : float
        NaN too where the line was no number.
    ulps : float
        The error in units in the last place of the exact value; infinite for a NaN or a wrong infinity.
    above : bool
        Whether the answer is above the exact value: unsafe, if it is an eps.
    """

    vector: Vector
    answer: float
    ulps: float
    above: bool


@dataclass(frozen=True)
class Conformance:
    """What was found.

    Parameters
    ----------
    formula : Formula
    judged : tuple of Judged
        In the order of the points.
    """

    formula: Formula
    judged: tuple[Judged, ...]

    @property
    def above(self) -> tuple[Judged, ...]:
        """The points with a result above the exact value."""
        return tuple(j for j in self.judged if j.above)

    @property
    def unsafe(self) -> tuple[Judged, ...]:
        """The same, where the result is an eps; of another quantity none is unsafe."""
        return self.above if self.formula.budget else ()

    @property
    def not_a_number(self) -> int:
        """How many answers are NaN, or no number at all."""
        return sum(math.isnan(j.answer) for j in self.judged)

    @property
    def wrong_infinity(self) -> int:
        """How many answers are infinite where the exact value is not, or the other way round."""
        return sum(
            not math.isnan(j.answer) and math.isinf(j.answer) != (j.vector.status is Status.INFINITE)
            for j in self.judged
        )

    @property
    def worst(self) -> tuple[Judged, ...]:
        """The points with the largest errors."""
        return tuple(sorted(self.judged, key=lambda j: -j.ulps)[:WORST])

    def quantile(self, share: float) -> float:
        """The error that this share of the points does not exceed, in ulps."""
        ordered = sorted(j.ulps for j in self.judged)
        return ordered[max(math.ceil(share * len(ordered)) - 1, 0)]


def conformance(formula: Formula, command: Sequence[str], points: int, seconds: float) -> Conformance:
    """Put the test vectors to a program and judge its answers.

    Parameters
    ----------
    formula : Formula
    command : sequence of str
        A program and its arguments. It gets one line a point on standard input, the arguments as decimal
        numbers that give back the binary64 ones, and answers each with one number on a line.
    points : int
        About how many points have a finite value.
    seconds : float
        How long the program may take.

    Returns
    -------
    Conformance

    Raises
    ------
    InputError
        The program cannot be run, fails, takes too long, or answers with another number of lines.
    """
    asked = [v for v in vectors(formula, points) if v.status is not Status.OUTSIDE]
    lines = "".join(" ".join(map(repr, v.arguments)) + "\n" for v in asked)
    name = command[0]
    try:
        done = subprocess.run(
            command, input=lines, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise InputError(
            f"{name} took more than {seconds:g} s for {len(asked)} points (see --seconds)"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{name} cannot be run: {error}") from None
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise InputError(f"{name} failed with status {done.returncode}: {last}")
    answers = done.stdout.splitlines()
    if len(answers) != len(asked):
        raise InputError(
            f"{name} gave {len(answers)} lines for {len(asked)} points: one number a line is needed"
        )
    return Conformance(formula, tuple(judge(v, _number(a)) for v, a in zip(asked, answers, strict=True)))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def judge(vector: Vector, answer: float) -> Judged:
    """The error of an answer, and whether it is above the exact value.

    Examples
    --------
    >>> exact = Vector((2.0,), Status.VALUE, 0.5, 0.5, 0.5, 2.0**-53, 0.0)
    >>> judge(exact, 0.5 + 2.0**-53).ulps, judge(exact, 0.5 + 2.0**-53).above
    (1.0, True)
    """
    if vector.status is Status.INFINITE:
        return Judged(vector, answer, 0.0 if answer == math.inf else math.inf, False)
    if not math.isfinite(answer):
        return Judged(vector, answer, math.inf, answer == math.inf)
    ulps = abs((answer - vector.rounded) / vector.unit - vector.offset)
    return Judged(vector, answer, ulps, answer > vector.below)
