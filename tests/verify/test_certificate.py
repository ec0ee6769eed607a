"""Certificates as data: canonical text, and stores that find a certificate by its claim."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sympy as sp
from sympy.abc import a, b

from verify import kernel, recheck
from verify.certificates.certificate import FORMAT, CertificateStore, as_text, assembled
from verify.certificates.known_answers import KnownAnswers
from verify.language.implication import Implication
from verify.prover.prover import Prover

CLAIMS = (
    Implication((a > 0,), sp.Ge(a + 1 / a, 2)),
    Implication((a > 0, b > a), sp.Gt(b / a, 1)),
    Implication((), sp.Ge(a**2 + b**2, 2 * a * b)),
)


def found(implication: Implication) -> dict[str, Any]:
    certificate = Prover().prove(implication).certificate
    assert certificate is not None
    return dict(certificate)


@pytest.fixture(scope="module")
def certificates() -> list[dict[str, Any]]:
    return [found(claim) for claim in CLAIMS]


def test_assembled_certificate_has_what_the_kernel_asks_for(certificates: list[dict[str, Any]]) -> None:
    for claim, certificate in zip(CLAIMS, certificates, strict=True):
        assert certificate["format"] == FORMAT
        assert certificate["fingerprint"] == claim.encoded.fingerprint
        kernel.check(certificate, {})
        kernel.check(assembled(certificate["claim"], certificate["refutations"]), {})


def test_lemmas_are_listed_in_order() -> None:
    claim = {"variables": [], "hypotheses": [], "goal": [">", "1", "0"]}
    assert assembled(claim, [], ["b", "a"])["lemmas"] == ["a", "b"]


def test_text_does_not_depend_on_the_order_or_on_repetition(certificates: list[dict[str, Any]]) -> None:
    text = as_text(certificates)
    assert as_text(reversed(certificates)) == text
    assert as_text([*certificates, *certificates]) == text
    assert text.count("\n") == len(certificates) + 2
    assert json.loads(text) == sorted(certificates, key=lambda c: str(c["fingerprint"]))


def test_search_gives_the_same_bytes_again(certificates: list[dict[str, Any]]) -> None:
    assert as_text(map(found, CLAIMS)) == as_text(certificates)


def test_store_survives_a_file(certificates: list[dict[str, Any]], tmp_path: Path) -> None:
    file = tmp_path / "certificates.json"
    file.write_text(as_text(certificates), encoding="utf-8")
    store = CertificateStore.load([file])
    assert len(store) == len(certificates)
    for certificate in certificates:
        assert store[certificate["fingerprint"]] == certificate
        assert certificate["fingerprint"] in list(store)
    assert "sha256:0" not in store
    proved = Prover(known_answers=KnownAnswers(certificates=store)).prove(CLAIMS[0])
    assert proved.certificate == certificates[0]


def test_only_what_is_asked_for_is_parsed_and_a_damaged_line_is_not_there(
    certificates: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "certificates.json"
    first, second = sorted(certificates, key=lambda c: str(c["fingerprint"]))[:2]
    text = as_text(certificates)
    damaged = as_text([first])[2:-3].replace('"weight":', '"weight" ', 1)
    file.write_text(text.replace(as_text([first])[2:-3], damaged), encoding="utf-8")
    parsed: list[bytes] = []
    monkeypatch.setattr(
        "verify.certificates.certificate.parsed", lambda line: parsed.append(line) or recheck.parsed(line)
    )
    store = CertificateStore.load([file])
    assert not parsed and len(store) == len(certificates)
    assert store[second["fingerprint"]] == second and len(parsed) == 1
    assert store.get(first["fingerprint"]) is None


@pytest.mark.parametrize(
    "text",
    ["", "[", "{}", "[1]", '[{"claim": 1}]', '[{"fingerprint": 7}]', "[NaN]", '{"a": 1, "a": 2}'],
)
def test_file_without_certificates_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "certificates.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(kernel.Rejected):
        CertificateStore.load([file])


def test_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"missing\.json"):
        CertificateStore.load([tmp_path / "missing.json"])


def test_store_does_not_judge(certificates: list[dict[str, Any]]) -> None:
    """A wrong certificate is kept as it is read; whoever uses it asks the kernel."""
    wrong = certificates[0] | {"refutations": []}
    store = CertificateStore.of([wrong])
    assert store[wrong["fingerprint"]] == wrong
    with pytest.raises(kernel.Rejected):
        kernel.check(store[wrong["fingerprint"]], {})
