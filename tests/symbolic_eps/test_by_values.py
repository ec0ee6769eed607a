"""Resultants and discriminants by their values: against FLINT's own, and by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpz, fmpz_poly

from symbolic_eps.minimum.cylinders import by_values, elimination

RING = fmpq_mpoly_ctx.get(["u", "v", "w"], "lex")
u, v, w = RING.gens()


def drawn(random: Random, degree: int, other: int) -> fmpq_mpoly:
    terms = {
        (k, j, 0): fmpq(random.randint(-9, 9), random.randint(1, 4))
        for k in range(other + 1)
        for j in range(degree + 1)
    }
    return RING.from_dict(terms) + v**degree * (u - 2)


@pytest.mark.parametrize("degrees", [(2, 1), (3, 2), (4, 3), (5, 2), (6, 4)])
def test_flint_agrees(degrees: tuple[int, int]) -> None:
    random = Random(f"by values {degrees}")
    f, g = drawn(random, *degrees), drawn(random, degrees[0] - 1, degrees[1] + 1)
    assert by_values.discriminant(f, 1, 0) == f.discriminant("v")
    assert by_values.resultant(f, g, 1, 0) == f.resultant(g, "v")
    assert by_values.resultant(g, f, 0, 1) == g.resultant(f, "u")


def test_by_hand() -> None:
    """v^2 - u and v - u^2 meet where u = u^4; the discriminant of u v^2 - v is 1 for every u."""
    assert by_values.resultant(v**2 - u, v - u**2, 1, 0) == u**4 - u
    assert by_values.discriminant(u * v**2 - v, 1, 0) == RING.constant(1)
    assert by_values.resultant(v - u, (v - u) * (v + 1), 1, 0).is_zero()


def test_integers_at_which_a_leading_coefficient_is_0_are_passed() -> None:
    """For u = 0, 2 and 5 the degree is less: the resultant of the polynomials there is another one."""
    f = u * (u - 2) * v**3 + v + 1
    g = (u - 5) * v**2 + u * v - 3
    assert by_values.resultant(f, g, 1, 0) == f.resultant(g, "v")
    rows = [by_values._integral(h, 1, 0)[1] for h in (f, g)]
    assert by_values._values(rows, 7, lambda _: fmpz(1))[1] == 6


def test_a_value_too_few_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    height = by_values._height
    monkeypatch.setattr(by_values, "_height", lambda rows: height(rows) - 1)
    with pytest.raises(AssertionError):
        test_by_hand()


def test_a_lost_degree_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the look at leading coefficients, values at such integers are taken."""

    def careless(
        polynomials: Sequence[by_values.Rows], degree: int, value: Callable[[list[fmpz_poly]], fmpz]
    ) -> tuple[list[fmpz], int]:
        at_each = [[fmpz_poly([row(at) for row in one]) for one in polynomials] for at in range(degree + 1)]
        return [value(here) for here in at_each], 0

    monkeypatch.setattr(by_values, "_values", careless)
    with pytest.raises(AssertionError):
        test_integers_at_which_a_leading_coefficient_is_0_are_passed()


def test_long_ones_of_two_variables_are_taken_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elimination, "LONG", 0)
    monkeypatch.setattr(elimination, "_is_unlimited", lambda: False)
    monkeypatch.setattr(elimination, "_apart", lambda *_: pytest.fail("a process of its own"))
    f = v**2 - u
    assert elimination.discriminant(f, 1) == 4 * u
    assert elimination.resultant(f, v - 1, 1) == 1 - u
    with pytest.raises(pytest.fail.Exception):
        elimination.discriminant(f + w, 1)
