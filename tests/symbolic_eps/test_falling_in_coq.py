"""Theorems where P falls along a prior wherever it is 0; Coq refuses what is planted.

By hand, for r* = 3/2 + 1/(2 p^2 q) at p = 1: (3 q + 1)(q + (1 - q) x^2) - 2 q has a double root in q where
16 x^4 - 16 x^2 + 1 = 0; p >= 3/5 keeps p = 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest

from symbolic_eps import RiskProfile, infimum
from symbolic_eps.coq.own_roots.own_place import OwnPlace
from symbolic_eps.coq.own_theorem import TheoremFile, theorem_file
from symbolic_eps.coq.shipped import LIBRARY
from symbolic_eps.minimum.reductions import by_product
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, coqc, with_library

PROFILES = {
    "with numbers": RiskProfile("3/2 + 1/(2*p**2*q)", box=["p>=3/5"]),
    "with a parameter": RiskProfile("r + 19/(30*p**2*q)", ["r>1"], box=["p>=3/5"]),
}


@cache
def written(kind: str) -> TheoremFile:
    """Without the reduction that comes first, with p q held fixed, and without the proof in a box."""
    with (
        patch.object(by_product, "risk_falls", return_value=False),
        patch.object(OwnPlace, "may_be", property(lambda _: False)),
    ):
        return theorem_file(infimum(PROFILES[kind]))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), written)


@pytest.mark.parametrize("kind", ["with numbers", pytest.param("with a parameter", marks=pytest.mark.slow)])
def test_there_is_a_theorem(kind: str, tmp_path: Path) -> None:
    text = written(kind).text
    assert not written(kind).missing and "apply (falls_at_zeros (fun p " in text
    with_library(tmp_path, text)
    assert accepted(tmp_path, text) <= REAL_NUMBERS


PLANTED = {
    "another profile": ("1/(2*p^2*q)", "1/(3*p^2*q)"),
    "eps doubled": ("(Finite (- ln x'))", "(Finite (- 2 * ln x'))"),
    "another change along p": ("(fun later earlier => (", "(fun later earlier => (1 + "),
    "another end": (") p_here (1)); cbv", ") p_here (2)); cbv"),
    "less on the side": ("assert (side : 0 <= ", "assert (side : - 1 <= "),
}


@pytest.mark.slow
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(("with numbers", *PLANTED[error]))


WEAKER = {
    "falls": ("g t = 0 -> k t t < 0)", "g t = 0 -> k t t <= 0)"),
    "up to the end": ("u <= t <= e -> g t = 0", "u < t < e - 1 -> g t = 0"),
    "at the end": ("k t t < 0) -> 0 <= g e", "k t t < 0) -> - 1 <= g e"),
    "change": ("g s - g t = (s - t) * k s t) -> u", "g s - g t = k s t) -> u"),
}


@pytest.mark.family(9)
@pytest.mark.parametrize("premise", WEAKER)
def test_the_lemma_is_refused_with_less(premise: str, tmp_path: Path) -> None:
    lemmas, (right, less) = (LIBRARY / "Least.v").read_text("utf-8"), WEAKER[premise]
    before, found, after = lemmas.partition(right)
    assert found
    with_library(tmp_path, "floor_positive root_positive soon_always")
    (tmp_path / "Wrong.v").write_text(f"{before}{less}{after}")
    assert coqc(tmp_path, "Wrong.v").returncode != 0
