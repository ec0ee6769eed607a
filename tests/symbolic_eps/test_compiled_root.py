"""eps where X is a root of a polynomial, at many points: enclosed, as the exact expression, not by luck."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from flint import fmpq

from symbolic_eps import derive, epsilon_array
from symbolic_eps.closed_forms import compiled_root
from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.closed_forms.compiled_form import CompiledForm
from symbolic_eps.closed_forms.compiled_root import CompiledRoot
from symbolic_eps.closed_forms.evaluate import exact_epsilon
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.enclosure import enclose_to

NARROW = Fraction(1, 2**60)
a = parameter("a")


def root(polynomial: sp.Expr, low: sp.Expr = sp.S.Zero, high: sp.Expr = sp.S.One) -> CompiledRoot:
    return CompiledRoot(Branch((), polynomial, None, (), (low, high)), [a])


@pytest.mark.family(24)
@pytest.mark.parametrize("value", ["1/10**9", "1/3", "1", "7/2", "10**9"])
def test_the_enclosure_is_that_of_the_exact_expression(value: str) -> None:
    derived = derive("max(q/p, p/q) + c", ["c>0"]).derived
    number = fraction(value)
    found = CompiledForm(derived).enclosure({"c": number})
    exact = enclose_to(
        exact_epsilon(derived, {"c": sp.Rational(number.numerator, number.denominator)}), NARROW
    )
    assert found is not None
    assert found.lower <= exact.upper and exact.lower <= found.upper
    assert found.width <= NARROW * Fraction(found.lower)


def fraction(text: str) -> Fraction:
    """A fraction of which one part may be 10**9."""
    parts = [10**9 if part == "10**9" else int(part) for part in text.split("/")]
    return Fraction(*parts)


def test_arrays_are_never_above_the_exact_value_rounded_down() -> None:
    derived = derive("max(q/p, p/q) + c", ["c>0"]).derived
    values = np.random.default_rng(17).uniform(0.01, 5, 25)
    down = epsilon_array(derived, {"c": values}, rounding="down")
    near = epsilon_array(derived, {"c": values})
    for c, below, nearest in zip(values, down, near, strict=True):
        exact = enclose_to(exact_epsilon(derived, {"c": sp.Rational(*float(c).as_integer_ratio())}), NARROW)
        assert Fraction(float(below)) <= exact.lower
        assert below == exact.double_lower()
        assert abs(nearest - below) <= np.spacing(nearest)


@pytest.mark.parametrize("guess", [0.0, 0.1, 0.99, 1.0])
def test_a_wrong_guess_makes_it_wide_not_wrong(guess: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_root, "_roughly", lambda *_: guess)
    found = root(2 * DECAY**3 - a, sp.Rational(1, 2)).enclosure([fmpq(1)], 256)
    assert found is not None
    exact = enclose_to(sp.log(2) / 3, NARROW)
    assert found.lower <= exact.lower and exact.upper <= found.upper


@pytest.mark.parametrize(
    ("polynomial", "low", "high"),
    [
        (a - 2 * DECAY**3, 0, 1),  # falls
        (2 * DECAY**3 - a, 0, sp.Rational(1, 2)),  # no root between
        (2 * DECAY**3 - a, sp.Rational(9, 10), 1),
        (2 * DECAY**3 - a, 1, 0),
        (2 * DECAY**3 - a / (a - 1), 0, 1),  # no number
    ],
)
def test_what_is_not_seen_to_be_a_root_is_refused(polynomial: sp.Expr, low: object, high: object) -> None:
    assert root(polynomial, sp.sympify(low), sp.sympify(high)).enclosure([fmpq(1)], 256) is None


def test_a_root_at_the_upper_end() -> None:
    found = root(DECAY**3 - a).enclosure([fmpq(1)], 256)
    assert found is not None
    assert found.lower == 0 and found.upper < Fraction(1, 2**90)
