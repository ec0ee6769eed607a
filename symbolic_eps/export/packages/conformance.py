"""Somebody else's implementation against the exact values: errors in ulps, and which results are unsafe."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.other_program import answers
from symbolic_eps.export.packages.vectors import Status, Vector, vectors

WORST = 5
"""How many of the worst points are shown."""

MAX_ULPS = 2.0**51
"""The largest error that is allowed by default: between a quarter and a half of the exact value.

A stable formula in plain double precision, which loses digits where terms cancel, keeps below this. The
answer 0 is wrong by 2^52 ulps or more wherever the exact value is another.
"""


@dataclass(frozen=True)
class Judged:
    """One point and what the implementation said.

    Parameters
    ----------
    vector : Vector
    answer : float
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
class Check:
    """Something that must not be the case at any point.

    Parameters
    ----------
    name : str
        One word.
    fault : str
        What must not be, as in "3 results are not a number".
    failures : tuple of Judged
        The points where it is.
    """

    name: str
    fault: str
    failures: tuple[Judged, ...]

    @property
    def text(self) -> str:
        """What was found: "no result above the exact eps", "1 result not a number"."""
        count = len(self.failures)
        return f"{count or 'no'} result{'' if count < 2 else 's'} {self.fault}"


@dataclass(frozen=True)
class Conformance:
    """What was found.

    Parameters
    ----------
    formula : Formula
    judged : tuple of Judged
        In the order of the points.
    max_ulps : float
        The largest error that is allowed.
    """

    formula: Formula
    judged: tuple[Judged, ...]
    max_ulps: float = MAX_ULPS

    @property
    def above(self) -> tuple[Judged, ...]:
        """The points with a result above the exact value."""
        return tuple(j for j in self.judged if j.above)

    @property
    def unsafe(self) -> tuple[Judged, ...]:
        """The same, where the result is an eps; of another quantity none is unsafe."""
        return self.above if self.formula.budget else ()

    @property
    def not_a_number(self) -> tuple[Judged, ...]:
        """The points where the answer is NaN."""
        return tuple(j for j in self.judged if math.isnan(j.answer))

    @property
    def wrong_infinity(self) -> tuple[Judged, ...]:
        """The points where the answer is infinite and the exact value is not, or the other way round."""
        return tuple(j for j in self.judged if _is_wrong_infinity(j))

    @property
    def too_far(self) -> tuple[Judged, ...]:
        """The points with a larger error than is allowed, those with NaN or a wrong infinity left out."""
        return tuple(j for j in self.judged if self.max_ulps < j.ulps < math.inf)

    @property
    def checks(self) -> tuple[Check, ...]:
        """What is demanded of the answers; on the safe side only an eps has to be."""
        safe = (Check("never-above", "above the exact eps", self.unsafe),) if self.formula.budget else ()
        return (
            *safe,
            Check("a-number", "not a number", self.not_a_number),
            Check("infinity", "wrongly infinite or finite", self.wrong_infinity),
            Check("accuracy", f"wrong by more than {ulps_text(self.max_ulps)}", self.too_far),
        )

    @property
    def passed(self) -> bool:
        """Whether all that is demanded holds at all points."""
        return not any(check.failures for check in self.checks)

    @property
    def worst(self) -> tuple[Judged, ...]:
        """The points with the largest errors."""
        return tuple(sorted(self.judged, key=lambda j: -j.ulps)[:WORST])

    def quantile(self, share: float) -> float:
        """The error that this share of the points does not exceed, in ulps."""
        ordered = sorted(j.ulps for j in self.judged)
        return ordered[max(math.ceil(share * len(ordered)) - 1, 0)]


def conformance(
    formula: Formula, command: Sequence[str], points: int, seconds: float, max_ulps: float = MAX_ULPS
) -> Conformance:
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
    max_ulps : float
        The largest error that is allowed.

    Returns
    -------
    Conformance

    Raises
    ------
    InputError
        The program cannot be run, fails, takes too long, or answers with anything but one number a line.
    """
    asked = [v for v in vectors(formula, points) if v.status in (Status.VALUE, Status.INFINITE)]
    lines = [" ".join(map(repr, v.arguments)) for v in asked]
    said = answers(command, lines, seconds)
    return Conformance(formula, tuple(map(judge, asked, said)), max_ulps)


def ulps_text(value: float) -> str:
    """Ulps in three digits.

    Examples
    --------
    >>> ulps_text(2.0**51), ulps_text(float("inf"))
    ('2.25e+15 ulps', 'infinite')
    """
    return f"{value:.3g} ulps" if math.isfinite(value) else "infinite"


def _is_wrong_infinity(judged: Judged) -> bool:
    if math.isnan(judged.answer):
        return False
    if judged.vector.status is Status.INFINITE:
        return judged.answer != math.inf
    return math.isinf(judged.answer)


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
