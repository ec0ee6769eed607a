"""Theorems on squares where F is concave while p q is held fixed: the sides decide, and no premise is idle.

By hand, for r* = 1 + (4/5 + p)/(p q) at q = 1: (10 p + 4)(p + (1 - p) x) - 5 p =
10 (1 - x) p^2 + (6 x - 1) p + 4 x has a double root in p where (6 x - 1)^2 = 160 x (1 - x), that is
196 x^2 - 172 x + 1 = 0; the least x has 1/x = 86 + 60 sqrt(2). For r* = 1 + (4/5 + p/20)/(p q) at p = 1:
(20 q + 17)(q + (1 - q) x^2) - 20 q = 20 (1 - x^2) q^2 + (3 x^2 - 3) q + 17 x^2 has one in q where
9 (1 - x^2) = 1360 x^2, that is x = 3/37.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest
import sympy as sp

from symbolic_eps import RiskProfile, infimum
from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.coq.enough import at_fixed_product
from symbolic_eps.coq.enough.at_fixed_product import bend_at_fixed_product, by_fixed_product
from symbolic_eps.coq.own_theorem import TheoremFile, theorem_file
from symbolic_eps.coq.shipped import LIBRARY
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import certified_cells, infimum_by_cells
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece, constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.reduction_stages import CARRIED
from symbolic_eps.minimum.reductions.border import face_at
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import parameter
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, coqc, with_library

p, q = PRIORS

NUMBERS = {
    "on q = 1": ("1 + (4/5 + p)/(p*q)", "(Finite (ln(60*sqrt(2) + 86)))."),
    "on p = 1": ("1 + (4/5 + p/20)/(p*q)", "(Finite (ln(37/3)))."),
}


def carried(branch: Branch) -> Branch:
    """The same, as if it had been carried from a point to a region of parameters."""
    return replace(branch, steps=(*branch.steps, Step(StepKind.REDUCTION, words=CARRIED)))


@cache
def written(kind: str) -> TheoremFile:
    """However busy the machine is."""
    if kind in NUMBERS:
        derived = infimum(RiskProfile(NUMBERS[kind][0]))
        return theorem_file(replace(derived, branches=tuple(map(carried, derived.branches))))
    with patch.object(certified_cells, "LONGEST", 600.0):
        return theorem_file(infimum_by_cells(RiskProfile("1 + (4/5 + b*p)/(p*q)", ["b>0"])))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    yield Certified(tmp_path_factory.mktemp("compiled"), written)


@pytest.mark.slow
@pytest.mark.parametrize("side", NUMBERS)
def test_two_sides_decide(side: str, tmp_path: Path) -> None:
    text = written(side).text
    assert NUMBERS[side][1] in text
    assert "apply (at_fixed_product " in text
    with_library(tmp_path, text)
    assert accepted(tmp_path, text) <= REAL_NUMBERS


@pytest.mark.slow
def test_with_a_parameter_there_is_a_theorem_for_each_case(tmp_path: Path) -> None:
    file = written("cells")
    assert not file.missing and len(file.names) == 3
    assert file.text.count("apply (at_fixed_product ") == 2
    with_library(tmp_path, file.text)
    assert accepted(tmp_path, file.text) <= REAL_NUMBERS


PLANTED = {
    "another profile": ("on q = 1", "(fun p q => 1 + (p + 4/5)", "(fun p q => 1 + (p + 3/4)"),
    "eps doubled": ("on p = 1", "(Finite (ln(37/3)))", "(Finite (2*ln(37/3)))"),
    "p may be 0": ("on q = 1", "(whole : forall p q : R, 0 < p <= 1", "(whole : forall p q : R, 0 <= p <= 1"),
    "another numerator": (
        "on q = 1",
        "at_fixed_product (fun p q => (5*p",
        "at_fixed_product (fun p q => (6*p",
    ),
    "a side of its own": ("on q = 1", "assert (on_side : 0 <= (", "assert (on_side : 1 <= ("),
}

PLANTED_IN_CASES = {
    "another profile": ("cells", "(fun p q => 1 + (b*p + 4/5)", "(fun p q => 1 + (b*p + 3/4)"),
    "eps doubled": ("cells", "(Finite (ln((5*b", "(Finite (2*ln((5*b"),
    "a larger case": ("cells", "125*b^3 + 625*b^2 + 240*b <= 64 ->", "125*b^3 + 625*b^2 + 240*b <= 65 ->"),
    "the other case larger": ("cells", "625*b^2 + 240*b > 64 ->", "625*b^2 + 240*b > 63 ->"),
    "an edge in no case": ("cells", "625*b^2 + 240*b <= 64 \\/", "625*b^2 + 240*b < 64 \\/"),
}


@pytest.mark.family(18)
@pytest.mark.parametrize("error", PLANTED)
def test_coq_refuses_what_is_planted(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED[error])


@pytest.mark.slow
@pytest.mark.parametrize("error", PLANTED_IN_CASES)
def test_coq_refuses_what_is_planted_in_cases(error: str, certified: Certified) -> None:
    certified.refuse(PLANTED_IN_CASES[error])


_WHOLE = "forall p q, 0 < p <= p1 -> 0 < q <= q1 -> 0 <= P p q."

WEAKER = {
    "chord": ("(p1 - p) * (q1 - q) * K p q.", "(p1 - p) * (q1 - q) * K p q - 1."),
    "n > 0": ("-> 0 < n p q.", "-> 0 <= n p q."),
    "convex": ("-> 0 <= K p q.", "-> - 1 <= K p q."),
    "p = p1": ("-> 0 <= P p1 q.", "-> - 1 <= P p1 q."),
    "q = q1": ("-> 0 <= P p q1.", "-> - 1 <= P p q1."),
    "p > 0": (_WHOLE, "forall p q, p <= p1 -> 0 < q <= q1 -> 0 <= P p q."),
    "q <= q1": (_WHOLE, "forall p q, 0 < p <= p1 -> 0 < q -> 0 <= P p q."),
    "q1 > 0": ("Hypothesis q1_positive : 0 < q1.", "Hypothesis q1_positive : q1 < 0."),
}


@pytest.mark.family(9)
@pytest.mark.parametrize("premise", WEAKER)
def test_the_theorem_is_refused_with_less(premise: str, tmp_path: Path) -> None:
    theorem, (right, less) = (LIBRARY / "Fixed_product.v").read_text("utf-8"), WEAKER[premise]
    before, hypothesis, after = theorem.partition(right)
    assert hypothesis
    (tmp_path / "Wrong.v").write_text(f"{before}{less}{after}")
    assert coqc(tmp_path, "Wrong.v").returncode != 0


@pytest.mark.parametrize(
    ("text", "at", "bend"),
    [
        # By hand: with n = 5 t + 4 + 5 p, d = 5 t, (d/n)[t, p, 1] n n' n'' = 5 t 5^2; p - t = p (1 - q).
        ("1 + (4/5 + p)/(p*q)", (sp.Rational(1, 2), sp.Rational(1, 2)), sp.Rational(375, 32)),
        ("2", (sp.Rational(1, 2), sp.Rational(1, 2)), 0),
    ],
)
def test_the_bend_of_the_quotient(text: str, at: tuple[sp.Expr, sp.Expr], bend: sp.Expr) -> None:
    profile = RiskProfile(text)
    (piece,) = (constrained(one, profile) for one in profile.pieces)
    assert bend_at_fixed_product(piece).subs({p: at[0], q: at[1]}) == bend


def case_of(profile: RiskProfile) -> tuple[BranchCase, ConstrainedPiece]:
    (branch,) = infimum(RiskProfile("1 + (4/5 + p)/(p*q)")).branches
    case = BranchCase(profile, branch, Contradictions(exact_judge(), profile.parameters))
    return case, case.constrained(case.values[0])


def test_a_box_is_refused() -> None:
    case, piece = case_of(RiskProfile("1 + (4/5 + p)/(p*q)", box=["p>=1/9"]))
    with pytest.raises(UndecidedError, match="not concave"):
        by_fixed_product(case, piece, lambda *_: "lra")


def test_a_quotient_that_bends_down_is_refused_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the search says that the sides decide where 1/r* is concave along the arc."""
    case, piece = case_of(RiskProfile("1 + (7/20 + b*q)/(1/2*p*q)", ["b>0"]))
    sides = tuple(face_at(piece, v, sp.S.One, "planted") for v in PRIORS)
    monkeypatch.setattr(at_fixed_product, "sides_at_fixed_product", lambda *_: sides)
    with pytest.raises(UndecidedError, match="does not hold"):
        by_fixed_product(case, piece, lambda *_: "lra")
    assert (
        sp.sign(
            bend_at_fixed_product(piece).subs({p: sp.Rational(1, 2), q: sp.Rational(1, 3), parameter("b"): 1})
        )
        < 0
    )
