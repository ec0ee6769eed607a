"""Claims whose hypotheses determine a family or a number, verdicts derived by hand: true and false."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from tests.verify.corpus import eq, ge, gt, le, lt
from tests.verify.corpus_written import kl
from verify.functions.lemmas import Jensen
from verify.functions.solved_equations import ModelStatement, WithSolvedEquations
from verify.functions.written import WithWrittenFunctions
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.statements import TermwiseSum
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total

c, d, g, m, n, p, q, r, s, t, u, v, w, x, y, z = sp.symbols("c d g m n p q r s t u v w x y z")
FAMILIES = (d, g, m, p, q, r, u, v, x, y)


def setting(*hypotheses):
    families = {i: (z,) for i in FAMILIES if any(h.has(i) for h in hypotheses)}
    return Setting(families, hypotheses, supports=Supports.FINITE)


@dataclass(frozen=True)
class Case:
    """A claim: its name, the statement, what is solved for, the verdict and the reason."""

    name: str
    inner: ModelStatement
    solve_for: tuple[sp.Symbol, ...]
    verdict: str
    reason: str

    @property
    def statement(self) -> WithSolvedEquations:
        return WithSolvedEquations(self.inner, self.solve_for)


def algebra(name, goal, hypotheses, verdict, reason, *solve_for):
    return Case(name, Derivation(hypotheses, goal, (Step(goal),)), solve_for, verdict, reason)


WEIGHTS = (ge(m, 0), eq(Total(m, z), 1))
LAWS = (ge(p, 0), ge(q, 0), eq(Total(p, z), 1), eq(Total(q, z), 1))
MIXED = setting(eq(p, (1 - w) * q + w * r), eq(Total(q, z), 1), eq(Total(r, z), 1))
CONTAMINATED = setting(eq(x * (1 - w) - y * w, t * q), lt(w, 1), eq(Total(q, z), 1), eq(Total(y, z), 1))
CENTRED = setting(*WEIGHTS, eq(c, Total(m * u, z)), eq(d, u - c))
STANDARD = (*CENTRED.hypotheses, eq(s * v, d))
BAYES = (ge(p, 0), ge(q, 0), eq(c, Total(p * q, z)), eq(c * g, p * q))
RATIO = (gt(p, 0), eq(Total(p, z), 1), eq(q, v * p), eq(Total(q, z), 1))
SAME = (*WEIGHTS, eq(x, y))
HALF = (p + q) / 2

CASES = [
    algebra("mixture-has-mass-1", eq(Total(p, z), 1), MIXED, "holds", "(1-w) + w", p),
    algebra("mixture-has-mass-2", eq(Total(p, z), 2), MIXED, "refuted", "it is 1", p),
    algebra("contamination", eq(Total(x, z), (t + w) / (1 - w)), CONTAMINATED, "holds", "summed", x),
    algebra("contamination-unaided", eq(Total(x, z), (t + w) / (1 - w)), CONTAMINATED, "holds", "summed"),
    algebra("contamination-sign", eq(Total(x, z), (t - w) / (1 - w)), CONTAMINATED, "refuted", "t + w", x),
    algebra(
        "contamination-whole",
        eq(Total(x, z), (t + w) / (1 - w)),
        setting(*(h for h in CONTAMINATED.hypotheses if h != lt(w, 1))),
        "refuted",
        "w = 1: no value",
        x,
    ),
    algebra("mean-of-deviations", eq(Total(m * d, z), 0), CENTRED, "holds", "c - c", d, c),
    algebra("mean-of-deviations-is-the-mean", eq(Total(m * d, z), c), CENTRED, "refuted", "u = 1", d, c),
    algebra("variance", eq(Total(m * d**2, z), Total(m * u**2, z) - c**2), CENTRED, "holds", "Koenig", d, c),
    algebra(
        "variance-added", eq(Total(m * d**2, z), Total(m * u**2, z) + c**2), CENTRED, "refuted", "u = 1", d, c
    ),
    algebra(
        "standardised", eq(Total(m * v, z), 0), setting(*STANDARD, gt(s, 0)), "holds", "d over s", v, d, c
    ),
    algebra(
        "standardised-by-0", eq(Total(m * v, z), 0), setting(*STANDARD), "refuted", "s = 0: any v", v, d, c
    ),
    algebra("posterior", eq(Total(g, z), 1), setting(*BAYES, gt(c, 0)), "holds", "c over c", g),
    algebra("posterior-of-a-null-event", eq(Total(g, z), 1), setting(*BAYES), "refuted", "c = 0: any g", g),
    algebra("likelihood-ratio", eq(Total(v * p, z), 1), setting(*RATIO), "holds", "v p = q", q),
    algebra(
        "chi-square",
        eq(Total((q - p) ** 2 / p, z), Total(p * v**2, z) - 1),
        setting(*RATIO),
        "holds",
        "expanded",
        q,
    ),
    algebra(
        "chi-square-with-plus",
        eq(Total((q - p) ** 2 / p, z), Total(p * v**2, z) + 1),
        setting(*RATIO),
        "refuted",
        "v = 1",
        q,
    ),
    algebra("cancelled-divisor", eq(Total(m * y / x, z), 1), setting(*SAME, gt(y, 0)), "holds", "y/y = 1", x),
    algebra(
        "cancelled-divisor-0", eq(Total(m * y / x, z), 1), setting(*SAME), "refuted", "y = 0: no value", x
    ),
    Case(
        "termwise-after-substitution",
        TermwiseSum(setting(*WEIGHTS, ge(u, 0), eq(v, u + m)), le(Total(m * u, z), Total(m * v, z))),
        (v,),
        "holds",
        "m^2 >= 0",
    ),
    Case(
        "termwise-after-substitution-reversed",
        TermwiseSum(setting(*WEIGHTS, ge(u, 0), eq(v, u + m)), ge(Total(m * u, z), Total(m * v, z))),
        (v,),
        "refuted",
        "m = 1",
    ),
    Case(
        "entropy-from-the-midpoint",
        WithWrittenFunctions(
            (kl,),
            le(Total(kl(p, r), z), sp.log(2)),
            setting(*LAWS, eq(2 * r, p + q)),
            lemmas=(Jensen(kl, (p, r), ((p, (1, sp.Rational(1, 2))), (q, (0, sp.Rational(1, 2))))),),
            steps=(Step(le(Total(kl(p, r), z), Total(p * sp.log(2), z)), Termwise()),),
        ),
        (r,),
        "holds",
        "p (1, 1/2) + q (0, 1/2)",
    ),
    Case(
        "entropy-from-the-midpoint-is-0",
        WithWrittenFunctions((kl,), le(Total(kl(p, r), z), 0), setting(*LAWS, eq(2 * r, p + q))),
        (r,),
        "refuted",
        "disjoint laws have log 2",
    ),
]
