"""Theorems on ridges that are curves: pieces put at their tight conditions, F >= 0 beside a double root.

By hand, for r* = max(31/(50 p), 1 + b p/q): the two are equal where q (31 - 50 p) = 50 b p^2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NoReturn
from unittest.mock import Mock, patch

import pytest

from symbolic_eps import infimum
from symbolic_eps.coq import own_theorem
from symbolic_eps.coq.enough import curved_ends
from symbolic_eps.coq.own_theorem import TheoremFile, proof_lines, theorem_file
from symbolic_eps.coq.shipped import LIBRARY
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import certified_cells, infimum_by_cells
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.profiles.profile import RiskProfile, conditions_from
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, coqc, with_library

RIDGE = RiskProfile("max(31/50/p, 1 + b*p/q)", conditions_from(["b>0"]))


@cache
def written(_: str) -> TheoremFile:
    """However busy the machine is."""
    with patch.object(certified_cells, "LONGEST", 600.0):
        return theorem_file(infimum_by_cells(RIDGE))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), written)


@pytest.mark.slow
def test_a_ridge_that_is_a_curve_has_a_theorem(tmp_path: Path) -> None:
    file = written("ridge")
    assert not file.missing
    assert "Rmax (31/(50*p)) (b*p/q + 1)" in file.text
    assert "apply (between_tight_ends " in file.text
    assert "apply beside_double_root" in file.text
    with_library(tmp_path, file.text)
    assert accepted(tmp_path, file.text) <= REAL_NUMBERS


PLANTED = {
    "another profile": ("(fun p q => Rmax (31/(50*p))", "(fun p q => Rmax (30/(50*p))"),
    "eps doubled": ("(Finite (- ln x'))", "(Finite (- 2*ln x'))"),
    "another curve": ("q := (50*v_b*t^2)", "q := (51*v_b*t^2)"),
    "a slope of the wrong sign": ("defined0 : 0 < (31 - 50*t)", "defined0 : 0 < (50*t - 31)"),
    "a condition that is shifted": (
        "between_tight_ends (fun p => (31*q - 50*v_b*p^2 - 50*p*q))",
        "between_tight_ends (fun p => (32*q - 50*v_b*p^2 - 50*p*q))",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(("ridge", *PLANTED[error]))


WEAKER = {
    "convex": ("Hypothesis bends : 0 <= K.", "Hypothesis bends : - 1 <= K."),
    "chord": ("(u - v) * (v - l) * ((u - l) * K).", "(u - v) * (v - l) * ((u - l) * K) - 1."),
    "n > 0 at ends": ("-> 0 < n t /\\ 0 <= P t.", "-> 0 <= n t /\\ 0 <= P t."),
    "P >= 0 at ends": ("-> 0 < n t /\\ 0 <= P t.", "-> 0 < n t /\\ - 1 <= P t."),
    "both ends": ("t = 0 \\/ 1 - t = 0 \\/ c t = 0 -> 0 < n t", "t = 0 \\/ c t = 0 -> 0 < n t"),
    "n >= 0 here": ("0 <= c v -> 0 <= n v -> 0 <= P v", "0 <= c v -> - 1 <= n v -> 0 <= P v"),
    "level": ("0 = level -> 0 = slope", "- 1 <= level -> 0 = slope"),
    "slope": ("0 = level -> 0 = slope", "0 = level -> 0 <= slope"),
    "turn": ("-> B * B - 4 * A * C <= 0) ->", "-> B * B - 4 * A * C <= 1) ->"),
}


@pytest.mark.family(12)
@pytest.mark.parametrize("premise", WEAKER)
def test_the_theorem_is_refused_with_less(premise: str, tmp_path: Path) -> None:
    theorem, (right, less) = (LIBRARY / "Curved_ends.v").read_text("utf-8"), WEAKER[premise]
    before, hypothesis, after = theorem.partition(right)
    assert hypothesis
    with_library(tmp_path, "each_least first_zero")
    (tmp_path / "Wrong.v").write_text(f"{before}{less}{after}")
    assert coqc(tmp_path, "Wrong.v").returncode != 0


def failing(reason: str) -> Callable[..., NoReturn]:
    def fails(*_: object) -> NoReturn:
        raise UndecidedError(reason)

    return fails


def test_the_reason_is_the_step_at_curved_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where both it and the older ways fail; where these do, there is a proof."""
    profile = RiskProfile("1 + 1/(4*p*q)")
    (branch,) = infimum(profile).branches
    case = BranchCase(profile, branch, Contradictions(exact_judge(), ()))
    places = [Mock(place_lines=failing(f"place {k}")) for k in (1, 2)]
    monkeypatch.setattr(curved_ends, "curved_case", lambda _: ((), iter(places)))
    assert "enough" in " ".join(proof_lines(case))
    monkeypatch.setattr(own_theorem, "enough_lines", failing("older"))
    with pytest.raises(UndecidedError, match=f"^{curved_ends.AT_CURVED_ENDS}: place 2$"):
        proof_lines(case)
    monkeypatch.setattr(curved_ends, "curved_case", lambda _: None)
    with pytest.raises(UndecidedError, match="older"):
        proof_lines(case)
