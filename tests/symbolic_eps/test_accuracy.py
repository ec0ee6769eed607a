"""What a budget means for a count: against sums of the mass function and integrals of the density."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import pytest
import sympy as sp

from symbolic_eps.errors import InputError
from symbolic_eps.mechanisms.accuracy import MECHANISMS, NEGLIGIBLE, Threshold, accuracy, noise_of
from symbolic_eps.mechanisms.geometric import GeometricNoise
from symbolic_eps.mechanisms.laplace import LaplaceNoise
from symbolic_eps.mechanisms.noise import steps_to_cross
from symbolic_eps.report.noise import lines, structured
from verify.enclosure import Enclosure

F = Fraction
BUDGETS = [sp.Rational(1, 10), sp.log(2), sp.log(9), sp.Integer(5)]


def mass(epsilon: sp.Expr) -> dict[int, mpmath.mpf]:
    """The geometric mechanism's mass function, far enough for 40 digits."""
    x = mpmath.exp(-mpmath.mpf(str(sp.N(epsilon, 60))))
    reach = int(95 / float(epsilon)) + 2
    return {k: (1 - x) / (1 + x) * x ** abs(k) for k in range(-reach, reach + 1)}


def close(value: sp.Expr, expected: mpmath.mpf) -> bool:
    return abs(mpmath.mpf(str(sp.N(value, 40))) - expected) < mpmath.mpf(10) ** -25


@pytest.fixture(autouse=True)
def _digits() -> object:
    with mpmath.workdps(50):
        yield


@pytest.mark.parametrize("epsilon", BUDGETS)
@pytest.mark.parametrize("level", ["1/2", "0.9", "0.95", "0.99", "0.99999"])
def test_geometric_half_width_is_the_smallest_that_covers(epsilon: sp.Expr, level: str) -> None:
    noise, law = GeometricNoise.for_budget(epsilon), mass(epsilon)
    width = int(noise.half_width(level))
    covered = mpmath.fsum(v for k, v in law.items() if abs(k) <= width)
    assert covered >= mpmath.mpf(F(level).numerator) / F(level).denominator
    if width > 0:
        assert mpmath.fsum(v for k, v in law.items() if abs(k) < width) < mpmath.mpf(float(F(level)))
    assert close(noise.coverage(width), covered)


def test_geometric_half_width_at_a_tie_needs_no_more() -> None:
    # x = 1/2: P(|K| <= h) = 1 - 2^(1-h)/3... h = 0: 1/3, 1: 2/3, 2: 5/6.
    noise = GeometricNoise.for_budget(sp.log(2))
    assert [noise.half_width(level) for level in ("1/3", "2/3", "5/6")] == [0, 1, 2]
    assert [noise.half_width(level) for level in ("0.334", "0.667", "0.834")] == [1, 2, 3]


@pytest.mark.parametrize("epsilon", BUDGETS)
def test_laplace_formulas_are_integrals_of_the_density(epsilon: sp.Expr) -> None:
    noise = LaplaceNoise.for_budget(epsilon)
    rate = mpmath.mpf(str(sp.N(epsilon, 60)))

    def integral(f: object, start: object, end: object) -> mpmath.mpf:
        assert callable(f)
        return mpmath.quad(lambda t: f(t) * rate / 2 * mpmath.exp(-rate * abs(t)), [start, end])

    assert close(noise.standard_deviation, mpmath.sqrt(2 * integral(lambda t: t**2, 0, mpmath.inf)))
    assert close(noise.tail(2), integral(lambda _: 1, 2, mpmath.inf))
    assert close(noise.tail(-2), 1 - integral(lambda _: 1, 2, mpmath.inf))
    assert close(noise.coverage("3/2"), 2 * integral(lambda _: 1, 0, 1.5))
    assert close(noise.probability_exact, 2 * integral(lambda _: 1, 0, 0.5))
    width = noise.half_width("0.95")
    assert close(1 - sp.exp(-epsilon * width), mpmath.mpf(95) / 100)


@pytest.mark.parametrize("count", [22, 23, 24, 25, 26, F(49, 2)])
def test_crossing_is_the_mass_beyond_the_threshold(count: Fraction | int) -> None:
    threshold, epsilon = F("24.072"), sp.log(3)
    law = mass(epsilon)
    met = count <= threshold
    switched = mpmath.fsum(v for k, v in law.items() if (count + k <= threshold) != met)
    assert close(GeometricNoise.for_budget(epsilon).crossing(F(count), threshold), switched)


@pytest.mark.parametrize("count", [23, 24, 25])
def test_laplace_crossing_is_the_integral_beyond_the_threshold(count: int) -> None:
    gap = abs(F("24.072") - count)
    expected = mpmath.mpf(3) ** (-mpmath.mpf(gap.numerator) / gap.denominator) / 2
    assert close(LaplaceNoise.for_budget(sp.log(3)).crossing(count, "24.072"), expected)


def test_a_count_at_the_threshold_meets_it() -> None:
    assert steps_to_cross(sp.Integer(24), sp.Integer(24)) == 1
    assert steps_to_cross(sp.Integer(25), sp.Integer(24)) == 1
    assert GeometricNoise.for_budget(sp.oo).crossing(24, 24) == 0
    assert LaplaceNoise.for_budget(sp.oo).crossing(24, 24) == 0


def test_durham_example() -> None:
    # Kazan & Reiter 2024, Section 5: eps = log 9, 25 deaths (6.2 per 1000), one step from the target.
    target = Threshold.of_rates(4012, "6/1000", "25/4012")
    assert target == Threshold.of(25, "24.072") and target.threshold == sp.Rational(24072, 1000)
    assert target.crossing(noise_of("geometric", sp.log(9))) == sp.Rational(1, 10)
    # one death less meets the target, and one step up misses it: x/(1 + x) again
    assert Threshold.of(24, "24.072").crossing(noise_of("geometric", sp.log(9))) == sp.Rational(1, 10)
    # two deaths more are two steps away: x^2/(1 + x)
    assert Threshold.of(26, "24.072").crossing(noise_of("geometric", sp.log(9))) == sp.Rational(1, 90)


@pytest.mark.parametrize("mechanism", MECHANISMS)
@pytest.mark.parametrize("target", [F(1, 10), F(53, 100), F(3), F(40)])
def test_decay_for_a_deviation_gives_exactly_that_deviation(mechanism: str, target: Fraction) -> None:
    decay = MECHANISMS[mechanism].decay_for_deviation(sp.Rational(target))
    noise = MECHANISMS[mechanism].for_budget(-sp.log(decay))
    assert close(noise.standard_deviation, mpmath.mpf(target.numerator) / target.denominator)


@pytest.mark.parametrize("mechanism", MECHANISMS)
@pytest.mark.parametrize(("count", "threshold"), [(25, F(24)), (27, F("24.072")), (20, F("24.072"))])
@pytest.mark.parametrize("target", [F(1, 10), F(1, 3), F(1, 1000)])
def test_decay_for_a_crossing_gives_exactly_that_probability(
    mechanism: str, count: int, threshold: Fraction, target: Fraction
) -> None:
    kind = MECHANISMS[mechanism]
    decay = kind.decay_for_crossing(sp.Integer(count), sp.Rational(threshold), sp.Rational(target))
    x = mpmath.mpf(str(sp.N(decay, 50)))
    if mechanism == "geometric":
        steps = math.floor(threshold - count) + 1 if count <= threshold else math.ceil(count - threshold)
        reached = x**steps / (1 + x)
    else:
        gap = abs(threshold - count)
        reached = x ** (mpmath.mpf(gap.numerator) / gap.denominator) / 2
    assert abs(reached - mpmath.mpf(target.numerator) / target.denominator) < mpmath.mpf(10) ** -25


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_crossing_that_always_is_rare_enough_needs_no_budget(mechanism: str) -> None:
    assert MECHANISMS[mechanism].decay_for_crossing(sp.Integer(25), sp.Integer(24), sp.Rational(1, 2)) == 1


def test_laplace_noise_on_the_threshold_crosses_half_the_time() -> None:
    assert LaplaceNoise.decay_for_crossing(sp.Integer(24), sp.Integer(24), sp.Rational(1, 4)) == 0


def test_text_and_json_tell_the_same() -> None:
    text, document = "\n".join(lines(sp.log(2))), structured(sp.log(2))
    assert document["mechanism"] == "geometric" and document["laplace"]["mechanism"] == "laplace"
    assert "2.00" in text and F(document["standard_deviation"]["lower"]) == 2
    for kind in (document, document["laplace"]):
        for width in kind["half_widths"]:
            assert F(width["counts"]["lower"]) <= F(width["counts"]["upper"])
            assert F(width["coverage"]["upper"]) >= F(width["level"])


def test_a_threshold_adds_the_crossing_to_text_and_json() -> None:
    target = Threshold.of(26, 24)  # two steps: x^2/(1+x) = 1/6 at x = 1/2; Laplace: x^2/2 = 1/8
    assert "26 crosses 24                           16.7 %      12.5 %" in lines(sp.log(2), target)
    document = structured(sp.log(2), target)
    assert F(document["laplace"]["crossing"]["probability"]["lower"]) == F(1, 8)
    geometric = document["crossing"]["probability"]
    assert F(geometric["lower"]) < F(1, 6) < F(geometric["upper"])
    assert structured(sp.log(2))["crossing"] is None


@pytest.mark.parametrize("mechanism", MECHANISMS)
@pytest.mark.parametrize(
    ("epsilon", "distance"),
    [
        (sp.log(F(10001, 10000)), 70000),
        (sp.log(F(10001, 10000)), 7 * 10**6),
        (sp.Rational(1, 10**5), 10**5 + F(1, 3)),
        (sp.log(9), 3),
        (sp.log(1 + sp.sqrt(2)), 40),
        (sp.log(9), 400),
    ],
)
def test_chance_encloses_the_probability_however_far(
    mechanism: str, epsilon: sp.Expr, distance: Fraction | int
) -> None:
    noise = noise_of(mechanism, epsilon)
    chance = Threshold.of(F(distance), 0).chance(noise)
    rate = mpmath.mpf(str(sp.N(epsilon, 60)))
    steps, d = math.ceil(distance), mpmath.mpf(F(distance).numerator) / F(distance).denominator
    exact = (
        mpmath.exp(-rate * steps) / (1 + mpmath.exp(-rate))
        if mechanism == "geometric"
        else mpmath.exp(-rate * d) / 2
    )
    low, high = (mpmath.mpf(end.numerator) / end.denominator for end in (F(chance.lower), F(chance.upper)))
    assert low * (1 - mpmath.mpf(10) ** -45) <= exact <= high * (1 + mpmath.mpf(10) ** -45)
    assert high - low <= exact * mpmath.mpf(10) ** -15


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_chance_too_small_to_matter_is_said_to_be_so_at_once(mechanism: str) -> None:
    far = Threshold.of("1e400", 0)
    assert far.chance(noise_of(mechanism, sp.log(9))) == Enclosure(F(0), NEGLIGIBLE)
    assert far.chance(noise_of(mechanism, sp.oo)) == Enclosure(F(0), F(0))
    assert "< 1e-398 %" in "\n".join(lines(sp.log(9), Threshold.of(10**6, 0)))


@pytest.mark.parametrize(
    ("epsilon", "parts"),
    [
        (sp.log(9), ["0.530", "80.0 %", "10.0 %"]),
        (sp.Rational(1, 1000), ["1414", "0.0500 %", "50.0 %"]),  # (1-x)/(1+x) = tanh(1/2000) = 0.05 %
        (sp.log(15), ["0.391", "87.5 %", "6.25 %"]),
        (sp.Integer(100), ["2.73e-22", "100.0 %", "3.72e-42 %"]),
    ],
)
def test_text_has_the_right_digits(epsilon: sp.Expr, parts: list[str]) -> None:
    text = "\n".join(lines(epsilon, Threshold.of(1, 0)))
    for part in parts:
        assert f" {part} " in f"{text} ", (part, text)


def test_no_noise_is_exact() -> None:
    assert "off by at most (90 % of releases)            0           0" in lines(sp.oo)
    for mechanism in MECHANISMS:
        found = accuracy(sp.oo, mechanism)
        assert found.noise.standard_deviation == 0 and found.noise.probability_exact == 1
        assert {(w.counts, w.coverage) for w in found.half_widths} == {(0, 1)}


def test_a_coverage_too_long_to_write_is_left_out_and_takes_no_time() -> None:
    found = accuracy(sp.log(sp.Rational(10**6 + 1, 10**6)))
    # h + 1 >= log(2/(0.05 (1 + x)))/eps = log(20)/10^-6, nearly
    width = found.half_widths[1]
    assert width.coverage is None and abs(int(width.counts) - 2995733) < 5


@pytest.mark.parametrize(
    "call",
    [
        lambda: noise_of("gauss", sp.log(2)),
        lambda: accuracy(sp.log(2), levels=["1"]),
        lambda: accuracy(sp.log(2), levels=[0]),
        lambda: accuracy(sp.log(2), levels=[0.95]),
        lambda: accuracy(sp.Integer(-1)),
        lambda: accuracy(sp.Integer(0)),
        lambda: noise_of("laplace", sp.log(2)).coverage(-1),
        lambda: noise_of("geometric", sp.log(2)).coverage(-1),
        lambda: noise_of("geometric", sp.log(2)).crossing(0.5, 1),
        lambda: Threshold.of_rates(0, 1, 1),
        lambda: Threshold.of(25, 24.072),
        lambda: GeometricNoise.decay_for_crossing(sp.Integer(400), sp.Integer(24), sp.Rational(1, 10)),
    ],
)
def test_numbers_outside_their_domain_are_refused(call: object) -> None:
    assert callable(call)
    with pytest.raises(InputError):
        call()
