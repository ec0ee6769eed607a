"""Minima inside the ranges of both priors, on ridges and at p = 1: a refined grid agrees, slips are seen."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from mpmath import mp, mpf

from symbolic_eps import derive, recommend
from symbolic_eps.answers.exact_recommendation import Recommendation
from symbolic_eps.answers.recommendation import near_of, quickly
from symbolic_eps.closed_forms.closed_form import AttainmentKind
from symbolic_eps.closed_forms.root_count import roots_between
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.at_numbers import inside, located
from symbolic_eps.minimum.at_numbers.bracket import Bracket, Near, between
from symbolic_eps.minimum.at_numbers.elimination import NotEliminatedError, eliminants
from symbolic_eps.minimum.at_numbers.inside import _Search, inner_minimum
from symbolic_eps.minimum.at_numbers.located import located_infimum
from symbolic_eps.minimum.at_numbers.open_ends import kind_of
from symbolic_eps.minimum.at_numbers.rational_points import require_agreement
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece, constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY
from tests.grid_minimum import epsilon_at, grid_minimum
from verify.language.condition import non_negative, positive
from verify.prover.by_subdivision import BY_SUBDIVISION
from verify.prover.certifying_solver import CertifyingSolver
from verify.prover.prover import Prover
from verify.recheck import check
from verify.solvers.smt import Solver, UndecidedQueryError

FIFTH, HALF = mpf(1) / 5, mpf(1) / 2
INSIDE: dict[str, Callable[[mpf, mpf], mpf]] = {
    "1 + p**2/q + 1/(5*p)": lambda p, q: 1 + p**2 / q + FIFTH / p,
    "11/10 + (p-1/2)**2 + (q-1/3)**2": lambda p, q: mpf(11) / 10 + (p - HALF) ** 2 + (q - mpf(1) / 3) ** 2,
    "max(q/p, p/q) + 1/2": lambda p, q: max(q / p, p / q) + HALF,
    "1 + 13/25/p + 14/25/q": lambda p, q: 1 + mpf(13) / 25 / p + mpf(14) / 25 / q,
    "1 + 29/30/p + 3/4/q": lambda p, q: 1 + mpf(29) / 30 / p + mpf(3) / 4 / q,
    "max(19/20/(p**2*q), 29/20 + 2/5*p + 19/10*q)": lambda p, q: max(
        mpf(19) / 20 / p**2 / q, mpf(29) / 20 + mpf(2) / 5 * p + mpf(19) / 10 * q
    ),
    # An eliminant for q has another root 2e-4 away.
    "1 + 2/21/p + 11/20/q": lambda p, q: 1 + mpf(2) / 21 / p + mpf(11) / 20 / q,
}
SKEW = "max(6/(7*p*q**2), 2+2*(p+q)/(3*p)+1/(2*q))"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("1 + p**2/q + 1/(5*p)", "q<1/4"),
        ("1 + 1/p + 1/q", "p<1/5"),
        ("11/10 + (p-1/2)**2 + (q-1/3)**2", "q>1/2"),
        ("1 + p**2/q + 1/(5*p)", "p+q<1/2"),
        ("max(1 + 2/(11*p), 5/3 + 3*q/2)", "2*p/3<q"),
        ("max(1 + 2/(11*p), 5/3 + 3*q/2)", "p**2<q"),
    ],
)
def test_at_an_end_that_is_left_out_the_minimum_is_a_limit(text: str, end: str) -> None:
    """The domain with the end has the same infimum, for r* is continuous; there it is attained."""
    closed = recommend(text, box=[end.replace("<", "<=").replace(">", ">=")], patience=120)
    found = recommend(text, box=[end], patience=120)
    assert isinstance(found, Recommendation) and isinstance(closed, Recommendation)
    assert str(found.grade) == "exact" and found.certificates
    assert found.epsilon == closed.epsilon
    assert [a.kind for a in found.attained] == [AttainmentKind.LIMIT]
    assert [a.kind for a in closed.attained] == [AttainmentKind.POINT]
    for certificate in found.certificates.values():
        check(certificate, {})


ENDS = {
    "(1 + 1/(5*p) + (7/3)/(p+8*q) + 3*p*q)/(4+p) + 2": ([], {"p": 1, "q": 0}, (203, 75, 2)),
    "max(11/10 + (2/5)/(p+19/5*q), 3/2 + 5/4*(p-9/10)**2 + (5/4)/(p+q))": (
        [],
        {"p": 1, "q": 0},
        (221, 80, 2),
    ),
    "min(1 + 7/(p*q) + (1/2)/(p+4*q) + 2/3*(1-p)/q, 13/10 + 7/q)": (
        ["p+q<=3/5"],
        {"p": 0, "q": sp.Rational(3, 5)},
        (389, 30, 1),
    ),
    "piecewise((2 + 3/2/(p**2*q), q <= 3/10), 13/10 + 5/4*p*q + (1-p)/q)": (
        ["q<=p"],
        {"p": 1, "q": sp.Rational(3, 10)},
        (469, 199, 2),
    ),
}


@pytest.mark.family(24)
@pytest.mark.parametrize("text", ENDS)
def test_at_a_corner_that_is_left_out_the_minimum_is_a_limit(text: str) -> None:
    """By hand: at (1, 0) F is x^2 - s, at (0, q) x - s; at (1, 3/10) 7/10 x^2 + 3/10 - 40/67."""
    box, priors, (top, bottom, power) = ENDS[text]
    found = recommend(text, box=box, patience=120)
    assert isinstance(found, Recommendation) and str(found.grade) == "exact"
    assert sp.simplify(found.epsilon - sp.log(sp.Rational(top, bottom)) / power) == 0
    assert [(a.priors, a.kind) for a in found.attained] == [(priors, AttainmentKind.LIMIT)]
    for certificate in found.certificates.values():
        check(certificate, {})


ONE_PRIOR: dict[str, tuple[dict[str, str], list[str], Callable[[mpf], mpf], str]] = {
    "2 + 8/3*(p-2/5)**2": ({"q": "1/10"}, [], lambda t: 2 + mpf(8) / 3 * (t - mpf(2) / 5) ** 2, "point"),
    "(11/10 + 3/5*q/p)/(9/2+p) + 2": (
        {"q": "1"},
        [],
        lambda t: (11 + 6 / t) / (45 + 10 * t) + 2,
        "point",
    ),
    "max(1+q**2/3+1/(9*q), 3/2)": (
        {"p": "3/7"},
        [],
        lambda t: max(1 + t**2 / 3 + 1 / (9 * t), mpf(3) / 2),
        "point",
    ),
    "1 + 1/p + p**3": ({"q": "1/3"}, ["p<1/2"], lambda t: 1 + 1 / t + t**3, "limit"),
}


@pytest.mark.family(12)
@pytest.mark.parametrize("text", ONE_PRIOR)
def test_with_one_prior_fixed_the_minimum_is_exact(text: str) -> None:
    """A fine grid of the prior that is left agrees."""
    fixed, box, bound, kind = ONE_PRIOR[text]
    found = recommend(text, fixed=fixed, box=box, patience=120)
    assert isinstance(found, Recommendation) and str(found.grade) == "exact"
    assert [str(a.kind) for a in found.attained] == [kind]
    ((name, value),) = fixed.items()
    other = Fraction(value)
    end = Fraction(1, 2) if box else Fraction(1)
    with mp.workdps(40):
        fix = mpf(other.numerator) / other.denominator
        low, high = mpf(0), mpf(end.numerator) / end.denominator
        for _ in range(5):  # each time between the neighbours of the best point
            steps = [low + (high - low) * k / 400 for k in range(1, 401)]
            pairs = [((fix, t) if name == "p" else (t, fix), t) for t in steps if t * fix != 1]
            seen, k = min((epsilon_at(bound(t), *pair), k) for k, (pair, t) in enumerate(pairs))
            low, high = pairs[max(k - 1, 0)][1], pairs[min(k + 1, len(pairs) - 1)][1]
        difference = seen - lower_end(found)
    assert 0 <= difference < mpf(10) ** -9
    for certificate in found.certificates.values():
        check(certificate, {})


def test_beside_a_box_are_closed_boxes_around_it() -> None:
    low, high = Fraction(1, 4), Fraction(3, 4)
    bracket = Bracket((low, high), (low, high), (low, high))
    within = between(Q, (low, high))
    assert bracket.beside[0] == (*between(P, (-low, low)), *within)
    assert bracket.beside[1] == (*between(P, (high, high + Fraction(1, 2))), *within)
    assert len(bracket.beside) == 4


def test_a_limit_is_not_claimed_where_the_end_may_not_be_tight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the system without the end q = 1/4 is kept, so that z may be inside."""
    profile = RiskProfile("1 + p**2/q + 1/(5*p)", box=(positive(1 - 4 * PRIORS[1]),))
    near_end = near_of(quickly(profile))
    assert near_end is not None
    branch, _ = inner_minimum(pieces_of(profile), near_end)
    assert branch.attained[0].kind == AttainmentKind.LIMIT
    monkeypatch.setattr(
        _Search, "has_slope", lambda _, slopes, **__: all(slope.is_number for slope in slopes)
    )
    with pytest.raises(UndecidedError):
        inner_minimum(pieces_of(profile), near_end)


@pytest.mark.family(18)
@pytest.mark.parametrize("text", INSIDE)
def test_the_minimum_is_exact_and_a_refined_grid_agrees(text: str) -> None:
    found = recommend(text, patience=300)
    assert isinstance(found, Recommendation)
    assert str(found.grade) == "exact"
    assert abs(grid_minimum(INSIDE[text]) - lower_end(found)) < mpf(10) ** -9
    for certificate in found.certificates.values():
        check(certificate, {})


def lower_end(found: Recommendation) -> mpf:
    low = Fraction(found.enclosure.lower)
    return mpf(low.numerator) / low.denominator


def along_skew(q: mpf) -> mpf:
    """The eps where both bounds are equal: p (8/3 + 1/(2 q)) = 6/(7 q^2) - 2 q/3."""
    p = (mpf(6) / 7 / q**2 - mpf(2) / 3 * q) / (mpf(8) / 3 + HALF / q)
    return epsilon_at(mpf(6) / 7 / p / q**2, p, q)


@pytest.mark.slow
def test_a_ridge_that_no_grid_follows() -> None:
    """Halving by thirds along the curve, which is solved for p by hand; a grid stops 8e-6 above."""
    found = recommend(SKEW, patience=300)
    assert isinstance(found, Recommendation)
    assert str(found.grade) == "exact"
    with mp.workdps(40):
        low, high = mpf("0.9"), mpf("0.99")
        for _ in range(140):
            first, second = low + (high - low) / 3, high - (high - low) / 3
            low, high = (low, second) if along_skew(first) < along_skew(second) else (first, high)
        assert abs(along_skew(low) - lower_end(found)) < mpf(10) ** -15


def search(text: str) -> _Search:
    return _Search(pieces_of(RiskProfile(text)), near(text))


def pieces_of(profile: RiskProfile) -> tuple[ConstrainedPiece, ...]:
    return tuple(constrained(piece, profile) for piece in profile.checked_pieces(Solver()))


def near(text: str) -> Near:
    p, q, x = {
        "1 + p**2/q + 1/(5*p)": ("0.325553", "0.348044", "0.5197024"),
        "max(q/p, p/q) + 1/2": ("0.2038843", "0.2038843", "0.6885289"),
        "1 + 13/25/p + 14/25/q": ("1", "0.136133", "0.2188433"),
        "max(19/20/(p**2*q), 29/20 + 2/5*p + 19/10*q)": ("1", "0.371654", "0.1764383"),
        "max(1/2/(p*q**2), 29/20 + 2/5*q + 19/10*p)": ("0.220376", "1", "0.282673"),
    }[text]
    found = Near(*((Fraction(v) - Fraction(1, 10**6), Fraction(v)) for v in (p, q, x)))
    return found.at_ends or found


RIDGE_WORDS = inside.RIDGE.words
SMOOTH, RIDGE = "1 + p**2/q + 1/(5*p)", "max(q/p, p/q) + 1/2"
BORDER = "1 + 13/25/p + 14/25/q"
CORNER, CLOSED = "max(19/20/(p**2*q), 29/20 + 2/5*p + 19/10*q)", "max(1/2/(p*q**2), 29/20 + 2/5*q + 19/10*p)"


@pytest.mark.parametrize("text", [SMOOTH, RIDGE, BORDER, CORNER])
@pytest.mark.parametrize("slip", ["l too high", "u too low", "B elsewhere", "B too small", "wide"])
def test_a_bracket_that_does_not_isolate_the_minimum_is_refused(text: str, slip: str) -> None:
    found = search(text)
    bracket = next(iter(found.brackets()))
    low, high = bracket.decay
    x = found.near.centre[0]
    shift, small = Fraction(1, 4), Fraction(1, 1000)
    spoilt = {
        "l too high": replace(bracket, decay=(x + small, high)),
        "u too low": replace(bracket, decay=(low, x - small)),
        "B elsewhere": replace(bracket, p=(bracket.p[0] + shift, bracket.p[1] + shift)),
        "B too small": replace(
            bracket,
            p=(found.near.p[0] - small, found.near.p[1]),
            q=(found.near.q[0] - small, found.near.q[1]),
        ),
        "wide": Bracket((x / 2, (1 + x) / 2), bracket.p, bracket.q),
    }[slip]
    with pytest.raises(UndecidedQueryError):
        found.proved(spoilt)


def test_a_bracket_that_does_is_proved() -> None:
    branch, evidence = inner_minimum(search(RIDGE).pieces, near(RIDGE))
    assert sp.expand(branch.polynomial - (3 * DECAY**3 + 9 * DECAY**2 + 4 * DECAY - 8)) == 0
    assert all(part.proved and str(part.grade) == "exact" for part in evidence)


def test_a_minimum_where_a_prior_is_one_is_proved() -> None:
    branch, evidence = inner_minimum(search(BORDER).pieces, near(BORDER))
    assert sp.expand(branch.polynomial - (2656 * DECAY**2 - 2704 * DECAY**4 - 121)) == 0
    assert branch.attained[0].place[PRIORS[0]] == 1
    assert all(part.proved and str(part.grade) == "exact" for part in evidence)


def test_a_ridge_that_ends_where_a_prior_is_one_is_proved() -> None:
    """By hand: at p = 1 both bounds are equal where 38 q^2 + 37 q = 19, and x^2 (1 - q) = q/19."""
    branch, evidence = inner_minimum(search(CORNER).pieces, near(CORNER))
    assert sp.expand(branch.polynomial - (1064 * DECAY**4 - DECAY**2 - 1)) == 0
    assert branch.attained[0].place == {P: 1, Q: 19 * DECAY**2 / (19 * DECAY**2 + 1)}
    assert branch.steps == (inside.CORNER,)
    assert all(part.proved and str(part.grade) == "exact" for part in evidence)


def test_a_ridge_that_ends_at_a_border_has_its_closed_form() -> None:
    """By hand: at q = 1 both are equal where 38 p^2 + 37 p = 10, and F = 0 is p + (1 - p) x = 2 p."""
    branch, _ = inner_minimum(search(CLOSED).pieces, near(CLOSED))
    assert branch.attained[0].place == {P: DECAY / (DECAY + 1), Q: 1}
    assert branch.exponential == sp.Rational(17, 20) + 3 * sp.sqrt(321) / 20
    assert derive(CLOSED).derived.branches[0].exponential == branch.exponential


def test_without_the_system_of_two_borders_it_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: that two conditions may be tight at once is forgotten."""
    found = search(CORNER)
    bracket = next(iter(found.brackets()))
    assert found.proved(bracket)[0].steps == (inside.CORNER,)
    monkeypatch.setattr(inside, "combinations", lambda *_: iter(()))
    with pytest.raises(UndecidedQueryError, match="which x the minimum has"):
        found.proved(bracket)


@pytest.mark.slow
def test_roots_that_are_close_are_told_apart() -> None:
    """A factor of an eliminant of another degree has a root 5.6e-6 from q."""
    found = recommend("1 + 3/(25*p) + 17/(20*q)", patience=120)
    assert isinstance(found, Recommendation) and str(found.grade) == "exact"
    with mp.workdps(40):
        p, q = mpf("0.1631392"), mpf("0.8758053")
        points = [(p + i * mpf("1e-7"), q + j * mpf("1e-7")) for i in range(-9, 10) for j in range(-9, 10)]
        seen = min(epsilon_at(1 + 3 / (25 * p) + 17 / (20 * q), p, q) for p, q in points)
        assert 0 <= seen - mpf(found.epsilon_double) < 1e-12


@pytest.mark.parametrize(
    ("most", "upper", "refused"),
    [("1/4", "0.5135", ""), ("28/100", "0.53", ""), ("1", "0.53", "beside"), ("28/100", "0.5135", "upper")],
)
def test_levels_are_shown_of_ends_that_are_left_out(most: str, upper: str, refused: str) -> None:
    """Planted: a larger piece than q < 1/4 with its end. By hand X grows with `most`, up to q = 0.348."""
    q, end = PRIORS[1], positive(1 - 4 * PRIORS[1])
    (piece,) = pieces_of(RiskProfile("1 + p**2/q + 1/(5*p)", box=(end,)))
    closed = (non_negative(sp.Rational(most) - q) if c == end else c for c in piece.conditions)
    place = (Fraction(text) for text in ("0.304093", "1/4", "0.513165"))
    searched = _Search((piece,), Near(*((v, v) for v in place)))
    sides = (("0.5125", upper), ("0.15", "0.45"), ("0.21", "0.29"))
    bracket = Bracket(*((Fraction(low), Fraction(high)) for low, high in sides))
    judge = CertifyingSolver(prover=Prover(methods=(BY_SUBDIVISION,)))
    with pytest.raises(UndecidedQueryError, match=refused) if refused else nullcontext():
        searched.prove_levels(piece, replace(piece, conditions=tuple(closed)), bracket, judge)


def test_two_ends_that_touch_are_no_limit() -> None:
    """No priors are between q < p and q > p, though all points of q = p are in the closure of both."""
    p, q = PRIORS

    def kind(*tight: sp.Expr) -> AttainmentKind:
        conditions = [positive(h) for h in tight]
        return kind_of([conditions], [[(p, *tight)]], lambda found: any(one != 0 for one in found))

    assert kind(q - p**2, p - q) == AttainmentKind.LIMIT
    with pytest.raises(UndecidedQueryError, match="is a limit"):
        kind(p - q, q - p)


def test_a_border_that_the_domain_does_not_hold_is_a_limit() -> None:
    """Where p = 1 is left out, the infimum is the same, and not attained."""
    closed, _ = inner_minimum(search(BORDER).pieces, near(BORDER))
    profile = RiskProfile(BORDER, box=(positive(1 - PRIORS[0]),))
    branch, evidence = inner_minimum(pieces_of(profile), near(BORDER))
    assert branch.polynomial == closed.polynomial
    assert [a.kind for a in branch.attained] == [AttainmentKind.LIMIT]
    assert branch.attained[0].place == closed.attained[0].place
    assert all(part.proved and str(part.grade) == "exact" for part in evidence)


@pytest.mark.slow
def test_the_higher_one_of_two_minima_is_refused() -> None:
    """Two wells: r* is 27/20 near p = 1/4 and 13/10 near p = 3/4, where x is near 0.79 by Theorem 2."""
    profile = RiskProfile("13/10 + 20*(p-1/4)**2*(p-3/4)**2 + (3/4-p)/10 + (q-1/2)**2")
    sides = (Fraction(1, 4), Fraction(26, 100)), (Fraction(40, 100), Fraction(42, 100))
    for x in ("0.74", "0.76", "0.78", "0.80", "0.82"):
        with pytest.raises(UndecidedError):
            inner_minimum(pieces_of(profile), Near(*sides, (Fraction(x), Fraction(x))))


def test_a_bound_that_holds_on_an_open_part_only_has_its_limit() -> None:
    """Where q = p is left out, r* tends to 3/2 all along it, as on the ridge of the closed piece."""
    closed, _ = inner_minimum(search(RIDGE).pieces, near(RIDGE))
    profile = RiskProfile("piecewise((q/p + 1/2, p < q), 4)")
    branch, _ = inner_minimum(pieces_of(profile), near(RIDGE))
    assert branch.polynomial == closed.polynomial
    assert [a.kind for a in branch.attained] == [AttainmentKind.LIMIT]


@pytest.mark.parametrize("wrong", [(16, -11), (29, -20)])
def test_a_wrong_eliminant_is_noticed(wrong: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: x is 11/16 or 20/29 by the eliminant, in the bracket, below X = 0.6885... or above."""
    judge = exact_judge()
    assert located_infimum(RiskProfile(RIDGE), judge, near(RIDGE)).branches[0].steps[0].words == RIDGE_WORDS
    right = eliminants
    planted = "symbolic_eps.minimum.at_numbers.inside.eliminants"
    monkeypatch.setattr(planted, lambda s, v, r: (wrong,) if v == DECAY else right(s, v, r))
    monkeypatch.setattr(located, "infimum", lambda *_, **__: None)
    assert located_infimum(RiskProfile(RIDGE), judge, near(RIDGE)) is None


@pytest.mark.parametrize("text", [SMOOTH, RIDGE, BORDER])
def test_a_slip_that_floats_would_not_see_is_seen_at_rational_points(text: str) -> None:
    """Planted: X off by 2^-38 to either side, or attained elsewhere, so that F > 0 there."""
    pieces = pieces_of(RiskProfile(text))
    branch, _ = inner_minimum(pieces, near(text))
    require_agreement(branch, pieces)
    assert branch.polynomial is not None
    (attained,) = branch.attained
    about = near(text).centre[0]
    roots = sp.Poly(branch.polynomial, DECAY).real_roots()
    x = min(roots, key=lambda root: abs(root - about)).evalf(40)
    place = {v: value.subs(DECAY, x) for v, value in attained.place.items()}
    here, elsewhere = (replace(attained, place=at) for at in (place, {**place, PRIORS[1]: sp.Rational(1, 9)}))
    for off in (sp.Rational(1, 2**38), -sp.Rational(1, 2**38)):
        moved = sp.expand(branch.polynomial.subs(DECAY, DECAY - off))
        with pytest.raises(UndecidedError, match="X"):
            require_agreement(replace(branch, polynomial=moved, attained=(here,)), pieces)
    with pytest.raises(UndecidedError, match="X"):
        require_agreement(replace(branch, attained=(elsewhere,)), pieces)


def test_beside_a_sloping_border_that_is_left_out_the_place_agrees() -> None:
    """Its p and q are functions of x that lie on the border p = 2 q at X alone."""
    pieces = pieces_of(RiskProfile("1 + 4/p", box=["p<2*q"]))
    seen = Near(*((Fraction(v), Fraction(v)) for v in ("0.2562266", "0.1281133", "0.0364066")))
    branch, _ = inner_minimum(pieces, seen)
    assert all(DECAY in value.free_symbols for value in branch.attained[0].place.values())
    require_agreement(branch, pieces)


# --- elimination

X, P, Q = DECAY, *PRIORS
RANGES = {v: (Fraction(0), Fraction(9)) for v in (X, P, Q)}


def test_each_common_zero_is_a_root_of_an_eliminant() -> None:
    """By hand: p = 1, q = 2, x = 3 and p = 2, q = 1, x = 3 solve p + q = 3, p q = 2, x = p + q."""
    system = [P + Q - 3, P * Q - 2, X - P - Q]
    assert eliminants(system, X, RANGES) == ((1, -3),)
    assert sorted(eliminants(system, P, RANGES)) == [(1, -2), (1, -1)]


def test_a_factor_that_vanishes_somewhere_in_the_ranges_is_kept() -> None:
    system = [(P - 2) * (P + Q - 3), P * Q - 2, X - P - Q]
    assert set(eliminants(system, X, RANGES)) == {(1, -3)}
    system[2] = X - P - 2 * Q
    assert set(eliminants(system, X, RANGES)) == {(1, -4), (1, -5)}


def test_a_curve_of_zeros_is_an_error() -> None:
    with pytest.raises(NotEliminatedError):
        eliminants([P - Q, (P - Q) * X, P**2 - Q**2], X, RANGES)


@pytest.mark.parametrize(("low", "high", "count"), [(0, 1, 0), (1, 2, 1), (0, 3, 2), (2, 3, 1), (-9, 9, 3)])
def test_roots_are_counted_with_the_ends(low: int, high: int, count: int) -> None:
    """x^2 = 3 and 2 x = 5."""
    assert roots_between([(1, 0, -3), (2, -5)], Fraction(low), Fraction(high)) == count


def test_close_roots_are_told_apart() -> None:
    """100000000 x^2 - 100000000 x + 24999999: roots at 1/2 +- 1/10000."""
    close = (10**8, -(10**8), 25 * 10**6 - 1)
    assert roots_between([close], Fraction(0), Fraction(1)) == 2
    assert roots_between([close], Fraction(1, 2), Fraction(1)) == 1
