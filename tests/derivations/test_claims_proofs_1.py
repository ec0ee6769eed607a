"""The proofs of Kazan & Reiter (2024), (44)-(140), as claims: each verdict as derived by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
import sympy as sp

from derivations.kazan_reiter.notation import eps, p, q, r
from derivations.kazan_reiter_2024.proofs import (
    corollaries,
    lemma_1,
    lemma_2,
    lemma_3,
    lemma_3_by_value,
    theorem_1,
    theorem_2,
)
from tests.derivations.verdicts import assert_pinned
from verify.calculus.derivative import DerivativeSign, PartialDerivative
from verify.claims.claim import Claim, Kind, Verdict, judge
from verify.prover.prover import Prover
from verify.search.budget import Budget
from verify.solvers.second_solver import SecondSolver

MODULES = (lemma_1, theorem_1, theorem_2, corollaries, lemma_2, lemma_3, lemma_3_by_value)
CLAIMS = {claim.locator.place: claim for module in MODULES for claim in module.CLAIMS}
REPAIR = {claim.locator.place: claim for claim in lemma_3_by_value.REPAIR}

NEEDS_PROBABILITY = {*range(44, 59), 62, 64, 66}
"""Displays whose lines are rules of probability, not algebra."""

DEFINITIONS = {"eq:61", "eq:12@E", "eq:71", "eq:82", "eq:86", "eq:99", "eq:108", "eq:129", "eq:134"}

a = lemma_2.a

HOLDS_IF = {
    "text:E/theorem-2-first-branch-is-defined": (r * p * q < 1,),
    "text:E/theorem-2-second-branch-is-defined": (p < 1, r * p < 1),
    "text:E/corollary-2-is-defined": (r * q < 1,),
    "eq:135": (2 * p * r < r + 1,),
    "eq:137": (p * r > 1,),
    "eq:140": (sp.Ne(p * r, 1),),
}
"""With what has to be added; each is also necessary, given the claim's domain."""

MISPRINTS = {
    "text:E/lemma-2-variable-of-the-first-derivative",  # the words say q, the formula is by p
    "eq:91",  # (1-p) - p for (1-p) + p
    "eq:106",  # (105) is 0, not below 0
}

# Everything else follows as printed.
HOLDS_AS_PRINTED = """
    eq:59.1 eq:59.2 eq:60.1 eq:60.2
    eq:63 eq:65 text:E/theorem-1-ratios.1 text:E/theorem-1-ratios.2
    text:E/theorem-1-denominators.1 text:E/theorem-1-denominators.2 eq:67
    thm:2@E eq:68 text:E/theorem-2-decay-at-q-1 eq:69.1 eq:69.2 eq:69.3 eq:70 eq:72
    text:E/theorem-2-72-is-positive eq:73 eq:74 eq:75 eq:76 eq:77 eq:78.1 eq:78.2 eq:78.3
    cor:1@E eq:79 text:E/corollary-1-decay text:E/corollary-1-square eq:80.1 eq:80.2
    eq:81.1 eq:81.2 eq:81.3 eq:81.4 cor:2@E eq:83 eq:84 eq:85
    lem:2.1@E lem:2.2@E eq:87 eq:88 eq:89 eq:90 eq:92 eq:93 eq:94 eq:95 eq:96 eq:97
    text:E/lemma-2-denominator-of-94 text:E/lemma-2-falls-in-p text:E/lemma-2-root-is-positive
    eq:98.1 eq:98.2 text:E/lemma-2-sign-from-g eq:100 eq:101 eq:102 eq:103
    text:E/lemma-2-g-falls-on-the-lower-half
    text:E/lemma-2-upper-half eq:104 eq:105 text:E/lemma-2-g-falls
    eq:107.1 eq:107.2 text:E/lemma-2-g-is-positive text:E/lemma-2-falls-in-q
    lem:3.2@E eq:109 eq:110 eq:111 eq:112 eq:113 eq:114 eq:115 text:E/lemma-3-denominator-of-115
    eq:116 eq:117 eq:118 eq:119 eq:120 eq:121 text:E/lemma-3-121-gives-116 eq:122
    text:E/lemma-3-flat-at-the-threshold.1 text:E/lemma-3-flat-at-the-threshold.2
    text:E/lemma-3-below-the-threshold.1 text:E/lemma-3-below-the-threshold.2
    text:E/lemma-3-above-the-threshold.1 text:E/lemma-3-above-the-threshold.2
    eq:125 eq:126 eq:127 text:E/lemma-3-excess-is-positive text:E/lemma-3-root-is-positive
    eq:128.1 eq:128.2 text:E/lemma-3-sign-from-g
    eq:130 eq:131 eq:132 eq:133 text:E/lemma-3-before-134 eq:136 text:E/lemma-3-range-of-q
    eq:138 eq:139 lem:3.1@E lem:3.3@E lem:3.4@E eq:123 eq:124
    text:E/lemma-3-term-below-the-threshold text:E/lemma-3-term-above-the-threshold
    text:E/lemma-3-g-rises text:E/lemma-3-g-is-negative text:E/lemma-3-rises-in-q
"""
HOLDS = set(HOLDS_AS_PRINTED.split())


@pytest.fixture(scope="module")
def prover() -> Iterator[Prover]:
    """Solvers without the search for certificates: verdicts, quickly."""
    yield Prover(second=SecondSolver(seconds=0.3), budget=Budget(work=1))


def expected(place: str) -> Verdict:
    if place in DEFINITIONS:
        return Verdict.DEFINITION
    if place in HOLDS_IF:
        return Verdict.HOLDS_IF
    return Verdict.MISPRINT if place in MISPRINTS else Verdict.HOLDS


def test_every_claim_has_one_expected_verdict() -> None:
    groups = (DEFINITIONS, set(HOLDS_IF), MISPRINTS, HOLDS)
    assert set(CLAIMS) == set().union(*groups)
    assert sum(map(len, groups)) == len(CLAIMS) == sum(len(module.CLAIMS) for module in MODULES)


def test_every_display_is_claimed_or_left_to_probability() -> None:
    claimed = {
        int(place[3:].partition(".")[0]) for place in CLAIMS if place[:3] == "eq:" and "@" not in place
    }
    assert claimed | NEEDS_PROBABILITY == set(range(44, 141))
    assert not claimed & NEEDS_PROBABILITY


def test_pinned_verdicts_are_those_derived_by_hand() -> None:
    assert_pinned("kazan-reiter-2024", {place: expected(place) for place in CLAIMS})


@pytest.mark.slow
@pytest.mark.parametrize("place", sorted(set(CLAIMS) - DEFINITIONS))
def test_verdict_is_the_one_derived_by_hand(place: str, prover: Prover) -> None:
    judged = judge(CLAIMS[place], prover)
    assert judged.verdict == expected(place), judged.note
    assert judged.extra_hypotheses == HOLDS_IF.get(place, ())


def test_definitions_are_not_put_to_proof() -> None:
    assert {place for place, claim in CLAIMS.items() if claim.kind is not Kind.ASSERTION} == DEFINITIONS


@pytest.mark.parametrize("place", sorted(REPAIR))
def test_repair_of_lemma_3_holds(place: str, prover: Prover) -> None:
    assert judge(REPAIR[place], prover).verdict == Verdict.HOLDS


def right_hand_side(place: str) -> sp.Expr:
    statement = CLAIMS[place].statement
    assert isinstance(statement, sp.core.relational.Relational)
    return statement.rhs


def test_line_91_at_a_point_where_the_root_is_rational() -> None:
    # p = q = 1/2 and a = 1/4: the root is 1, (90) = 2 + (1/2 - 3/2 - 1)/(1/2) = -2, (94) = -1/(1/2) = -2.
    point = {p: sp.Rational(1, 2), q: sp.Rational(1, 2), a: sp.Rational(1, 4)}
    assert right_hand_side("eq:90").subs(point) == -2
    assert right_hand_side("eq:91").subs(point) == 2
    corrected = CLAIMS["eq:91"].corrected
    assert isinstance(corrected, sp.Eq) and corrected.rhs.subs(point) == -2
    assert right_hand_side("eq:94").subs(point) == -2


def test_witnesses_found_by_hand_against_lemma_3s_chain() -> None:
    # p = 9/10, r = 2, q = 1/5: p - 1/r = 2/5 exceeds 1 - p, and (135) = 2 p (2/5 + 2/5) = 36/25 > (134).
    point = {p: sp.Rational(9, 10), q: sp.Rational(1, 5), r: sp.Integer(2)}
    assert right_hand_side("eq:135").subs(point) == sp.Rational(36, 25)
    assert right_hand_side("eq:134").subs(point) < sp.Rational(36, 25)
    # p = 1/4, r = 2: (136) = 1/4 - 1/2 < 0.
    assert right_hand_side("eq:136").subs({p: sp.Rational(1, 4), r: sp.Integer(2)}) == -sp.Rational(1, 4)


def mutant(claim: Claim, change: str) -> Claim:
    """The claim with one mechanical error."""
    statement = claim.statement
    if isinstance(statement, PartialDerivative):
        printed = {"sign": -statement.printed, "factor": 2 * statement.printed}[change]
        return replace(claim, statement=replace(statement, printed=printed), corrected=None, missing=())
    if isinstance(statement, DerivativeSign):
        opposite = {"<": ">", ">": "<", "=": ">"}[statement.relation]
        return replace(claim, statement=replace(statement, relation=opposite), corrected=None, missing=())
    assert isinstance(statement, sp.core.relational.Relational)
    left, right = statement.args
    changed = {
        "sign": -right,
        "factor": 2 * right,
        "p<->q": right.xreplace({p: q, q: p}),
        "decay": right.xreplace({sp.exp(-2 * eps): sp.exp(-eps)}),
        "strict": right,
    }[change]
    relation = {"strict": {sp.Ge: sp.Gt, sp.Le: sp.Lt}.get(statement.func)}.get(change) or statement.func
    return replace(claim, statement=relation(left, changed, evaluate=False), corrected=None, missing=())


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("eq:59.1", "factor"),
        ("eq:60.1", "strict"),
        ("eq:67", "decay"),
        ("eq:67", "strict"),
        ("eq:72", "factor"),
        ("eq:74", "factor"),
        ("eq:81.1", "decay"),
        ("eq:89", "factor"),
        ("eq:92", "p<->q"),
        ("eq:94", "sign"),
        ("eq:101", "p<->q"),
        ("eq:102", "sign"),
        ("eq:115", "factor"),
        ("eq:116", "p<->q"),
        ("eq:121", "factor"),
        ("eq:131", "p<->q"),
        ("eq:132", "factor"),
        ("lem:3.2@E", "relation"),
        ("text:E/lemma-2-falls-in-q", "relation"),
    ],
)
def test_planted_error_is_refuted(place: str, change: str, prover: Prover) -> None:
    assert judge(mutant(CLAIMS[place], change), prover).verdict == Verdict.REFUTED


@pytest.mark.parametrize("place", ["eq:98.1", "eq:101", "text:E/lemma-2-g-is-positive"])
def test_lemma_2_without_a_below_one_is_refuted(place: str, prover: Prover) -> None:
    claim = CLAIMS[place]
    assert (a < 1) in claim.domain
    wider = tuple(h for h in claim.domain if h != (a < 1))
    assert judge(replace(claim, domain=wider), prover).verdict == Verdict.REFUTED
