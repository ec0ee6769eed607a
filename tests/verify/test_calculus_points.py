"""Values put for symbols: what is remembered of one question is not the answer to another one."""

from __future__ import annotations

import sympy as sp
from sympy.abc import x, y

from verify.calculus.extremum import Minimum
from verify.calculus.points import at_point, others_called, value_there
from verify.prover.prover import Prover


def test_values_are_put_in_all_at_once_and_in_each_question_anew() -> None:
    assert value_there(x - 2 * y, {x: y, y: x}) == y - 2 * x
    assert value_there(x - 2 * y, {y: x, x: y}) == y - 2 * x
    assert [value_there(x**2, {x: sp.Integer(k)}) for k in (1, 2, 1)] == [1, 4, 1]
    whole, decimal = value_there(x, {x: sp.Integer(1)}), value_there(x, {x: sp.Float(1)})
    assert whole.is_Integer and decimal.is_Float
    one, two = (at_point(x > y, {x: sp.Integer(k)}) for k in (1, 2))
    assert (one.args, two.args) == ((1, y), (2, y))


def test_other_symbols_are_the_same_each_time_unless_they_are_taken() -> None:
    (other,) = others_called([x], [x, y]).values()
    assert other not in (x, y) and other.is_real
    assert others_called([x], [x])[x] == other
    (apart,) = others_called([x], [x, other]).values()
    assert apart != other and apart.name == other.name


def test_a_domain_may_hold_the_other_symbol_already() -> None:
    (taken,) = others_called([x], [x]).values()
    statement = Minimum((x - taken) ** 2, (x,), sp.Integer(0), {x: taken})
    assert statement.examine((taken > 1, x > 0), Prover()).proved
    wrong = Minimum((x - taken) ** 2, (x,), sp.Integer(0), {x: taken - 2})
    assert not wrong.examine((taken > 1, x > 0), Prover()).proved
