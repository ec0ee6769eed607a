"""Sign conditions in one unknown, against plain fractions."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from verify.language.condition import Relation
from verify.points.one_unknown import allowed, cells, contradictory, pairs_up_to, sign_at

RELATIONS = (Relation.POSITIVE, Relation.NON_NEGATIVE)


def _value(line: tuple[int, ...], at: Fraction) -> Fraction:
    return sum((c * at**k for k, c in enumerate(line)), Fraction(0))


def _drawn(random: Random, length: int) -> tuple[int, ...]:
    return (*(random.randint(-3, 3) for _ in range(length - 1)), random.choice((-2, -1, 1, 2)))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("relation", Relation)
def test_bits_are_the_rationals_at_which_it_holds(seed: int, relation: Relation) -> None:
    random = Random(seed)
    line = _drawn(random, random.randint(2, 4))
    bits = allowed(line, relation, 7)
    for number, pair in enumerate(pairs_up_to(7)):
        value = _value(line, Fraction(*pair))
        assert sign_at(line, pair) == (value > 0) - (value < 0)
        assert bool(bits >> number & 1) is relation.holds((value > 0) - (value < 0))


@pytest.mark.parametrize("seed", range(200))
def test_linear_conditions_contradict_each_other_where_no_cell_satisfies_them(seed: int) -> None:
    random = Random(seed)
    bounds = [(_drawn(random, 2), random.choice(RELATIONS)) for _ in range(random.randint(1, 4))]
    every_cell = cells(frozenset(line for line, _ in bounds))
    solvable = any(all(r.holds(sign_at(line, value)) for line, r in bounds) for value in every_cell)
    assert contradictory(bounds) is not solvable


def test_what_is_not_linear_or_an_inequality_contradicts_nothing() -> None:
    never = (1, 0, 1)  # 1 + x^2
    assert not contradictory([((0, 1), Relation.ZERO), ((-1, 1), Relation.ZERO)])
    assert not contradictory([(tuple(-c for c in never), Relation.POSITIVE), ((0, 1), Relation.NON_ZERO)])
