"""Accurate polynomials against exact rational arithmetic."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import reduce

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from symbolic_eps.export.programs import error_free, exact_sum
from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.monomials import TooLongError
from symbolic_eps.export.programs.program import Assign, Constant, Program, Return, Variable, add, multiply
from symbolic_eps.export.runtime.machine import paths, run

R, P, Q = sp.symbols("r p q", real=True)
UNIT = Fraction(1, 2**53)
POLYNOMIALS = (
    1 - R * P * Q,
    2 - 2 * R * P * Q - R + R * P,
    Q * R - Q,
    Q * R + Q - 1,
    4 * P * R - 3 * Q * P + R,
    R - 1,
    P * Q**2 - 5,
)


def program(polynomial: sp.Expr, scale: float = 1.0) -> Program:
    block = BlockBuilder({"r", "p", "q"})
    values = {s: Variable(str(s)) for s in (R, P, Q)}
    value = error_free.accurate(block, polynomial, values, "value", scale)
    block.end(Return(value))
    return Program("f", ("r", "p", "q"), block.statements)


def exact(polynomial: sp.Expr, point: tuple[float, ...]) -> Fraction:
    function = sp.lambdify((R, P, Q), polynomial, "math")
    return Fraction(function(*map(Fraction, point)))


def relative_error(polynomial: sp.Expr, point: tuple[float, ...]) -> Fraction:
    """In units of 2^-53; 0 for a zero that is found to be one, infinite for a wrong zero."""
    true, found = exact(polynomial, point), run(program(polynomial), point)
    if true == 0:
        return Fraction(0) if found == 0 else Fraction(10**9)
    return abs(Fraction(found) / true - 1) / UNIT


probability = st.one_of(
    st.floats(2.0**-300, 1.0),
    st.integers(0, 2**20).map(lambda k: 1 - k * 2.0**-53),
    st.sampled_from([1.0, 0.5, 0.25, 1 / 3]),
)
bound = st.one_of(st.floats(1.0, 2.0**60), st.integers(0, 2**20).map(lambda k: 1 + k * 2.0**-52))


@pytest.mark.family(18)
@pytest.mark.parametrize("polynomial", POLYNOMIALS, ids=str)
@given(r=bound, p=probability, q=probability, beside=st.integers(-2, 2))
def test_error_is_below_the_bound_even_where_nearly_all_cancels(polynomial, r, p, q, beside):
    near = min((1 / p / q) * (1 + beside * 2.0**-52), 2.0**900)
    for point in ((r, p, q), (near, p, q)):
        assert relative_error(polynomial, point) <= 1 + Fraction(1, 2**12)


@pytest.mark.parametrize("polynomial", POLYNOMIALS, ids=str)
def test_every_way_through_the_program_is_the_polynomial(polynomial):
    ended = {sp.expand(path.ended - polynomial) for path in paths(program(polynomial))}
    assert ended == {0}


@pytest.mark.parametrize("polynomial", POLYNOMIALS, ids=str)
def test_scale_multiplies(polynomial):
    point = (1.5, 0.375, 0.8125)
    assert run(program(polynomial, 2.0**200), point) == 2.0**200 * run(program(polynomial), point)


FIRST, SECOND = POLYNOMIALS[:2]


def after_the_first(polynomial: sp.Expr) -> Program:
    """The second one where sums start with twice the first, which is evaluated before."""
    block = BlockBuilder({"r", "p", "q"})
    values = {s: Variable(str(s)) for s in (R, P, Q)}
    error_free.accurate(block, FIRST, values, "m")
    value = error_free.accurate(block, polynomial, values, "k", start=error_free.Start("M", FIRST))
    block.end(Return(value))
    return Program("f", ("r", "p", "q"), block.statements)


def near_its_zeros(count: int) -> list[tuple[float, float, float]]:
    """Points at which the second one nearly vanishes, and others."""
    generator, points = random.Random(5), [CANCELLING]
    for _ in range(count):
        p, q = generator.random(), generator.random() / 2
        points += [(2 / (1 - p + 2 * p * q), p, q), (1 + generator.random(), p, q)]
    return points


def test_a_start_makes_sums_shorter_and_no_less_exact(monkeypatch):
    made = after_the_first(SECOND)
    assert {sp.expand(path.ended - SECOND) for path in paths(made)} == {0}
    alone = [s for s in (*program(FIRST).body, *program(SECOND).body) if isinstance(s, Assign)]
    assert len([s for s in made.body if isinstance(s, Assign)]) < len(alone)

    def worst() -> Fraction:
        changed = after_the_first(SECOND)
        pairs = ((exact(SECOND, x), Fraction(run(changed, x))) for x in near_its_zeros(300))
        return max(abs(found / true - 1) / UNIT if true else abs(found) for true, found in pairs)

    assert worst() <= 1 + Fraction(1, 2**12)
    doubled = error_free._doubled
    monkeypatch.setattr(error_free, "_doubled", lambda block, part: doubled(block, part) and part)
    assert worst() > 2


CANCELLING = (1 + 2.0**-52, 1 - 2.0**-53, 1 - 2.0**-53)  # 1 - r p q = 3 * 2^-106 - 2^-158


def test_cancellation_beyond_two_parts_by_hand():
    assert exact(1 - R * P * Q, CANCELLING) == 3 * UNIT**2 - 2 * UNIT**3
    assert run(program(1 - R * P * Q), CANCELLING) == 3 * 2.0**-106


def _without_error(operation):
    """An error-free operation that forgets its error."""
    return lambda block, left, right, name="": (
        block.assign("rounded", operation(left, right)),
        Constant(0.0),
    )


@pytest.mark.family(18)
@pytest.mark.parametrize(
    ("part", "planted"),
    [
        ("two_product", _without_error(multiply)),
        ("two_sum", _without_error(add)),
        ("SAFE_SHARE", 0.0),
    ],
)
def test_planted_errors_are_seen(monkeypatch, part, planted):
    generator, points = random.Random(3), [CANCELLING]
    for _ in range(100):
        p, q = 1 - generator.random() / 2, 1 - generator.random() / 2
        points += [(1 / p / q, p, q), ((1 - p) * generator.random() + 1, p, q)]

    def worst():
        return max(relative_error(f, point) for f in POLYNOMIALS[:2] for point in points)

    assert worst() < 2
    monkeypatch.setattr(error_free, part, planted)
    assert worst() > 2


numbers = st.floats(-(2.0**60), 2.0**60).map(lambda x: x if abs(x) > 2.0**-300 else 0.0)


def error_of_sum(added: Program, terms: list[float]) -> Fraction:
    """In units of 2^-53; infinite where a sum that is 0 is not found to be, or another one is."""
    true, found = sum(map(Fraction, terms)), run(added, terms)
    if true == 0 or found == 0:
        return Fraction(0) if found == true else Fraction(10**9)
    return abs(Fraction(found) / true - 1) / UNIT


@given(st.lists(numbers, min_size=1, max_size=9))
def test_sums_have_one_rounding_and_an_exact_sign_in_any_order(terms):
    for ordered in (terms, terms[::-1], [*terms, *(-t for t in terms[1:])]):
        assert error_of_sum(exact_sum.program(len(ordered)), ordered) <= 1 + Fraction(1, 2**12)


def test_a_rounded_sum_is_seen_to_be_none():
    terms = [Variable(f"term_{k}") for k in range(3)]
    rounded = Program("sum", tuple(v.name for v in terms), (Return(reduce(add, terms)),))
    assert error_of_sum(rounded, [2.0**60, 1.0, -(2.0**60)]) > 2
    assert error_of_sum(exact_sum.program(3), [2.0**60, 1.0, -(2.0**60)]) == 0


def test_long_polynomials_are_refused():
    long = sum((k + 1) * R**k * P ** (5 - k) * Q for k in range(6))
    with pytest.raises(TooLongError, match=r"no error bound|too many parts"):
        program(long)
