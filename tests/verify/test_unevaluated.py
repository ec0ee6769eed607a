"""What goes to another process arrives as it was written."""

from __future__ import annotations

import operator
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
import sympy as sp
from sympy.abc import n, p, q, t, x

from verify.claims.auditor import audit
from verify.claims.claim import Claim, Locator, Verdict
from verify.claims.record import fingerprint
from verify.language.serialization import packed, unpacked

real = sp.Symbol("t", real=True)

WRITTEN = [
    sp.Mul(1 / (1 - p), 1 - p, evaluate=False),
    sp.Add(p, -p, evaluate=False),
    sp.Pow(sp.Mul(2, 2, evaluate=False), sp.S.Half, evaluate=False),
    sp.Gt(sp.exp(-real, evaluate=False), 0, evaluate=False),
    sp.Eq(p, p, evaluate=False),
    sp.And(sp.Gt(1, 0, evaluate=False), q > p, evaluate=False),
    sp.Or(sp.Ne(q, q, evaluate=False), q > p, evaluate=False),
    sp.Equivalent(p > q, sp.Eq(q, q, evaluate=False)),
    sp.Implies(p > 0, sp.Gt(p, p, evaluate=False)),
    sp.Not(sp.Lt(p, q), evaluate=False),
    sp.Piecewise((p, sp.Gt(2, 1, evaluate=False)), (q, True), evaluate=False),
    sp.Max(p, p, q, evaluate=False),
    sp.log(sp.Mul(2, sp.Rational(1, 2), evaluate=False), evaluate=False),
    sp.Function("f")(p) + sp.Integral(sp.exp(x), (x, 0, t)),
    sp.Sum(x**n, (n, 0, sp.oo)),
    sp.Limit(sp.sin(x) / x, x, 0),
]


def same(left: object, right: object) -> bool:
    """Whether two expressions are the same node by node, without SymPy's own notion of equality.

    The class of an undefined function is made again when SymPy has forgotten it: equal, not identical.
    """
    if not (isinstance(left, sp.Basic) and isinstance(right, sp.Basic)) or not left.args:
        return left == right and operator.eq(type(left), type(right))
    pairs = zip(left.args, right.args, strict=True)
    return operator.eq(type(left), type(right)) and all(same(a, b) for a, b in pairs)


@pytest.mark.parametrize("written", WRITTEN, ids=str)
def test_expression_arrives_as_written(written: sp.Basic) -> None:
    arrived = unpacked(packed(written))
    assert same(arrived, written)
    assert arrived == written
    assert hash(arrived) == hash(written)
    assert sp.srepr(arrived) == sp.srepr(written)


@pytest.mark.parametrize("written", WRITTEN[:8], ids=str)
def test_planted_plain_pickle_is_told_apart(written: sp.Basic) -> None:
    """The comparison above can fail: SymPy's own pickles are other expressions."""
    arrived = pickle.loads(pickle.dumps(written))
    assert not same(arrived, written)


def test_arrived_expression_can_be_worked_with() -> None:
    arrived = unpacked(packed(sp.Mul(1 / (1 - p), 1 - p, evaluate=False)))
    assert arrived.subs(p, 3).doit() == 1
    assert sp.simplify(arrived) == 1
    assert arrived.is_commutative


def test_verdict_in_another_process_is_the_one_here() -> None:
    """The line is undefined at p = 1; a worker that got SymPy's simplified form would say that it holds."""
    line = sp.Eq(sp.Mul(1 / (1 - p), 1 - p, evaluate=False), 1, evaluate=False)
    claims = [Claim(Locator("example", "eq:1"), line, (p >= 0, p <= 1), missing=(p < 1,))]
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        (there,) = audit(claims, executors=(executor,))
    (here,) = audit(claims)
    assert there.record.verdict == here.record.verdict == Verdict.HOLDS_IF
    assert there.record.fingerprint == here.record.fingerprint == fingerprint(claims[0])
