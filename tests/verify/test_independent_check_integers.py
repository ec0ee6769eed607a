"""Statements for every integer at random points: the true ones hold there, the false ones fail at one."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from tests.verify.corpus_integers import INDUCTIONS, INTEGRALS, ONE, SUMS, TAIL, TAILS, n
from verify.claims.claim import Claim, Locator, Statement
from verify.claims.vacuous import why_vacuous
from verify.independent_check.random_check import random_check
from verify.integers.induction import Induction

CASES = {
    **SUMS,
    **INDUCTIONS,
    **{name: (INTEGRALS | TAILS)[name] for name in ("power", "Beta", "factorial", "binomial tail")},
}

NOT_SEEN = {("central binomial", 1), ("geometric sum", 1)}
"""A binomial coefficient of a negative number, and a slip at a single x."""


@pytest.mark.family(3)
@pytest.mark.parametrize("name", CASES)
def test_true_from_false(name: str) -> None:
    case = CASES[name]
    true = random_check(Claim(Locator("corpus", name), case.statement, case.domain), "look")
    assert true.tried and true.failing is None
    for i, slip in enumerate(case.slips):
        false = replace(case.statement, **slip)
        look = random_check(Claim(Locator("corpus", name), false, case.domain), "look")
        assert (look.failing is None) == ((name, i) in NOT_SEEN)


@pytest.mark.parametrize(
    ("statement", "empty"),
    [
        (TAIL, False),
        (replace(TAIL, density=ONE), True),
        (INDUCTIONS["Bernoulli"].statement, False),
        (Induction(sp.Ge(n, n, evaluate=False), n, ONE), True),
    ],
)
def test_what_says_nothing(statement: Statement, empty: bool) -> None:
    assert bool(why_vacuous(Claim(Locator("corpus", "eq:1"), statement))) == empty
