"""Cells of one parameter, against the search over priors at numbers, which knows nothing of cells.

By hand: for r* = 1 + a q/p + a p at q = 1/2 and a >= 4, r* >= 2/p, so that nothing is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest
import sympy as sp
from flint import fmpq_mpoly
from mpmath import mp, mpf

from symbolic_eps import infimum
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum_by_cells
from symbolic_eps.minimum.cells_on_line import Border
from symbolic_eps.minimum.line_branches import Form, Joining
from symbolic_eps.minimum.over_parameters import OverParameters, Value
from symbolic_eps.minimum.projection import Point
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from tests.grid_minimum import COARSE, refined
from verify.recheck import check

a = parameter("a")

HALF = {"q": "1/2"}
PROFILES = {
    "an edge, then a corner, then an edge": RiskProfile("1 + (a + p)/(3*p*q)", ["a>0"]),
    "nothing asked from 4": RiskProfile("1 + a*q/p + a*p", ["a>=1"], fixed=HALF),
    "both priors, at an edge": RiskProfile("1 + (a + p)/(2*p*q)", ["0<a<1"]),
    "eps = 0": RiskProfile("1 + a*q/p", ["a>0"], fixed={"p": "1/2"}),
    "two ends of an edge": RiskProfile("1 + 1/(2*p) + a/q", ["a>0"], fixed=HALF),
}

OPEN_BEFORE = ("an edge, then a corner, then an edge", "nothing asked from 4")
"""What no other stage settles."""


def numbers(result: PiecewiseInfimum, seed: str, count: int) -> Iterator[sp.Rational]:
    """Random ones that the assumptions allow, and those at which a branch ends, or near to that."""
    random, region = Random(seed), result.profile.parameter_region

    def allowed(value: sp.Rational) -> bool:
        return all(c.relation.holds(int(sp.sign(c.polynomial.subs(a, value)))) for c in region)

    ends = {c.polynomial for branch in result.branches for c in branch.conditions}
    for polynomial in sorted(ends, key=str):
        for root in sp.Poly(polynomial, a).real_roots():
            near = [sp.Rational(int(root.n() * 1000) + k, 1000) for k in (-1, 2)]
            yield from filter(allowed, [root, *near] if root.is_Rational else near)
    while count:
        value = sp.Rational(random.randint(1, 600), random.choice((100, 150, 77)))
        if allowed(value):
            count -= 1
            yield value


def seen(profile: RiskProfile, value: sp.Rational) -> mpf:
    """The least eps on a refined grid of priors, not below the infimum."""
    bound = sp.lambdify((p, q), profile.bound.subs(a, value), "mpmath")
    lines = {v: [mpf(1) / 2] if v in profile.fixed else COARSE for v in (p, q)}
    with mp.workdps(40):
        return min(refined(bound, *both) for both in _grids(lines[p], lines[q]))


def _grids(ps: Sequence[mpf], qs: Sequence[mpf]) -> Iterator[tuple[Sequence[mpf], Sequence[mpf]]]:
    """The grid, and its sides p = 1 and q = 1."""
    yield ps, qs
    if len(ps) > 1:
        yield [mpf(1)], qs
    if len(qs) > 1:
        yield ps, [mpf(1)]


def disagreements(result: PiecewiseInfimum, seed: str, count: int = 2) -> list[sp.Rational]:
    """Where the closed form is not the least value on the grid."""
    found = []
    for value in numbers(result, seed, count):
        epsilon, least = epsilon_at_precision(result, {a: value}, 30), seen(result.profile, value)
        if epsilon != least and not -(mpf(10) ** -14) < least - epsilon < mpf(10) ** -6:
            found.append(value)
    return found


@pytest.mark.parametrize("name", PROFILES)
def test_cells_agree_with_the_search_over_priors(name: str) -> None:
    result = infimum_by_cells(PROFILES[name])
    assert not result.open and str(result.grade) == "exact"
    assert disagreements(result, name) == []
    for certificate in result.certificates.values():
        check(certificate, {})


def test_nothing_is_asked_from_4() -> None:
    first, last = infimum_by_cells(PROFILES["nothing asked from 4"]).branches
    assert [str(c) for c in last.conditions] == ["a >= 4"] and last.epsilon is sp.oo
    assert [str(c) for c in first.conditions] == ["a < 4"] and sp.degree(first.polynomial, x) == 8


def test_cells_are_the_last_resort(monkeypatch: pytest.MonkeyPatch) -> None:
    def undecided(*_: object) -> PiecewiseInfimum:
        raise UndecidedError("all else")

    monkeypatch.setattr("symbolic_eps.minimum._unmisled", undecided)
    result = infimum(PROFILES["nothing asked from 4"], partial=True, patience=60)
    assert not result.open and len(result.branches) == 2
    with pytest.raises(UndecidedError, match="all else"):
        infimum(RiskProfile("1 + a*q/p + b*p", ["a>=1", "b>=1"], fixed=HALF))


def test_stored_branches_are_proved_afresh() -> None:
    profile = PROFILES["an edge, then a corner, then an edge"]
    branches = infimum_by_cells(profile).branches
    assert infimum(profile, branches=branches).branches == branches
    wrong = replace(branches[0], polynomial=sp.expand(branches[0].polynomial + x))
    with pytest.raises(UndecidedError):
        infimum(profile, branches=(wrong, *branches[1:]))


# --- planted errors


def without_resultants(self: OverParameters, polynomial: fmpq_mpoly) -> Iterator[fmpq_mpoly]:
    yield from ()


def another_polynomial(self: OverParameters, point: Point) -> Value:
    found = VALUE(self, point)
    return replace(found, polynomial=next(g for g in self.in_decay if g != found.polynomial))


def at_another_sample(self: OverParameters, point: Point) -> Value:
    return VALUE(self, tuple(3 * value for value in point))


def fitting(self: Joining, form: Form, point: Border) -> bool:
    return True


VALUE = OverParameters.value

SLIPS: dict[str, tuple[type, str, Callable[..., object]]] = {
    "no resultants": (OverParameters, "critical", without_resultants),
    "another polynomial": (OverParameters, "value", another_polynomial),
    "another sample": (OverParameters, "value", at_another_sample),
    "no discontinuity": (Joining, "fits", fitting),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_planted_errors_are_noticed(slip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, name, planted = SLIPS[slip]
    monkeypatch.setattr(kind, name, planted)
    profile = PROFILES["nothing asked from 4"]
    try:
        result = infimum_by_cells(profile)
        noticed = bool(result.open or disagreements(result, slip))
    except (UndecidedError, AssertionError, ArithmeticError, TypeError):  # no number comes out
        noticed = True
    assert noticed
