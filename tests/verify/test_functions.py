"""Statements for every function with axioms: verdicts by hand, witnesses evaluated apart, planted errors."""

import operator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

import pytest
import sympy as sp

from tests.verify.corpus import ge, le
from tests.verify.corpus_functions import (
    AFTER,
    CASES,
    MEAN,
    Case,
    a,
    b,
    c,
    d,
    f,
    h,
    m,
    psi,
    u,
    x,
    y,
    z,
)
from verify import kernel
from verify.claims.auditor import judge_within
from verify.claims.claim import Claim, Locator, Verdict, judge
from verify.evidence import Grade
from verify.functions.concrete import KINK, Concrete, extreme_functions, listed_functions
from verify.functions.instances import Mixture, mixtures
from verify.functions.statements import ForEveryFunction
from verify.functions.unspecified import SUBLINEAR, Property, UnspecifiedFunction, Value
from verify.independent_check.witness import Confirmation, confirm_witness
from verify.language.serialization import packed, unpacked
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Total
from verify.prover.prover import Prover

BY_NAME = {case.name: case for case in CASES}


@pytest.fixture(scope="module")
def prover():
    return Prover()


# --- a second evaluation: by recursion over trees, with nothing of the package's models ------------------

HOLDS = {
    sp.Le: operator.le, sp.Lt: operator.lt, sp.Ge: operator.ge, sp.Gt: operator.gt, sp.Eq: operator.eq,
    sp.Ne: operator.ne,
}  # fmt: skip


class World:
    """Numbers, index sets, families and one function, as a witness has them."""

    def __init__(self, witness, families, function):
        self.at = {s.name: v for s, v in witness.items()}
        self.families, self.function = families, function
        name = str(function(*function.arguments))
        self.formula = self.at.pop(name, None)

    def value(self, e, place=()):
        place = dict(place)
        if e.is_Rational:
            return Fraction(int(e.p), int(e.q))
        if e.is_Symbol:
            if e in place:
                return place[e]
            where = self.families.get(e)
            name = f"{e}[{','.join(str(place[i]) for i in where)}]" if where else e.name
            return self.value(self.at.get(name, sp.Integer(0)))
        if isinstance(e, Total):
            sizes = [range(1, int(self.at[f"size({i})"]) + 1) for i in e.indices]
            return sum(
                (
                    self.value(e.summand, {**place, **dict(zip(e.indices, w, strict=True))})
                    for w in product(*sizes)
                ),
                Fraction(0),
            )
        if isinstance(e, Value):
            point = [self.value(part, place) for part in e.point]
            if self.function.on_orthant and min(point) < 0:
                raise ZeroDivisionError("outside")
            return self.value(self.formula, dict(zip(self.function.arguments, point, strict=True)))
        if isinstance(e, sp.Piecewise):
            return next(self.value(v, place) for v, c in e.args if self.true(c, place))
        parts = [self.value(part, place) for part in e.args]
        if e.is_Pow:
            return parts[0] ** int(e.exp)
        return {sp.Add: sum, sp.Mul: prod, sp.Max: max, sp.Min: min, sp.Abs: lambda v: abs(v[0])}[e.func](
            parts
        )

    def true(self, statement, place=()):
        if statement in (sp.true, sp.false):
            return bool(statement)
        try:
            return HOLDS[statement.func](*(self.value(side, place) for side in statement.args))
        except ZeroDivisionError:
            return False

    def everywhere(self, statement):
        indices = sorted({i for e in statement.free_symbols for i in self.families.get(e, ())}, key=str)
        bound = {i for total in statement.atoms(Total) for i in total.indices}
        indices = [i for i in indices if i not in bound]
        sizes = [range(1, int(self.at[f"size({i})"]) + 1) for i in indices]
        return all(self.true(statement, dict(zip(indices, w, strict=True))) for w in product(*sizes))


def check_witness(case: Case, witness) -> None:
    """The hypotheses hold at the witness and the goal fails; outside of the functions' domain it does."""
    world = World(witness, case.statement.setting.families, case.statement.functions[0])
    hypotheses = (*case.domain, *case.statement.setting.hypotheses)
    if world.formula is not None:
        hypotheses += case.statement.given
    assert all(world.everywhere(h) for h in hypotheses), witness
    if world.formula is None:  # a point of the goal is outside
        points = [part for v in case.statement.goal.atoms(Value) for part in v.point]
        assert any(world.value(part) < 0 for part in points)
    else:
        assert not world.true(case.statement.goal), witness


@pytest.mark.family(2)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_claim_has_its_verdict(case, prover):
    found = judge(Claim(Locator("corpus", case.name), case.statement, case.domain), prover)
    assert found.verdict.value == case.verdict, found.note
    for certificate in found.certificates:
        kernel.check(certificate, {})
    if case.verdict == "refuted":
        check_witness(case, found.witness)
        assert confirm_witness(case.statement, case.domain, found.witness)[0] is Confirmation.CONFIRMED
    if case.verdict != "open":
        assert found.grade is Grade.EXACT


def test_corpus_has_true_and_false_claims_of_each_kind():
    for sums in (False, True):
        verdicts = [c.verdict for c in CASES if bool(c.statement.setting.families) == sums]
        assert verdicts.count("holds") >= 5 and verdicts.count("refuted") >= 4
    assert len(BY_NAME) == len(CASES) and all(case.reason for case in CASES)


# --- functions that are written down ----------------------------------------------------------------------

FUNCTIONS = [
    UnspecifiedFunction("e", arguments, properties, on_orthant)
    for arguments in ((x,), (x, y))
    for on_orthant in (True, False)
    for properties in (
        SUBLINEAR, (*SUBLINEAR, Property.INCREASING), (Property.CONVEX,), (Property.INCREASING,),
        (Property.CONVEX, Property.INCREASING), (Property.HOMOGENEOUS,),
        (Property.HOMOGENEOUS, Property.CONVEX),
    )
]  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: str(function.note))
def test_extreme_functions_obey_the_axioms(function, prover):
    for concrete in extreme_functions(function) or ():
        assert concrete.obeys(function, prover).proved, concrete.formula


@pytest.mark.parametrize(
    ("formula", "axiom"),
    [(x * y, SUBLINEAR), (-abs(x - y), SUBLINEAR), (sp.Min(x, y), SUBLINEAR), (x**2, SUBLINEAR),
     (x * y, (Property.CONVEX,)), (x - y, (Property.INCREASING,)), (sp.Integer(-1), (Property.SUBADDITIVE,))],
)  # fmt: skip
def test_function_that_breaks_an_axiom_does_not_count(formula, axiom, prover):
    assert not Concrete((x, y), formula).obeys(UnspecifiedFunction("e", (x, y), axiom), prover).proved


def test_without_the_check_of_axioms_true_claims_would_be_refuted(prover, monkeypatch):
    case = BY_NAME["subadditive-three-terms"]
    goal = le(h(a + b), h(a) + h(b))
    true = replace(case.statement, goal=goal)
    assert true.examine((a >= 0, b >= 0), prover).proved
    monkeypatch.setattr(Concrete, "obeys", lambda self, function, prover: prover.decide_inhabited(()))
    assert true.examine((a >= 0, b >= 0), prover).refuted  # by -1, which is not subadditive


def test_pool_has_what_textbooks_name():
    formulas = {concrete.formula for concrete in listed_functions(psi)}
    assert {sp.Integer(1), x, y, sp.Abs(x - y), sp.Max(x, KINK * y)} <= formulas
    quotient = next(f for f in formulas if f.has(sp.Piecewise))
    assert quotient.subs({x: 0, y: 0}) == 0 and quotient.subs({x: 1, y: 3}) == 1


# --- mixtures: planted errors -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        Mixture(psi, (a, b), ((a, (1, 0)), (a, (0, 1)))),  # not the point
        Mixture(psi, (a, b), ((2 * a, (1, 0)), (b, (0, 1)))),
        Mixture(psi, (a, b), ((a + 1, (1, 0)), (b, (0, 1)), (-1, (1, 0)))),  # a weight below 0
        Mixture(psi, (a, b), ((a / (a - 1), (1 - 1 / a, 0)), (b, (0, 1)))),  # undefined, and a point outside
    ],
    ids=str,
)
def test_false_mixture_proves_nothing(wrong, prover):
    domain = (a >= 0, b >= 0)
    claim = ForEveryFunction((psi,), le(psi(a, b) ** 3, wrong.conclusion.rhs**3), mixtures=(wrong,))
    assert not claim.examine(domain, prover).proved
    shown = claim._holding(wrong, domain, prover)
    assert not shown.proved, shown


def test_weights_of_a_convex_function_add_up_to_one(prover):
    wrong = Mixture(f, (a,), ((a, (1,)),))
    assert any(isinstance(condition, sp.Eq) for condition in wrong.conditions)
    over = Mixture(f, (Total(m * u, z),), ((m, (u,)),), (z,))
    free = replace(MEAN, hypotheses=MEAN.hypotheses[:2])
    claim = ForEveryFunction((f,), le(f(Total(m * u, z)), Total(m * f(u), z)), free, mixtures=(over,))
    assert claim.examine((), prover).refuted


@pytest.mark.parametrize(
    ("function", "parts"),
    [(h, ((2, (a,)),)), (h, ((1, (a,)), (t2 := sp.Symbol("t2"), (b,))))],
)
def test_mixture_that_the_axioms_do_not_bound_is_refused(function, parts):
    with pytest.raises(ValueError, match="gives no bound"):
        Mixture(function, (a,), parts)


@pytest.mark.slow
def test_sums_over_infinite_sets_are_not_mixed(prover):
    case = BY_NAME["jensen-over-a-set"]
    countable = replace(case.statement.setting, supports=Supports.COUNTABLE)
    claim = Claim(Locator("corpus", "countable"), replace(case.statement, setting=countable))
    found = judge(claim, prover)
    assert found.verdict is Verdict.OPEN and "Supports.FINITE" in str(found.evidence)


def test_step_that_does_not_follow_leaves_the_claim_open(prover):
    case = BY_NAME["divergence-is-at-most-that-of-disjoint-laws"]
    shorter = replace(case.statement, steps=case.statement.steps[1:])
    assert judge(Claim(Locator("corpus", "gap"), shorter), prover).verdict is Verdict.OPEN


def test_mixtures_are_found_for_each_shape():
    assert any(len(mixture.parts) == 2 for mixture in mixtures(psi, [(a, b)]))
    sums = [mixture.parts for mixture in mixtures(h, [(a + b,), (a,), (b,)])]
    assert ((sp.Integer(1), (a,)), (sp.Integer(1), (b,))) in sums


# --- what is no statement ---------------------------------------------------------------------------------


def test_bad_statements_are_refused_in_one_line():
    for goal, said in (
        (le(f(a), 1), "no value of psi"),
        (le(psi(psi(a, b), c), d), "no value of psi"),
        (le(psi(KINK, a), d), "kink is taken"),
        (le(Value("psi", a), d), "is no value of"),
    ):
        with pytest.raises(ValueError, match=said):
            ForEveryFunction((psi,), goal)
    with pytest.raises(ValueError, match="2 arguments, not 1"):
        psi(a)
    with pytest.raises(ValueError, match="no axiom"):
        UnspecifiedFunction("e", (x,), ())


def test_statement_goes_to_another_process_as_it_is():
    statement = BY_NAME["data-processing"].statement
    assert unpacked(packed(statement)) == statement
    assert ge(statement.goal.lhs, 0) == ge(AFTER, 0)


def test_bad_functions_are_refused_in_one_line(prover):
    convex = UnspecifiedFunction("f", (KINK,), (Property.CONVEX,))
    mean = sp.Eq(2 * convex(1), convex(0) + convex(2))  # false of Max(1, x); all others are straight
    with pytest.raises(ValueError, match="kink is taken"):
        ForEveryFunction((convex,), mean)
    with pytest.raises(ValueError, match="kink is taken"):
        ForEveryFunction((f,), sp.Eq(2 * f(1), f(0) + f(2))).examine((KINK > 10,), prover)
    with pytest.raises(ValueError, match="two functions of one name"):
        ForEveryFunction((f, replace(f, properties=(Property.SUBADDITIVE,))), le(f(2), 2 * f(1)))
    for sign in ({"positive": True}, {"negative": True}, {"integer": True}):
        with pytest.raises(ValueError, match="declare"):  # Abs(x) would be x, and count for a straight line
            UnspecifiedFunction("f", (sp.Symbol("x", **sign),), SUBLINEAR, on_orthant=False)


@pytest.mark.parametrize("step", [sp.Piecewise((1, psi(1, 1) >= 3), (0, True)), sp.Heaviside(psi(1, 1) - 3)])
def test_a_step_function_of_values_is_not_linear_in_them(step, prover):
    false = ForEveryFunction((psi,), sp.Le(step, 0, evaluate=False))  # psi = 5*x; at x and y themselves true
    assert false._linear is None
    assert not false.examine((), prover).proved


def test_what_is_given_of_a_value_that_does_not_exist_is_never_true(prover):
    outside = ForEveryFunction((f,), ge(f(1), 0), given=(sp.Eq(f(-1), 1),))
    divided = ForEveryFunction((f,), ge(f(1), 0), given=(sp.Eq(1 / f(-1), 1),))
    zero = ForEveryFunction((f,), ge(f(1), 0), given=(sp.Eq(f(b) / f(b) ** 2 * f(a), 1), sp.Eq(f(b), 0)))
    for vacuous in (outside, divided, zero):
        found = vacuous.examine((), prover)
        assert not (found.proved or found.refuted)


def test_names_of_values_are_none_that_is_given(prover):
    named = sp.Symbol("f_at_1")
    false = ForEveryFunction((f,), le(f(1), 0), given=(le(named, 0),))
    parts = list(false._by_mixtures((), prover))
    assert not all(part.proved for part in parts)


def test_an_audit_refutes_what_is_false_of_one_function():
    for goal, domain in (
        (le(f(0), f(1)), ()),
        (le(f(a), (1 - a) * f(0) + a * f(1)), (ge(a, 0), le(a, 2))),  # a hypothesis is searched for, too
        (le(f(sp.sqrt(2)), sp.sqrt(2) * f(1)), ()),
    ):
        claim = Claim(Locator("corpus", "false"), ForEveryFunction((f,), goal), domain)
        record = judge_within(claim, 60).record
        assert record.verdict in (Verdict.REFUTED, Verdict.HOLDS_IF), record.note
        assert record.confirmation == Confirmation.CONFIRMED


SQUARED, RAMP = {sp.Symbol("f(x)"): x**2}, {sp.Symbol("f(x)"): sp.Max(x - 1, 0)}


@pytest.mark.parametrize(
    ("properties", "goal", "witness", "seen"),
    [
        ((Property.CONVEX,), le(f(1), 0), SQUARED, Confirmation.CONFIRMED),
        ((Property.CONVEX,), le(f(1), 1), SQUARED, Confirmation.CONTRADICTED),
        ((Property.SUBADDITIVE,), le(f(1), 0), SQUARED, Confirmation.CONTRADICTED),
        ((Property.HOMOGENEOUS,), le(f(1), 0), SQUARED, Confirmation.CONTRADICTED),
        ((Property.INCREASING,), le(f(2), 0), RAMP, Confirmation.CONFIRMED),
        ((Property.INCREASING,), le(f(2), 0), {sp.Symbol("f(x)"): 1 - x}, Confirmation.CONTRADICTED),
        ((Property.CONVEX,), le(f(-1), 2), SQUARED, Confirmation.CONFIRMED),  # it has no value there
        ((Property.CONVEX,), sp.Gt(1 / f(0), 0), SQUARED, Confirmation.CONFIRMED),
    ],
)
def test_a_function_that_is_written_down_is_looked_at_again(properties, goal, witness, seen):
    statement = ForEveryFunction((replace(f, properties=properties),), goal)
    assert confirm_witness(statement, (), witness)[0] is seen


def test_text_is_no_weight_and_no_point():
    for point, parts in (("a", ((1, (a,)),)), (a, (("1", (a,)),)), (a, ((1, ("a",)),))):
        with pytest.raises(sp.SympifyError):
            Mixture(psi, (point, b), tuple((m, (*y, b)) for m, y in parts))


def test_what_the_function_0_does_not_obey_is_false(prover):
    increasing = UnspecifiedFunction("f", (x,), (*SUBLINEAR, Property.INCREASING))
    false = ForEveryFunction((increasing,), ge(increasing(1), 1))  # true of x, the one extreme function
    found = false.examine((), prover)
    assert found.refuted and found.witness == {sp.Symbol("f(x)"): 0}
    assert not all(part.proved for part in false._for_extreme((), prover))
