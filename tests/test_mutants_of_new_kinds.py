"""Mutants of statements for every function, over models, and of linear programs: no false one holds."""

from collections import Counter

import pytest

from benchmarks.mutants.planting import KINDS, mutants
from tests.verify import corpus_functions, corpus_models, test_linear_program
from verify.claims.claim import Claim, Locator, judge
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
