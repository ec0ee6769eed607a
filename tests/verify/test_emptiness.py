"""Systems that are told to have no point have none; those with a point are never told so."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice, product
from random import Random

import pytest
import sympy as sp

from verify.language.condition import Condition, Relation, non_negative, non_zero, positive, zero
from verify.points.clauses import _values
from verify.points.one_unknown import pairs_up_to
from verify.points.rational_search import System, _clause, _system
from verify.prover.witness import find_witness
from verify.solvers.smt import Solver

a, b, c = SYMBOLS = sp.symbols("a b c")
VALUES = (sp.Integer(-1), sp.Integer(0), sp.Rational(1, 2), sp.Integer(1), sp.Integer(2))


def _polynomial(random: Random) -> sp.Expr:
    monomials = [sp.Integer(1), *SYMBOLS, a * b, b * c, a**2, a * b * c]
    return sp.Add(*(random.randint(-2, 2) * m for m in random.sample(monomials, 3)))


def _true_at(polynomial: sp.Expr, point: dict[sp.Symbol, sp.Expr], random: Random) -> Condition:
    """A condition on the polynomial that holds at the point."""
    value = polynomial.subs(point)
    if value == 0:
        return Condition(polynomial, random.choice((Relation.ZERO, Relation.NON_NEGATIVE)))
    shown = random.choice((Relation.POSITIVE, Relation.NON_NEGATIVE, Relation.NON_ZERO, Relation.ZERO))
    if shown is Relation.ZERO:
        return zero(polynomial - value)
    return Condition(polynomial if value > 0 else -polynomial, shown)


@pytest.mark.parametrize("seed", range(40))
def test_what_has_a_point_is_not_empty(seed: int) -> None:
    random = Random(seed)
    point = {s: random.choice(VALUES) for s in SYMBOLS}
    conditions = [_true_at(_polynomial(random), point, random) for _ in range(6)]
    conditions += [zero((s - point[s]) * (s - random.choice(VALUES))) for s in SYMBOLS[: seed % 4]]
    false = Condition(_polynomial(random) + 7, Relation.POSITIVE)
    alternatives = ((false, _true_at(_polynomial(random), point, random)),)
    assert not System.of(tuple(conditions), alternatives).empty


@pytest.mark.parametrize("seed", range(20))
def test_finitely_many_values_are_all_looked_at(seed: int) -> None:
    """With three unknowns of two values each, it is told exactly whether there is a point."""
    random = Random(seed)
    pairs = [random.sample(VALUES, 2) for _ in SYMBOLS]
    bits = tuple(zero(sp.expand((s - u) * (s - v))) for s, (u, v) in zip(SYMBOLS, pairs, strict=True))
    further = tuple(Condition(_polynomial(random), random.choice(list(Relation))) for _ in range(2))
    places = (dict(zip(SYMBOLS, values, strict=True)) for values in product(*pairs))
    has_point = any(
        all(c.relation.holds(int(sp.sign(c.polynomial.subs(place)))) for c in further) for place in places
    )
    assert System.of((*bits, *further)).empty is not has_point


@pytest.mark.parametrize(
    "conditions",
    [
        (positive(a), non_negative(-a)),
        (zero(a - 2), positive(1 - a)),
        (zero(a - 2), zero(a * b - 4), positive(b - 2)),
        (zero(a**2 - a), non_zero(a), positive(b), non_negative(-a * b)),
        (positive(sp.Integer(0)),),
    ],
)
def test_the_solver_is_not_asked_where_conditions_exclude_each_other(
    conditions: tuple[Condition, ...],
) -> None:
    solver = Solver()
    assert System.of(conditions).empty
    assert find_witness(conditions, (), solver, "excluded") is None
    assert solver.questions == 0


@pytest.mark.parametrize(
    "conditions",
    [(zero(a**2 - 2), positive(a)), (zero(a**3 - a * b),), (non_negative(a), non_negative(-a))],
)
def test_roots_that_are_not_listed_leave_it_open(conditions: tuple[Condition, ...]) -> None:
    assert not System.of(conditions).empty


@pytest.mark.parametrize("seed", range(12))
def test_what_is_kept_of_a_condition_does_not_change_what_is_found(seed: int) -> None:
    """Systems in turn share conditions, and what became of these with values put in."""
    random = Random(seed)
    shared = [Condition(_polynomial(random), random.choice((*Relation,))) for _ in range(4)]
    systems = [tuple(random.sample(shared, 3)) for _ in range(4)]

    def points(number: int) -> list[dict[sp.Symbol, sp.Expr]]:
        _system.cache_clear()
        others = [sp.Symbol(f"{name}0") for name in "abc"[:number]]  # after which unknowns have other places
        return list(islice(System.of(systems[number], symbols=[*SYMBOLS, *others]).points(150), 6))

    in_turn, alone = [points(number) for number in range(4)], []
    for number in range(4):
        _clause.cache_clear()
        _values.cache_clear()
        alone.append(points(number))
    assert in_turn == alone
    for system, found in zip(systems, alone, strict=True):
        assert all(c.relation.holds(sp.sign(c.polynomial.subs(p))) for p in found for c in system)


@pytest.mark.parametrize("seed", range(12))
def test_values_of_one_unknown_are_those_at_which_all_conditions_hold(seed: int) -> None:
    random = Random(seed)
    relations = (Relation.POSITIVE, Relation.NON_NEGATIVE, Relation.NON_ZERO)
    conditions = tuple(
        tuple(
            (
                (*(random.randint(-3, 3) for _ in range(2)), random.choice((-1, 1, 2))),
                random.choice(relations),
            )
            for _ in range(random.randint(1, 2))
        )
        for _ in range(3)
    )

    def holds(x: Fraction) -> bool:
        return all(
            any(relation.holds(_sign(sum(c * x**k for k, c in enumerate(line)))) for line, relation in signs)
            for signs in conditions
        )

    expected = [pair for pair in pairs_up_to(5) if holds(Fraction(*pair))]
    found = _values(conditions, 5)
    assert all(holds(Fraction(*pair)) for pair in found)
    assert not expected or [*found] == expected


def _sign(number: Fraction | int) -> int:
    return (number > 0) - (number < 0)
