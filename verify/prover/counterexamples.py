"""Methods that refute: points at which the hypotheses hold and the goal fails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import sympy as sp

from verify.evidence import Evidence
from verify.language.condition import Condition
from verify.language.note import Note
from verify.points.rational_search import QUICK_NODES, simple_points
from verify.prover.attempt import Attempt
from verify.prover.by_enclosure import failing_point
from verify.prover.witness import (
    THOROUGH_NODES,
    UnconfirmedPointError,
    Witness,
    confirmed,
    find_witness,
)
from verify.search.facts import hold_at
from verify.solvers.second_solver import Answer
from verify.solvers.smt import POINTS_AGAINST, Solver, UndecidedQueryError
from verify.solvers.solver_answers import Answered

MOST_GIVEN_UP = 2
"""Systems on which z3 may spend all its steps in vain in the search for a counterexample."""

FEW_UNKNOWNS = 2
"""With no more of them, a system that z3 cannot decide at once is searched for points at length."""

_EXACT = "exact counterexample"


def known_answers(attempt: Attempt) -> Evidence | None:
    """The refutation by a point at hand, if there is one and it solves a system."""
    assert attempt.encoded is not None and attempt.polynomials is not None
    point = attempt.means.known_answers.points.get(attempt.encoded.fingerprint)
    if point is None:
        return None
    ring, alternatives = attempt.polynomials
    if set(point) != set(ring.atoms) or not any(hold_at(facts, point, ring) for facts in alternatives):
        attempt.tried.append(Note("the point at hand is not a counterexample"))
        return None
    return _refuted(attempt, {name: sp.Rational(value) for name, value in point.items()})


def at_first_points(attempt: Attempt) -> Evidence | None:
    """A point of one of the systems among the first few rational ones."""
    for system in attempt.systems:
        if system.refuted:
            continue
        if next(simple_points(system.conditions, nodes=POINTS_AGAINST), None) is not None:
            try:
                witness = _witness(attempt, system.conditions, attempt.means.quick)
            except UnconfirmedPointError:
                continue
            if witness is not None:
                return _refuted(attempt, _by_name(witness))
    return None


def with_little_work(attempt: Attempt) -> Evidence | None:
    """A point of one of the systems; else some of them may be found to have none."""
    for number, system in enumerate(attempt.systems):
        if system.refuted:
            continue
        try:
            witness = _quick_point(attempt, system.conditions)
        except UndecidedQueryError:
            continue
        if witness is not None:
            return _refuted(attempt, _by_name(witness))
        attempt.systems[number] = replace(system, excluded=True)
    return None


def at_simple_points(attempt: Attempt) -> Evidence | None:
    """A rational point at which the statement itself fails."""
    undecided = any(not (system.excluded or system.refuted) for system in attempt.systems)
    point = attempt.simple_counterexample if undecided and not attempt.out_of_time() else None
    return None if point is None else attempt.refutation(point, _EXACT)


def where_solvers_suspect(attempt: Attempt) -> Evidence | None:
    """A point of a system that has one, as a solver says."""
    return _thorough(attempt, [answer for answer in attempt.answers if answer.solvable])


def with_much_work(attempt: Attempt) -> Evidence | None:
    """A point of a system of which the solvers could say nothing, or were not asked."""
    asked = [answer.system for answer in attempt.answers]
    rest = [Answered(s) for s in attempt.systems if not (s.excluded or s.refuted or s in asked)]
    given_up = [answer for answer in attempt.answers if not answer.solvable and answer.grade is None]
    return _thorough(attempt, [*given_up, *rest])


def by_evaluation(attempt: Attempt) -> Evidence | None:
    """A rational point at which a statement fails that polynomials do not express."""
    if not attempt.out_of_time() and (point := failing_point(attempt.implication)) is not None:
        return attempt.refutation(point, "counterexample, evaluated in ball arithmetic")
    return None


def _quick_point(attempt: Attempt, system: tuple[Condition, ...]) -> Witness | None:
    """A point of the system; None where there is none.

    Raises
    ------
    UndecidedQueryError
        Where neither was found with little work.
    """
    quick, question = attempt.means.quick, attempt.question
    try:
        if not quick.satisfiable(system, question):
            return None
    except UndecidedQueryError:
        # Of two unknowns the second lies between roots: the search is quicker than the solvers' next try.
        few = len({s for c in system for s in c.symbols}) <= FEW_UNKNOWNS
        for point in simple_points(system, nodes=THOROUGH_NODES if few else QUICK_NODES):
            return confirmed(point, system)
        raise
    try:
        return _witness(attempt, system, quick)
    except UnconfirmedPointError as error:
        raise UndecidedQueryError(question, system, str(error)) from error


def _thorough(attempt: Attempt, answers: Iterable[Answered]) -> Evidence | None:
    """A refutation by a point of one of the systems, sought with all the work that is allowed."""
    means, given_up = attempt.means, 0
    for answer in answers:
        if attempt.out_of_time():
            break
        # What z3 has given up it would give up again; a longer search among rationals follows.
        asked_in_vain = answer.first is Answer.UNKNOWN or given_up == MOST_GIVEN_UP
        solver = means.quick if asked_in_vain else means.solver
        try:
            witness = _witness(attempt, answer.system.conditions, solver)
        except UndecidedQueryError as error:
            attempt.tried.append(Note(error))
            given_up += solver is means.solver
        except UnconfirmedPointError as error:
            attempt.tried.append(Note("a point that could not be confirmed (", error, ")"))
        else:
            if witness is not None:
                return _refuted(attempt, _by_name(witness))
    return None


def _witness(attempt: Attempt, system: tuple[Condition, ...], solver: Solver) -> Witness | None:
    """A point of the system, as simple as it has to be; None where there is none."""
    return find_witness(system, (), solver, attempt.question, attempt.means.wanted)


def _by_name(witness: Witness) -> dict[str, sp.Expr]:
    return {symbol.name: value for symbol, value in witness.point.items()}


def _refuted(attempt: Attempt, by_name: Mapping[str, sp.Expr]) -> Evidence:
    """The refutation at a point of a system, in the symbols of the statement."""
    assert attempt.encoded is not None
    point: dict[sp.Symbol, sp.Expr] = {}
    for name, meaning in attempt.encoded.symbols.items():
        value = by_name.get(name, sp.Integer(0))
        if meaning.is_Symbol:
            point[meaning] = value
        elif isinstance(meaning, sp.exp):
            point[meaning.exp] = sp.log(value)
    return attempt.refutation(point, _EXACT)
