"""How statements for every function with axioms are shown."""

from symbolic_eps.report.audit.entry import Entry
from symbolic_eps.report.statement import shown
from symbolic_eps.typesetting.mathml import Mathml
from symbolic_eps.typesetting.notation import Text
from symbolic_eps.typesetting.tex import Latex
from tests.verify.corpus_functions import CASES
from verify.claims.claim import Claim, Locator, judge
from verify.claims.record import Record
from verify.claims.refutation_details import Completed
from verify.prover.prover import Prover

BY_NAME = {case.name: case for case in CASES}


def test_statement_is_set_in_every_notation():
    case = BY_NAME["divergence-is-no-more-than-that-of-equals"]
    assert shown(case.statement, Text()).startswith("for every positively homogeneous, subadditive psi(x, y)")
    assert "sum[z] psi(p, q) <= psi(1, 1)" in shown(case.statement, Text())
    for notation in (Latex(), Mathml()):
        assert shown(case.statement, notation)
    claim = Claim(Locator("corpus", case.name), case.statement, case.domain)
    entry = Entry(claim, Record.of(Completed(judge(claim, Prover())), 0.0))
    assert entry.sides == () and "Max(x, kink*y)" in str(entry.record.witness) and entry.because
