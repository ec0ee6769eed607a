"""What the tests of claims share: claims as parameters, and a judgement held against the expectation."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import pytest
from _pytest.mark.structures import ParameterSet

from symbolic_eps.papers import papers
from verify.claims.claim import Claim, Verdict, judge
from verify.claims.expected_verdicts import expected
from verify.prover.prover import Prover
from verify.search.budget import Budget


def solvers_alone() -> Prover:
    """Without the search for certificates, on which no verdict depends."""
    return Prover(budget=Budget(work=0))


def places(claims: Sequence[Claim]) -> set[str]:
    """The places of the claims, no two at one."""
    found = [claim.locator.place for claim in claims]
    assert len(set(found)) == len(found)
    return set(found)


def displays(claims: Iterable[Claim]) -> set[int]:
    """The numbers of the displays that have a claim, as a whole or line by line."""
    numbered = (claim.locator.place for claim in claims if claim.locator.place.startswith("eq:"))
    return {int(place[3:].split(".")[0]) for place in numbered}


def as_parameters(claims: Iterable[Claim], slow: Collection[str]) -> list[ParameterSet]:
    """One parameter for each claim, named by its place."""
    return [
        pytest.param(c, marks=[pytest.mark.slow] if c.locator.place in slow else [], id=c.locator.place)
        for c in claims
    ]


def assert_pinned(paper: str, by_hand: Mapping[str, Verdict]) -> None:
    """The pins are the verdicts derived by hand; what the shipped evidence shows is held against the pins."""
    pins = expected(papers()[paper].expected_verdicts)
    assert {place: pins[place]["verdict"] for place in by_hand} == {k: str(v) for k, v in by_hand.items()}


def assert_verdict(claim: Claim, expected: Verdict, prover: Prover) -> None:
    """One claim, one verdict; a failure has a witness."""
    judged = judge(claim, prover)
    assert judged.verdict is expected, judged.note
    if judged.verdict in (Verdict.HOLDS_IF, Verdict.MISPRINT, Verdict.REFUTED):
        assert judged.witness is not None
