"""One implication's way through the methods of the prover, from the cheap ones to the costly ones.

In this order: what is at hand; a counterexample, with little work; a short search for a certificate; z3
and cvc5, which both have to answer `unsat`; a long search, for the better grade; a counterexample, with more
work; ball arithmetic over a compact domain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Protocol

import sympy as sp

from verify import kernel
from verify.boxes.best_first import Budget as BoxBudget
from verify.certificates.certificate import Certificate
from verify.certificates.certificate_search import CertificateSearch
from verify.certificates.known_answers import AtHand
from verify.evidence import Evidence, Grade, Outcome
from verify.language.condition import Condition
from verify.language.encoding import Encoded
from verify.language.implication import Implication
from verify.language.truth import UndefinedValueError, UnknownValueError, holds_at, value_at
from verify.points.point_question import shortened
from verify.points.rational_search import simple_points
from verify.prover.by_enclosure import BOXES, NotEnclosedError, failing_point, proved_by_boxes
from verify.prover.witness import UnconfirmedPointError, Witness, confirmed, find_witness
from verify.search.budget import Budget
from verify.search.sign_facts import as_conditions, hold_at
from verify.solvers.second_solver import Answer, SecondSolver
from verify.solvers.smt import Solver, UndecidedQueryError
from verify.solvers.solver_answers import Answered, System, answered

SHORT_WORK = 1_000_000
"""Work of the search before the solvers are asked, a few seconds; most certificates need a tenth of it."""


MOST_GIVEN_UP = 2
"""Systems on which z3 may spend all its steps in vain in the search for a counterexample."""


class Methods(Protocol):
    """What an attempt may use; see `verify.prover.prover.Prover`."""

    solver: Solver
    second: SecondSolver
    at_hand: AtHand
    budget: Budget
    seconds: float | None
    quick: Solver


@dataclass
class Attempt:
    """One implication's way through the methods.

    Parameters
    ----------
    methods : Methods
        Solvers, budgets, and what is at hand.
    implication : Implication
        What is to be decided.
    encoded : Encoded or None
        The claim in the kernel's notation; None where the implication is not algebraic.

    Attributes
    ----------
    tried : list of str
        What was tried in vain, for a person.
    late : bool
        Whether the time was over before all methods had been tried.
    """

    methods: Methods
    implication: Implication
    encoded: Encoded | None
    started: float = field(default_factory=monotonic)
    tried: list[str] = field(default_factory=list)
    late: bool = False

    @property
    def _question(self) -> str:
        return f"a counterexample to {shortened(str(self.implication))}"

    # --- the order of the methods

    def evidence(self) -> Evidence:
        """What the methods for algebraic implications find, in turn."""
        assert self.encoded is not None
        stored = self._stored(self.encoded.fingerprint)
        if stored is not None:
            return stored
        try:
            ring, alternatives = kernel.systems(self.encoded.claim)
        except kernel.Rejected as error:
            self.tried.append(f"too large for a certificate ({error})")
            return self.by_evaluation()
        stored = self._refuted_at_hand(self.encoded, ring, alternatives)
        if stored is not None:
            return stored
        names = tuple(ring.atoms)
        symbols = [sp.Symbol(name, real=True) for name in names]
        systems: list[System] = []
        for facts in alternatives:
            conditions = as_conditions(facts, symbols)
            try:
                found = self._refutation(self._quick_counterexample(conditions))
            except UndecidedQueryError:
                systems.append(System(names, facts, conditions, excluded=False))
                continue
            if found is not None:
                return found
            systems.append(System(names, facts, conditions, excluded=True))
        undecided = [system for system in systems if not system.excluded]
        if undecided and not self._out_of_time() and (point := failing_point(self.implication)) is not None:
            return self._refuted(point, "exact counterexample")
        search = CertificateSearch(
            self.encoded, list(names), [s.facts for s in systems], self.implication.hints
        )
        return self._proof_or_counterexample(search, systems)

    def _proof_or_counterexample(self, search: CertificateSearch, systems: list[System]) -> Evidence:
        """What is found once little work has brought no counterexample."""
        budget = self.methods.budget
        in_vain = "no certificate found within the budget"
        if search.encoded.fingerprint in self.methods.at_hand.unsearched:
            budget, in_vain = replace(budget, work=0), "no certificate was found before"
        short = replace(budget, work=min(budget.work, SHORT_WORK))
        if (certified := self._certified(search, short)) is not None:
            return certified
        answers = self._answers(systems)
        suspected = [given for given in answers if given.solvable]
        if (found := self._thorough_counterexample(suspected)) is not None:
            return found
        if short.work < budget.work and (certified := self._certified(search, budget)) is not None:
            return certified
        self.tried.append(in_vain)
        grades = [given.grade for given in answers if given.grade is not None]
        if len(grades) == len(systems):
            return self._proof(min(grades), _METHODS[min(grades)])
        asked = [given.system for given in answers]
        rest = [Answered(s) for s in systems if not (s.excluded or s in asked)]
        given_up = [given for given in answers if not given.solvable and given.grade is None]
        return self._thorough_counterexample([*given_up, *rest]) or self.by_evaluation()

    def by_evaluation(self) -> Evidence:
        """A point at which the implication fails, or a proof by enclosures, or what was tried in vain."""
        if not self._out_of_time():
            if self.encoded is None and (point := failing_point(self.implication)) is not None:
                return self._refuted(point, "counterexample, evaluated in ball arithmetic")
            try:
                left = self._seconds_left()
                limits = BoxBudget(BOXES, None if left is None else monotonic() + left)
                outcome = proved_by_boxes(self.implication, limits)
                if isinstance(outcome, dict):
                    return self._refuted(outcome, "counterexample, evaluated in ball arithmetic")
                if outcome:
                    return self._proof(Grade.ENCLOSED, "ball arithmetic over the whole domain")
                self._out_of_time()
                self.tried.append("enclosures do not decide it: the goal may be tight")
            except NotEnclosedError as error:
                self.tried.append(f"no proof by enclosures ({error})")
        note = "; ".join(dict.fromkeys(self.tried))
        return Evidence(str(self.implication), Outcome.OPEN, None, "not decided", note=note)

    def _stored(self, fingerprint: str) -> Evidence | None:
        certificate = self.methods.at_hand.certificates.get(fingerprint)
        if certificate is None:
            return None
        try:
            kernel.check(certificate, {})
        except kernel.Rejected as error:
            self.tried.append(f"the certificate at hand is rejected ({error})")
            return None
        if certificate["fingerprint"] != fingerprint:
            self.tried.append("the certificate at hand is for another claim")
            return None
        return self._proof(Grade.EXACT, _ACCEPTED, certificate)

    def _refuted_at_hand(
        self, encoded: Encoded, ring: kernel.Ring, alternatives: list[list[kernel.Fact]]
    ) -> Evidence | None:
        """The refutation by a point at hand, if there is one and it is right."""
        point = self.methods.at_hand.points.get(encoded.fingerprint)
        if point is None:
            return None
        if set(point) != set(ring.atoms) or not any(hold_at(facts, point, ring) for facts in alternatives):
            self.tried.append("the point at hand is not a counterexample")
            return None
        found = self._refutation_at({name: sp.Rational(value) for name, value in point.items()})
        return found if found.refuted else None

    # --- counterexamples

    def _quick_counterexample(self, system: tuple[Condition, ...]) -> Witness | None:
        """A point of the system; None where there is none.

        Raises
        ------
        UndecidedQueryError
            Where neither was found with little work.
        """
        quick = self.methods.quick
        try:
            if not quick.satisfiable(system, self._question):
                return None
        except UndecidedQueryError:
            for point in simple_points(system):
                return confirmed(point, system)
            raise
        try:
            return find_witness(system, (), quick, self._question)
        except UnconfirmedPointError as error:
            raise UndecidedQueryError(self._question, system, str(error)) from error

    def _thorough_counterexample(self, answers: list[Answered]) -> Evidence | None:
        """A refutation by a point of one of the systems, sought with all the work that is allowed."""
        given_up = 0
        for given in answers:
            if self._out_of_time():
                break
            # What z3 has given up it would give up again; a longer search among rationals follows.
            asked_in_vain = given.first is Answer.UNKNOWN or given_up == MOST_GIVEN_UP
            solver = self.methods.quick if asked_in_vain else self.methods.solver
            try:
                found = self._refutation(find_witness(given.system.conditions, (), solver, self._question))
            except UndecidedQueryError as error:
                self.tried.append(str(error))
                given_up += solver is self.methods.solver
            except UnconfirmedPointError as error:
                self.tried.append(f"a point that could not be confirmed ({error})")
            else:
                if found is not None:
                    return found
        return None

    def _refutation(self, found: Witness | None) -> Evidence | None:
        """Refuted at the point, unless the statement, evaluated there, says otherwise."""
        if found is None:
            return None
        return self._refutation_at({symbol.name: value for symbol, value in found.point.items()})

    def _refutation_at(self, by_name: Mapping[str, sp.Expr]) -> Evidence:
        assert self.encoded is not None
        point: dict[sp.Symbol, sp.Expr] = {}
        for name, meaning in self.encoded.symbols.items():
            value = by_name.get(name, sp.Integer(0))
            if meaning.is_Symbol:
                point[meaning] = value
            elif isinstance(meaning, sp.exp):
                point[meaning.exp] = sp.log(value)
        hypotheses = [holds_at(h, point) for h in self.implication.hypotheses]
        if False in hypotheses or holds_at(self.implication.goal, point) is True:
            # The encoding would be wrong; a refutation must not rest on it.
            where = ", ".join(f"{s} = {v}" for s, v in point.items())
            self.tried.append(f"the polynomials have a counterexample, the statement has none at {where}")
            return Evidence(
                str(self.implication), Outcome.OPEN, None, "not decided", note="; ".join(self.tried)
            )
        return self._refuted(point, "exact counterexample")

    def _refuted(self, point: Mapping[sp.Symbol, sp.Expr], method: str) -> Evidence:
        note = _values_at(self.implication.goal, point)
        return Evidence(str(self.implication), Outcome.REFUTED, Grade.EXACT, method, point, note=note)

    # --- proofs

    def _certified(self, search: CertificateSearch, budget: Budget) -> Evidence | None:
        """A proof by a certificate that the search finds, if the kernel accepts it."""
        if self._out_of_time():
            return None
        seconds = (s for s in (self._seconds_left(), budget.seconds) if s is not None)
        certificate = search.certificate(replace(budget, seconds=min(seconds, default=None)))
        if certificate is None:
            self._out_of_time()
            return None
        try:
            kernel.check(certificate, {})
        except kernel.Rejected as error:
            self.tried.append(f"the kernel rejects the certificate found ({error})")
            return None
        return self._proof(Grade.EXACT, _ACCEPTED, certificate)

    def _answers(self, systems: list[System]) -> list[Answered]:
        """What the solvers say of the systems, up to the first that does not help towards a proof."""
        found: list[Answered] = []
        for system in systems:
            if self._out_of_time():
                break
            found.append(answered(system, self.methods.solver, self.methods.second, self._question))
            self.tried += found[-1].notes
            if found[-1].grade is None:
                break
        return found

    def _proof(self, grade: Grade, method: str, certificate: Certificate | None = None) -> Evidence:
        note = "; ".join(dict.fromkeys(self.tried))
        return Evidence(
            str(self.implication), Outcome.PROVED, grade, method, certificate=certificate, note=note
        )

    def _seconds_left(self) -> float | None:
        return _less(self.methods.seconds, monotonic() - self.started)

    def _out_of_time(self) -> bool:
        if self._seconds_left() == 0.0:
            self.late = True
            self.tried.append(f"the time budget of {self.methods.seconds} s ran out")
        return self.late


def _less(limit: float | None, spent: float) -> float | None:
    return None if limit is None else max(0.0, limit - spent)


_ACCEPTED = "certificate accepted by the kernel"

_METHODS = {
    Grade.ONE_SOLVER: "one solver answers unsat",
    Grade.SOLVER: "z3 and cvc5 answer unsat",
}


def _values_at(goal: sp.Basic, point: Mapping[sp.Symbol, sp.Expr]) -> str:
    """What the sides of the goal's comparisons are at the point, for a person."""
    parts = []
    for comparison in sorted(goal.atoms(sp.core.relational.Relational), key=sp.default_sort_key):
        left, right = (_shown(side, point) for side in comparison.args)
        parts.append(f"{comparison}: {left} against {right}")
    return "; ".join(parts)


def _shown(side: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> str:
    try:
        return shortened(str(value_at(side, point)))
    except UndefinedValueError:
        return "undefined"
    except UnknownValueError:
        return shortened(str(side.subs(point)))
