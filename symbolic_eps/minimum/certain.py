"""Who decides in a proof that rests on no solver's word: certificates and exact points, or no answer.

Solvers may still suggest a point, which exact arithmetic then confirms, and choose where to search.
"""

from __future__ import annotations

from verify.certificates.known_answers import KnownAnswers
from verify.evidence import Grade
from verify.prover.certifying_solver import THOROUGH, CertifyingSolver
from verify.prover.methods import METHODS
from verify.prover.prover import Prover


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
    exact = tuple(method for method in METHODS if method.grade is Grade.EXACT)
    known = KnownAnswers()
    prover = Prover(known_answers=known, budget=THOROUGH, methods=exact)
    return CertifyingSolver(known_answers=known, prover=prover)
