"""Extrema over all finite models with verdicts derived by hand: laws, means, divergences; true and false."""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy as sp

from tests.verify.corpus import eq, ge, gt, le
from verify.functions.instances import Mixture
from verify.functions.models import MaximumOverModels, MinimumOverModels, SymbolicModel
from verify.functions.unspecified import SUBLINEAR, UnspecifiedFunction
from verify.probability.derivation import Step
from verify.probability.named_model import NamedModel
from verify.probability.rules import TermBelowTotal, Termwise
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total

c, m, p, q, s, u, x, y, z = sp.symbols("c m p q s u x y z")
psi = UnspecifiedFunction("psi", (x, y), SUBLINEAR)
HALF, THIRD = sp.Rational(1, 2), sp.Rational(1, 3)


def setting(*hypotheses):
    families = [i for i in (m, p, q, u) if any(h.has(i) for h in hypotheses)]
    return Setting({i: (z,) for i in families}, hypotheses, supports=Supports.FINITE)


LAW = setting(ge(p, 0), eq(Total(p, z), 1))
LAWS = (ge(p, 0), ge(q, 0), eq(Total(p, z), 1), eq(Total(q, z), 1))
PAIR = setting(*LAWS)
MEAN = setting(ge(m, 0), eq(Total(m, z), 1), ge(u, 0), le(u, c), gt(c, 0))
COMMON = Total(sp.Min(p, q), z)
ALIKE = setting(*LAWS, ge(COMMON, s), ge(s, 0), le(s, 1))

SQUARES, DISTANCE, AVERAGE, PSI = Total(p**2, z), Total(abs(p - q), z), Total(m * u, z), Total(psi(p, q), z)
POINT_MASS, TWO = SymbolicModel({z: 1}, {p: (1,)}), SymbolicModel({z: 2}, {p: (HALF, HALF)})
APART = SymbolicModel({z: 2}, {p: (1, 0), q: (0, 1)})
SAME = SymbolicModel({z: 1}, {p: (1,), q: (1,)})
ALL_AT_C = SymbolicModel({z: 1}, {m: (1,), u: (c,)})
SHARED = SymbolicModel({z: 3}, {p: (s, 1 - s, 0), q: (s, 0, 1 - s)})
SHARED_ONLY_TWO = SymbolicModel({z: 2}, {p: (1, 0), q: (s, 1 - s)})
WITH_SHARE = s * psi(1, 1) + (1 - s) * (psi(1, 0) + psi(0, 1))

AT_MOST_ONE = (
    Step(le(p, Total(p, z)), TermBelowTotal()),
    Step(le(SQUARES, Total(p, z)), Termwise()),
    Step(le(SQUARES, 1)),
)
TRIANGLE = (Step(le(DISTANCE, Total(p + q, z)), Termwise()), Step(le(DISTANCE, 2)))
BELOW_C = (Step(le(AVERAGE, Total(m * c, z)), Termwise()), Step(le(AVERAGE, c)))
PURE = Mixture(psi, (p, q), ((p, (1, 0)), (q, (0, 1))))
WHOLE = (
    Mixture(psi, (Total(p, z), Total(q, z)), ((1, (p, q)),), (z,)),
    Mixture(psi, (1, 1), ((1, (Total(p, z), Total(q, z))),)),
)
BY_PURE_PARTS = (
    Step(le(PSI, Total(p * psi(1, 0) + q * psi(0, 1), z)), Termwise()),
    Step(le(PSI, psi(1, 0) + psi(0, 1))),
)
LEAST = sp.Min(p, q)
SPLIT = Mixture(psi, (p, q), ((LEAST, (1, 1)), (p - LEAST, (1, 0)), (q - LEAST, (0, 1))))
PARTS = LEAST * psi(1, 1) + (p - LEAST) * psi(1, 0) + (q - LEAST) * psi(0, 1)
BY_COMMON_PART = (
    Step(le(PSI, Total(PARTS, z)), Termwise()),
    Step(le(PSI, COMMON * psi(1, 1) + (1 - COMMON) * (psi(1, 0) + psi(0, 1)))),
    Step(le(PSI, WITH_SHARE)),
)
TOGETHER = Mixture(psi, (1, 1), ((1, (1, 0)), (1, (0, 1))))
THREE_EQUAL = NamedModel({z: 3}, {(p, (i,)): THIRD for i in (1, 2, 3)})
FIVE_EQUAL = NamedModel({z: 5}, {(p, (i,)): sp.Rational(1, 5) for i in range(1, 6)})


@dataclass(frozen=True)
class Case:
    """A claim: its name, the statement, the verdict and the reason."""

    name: str
    statement: MaximumOverModels | MinimumOverModels
    verdict: str
    reason: str


DISTANT = MaximumOverModels(PAIR, DISTANCE, 2, APART, steps=TRIANGLE)
LARGEST_MEAN = MaximumOverModels(MEAN, AVERAGE, c, ALL_AT_C, steps=BELOW_C)
GREATEST = MaximumOverModels(
    PAIR, PSI, psi(1, 0) + psi(0, 1), APART, (psi,), mixtures=(PURE,), steps=BY_PURE_PARTS
)
LEAST_VALUE = MinimumOverModels(PAIR, PSI, psi(1, 1), SAME, (psi,), mixtures=WHOLE)
WITH_COMMON_PART = MaximumOverModels(
    ALIKE, PSI, WITH_SHARE, SHARED, (psi,), mixtures=(SPLIT, TOGETHER), steps=BY_COMMON_PART
)
COLLISION = MaximumOverModels(LAW, SQUARES, 1, POINT_MASS, steps=AT_MOST_ONE)
UNIFORM = MinimumOverModels(LAW, SQUARES, HALF, TWO, exactly=True)

CASES = [
    Case("largest-collision-probability", COLLISION, "holds", "p^2 <= p, equality at a point mass"),
    Case("smallest-of-two", UNIFORM, "holds", "Cauchy: 2 sum p^2 >= 1"),
    Case("smallest-of-any-number", replace(UNIFORM, exactly=False), "refuted", "1/3 with three"),
    Case(
        "smallest-of-any-number-by-five",
        replace(UNIFORM, exactly=False, models=(FIVE_EQUAL,)),
        "refuted",
        "1/5 with five, which the author names",
    ),
    Case("attained-elsewhere", replace(COLLISION, attained_at=TWO), "refuted", "1/2 at the fair coin"),
    Case("largest-distance", DISTANT, "holds", "triangle inequality, equality for disjoint laws"),
    Case(
        "largest-distance-too-small", replace(DISTANT, value=sp.Integer(1)), "refuted", "2 at disjoint laws"
    ),
    Case(
        "largest-distance-too-large", replace(DISTANT, value=sp.Integer(3)), "refuted", "2 at disjoint laws"
    ),
    Case(
        "no-law",
        replace(DISTANT, attained_at=SymbolicModel({z: 2}, {p: (1, 1), q: (0, 1)})),
        "refuted",
        "the masses add up to 2",
    ),
    Case("largest-mean", LARGEST_MEAN, "holds", "m u <= m c"),
    Case(
        "largest-mean-outside",
        replace(
            LARGEST_MEAN, value=2 * c, attained_at=SymbolicModel({z: 1}, {m: (1,), u: (2 * c,)}), steps=()
        ),
        "refuted",
        "2 c is not allowed",
    ),
    Case("largest-divergence", GREATEST, "holds", "pure parts; disjoint laws"),
    Case(
        "largest-divergence-of-one",
        replace(GREATEST, attained_at=SAME),
        "refuted",
        "equal laws have psi(1, 1)",
    ),
    Case("least-divergence", LEAST_VALUE, "holds", "subadditive; equal laws"),
    Case("divergence-with-a-common-part", WITH_COMMON_PART, "holds", "common part s, the rest apart"),
    Case(
        "two-outcomes-are-not-enough",
        replace(WITH_COMMON_PART, attained_at=SHARED_ONLY_TWO),
        "refuted",
        "max(x, 2 y) at s = 1/2: 2 against 5/2",
    ),
    Case(
        "common-part-forgotten",
        replace(WITH_COMMON_PART, value=psi(1, 0) + psi(0, 1)),
        "refuted",
        "|x - y| at s = 1",
    ),
]
