"""Cells under assumptions of many forms, against the search over priors at numbers, which knows no cells.

Numbers are drawn within the assumptions, with those at borders between cells and on curves: each has an
answer that the search confirms, or is open.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import product

import pytest
import sympy as sp
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision, holds_at
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum_by_cells
from symbolic_eps.minimum.cylinders import over_parameters, question
from symbolic_eps.minimum.cylinders.one_sign import Range, range_of
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.profiles.profile import RiskProfile, conditions_from
from symbolic_eps.theory.symbols import parameter
from tests.symbolic_eps.test_cells_of_parameter import seen

pytestmark = pytest.mark.usefixtures("without_certificates")

a, b = parameter("a"), parameter("b")

GRID = [sp.Rational(n, 4) for n in range(1, 13)] + [
    sp.Rational(1, 7),
    sp.Integer(4),
    sp.Integer(5),
    sp.Integer(9),
]

RISKS = (
    ("max(a/p, 1 + b)", {"q": "1/2"}),
    ("1 + a*p/q + b", {"p": "1/2"}),
    ("1 + a/p + b", {"q": "1/2"}),
    ("piecewise((1 + a, a > b), 1 + b/p)", {"q": "1/2"}),
)

FORMS = (
    "a*b >= {n}",
    "a != {n}",
    "a != b",
    "a**2 > {n}",
    "a + b != {n}",
    "a < b",
    "b < 2*a",
    "a + b == {n}",
    "a*b == {n}",
    "a <= {n}",
    "a >= {n}",
    "b > {n}/2",
    "(a - {n})**2 + b**2 <= 4",
    "b*(a - {n}) > 0",
    "a == b**2",
    "b == {n}",
    "a**2 != {n}",
    "{n} - a*b > 0",
)


def profile_at_half(text: str, assumptions: list[str]) -> RiskProfile:
    """At q = 1/2."""
    return RiskProfile(text, conditions_from(assumptions), fixed={"q": "1/2"})


def draws() -> st.SearchStrategy[tuple[int, tuple[str, ...]]]:
    """A risk, and one assumption or two besides a > 0 and b > 0."""
    form = st.tuples(st.sampled_from(FORMS), st.sampled_from((1, 2, 4))).map(lambda f: f[0].format(n=f[1]))
    return st.tuples(st.integers(0, len(RISKS) - 1), st.lists(form, min_size=1, max_size=2).map(tuple))


def points(result: PiecewiseInfimum) -> Iterator[dict[sp.Symbol, sp.Rational]]:
    """Those of the grid that the assumptions allow, and rational ones on curves of the answer."""
    region = result.profile.parameter_region
    conditions = {c.polynomial for part in (*result.branches, *result.open) for c in part.conditions}
    curves = {*conditions, *(c.polynomial for c in region)}
    found = [{a: u, b: v} for u, v in product(GRID[::2], GRID[1::2])]
    found += [{a: u, b: u} for u in GRID[::3]] + [{a: u, b: sp.S.One} for u in GRID[::3]]
    for curve, (one, other), number in product(sorted(curves, key=str), ((a, b), (b, a)), GRID[:12:3]):
        on_line = sp.Poly(curve.subs(one, number), other)
        if on_line.degree() > 0:
            found += [{one: number, other: root} for root in sp.roots(on_line, filter="Q") if root > 0]
    yield from (values for values in found if all(holds_at(c, values) for c in region))


def wrong(
    result: PiecewiseInfimum,
    most: int,
    told: int = 0,
    at: Sequence[dict[sp.Symbol, sp.Rational]] | None = None,
) -> list[dict[sp.Symbol, sp.Rational]]:
    """Where the answer is not the least value that the search finds; so many points at least must tell."""
    every, found, compared = [*(points(result) if at is None else at)], [], 0
    for values in every[:: max(1, len(every) // most)]:
        try:
            epsilon = epsilon_at_precision(result, values, 20)
        except UndecidedError:
            continue
        compared += 1
        fixed = {str(k): str(v) for k, v in result.profile.fixed.items()}
        risk = RiskProfile(sp.piecewise_fold(result.profile.bound.subs(values)), fixed=fixed)
        if not -1e-9 < math.exp(-epsilon) - math.exp(-seen(risk, sp.Integer(1))) < 1e-6:
            found.append(values)
    assert compared >= told
    return found


def answer(risk: int, assumptions: tuple[str, ...]) -> PiecewiseInfimum | None:
    """By cells; None where the assumptions allow nothing, or no number."""
    text, fixed = RISKS[risk]
    profile = RiskProfile(text, conditions_from(("a>0", "b>0", *assumptions)), fixed=fixed)
    if not any(all(holds_at(c, {a: u, b: v}) for c in profile.parameter_region) for u in GRID for v in GRID):
        return None
    return infimum_by_cells(profile, open_regions=OpenRegions(partial=True))


def agrees(drawn: tuple[int, tuple[str, ...]], most: int, told: int = 0) -> None:
    result = answer(*drawn)
    assert told == 0 if result is None else wrong(result, most, told) == []


@given(draws())
@settings(
    max_examples=2,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
def test_answers_under_drawn_assumptions_are_those_of_the_search(drawn: tuple[int, tuple[str, ...]]) -> None:
    agrees(drawn, 8)


@pytest.mark.family(72)
@pytest.mark.parametrize("risk", range(len(RISKS)))
@pytest.mark.parametrize("form", FORMS)
def test_answers_under_each_form_are_those_of_the_search(form: str, risk: int) -> None:
    agrees((risk, (form.format(n=2),)), 30, told=3)


OFF_HALF = "piecewise((1 + a/p**2, p > b), 1 + b)"
"""At q = 1/3; the first piece is empty from b = 1 on."""


@pytest.mark.parametrize("assumptions", [("b <= 1", "a <= b"), ("a == b",)])
def test_answers_on_borders_are_those_of_the_search(assumptions: tuple[str, ...]) -> None:
    """Where a = b, and where b = 1 is the end of a prior as well; the grade is that of exact computation."""
    profile = RiskProfile(OFF_HALF, conditions_from(("a>0", "b>0", *assumptions)), fixed={"q": "1/3"})
    result = infimum_by_cells(profile, open_regions=OpenRegions(partial=True))
    borders = [{a: u, b: u} for u in GRID[1:5]] + [{a: u, b: sp.S.One} for u in GRID[:4]]
    allowed = [v for v in borders if all(holds_at(c, v) for c in result.profile.parameter_region)]
    assert allowed and wrong(result, len(allowed), len(allowed), allowed) == []
    assert {str(proof.grade) for proof in result.proofs} == {"computed"}


# --- equations, by hand


def test_an_equation_is_put_into_the_profile() -> None:
    """At q = 1/2 and a = b = 2, 1 + a q/p + b p >= 2/p asks for (p - 1)(2 p - 1) >= 0: eps is finite."""
    profile = profile_at_half("1 + a*q/p + b*p", ["a>0", "b>0", "a*b==4"])
    result = infimum_by_cells(profile)
    for number in (sp.Rational(1, 2), 3, 4, 8):
        epsilon = epsilon_at_precision(result, {a: sp.Rational(number), b: 4 / sp.Rational(number)}, 20)
        assert (epsilon == math.inf) == (number >= 4)


TWO_ROOTS_MEET = "1 + 5*a*(1-p)/7 + b*p**2"
"""For a = b two roots of X's polynomial of degree 6 meet at an irrational b near 1/50, and stay complex."""


def two_roots_meet() -> PiecewiseInfimum:
    profile = RiskProfile(TWO_ROOTS_MEET, conditions_from(["a==b", "b>0"]))
    return infimum_by_cells(profile, open_regions=OpenRegions(partial=True))


@pytest.mark.slow
def test_roots_that_meet_beside_eps_leave_no_point_open() -> None:
    result = two_roots_meet()
    assert not result.open and len(result.branches) == 2
    near = [{a: u, b: u} for u in map(sp.Rational, ("1/60", "19/1000", "1/50", "1/40", "1/2", "3", "9"))]
    assert wrong(result, len(near), len(near), near) == []


def test_two_inequalities_are_an_equation() -> None:
    result = infimum_by_cells(profile_at_half("1 + a/p + b", ["b>0", "a>=b", "a<=b"]))
    assert not result.open and wrong(result, 10) == []


def test_three_parameters_with_an_equation_have_cells() -> None:
    profile = profile_at_half("1 + a/p + b*c", ["a>0", "b>0", "c>0", "b*c==a"])
    assert not infimum_by_cells(profile, open_regions=OpenRegions(partial=True)).open


def test_an_equation_that_gives_no_parameter_somewhere_is_not_solved_there() -> None:
    """At a = b = 1 the equation holds for each c: the risk is 1 + 1/p + c there."""
    profile = profile_at_half("1 + a/p + c", ["a>0", "b>0", "c>0", "c*(b - 1) == (a**2 - 1)*(b + 1)"])
    result = infimum_by_cells(profile, open_regions=OpenRegions(partial=True))
    for number in ("1/2", "1", "3"):
        epsilon = epsilon_at_precision(result, {a: 1, b: 1, parameter("c"): sp.Rational(number)}, 20)
        risk = RiskProfile(f"1 + 1/p + {number}", fixed={"q": "1/2"})
        assert -1e-9 < math.exp(-epsilon) - math.exp(-seen(risk, sp.Integer(1))) < 1e-6


def test_an_equation_in_no_parameter_linear_is_refused() -> None:
    profile = profile_at_half("1 + a/p + b", ["a>0", "b>0", "a**2 + b**2 == 4"])
    with pytest.raises(UndecidedError, match="linear in none"):
        infimum_by_cells(profile)


# --- planted errors


def any_sign(*_: object) -> bool:
    return True


def bounded_by_2(v: sp.Symbol, strict: Sequence[sp.Expr]) -> Range:
    """As if a != 2 were a bound of a."""
    return range_of(v, [*strict, a - 2]) if v == a else range_of(v, strict)


SLIPS: dict[str, tuple[object, str, Callable[..., object], tuple[int, tuple[str, ...]]]] = {
    "a factor of any sign": (question, "has_one_sign", any_sign, (3, ("a*b == 2",))),
    "a != c as a bound": (over_parameters, "range_of", bounded_by_2, (2, ("a != 2",))),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_planted_errors_are_noticed(slip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, planted, drawn = SLIPS[slip]
    agrees(drawn, 12, told=5)
    monkeypatch.setattr(module, name, planted)
    result = answer(*drawn)
    assert result is not None and wrong(result, 12) != []
