"""Theorems of a theory, and the certificates that are stored for them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sympy.abc import a

from verify import recheck
from verify.certificates.file_names import towers
from verify.certificates.known_answers import KnownAnswers
from verify.claims.claim import Claim, Locator
from verify.claims.theory import Theory
from verify.claims.verdict import Verdict


def claims() -> Iterable[Claim]:
    place = Locator("squares", "sum")
    return [Claim(place, a**2 - 2 * a + 2 > 0), Claim(Locator("squares", "wrong"), a**2 > 0)]


def test_theorems_are_proved_and_their_certificates_stored(tmp_path: Path) -> None:
    squares = Theory("squares", tmp_path, (claims,))
    assert list(squares.theorems) == ["sum", "wrong"]
    squares.prove_anew()
    judged = squares.judgements()
    assert [j.verdict for j in judged.values()] == [Verdict.HOLDS, Verdict.REFUTED]
    stored = recheck.judge_files([tmp_path / "certificates"])
    assert stored and all(judgement.accepted for judgement in stored)


def test_what_was_stored_before_goes(tmp_path: Path) -> None:
    stale = tmp_path / towers("squares")
    stale.parent.mkdir()
    stale.write_text("[]")
    KnownAnswers().store(tmp_path, "squares")
    assert not stale.exists()
    assert not KnownAnswers.load(tmp_path, "squares").certificates
