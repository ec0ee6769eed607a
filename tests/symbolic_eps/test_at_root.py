"""Conditions made shorter at a root: each must follow from what was given, or a proof would be none."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy.abc import a, q, x

from symbolic_eps.minimum.bounds import at_root
from symbolic_eps.minimum.bounds.at_root import shortened
from symbolic_eps.minimum.exact_judge import exact_judge
from verify.language.condition import Condition, non_negative, positive, zero


def short(root: list[Condition], *conditions: Condition) -> list[str]:
    return [str(c) for c in shortened(conditions, root, exact_judge())]


def test_what_vanishes_with_the_root_leaves_its_other_factor() -> None:
    """(1 - q)(a - 2 q) + (x^2 - a) is (1 - q)(a - 2 q) where x^2 = a."""
    long = positive(sp.expand((1 - q) * (x**2 - 2 * q) + (x**2 - a)))
    assert short([zero(x**2 - a)], non_negative(1 - q), long)[1] == "a > 2*q"


def test_nothing_is_divided_where_the_quotient_has_no_value() -> None:
    """Where x = 1, (1 - x)(a - 1) = 0 says nothing of a, so that a < 0 must stay."""
    root = [zero(sp.expand((1 - x) * (a - 1))), non_negative(1 - x)]
    assert short(root, positive(-a)) == ["a < 0"]
    assert short([root[0], positive(1 - x)], positive(a)) == []


def test_a_weak_sign_is_enough_for_strict_conditions_alone() -> None:
    """Where q = 1, (1 - q) a >= 0 holds for every a."""
    root = [zero(x - 1)]
    assert short(root, non_negative(1 - q), positive(sp.expand((1 - q) * a)))[1:] == ["a > 0"]
    for weak in (non_negative(sp.expand((1 - q) * a)), non_negative(sp.expand(a * x * (1 - q)))):
        assert short(root, non_negative(1 - q), weak)[1:] != ["a >= 0"]
    assert short(root, positive(1 - q), non_negative(sp.expand((1 - q) * a)))[1:] == ["a >= 0"]
    assert short(root, non_negative(sp.expand(q**2 * a))) != ["a >= 0"]
    assert short(root, positive(sp.expand(q**2 * a))) == ["a > 0"]


def test_a_condition_is_not_used_against_itself() -> None:
    assert short([zero(x - 1)], positive(q - 2 * a)) == ["q > 2*a"]


def test_a_check_of_the_quotient_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_root, "_is_defined", lambda *_: True)
    with pytest.raises(AssertionError):
        test_nothing_is_divided_where_the_quotient_has_no_value()
