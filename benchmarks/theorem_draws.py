"""Rational profiles with parameters, drawn by a seed, as what `derive --coq` is asked.

The families of `benchmarks.parameters`, caps and groups, each on a domain that is drawn, too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from benchmarks import parameters
from benchmarks.recommend import _number

CAPS = {
    "difference": ("--difference", "{a}"),
    "odds ratio": ("--odds-ratio", "{r}"),
    "constant and difference": ("{r}", "--difference", "{a}"),
    "difference and odds ratio": ("--difference", "{a}", "--odds-ratio", "{r}"),
    "groups": ("--group", "{r}; fix: q=1", "--group", "{u}"),
    "groups with shares": ("--group", "max({a}/(p*q), {r})", "--group", "{u}; box: p<={t}"),
}
"""Each is well posed for 0 < a, t < 1 < r, u."""

DOMAINS = (
    *[()] * 5,
    ("--fix", "q=1"),
    ("--fix", "p={number}"),
    ("--fix", "q={number}"),
    ("--box", "p<={number}"),
    ("--box", "q<={number}"),
    ("--box", "p>={number}"),
    ("--box", "q>={number}"),
    ("--box", "p*q<={number}"),
)


@dataclass(frozen=True)
class Question:
    """A family, and what `derive` is asked."""

    family: str
    arguments: tuple[str, ...]


def questions(seed: int, count: int, parameter_count: int) -> list[Question]:
    """The first questions that a seed gives: a profile of each family in turn, and caps between them.

    Parameters
    ----------
    seed : int
        The same seed gives the same questions.
    count : int
        How many.
    parameter_count : int
        1 or 2; a cap of one number has one parameter.
    """
    stream = random.Random(f"theorems {seed}, {parameter_count} parameters")
    caps, drawn = [*CAPS], list[Question]()
    for k, one in enumerate(parameters.draw(seed, count, parameter_count)):
        known = [word for text in one.assumptions for word in ("--assume", text)]
        drawn.append(Question(one.family, (one.text, *known, *_domain(stream))))
        for cap in caps[k % len(parameters.TEMPLATES) :][:1]:
            whole = "group" in cap
            drawn.append(Question(cap, (*_cap(stream, cap, parameter_count), *_domain(stream, whole))))
    return drawn[:count]


def _domain(stream: random.Random, whole: bool = False) -> Iterator[str]:
    """The priors for which a profile is enforced; groups have domains of their own."""
    words, number = stream.choice(DOMAINS), _number(stream, "1/10", "9/10")
    yield from () if whole else (word.format(number=number) for word in words)


def _cap(stream: random.Random, cap: str, parameter_count: int) -> Iterator[str]:
    """The options of a cap, with assumptions on its parameters."""
    words = CAPS[cap]
    slots = [s for s in "artu" if any("{" + s + "}" in word for word in words)]
    chosen = stream.choice([*combinations(slots, min(parameter_count, len(slots)))])
    numbers = {s: _number(stream, "1/20", "19/20") + (s in "ru") for s in slots}
    values = {s: s if s in chosen else str(number) for s, number in numbers.items()}
    yield from (word.format(**values) for word in words)
    for s in chosen:
        yield from ("--assume", f"{s}>1" if s in "ru" else f"0<{s}<1")
