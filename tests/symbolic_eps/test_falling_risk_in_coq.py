"""Theorems on bounds that fall as p grows while p q is held fixed: accepted, and not with planted errors."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from symbolic_eps import RiskProfile, infimum
from symbolic_eps.coq.own_theorem import TheoremFile, theorem_file
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, with_library

KIND, TO_Q = "sum of two terms", "to the least q"

ASKED = {
    KIND: RiskProfile("1 + b/(p*q) + 1/(2*p)", ["0<b<1"]),
    TO_Q: RiskProfile("1 + (9/25 + b*q)/(c*p*q)", ["0<b<1", "0<c<1"], box=["q>=13/24"]),
}


@cache
def written(kind: str) -> TheoremFile:
    return theorem_file(infimum(ASKED[kind]))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), written)


FALLS = {
    KIND: ["(1 - p) * (2*p*q^2)) by"],
    TO_Q: ["(1 - p) * (625*v_b*v_c*p*q^2)) by", "(there - p) * (195000*v_b*v_c*q)) by"],
}
"""n d' - n' d at the partner of (p, q), by hand.

At p = 1 it is 2 p q q - 2 p q p q = (1 - p) 2 p q^2. In the other profile, n = 25 c p q + 25 b q + 9 and
d = 25 c p q: at p = 1 it is 25 c p q 25 b (q - p q). At q = l = 13/24, where the text has 576 n' and 576 d',
it is 576 times 25 c p q 25 b (q - l). As p (q - l) = l (p' - p), this is 195000 b c q (p' - p).
"""


@pytest.mark.family(18)
@pytest.mark.parametrize(("kind", "cases"), [(KIND, 1), (TO_Q, 3)])
def test_coq_accepts_it(kind: str, cases: int, tmp_path: Path) -> None:
    file = written(kind)
    assert not file.missing and len(file.names) == cases
    assert all(fall in file.text for fall in FALLS[kind])
    with_library(tmp_path, file.text)
    assert accepted(tmp_path, file.text) <= REAL_NUMBERS


PLANTED = {
    "a larger fall": (KIND, "(1 - p) * (2*p*q^2)) by", "(1 - p) * (3*p*q^2)) by"),
    "no fall": (KIND, " + (1 - p) * (2*p*q^2)) by", ") by"),
    "a rise": (KIND, " + (1 - p) * (2*p*q^2)) by", " - (1 - p) * (2*p*q^2)) by"),
    "a larger fall to q": (TO_Q, "(195000*v_b*v_c*q)) by", "(195001*v_b*v_c*q)) by"),
    "no fall to q": (TO_Q, " + (there - p) * (195000*v_b*v_c*q)) by", ") by"),
    "a larger eps at q": (TO_Q, "(Finite (- ln x'))", "(Finite (1/1000 - ln x'))"),
    "a lower least q": (TO_Q, "q >= 13/24", "q >= 12/24"),
    "another bound": (KIND, "(fun p q => b/(p*q) + 1 + 1/(2*p))", "(fun p q => b/(p*q) + 1 + 1/(3*p))"),
}


def planted(kind: str) -> list[str]:
    return [error for error, (asked, *_) in PLANTED.items() if asked == kind]


@pytest.mark.slow
@pytest.mark.parametrize("error", planted(KIND))
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])


@pytest.mark.slow
@pytest.mark.parametrize("error", planted(TO_Q))
def test_coq_refuses_what_is_planted_in_a_fall_to_q(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])
