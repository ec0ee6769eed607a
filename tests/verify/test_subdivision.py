"""Refutations by subdivision: the kernel accepts each, and what is satisfiable is never refuted."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from verify import kernel
from verify.language.implication import Implication
from verify.prover.by_subdivision import BY_SUBDIVISION
from verify.prover.prover import Prover
from verify.search.facts import Fact
from verify.search.subdivision import Subdivision

u, v = sp.symbols("u v", real=True)
UNIT = [("gt", u), ("gt", v), ("ge", 1 - u), ("ge", 1 - v)]


def facts(*conditions: tuple[str, sp.Expr]) -> list[Fact]:
    """In the kernel's form."""
    return [
        (kind, {e: Fraction(int(c.p), int(c.q)) for e, c in sp.Poly(f, u, v).terms() if c})
        for kind, f in conditions
    ]


def accept(node: Any, given_facts: list[Fact]) -> None:
    """Let the kernel check a node; it raises if the node is wrong."""
    logic = kernel.Logic(["u", "v"])
    logic.refute(node, [(kind, logic.collected(terms.items())) for kind, terms in given_facts], {})


TRUE = [
    (u - sp.Rational(1, 3)) ** 2 + (v - sp.Rational(1, 5)) ** 2 + sp.Rational(1, 1000),
    u**2 * v + v,  # 0 at v = 0, which is excluded
    1 + u * v - u**2,  # 0 at u = 1, v = 0
    (u - v) ** 4 + sp.Rational(1, 50),
]
FALSE = [
    (u - sp.Rational(1, 3)) ** 2 + (v - sp.Rational(1, 5)) ** 2,
    u - v,
    1 - u,
    (u - v) ** 2,
    u * v - sp.Rational(1, 10**9),
]


@pytest.mark.parametrize("positive", TRUE, ids=str)
def test_what_is_positive_is_certified(positive: sp.Expr) -> None:
    given_facts = facts(*UNIT, ("ge", -positive))
    node = Subdivision(["u", "v"], given_facts).refutation()
    assert node is not None
    accept(node, given_facts)


@pytest.mark.parametrize("not_positive", FALSE, ids=str)
def test_what_is_not_positive_somewhere_is_not_refuted(not_positive: sp.Expr) -> None:
    assert Subdivision(["u", "v"], facts(*UNIT, ("ge", -not_positive))).refutation() is None


def test_two_facts_together() -> None:
    """Where u >= v + 1/10, u - v > 0: only both facts are contradictory."""
    together = facts(*UNIT, ("ge", u - v - sp.Rational(1, 10)), ("ge", v - u))
    node = Subdivision(["u", "v"], together).refutation()
    assert node is not None and "split" not in node
    accept(node, together)


@pytest.mark.parametrize(
    ("bounds", "empty"),
    [
        ([("ge", u - 1), ("gt", 1 - u)], True),
        ([("ge", u - 1), ("ge", 1 - u)], False),
        ([("ge", 2 * u - 3), ("ge", 3 - 4 * u)], True),
    ],
)
def test_bounds_that_cross(bounds: list[tuple[str, sp.Expr]], empty: bool) -> None:
    crossing = facts(*bounds, ("ge", v), ("ge", 1 - v))
    node = Subdivision(["u", "v"], crossing).refutation()
    assert (node is not None) == empty
    if node is not None:
        accept(node, crossing)


def test_without_a_bound_nothing_is_said() -> None:
    assert Subdivision(["u", "v"], facts(("gt", u), ("ge", -1 - u * u), ("ge", v))).refutation() is None


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-4, 6), min_size=9, max_size=9), st.sampled_from(["ge", "gt"]))
def test_no_point_satisfies_what_is_refuted(coefficients: list[int], kind: str) -> None:
    polynomial = sp.Add(*(c * u ** (k // 3) * v ** (k % 3) for k, c in enumerate(coefficients)))
    if not polynomial.free_symbols:
        return
    asked = facts(*UNIT, (kind, -polynomial))
    node = Subdivision(["u", "v"], asked, boxes=60).refutation()
    grid = [sp.Rational(k, 6) for k in range(1, 7)]
    values = [polynomial.subs({u: a, v: b}) for a in grid for b in grid]
    if node is not None:
        accept(node, asked)
        assert min(values) > 0 or (kind == "gt" and min(values) == 0)


def test_the_method_proves_and_leaves_open() -> None:
    prover = Prover(methods=(BY_SUBDIVISION,))
    box = (u > 0, u <= 1, v > 0, v <= 1)
    assert str(prover.prove(Implication(box, u * v + 1 > u)).grade) == "exact"
    assert not prover.prove(Implication(box, u * v + 1 > 2 * u)).proved
