"""A prior at its end 1 where the other one is stationary: each premise counts, and cases of cells are exact.

By hand, for r* = 49/10 + a/(p^2 q) at p = 1: n F = (49 q + 10 a)(q + (1 - q) x^2) - 10 q has a double root in
q where 7 x + sqrt(10 a (1 - x^2)) = sqrt(10); for a = 1/10, 50 x^2 - 14 sqrt(10) x + 9 = 0, whose least root
in (0, 1) is x = (14 sqrt(10) - sqrt(160))/100 = sqrt(10)/10.
"""

from __future__ import annotations

import pytest
import sympy as sp

from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.minimum import infimum_by_cells
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece, constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.reductions import by_stationary_slope
from symbolic_eps.minimum.reductions.by_stationary_slope import reduced_by_stationary_slope
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import parameter
from verify.evidence import Grade
from verify.recheck import check

p, q = PRIORS
a = parameter("a")


def side_of(profile: RiskProfile) -> ConstrainedPiece | None:
    (piece,) = (constrained(piece, profile) for piece in profile.pieces)
    return reduced_by_stationary_slope(piece, p, profile.parameter_region, exact_judge())


@pytest.mark.parametrize("text", ["49/10 + a/(p**2*q)", "1 + (1/6 + a*q)/(5/7*p*q)", "1 + 17/24/(p*(q + a))"])
def test_the_end_of_p_decides_where_eps_is_stationary_in_q(text: str) -> None:
    side = side_of(RiskProfile(text, ["0<a<1"]))
    assert side is not None and dict(side.priors) == {p: 1}


REFUSED = {
    "inside": ("1 + (4/5 + a*p)/(p*q)", 0),
    "at q = 0": ("11/10 + (p - 1/2)**2 + q", 1),
    "at q = 1": ("21/10 + (p - 1/2)**2 - q", 2),
}
"""Where p inside its range decides, and which premise says so."""


@pytest.mark.family(6)
@pytest.mark.parametrize("where", REFUSED)
def test_each_premise_refuses(where: str) -> None:
    text, index = REFUSED[where]
    profile = RiskProfile(text, ["0<a<1"] if "a" in text else [])
    (piece,) = (constrained(piece, profile) for piece in profile.pieces)
    failing = [*by_stationary_slope.against(piece, p, q)][index]
    assert exact_judge().satisfiable((*profile.parameter_region, *failing), "the premise fails")


def test_a_premise_that_fails_leaves_the_piece_as_it_is() -> None:
    assert side_of(RiskProfile("11/10 + (p - 1/2)**2 + q")) is None


def test_a_piece_with_another_condition_is_left_as_it_is() -> None:
    assert side_of(RiskProfile("49/10 + a/(p**2*q)", ["0<a<1"], box=["p<=3/4"])) is None


def test_a_case_of_cells_is_exact_by_it() -> None:
    result = infimum_by_cells(RiskProfile("49/10 + a/(p**2*q)", ["0<a<1"]))
    assert result.grade is Grade.EXACT
    assert abs(epsilon_at_precision(result, {a: sp.Rational(1, 10)}, 30) - sp.log(10).n(30) / 2) < 1e-25
    for certificate in result.certificates.values():
        check(certificate, {})


def test_without_the_premises_a_wrong_value_would_be_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: nothing is asked. The side p = 1 then stands for a piece whose least eps is at p = 1/2."""
    profile = RiskProfile("11/10 + (p - 1/2)**2 + q")
    assert side_of(profile) is None
    monkeypatch.setattr(by_stationary_slope, "against", lambda *_: ())
    assert side_of(profile) is not None
