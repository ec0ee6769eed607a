"""A maximum with 1: its parts by hand and at numbers, closed forms against a search over priors in floats.

By hand: max(a/p, b/q) <= 1 at priors other than p = q = 1 for a, b <= 1 that are not both 1, and a/p + b/q
for a + b < 1. At q = 1, F = (1 - p) x + p - s: for r* = max(a/p, 1) with a < 1 it asks for x = 1 at p = a,
and with a >= 1, where it is (1 - p) x + p - p/a, for nothing.
"""

from __future__ import annotations

import math
from itertools import product
from random import Random

import pytest
import sympy as sp

from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision, holds_at
from symbolic_eps.minimum import by_parts, infimum
from symbolic_eps.minimum.parts_at_one import parts_at_one
from symbolic_eps.minimum.parts_of_domain import DomainPart
from symbolic_eps.minimum.search_solver import SearchSolver
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import parameter
from verify.solvers.smt import Solver

pytestmark = pytest.mark.usefixtures("without_certificates")

a, b = parameter("a"), parameter("b")

POSITIVE = ["a>0", "b>0"]
TWO = RiskProfile("max(a/p, b/q, 1)", POSITIVE)
SUM = RiskProfile("max(a/p + b/q, 1)", POSITIVE)
AT_END = RiskProfile("max(a/p, 1)", ["a>0"], fixed={"q": "1"})


def parts_of(profile: RiskProfile) -> tuple[DomainPart, ...]:
    return parts_at_one(profile, SearchSolver(inner=Solver()))


def is_whole(part: DomainPart) -> bool:
    """Whether the bound 1 is still looked at."""
    return bool(part.profile.bound.has(sp.Max)) and sp.S.One in part.profile.bound.args


IS_ONE = {
    "two": (TWO, lambda u, v: max(u, v) <= 1 and min(u, v) < 1),
    "sum": (SUM, lambda u, v: u + v < 1),
    "quotients": (RiskProfile("max(a*p/q, b*q/p, 1)", POSITIVE), lambda u, v: u * v <= 1),
}


@pytest.mark.family(12)
@pytest.mark.parametrize("name", IS_ONE)
def test_the_bound_1_is_left_out_where_no_prior_has_it(name: str) -> None:
    profile, is_one = IS_ONE[name]
    parts, random = parts_of(profile), Random(name)
    numbers = [sp.Rational(k, 4) for k in (1, 2, 3, 4, 5, 8)]
    numbers.append(sp.Rational(random.randint(1, 300), 100))
    for one, other in product(numbers, repeat=2):
        (there,) = (p for p in parts if all(holds_at(c, {a: one, b: other}) for c in p.conditions))
        assert is_whole(there) == is_one(one, other), (one, other)


@pytest.mark.parametrize(
    "profile",
    [
        RiskProfile("max(a/p, b/q)", ["a>1", "b>1"]),
        RiskProfile("max(1/(2*p), 1)"),
        RiskProfile("max(a/p, 1)", ["0<a<1"]),
        RiskProfile("max(a/p, 1/q)", ["0<a<1"]),
        RiskProfile("1 + a/p", ["a>0"]),
    ],
    ids=lambda profile: str(profile.bound),
)
def test_other_profiles_stay_whole(profile: RiskProfile) -> None:
    assert parts_of(profile) == ()


@pytest.mark.slow
def test_a_maximum_that_is_at_least_1_is_cut_without_the_1() -> None:
    """By hand: r* = 1/t on the ridge p = a t, q = t. F is t times a quadratic there, with one root for x = X.

    For a = 2 this is 2 (1-x^2) t^2 - (1 + 2 x (1-x)) t + x.
    """
    result = infimum(RiskProfile("max(a/p, 1/q)", ["a>0"]), partial=True)
    assert not result.open and str(result.grade) == "exact"
    told = {one: float(epsilon_at_precision(result, {a: sp.Rational(one)}, 20)) for one in ("1/2", "1", "2")}
    golden = math.log((1 + math.sqrt(5)) / 2)
    assert told["1/2"] == 0 and told["1"] == pytest.approx(golden, rel=1e-12)
    x = math.exp(-told["2"])
    assert (1 + 2 * x * (1 - x)) ** 2 == pytest.approx(8 * x * (1 - x**2), rel=1e-12)
    assert told["2"] == pytest.approx(seen(2, 1), rel=1e-6)


def test_the_parts_of_one_prior_have_their_closed_forms() -> None:
    result = infimum(AT_END, partial=True)
    assert not result.open and str(result.grade) == "exact"
    at = {one: epsilon_at_precision(result, {a: sp.Rational(one)}, 20) for one in ("1/5", "9/10", "1", "3")}
    assert [float(e) for e in at.values()] == [0, 0, math.inf, math.inf]


def test_a_part_without_the_1_that_it_needs_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def wrong(profile: RiskProfile, solver: Solver) -> tuple[DomainPart, ...]:
        if not parts_at_one(profile, solver):
            return ()
        asked.append(profile)
        return (DomainPart(RiskProfile("a/p", ["a>0"], fixed={"q": "1"}), ()),)

    monkeypatch.setattr(by_parts, "parts_at_one", wrong)
    result = infimum(AT_END, partial=True)
    assert asked and [float(epsilon_at_precision(result, {a: sp.Rational(1, 2)}, 20))] == [0]


def test_what_was_found_is_proved_again_part_by_part() -> None:
    result = infimum(AT_END, partial=True)
    again = infimum(AT_END, branches=result.branches, empty=result.empty)
    assert again.branches == result.branches and not again.open


# --- against a search that knows F alone


def seen(one: float, other: float) -> float:
    """The least eps of max(a/p, b/q, 1) over a grid of priors with its ridges, made finer near the least."""

    def epsilon(p: float, q: float) -> float:
        s = 1 / max(one / p, other / q, 1)
        square, linear, constant = p * (1 - q), 1 - p, p * q - s
        if constant >= 0 or square + linear == 0:
            return math.inf
        root = -2 * constant / (linear + math.sqrt(linear**2 - 4 * square * constant))
        return -math.log(root)

    def places(p: float, h: float, q: float) -> list[tuple[float, float]]:
        ps = [min(1, max(1e-9, p + h * k / 30)) for k in range(-30, 31)]
        qs = [min(1, max(1e-9, q + h * k / 30)) for k in range(-30, 31)]
        ridges = [(u, u * other / one) for u in ps] + [(1.0, v) for v in qs] + [(u, 1.0) for u in ps]
        ends = [(min(one, 1), v) for v in qs] + [(u, min(other, 1)) for u in ps]
        on_ends = [(u, other * u / one) for u in (1.0, one / other)]
        return [(u, v) for u, v in (*product(ps, qs), *ridges, *ends, *on_ends) if 0 < u <= 1 and 0 < v <= 1]

    best, centre, half = math.inf, (0.5, 0.5), 0.5
    for _ in range(7):
        for place in places(centre[0], half, centre[1]):
            if (found := epsilon(*place)) < best:
                best, centre = found, place
        half /= 6
    return best


@pytest.fixture(scope="module")
def derived() -> PiecewiseInfimum:
    return infimum(TWO, partial=True)


@pytest.mark.slow
def test_two_bounds_and_1_agree_with_a_search_over_priors(derived: PiecewiseInfimum) -> None:
    assert not derived.open and str(derived.grade) == "exact"
    numbers = [sp.Rational(n) for n in ("1/5", "3/5", "9/10", "1", "11/10", "3/2", "4")]
    for one, other in product(numbers, repeat=2):
        epsilon = float(epsilon_at_precision(derived, {a: one, b: other}, 20))
        corner = one == other == 1  # the value is a limit there
        assert epsilon == pytest.approx(seen(float(one), float(other)), abs=1e-3 if corner else 1e-5)
