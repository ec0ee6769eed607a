"""Induction: textbook claims for every n, slips, and steps that must not pass."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp
from sympy.abc import b, m, n, s, x

from tests.verify.corpus_integers import INDUCTIONS, ONE, SQUARES, ZERO
from verify.integers.induction import Induction, Sequence
from verify.prover.prover import Prover

AT = {x: sp.Rational(2, 5), m: sp.Integer(2)}


@pytest.fixture(scope="module")
def prover() -> Prover:
    return Prover()


def true_at(statement: Induction, at: dict[sp.Symbol, sp.Expr]) -> bool:
    """Whether the claim holds at a point, the sequences written out."""
    values = {sequence.symbol: sequence.first.subs(at) for sequence in statement.sequences}
    for i in range(int(statement.start.subs(at)), int(at[n])):
        here = {**at, n: sp.Integer(i), **values}
        values = {each.symbol: each.following.subs(here, simultaneous=True) for each in statement.sequences}
    return bool(statement.claim.subs({**at, **values}, simultaneous=True))


@pytest.mark.parametrize("name", INDUCTIONS)
def test_true_claims_are_proved(name: str, prover: Prover) -> None:
    found = INDUCTIONS[name].statement.examine(INDUCTIONS[name].domain, prover)
    assert found.proved, found.note


@pytest.mark.parametrize("name", INDUCTIONS)
def test_true_claims_are_true(name: str) -> None:
    statement = INDUCTIONS[name].statement
    assert all(true_at(statement, {**AT, n: statement.start.subs(AT) + i}) for i in range(7))


@pytest.mark.parametrize(
    ("name", "slip"), [(name, i) for name, case in INDUCTIONS.items() for i in range(len(case.slips))]
)
def test_slips_are_refuted(name: str, slip: int, prover: Prover) -> None:
    false = replace(INDUCTIONS[name].statement, **INDUCTIONS[name].slips[slip])
    found = false.examine(INDUCTIONS[name].domain, prover)
    assert found.refuted and found.witness is not None, found.note
    assert not true_at(false, {**AT, **found.witness})


LESS = s - sp.Rational(1, 30)
NEGATIVE = {
    "no base": Induction(n >= 10, n, ZERO),
    "no step": Induction(n <= 20, n, ZERO),
    "one base for a step of two": Induction(
        sp.Ge(b, 1), n, ZERO, (Sequence(b, ONE, 2 * b - 3 * s), Sequence(s, ZERO, b))
    ),
    "a sequence that ends": Induction(n >= 0, n, ZERO, (Sequence(s, sp.Integer(2), 1 / (s - 1) - 1),)),
    "a sequence that does not begin": Induction(n >= 0, n, ZERO, (Sequence(s, 1 / (x - x**2), s),)),
    "undefined at one n": Induction(1 / (n - 30) ** 2 > 0, n, ZERO),
    "undefined, cancelled": Induction(
        sp.Eq(s / b, 1), n, ZERO, (Sequence(s, ONE, LESS), Sequence(b, ONE, LESS))
    ),
    "powers of a negative number": Induction(x**n >= 0, n, ZERO),
    "a root of a power": Induction(sp.Eq((x**2) ** (n / 2), x**n), n, ZERO),
    "beyond natural boundaries": Induction(sp.binomial(n, m) >= 1, n, m - 3, (), 1, (m,)),
    "integers alone": Induction(n >= m, n, m, (), 1, (m,)),
}


@pytest.mark.parametrize("name", NEGATIVE)
def test_what_is_not_so_is_not_proved(name: str, prover: Prover) -> None:
    domain = (m > sp.Rational(1, 4), m < sp.Rational(3, 4)) if name == "integers alone" else ()
    assert not NEGATIVE[name].examine(domain, prover).proved


def test_the_step_supposes_the_claim_at_n_alone(prover: Prover) -> None:
    """s <= 2 is true for the inverse squares, but does not follow from itself."""
    found = Induction(s <= 2, n, ONE, (SQUARES,)).examine((), prover)
    assert not found.proved and not found.refuted


@pytest.mark.parametrize(
    "bad",
    [
        {"claim": sp.Not(sp.Or(n > 1, s > 2), evaluate=False)},
        {"start": x},
        {"depth": 0},
        {"sequences": (Sequence(n, ONE, n),)},
        {"sequences": (Sequence(s, n, s),)},
    ],
)
def test_what_is_no_statement(bad: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        replace(INDUCTIONS["powers of 2"].statement, **bad)


def test_hypotheses_on_sequences_are_refused(prover: Prover) -> None:
    with pytest.raises(ValueError, match="sequence"):
        INDUCTIONS["inverse squares"].statement.examine((s > 0,), prover)


def test_one_comparison_that_is_undefined_is_false_and_no_more(prover: Prover) -> None:
    falling = (Sequence(s, ONE, s - 1),)
    both = Induction(sp.Or(s > -20, 1 / s < 0), n, ZERO, falling)
    assert not both.examine((), prover).refuted
    either = Induction(sp.Or(s > 0, 1 / s < 0), n, ZERO, falling)
    assert either.examine((), prover).witness == {n: 1}
