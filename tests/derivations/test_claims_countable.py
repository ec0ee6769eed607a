"""Lemma 1 and Theorem 1 of both versions on infinite supports: what is proved of them, and exact sums.

The noisy count: values and the others' data are geometric on {0, 1, 2, ...}, the release is a count with
two-sided geometric noise. All sums are geometric series, summed exactly by `tests.geometric_model`; the means
of the noise are also written down by hand.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

import pytest
import sympy as sp

from derivations.kazan_reiter.finite_model import FAMILIES, PROBABILITIES, f, g, m, s, u, y, z
from derivations.kazan_reiter_2023 import lemma_2, theory
from derivations.kazan_reiter_2024 import section_3
from derivations.kazan_reiter_2024.probability import lemma_1, mechanisms, theorem_1
from derivations.kazan_reiter_2024.probability.adversary import BUDGET, p, q, x
from tests.geometric_model import GeometricModel
from verify.claims.claim import Claim
from verify.evidence import Outcome
from verify.probability.derivation import Derivation
from verify.probability.supports import Supports
from verify.prover.prover import Prover

MODULES = (lemma_1, theorem_1, mechanisms, section_3, theory, lemma_2)
ON_SUMS = {
    (module.__name__, claim.locator.place): claim
    for module in MODULES
    for claim in (*module.CLAIMS, *getattr(module, "REPAIR", ()))
    if isinstance(claim.statement, Derivation)
}
least = lemma_1.least


@pytest.fixture(scope="module")
def prover():
    return Prover()


def test_both_papers_speak_of_discrete_supports_and_so_do_their_claims():
    assert len(ON_SUMS) >= 60
    for claim in ON_SUMS.values():
        assert claim.statement.setting.supports is Supports.COUNTABLE
        assert "for all countable index sets" in claim.statement.text


# Planted: what makes the sums converge, or the sets infinite, is taken away.


def without(claim: Claim, *dropped: sp.Basic) -> Derivation:
    setting = claim.statement.setting
    kept = tuple(h for h in setting.hypotheses if h not in dropped)
    assert len(kept) == len(setting.hypotheses) - len(dropped)
    return replace(claim.statement, setting=replace(setting, hypotheses=kept))


LONG = [pytest.param(place, marks=pytest.mark.slow) for place in ("eq:46", "text:E/lemma-1-left-half.1")]


@pytest.mark.parametrize("place", ["eq:45", "eq:48", *LONG])
def test_without_bounded_likelihoods_a_line_is_finite_only(place, prover):
    claim = ON_SUMS[lemma_1.__name__, place]
    statement = without(claim, *PROBABILITIES)
    domain = (*claim.domain, *claim.missing)
    found = statement.examine(domain, prover)
    assert found.outcome is Outcome.OPEN and "may not converge over infinite sets" in found.note
    finite = replace(statement, setting=replace(statement.setting, supports=Supports.FINITE))
    assert finite.examine(domain, prover).proved


@pytest.mark.parametrize("place", ["eq:52", pytest.param("eq:53", marks=pytest.mark.slow)])
def test_one_positive_bound_for_all_values_is_finite_only(place, prover):
    """w > 0 with w <= P[Y = y | I = 1] for all y leaves at most 1/w values."""
    claim = ON_SUMS[lemma_1.__name__, place]
    statement = replace(claim.statement, setting=replace(claim.statement.setting, families=FAMILIES))
    domain = (*claim.domain, *claim.missing)
    found = statement.examine(domain, prover)
    assert found.outcome is Outcome.OPEN and "finite sets only" in found.note
    finite = replace(statement, setting=replace(statement.setting, supports=Supports.FINITE))
    assert finite.examine(domain, prover).proved


# The noisy count.

PLACES = 3
"""Of each infinite class, where a statement that varies with an index is looked at."""

AT_RELEASE = 2
"""The release t*."""


def noisy_count(decay, inclusion, values, others, event):
    """Y and Z geometric with these ratios, t* = 2; T counts Y >= 1 and all others.

    Classes of y: 0, the odd ones, the even ones above 0; of z: 0, 1, 2, and those above.
    """
    t, half_step = AT_RELEASE, values**2
    y_classes = {"zero": (0, 0), "odd": (1, 2), "even": (2, 2)}
    z_classes = {**{str(n): (n, 0) for n in range(t + 1)}, "above": (t + 1, 1)}
    chance = {
        name: ((1 - values) * values**first, half_step if step else Fraction(1))
        for name, (first, step) in y_classes.items()
    }
    data = {
        name: ((1 - others) * others**first, others if step else Fraction(1))
        for name, (first, step) in z_classes.items()
    }
    top = (1 - decay) / (1 + decay)

    def noise(count, rising):
        """The noise's probability of t - count, and its ratio where the count rises by 1."""
        return top * decay ** abs(t - count), decay if rising else Fraction(1)

    seen, out = {}, {}
    for name, (first, step) in z_classes.items():
        out[name,] = noise(first, bool(step))
        for value in y_classes:
            coefficient, ratio = noise(first + (value != "zero"), bool(step))
            seen[value, name] = (coefficient, (Fraction(1), ratio))
    joint = {
        (v, d): (chance[v][0] * data[d][0], (chance[v][1], data[d][1]))
        for v, d in product(y_classes, z_classes)
    }
    families = {
        m: ((y, z), joint),
        u: ((z,), {(d,): (data[d][0], (data[d][1],)) for d in z_classes}),
        f: ((y, z), seen),
        g: ((z,), {d: (coefficient, (ratio,)) for d, (coefficient, ratio) in out.items()}),
        s: ((y,), {(v,): (Fraction(int(v in event)), (Fraction(1),)) for v in y_classes}),
        least: ((y,), {(v,): (chance[v][0], (chance[v][1],)) for v in y_classes}),
    }
    classes = {
        y: {name: bool(step) for name, (_, step) in y_classes.items()},
        z: {name: bool(step) for name, (_, step) in z_classes.items()},
    }
    model = GeometricModel(classes, families, {x: decay, p: inclusion})
    prior = model.number(theorem_1.INSIDE)
    return replace(model, numbers={**model.numbers, q: prior})


def attaining(decay, inclusion, values, others, event, ends):
    """The same laws; t* has the probabilities `ends`/(1 + x) on S and off S, x/(1 + x) without the person."""
    model = noisy_count(decay, inclusion, values, others, event)
    one = Fraction(1)
    seen = {
        (v, d): (ends[v not in event] / (1 + decay), (one, one))
        for v, d in product(model.classes[y], model.classes[z])
    }
    out = {(d,): (decay / (1 + decay), (one,)) for d in model.classes[z]}
    return replace(model, families={**model.families, f: ((y, z), seen), g: ((z,), out)})


def holds(model, setting, statement):
    """Whether a statement is true at the first places of each class of the indices that it varies with."""
    if isinstance(statement, sp.And):
        return all(holds(model, setting, part) for part in statement.args)
    if isinstance(statement, sp.Or):
        return any(holds(model, setting, part) for part in statement.args)
    free = setting.free_indices(statement)
    compare = {
        sp.Gt: lambda d: d > 0,
        sp.Ge: lambda d: d >= 0,
        sp.Lt: lambda d: d < 0,
        sp.Le: lambda d: d <= 0,
        sp.Eq: lambda d: d == 0,
    }[type(statement)]
    for chosen in model.choices(free):
        left, right = (model.terms(side, chosen) for side in statement.args)
        ranges = {i: range(PLACES if model.classes[i][c] else 1) for i, c in chosen.items()}
        for places in product(*ranges.values()):
            at = dict(zip(ranges, places, strict=True))
            if not compare(value(left, at) - value(right, at)):
                return False
    return True


def value(terms, at):
    return sum((c * prod(r ** at[i] for i, r in ratios) for ratios, c in terms.items()), Fraction(0))


MODELS = [
    noisy_count(Fraction(x0), Fraction(p0), Fraction(b0), Fraction(c0), event)
    for (x0, p0, b0, c0), event in product(
        (("1/2", "1/3", "1/2", "2/3"), ("1/5", "9/10", "1/3", "1/7"), ("3/4", "1/2", "9/10", "1/2")),
        ({"odd"}, {"even", "zero"}, {"zero"}),
    )
]


def applies(claim, model):
    """Whether the model is one of the claim's: its families and numbers, hypotheses and domain."""
    setting = claim.statement.setting
    facts = (*setting.facts(claim.domain, (claim.statement.goal,)), *claim.missing)
    symbols = set(setting.families) | {n for fact in facts for n in fact.free_symbols}
    if not symbols <= set(model.families) | set(model.numbers):
        return False
    return all(holds(model, setting, fact) for fact in facts)


@pytest.mark.family(24)
@pytest.mark.parametrize("number", range(len(MODELS)))
def test_every_line_holds_in_a_countable_model(number):
    """The goals and all steps of the chains, of both papers, with sums over infinitely many y and z."""
    model, checked = MODELS[number], set()
    for key, claim in ON_SUMS.items():
        if not applies(claim, model):
            continue
        setting = claim.statement.setting
        for step in claim.statement.steps:
            assert holds(model, setting, step.conclusion), (key, step.conclusion)
        assert holds(model, setting, claim.statement.goal), key
        checked.add(key)
    wanted = {
        "lem:1.1@E",
        "lem:1.2@E",
        "thm:1@E",
        "eq:44",
        "eq:45",
        "eq:46",
        "eq:47",
        "eq:48",
        "eq:52",
        "eq:64",
    }
    assert wanted <= {place for _, place in checked}
    assert {"eq:20", "eq:25", "eq:26", "eq:27"} <= {place for name, place in checked if "2023" in name}
    assert len(checked) > 45


@pytest.mark.parametrize("number", range(len(MODELS)))
def test_one_factor_of_the_decay_less_fails_in_some_countable_model(number):
    """Planted: Theorem 1 with x for x^2, in the mechanism that attains it."""
    model = MODELS[number]
    event = {name for (name,), (one, _) in model.families[s][1].items() if one}
    decay, inclusion = model.numbers[x], model.numbers[p]
    tight = attaining(decay, inclusion, Fraction(1, 3), Fraction(2, 3), event, (Fraction(1), decay**2))
    claim = ON_SUMS[theorem_1.__name__, "thm:1@E"]
    assert applies(claim, tight)
    goal, setting = claim.statement.goal, claim.statement.setting
    assert holds(tight, setting, goal)
    assert holds(tight, setting, sp.Eq(*goal.args, evaluate=False))  # attained on infinite supports too
    assert not holds(tight, setting, goal.func(goal.lhs, goal.rhs.xreplace({x**2: x}), evaluate=False))
    for place in ("text:3/theorem-1-is-attained.2", "text:3/lemma-1-is-attained.1"):
        claim = ON_SUMS[mechanisms.__name__, place]
        assert applies(claim, tight) and holds(tight, claim.statement.setting, claim.statement.goal)


def test_theorem_1_without_independence_fails_on_infinite_supports():
    """Planted: given I = 0 the others' data have another law, geometric with another ratio."""
    model = noisy_count(Fraction(1, 2), Fraction(1, 2), Fraction(1, 2), Fraction(1, 10), {"odd"})
    other = noisy_count(Fraction(1, 2), Fraction(1, 2), Fraction(1, 2), Fraction(9, 10), {"odd"})
    claim = ON_SUMS[lemma_1.__name__, "lem:1.1@E"]
    mixed = [
        replace(one, families={**one.families, u: two.families[u]})
        for one, two in ((model, other), (other, model))
    ]
    assert not any(applies(claim, one) for one in mixed)
    assert not all(holds(one, claim.statement.setting, claim.statement.goal) for one in mixed)


@pytest.mark.parametrize(("decay", "ratio"), [("1/2", "2/3"), ("1/5", "1/7"), ("3/4", "1/2")])
def test_mean_of_the_noise_is_the_one_summed_by_hand(decay, ratio):
    """sum (1-c) c^z (1-x)/(1+x) x^|t-z| for t = 2: three terms, then a geometric tail; and partial sums."""
    x0, c0 = Fraction(decay), Fraction(ratio)
    model = noisy_count(x0, Fraction(1, 2), Fraction(1, 2), c0, {"odd"})
    by_hand = (1 - c0) * (1 - x0) / (1 + x0) * (x0**2 + c0 * x0 + c0**2 + c0**3 * x0 / (1 - c0 * x0))
    assert model.number(theorem_1.LEFT_OUT) == by_hand
    partial = sum((1 - c0) * c0**n * (1 - x0) / (1 + x0) * x0 ** abs(2 - n) for n in range(60))
    assert 0 < by_hand - partial < c0**60
    assert model.number(theorem_1.MASS.lhs) == 1
    assert model.number(theorem_1.INSIDE) == Fraction(1, 3)  # the odd ones: 1/4 + 1/16 + ...


def test_budget_is_the_one_of_the_noise():
    for model in MODELS:
        setting = ON_SUMS[theorem_1.__name__, "thm:1@E"].statement.setting
        assert all(holds(model, setting, fact) for fact in (*theorem_1.PRIVATE, *BUDGET))
        tighter = {**model.numbers, x: model.numbers[x] * Fraction(11, 10)}
        assert not all(holds(replace(model, numbers=tighter), setting, fact) for fact in theorem_1.PRIVATE)
