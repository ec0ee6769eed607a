"""Sums for every n by recurrences with certificates: textbook sums, and what must not pass."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp
from sympy.abc import a, k, m, n, x

from tests.verify.corpus_integers import LAW, ONE, SUMS, ZERO, C, Case, total
from verify.evidence import Grade
from verify.integers.sums import HypergeometricSum
from verify.prover.prover import Prover


@pytest.fixture(scope="module")
def prover() -> Prover:
    return Prover()


def summed(statement: HypergeometricSum, at: dict[sp.Symbol, sp.Expr]) -> sp.Expr:
    """The sum minus the value, term by term, by SymPy's own evaluation."""
    ends = [int(end.subs(at)) for end in (statement.lower, statement.upper)]
    terms = (statement.term.subs({**at, statement.index: i}) for i in range(ends[0], ends[1] + 1))
    return sp.simplify(sp.Add(*terms) - statement.value.subs(at))


@pytest.mark.parametrize("name", SUMS)
def test_true_sums_are_proved(name: str, prover: Prover) -> None:
    found = SUMS[name].statement.examine(SUMS[name].domain, prover)
    assert found.proved and found.grade is Grade.EXACT, found.note


@pytest.mark.parametrize("name", SUMS)
def test_true_sums_are_true(name: str) -> None:
    statement = SUMS[name].statement
    for least in (0, 2):
        for more in range(4):
            first = {m: sp.Integer(least), x: sp.Rational(1, 3), a: sp.Rational(5, 2)}
            assert summed(statement, {**first, n: statement.start.subs(first) + more}) == 0


@pytest.mark.parametrize(
    ("name", "slip"), [(n, i) for n, case in SUMS.items() for i in range(len(case.slips))]
)
def test_slips_are_refuted(name: str, slip: int, prover: Prover) -> None:
    case: Case = SUMS[name]
    false = replace(case.statement, **case.slips[slip])
    found = false.examine(case.domain, prover)
    assert found.refuted and found.witness is not None, found.note
    at = {x: sp.Rational(1, 3), a: sp.Rational(5, 2), m: sp.Integer(0), **found.witness}
    difference = summed(false, at)
    assert difference != 0


def not_proved(statement: HypergeometricSum, prover: Prover, *domain: sp.Basic) -> bool:
    found = statement.examine(domain, prover)
    return not found.proved


ROWS = SUMS["row of the triangle"].statement
RIGHT = -k * C / (n + 1 - k)
DAMAGED = {
    "another companion": {"companion": RIGHT + k},
    "no companion": {"companion": ZERO},
    "another recurrence": {"recurrence": (sp.Integer(-3), ONE)},
    "a recurrence that ends": {"recurrence": (-2 * (n - 1), n - 1), "companion": (n - 1) * RIGHT},
    "another first value": {"value": 2 * 2**n},
    "beyond the natural boundary": {"upper": n + 1},
    "below the natural boundary": {"lower": sp.Integer(-1)},
    "an upper end that falls": {"upper": 5 - n},
    "an n at which there is no term": {"start": sp.Integer(-1)},
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_not_proved(name: str, prover: Prover) -> None:
    assert not_proved(replace(ROWS, **DAMAGED[name]), prover)


def test_a_recurrence_that_ends_would_prove_a_false_value(prover: Prover) -> None:
    """(n - 1) (S(n + 1) - 2 S(n)) = 0 says nothing of S(2): another value from 2 on satisfies it, too."""
    ends = {"recurrence": (-2 * (n - 1), n - 1), "companion": (n - 1) * RIGHT}
    assert not replace(ROWS, **ends).examine((), prover).refuted


@pytest.mark.parametrize(
    ("term", "value", "companion"),
    [
        ((a**2) ** (k / 2), (a ** (n + 1) - 1) / (a - 1), a**k / (a - 1)),
        (sp.gamma(k) * k, sp.gamma(n + 1) * (n + 1) - sp.gamma(1), sp.gamma(k + 1)),
        (1 / (k - 1) - 1 / (k - 1 + ZERO) + a**k, (a ** (n + 1) - 1) / (a - 1), a**k / (a - 1)),
        (sp.sqrt(a) ** (2 * k), (a ** (n + 1) - 1) / (a - 1), a**k / (a - 1)),
    ],
)
def test_values_hold_where_there_are_any(
    term: sp.Expr, value: sp.Expr, companion: sp.Expr, prover: Prover
) -> None:
    """Roots of negative numbers, poles of the gamma function: an identity that looks alike is not claimed."""
    found = total(term, value, companion).examine((sp.Ne(a, 1), a < 2), prover)
    is_power = term == sp.Add(a**k)
    assert found.proved == is_power


def test_a_power_of_zero_to_the_zero_is_one(prover: Prover) -> None:
    assert (
        total(LAW, ONE, RIGHT * x**k * (1 - x) ** (n + 1 - k), -1, 1).examine((sp.Eq(x, 0),), prover).proved
    )


def test_no_integer_in_the_domain(prover: Prover) -> None:
    stick = SUMS["hockey stick"].statement
    assert not_proved(stick, prover, m > sp.Rational(1, 4), m < sp.Rational(3, 4))
    assert stick.examine((m > sp.Rational(1, 4), m < 2), prover).proved


@pytest.mark.parametrize(
    "bad", [{"upper": n / 2}, {"start": a}, {"value": k}, {"n": k}, {"recurrence": (k,)}, {"integers": (n,)}]
)
def test_what_is_no_statement(bad: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        replace(ROWS, **bad)


def test_an_integer_that_declares_a_sign() -> None:
    positive = sp.Symbol("p", positive=True)
    with pytest.raises(ValueError, match="declares a sign"):
        HypergeometricSum(ONE, k, ONE, positive, positive, positive, ONE, k)


def test_hypotheses_on_n_are_refused(prover: Prover) -> None:
    with pytest.raises(ValueError, match="integer n"):
        ROWS.examine((n > 3,), prover)
