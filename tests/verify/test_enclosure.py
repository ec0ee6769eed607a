"""Enclosures, digits, signs and doubles against mpmath at 60 digits and against exact fractions."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from hypothesis import example, given, settings
from hypothesis import strategies as st

from verify.enclosure import (
    Enclosure,
    RoundingTieError,
    UncertifiedError,
    _with_conjugates,
    enclose,
    enclose_to,
    rounded,
    sign,
)

X = sp.Symbol("x")
UNPROVED_ZERO = sp.sqrt(3 + 2 * sp.sqrt(2)) - 1 - sp.sqrt(2)
"""Exactly 0, by a nested root that expansion leaves alone."""

rationals = st.fractions(min_value=Fraction(1, 10**6), max_value=10**6, max_denominator=10**6)


def exact(value: Fraction) -> sp.Rational:
    return sp.Rational(value.numerator, value.denominator)


def as_fraction(value: mpmath.mpf) -> Fraction:
    mantissa, exponent = mpmath.frexp(value)
    scaled = mpmath.ldexp(mantissa, 400)  # an integer: no value here has more than 400 bits
    return Fraction(int(scaled)) * Fraction(2) ** (int(exponent) - 400)


def assert_contains(enclosure: Enclosure, reference: mpmath.mpf, bits: int = 128) -> None:
    """The 60-digit reference, widened by its own error, meets an interval of the expected smallness."""
    value = as_fraction(reference)
    slack = abs(value) / 10**58 + Fraction(1, 10**70)
    assert enclosure.lower <= value + slack
    assert value - slack <= enclosure.upper
    assert enclosure.width <= (abs(value) + 1) / 2 ** (bits - 40)


@settings(deadline=None)
@given(rationals, rationals)
def test_encloses_the_value_that_mpmath_finds_with_sixty_digits(a: Fraction, b: Fraction) -> None:
    with mpmath.workdps(60):
        p, q = (mpmath.mpf(v.numerator) / v.denominator for v in (a, b))
        cases = {
            sp.log(exact(a)): mpmath.log(p),
            sp.sqrt(exact(a)) + exact(b): mpmath.sqrt(p) + q,
            sp.log(1 + sp.sqrt(exact(a)) / exact(b)): mpmath.log(1 + mpmath.sqrt(p) / q),
            sp.exp(-exact(a) / 1000): mpmath.exp(-p / 1000),
            exact(b) ** sp.Rational(-2, 3): q ** (-mpmath.mpf(2) / 3),
            exact(b) ** sp.sqrt(2): q ** mpmath.sqrt(2),
            1 / (1 + sp.log(1 + exact(a)) ** 3): 1 / (1 + mpmath.log(1 + p) ** 3),
        }
        for expression, reference in cases.items():
            assert_contains(enclose(expression), reference)


def test_encloses_one_and_the_base_of_the_natural_logarithm() -> None:
    with mpmath.workdps(60):
        assert_contains(enclose(sp.exp(1)), mpmath.e)
    assert enclose(sp.exp(0)) == Enclosure(Fraction(1), Fraction(1))


@pytest.mark.parametrize(
    "polynomial", [X**5 - 4 * X + 2, (X**2 - 2) * (X**5 - X - 1), X**3 - 3 * X + 1, 7 * X**5 - 50 * X**2 + 3]
)
def test_encloses_each_real_root_of_a_polynomial_between_a_change_of_sign(polynomial: sp.Expr) -> None:
    whole = sp.Poly(polynomial, X)
    for index in range(whole.count_roots()):
        root = sp.CRootOf(whole, index, radicals=False)
        enclosure = enclose(root, 200)
        lower, upper = (exact(Fraction(end)) for end in (enclosure.lower, enclosure.upper))
        assert whole.eval(lower) * whole.eval(upper) < 0
        assert enclosure.width < Fraction(1, 2**150)
        assert abs(Fraction(enclosure.lower) - Fraction(str(root.n(30)))) < Fraction(1, 10**25)


def test_infinity_is_exact_and_has_its_own_text() -> None:
    infinite = enclose(sp.oo)
    assert infinite.is_infinite
    assert infinite.width == 0
    assert infinite.decimal_lower(5) == infinite.decimal_upper(5) == rounded(sp.oo, 3) == "oo"
    assert infinite.double_lower() == math.inf
    assert sign(sp.oo) == 1
    assert enclose_to(sp.oo, Fraction(1, 10)) == infinite


def test_encloses_an_absolute_value_also_where_its_sign_is_not_told() -> None:
    nested = sp.Add(-4, sp.Add(1, sp.log(2), evaluate=False), evaluate=False)  # 1 + log(2) - 4 < 0
    assert enclose(sp.Abs(nested, evaluate=False)).text(6) == "[2.30685, 2.30686]"
    zero = sp.Abs(sp.Add(sp.exp(sp.log(2) / 3), -sp.cbrt(2), evaluate=False), evaluate=False)
    assert enclose(zero).lower <= 0 <= enclose(zero).upper


@pytest.mark.parametrize(
    ("expression", "named"),
    [
        (X + 1, "Symbol"),
        (sp.EulerGamma + 1, "EulerGamma"),
        (sp.Float("0.5"), "Float"),
        (sp.sin(1), "sin"),
        (-sp.oo, "NegativeInfinity"),
        (sp.zoo, "ComplexInfinity"),
        (sp.nan, "NaN"),
        (sp.sqrt(-2), "ImaginaryUnit"),
        (sp.log(1 - sp.sqrt(2)), "Pi|ImaginaryUnit"),
        (sp.Max(sp.sqrt(2), X), "Max"),
        (sp.CRootOf(X**5 - X - 1, 2), "not a real root"),
    ],
)
def test_names_the_part_that_it_cannot_enclose(expression: sp.Expr, named: str) -> None:
    with pytest.raises(TypeError, match=named):
        enclose(expression)


@pytest.mark.parametrize("expression", [sp.log(sp.log(2) - 1, evaluate=False), sp.sqrt(sp.log(2) - 1)])
def test_refuses_numbers_that_are_not_real(expression: sp.Expr) -> None:
    with pytest.raises(ValueError, match="not a real number"):
        enclose(expression)


def test_says_that_a_divisor_cannot_be_told_from_zero_and_succeeds_with_more_bits() -> None:
    nearly_zero = sp.log(1 + sp.Rational(1, 10**60)) - sp.Rational(1, 10**60)
    with pytest.raises(UncertifiedError, match="cannot tell"):
        enclose(1 / nearly_zero, 128)
    assert sign(1 / nearly_zero) == -1


def test_refuses_to_write_out_a_number_that_would_fill_the_memory() -> None:
    with pytest.raises(OverflowError, match="too long"):
        enclose(sp.exp(sp.exp(20)))


def test_an_enclosure_has_ends_in_order_and_exact() -> None:
    with pytest.raises(ValueError, match="enclose nothing"):
        Enclosure(Fraction(2), Fraction(1))
    with pytest.raises(ValueError, match="enclose nothing"):
        Enclosure(Fraction(2), math.inf)
    with pytest.raises(TypeError, match="Fraction"):
        Enclosure(0.5, 0.75)


@settings(deadline=None)
@given(st.fractions(), st.fractions(min_value=0), st.integers(1, 40))
def test_decimal_ends_enclose_and_lose_less_than_one_unit_of_the_last_digit(
    lower: Fraction, width: Fraction, digits: int
) -> None:
    enclosure = Enclosure(lower, lower + width)
    below, above = (
        Fraction(text) for text in (enclosure.decimal_lower(digits), enclosure.decimal_upper(digits))
    )
    assert below <= lower
    assert lower + width <= above
    for text, loss in (
        (enclosure.decimal_lower(digits), lower - below),
        (enclosure.decimal_upper(digits), above - lower - width),
    ):
        unit = Fraction(10) ** (Decimal(text).adjusted() - digits + 1)
        assert loss < unit or loss == 0


@settings(deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False))
@example(0.1)
@example(-5e-324)
@example(1.7976931348623157e308)
def test_an_exact_double_is_its_own_lower_double(value: float) -> None:
    assert Enclosure(Fraction(value), Fraction(value)).double_lower() == value


@settings(deadline=None)
@given(st.fractions(), st.integers(-1100, 1100))
@example(Fraction(1, 3), -1080)
@example(Fraction(-1, 3), -1080)
@example(Fraction(4, 3), 1024)
@example(Fraction(-4, 3), 1024)
@example(Fraction(2**53 + 1, 2**53), 0)
@example(-Fraction(2**53 + 1, 2**53), 0)
def test_lower_double_is_never_above_and_the_next_double_is(value: Fraction, exponent: int) -> None:
    lower = value * Fraction(2) ** exponent
    double = Enclosure(lower, lower + 1).double_lower()
    assert double <= lower
    assert math.nextafter(double, math.inf) > lower


@settings(deadline=None)
@given(rationals)
def test_lower_double_of_a_logarithm_is_the_binary64_just_below_it(a: Fraction) -> None:
    double = enclose(sp.log(exact(a))).double_lower()
    with mpmath.workdps(60):
        value = mpmath.log(mpmath.mpf(a.numerator) / a.denominator)
        assert double <= value
        assert mpmath.mpf(math.nextafter(double, math.inf)) > value


@settings(deadline=None)
@given(rationals, st.integers(3, 100))
def test_reaches_the_relative_width_asked_for(a: Fraction, digits: int) -> None:
    goal = Fraction(1, 10**digits)
    enclosure = enclose_to(sp.log(1 + exact(a)), goal)
    assert enclosure.width <= goal * Fraction(enclosure.lower)


def test_relative_width_of_an_unprovable_zero_is_refused() -> None:
    with pytest.raises(UncertifiedError, match="relative width"):
        enclose_to(UNPROVED_ZERO, Fraction(1, 10), limit_bits=512)


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        ("0.375", 2, "0.38"),  # both rules agree on this tie
        ("-0.375", 2, "-0.38"),
        ("0.124999999999999999999999999999", 2, "0.12"),
        ("0.125000000000000000000000000001", 2, "0.13"),
        ("-0.004", 2, "0.00"),
        ("-0.006", 2, "-0.01"),
        ("9.996", 2, "10.00"),
        ("57.142857", 0, "57"),
        ("0", 1, "0.0"),
        ("1234567.89", 1, "1234567.9"),
    ],
)
def test_rounds_rationals_exactly(value: str, decimals: int, text: str) -> None:
    assert rounded(sp.Rational(value), decimals) == text


@pytest.mark.parametrize(
    ("value", "decimals", "half_even", "half_up"),
    [
        ("0.125", 2, "0.12", "0.13"),
        ("-0.125", 2, "-0.12", "-0.13"),
        ("2.5", 0, "2", "3"),
        ("0.05", 1, "0.0", "0.1"),
    ],
)
def test_says_tie_where_the_two_rules_differ(value: str, decimals: int, half_even: str, half_up: str) -> None:
    with pytest.raises(RoundingTieError, match="tie") as caught:
        rounded(sp.Rational(value), decimals)
    assert (caught.value.half_even, caught.value.half_up) == (half_even, half_up)


def test_a_tie_hidden_behind_roots_is_found() -> None:
    hidden = (1 + sp.sqrt(2)) * (sp.sqrt(2) - 1) / 8
    with pytest.raises(RoundingTieError):
        rounded(hidden, 2)
    assert rounded(3 / (8 * (sp.sqrt(3) - 1)) * (sp.sqrt(3) - 1), 2) == "0.38"


@pytest.mark.parametrize("digits", [20, 100, 500])
def test_near_ties_of_irrational_numbers_fall_on_their_own_side(digits: int) -> None:
    tie, nudge = sp.Rational(1, 8), sp.log(2) / 10**digits
    assert rounded(tie + nudge, 2) == "0.13"
    assert rounded(tie - nudge, 2) == "0.12"


def test_rounding_that_cannot_be_certified_is_an_error() -> None:
    with pytest.raises(UncertifiedError, match="rounding to 2 decimals"):
        rounded(sp.Rational(1, 8) + UNPROVED_ZERO, 2, limit_bits=512)


@settings(deadline=None)
@given(rationals, st.integers(0, 30))
def test_rounding_of_a_root_is_the_nearest_decimal(a: Fraction, decimals: int) -> None:
    text = (
        Fraction(rounded(sp.sqrt(exact(a)), decimals))
        if math.isqrt(a.numerator) ** 2 != a.numerator
        else None
    )
    if text is not None:
        half = Fraction(1, 2 * 10**decimals)
        # |sqrt(a) - text| <= half, by squaring
        assert max(text - half, Fraction(0)) ** 2 <= a <= (text + half) ** 2


@settings(deadline=None)
@given(rationals, rationals)
def test_sign_of_a_difference_of_logarithms_is_the_order_of_the_arguments(a: Fraction, b: Fraction) -> None:
    assert sign(exact(a) - exact(b)) == (a > b) - (a < b)
    if a != b:
        assert sign(sp.log(exact(a)) - sp.log(exact(b))) == (1 if a > b else -1)


def test_sign_is_zero_only_where_that_is_proved() -> None:
    assert sign(sp.Integer(0)) == 0
    assert sign(sp.sqrt(2) / (sp.sqrt(2) + 1) - 2 + sp.sqrt(2)) == 0
    with pytest.raises(UncertifiedError, match="the sign"):
        sign(UNPROVED_ZERO, limit_bits=512)


@pytest.mark.parametrize("radicand", [2, 5, 33, 537])
@pytest.mark.parametrize(("number", "multiple"), [("-1", "1"), ("1/3", "-5/6"), ("-4/3", "2/3")])
def test_divisors_with_a_root_are_cleared_by_their_conjugate(
    radicand: int, number: str, multiple: str
) -> None:
    root = sp.sqrt(radicand)
    divisor = sp.Rational(number) + sp.Rational(multiple) * root
    cleared = _with_conjugates(sp.log(3 / divisor) + 1 / divisor)
    assert all(power.exp != -1 for power in cleared.atoms(sp.Pow))
    assert abs(sp.N(cleared - sp.log(3 / divisor) - 1 / divisor, 50)) < 1e-45
    assert sp.expand(_with_conjugates(1 / divisor) * divisor) == 1


def test_equal_logarithms_are_told_without_the_general_method(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sp, "radsimp", None)
    root = sp.sqrt(537)
    left, right = 11 / (2 * (-sp.Rational(3, 4) + root / 4)), 11 / (3 * (-sp.Rational(1, 2) + root / 6))
    assert sign(sp.log(left) - sp.log(right), 512) == 0
    assert sign(sp.log(left) - sp.log(right + sp.Rational(1, 10**9)), 512) == -1
