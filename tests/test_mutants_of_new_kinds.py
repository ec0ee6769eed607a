"""Mutants of statements for every function or integer, on models, of linear programs: no false one holds."""

from collections import Counter

import pytest

from benchmarks.mutants.planting import KINDS, mutants
from tests.verify import corpus_functions, corpus_integers, corpus_models, test_linear_program
from verify.claims.claim import Claim, Locator, judge
from verify.independent_check.random_check import random_check
from verify.prover.prover import Prover

CASES = {
    case.name: case
    for module in (corpus_functions, corpus_models, test_linear_program)
    for case in module.CASES
}

TRUE = {
    "jensen": 0,
    "pure-parts": 0,
    "largest-divergence": 0,
    "glass": 1,  # 2 x <= 4 leaves the best point, (2, 6), in the set
}
"""How many mutants are true all the same, of two for each operator; looked through by hand."""


@pytest.mark.parametrize("name", TRUE)
def test_mutants_of_a_true_claim_are_refuted(name):
    case, prover = CASES[name], Prover()
    claim = Claim(Locator("corpus", name), case.statement, getattr(case, "domain", ()))
    planted = [mutant.claim for kind in KINDS for mutant in mutants(claim, kind, 2)]
    verdicts = Counter(judge(mutant, prover).verdict.value for mutant in planted)
    assert verdicts["refuted"] == len(planted) - TRUE[name] and len(planted) >= 10


FOR_EVERY_INTEGER = {
    "binomial law": (corpus_integers.SUMS, 11),
    "hockey stick": (corpus_integers.SUMS, 8),
    "power": (corpus_integers.INTEGRALS, 12),
    "the greatest": (corpus_integers.TAILS, 10),
    "inverse squares": (corpus_integers.INDUCTIONS, 9),
    "Bernoulli": (corpus_integers.INDUCTIONS, 10),
}
"""How many mutants are refuted at least; the others were looked through by hand, and are true or open."""


@pytest.mark.family(18)
@pytest.mark.parametrize("name", FOR_EVERY_INTEGER)
def test_mutants_for_every_integer(name):
    (cases, refuted), prover = FOR_EVERY_INTEGER[name], Prover()
    claim = Claim(Locator("corpus", name), cases[name].statement, cases[name].domain)
    planted = [mutant.claim for kind in KINDS for mutant in mutants(claim, kind, 2)]
    verdicts = {mutant.locator.place: judge(mutant, prover).verdict.value for mutant in planted}
    assert Counter(verdicts.values())["refuted"] >= refuted
    for mutant in planted:
        look = random_check(mutant, "mutant")
        assert verdicts[mutant.locator.place] != "holds" or (look.tried and look.failing is None)
