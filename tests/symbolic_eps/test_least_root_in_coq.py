"""Theorems where X is the least of two roots seen at the turn of a parabola; Coq refuses what is planted.

By hand, for r + (1 - p q)/(50 p q) at p = 1, with y = x^2: F = q + y (1 - q) - 50 q/((50 r - 1) q + 1) has
the numerator (50 r - 1) (1 - y) q^2 + (50 r y - 2 y - 49) q + y, of which the discriminant is 0 at a
minimum: 2500 r^2 y^2 - 5100 r y + 200 y + 2401 = 0. At y = 1 that is (50 r - 51)^2, so that P < 0 there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from symbolic_eps import RiskProfile, infimum
from symbolic_eps.coq.own_theorem import TheoremFile, theorem_file
from symbolic_eps.coq.shipped import LIBRARY
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, coqc, with_library

AT_A_TURN = RiskProfile("r + (1 - p*q)/(50*p*q)", ["r>1"])


@cache
def written(_: str = "") -> TheoremFile:
    return theorem_file(infimum(AT_A_TURN))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), written)


@pytest.mark.slow
def test_there_is_a_theorem(tmp_path: Path) -> None:
    text = written().text
    assert not written().missing
    with_library(tmp_path, text)
    assert accepted(tmp_path, text) <= REAL_NUMBERS


PLANTED = {
    "another root": ("2500*r^2*x'^4", "2400*r^2*x'^4"),
    "eps doubled": ("(Finite (- ln x'))", "(Finite (- 2 * ln x'))"),
    "a condition left out": ("  r > 1 ->\n", ""),
    "another turn": ("destruct (turns_above (", "destruct (turns_above (1 + "),
    "another power": (" 2) as [k [k_range above]]", " 1) as [k [k_range above]]"),
    "the greatest root": ("= 0 -> x' <= y')", "= 0 -> y' <= x')"),
}


@pytest.mark.slow
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(("", *PLANTED[error]))


WEAKER = {
    "tight, P >= 0": ("m < h -> c m = 0 -> 0 <= f m", "m < h -> c m = 0 -> - 1 <= f m"),
    "tight up to the end": ("(forall m, l <= m < h -> c m = 0", "(forall m, l <= m < h - 1 -> c m = 0"),
    "a place where P >= 0": ("k <= h /\\ 0 <= f k) \\/ c h < 0 ->", "k <= h /\\ - 1 <= f k) \\/ c h < 0 ->"),
    "a place in the interval": (
        "(exists k, l <= k <= h /\\ 0 <= f k) \\/",
        "(exists k, l <= k /\\ 0 <= f k) \\/",
    ),
    "a side that fails": ("0 <= f k) \\/ c h < 0 ->", "0 <= f k) \\/ c h <= 0 ->"),
    "a power": ("n, (0 < n)%nat", "n, (0 <= n)%nat"),
    "a turn above 0": ("nat -> 0 < B ->", "nat -> 0 <= B ->"),
    "a turn before 1": ("0 <= - 2 * A - B ->", "- 1 <= - 2 * A - B ->"),
    "roots": ("0 <= B * B + 4 * A * C ->", "- 1 <= B * B + 4 * A * C ->"),
}


@pytest.mark.family(9)
@pytest.mark.parametrize("premise", WEAKER)
def test_the_lemmas_are_refused_with_less(premise: str, tmp_path: Path) -> None:
    lemmas, (right, less) = (LIBRARY / "Least.v").read_text("utf-8"), WEAKER[premise]
    before, found, after = lemmas.partition(right)
    assert found
    with_library(tmp_path, "floor_positive root_positive soon_always")
    (tmp_path / "Wrong.v").write_text(f"{before}{less}{after}")
    assert coqc(tmp_path, "Wrong.v").returncode != 0
