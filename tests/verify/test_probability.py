"""The language of finite sums: its rules say no where a sum, a set or a ratio is empty, null or undefined."""

from fractions import Fraction
from random import Random

import pytest
import sympy as sp

from tests.finite_distribution import Distribution, NullEventError
from tests.random_models import random_check, random_distribution, random_models
from verify import polynomial
from verify.evidence import Outcome
from verify.probability import derivation
from verify.probability import refutation as refutations
from verify.probability.derivation import Derivation, Step
from verify.probability.model import Model, UndefinedError
from verify.probability.refutation import find_model, refutation
from verify.probability.rules import Algebra, RuleNotApplicableError, TermBelowTotal, Termwise, not_empty
from verify.probability.statements import RatioBetween, TermwiseSum
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Quotient, Setting, Total, conditional
from verify.prover.prover import Prover
from verify.prover.witness import Wanted

a, b, c, s, t, u, v, w, y, z = sp.symbols("a b c s t u v w y z")
ONE = {v: (z,), w: (z,)}


@pytest.fixture(scope="module")
def prover():
    return Prover()


def applied(rule, setting, premises, conclusion, prover):
    return rule.examine(setting, premises, conclusion, prover).outcome


# Normal forms against evaluation, which knows nothing of them.

TWO = {a: (y,), b: (z,), c: (y, z), s: (y,)}


def random_term(random, depth=3):
    if depth == 0:
        return random.choice([a, b, c, s, t, sp.Integer(random.randint(-2, 3))])
    left, right = random_term(random, depth - 1), random_term(random, depth - 1)
    match random.randint(0, 5):
        case 0 | 1:
            return left + right
        case 2 | 3:
            return left * right
        case 4:
            return left / (1 + right**2)
        case _:
            return Total(left, random.choice([y, z]))


def test_normal_form_has_the_value_of_the_expression():
    random = Random(11)
    setting = Setting(TWO, events=(s,))
    models = list(random_models(setting, setting.facts(), [a, b, c, s, t], 6, seed=4, largest=3))
    empty = Model(
        setting, {y: 0, z: 2}, {(b, (1,)): Fraction(2), (b, (2,)): Fraction(-1), (t, ()): Fraction(3)}
    )
    changed = 0
    for _ in range(25):
        expression = Total(random_term(random), y, z) * Total(random_term(random), y) + random_term(random)
        normal = setting.normal(expression)
        changed += normal != expression
        for model in (*models, empty):
            for place in model.places(frozenset({y, z})):
                assert model.value(normal, place) == model.value(expression, place)
        if not setting.free_indices(expression):
            assert empty.value(normal) == empty.value(expression)
    assert changed > 12


def test_sums_over_two_indices_come_apart_and_together():
    setting = Setting(TWO, events=(s,))
    assert setting.normal(Total(a * b, y, z)) == Total(a, y) * Total(b, z)
    assert setting.normal(Total(a * Total(b * c, z), y)) == Total(a * b * c, y, z)
    assert setting.normal(Total(s**2 * a + s, y)) == Total(s * a, y) + Total(s, y)
    assert setting.normal(Total(a**2, y)) != setting.normal(Total(a, y) ** 2)
    assert setting.normal(Total(sp.Integer(3), y)) == 3 * Total(1, y)


# What a statement means in a model.


def model(values, size=2, t_value=1):
    cells = {(w, (i + 1,)): Fraction(value) for i, value in enumerate(values)}
    return Model(Setting({w: (z,)}), {z: size}, {**cells, (t, ()): Fraction(t_value)})


def test_an_undefined_comparison_is_false_whichever_way_it_points():
    null = model([0, 0])
    for ratio in (Total(w**2, z) / Total(w, z), Quotient(Total(w, z), Total(w, z)), 1 / Total(w, z)):
        assert not any(null.holds(r) for r in (ratio >= 0, ratio < 0, sp.Eq(ratio, 0), sp.Ne(ratio, 0)))
        with pytest.raises(UndefinedError):
            null.value(ratio)


def test_an_empty_sum_is_zero_but_its_constant_divisor_counts():
    empty = model([], size=0, t_value=0)
    assert empty.value(Total(1 / w, z)) == 0
    assert empty.holds(w > 5)
    assert not empty.holds(Total(w, z) > 0)
    assert not empty.holds(Total(w / t, z) >= 0)


def test_a_zero_weight_does_not_mend_an_undefined_term():
    assert not model([0, 1], t_value=0).holds(Total(w * (1 / t), z) >= 0)
    assert not model([0, 1]).holds(Total((w + 1 - w**2) / w, z) > 0)


def test_no_refutation_from_a_model_in_which_the_goal_holds():
    with pytest.raises(ValueError, match="holds in the model"):
        refutation("a claim", model([1, 1]), Total(w, z) > 0)


# The empty index set.


def test_a_premise_on_elements_says_nothing_where_there_may_be_none(prover):
    setting = Setting(ONE)
    impossible = (w > 1 - t, w < -t)
    assert applied(Algebra(), setting, impossible, sp.Gt(t, 0), prover) is Outcome.OPEN
    assert applied(Algebra(), setting, (*impossible, Total(v, z) > 0), sp.Gt(t, 0), prover) is Outcome.PROVED
    assert applied(Algebra(), setting, (w > t, w < 0), sp.Lt(t, 0), prover) is Outcome.OPEN
    some = Total(1, z) >= 1
    assert applied(Algebra(), setting, (w > t, w < 0, some), sp.Lt(t, 0), prover) is Outcome.PROVED


def test_which_premises_show_a_set_to_have_elements(prover):
    setting = Setting(TWO)
    for premise, proved in (
        (sp.Eq(Total(a, y), 1), True),
        (Total(c, y, z) > 0, True),
        (Total(c, y) > 0, False),  # for each z, of which there may be none
        (Total(a, y) >= 0, False),
        (Total(b, z) > 0, False),  # about the other set
        (sp.Eq(Total(a, y) + Total(b, z), 1), False),  # the other sum may be 1
        (a > 0, False),
    ):
        assert not_empty(setting, y, (premise,), prover).proved is proved


def test_strict_sums_need_an_element_or_a_positive_weight(prover):
    setting = Setting(ONE)
    goal = Total(v, z) < Total(w, z)
    assert applied(Termwise(), setting, (v < w,), goal, prover) is Outcome.OPEN
    assert applied(Termwise(), setting, (v < w, Total(1, z) > 0), goal, prover) is Outcome.PROVED
    weighted = Total(w * v, z) < Total(w, z)
    given = (w >= 0, v < 1)
    assert applied(Termwise(where=w), setting, given, weighted, prover) is Outcome.OPEN
    assert applied(Termwise(where=w), setting, (*given, Total(w, z) > 0), weighted, prover) is Outcome.PROVED
    assert applied(Termwise(where=v), setting, (*given, Total(v, z) > 0), weighted, prover) is Outcome.OPEN
    # False for w = 2, -1 and v = 1/2, -10: where the weight is negative, the terms compare the other way.
    signed = (v < 1, Total(w, z) > 0)
    assert applied(Termwise(where=w), setting, signed, weighted, prover) is Outcome.OPEN


def test_terms_compare_sums_over_the_same_elements_and_with_an_order(prover):
    """1 = 1 term by term, but one set may be larger; 1 - 2 = 2 - 3 although no term equals the other."""
    with pytest.raises(RuleNotApplicableError, match="over the same indices"):
        Termwise().examine(Setting(TWO), (), sp.Le(Total(1, y), Total(1, z)), prover)
    with pytest.raises(RuleNotApplicableError, match="expected <="):
        Termwise().examine(Setting(ONE), (sp.Ne(v, w),), sp.Ne(Total(v, z), Total(w, z)), prover)


def test_a_positive_weight_varies_with_the_indices_of_the_sums_alone(prover):
    given = (c >= 0, b < 1, Total(c, z) > 0)
    with pytest.raises(RuleNotApplicableError, match="varies with y"):
        Termwise(where=c).examine(Setting(TWO), given, Total(b, z) < Total(1, z), prover)


def test_a_number_is_not_below_its_sum_over_an_empty_set(prover):
    with pytest.raises(RuleNotApplicableError, match="may be empty"):
        TermBelowTotal().examine(Setting(ONE), (t >= 0,), sp.Le(t, Total(t, z)), prover)
    assert applied(TermBelowTotal(), Setting(ONE), (), sp.Le(w, Total(w, z)), prover) is Outcome.OPEN


# Divisors.


def test_cancelled_divisors_have_to_be_non_zero(prover):
    setting = Setting(ONE)
    cancels = sp.Eq(Total(t * w, z) / Total(t * v, z), Total(w, z) / Total(v, z), evaluate=False)
    assert applied(Algebra(), setting, (Total(v, z) > 0,), cancels, prover) is Outcome.OPEN
    assert applied(Algebra(), setting, (Total(v, z) > 0, sp.Ne(t, 0)), cancels, prover) is Outcome.PROVED


def test_divisors_within_a_sum_have_to_be_non_zero(prover):
    setting = Setting(ONE)
    same = sp.Eq(Total(2 * w / v, z), 2 * Total(w / v, z), evaluate=False)
    assert applied(Algebra(), setting, (), same, prover) is Outcome.OPEN
    assert applied(Algebra(), setting, (v > 0,), same, prover) is Outcome.PROVED
    constant = sp.Ge(Total(w / t, z), 0)
    assert applied(Termwise(), setting, (w / t >= 0,), constant, prover) is Outcome.OPEN  # t = 0, no element
    assert find_model(setting, (w / t >= 0,), constant).sizes[z] == 0
    assert applied(Termwise(), setting, (w / t >= 0, t > 0), constant, prover) is Outcome.PROVED


def test_names_of_sums_do_not_collide_with_symbols(prover):
    sum_1 = sp.Symbol("sum_1", real=True)
    goal = sp.Ge(Total(w, z), 0)
    assert applied(Algebra(), Setting(ONE), (sum_1 >= 0,), goal, prover) is Outcome.OPEN


# Total probability and Bayes.

EVENTS = Setting({w: (z,), s: (z,), t: (z,)}, (w >= 0, sp.Eq(Total(w, z), 1)), events=(s, t))
PROPER = (Total(s * w, z) > 0, Total((1 - s) * w, z) > 0, Total(t * w, z) > 0)


def probability(event):
    return Total(w * event, z)


TOTAL_PROBABILITY = sp.Eq(
    probability(t),
    conditional(w, t, s, z) * probability(s) + conditional(w, t, 1 - s, z) * probability(1 - s),
    evaluate=False,
)
BAYES = sp.Eq(
    conditional(w, s, t, z), conditional(w, t, s, z) * probability(s) / probability(t), evaluate=False
)


@pytest.mark.parametrize("goal", [TOTAL_PROBABILITY, BAYES], ids=["total-probability", "bayes"])
def test_laws_of_conditional_probability(goal, prover):
    proper = Setting(EVENTS.families, (*EVENTS.hypotheses, *PROPER), EVENTS.events)
    assert Derivation(proper, goal, (Step(goal),)).examine((), prover).proved
    with_null_events = Derivation(EVENTS, goal, (Step(goal),)).examine((), prover)
    assert with_null_events.refuted and "undefined" in with_null_events.note


def test_inverse_of_a_conditional_probability_is_not_itself(prover):
    setting = Setting(EVENTS.families, (*EVENTS.hypotheses, *PROPER), EVENTS.events)
    goal = sp.Eq(conditional(w, s, t, z), conditional(w, t, s, z), evaluate=False)
    assert Derivation(setting, goal, (Step(goal),)).examine((), prover).refuted


# Chains.


def test_a_chain_may_use_hypotheses_and_earlier_steps_only(prover):
    setting = Setting(ONE, (w >= 0, v >= w), supports=Supports.FINITE)
    goal = Total(v, z) >= 0
    smaller = Total(w, z) >= 0
    between = Total(w, z) <= Total(v, z)
    good = (Step(smaller, Termwise()), Step(between, Termwise()), Step(goal, using=(smaller, between)))
    assert Derivation(setting, goal, good).examine((), prover).proved
    late = (good[0], Step(goal, using=(smaller, between)), good[1], good[2])
    found = Derivation(setting, goal, late).examine((), prover)
    assert found.outcome is Outcome.OPEN and "neither a hypothesis nor shown before" in found.note
    circular = (Step(goal, using=(goal,)),)
    assert Derivation(setting, goal, circular).examine((), prover).outcome is Outcome.OPEN


def test_what_rests_on_an_unproved_step_is_open(prover):
    """sum w >= 1 is false; that sum w >= 0 follows from it does not make it proved."""
    setting = Setting(ONE, (w >= 0,))
    false, goal = Total(w, z) >= 1, Total(w, z) >= 0
    found = Derivation(setting, goal, (Step(false), Step(goal, using=(false,)))).examine((), prover)
    assert found.outcome is Outcome.OPEN
    assert any("uses what is not proved" in part.note for part in found.parts)


def test_a_chain_ends_in_its_goal():
    with pytest.raises(ValueError, match="should end in"):
        Derivation(Setting(ONE), Total(w, z) > 0, (Step(Total(v, z) > 0),))


def test_what_the_rules_do_not_know_is_open_and_no_error(prover):
    """True, but no comparison of two sums; and a hypothesis that no finite model evaluates."""
    setting = Setting(ONE, (w >= 0,), supports=Supports.FINITE)
    larger = TermwiseSum(setting, sp.Le(Total(w, z), Total(w, z) + 1, evaluate=False))
    found = larger.examine((), prover)
    assert found.outcome is Outcome.OPEN and "expected <=" in found.note
    false = TermwiseSum(setting, Total(v * w, z) <= Total(w, z))
    assert false.examine((), prover).refuted
    assert false.examine((sp.log(a) > 0,), prover).outcome is Outcome.OPEN


def test_a_model_too_large_for_the_kernel_is_not_sought(monkeypatch):
    setting = Setting(ONE, (w >= 0,))
    assert find_model(setting, (w >= 0,), Total(w, z) > 0) is not None
    monkeypatch.setattr(polynomial, "MAX_WORK", 10)
    refutations._found.cache_clear()
    assert find_model(setting, (w >= 0,), Total(w, z) > 0) is None


def test_contradictory_hypotheses_prove_nothing(prover):
    setting = Setting(ONE, (w >= 0, sp.Eq(Total(w, z), -1)), supports=Supports.FINITE)
    goal = Total(v, z) > 7
    assert Derivation(setting, goal, (Step(goal),)).examine((), prover).outcome is Outcome.OPEN
    # Each step follows, the last one from a contradiction.
    large = Total(w, z) > 7
    chain = (Step(Total(w, z) >= 0, Termwise()), Step(large))
    found = Derivation(setting, large, chain).examine((), prover)
    assert [part.proved for part in found.parts] == [False, True, True]
    assert found.outcome is Outcome.OPEN
    in_trial = prover.at_any_point(Wanted.ANY)
    assert Derivation(setting, large, chain).examine((), in_trial).outcome is Outcome.OPEN


def test_in_a_trial_no_model_is_sought_for_a_chain_that_does_not_hold(prover, monkeypatch):
    asked = []

    def model(*arguments):
        asked.append(arguments)
        return refutations.has_model(*arguments)

    monkeypatch.setattr(derivation, "has_model", model)
    setting = Setting(ONE, (w >= 0,), supports=Supports.FINITE)
    right = Total(w, z) >= 0
    wrong = Total(w**2, z) >= Total(w, z) ** 2  # false for two elements, true for one
    in_trial = prover.at_any_point(Wanted.ANY)
    assert Derivation(setting, wrong, (Step(wrong),)).examine((), in_trial).refuted and not asked
    assert Derivation(setting, right, (Step(right, Termwise()),)).examine((), in_trial).proved and asked


@pytest.mark.parametrize(
    ("goal", "hypotheses"),
    [
        (Total(w * v, z) <= Total(w, z), (v <= 1,)),  # weights may be negative
        (Total(w, z) <= Total(v, z), (w >= 0, v >= 0)),
        (Total(w**2, z) >= Total(w, z) ** 2, (w >= 0,)),  # true for one element, false for two
        (Total(w, z) > 0, (w > 0,)),  # false for no element
        (sp.Eq(Total(w * v, z), Total(w, z) * Total(v, z), evaluate=False), ()),
    ],
)
def test_false_sums_are_refuted_by_the_statement_and_by_random_models(goal, hypotheses, prover):
    setting = Setting(ONE, hypotheses)
    step = Step(goal)
    found = Derivation(setting, goal, (step,)).examine((), prover)
    assert found.refuted and all(value.is_Rational for value in found.witness.values())
    if found.witness[sp.Symbol("size(z)")] > 0:
        assert random_check(TermwiseSum(setting, goal), 60, seed=1).refuted


@pytest.mark.parametrize(
    "goal",
    [
        sp.Eq(Total(w, z) / t, Total(w, z) / sp.sqrt(t), evaluate=False),
        sp.Le(t ** sp.Rational(-1, 3), 2 * Total(w, z), evaluate=False),
        sp.Ge(sp.sqrt(t**3), Total(w, z) / 8, evaluate=False),
    ],
)
def test_a_false_statement_on_roots_is_refuted_where_they_are_rational(goal, prover):
    setting = Setting(ONE, (w >= 0, sp.Eq(Total(w, z), 1)))
    found = Derivation(setting, goal, (Step(goal),)).examine((t > 0,), prover)
    assert found.refuted and all(value.is_Rational for value in found.witness.values())


def test_larger_sets_are_searched_with_a_few_values_of_the_numbers(monkeypatch):
    monkeypatch.setattr(refutations, "_counterexample", lambda implication: None)
    setting = Setting(ONE, (w >= 0, sp.Eq(Total(w, z), 1), t > 0, t < 1))
    assert find_model(setting, setting.hypotheses, Total(w**2, z) >= t) is not None
    assert find_model(setting, setting.hypotheses, Total(w**2, z) <= 1 / t) is None


def test_a_root_has_a_value_where_it_is_rational():
    model = Model(
        Setting(ONE), {z: 0}, {(t, ()): Fraction(4, 9), (s, ()): Fraction(-8), (u, ()): Fraction(0)}
    )
    assert model.value(sp.sqrt(t)) == Fraction(2, 3)
    assert model.value(t ** sp.Rational(-3, 2)) == Fraction(27, 8)
    with pytest.raises(TypeError, match="no rational value"):
        model.value(t ** sp.Rational(1, 3))
    for undefined in (sp.Pow(s, sp.Rational(1, 3)), sp.sqrt(s), 1 / sp.sqrt(u)):
        with pytest.raises(UndefinedError):
            model.value(undefined)


def test_random_models_prove_nothing():
    """However many agree: the sum of squares of numbers in [0, 1] is at most that of the numbers."""
    setting = Setting({w: (z,)}, (w >= 0, w <= 1))
    found = random_check(TermwiseSum(setting, Total(w**2, z) <= Total(w, z)), 20, seed=3)
    assert (found.outcome, found.grade) == (Outcome.OPEN, None)


def test_random_models_satisfy_every_hypothesis():
    setting = Setting(
        TWO, (a >= 0, sp.Eq(Total(a, y), 1), c >= t * b, c <= 2 * b, b > 0, t > 0, t < 1), events=(s,)
    )
    drawn = list(random_models(setting, setting.facts(), [a, b, c, s, t], 25, seed=9))
    assert len(drawn) == 25
    assert all(m.holds(fact) for m in drawn for fact in setting.facts())
    assert {m.sizes[y] for m in drawn} == {1, 2, 3, 4, 5, 6}
    again = random_models(setting, setting.facts(), [a, b, c, s, t], 25, seed=9)
    assert [m.values for m in again] == [m.values for m in drawn]


def test_bad_settings_are_refused():
    with pytest.raises(ValueError, match="not declared as a family"):
        Setting({w: (z,)}, events=(s,))
    with pytest.raises(ValueError, match="used as a number"):
        Setting({w: (z,)}, (w > z,))
    with pytest.raises(ValueError, match="no family varies"):
        Setting({w: (z,)}, (Total(w, y) > 0,))
    with pytest.raises(ValueError, match="only rational functions"):
        Setting({w: (z,)}, (Total(sp.sqrt(w), z) > 0,))
    with pytest.raises(ValueError, match="not a comparison"):
        Setting({w: (z,)}, (sp.Not(sp.And(w > 0, t > 0)),))
    with pytest.raises(ValueError, match="different indices"):
        RatioBetween(Setting(TWO), Total(a, y), Total(b, z), sp.Integer(0))
    with pytest.raises(ValueError, match="varies with an index"):
        RatioBetween(Setting(TWO), Total(c, z), Total(b, z), lower=b)
    with pytest.raises(ValueError, match="one or more different indices"):
        Total(w)


# Joint distributions.


def test_distributions_are_exact_normalised_and_frozen():
    coin = Distribution({"head": Fraction(1, 3), "tail": Fraction(2, 3)})
    assert coin.probability(lambda o: o == "tail") == Fraction(2, 3)
    assert coin.given(lambda o: o == "head").probabilities == {"head": 1}
    for bad in ({"a": Fraction(1, 2)}, {"a": Fraction(3, 2), "b": Fraction(-1, 2)}, {"a": 1.0}):
        with pytest.raises(ValueError, match=r"add up|negative|not exact"):
            Distribution(bad)
    with pytest.raises(TypeError):
        coin.probabilities["head"] = Fraction(1)
    with pytest.raises(NullEventError):
        coin.given(lambda o: False)


def test_total_probability_in_random_distributions():
    random = Random(2)
    for _ in range(20):
        joint = random_distribution([(i, j) for i in range(3) for j in range(2)], random, positive=True)
        parts = [
            joint.conditional(lambda o: o[1] == 1, lambda o, i=i: o[0] == i)
            * joint.probability(lambda o, i=i: o[0] == i)
            for i in range(3)
        ]
        assert sum(parts) == joint.probability(lambda o: o[1] == 1)
