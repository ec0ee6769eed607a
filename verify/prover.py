"""The prover: brings evidence for or against an implication, the strongest that can be had.

In this order: a certificate that is at hand; a counterexample; a certificate that the search finds; z3 and
cvc5, which both have to answer `unsat`; ball arithmetic over a compact domain. Only the kernel's acceptance
and exact arithmetic at a witness make the grade `exact`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from time import monotonic
from typing import Any

import sympy as sp

from verify import kernel
from verify.certificate import Certificate, assembled
from verify.condition import Condition, Relation
from verify.encoding import Encoded
from verify.evidence import Evidence, Grade, Outcome
from verify.implication import Implication
from verify.search.driver import Budget, refute
from verify.search.driver import Hints as SearchHints
from verify.second_solver import Answer, SecondSolver
from verify.smt import Solver, UndecidedQueryError, shortened
from verify.smtlib import script_of_system
from verify.witness import UnconfirmedPointError, Witness, find_witness


@dataclass
class Prover:
    """Finds evidence for implications.

    Parameters
    ----------
    solver : Solver
        z3, with its limit on steps.
    second : SecondSolver
        cvc5, in its own process, which starts when it is first needed.
    certificates : mapping of str to Certificate
        Certificates at hand, by the fingerprint of their claim; none counts before the kernel accepts it.
    budget : Budget
        Limits of the search for certificates.
    seconds : float or None
        Wall-clock limit for one implication; what is not decided by then is open.

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
    certificates: Mapping[str, Certificate] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)
    seconds: float | None = None
    _known: dict[str, Evidence] = field(default_factory=dict, init=False, repr=False)

    def prove(self, implication: Implication) -> Evidence:
        """Evidence for or against the implication.

        Raises
        ------
        verify.encoding.NotAlgebraicError
            If the implication cannot be cleared to polynomials.
        """
        encoded = implication.encoded
        name = encoded.fingerprint
        if name not in self._known:
            self._known[name] = _Attempt(self, implication, encoded).evidence()
        return self._known[name]

    def inhabited(self, hypotheses: Iterable[sp.Basic]) -> Evidence:
        """Evidence that some point satisfies all hypotheses: proved with the point as witness, or refuted."""
        given = tuple(hypotheses)
        statement = "some point satisfies " + (" and ".join(f"({h})" for h in given) or "no condition at all")
        empty = self.prove(Implication(given, sp.false))
        if empty.refuted:
            return Evidence(statement, Outcome.PROVED, empty.grade, "a point", empty.witness)
        if empty.proved:
            note = "the conditions contradict each other"
            return Evidence(
                statement,
                Outcome.REFUTED,
                empty.grade,
                empty.method,
                certificate=empty.certificate,
                note=note,
            )
        return Evidence(statement, Outcome.OPEN, None, empty.method, note=empty.note)


@dataclass
class _Attempt:
    """One implication's way through the methods."""

    prover: Prover
    implication: Implication
    encoded: Encoded
    started: float = field(default_factory=monotonic)
    tried: list[str] = field(default_factory=list)

    def evidence(self) -> Evidence:
        stored = self._stored()
        if stored is not None:
            return stored
        ring, systems = kernel.systems(self.encoded.claim)
        symbols = [sp.Symbol(name, real=True) for name in ring.atoms]
        conditions = [_conditions(facts, symbols) for facts in systems]
        nodes: list[Any] = []
        unrefuted: list[int] = []
        for index, system in enumerate(conditions):
            point = self._counterexample(system)
            if point is not None:
                return self._refuted(point)
            node = self._certificate(list(ring.atoms), systems[index])
            nodes.append(node)
            if node is None:
                unrefuted.append(index)
        if not unrefuted:
            certificate = assembled(self.encoded.claim, nodes)
            kernel.check(certificate, {})
            return self._proved(Grade.EXACT, "certificate accepted by the kernel", certificate)
        for index in unrefuted:
            point = self._counterexample(conditions[index], thorough=True)
            if point is not None:
                return self._refuted(point)
        grades = [self._grade(list(ring.atoms), systems[i], conditions[i]) for i in unrefuted]
        if None in grades:
            return Evidence(
                str(self.implication),
                Outcome.OPEN,
                None,
                "not decided",
                note="; ".join(dict.fromkeys(self.tried)),
            )
        weakest = min(grade for grade in grades if grade is not None)
        return self._proved(weakest, _METHODS[weakest])

    def _stored(self) -> Evidence | None:
        certificate = self.prover.certificates.get(self.encoded.fingerprint)
        if certificate is None:
            return None
        try:
            kernel.check(certificate, {})
        except kernel.Rejected as error:
            self.tried.append(f"the certificate at hand is rejected ({error})")
            return None
        if certificate["fingerprint"] != self.encoded.fingerprint:
            self.tried.append("the certificate at hand is for another claim")
            return None
        return self._proved(Grade.EXACT, "certificate accepted by the kernel", certificate)

    def _counterexample(self, system: tuple[Condition, ...], thorough: bool = False) -> Witness | None:
        """A point of the system; None where there is none or none was found."""
        question = f"a counterexample to {shortened(str(self.implication))}"
        if not thorough and not self.prover.solver.possible(system, question):
            return None
        if thorough and self._out_of_time():
            return None
        try:
            return find_witness(system, (), self.prover.solver, question)
        except UndecidedQueryError as error:
            self.tried.append(str(error))
        except UnconfirmedPointError as error:
            self.tried.append(f"a point that could not be confirmed ({error})")
        return None

    def _certificate(self, names: list[str], facts: list[kernel.Fact]) -> Any:
        left = self._seconds_left()
        budget = self.prover.budget
        if left is not None:
            budget = Budget(**{**vars(budget), "seconds": min(left, budget.seconds or left)})
        ge, gt, eq = ([p for kind, p in facts if kind == wanted] for wanted in ("ge", "gt", "eq"))
        node = refute(names, ge, gt, eq, budget=budget, hints=self._hints(names))
        if node is None:
            self.tried.append("no certificate found within the budget")
        return node

    def _hints(self, names: list[str]) -> SearchHints:
        hints = self.implication.hints
        variables = [sp.Symbol(name, real=True) for name in names]
        named = {self.encoded.symbols[n]: v for n, v in zip(names, variables, strict=True)}

        def sparse(expressions: Iterable[sp.Expr]) -> tuple[dict[tuple[int, ...], Fraction], ...]:
            found = []
            for expression in expressions:
                polynomial = sp.Poly(expression.xreplace(named), *variables, domain="QQ")
                found.append({m: Fraction(int(c.p), int(c.q)) for m, c in polynomial.terms()})
            return tuple(found)

        return SearchHints(squares=sparse(hints.squares), splits=sparse(hints.splits))

    def _grade(
        self, names: list[str], facts: list[kernel.Fact], system: tuple[Condition, ...]
    ) -> Grade | None:
        """How strongly the solvers say that the system has no solution; None where neither does."""
        question = f"a counterexample to {shortened(str(self.implication))}"
        if self._out_of_time():
            return None
        ge, gt, eq = ([p for kind, p in facts if kind == wanted] for wanted in ("ge", "gt", "eq"))
        second = self.prover.second.answer(script_of_system(names, ge, gt, eq))
        if second.answer is Answer.SAT:
            self.tried.append("cvc5 answers sat, without a point")
            return None
        try:
            first = not self.prover.solver.satisfiable(system, question)
        except UndecidedQueryError as error:
            self.tried.append(str(error))
            first = False
        if second.answer is not Answer.UNSAT:
            self.tried.append(f"cvc5: {second.reason}")
        votes = first + (second.answer is Answer.UNSAT)
        return (None, Grade.ONE_SOLVER, Grade.SOLVER)[votes]

    def _proved(self, grade: Grade, method: str, certificate: Certificate | None = None) -> Evidence:
        return Evidence(str(self.implication), Outcome.PROVED, grade, method, certificate=certificate)

    def _refuted(self, found: Witness) -> Evidence:
        by_name = {symbol.name: value for symbol, value in found.point.items()}
        point: dict[sp.Symbol, sp.Expr] = {}
        for name, meaning in self.encoded.symbols.items():
            value = by_name.get(name, sp.Integer(0))
            if meaning.is_Symbol:
                point[meaning] = value
            elif isinstance(meaning, sp.exp):
                point[meaning.args[0]] = sp.log(value)
        note = _values_at(self.implication.goal, point)
        return Evidence(
            str(self.implication), Outcome.REFUTED, Grade.EXACT, "exact counterexample", point, note=note
        )

    def _seconds_left(self) -> float | None:
        limit = self.prover.seconds
        return None if limit is None else max(0.0, self.started + limit - monotonic())

    def _out_of_time(self) -> bool:
        if self._seconds_left() == 0.0:
            self.tried.append(f"the time budget of {self.prover.seconds} s ran out")
            return True
        return False


_METHODS = {
    Grade.ONE_SOLVER: "one solver answers unsat",
    Grade.SOLVER: "z3 and cvc5 answer unsat",
}

_KINDS = {"ge": Relation.NON_NEGATIVE, "gt": Relation.POSITIVE, "eq": Relation.ZERO}


def _conditions(facts: list[kernel.Fact], symbols: list[sp.Symbol]) -> tuple[Condition, ...]:
    """The kernel's facts as conditions."""
    found = []
    for kind, polynomial in facts:
        terms = {m: sp.Rational(c.numerator, c.denominator) for m, c in polynomial.items()}
        expression = sp.Poly(terms, *symbols).as_expr() if symbols else sum(terms.values(), sp.Integer(0))
        found.append(Condition(expression, _KINDS[kind]))
    return tuple(found)


def _values_at(goal: sp.Basic, point: Mapping[sp.Symbol, sp.Expr]) -> str:
    """What the sides of the goal's comparisons are at the point, for a person."""
    parts = []
    for comparison in sorted(goal.atoms(sp.core.relational.Relational), key=sp.default_sort_key):
        sides = [side.subs(point) for side in comparison.args]
        shown = [str(s) if s.is_finite else "undefined" for s in sides]
        parts.append(f"{comparison}: {shown[0]} against {shown[1]}")
    return "; ".join(parts)
