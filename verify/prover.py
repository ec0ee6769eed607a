"""The prover: brings evidence for or against an implication, the strongest that can be had.

In this order: a certificate that is at hand; a counterexample; a certificate that the search finds; z3 and
cvc5, which both have to answer `unsat`; ball arithmetic over a compact domain. Only the kernel's acceptance
and a confirmed witness make the grade `exact`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from time import monotonic
from typing import TYPE_CHECKING, Any

import sympy as sp

from verify import kernel
from verify.at_hand import AtHand
from verify.boxes.best_first import Budget as BoxBudget
from verify.certificate import Certificate, assembled
from verify.condition import Condition
from verify.enclosed import BOXES, NotEnclosedError, failing_point, proved_by_boxes
from verify.encoding import Encoded, NotAlgebraicError
from verify.evidence import Evidence, Grade, Outcome
from verify.facts import as_conditions, by_kind, factors_of, hold_at
from verify.implication import Implication
from verify.rational_search import simple_points
from verify.search.budget import Budget
from verify.second_solver import Answer, SecondSolver, SolverNotInstalledError, SolverStartError
from verify.smt import QUICK_STEPS, Solver, UndecidedQueryError, shortened
from verify.smtlib import script_of_system
from verify.truth import UndefinedValueError, UnknownValueError, holds_at, value_at
from verify.witness import UnconfirmedPointError, Witness, confirmed, find_witness

if TYPE_CHECKING:
    from verify.search.driver import Hints as SearchHints

SEARCH_SECONDS = 30.0
"""Wall time of the search for one implication; its counts should end it well before."""


@dataclass
class Prover:
    """Finds evidence for implications.

    Parameters
    ----------
    solver : Solver
        z3, with its limit on steps.
    second : SecondSolver
        cvc5, in its own process, which starts when it is first needed.
    at_hand : AtHand
        Answers found before; none counts before the kernel, or exact arithmetic, has confirmed it.
    budget : Budget
        Limits of the search for certificates; its `seconds` are for all cases of an implication together.
    seconds : float or None
        Wall-clock limit for one implication, looked at between the methods; what is not decided by then is
        open.
    quick : Solver
        z3 with few steps: looks for counterexamples before the search.
    answers : dict of str to Evidence
        What has been decided, by the fingerprint of the claim; may be emptied at any time.

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
    at_hand: AtHand = field(default_factory=AtHand)
    budget: Budget = field(default_factory=lambda: Budget(seconds=SEARCH_SECONDS))
    seconds: float | None = None
    quick: Solver = field(default_factory=lambda: Solver(steps=QUICK_STEPS))
    answers: dict[str, Evidence] = field(default_factory=dict, repr=False)
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
        verify.encoding.NotAlgebraicError
            If the implication cannot be cleared to polynomials; `decide` then goes by evaluation.
        """
        encoded = implication.encoded
        evidence = self.answers[encoded.fingerprint] = self._evidence(implication, encoded)
        return evidence

    def _evidence(self, implication: Implication, encoded: Encoded) -> Evidence:
        if implication not in self._known:
            before = self._proved.get(encoded.fingerprint)
            if before is not None:
                return replace(before, statement=str(implication))
            attempt = _Attempt(self, implication, encoded)
            evidence = attempt.evidence()
            if attempt.late:
                return evidence
            self._known[implication] = evidence
            if evidence.proved:
                self._proved[encoded.fingerprint] = evidence
        return self._known[implication]

    def decide(self, implication: Implication) -> Evidence:
        """Evidence for or against an implication, algebraic or not.

        One that is not algebraic is refuted by a point, or proved by enclosures (grade `enclosed`), or open.

        Parameters
        ----------
        implication : Implication
            What is to be shown.

        Examples
        --------
        >>> from sympy.abc import x
        >>> prover = Prover()
        >>> print(prover.decide(Implication((x >= 1, x <= 2), sp.exp(x) > x + 1)).grade)
        enclosed
        >>> prover.decide(Implication((x > 0,), sp.log(x) < x / 3)).witness
        {x: 2}
        """
        try:
            return self.prove(implication)
        except NotAlgebraicError as error:
            if implication not in self._known:
                attempt = _Attempt(self, implication, None)
                attempt.tried.append(str(error))
                evidence = attempt.by_evaluation()
                if attempt.late:
                    return evidence
                self._known[implication] = evidence
            return self._known[implication]

    def inhabited(self, hypotheses: Iterable[sp.Basic]) -> Evidence:
        """Evidence that some point satisfies all hypotheses: proved with the point as witness, or refuted.

        Raises
        ------
        verify.encoding.NotAlgebraicError
            If a hypothesis cannot be cleared to polynomials; `decide_inhabited` then goes by evaluation.
        """
        return _inhabited(given := tuple(hypotheses), self.prove(Implication(given, sp.false)))

    def decide_inhabited(self, hypotheses: Iterable[sp.Basic]) -> Evidence:
        """As `inhabited`, for hypotheses that may be other than algebraic."""
        return _inhabited(given := tuple(hypotheses), self.decide(Implication(given, sp.false)))


def _inhabited(hypotheses: tuple[sp.Basic, ...], empty: Evidence) -> Evidence:
    """What the evidence on "the hypotheses imply the false" says of their having a point."""
    statement = "some point satisfies " + (
        " and ".join(f"({h})" for h in hypotheses) or "no condition at all"
    )
    if empty.refuted:
        return Evidence(statement, Outcome.PROVED, empty.grade, "a point", empty.witness)
    if empty.proved:
        note = "the conditions contradict each other"
        return replace(empty, statement=statement, outcome=Outcome.REFUTED, note=note)
    return replace(empty, statement=statement)


@dataclass
class _Attempt:
    """One implication's way through the methods; `encoded` is None where it is not algebraic."""

    prover: Prover
    implication: Implication
    encoded: Encoded | None
    started: float = field(default_factory=monotonic)
    tried: list[str] = field(default_factory=list)
    late: bool = False

    @property
    def question(self) -> str:
        return f"a counterexample to {shortened(str(self.implication))}"

    def evidence(self) -> Evidence:
        """What the methods for algebraic implications find, in turn."""
        assert self.encoded is not None
        stored = self._stored(self.encoded.fingerprint) or self._refuted_at_hand(self.encoded)
        if stored is not None:
            return stored
        try:
            ring, facts = kernel.systems(self.encoded.claim)
        except kernel.Rejected as error:
            self.tried.append(f"too large for a certificate ({error})")
            return self.by_evaluation()
        names = list(ring.atoms)
        symbols = [sp.Symbol(name, real=True) for name in names]
        systems = [as_conditions(alternative, symbols) for alternative in facts]
        hard: list[int] = []
        for index, system in enumerate(systems):
            try:
                found = self._refutation(self._quick_counterexample(system))
            except UndecidedQueryError:
                hard.append(index)
                continue
            if found is not None:
                return found
        if hard and not self._out_of_time() and (point := failing_point(self.implication)) is not None:
            return self._refuted(point, "exact counterexample")
        certified = self._certified(self.encoded, names, facts)
        if certified is not None:
            return certified
        for index in hard:
            found = self._refutation(self._thorough_counterexample(systems[index]))
            if found is not None:
                return found
        grades: list[Grade] = []
        for index, system in enumerate(systems):
            grade = self._grade(names, facts[index], system)
            if grade is None:
                return self.by_evaluation()
            grades.append(grade)
        weakest = min(grades)
        return self._proof(weakest, _METHODS[weakest])

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
        certificate = self.prover.at_hand.certificates.get(fingerprint)
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

    def _refuted_at_hand(self, encoded: Encoded) -> Evidence | None:
        """The refutation by a point at hand, if there is one and it is right."""
        point = self.prover.at_hand.points.get(encoded.fingerprint)
        if point is None:
            return None
        ring, alternatives = kernel.systems(encoded.claim)
        if set(point) != set(ring.atoms) or not any(hold_at(facts, point, ring) for facts in alternatives):
            self.tried.append("the point at hand is not a counterexample")
            return None
        names = [(name, encoded.symbols[name]) for name in ring.atoms]
        witness = {meaning: sp.Rational(point[name]) for name, meaning in names if meaning.is_Symbol}
        return self._refuted(witness, "exact counterexample")

    # --- counterexamples

    def _quick_counterexample(self, system: tuple[Condition, ...]) -> Witness | None:
        """A point of the system; None where there is none.

        Raises
        ------
        UndecidedQueryError
            Where neither was found with little work.
        """
        quick = self.prover.quick
        try:
            if not quick.satisfiable(system, self.question):
                return None
        except UndecidedQueryError:
            for point in simple_points(system):
                return confirmed(point, system)
            raise
        try:
            return find_witness(system, (), quick, self.question)
        except UnconfirmedPointError as error:
            raise UndecidedQueryError(self.question, system, str(error)) from error

    def _thorough_counterexample(self, system: tuple[Condition, ...]) -> Witness | None:
        if self._out_of_time():
            return None
        try:
            return find_witness(system, (), self.prover.solver, self.question)
        except UndecidedQueryError as error:
            self.tried.append(str(error))
        except UnconfirmedPointError as error:
            self.tried.append(f"a point that could not be confirmed ({error})")
        return None

    def _refutation(self, found: Witness | None) -> Evidence | None:
        """Refuted at the point, unless the statement, evaluated there, says otherwise."""
        if found is None:
            return None
        assert self.encoded is not None
        by_name = {symbol.name: value for symbol, value in found.point.items()}
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

    def _certified(
        self, encoded: Encoded, names: list[str], facts: list[list[kernel.Fact]]
    ) -> Evidence | None:
        """A proof by a certificate from the search, if the kernel accepts it."""
        if encoded.fingerprint in self.prover.at_hand.unsearched:
            self.tried.append("no certificate was found before")
            return None
        began = monotonic()
        nodes: list[Any] = []
        for system in facts:
            if self._out_of_time():
                return None
            node = self._node(names, system, monotonic() - began)
            if node is None:
                self._out_of_time()
                self.tried.append("no certificate found within the budget")
                return None
            nodes.append(node)
        certificate = assembled(encoded.claim, nodes)
        try:
            kernel.check(certificate, {})
        except kernel.Rejected as error:
            self.tried.append(f"the kernel rejects the certificate found ({error})")
            return None
        return self._proof(Grade.EXACT, _ACCEPTED, certificate)

    def _node(self, names: list[str], facts: list[kernel.Fact], spent: float) -> Any:
        """What the search finds; a second time with the factors of the facts among the splits."""
        began = monotonic() - spent
        hints = self._hints(names)
        factors = factors_of(names, facts)
        for splits in ((), factors) if factors else ((),):
            budget = self.prover.budget
            left = (self._seconds_left(), _less(budget.seconds, monotonic() - began))
            limited = replace(budget, seconds=min((s for s in left if s is not None), default=None))
            extended = replace(hints, splits=(*hints.splits, *splits))
            node = refute(names, *by_kind(facts), budget=limited, hints=extended)
            if node is not None:
                return node
        return None

    def _hints(self, names: list[str]) -> SearchHints:
        assert self.encoded is not None
        hints = self.implication.hints
        variables = [sp.Symbol(name, real=True) for name in names]
        named = {self.encoded.symbols[n]: v for n, v in zip(names, variables, strict=True)}

        def sparse(expressions: Iterable[sp.Expr]) -> tuple[dict[tuple[int, ...], Fraction], ...]:
            """Those that are polynomials in the claim's variables; others cannot help."""
            found = []
            for expression in expressions:
                replaced = expression.xreplace(named)
                if replaced.free_symbols <= set(variables) and replaced.is_polynomial(*variables):
                    polynomial = sp.Poly(replaced, *variables)
                    if polynomial.domain in (sp.ZZ, sp.QQ):
                        terms = polynomial.terms()
                        found.append({m: Fraction(int(c.p), int(c.q)) for m, c in terms})
            return tuple(found)

        from verify.search.driver import Hints as SearchHints

        return SearchHints(squares=sparse(hints.squares), splits=sparse(hints.splits))

    def _grade(
        self, names: list[str], facts: list[kernel.Fact], system: tuple[Condition, ...]
    ) -> Grade | None:
        """How strongly the solvers say that the system has no solution; None where they do not."""
        if self._out_of_time():
            return None
        first = self._first_answer(system)
        second = self._second_answer(script_of_system(names, *by_kind(facts)))
        answers = f"z3 answers {first}, cvc5 answers {second}"
        if Answer.SAT in (first, second):
            disagree = Answer.UNSAT in (first, second)
            self.tried.append(
                f"{answers}: " + ("they disagree" if disagree else "there may be a counterexample")
            )
            return None
        votes = [first, second].count(Answer.UNSAT)
        if votes < 2:
            self.tried.append(answers)
        return (None, Grade.ONE_SOLVER, Grade.SOLVER)[votes]

    def _first_answer(self, system: tuple[Condition, ...]) -> Answer:
        try:
            return Answer.SAT if self.prover.solver.satisfiable(system, self.question) else Answer.UNSAT
        except UndecidedQueryError as error:
            self.tried.append(str(error))
            return Answer.UNKNOWN

    def _second_answer(self, script: str) -> Answer:
        try:
            outcome = self.prover.second.answer(script)
        except (SolverNotInstalledError, SolverStartError) as error:
            self.tried.append(str(error))
            return Answer.UNKNOWN
        if outcome.answer is Answer.UNKNOWN:
            self.tried.append(f"cvc5: {outcome.reason}")
        return outcome.answer

    def _proof(self, grade: Grade, method: str, certificate: Certificate | None = None) -> Evidence:
        note = "; ".join(dict.fromkeys(self.tried))
        return Evidence(
            str(self.implication), Outcome.PROVED, grade, method, certificate=certificate, note=note
        )

    def _seconds_left(self) -> float | None:
        return _less(self.prover.seconds, monotonic() - self.started)

    def _out_of_time(self) -> bool:
        if self._seconds_left() == 0.0:
            self.late = True
            self.tried.append(f"the time budget of {self.prover.seconds} s ran out")
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


def refute(*system: Any, **limits: Any) -> Any:
    """The search for a refutation (`verify.search`), loaded when it is first needed."""
    from verify.search.driver import refute as search

    return search(*system, **limits)
