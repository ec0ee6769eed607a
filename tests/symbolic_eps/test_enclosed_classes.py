"""Classes of profiles whose enclosure used to stay wide: 1e-10 now, and a refined grid agrees."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
import sympy as sp
from mpmath import e, exp, log, mpf, sqrt

from symbolic_eps import recommend
from symbolic_eps.enclosed.requirement import requirements_of
from symbolic_eps.enclosed.rewriting import below, least_of_sum, lifted
from symbolic_eps.enclosed.search import WIDTH, minimise
from symbolic_eps.errors import DomainError
from symbolic_eps.profiles.parse import parse_profile
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
from tests.grid_minimum import grid_minimum
from verify.enclosure import Enclosure

TENTH = mpf(1) / 10
POINTS = [(sp.Rational(a, 7), sp.Rational(b, 9)) for a in range(1, 8) for b in range(1, 10)]

FLAT: dict[str, Callable[[mpf, mpf], mpf]] = {
    "47/20/(1-p*q+47/20*p*q)": lambda p, q: mpf(47) / 20 / (1 - p * q + mpf(47) / 20 * p * q),
    "2/(1+p*q)": lambda p, q: 2 / (1 + p * q),
    "3/(1+2*p*q)+(1-p)": lambda p, q: 3 / (1 + 2 * p * q) + 1 - p,
}
ZERO_OVER_ZERO: dict[str, Callable[[mpf, mpf], mpf]] = {
    "1+1/10/(1+q)+(1-p)/q": lambda p, q: 1 + TENTH / (1 + q) + (1 - p) / q,
    "1+1/5/(1+2*q)+(1-p)**2/q": lambda p, q: 1 + TENTH * 2 / (1 + 2 * q) + (1 - p) ** 2 / q,
    "11/10+(1-q)/p": lambda p, q: 11 * TENTH + (1 - q) / p,
}
POLES: dict[str, Callable[[mpf, mpf], mpf]] = {
    "1+36/37/(p**1.5*q)": lambda p, q: 1 + mpf(36) / 37 / (p ** mpf("1.5") * q),
    "1+1/5/(p**0.5*q)": lambda p, q: 1 + TENTH * 2 / (sqrt(p) * q),
    "exp(1/(10*p*q))": lambda p, q: exp(TENTH / (p * q)),
    "max(exp(1/(p*q))/5,2)": lambda p, q: max(exp(min(1 / (p * q), 1000)) / 5, 2),
}
NEAR_ONE: dict[str, Callable[[mpf, mpf], mpf]] = {
    "1+(1-p*q)**0.5": lambda p, q: 1 + sqrt(1 - p * q),
    "1+log(2-p*q)": lambda p, q: 1 + log(2 - p * q),
}
POWERS_OF_ZERO: dict[str, Callable[[mpf, mpf], mpf]] = {
    "2+(1-p)**q/q": lambda p, q: 2 + (1 - p) ** q / q,
    "11/10+(1-p*q)**p": lambda p, q: 11 * TENTH + (1 - p * q) ** p,
}
RIDGES: dict[str, Callable[[mpf, mpf], mpf]] = {
    "max(q/p, p/q) + 1/2": lambda p, q: max(q / p, p / q) + mpf(1) / 2,
    "2*max(q/p, p/q)": lambda p, q: 2 * max(q / p, p / q),
    "11/10+sqrt((p-q)**2)": lambda p, q: 11 * TENTH + abs(p - q),
    "1+max(p,q)*max(1/p,1/q)/2": lambda p, q: 1 + max(p, q) * max(1 / p, 1 / q) / 2,
}


def agrees(enclosure: Enclosure, seen: mpf) -> bool:
    """Whether a least value on a grid, which is not below the infimum, may belong to the enclosure."""
    slack = mpf(10) ** -7
    lower, upper = (mpf(x.numerator) / x.denominator for x in (enclosure.lower, enclosure.upper))
    return bool(lower <= seen + mpf(10) ** -15 and seen <= upper + slack)


@pytest.mark.family(3)
@pytest.mark.parametrize(
    ("text", "bound"),
    [*(FLAT | ZERO_OVER_ZERO | POLES | NEAR_ONE | POWERS_OF_ZERO | RIDGES).items()],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_enclosures_are_narrow_and_a_refined_grid_agrees(text: str, bound: Callable[[mpf, mpf], mpf]) -> None:
    enclosure = recommend(text, width="1e-10").enclosure
    assert enclosure.width <= WIDTH
    assert agrees(enclosure, grid_minimum(bound))


def test_a_wrong_enclosure_does_not_agree() -> None:
    seen = grid_minimum(RIDGES["2*max(q/p, p/q)"])
    right = recommend("2*max(q/p, p/q)", width="1e-10").enclosure
    assert agrees(right, seen)
    for shift in (Fraction(1, 10**6), Fraction(-1, 10**6)):
        assert not agrees(Enclosure(right.lower + shift, right.upper + shift), seen)


def test_nothing_constrains_eps_where_an_exponential_outgrows_every_product() -> None:
    """r* p q = t + t e^(1/t) > 1; but e^(1/(10 t)) < 1/t at t = 1/10, as e < 10."""
    assert recommend("1 + exp(1/(p*q))").enclosure.is_infinite
    assert 1 < e < 10
    assert not recommend("exp(1/(10*p*q))").enclosure.is_infinite


FORMS = (
    "2 + max(p, q)*max(1/p, 1/q, 3)",
    "p*min(p, 1 - q) + max(p/q, q/p)",
    "max(2, max(p, 1/p)/q) - min(p, q)",
)


@pytest.mark.parametrize("text", FORMS)
def test_lifting_max_and_min_changes_no_value(text: str) -> None:
    written = parse_profile(text, transcendental=True)
    form = lifted(written)
    assert isinstance(form, sp.Max | sp.Min)
    for p, q in POINTS:
        assert form.subs({PRIOR_INCLUSION: p, PRIOR_VALUE: q}) == written.subs(
            {PRIOR_INCLUSION: p, PRIOR_VALUE: q}
        )


@pytest.mark.parametrize(
    "text",
    [
        "max(p, -10*p)*max(q, -10*q)",
        "max(p, -10*p)*max(q, -10*q)*max(1, p - 9)",
        "min(p, -10*p)*min(q, -10*q)",
        "max(p, -10*p)*min(q, 3*q)",
        "max(p, -10*p)*sqrt((q - p)**2)",
        "(p - 1)*max(p, q)",
    ],
)
def test_products_of_choices_that_may_be_negative_keep_their_value(text: str) -> None:
    """By hand: max(p, -10 p) max(q, -10 q) = p q, where the largest of all products is 100 p q."""
    written = parse_profile(text, transcendental=True)
    for p, q in POINTS:
        at = {PRIOR_INCLUSION: p, PRIOR_VALUE: q}
        assert lifted(written).subs(at) == written.subs(at)


@pytest.mark.parametrize(
    "text", ["p*q*exp(1/(p*q)) + exp(p)", "2 - exp(q)", "exp(1/p)*(1 - q)", "exp(1 - p)"]
)
def test_the_lower_form_is_never_above(text: str) -> None:
    written = parse_profile(text, transcendental=True)
    for p, q in POINTS:
        at = {PRIOR_INCLUSION: p, PRIOR_VALUE: q}
        assert (written.subs(at) - below(written).subs(at)).evalf(30) >= 0


@pytest.mark.parametrize("text", ["2+(1/2-p)**q", "2+(1-p)**(q-1)", "2+(1-p)**(-q)"])
def test_powers_without_a_value_are_refused(text: str) -> None:
    with pytest.raises(DomainError, match="undefined"):
        recommend(text)


@pytest.mark.parametrize(
    "text",
    ["1 + 2/5*p/q + q/(3*p)", "3/2 + p**2/q + 2*q/p**2 + p", "p*q + 7/(p*q) + p/q"],
)
def test_a_sum_is_nowhere_below_its_mean(text: str) -> None:
    bound = parse_profile(text)
    least = least_of_sum(bound)
    assert least is not None
    values = [bound.subs({PRIOR_INCLUSION: p, PRIOR_VALUE: q}) for p, q in POINTS]
    assert all(value >= sp.Rational(least.numerator, least.denominator) for value in values)


@pytest.mark.parametrize("text", ["1 + p/q + 1/q", "1 + p/q - q/(9*p)", "3"])
def test_no_mean_of_a_sum_without_two_terms_that_balance(text: str) -> None:
    assert least_of_sum(parse_profile(text)) is None


def test_the_mean_of_a_sum_is_met_on_a_ray() -> None:
    """By hand: 2 p/q + q/(2 p) is 2 where q = 2 p. One more would be wrong, and it is not far below."""
    least = least_of_sum(parse_profile("1 + 2*p/q + q/(2*p)"))
    assert least is not None and 3 - Fraction(1, 10**15) < least <= 3


def test_two_quotients_take_few_boxes() -> None:
    """Next to p = q = 0, where r* has no limit, boxes were halved down to 1e-149."""
    found = minimise(requirements_of(RiskProfile("1 + 2/5*p/q + q/(3*p)")))
    assert found.reached and found.boxes < 2000
    assert found.enclosure.contains(Fraction("0.511791868222225237205"))


@pytest.mark.parametrize(
    ("text", "root"),
    [
        ("max(1/p, 1/q)", (sqrt(mpf(5)) - 1) / 2),
        ("max(1/p, 1/q**(3/2))", mpf(1) / 2),
        ("max(1/p**(1/2), 1/q)", sqrt(mpf(3)) - 1),
    ],
)
def test_a_ridge_that_ends_at_certainty_takes_few_boxes(text: str, root: mpf) -> None:
    """By hand: for max(1/p^k, 1/q^m) X is the root of m (k - 1 + x) = k (1 - x^2), in the limit p, q -> 1."""
    found = minimise(requirements_of(RiskProfile(text)))
    assert found.reached and found.boxes < 1000
    lower, upper = (mpf(x.numerator) / x.denominator for x in (found.enclosure.lower, found.enclosure.upper))
    assert lower <= -log(root) <= upper <= lower + mpf(10) ** -10
