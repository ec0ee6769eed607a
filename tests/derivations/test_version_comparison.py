"""The same sentence of both versions of a paper has the same encoding and the same verdict."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest
import sympy as sp

from derivations.kazan_reiter.version_comparison import (
    Pair,
    PrintedDifference,
    differences,
    pairs,
    printed_differences,
)
from symbolic_eps.papers import claims_in, papers
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from verify.claims.claim import Claim, Kind, Locator
from verify.claims.coverage import LINES
from verify.claims.printed_lines import PrintedLine, read_lines
from verify.language.as_printed import eq, le

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


def lines_of(paper: str) -> dict[str, PrintedLine]:
    return {line.place: line for line in read_lines(papers()[paper].folder / LINES)}


@pytest.mark.parametrize("difference", printed_differences(), ids=lambda one: one.line)
def test_what_differs_differs_in_print(difference: PrintedDifference) -> None:
    """Only the first version has it, or a transcription of the second has the same slip."""
    assert any(difference.prints in formula for formula in lines_of(FIRST)[difference.line].formulas)
    also = any(
        difference.prints in formula for line in lines_of(SECOND).values() for formula in line.formulas
    )
    assert also is bool(difference.slip)


def test_a_place_that_differs_is_a_pair() -> None:
    places = [place for difference in printed_differences() for place in difference.places]
    assert len(set(places)) == len(places)
    assert set(places) <= {pair.first for pair in pairs()}


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


one, other, third = sp.symbols("one other third", real=True)


@pytest.mark.parametrize(
    ("first", "second", "domains", "same"),
    [
        (sp.Eq(one, 2 * one), sp.Eq(other, 2 * other), (one > 0, other > 0), True),
        (sp.Lt(p * one, other), sp.Lt(p * third, other), (one > 0, third > 0), True),
        (sp.Lt(p, q), sp.Lt(q, p), (p > 0, q > 0), False),
        (sp.Lt(one, 1), sp.Lt(other, 1), (one > 0, p > 0), False),
        (eq(one / one, 1), eq(other + 1, 1 + other), (one > 0, other > 0), False),
        (le(one, one), le(other + 1, other + 1), (one > 0, other > 0), False),
    ],
    ids=["letters", "one letter", "priors swapped", "renamed in half", "identities", "trivial bounds"],
)
def test_letters_of_ours_alone_are_renamed(
    first: sp.Basic, second: sp.Basic, domains: tuple[sp.Basic, sp.Basic], same: bool
) -> None:
    claims = [
        Claim(Locator("example", "eq:1"), statement, (domain,))
        for statement, domain in zip((first, second), domains, strict=True)
    ]
    assert (differences(*claims) == ()) is same
