"""r* = 1 at some priors, so that eps = 0: against F at numbers, and what is wrong of a place is not proved.

By hand: max(a/p, b/q, 1) is 1 at p = a, q = b for a, b <= 1. At p = q = 1 F is 1 - 1/r* for all x, which
says nothing. max(a/p, b/q, 2) is nowhere 1.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import branch_search, infimum
from symbolic_eps.minimum.at_risk_one import LEAST, cases_at_risk_one
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE, parameter
from verify.recheck import check
from verify.solvers.smt import Solver

pytestmark = pytest.mark.usefixtures("without_certificates")

a, b = parameter("a"), parameter("b")
p, q = PRIOR_INCLUSION, PRIOR_VALUE

TWO = RiskProfile("max(a/p, b/q, 1)", ["a>0", "b>0", "a<=1", "b<=1", "a+b<2"])


def cases_of(profile: RiskProfile) -> tuple[Branch, ...]:
    known, solver = profile.parameter_region, Solver()
    whole = tuple(constrained(piece, profile) for piece in profile.checked_pieces(solver))
    problem = Problem(whole, profile.free_priors, (), known, solver, profile.domain, whole=whole)
    return cases_at_risk_one(problem, known)


def test_one_place_serves_all_parameters_and_is_proved() -> None:
    (case,) = cases_of(TWO)
    assert dict(case.attained[0].place) == {p: a, q: b}
    result = infimum(TWO)
    assert result.branches == (case,) and str(result.grade) == "exact" and case.epsilon == 0
    for certificate in result.certificates.values():
        check(certificate, {})


@pytest.mark.parametrize("inside", [True, False])
def test_the_place_is_in_the_piece_and_f_rises_there(inside: bool) -> None:
    (case,) = cases_of(TWO)
    numbers = [sp.Rational(n) for n in (("1/7", "1/2", "1") if inside else ("1", "3/2"))]
    for values in product(numbers, repeat=2):
        at = dict(zip((a, b), values, strict=True))
        u, v = (case.attained[0].place[prior].subs(at) for prior in (p, q))
        rises = 2 * u * (1 - v) + 1 - u > 0
        assert bool(u >= at[a] and v >= at[b] and max(u, v) <= 1 and rises) == (inside and sum(values) < 2)


NONE = {
    "above 1": ("max(a/p, b/q, 2)", ["a>0", "b>0"]),
    "not for all parameters": ("max(a/p, b/q, 1)", ["a>0", "b>0"]),
    "at p = q = 1 alone": ("max(1/p, 1/q, 1)*piecewise((1, p*q<1), 1)", ["a>0"]),
    "no number": ("1 + a*(p-q)**2", ["a>0"]),
    "no parameters": ("max(1/(2*p), 1)", []),
}


@pytest.mark.parametrize("name", NONE)
def test_elsewhere_there_is_no_such_case(name: str) -> None:
    assert cases_of(RiskProfile(*NONE[name])) == ()


def test_nothing_is_searched_there(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []
    monkeypatch.setattr(branch_search, "candidates_on", lambda *_, **__: searched.append(1) or ())
    assert infimum(TWO).branches[0].steps == (LEAST,) and not searched


# --- planted errors

PLANTED = {
    "outside the piece": {p: a / 2, q: b},
    "at p = q = 1": {p: sp.S.One, q: sp.S.One},
    "beyond 1": {p: a + 1, q: b},
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_wrong_place_is_not_proved(name: str) -> None:
    (case,) = cases_of(TWO)
    wrong = replace(case, attained=(replace(case.attained[0], place=PLANTED[name]),))
    assert infimum(TWO, branches=(case,)).branches == (case,)
    with pytest.raises(UndecidedError):
        infimum(TWO, branches=(wrong,))


def test_that_eps_is_0_is_not_proved_where_it_is_more() -> None:
    (case,) = cases_of(TWO)
    above = RiskProfile("max(a/p, b/q, 3/2)", [*map(str, TWO.assumptions[:4]), "a+b<2"])
    with pytest.raises(UndecidedError):
        infimum(above, branches=(case,))
    half = (sp.S.Zero, sp.S(2), sp.S.One)
    with pytest.raises(UndecidedError):
        infimum(TWO, branches=(replace(case, polynomial=2 * DECAY - 1, coefficients=half),))
