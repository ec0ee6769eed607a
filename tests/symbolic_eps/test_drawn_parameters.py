"""What the benchmark on profiles with parameters says of a result, and that its profiles are at least 1."""

from itertools import product

import pytest
import sympy as sp

from benchmarks.parameters import COMPLETE, LATE, PARTIAL, TEMPLATES, Drawn, draw, outcome
from symbolic_eps.profiles.profile import PRIORS, RiskProfile, conditions_from

LINE = "1 + (a + b*p)/(3*p*q)"

KNOWN = {
    "by certificates": (Drawn("one", "max(a/(p*q), r)", ("0<a<1", "r>1")), 60, False, COMPLETE, "exact"),
    "by cells alone": (Drawn("one", LINE, ("a>0", "b>0")), 60, True, COMPLETE, "computed"),
    "no time": (Drawn("one", LINE, ("a>0", "b>0")), 0.01, False, LATE, PARTIAL),
}


@pytest.mark.usefixtures("without_certificates")
@pytest.mark.parametrize("name", KNOWN)
def test_word_and_grade(name: str) -> None:
    one, patience, cells, word, grade = KNOWN[name]
    told = outcome(one, patience, cells)
    assert (told.word, told.grade) == (word, grade)


def below_one(one: Drawn) -> list[dict[sp.Symbol, sp.Rational]]:
    """Points near the corners of parameters and priors, of those that the assumptions allow."""
    profile = RiskProfile(one.text, conditions_from(one.assumptions))
    small = sp.Rational(1, 1000)
    near = (small, 1 - small, 1 + small, 2 + small)
    found = []
    for numbers in product(near, repeat=len(profile.parameters)):
        values = dict(zip(profile.parameters, numbers, strict=True))
        if not all(
            c.relation.holds(int(sp.sign(c.polynomial.subs(values)))) for c in profile.parameter_region
        ):
            continue
        bound = profile.bound.subs(values)
        places = (dict(zip(PRIORS, place, strict=True)) for place in product((small, sp.S.One), repeat=2))
        found += [{**values, **place} for place in places if bound.subs(place) < 1]
    return found


@pytest.mark.parametrize("one", draw(3, len(TEMPLATES), 2), ids=lambda one: one.family)
def test_every_profile_that_is_drawn_is_at_least_1(one: Drawn) -> None:
    assert below_one(one) == []


def test_a_profile_that_is_not_is_seen() -> None:
    assert below_one(Drawn("one", "59/30 + a/(p*q) - b*p", ("0<a<1", "0<b<1")))
