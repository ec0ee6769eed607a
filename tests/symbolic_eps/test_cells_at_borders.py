"""Cells of the parameters where pieces, roots or samples are not as inside: at borders, corners and curves.

At q = 1/3 and r* = 2, p (2/3) x^2 + (1 - p) x + p/3 is 1/2 at x = 1/2 for all p; at r* = 4/3 and p = 1 it is
3/4 at x^2 = 5/8. At q = 1 and p = 1/2 the root of x/2 + 1/2 = (1 + a + b)/2 is a + b.
"""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import cast

import pytest
import sympy as sp

from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import branch_at, epsilon_at_precision, exact_epsilon, holds_at
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum_by_cells
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.cylinders import projection
from symbolic_eps.minimum.cylinders.cells_on_line import Border, Line, LineCell
from symbolic_eps.minimum.cylinders.line_branches import Group, Joining
from symbolic_eps.minimum.cylinders.over_parameters import NotGenericError, Value, over_parameters
from symbolic_eps.minimum.cylinders.plane_branches import PlaneBranches
from symbolic_eps.minimum.cylinders.projection import Cylinder, Point, Root, Space
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter

pytestmark = pytest.mark.usefixtures("without_certificates")

a, b, c = parameter("a"), parameter("b"), parameter("c")


def by_cells(profile: RiskProfile) -> PiecewiseInfimum:
    return infimum_by_cells(profile, open_regions=OpenRegions(partial=True))


# --- a piece without points at a border of the parameters


@pytest.mark.parametrize("bound", ["1 + 1/(3*p)", "1 + a/p"])
def test_a_piece_that_is_empty_at_a_border_keeps_nothing_there(bound: str) -> None:
    """p > b holds nowhere for b = 1: the risk is 1 + b = 2 for all priors, and eps log 2."""
    assumptions = ["0<b<=1", *(["0<a<=b"] if "a" in bound else [])]
    profile = RiskProfile(f"piecewise(({bound}, p > b), 1 + b)", assumptions, fixed={"q": "1/3"})
    result = by_cells(profile)
    values = {v: n for v, n in ((a, sp.Rational(1, 3)), (b, sp.S.One)) if v in profile.parameters}
    assert exact_epsilon(result, values) == sp.log(2)
    below = {**values, b: sp.Rational(1, 2)}
    assert sp.simplify(exact_epsilon(result, below) - sp.log(2 * sp.sqrt(10) / 5)) == 0


def test_a_piece_that_is_empty_on_a_curve_keeps_nothing_there() -> None:
    """p > a b holds nowhere for a b >= 1."""
    bound = "piecewise((1 + 1/(3*p), p > a*b), 2)"
    result = by_cells(RiskProfile(bound, ["1/2<=a<=2", "1/2<b<=1"], fixed={"q": "1/3"}))
    for u, v, empty in (("5/3", "3/5", True), ("1", "1", True), ("3/2", "2/3", True), ("1", "3/4", False)):
        epsilon = exact_epsilon(result, {a: sp.Rational(u), b: sp.Rational(v)})
        expected = sp.log(2) if empty else sp.log(2 * sp.sqrt(10) / 5)
        assert sp.simplify(epsilon - expected) == 0


def test_a_closed_piece_has_its_end_at_a_border() -> None:
    """p >= b leaves p = 1 for b = 1, where the risk is 4/3."""
    profile = RiskProfile("piecewise((1 + 1/(3*p), p >= b), 1 + b)", ["0<b<=1"], fixed={"q": "1/3"})
    result = by_cells(profile)
    assert sp.simplify(exact_epsilon(result, {b: 1}) - sp.log(2 * sp.sqrt(10) / 5)) == 0


# --- corners of closed ends


def test_a_root_that_is_0_in_a_corner_alone() -> None:
    """X = a + b: eps is infinite where both are 0, though a + b = 0 is no curve between cells."""
    profile = RiskProfile("2/(1 + a + b)", ["a>=0", "b>=0", "a+b<=1"], fixed={"p": "1/2", "q": "1"})
    result = by_cells(profile)
    assert not result.open
    half = sp.Rational(1, 2)
    for u, v in ((0, 0), (0, half), (half, 0), (half, half), (0, 1), (half / 5, half / 7)):
        expected = sp.oo if u + v == 0 else sp.log(1 / sp.Rational(u + v))
        assert exact_epsilon(result, {a: u, b: v}) == expected


IN_A_CORNER = RiskProfile("2/(a + b - 1)", ["a>=1", "b>=1", "a+b<=3"], fixed={"p": "1/2", "q": "1"})
"""X = a + b - 2, which is 0 at a = b = 1 alone: the assumptions exclude the line but for this corner."""


def wrong_in_the_corner() -> list[tuple[int, int]]:
    """Points beside it, and itself, at which there is a case that says another number."""
    result, found = by_cells(IN_A_CORNER), []
    for u, v in ((1, 1), (1, 2), (2, 1)):
        expected = sp.oo if u + v == 2 else sp.log(1 / sp.Rational(u + v - 2))
        if exact_epsilon(result, {a: u, b: v}) != expected:
            found.append((u, v))
    return found


def test_a_line_beyond_the_region_but_for_a_closed_corner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the question that is asked of closed ends, the corner is wrong or has no number."""
    assert wrong_in_the_corner() == []
    monkeypatch.setattr(PlaneBranches, "_holds_at_end", lambda *_: True)
    try:
        noticed = wrong_in_the_corner() != []
    except (UndecidedError, ArithmeticError, TypeError, ValueError):
        noticed = True
    assert noticed


# --- samples


def test_no_sample_lies_on_a_polynomial_that_was_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The projection along the priors says nothing there."""
    profile = RiskProfile("1 + a*p/q + 1/p", ["a>0"])
    pieces = [constrained(piece, profile) for piece in profile.pieces]
    over = over_parameters(pieces, profile.free_priors, profile.parameter_region, profile.parameters)
    (left_out,) = over.left_out
    assert sp.expand(over.space.expression(left_out) - (a * x**2 - a + 1)) == 0
    asked, holds = list[Point](), Cylinder.holds

    def recorded(self: Cylinder, point: Point) -> bool:
        asked.append(point)
        return holds(self, point)

    monkeypatch.setattr(Cylinder, "holds", recorded)
    for n in range(2, 8):
        for k in range(1, n):
            level = Fraction(k, n)
            try:
                over.value((1 / (1 - level**2),))
            except NotGenericError:
                continue
    assert len(asked) > 50
    assert all(over.space.value(left_out, point) != 0 for point in asked)


# --- groups of a line


def test_a_wider_form_fits_where_the_first_one_did() -> None:
    """X = 11 a/50; at a = 1 alone there is a double root 29/50, below 3/5, which the third cell asks for."""
    space = Space((a, x))
    h = space.polynomial((50 * x - 11 * a) * ((50 * x - 29) ** 2 + (a - 1) ** 2) * (31 - 50 * x))
    borders = [
        Border(Root(Fraction(n), Fraction(n)), space.at(space.polynomial(a - n), ()))
        for n in (sp.Integer(0), sp.Integer(1), sp.Integer(2), sp.Rational(27, 10))
    ]

    def value(number: Fraction) -> Value:
        root = number * 11 / 50
        return Value(h, Root(root, root), Fraction(0), Fraction(31, 50), rises=True)

    def at_number(number: Fraction) -> Value:
        here = Space((x,)).polynomial(50 * x - 11 * sp.Rational(number.numerator, number.denominator))
        return Value(here, value(number).root, Fraction(0), Fraction(1), rises=True)

    samples = [Fraction(k, 2) for k in (1, 3, 5)]
    cells = [
        LineCell(low, high, number, value(number))
        for low, high, number in zip(borders, borders[1:], samples, strict=False)
    ]
    parts = (cells[0], borders[1], cells[1], borders[2], cells[2])
    line = cast(Line, SimpleNamespace(parts=parts, cuts=(), over=SimpleNamespace(space=space)))
    joining = Joining(line, at_number)
    groups = [part for part in joining.groups() if isinstance(part, Group)]
    assert len(groups) > 1
    for group in groups:
        points = [*([group.low] if group.starts else []), *(cell.high for cell in group.cells[:-1])]
        assert all(point is not None and joining.fits(group.form, point, group.cells) for point in points)


# --- what is too long, and what is said twice


def test_an_elimination_that_is_too_long_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    profile = RiskProfile("1 + a/p", ["a>0", "b>0"], fixed={"q": "1/2"}, box=["p>=b"])
    monkeypatch.setattr(projection, "LONGEST", 0)
    with pytest.raises(UndecidedError):
        infimum_by_cells(profile)


def test_where_an_equation_gives_no_parameter_earlier_factors_are_not_0() -> None:
    equation = "(c - 2)*(c*(b - 1) - (a**2 - 1)*(b + 1)) == 0"
    profile = RiskProfile("1 + a/p + c", ["a>0", "b>0", "c>0", equation], fixed={"q": "1/2"})
    result = by_cells(profile)
    values = {a: sp.S.One, b: sp.S.One, c: sp.Integer(2)}
    here = [one for one in result.branches if all(holds_at(k, values) for k in one.conditions)]
    assert here == [branch_at(result, values)]
    assert epsilon_at_precision(result, {**values, c: 3}, 20) > 0
