"""Divergences between nearly equal laws keep their digits: the series, its bound, proofs, the safe side."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction
from itertools import product

import mpmath
import pytest
import sympy as sp

from symbolic_eps.export.forms import divergences, entropy_term
from symbolic_eps.export.forms import formula as formula_module
from symbolic_eps.export.forms.formula import MOST_STEPS
from symbolic_eps.export.forms.tree import Polynomial
from symbolic_eps.export.layout.target import CannotExpressError
from symbolic_eps.export.packages.vectors import vectors
from symbolic_eps.export.programs.program import Operation, functions_of, subtract
from symbolic_eps.export.proofs.algebra_proof import prove_algebra
from symbolic_eps.export.proofs.factored import equal_in_factors
from symbolic_eps.export.runtime.helpers import HELPERS
from symbolic_eps.export.runtime.machine import paths, run
from symbolic_eps.export.targets.openformula import columns
from symbolic_eps.randomized_response.divergence_formulas import DIVERGENCES
from symbolic_eps.randomized_response.divergences import (
    CONVEX,
    largest_f_divergence,
    largest_renyi_divergence,
)
from symbolic_eps.randomized_response.exponents import chernoff
from symbolic_eps.randomized_response.symbols import AGAINST, DELTA, THETA, WEIGHT
from tests.symbolic_eps.export.test_export_proofs import _failed
from tests.symbolic_eps.export.test_ratio import DIGITS, SECOND, _missed

BY_NAME = {f.identifier.removeprefix("response-"): f for f in (make() for make in DIVERGENCES)}
OF_ONE_CASE = tuple(name for name in BY_NAME if name not in ("renyi-infinite", "chernoff"))


def _term(x: float, y: float, difference: float) -> mpmath.mpf:
    """x log(x/y) - (x - y), and the error of the program there in u."""
    with mpmath.workdps(DIGITS):
        one, other = mpmath.mpf(x), mpmath.mpf(y)
        exact = one * mpmath.log(one / other) - (one - other)
        return abs(run(HELPERS[Operation.ENTROPY_TERM].program, [x, y, difference]) - exact) / exact * 2**53


def _pairs(count: int):
    """Two numbers at every distance, and their rounded difference."""
    generator = random.Random(17)
    for number in range(count):
        y = generator.uniform(0.5, 1)
        apart = generator.choice((-1, 1)) * generator.uniform(0.5, 1) * 2.0 ** -(number % 52)
        x = y * (1 + apart) if number % 3 else y * 2.0 ** generator.uniform(-60, 60)
        if x != y and x > 0:
            yield x, y, x - y
    third = 1 / 3
    for s in (third, math.nextafter(third, 0), math.nextafter(third, 1)):
        for sign in (1, -1):
            yield 1 + sign * s, 1 - sign * s, 2 * sign * s


def test_a_term_keeps_its_bound_at_every_distance() -> None:
    bound = float(entropy_term.error(Fraction(0), Fraction(1)))
    assert max(_term(*pair) for pair in _pairs(6000)) <= bound < 20


@pytest.mark.parametrize("terms", [8, 12])
def test_a_shorter_series_is_outside_the_bound(terms: int, monkeypatch: pytest.MonkeyPatch) -> None:
    bound = entropy_term.error(Fraction(0), Fraction(1))
    monkeypatch.setattr(entropy_term, "TERMS", terms)
    assert entropy_term.left_out() > bound
    shorter = replace(HELPERS[Operation.ENTROPY_TERM], program=entropy_term.program())
    monkeypatch.setitem(HELPERS, Operation.ENTROPY_TERM, shorter)
    assert max(_term(*pair) for pair in _pairs(600)) > float(bound)


def test_what_the_series_leaves_out_is_below_its_bound() -> None:
    """Against the sum of the next 400 terms at the ends, where it is largest; and not far below it."""
    for sign in (1, -1):
        s = sign * entropy_term.NEAR
        q = s**2
        rest = sum(q**k / (2 * k + 3) for k in range(entropy_term.TERMS, entropy_term.TERMS + 400))
        whole = s + (1 + s) * q * sum(q**k / (2 * k + 3) for k in range(400))
        share = abs((1 + s) * q * rest / whole) * 2**53
        assert share < entropy_term.left_out() < 1
        assert sign < 0 or share > entropy_term.left_out() / 2


def test_the_helper_is_the_term_and_the_term_is_the_series() -> None:
    """Each way through the program in exact arithmetic; coefficients are within u of 1/3, 1/5, ..."""
    x, y, d = (sp.Symbol(name, real=True) for name in ("x", "y", "difference"))
    near, far = paths(HELPERS[Operation.ENTROPY_TERM].program)
    assert sp.expand(far.ended - entropy_term.exact(x, y, d)) == 0
    s = d / (x + y)
    series = [Fraction(c) for c in reversed(entropy_term.coefficients())]
    for k, c in enumerate(series):
        assert abs(c * (2 * k + 3) - 1) <= Fraction(1, 2**53)
    said = d * (s + (1 + s) * s**2 * sum(sp.Rational(c) * s ** (2 * k) for k, c in enumerate(series)))
    assert sp.simplify(near.ended - said) == 0
    t = sp.Symbol("t", positive=True)
    exact = entropy_term.exact(1 + t, 1 - t, 2 * t).rewrite(sp.atanh).series(t, 0, 12).removeO()
    terms = 2 * t * (t + (1 + t) * t**2 * sum(t ** (2 * k) / (2 * k + 3) for k in range(5)))
    assert sp.expand(exact - terms).subs(t, 0) == 0
    assert sp.Poly(sp.expand(exact - terms), t).monoms() in ([(0,)], []) or all(
        power >= 12 for (power,) in sp.Poly(sp.expand(exact - terms), t).monoms()
    )


def test_functions_that_a_helper_calls_are_those_of_its_program() -> None:
    for operation, helper in HELPERS.items():
        assert functions_of(helper.program.body) - {Operation.ABSOLUTE} == operation.called


NEAR_SHARES = [
    (theta, theta + math.copysign(2.0**-k, side))
    for theta in (0.3, 0.5, 2.0**-30, 1 - 2.0**-20)
    for k, side in product((2, 5, 9, 14, 20, 27, 33, 40, 47, 52), (1, -1))
    if 0 < theta + math.copysign(2.0**-k, side) < 1
]


@pytest.mark.family(18)
@pytest.mark.parametrize("name", OF_ONE_CASE)
def test_nearly_equal_shares_keep_all_digits(name: str) -> None:
    formula = BY_NAME[name]
    value, safe, sign = formula.program(), formula.safe_program(), formula.side.sign
    for (theta, against), (delta, weight) in product(NEAR_SHARES, ((0.25, 0.5), (0.5, 0.375), (1.0, 0.875))):
        point = (delta, weight, theta, against)
        with mpmath.workdps(DIGITS):
            exact = SECOND[name](*map(mpmath.mpf, point))
            if exact == 0:
                assert run(value, point) == run(safe, point) == 0
                continue
            assert abs(run(value, point) - exact) <= formula.error * exact * 2.0**-53, point
            assert 0 <= sign * (run(safe, point) - exact) <= formula.farthest * exact * 2.0**-52, point


@pytest.mark.parametrize("name", ["stein", "renyi-half", "jensen-shannon"])
def test_a_difference_of_rounded_numbers_is_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """x - y taken from the rounded x and y, as a plain program would."""
    formula, points = BY_NAME[name], vectors(BY_NAME[name], 150)
    assert _missed(formula, points) == []

    def plain(self, block, values, kernel):
        x, y = (part.lowered(block, values) for part in (self.x, self.y))
        value = kernel.lowered(block, x, y, block.assign("difference", subtract(x, y)))
        for part in self.above:
            value = divergences.multiply(value, part.lowered(block, values))
        for part in self.below:
            value = divergences.divide(value, part.lowered(block, values))
        return value

    monkeypatch.setattr(divergences.Answer, "lowered", plain)
    assert _missed(formula, points)


def test_a_safe_function_by_a_share_is_on_its_side_and_near() -> None:
    """From the worst that the bound allows on either side of the exact value, at powers of 2 too."""
    generator = random.Random(3)
    for formula in (BY_NAME["stein"], BY_NAME["relative-entropy"]):
        assert formula.steps > MOST_STEPS
        share, sign, farthest, error = formula._step, formula.side.sign, formula.farthest, formula.error
        for number in range(4000):
            exact = 2.0 ** generator.randint(-800, 0) * (1 if number % 2 else generator.uniform(1, 2))
            wrong = Fraction(exact) * (1 + (number % 3 - 1) * error / 2**53)
            value = float(wrong)
            moved = value + sign * (value * share)
            assert sign * (moved - exact) >= 0
            assert sign * (Fraction(moved) - Fraction(exact)) <= farthest * Fraction(math.ulp(exact))


def test_a_smaller_share_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    formula, points = BY_NAME["stein"], vectors(BY_NAME["stein"], 150)
    monkeypatch.setattr(formula_module.Formula, "_step", 2.0**-60)
    assert _missed(formula, points, formula.program())


POINTS = [("1/4", "1/2", "3/10", "7/10"), ("1/2", "2/5", "1/10", "1/3"), ("3/4", "3/5", "9/10", "1/5")]


@pytest.mark.parametrize("name", OF_ONE_CASE)
def test_closed_forms_are_those_of_the_command(name: str) -> None:
    """At points, to 40 digits, by the functions that `randomized-response --against` calls."""
    known = {"relative-entropy": "relative_entropy", "stein": "relative_entropy"}
    orders = {
        "renyi-half": (sp.Rational(1, 2), 1),
        "renyi-2": (sp.Integer(2), 1),
        "bhattacharyya": (sp.Rational(1, 2), 2),
    }
    for point in POINTS:
        numbers = [sp.Rational(text) for text in point]
        if name in orders:
            order, divisor = orders[name]
            expected = largest_renyi_divergence(order, *numbers) / divisor
        else:
            expected = largest_f_divergence(CONVEX[known.get(name, name.replace("-", "_"))], *numbers)
        found = (
            BY_NAME[name]
            .cases[0]
            .exact.subs(dict(zip((DELTA, WEIGHT, THETA, AGAINST), numbers, strict=True)))
        )
        assert abs(sp.N(found - expected, 50)) < sp.Rational(1, 10**40)


def test_the_largest_ratio_is_that_of_the_case() -> None:
    for point in (*POINTS, ("1/2", "1/4", "3/4", "1/3"), ("1/2", "3/4", "1/4", "1/3")):
        numbers = dict(zip((DELTA, WEIGHT, THETA, AGAINST), map(sp.Rational, point), strict=True))
        formula = BY_NAME["renyi-infinite"]
        (case,) = (c for c in formula.cases if all(k.relational.subs(numbers) for k in c.conditions))
        expected = largest_renyi_divergence(sp.oo, *numbers.values())
        assert abs(sp.N(case.exact.subs(numbers) - expected, 50)) < sp.Rational(1, 10**40)


def test_the_exponents_bound_each_other() -> None:
    """Bhattacharyya's is at most Chernoff's, and at least half of it; for symmetric shares they are equal."""
    for point in POINTS:
        numbers = [sp.Rational(text) for text in point]
        exact = dict(zip((DELTA, WEIGHT, THETA, AGAINST), numbers, strict=True))
        least = sp.N(BY_NAME["bhattacharyya"].cases[0].exact.subs(exact), 40)
        rate = chernoff(*numbers).rate
        assert (
            rate.lower / 2 - Fraction(1, 10**30) <= Fraction(str(least)) <= rate.upper + Fraction(1, 10**30)
        )
    half, third = sp.Rational(1, 2), sp.Rational(1, 3)
    rate = chernoff(half, half, third, 1 - third).rate
    found = sp.N(BY_NAME["chernoff"].cases[0].exact.subs({DELTA: half, THETA: third}), 40)
    assert abs(Fraction(str(found)) - rate.lower) < Fraction(1, 10**24)


@pytest.mark.family(18)
@pytest.mark.parametrize("name", ["stein", "squared-hellinger", "renyi-half", "chernoff"])
def test_a_wrong_factor_or_a_missing_answer_is_not_proved(name: str) -> None:
    formula = BY_NAME[name]
    (case,) = formula.cases
    for answers in _wrong(case.value.answers):
        wrong = replace(formula, cases=(replace(case, value=replace(case.value, answers=answers)),))
        assert _failed(prove_algebra(wrong)), answers


def _wrong(answers):
    first, *others = answers
    yield tuple(others)
    yield (replace(first, below=(*first.below, Polynomial("twice", sp.Integer(2)))), *others)
    doubled = tuple(Polynomial(f.name, sp.expand(2 * f.expression)) for f in first.apart[:1])
    yield (replace(first, apart=(*doubled, *first.apart[1:])), *others)


def test_factors_of_unknown_or_wrong_sign_are_not_taken_apart() -> None:
    p, q = sp.symbols("p q", real=True)
    left, right = sp.log(p * q), sp.log(p) + sp.log(q)
    assert equal_in_factors(left, right, lambda part: True)
    assert not equal_in_factors(left, right, lambda part: False)
    assert not equal_in_factors(left, sp.log(p) + 2 * sp.log(q), lambda part: True)
    assert not equal_in_factors(sp.log(-p), sp.log(p), lambda part: part in (p, q))
    assert not equal_in_factors(sp.sqrt(p * q), sp.sqrt(p), lambda part: True)


def test_spreadsheets_refuse_a_logarithm_that_has_to_stay_above() -> None:
    """There logarithms are taken down: as `_upper`, such a cell would lie below the exact value."""
    with pytest.raises(CannotExpressError, match=r"ratios and their logarithms, but not for log\(1 \+"):
        columns(BY_NAME["renyi-infinite"])
