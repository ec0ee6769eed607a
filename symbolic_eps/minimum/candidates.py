"""Candidates: where can the root of F be largest? Points, curves and limits on a piece of a risk profile.

On one piece, F (times a positive weight) is a polynomial in x = e^-eps, the priors and the parameters, and
the largest root X over the piece gives the recommended eps = -log X. Along a prior v, dX/dv has the sign of
-F_v. If that sign is settled, v moves to the end of its range (maybe a curve, a joint of two pieces); if it
depends on the sign of a factor of the resultant of F and F_v, the cases are taken separately; otherwise v
sits at an end or where F_v = 0. What remains when no prior is free is a polynomial in x over the parameters.

Nothing here needs to be trusted: `symbolic_eps.minimum.proof` proves the chosen candidate to be the largest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, product

import sympy as sp

from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.face import Face, described, ends_of, slope_along, stationary
from symbolic_eps.minimum.polynomials import factor_list, resultant
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import all_tidied, primitive, tidied
from verify.language.condition import Condition, non_negative, positive, zero
from verify.solvers.smt import Solver


@dataclass(frozen=True)
class Candidate:
    """A place where the infimum of eps may lie.

    Parameters
    ----------
    polynomial : sympy.Expr
        In x and the parameters, primitive; X = e^-eps is a root of it.
    place : mapping of Symbol to Expr
        The priors at the candidate, in the parameters (and x, where no form without x was found).
    conditions : tuple of Condition
        On the parameters (and x): the candidate exists where they and `polynomial = 0` hold.
    piece : ConstrainedPiece
        The piece on whose closure the place lies.
    segment_end : mapping of Symbol to Expr or None
        The other end, if eps is the same on a whole segment.
    steps : tuple of Step
        The case analysis.
    """

    polynomial: sp.Expr
    place: Mapping[sp.Symbol, sp.Expr]
    conditions: tuple[Condition, ...]
    piece: ConstrainedPiece
    segment_end: Mapping[sp.Symbol, sp.Expr] | None = None
    steps: tuple[Step, ...] = ()

    @property
    def root_conditions(self) -> tuple[Condition, ...]:
        """X is a root of the polynomial that belongs to this candidate."""
        return (zero(self.polynomial), positive(DECAY), non_negative(1 - DECAY), *self.conditions)


def candidates_on(
    piece: ConstrainedPiece,
    free: tuple[sp.Symbol, ...],
    region: Iterable[Condition],
    solver: Solver,
    critical: bool = True,
) -> tuple[Candidate, ...]:
    """All candidates for the largest root over the piece.

    Parameters
    ----------
    piece : ConstrainedPiece
        A checked piece of a profile.
    free : tuple of Symbol
        The priors that vary.
    region : iterable of Condition
        What is known of the parameters.
    solver : Solver
        Decides signs.
    critical : bool
        Whether critical points of eps are looked for, which may be costly; else only ends and joints.
    """
    return tuple(_explore(_face_of(piece, free, region, critical), solver))


def stationary_candidates(
    piece: ConstrainedPiece,
    free: tuple[sp.Symbol, ...],
    v: sp.Symbol,
    region: Iterable[Condition],
    solver: Solver,
) -> tuple[Candidate, ...]:
    """Of a piece on which v alone varies, the candidates where eps is stationary in it.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from symbolic_eps.theory.symbols import PRIOR_VALUE as q
    >>> profile = RiskProfile("1 + 1/(2*p*q)", fixed={"p": "1"})
    >>> piece = constrained(profile.pieces[0], profile)
    >>> [one.polynomial for one in stationary_candidates(piece, (q,), q, (), Solver())]
    [3*x - 1]
    """
    face = _face_of(piece, free, region, critical=True)
    return tuple(_leaves(stationary(face, v, solver), solver))


def _face_of(
    piece: ConstrainedPiece, free: tuple[sp.Symbol, ...], region: Iterable[Condition], critical: bool
) -> Face:
    risk = (piece.numerator, piece.denominator)
    return Face(
        piece=piece,
        polynomial=piece.polynomial,
        risk=risk,
        inverse_risk=piece.inverse_risk,
        free=tuple(v for v in free if v not in piece.priors),
        conditions=(*region, *piece.conditions),
        values=dict(piece.priors),
        critical=critical,
        steps=(
            *(Step(StepKind.REDUCTION, words=reason) for reason in piece.reductions),
            *(Step(StepKind.END, v, value=value) for v, value in piece.priors.items()),
        ),
    )


def _explore(face: Face, solver: Solver) -> Iterator[Candidate]:
    if not solver.possible(face.system, f"eps is finite somewhere on {described(face)}"):
        return
    if not face.free:
        yield from _leaves(face, solver)
        return
    for v in face.free:
        falls, rises = _directions(face, v, solver)
        if not (falls and rises):
            yield from _move(face, v, falls, rises, solver)
            return
    for v in face.free:
        factor = _undecided_factor(face, v, solver)
        if factor is not None:
            yield from _split(face, v, factor, solver)
            return
    v = face.free[-1]
    for end in (*ends_of(face, v, 1, solver), *ends_of(face, v, -1, solver)):
        yield from _explore(end, solver)
    if face.critical:
        yield from _explore(stationary(face, v, solver), solver)


def _directions(face: Face, v: sp.Symbol, solver: Solver) -> tuple[bool, bool]:
    """Whether the root can fall, and whether it can rise, as v grows."""
    slope = slope_along(face, v, solver)

    def possible(condition: Condition, word: str) -> bool:
        question = f"the root {word} along {v} on {described(face)}"
        # The question without F = 0 is the easier one, and often says no.
        return all(solver.possible([*known, condition], question) for known in (face.ambient, face.system))

    return possible(positive(slope), "falls"), possible(positive(-slope), "rises")


def _move(face: Face, v: sp.Symbol, falls: bool, rises: bool, solver: Solver) -> Iterator[Candidate]:
    if not falls and not rises:
        constant = face.step(Step(StepKind.CONSTANT, v))
        uppers, lowers = tuple(ends_of(constant, v, 1, solver)), tuple(ends_of(constant, v, -1, solver))
        for upper, lower in product(uppers, lowers):
            both = tuple(dict.fromkeys((*upper.conditions, *lower.conditions)))
            first_segment = upper.segment_end is None and not (upper.free or upper.implicit)
            end = lower.values if first_segment else upper.segment_end
            whole = replace(upper, conditions=both, segment_end=end)
            # At p = q = 1, F does not depend on x: the value is then that of the other end.
            reached = solver.possible(whole.system, f"eps is finite somewhere on {described(whole)}")
            yield from _explore(whole if reached else lower, solver)
        return
    word, orientation = ("decreasing", 1) if rises else ("increasing", -1)
    moved = face.step(Step(StepKind.MONOTONE, v, word))
    for moved_to in ends_of(moved, v, orientation, solver):
        yield from _explore(moved_to, solver)


def _undecided_factor(face: Face, v: sp.Symbol, solver: Solver) -> sp.Expr | None:
    """A factor of the resultant of F and F_v, free of v and x, whose sign is not settled on the face."""
    if face.implicit:
        return None
    eliminated = resultant(face.polynomial, slope_along(face, v, solver), DECAY)
    if eliminated == 0:
        return None
    factors = [f for f, _ in factor_list(eliminated) if v not in f.free_symbols]
    for factor in sorted(factors, key=lambda f: (len(f.free_symbols & set(face.free)), sp.count_ops(f))):
        # Settled by an earlier split, even if the solver cannot tell.
        if any(case in face.conditions for kind in (True, False) for case in _cases(factor, kind)):
            continue
        question = f"sign of {factor} on {described(face)}"
        if all(solver.possible([*face.system, positive(s * factor)], question) for s in (1, -1)):
            return factor
    return None


def _split(face: Face, v: sp.Symbol, factor: sp.Expr, solver: Solver) -> Iterator[Candidate]:
    """The face cut by the sign of a factor; a factor in a free prior gives overlapping closed halves."""
    for case in _cases(factor, on_parameters=not factor.free_symbols & set(face.free)):
        taken = face.step(Step(StepKind.SPLIT, v, value=sp.factor(factor), condition=case))
        yield from _explore(replace(taken, conditions=(*face.conditions, case)), solver)


def _cases(factor: sp.Expr, on_parameters: bool) -> tuple[Condition, ...]:
    if on_parameters:
        return positive(factor), zero(factor), positive(-factor)
    return non_negative(factor), non_negative(-factor)


def _leaves(face: Face, solver: Solver) -> Iterator[Candidate]:
    """The polynomials in x that remain when every prior is eliminated."""
    eliminated = face.polynomial
    constraints = list(face.constraints)
    for u in reversed(face.implicit):
        constraint = constraints.pop()
        constraints = [resultant(c, constraint, u) for c in constraints]
        eliminated = resultant(eliminated, constraint, u)
    for factor, _ in factor_list(eliminated):
        if DECAY not in factor.free_symbols:
            continue
        system = [zero(factor), *face.system]
        if not solver.possible(system, f"the candidate {factor} = 0 on {described(face)}"):
            continue
        place, ambient = place_of(face, factor, solver)
        if place is None:
            continue
        yield Candidate(
            polynomial=factor,
            place=place,
            conditions=ambient,
            piece=face.piece,
            segment_end=face.segment_end,
            steps=face.steps,
        )


def distinct(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The candidates without repetitions, equal zero sets written as equal polynomials."""
    unique: list[Candidate] = []
    seen = set()
    for candidate in candidates:
        polynomial = _oriented(candidate.polynomial)
        end = candidate.segment_end
        key = (
            polynomial,
            tuple(sorted(candidate.place.items(), key=str)),
            frozenset(candidate.conditions),
            tuple(sorted(end.items(), key=str)) if end else None,
        )
        if key not in seen:
            seen.add(key)
            unique.append(replace(candidate, polynomial=polynomial))
    return tuple(unique)


@lru_cache(maxsize=1 << 10)
def _oriented(polynomial: sp.Expr) -> sp.Expr:
    """The polynomial or its negative, so that equal zero sets give equal expressions."""
    expanded = primitive(polynomial)
    return min(expanded, sp.expand(-expanded), key=lambda e: (str(e).count("-"), str(e)))


def place_of(
    face: Face, factor: sp.Expr, solver: Solver
) -> tuple[Mapping[sp.Symbol, sp.Expr] | None, tuple[Condition, ...]]:
    """The priors of a leaf, and its conditions on the parameters (and x)."""
    values: dict[sp.Symbol, sp.Expr] = {}
    # Where F = 0 is stationary in u, so is its multiple: often the simplest equation for u.
    stationary = () if face.curved else tuple(sp.diff(face.polynomial, u) for u in face.implicit)
    system = [*stationary, face.polynomial, *face.constraints]
    for u in face.implicit:
        solved = solved_for(u, [sp.numer(sp.together(e.subs(values))) for e in system], factor)
        if solved is None:
            return None, ()
        values[u] = solved
    root = _root_if_linear(factor, DECAY)
    at_root = {} if root is None else {DECAY: root}
    place = {
        u: sp.factor(sp.together(e.subs(values)).subs(at_root)) for u, e in {**face.values, **values}.items()
    }
    substitution = {**values, **at_root}
    touched = {*substitution}
    untouched = tuple(c for c in face.conditions if not touched & c.symbols)
    # F rises at its root, or the value means nothing (at p = q = 1 every x would be a root).
    moved = [*(c for c in face.conditions if touched & c.symbols), *_off_corner(face, values)]
    placed = (c for condition in moved for c in condition.substituted(substitution))
    if root is not None:
        return place, (*untouched, *all_tidied(placed, untouched, solver))
    on_curve = (zero(factor), positive(DECAY), non_negative(1 - DECAY))
    return place, _tidied_in_turn(placed, untouched, on_curve, solver)


def _off_corner(face: Face, values: Mapping[sp.Symbol, sp.Expr]) -> tuple[Condition, ...]:
    """F rises: where priors depend on x, said as what it comes to, that not both priors are 1."""
    slope = sp.diff(face.piece.inverse_risk, DECAY)
    if not any(DECAY in value.free_symbols for value in values.values()):
        return (positive(sp.diff(face.polynomial, DECAY)),)
    priors = {v for v in (*values, *face.values) if v in slope.free_symbols}
    if slope.subs(dict.fromkeys(priors, 1)) != 0:
        return ()
    return (positive(sp.Add(*(1 - v for v in priors)).subs(face.values)),)


def _tidied_in_turn(
    conditions: Iterable[Condition],
    known: tuple[Condition, ...],
    on_curve: tuple[Condition, ...],
    solver: Solver,
) -> tuple[Condition, ...]:
    """What is known, and the conditions without what follows from those before: factors' signs, or all."""
    for condition in conditions:
        shorter = tidied(condition, (*known, *on_curve[1:]), solver)
        shorter = shorter and tidied(shorter, (*known, *on_curve), solver)
        if shorter is not None and shorter not in known:
            known = (*known, shorter)
    return known


def _root_if_linear(expression: sp.Expr, u: sp.Symbol) -> sp.Expr | None:
    polynomial = sp.Poly(expression, u)
    if polynomial.degree() != 1:
        return None
    slope, offset = polynomial.all_coeffs()
    return sp.factor(-offset / slope)


def solved_for(u: sp.Symbol, system: list[sp.Expr], factor: sp.Expr) -> sp.Expr | None:
    """U as a rational function of x and the parameters where the system and `factor = 0` hold.

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
    >>> solved_for(p, [p * DECAY - 1], DECAY**2 - 3)
    1/x
    """
    root = _root_if_linear(factor, DECAY)
    if root is not None:
        system = [sp.numer(sp.together(e.subs(DECAY, root))) for e in system]
    involved = [sp.Poly(e, u) for e in system if u in e.free_symbols]
    members = (m for other in involved[1:] for m in sp.subresultants(involved[0], other))
    parts = (part for equation in involved for part, _ in sp.factor_list(equation.as_expr())[1])
    roots = (_root_if_linear(equation, u) for equation in chain(involved, members, parts))
    return next((root for root in roots if root is not None), None)
