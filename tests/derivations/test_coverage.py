"""Every printed line has a claim or a reason, every condition of a claim is printed, no claim is empty."""

from __future__ import annotations

import pytest

from symbolic_eps.papers import claims_in, papers
from verify.claims.coverage import COVERAGE, LINES, Coverage, gaps, read_coverage
from verify.claims.empty import why_empty
from verify.claims.paper import Paper
from verify.claims.premises import Premise, idle, unfounded, unprinted, without_condition
from verify.claims.printed_lines import PrintedLine, read_lines

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


@pytest.mark.parametrize("paper", PAPERS)
def test_what_is_still_to_be_claimed_is_little_has_no_number_and_names_its_method(paper: Paper) -> None:
    missing, lines = coverage_of(paper).missing, lines_of(paper)
    assert [line.place for line in lines if line.place in missing and line.label] == []
    assert len(missing) <= 0.03 * sum(line.place in coverage_of(paper).claims for line in lines)
    assert [place for place, method in missing.items() if ": " not in method] == []


def test_lines_for_which_a_method_is_missing() -> None:
    """None of the first paper's two versions; of the other one, asymptotics."""
    assert {paper: [*coverage_of(papers()[paper]).missing] for paper in papers()} == {
        "kazan-reiter-2024": [],
        "kazan-reiter-2023": [],
        "yoshida-yung-hayashi-2018": ["V#10", "V#21"],
    }


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
    reasons = {claim.locator.place: why_empty(claim) for claim in claims_in(paper)}
    assert {place: why for place, why in reasons.items() if why} == {}
