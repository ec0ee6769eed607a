"""Towers, zones, and the order of names, on a corpus: what is true is proved, what is false is not."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import mpmath
import pytest
import sympy as sp
from sympy.abc import a, x, y

from tests.verify.corpus_towers import FALSE, NOT_PROVED, ORDERS, TOWERS, ZONES
from verify import kernel, recheck, tower_kernel
from verify.certificates.known_answers import KnownAnswers
from verify.evidence import Evidence, Grade, Outcome
from verify.language.implication import Implication
from verify.language.naming import Naming
from verify.language.truth import holds_at
from verify.prover.method import Cost, Method
from verify.prover.methods import METHODS
from verify.prover.prover import Prover
from verify.towers.statement import NotATowerError, tower_claim

Stated = tuple[tuple[sp.Basic, ...], sp.Basic]


@pytest.fixture(scope="module")
def prover() -> Iterator[Prover]:
    shared = Prover()
    yield shared
    shared.second.close()


def decided(prover: Prover, stated: Stated) -> Evidence:
    return prover.decide(Implication(*stated))


@pytest.mark.parametrize("name", TOWERS)
def test_tower_is_exact(name: str, prover: Prover) -> None:
    found = decided(prover, TOWERS[name])
    assert found.proved and found.grade is Grade.EXACT, found.note
    certificates = list(found.certificates)
    assert certificates and {c["format"] for c in certificates} <= {"tower/1", "certificate/1"}
    assert any(c["format"] == "tower/1" for c in certificates)
    for certificate in certificates:
        recheck.check(certificate, {})


@pytest.mark.family(18)
@pytest.mark.parametrize("name", ZONES)
def test_zones_are_enclosed(name: str, prover: Prover) -> None:
    found = decided(prover, ZONES[name])
    assert found.proved, found.note
    formats = {c["format"] for c in found.certificates}
    assert ("leaves/1" in formats) == (found.grade is Grade.ENCLOSED)
    for certificate in found.certificates:
        recheck.check(certificate, {})


@pytest.mark.family(18)
@pytest.mark.parametrize("name", ORDERS)
def test_order_of_names_is_known(name: str, prover: Prover) -> None:
    found = decided(prover, ORDERS[name])
    assert found.proved and found.grade is Grade.EXACT, found.note


@pytest.mark.parametrize("name", FALSE)
def test_false_statement_is_refuted(name: str, prover: Prover) -> None:
    hypotheses, goal = FALSE[name]
    found = decided(prover, (hypotheses, goal))
    assert found.refuted and found.witness is not None, found.note
    assert all(value.is_Rational for value in found.witness.values())
    assert all(holds_at(h, found.witness) is True for h in hypotheses)
    assert holds_at(goal, found.witness) is False


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_is_false_at_no_simple_point_is_not_proved(name: str, prover: Prover) -> None:
    assert not decided(prover, NOT_PROVED[name]).proved


@pytest.mark.parametrize("name", [*TOWERS, *ZONES])
def test_converse_is_not_proved(name: str, prover: Prover) -> None:
    hypotheses, goal = (TOWERS | ZONES)[name]
    assert not decided(prover, (hypotheses, sp.Not(goal))).proved


# The binding between a statement and its claim.


def test_claim_is_about_the_statement() -> None:
    strict, weak = (Implication((x >= 0,), relation(sp.exp(x), 1 + x)) for relation in (sp.Gt, sp.Ge))
    closed, open_ = (Implication((relation(x, 0),), sp.exp(x) >= 1 + x) for relation in (sp.Ge, sp.Gt))
    shifted = Implication((x >= 0,), sp.exp(x) >= 1 + 2 * x)
    faster = Implication((x >= 0,), sp.exp(2 * x) >= 1 + x)
    prints = {tower_claim(i).fingerprint for i in (strict, weak, open_, shifted, faster)}
    assert len(prints) == 5
    assert tower_claim(closed).fingerprint == tower_claim(weak).fingerprint
    assert (
        tower_claim(Implication((y >= 0,), sp.exp(y) >= 1 + y)).fingerprint in prints
    )  # names do not matter


def test_other_hypotheses_are_left_out_and_bounds_are_not() -> None:
    claim = tower_claim(Implication((x > 1, x >= sp.Rational(1, 2), x < 3, x**2 > 2), sp.exp(x) > x)).claim
    assert claim["interval"] == [[">", "1"], ["<", "3"]]
    assert tower_claim(Implication((x >= 1, x > 1), sp.exp(x) > x)).claim["interval"][0] == [">", "1"]
    assert tower_claim(Implication((1 - 2 * x >= 0,), sp.exp(x) > x)).claim["interval"] == [
        None,
        ["<=", "1/2"],
    ]


@pytest.mark.parametrize(
    ("hypotheses", "goal"),
    [
        ((), sp.exp(x**2) > 1),
        ((), sp.exp(x) > sp.exp(y)),
        ((), sp.Ne(sp.exp(x), x)),
        ((), sp.exp(a * x) > x),
        ((), a * sp.exp(x) > a),
        ((), sp.exp(x) > sp.sqrt(x)),
        ((), sp.exp(1 / x) > 0),
        ((x >= 0,), sp.Gt(sp.exp(1 / x), 0, evaluate=False)),
        ((x > 1, x < 0), sp.exp(x) > x),
        ((), sp.exp(sp.pi * x) > x),
        ((), sp.exp(0.5 * x) > x),
        ((), sp.Gt(x**2, x)),
    ],
)
def test_what_is_no_tower_is_refused(hypotheses: tuple[sp.Basic, ...], goal: sp.Basic) -> None:
    with pytest.raises(NotATowerError):
        tower_claim(Implication(hypotheses, goal))


def value_of(tree: Any, at: dict[str, mpmath.mpf]) -> mpmath.mpf:
    match tree:
        case str():
            return at[tree] if tree in at else mpmath.mpf(sp.Rational(tree).p) / sp.Rational(tree).q
        case ["+", *parts]:
            return mpmath.fsum(value_of(part, at) for part in parts)
        case ["*", *parts]:
            return mpmath.fprod(value_of(part, at) for part in parts)
        case ["/", one, other]:
            return value_of(one, at) / value_of(other, at)
    return value_of(tree[1], at) ** tree[2]


@pytest.mark.parametrize("name", [n for n, (_, goal) in (TOWERS | ZONES).items() if goal.is_Relational])
def test_claim_has_the_values_of_the_statement(name: str) -> None:
    hypotheses, goal = (TOWERS | ZONES)[name]
    bound = tower_claim(Implication(hypotheses, goal))
    draw = random.Random(name)
    for _ in range(5):
        at = sp.Rational(draw.randint(1, 60), 61)
        named = {"x": mpmath.mpf(at.p) / at.q, **dict.fromkeys(bound.claim["parameters"], mpmath.mpf(1))}
        for atom, definition in bound.claim["atoms"].items():
            if definition[0] == "exp":
                rate, rest = (value_of(part, {}) for part in definition[1:])
                named[atom] = mpmath.exp(rate * named["x"] + rest)
        for atom, definition in bound.claim["atoms"].items():
            if definition[0] == "log":
                named[atom] = mpmath.log(value_of(definition[1], named))
        left, right = (value_of(tree, named) for tree in bound.claim["goal"][1:])
        where = dict.fromkeys(bound.parameters, 1) | {bound.variable: bound.place(at)}
        printed = sp.N((goal.gts - goal.lts).subs(where), 30)
        assert abs(left - right - mpmath.mpf(str(printed))) < 1e-10


# What the prover believes.


def planted(prover: Prover, evidence: Evidence, grade: Grade = Grade.EXACT) -> Prover:
    return replace(prover, methods=(Method("planted", Cost.LOOKED_UP, grade, lambda _: evidence),))


def test_certificate_of_another_claim_is_not_believed(prover: Prover) -> None:
    other = decided(prover, TOWERS["tangent"])
    lie = planted(Prover(), replace(other, method="planted"))
    found = lie.decide(Implication((), sp.exp(x) >= 1 + 2 * x))
    assert found.outcome is Outcome.OPEN and "another claim" in found.note


def test_leaves_are_not_exact(prover: Prover) -> None:
    honest = decided(prover, ZONES["line just below"])
    lie = planted(Prover(), replace(honest, grade=Grade.EXACT))
    found = lie.decide(Implication(*ZONES["line just below"]))
    assert found.outcome is Outcome.OPEN and "for enclosures" in found.note


def test_damaged_certificate_is_not_believed(prover: Prover) -> None:
    honest = decided(prover, TOWERS["tangent"])
    damaged = json.loads(json.dumps(honest.certificate).replace('"upper"', '"lower"'))
    found = planted(Prover(), replace(honest, certificate=damaged)).decide(Implication(*TOWERS["tangent"]))
    assert found.outcome is Outcome.OPEN and "rejected by the kernel" in found.note


def test_methods_say_what_they_are() -> None:
    named = {method.name: method for method in METHODS}
    assert named["derivative tower"].grade is Grade.EXACT and named["zones"].grade is Grade.ENCLOSED
    assert [method.cost for method in METHODS] == sorted(method.cost for method in METHODS)


# What is kept for the next time.


def test_certificates_are_kept_in_a_file_of_their_own(tmp_path: Path) -> None:
    first = Prover()
    for stated in (TOWERS["tanh"], ZONES["line just below"], ((x > 0,), x + 1 > 0)):
        assert decided(first, stated).proved
    for path, text in KnownAnswers.of(first.answers).files("paper").items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    texts = {path.parent.name: path.read_text() for path in tmp_path.glob("*/paper.json")}
    assert set(texts) == {"answers", "certificates", "towers"}
    assert '"ge"' not in texts["towers"] and "tower/1" not in texts["certificates"]
    assert json.loads(texts["answers"])["without_certificate"] == []
    judged = recheck.judge_files([tmp_path / "towers", tmp_path / "certificates"])
    assert len(judged) == 3 and all(j.accepted for j in judged)
    known = KnownAnswers.load(tmp_path, "paper")
    names = {tower_claim(Implication(*s)).fingerprint for s in (TOWERS["tanh"], ZONES["line just below"])}
    assert names <= set(known.certificates)


def test_certificate_at_hand_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Prover()
    found = decided(first, ZONES["line just below"])
    known = KnownAnswers.of(first.answers)
    monkeypatch.setattr("verify.towers.certificate.found", lambda *_, **__: None)
    assert decided(Prover(known_answers=known), ZONES["line just below"]).certificate == found.certificate
    assert not decided(Prover(), ZONES["line just below"]).proved


def test_text_is_the_same_every_time() -> None:
    texts = {json.dumps(decided(Prover(), ZONES["a bump"]).certificate, sort_keys=True) for _ in range(2)}
    assert len(texts) == 1


# Facts on the order of names.


def test_orders_hold_at_points() -> None:
    naming = Naming.of([sp.exp(x) + sp.exp(-y) + sp.log(x) + sp.log(1 + y)])
    naming.named(sp.exp(x) + sp.exp(-y) + sp.log(x) + sp.log(1 + y))
    draw, orders = random.Random(5), naming.orders
    assert len(orders) == 12
    for _ in range(60):
        at = {x: sp.Rational(draw.randint(1, 90), 17), y: sp.Rational(draw.randint(-16, 90), 17)}
        meant = {name: sp.exp(m / naming.denominators.get(m, 1)) for m, name in naming.exponentials.items()}
        meant |= {name: sp.log(base) for base, name in naming.logarithms.items()}
        for order in orders:
            assert all(need.subs(at) == sp.true for need in order.needs)
            for fact in (order.tangent, order.strict):
                difference = sp.N((fact.lhs - fact.rhs).subs(meant).subs(at), 40)
                assert difference > -sp.Float("1e-25")


def test_kernels_do_not_judge_each_other() -> None:
    certificate = decided(Prover(), TOWERS["tanh"]).certificate
    with pytest.raises(kernel.Rejected):
        kernel.check(certificate, {})
    with pytest.raises(kernel.Rejected):
        tower_kernel.check(Prover().decide(Implication((x > 0,), x + 1 > 0)).certificate)
