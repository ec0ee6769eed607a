"""Domains with closed ends in parts, against the search over priors at numbers, which knows no parts.

By hand: without a bound, eps = 0. For r* = 1 + b/q, F >= 0 near p = 0 says x >= q/(q + b), largest at q = 1:
eps = log(1 + b). For 1 + a/p at p = 1 and small q, x^2 >= 1/(1 + a): eps = log(1 + a)/2.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace

import pytest
import sympy as sp

from symbolic_eps import minimum
from symbolic_eps.answers.derivation import derive
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import by_parts, infimum, parts_of_domain
from symbolic_eps.minimum.by_parts import infimum_by_parts, on_curves
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.minimum.parts_of_domain import on_a_line, parts_of
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import PRIOR_VALUE, parameter
from tests.symbolic_eps.test_cells_of_parameter import seen
from verify.recheck import check

pytestmark = pytest.mark.usefixtures("without_certificates")

a, b = parameter("a"), parameter("b")

SQUARE = RiskProfile("1 + a/p + b/q", ["0<=a<=1", "0<=b<=2"])
CAPPED = RiskProfile("max(a/p, 1 + b)", ["0<=a<=2", "b>=0"], fixed={"q": "1/2"})


def wrong(result: PiecewiseInfimum, points: list[tuple[sp.Expr, sp.Expr]]) -> list[tuple[sp.Expr, sp.Expr]]:
    """Where the closed form is not the least value that a search over priors sees."""
    found = []
    for at in points:
        values = dict(zip((a, b), map(sp.Rational, at), strict=True))
        at_b = replace(result.profile, bound=result.profile.bound.subs(b, values[b]), assumptions=())
        epsilon = epsilon_at_precision(result, values, 20)
        if not -1e-9 < math.exp(-epsilon) - math.exp(-seen(at_b, values[a])) < 1e-6:
            found.append(at)
    return found


def in_parts(monkeypatch: pytest.MonkeyPatch, profile: RiskProfile) -> PiecewiseInfimum:
    """The result where the domain as a whole gets no time."""
    monkeypatch.setattr(minimum, "AT_ONCE", 1e-3)
    return infimum(profile, partial=True)


def test_a_square_has_a_corner_an_edge_and_an_inside_for_each_pair_of_ends() -> None:
    parts = parts_of(SQUARE)
    assert len(parts) == 9
    told = {", ".join(map(str, part.conditions)): part.profile for part in parts}
    assert told["Eq(a, 0), b > 0, Eq(2, b)"].bound == 1 + 2 / PRIOR_VALUE
    assert [str(c) for c in told["a > 0, a < 1, b > 0, b < 2"].assumptions] == [
        "a > 0",
        "a < 1",
        "b > 0",
        "b < 2",
    ]
    assert parts_of(RiskProfile("1 + a/p", ["a>0"]))[0].conditions == ()


def test_an_end_may_be_another_parameter() -> None:
    edge, inside = parts_of(RiskProfile("1 + a/p + b/q", ["a>=b", "b>0"]))
    assert edge.profile.parameters == (a,) and [str(c) for c in inside.conditions] == ["b < a"]
    assert on_a_line(RiskProfile("1 + a/p + b/q", ["a==b", "b>0"])).parameters == (a,)


@pytest.mark.slow
def test_parts_agree_with_the_search_over_priors(monkeypatch: pytest.MonkeyPatch) -> None:
    result = in_parts(monkeypatch, CAPPED)
    assert not result.open and str(result.grade) == "exact" and len(result.branches) > 4
    points = [("0", "0"), ("0", "1/3"), ("2", "0"), ("2", "3/4"), ("1/2", "0"), ("3/2", "1/5"), ("1/2", "2")]
    assert wrong(result, points) == []
    for certificate in result.certificates.values():
        check(certificate, {})


@pytest.mark.slow
def test_what_was_found_of_parts_is_proved_again_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    result = in_parts(monkeypatch, CAPPED)
    again = infimum(CAPPED, branches=result.branches, empty=result.empty)
    assert again.branches == result.branches and not again.open
    at_corner, *others = result.branches
    assert at_corner.polynomial is not None and at_corner.coefficients is not None
    polynomial = sp.expand(at_corner.polynomial + sp.Rational(1, 9))
    one, two, c = at_corner.coefficients
    planted = replace(at_corner, polynomial=polynomial, coefficients=(one, two, c - sp.Rational(1, 9)))
    with pytest.raises(UndecidedError):
        infimum(CAPPED, branches=(planted, *others), empty=result.empty)
    with pytest.raises(UndecidedError):
        infimum(CAPPED, branches=tuple(others), empty=result.empty)


@pytest.mark.slow
def test_an_edge_in_the_wrong_place_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    right = parts_of_domain._end_of

    def shifted(*asked: object) -> object:
        found = right(*asked)  # type: ignore[arg-type]
        return found and (found[0], found[1] + sp.Rational(1, 2))

    monkeypatch.setattr(parts_of_domain, "_end_of", shifted)
    profile = RiskProfile("1 + a/p + b", ["1/2<=a", "b>0"], fixed={"q": "1/2"})
    assert wrong(in_parts(monkeypatch, profile), [("1/2", "1")]) == [("1/2", "1")]


def test_a_part_that_is_left_out_is_a_gap() -> None:
    parts = parts_of(CAPPED)

    def complete(*_: object) -> PiecewiseInfimum:
        raise AssertionError("nothing is derived before the parts are shown to be all")

    for k in range(len(parts)):
        some = parts[:k] + parts[k + 1 :]
        with pytest.raises(UndecidedError, match="do not cover"):
            infimum_by_parts(
                CAPPED, some, exact_judge(), None, OpenRegions(partial=True), complete, lambda _: None
            )


def test_corners_are_proved_as_profiles_without_parameters_are() -> None:
    corner = derive("1 + a/p + b/q", ["a==1", "b==1"])
    assert corner.complete and str(corner.grade) == "exact"
    assert wrong(corner.derived, [("1", "1")]) == []


ON_A_CIRCLE = RiskProfile("max(a/p, 1 + b)", ["a>0", "b>0", "a**2+b**2==25"], fixed={"q": "1/2"})


def test_on_a_curve_holds_what_holds_without_it() -> None:
    result = infimum(ON_A_CIRCLE, partial=True)
    assert not result.open and result.profile == ON_A_CIRCLE
    assert wrong(result, [("3", "4"), ("4", "3"), ("7/5", "24/5"), ("24/5", "7/5")]) == []


def test_a_branch_that_misses_the_curve_is_left_out() -> None:
    profile = RiskProfile("max(a/p, 1 + b)", ["a>0", "b>0", "100*a**2+100*b**2==1"], fixed={"q": "1/2"})
    apart = infimum(replace(profile, assumptions=profile.assumptions[:2]))
    left = infimum(profile, partial=True)
    assert 0 < len(left.branches) < len(apart.branches)
    assert wrong(left, [("3/50", "4/50"), ("4/50", "3/50")]) == []


@pytest.mark.slow
def test_a_branch_of_which_it_takes_long_to_tell_whether_it_meets_the_curve_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Planted: no question is answered, and none looks at the deadline."""
    wider = RiskProfile("max(a/p, b)", ["a>1", "b>1"])
    found, judge = infimum(wider), exact_judge()

    def endless(*_: object, **__: object) -> bool:
        end = time.process_time() + 60
        while time.process_time() < end:
            pass
        return False

    monkeypatch.setattr(judge, "satisfiable", endless)
    monkeypatch.setattr(by_parts, "LONGEST_QUESTION", 0.2)
    started = time.process_time()
    on_curve = RiskProfile("max(a/p, b)", ["a>1", "b>1", "a**2 + b**2 == 4"])
    assert on_curves(on_curve, found, judge).branches == found.branches
    assert time.process_time() - started < 30


@pytest.mark.slow
def test_a_sum_of_two_terms_with_all_its_edges() -> None:
    derivation = derive("1 + a/p + b/q", ["a>=0", "b>=0"])
    assert derivation.complete and str(derivation.grade) == "exact"
    at_edges = [str(branch.epsilon) for branch in derivation.derived.branches[:3]]
    assert at_edges == ["0", "log(b + 1)", "log(a + 1)/2"]
    points = [("0", "0"), ("0", "2"), ("3", "0"), ("1/3", "1/4"), ("2", "5/2"), ("1/9", "3"), ("1/50", "1/2")]
    assert wrong(derivation.derived, points) == []
