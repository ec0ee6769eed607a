"""Cells of one parameter, against the search over priors at numbers, which knows nothing of cells.

By hand: for r* = 1 + a q/p + a p at q = 1/2 and a >= 4, r* >= 2/p, so that nothing is asked.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import sympy as sp
from flint import fmpq_mpoly

from symbolic_eps import infimum
from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion, PiecewiseInfimum, Proof
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum_by_cells
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.cylinders.cells_on_line import Border
from symbolic_eps.minimum.cylinders.continuity import is_continuous
from symbolic_eps.minimum.cylinders.last_resort import is_of_cells
from symbolic_eps.minimum.cylinders.line_branches import Joining
from symbolic_eps.minimum.cylinders.over_parameters import OverParameters, Value
from symbolic_eps.minimum.cylinders.projection import Cylinder, Point, Space
from symbolic_eps.minimum.cylinders.root_forms import Form
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from symbolic_eps.time_limit import OUT_OF_TIME
from verify.recheck import check
from verify.solvers.smt import Solver

a = parameter("a")

pytestmark = pytest.mark.usefixtures("without_certificates")

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


def seen(profile: RiskProfile, value: sp.Rational) -> float:
    """The least eps on a grid of priors that is refined around its best point; not below the infimum."""
    bound = sp.lambdify((p, q), profile.bound.subs(a, value), "numpy")
    near_zero = np.concatenate([10.0 ** np.arange(-7, -1), np.linspace(0.02, 1, 99)])
    rows = [np.array([float(profile.fixed[v])]) if v in profile.fixed else near_zero for v in (p, q)]
    for _ in range(12):
        ps, qs = np.meshgrid(*rows, indexing="ij")
        epsilons = epsilon_at(np.broadcast_to(bound(ps, qs), ps.shape), ps, qs)
        least = np.unravel_index(np.argmin(epsilons), epsilons.shape)
        rows = [around(row, int(k)) for row, k in zip(rows, least, strict=True)]
    return float(epsilons.min())


def epsilon_at(bound: np.ndarray, ps: np.ndarray, qs: np.ndarray) -> np.ndarray:
    """-log x for the root x > 0 of p (1 - q) x^2 + (1 - p) x + p q = 1/r; infinite where there is none."""
    square, linear, rest = ps * (1 - qs), 1 - ps, 1 / bound - ps * qs
    with np.errstate(all="ignore"):
        root = 2 * rest / (linear + np.sqrt(linear**2 + 4 * square * rest))
        return np.where(rest > 0, -np.log(root), np.inf)


def around(row: np.ndarray, k: int) -> np.ndarray:
    """Points between both neighbours of one; at an end, the end stays."""
    if len(row) == 1:
        return row
    return np.linspace(row[k - 1] if k else row[0] / 10, row[min(k + 1, len(row) - 1)], 21)


def disagreements(result: PiecewiseInfimum, seed: str, count: int = 2) -> list[sp.Rational]:
    """Where the closed form is not the least value on the grid."""
    found = []
    for value in numbers(result, seed, count):
        epsilon, least = epsilon_at_precision(result, {a: value}, 20), seen(result.profile, value)
        if not -1e-9 < math.exp(-epsilon) - math.exp(-least) < 1e-6:
            found.append(value)
    return found


def proved(result: PiecewiseInfimum) -> Iterator[tuple[Branch, Proof]]:
    """The branches with their proofs."""
    yield from zip(result.branches, result.proofs, strict=True)


@pytest.mark.family(18)
@pytest.mark.parametrize("name", PROFILES)
def test_cells_agree_with_the_search_over_priors(name: str) -> None:
    result = infimum_by_cells(PROFILES[name])
    assert not result.open and str(result.common.grade) == "exact"
    assert all((str(proof.grade) == "computed") == is_of_cells(b) for b, proof in proved(result))
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
        infimum(RiskProfile("1 + a*q/p + b*p + c", ["a>=1", "b>=1", "c>=1"], fixed=HALF))


def test_stored_branches_are_proved_afresh() -> None:
    profile = PROFILES["two ends of an edge"]
    branches = infimum_by_cells(profile).branches
    assert infimum(profile, branches=branches).branches == branches
    wrong = replace(branches[0], polynomial=sp.expand(branches[0].polynomial + x))
    with pytest.raises(UndecidedError):
        infimum(profile, branches=(wrong, *branches[1:]))


def test_a_piece_that_has_no_inside_at_a_point_is_put_at_the_only_number_for_a_prior() -> None:
    profile = RiskProfile("1 + max(3*p/q, a*p**2/q)", ["a>0"])  # a p^2 >= 3 p only at p = 1 for a = 3
    result = infimum_by_cells(profile)
    for value in map(sp.Rational, ("2.9", "3", "3.1")):
        epsilon, least = epsilon_at_precision(result, {a: value}, 20), seen(profile, value)
        assert -1e-9 < math.exp(-epsilon) - math.exp(-least) < 1e-6


def test_a_jump_at_an_irrational_point_stays_open() -> None:
    """By hand: with t = 2 - a^2, r* is 3/2 at p = t > 0: X tends to 2/3; for t <= 0 r* is above 5/2."""
    profile = RiskProfile("3/2 + (p - 2 + a**2)**2/p**2", ["1<=a<=3/2"], fixed={"q": "1"})
    result = infimum_by_cells(profile, open_regions=OpenRegions(partial=True))
    assert [str(region.condition) for region in result.open] == ["Eq(a**2, 2)"]
    with pytest.raises(UndecidedError, match="point between cells"):
        infimum_by_cells(profile)
    before, beyond = (
        math.exp(-epsilon_at_precision(result, {a: sp.Rational(value)}, 20)) for value in ("1.414", "1.4143")
    )
    assert abs(before - 2 / 3) < 1e-3 and beyond < 2 / 5 + 1e-3
    pieces = [constrained(profile.pieces[0], profile)]
    assert not is_continuous(pieces, profile.free_priors, profile.parameter_region, Solver())


def test_what_cells_leave_open_is_forgotten_where_all_else_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[OpenRegions] = []

    def late_at_first(*arguments: Any) -> SimpleNamespace:
        given.append(arguments[4])
        late = (OpenRegion((), OUT_OF_TIME),) * (len(given) == 1)
        return SimpleNamespace(open=late, well_posed=True, branches=("a branch",))

    def cells(
        profile: RiskProfile, judge: object, open_regions: OpenRegions, progress: object
    ) -> SimpleNamespace:
        open_regions.regions.append(OpenRegion((), "a jump"))
        return SimpleNamespace(open=tuple(open_regions.regions), branches=())

    monkeypatch.setattr("symbolic_eps.minimum._unmisled", late_at_first)
    monkeypatch.setattr("symbolic_eps.minimum.infimum_by_cells", cells)
    infimum(PROFILES["eps = 0"], partial=True)
    _, last = given
    assert last.regions == []


PROJECTED = {
    "leading coefficient": ((a * p - 1, p), 0),
    "discriminant": ((a - p**2,), 0),
    "resultant": ((p - a, 1 - a - p), sp.Rational(1, 2)),
}
"""Sets that have points on one side of a number alone, for one reason."""


@pytest.mark.parametrize("reason", PROJECTED)
def test_a_set_becomes_empty_only_where_a_projected_polynomial_vanishes(reason: str) -> None:
    conditions, end = PROJECTED[reason]
    space = Space((a, p))
    one = Cylinder(space, tuple(space.polynomial(sp.sympify(c, strict=True)) for c in conditions), 1)
    near = [(Fraction(int(2 * end) + side, 2) if end else Fraction(side),) for side in (1, -1)]
    assert [one.holds(point) for point in near].count(True) == 1
    assert any(space.expression(g).subs(a, end) == 0 for g in one.levels[0])


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
    except (UndecidedError, AssertionError, ArithmeticError, TypeError, ValueError):  # no number comes out
        noticed = True
    assert noticed
