"""The theorems on randomized response hold with certificates; what is planted in them is refuted."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from symbolic_eps.randomized_response import divergences, feasible, fisher, optimal
from symbolic_eps.randomized_response.language import COMMON_MASS, NORM, PSI, claim, equal, for_every_psi
from symbolic_eps.randomized_response.pair import Pair
from symbolic_eps.randomized_response.symbols import AGAINST, DELTA, THETA, WEIGHT, domain, least_error
from symbolic_eps.randomized_response.theorems import RANDOMIZED_RESPONSE
from symbolic_eps.randomized_response.two_outcomes import CORNER_0, CORNER_1, X, Y
from verify import recheck
from verify.calculus.extremum import Maximum
from verify.claims.claim import Claim, Statement, Verdict, judge
from verify.functions.statements import ForEveryFunction
from verify.probability.derivation import Derivation, Step
from verify.prover.prover import Prover

A = least_error(DELTA)
INSIDE = (*domain(), THETA > 0, THETA < 1)


@pytest.fixture(scope="module")
def prover() -> Prover:
    return RANDOMIZED_RESPONSE.prover()


@pytest.mark.parametrize("name", RANDOMIZED_RESPONSE.theorems)
def test_theorem_holds_with_certificates(name: str, prover: Prover) -> None:
    judged = RANDOMIZED_RESPONSE.judgements([name], prover)[name]
    assert (judged.verdict, str(judged.grade)) == (Verdict.HOLDS, "exact"), judged.note


def test_shipped_certificates_are_accepted_by_the_kernel() -> None:
    judgements = recheck.judge_files([RANDOMIZED_RESPONSE.folder / "certificates"])
    assert len(judgements) > 100
    assert all(judgement.accepted for judgement in judgements)


def with_goal(name: str, goal: sp.Basic) -> Claim:
    """A theorem on sums with another goal."""
    stated = RANDOMIZED_RESPONSE.theorems[name]
    derivation = stated.statement
    assert isinstance(derivation, Derivation)
    return replace(stated, statement=Derivation(derivation.setting, goal, (Step(goal),)))


def with_statement(name: str, statement: sp.Basic | Statement) -> Claim:
    return replace(RANDOMIZED_RESPONSE.theorems[name], statement=statement)


def swapped_split() -> ForEveryFunction:
    """The split of an answer with w and 1-w exchanged in the bound."""
    x, y, c = sp.symbols("x y c", real=True)
    goal = sp.Le(PSI(x, y), optimal.split_bound(x, y, c), evaluate=False)
    other = (1 / WEIGHT, 1 / (1 - WEIGHT))
    parts = ((c, other), (x - c / WEIGHT, optimal.PURE_0), (y - c / (1 - WEIGHT), optimal.PURE_1))
    return for_every_psi(goal.subs(WEIGHT, 1 - WEIGHT), ((x, y), parts))


def swapped_pair() -> Pair:
    """The optimal pair with w and 1-w exchanged: its bound is kept with other weights only."""
    return optimal.optimal_pair(DELTA, 1 - WEIGHT)


def pair_with_wrong_entry() -> Pair:
    right = optimal.optimal_pair()
    return Pair((A / WEIGHT, 1 - A / WEIGHT, sp.S.Zero), right.p1)


def largest_of_two(value: sp.Expr, corner: tuple[sp.Expr, sp.Expr]) -> Maximum:
    stated = RANDOMIZED_RESPONSE.theorems["fisher/two-low"].statement
    assert isinstance(stated, Maximum)
    return Maximum(stated.expression, (X, Y), value, dict(zip((X, Y), corner, strict=True)))


LARGEST = RANDOMIZED_RESPONSE.theorems["divergences/largest"].statement
TOLD = sp.Max(*(1 - law[0] for law in (optimal.optimal_pair().p0, optimal.optimal_pair().p1)))
WRONG_BORDER = (*INSIDE, THETA <= (WEIGHT - A) / (1 - DELTA))
ONE, OTHER = fisher._information_1(), fisher._information_0()

PLANTED = {
    "norm without its factor 2": with_goal("feasible/norm", equal(NORM, 1 - COMMON_MASS)),
    "a instead of 1 - 2a": with_goal("feasible/hides-enough", sp.Ge(COMMON_MASS, DELTA, evaluate=False)),
    "tests that err more": with_goal(
        "feasible/every-test", sp.Ge(feasible.ERROR, 2 * COMMON_MASS, evaluate=False)
    ),
    "a norm below every weight": with_goal("feasible/weights", sp.Ge(NORM, 1 - WEIGHT, evaluate=False)),
    "the split with w swapped": with_statement("optimal/split", swapped_split()),
    "a bound with the cost reversed": with_statement(
        "optimal/cost", for_every_psi(sp.Le(optimal.COST, 0, evaluate=False))
    ),
    "the pair with w swapped": claim("planted", equal(feasible.norm(swapped_pair()), DELTA), domain()),
    "a wrong entry": claim("planted", equal(feasible.norm(pair_with_wrong_entry()), DELTA), domain()),
    "a wrong entry's information": claim(
        "planted",
        equal(fisher.fisher_information(pair_with_wrong_entry()), fisher.largest_information()),
        INSIDE,
    ),
    "a channel that gives too much": with_goal("optimal/channel-0-mass", equal(COMMON_MASS, A)),
    "a wrong threshold": claim("planted", sp.Ge(ONE, OTHER), WRONG_BORDER),
    "the other pair below the threshold": with_statement("fisher/threshold-low", sp.Ge(OTHER, ONE)),
    "the other maximum": with_statement("fisher/two-low", largest_of_two(OTHER, CORNER_0)),
    "a maximum with w swapped": with_statement(
        "fisher/two-low", largest_of_two(ONE.subs(WEIGHT, 1 - WEIGHT), CORNER_1)
    ),
    "two answers as good as three": with_statement(
        "fisher/three-above-low", sp.Le(fisher.largest_information(), ONE)
    ),
    "a closed form with theta and 1 - theta exchanged": with_statement(
        "fisher/closed-form",
        equal(fisher.largest_information(), fisher.largest_information().subs(THETA, 1 - THETA)),
    ),
    "nothing lost at any answer": replace(
        RANDOMIZED_RESPONSE.theorems["fisher/lost-0"],
        domain=RANDOMIZED_RESPONSE.theorems["fisher/lost-0"].domain[:-1],
    ),
    "a divergence with 1 - theta' for theta'": with_statement(
        "divergences/largest", equal(LARGEST.lhs, LARGEST.rhs.subs(AGAINST, 1 - AGAINST))
    ),
    "a guarantee with the smaller weight": with_statement(
        "privacy/attained", equal(1 - A / sp.Min(WEIGHT, 1 - WEIGHT), TOLD)
    ),
}


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED.keys())
def test_planted_error_is_refuted(planted: Claim) -> None:
    evidence = judge(planted, Prover(seconds=60)).evidence
    assert evidence.refuted, evidence.note
    assert evidence.witness is not None


def test_psi_is_what_the_definition_of_each_divergence_says() -> None:
    third, half = sp.Rational(1, 3), sp.Rational(1, 2)
    pair = Pair((half, half), (third, 1 - third))
    for name, f in divergences.CONVEX.items():
        points = divergences.laws(pair, third, half)
        by_hand = {
            "relative_entropy": sum(p * sp.log(p / q) for p, q in points),
            "reverse_relative_entropy": sum(q * sp.log(q / p) for p, q in points),
            "total_variation": sum(abs(p - q) for p, q in points) / 2,
            "chi_squared": sum((p - q) ** 2 / q for p, q in points),
            "squared_hellinger": sum((sp.sqrt(p) - sp.sqrt(q)) ** 2 for p, q in points) / 2,
            "triangular": sum((p - q) ** 2 / (p + q) for p, q in points),
            "jensen_shannon": sum(
                (p * sp.log(2 * p / (p + q)) + q * sp.log(2 * q / (p + q))) / 2 for p, q in points
            ),
        }[name]
        assert abs((divergences.f_divergence(pair, f, third, half) - by_hand).evalf(40)) < 1e-35
