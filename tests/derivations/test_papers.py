"""The claims of the papers are all collected, once each, and judged as pinned."""

from __future__ import annotations

import pickle
import pkgutil
import re
from dataclasses import replace
from functools import cache
from importlib import import_module
from xml.etree import ElementTree

import pytest

from symbolic_eps.errors import InputError
from symbolic_eps.papers import paper_named, papers
from symbolic_eps.report.statement import shown
from symbolic_eps.typesetting.layout import Layout
from symbolic_eps.typesetting.mathml import Mathml
from symbolic_eps.typesetting.notation import Text
from symbolic_eps.typesetting.tex import Latex
from verify.claims import paper as paper_module
from verify.claims.auditor import audit
from verify.claims.claim import Claim, Locator
from verify.claims.expected_verdicts import differences, expected
from verify.claims.isolating_witness import Isolation
from verify.claims.paper import COLLECTIONS, NoSuchPlaceError, Paper, claims_of, distinct, selected
from verify.claims.record import Record, fingerprint
from verify.independent_check.witness import Confirmation

PLACE = re.compile(
    r"(eq:\d+(\.\d+)?(@[\w.]+)?"
    r"|(thm|lem|cor|def):\d+(\.\d+)?(@[\w.]+)?(\.\d+)?(/[\w.-]+)?"
    r"|tab:\d+/\(?[\w~-]+\)?(\.[\w~-]+)*"
    r"|(text|fig):[\w.]+/[\w.()-]+)"
)

PAPERS = papers()


@cache
def fingerprints(identifier: str) -> tuple[str, ...]:
    """Of its claims, in their order."""
    return tuple(map(fingerprint, PAPERS[identifier].claims))


EVERY_PAPER = pytest.mark.parametrize("identifier", PAPERS)


@EVERY_PAPER
def test_no_module_with_claims_is_left_out(identifier: str) -> None:
    """Whatever a module of the package holds is among the paper's claims, directly or through another."""
    package = import_module(PAPERS[identifier].package)
    modules = [m.name for m in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    held = {claim.locator for name in modules for claim in claims_of(name)}
    assert held == {claim.locator for claim in PAPERS[identifier].claims}


@EVERY_PAPER
def test_every_claim_has_a_place_of_its_own(identifier: str) -> None:
    places = [claim.locator.place for claim in PAPERS[identifier].claims]
    assert len(places) == len(set(places)) > 180
    assert [place for place in places if not PLACE.fullmatch(place)] == []


@EVERY_PAPER
def test_whose_print_is_in_doubt_says_so(identifier: str) -> None:
    """What the remark tells the reader, the flag tells the note's summary."""
    claims = PAPERS[identifier].claims
    told = {claim.locator for claim in claims if claim.remark.startswith("Print or transcription")}
    assert told == {claim.locator for claim in claims if claim.print_in_doubt}


@EVERY_PAPER
def test_fingerprints_tell_claims_apart(identifier: str) -> None:
    assert len(set(fingerprints(identifier))) == len(PAPERS[identifier].claims)


@EVERY_PAPER
def test_claims_arrive_in_another_process_as_they_are_written(identifier: str) -> None:
    claims = PAPERS[identifier].claims
    arrived = [pickle.loads(pickle.dumps(claim)) for claim in claims]
    assert tuple(map(fingerprint, arrived)) == fingerprints(identifier)
    assert arrived == list(claims)


@EVERY_PAPER
def test_pins_are_about_the_claims_as_they_stand(identifier: str) -> None:
    """Fast: compares statements, not verdicts; the audit itself compares those."""
    pins = expected(PAPERS[identifier].expected_verdicts)
    places = [claim.locator.place for claim in PAPERS[identifier].claims]
    found = dict(zip(places, fingerprints(identifier), strict=True))
    assert {place: pin["fingerprint"] for place, pin in pins.items()} == found


@EVERY_PAPER
def test_nothing_is_pinned_as_open(identifier: str) -> None:
    pins = expected(PAPERS[identifier].expected_verdicts)
    assert pins and [place for place, pin in pins.items() if pin["verdict"] == "open"] == []


def test_displays_of_a_shared_proof_are_in_order() -> None:
    places = [claim.locator.place for claim in paper_named("kazan-reiter-2024").claims]
    numbers = [int(m[1]) for p in places if (m := re.fullmatch(r"eq:(\d+)(\.\d+)?", p)) and int(m[1]) >= 44]
    assert numbers == sorted(numbers)


def test_two_claims_at_one_place_are_an_error() -> None:
    claim = paper_named("kazan-reiter-2024").claims[0]
    with pytest.raises(ValueError, match="two claims at kazan-reiter-2024"):
        distinct([claim, replace(claim)])


def test_a_claim_of_another_paper_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper_module, "claims_of", lambda name: (Claim(Locator("another", "eq:1"), 1 > 0),))
    with pytest.raises(ValueError, match="another eq:1 stands among the claims of sample-2001"):
        _ = Paper("sample-2001", "A Sample", "verify", (), ("claim",)).claims


def test_unknown_paper_names_the_nearest() -> None:
    with pytest.raises(InputError, match="did you mean kazan-reiter-2023"):
        paper_named("kazan-reiter-203")


def test_a_place_selects_its_lines_and_printings_and_no_other_number() -> None:
    claims = [
        Claim(Locator("sample", place), 1 > 0)
        for place in ("eq:9", "eq:94", "eq:94.1", "eq:94@E", "eq:9.2", "lem:9", "tab:3/(15).2")
    ]
    assert [c.locator.place for c in selected(claims, ["eq:94"])] == ["eq:94", "eq:94.1", "eq:94@E"]
    assert [c.locator.place for c in selected(claims, ["eq:9"])] == ["eq:9", "eq:9.2"]
    assert [c.locator.place for c in selected(claims, ["tab:3"])] == ["tab:3/(15).2"]
    assert selected(claims, []) == tuple(claims)
    with pytest.raises(NoSuchPlaceError, match="near it are eq:94"):
        selected(claims, ["eq:943"])


def test_collections_that_are_looked_for() -> None:
    """A repair stands beside the claims of its proof; another name would be overlooked."""
    assert COLLECTIONS == ("CLAIMS", "REPAIR")


def _record(place: str, **fields: str) -> Record:
    known = {"fingerprint": "sha256:1", "verdict": "holds", "grade": "exact"} | fields
    return Record(
        paper="sample",
        locator=place,
        method="",
        statement="",
        domain=(),
        extra_hypotheses=(),
        witness=None,
        corrected=None,
        certificates=(),
        evidence={},
        note="",
        remark="",
        seconds=0.0,
        **known,
    )


PINS = {"eq:1": {"verdict": "holds", "grade": "exact", "fingerprint": "sha256:1"}}


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({}, []),
        ({"verdict": "refuted"}, ["verdict"]),
        ({"verdict": "open", "grade": ""}, ["verdict", "grade"]),
        ({"grade": "solver"}, ["grade"]),
        ({"fingerprint": "sha256:2"}, ["statement"]),
    ],
)
def test_each_change_is_a_difference(fields: dict[str, str], what: list[str]) -> None:
    found = differences("sample", [_record("eq:1", **fields)], PINS)
    assert [difference.what for difference in found] == what


def test_missing_and_surplus_pins_are_differences() -> None:
    found = differences("sample", [_record("eq:2")], PINS)
    assert [d.what for d in found] == ["not pinned", "no longer there"]
    assert [d.what for d in differences("sample", [_record("eq:2")], PINS, complete=False)] == ["not pinned"]
    assert [d.what for d in differences("sample", [_record("eq:2")], {})] == ["nothing pinned"]


@EVERY_PAPER
def test_every_claim_can_be_set(identifier: str) -> None:
    """Statement, domain, corrected form and further hypotheses, for the terminal, LaTeX and the browser."""
    for claim in PAPERS[identifier].claims:
        statements = [claim.statement, *([] if claim.corrected is None else [claim.corrected])]
        for notation in (Text(), Latex(), Mathml()):
            layout = Layout(notation)
            texts = [shown(s, notation) for s in statements]
            texts += [layout.all_of(claim.domain), layout.all_of(claim.missing)]
            assert texts[0], claim.locator
            if isinstance(notation, Mathml):
                for text in texts:
                    ElementTree.fromstring(f"<math>{text}</math>")
            if isinstance(notation, Latex):
                assert all(text.count("{") == text.count("}") for text in texts), claim.locator


@pytest.mark.slow
@EVERY_PAPER
def test_papers_are_judged_as_pinned(identifier: str) -> None:
    """The whole audit, with the certificates and points that are shipped, all of them checked again."""
    claims = PAPERS[identifier].claims
    records = [found.record for found in audit(claims, {identifier: PAPERS[identifier].evidence})]
    found = differences(identifier, records, expected(PAPERS[identifier].expected_verdicts))
    assert [difference.text for difference in found] == []
    shown = [record for record in records if record.witness is not None]
    assert not [r.locator for r in shown if r.isolation == Isolation.SEVERAL]
    assert not [r.locator for r in shown if not Confirmation(r.confirmation).counts]
