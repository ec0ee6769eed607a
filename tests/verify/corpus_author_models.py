"""False claims whose counterexamples are large or irrational, and true ones, with models that are named."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from tests.verify.corpus import eq, ge, gt, le
from tests.verify.corpus_written import kl
from verify.functions.author_models import WithModels
from verify.functions.lemmas import ByDefinition
from verify.functions.solved_equations import ModelStatement, WithSolvedEquations
from verify.functions.written import WithWrittenFunctions
from verify.probability.derivation import Derivation, Step
from verify.probability.named_model import NamedModel
from verify.probability.rules import Termwise
from verify.probability.statements import RatioBetween, TermwiseSum
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Quotient, Setting, Total

b, c, d, e, m, p, q, r, u, x, y, z = sp.symbols("b c d e m p q r u x y z")
LAW = Setting({p: (z,)}, (ge(p, 0), eq(Total(p, z), 1)), supports=Supports.FINITE)
SQUARES, SIZE = Total(p**2, z), Total(1, z)
SIXTH = sp.Rational(1, 6)


def uniform(size):
    return NamedModel({z: size}, {(p, (i,)): sp.Rational(1, size) for i in range(1, size + 1)})


def rows(**values):
    """A model of one index set, from the values of each family and of each number."""
    size = max(len(v) for v in values.values() if isinstance(v, tuple))
    families = {
        (sp.Symbol(n), (i,)): x for n, v in values.items() if isinstance(v, tuple) for i, x in enumerate(v, 1)
    }
    return NamedModel(
        {z: size}, families | {(sp.Symbol(n), ()): v for n, v in values.items() if not isinstance(v, tuple)}
    )


def algebra(goal, setting=LAW):
    return Derivation(setting, goal, (Step(goal),))


@dataclass(frozen=True)
class Case:
    """A claim: its name, the statement, the models, the verdict and the reason."""

    name: str
    inner: ModelStatement
    models: tuple[NamedModel, ...]
    verdict: str
    reason: str

    @property
    def statement(self) -> WithModels:
        return WithModels(self.inner, self.models, largest=0)


def case(name, inner, verdict, reason, *models):
    return Case(name, inner, models, verdict, reason)


TABLES = Setting(
    {i: (z,) for i in (b, c, d, e)},
    (*(gt(i, 0) for i in (b, c, d, e)), gt(b * e, d * c)),
    supports=Supports.FINITE,
)
POOLED = gt(Quotient(Total(b, z), Total(c, z)), Quotient(Total(d, z), Total(e, z)))
KIDNEY_STONES = rows(b=(81, 192), c=(87, 263), d=(234, 55), e=(270, 80))
MOMENTS = Setting(
    {p: (z,), u: (z,)},
    (*LAW.hypotheses, eq(Total(p * u, z), 0), eq(Total(p * u**2, z), 1)),
    supports=Supports.FINITE,
)
ROOTS = Setting({u: (z,)}, (ge(u, 0),), supports=Supports.FINITE)
BIRTHDAYS = 1 - SQUARES

CASES = [
    case(
        "collisions-are-not-that-frequent",
        algebra(ge(SQUARES, SIXTH)),
        "refuted",
        "1/7 with seven",
        uniform(7),
    ),
    case(
        "coincidence-of-two-birthdays",
        algebra(le(BIRTHDAYS, sp.Rational(99, 100))),
        "refuted",
        "364/365",
        uniform(365),
    ),
    case("few-outcomes", algebra(le(SIZE, 40)), "refuted", "41", uniform(41)),
    case("termwise", TermwiseSum(LAW, ge(SQUARES, Total(p / 6, z))), "refuted", "p = 1/7", uniform(7)),
    case(
        "effective-number",
        RatioBetween(
            Setting(LAW.families, (*LAW.hypotheses, gt(SQUARES, 0)), supports=Supports.FINITE),
            Total(p, z),
            SQUARES,
            upper=sp.Integer(6),
        ),
        "refuted",
        "seven",
        uniform(7),
    ),
    case(
        "simpson",
        algebra(POOLED, TABLES),
        "refuted",
        "each table favours the one, together the other",
        KIDNEY_STONES,
    ),
    case(
        "entropy-of-six",
        WithWrittenFunctions((kl,), le(-Total(kl(p, 1), z), sp.log(6)), LAW),
        "refuted",
        "log 7",
        uniform(7),
    ),
    case(
        "third-moment",
        algebra(eq(Total(p * u**3, z), 0), MOMENTS),
        "refuted",
        "2 with probability 1/5, -1/2 else",
        rows(p=(sp.Rational(1, 5), sp.Rational(4, 5)), u=(2, -sp.Rational(1, 2))),
    ),
    case(
        "no-root-of-2",
        algebra(sp.Ne(Total(u**2, z), 2, evaluate=False), ROOTS),
        "refuted",
        "sqrt(2)",
        rows(u=(sp.sqrt(2),)),
    ),
    case(
        "with-a-solved-equation",
        WithSolvedEquations(
            algebra(
                ge(Total(q**2, z), SIXTH),
                Setting({p: (z,), q: (z,)}, (*LAW.hypotheses, eq(2 * q, 2 * p)), supports=Supports.FINITE),
            ),
            (q,),
        ),
        "refuted",
        "1/7",
        rows(p=(sp.Rational(1, 7),) * 7, q=(sp.Rational(1, 7),) * 7),
    ),
    case("mass-is-1", algebra(le(Total(p, z), 1)), "holds", "a hypothesis", uniform(7), uniform(3)),
    case("termwise-true", TermwiseSum(LAW, ge(SQUARES, 0)), "holds", "squares", uniform(7)),
    case(
        "divergence-from-itself",
        WithWrittenFunctions(
            (kl,),
            eq(Total(kl(p, p), z), 0),
            LAW,
            lemmas=(ByDefinition(eq(kl(p, p), 0)),),
            steps=(Step(eq(Total(kl(p, p), z), 0), Termwise()),),
        ),
        "holds",
        "log 1",
        uniform(7),
    ),
    case(
        "ratio-true",
        RatioBetween(
            Setting({p: (z,), q: (z,)}, (gt(q, 0), ge(p, q), gt(Total(q, z), 0)), supports=Supports.FINITE),
            Total(p, z),
            Total(q, z),
            lower=sp.Integer(1),
        ),
        "holds",
        "p >= q",
        rows(p=(2, 3), q=(1, 1)),
    ),
    case("size-true", TermwiseSum(LAW, ge(SIZE, 0)), "holds", "ones", uniform(5)),
    case(
        "second-moment",
        algebra(ge(Total(p * u**2, z), 1), MOMENTS),
        "holds",
        "a hypothesis",
        rows(p=(1,), u=(0,)),
    ),
]
