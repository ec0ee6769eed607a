from __future__ import annotations

import math
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_eps.answers.recommendation import recommend
from symbolic_eps.closed_forms.closed_form import AttainmentKind
from symbolic_eps.errors import DomainError, InfeasibleProfileError, InputError

numbers = st.fractions(min_value=Fraction(1, 50), max_value=Fraction(49, 50), max_denominator=50)


def needed(p: Fraction, q: Fraction, r: Fraction, x: Fraction) -> Fraction:
    """Theorem 1's bound minus r at x = e^-eps: positive where eps = -log x is too large."""
    return 1 / (p * q + x**2 * (1 - q) * p + x * (1 - p)) - r


@settings(max_examples=12, deadline=None)
@given(a=numbers, excess=numbers)
def test_double_is_safe_and_no_larger_eps_is(a: Fraction, excess: Fraction) -> None:
    r = 1 + excess
    found = recommend("max(a/(p*q), r)", {"a": a, "r": r})
    (place,) = found.attained
    p, q = (Fraction(int(place.priors[n].p), int(place.priors[n].q)) for n in ("p", "q"))
    bound = max(a / (p * q), r)
    # e^-double rounded up is still admissible where the profile bites; a little below it is not.
    safe = Fraction(math.exp(-found.epsilon_double)) * (1 + Fraction(1, 2**48))
    assert needed(p, q, bound, safe) <= 0
    assert needed(p, q, bound, safe * (1 - Fraction(1, 2**40))) > 0
    assert Fraction(found.epsilon_double) <= found.enclosure.lower


def test_numbers_are_exact_not_floats() -> None:
    exact = recommend("r", {"r": "1.1"})
    assert exact.closed_form.equals(sp.log(sp.Rational(11, 10)) / 2)
    with pytest.raises(InputError, match=r'r = 1.1 is a float.* give "1.1" as a text'):
        recommend("r", {"r": 1.1})  # type: ignore[dict-item]


def test_fixed_priors_and_boxes() -> None:
    # q = 1, r* = 3, 1/10 <= p: log((1 - p)/(1/3 - p)) at the least p.
    found = recommend("3", fixed={"q": 1}, box=["1/10<=p<=1/2"])
    assert sp.exp(found.epsilon) == sp.Rational(27, 7)
    assert found.attained[0].priors == {"p": sp.Rational(1, 10), "q": sp.Integer(1)}
    # an open end is a limit
    found = recommend("3", fixed={"q": 1}, box=["1/10<p<=1/2"])
    assert sp.exp(found.epsilon) == sp.Rational(27, 7)
    assert found.attained[0].kind is AttainmentKind.LIMIT
    # both priors fixed: the root itself
    found = recommend("3", fixed={"p": "1/2", "q": "1/10"})
    x = sp.exp(-found.epsilon)
    p, q = sp.Rational(1, 2), sp.Rational(1, 10)
    assert sp.expand(p * (1 - q) * x**2 + (1 - p) * x + p * q - sp.Rational(1, 3)).equals(0)


def test_caps_of_several_kinds_are_combined() -> None:
    both = recommend("min(max(1/(4*p*q), 3), 1 + 1/(5*p*q))")
    one, other = recommend("max(1/(4*p*q), 3)"), recommend("1 + 1/(5*p*q)")
    assert both.epsilon == min(one.epsilon, other.epsilon, key=float)


def test_piecewise_profile_with_unbounded_part() -> None:
    # Only p >= 1/2 is bounded: X is largest at p = 1, q -> 0 all the same.
    found = recommend("piecewise((3, p >= 1/2), oo)")
    assert found.closed_form.equals(sp.log(3) / 2)
    # Only small p: the limit p -> 1/4 with q -> 0, x^2/4 + 3x/4 = 1/3 by hand.
    found = recommend("piecewise((3, p < 1/4), oo)")
    x = sp.exp(-found.epsilon)
    assert sp.expand(x**2 / 4 + 3 * x / 4 - sp.Rational(1, 3)).equals(0)


def test_unbounded_profile() -> None:
    found = recommend("oo")
    assert found.epsilon is sp.oo and found.epsilon_double == math.inf and found.attained == ()


@pytest.mark.parametrize(
    ("profile", "kind"),
    [
        ("1/2", InfeasibleProfileError),
        ("2*p", InfeasibleProfileError),
        ("3 - 4*p", InputError),
        ("1/(p - 1/3)", DomainError),
        ("p/(q - q)", InputError),
    ],
)
def test_ill_posed_profiles_are_refused(profile: str, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        recommend(profile)


def test_infeasible_profile_names_a_true_witness() -> None:
    with pytest.raises(InfeasibleProfileError) as caught:
        recommend("1/2 + 1/(10*p*q)")
    text = str(caught.value)
    p, q = (Fraction(text.partition(f"{name} = ")[2].partition(",")[0]) for name in ("p", "q"))
    assert Fraction(1, 2) + 1 / (10 * p * q) < 1 and 0 < p <= 1 and 0 < q <= 1


def test_unknown_and_misplaced_names() -> None:
    for values, fixed, box, message in [
        ({}, {}, [], "no value for a"),
        ({"a": 2, "b": 1}, {}, [], "b does not occur"),
        ({"a": 2, "p": 1}, {}, [], "p is a prior"),
        ({"a": 2}, {"a": 1}, [], "a cannot be fixed"),
        ({"a": 2}, {"p": 2}, [], r"\(0, 1\]"),
        ({"a": 2}, {}, ["p0<=p"], "no value for p0"),
    ]:
        with pytest.raises(InputError, match=message):
            recommend("a", values, fixed, box)


def test_no_text_reaches_an_evaluator(tmp_path, monkeypatch) -> None:
    from symbolic_eps.closed_forms.evaluate import exact_epsilon
    from symbolic_eps.mechanisms.geometric import GeometricNoise
    from symbolic_eps.minimum import infimum
    from symbolic_eps.profiles.profile import RiskProfile

    monkeypatch.chdir(tmp_path)
    hostile = "__import__('pathlib').Path('made').touch() or 1"
    derived = infimum(RiskProfile("r", ["r>1"]))
    for attempt in (
        lambda: RiskProfile(hostile),
        lambda: RiskProfile("3", [hostile]),
        lambda: RiskProfile("3", fixed={"q": hostile}),
        lambda: RiskProfile("3", box=[hostile]),
        lambda: exact_epsilon(derived, {"r": hostile}),
        lambda: recommend("3", {}, {"q": hostile}),
        lambda: GeometricNoise.for_budget(hostile),
    ):
        with pytest.raises(InputError):
            attempt()
    assert list(tmp_path.iterdir()) == []
    assert exact_epsilon(derived, {"r": "3"}).equals(sp.log(3) / 2)
