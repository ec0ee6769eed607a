"""Long eliminations: the same in a process of their own, which the deadline ends."""

from __future__ import annotations

import time
from random import Random

import pytest
from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from symbolic_eps.minimum import infimum_by_cells
from symbolic_eps.minimum.cylinders import elimination
from symbolic_eps.minimum.cylinders.elimination import discriminant, factors, resultant
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.time_limit import OUT_OF_TIME, Patience
from verify.deadline import OutOfTime, deadline

SPACE = fmpq_mpoly_ctx.get([f"y{k}" for k in range(4)], "lex")

LONGEST = 30.0
"""Seconds in which the work must have ended, whose time was 2; it would take many minutes."""


def drawn(random: Random, terms: int, degree: int) -> fmpq_mpoly:
    powers = (tuple(random.randint(0, degree) for _ in range(4)) for _ in range(terms))
    return SPACE.from_dict({e: fmpq(random.randint(1, 99), random.randint(1, 9)) for e in powers})


def test_they_are_the_same_in_a_process_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random("apart")
    one, other = (drawn(random, 4, 2) + SPACE.gen(3) ** 2 for _ in range(2))
    here = resultant(one, other, 3), discriminant(one, 3), factors(one * other)
    monkeypatch.setattr(elimination, "LONG", 0)
    monkeypatch.setattr(elimination, "MANY", 0)
    with deadline(120):
        assert (resultant(one, other, 3), discriminant(one, 3), factors(one * other)) == here


def test_an_answer_that_a_pipe_does_not_hold_at_once_comes_whole() -> None:
    """The sum of z and tens of thousands of terms without z is irreducible, and is its own factor."""
    long = drawn(Random("answer"), 40 * elimination.MANY, 90)
    free_of_last = SPACE.from_dict({(*e[:3], 0): fmpq(c.p) for e, c in long.to_dict().items()})
    with deadline(120):
        assert factors(free_of_last + SPACE.gen(3)) == (free_of_last + SPACE.gen(3),)


def test_the_deadline_ends_what_is_long() -> None:
    long = drawn(Random("long"), 150, 10)
    started = time.monotonic()
    with pytest.raises(OutOfTime), deadline(2):
        discriminant(long, 3)
    assert time.monotonic() - started < LONGEST


@pytest.mark.slow
@pytest.mark.usefixtures("without_certificates")
def test_patience_ends_the_projection_of_a_hard_profile() -> None:
    started = time.monotonic()
    profile = RiskProfile("1 + a/p**2 + b/q**2", ["a>0", "b>0"])
    result = infimum_by_cells(profile, open_regions=OpenRegions(True, Patience(4)))
    assert time.monotonic() - started < LONGEST
    assert OUT_OF_TIME in {region.reason for region in result.open}
