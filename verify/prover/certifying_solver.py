"""Decisions with evidence: a solver's questions, each answer backed by a certificate, or by a point.

Stands in for `verify.solvers.smt.Solver` wherever an answer has to be justified and not only used: "no
point" needs a certificate (or two solvers, which the grade shows), "some point" the point, confirmed by
exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import sympy as sp

from verify.certificates.known_answers import KnownAnswers
from verify.evidence import Evidence, Grade, Outcome
from verify.language.condition import Clauses, Condition
from verify.language.encoding import NotAlgebraicError
from verify.language.implication import Hints, Implication
from verify.language.note import Note
from verify.prover.prover import Prover
from verify.search.budget import Budget
from verify.solvers.smt import Solver, UndecidedQueryError

THOROUGH = Budget()
"""Limits of the search; counts alone, so that it finds the same on every machine."""


@dataclass
class CertifyingSolver(Solver):
    """Answers the questions of a `Solver` through a `Prover`, and keeps the evidence.

    Parameters
    ----------
    known_answers : KnownAnswers
        Answers found before.
    prover : Prover
        Brings the evidence for all else; by default one with the certificates at hand.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.language.condition import positive
    >>> solver = CertifyingSolver()
    >>> with solver.recorded() as evidence:
    ...     solver.implies([positive(a - 1)], positive(a), "a > 0")
    True
    >>> [str(e.grade) for e in evidence]
    ['exact']
    """

    known_answers: KnownAnswers = field(default_factory=KnownAnswers)
    prover: Prover | None = None
    _records: list[list[Evidence]] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self._prover = self.prover or Prover(known_answers=self.known_answers, budget=THOROUGH)

    @property
    def found(self) -> dict[str, Evidence]:
        """What was answered so far, by the fingerprint of the claim."""
        return self._prover.answers

    @property
    def certifies(self) -> bool:
        """Whether answers come with evidence."""
        return True

    @contextmanager
    def recorded(self) -> Iterator[list[Evidence]]:
        """Within this context, the evidence for each answer that no point exists is added to the list."""
        record: list[Evidence] = []
        self._records.append(record)
        try:
            yield record
        finally:
            self._records[:] = [other for other in self._records if other is not record]

    def satisfiable(
        self,
        conditions: Iterable[Condition],
        question: str,
        clauses: Clauses = (),
        splits: Sequence[sp.Expr] = (),
    ) -> bool:
        """Whether some real point satisfies all conditions, and at least one condition of every clause.

        `splits` are polynomials by whose signs the proof may distinguish cases.

        Raises
        ------
        UndecidedQueryError
            When neither a proof nor a point is found.
        """
        return self._decided(conditions, question, clauses, splits).refuted

    def implies(self, hypotheses: Iterable[Condition], goal: Condition, question: str) -> bool:
        """Whether the goal holds wherever all hypotheses do.

        Raises
        ------
        UndecidedQueryError
            When neither a proof nor a counterexample is found.
        """
        if goal.constant_truth is True:
            return True
        premises = tuple(h for h in hypotheses if h.constant_truth is not True)
        return self._examined(Implication.of(premises, goal), premises, question).proved

    def find_point(
        self, conditions: Iterable[Condition], question: str, clauses: Clauses = ()
    ) -> dict[sp.Symbol, sp.Expr] | None:
        """A point that satisfies all conditions, or None.

        Raises
        ------
        UndecidedQueryError
            When neither a proof nor a point is found.
        """
        evidence = self._decided(conditions, question, clauses)
        return dict(evidence.witness) if evidence.witness is not None else None

    def knows(self, conditions: Iterable[Condition], clauses: Clauses = ()) -> bool:
        """Whether a certificate is at hand, still to be checked, that no such point exists."""
        implication = self._implication(conditions, clauses)
        try:
            return implication.encoded.fingerprint in self.known_answers.certificates
        except NotAlgebraicError:
            return False

    def _decided(
        self,
        conditions: Iterable[Condition],
        question: str,
        clauses: Clauses,
        splits: Sequence[sp.Expr] = (),
    ) -> Evidence:
        undecided = tuple(c for c in conditions if c.constant_truth is not True)
        return self._examined(self._implication(undecided, clauses, splits), undecided, question)

    @staticmethod
    def _implication(
        conditions: Iterable[Condition], clauses: Clauses, splits: Sequence[sp.Expr] = ()
    ) -> Implication:
        undecided = (c for c in conditions if c.constant_truth is not True)
        alternatives = (sp.Or(*(c.relational for c in clause)) for clause in clauses)
        return Implication.of((*undecided, *alternatives), sp.false, Hints(splits=tuple(splits)))

    def _examined(self, implication: Implication, premises: tuple[Condition, ...], question: str) -> Evidence:
        if any(c.constant_truth is False for c in premises):
            return Evidence(Note(implication), Outcome.PROVED, Grade.EXACT, "a false condition on numbers")
        self.questions += 1
        try:
            evidence = self._prover.prove(implication)
        except NotAlgebraicError as error:  # a power that certificates do not hold
            raise UndecidedQueryError(question, premises, str(error)) from None
        if evidence.outcome is Outcome.OPEN:
            raise UndecidedQueryError(question, premises, evidence.note)
        if evidence.proved:
            for record in self._records:
                record.append(evidence)
        return evidence
