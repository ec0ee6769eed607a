"""Many products at once are the same columns as one by one, bit by bit, or there is no answer."""

from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest

from verify.search import direct, many_products
from verify.search.ideal import ideal
from verify.search.products import Products, factors
from verify.search.ring import system

X, Y, NEGATIVE = {(1, 0): 1}, {(0, 1): 1}, {(1, 0): -3}
BELOW_ONE = {(0, 0): 1, (0, 1): -1}
HALF = {(2, 0): 2, (0, 1): 5, (0, 0): Fraction(-1, 2)}

SYSTEMS = {
    "no equation": ([X, Y, BELOW_ONE, HALF], []),
    "equation": ([X, Y, BELOW_ONE], [{(2, 0): 1, (0, 2): 1, (0, 0): -1}]),
    "fractions": ([NEGATIVE, Y, BELOW_ONE], [{(2, 0): 8, (0, 2): 4, (0, 0): -1}]),
    "two equations": ([NEGATIVE, Y], [{(2, 0): 4, (0, 1): 1}, {(1, 1): 2, (0, 1): -1, (0, 0): 1}]),
    "product that is 0": ([X, Y, BELOW_ONE], [{(1, 1): 1}]),
    "denied": ([X, {(1, 0): -1}, {}], []),
}
"""Conditions that are > 0, and equations; weights of a kind that floats hold."""


def candidates(name, monkeypatch, many):
    conditions, equations = SYSTEMS[name]
    modulo = ideal(system(["x", "y"], [], conditions, equations))
    found = factors(modulo)
    listed = [c for n in range(5) for c in combinations_with_replacement(range(len(found)), n)]
    monkeypatch.setattr(direct, "MANY", many)
    monkeypatch.setattr("verify.search.products._KNOWN", {})
    root = modulo.system.ring.gens[0] - modulo.system.ring.gens[1]
    products = Products(modulo, found)
    if many == 0:
        assert products.vectors(listed, (root,)) is not None
    return direct._of_products(products, listed, (root,), listed[:3]), len(listed) + 3


def same(one, other, columns):
    """Whether two linear programs have the same entries in the same order, and the same columns."""
    parts = ("rows", "cols", "values", "strict", "cost")
    return (
        all(np.array_equal(getattr(one.task, part), getattr(other.task, part)) for part in parts)
        and one.task.monomials == other.task.monomials
        and all(one.column(k)[:2] == other.column(k)[:2] for k in range(columns))
        and all(one.column(k).square == other.column(k).square for k in range(columns))
    )


@pytest.mark.parametrize("name", SYSTEMS)
def test_many_products_at_once_are_those_one_by_one(name, monkeypatch):
    at_once, columns = candidates(name, monkeypatch, many=0)
    in_turn, _ = candidates(name, monkeypatch, many=10**6)
    assert same(at_once, in_turn, columns)


def test_a_lost_sign_is_noticed(monkeypatch):
    """A single negative term has itself as the divisor in common, unless signs are left out."""

    def signless(self):
        return self._replace(values=np.abs(self.values))

    in_turn, columns = candidates("fractions", monkeypatch, many=10**6)
    monkeypatch.setattr(many_products.Vectors, "shortened", signless)
    at_once, _ = candidates("fractions", monkeypatch, many=0)
    assert not same(at_once, in_turn, columns)


@pytest.mark.parametrize(
    ("condition", "length"),
    [({(1, 0): 1, (0, 0): 10**9}, 2), ({(1, 0): 1, (0, 0): 1 << 60}, 1), ({(9, 0): 1, (0, 0): 1}, 4)],
    ids=["product", "coefficient", "degree"],
)
def test_what_floats_do_not_hold_has_no_answer(condition, length):
    modulo = ideal(system(["x", "y"], [], [condition], []))
    products = Products(modulo, factors(modulo))
    listed = [(0,) * n for n in range(length + 1)]
    assert (products.vectors(listed[:-1], ()) is None) == (length == 1)
    assert products.vectors(listed, ()) is None
    assert len(products.columns(listed)) == length + 1


def test_more_variables_than_a_number_has_room_for():
    names = [f"x{k}" for k in range(60)]
    modulo = ideal(system(names, [], [{(*(0,) * 59, 1): 1}], []))
    assert Products(modulo, factors(modulo)).vectors([()], ()) is None
