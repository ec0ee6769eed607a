"""Certified minimisation: hand-solved profiles, an independent search with mpmath, planted errors."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import pytest
import sympy as sp

from symbolic_eps import BallProfile, read_table, table_of
from symbolic_eps.answers.recommendation import recommend
from symbolic_eps.enclosed import best_point, box_bound
from symbolic_eps.enclosed.arithmetic import Arithmetic
from symbolic_eps.enclosed.binary64 import Binary64
from symbolic_eps.enclosed.box_bound import examine
from symbolic_eps.enclosed.cell import Cell, Side
from symbolic_eps.enclosed.level import Box, Level, level_of
from symbolic_eps.enclosed.requirement import Requirement, requirements_of
from symbolic_eps.enclosed.search import _Node, _Search, minimise
from symbolic_eps.errors import DomainError, InfeasibleProfileError, InputError, UndecidedError
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as P
from symbolic_eps.theory.variants import Variant
from verify.enclosure import Enclosure
from verify.evidence import Grade
from verify.solvers.smt import UndecidedQueryError

WIDTH = Fraction(1, 10**10)


def contains(enclosure: Enclosure, value: sp.Expr | mpmath.mpf) -> bool:
    digits = Fraction(str(mpmath.nstr(value, 40)) if isinstance(value, mpmath.mpf) else str(sp.N(value, 40)))
    slack = Fraction(1, 10**35)
    return bool(enclosure.lower - slack <= digits <= enclosure.upper + slack)


BY_HAND = {
    # a constant r: log(r)/2 (Theorem 3)
    "exp(1)": sp.Rational(1, 2),
    # (33) with a = 1/e, r = e: log((r - a)/(1 - a))/2
    "max(exp(-1)/(p*q), exp(1))": sp.log((sp.E - 1 / sp.E) / (1 - 1 / sp.E)) / 2,
    # r = b/(p q) + 1: log((1 + b)/(1 - b))
    "1 + exp(-1)/(p*q)": sp.log((1 + sp.exp(-1)) / (1 - sp.exp(-1))),
    # a jump along p = 1/3: x^2/3 + 2x/3 = 1/3 in the limit p -> 1/3, q -> 0
    "piecewise((exp(log(3)), p < 1/3), oo)": sp.log(1 + sp.sqrt(2)),
    # bounded on the line p = 1/2 alone: x^2/2 + x/2 = 1/e
    "piecewise((100, p < 1/2), (exp(1), p <= 1/2), 100)": -sp.log((sp.sqrt(1 + 8 / sp.E) - 1) / 2),
    # r falls to 1 at p = 1, or is 1 in the limit p -> 0
    "1 + log(1/p)": sp.Integer(0),
    "exp(p)": sp.Integer(0),
    # a limit that is approached slowly: r -> e as q -> 0
    "exp(1) + q**0.1": sp.Rational(1, 2),
    # r* = 1 at p = q = 1, where any eps will do; at p = 1 and y = sqrt(q), q + (1 - q) x^2 = 1/(2 - y) is
    # x^2 = (1 - y^2 (2 - y))/((2 - y)(1 - y^2)) = (1 + y - y^2)/(2 + y - y^2), largest at y = 1/2: 5/9
    "2 - sqrt(p*q)": -sp.log(sp.Rational(5, 9)) / 2,
    # r* = 1 at p = q = 1 as log(2)/log(2); next to it at t = p q: x^2 = (1/r* - t)/(1 - t) -> 1 - 1/log(4)
    "log(1 + 1/(p*q))/log(2)": -sp.log(1 - 1 / sp.log(4)) / 2,
    # a root that is defined only where its case holds; r* = 2 on p q = 1/10: 1/10 + 9/10 x^2 = 1/2 at p = 1
    "piecewise((2 + sqrt(1/10 - p*q), p*q <= 1/10), 3)": sp.log(sp.Rational(3, 2)),
    # so little above 1 that no float tells
    "1 + exp(-1000*p)": sp.Integer(0),
    # e^u + 1/2 - u with u = p log p <= 0 falls in u: r* >= 3/2, and equal at p = 1, where q -> 0 asks most
    "p**p + 1/2 + p*log(1/p)": sp.log(sp.Rational(3, 2)) / 2,
    # a minimum of two caps is the smaller eps
    "min(exp(2), exp(1))": sp.Rational(1, 2),
}


@pytest.mark.parametrize("text", BY_HAND)
def test_enclosure_contains_the_value_found_by_hand(text: str) -> None:
    found = recommend(text)
    assert found.grade is Grade.ENCLOSED and found.minimum.reached
    assert found.enclosure.width <= WIDTH
    assert contains(found.enclosure, BY_HAND[text])
    assert Fraction(found.epsilon_double) <= found.enclosure.lower


def test_unconstrained_profile_is_proved_to_be_so() -> None:
    found = recommend("exp(2)/(p*q)")
    assert found.enclosure.is_infinite and found.epsilon_double == math.inf and found.minimum.point is None


# An independent search: Theorem 2's printed root in mpmath, on a grid and then by shrinking steps.

INDEPENDENT: dict[str, Callable[[mpmath.mpf, mpmath.mpf], mpmath.mpf]] = {
    "1 + exp(-p*q) + 1/(10*p*q)": lambda p, q: 1 + mpmath.exp(-p * q) + 1 / (10 * p * q),
    "1 + exp(-q) + 1/(10*p*q)": lambda p, q: 1 + mpmath.exp(-q) + 1 / (10 * p * q),
    "exp(1/2 + (p-1/3)**2 + (q-1/4)**2)": lambda p, q: mpmath.exp(
        mpmath.mpf(1) / 2 + (p - mpmath.mpf(1) / 3) ** 2 + (q - mpmath.mpf(1) / 4) ** 2
    ),
    "1.1 + log(1/p) + log(1/q)": lambda p, q: mpmath.mpf("1.1") - mpmath.log(p) - mpmath.log(q),
    "2 + p*q*log(p*q)": lambda p, q: 2 + p * q * mpmath.log(p * q),
    "1.5 + sqrt(p)*q*log(p)/2 + (1-q)**2": lambda p, q: (
        mpmath.mpf("1.5") + mpmath.sqrt(p) * q * mpmath.log(p) / 2 + (1 - q) ** 2
    ),
    "1 + sqrt(1/(p*q))/10": lambda p, q: 1 + mpmath.sqrt(1 / (p * q)) / 10,
    "1.2 + 4*exp(-10*((p-0.7)**2 + (q-0.2)**2))": lambda p, q: (
        mpmath.mpf("1.2")
        + 4 * mpmath.exp(-10 * ((p - mpmath.mpf("0.7")) ** 2 + (q - mpmath.mpf("0.2")) ** 2))
    ),
    "4 - 2.5*exp(-9*((p-0.7)**2 + (q-0.2)**2))": lambda p, q: (
        4 - mpmath.mpf("2.5") * mpmath.exp(-9 * ((p - mpmath.mpf("0.7")) ** 2 + (q - mpmath.mpf("0.2")) ** 2))
    ),
    "piecewise((3, p*q <= 0.1), 1.5 + (1-p)**1.5)": lambda p, q: (
        mpmath.mpf(3) if p * q <= mpmath.mpf("0.1") else mpmath.mpf("1.5") + (1 - p) ** mpmath.mpf("1.5")
    ),
    "max(1.5 + p**1.2, 1/(3*p*q) + q)": lambda p, q: max(
        mpmath.mpf("1.5") + p ** mpmath.mpf("1.2"), 1 / (3 * p * q) + q
    ),
    "max(2 - exp(-p)*q, 1 + exp(p*q)/5, 2 - q**1.5)": lambda p, q: max(
        2 - mpmath.exp(-p) * q, 1 + mpmath.exp(p * q) / 5, 2 - q ** mpmath.mpf("1.5")
    ),
}


def printed_epsilon(p: mpmath.mpf, q: mpmath.mpf, r: mpmath.mpf) -> mpmath.mpf:
    """(12) as printed."""
    s = 1 / r
    if s <= p * q:
        return mpmath.inf
    if q == 1:
        return mpmath.log((1 - p) / (s - p))
    root = mpmath.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (s - p * q)) - (1 - p)
    return mpmath.log(2 * p * (1 - q) / root)


def least_seen(profile: Callable[[mpmath.mpf, mpmath.mpf], mpmath.mpf]) -> mpmath.mpf:
    def at(p: mpmath.mpf, q: mpmath.mpf) -> mpmath.mpf:
        return printed_epsilon(p, q, profile(p, q))

    tiny = mpmath.mpf(10) ** -20
    steps = 12
    p, q, half = mpmath.mpf(1) / 2, mpmath.mpf(1) / 2, mpmath.mpf(1) / 2
    least = mpmath.inf
    while half > mpmath.mpf(10) ** -11:
        axes = [
            {
                min(max(centre + half * (2 * mpmath.mpf(k) / steps - 1), tiny), mpmath.mpf(1))
                for k in range(steps + 1)
            }
            for centre in (p, q)
        ]
        value, there = min((at(a, b), (a, b)) for a in axes[0] for b in axes[1])
        if value < least:
            least, (p, q) = value, there
        half = half * mpmath.mpf("0.55")
    return least


def agrees(enclosure: Enclosure, seen: mpmath.mpf) -> bool:
    """A value that was seen is not below the enclosure, and the enclosure is not far below it."""
    value = Fraction(str(mpmath.nstr(seen, 30)))
    return bool(
        enclosure.lower <= value + Fraction(1, 10**25) and value - enclosure.upper <= Fraction(1, 10**8)
    )


@pytest.mark.family(18)
@pytest.mark.parametrize("text", INDEPENDENT)
def test_enclosure_agrees_with_an_independent_search(text: str) -> None:
    with mpmath.workdps(90):
        seen = least_seen(INDEPENDENT[text])
    found = recommend(text, width="1e-10")
    assert found.minimum.reached and agrees(found.enclosure, seen), (found.enclosure.text(15), seen)


def test_planted_dropped_border_is_caught() -> None:
    """The minimum of 1 + exp(-q) + 1/(10 p q) lies on p = 1; a search that leaves it out is wrong."""
    text = "1 + exp(-q) + 1/(10*p*q)"
    with mpmath.workdps(90):
        seen = least_seen(INDEPENDENT[text])
    (whole,) = requirements_of(RiskProfile(recommend(text).profile.bound))
    short = Side(whole.cell.p.low, Fraction(99, 100), low_open=True)
    cut = replace(whole, cell=Cell(short, whole.cell.q))
    assert agrees(minimise([whole]).enclosure, seen)
    assert not agrees(minimise([cut]).enclosure, seen)


def test_planted_errors_of_the_search_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mean value form without its slopes, a root too large, a face of the wrong side: none agrees.

    Good points hide such errors, for X* is at least theirs; so the search has to find its own here.
    """
    monkeypatch.setattr(best_point, "SAMPLES", 1)
    monkeypatch.setattr(best_point.BestPoint, "_polish", lambda *_: None)
    inside, border = "4 - 2.5*exp(-9*((p-0.7)**2 + (q-0.2)**2))", "1 + exp(-q) + 1/(10*p*q)"
    with mpmath.workdps(90):
        seen = {text: least_seen(INDEPENDENT[text]) for text in (inside, border)}
    mean_value, root, face = box_bound._mean_value, best_point.level_at, _Search._face

    def without_slopes(level: Level, parts: Sequence[Any], box: Box) -> Any:
        (_, above), centre = mean_value(level, parts, box)
        return (above, above), centre

    def too_large(arithmetic: Arithmetic, *rest: Any) -> Any:
        found = root(arithmetic, *rest)
        return None if found is None else (found[0] * 1.001, found[1] * 1.001)

    def other_side(this: _Search, node: _Node, verdict: box_bound.Verdict) -> _Node | None:
        found = face(this, node, verdict)
        if found is None:
            return None
        turned = [
            side if side == before else ((before[0] + before[1] - side[0],) * 2)
            for side, before in zip(found.box, node.box, strict=True)
        ]
        return found._replace(box=(turned[0], turned[1]))

    def right(text: str) -> bool:
        found = recommend(text, width="1e-6").enclosure
        return found.lower <= Fraction(str(mpmath.nstr(seen[text], 30))) <= found.upper

    for text, place, name, planted in [
        (inside, box_bound, "_mean_value", without_slopes),
        (inside, best_point, "level_at", too_large),
        (border, _Search, "_face", other_side),
    ]:
        assert right(text)
        with monkeypatch.context() as patch:
            patch.setattr(place, name, planted)
            assert not right(text), name


@pytest.mark.parametrize("variant", ["unbounded", "bounded"])
@pytest.mark.parametrize("box", [(), ("1/5<=p<=1/2", "1/10<=q"), ("p<3/4",)])
def test_profile_of_the_product_is_searched_on_a_border(variant: str, box: tuple[str, ...]) -> None:
    """The same infimum as for a callable, of which it is not known that only p q matters."""
    known = recommend("1.5 + (2*p*q - 1/2)**2*exp(p*q)", box=box, variant=variant, width="1e-3")
    plain = recommend(
        BallProfile(lambda p, q: (2 * p * q - Fraction(1, 2)) ** 2 * (p * q).exp() + Fraction(3, 2)),
        box=box,
        variant=variant,
        width="1e-3",
    )
    assert known.enclosure.lower <= plain.enclosure.upper and plain.enclosure.lower <= known.enclosure.upper
    if variant == "bounded" and not box:
        assert known.minimum.boxes < plain.minimum.boxes / 3


def test_profile_that_only_looks_like_a_product_is_searched_everywhere() -> None:
    """Least where p = 1/2: a search of the border p = 1 would miss it."""
    text = "1.2 + 5*(p*q - p/4)**2 + 9*(p-1/2)**2"
    found = recommend(text, width="1e-6").minimum
    assert found.point is not None and abs(found.point[0] - Fraction(1, 2)) < Fraction(1, 10)


def test_face_stands_for_a_box_only_at_all_levels_that_may_matter() -> None:
    """For constant r*, G_p = (1 - x)(q (1 + x) - x): for q near 0.4 negative at x > 0.9, positive at 1/2."""
    arithmetic, box = Binary64(), ((0.4, 0.6), (0.35, 0.45))
    (requirement,) = requirements_of(RiskProfile("20/19"))
    search = _Search([requirement], WIDTH, 10, lambda _: None, arithmetic, Variant.UNBOUNDED)
    search.best.level = level_of(arithmetic, 0.9, Variant.UNBOUNDED)
    node = _Node(requirement, box, (), 1.0, 0)
    verdict = examine(search.best.level, requirement, (), box)
    search.best.value = 0.9
    face = search._face(node, verdict)
    assert face is not None and face.box == ((0.6, 0.6), (0.35, 0.45))
    search.best.value = 0.5  # X* may lie between 0.5 and 0.9, where G need not be least at p = 0.6
    face = search._face(node, verdict)
    assert face is not None and face.box == ((0.4, 0.6), (0.35, 0.35))


def test_rational_profile_by_either_way() -> None:
    exact, enclosed = recommend("max(1/(4*p*q), 3)"), recommend("max(1/(4*p*q), 3)", width="1e-30")
    assert exact.closed_form is not None and enclosed.closed_form is None
    assert enclosed.minimum.reached and enclosed.enclosure.width <= Fraction(1, 10**30)
    assert contains(enclosed.enclosure, sp.log(sp.Rational(11, 3)) / 2)
    assert enclosed.epsilon_double <= exact.epsilon_double


@pytest.mark.parametrize("error", [UndecidedError("open"), UndecidedQueryError("open", (), "unknown")])
def test_what_the_exact_engine_cannot_decide_is_enclosed(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def undecided(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("symbolic_eps.minimum.at_numbers.located.infimum", undecided)
    said: list[str] = []
    found = recommend("max(1/(4*p*q), 3)", progress=said.append)
    assert found.grade is Grade.ENCLOSED and contains(found.enclosure, sp.log(sp.Rational(11, 3)) / 2)
    assert any("open" in text for text in said)


@pytest.mark.parametrize("variant", ["bounded", "invariant"])
def test_variant_of_the_bound(variant: str) -> None:
    # F = p q + (1 - p q) x - s: with r = e the root is (s - t)/(1 - t), largest for t = p q -> 0.
    assert contains(recommend("exp(1)", variant=variant).enclosure, sp.Integer(1))


def test_limit_on_boxes_gives_a_wider_enclosure_that_is_right() -> None:
    text = "4 - 2.5*exp(-9*((p-0.7)**2 + (q-0.2)**2))"
    narrow, wide = recommend(text), recommend(text, boxes=40)
    assert narrow.minimum.reached and not wide.minimum.reached
    assert wide.enclosure.width > WIDTH and wide.minimum.boxes < 60
    assert (
        wide.enclosure.lower <= narrow.enclosure.lower
        and narrow.enclosure.upper <= wide.enclosure.upper + WIDTH
    )


def test_location_holds_the_minimum() -> None:
    # r* = 4 - 2.5 exp(...) has its dip near (0.7, 0.2): eps at the reported point is within the enclosure.
    found = recommend("4 - 2.5*exp(-9*((p-0.7)**2 + (q-0.2)**2))").minimum
    assert found.point is not None and found.location is not None
    for value, (low, high) in zip(found.point, found.location, strict=True):
        assert low <= value <= high and high - low < Fraction(1, 1000)
    with mpmath.workdps(90):
        p, q = (mpmath.mpf(v.numerator) / v.denominator for v in found.point)
        there = printed_epsilon(p, q, INDEPENDENT["4 - 2.5*exp(-9*((p-0.7)**2 + (q-0.2)**2))"](p, q))
    assert contains(found.enclosure, there)


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("0.9 + exp(-9*p)", InfeasibleProfileError, "below 1 at p ="),
        ("log(p)", InfeasibleProfileError, "below 1"),
        ("2 + log(p - 1/2)", DomainError, "undefined .* at p ="),
        ("max(2, log(p - 1/2))", DomainError, "undefined .* at p ="),
        ("max(0, exp(p) - 1)", InfeasibleProfileError, "0 or .* below 1 at p ="),
        ("exp(p) + 1/(q - 1)", InputError, "q = 1|undefined|below 1"),
        ("2 + sin(p)", InputError, "sin"),
        ("log(p - 2) - log(p - 2) + 2", InputError, "cancels"),
        ("log(0) + 2", InputError, "write an argument > 0"),
        ("exp(p", InputError, "column"),
    ],
)
def test_ill_posed_profile_is_refused(text: str, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        recommend(text)


@pytest.mark.parametrize(
    ("text", "decay"),
    [("max(p - 1/2, 2 + p)", 3), ("max(0, 2 + p)", 3), ("max(p - 1/2, 1 + exp(-p*q))", 2)],
)
def test_a_bound_of_0_leaves_the_other_one(text: str, decay: int) -> None:
    """It has no reciprocal. By hand, near p = 1, q = 0, where F tends to x^2 - 1/r*: eps = log(r*)/2."""
    assert contains(recommend(text, patience=60).enclosure, sp.log(decay) / 2)


def test_bad_width_and_boxes() -> None:
    for options in ({"width": 0}, {"width": "-1"}, {"boxes": 0}, {"width": 0.5}):
        with pytest.raises(InputError):
            recommend("exp(1)", **options)


def test_fixed_priors_and_boxes() -> None:
    # q = 1, r = e, 1/10 <= p: (e - e p)/(1 - e p) at p = 1/10
    found = recommend("exp(1)", fixed={"q": 1}, box=["1/10<=p<=1/4"])
    assert contains(found.enclosure, sp.log((1 - sp.Rational(1, 10)) / (sp.exp(-1) - sp.Rational(1, 10))))
    # both fixed: the root itself
    found = recommend("exp(1)", fixed={"p": "1/3", "q": "1/7"})
    p, q = sp.Rational(1, 3), sp.Rational(1, 7)
    a, b, c = p * (1 - q), 1 - p, p * q - sp.exp(-1)
    assert contains(found.enclosure, -sp.log((-b + sp.sqrt(b**2 - 4 * a * c)) / (2 * a)))
    # a box that is no rectangle: r = e where p + q <= 1/2, largest level at p = 1/2, q -> 0
    found = recommend("exp(1)", box=["p + q <= 1/2"])
    x = (-sp.Rational(1, 2) + sp.sqrt(sp.Rational(1, 4) + 2 * sp.exp(-1))) / 1
    assert contains(found.enclosure, -sp.log(x))
    with pytest.raises(DomainError, match="empty"):
        recommend("exp(1)", box=["p<=1/4", "p>1/4"])
    with pytest.raises(DomainError, match="empty"):
        recommend("exp(1)", box=["p*q >= 2"])
    assert recommend("exp(1)", box=["p*q >= 1"]).enclosure.is_infinite


@pytest.mark.parametrize("profile", ["exp(1)*10*p", 10 * sp.E * P])
def test_constant_that_is_not_rational_is_enclosed(profile: str | sp.Expr) -> None:
    found = recommend(profile, fixed={"p": "1/10"})
    assert found.grade is Grade.ENCLOSED
    # p = 1/10, q -> 0: x^2/10 + 9 x/10 = 1/e
    x = (-sp.Rational(9, 10) + sp.sqrt(sp.Rational(81, 100) + 4 / (10 * sp.E))) * 5
    assert contains(found.enclosure, -sp.log(x))


# Tables: two lines in p, one in q. nearest: r = 2 up to p = 3/4, where 3/4 x^2 + x/4 = 1/2, x = 2/3.

TWO = [("1/2", "1/2", "2"), ("1", "1/2", "10")]


def test_table_interpolations() -> None:
    nearest, lower = recommend(table_of(TWO, "nearest")), recommend(table_of(TWO, "lower"))
    assert contains(nearest.enclosure, sp.log(sp.Rational(3, 2)))
    assert contains(lower.enclosure, sp.log(2) / 2)
    with mpmath.workdps(90):
        seen = least_seen(lambda p, q: max(mpmath.mpf(2), 2 + 16 * (p - mpmath.mpf(1) / 2)))
    assert agrees(recommend(table_of(TWO, "bilinear")).enclosure, seen)


def test_bilinear_table_in_two_dimensions() -> None:
    points = [
        (p, q, 1 + Fraction(1, 5) / (p * q))
        for p in (Fraction(1, 2), Fraction(1))
        for q in (Fraction(1, 4), Fraction(1))
    ]
    found = recommend(table_of(points, "bilinear"))
    corner = {(p, q): mpmath.mpf(r.numerator) / r.denominator for p, q, r in points}

    def interpolated(p: mpmath.mpf, q: mpmath.mpf) -> mpmath.mpf:
        u = (max(p, mpmath.mpf("0.5")) - mpmath.mpf("0.5")) / mpmath.mpf("0.5")
        v = (max(q, mpmath.mpf("0.25")) - mpmath.mpf("0.25")) / mpmath.mpf("0.75")
        c = {
            (i, j): corner[(Fraction(1 + i, 2), (Fraction(1, 4), Fraction(1))[j])]
            for i in (0, 1)
            for j in (0, 1)
        }
        return (1 - u) * ((1 - v) * c[0, 0] + v * c[0, 1]) + u * ((1 - v) * c[1, 0] + v * c[1, 1])

    with mpmath.workdps(90):
        seen = least_seen(interpolated)
    assert found.minimum.reached and agrees(found.enclosure, seen)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("p,q,r\n0.5,0.5,2\n1,0.5,inf\n", "line 3: r = 'inf': not a number"),
        ("0.5,0.5,nan\n", "line 1: r = 'nan'"),
        ("0.5,0.5\n", "line 1: 2 values"),
        ("0.5,1.5,2\n", "line 1: q = 3/2 is outside"),
        ("0.5,0.5,2\n0.5,0.5,2\n", "line 2: .* given twice"),
        ("0.5,0.5,2\n1,1,2\n", "no value at p = 1/2, q = 1"),
        ("0.5,0.5,0\n", "positive"),
        ("0.5,0.5,1e999999999\n", "line 1"),
        ("", "no points"),
    ],
)
def test_bad_table_names_its_line(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text(content)
    with pytest.raises(InputError, match=message):
        read_table(path, "bilinear")


def test_table_below_one_is_infeasible_and_unknown_interpolation_refused(tmp_path: Path) -> None:
    with pytest.raises(InfeasibleProfileError):
        recommend(table_of([("1/2", "1/2", "1/2")], "lower"))
    with pytest.raises(InputError, match="bilinear, nearest, lower"):
        table_of(TWO, "cubic")
    with pytest.raises(InputError, match="cannot be read"):
        read_table(tmp_path / "missing.csv", "lower")


# Callables.


def test_callable_on_enclosures_is_enclosed() -> None:
    found = recommend(BallProfile(lambda p, q: 1 + (-(p * q)).exp() + 1 / (10 * p * q)))
    assert found.grade is Grade.ENCLOSED and found.minimum.reached
    assert "promises, under Assumptions 1 and 2 " in str(found)
    same = recommend("1 + exp(-p*q) + 1/(10*p*q)").enclosure
    assert found.enclosure.lower <= same.upper and same.lower <= found.enclosure.upper


def test_plain_callable_is_only_sampled() -> None:
    found = recommend(lambda p, q: max(0.25 / (p * q), 3.0))
    assert found.grade is Grade.SAMPLED
    assert found.enclosure is None and found.epsilon_double is None and found.noise is None
    assert found.sampled.epsilon == pytest.approx(math.log(11 / 3) / 2, abs=1e-3)
    assert "promises" not in str(found)


def test_callable_with_a_hidden_dip_is_not_believed() -> None:
    """Between the points that are seen anything may happen: the sampled value is wrong, and says so."""
    found = recommend(lambda p, q: 1.01 if abs(p - 0.70001) < 1e-6 else 9.0)
    assert found.sampled.epsilon > 1 and found.grade is Grade.SAMPLED


def test_callable_that_branches_is_refused() -> None:
    with pytest.raises(InputError, match="compares"):
        recommend(BallProfile(lambda p, q: 2 if p < 0.5 else 3))
    with pytest.raises(InputError, match="enclosures"):
        recommend(BallProfile(lambda p, q: math.exp(p)))


@pytest.mark.parametrize(
    ("function", "kind"),
    [
        (lambda p, q: float("nan"), DomainError),
        (lambda p, q: 1 / (p - p), DomainError),
        (lambda p, q: 0.5, InfeasibleProfileError),
    ],
)
def test_callable_that_is_ill_posed(function: Callable[[float, float], float], kind: type[Exception]) -> None:
    with pytest.raises(kind):
        recommend(function)
    with pytest.raises(InputError):
        recommend(object())


def test_what_is_not_decided_is_said() -> None:
    # r* touches 1 at one inner point: r* >= 1 is true, but boxes around the point cannot show it.
    with pytest.raises(UndecidedError, match="r\\* >= 1 near"):
        recommend("2 - exp((p-1/3)*(q-1/3) - (p-1/3)**2 - (q-1/3)**2)", boxes=300)


def test_requirement_without_a_cell_asks_nothing() -> None:
    empty: list[Requirement] = []
    assert minimise(empty).enclosure.is_infinite


@pytest.mark.parametrize("digits", [60, 120, 300, 309])
def test_a_large_eps_is_enclosed_as_narrowly_as_asked(digits: int) -> None:
    """Beside 1, x^2 = 10^-digits is lost in ends of 128 bits; and q has to be small beside it, too."""
    minimum = minimise(requirements_of(RiskProfile(f"1e{digits}")), WIDTH)
    assert minimum.reached and minimum.enclosure.width <= WIDTH
    assert contains(minimum.enclosure, sp.Rational(digits, 2) * sp.log(10))
