"""Symbolic differences between designs, without numbers for all parameters, with proofs of their signs."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from symbolic_eps.errors import InputError
from symbolic_eps.randomized_response.comparison import ETA, Difference, differences
from symbolic_eps.randomized_response.question import Question
from symbolic_eps.randomized_response.regions import remaining
from symbolic_eps.randomized_response.signs import with_positive_factors
from symbolic_eps.randomized_response.symbols import DELTA, THETA, WEIGHT
from symbolic_eps.randomized_response.theorems import RANDOMIZED_RESPONSE
from verify.claims.claim import Judgement
from verify.prover.prover import Prover


def differences_for(asked: Question) -> tuple[tuple[Difference, Judgement], ...]:
    """The differences that are proved, at what is asked and where it occurs.

    Raises
    ------
    symbolic_eps.errors.InputError
        For delta 0 or 1, where they are not stated, or a parameter called `eta`.

    Examples
    --------
    >>> asked = Question(sp.Symbol("d", real=True), sp.Rational(1, 2), sp.Rational(3, 10))
    >>> [(found.better, found.worse) for found, judged in differences_for(asked)][2]
    ('three answers', 'two answers')
    """
    if ETA in asked.typical:
        raise InputError(f"{ETA} is the share of the unrelated question: give another name")
    if asked.delta in (0, 1):
        raise InputError(f"delta = {asked.delta}: give theta, such as 3/10, to compare designs there")
    given = {DELTA: asked.delta, WEIGHT: asked.weight, THETA: asked.theta}
    low = asked.typical | {ETA: sp.Rational(1, 5)}
    high = low | ({asked.theta: sp.Rational(2, 3)} if asked.theta.is_Symbol else {})
    found, prover = [], Prover()
    judged = RANDOMIZED_RESPONSE.judgements([difference.name for difference in differences()])
    for difference in differences():
        here = difference.at(given)
        where = remaining(here.conditions, asked.conditions, prover)
        if where is None:
            continue
        point = low if all(condition.subs(low) == sp.true for condition in where) else high
        shown = replace(here, value=with_positive_factors(here.value, point), conditions=where)
        found.append((shown, judged[difference.name]))
    return tuple(found)
