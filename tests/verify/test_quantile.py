"""Quantiles of laws with atoms: of clipped and rounded variables, and of Laplace noise's loss."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sympy as sp
from sympy.abc import b, s, t, x

from verify.calculus.quantile import Quantile
from verify.evidence import Grade
from verify.language.implication import Implication
from verify.prover.by_naming import _determined
from verify.prover.prover import Prover

ZERO, ONE, HALF = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)
BETWEEN = (s > 0, s < 1)


def cases(*parts: tuple[Any, Any]) -> sp.Expr:
    return sp.Piecewise(*parts)


def uniform(image: sp.Expr, distribution: sp.Expr, share: sp.Expr, value: sp.Expr) -> Quantile:
    """Of a number that is uniform on (0, 1)."""
    return Quantile(ONE, x, ZERO, ONE, image, t, distribution, share, value)


CAPPED = cases((ZERO, t < 0), (t, t < HALF), (ONE, True))
RAISED = cases((ZERO, t < HALF), (t, t < 1), (ONE, True))
COIN = cases((ZERO, t < 0), (HALF, t < 1), (ONE, True))
"""0 and 1, each with probability 1/2: two atoms and a gap."""

_COIN = sp.Piecewise((ZERO, x < HALF), (ONE, True))
NOISE = sp.exp(-sp.Abs(x)) / 2
LOSS = sp.Abs(x - 2) - sp.Abs(x)
"""Of Laplace noise of scale 1, for true answers that are 2 apart."""

OF_LOSS = cases((ZERO, t < -2), (sp.exp((t - 2) / 2) / 2, t < 2), (ONE, True))


def loss(share: sp.Expr, value: sp.Expr) -> Quantile:
    return Quantile(NOISE, x, -sp.oo, sp.oo, LOSS, t, OF_LOSS, share, value)


EXPONENTIAL = Quantile(
    sp.exp(-x / b) / b,
    x,
    ZERO,
    sp.oo,
    sp.Min(x, b),
    t,
    cases((ZERO, t < 0), (1 - sp.exp(-t / b), t < b), (ONE, True)),
    1 - sp.exp(-HALF),
    b / 2,
)
TRUE: dict[str, tuple[Quantile, tuple[sp.Basic, ...]]] = {
    "below the atom": (uniform(sp.Min(x, HALF), CAPPED, s, s), (s > 0, s <= HALF)),
    "at the atom": (uniform(sp.Min(x, HALF), CAPPED, s, HALF), (s > HALF, s <= 1)),
    "an atom at the lower end": (uniform(sp.Max(x, HALF), RAISED, s, HALF), (s > 0, s <= HALF)),
    "above it": (uniform(sp.Max(x, HALF), RAISED, s, s), (s > HALF, s < 1)),
    "a coin, before the gap": (uniform(_COIN, COIN, HALF, ZERO), ()),
    "a coin, after the gap": (uniform(_COIN, COIN, s, ONE), (s > HALF, s <= 1)),
    "the loss, at its largest": (loss(s, sp.Integer(2)), (s > HALF, s <= 1)),
    "the loss, at its smallest": (loss(s, sp.Integer(-2)), (s > 0, 20 * s <= 1)),
    "the loss, between": (loss(sp.exp(-1) / 2, ZERO), ()),
    "below a cap": (EXPONENTIAL, (b > 0,)),
}
FALSE: dict[str, tuple[Quantile, tuple[sp.Basic, ...]]] = {
    "the distribution function inverted beyond its range": (
        uniform(sp.Min(x, HALF), CAPPED, s, s),
        (s > 0, s <= 1),
    ),
    "more than the atom": (uniform(sp.Min(x, HALF), CAPPED, s, ONE), (s > HALF, s <= 1)),
    "less than the atom": (uniform(sp.Max(x, HALF), RAISED, s, s), (s > 0, s <= HALF)),
    "in the gap": (uniform(_COIN, COIN, HALF, HALF), ()),
    "above the gap": (uniform(_COIN, COIN, HALF, ONE), ()),
    "a share of 0": (uniform(sp.Min(x, HALF), CAPPED, ZERO, ZERO), ()),
    "a share above 1": (uniform(sp.Min(x, HALF), CAPPED, sp.Integer(2), HALF), ()),
    "no density": (replace(uniform(sp.Min(x, HALF), CAPPED, s, s), density=2 * ONE), (s > 0, s <= HALF)),
    "the loss, one coordinate further": (loss(s, sp.Integer(4)), (s > HALF, s <= 1)),
    "not below a cap": (replace(EXPONENTIAL, value=b / 3), (b > 0,)),
}


@pytest.fixture(scope="module")
def prover() -> Prover:
    return Prover()


@pytest.mark.family(18)
@pytest.mark.parametrize("name", TRUE)
def test_true_ones_are_proved(name: str, prover: Prover) -> None:
    statement, domain = TRUE[name]
    found = statement.examine(domain, prover)
    numeric = name == "the loss, at its smallest"  # s <= 1/20 and the value of exp(-2)
    assert found.proved and found.grade is (Grade.ENCLOSED if numeric else Grade.EXACT), found.note


@pytest.mark.family(4)
@pytest.mark.parametrize("name", FALSE)
def test_false_ones_are_refuted(name: str, prover: Prover) -> None:
    statement, domain = FALSE[name]
    assert statement.examine(domain, prover).refuted


@pytest.mark.parametrize(
    "slip",
    [
        CAPPED + sp.Rational(1, 100),
        cases((ZERO, t < 0), (t, t <= HALF), (ONE, True)),
        cases((t, t < HALF), (ONE, True)),
    ],
)
def test_a_slip_in_the_distribution_function_decides_nothing(slip: sp.Expr, prover: Prover) -> None:
    planted = uniform(sp.Min(x, HALF), slip, s, HALF)
    found = planted.examine((s > HALF, s <= 1), prover)
    assert not found.proved and not found.refuted


@pytest.mark.parametrize(
    "bad",
    [{"value": x}, {"share": t}, {"level": x}, {"level": sp.Symbol("t", positive=True)}, {"image": x + t}],
)
def test_what_is_no_statement(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        replace(uniform(x, CAPPED, s, s), **bad)


def test_hypotheses_on_bound_symbols_are_refused(prover: Prover) -> None:
    for bound in (x, t):
        with pytest.raises(ValueError, match=str(bound)):
            loss(s, sp.Integer(2)).examine((*BETWEEN, bound > 0), prover)


@pytest.mark.parametrize(("value", "holds"), [(-2, True), (-1, False), (2, False)])
def test_an_equation_that_gives_a_number_is_put_into_exponents(
    value: int, holds: bool, prover: Prover
) -> None:
    given = (sp.Eq(t / 2 + 1, 0, evaluate=False), t >= -5)
    goal = sp.Eq(sp.exp(t / 2 - 1), sp.exp(sp.Rational(value, 2) - 1), evaluate=False)
    assert prover.decide(Implication(given, goal)).proved == holds


def test_an_equation_gives_the_number_that_solves_it() -> None:
    """Another number would make the equation false, and whatever follows from it true."""
    equations = (sp.Eq(t / 2 + 1, 0, evaluate=False), sp.Eq(1, 3 * s, evaluate=False))
    assert _determined(equations) == {t: -2, s: sp.Rational(1, 3)}
    others = (sp.Eq(t**2, 4), sp.Eq(t, s), sp.Eq(t, sp.sqrt(2)), t > 2, sp.Eq(sp.exp(t), t), sp.Eq(t * s, 1))
    assert _determined(others) == {}
