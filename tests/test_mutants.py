"""The maker of mutants makes the ones it promises, and a mutant that would pass wrongly is seen."""

from __future__ import annotations

import sympy as sp

from benchmarks.mutants import Mutant, bases, mutants, report, sampled, true_at, true_form
from symbolic_eps.papers import papers
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from verify.claims.auditor import audit
from verify.claims.claim import Claim, Kind, Locator

CLAIM = Claim(
    Locator("sample", "eq:1"),
    sp.Ge(p + (1 - q) ** 2, p * q, evaluate=False),
    (p > 0, p <= 1, q > 0, q <= 1),
    remark="True, as p (1-q) >= 0.",
)


def by_kind(claim: Claim) -> dict[str, list[Claim]]:
    found: dict[str, list[Claim]] = {}
    for mutant in mutants(claim):
        found.setdefault(mutant.kind, []).append(mutant.claim)
    return found


def test_every_kind_is_made() -> None:
    found = by_kind(CLAIM)
    assert len(found) == 7
    statements = {kind: [str(c.statement) for c in claims] for kind, claims in found.items()}
    assert "-p + (1 - q)**2 >= p*q" in statements["sign"]
    assert "p + (1 - q)**2 >= 2*p*q" in statements["factor 2"]
    assert statements["p for q"] == ["q + (1 - p)**2 >= p*q"]
    assert statements["dropped square"] == ["p + (1 - q) >= p*q"]
    assert len(statements["1-q for q"]) == 2
    assert statements["strict"] == ["p + (1 - q)**2 > p*q"]
    assert sorted(len(c.domain) for c in found["dropped hypothesis"]) == [3, 3, 3, 3]
    assert len({c.locator for claims in found.values() for c in claims}) == sum(map(len, found.values()))


def test_the_choice_of_some_is_always_the_same() -> None:
    first, again = ([m.claim for m in mutants(CLAIM, each=1)] for _ in range(2))
    assert first == again and len(first) == 7


def test_a_claim_without_a_formula_has_no_mutants() -> None:
    assert list(mutants(Claim(Locator("sample", "eq:2"), sp.true))) == []


def test_mutants_start_from_what_is_true() -> None:
    wrong = Claim(Locator("sample", "eq:3"), p > 1, (p > 0,), corrected=p > 0)
    assert true_form(wrong, "misprint").statement == (p > 0)
    lacking = Claim(Locator("sample", "eq:3"), p > 1, (p > 0,), missing=(p > 2,))
    assert true_form(lacking, "holds-if").domain == (p > 0, p > 2)
    assert true_form(wrong, "refuted") is None and true_form(wrong, "") is None


def test_points_see_a_false_statement() -> None:
    assert sampled((p > 0, p < 1), sp.Ge(p**2, p), "seed")[1] is not None
    assert sampled((p > 0, p < 1), sp.Ge(p, p**2), "seed") == (60, None)
    assert sampled((sp.Eq(q, p / 3), p > 0), sp.Gt(p, q), "seed") == (60, None)
    assert true_at(sp.Gt(sp.log(p - 1), 0), {p: sp.Rational(1, 2)}) is False  # undefined is false


def test_report_counts_and_a_wrong_pass_is_a_bug() -> None:
    planted = list(mutants(CLAIM, each=1))
    verdicts = [found.record.verdict for found in audit([m.claim for m in planted], seconds=20)]
    text = report(planted, verdicts)
    assert "7 mutants" in text and "BUG" not in text
    false = Mutant("sign", Claim(Locator("sample", "eq:1#sign.1"), sp.Ge(p**2, p), (p > 0, p < 1)))
    text = report([false], ["holds"])
    assert "BUG: fails at" in text and "1 pass wrongly" in text


def test_every_pinned_claim_has_a_form_or_none() -> None:
    found = list(bases(papers(), ()))
    assert len(found) > 500 and all(claim.kind is Kind.ASSERTION for claim in found)
