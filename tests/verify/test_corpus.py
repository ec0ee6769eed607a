"""The corpus of claims through the judge: every verdict as derived by hand.

All claims, and of the mutants a share that is chosen by position, so that it is the same in every run; the
others are marked `slow`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
import sympy as sp

from tests.verify.corpus import CASES, Case
from tests.verify.corpus.notation import a, b, c, d
from tests.verify.test_corpus_itself import ARITHMETIC, Number, is_true
from verify import recheck
from verify.claims.claim import Claim, Judgement, Locator, Verdict, judge
from verify.evidence import Grade
from verify.language.implication import Hints
from verify.prover.prover import Prover

SHARE = 6
"""Of so many mutants one is judged without the mark `slow`."""

BELOW_EXACT = {"conjugate-of-a-difference-of-roots": Grade.SOLVER}
"""True claims without a certificate, and the least grade that they have."""

HINTS = {
    "triangle-inequality-plane": Hints(
        # The square of the claim is Cauchy's inequality, and that is a square.
        splits=(sp.sqrt(a**2 + b**2) * sp.sqrt(c**2 + d**2) - a * c - b * d,),
        squares=(a * d - b * c,),
    )
}
"""What an asker who knows the proof would say."""

OPEN_MUTANTS = frozenset({"triangle-inequality-plane"})
"""Claims of whose true mutants some stay open."""


@pytest.fixture(scope="module")
def prover() -> Iterator[Prover]:
    with_second = Prover()
    yield with_second
    with_second.second.close()


def judged(
    prover: Prover,
    name: str,
    hypotheses: tuple[sp.Basic, ...],
    goal: sp.Basic,
    missing: tuple[sp.Basic, ...],
    hints: Hints,
) -> Judgement:
    return judge(Claim(Locator("corpus", name), goal, hypotheses, missing=missing, hints=hints), prover)


def coordinate(number: sp.Expr) -> Number:
    """A fraction, or a number with more digits than the evaluator looks at."""
    if isinstance(number, sp.Rational):
        return Fraction(int(number.p), int(number.q))
    return ARITHMETIC.mpf(str(sp.N(number, ARITHMETIC.dps + 20)))


def confirm_witness(found: Judgement) -> None:
    """The witness refutes the statement for the corpus's own evaluator, too."""
    assert found.witness is not None
    at = {symbol.name: coordinate(number) for symbol, number in found.witness.items()}
    assert all(is_true(h, at) for h in found.claim.domain), found.witness
    assert isinstance(found.claim.statement, sp.Basic)
    assert not is_true(found.claim.statement, at), found.witness


def check(found: Judgement, wanted: str, may_be_open: bool = False) -> None:
    """The verdict is as wanted, and rests on what it needs."""
    if wanted == "vacuous":
        assert found.verdict is Verdict.OPEN and "is empty" in found.note
        assert found.inhabited.refuted
        return
    assert found.inhabited.proved and found.inhabited.grade is Grade.EXACT
    if may_be_open and found.verdict is Verdict.OPEN:
        return
    assert found.verdict.value == wanted, found.note
    for certificate in found.certificates:
        recheck.check(certificate, {})
    if wanted in ("refuted", "holds-if"):
        confirm_witness(found)
    if found.evidence.proved and found.grade is Grade.EXACT:
        assert list(found.certificates)


@pytest.mark.family(2)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_claim_has_its_verdict(case: Case, prover: Prover) -> None:
    hints = HINTS.get(case.name, Hints())
    found = judged(prover, case.name, case.hypotheses, case.goal, case.missing, hints)
    check(found, case.verdict)
    if case.verdict != "vacuous":
        assert found.grade is not None and found.grade >= BELOW_EXACT.get(case.name, Grade.EXACT)


MUTANTS = [(case, index) for case in CASES for index in range(len(case.mutants))]


@pytest.mark.parametrize(
    ("case", "index"),
    [
        pytest.param(*entry, marks=[] if position % SHARE == 0 else pytest.mark.slow)
        for position, entry in enumerate(MUTANTS)
    ],
    ids=[f"{case.name}-{index}-{case.mutants[index].kind}" for case, index in MUTANTS],
)
def test_mutant_is_told_from_its_claim(case: Case, index: int, prover: Prover) -> None:
    mutant = case.mutants[index]
    found = judged(prover, f"{case.name}-{index}", mutant.hypotheses, mutant.goal, (), Hints())
    check(found, mutant.verdict, may_be_open=mutant.verdict == "holds" and case.name in OPEN_MUTANTS)
