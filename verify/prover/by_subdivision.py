"""A method for what holds strictly on a box: `verify.search.subdivision`."""

from __future__ import annotations

from verify.certificates.certificate import assembled
from verify.evidence import Evidence, Grade
from verify.prover.attempt import Attempt
from verify.prover.method import Cost, Method
from verify.prover.methods import has_systems
from verify.search.subdivision import Subdivision

_NAME = "subdivision"


def by_subdivision(attempt: Attempt) -> Evidence | None:
    """The proof by a certificate that bounds every variable and halves the box where it has to."""
    assert attempt.encoded is not None
    nodes = []
    for system in attempt.systems:
        node = Subdivision(system.names, system.facts).refutation()
        if node is None:
            return None
        nodes.append(node)
    return attempt.proof(Grade.EXACT, _NAME, assembled(attempt.encoded.claim, nodes))


BY_SUBDIVISION = Method(_NAME, Cost.SECONDS, Grade.EXACT, by_subdivision, has_systems)
"""Not among the prover's usual methods: for questions with bounds on all variables, few of them."""
