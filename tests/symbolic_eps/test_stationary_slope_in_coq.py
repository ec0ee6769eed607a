"""Theorems by the slope where the other prior is stationary: towards p = 1 and q = 1; no premise is idle.

By hand, for r* = 3/2 + 1/(2 p q^2) at q = 1: (3 p + 1)(p + (1 - p) x) - 2 p = 3 (1 - x) p^2 + (2 x - 1) p + x
has a double root in p where (2 x - 1)^2 = 12 x (1 - x), that is 16 x^2 - 16 x + 1 = 0; the least x is
1/2 - sqrt(3)/4, and e^eps = 8 + 4 sqrt(3). At p = 1 with p and q exchanged x^2 takes the place of x.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import sympy as sp

from symbolic_eps import RiskProfile, infimum
from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.coq.enough import nowhere_negative, stationary_slope
from symbolic_eps.coq.own_theorem import TheoremFile, theorem_file
from symbolic_eps.coq.shipped import LIBRARY
from symbolic_eps.minimum.reduction_stages import CARRIED
from symbolic_eps.minimum.reductions import by_stationary_slope
from symbolic_eps.minimum.reductions.by_stationary_slope import Region
from tests.symbolic_eps.coq_files import REAL_NUMBERS, accepted, coqc, with_library
from verify.language.condition import positive

TOWARDS = {"q": "3/2 + 1/(2*p*q**2)", "p": "3/2 + 1/(2*p**2*q)"}
"""By the prior whose end decides; along the other one the least eps is inside its range."""


def carried(branch: Branch) -> Branch:
    """The same, as if it had been carried from a point to a region of parameters."""
    return replace(branch, steps=(*branch.steps, Step(StepKind.REDUCTION, words=CARRIED)))


@cache
def derived(prior: str) -> PiecewiseInfimum:
    found = infimum(RiskProfile(TOWARDS[prior]))
    return replace(found, branches=tuple(map(carried, found.branches)))


def by_slope(prior: str) -> TheoremFile:
    """Where no sides are said to decide with p q held fixed."""
    with patch.object(nowhere_negative, "sides_at_fixed_product", lambda *_: None):
        return theorem_file(derived(prior))


@cache
def towards_q() -> str:
    return by_slope("q").text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prior", "value"), [("q", "(Finite (ln(4*sqrt(3) + 8)))."), ("p", "16*x'^2 - 16*x'^4 - 1 = 0")]
)
def test_the_end_of_a_prior_decides(prior: str, value: str, tmp_path: Path) -> None:
    text = by_slope(prior).text
    assert value in text
    assert f"apply (by_stationary_slope (fun {prior} " in text
    with_library(tmp_path, text)
    assert accepted(tmp_path, text) <= REAL_NUMBERS


PLANTED = {
    "another profile": ("1/(2*p*q^2)", "1/(2*p^2*q^2)"),
    "a larger eps": ("(Finite (ln(", "(Finite (1/1000 + ln("),
    "another change along q": ("(fun later earlier p => (", "(fun later earlier p => (1 + "),
    "another change along p": ("(fun q later earlier => (", "(fun q later earlier => (1 + "),
    "more on the side": ("p <= 1 -> 0 <= (", "p <= 1 -> 1 <= ("),
    "less everywhere": ("half_open p -> 0 <= (", "half_open p -> - 1 <= ("),
}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compiled")
    with_library(folder, towards_q())
    return folder


@pytest.mark.family(24)
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, compiled: Path) -> None:
    text, (right, wrong) = towards_q(), PLANTED[error]
    assert right in text
    (compiled / "Wrong.v").write_text(text.replace(right, wrong))
    assert coqc(compiled, "Wrong.v").returncode != 0


@pytest.mark.slow
@pytest.mark.parametrize("index", [0, 2])
def test_each_premise_is_asked(index: int, compiled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: no certificate for a premise. Coq shows the one at p = 0 alone: P = X > 0."""

    def against(*of: Any) -> Iterator[Region]:
        for i, failing in enumerate(by_stationary_slope.against(*of)):
            yield (positive(sp.S.NegativeOne),) if i == index else failing

    monkeypatch.setattr(stationary_slope, "against", against)
    (compiled / "Wrong.v").write_text(by_slope("q").text)
    assert coqc(compiled, "Wrong.v").returncode != 0


WEAKER = {
    "along u": ("g s v - g t v = (s - t) * k s t v", "g s v - g t v = k s t v"),
    "along v": ("g u y - g u z = (y - z) * h u y z", "g u y - g u z = h u y z"),
    "inside": ("h u v v = 0 -> k u u v < 0", "h u v v = 0 -> k u u v <= 0"),
    "at 0": ("0 <= h u 0 0 -> k u u 0 < 0", "0 <= h u 0 0 -> k u u 0 <= 0"),
    "at 1": ("h u 1 1 <= 0 -> k u u 1 < 0", "h u 1 1 <= 0 -> k u u 1 <= 0"),
    "at the end": ("0 <= g 1 v.", "- 1 <= g 1 v."),
    "at 0 on the wrong side": ("0 <= h u 0 0", "h u 0 0 <= 0"),
    "at 1 on the wrong side": ("h u 1 1 <= 0", "0 <= h u 1 1"),
}


@pytest.mark.family(9)
@pytest.mark.parametrize("premise", WEAKER)
def test_the_theorem_is_refused_with_less(premise: str, compiled: Path) -> None:
    theorem, (right, less) = (LIBRARY / "Stationary_slope.v").read_text("utf-8"), WEAKER[premise]
    before, hypothesis, after = theorem.partition(right)
    assert hypothesis
    (compiled / "Wrong.v").write_text(f"{before}{less}{after}")
    assert coqc(compiled, "Wrong.v").returncode != 0
