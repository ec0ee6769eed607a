"""Who decides in a proof that rests on no solver's word: certificates and exact points, or no answer.

Solvers may still suggest a point, which exact arithmetic then confirms, and choose where to search.
"""

from __future__ import annotations

from verify.certificates.known_answers import KnownAnswers
from verify.evidence import Grade
from verify.prover.certifying_solver import THOROUGH, CertifyingSolver
from verify.prover.methods import METHODS
from verify.prover.prover import Prover
from verify.search.budget import Budget


def exact_prover(known_answers: KnownAnswers | None = None, budget: Budget = THOROUGH) -> Prover:
    """A prover of exact grade alone; `known_answers` are searched for nothing, and believed in nothing.

    Examples
    --------
    >>> {str(method.grade) for method in exact_prover().methods}
    {'exact'}
    """
    exact = tuple(method for method in METHODS if method.grade is Grade.EXACT)
    return Prover(known_answers=known_answers or KnownAnswers(), budget=budget, methods=exact)


def exact_judge(known_answers: KnownAnswers | None = None) -> CertifyingSolver:
    """A judge whose every answer is exact: what it cannot certify it leaves undecided.

    Parameters
    ----------
    known_answers : KnownAnswers, optional
        Certificates and points that were found before; each is examined again before it counts.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.language.condition import positive
    >>> judge = exact_judge()
    >>> with judge.recorded() as evidence:
    ...     judge.implies([positive(a - 1)], positive(a), "a > 0")
    True
    >>> [str(e.grade) for e in evidence]
    ['exact']
    """
    known = known_answers or KnownAnswers()
    return CertifyingSolver(known_answers=known, prover=exact_prover(known))
