"""What a computed root lacks: together they are the root, and nothing but one step of Newton's method is."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from flint import arb, ctx, fmpq

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.packages.package import fitted
from symbolic_eps.export.programs.program import (
    Assign,
    Expression,
    Operation,
    Program,
    Variable,
    operations_in,
    subtract,
)
from symbolic_eps.export.proofs.algebra_proof import prove_algebra
from symbolic_eps.export.runtime import root_error
from symbolic_eps.export.runtime.machine import run
from symbolic_eps.export.targets import target_named

BOUND = Fraction(1, 2**93)
"""Of z and what it lacks together, in proportion to the root: what Gappa proves."""


def points(count: int) -> list[tuple[float, float, float, float]]:
    """M, K, G and a root as programs compute it: of all sizes, each part negligible somewhere."""
    generator = random.Random("root_error")
    made = []
    while len(made) < count:
        m, g = (generator.uniform(1, 2) * 2.0 ** generator.randint(-300, 100) for _ in range(2))
        size = math.sqrt(m) * math.sqrt(g) * 2.0 ** generator.uniform(-70, 70)
        k = generator.choice((-1, 1)) * min(generator.uniform(1, 2) * size, 2.0**400)
        half = 0.5 * k
        both = abs(half) + math.sqrt(half * half + m * g)
        made.append((m, k, g, g / both if k > 0 else both / m))
    return made


def errors(program: Program) -> list[Fraction]:
    """Relative to the exact root."""
    found = []
    with ctx.workprec(600):
        for m, k, g, z in points(2000):
            half = arb(k) / 2
            both = abs(half) + (half * half + arb(m) * arb(g)).sqrt()
            exact = arb(g) / both if k > 0 else both / arb(m)
            error = abs((arb(z) + arb(run(program, (m, k, g, z))) - exact) / exact).upper()
            number: fmpq = error.mid().fmpq()
            found.append(Fraction(int(number.p), int(number.q)))
    return found


def test_both_together_are_the_root() -> None:
    assert max(errors(root_error.program())) <= BOUND


def changed(name: str, change: Callable[[Expression], Expression]) -> Program:
    """The program with another value of a name."""
    program = root_error.program()
    body = tuple(
        replace(s, value=change(s.value)) if isinstance(s, Assign) and s.name == name else s
        for s in program.body
    )
    assert body != program.body
    return replace(program, body=body)


def first(total: Expression) -> Expression:
    """A sum without its second part."""
    return total.arguments[0]  # type: ignore[union-attr]


def difference(total: Expression) -> Expression:
    """A difference instead of a sum."""
    return subtract(*total.arguments)  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["lost", "rest"])
@pytest.mark.parametrize("change", [first, difference])
def test_a_step_without_an_error_is_noticed(name: str, change: Callable[[Expression], Expression]) -> None:
    """Over the real numbers nothing of it is seen: these errors are 0 there."""
    assert max(errors(changed(name, change))) > BOUND


def test_it_is_0_for_a_root_and_only_there() -> None:
    m, k, g, z = sp.symbols("m k g z", positive=True)
    half, square = k / 2, sp.sqrt(k**2 / 4 + m * g)
    for exact in (g / (half + square), (square - half) / m):
        assert root_error.exact(m, k, g, exact) == 0
        assert root_error.exact(m, k, g, 2 * exact) != 0
    assert root_error.exact(sp.S.Zero, k, g, g / k) == 0
    assert sp.simplify(root_error.exact(m, k, g, z) - (g - z * (m * z + k)) / (2 * m * z + k)) == 0


def test_the_proof_of_the_algebra_reads_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = fitted(target_named("c"), root())
    assert Operation.ROOT_ERROR in operations_in(formula.program().body)
    planted = changed("left", lambda left: subtract(left, Variable("g")))
    monkeypatch.setattr(root_error, "program", lambda: planted)
    failed = [e for e in prove_algebra(formula) if not e.proved]
    assert failed and all("returns" in str(e.statement) for e in failed)
