"""Extrema over all finite models: verdicts derived by hand, witnesses evaluated apart, planted errors."""

from dataclasses import replace

import pytest
import sympy as sp

from tests.verify.corpus import eq, ge, gt, le
from tests.verify.corpus_models import (
    CASES,
    COLLISION,
    DISTANCE,
    DISTANT,
    LARGEST_MEAN,
    LAWS,
    SQUARES,
    THREE_EQUAL,
    TWO,
    UNIFORM,
    c,
    m,
    p,
    q,
    setting,
    u,
    z,
)  # fmt: skip
from tests.verify.test_functions import World
from verify import kernel
from verify.claims.claim import Claim, Locator, Verdict, judge
from verify.evidence import Grade
from verify.functions.models import MaximumOverModels, SymbolicModel
from verify.functions.statements import NUMBERS, ForEveryFunction
from verify.functions.unspecified import Property, UnspecifiedFunction
from verify.probability.derivation import Derivation, Step
from verify.probability.named_model import NamedModel
from verify.probability.rules import TermBelowTotal
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover

BY_NAME = {case.name: case for case in CASES}


@pytest.fixture(scope="module")
def prover():
    return Prover()


def judged(statement, prover):
    return judge(Claim(Locator("corpus", "a"), statement), prover)


def confirm_witness(statement, witness):
    """A model beyond the value, or parameters at which the named model is none, or has another value."""
    functions = statement.functions or (UnspecifiedFunction("none", (u,), (Property.CONVEX,)),)
    families = statement.setting.families
    larger = World(witness, families, functions[0])
    if any("size" in name for name in larger.at):
        world = larger
    else:
        ((index, size),) = statement.attained_at.sizes.items()
        named = {sp.Symbol(f"size({index})"): sp.Integer(size)}
        for family, entries in statement.attained_at.entries.items():
            at = (sp.Rational(larger.value(sp.sympify(entry))) for entry in entries)
            named |= {sp.Symbol(f"{family}[{k}]"): value for k, value in enumerate(at, 1)}
        world = World({**witness, **named}, families, functions[0])
    hypotheses = all(world.everywhere(h) for h in statement.setting.hypotheses)
    if world is not larger and not hypotheses:
        return
    assert hypotheses
    relation = statement.relation if world is larger else sp.Eq
    assert not world.true(relation(statement.objective, statement.value, evaluate=False))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_claim_has_its_verdict(case, prover):
    found = judged(case.statement, prover)
    assert found.verdict.value == case.verdict, found.note
    assert found.grade is Grade.EXACT
    for certificate in found.certificates:
        kernel.check(certificate, {})
    if case.verdict == "refuted":
        confirm_witness(case.statement, found.witness)
    assert len(BY_NAME) == len(CASES)


def test_model_that_the_author_names_is_the_witness(prover):
    found = judged(BY_NAME["smallest-of-any-number-by-five"].statement, prover)
    assert found.witness[sp.Symbol("size(z)")] == 5
    assert {found.witness[sp.Symbol(f"p[{i}]")] for i in range(1, 6)} == {sp.Rational(1, 5)}


@pytest.mark.parametrize(
    "wrong",
    [
        NamedModel({z: 3}, {**THREE_EQUAL.values, (p, (1,)): sp.Rational(1, 2)}),  # no law
        NamedModel({z: 2}, {(p, (1,)): sp.Rational(1, 2), (p, (2,)): sp.Rational(1, 2)}),  # attains it
    ],
)
def test_named_model_that_refutes_nothing_does_not_count(wrong, prover):
    assert judged(replace(COLLISION, models=(wrong,)), prover).verdict is Verdict.HOLDS


def test_larger_sets_are_looked_at(prover):
    shifted = setting(ge(p, sp.Rational(1, 9)), eq(Total(p, z), 1))
    largest = MaximumOverModels(shifted, Total(p, z), 1, SymbolicModel({z: 1}, {p: (1,)}))
    assert judged(largest, prover).verdict is Verdict.OPEN  # a further element has at least 1/9
    counted = MaximumOverModels(
        setting(*LAWS), Total(p + 1, z), 3, SymbolicModel({z: 2}, {p: (1, 0), q: (1, 0)})
    )
    assert judged(counted, prover).verdict is Verdict.REFUTED
    f = UnspecifiedFunction("f", (u,), (Property.CONVEX,))
    laws = MaximumOverModels(COLLISION.setting, Total(f(p), z), f(1), COLLISION.attained_at, (f,))
    assert judged(laws, prover).verdict is not Verdict.HOLDS  # f(0) is added for each further element


def test_bound_without_its_proof_is_open(prover):
    assert judged(replace(LARGEST_MEAN, steps=LARGEST_MEAN.steps[1:]), prover).verdict is Verdict.OPEN


def test_chain_for_another_bound_proves_nothing_and_breaks_nothing(prover):
    other = replace(LARGEST_MEAN, objective=Total(m * u + m, z), value=c + 1)
    assert judged(other, prover).verdict is Verdict.HOLDS  # by one more step of algebra
    wrong = replace(LARGEST_MEAN, objective=Total(m**2 * u, z), value=c)
    assert judged(wrong, prover).verdict is Verdict.OPEN


def test_parameter_at_which_the_model_is_none(prover):
    negative = setting(ge(m, 0), eq(Total(m, z), 1), le(u, c), ge(u, 0))
    found = judged(replace(LARGEST_MEAN, setting=negative), prover)
    assert found.verdict is Verdict.REFUTED and found.witness[c] < 0


def test_undefined_sides_refute(prover):
    psi = UnspecifiedFunction("f", (u,), (Property.CONVEX,))
    claim = ForEveryFunction((psi,), le(psi(1) / c, psi(1) / c))
    assert claim.examine((), prover).witness == {c: 0}
    assert claim.examine((c > 0,), prover).proved
    assert claim.setting is NUMBERS


def test_model_that_does_not_fit_is_refused():
    for model, said in (
        (SymbolicModel({z: 2}, {p: (1,)}), "2 entries"),
        (SymbolicModel({z: 1}, {q: (1,)}), "names each family"),
        (SymbolicModel({z: 1}, {p: (p,)}), "holds a family"),
    ):
        with pytest.raises(ValueError, match=said):
            replace(COLLISION, attained_at=model)
    with pytest.raises(ValueError, match="vary with no index"):
        replace(COLLISION, objective=p)


def test_text_says_over_what_and_where():
    assert "at least 2 for z" in DISTANT.text and "0 on further elements" in DISTANT.text
    assert "exactly 2 for z" in UNIFORM.text and "p = [1/2, 1/2]" in UNIFORM.text
    assert DISTANCE in DISTANT.text.formulas and SQUARES in UNIFORM.text.formulas
    assert TWO.note and gt(c, 0) in LARGEST_MEAN.setting.hypotheses
    assert Setting({p: (z,)}, supports=Supports.FINITE).families


def test_a_hypothesis_on_the_size_of_a_set_counts_at_the_model(prover):
    law = (ge(p, 0), sp.Eq(Total(p, z), 1))
    for most, elements, verdict in ((1, (1,), Verdict.HOLDS), (1, (1, 0), Verdict.REFUTED)):
        setting = Setting({p: (z,)}, (*law, le(Total(1, z), most)), supports=Supports.FINITE)
        model = SymbolicModel({z: len(elements)}, {p: elements})
        statement = MaximumOverModels(setting, Total(p, z), 1, model, exactly=True)
        assert judge(Claim(Locator("corpus", "size"), statement), prover).verdict is verdict


def test_a_named_model_without_a_value_is_refused_in_one_line(prover):
    law = Setting({p: (z,)}, (ge(p, 0),), supports=Supports.FINITE)
    for values in ({}, {(p, (1,)): sp.Integer(1)}):
        statement = ForEveryFunction((), ge(Total(p, z), 1), law, models=(NamedModel({z: 2}, values),))
        with pytest.raises(ValueError, match=r"no value for p\[[12]\]"):
            statement.examine((), prover)


x, w = sp.symbols("x w", real=True)
SQUARE = MaximumOverModels(
    Setting({x: ()}, (ge(x, 0), le(x, w)), supports=Supports.FINITE), x**2, w**2, SymbolicModel({}, {x: (w,)})
)
"""Over numbers: x^2 on [0, w]."""


def test_extremum_over_numbers(prover):
    given = (ge(w, 0),)
    assert judge(Claim(Locator("corpus", "a"), SQUARE, given), prover).verdict is Verdict.HOLDS
    for value, at in ((w**2 + 1, w), (w**2 / 2, w), (w**2, w + 1)):
        wrong = replace(SQUARE, value=value, attained_at=SymbolicModel({}, {x: (at,)}))
        assert judge(Claim(Locator("corpus", "a"), wrong, given), prover).verdict is Verdict.REFUTED
    assert "over all x with" in str(SQUARE.text)


MASS = Setting({p: (z,)}, (p >= 0, eq(Total(p, z), 1)), supports=Supports.FINITE)
HALVES = NamedModel({z: 2}, {(p, (1,)): sp.Rational(1, 2), (p, (2,)): sp.Rational(1, 2)})


def test_model_that_is_named_meets_the_hypotheses_of_a_chain(prover):
    goal = le(p, 1)
    chain = (Step(le(p, Total(p, z)), TermBelowTotal()), Step(goal))
    found = Derivation(MASS, goal, chain, (HALVES,)).examine((), prover)
    assert found.proved and found.parts[0].witness[sp.Symbol("p[1]")] == sp.Rational(1, 2)
    heavy = NamedModel({z: 1}, {(p, (1,)): sp.Integer(2)})  # no law: it shows nothing
    found = Derivation(MASS, goal, chain, (heavy,)).examine((), prover)
    assert found.proved and found.parts[0].witness[sp.Symbol("p[1]")] == 1


def test_model_that_is_named_refutes_a_chain(prover):
    goal = ge(p, sp.Rational(3, 4))
    found = Derivation(MASS, goal, (Step(goal),), (HALVES,)).examine((), prover)
    assert found.refuted and found.witness[sp.Symbol("p[2]")] == sp.Rational(1, 2)
    unmet = Setting(MASS.families, (*MASS.hypotheses, p < 0), supports=Supports.FINITE)
    assert not Derivation(unmet, goal, (Step(goal),), (HALVES,)).examine((), prover).proved


@pytest.mark.parametrize("share", [sp.Rational(1, 2), sp.Integer(-1)])
def test_a_named_model_that_breaks_a_hypothesis_refutes_nothing(share, prover):
    law = Setting({p: (z,)}, (ge(p, 0), sp.Eq(Total(p, z), 1)), supports=Supports.FINITE)
    broken = NamedModel({z: 1}, {(p, (1,)): share})
    assert broken.failing(law, law.hypotheses, ge(Total(p, z), 1)) is None
    found = ForEveryFunction((), ge(Total(p, z), 1), law, models=(broken,)).examine((), prover)
    assert not found.refuted
