"""Models that a claim's author names: evaluated here and apart, never believed."""

from dataclasses import replace

import mpmath
import pytest
import sympy as sp

from tests.verify.corpus import eq, ge, gt, le
from tests.verify.corpus_author_models import CASES, LAW, SIXTH, SQUARES, algebra, p, rows, u, uniform, z
from tests.verify.corpus_functions import PSI, psi
from tests.verify.corpus_written import kl
from tests.verify.test_written import DIGITS, World
from verify.claims.claim import Claim, Locator, judge
from verify.evidence import Grade
from verify.functions.author_models import WithModels
from verify.functions.statements import ForEveryFunction
from verify.functions.written import WithWrittenFunctions
from verify.language.serialization import packed, unpacked
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Quotient, Setting, Total
from verify.prover.prover import Prover

BY_NAME = {case.name: case for case in CASES}


@pytest.fixture(scope="module")
def prover():
    return Prover()


def plain(statement):
    """Quotients as such, for the second evaluation."""
    return statement.replace(Quotient, lambda above, below: above / below)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_claim_has_its_verdict(case, prover):
    found = judge(Claim(Locator("corpus", case.name), case.statement), prover)
    assert found.verdict.value == case.verdict, found.note
    assert found.grade is Grade.EXACT
    if case.verdict == "refuted":
        with mpmath.workdps(DIGITS):
            world = World(found.witness, case.inner.setting.families)
            assert all(map(world.everywhere, case.inner.setting.hypotheses)), found.witness
            assert not world.everywhere(plain(case.inner.goal)), found.witness


def test_corpus_has_true_and_false_claims():
    verdicts = [case.verdict for case in CASES]
    assert min(verdicts.count("holds"), verdicts.count("refuted")) >= 5 and len(BY_NAME) == len(CASES)


@pytest.mark.parametrize("name", ["collisions-are-not-that-frequent", "few-outcomes", "termwise"])
def test_without_the_model_it_is_open(name, prover):
    """What is new: the search looks at sets of three elements at most."""
    found = BY_NAME[name].inner.examine((), prover)
    assert not found.proved and not found.refuted


# --- planted errors -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        uniform(5),
        rows(p=(sp.Rational(1, 7),) * 6),
        rows(p=(sp.Rational(1, 7),) * 8),
        rows(p=(*(sp.Rational(1, 5),) * 6, -sp.Rational(1, 5))),
        rows(p=(sp.sqrt(2) / 7,) * 5),
    ],
    ids=["not large enough", "mass 6/7", "mass 8/7", "negative", "irrational mass"],
)
def test_model_that_is_none_refutes_nothing(wrong, prover):
    """Neither where a hypothesis fails, nor where the goal holds."""
    found = WithModels(algebra(ge(SQUARES, SIXTH)), (wrong,), largest=0).examine((), prover)
    assert not found.refuted and not found.proved
    right = WithModels(algebra(ge(SQUARES, SIXTH)), (wrong, uniform(7)), largest=0)
    assert right.examine((), prover).refuted


def test_model_beside_the_domain_refutes_nothing(prover):
    """The mass is 1, and at most b where b >= 1; the model has b = 0."""
    b = sp.Symbol("b")
    model = replace(uniform(2), values={**uniform(2).values, (b, ()): sp.Integer(0)})
    bounded = algebra(le(Total(p, z), b))
    assert not WithModels(bounded, (model,), largest=0).examine((ge(b, 1),), prover).refuted
    assert WithModels(bounded, (model,), largest=0).examine((), prover).refuted


def test_model_beside_what_is_said_of_values_refutes_nothing(prover):
    """A divergence is positive where it is positive; that of equal laws is 0."""
    q = sp.Symbol("q")
    positive = gt(Total(kl(p, q), z), 0)
    laws = Setting({p: (z,), q: (z,)}, (*LAW.hypotheses, gt(q, 0)), supports=Supports.FINITE)
    same = rows(p=(SIXTH * 3,) * 2, q=(SIXTH * 3,) * 2)
    for given, refuted in (((positive,), False), ((), True)):
        statement = WithWrittenFunctions((kl,), positive, laws, given=given)
        assert WithModels(statement, (same,), largest=0).examine((), prover).refuted is refuted


def test_true_claim_is_not_refuted_by_any_model(prover):
    bounded = Setting(LAW.families, LAW.hypotheses, supports=Supports.FINITE)
    true = algebra(le(Total(p, z), 1), bounded)
    assert WithModels(true, tuple(map(uniform, range(1, 9)))).examine((), prover).proved


def test_sign_that_is_not_certified_is_no_counterexample(prover):
    """log(1 + sqrt 2) + log(sqrt 2 - 1) is 0, which no ball shows."""
    both = Setting({u: (z,)}, (), supports=Supports.FINITE)
    statement = algebra(eq(Total(u, z), 0), both)
    model = rows(u=(sp.log(sp.sqrt(2) + 1), sp.log(sp.sqrt(2) - 1)))
    found = WithModels(statement, (model,), largest=0).examine((), prover)
    assert sp.Symbol("u[1]") in found.witness and found.witness[sp.Symbol("u[1]")].is_Rational


def test_drawn_models_are_looked_at_where_nothing_else_decides(prover):
    """Four elements: more than the search of a statement looks at."""
    statement = algebra(ge(SQUARES, sp.Rational(3, 10)))
    assert not statement.examine((), prover).refuted
    assert WithModels(statement, largest=4).examine((), prover).refuted


def test_model_without_a_value_is_refused(prover):
    seven = uniform(7)
    short = replace(seven, values={cell: v for cell, v in seven.values.items() if cell != (p, (3,))})
    with pytest.raises(ValueError, match=r"no value for p\[3\]"):
        WithModels(algebra(ge(SQUARES, SIXTH)), (short,)).examine((), prover)


def test_functions_that_are_not_written_down_are_refused():
    unspecified = ForEveryFunction((psi,), ge(PSI, 0), Setting({p: (z,), sp.Symbol("q"): (z,)}))
    with pytest.raises(ValueError, match="is not written down"):
        WithModels(unspecified, (uniform(2),))


def test_statement_survives_transport():
    statement = BY_NAME["simpson"].statement
    assert unpacked(packed(statement)) == statement
    assert {s.name for s in statement.free_symbols} == set("bcde")
