"""The branch that an enclosure points to: what is seen there, and that a wrong bracket proves nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

import symbolic_eps.minimum as minimum
from symbolic_eps import recommend
from symbolic_eps.answers.exact_recommendation import exact_recommendation
from symbolic_eps.enclosed.recommended import enclosed
from symbolic_eps.minimum.at_numbers.border_elimination import eliminated, roots_between
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE
from verify.enclosure import Enclosure
from verify.evidence import Grade

P, Q = PRIOR_INCLUSION, PRIOR_VALUE

# At p = 1, (1 - q)(1 + 2 q) x^2 = q (1 - 2 q) for the last one, largest at q = 1/4.
PLACES = {
    "max(1/(4*p*q), 3)": (sp.log(sp.Rational(11, 3)) / 2, {P: 1, Q: sp.Rational(1, 12)}, "point"),
    "2+q/p": (sp.log(2) / 2, {P: 1, Q: 0}, "limit"),
    "1+1/(2*p*q)": (sp.log(3), {P: 1, Q: sp.Rational(1, 4)}, "point"),
}


@pytest.mark.parametrize("text", PLACES)
def test_what_the_bracket_points_to_is_proved_without_a_search(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minimum, "search_branches", lambda *_: pytest.fail("all candidates were searched"))
    profile = RiskProfile(text)
    answer = exact_recommendation(profile, bracket=enclosed(profile, profile).enclosure)
    value, place, kind = PLACES[text]
    (branch,) = answer.derived.branches
    assert answer.epsilon == value
    assert [(dict(a.place), str(a.kind)) for a in branch.attained] == [(place, kind)]
    assert answer.grade is Grade.EXACT


@pytest.mark.family(18)
@pytest.mark.parametrize("shift", [Fraction(-1, 10), Fraction(1, 10)])
@pytest.mark.parametrize("text", PLACES)
def test_a_wrong_bracket_changes_no_value(text: str, shift: Fraction) -> None:
    profile = RiskProfile(text)
    right = enclosed(profile, profile).enclosure
    wrong = Enclosure(right.lower + shift, right.upper + shift)
    answer = exact_recommendation(profile, bracket=wrong)
    assert answer.epsilon == PLACES[text][0]


def test_a_wide_bracket_is_as_good() -> None:
    answer = exact_recommendation(RiskProfile("2+q/p"), bracket=Enclosure(Fraction(1, 100), Fraction(5)))
    assert answer.closed_form == sp.log(2) / 2


def test_an_infinite_bracket_does_not_make_eps_infinite() -> None:
    answer = exact_recommendation(RiskProfile("1+1/(2*p*q)"), bracket=Enclosure(float("inf"), float("inf")))
    assert answer.epsilon == sp.log(3)


def test_unconstrained_is_proved() -> None:
    profile = RiskProfile("1/(p*q)", fixed={"q": "1"})
    answer = exact_recommendation(profile, bracket=enclosed(profile, profile).enclosure)
    assert (answer.epsilon, answer.grade) == (sp.oo, Grade.EXACT)


def test_both_ways_find_the_same_segment() -> None:
    profile = RiskProfile("2", box=["p<=1/2", "q<=1/2"])
    bracket = enclosed(profile, profile).enclosure
    seen, searched = (minimum.infimum(profile, judge=exact_judge(), bracket=b) for b in (bracket, None))
    assert seen.branches[0].epsilon == searched.branches[0].epsilon


@pytest.mark.parametrize("value", [sp.Rational(1, 3), sp.sqrt(3) / 7, sp.root(sp.Rational(2, 5), 3)])
def test_elimination_keeps_the_common_root(value: sp.Expr) -> None:
    # x = value and q = 1 - x, in disguise.
    relation = sp.minimal_polynomial(value, DECAY)
    hidden = sp.expand(relation.subs(DECAY, 1 - Q))
    factors = eliminated(DECAY + Q - 1, [hidden], [Q])
    assert any(
        abs(root - value.n(50)) < 1e-40 for f in factors for root in roots_between(f, sp.S.Zero, sp.S.One)
    )


def test_elimination_gives_nothing_along_a_curve() -> None:
    assert eliminated(Q * (DECAY - 1), [Q * (DECAY + 1)], [Q]) == ()


def test_the_bracket_is_shown_first_and_stays() -> None:
    told: list[str] = []
    recommend("2+q/p", progress=told.append, patience=120)
    first = next(k for k, text in enumerate(told) if "eps is in [0.3465735902, 0.3465735903]" in text)
    assert len(told) > first + 1
    assert all("eps is in [0.3465735902" in text for text in told[first:])
