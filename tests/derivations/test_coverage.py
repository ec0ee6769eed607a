"""Every printed line has a claim or a reason, every condition of a claim is printed, no claim is empty."""

from __future__ import annotations

import pytest

from symbolic_eps.papers import claims_in, papers
from verify.claims.coverage import COVERAGE, LINES, Coverage, gaps, read_coverage
from verify.claims.paper import Paper
from verify.claims.premises import Premise, idle, unfounded, unprinted, without_condition
from verify.claims.printed_lines import PrintedLine, read_lines
from verify.claims.vacuous import why_vacuous

PAPERS = [pytest.param(paper, id=paper.identifier) for paper in papers().values()]


def lines_of(paper: Paper) -> tuple[PrintedLine, ...]:
    return read_lines(paper.folder / LINES)


def coverage_of(paper: Paper) -> Coverage:
    return read_coverage(paper.folder / COVERAGE)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_line_has_a_claim_or_a_reason(paper: Paper) -> None:
    places = [claim.locator.place for claim in claims_in(paper)]
    assert list(gaps(lines_of(paper), places, coverage_of(paper))) == []
    assert coverage_of(paper).share_not_judged(lines_of(paper)) <= 0.1
    assert coverage_of(paper).missing == {}


@pytest.mark.parametrize("paper", PAPERS)
def test_every_condition_of_a_domain_is_printed(paper: Paper) -> None:
    premises: tuple[Premise, ...] = paper.offer("premises")
    assert list(unfounded(premises, {line.place: line for line in lines_of(paper)})) == []
    assert list(without_condition(premises)) == []
    assert list(idle(claims_in(paper), premises)) == []
    found = unprinted(claims_in(paper), premises, lines_of(paper), coverage_of(paper))
    assert [(claim.locator.place, str(condition)) for claim, condition in found] == []


@pytest.mark.parametrize("paper", PAPERS)
def test_no_claim_is_empty(paper: Paper) -> None:
    reasons = {claim.locator.place: why_vacuous(claim) for claim in claims_in(paper)}
    assert {place: why for place, why in reasons.items() if why} == {}
