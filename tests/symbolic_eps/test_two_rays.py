"""r* = 1 + a p/q + b q/p with b >= b*: three cases, where eps may be stationary on two rays."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
import sympy as sp

from symbolic_eps import derive
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.stationary.along_rays import Rays, border_of
from symbolic_eps.minimum.stationary.cases_along_rays import cases_along_rays, prove_along_rays, rays_of
from symbolic_eps.minimum.stationary.one_ray import beyond, threshold
from symbolic_eps.minimum.stationary.two_rays import (
    APART,
    greater_is_inside,
    inside_for_small,
    not_rising,
    premises,
    too_great,
)
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.numerical_minimum import minimum
from tests.symbolic_eps.test_along_rays import at_side, at_turn, least_along_rays, task_of
from verify.language.condition import non_negative, positive
from verify.recheck import check

a, b = parameter("a"), parameter("b")
c, d, t = sp.symbols("c d t", positive=True)

TEXT = "1 + a*p/q + b*q/p"

NEAR_THE_BORDER = [
    ("0.3086", "4"),
    ("0.31155", "4"),
    ("0.3119", "4"),
    ("0.38", "6"),
    ("0.3845", "6"),
    ("0.64", "30"),
]


@pytest.fixture(scope="module")
def plane() -> Derivation:
    return derive(TEXT, ["a>0", "b>=3"])


def test_three_cases_with_certificates(plane: Derivation) -> None:
    assert plane.complete and str(plane.grade) == "exact"
    assert [branch.which for branch in plane.derived.branches] == ["", "greatest", "greatest"]
    assert [len(branch.attained) for branch in plane.derived.branches] == [1, 1, 0]
    for certificate in plane.certificates.values():
        check(certificate, {})


def agrees(plane: Derivation, first: Fraction, second: Fraction) -> bool:
    exact = float(epsilon_at_precision(plane.derived, {a: first, b: second}, 25))
    one, other = float(first), float(second)
    return abs(least_along_rays(lambda p, q: 1 + one * p / q + other * q / p) - exact) < 1e-9


@pytest.mark.parametrize(("first", "second"), NEAR_THE_BORDER)
def test_rays_agree_where_two_compete(first: str, second: str, plane: Derivation) -> None:
    assert agrees(plane, Fraction(first), Fraction(second))


@pytest.mark.parametrize("seed", range(12))
def test_rays_agree_at_random_parameters(seed: int, plane: Derivation) -> None:
    random = Random(f"two rays {seed}")
    large = Fraction(random.choice((3, 4, 6, 10, 30, 100))) + Fraction(random.randint(0, 99), 100)
    assert agrees(plane, Fraction(random.randint(1, 120), 100), large)


@pytest.mark.family(12)
@pytest.mark.parametrize("values", [("0.31155", "4"), ("1/10", "5"), ("2/5", "7/2")])
def test_a_search_over_priors_agrees(values: tuple[str, str], plane: Derivation) -> None:
    numbers = dict(zip((a, b), map(sp.Rational, values), strict=True))
    seen = float(minimum(RiskProfile(plane.profile.bound.subs(numbers)), {}))
    assert abs(float(epsilon_at_precision(plane.derived, numbers, 25)) - seen) < 1e-9


@pytest.mark.slow
@pytest.mark.parametrize(("first", "place"), [("0.3086", "p = 1"), ("0.31155", "inside")])
def test_numbers_have_a_place_where_the_plane_has_none(first: str, place: str) -> None:
    found = derive(f"1 + {first}*p/q + 4*q/p")
    assert found.complete and str(found.grade) == "exact"
    (branch,) = found.derived.branches
    assert border_of(sp.Rational(first), sp.Integer(4)) < 0
    values = [v for attained in branch.attained for v in attained.place.values()]
    assert (sp.S.One in values) == (place == "p = 1")


@pytest.fixture(scope="module")
def whole() -> Derivation:
    return derive(TEXT, ["a>0", "b>0"])


def test_all_parameters_are_in_a_case(whole: Derivation) -> None:
    assert whole.complete and str(whole.grade) == "exact"
    assert [len(branch.attained) for branch in whole.derived.branches].count(0) == 1
    for certificate in whole.certificates.values():
        check(certificate, {})


AROUND = ["2.9", "2.95", "2.9677", "2.9678", "2.98", "3"]
"""Of b; b* is 2.96774..."""


@pytest.mark.parametrize("second", AROUND)
@pytest.mark.parametrize("first", ["0.05", "0.2", "0.25", "0.254", "0.2542", "0.256", "0.3", "2"])
def test_rays_agree_around_the_bound_of_b(first: str, second: str, whole: Derivation) -> None:
    assert agrees(whole, Fraction(first), Fraction(second))


def test_at_the_side_t_is_negative() -> None:
    """Lemma 1: the factors, multiplied out, and the signs of the last one."""
    x_, t_, c_, d_ = (sp.Poly(v, x, t, c, d) for v in (x, t, c, d))
    s = x_**2 + t_ * (1 - x_**2)
    top, other = t_ * (2 * s - x_**2 - s**2), x_**2 - s**2  # of a over 2 s^2, of b over 2 t s^2
    numbers = {x: sp.Rational(1, 2), t: sp.Rational(4, 25)}
    first, second = (e.as_expr().subs(numbers) for e in (top, other))
    below = s.as_expr().subs(numbers)
    assert at_side(*numbers.values()) == (first / (2 * below**2), second / (2 * numbers[t] * below**2))
    terms = sp.Poly(border_of(a, b), a, b).terms()
    whole = sum(
        k * sp.Rational(4, 2 ** (i + j)) * top**i * other**j * t_ ** (3 - j) * s ** (8 - 2 * i - 2 * j)
        for (i, j), k in terms
    )  # 4 t^3 s^8 T
    for factor in (x_ - 1, x_ + 1, 2 * t_ * x_ - 2 * t_ - x_, 2 * t_ * x_ + 2 * t_ - x_):
        whole, left = whole.div(factor)
        assert left.is_zero
    in_x, in_t = whole.degree(x), whole.degree(t)
    moved = sum(
        k * (1 + c_) ** (in_x - i) * (2 * (2 + c_) * (1 + d_)) ** (in_t - j)
        for (i, j, _, _), k in whole.terms()
    )  # x = 1/(1 + c) and t = y/(1 + d) = 1/(2 (2 + c) (1 + d)), times their denominators
    assert all(k > 0 for k in moved.coeffs())


@pytest.mark.parametrize("seed", range(20))
def test_a_negative_ray_needs_a_small_a(seed: int) -> None:
    """Lemma 2, at random points with b > 0."""
    random = Random(f"negative rays {seed}")
    n = Fraction(random.randint(1, 400), 100)
    least = (1 + 2 * n) / (1 + n) ** 2
    level = least + (1 - least) * Fraction(random.randint(1, 99), 100)
    first, second = at_turn(*(sp.Rational(v.numerator, v.denominator) for v in (level, -n)))
    assert second > 0 and 0 < first < sp.Rational(1, 64)


def test_the_sign_of_t_at_one_fifth() -> None:
    told = -(16 * b**3 - 3 * b**2 + 16 * b - sp.Rational("179.2")) / 5
    assert sp.expand(border_of(sp.Rational(1, 5), b) - told) == 0


def test_the_premises_hold_and_may_fail() -> None:
    """Planted: L <= 1/1000 in the place of L <= 0, n up to 1 in the place of 1/3, a up to 3/10."""
    judge = exact_judge()
    *there, last = too_great()
    rise = not_rising()
    n = parameter("n")
    wrong = (
        (*there, non_negative(last.polynomial + sp.Rational(1, 1000))),
        (rise[0], positive(1 - n), rise[2]),
        inside_for_small(sp.Rational(3, 10)),
    )
    for premise, planted in zip((too_great(), rise, inside_for_small(APART)), wrong, strict=True):
        assert not judge.satisfiable(premise, "it is false")
        assert judge.satisfiable(planted, "with another number it is false")


@pytest.mark.parametrize("inside", [True, False, None])
def test_what_the_theorem_needs_is_asked(inside: bool | None) -> None:
    """Part 1 needs premise 2, the others need 1 and 3: these hold, so that no profile tells."""
    needed = [inside_for_small(APART)] if inside is False else [too_great(), not_rising()]
    (claims,) = premises(Rays(a, b), inside, ())
    assert [claim for claim, _ in claims][-len(needed) :] == needed


def test_lemma_3_multiplied_out() -> None:
    """With x, b and e by their definitions in n: e - b, the slope of e, L and B(e)."""
    m, n = sp.symbols("m n")
    level, w, h = (1 - 3 * n) / (1 - n) ** 3, (1 - m) ** 2, 2 - 6 * n + 3 * n**2 - n**3
    of_b = (2 * (1 + x) * m * (1 - 2 * m - x * w) / (x**2 * (1 - x) * w)).subs(x, level)
    e = 4 * n * (1 - n) ** 3 * h / ((3 - n) * (1 - 3 * n) ** 2)
    more = 2 * (m - n) ** 2 * (1 - n) ** 3 * (m * (1 - 3 * n) + 2 * n) * h
    assert sp.cancel(e - of_b - more / (n**2 * w * (3 - n) * (1 - 3 * n) ** 2)) == 0
    rise = -not_rising()[2].polynomial.subs(parameter("n"), n)
    slope = 12 * (1 - n) ** 2 * rise / ((3 - n) ** 2 * (1 - 3 * n) ** 3)
    assert sp.cancel(sp.diff(e, n) - slope) == 0
    triple = 2 * n**3 - 7 * n**2 + 9 * n - 2
    assert sp.expand(n * triple - (1 - 2 * n) * (1 - n) ** 3 + (1 - 3 * n)) == 0
    assert sp.expand(threshold().subs(x, 1 - 2 * n) + 4 * triple) == 0
    assert sp.rem(sp.numer(sp.cancel(beyond(e))), triple, n) == 0


@pytest.mark.slow
def test_cases_are_not_exchanged(plane: Derivation) -> None:
    task, judge = task_of(TEXT, "a>0", "b>=3"), exact_judge()
    side, inside, either = plane.derived.branches
    for one in (side, inside, either):
        prove_along_rays(task, one, judge)
    for one, other in ((side, inside), (inside, side), (side, either), (inside, either), (either, side)):
        with pytest.raises(UndecidedError):
            prove_along_rays(task, replace(one, conditions=other.conditions), judge)
    wider = task_of(TEXT, "a>0", "b>=2")
    for one in (side, inside, either):
        with pytest.raises(UndecidedError):
            prove_along_rays(wider, replace(one, conditions=one.conditions[-1:]), judge)


def test_the_wrong_one_of_two_rays_is_not_proved() -> None:
    """For numbers in the third case: with 0.31155 the greater root is that of E, with 0.3086 that of H."""
    judge = exact_judge()
    for first, inside in (("0.31155", True), ("0.3086", False)):
        task = task_of(f"1 + {first}*p/q + 4*q/p")
        rays = rays_of(task)
        assert rays is not None and greater_is_inside(rays) is inside
        (branch,) = cases_along_rays(task, (), rays, judge, soon=True)
        assert branch == rays.branch(inside, ())
        for claims in premises(rays, not inside, ()):
            assert any(judge.satisfiable(*claim) for claim in claims)


@pytest.mark.slow
def test_which_root_is_greater_is_not_told_for_parameters() -> None:
    assert greater_is_inside(Rays(a, sp.Integer(4))) is None
    far = Rays(sp.Integer(2), sp.Integer(4))
    assert greater_is_inside(far) is True and math.isclose(
        float(epsilon_at_precision(derive("1 + 2*p/q + 4*q/p").derived, {}, 25)),
        least_along_rays(lambda p, q: 1 + 2 * p / q + 4 * q / p),
        abs_tol=1e-9,
    )
