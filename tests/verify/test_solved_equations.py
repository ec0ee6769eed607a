"""Substituted hypotheses: verdicts by hand, witnesses evaluated apart, planted errors."""

from dataclasses import replace

import mpmath
import pytest
import sympy as sp

from tests.verify.corpus import eq, ge, gt, le
from tests.verify.corpus_solved import CASES, RATIO, SAME, algebra, c, m, q, setting, t, v, w, x, y, z
from tests.verify.corpus_written import POWERS, affinity, p, s
from tests.verify.test_written import DIGITS, World
from verify import kernel
from verify.claims.claim import Claim, Locator, judge
from verify.evidence import Grade
from verify.functions.solved_equations import WithSolvedEquations, solution_of
from verify.functions.written import WithWrittenFunctions
from verify.language.serialization import packed, unpacked
from verify.probability.derivation import Derivation, Step
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover

BY_NAME = {case.name: case for case in CASES}


@pytest.fixture(scope="module")
def prover():
    return Prover()


def contradicts(case, witness) -> bool:
    """Whether the hypotheses hold at the witness and the goal fails, to 40 digits."""
    with mpmath.workdps(DIGITS):
        world = World(witness, case.inner.setting.families)
        return all(map(world.everywhere, case.inner.setting.hypotheses)) and not world.everywhere(
            case.inner.goal
        )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_claim_has_its_verdict(case, prover):
    found = judge(Claim(Locator("corpus", case.name), case.statement), prover)
    assert found.verdict.value == case.verdict, found.note
    assert found.grade is Grade.EXACT
    for certificate in found.certificates:
        kernel.check(certificate, {})
    if case.verdict == "refuted":
        assert contradicts(case, found.witness), found.witness


def test_corpus_has_true_and_false_claims():
    verdicts = [case.verdict for case in CASES]
    assert min(verdicts.count("holds"), verdicts.count("refuted")) >= 5 and len(BY_NAME) == len(CASES)


@pytest.mark.parametrize("name", ["contamination", "variance", "posterior", "chi-square"])
def test_without_the_substitution_it_is_open(name, prover):
    """What is new; the chain is one step of algebra, which takes each sum for a number."""
    assert not BY_NAME[name].inner.examine((), prover).proved


# --- planted errors -----------------------------------------------------------------------------------------


def test_divisor_that_may_be_0_is_not_divided_by(prover):
    """c g = p q has no solution g at c = 0, whatever is asked for."""
    open_c = BY_NAME["posterior-of-a-null-event"]
    assert "substituted" not in open_c.statement.examine((), prover).method
    assert "g substituted" in BY_NAME["posterior"].statement.examine((), prover).method


def test_sum_that_cancels_has_to_converge(prover):
    """x = y makes sum x - sum y the number 0; over infinite sets it may have no value."""
    equal = Setting({x: (z,), y: (z,)}, (eq(x, y),))
    goal = eq(Total(x, z) - Total(y, z), 0)
    for supports, proved in ((Supports.FINITE, True), (Supports.COUNTABLE, False)):
        chain = Derivation(replace(equal, supports=supports), goal, (Step(goal),))
        assert WithSolvedEquations(chain, (x,)).examine((), prover).proved is proved


def test_logarithm_and_value_that_cancel_have_to_be_defined(prover):
    known = Setting({}, (eq(c, t),))
    logs = WithWrittenFunctions((), eq(sp.log(c) - sp.log(t), 0), known)
    assert WithSolvedEquations(logs, (c,)).examine((), prover).refuted
    pair = Setting({x: (z,), y: (z,)}, (eq(x, y),), supports=Supports.FINITE)
    values = WithWrittenFunctions((affinity,), eq(Total(affinity(x, 1) - affinity(y, 1), z), 0), pair)
    assert WithSolvedEquations(values, (x,)).examine(POWERS, prover).refuted


def test_symbol_within_a_sum_or_with_fewer_indices_is_not_solved_for(prover):
    assert list(solution_of(eq(Total(x, z), 1), x)) == []
    assert list(solution_of(eq(sp.log(x), x), x)) == []
    assert list(solution_of(eq(x**2, y), x)) == []
    # t = v at each z does not make t the family v: the values of v are equal
    goal = eq(Total(m * v, z), t)
    equal = algebra("", goal, setting(*SAME[:2], eq(t, v)), "", "", t)
    assert "substituted" not in equal.statement.examine((), prover).method
    assert not equal.statement.examine((), prover).refuted


def test_number_that_equals_a_family_is_free_where_there_is_no_element(prover):
    """c = p(z) and p(z) <= 1 for each z of an empty set say nothing of c."""
    of_each = Setting({p: (z,)}, (eq(c, p), le(p, 1)), supports=Supports.FINITE)
    chain = Derivation(of_each, le(c, 1), (Step(le(c, 1)),))
    assert not WithSolvedEquations(chain, (c,)).examine((), prover).proved


def test_hypothesis_that_is_lost_still_has_to_hold_in_a_counterexample(prover):
    """x = y makes y/x > 0 the truth 1 > 0; at y = 0 the hypothesis has no value."""
    positive = Setting({}, (eq(x, y), gt(y / x, 0)))
    chain = Derivation(positive, sp.Ne(y**2, 0), (Step(sp.Ne(y**2, 0)),))
    assert not WithSolvedEquations(chain, (x,)).examine((), prover).refuted


def test_divisors_are_part_of_the_evidence(prover):
    found = BY_NAME["posterior"].statement.examine((), prover)
    assert any("Ne(" in str(part.statement) and part.proved for part in found.parts)


def test_events_and_parameters_of_functions_stay(prover):
    """An event is 0 or 1, which its value would not say; an order is part of a function."""
    event = Setting({x: (z,), y: (z,)}, (eq(x, y),), events=(x,), supports=Supports.FINITE)
    goal = eq(Total(x**2, z), Total(x, z))
    assert WithSolvedEquations(Derivation(event, goal, (Step(goal),)), (x,)).examine((), prover).proved
    masses = Setting({p: (z,), q: (z,)}, (ge(p, 0), ge(q, 0), eq(2 * s, 1)), supports=Supports.FINITE)
    hoelder = WithWrittenFunctions((affinity,), affinity.above(1, s), masses)
    assert "substituted" not in WithSolvedEquations(hoelder).examine(POWERS, prover).method


def test_counterexample_has_values_for_what_was_solved_for(prover):
    found = BY_NAME["chi-square-with-plus"].statement.examine((), prover)
    assert {"p[1]", "q[1]", "v[1]"} <= {symbol.name for symbol in found.witness}


def test_contradictory_hypotheses_prove_nothing(prover):
    none = algebra("", eq(Total(q, z), 5), setting(*RATIO, gt(Total(v * p, z), 1)), "", "", q)
    assert not none.statement.examine((), prover).proved


def test_statement_survives_transport():
    statement = BY_NAME["contamination"].statement
    assert unpacked(packed(statement)) == statement and w in statement.free_symbols
