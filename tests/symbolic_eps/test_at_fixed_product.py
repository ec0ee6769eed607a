"""Sides of a box where F is concave at a fixed product: each premise counts, cases of cells are exact.

By hand, for r* = 1 + (4/5 + b p)/(p q) at q = 1: with S = (1 + b) p + 4/5, F = p + (1 - p) x - p/S is
stationary in p where 1 - x = (4/5)/S^2, and 0 there where p = (S^2 - 4/5)/(S - 4/5). S = 179/200 gives
p = 41/3800, b = 320/41 and x = 41/32041.
"""

from __future__ import annotations

import pytest
import sympy as sp

from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.minimum import infimum_by_cells
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece, constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.reductions import at_fixed_product
from symbolic_eps.minimum.reductions.at_fixed_product import reduced_at_fixed_product
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.evidence import Grade
from verify.language.condition import positive
from verify.recheck import check

p, q = PRIORS
b = parameter("b")


def sides_of(profile: RiskProfile) -> tuple[ConstrainedPiece, ...] | None:
    (piece,) = (constrained(piece, profile) for piece in profile.pieces)
    return reduced_at_fixed_product(piece, profile.free_priors, profile.parameter_region, exact_judge())


@pytest.mark.parametrize(
    ("text", "known"),
    [("1 + (4/5 + b*p)/(p*q)", "0<b<1"), ("2 + 9/10/(p*q) - b*p", "0<b<1"), ("3 + b*p**2", "-1<b<0")],
)
def test_two_sides_decide(text: str, known: str) -> None:
    sides = sides_of(RiskProfile(text, [known]))
    assert sides is not None and [dict(side.priors) for side in sides] == [{p: 1}, {q: 1}]


@pytest.mark.parametrize(
    ("box", "known", "largest"),
    [
        (["q<=5/8"], [], {p: 1, q: "5/8"}),
        (["q<=5/8", "p<=1/2", "q<=2/3"], [], {p: "1/2", q: "5/8"}),
        (["q<=c"], ["0<c<1"], {p: 1, q: "c"}),
    ],
)
def test_two_sides_of_a_box_decide(
    box: list[str], known: list[str], largest: dict[sp.Symbol, object]
) -> None:
    sides = sides_of(RiskProfile("1 + (4/5 + b*p)/(p*q)", ["b>0", *known], box=box))
    ends = {v: sp.sympify(end, locals={"c": parameter("c")}) for v, end in largest.items()}
    assert sides is not None and [dict(side.priors) for side in sides] == [
        {v: end} for v, end in ends.items()
    ]
    for side in sides:
        (v,) = side.priors
        assert not any(v in condition.symbols for condition in side.conditions)


def test_in_a_box_an_inner_arc_is_least_at_its_ends() -> None:
    """F itself, at numbers, on an arc of 0 < p <= 1/2, 0 < q <= 5/8; beyond the box it is less."""
    profile = RiskProfile("1 + (4/5 + p)/(p*q)")
    (piece,) = (constrained(one, profile) for one in profile.pieces)
    f = piece.inverse_risk - piece.denominator / piece.numerator
    high, end = sp.Rational(1, 2), sp.Rational(5, 8)
    for x in (sp.Rational(1, 9), sp.Rational(2, 3)):
        for t in (sp.Rational(1, 50), sp.Rational(1, 4)):
            along = f.subs({DECAY: x, q: t / p})
            low = t / end
            values = [along.subs(p, low + (high - low) * sp.Rational(k, 12)) for k in range(13)]
            assert min(values) == min(values[0], values[-1])
            assert min(along.subs(p, t), along.subs(p, 1)) < min(values)


REFUSED = {
    "an end that depends on the other prior": RiskProfile("1 + (4/5 + b*p)/(p*q)", ["b>0"], box=["q<=1-p/2"]),
    "a border along which p q is fixed": RiskProfile("1 + (4/5 + b*p)/(p*q)", ["b>0"], box=["p*q>=1/9"]),
    "neither of two ends is always the first": RiskProfile(
        "1 + (4/5 + b*p)/(p*q)", ["0<b<1"], box=["q<=b", "q<=1/2"]
    ),
    "1/r* is concave along the arc": RiskProfile("1 + (7/20 + b*q)/(1/2*p*q)", ["b>0"]),
    "convex for some parameters alone": RiskProfile("3 + b*p**2", ["-1<b<1"]),
    "not the whole square": RiskProfile("1 + (4/5 + b*p)/(p*q)", ["b>0"], box=["p>=1/9"]),
    "one prior": RiskProfile("1 + (4/5 + b*p)/(p*q)", ["b>0"], fixed={"q": "1"}),
}


@pytest.mark.parametrize("why", REFUSED)
def test_each_premise_refuses(why: str) -> None:
    assert sides_of(REFUSED[why]) is None


def test_another_guarantee_is_refused() -> None:
    """f = p^2 is not affine in p, f = q = t/p is no polynomial."""
    profile = RiskProfile("1 + (4/5 + b*p)/(p*q)", ["b>0"])
    (piece,) = (constrained(piece, profile) for piece in profile.pieces)
    fields = (piece.bound, piece.numerator, piece.denominator, piece.conditions)
    for guarantee, affine in ((DECAY * p, True), (DECAY * p**2, False), (DECAY * q, False)):
        other = ConstrainedPiece(*fields, guarantee)
        assert (at_fixed_product.bending(other) is not None) == affine


def test_along_an_inner_arc_the_ends_are_least() -> None:
    """F itself, at numbers: what the theorem says of r* = 1 + (4/5 + p)/(p q)."""
    (piece,) = (
        constrained(one, profile)
        for profile in [RiskProfile("1 + (4/5 + p)/(p*q)")]
        for one in profile.pieces
    )
    f = piece.inverse_risk - piece.denominator / piece.numerator
    for x in (sp.Rational(1, 9), sp.Rational(2, 3)):
        for t in (sp.Rational(1, 50), sp.Rational(1, 3)):
            values = [
                f.subs({DECAY: x, q: t / p}).subs(p, t + (1 - t) * sp.Rational(k, 12)) for k in range(13)
            ]
            assert min(values) == min(values[0], values[-1])


@pytest.mark.slow
def test_cases_of_cells_are_exact_by_it() -> None:
    result = infimum_by_cells(RiskProfile("1 + (4/5 + b*p)/(p*q)", ["b>0"]))
    assert result.grade is Grade.EXACT and not result.open
    found = epsilon_at_precision(result, {b: sp.Rational(320, 41)}, 30)
    assert abs(found - sp.log(sp.Rational(32041, 41)).n(30)) < 1e-25
    for certificate in result.certificates.values():
        check(certificate, {})


def test_without_the_premise_a_wrong_side_would_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: nothing is asked. F is least inside: p = q = 1/2 is on neither side."""
    profile = RiskProfile("11/10 + (p - 1/2)**2 + (q - 1/2)**2")
    assert sides_of(profile) is None
    monkeypatch.setattr(at_fixed_product, "bending", lambda _: positive(-p))
    assert sides_of(profile) is not None
