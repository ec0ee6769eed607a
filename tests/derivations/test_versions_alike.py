"""The same sentence of both versions of a paper has the same encoding and the same verdict."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest
import sympy as sp

from derivations.kazan_reiter.alike import Pair, differences, pairs
from symbolic_eps.papers import claims_in, papers
from symbolic_eps.theory.symbols import DECAY as x
from verify.claims.claim import Claim, Kind

FIRST, SECOND = "kazan-reiter-2023", "kazan-reiter-2024"
PAIRS = [pytest.param(pair, id=pair.first) for pair in pairs()]


@cache
def claims_of(paper: str) -> dict[str, Claim]:
    return {claim.locator.place: claim for claim in claims_in(papers()[paper])}


@cache
def pinned(paper: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(papers()[paper].expected_verdicts.read_text("utf-8"))
    return found


def told_apart(pair: Pair) -> tuple[str, ...]:
    """In what the claims of a pair differ, the pinned verdict included."""
    found = differences(claims_of(FIRST)[pair.first], claims_of(SECOND)[pair.second])
    verdicts = {
        pinned(paper)[place]["verdict"]
        for paper, place in ((FIRST, pair.first), (SECOND, pair.second))
        if place in pinned(paper)
    }
    return (*found, "verdict") if len(verdicts) > 1 else found


@pytest.mark.parametrize("pair", PAIRS)
def test_the_same_sentence_has_the_same_claim(pair: Pair) -> None:
    """A pair that is said to differ does so: what is mended leaves that list."""
    found = told_apart(pair)
    assert found if pair.differ else found == ()


def test_each_place_is_paired_once() -> None:
    first, second = ([getattr(pair, side) for pair in pairs()] for side in ("first", "second"))
    assert len(set(first)) == len(first)
    assert len(set(second)) == len(second)


@pytest.mark.parametrize(
    ("place", "changed", "what"),
    [
        ("eq:30", {"statement": sp.Eq(x, 1)}, "statement"),
        ("eq:21", {"statement": sp.Eq(x, 1)}, "statement"),
        ("lem:4.1", {"domain": ()}, "domain"),
        ("eq:80.3", {"kind": Kind.DEFINITION}, "kind"),
    ],
)
def test_a_difference_is_seen(place: str, changed: dict[str, object], what: str) -> None:
    claim = claims_of(FIRST)[place]
    assert differences(claim, claim) == ()
    assert what in differences(claim, replace(claim, **changed))  # type: ignore[arg-type]
