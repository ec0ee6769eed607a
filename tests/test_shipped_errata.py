"""The errata notes and pages in docs/examples are those of the pinned verdicts; `make examples` writes them.

They are not written anew here, which takes minutes: places, verdicts and the fingerprint of all claims are
compared, so that a verdict or a claim that changes makes them stale.
"""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from symbolic_eps.papers import papers
from verify.claims.expected_verdicts import Pins, expected, fingerprint

SHIPPED = Path(__file__).resolve().parent.parent / "docs" / "examples" / "errata"
SOUND = {"holds", "definition", "cited"}
MARK = r"sha256:[0-9a-f]{16}(?![0-9a-f])"


def wrong(pins: Pins) -> dict[str, str]:
    """What does not hold as printed, by its place."""
    return {place: pin["verdict"] for place, pin in pins.items() if pin["verdict"] not in SOUND}


def in_markdown(text: str) -> dict[str, str]:
    """The places of a note, each with the verdict that its entry shows."""
    found = {}
    for item in re.split(r"^### ", text, flags=re.M)[1:]:
        says_right, offers_none = "\nIt should read: " in item, "\nWe have no corrected form" in item
        verdict = "misprint" if says_right else "refuted" if offers_none else "holds-if"
        found |= dict.fromkeys(re.findall(r"`([^`]+)`", item.splitlines()[0]), verdict)
    return found


def in_latex(text: str) -> set[str]:
    """The places of a note in LaTeX."""
    named = re.findall(r"^\\medskip.*?\{\\small (.*)\}\\nopagebreak$", text, re.M)
    places = re.findall(r"\\texttt\{([^}]*)\}", " ".join(named).replace("-{}", "-"))
    return {place.replace("\\_", "_") for place in places}


def in_page(text: str) -> dict[str, str]:
    """The claims that a page lists, with their verdicts."""
    listed = re.findall(r'<article id="([^"]+)" data-verdict="([^"]+)"', text)
    return {unescape(anchor).partition("/")[2]: verdict for anchor, verdict in listed}


@pytest.mark.parametrize("paper", list(papers()))
def test_shipped_errata_are_those_of_the_pinned_verdicts(paper: str) -> None:
    pins = expected(papers()[paper].expected_verdicts)
    texts = {suffix: (SHIPPED / f"{paper}.{suffix}").read_text("utf-8") for suffix in ("md", "tex", "html")}
    assert in_markdown(texts["md"]) == wrong(pins), "run `make examples`"
    assert in_latex(texts["tex"]) == set(wrong(pins)), "run `make examples`"
    assert in_page(texts["html"]) == wrong(pins), "run `make examples`"
    for text in texts.values():
        assert set(re.findall(MARK, text.replace("-{}", "-"))) == {fingerprint(pins)}, "run `make examples`"


def test_a_changed_verdict_or_claim_is_seen() -> None:
    """The planted errors: another verdict of a claim against which nothing was said, and another claim."""
    (paper, *_) = papers().values()
    pins = {place: dict(pin) for place, pin in expected(paper.expected_verdicts).items()}
    before = fingerprint(pins)
    place = next(place for place, pin in pins.items() if pin["verdict"] == "holds")
    for what, other in (("verdict", "cited"), ("fingerprint", "sha256:0")):
        assert fingerprint({**pins, place: {**pins[place], what: other}}) != before
    assert fingerprint(dict(list(pins.items())[1:])) != before


def test_examples_are_of_a_sensible_size() -> None:
    for paper in papers():
        assert 10_000 < sum(file.stat().st_size for file in SHIPPED.glob(f"{paper}.*")) < 1_000_000
