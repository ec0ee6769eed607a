"""What one minimisation works on, and the two questions about F that all its parts ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.bounds.along_prior import nowhere_negative
from symbolic_eps.minimum.bounds.at_root import shortened
from symbolic_eps.minimum.bounds.solved_parameters import without_given
from symbolic_eps.minimum.candidates import Candidate
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.continuity_in_risk import Risk
from symbolic_eps.minimum.polynomials import factors_of
from symbolic_eps.theory.symbols import DECAY
from symbolic_eps.time_limit import Patience
from verify.evidence import Evidence
from verify.language.condition import Condition, Relation, non_negative, positive
from verify.points.rational_search import simple_points
from verify.solvers.smt import QUICK_STEPS, Solver, UndecidedQueryError

Region = tuple[Condition, ...]

SOON = 3.0
"""Seconds of processor time for a question without the parameters that X's equation gives."""


@dataclass(frozen=True)
class Task:
    """The pieces of a profile, the candidates on them, the parameter region, and who decides signs.

    Unless `thorough`, only quick questions are asked, and critical points are left out. `whole` are the
    pieces before they were reduced to parts of their border: places that attain the value are on these. The
    `domain` holds all priors; a piece need not cover it. With `along`, a bound that is hard to prove is tried
    along one prior at a time, also with parameters. The `risk` is r* as it was given. `at_place` are
    conditions of pieces that are shown to hold at the only place that attains a branch's value.
    """

    pieces: tuple[ConstrainedPiece, ...]
    free: tuple[sp.Symbol, ...]
    candidates: tuple[Candidate, ...]
    region: Region
    solver: Solver
    domain: Region
    thorough: bool = True
    whole: tuple[ConstrainedPiece, ...] = ()
    along: bool = False
    risk: Risk | None = None
    at_place: Region = ()


@dataclass(frozen=True)
class Stage:
    """The task with its pieces reduced, and the proof of the reductions."""

    task: Task
    evidence: Sequence[Evidence]


@dataclass(frozen=True)
class Cell:
    """A region of the parameters with the polynomials whose root is the largest there (() where eps = oo).

    `candidates` are those that were known when the cell was settled; `open` says why one was not. In an
    `empty` one there are no priors, and so no winners.
    """

    region: Region
    winners: tuple[sp.Expr, ...]
    candidates: tuple[Candidate, ...]
    open: str = ""
    empty: bool = False


def parameters_of(task: Task) -> frozenset[sp.Symbol]:
    """The parameters that occur; empty for a profile with numbers."""
    return frozenset().union(
        *(c.symbols for c in task.region), *(c.polynomial.free_symbols for c in task.candidates)
    ) - {DECAY}


def parameters_in(task: Task) -> frozenset[sp.Symbol]:
    """The symbols of the question, but for x and the priors that vary."""
    named = [c.symbols for c in (*task.region, *task.domain)]
    for piece in task.whole:
        named += [piece.polynomial.free_symbols, *(c.symbols for c in piece.conditions)]
    return frozenset().union(*named) - {DECAY, *task.free}


def is_bound(task: Task, cell: Region, root: Region, quick: bool = False) -> bool:
    """F(X) >= 0 for all priors of all pieces, at every root X that meets the conditions.

    With `quick`, False may also mean that the question is hard; True is a proof either way.
    """
    return all(_is_bound_on(task, piece, (*cell, *root), root, quick, listed(cell)) for piece in task.pieces)


def _is_bound_on(
    task: Task, piece: ConstrainedPiece, at_root: Region, root: Region, quick: bool, where: str
) -> bool:
    """By the question itself, or by questions from which the answer follows; these first for a hard root."""
    here, question = (*at_root, *piece.conditions), f"F < 0 somewhere on the piece {piece.bound} in {where}"
    direct = positive(-piece.polynomial)
    numbers = not task.region and piece.polynomial.free_symbols <= {DECAY, *task.free}
    if quick:
        return (
            not task.solver.possible([*here, direct], question)
            or _follows_quickly(task, piece, at_root, root, question)
            or (numbers and _follows_along(task, piece, at_root, question, quick))
        )
    polynomial = _polynomial_of(root)
    hard = polynomial is not None and sp.degree(polynomial, DECAY) > 2
    along = numbers and (hard or len(piece.polynomial.free_symbols) > 2)
    if task.solver.certifies and along and _follows_along(task, piece, at_root, question):
        return True
    if task.along and _follows_along(task, piece, at_root, question):
        return True
    follows = _follows if task.solver.certifies else _follows_quickly
    sooner = (
        hard or not task.solver.certifies or (task.along and _seems_to_follow(task, piece, at_root, root))
    )
    if sooner and follows(task, piece, at_root, root, question):
        return True
    try:
        return not _possible(task, piece, root, [*here, direct], question)
    except UndecidedQueryError:
        if not hard and _follows(task, piece, at_root, root, question):
            return True
        raise


def _possible(
    task: Task, piece: ConstrainedPiece, root: Region, asked: Sequence[Condition], question: str
) -> bool:
    """Whether there is such a point; hints for the search are made only where no certificate is at hand."""
    certifies = task.solver.certifies
    if not certifies or task.solver.knows(asked):
        try:
            return task.solver.satisfiable(asked, question)
        except UndecidedQueryError:
            if not certifies:
                raise  # else what was at hand proves nothing, and a proof is searched for with hints
    return task.solver.satisfiable(asked, question, splits=splits_of(piece, task.free, root))


def _follows_along(
    task: Task, piece: ConstrainedPiece, at_root: Region, question: str, quick: bool = False
) -> bool:
    """By questions along one prior; what is likely to have a point is not put to the proof.

    If `task.along`, the question itself is asked first, without the parameters that X's equation gives. Then
    conditions are made shorter, and in the end what a few steps do not tell is put to the proof.
    """
    told = dict[frozenset[Condition], bool | None]()

    def has_point(asked: Sequence[Condition]) -> bool | None:
        """What a few steps say; None where they are not enough."""
        if not task.along:
            return task.solver.possible(asked, question)
        if (wanted := frozenset(asked)) not in told:
            told[wanted] = None
            with suppress(UndecidedQueryError):
                told[wanted] = Solver(steps=QUICK_STEPS).satisfiable(asked, question)
        return told[wanted]

    def empty(region: Region, doubtful: bool) -> bool:
        asked = [c for c in (*at_root, *region) if c.constant_truth is not True]
        if any(c.constant_truth is False for c in asked):
            return True
        try:
            asked = shortened(asked, at_root, task.solver) if task.along else asked
            seen = has_point(asked)
            if seen or (seen is None and not doubtful):
                return False
            return quick or not task.solver.satisfiable(asked, question)
        except UndecidedQueryError:
            return False

    free = [v for v in task.free if v not in piece.priors]
    direct = (*at_root, *piece.conditions, positive(-piece.polynomial))
    return (task.along and _is_solved(task, direct, question)) or any(
        nowhere_negative(piece.polynomial, piece.conditions, free, partial(empty, doubtful=doubtful))
        for doubtful in ((False, True) if task.along else (False,))
    )


def _is_solved(task: Task, asked: Sequence[Condition], question: str) -> bool:
    """Whether no point satisfies conditions, shown soon without the parameters that X's equation gives."""
    with suppress(UndecidedError, UndecidedQueryError), Patience(SOON, processor=True).or_undecided():
        solved = without_given(asked, task.solver)
        if solved is None or any(c.constant_truth is False for c in solved):
            return solved is not None
        with suppress(UndecidedQueryError):
            if Solver(steps=QUICK_STEPS).satisfiable(solved, question):
                return False
        return not task.solver.satisfiable(solved, question)
    return False


def _follows_quickly(
    task: Task, piece: ConstrainedPiece, at_root: Region, root: Region, question: str
) -> bool:
    return any(
        not any(task.solver.possible([*at_root, *region], question) for region in questions)
        for questions in sufficient_questions(piece, task.free, root)
    )


def _follows(task: Task, piece: ConstrainedPiece, at_root: Region, root: Region, question: str) -> bool:
    for questions in sufficient_questions(piece, task.free, root):
        try:
            if not any(task.solver.satisfiable([*at_root, *region], question) for region in questions):
                return True
        except UndecidedQueryError:
            continue
    return False


def _seems_to_follow(task: Task, piece: ConstrainedPiece, at_root: Region, root: Region) -> bool:
    """Whether a solver says so in few steps."""
    return _follows(replace(task, solver=Solver(steps=QUICK_STEPS)), piece, at_root, root, "what follows")


def sufficient_questions(
    piece: ConstrainedPiece, free: Iterable[sp.Symbol], root: Region
) -> Iterator[tuple[Region, ...]]:
    """Questions which, all answered by no, show that P = n F is nowhere negative on the piece.

    * End: for a condition c >= 0 that is linear in a prior, P = c Q + R with R free of it. Where X belongs to
      that end, R vanishes. P < 0 needs R < 0, or c > 0 and Q < 0.
    * Square: if P = A v^2 + B v + C, then 4 A P = (2 A v + B)^2 - D with the discriminant D, which vanishes
      where X belongs to a stationary v. P < 0 needs A <= 0 or D > 0.
    """
    polynomial = _polynomial_of(root)
    if polynomial is None:
        return
    for v in free:
        degree = sp.degree(piece.polynomial, v)
        if v in piece.priors or degree < 1:
            continue
        for condition in piece.conditions:
            if condition.symbols != {v} or sp.degree(condition.polynomial, v) != 1:
                continue
            quotient, rest = sp.div(sp.Poly(piece.polynomial, v), sp.Poly(condition.polynomial, v))
            if _vanishes_with(rest.as_expr(), polynomial):
                tight = (*piece.conditions, positive(condition.polynomial))
                yield (
                    (*piece.conditions, positive(-rest.as_expr())),
                    (*tight, positive(-sp.expand(quotient.as_expr()))),
                )
        if degree == 2:
            leading, middle, rest = (sp.Poly(piece.polynomial, v).coeff_monomial(v**k) for k in (2, 1, 0))
            discriminant = sp.expand(middle**2 - 4 * leading * rest)
            if _vanishes_with(discriminant, polynomial):
                others = tuple(c for c in piece.conditions if v not in c.symbols)
                yield ((*others, non_negative(-leading)), (*others, positive(discriminant)))


def _vanishes_with(expression: sp.Expr, polynomial: sp.Expr) -> bool:
    """Whether a multiple of the expression by the polynomial's leading coefficient is divisible by it."""
    if expression == 0:
        return True
    if sp.degree(expression, DECAY) < sp.degree(polynomial, DECAY):
        return False
    return bool(sp.expand(sp.prem(expression, polynomial, DECAY)) == 0)


def _polynomial_of(root: Region) -> sp.Expr | None:
    """What vanishes at the root; None where the conditions have no equation."""
    return next((c.polynomial for c in root if c.relation is Relation.ZERO), None)


def splits_of(piece: ConstrainedPiece, free: Iterable[sp.Symbol], root: Region) -> tuple[sp.Expr, ...]:
    """Factors of F at the ends of the piece, reduced by X's polynomial: F is affine in p and in q (hints)."""
    polynomial = _polynomial_of(root)
    if polynomial is None:
        return ()
    factors: dict[sp.Expr, None] = {}
    for v in free:
        for condition in piece.conditions:
            if sp.degree(condition.polynomial, v) != 1:
                continue
            slope, start = sp.Poly(condition.polynomial, v).all_coeffs()
            reduced = sp.expand(sp.fraction(sp.together(piece.polynomial.subs(v, -start / slope)))[0])
            if sp.degree(reduced, DECAY) >= sp.degree(polynomial, DECAY):
                reduced = sp.prem(reduced, polynomial, DECAY)
            # Of the two signs of a factor the certificates have always the same.
            factors |= {min(f, sp.expand(-f), key=str): None for f in factors_of(reduced) if f.has(DECAY)}
    return tuple(factors)


def is_unconstrained(task: Task, cell: Region) -> bool:
    """r* p q >= 1 for all priors of all pieces: every eps is admissible.

    That answer is on the unsafe side where a solver errs, so points against it are looked for besides.
    """
    for piece in task.pieces:
        below = [*cell, *piece.conditions, positive(-piece.polynomial.subs(DECAY, 0))]
        if next(simple_points(below), None) is not None:
            return False
        question = f"r* p q < 1 somewhere on the piece {piece.bound} in {listed(cell)}"
        if task.solver.satisfiable(below, question):
            return False
    return True


def listed(conditions: Iterable[Condition]) -> str:
    """Conditions for a message."""
    return ", ".join(str(c) for c in conditions) or "no condition"
