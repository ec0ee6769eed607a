"""Who decides in a proof that rests on no solver's word: certificates and exact points, or no answer.

Solvers may still suggest a point, which exact arithmetic then confirms, and choose where to search.
"""

from __future__ import annotations

from verify.certificates.known_answers import KnownAnswers
from verify.evidence import Grade
from verify.prover import counterexamples, proofs
from verify.prover.certifying_solver import THOROUGH, CertifyingSolver
from verify.prover.method import Cost, Method
from verify.prover.methods import METHODS, has_systems
from verify.prover.prover import Prover

AT_ONCE = (
    Method("few points", Cost.MOMENT, Grade.EXACT, counterexamples.at_few_points, has_systems),
    Method("brief search", Cost.MOMENT, Grade.EXACT, proofs.brief_search, has_systems),
)
"""What answers most questions about a profile without a solver, and comes before those that ask one."""


def certain_judge() -> CertifyingSolver:
    """A judge whose every answer is exact: what it cannot certify it leaves undecided.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.language.condition import positive
    >>> judge = certain_judge()
    >>> with judge.recorded() as evidence:
    ...     judge.implies([positive(a - 1)], positive(a), "a > 0")
    True
    >>> [str(e.grade) for e in evidence]
    ['exact']
    """
    exact = (method for method in METHODS if method.grade is Grade.EXACT)
    methods = tuple(sorted((*AT_ONCE, *exact), key=lambda method: method.cost))
    known = KnownAnswers()
    prover = Prover(known_answers=known, budget=THOROUGH, methods=methods)
    return CertifyingSolver(known_answers=known, prover=prover)
