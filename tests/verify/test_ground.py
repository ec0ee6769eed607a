"""Statements as functions of values agree with the evaluation that defines what they mean."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
import sympy as sp
from flint import fmpq

from verify.language.relations import COMPARISONS
from verify.probability.ground import number, truth
from verify.probability.model import Model
from verify.probability.weighted_sum import Setting

SYMBOLS = sp.symbols("a b c")
POSITIONS = {s: k for k, s in enumerate(SYMBOLS)}
VALUES = tuple(map(Fraction, ("0", "1", "-1", "1/4", "2", "9/4", "-1/2")))


def _expression(random: Random, depth: int) -> sp.Expr:
    if depth == 0:
        return random.choice((*SYMBOLS, sp.Integer(random.randint(-2, 2)), sp.Rational(1, 3)))
    first, second = (_expression(random, depth - 1) for _ in range(2))
    made = (
        lambda: first + second,
        lambda: first * second,
        lambda: sp.Pow(first, random.choice((-2, -1, 2, 3)), evaluate=False),
        lambda: sp.Pow(first, random.choice((sp.S.Half, -sp.S.Half)), evaluate=False),
        lambda: sp.Max(first, second, evaluate=False),
        lambda: sp.Min(first, second, evaluate=False),
        lambda: sp.Abs(first, evaluate=False),
    )
    return random.choice(made)()


def _statement(random: Random) -> sp.Basic:
    comparisons = [
        COMPARISONS[random.choice(list(COMPARISONS))](
            _expression(random, 2), _expression(random, 1), evaluate=False
        )
        for _ in range(2)
    ]
    return random.choice(
        (comparisons[0], sp.And(*comparisons, evaluate=False), sp.Or(*comparisons, evaluate=False))
    )


def _outcome(work):
    try:
        return work()
    except TypeError:
        return "no exact value"


@pytest.mark.parametrize("seed", range(60))
def test_the_truth_is_that_of_the_model(seed: int) -> None:
    random = Random(seed)
    statement = _statement(random)
    for _ in range(12):
        values = [random.choice(VALUES) for _ in SYMBOLS]
        model = Model(Setting({}), {}, {(s, ()): v for s, v in zip(SYMBOLS, values, strict=True)})
        exact = [fmpq(v.numerator, v.denominator) for v in values]
        of_model = _outcome(lambda m=model: m.truth(statement))
        assert _outcome(lambda e=exact: truth(statement, POSITIONS)(e)) == of_model, statement


def test_what_has_no_exact_value_is_refused() -> None:
    with pytest.raises(TypeError, match="no exact value"):
        number(sp.exp(SYMBOLS[0]), POSITIONS)([fmpq(1)])
    with pytest.raises(TypeError, match="no rational root"):
        number(sp.sqrt(SYMBOLS[0]), POSITIONS)([fmpq(2)])
    with pytest.raises(TypeError, match="not a combination"):
        truth(sp.Not(sp.Symbol("x")), POSITIONS)
