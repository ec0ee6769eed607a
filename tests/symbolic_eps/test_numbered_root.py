"""A root told by its number: counted, evaluated, printed, stored; and cells that tell X so.

By hand: of (3x - 1)^2 (3x - 2)(x - 2) the roots in (0, 1) are 1/3, 1/3 and 2/3.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
import sympy as sp
from flint import fmpq, fmpq_mpoly, fmpq_poly, fmpz_poly

from symbolic_eps.closed_forms.bare_form import BareForm
from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion, PiecewiseInfimum
from symbolic_eps.closed_forms.compiled_form import CompiledForm
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision, value_on
from symbolic_eps.closed_forms.root_count import numbered_root
from symbolic_eps.closed_forms.storage import restored, stored
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.minimum import infimum_by_cells
from symbolic_eps.minimum.cylinders import line_branches, roots_nearby
from symbolic_eps.minimum.cylinders.cells_of_plane import PlaneCell
from symbolic_eps.minimum.cylinders.cells_on_line import Border, LineCell
from symbolic_eps.minimum.cylinders.line_branches import Joining
from symbolic_eps.minimum.cylinders.over_parameters import Value
from symbolic_eps.minimum.cylinders.plane_forms import Forms
from symbolic_eps.minimum.cylinders.plane_tree import Leaf
from symbolic_eps.minimum.cylinders.projection import Root, Space, irreducible, isolated
from symbolic_eps.minimum.cylinders.root_forms import Form, common_number
from symbolic_eps.minimum.cylinders.roots_nearby import keeps_number
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.minimum.proof import root_of
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.report.mathematics import epsilon_tex
from symbolic_eps.report.table import epsilon_text
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.symbolic_eps.test_cells_of_parameter import epsilon_at, seen
from tests.symbolic_eps.test_cells_of_two_parameters import branches_by_hand

a, b = parameter("a"), parameter("b")
ZERO, ONE, UNIT = Fraction(0), Fraction(1), (sp.Integer(0), sp.Integer(1))

pytestmark = pytest.mark.usefixtures("without_certificates")

DOUBLE = sp.expand((3 * x - 1) ** 2 * (3 * x - 2) * (x - 2))


def of_number(number: int, polynomial: sp.Expr = DOUBLE) -> Branch:
    return Branch((), polynomial, None, (), UNIT, number=number)


# --- counted and evaluated


def test_roots_are_counted_as_sympy_isolates_them() -> None:
    random = Random("roots with a number")
    for _ in range(25):
        roots = [sp.Rational(random.randint(-3, 16), random.choice((4, 7, 12))) for _ in range(3)]
        factors = [x - random.choice(roots) for _ in range(random.randint(1, 4))]
        factors.append(x**2 - sp.Rational(random.randint(1, 9), 8))
        polynomial = sp.Poly(sp.prod(factors), x)
        inside = [r for r in sp.real_roots(polynomial) if 0 < r < 1]
        for number in (*range(-5, 0), *range(1, 6)):
            integral = [int(c) for c in polynomial.clear_denoms(convert=True)[1].all_coeffs()[::-1]]
            found = numbered_root(fmpz_poly(integral), fmpq(0), fmpq(1), number)
            if not -len(inside) <= number <= len(inside):
                assert found is None
                continue
            expected = inside[number - (number > 0)]
            assert found is not None
            factor, low, high = found
            assert factor(low) < 0 < factor(high) and sp.Rational(str(low)) < expected < sp.Rational(
                str(high)
            )
            assert sp.Poly([int(c) for c in factor.coeffs()[::-1]], x).eval(expected).simplify() == 0


@pytest.mark.parametrize(("number", "root"), [(1, "1/3"), (2, "1/3"), (3, "2/3"), (-1, "2/3"), (-3, "1/3")])
def test_every_way_gives_the_same_number(number: int, root: str) -> None:
    branch, expected = of_number(number), -math.log(Fraction(root))
    assert sp.simplify(value_on(branch, {}) + sp.log(sp.Rational(root))) == 0
    enclosure = CompiledForm(BareForm((), (), (branch,))).enclosure({}, 128)
    assert (
        enclosure is not None and enclosure.lower <= expected + 1e-15 and expected - 1e-15 <= enclosure.upper
    )


def test_a_number_that_is_none_is_refused() -> None:
    document = json.loads(json.dumps(stored([of_number(-2)], [])))
    assert restored(document) == (of_number(-2),)
    document["branches"][0]["number"] = "2"
    with pytest.raises(InputError, match="no integer"):
        restored(document)


def test_it_is_printed() -> None:
    assert epsilon_text(of_number(-1)).startswith("-log(x), x the greatest root of ")
    assert epsilon_text(of_number(2)).startswith("-log(x), x the 2nd least root of ")
    assert r"\ x \text{ greatest},\ 0 < x < 1" in epsilon_tex(of_number(-1))


def test_no_certificate_is_claimed_for_it() -> None:
    with pytest.raises(UndecidedError, match="no certificate says which is the greatest root"):
        root_of(of_number(-1))


# --- at points between cells

SPACE = Space((a, x))
CUBIC = SPACE.polynomial((x - sp.Rational(1, 2)) * ((4 * x - 1) ** 2 - 6 * (a**2 - 2)) - (a**2 - 2) / 50)
"""Near a = sqrt(2) it has the root 1/2 and two near 1/4, beyond; these meet there."""


def line_at_root_of_2(polynomial: fmpq_mpoly) -> tuple[Joining, Border]:
    over = SimpleNamespace(space=SPACE, singular=(), below=())
    (_, root) = isolated([fmpq_poly([-2, 0, 1])])
    line = SimpleNamespace(over=over)
    return Joining(line, lambda _: None, lambda: True), Border(root, fmpq_poly([-2, 0, 1]))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("number", "beyond", "fits"), [(3, True, True), (1, False, False), (-1, False, True), (2, True, True)]
)
def test_more_roots_or_simple_ones_beyond_keep_the_number(number: int, beyond: bool, fits: bool) -> None:
    joining, point = line_at_root_of_2(CUBIC)
    assert str(point.polynomial) in {str(SPACE.at(f, ())) for f in irreducible(SPACE.discriminant(CUBIC, 1))}
    value = Value(CUBIC, Root(ONE / 2, ONE / 2), ZERO, ONE, True)
    ends = (point, None) if beyond else (None, point)
    cell = LineCell(*ends, Fraction(3 if beyond else 1), value)
    assert joining.fits(Form(CUBIC, True, (ZERO, ONE), number), point, (cell,)) is fits


def agrees_at_root_of_2(number: int) -> bool:
    """Whether a form of the root 1/2 that fits at the point says 1/2 there; True where it does not fit."""
    joining, point = line_at_root_of_2(CUBIC)
    value = Value(CUBIC, Root(ONE / 2, ONE / 2), ZERO, ONE, True)
    cell = LineCell(None, point, ONE, value)
    at_point = [x.real for x in np.roots([16, -16, 5, -0.5]) if abs(x.imag) < 1e-6]
    inside = sorted(at_point)
    said = inside[number - 1] if number > 0 else inside[number]
    fits = joining.fits(Form(CUBIC, True, (ZERO, ONE), number), point, (cell,))
    return not fits or abs(said - 0.5) < 1e-6


def test_a_number_kept_without_the_theorem_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert agrees_at_root_of_2(1) and agrees_at_root_of_2(-1)
    monkeypatch.setattr(line_branches, "keeps_number", lambda *_: True)
    assert not agrees_at_root_of_2(1)


U = (a**2 - 2) / 8
PASSING = (x - sp.Rational(1, 2)) * (x - sp.Rational(1, 2) - U)
THREE = PASSING * (x - sp.Rational(1, 2) + U)
FOUR = PASSING * ((x - sp.Rational(1, 2)) ** 2 + U**2) * (4 * x - 1)
"""At a = sqrt(2) two, three or four roots are 1/2; of the four two are real nowhere else. 1/4 is one more."""


@pytest.mark.parametrize(
    ("polynomial", "number", "kept"),
    [(PASSING, -1, True), (PASSING, 1, True), (THREE, -1, False), (FOUR, 1, True), (FOUR, -3, False)],
)
def test_two_roots_that_meet_keep_their_numbers(polynomial: sp.Expr, number: int, kept: bool) -> None:
    h, (_, at) = SPACE.polynomial(sp.expand(polynomial)), isolated([fmpq_poly([-2, 0, 1])])
    assert [keeps_number(h, number, at, side) for side in (at.low, at.high)] == [kept, kept]


def test_more_roots_than_two_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_two_beside(_: object, part: tuple[Fraction, Fraction], beside: Sequence[Root]) -> bool:
        return sum(part[0] < r.low and r.high < part[1] for r in beside) == 2

    monkeypatch.setattr(roots_nearby, "_holds_pair", of_two_beside)
    with pytest.raises(AssertionError):
        test_two_roots_that_meet_keep_their_numbers(FOUR, -3, False)


MEETING = RiskProfile("1 + a*q/(7*p) + 1/q", ["a>0"])
"""X meets another root of its polynomial of degree 9 where 5800 a^3 = 27370 a^2 + 57183 a + 171500."""


def test_cells_at_whose_end_eps_meets_another_root_leave_no_point_open() -> None:
    result = infimum_by_cells(MEETING, open_regions=OpenRegions(partial=True))
    assert not result.open and len(result.branches) == 3
    (at,) = sp.Poly(5800 * a**3 - 27370 * a**2 - 57183 * a - 171500, a).nroots()[:1]
    for number in (sp.Rational(int(at * 1000) + k, 1000) for k in (-400, 0, 1, 400)):
        epsilon, least = epsilon_at_precision(result, {a: number}, 20), seen(MEETING, number)
        assert -1e-9 < math.exp(-epsilon) - math.exp(-least) < 1e-6


TOUCHING = SPACE.polynomial((2 * x - 1) * ((4 * x - 1) ** 2 + (a**2 - 2) ** 2))
"""The root 1/2, and at a = sqrt(2) alone a double one at 1/4."""


def at_the_point(at_end: Fraction) -> Branch | OpenRegion:
    joining, point = line_at_root_of_2(TOUCHING)
    cell = LineCell(None, point, ONE, Value(TOUCHING, Root(ONE / 2, ONE / 2), ZERO, at_end, True))
    joining.line.__dict__.update(parts=(cell, point), others=lambda _: False)
    return joining._at_point(point)


def test_those_ends_are_around_the_root_that_eps_is_among_simple_ones_below() -> None:
    """3/4 is a root too: which of the two is meant, the number of roots before it tells."""
    h = SPACE.polynomial((4 * x - 3) * (2 * x - 1) * ((4 * x - 1) ** 2 + (a**2 - 2) ** 2))
    for before, root in enumerate((ONE / 2, 3 * ONE / 4)):
        joining, point = line_at_root_of_2(h)
        cell = LineCell(None, point, ONE, Value(h, Root(root, root), ZERO, ONE, True, before))
        joining.line.__dict__.update(parts=(cell, point), others=lambda _: False)
        branch = joining._at_point(point)
        assert isinstance(branch, Branch) and branch.between is not None
        assert branch.between[0] < root < branch.between[1]


def test_a_point_where_others_meet_has_its_own_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    branch = at_the_point(ONE)
    assert isinstance(branch, Branch) and branch.between is not None and branch.polynomial is not None
    assert 0.25 < branch.between[0] < 0.5 < branch.between[1] <= 1
    here = sp.Poly(branch.polynomial.subs(a, sp.sqrt(2)), x)
    assert [r for r in here.nroots() if r.is_real and branch.between[0] < r < branch.between[1]] == [0.5]
    monkeypatch.setattr(Joining, "_is_passed", lambda *_: False)  # X may jump there
    assert isinstance(at_the_point(ONE), OpenRegion)


@pytest.mark.parametrize(("side", "takes"), [(True, True), (False, False)])
def test_a_wall_belongs_to_the_leaf_with_more_roots(side: bool, takes: bool) -> None:
    by_hand = branches_by_hand()
    space = by_hand.plane.over.space
    cubic = space.polynomial(x**3 - a * x + b)
    (wall,) = irreducible(space.polynomial(4 * a**3 - 27 * b**2))
    points = {True: (Fraction(3), Fraction(1)), False: (Fraction(1), Fraction(1))}
    cells = {}
    for above, point in points.items():
        real = len(isolated([space.at(cubic, point)]))
        value = Value(cubic, Root(ZERO, ZERO), ZERO, ONE, True, real=real)
        cells[above] = PlaneCell(point, value, {str(wall): space.value(wall, (*point, ZERO)) > 0})
    by_hand.__dict__["_forms"] = Forms({str(wall): wall}, tuple(cells.values()), {}, ())
    form = Form(cubic, True, (ZERO, ONE), 2)
    assert by_hand._has_more_roots(Leaf((cells[side],), 0), form, str(wall)) is takes


# --- cells

RISK = "1 + 5/7/p + b/q"
NUMBERS = ("1/4", "7/10", "4/5", "9/10", "40")


@cache
def derived() -> PiecewiseInfimum:
    return infimum_by_cells(RiskProfile(RISK, ["b>0"]))


def wrong(result: PiecewiseInfimum) -> list[str]:
    """Where the closed form is not the least value on a grid of priors of all sizes."""
    priors, found = np.logspace(-3, 0, 600), []
    ps, qs = np.meshgrid(priors, priors, indexing="ij")
    for number in NUMBERS:
        epsilon = epsilon_at_precision(result, {b: sp.Rational(number)}, 20)
        least = float(epsilon_at(1 + 5 / 7 / ps + float(Fraction(number)) / qs, ps, qs).min())
        if not -1e-9 < least - epsilon < 1e-3:
            found.append(number)
    return found


def test_cells_tell_the_greatest_root() -> None:
    result = derived()
    assert {branch.which for branch in result.branches} >= {"least", "greatest"}
    assert not result.open and wrong(result) == []


@pytest.mark.parametrize("slip", [lambda _: 1, lambda values: -common_number(values)])
def test_a_wrong_number_is_noticed(
    slip: Callable[[Sequence[Value]], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_branches, "common_number", slip)
    assert wrong(infimum_by_cells(RiskProfile(RISK, ["b>0"])))
