"""The probability of Lemma 1 and Theorem 1 of Kazan & Reiter (2024): each verdict as derived by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest
import sympy as sp

from derivations.kazan_reiter_2024.probability import lemma_1, mechanisms, theorem_1
from derivations.kazan_reiter_2024.probability.adversary import (
    INDEPENDENT,
    f,
    g,
    m,
    p,
    q,
    s,
    u,
    x,
    y,
    z,
)
from derivations.kazan_reiter_2024.probability.counterexample import Counterexample
from derivations.kazan_reiter_2024.probability.lemma_1 import least
from tests.derivations.verdicts import assert_pinned
from tests.finite_distribution import Distribution
from tests.random_models import random_check, random_distribution
from verify.claims.claim import Claim, Verdict, judge
from verify.evidence import Grade, Outcome
from verify.probability.derivation import Derivation, Step
from verify.probability.weighted_sum import Setting
from verify.prover.prover import Prover
from verify.search.budget import Budget
from verify.solvers.second_solver import SecondSolver

MODULES = (lemma_1, theorem_1, mechanisms)
CLAIMS = {claim.locator.place: claim for module in MODULES for claim in module.CLAIMS}
REPAIR = {claim.locator.place: claim for claim in theorem_1.REPAIR}

P, Q0, Q1 = p < 1, q > 0, q < 1

HOLDS_IF = {
    # P[T* | I = 0] at p = 1
    **dict.fromkeys(("eq:44", "eq:47", "eq:48"), (P,)),
    **dict.fromkeys(("text:E/lemma-1-left-half.2", "text:E/lemma-1-left-half.3"), (P,)),
    # and P[T* | Y in S, I = 1] for an S that is impossible
    **dict.fromkeys(("lem:1.1@E", "eq:49", "eq:50", "eq:51", "eq:54.1", "eq:55.1", "eq:57"), (P, Q0)),
    # and P[T* | Y = y, I = 1] for a y that is impossible
    **dict.fromkeys(("eq:52", "eq:53"), (P, Q0, least > 0)),
    # the sum over S divided by the probability of S
    **dict.fromkeys(("eq:54.2", "eq:55.2"), (Q0,)),
    # P[T* | Y not in S, I = 1] at q = 1
    "eq:58": (P, Q1),
    "lem:1.2@E": (Q0, Q1),
    "eq:64": (P, Q1),
    "eq:66": (P, Q1),
    "eq:56": (P, Q0, Q1),
}

MISPRINTS = {"text:E/lemma-1-law-in-47"}  # P for P_M

HOLDS = {
    *("eq:45", "eq:46", "text:E/lemma-1-left-half.1", "eq:62", "thm:1@E"),
    *(f"text:3/theorem-1-is-attained.{n}" for n in (1, 2)),
    *(f"text:3/lemma-1-is-attained.{n}" for n in (1, 2, 3)),
    *(f"text:3/{name}-requires-assumption-2.{n}" for name in ("lemma-1", "theorem-1") for n in (1, 2)),
    "text:3/theorem-1-requires-a-possible-release",
    "text:2.3/requires-assumption-2",
}


@pytest.fixture(scope="module")
def prover() -> Iterator[Prover]:
    yield Prover()


@pytest.fixture(scope="module")
def solvers() -> Iterator[Prover]:
    """Without the search for certificates: for what is false."""
    yield Prover(second=SecondSolver(seconds=0.3), budget=Budget(work=1))


def expected(place: str) -> Verdict:
    if place in HOLDS_IF:
        return Verdict.HOLDS_IF
    return Verdict.MISPRINT if place in MISPRINTS else Verdict.HOLDS


def test_every_claim_has_one_expected_verdict() -> None:
    groups = (set(HOLDS_IF), MISPRINTS, HOLDS)
    assert set(CLAIMS) == set().union(*groups)
    assert sum(map(len, groups)) == len(CLAIMS) == sum(len(module.CLAIMS) for module in MODULES)


def test_every_display_that_needs_probability_is_claimed() -> None:
    displays = {int(place[3:].partition(".")[0]) for place in CLAIMS if place[:3] == "eq:"}
    assert displays == {*range(44, 59), 62, 64, 66}


def test_pinned_verdicts_are_those_derived_by_hand() -> None:
    assert_pinned("kazan-reiter-2024", {place: expected(place) for place in CLAIMS})


@pytest.mark.slow
@pytest.mark.parametrize("place", sorted(CLAIMS))
def test_verdict_is_the_one_derived_by_hand(place: str, prover: Prover) -> None:
    judged = judge(CLAIMS[place], prover)
    assert judged.verdict == expected(place), judged.note
    assert judged.extra_hypotheses == HOLDS_IF.get(place, ())
    assert judged.grade is Grade.EXACT
    if judged.verdict is not Verdict.HOLDS:
        assert judged.witness is not None
        assert all(value.is_Rational for value in judged.witness.values())


@pytest.mark.parametrize("place", sorted(REPAIR))
def test_direct_argument_holds(place: str, prover: Prover) -> None:
    judged = judge(REPAIR[place], prover)
    assert judged.verdict == Verdict.HOLDS, judged.note


@pytest.mark.slow
@pytest.mark.parametrize("place", ["eq:52", "eq:58", "eq:64", "lem:1.1@E", "lem:1.2@E"])
def test_each_further_hypothesis_is_needed(place: str, solvers: Prover) -> None:
    claim = CLAIMS[place]
    for left_out in claim.missing:
        others = tuple(h for h in claim.missing if h != left_out)
        judged = judge(replace(claim, domain=(*claim.domain, *others), missing=()), solvers)
        assert judged.verdict == Verdict.REFUTED, left_out


# Planted errors.


def with_goal(claim: Claim, goal: sp.Basic) -> Claim:
    """The claim with another goal, on the domain where it holds."""
    statement = claim.statement
    assert isinstance(statement, Derivation)
    wider = (*claim.domain, *claim.missing)
    return replace(
        claim,
        statement=replace(statement, goal=goal, steps=(Step(goal, using=()),)),
        domain=wider,
        missing=(),
    )


def changed(place: str, changes: dict[sp.Basic, sp.Basic], side: int) -> Claim:
    """The claim with one side of its comparison changed."""
    claim = CLAIMS[place]
    assert isinstance(claim.statement, Derivation)
    goal = claim.statement.goal
    sides = list(goal.args)
    sides[side] = sides[side].xreplace(changes)
    assert sides[side] != goal.args[side]
    return with_goal(claim, goal.func(*sides, evaluate=False))


@pytest.mark.parametrize(
    ("place", "changes"),
    [
        ("eq:45", {f: g}),
        ("eq:46", {1 / x: sp.Integer(1)}),
        ("eq:46", {m: u}),
        ("eq:47", {1 / x: x}),
        ("eq:48", {g: g**2}),
        ("text:E/lemma-1-left-half.1", {x: sp.Integer(1)}),
        ("eq:49", {s: 1 - s}),
        ("eq:51", {s: 1 - s}),
        ("eq:53", {f: g}),
        ("eq:54.1", {x: 1 / x}),
        ("eq:54.2", {x: x**2}),
        ("eq:55.2", {1 / x: x}),
        ("eq:62", {p: 1 - p}),
        ("eq:64", {1 - p: p}),
        pytest.param("thm:1@E", {x**2: x}, marks=pytest.mark.slow),
        pytest.param("text:3/theorem-1-is-attained.2", {x**2: x}, marks=pytest.mark.slow),
    ],
)
def test_planted_error_is_refuted(place: str, changes: dict[sp.Basic, sp.Basic], solvers: Prover) -> None:
    judged = judge(changed(place, changes, side=1), solvers)
    assert judged.verdict == Verdict.REFUTED, judged.note


@pytest.mark.parametrize("place", ["eq:44", "eq:57", pytest.param("lem:1.2@E", marks=pytest.mark.slow)])
def test_one_factor_of_the_decay_less_is_refuted(place: str, solvers: Prover) -> None:
    claim = CLAIMS[place]
    assert isinstance(claim.statement, Derivation)
    goal = claim.statement.goal.xreplace({x: sp.Integer(1), 1 / x: sp.Integer(1), x**2: x, x**-2: 1 / x})
    assert judge(with_goal(claim, goal), solvers).verdict == Verdict.REFUTED


@pytest.mark.slow
def test_lemma_1_without_assumption_2_is_refuted(solvers: Prover) -> None:
    claim = CLAIMS["lem:1.1@E"]
    assert isinstance(claim.statement, Derivation)
    setting = claim.statement.setting
    kept = tuple(h for h in setting.hypotheses if h != INDEPENDENT)
    wider = Setting(setting.families, kept, setting.events)
    goal = claim.statement.goal
    statement = Derivation(wider, goal, (Step(goal, using=()),))
    domain = (*claim.domain, *claim.missing)
    judged = judge(replace(claim, statement=statement, domain=domain, missing=()), solvers)
    assert judged.verdict == Verdict.REFUTED, judged.note


@pytest.mark.parametrize("place", sorted(place for place in CLAIMS if "requires" in place))
def test_a_model_that_is_none_shows_nothing(place: str, prover: Prover) -> None:
    claim = CLAIMS[place]
    statement = claim.statement
    assert isinstance(statement, Counterexample)
    if "assumption-2" in place:
        setting = statement.setting
        with_it = Setting(setting.families, (*setting.hypotheses, INDEPENDENT), setting.events)
        found = replace(statement, setting=with_it).examine(claim.domain, prover)
        assert found.outcome is Outcome.OPEN and "breaks the hypothesis" in found.note
    not_private = {**statement.values, (f, (1, 1)): Fraction(9, 10)}
    found = replace(statement, values=not_private).examine(claim.domain, prover)
    assert found.outcome is Outcome.OPEN and "breaks the hypothesis" in found.note
    found = replace(statement, goal=sp.Ge(p, 0)).examine(claim.domain, prover)
    assert found.outcome is Outcome.OPEN and "holds in the model" in found.note


# A second route: the joint distribution of (I, Y, Z, T), outcome by outcome.

Outcomes = tuple[int, int, int, bool]


def joint(
    included: Fraction,
    law: dict[tuple[int, int], Fraction],
    others: dict[int, Fraction],
    seen: dict[tuple[int, int], Fraction],
    out: dict[int, Fraction],
) -> Distribution[Outcomes]:
    table: dict[Outcomes, Fraction] = {}
    for (value, data), chance in law.items():
        table[1, value, data, True] = included * chance * seen[value, data]
        table[1, value, data, False] = included * chance * (1 - seen[value, data])
    for data, chance in others.items():
        table[0, 0, data, True] = (1 - included) * chance * out[data]
        table[0, 0, data, False] = (1 - included) * chance * (1 - out[data])
    return Distribution(table)


def relative_risk(world: Distribution[Outcomes], event: set[int]) -> Fraction:
    def disclosed(outcome: Outcomes) -> bool:
        return outcome[0] == 1 and outcome[1] in event

    return world.conditional(disclosed, lambda o: o[3]) / world.probability(disclosed)


def bound(included: Fraction, value: Fraction, decay: Fraction) -> Fraction:
    return 1 / (value * included + decay**2 * (1 - value) * included + decay * (1 - included))


HALF, NONE, ALL = Fraction(1, 2), Fraction(0), Fraction(1)


def test_models_without_assumption_2_exceed_the_bound_as_computed_by_hand() -> None:
    first = joint(
        HALF,
        {(1, 1): ALL, (1, 2): NONE},
        {1: NONE, 2: ALL},
        {(1, 1): Fraction(2, 3), (1, 2): Fraction(1, 3)},
        {1: Fraction(1, 3), 2: Fraction(1, 6)},
    )
    assert relative_risk(first, {1}) == Fraction(8, 5) > bound(HALF, ALL, HALF) == Fraction(4, 3)
    second = joint(
        ALL,
        {(1, 1): HALF, (2, 2): HALF},
        {1: HALF, 2: HALF},
        {(1, 1): Fraction(2, 3), (2, 2): Fraction(1, 12)},
        {1: Fraction(1, 3), 2: Fraction(1, 12)},
    )
    assert relative_risk(second, {1}) == Fraction(16, 9) > bound(ALL, HALF, HALF) == Fraction(8, 5)


@pytest.mark.parametrize(
    ("place", "values"),
    [("theorem-1-requires-assumption-2.1", (8, 5)), ("theorem-1-requires-assumption-2.2", (16, 9))],
)
def test_claimed_model_is_the_one_computed_by_hand(place: str, values: tuple[int, int]) -> None:
    statement = CLAIMS[f"text:3/{place}"].statement
    assert isinstance(statement, Counterexample)
    cells = statement.values
    sizes = {index: range(1, size + 1) for index, size in statement.sizes.items()}
    pairs = list(product(sizes[y], sizes[z]))
    world = joint(
        cells[p, ()],
        {pair: cells[m, pair] for pair in pairs},
        {b: cells[u, (b,)] for b in sizes[z]},
        {pair: cells[f, pair] for pair in pairs},
        {b: cells[g, (b,)] for b in sizes[z]},
    )
    event = {a for a in sizes[y] if cells[s, (a,)] == 1}
    assert relative_risk(world, event) == Fraction(*values)


def test_mechanism_attains_the_bound_in_random_joint_distributions() -> None:
    random = Random(8)
    for _ in range(20):
        values, others = range(1, random.randint(2, 4) + 1), range(random.randint(1, 3))
        included, decay = Fraction(random.randint(1, 4), 4), Fraction(random.randint(1, 5), 5)
        law = random_distribution(values, random, positive=True).probabilities
        data = random_distribution(others, random).probabilities
        event = set(random.sample(list(values), random.randint(1, len(values))))
        chance = {v: (1 if v in event else decay**2) / (1 + decay) for v in values}
        world = joint(
            included,
            {(v, c): law[v] * data[c] for v in values for c in others},
            dict(data),
            {(v, c): chance[v] for v in values for c in others},
            dict.fromkeys(others, decay / (1 + decay)),
        )
        prior = sum((law[v] for v in event), NONE)
        assert relative_risk(world, event) == bound(included, prior, decay)


@pytest.mark.slow
@pytest.mark.parametrize("place", ["lem:1.1@E", "lem:1.2@E", "thm:1@E"])
def test_random_models_agree(place: str) -> None:
    claim = CLAIMS[place]
    assert isinstance(claim.statement, Derivation)
    looked = random_check(claim.statement, 4, seed=3, domain=(*claim.domain, *claim.missing))
    assert not looked.refuted
