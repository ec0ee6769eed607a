"""Theorems of branches that are proved along one prior at a time, and what Coq refuses in them.

By hand, for r* = 1 + (3/5 + p/5)/(p q) at p = 1: (q + 4/5)(q + (1 - q) x^2) - q = (1 - x^2) q^2 +
(x^2/5 - 1/5) q + 4 x^2/5 has a double root in q where (1 - x^2)^2/25 = 16 x^2 (1 - x^2)/5, that is x^2 = 1/81
with q = 1/10; so eps = log(9).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from symbolic_eps import RiskProfile, infimum
from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.coq.enough import along_prior, nowhere_negative
from symbolic_eps.coq.own_theorem import theorem_file
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.reduction_stages import CARRIED
from tests.symbolic_eps.coq_files import REAL_NUMBERS, accepted, coqc, with_library

PROFILE = RiskProfile("1 + (3/5 + p/5)/(p*q)")


def carried(branch: Branch) -> Branch:
    """The same, as if it had been carried from a point to a region of parameters."""
    return replace(branch, steps=(*branch.steps, Step(StepKind.REDUCTION, words=CARRIED)))


@pytest.fixture
def one_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """No slope, where the other prior is stationary, decides, nor do the sides of the square."""
    monkeypatch.setattr(nowhere_negative, "is_by_stationary_slope", lambda *_: False)
    monkeypatch.setattr(nowhere_negative, "sides_at_fixed_product", lambda *_: None)


def written() -> str:
    derived = infimum(PROFILE)
    return theorem_file(replace(derived, branches=tuple(map(carried, derived.branches)))).text


@pytest.mark.slow
def test_a_quadratic_along_a_prior_is_proved_by_its_ends_and_its_turn(one_way: None, tmp_path: Path) -> None:
    text = written()
    assert "(Finite (ln(9)))." in text
    assert "apply quadratic_on_unit" in text
    with_library(tmp_path, text)
    assert accepted(tmp_path, text) <= REAL_NUMBERS
    for right, wrong in (
        ("1 + (p/5 + 3/5)/(p*q)", "1 + (p/5 + 1/2)/(p*q)"),
        ("assert (end1_p : 0 <= (", "assert (end1_p : 1 <= ("),
        ("intros asked0 asked1 asked2;", "intros asked0 asked1; clear asked1; intros asked2; clear asked2;"),
    ):
        assert right in text
        (tmp_path / "Wrong.v").write_text(text.replace(right, wrong))
        assert coqc(tmp_path, "Wrong.v").returncode != 0


def test_what_is_negative_somewhere_is_refused() -> None:
    """A profile that asks for less risk, at the X of this one."""
    (branch,) = map(carried, infimum(PROFILE).branches)
    steps = Contradictions(exact_judge(), ())
    case, other = (
        BranchCase(profile, branch, steps) for profile in (PROFILE, RiskProfile("1 + (1/2 + p/5)/(p*q)"))
    )
    assert "quadratic_on_unit" in along_prior.by_one_prior(case, case.constrained(case.values[0]))
    with pytest.raises(UndecidedError, match="P may be negative"):
        along_prior.by_one_prior(case, other.constrained(other.values[0]))
