"""The prover: brings evidence for or against an implication, the strongest that can be had.

The methods and their order are in `verify.prover.methods`. Only the kernel's acceptance and a confirmed
witness make the grade `exact`; the grade `solver` needs z3 and cvc5 to answer `unsat`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace

import sympy as sp

from verify.certificates.known_answers import KnownAnswers
from verify.certificates.refuted_before import RefutedBefore
from verify.evidence import Evidence, Grade, Outcome
from verify.language.encoding import Encoded, NotAlgebraicError
from verify.language.implication import Implication
from verify.language.note import Note, joined
from verify.prover.attempt import Attempt
from verify.prover.method import Method
from verify.prover.methods import METHODS, points_first
from verify.prover.witness import Wanted
from verify.recheck import TOWERS
from verify.search.budget import Budget
from verify.solvers.second_solver import SecondSolver
from verify.solvers.smt import QUICK_STEPS, Solver

SEARCH_SECONDS = 15.0
"""Processor time of the search for one implication; its counts should end it well before."""


@dataclass
class Prover:
    """Finds evidence for implications.

    Parameters
    ----------
    solver : Solver
        z3, with its limit on steps.
    second : SecondSolver
        cvc5, in its own process, which starts when it is first needed.
    known_answers : KnownAnswers
        Answers found before; none counts before the kernel, or exact arithmetic, has confirmed it.
    budget : Budget
        Limits of the search for certificates; its `seconds` are for all cases of an implication together.
    seconds : float or None
        Limit on the processor time for one implication, looked at between the methods; what is not decided
        by then is open.
    quick : Solver
        z3 with few steps: looks for counterexamples before the search.
    wanted : Wanted
        Which counterexamples. If not the simplest, any evidence will do, as in a trial of a hypothesis: a
        proof may be one from fewer hypotheses, and the part that is told sooner is looked at first.
    methods : tuple of Method
        How, in this order; by default all that there are.
    answers : dict of str to Evidence
        What has been decided, by the fingerprint of the claim; may be emptied at any time.
    suggested : tuple of mapping
        Counterexamples to other questions on the same statement: a finite model among them that is simple
        enough, and is a counterexample here, is taken.
    refuted : RefutedBefore
        Refutations that serve wherever their conditions come again; may be emptied at any time.

    Examples
    --------
    >>> from sympy.abc import a
    >>> prover = Prover()
    >>> print(prover.prove(Implication((a > 0,), a + 1 / a >= 2)).grade)
    exact
    >>> prover.prove(Implication((a > 0,), a + 1 / a >= 3)).witness
    {a: 1}
    """

    solver: Solver = field(default_factory=Solver)
    second: SecondSolver = field(default_factory=SecondSolver)
    known_answers: KnownAnswers = field(default_factory=KnownAnswers)
    budget: Budget = field(default_factory=lambda: Budget(seconds=SEARCH_SECONDS))
    seconds: float | None = None
    quick: Solver = field(default_factory=lambda: Solver(steps=QUICK_STEPS))
    wanted: Wanted = Wanted.SIMPLE
    methods: tuple[Method, ...] = METHODS
    answers: dict[str, Evidence] = field(default_factory=dict, repr=False)
    suggested: tuple[Mapping[sp.Symbol, sp.Expr], ...] = ()
    refuted: RefutedBefore = field(default_factory=RefutedBefore, repr=False)
    _known: dict[Implication, Evidence] = field(default_factory=dict, init=False, repr=False)
    _proved: dict[str, Evidence] = field(default_factory=dict, init=False, repr=False)

    def prove(self, implication: Implication) -> Evidence:
        """Evidence for or against an algebraic implication.

        Parameters
        ----------
        implication : Implication
            What is to be shown.

        Returns
        -------
        Evidence
            Proved (with the certificate, if the grade is exact), refuted with a witness, or open with a note.

        Raises
        ------
        verify.language.encoding.NotAlgebraicError
            If the implication cannot be cleared to polynomials; `decide` then goes by evaluation.
        """
        encoded = implication.encoded
        evidence, late = self._evidence(implication, encoded, [])
        if not late or evidence.grade is Grade.EXACT:
            self.answers[encoded.fingerprint] = evidence  # Else with more time another answer may come.
        return evidence

    def _evidence(
        self, implication: Implication, encoded: Encoded | None, tried: list[Note]
    ) -> tuple[Evidence, bool]:
        """The evidence, and whether it was found in a hurry."""
        if implication not in self._known:
            if self.any_point and (stronger := self._from_fewer(implication)) is not None:
                return stronger, True
            if encoded is not None and encoded.fingerprint in self._proved:
                return replace(self._proved[encoded.fingerprint], statement=Note(implication)), False
            attempt = Attempt(self, implication, encoded, tried=tried)
            evidence = attempt.evidence()
            if attempt.late:
                return evidence, True
            self._known[implication] = evidence
            if encoded is not None and evidence.proved:
                self._proved[encoded.fingerprint] = evidence
        return self._known[implication], False

    @property
    def any_point(self) -> bool:
        """Whether any evidence will do."""
        return self.wanted is not Wanted.SIMPLE

    @property
    def with_points_first(self) -> Prover:
        """For questions that are refuted more often than proved; what it finds out is known to both."""
        other = copy(self)
        other.methods = points_first(self.methods)
        return other

    def at_any_point(self, wanted: Wanted = Wanted.RATIONAL) -> Prover:
        """One for questions of which only the answer matters, or that are refuted more often than proved.

        It knows what this one has proved, and keeps its answers with those of this one.
        """
        other = replace(self, wanted=wanted, methods=points_first(self.methods))
        other.learn(self)
        return other

    def _from_fewer(self, implication: Implication) -> Evidence | None:
        """A proof of the same goal from some of the hypotheses; its certificates are of that implication."""
        given = {*implication.hypotheses}
        for known, evidence in self._known.items():
            if evidence.proved and known.goal == implication.goal and given.issuperset(known.hypotheses):
                return replace(evidence, statement=Note(implication))
        return None

    def learn(self, other: Prover) -> None:
        """Take over what another has proved with certificates, which no longer search proves better."""
        self._proved |= {name: e for name, e in other._proved.items() if e.grade is Grade.EXACT}
        self._known |= {i: e for i, e in other._known.items() if e.proved and e.grade is Grade.EXACT}

    def decide(self, implication: Implication) -> Evidence:
        """Evidence for or against an implication, algebraic or not.

        One that is not algebraic is refuted by a point, or proved by names or a tower (grade `exact`) or by
        enclosures (grade `enclosed`), or open.

        Parameters
        ----------
        implication : Implication
            What is to be shown.

        Examples
        --------
        >>> from sympy.abc import x
        >>> prover = Prover()
        >>> print(prover.decide(Implication((x >= 1, x <= 2), sp.exp(x) > x + 1)).grade)
        exact
        >>> print(prover.decide(Implication((x >= 0, x <= 1), sp.cos(x) > x / 2)).grade)
        enclosed
        >>> prover.decide(Implication((x > 0,), sp.log(x) < x / 3)).witness
        {x: 2}
        """
        try:
            return self.prove(implication)
        except NotAlgebraicError as error:
            evidence = self._evidence(implication, None, [Note(error)])[0]
        own = evidence.certificate
        if own is not None and own["format"] in TOWERS:
            self.answers[own["fingerprint"]] = evidence
        return evidence

    def inhabited(self, hypotheses: Iterable[sp.Basic]) -> Evidence:
        """Evidence that some point satisfies all hypotheses: proved with the point as witness, or refuted.

        Raises
        ------
        verify.language.encoding.NotAlgebraicError
            If a hypothesis cannot be cleared to polynomials; `decide_inhabited` then goes by evaluation.
        """
        empty = Implication(tuple(hypotheses), sp.false)
        return _inhabited(empty.hypotheses, self.with_points_first.prove(empty))

    def decide_inhabited(self, hypotheses: Iterable[sp.Basic]) -> Evidence:
        """As `inhabited`, for hypotheses that may be other than algebraic."""
        empty = Implication(tuple(hypotheses), sp.false)
        return _inhabited(empty.hypotheses, self.with_points_first.decide(empty))


def _inhabited(hypotheses: tuple[sp.Basic, ...], empty: Evidence) -> Evidence:
    """What the evidence on "the hypotheses imply the false" says of their having a point."""
    conditions = joined(" and ", (Note("(", h, ")") for h in hypotheses))
    statement = Note("some point satisfies ", conditions or "no condition at all")
    if empty.refuted:
        return Evidence(statement, Outcome.PROVED, empty.grade, "a point", empty.witness)
    if empty.proved:
        note = Note("the conditions contradict each other")
        return replace(empty, statement=statement, outcome=Outcome.REFUTED, note=note)
    return replace(empty, statement=statement)
