"""Likelihood ratios of mixtures and the posteriors that follow, for every countable support.

A release t is seen with probability f[y,z] if a person's value is y and the others' data are z, and with
probability g[z] if the person is left out; termwise x*g <= f <= g/x with 0 < x <= 1.
"""

from fractions import Fraction
from itertools import product
from random import Random

import pytest
import sympy as sp

from tests.finite_distribution import NullEventError
from tests.random_models import random_check, random_distribution
from verify.claims.claim import Claim, Locator, Verdict, judge
from verify.evidence import Grade
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.statements import RatioBetween
from verify.probability.weighted_sum import Quotient, Setting, Total, conditional
from verify.prover.prover import Prover

f, g, m, s, u, w, x, y, z = sp.symbols("f g m s u w x y z")
a, b, k, p = sp.symbols("a b k p")
BUDGET = (x > 0, x <= 1)


@pytest.fixture(scope="module")
def prover():
    return Prover()


# One mixture: the termwise bounds pass to the sums.

PROBABILITIES = (f <= 1, g <= 1)
TERMWISE = (f >= x * g, x * f <= g, g > 0, w >= 0, *PROBABILITIES)
ONE_SUPPORT = {f: (z,), g: (z,), w: (z,), s: (z,)}


def mixture(hypotheses, numerator=f * w, denominator=g * w, lower=x, upper=1 / x):
    setting = Setting(ONE_SUPPORT, (*TERMWISE, *hypotheses), events=(s,))
    return RatioBetween(setting, Total(numerator, z), Total(denominator, z), lower, upper)


NORMALISED = sp.Eq(Total(w, z), 1)


@pytest.mark.parametrize(
    "statement",
    [
        mixture([NORMALISED]),
        mixture([Total(w, z) > 0]),
        mixture([Total(s * w, z) > 0], numerator=f * w * s, denominator=g * w * s),
        mixture([NORMALISED], lower=x**2, upper=1 / x**2),
    ],
    ids=["normalised", "positive-sum", "within-an-event", "weaker-bounds"],
)
def test_mixture_ratio_is_bounded_by_the_termwise_ratios(statement, prover):
    evidence = statement.examine(BUDGET, prover)
    assert evidence.proved and evidence.grade is Grade.EXACT
    assert list(evidence.certificates)
    looked = random_check(statement, 30, seed=7, domain=BUDGET)
    assert not looked.refuted and looked.note.startswith("holds in all of 30 random models")


MUTANTS = {
    "bound-too-sharp-below": mixture([NORMALISED], upper=1 / x**2, lower=(1 + x) / 2),
    "bound-too-sharp-above": mixture([NORMALISED], upper=2 / (1 + x)),
    "bounds-swapped": mixture([NORMALISED], lower=1 / x, upper=x),
    "constant-dropped": mixture([NORMALISED], lower=sp.Integer(1)),
    "weights-in-one-sum-only": mixture([NORMALISED], denominator=g),
    "sum-of-weights-may-vanish": mixture([]),
    "event-may-be-null": mixture([NORMALISED], numerator=f * w * s, denominator=g * w * s),
    "different-events": mixture([Total(s * w, z) > 0], numerator=f * w, denominator=g * w * s),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_false_mixture_bounds_get_a_finite_model(name, prover):
    evidence = MUTANTS[name].examine(BUDGET, prover)
    assert evidence.refuted and evidence.grade is Grade.EXACT
    assert evidence.witness[sp.Symbol("size(z)")] <= 3
    assert all(value.is_Rational for value in evidence.witness.values())


def test_negative_weights_void_the_bound(prover):
    setting = Setting(ONE_SUPPORT, (f >= x * g, x * f <= g, g > 0, NORMALISED))
    evidence = RatioBetween(setting, Total(f * w, z), Total(g * w, z), x, 1 / x).examine(BUDGET, prover)
    assert evidence.refuted


def test_square_of_the_bound_in_a_hypothesis_is_too_weak(prover):
    setting = Setting({f: (z,), g: (z,)}, (f >= x**2 * g, x * f <= g, g > 0, Total(1, z) > 0))
    assert RatioBetween(setting, Total(f, z), Total(g, z), x, 1 / x).examine(BUDGET, prover).refuted


def test_weighted_mean_lies_between_bounds_and_strictly_where_terms_do(prover):
    v, low, high = sp.symbols("v low high")
    given = (w >= 0, NORMALISED)
    for bounds, strict, proved in (
        ((v >= low, v <= high), False, True),
        ((v > low, v < high), True, True),
        ((v >= low, v <= high), True, False),
    ):
        setting = Setting({w: (z,), v: (z,)}, (*given, *bounds))
        evidence = RatioBetween(setting, Total(w * v, z), Total(w, z), low, high, strict).examine((), prover)
        assert evidence.proved is proved and evidence.refuted is not proved


# The mixture within the joint distribution: m[y,z] = P(Y = y, Z = z | I = 1), u[z] = P(Z = z | I = 0).

JOINT = {m: (y, z), f: (y, z), g: (z,), u: (z,), s: (y,)}
LAWS = (m >= 0, u >= 0, sp.Eq(Total(m, y, z), 1), sp.Eq(Total(u, z), 1))
INDEPENDENT = sp.Eq(m, u * Total(m, z))  # P(Z = z | Y = y, I = 1) = P(Z = z | I = 0) wherever P(Y = y) > 0
PRIVATE = (f >= x * g, x * f <= g, g >= 0)
SEEN = Total(g * u, z) > 0  # t is in the support of the release
Q = Total(s * m, y, z)
INSIDE, OUTSIDE = conditional(m, f, s, (y, z)), conditional(m, f, 1 - s, (y, z))
LEFT_OUT = Total(g * u, z)


def joint(*hypotheses):
    return Setting(JOINT, (*LAWS, *PRIVATE, *PROBABILITIES, *hypotheses), events=(s,))


def bounds_of_events():
    """Bounds of sum of s*m*f and of (1-s)*m*f, in five steps each way as in the printed proof."""
    swap = sp.Eq(Total(g * m, z), Total(g * u * Total(m, z), z))
    steps = [Step(swap, Termwise(), (INDEPENDENT,))]
    numbers = (x > 0, x <= 1)
    for below, low, high in ((True, x * g * m, f * m), (False, x * f * m, g * m)):
        each = Total(low, z) <= Total(high, z)
        steps.append(Step(each, Termwise(), (m >= 0, *PRIVATE)))
        for event in (s, 1 - s):
            mixed = event * Total(m, z) * Total(g * u, z)
            seen = event * Total(f * m, z)
            sides = (x * mixed, seen) if below else (x * seen, mixed)
            whole = sp.Le(*(Total(side, y) for side in sides), evaluate=False)
            indicator = (sp.Ge(s, 0), sp.Ge(1 - s, 0))
            steps.append(Step(whole, Termwise(), (each, swap, *indicator, *numbers)))
    return tuple(steps)


def both(low, ratio, high):
    return sp.And(sp.Le(low, ratio, evaluate=False), sp.Le(ratio, high, evaluate=False), evaluate=False)


A, B, NOT_Q = Total(s * f * m, y, z), Total((1 - s) * f * m, y, z), Total((1 - s) * m, y, z)
FIRST = both(x, INSIDE / LEFT_OUT, 1 / x)
SECOND = both(x**2, INSIDE / OUTSIDE, 1 / x**2)
PRIOR = (Q > 0,)
PROPER = (Q > 0, NOT_Q > 0)


def derivation(goal, hypotheses, using, further=()):
    """The chain from the assumptions to the goal; `using` besides the bounds on A and B."""
    steps = (*bounds_of_events(), *further)
    setting = joint(INDEPENDENT, *hypotheses)
    return Derivation(setting, goal, (*steps, Step(goal, using=using)))


def event_bounds():
    """x*Q*G <= A, x*(1-Q)*G <= B, x*A <= Q*G, x*B <= (1-Q)*G, as the chain states them."""
    steps = bounds_of_events()
    return tuple(step.conclusion for step in (steps[2], steps[3], steps[5], steps[6]))


def against_being_left_out(*hypotheses, goal=FIRST):
    low, _, high, _ = event_bounds()
    return derivation(goal, hypotheses, (low, high, x > 0, *hypotheses))


def against_the_complement(*hypotheses, goal=SECOND):
    low, low_c, high, high_c = event_bounds()
    positive = (A > 0, B > 0)
    crossed = (x**2 * B * Q <= A * NOT_Q, x**2 * A * NOT_Q <= B * Q)
    further = (
        Step(positive[0], using=(low, x > 0, *hypotheses)),
        Step(positive[1], using=(low_c, x > 0, *hypotheses)),
        Step(crossed[0], using=(low, high_c, x > 0, *hypotheses)),
        Step(crossed[1], using=(low_c, high, x > 0, *hypotheses)),
    )
    return derivation(goal, hypotheses, (*positive, *crossed, x > 0, *hypotheses), further)


def test_ratio_against_being_left_out(prover):
    evidence = against_being_left_out(SEEN, *PRIOR).examine(BUDGET, prover)
    assert evidence.proved and evidence.grade is Grade.EXACT


def test_ratio_against_the_complement(prover):
    evidence = against_the_complement(SEEN, *PROPER).examine(BUDGET, prover)
    assert evidence.proved and evidence.grade is Grade.EXACT


@pytest.mark.parametrize(
    ("goal", "hypotheses"),
    [
        (FIRST, (*PRIOR,)),  # the release may be impossible: 0/0
        (FIRST, (SEEN,)),  # the event may be null
        (SECOND, (SEEN, *PRIOR)),  # its complement may be null
        (both(x, INSIDE / OUTSIDE, 1 / x), (SEEN, *PROPER)),  # one factor of x is lost
    ],
    ids=["impossible-release", "null-event", "null-complement", "one-factor-only"],
)
def test_the_lemma_fails_without_what_it_needs(goal, hypotheses, prover):
    evidence = derivation(goal, hypotheses, (*event_bounds(), *hypotheses)).examine(BUDGET, prover)
    assert evidence.refuted and evidence.witness


def test_the_lemma_fails_without_independence_of_the_others_data(prover):
    """z = 1 only if the person is in, z = 2 only if left out; the release tells z = 1 from z = 2."""
    goal = sp.Ge(INSIDE / LEFT_OUT, x, evaluate=False)
    evidence = Derivation(joint(SEEN, *PRIOR), goal, (Step(goal),)).examine(BUDGET, prover)
    assert evidence.refuted


# Lines of the printed proof, each a claim of its own; every value of Y has a positive prior probability.

SUPPORT = Total(m, z) > 0
GIVEN_VALUE = Quotient(Total(m * f, z), Total(m, z))  # P(T | Y = y, I = 1)
LINES = {
    "total-probability-given-a-value": sp.Eq(
        GIVEN_VALUE, Total(f * Quotient(m, Total(m, z)), z), evaluate=False
    ),
    "bayes-within-the-sum": sp.Eq(
        Quotient(INSIDE, LEFT_OUT),
        Quotient(Total(s * Quotient(GIVEN_VALUE, LEFT_OUT) * Total(m, z), y), Q),
        evaluate=False,
    ),
}


@pytest.mark.parametrize("name", LINES)
def test_printed_equalities_hold_on_the_support_and_not_off_it(name, prover):
    goal = LINES[name]
    on_support = Derivation(joint(SEEN, *PRIOR, SUPPORT), goal, (Step(goal, using=(SEEN, *PRIOR, SUPPORT)),))
    assert on_support.examine(BUDGET, prover).proved
    off_support = Derivation(joint(SEEN, *PRIOR), goal, (Step(goal, using=(SEEN, *PRIOR)),))
    evidence = off_support.examine(BUDGET, prover)
    assert evidence.refuted and "undefined" in evidence.note


def test_bounds_for_each_single_value(prover):
    goal = both(x, Quotient(GIVEN_VALUE, LEFT_OUT), 1 / x)
    steps = [bounds_of_events()[i] for i in (0, 1, 4)]
    using = (*(step.conclusion for step in steps), SUPPORT, SEEN, x > 0)
    setting = joint(SEEN, SUPPORT, INDEPENDENT)
    evidence = Derivation(setting, goal, (*steps, Step(goal, using=using))).examine(BUDGET, prover)
    assert evidence.proved and evidence.grade is Grade.EXACT


def test_statements_are_judged_as_claims(prover):
    for name, statement, verdict in (
        ("true", against_being_left_out(SEEN, *PRIOR), Verdict.HOLDS),
        ("false", MUTANTS["event-may-be-null"], Verdict.REFUTED),
    ):
        assert judge(Claim(Locator("example", name), statement, BUDGET), prover).verdict is verdict


def posterior_to_prior(*priors):
    """r = P(S, I=1 | T) / P(S, I=1) is at most 1/(q*p + x**2*(1-q)*p + x*(1-p)), with q = Q."""
    low, low_c, high, _ = event_bounds()
    hypotheses = (SEEN, *PRIOR)
    release = p * Total(m * f, y, z) + (1 - p) * LEFT_OUT
    parts = p * A + p * B + (1 - p) * LEFT_OUT
    # Within the sums, so that SymPy does not cancel p: the prior P(S, I=1) may be 0.
    risk = Total(p * s * m * f, y, z) / release / Total(p * s * m, y, z)
    mass = sp.Eq(Q + NOT_Q, 1)
    cap = Q * p + x**2 * (1 - Q) * p + x * (1 - p)
    shares = x**2 * A * NOT_Q <= B * Q
    others = x * A <= Q * LEFT_OUT
    rest = Step(NOT_Q >= 0, Termwise())
    chain = (
        Step(mass, using=(LAWS[2],)),
        Step(sp.Eq(release, parts), using=()),
        rest,
        Step(A > 0, using=(low, x > 0, *hypotheses)),
        Step(others, using=(high,)),
        Step(shares, using=(low_c, high, x > 0, rest.conclusion, *hypotheses)),
        Step(release > 0, using=(A > 0, low_c, rest.conclusion, sp.Eq(release, parts), x > 0, SEEN, *priors)),
        Step(cap > 0, using=(mass, rest.conclusion, x > 0, *PRIOR, *priors)),
        Step(A * cap <= Q * release, using=(mass, sp.Eq(release, parts), shares, others, *priors)),
    )
    goal = sp.Le(risk, 1 / cap, evaluate=False)
    final = (A * cap <= Q * release, cap > 0, release > 0, *PRIOR, *priors)
    return derivation(goal, hypotheses, final, chain)


@pytest.mark.parametrize("lowest", [p > 0, p >= 0], ids=["included-with-some-chance", "never-included"])
def test_posterior_to_prior_ratio(lowest, prover):
    priors = (lowest, p <= 1)
    evidence = posterior_to_prior(*priors).examine((*BUDGET, *priors), prover)
    assert evidence.proved is (lowest == (p > 0)) and evidence.refuted is (lowest == (p >= 0))


def test_random_joint_distributions_obey_the_lemma():
    """A second route: the joint distribution of (I, Y, Z, T) itself, conditioned outcome by outcome."""
    random = Random(5)
    checked = 0
    for _ in range(40):
        values, others = range(random.randint(1, 3)), range(random.randint(1, 3))
        bound = Fraction(random.randint(1, 4), 4)
        included = Fraction(random.randint(1, 3), 4)
        value = random_distribution(values, random).probabilities
        data = random_distribution(others, random).probabilities
        out = {c: Fraction(random.randint(1, 4), 10) for c in others}
        seen = {
            (v, c): out[c] * (bound + (1 / bound - bound) * Fraction(random.randint(0, 4), 4))
            for v, c in product(values, others)
        }
        if max(seen.values()) > 1:
            continue
        table = {}
        for v, c, t in product(values, others, (True, False)):
            chance = seen[v, c] if t else 1 - seen[v, c]
            table[1, v, c, t] = included * value[v] * data[c] * chance
        for c, t in product(others, (True, False)):
            table[0, None, c, t] = (1 - included) * data[c] * (out[c] if t else 1 - out[c])
        world = random_distribution([0], random).__class__(table)
        event = set(random.sample(list(values), random.randint(1, len(values))))
        without = world.conditional(lambda o: o[3], lambda o: o[0] == 0)
        try:
            within = world.conditional(lambda o: o[3], lambda o: o[0] == 1 and o[1] in event)  # noqa: B023
            outside = world.conditional(lambda o: o[3], lambda o: o[0] == 1 and o[1] not in event)  # noqa: B023
        except NullEventError:
            continue
        checked += 1
        assert bound <= within / without <= 1 / bound
        assert bound**2 <= within / outside <= 1 / bound**2
    assert checked >= 5


# Bayes: where the likelihood ratio b/a is at least k on S and at most k off it, b raises the posterior of S.

LIKELIHOODS = (w >= 0, a >= 0, b >= 0, k > 0, Total(a * w, z) > 0, Total(b * w, z) > 0)
ON_AND_OFF = (s * b >= s * k * a, (1 - s) * b <= (1 - s) * k * a)


def posterior_rises(*hypotheses, goal=None):
    setting = Setting({w: (z,), a: (z,), b: (z,), s: (z,)}, (*LIKELIHOODS, *hypotheses), events=(s,))
    if goal is None:
        goal = sp.Ge(conditional(w, s, b, z), conditional(w, s, a, z), evaluate=False)
    on = Total(s * w * b, z) >= Total(k * s * w * a, z)
    off = Total((1 - s) * w * b, z) <= Total(k * (1 - s) * w * a, z)
    parts = tuple(Total(e * w * c, z) >= 0 for e in (s, 1 - s) for c in (a, b))
    steps = [Step(part, Termwise()) for part in parts]
    steps += [Step(on, Termwise(), (*hypotheses, w >= 0)), Step(off, Termwise(), (*hypotheses, w >= 0))]
    using = (*parts, on, off, k > 0, *LIKELIHOODS[-2:])
    return Derivation(setting, goal, (*steps, Step(goal, using=using)))


def test_posterior_grows_with_the_likelihood_ratio(prover):
    statement = posterior_rises(*ON_AND_OFF)
    assert statement.examine((), prover).proved
    assert not random_check(statement, 30, seed=3).refuted


@pytest.mark.parametrize("kept", [0, 1])
def test_posterior_may_fall_where_one_side_is_free(kept, prover):
    statement = posterior_rises(ON_AND_OFF[kept])
    steps = (Step(statement.goal),)
    assert Derivation(statement.setting, statement.goal, steps).examine((), prover).refuted


def test_posterior_need_not_grow_strictly(prover):
    goal = sp.Gt(conditional(w, s, b, z), conditional(w, s, a, z), evaluate=False)
    assert posterior_rises(*ON_AND_OFF, goal=goal).examine((), prover).refuted
