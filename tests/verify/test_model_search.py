"""Models that are drawn: values that alternatives define are solved for, and families may be alike."""

import pytest
import sympy as sp

from tests.verify.corpus import eq, ge, gt, le
from verify.probability.derivation import Derivation, Step
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover

c, g, h, j, k, m, p, q, z = sp.symbols("c g h j k m p q z")
INSIDE = (gt(c, 0), sp.Lt(c, 1))


def distance(name, first, second):
    """A term of the triangular discrimination, or 0 where both laws vanish."""
    return sp.Or(
        sp.And(gt(first + second, 0), eq(name * (first + second), (first - second) ** 2)),
        sp.And(eq(first, 0), eq(second, 0), eq(name, 0)),
    )


LAWS = tuple(fact for one in (g, h, p, q) for fact in (ge(one, 0), eq(Total(one, z), 1)))
MIXED = ((1 - c) * g + c * p, (1 - c) * h + c * q)
TERMS = (distance(j, g, h), distance(k, p, q), distance(m, *MIXED))
TWO_PAIRS = (*LAWS, *TERMS)
"""The discrimination of two pairs of laws, and of their mixtures: 16 values on two elements."""

BOUND = c * Total(k, z) + (1 - c) * Total(j, z)


def stated(goal, *given):
    families = {one: (z,) for one in (g, h, j, k, m, p, q)}
    setting = Setting(families, (*TWO_PAIRS, *given), supports=Supports.FINITE)
    return Derivation(setting, goal, (Step(goal),))


@pytest.mark.parametrize(
    "statement",
    [
        stated(le(Total(m, z), (1 - c) * BOUND)),
        stated(eq(h * p, g**2 * q), eq(Total(m, z), BOUND)),
    ],
    ids=["a bound with a further factor", "g for its square, where the laws are proportional"],
)
def test_false_statement_in_many_unknowns_is_refuted(statement):
    found = statement.examine(INSIDE, Prover())
    assert found.refuted and sp.Symbol("m[2]") in found.witness
