"""Limits at p = q = 1: exact, proved, agreed with by a refined grid; a wrong one is not proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import sympy as sp
from mpmath import log as mp_log
from mpmath import mpf

from symbolic_eps import derive
from symbolic_eps.closed_forms.closed_form import AttainmentKind
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY, parameter
from tests.grid_minimum import grid_minimum
from verify.prover.certifying_solver import CertifyingSolver

A, B = parameter("a"), parameter("b")
CORNER = dict.fromkeys(PRIORS, sp.S.One)


@pytest.mark.parametrize(
    ("text", "assumption", "epsilon"),
    [
        ("1 + b*(1-p*q)/(p*q)", "0<b<1", sp.log(1 / (1 - B)) / 2),
        ("(p*q + b*(1-p*q))/(p*q)", "0<b<1", sp.log(1 / (1 - B)) / 2),
        ("1 + a*(1-p*q)**2", "a>0", sp.S.Zero),
    ],
)
def test_the_limit_at_the_corner_is_derived_and_proved(text: str, assumption: str, epsilon: sp.Expr) -> None:
    found = derive(text, [assumption])
    (branch,) = found.derived.branches
    assert found.complete
    assert str(found.grade) == "exact"
    assert sp.simplify(branch.epsilon - epsilon) == 0
    assert [(a.kind, a.place) for a in branch.attained] == [(AttainmentKind.LIMIT, CORNER)]


@pytest.mark.parametrize(
    ("bound", "expected"),
    [
        (lambda p, q: 1 + (1 - p * q) / (p * q) / 4, mp_log(mpf(4) / 3) / 2),
        (lambda p, q: 1 + 3 * (1 - p * q) ** 2, mpf(0)),
    ],
)
def test_a_refined_grid_agrees(bound: Callable[[mpf, mpf], mpf], expected: mpf) -> None:
    assert abs(grid_minimum(bound) - expected) < 1e-9


@pytest.mark.parametrize("wrong", [DECAY**2 - 1 + B / 2, DECAY - 1 + B / 2])
def test_a_wrong_limit_is_not_proved(wrong: sp.Expr) -> None:
    profile = RiskProfile("1 + b*(1-p*q)/(p*q)", ["0<b<1"])
    (right,) = infimum(profile).branches
    terms = sp.Poly(wrong, DECAY)
    coefficients = *(terms.coeff_monomial(DECAY**k) for k in (2, 1)), -terms.coeff_monomial(1)
    planted = replace(right, polynomial=wrong, coefficients=coefficients)
    judge = CertifyingSolver()
    assert infimum(profile, judge=judge, branches=[right]).branches == (right,)
    with pytest.raises(UndecidedError, match="not reached"):
        infimum(profile, branches=[planted])


def test_the_corner_does_not_count_where_the_sides_are_outside_the_box() -> None:
    """On p <= 3/4 the limit at the corner is no limit of enforced priors: eps is larger."""
    found = derive("1 + (1-p*q)**2", box=["p<=3/4"], patience=60)
    assert all(a.place != CORNER for branch in found.derived.branches for a in branch.attained)


def test_a_side_of_the_corner_outside_the_piece_gives_no_limit() -> None:
    """On p <= q the bound is 1/p**2, and the side p = 1 > q is not there: r* p q >= 1, and eps = oo."""
    profile = RiskProfile("max(1/p**2, 1/q**2)")
    assert [branch.polynomial for branch in infimum(profile).branches] == [None]
