"""A theorem on a bound that falls with p while p q is held fixed: accepted, and not with planted errors."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from symbolic_eps import RiskProfile, infimum
from symbolic_eps.coq.own_theorem import TheoremFile, theorem_file
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, with_library

KIND = "sum of two terms"


@cache
def written(_: str) -> TheoremFile:
    return theorem_file(infimum(RiskProfile("1 + b/(p*q) + 1/(2*p)", ["0<b<1"])))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), written)


def test_coq_accepts_it(tmp_path: Path) -> None:
    """The partner of (p, q) at p = 1 has n d' - n' d = 2 p q q - 2 p q p q = (1 - p) 2 p q^2."""
    file = written(KIND)
    assert not file.missing and len(file.names) == 1
    assert "(1 - p) * (2*p*q^2)) by" in file.text
    with_library(tmp_path, file.text)
    assert accepted(tmp_path, file.text) <= REAL_NUMBERS


PLANTED = {
    "a larger fall": (KIND, "(1 - p) * (2*p*q^2)) by", "(1 - p) * (3*p*q^2)) by"),
    "no fall": (KIND, " + (1 - p) * (2*p*q^2)) by", ") by"),
    "a rise": (KIND, " + (1 - p) * (2*p*q^2)) by", " - (1 - p) * (2*p*q^2)) by"),
    "another bound": (KIND, "(fun p q => b/(p*q) + 1 + 1/(2*p))", "(fun p q => b/(p*q) + 1 + 1/(3*p))"),
}


@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])
