"""The prover's methods: a list of objects; another one is used, and one that lies is not believed."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import pytest
import sympy as sp
from sympy.abc import a, b, x

from verify import kernel
from verify.certificates.certificate import assembled
from verify.claims.claim import Claim, Locator, judge
from verify.claims.verdict import Verdict
from verify.evidence import Evidence, Grade, Outcome
from verify.language.implication import Implication
from verify.prover.attempt import Attempt
from verify.prover.method import Cost, Method
from verify.prover.methods import METHODS, has_systems
from verify.prover.prover import Prover

TRUE = Implication((a > b, b > 0), a > b)
FALSE = Implication((a > 0,), a > 1)


# --- a worked example


def opposite_facts(attempt: Attempt) -> Evidence | None:
    """Prove what repeats a hypothesis: f > 0 and -f >= 0 add up to 0 > 0."""
    nodes = []
    for system in attempt.systems:
        kinds = {kind: [p for k, p in system.facts if k == kind] for kind in ("gt", "ge")}
        for (i, one), (j, other) in product(enumerate(kinds["gt"]), enumerate(kinds["ge"])):
            if {m: -c for m, c in other.items()} == dict(one):
                strict, weak = {"weight": "1", "ge": [], "gt": [i]}, {"weight": "1", "ge": [j], "gt": []}
                nodes.append({"terms": [strict, weak], "multipliers": []})
                break
        else:
            return None
    assert attempt.encoded is not None
    return attempt.proof(Grade.EXACT, "opposite facts", assembled(attempt.encoded.claim, nodes))


OPPOSITE_FACTS = Method("opposite facts", Cost.MOMENT, Grade.EXACT, opposite_facts, has_systems)


def test_method_that_is_added_is_used() -> None:
    prover = Prover(methods=(OPPOSITE_FACTS, *METHODS))
    found = prover.prove(TRUE)
    assert found.proved and found.grade is Grade.EXACT and found.method == "opposite facts"
    kernel.check(found.certificate, {})
    assert Prover().prove(TRUE).method != "opposite facts"


def test_what_it_cannot_decide_is_left_to_the_others() -> None:
    prover = Prover(methods=(OPPOSITE_FACTS, *METHODS))
    assert prover.prove(Implication((a > 0, b > 0), a + b > 0)).grade is Grade.EXACT
    assert prover.prove(FALSE).refuted
    assert prover.decide(Implication((x >= 1, x <= 2), sp.exp(x) > x)).proved


# --- lies


def saying(evidence: Evidence, grade: Grade = Grade.EXACT) -> Method:
    """A method that says the same of everything."""
    return Method("planted", Cost.LOOKED_UP, grade, lambda _: evidence)


def proved(grade: Grade, certificate: object = None) -> Evidence:
    return Evidence("", Outcome.PROVED, grade, "planted", certificate=certificate)  # type: ignore[arg-type]


FOREIGN = Prover().prove(Implication((a > 0,), a + 1 > 0)).certificate
OWN = Prover().prove(TRUE).certificate
assert OWN is not None

LIES = {
    "exact, without a certificate": (saying(proved(Grade.EXACT)), "without a certificate"),
    "a better grade than it can give": (saying(proved(Grade.SOLVER), Grade.ENCLOSED), "at best"),
    "a certificate of another claim": (saying(proved(Grade.EXACT, FOREIGN)), "another claim"),
    "a certificate that proves nothing": (
        saying(proved(Grade.EXACT, {**OWN, "refutations": []})),
        "rejected by the kernel",
    ),
    "a refutation without a point": (
        saying(Evidence("", Outcome.REFUTED, Grade.EXACT, "planted")),
        "without a point",
    ),
    "a point at which the statement holds": (
        saying(
            Evidence("", Outcome.REFUTED, Grade.EXACT, "planted", {a: sp.Integer(2), b: sp.Integer(1)}),
        ),
        "the statement has none at a = 2",
    ),
    "a point outside the domain": (
        saying(
            Evidence("", Outcome.REFUTED, Grade.EXACT, "planted", {a: sp.Integer(0), b: sp.Integer(1)}),
        ),
        "the statement has none at a = 0",
    ),
}


@pytest.mark.parametrize("name", LIES)
def test_method_that_lies_is_not_believed(name: str) -> None:
    method, reason = LIES[name]
    found = Prover(methods=(method,)).prove(TRUE)
    assert found.outcome is Outcome.OPEN and reason in found.note


@pytest.mark.parametrize("name", LIES)
def test_lie_does_not_turn_a_verdict_round(name: str) -> None:
    method, _ = LIES[name]
    prover = Prover(methods=(method, *METHODS))
    assert not prover.prove(TRUE).refuted
    assert not prover.prove(FALSE).proved


def test_honest_control() -> None:
    assert Prover(methods=(saying(proved(Grade.EXACT, OWN)),)).prove(TRUE).grade is Grade.EXACT
    assert Prover(methods=(saying(proved(Grade.ENCLOSED), Grade.ENCLOSED),)).prove(TRUE).proved


# --- the list


def out_of_order(methods: tuple[Method, ...]) -> list[str]:
    """Methods before which a costlier one comes, and names that occur twice."""
    late = [m.name for before, m in pairwise(methods) if m.cost < before.cost]
    names = [m.name for m in methods]
    return late + sorted({name for name in names if names.count(name) > 1})


def test_methods_are_in_order_of_cost_and_have_their_own_names() -> None:
    assert out_of_order(METHODS) == []
    assert out_of_order((*METHODS, METHODS[0])) == [METHODS[0].name, METHODS[0].name]
    assert out_of_order((METHODS[0], replace(METHODS[0], cost=Cost.LONG))) == [METHODS[0].name]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_each_method_is_documented(method: Method) -> None:
    assert method.find.__doc__ and method.decides.__doc__


def test_no_method_at_all_leaves_everything_open() -> None:
    assert Prover(methods=()).prove(TRUE).outcome is Outcome.OPEN


# --- the order where a counterexample is expected


def test_points_come_first_where_one_is_expected() -> None:
    """A domain has a point; a claim is false for which a correction, or a further hypothesis, is named."""
    looked = list[Implication]()
    look = Method("look", Cost.MOMENT, Grade.EXACT, lambda attempt: looked.append(attempt.implication))
    prover = Prover(methods=(look, *METHODS))
    assert prover.decide_inhabited((a > 0, b > a)).proved and prover.inhabited((a > 1,)).proved
    assert looked == []
    assert prover.decide_inhabited((a > 0, a < 0)).refuted
    printed = Claim(Locator("example", "eq:1"), a**2 >= a, (a > 0,))
    question = Implication(printed.domain, printed.statement)
    for expected in ({"missing": (a >= 1,)}, {"corrected": a**2 + 1 >= a}):
        doubted = replace(printed, **expected)
        assert judge(doubted, Prover(methods=prover.methods)).verdict in (Verdict.HOLDS_IF, Verdict.MISPRINT)
        assert looked and question not in looked
    assert judge(printed, Prover(methods=prover.methods)).verdict is Verdict.REFUTED
    assert question in looked


@pytest.mark.parametrize(
    ("question", "sooner"),
    [
        (Implication((a > b, b > 0), a > b), False),  # true at all simple points
        (Implication((a > 0,), a * b > 0), True),  # false at one
        (Implication((sp.Eq(a**2, 2), a > 0), a > 1), True),  # no simple point speaks for it
        (Implication((sp.Eq(a**2, 2), a > 0), a < 1), True),
        (Implication((a > 0, a < 0), a > 1), True),
        (Implication((a > 0, b > 0), sp.false), True),
        (
            Implication((a > 0, a < 1000), (a - sp.Rational(355, 113)) ** 2 > 0),
            False,
        ),  # false, and it looks true
    ],
    ids=str,
)
def test_a_solver_is_asked_late_for_what_simple_points_speak_for(question: Implication, sooner: bool) -> None:
    asked: list[str] = []

    def recorded(method: Method) -> Method:
        return replace(method, find=lambda attempt: asked.append(method.name))

    names = ("counterexample, little work", "short search", "unexpected counterexample")
    little, short, late = (recorded(next(m for m in METHODS if m.name == name)) for name in names)
    prover = Prover(methods=(little, short, late))
    prover.prove(question)
    assert asked == ([little.name, short.name] if sooner else [short.name, late.name])
    asked.clear()
    prover.at_any_point().prove(question)  # where a refutation is expected
    assert asked == [little.name, short.name]


def test_what_looks_true_is_refuted_all_the_same() -> None:
    found = Prover().prove(Implication((a > 0, a < 1000), (a - sp.Rational(355, 113)) ** 2 > 0))
    assert found.witness == {a: sp.Rational(355, 113)}
