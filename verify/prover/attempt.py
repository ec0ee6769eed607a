"""One implication's way through the methods of the prover, and what becomes known of it on the way.

A method's word is not enough: a proof of grade `exact` counts with certificates that the kernel accepts, a
refutation with a point that the statement itself does not contradict.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from threading import local
from time import thread_time
from typing import Any, Protocol

import sympy as sp

from verify import kernel, recheck
from verify.caching_kernel import Memory
from verify.certificates.certificate import Certificate, as_text
from verify.certificates.certificate_search import CertificateSearch
from verify.certificates.known_answers import KnownAnswers
from verify.certificates.refuted_before import RefutedBefore
from verify.evidence import Evidence, Grade, Outcome
from verify.language.encoding import Encoded
from verify.language.implication import Implication
from verify.language.note import Note, joined, point, shortened
from verify.language.truth import UndefinedValueError, UnknownValueError, holds_at, value_at
from verify.prover.by_enclosure import failing_point, holds_somewhere
from verify.prover.method import Method
from verify.prover.witness import Wanted
from verify.search.budget import Budget
from verify.solvers.second_solver import SecondSolver
from verify.solvers.smt import Solver
from verify.solvers.solver_answers import Answered, System, answered
from verify.towers.statement import NotATowerError, TowerClaim, tower_claim


class Means(Protocol):
    """What an attempt may use; see `verify.prover.prover.Prover`."""

    solver: Solver
    second: SecondSolver
    known_answers: KnownAnswers
    refuted: RefutedBefore
    budget: Budget
    seconds: float | None
    quick: Solver
    wanted: Wanted
    methods: tuple[Method, ...]

    def prove(self, implication: Implication) -> Evidence:
        """Evidence for or against an algebraic implication."""

    def decide(self, implication: Implication) -> Evidence:
        """Evidence for or against any implication."""


TOO_LONG = "numbers of more than 1000 digits"
"""What the kernel refuses to read (`verify.polynomial`), in the words of a message."""

_LONG = re.compile(r"[0-9]{1001}")

MOST_KEPT, STEPS_KEPT = 40, 30_000
"""Of how many lists of variables certificates are remembered, and how much work for each."""


class _Kept(local):
    """What the certificates of a thread have in common, a limited amount, read once."""

    def __init__(self) -> None:
        self.memories: dict[str, Memory | None] = {}

    def about(self, certificate: Mapping[str, Any]) -> Memory | None:
        """What was read in certificates on the same variables."""
        names = repr(certificate["claim"].get("variables"))
        if len(self.memories) >= MOST_KEPT:
            self.memories.clear()
        if names not in self.memories:
            self.memories[names] = Memory.of([certificate], STEPS_KEPT)
        return self.memories[names]


_KEPT = _Kept()


@dataclass
class Attempt:
    """One implication's way through the methods.

    Parameters
    ----------
    means : Means
        Methods, solvers, budgets, and what is at hand.
    implication : Implication
        What is to be decided.
    encoded : Encoded or None
        The claim in the kernel's notation; None where the implication is not algebraic.

    Attributes
    ----------
    tried : list of Note
        What was tried in vain, for a person.
    late : bool
        Whether the time was over before all methods had been tried.
    """

    means: Means
    implication: Implication
    encoded: Encoded | None
    started: float = field(default_factory=thread_time)
    tried: list[Note] = field(default_factory=list)
    late: bool = False

    def evidence(self) -> Evidence:
        """What the methods find, in turn: the first proof or refutation that counts, or open."""
        for method in self.means.methods:
            if not method.decides(self):
                continue
            evidence = method.find(self)
            if evidence is None:
                continue
            doubt = (
                self._doubt_of_refutation(evidence)
                if evidence.refuted
                else self._doubt_of_proof(evidence, method)
            )
            if doubt is None:
                return evidence
            self.tried.append(doubt)
            if evidence.refuted:
                break  # The polynomials, or the method, speak of something else; no proof may rest on them.
        return self.undecided()

    # --- what counts

    def _doubt_of_proof(self, proof: Evidence, method: Method) -> Note | None:
        """Why a proof does not count; None if it does."""
        if proof.grade is None:
            return proof.note or Note(f"{method.name} leaves it open")
        if proof.grade > method.grade:
            return Note(f"{method.name} gives the grade {method.grade} at best, not {proof.grade}")
        certificates = list(proof.certificates)
        if proof.grade is Grade.EXACT and not certificates:
            return Note(f"{method.name} claims the grade {proof.grade} without a certificate")
        for certificate in certificates:
            try:
                recheck.check(certificate, {}, _KEPT.about(certificate))
            except kernel.Rejected as error:
                said = f"the certificate has {TOO_LONG}" if _is_long(certificate) else error
                return Note(f"{method.name}: rejected by the kernel ({said})")
            if certificate["format"] == recheck.LEAVES and proof.grade > Grade.ENCLOSED:
                return Note(f"{method.name} claims the grade {proof.grade} for enclosures")
        own = proof.certificate
        claim = self.tower if own is not None and own["format"] in recheck.TOWERS else self.encoded
        if own is not None and claim is not None and own["fingerprint"] != claim.fingerprint:
            return Note(f"{method.name}: certificate of another claim")
        return None

    def _doubt_of_refutation(self, refutation: Evidence) -> Note | None:
        """Why a refutation does not count; None if it does."""
        if refutation.witness is None:
            return Note(f"a refutation without a point: {refutation.method}")
        where = refutation.witness
        hypotheses = [holds_at(h, where) for h in self.implication.hypotheses]
        goal = holds_at(self.implication.goal, where)
        if False in hypotheses or goal is True:
            # The encoding would be wrong; a refutation must not rest on it.
            return Note("the polynomials have a counterexample, the statement has none at ", point(where))
        if self.encoded is None and (None in hypotheses or goal is None):
            return Note("not confirmed: a counterexample at ", point(where))
        return None

    # --- what is said

    def proof(self, grade: Grade, method: str, certificate: Certificate | None = None) -> Evidence:
        """The implication is proved; the note tells what was tried before."""
        return Evidence(
            Note(self.implication), Outcome.PROVED, grade, method, certificate=certificate, note=self.note
        )

    def refutation(self, where: Mapping[sp.Symbol, sp.Expr], method: str) -> Evidence:
        """The implication fails at the point; the note tells the values there."""
        note = values_at(self.implication.goal, where)
        return Evidence(Note(self.implication), Outcome.REFUTED, Grade.EXACT, method, where, note=note)

    def undecided(self) -> Evidence:
        """Nothing decides the implication; the note tells what was tried."""
        return Evidence(Note(self.implication), Outcome.OPEN, None, "not decided", note=self.note)

    @property
    def note(self) -> Note:
        """What was tried in vain."""
        return joined("; ", dict.fromkeys(self.tried))

    @property
    def question(self) -> Note:
        """What a solver is asked, for messages."""
        return Note("a counterexample to ", shortened(self.implication.note))

    # --- what is known

    @cached_property
    def polynomials(self) -> tuple[kernel.Logic, list[list[kernel.Fact]]] | None:
        """The kernel's systems of the negated claim; None where there are none, or they are too large."""
        if self.encoded is None:
            return None
        try:
            return kernel.systems(self.encoded.claim)
        except kernel.Rejected as error:
            self.tried.append(Note("too large for a certificate (", error, ")"))
            return None

    @cached_property
    def tower(self) -> TowerClaim | None:
        """The claim in the tower kernel's notation; None where it is not one of its claims."""
        try:
            return tower_claim(self.implication)
        except NotATowerError as error:
            if self.encoded is None:
                self.tried.append(Note("no tower of derivatives (", error, ")"))
            return None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The variables of the systems, in the order of the exponents."""
        return tuple(self.polynomials[0].atoms) if self.polynomials is not None else ()

    @cached_property
    def systems(self) -> list[System]:
        """The systems; a quick look replaces those that it excludes."""
        alternatives = self.polynomials[1] if self.polynomials is not None else []
        return [System(self.names, facts) for facts in alternatives]

    @cached_property
    def simple_counterexample(self) -> Mapping[sp.Symbol, sp.Expr] | None:
        """A simple rational point at which the statement itself fails, if there is one."""
        return failing_point(self.implication)

    @cached_property
    def credible(self) -> bool:
        """Whether it fails at no simple point, and holds at one: then it is rarely refuted.

        Where any evidence will do, a refutation is expected, such as of a gap that points do not show.
        """
        expected = self.means.wanted is Wanted.SIMPLE
        return expected and self.simple_counterexample is None and holds_somewhere(self.implication)

    @cached_property
    def search(self) -> CertificateSearch:
        """The search for a certificate; a longer round goes on where a shorter one ended."""
        assert self.encoded is not None
        facts = [system.facts for system in self.systems]
        names, hints = list(self.names), self.implication.hints
        return CertificateSearch(self.encoded, names, facts, hints, self.means.refuted)

    @cached_property
    def answers(self) -> list[Answered]:
        """What the solvers say of the systems, up to the first that does not help towards a proof."""
        answers: list[Answered] = []
        for system in self.systems:
            if self.out_of_time():
                break
            answers.append(answered(system, self.means.solver, self.means.second, self.question))
            self.tried += map(Note, answers[-1].notes)
            if answers[-1].grade is None:
                break
        return answers

    # --- time

    def seconds_left(self) -> float | None:
        """Of the processor time for this implication; None without a limit."""
        limit = self.means.seconds
        return None if limit is None else max(0.0, limit - (thread_time() - self.started))

    def out_of_time(self) -> bool:
        """Whether the time is over, or was at an earlier look."""
        if self.seconds_left() == 0.0:
            self.late = True
            self.tried.append(Note("the time budget of ", self.means.seconds, " s ran out"))
        return self.late


def values_at(goal: sp.Basic, where: Mapping[sp.Symbol, sp.Expr]) -> Note:
    """What the sides of the goal's comparisons are at the point, for a person."""
    parts = []
    for comparison in sorted(goal.atoms(sp.core.relational.Relational), key=sp.default_sort_key):
        left, right = (_shown(side, where) for side in comparison.args)
        parts.append(Note(comparison, ": left ", left, ", right ", right))
    return joined("; ", parts)


def _shown(side: sp.Expr, where: Mapping[sp.Symbol, sp.Expr]) -> Note:
    """A value, its text shortened where it is too long to read."""
    try:
        value = value_at(side, where)
    except UndefinedValueError:
        return Note("undefined")
    except UnknownValueError:
        value = side.subs(where)
    return shortened(Note(value))


def _is_long(certificate: Mapping[str, Any]) -> bool:
    return _LONG.search(as_text([certificate])) is not None
