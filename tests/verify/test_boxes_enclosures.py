"""What branch and bound computes with: values, bounds and gradients against 50-digit arithmetic."""

from __future__ import annotations

import contextlib
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.boxes.bounding_box import bounding_box
from verify.boxes.branch_and_bound import prove_positive_on
from verify.boxes.interval import (
    ADD,
    FUNCTIONS,
    MULTIPLY,
    Interval,
    PossiblyUndefinedError,
    UndefinedError,
    interval,
    negative,
    power,
)
from verify.boxes.interval_function import compiled
from verify.language.condition import non_negative
from verify.points.simple_rationals import fraction_of

X, Y = sp.symbols("x y")

RATIONALS = st.fractions(min_value=-3, max_value=3, max_denominator=12)
LEAVES = st.one_of(st.sampled_from([X, Y]), RATIONALS.map(lambda v: sp.Rational(v.numerator, v.denominator)))
UNARY = [
    sp.exp,
    sp.log,
    sp.sin,
    sp.cos,
    sp.sinh,
    sp.cosh,
    sp.tanh,
    sp.atan,
    sp.sqrt,
    lambda e: e**2,
    lambda e: e**3,
    lambda e: 1 / e,
    lambda e: e**-2,
    lambda e: e ** sp.Rational(-3, 2),
    lambda e: e ** sp.Rational(5, 3),
]
BINARY = [lambda a, b: a + b, lambda a, b: a * b, lambda a, b: a - b, lambda a, b: a / b]


def _grown(parts: st.SearchStrategy[sp.Expr]) -> st.SearchStrategy[sp.Expr]:
    return st.one_of(
        st.tuples(st.sampled_from(UNARY), parts).map(lambda t: t[0](t[1])),
        st.tuples(st.sampled_from(BINARY), parts, parts).map(lambda t: t[0](t[1], t[2])),
    )


EXPRESSIONS = st.recursive(LEAVES, _grown, max_leaves=6).filter(
    lambda e: not e.has(sp.I, sp.zoo, sp.nan, sp.oo) and e.free_symbols != set()
)
REAL = {X: sp.Symbol("u", real=True), Y: sp.Symbol("v", real=True)}


def lies_in(value: mpmath.mpf, ends: Interval) -> bool:
    lower, upper = (sp.Rational(*(int(part) for part in (e.fmpq().p, e.fmpq().q))) for e in ends)
    slack = mpmath.mpf(10) ** -40 * (1 + abs(value))
    as_number = [mpmath.mpf(int(e.p)) / int(e.q) for e in (lower, upper)]
    return as_number[0] - slack <= value <= as_number[1] + slack


@settings(deadline=None, max_examples=150)
@given(EXPRESSIONS, st.tuples(RATIONALS, RATIONALS), st.tuples(RATIONALS, RATIONALS), st.data())
def test_values_bounds_and_gradients_enclose_what_mpmath_finds(
    expression: sp.Expr, x: tuple[Fraction, Fraction], y: tuple[Fraction, Fraction], data: st.DataObject
) -> None:
    function = compiled(expression, [X, Y])
    box = [interval(*(fmpq(e.numerator, e.denominator) for e in sorted(side))) for side in (x, y)]
    with ctx.workprec(128):
        try:
            values = function.values(box)
            bound = function.lower_bound(box)
        except (UndefinedError, PossiblyUndefinedError):
            return
        gradient = function.gradient(values)
    if any(abs(end) > 10**30 for end in values[function.result]):
        return
    weights = data.draw(st.lists(st.fractions(0, 1, max_denominator=7), min_size=2, max_size=2))
    point = [min(s) + w * (max(s) - min(s)) for s, w in zip((x, y), weights, strict=True)]
    with mpmath.workdps(60):
        at = [mpmath.mpf(c.numerator) / c.denominator for c in point]
        value = sp.lambdify([X, Y], expression, "mpmath")(*at)
        assert lies_in(value, (max(bound.lower, values[function.result][0]), bound.upper))
        for symbol, slope in zip((X, Y), gradient, strict=True):
            if slope is not None and all(abs(end) < 10**30 for end in slope):
                derivative = sp.lambdify([X, Y], sp.diff(expression, symbol), "mpmath")
                # SymPy's formula for the derivative of (x**2)**(5/3) is 0/0 at 0; the derivative exists.
                with contextlib.suppress(ZeroDivisionError):
                    assert lies_in(derivative(*at), slope)


# With so few bits almost every result has to be rounded, and an end rounded inward is seen.
FEW_BITS = 8

SIDES = st.tuples(RATIONALS, RATIONALS).map(sorted)


def few_bits(side: list[Fraction]) -> Interval:
    return interval(*(fmpq(end.numerator, end.denominator) for end in side))


def ends_of(x: Interval) -> tuple[Fraction, Fraction]:
    lower, upper = (fraction_of(end) for end in x)
    return lower, upper


def some_of(x: Interval) -> list[Fraction]:
    """Both ends and two points between, all exact."""
    lower, upper = ends_of(x)
    return [lower, lower + (upper - lower) / 3, upper - (upper - lower) / 7, upper]


@settings(deadline=None, max_examples=150, derandomize=True)
@given(SIDES, SIDES)
def test_arithmetic_is_rounded_outward(one: list[Fraction], other: list[Fraction]) -> None:
    with ctx.workprec(FEW_BITS):
        x, y = few_bits(one), few_bits(other)
        assert ends_of(x)[0] <= one[0] <= one[1] <= ends_of(x)[1]
        total, product, less = ADD.interval(x, y), MULTIPLY.interval(x, y), negative(x)
        powers = {n: power(Fraction(n)).interval(x) for n in (2, 3, 4)}
        if not ends_of(x)[0] <= 0 <= ends_of(x)[1]:
            powers |= {n: power(Fraction(n)).interval(x) for n in (-1, -2, -3)}
        length = FUNCTIONS[sp.Abs].interval(x)
    for u in some_of(x):
        assert ends_of(less)[0] <= -u <= ends_of(less)[1]
        assert ends_of(length)[0] <= abs(u) <= ends_of(length)[1]
        for v in some_of(y):
            assert ends_of(total)[0] <= u + v <= ends_of(total)[1]
            assert ends_of(product)[0] <= u * v <= ends_of(product)[1]
        for n, found in powers.items():
            assert ends_of(found)[0] <= u**n <= ends_of(found)[1]


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.tuples(st.fractions("1/9", 9, max_denominator=11), st.fractions("1/9", 9, max_denominator=11)))
def test_functions_are_rounded_outward(side: tuple[Fraction, Fraction]) -> None:
    with ctx.workprec(FEW_BITS):
        x = few_bits(sorted(side))
        found = {f: ends_of(FUNCTIONS[f].interval(x)) for f in (sp.exp, sp.log, sp.sinh, sp.tanh, sp.atan)}
        root, cube_root = (ends_of(power(Fraction(1, n)).interval(x)) for n in (2, 3))
    for u in ends_of(x):
        assert root[0] ** 2 <= u <= root[1] ** 2
        assert cube_root[0] ** 3 <= u <= cube_root[1] ** 3
        with mpmath.workdps(60):
            for function, (lower, upper) in found.items():
                value = getattr(mpmath, function.__name__)(mpmath.mpf(u.numerator) / u.denominator)
                assert mpmath.mpf(lower.numerator) / lower.denominator <= value
                assert value <= mpmath.mpf(upper.numerator) / upper.denominator


@pytest.mark.parametrize(
    "constant", [sp.Rational(1, 3), sp.Rational(-2, 7), sp.E, sp.pi, sp.CRootOf(X**5 - X - 1, 0)]
)
def test_constants_are_rounded_outward(constant: sp.Expr) -> None:
    with ctx.workprec(FEW_BITS):
        lower, upper = ends_of(compiled(X + constant, [X]).value([(arb(0), arb(0))]))
    with mpmath.workdps(60):
        value = mpmath.mpf(sp.N(constant, 60))
        assert mpmath.mpf(lower.numerator) / lower.denominator < value
        assert value < mpmath.mpf(upper.numerator) / upper.denominator


def test_limits_of_variables_are_rounded_outward() -> None:
    """By 1/(x + 3) with 0 <= x <= 4, which is at least 1/7 and at most 1/3."""
    below, above = non_negative(Y * (X + 3) - 1), non_negative(1 - Y * (X + 3))
    with ctx.workprec(FEW_BITS):
        lower = bounding_box([non_negative(X), non_negative(4 - X), below, non_negative(1 - Y)], [X, Y])[Y][0]
        upper = bounding_box([non_negative(X), non_negative(4 - X), above, non_negative(Y)], [X, Y])[Y][1]
    assert Fraction(1, 8) < lower <= Fraction(1, 7)
    assert Fraction(1, 3) <= upper < Fraction(2, 5)


def test_an_end_too_small_to_be_written_is_rounded_outward() -> None:
    tiny = sp.Rational(1, 10**2000)
    found = prove_positive_on(tiny * X + tiny, [non_negative(X - 1), non_negative(2 - X)]).smallest_bound
    assert found is not None
    assert 0 <= found <= Fraction(2 * tiny)


def test_a_logarithm_is_not_defined_down_to_zero() -> None:
    """At the lower end 0 alone it is undefined, so that nothing is known of its values on [0, 1]."""
    with pytest.raises(PossiblyUndefinedError):
        FUNCTIONS[sp.log].interval((arb(0), arb(1)))


@pytest.mark.parametrize(
    ("expression", "slopes"),
    [
        (sp.Abs(X), (-1, 1)),
        (sp.Max(X, -2 * X), (-2, 1)),
        (sp.Min(X, -2 * X), (-2, 1)),
        (sp.Max(X, X - 5), (1, 1)),
        (sp.Abs(X + 2), (1, 1)),
        (sp.cos(X + 1), (-1, 0)),  # decreasing from 0 on, and no steeper than 1
    ],
)
def test_gradients_of_functions_with_kinks_contain_the_slopes_on_both_sides(
    expression: sp.Expr, slopes: tuple[int, int]
) -> None:
    function = compiled(expression, [X])
    ((lower, upper),) = function.gradient(function.values([(arb(-1), arb(1))]))
    assert lower <= slopes[0] <= slopes[1] <= upper
    ((lower, upper),) = function.gradient(function.values([(arb(1) / 2, arb(1))]))
    assert lower <= sp.diff(expression.subs(X, REAL[X]), REAL[X]).subs(REAL[X], sp.Rational(3, 4)) <= upper


def test_a_root_at_the_border_of_the_box_is_defined_with_an_unbounded_slope() -> None:
    function = compiled(sp.sqrt(X) + Y, [X, Y])
    values = function.values([(arb(0), arb(1)), (arb(0), arb(1))])
    slopes = function.gradient(values)
    assert slopes[0] is None
    assert slopes[1] == (1, 1)
    assert compiled(X ** sp.Rational(1, 3), [X]).value([(arb(0), arb(8))])[0] == 0


@pytest.mark.parametrize("expression", [1 / X, sp.log(X), X ** sp.Rational(-1, 2), X ** sp.Rational(1, 3)])
def test_undefined_somewhere_is_told_from_undefined_everywhere(expression: sp.Expr) -> None:
    function = compiled(expression, [X])
    with pytest.raises(PossiblyUndefinedError):
        function.value([(arb(-1), arb(1))])
    if expression != 1 / X:
        with pytest.raises(UndefinedError):
            function.value([(arb(-2), arb(-1))])
    else:
        with pytest.raises(UndefinedError):
            function.value([(arb(0), arb(0))])
