"""What every statement of calculus needs beforehand: a domain with a point, and nothing that it does not say.

SymPy uses what a symbol declares: with `Symbol("a", positive=True)` it writes a for the root of a^2; so that
counts among the hypotheses.
"""

from __future__ import annotations

import pytest
import sympy as sp
from sympy.abc import k, t, x

from verify.calculus import cases, extremum, limit
from verify.calculus.derivative import DerivativeSign, ImplicitDerivative, PartialDerivative
from verify.calculus.extremum import Infimum, Maximum, Minimum, Path, Supremum
from verify.calculus.integral import DefiniteIntegral, Normalised
from verify.calculus.limit import Limit
from verify.calculus.series import Series
from verify.claims.claim import Claim, Locator, Statement, examined
from verify.evidence import Evidence, Outcome
from verify.language.implication import Hints
from verify.prover.prover import Prover

a = sp.Symbol("a", positive=True)
y = sp.Symbol("y", real=True)
ONE = sp.Integer(1)
POSITIVE = sp.Gt(a, 0, evaluate=False)

# Each is true for a > 0, which the symbol declares.
STATEMENTS = [
    PartialDerivative(a * x, x, a),
    ImplicitDerivative(y - a * x, y, x, a),
    DerivativeSign(a * x, x, ">"),
    Limit(a / (a + x), x, sp.Integer(0), "+", ONE),
    DefiniteIntegral(a * x, x, sp.Integer(0), ONE, a / 2),
    Normalised(1 / a, x, sp.Integer(0), a),
    Series(a / 2 ** (k + 1), k, sp.Integer(0), sp.oo, a),
    Infimum(a + y**2, (y,), a, Path(t, {y: t})),
    Supremum(a - y**2, (y,), a, Path(t, {y: t})),
    Minimum(a + y**2, (y,), a, {y: sp.Integer(0)}),
    Maximum(a - y**2, (y,), a, {y: sp.Integer(0)}),
]
NAMES = [type(statement).__name__ for statement in STATEMENTS]


@pytest.fixture(scope="module")
def prover() -> Prover:
    return Prover()


@pytest.mark.parametrize("statement", STATEMENTS, ids=NAMES)
def test_signs_of_symbols_are_hypotheses(statement: Statement, prover: Prover) -> None:
    assert statement.examine((), prover).proved
    assert Claim(Locator("example", "eq:1"), statement).domain == (POSITIVE,)


@pytest.mark.parametrize("statement", STATEMENTS, ids=NAMES)
def test_nothing_is_said_on_an_empty_domain(statement: Statement, prover: Prover) -> None:
    nowhere = (POSITIVE, sp.Lt(a, 0, evaluate=False))
    assert statement.examine(nowhere, prover).outcome is Outcome.OPEN


@pytest.mark.parametrize("statement", STATEMENTS, ids=NAMES)
def test_nothing_is_said_where_the_domain_may_be_empty(
    statement: Statement, prover: Prover, monkeypatch: pytest.MonkeyPatch
) -> None:
    unknown = Evidence("some point", Outcome.OPEN, None, "not found", note="is there a point?")
    for module in (cases, limit, extremum):
        monkeypatch.setattr(module, "nonempty", lambda *_: unknown)
    found = examined(statement, (POSITIVE,), prover, Hints())
    assert found.outcome is Outcome.OPEN and "is there a point?" in found.note
