"""Whether a value of eps is admissible: F(X) >= 0 for all priors of all pieces, or no eps is too large."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.bounds.along_prior import nowhere_negative
from symbolic_eps.minimum.bounds.at_root import shortened
from symbolic_eps.minimum.bounds.parametric_ends import nowhere_negative_between
from symbolic_eps.minimum.bounds.solved_parameters import without_given
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.polynomials import factors_of
from symbolic_eps.minimum.problem import Problem, Region, listed
from symbolic_eps.theory.symbols import DECAY
from symbolic_eps.time_limit import Patience
from verify.language.condition import Condition, Relation, non_negative, positive
from verify.points.rational_search import simple_points
from verify.solvers.smt import QUICK_STEPS, Solver, UndecidedQueryError

SOON = 3.0
"""Seconds of processor time for a question without the parameters that X's equation gives."""


def is_bound(problem: Problem, cell: Region, root: Region, quick: bool = False) -> bool:
    """F(X) >= 0 for all priors of all pieces, at every root X that meets the conditions.

    With `quick`, False may also mean that the question is hard; True is a proof either way.
    """
    return all(
        _is_bound_on(problem, piece, (*cell, *root), root, quick, listed(cell)) for piece in problem.pieces
    )


def _is_bound_on(
    problem: Problem, piece: ConstrainedPiece, at_root: Region, root: Region, quick: bool, where: str
) -> bool:
    """By the question itself, or by questions from which the answer follows; these first for a hard root."""
    here, question = (*at_root, *piece.conditions), f"F < 0 somewhere on the piece {piece.bound} in {where}"
    direct = positive(-piece.polynomial)
    numbers = not problem.region and piece.polynomial.free_symbols <= {DECAY, *problem.free}
    if quick:
        return (
            not problem.solver.possible([*here, direct], question)
            or _follows_quickly(problem, piece, at_root, root, question)
            or (numbers and _follows_along(problem, piece, at_root, question, quick))
        )
    polynomial = _polynomial_of(root)
    hard = polynomial is not None and sp.degree(polynomial, DECAY) > 2
    along = numbers and (hard or len(piece.polynomial.free_symbols) > 2)
    if problem.solver.certifies and along and _follows_along(problem, piece, at_root, question):
        return True
    if problem.along and _follows_along(problem, piece, at_root, question):
        return True
    follows = _follows if problem.solver.certifies else _follows_quickly
    sooner = (
        hard
        or not problem.solver.certifies
        or (problem.along and _seems_to_follow(problem, piece, at_root, root))
    )
    if sooner and follows(problem, piece, at_root, root, question):
        return True
    try:
        return not _possible(problem, piece, root, [*here, direct], question)
    except UndecidedQueryError:
        if not hard and _follows(problem, piece, at_root, root, question):
            return True
        raise


def _possible(
    problem: Problem, piece: ConstrainedPiece, root: Region, asked: Sequence[Condition], question: str
) -> bool:
    """Whether there is such a point; hints for the search are made only where no certificate is at hand."""
    certifies = problem.solver.certifies
    if not certifies or problem.solver.knows(asked):
        try:
            return problem.solver.satisfiable(asked, question)
        except UndecidedQueryError:
            if not certifies:
                raise  # else what was at hand proves nothing, and a proof is searched for with hints
    return problem.solver.satisfiable(asked, question, splits=splits_of(piece, problem.free, root))


def _follows_along(
    problem: Problem, piece: ConstrainedPiece, at_root: Region, question: str, quick: bool = False
) -> bool:
    """By questions along one prior; what is likely to have a point is not put to the proof.

    If `problem.along`, the question itself is asked first, without the parameters that X's equation gives.
    Then conditions are made shorter, and in the end what a few steps do not tell is put to the proof.
    """
    told = dict[frozenset[Condition], bool | None]()

    def has_point(asked: Sequence[Condition]) -> bool | None:
        """What a few steps say; None where they are not enough."""
        if not problem.along:
            return problem.solver.possible(asked, question)
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
            asked = shortened(asked, at_root, problem.solver) if problem.along else asked
            seen = has_point(asked)
            if seen or (seen is None and not doubtful):
                return False
            return quick or not problem.solver.satisfiable(asked, question)
        except UndecidedQueryError:
            return False

    free = [v for v in problem.free if v not in piece.priors]
    direct = (*at_root, *piece.conditions, positive(-piece.polynomial))
    given = piece.polynomial, piece.conditions, free
    likely, doubtful = partial(empty, doubtful=False), partial(empty, doubtful=True)
    if not problem.along:
        return nowhere_negative(*given, likely)
    return (
        _is_solved(problem, direct, question)
        or nowhere_negative(*given, likely)
        or nowhere_negative_between(*given, likely)
        or nowhere_negative(*given, doubtful)
    )


def _is_solved(problem: Problem, asked: Sequence[Condition], question: str) -> bool:
    """Whether no point satisfies conditions, shown soon without the parameters that X's equation gives."""
    with suppress(UndecidedError, UndecidedQueryError), Patience(SOON, processor=True).or_undecided():
        solved = without_given(asked, problem.solver)
        if solved is None or any(c.constant_truth is False for c in solved):
            return solved is not None
        with suppress(UndecidedQueryError):
            if Solver(steps=QUICK_STEPS).satisfiable(solved, question):
                return False
        return not problem.solver.satisfiable(solved, question)
    return False


def _follows_quickly(
    problem: Problem, piece: ConstrainedPiece, at_root: Region, root: Region, question: str
) -> bool:
    return any(
        not any(problem.solver.possible([*at_root, *region], question) for region in questions)
        for questions in sufficient_questions(piece, problem.free, root)
    )


def _follows(problem: Problem, piece: ConstrainedPiece, at_root: Region, root: Region, question: str) -> bool:
    for questions in sufficient_questions(piece, problem.free, root):
        try:
            if not any(problem.solver.satisfiable([*at_root, *region], question) for region in questions):
                return True
        except UndecidedQueryError:
            continue
    return False


def _seems_to_follow(problem: Problem, piece: ConstrainedPiece, at_root: Region, root: Region) -> bool:
    """Whether a solver says so in few steps."""
    return _follows(replace(problem, solver=Solver(steps=QUICK_STEPS)), piece, at_root, root, "what follows")


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


def is_unconstrained(problem: Problem, cell: Region) -> bool:
    """r* p q >= 1 for all priors of all pieces: every eps is admissible.

    That answer is on the unsafe side where a solver errs, so points against it are looked for besides.
    """
    for piece in problem.pieces:
        below = [*cell, *piece.conditions, positive(-piece.polynomial.subs(DECAY, 0))]
        if next(simple_points(below), None) is not None:
            return False
        question = f"r* p q < 1 somewhere on the piece {piece.bound} in {listed(cell)}"
        if problem.solver.satisfiable(below, question):
            return False
    return True
