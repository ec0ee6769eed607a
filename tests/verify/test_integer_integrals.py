"""Integrals for every n, and sums that are integrals: textbook laws, and what must not pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import mpmath
import pytest
import sympy as sp
from sympy.abc import a, b, k, m, n, t, x

from tests.verify.corpus_integers import BETA, INTEGRALS, ONE, POSSIBLE, TAIL, TAILS, ZERO, Case, integral
from verify.evidence import Grade
from verify.integers.integrals import HypergeometricIntegral
from verify.integers.tails import SumAsIntegral
from verify.prover.prover import Prover

CASES: dict[str, Case] = {**INTEGRALS, **TAILS}
AT = {a: sp.Rational(3, 2), b: sp.Rational(5, 2), x: sp.Rational(2, 5)}


@pytest.fixture(scope="module")
def prover() -> Prover:
    return Prover()


def sides(statement: Any, at: dict[sp.Symbol, sp.Expr]) -> tuple[Any, Any]:
    """Both sides by quadrature and summation in floating point."""
    is_tail = isinstance(statement, SumAsIntegral)
    low, high = (statement.origin, statement.x) if is_tail else (statement.lower, statement.upper)
    body = statement.density if is_tail else statement.term
    f = sp.lambdify(t, body.subs(at), "mpmath")
    ends = [mpmath.mpf(0), mpmath.mpf(1), mpmath.mpf(30), mpmath.inf]
    if high != sp.oo:
        ends = [mpmath.mpf(sp.N(end.subs(at), 30)) for end in (low, high)]
    left = mpmath.quad(f, ends)
    if not is_tail:
        return left, mpmath.mpf(sp.N(statement.value.subs(at), 30))
    places = range(int(statement.lower.subs(at)), int(statement.upper.subs(at)) + 1)
    return left, sum(mpmath.mpf(sp.N(statement.term.subs({**at, k: place}), 30)) for place in places)


def differ(statement: Any, at: dict[sp.Symbol, sp.Expr]) -> bool:
    with mpmath.workdps(25):
        left, right = sides(statement, at)
        return bool(abs(left - right) > 1e-12 * (1 + abs(right)))


@pytest.mark.parametrize("name", CASES)
def test_true_ones_are_proved(name: str, prover: Prover) -> None:
    found = CASES[name].statement.examine(CASES[name].domain, prover)
    assert found.proved and found.grade is Grade.EXACT, found.note


@pytest.mark.parametrize("name", CASES)
def test_true_ones_are_true(name: str) -> None:
    statement = CASES[name].statement
    for least in (1, 3):
        for more in range(3):
            at = {**AT, m: sp.Integer(least)}
            assert not differ(statement, {**at, n: statement.start.subs(at) + more})


@pytest.mark.parametrize(("name", "slip"), [(n, i) for n, c in CASES.items() for i in range(len(c.slips))])
def test_slips_are_refuted(name: str, slip: int, prover: Prover) -> None:
    false = replace(CASES[name].statement, **CASES[name].slips[slip])
    found = false.examine(CASES[name].domain, prover)
    assert found.refuted and found.witness is not None, found.note
    assert differ(false, {**AT, m: ONE, **found.witness})


FACTORIAL = INTEGRALS["factorial"].statement
PLAIN = INTEGRALS["Beta"].statement
DAMAGED: dict[str, tuple[Any, tuple[sp.Basic, ...]]] = {
    "no companion": (replace(FACTORIAL, companion=ZERO), ()),
    "another companion": (replace(FACTORIAL, companion=FACTORIAL.companion + t), ()),
    "a companion with a jump": (replace(FACTORIAL, companion=FACTORIAL.companion + sp.sign(t - 1)), ()),
    "another first antiderivative": (replace(FACTORIAL, starting=(ZERO,)), ()),
    "a recurrence that ends": (
        replace(FACTORIAL, recurrence=(-n * (n + 1), n), companion=n * FACTORIAL.companion),
        (),
    ),
    "no convergence at 0": (replace(PLAIN, start=ZERO), (m >= 1,)),
    "no convergence at 1": (PLAIN, (m >= 0,)),
    "a pole between the ends": (integral(1 / t**2, -2 * ONE, -1 / t, lower=-ONE, upper=ONE), ()),
    "a pole at an end": (integral(1 / (t + t**2) ** 2, ONE, -1 / (t + t**2), upper=ONE), ()),
    "a pole beside a power": (integral(n * t ** (n - 1), ONE, t**n * (1 + t) / (t + t**2), start=ONE), ()),
    "growth at infinity": (integral(n * t ** (n - 1), ZERO, t**n, start=ONE), ()),
    "no decay": (replace(INTEGRALS["Gamma law"].statement), (a >= -1, sp.Ne(a, 0))),
    "a root of a square": (
        integral(sp.sqrt((t - 1) ** 2), ZERO, (t - 1) * sp.sqrt((t - 1) ** 2) / 2, upper=sp.Integer(2)),
        (),
    ),
    "not 0 at the origin": (replace(TAIL, term=TAIL.term + 1), POSSIBLE),
    "from below the origin": (TAIL, (m >= 1, x >= -1, x <= 1)),
    "a domain that begins above the origin": (TAIL, (m >= 1, x >= sp.Rational(1, 2), x <= 1)),
    "beyond 1": (TAIL, (m >= 1, x >= 0)),
    "m below 1": (TAIL, (m >= 0, x >= 0, x <= 1)),
}


@pytest.mark.family(18)
@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_not_proved(name: str, prover: Prover) -> None:
    statement, domain = DAMAGED[name]
    assert not statement.examine(domain, prover).proved


@pytest.mark.parametrize(
    "bad",
    [
        {"starting": ()},
        {"upper": n},
        {"value": t},
        {"start": a},
        {"integers": (t,)},
        {"variable": n},
    ],
)
def test_what_is_no_statement(bad: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        replace(FACTORIAL, **bad)


@pytest.mark.parametrize(
    "bad", [{"origin": a}, {"density": x}, {"variable": x}, {"companion": x}, {"upper": n / 2}]
)
def test_what_is_no_tail(bad: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        replace(TAIL, **bad)


def test_hypotheses_on_bound_symbols_are_refused(prover: Prover) -> None:
    with pytest.raises(ValueError, match="variable t"):
        FACTORIAL.examine((t > 0,), prover)
    assert isinstance(PLAIN, HypergeometricIntegral) and PLAIN.free_symbols == {m}
    assert TAIL.free_symbols == {m, x} and BETA.free_symbols == {m, n, t}
