"""Sums of written functions: verdicts by hand, witnesses evaluated apart, planted errors."""

from dataclasses import replace
from fractions import Fraction
from itertools import islice, product

import mpmath
import pytest
import sympy as sp

from tests.verify.corpus import either, eq, ge, gt, le
from tests.verify.corpus_written import (
    CASES,
    DIVERGENCE,
    LAW,
    LAWS,
    PAIR,
    POWERS,
    SIZE,
    Case,
    affinity,
    function,
    js,
    kl,
    lg,
    p,
    q,
    s,
    u,
    x,
    y,
    z,
)
from verify import recheck
from verify.claims.claim import Claim, Locator, judge
from verify.evidence import Grade
from verify.functions.certified_model import CertifiedModel, UnknownSignError, certified_sign
from verify.functions.edge_perspective import EdgePerspective
from verify.functions.lemmas import ByDefinition, Jensen, SupportLine
from verify.functions.named_convexity import NamedFunction, Shape
from verify.functions.unspecified import Value
from verify.functions.written import WithWrittenFunctions
from verify.independent_check.witness import Confirmation, confirm_witness
from verify.language.serialization import packed, unpacked
from verify.probability.derivation import Step
from verify.probability.model_search import small_models
from verify.probability.named_model import NamedModel
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover

BY_NAME = {case.name: case for case in CASES}


@pytest.fixture(scope="module")
def prover():
    return Prover()


# --- a second evaluation: 50 digits, the functions written down once more -----------------------------------

DIGITS, TIE = 50, mpmath.mpf(10) ** -40
LOG2 = mpmath.log(2)


def relative_entropy(a, b, _):
    return 0 if a == 0 else None if b == 0 else a * mpmath.log(a / b)


def midpoint(a, b, _):
    half = (a + b) / 2
    return sum(mpmath.mpf(0) if c == 0 else c * mpmath.log(c / half) for c in (a, b))


FORMULAS = {
    "kl": relative_entropy,
    "affinity": lambda a, b, order: a**order * b ** (1 - order) if a and b else 0,
    "root": lambda a, b, _: mpmath.sqrt(a * b),
    "power": lambda a, b, order: 0 if a == 0 else None if b == 0 else a**order * b ** (1 - order),
    "lg": lambda a, b, _: b * mpmath.log(a / b) if a and b else None,
    "js": midpoint,
}


class NoValueError(Exception):
    pass


class World:
    def __init__(self, witness, families):
        self.at = {symbol.name: value for symbol, value in witness.items()}
        self.families = families

    def places(self, indices):
        sizes = [range(1, int(self.at[f"size({i})"]) + 1) for i in indices]
        return (dict(zip(indices, chosen, strict=True)) for chosen in product(*sizes))

    def value(self, e, place):
        if e.is_Rational:
            return mpmath.mpf(int(e.p)) / int(e.q)
        if e.is_Symbol:
            where = self.families.get(e)
            name = f"{e}[{','.join(str(place[i]) for i in where)}]" if where else e.name
            return self.value(self.at[name], {})
        if isinstance(e, Total):
            return sum(
                (self.value(e.summand, {**place, **more}) for more in self.places(e.indices)), mpmath.mpf(0)
            )
        if isinstance(e, Value):
            a, b = (self.value(part, place) for part in e.point)
            order = self.value(s, {}) if "s" in self.at else None
            if min(a, b) < 0 or (found := FORMULAS[e.name](a, b, order)) is None:
                raise NoValueError
            return found
        parts = [self.value(part, place) for part in e.args]
        if isinstance(e, sp.log):
            if parts[0] <= 0:
                raise NoValueError
            return mpmath.log(parts[0])
        if e.is_Pow:
            if parts[0] == 0 and parts[1] < 0:
                raise NoValueError
            return parts[0] ** parts[1]
        return {sp.Add: mpmath.fsum, sp.Mul: mpmath.fprod}[e.func](parts)

    def true(self, statement, place):
        if isinstance(statement, (sp.And, sp.Or)):
            return (all if isinstance(statement, sp.And) else any)(
                self.true(a, place) for a in statement.args
            )
        try:
            left, right = (self.value(side, place) for side in statement.args)
        except NoValueError:
            return False
        gap = left - right
        sign = 0 if abs(gap) < TIE else 1 if gap > 0 else -1
        wanted = {sp.Ge: (0, 1), sp.Gt: (1,), sp.Le: (0, -1), sp.Lt: (-1,), sp.Eq: (0,), sp.Ne: (-1, 1)}
        return sign in wanted[statement.func]

    def everywhere(self, statement):
        bound = {i for total in statement.atoms(Total) for i in total.indices}
        free = {i for e in statement.free_symbols for i in self.families.get(e, ())} - bound
        return all(self.true(statement, place) for place in self.places(sorted(free, key=str)))


def contradicts(case: Case, witness) -> bool:
    """Whether the hypotheses hold at the witness and the goal fails, to 40 digits."""
    with mpmath.workdps(DIGITS):
        world = World(witness, case.statement.setting.families)
        hypotheses = (*case.domain, *case.statement.setting.hypotheses, *case.statement.given)
        return all(map(world.everywhere, hypotheses)) and not world.everywhere(case.statement.goal)


@pytest.mark.family(2)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_claim_has_its_verdict(case, prover):
    found = judge(Claim(Locator("corpus", case.name), case.statement, case.domain), prover)
    assert found.verdict.value == case.verdict, found.note
    for certificate in found.certificates:
        recheck.check(certificate, {})
    if case.verdict == "refuted":
        assert contradicts(case, found.witness), found.witness
        assert confirm_witness(case.statement, case.domain, found.witness)[0] is Confirmation.CONFIRMED
    assert found.grade is Grade.EXACT


def test_corpus_has_true_and_false_claims_of_each_function():
    assert len(BY_NAME) == len(CASES) and all(case.reason for case in CASES)
    for name in FORMULAS:
        verdicts = {c.verdict for c in CASES if c.statement.functions[0].name == name}
        assert verdicts == {"holds", "refuted"}, name
    assert min([c.verdict for c in CASES].count(v) for v in ("holds", "refuted")) >= 15


def test_second_evaluation_can_fail():
    """Neither a model in which the claim is true, nor one that breaks a hypothesis, is a counterexample."""
    case = BY_NAME["gibbs-strictly"]
    size, p_1, q_1 = sp.Symbol("size(z)"), sp.Symbol("p[1]"), sp.Symbol("q[1]")
    one = sp.Integer(1)
    assert contradicts(case, {size: one, p_1: one, q_1: one})
    assert not contradicts(case, {size: one, p_1: one, q_1: one / 2})
    assert not contradicts(BY_NAME["gibbs"], {size: one, p_1: one, q_1: one})


def test_independent_check_takes_functions_as_they_are_written():
    """p = q = 1: no value of kl is negative there, and at q = 0 there is none."""
    one, gibbs, size = sp.Integer(1), BY_NAME["gibbs"].statement, sp.Symbol("size(z)")
    masses = {sp.Symbol("p[1]"): one, sp.Symbol("q[1]"): one, size: one}
    assert confirm_witness(gibbs, (), masses)[0] is Confirmation.CONTRADICTED
    absent = {**masses, sp.Symbol("p[2]"): one * 0, sp.Symbol("q[2]"): one * 0, size: 2 * one}
    assert confirm_witness(gibbs, (), absent)[0] is Confirmation.CONTRADICTED
    undefined = replace(gibbs, setting=Setting(PAIR.families, (ge(p, 0),)))
    assert confirm_witness(undefined, (), {**masses, sp.Symbol("q[1]"): 0 * one})[0] is Confirmation.CONFIRMED


def test_no_drawn_model_contradicts_a_true_claim():
    """Models of the hypotheses by another seed, each true claim evaluated apart."""
    looked_at = 0
    for case in CASES:
        statement = case.statement
        if case.verdict != "holds" or statement.given:
            continue
        hypotheses = (*case.domain, *statement.setting.hypotheses)
        symbols = statement.free_symbols | {e for h in hypotheses for e in h.free_symbols}
        symbols -= set(statement.setting.indices)
        for model in islice(small_models(statement.setting, hypotheses, symbols, 2, seed=7), 25):
            with mpmath.workdps(DIGITS):
                world = World(model.point, statement.setting.families)
                assert world.everywhere(statement.goal), (case.name, model.point)
            looked_at += 1
    assert looked_at > 200


# --- planted errors: the functions --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        function("f", x * sp.log(x), Shape.CONCAVE, 0),
        function("f", x * sp.log(x), Shape.CONVEX, -1),
        function("f", x**s, Shape.CONVEX, 0, 0),
        function("f", sp.sqrt(x), Shape.CONCAVE, 0, 1),
        function("f", sp.sqrt(x), Shape.CONCAVE, 1, 0),
        function("f", x**2, Shape.CONVEX, 0, 0),
    ],
    ids=["shape", "value at 0", "order", "slope", "jump", "slope of a square"],
)
def test_function_that_is_not_sublinear_is_not_called_so(wrong, prover):
    assert not wrong.is_sublinear(POWERS, prover).proved
    masses = Setting({p: (z,), q: (z,)}, (ge(p, 0), gt(q, 0)), supports=Supports.FINITE)
    goal = wrong.above(Total(wrong(p, q), z), wrong(Total(p, z), Total(q, z)), evaluate=False)
    assert not WithWrittenFunctions((wrong,), goal, masses).examine(POWERS, prover).proved


@pytest.mark.parametrize("edge", [(0, 0), (0, 1), (1, 0)])
def test_conventions_at_the_edges_are_those_that_are_written(edge):
    setting = Setting({p: (z,), q: (z,)})
    values = {(p, (1,)): Fraction(edge[0]), (q, (1,)): Fraction(edge[1])}
    model = CertifiedModel(setting, {z: 1}, values, (kl, js))
    assert model.holds(eq(kl(p, q), 0)) is (edge != (1, 0))
    assert model.holds(eq(js(p, q), 0 if edge == (0, 0) else sp.log(2)))


def test_perspectives_that_are_none():
    with pytest.raises(ValueError, match="on \\(0, oo\\)"):
        EdgePerspective("f", (x, y), NamedFunction(x, x, 1), Shape.CONVEX)
    with pytest.raises(ValueError, match="convex or concave"):
        EdgePerspective("f", (x, y), NamedFunction(x, x), Shape.INCREASING)
    with pytest.raises(ValueError, match="no parameters"):
        EdgePerspective("f", (x, s), NamedFunction(x, x**s), Shape.CONCAVE)
    with pytest.raises(ValueError, match="not at -1"):
        SupportLine(kl, (p, q), sp.Integer(-1))


# --- planted errors: the lemmas -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lemma",
    [
        Jensen(kl, (1, 2), ((1, (p, q)),), (z,)),
        Jensen(kl, (1, 1), ((-1, (p, q)),), (z,)),
        Jensen(kl, (p, q), ((p, (1, 0)), (q, (0, 1)))),
        SupportLine(kl, (p, q), s),
        SupportLine(lg, (p, q)),
        ByDefinition(eq(kl(p, q), p - q)),
        ByDefinition(eq(kl(p, 1), sp.log(p))),
        ByDefinition(ge(kl(1, p), 0)),
    ],
    ids=[
        "point",
        "weight",
        "no value there",
        "line at any number",
        "no value at 0",
        "no identity",
        "at 0 only",
        "sign",
    ],
)
def test_false_lemma_proves_nothing(lemma, prover):
    """Whatever the goal: a lemma that is not proved leaves it open, or a model refutes it."""
    for goal in (lemma.conclusion, ge(DIVERGENCE, 0)):
        statement = WithWrittenFunctions((kl, lg), goal, PAIR, lemmas=(lemma,))
        assert not statement.examine((), prover).proved


def test_strict_line_needs_a_curved_function(prover):
    straight = function("f", 2 * x, Shape.CONVEX, 0)
    for strict, proved in ((False, True), (True, False)):
        lemma = SupportLine(straight, (p, q), strict=strict)
        statement = WithWrittenFunctions((straight,), lemma.conclusion, PAIR, lemmas=(lemma,))
        assert statement.examine((), prover).proved is proved


def test_value_in_an_alternative_is_not_taken_for_defined(prover):
    """A hypothesis `kl = 0 or n >= 0` is true where kl has no value, and `kl + 1 >= kl` is false there."""
    goal = ge(DIVERGENCE + 1, DIVERGENCE)
    pair = Setting(PAIR.families, LAWS, supports=Supports.FINITE)
    given = (either(eq(DIVERGENCE, 0), ge(SIZE, 0)),)
    assert WithWrittenFunctions((kl,), goal, pair, given, steps=(Step(goal),)).examine((), prover).refuted
    assumed = (eq(DIVERGENCE, 0),)
    assert WithWrittenFunctions((kl,), goal, pair, assumed, steps=(Step(goal),)).examine((), prover).proved


def test_logarithm_of_what_may_be_negative_is_not_taken_for_defined(prover):
    """Between -1/100 and 0, where no model is drawn, log(c) has no value, and nothing above it."""
    c = sp.Symbol("c")
    larger = gt(sp.log(c) + 1, sp.log(c))
    statement = WithWrittenFunctions((), larger, Setting({}))
    assert not statement.examine((gt(c, -sp.Rational(1, 100)), sp.Ne(c, 0)), prover).proved
    assert statement.examine((gt(c, 0),), prover).proved


def test_mixtures_over_infinite_sets_are_open(prover):
    countable = replace(BY_NAME["log-sum"].statement, setting=replace(PAIR, supports=Supports.COUNTABLE))
    assert not countable.examine((), prover).proved


def test_contradictory_hypotheses_prove_nothing(prover):
    none = Setting(PAIR.families, (*PAIR.hypotheses, gt(p, 1)), supports=Supports.FINITE)
    found = WithWrittenFunctions((kl,), le(DIVERGENCE, -1), none).examine((), prover)
    assert not found.proved and not found.refuted


# --- signs, models, statements ------------------------------------------------------------------------------


def test_signs_of_sums_of_logarithms():
    near = sp.log(sp.Rational(2**300 + 1, 2**300))
    assert certified_sign(near) == 1 and certified_sign(-near) == -1
    assert certified_sign(sp.log(sp.Rational(9, 8)) - 2 * sp.log(3) + 3 * sp.log(2)) == 0
    assert certified_sign(sp.sqrt(2) * sp.sqrt(3) - sp.sqrt(6)) == 0
    with pytest.raises(UnknownSignError):
        certified_sign(sp.log(sp.sqrt(2) + 1) + sp.log(sp.sqrt(2) - 1))


def test_model_of_the_author_is_evaluated(prover):
    """Seven outcomes, more than are drawn; the same model for a true claim, and one that is no law."""
    equal = {(p, (i,)): sp.Rational(1, 7) for i in range(1, 8)}
    seven = NamedModel({z: 7}, equal)
    entropy = le(-Total(kl(p, 1), z), sp.log(6))
    found = WithWrittenFunctions((kl,), entropy, LAW, models=(seven,)).examine((), prover)
    assert found.refuted and found.witness[sp.Symbol("size(z)")] == 7
    true = le(-Total(kl(p, 1), z), sp.log(SIZE))
    assert not WithWrittenFunctions((kl,), true, LAW, models=(seven,)).examine((), prover).refuted
    no_law = NamedModel({z: 7}, {**equal, (p, (1,)): sp.Integer(1)})
    assert not WithWrittenFunctions((kl,), entropy, LAW, models=(no_law,)).examine((), prover).refuted
    assert not WithWrittenFunctions((kl,), entropy, LAW).examine((), prover).proved


def test_drawn_models_obey_the_hypotheses_and_are_the_same_each_time():
    draws = [[m.point for m in small_models(PAIR, PAIR.hypotheses, [p, q], 2, seed=3)] for _ in range(2)]
    assert draws[0] == draws[1] and len(draws[0]) > 10
    for at in draws[0]:
        count = range(1, int(at[sp.Symbol("size(z)")]) + 1)
        for family in "pq":
            assert sum(at[sp.Symbol(f"{family}[{i}]")] for i in count) == 1


def test_foreign_and_nested_values_are_refused():
    with pytest.raises(ValueError, match="no value of kl"):
        WithWrittenFunctions((kl,), ge(lg(u, 1), 0))
    with pytest.raises(ValueError, match="no value of kl"):
        WithWrittenFunctions((kl,), ge(kl(kl(p, q), 1), 0))


@pytest.mark.parametrize("name", ["gibbs", "hoelder", "equality-in-gibbs"])
def test_statement_survives_transport(name):
    statement = BY_NAME[name].statement
    assert unpacked(packed(statement)) == statement


def test_text_says_the_conventions():
    text = str(BY_NAME["gibbs"].statement.text)
    assert "kl(x, y) = x*log(x/y), 0 at x = 0 < y, no value at y = 0 < x, 0 at x = y = 0" in text
    assert affinity.name in str(affinity.note) and s in BY_NAME["hoelder"].statement.free_symbols
