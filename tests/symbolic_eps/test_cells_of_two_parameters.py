"""Cells of two parameters, against the search over priors at numbers, which knows nothing of cells.

By hand: for r* = 1 + a q/p + b p at q = 1/2 and a >= 4, r* >= 2/p, so that nothing is asked; for a/p + 1 at
q = 1/2 from a >= 2 likewise.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from random import Random

import pytest
import sympy as sp
from flint import fmpq_mpoly

from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import branch_at, epsilon_at_precision
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum_by_cells
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.cylinders import plane_branches
from symbolic_eps.minimum.cylinders.cells_of_plane import Lines, Plane, PlaneCell, _gaps
from symbolic_eps.minimum.cylinders.common_points import have_common_points
from symbolic_eps.minimum.cylinders.last_resort import is_of_cells
from symbolic_eps.minimum.cylinders.over_parameters import OverParameters, Value, over_parameters
from symbolic_eps.minimum.cylinders.plane_branches import PlaneBranches, Side
from symbolic_eps.minimum.cylinders.plane_forms import Forms
from symbolic_eps.minimum.cylinders.plane_tree import Leaf
from symbolic_eps.minimum.cylinders.projection import Point, Root, Space, irreducible
from symbolic_eps.minimum.cylinders.root_forms import Form
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.symbolic_eps.test_cells_of_parameter import proved, seen
from verify.recheck import check

a, b = parameter("a"), parameter("b")

pytestmark = pytest.mark.usefixtures("without_certificates")

HALF = {"q": "1/2"}
POSITIVE = ["a>0", "b>0"]
PROFILES = {
    "an edge, a corner, nothing": RiskProfile("1 + (a + b*p)/(3*p*q)", POSITIVE),
    "nothing asked from 4": RiskProfile("1 + a*q/p + b*p", ["a>=1", "b>=1"], fixed=HALF),
    "the least of several roots": RiskProfile("1 + a/p + b/q", POSITIVE, fixed=HALF),
    "three roots on a curve": RiskProfile("1 + 3*a/(2*p) + b*p/q", POSITIVE, fixed=HALF),
    "four ends": RiskProfile("1 + (a+q)/(b*p*q + 7/4)", POSITIVE, fixed={"p": "1/2"}),
}

OF_ODDS = "log((k*(1 - t) + sqrt(k**2*(1 - t)**2 + 4*k*t))/2)"
KNOWN = {
    "(33)": (RiskProfile("max(a/(p*q), r)", ["0<a<1", "r>1"]), "log((r - a)/(1 - a))/2"),
    "(33) at q = 1": (
        RiskProfile("max(a/(p*q), r)", ["0<a<1", "r>1"], fixed={"q": "1"}),
        "log((r - a)/(1 - a))",
    ),
    "odds ratio in a box": (RiskProfile("k/(1 + (k-1)*p*q)", ["k>1", "0<t<1"], box=["p<=t"]), OF_ODDS),
}
"""Closed forms of docs/derive.md, that the ordinary search finds and proves by certificates."""

JUMPS: dict[str, tuple[str, tuple[Point, ...], tuple[Point, ...]]] = {
    "discriminant": (
        "(a - 5/2)**2 + (b - 5/2)**2 < 1/5",
        ((Fraction(5, 2), Fraction(5, 2)),),
        ((Fraction(1), Fraction(1)), (Fraction(5, 2), Fraction(4))),
    ),
    "resultant": (
        "min(a - b, a + b - 5) > 0",
        ((Fraction(4), Fraction(2)),),
        ((Fraction(2), Fraction(1)), (Fraction(1), Fraction(2)), (Fraction(4), Fraction(1, 2))),
    ),
    "leading": ("(a - 3)*b > 1", ((Fraction(5), Fraction(1)),), ((Fraction(4), Fraction(1, 2)),)),
}
"""Conditions under which r* is 2, else 3, with points inside and outside; each needs a kind of projection."""


@cache
def by_cells(name: str) -> PiecewiseInfimum:
    return infimum_by_cells(PROFILES[name], open_regions=OpenRegions(partial=True))


def numbers(result: PiecewiseInfimum, seed: str, count: int) -> Iterator[dict[sp.Symbol, sp.Rational]]:
    """Random ones that the assumptions allow, of all sizes."""
    random, region = Random(seed), result.profile.parameter_region
    while count:
        values = {
            s: sp.Rational(random.randint(1, 400), random.choice((3, 40, 77, 150)))
            for s in result.profile.parameters
        }
        if all(c.relation.holds(int(sp.sign(c.polynomial.subs(values)))) for c in region):
            count -= 1
            yield values


def disagreements(result: PiecewiseInfimum, seed: str, count: int) -> list[dict[sp.Symbol, sp.Rational]]:
    """Where the closed form is not the least value on the grid."""
    found = []
    for values in numbers(result, seed, count):
        try:
            epsilon = epsilon_at_precision(result, values, 20)
        except UndecidedError:
            continue
        bound = result.profile.bound.subs(values)
        least = seen(RiskProfile(bound, fixed={str(k): str(v) for k, v in result.profile.fixed.items()}), 1)
        if not -1e-9 < math.exp(-epsilon) - math.exp(-least) < 1e-6:
            found.append(values)
    return found


@pytest.mark.family(18)
@pytest.mark.parametrize("name", PROFILES)
def test_cells_agree_with_the_search_over_priors(name: str) -> None:
    result = by_cells(name)
    assert not result.open and str(result.common.grade) == "exact"
    assert all((str(proof.grade) == "computed") == is_of_cells(b) for b, proof in proved(result))
    assert disagreements(result, name, 20) == []
    for certificate in result.certificates.values():
        check(certificate, {})


def test_nothing_is_asked_from_4() -> None:
    beyond, before = by_cells("nothing asked from 4").branches
    assert [str(c) for c in beyond.conditions] == ["a >= 4"] and beyond.epsilon is sp.oo
    assert [str(c) for c in before.conditions] == ["a < 4"]


@pytest.mark.family(18)
@pytest.mark.parametrize("name", KNOWN)
def test_closed_forms_are_found_again(name: str) -> None:
    profile, known = KNOWN[name]
    result = infimum_by_cells(profile)
    for values in numbers(result, name, 10):
        expected = sp.N(sp.sympify(known).subs({s.name: v for s, v in values.items()}), 30)
        assert abs(epsilon_at_precision(result, values, 30) - expected) < 1e-25


@pytest.mark.family(6)
@pytest.mark.parametrize("name", JUMPS)
def test_every_part_of_the_plane_has_a_sample_point(name: str) -> None:
    assert wrong_at_jumps(name) == []


def jumping(condition: str) -> RiskProfile:
    if condition.startswith("min"):
        return RiskProfile("piecewise((piecewise((2, a + b > 5), 3), a > b), 3)", POSITIVE)
    return RiskProfile(f"piecewise((2, {condition}), 3)", POSITIVE)


def wrong_at_jumps(name: str) -> list[Point]:
    """Points at which the answer is not that of the condition."""
    condition, inside, outside = JUMPS[name]
    result = infimum_by_cells(jumping(condition), open_regions=OpenRegions(partial=True))
    wrong = []
    for points, risk in ((inside, 2), (outside, 3)):
        for point in points:
            values = {s: sp.Rational(v.numerator, v.denominator) for s, v in zip((a, b), point, strict=True)}
            if abs(epsilon_at_precision(result, values, 20) - math.log(risk) / 2) > 1e-12:
                wrong.append(point)
    return wrong


@pytest.mark.parametrize(("relation", "risk"), [("<", 3), ("<=", 2)])
def test_a_curve_at_which_eps_jumps_is_open(relation: str, risk: int) -> None:
    """At a = 2, b = 5/2 the circle is met; r* is 3 there, or 2."""
    result = infimum_by_cells(
        jumping(f"(a - 5/2)**2 + (b - 5/2)**2 {relation} 1/4"), open_regions=OpenRegions(partial=True)
    )
    assert result.open and all(region.conditions[-1].relation == "==" for region in result.open)
    with pytest.raises(UndecidedError, match="not shown"):
        epsilon_at_precision(result, {a: sp.Integer(2), b: sp.Rational(5, 2)}, 20)


def test_three_parameters_have_no_cells() -> None:
    with pytest.raises(UndecidedError, match="one parameter or two"):
        infimum_by_cells(RiskProfile("1 + a/p + b*c/q", [*POSITIVE, "c>0"]))


def test_a_curve_has_no_cells() -> None:
    with pytest.raises(UndecidedError, match="no open set"):
        infimum_by_cells(RiskProfile("1 + a/p + b/q", ["b>0", "(a-b)**2<=0"], fixed=HALF))


# --- walls that belong to a leaf, or do not


def branches_by_hand(name: str = "the least of several roots") -> PlaneBranches:
    """With the space of a profile, and X taken to be continuous."""
    profile = PROFILES[name]
    pieces = [constrained(piece, profile) for piece in profile.pieces]
    over = over_parameters(pieces, profile.free_priors, profile.parameter_region, profile.parameters)
    relations = tuple(c.relation for c in profile.parameter_region)
    return PlaneBranches(Plane(over, relations), lambda: True)


def test_a_form_is_spoilt_where_roots_meet_or_pass_its_ends() -> None:
    by_hand = branches_by_hand()
    space = by_hand.plane.over.space
    cubic = Form(space.polynomial(x**3 - a * x + b), True, (Fraction(0), Fraction(1)))
    spoilt = by_hand._spoiling(cubic)
    for wall in (4 * a**3 - 27 * b**2, b, 1 - a + b):
        assert {str(f) for f in irreducible(space.polynomial(wall))} <= spoilt
    assert by_hand._spoiling(Form(space.polynomial(x**2 + a * x - b), True, None)) == {"y1"}


def test_a_border_leads_inside_unless_it_is_singular_or_touches_another() -> None:
    by_hand = branches_by_hand()
    space = by_hand.plane.over.space
    line = Side(space.polynomial(a - 1), 1, closes=True)
    cusp, parabola = (a - 1) ** 3 - (b - 1) ** 2, a - 1 - (b - 1) ** 2
    assert by_hand._leads_inside(space.polynomial(a - b), [line])
    assert not by_hand._leads_inside(space.polynomial(cusp), [])
    assert by_hand._leads_inside(space.polynomial(parabola), [])
    assert not by_hand._leads_inside(space.polynomial(parabola), [line])


def test_a_wall_is_beyond_where_the_assumptions_exclude_it_alone() -> None:
    """With a > 0 and b > 0, or a >= 1 and b >= 1; what is 0 at a closed end is asked for with that end."""
    strict, closed = branches_by_hand(), branches_by_hand("nothing asked from 4")
    cases = (
        (strict, (a, b, a + b + 1), (a - 1, a - b)),
        (closed, (a, b, a + b - 1), (a - 2, b - 2, a - b)),
    )
    for by_hand, excluded, met in cases:
        walls = (irreducible(by_hand.plane.over.space.polynomial(g))[0] for g in (*excluded, *met))
        assert [by_hand._is_beyond(g) for g in walls] == [True] * len(excluded) + [False] * len(met)


MIDDLE = x - sp.Rational(1, 2)

MEETING = {
    "two roots": (x**3 - a * x + b, 4 * a**3 - 27 * b**2, 0),
    "passing": ((x**2 - a) * (x - b), a - b**2, 1),
    "two roots in a cusp": (MIDDLE**2 - (a - b) ** 3, a - b, 0),
    "three roots, three times": (MIDDLE**3 - (a - b) * MIDDLE, a - b, 1),
    "three roots, twice": (MIDDLE**3 - (a - b), a - b, 1),
}
"""Polynomials, where roots meet, and whether such walls are left out.

By hand, the discriminants of the last three are the third powers and the square of a - b, but for numbers.
"""


@pytest.mark.parametrize("name", MEETING)
def test_a_wall_within_is_left_out_unless_two_roots_alone_meet_there(name: str) -> None:
    """Where the discriminant has a factor an odd number of times, two roots may meet beside X."""
    assert walls_left_out(name) == MEETING[name][-1]


def test_where_three_roots_meet_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plane_branches, "_further_roots", lambda _: ())
    with pytest.raises(AssertionError):
        test_a_wall_within_is_left_out_unless_two_roots_alone_meet_there("three roots, three times")


def walls_left_out(meeting: str) -> int:
    """How many, of one."""
    polynomial, at_wall, _ = MEETING[meeting]
    by_hand = branches_by_hand()
    space = by_hand.plane.over.space
    wall = space.polynomial(at_wall)
    form = Form(space.polynomial(polynomial), True, (Fraction(0), Fraction(1)))
    (irreducible_wall,) = irreducible(wall)
    name = str(irreducible_wall)
    value = Value(form.polynomial, Root(Fraction(0), Fraction(0)), Fraction(0), Fraction(1), True)
    cells = tuple(PlaneCell((Fraction(1), Fraction(1)), value, {name: side}) for side in (True, False))
    by_hand.__dict__["_forms"] = Forms({name: irreducible_wall}, cells, {}, (form,))
    return len(by_hand._left_out(Leaf(cells, 0), form, (), ()))


# --- planted errors


def without(kind: str) -> Callable[..., Iterator[fmpq_mpoly]]:
    """The projection without the leading coefficients, the discriminants or the resultants."""

    def projection(self: Space, polynomials: list[fmpq_mpoly], index: int) -> Iterator[fmpq_mpoly]:
        for g in polynomials:
            if kind != "leading":
                yield self.leading(g, index)
            if kind != "discriminant":
                yield from [*self.own_projection(g, index)][1:]
        for k, one in enumerate(polynomials):
            for other in polynomials[:k] if kind != "resultant" else ():
                yield self.resultant(one, other, index)

    return projection


@pytest.mark.parametrize("kind", JUMPS)
def test_a_projection_that_leaves_something_out_is_noticed(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Space, "projection", without(kind))
    assert wrong_at_jumps(kind)


def first_of_each_column(self: Plane) -> Iterator[tuple[Fraction | None, list[Point]]]:
    for beyond, points in COLUMNS(self):
        yield beyond, points[:1]


def joined(*_: object) -> bool:
    return True


def at_another_sample(self: OverParameters, point: Point) -> Value:
    return VALUE(self, tuple(30 * value for value in point))


def without_resultants(self: OverParameters, polynomial: fmpq_mpoly) -> Iterator[fmpq_mpoly]:
    yield from ()


COLUMNS, VALUE = Plane._columns, OverParameters.value

SLIPS: dict[str, tuple[type, str, Callable[..., object]]] = {
    "a cell dropped": (Plane, "_columns", first_of_each_column),
    "cells joined through walls": (Lines, "join", joined),
    "another sample": (OverParameters, "value", at_another_sample),
    "no resultants": (OverParameters, "critical", without_resultants),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_planted_errors_are_noticed(slip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, name, planted = SLIPS[slip]
    monkeypatch.setattr(kind, name, planted)
    profile = PROFILES["an edge, a corner, nothing"]
    try:
        result = infimum_by_cells(profile, open_regions=OpenRegions(partial=True))
        noticed = bool(result.open or disagreements(result, slip, 10))
    except (UndecidedError, AssertionError, ArithmeticError, TypeError, StopIteration):  # no number comes out
        noticed = True
    assert noticed


@pytest.mark.parametrize("relation", ["<", "<="])
def test_a_jump_that_is_overlooked_is_noticed(relation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlaneBranches, "_is_passed", joined)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        test_a_curve_at_which_eps_jumps_is_open(relation, 0)


def test_common_points_are_not_overlooked() -> None:
    space = Space((a, b))
    cases: list[tuple[sp.Expr, ...]] = [(a - b, a + b - 2), (a - b, a - b + 1), (a**2 + b**2 - 1, a - 1, b)]
    found = [have_common_points([space.polynomial(g) for g in case], space) for case in cases]
    assert found == [True, False, True]


def test_an_assumption_that_leaves_out_a_line_is_no_bound() -> None:
    """By hand: 1 + a/(2 p) + b p >= 2/p for all p where a >= 4, also left of a line that is left out."""
    profile = RiskProfile("1 + a*q/p + b*p", ["a>=1/2", "b>=1", "a!=5"], fixed=HALF)
    result = infimum_by_cells(profile, open_regions=OpenRegions(partial=True))
    for number in (1, 3, sp.Rational(9, 2), 6):
        branch = branch_at(result, {a: sp.Rational(number), b: sp.Integer(2)})
        assert (branch.polynomial is None) == (number >= 4)


def test_an_end_of_a_range_within_a_root_leaves_no_gap_behind_it() -> None:
    """The end 109/20 is a root, the interval of which has no dyadic end there."""
    low, high, end = Fraction(5449, 1000), Fraction(5451, 1000), Fraction(109, 20)
    assert _gaps([Root(low, high)], (Fraction(1), end)) == [(Fraction(1), low)]
