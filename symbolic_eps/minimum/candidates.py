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
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Step
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.theory.slope import slope_on_root
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import all_tidied, primitive, tidied
from verify.language.condition import Condition, Relation, non_negative, positive, zero
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


@dataclass(frozen=True)
class _Face:
    """A part of a piece, with some priors eliminated.

    `values` holds the priors put in terms of the others; `implicit` those that are given by the equations
    `constraints` (a stationary point, a curved end) and stay as unknowns. `risk` is r* as numerator and
    denominator, `inverse_risk` is F at s = 0, both on the face.
    """

    piece: ConstrainedPiece
    polynomial: sp.Expr
    risk: tuple[sp.Expr, sp.Expr]
    inverse_risk: sp.Expr
    free: tuple[sp.Symbol, ...]
    conditions: tuple[Condition, ...]
    values: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)
    implicit: tuple[sp.Symbol, ...] = ()
    constraints: tuple[sp.Expr, ...] = ()
    curved: bool = False
    critical: bool = True
    segment_end: Mapping[sp.Symbol, sp.Expr] | None = None
    steps: tuple[Step, ...] = ()

    @cached_property
    def system(self) -> tuple[Condition, ...]:
        """The points of the face with an eps in [0, oo): the root x in (0, 1], where F grows with x."""
        return (zero(self.polynomial), positive(sp.diff(self.polynomial, DECAY)), *self.ambient)

    @cached_property
    def ambient(self) -> tuple[Condition, ...]:
        """All of that but F = 0."""
        on_face = (*(zero(c) for c in self.constraints), *self.conditions)
        return (positive(DECAY), non_negative(1 - DECAY), *on_face)

    def step(self, kind: str, text: str) -> _Face:
        return replace(self, steps=(*self.steps, Step(kind, text)))


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
    risk = (piece.numerator, piece.denominator)
    face = _Face(
        piece=piece,
        polynomial=piece.polynomial,
        risk=risk,
        inverse_risk=piece.inverse_risk,
        free=tuple(v for v in free if v not in piece.priors),
        conditions=(*region, *piece.conditions),
        values=dict(piece.priors),
        critical=critical,
        steps=(
            *(Step("reduction", reason) for reason in piece.reductions),
            *(Step("end", f"{v} at its end {value}") for v, value in piece.priors.items()),
        ),
    )
    return tuple(_explore(face, solver))


def _explore(face: _Face, solver: Solver) -> Iterator[Candidate]:
    if not solver.possible(face.system, f"eps is finite somewhere on {_describe(face)}"):
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
    for end in (*_ends(face, v, 1, solver), *_ends(face, v, -1, solver)):
        yield from _explore(end, solver)
    if face.critical:
        yield from _explore(_stationary(face, v, solver), solver)


def _slope(face: _Face, v: sp.Symbol, solver: Solver) -> sp.Expr:
    """A polynomial with the sign of dF/dv on F = 0, along the constraints.

    With r* = n/d and F = f - d/n this is n^2 f_v + n_v d - n d_v, in which F = 0 has been used already. Where
    a prior is stationary its own change does not matter; on a curved end the implicit functions give it.
    """
    if not face.curved:
        (n, d), f = face.risk, face.inverse_risk
        return _cleared(slope_on_root(f, n, d, v), face.conditions, solver)
    equations = (face.polynomial, *face.constraints)
    full = sp.Matrix([[sp.diff(e, u) for u in (v, *face.implicit)] for e in equations])
    return sp.expand(full.det() * full[1:, 1:].det())


def _directions(face: _Face, v: sp.Symbol, solver: Solver) -> tuple[bool, bool]:
    """Whether the root can fall, and whether it can rise, as v grows."""
    slope = _slope(face, v, solver)

    def possible(condition: Condition, word: str) -> bool:
        question = f"the root {word} along {v} on {_describe(face)}"
        # The question without F = 0 is the easier one, and often says no.
        return all(solver.possible([*known, condition], question) for known in (face.ambient, face.system))

    return possible(positive(slope), "falls"), possible(positive(-slope), "rises")


def _move(face: _Face, v: sp.Symbol, falls: bool, rises: bool, solver: Solver) -> Iterator[Candidate]:
    if not falls and not rises:
        constant = face.step("constant", f"eps does not change with {v}")
        uppers, lowers = tuple(_ends(constant, v, 1, solver)), tuple(_ends(constant, v, -1, solver))
        for upper, lower in product(uppers, lowers):
            both = tuple(dict.fromkeys((*upper.conditions, *lower.conditions)))
            first_segment = upper.segment_end is None and not upper.free
            end = lower.values if first_segment else upper.segment_end
            whole = replace(upper, conditions=both, segment_end=end)
            # At p = q = 1, F does not depend on x: the value is then that of the other end.
            reached = solver.possible(whole.system, f"eps is finite somewhere on {_describe(whole)}")
            yield from _explore(whole if reached else lower, solver)
        return
    word, orientation = ("decreasing", 1) if rises else ("increasing", -1)
    moved = face.step("monotone", f"eps is {word} in {v}")
    for moved_to in _ends(moved, v, orientation, solver):
        yield from _explore(moved_to, solver)


def _ends(face: _Face, v: sp.Symbol, orientation: int, solver: Solver) -> Iterator[_Face]:
    """The faces at the upper (orientation 1) or lower (-1) ends of v's range."""
    side = "upper" if orientation == 1 else "lower"
    for condition in _bounds(face, v, solver):
        polynomial = sp.Poly(condition.polynomial, v)
        if polynomial.degree() > 1:
            yield _on_curve(face, v, condition)
            continue
        slope, offset = polynomial.all_coeffs()
        question = f"{condition} bounds {v} on {_describe(face)}"
        if condition.relation is Relation.ZERO or solver.possible(
            [*face.system, positive(-orientation * slope)], question
        ):
            value = sp.factor(-offset / slope)
            yield _substituted(face.step("end", f"{v} at its {side} end {value}"), v, value, solver)


def _bounds(face: _Face, v: sp.Symbol, solver: Solver) -> list[Condition]:
    """The conditions that bound v on the closure of the face, without those that others imply there."""
    kept = list(dict.fromkeys(face.conditions))
    for condition in face.conditions:
        others = [c for c in kept if c != condition]
        if v in condition.symbols and not solver.possible(
            [*(c.closure for c in others), condition.closure.negation],
            f"{condition} is implied on {_describe(face)}",
        ):
            kept = others
    return [c for c in kept if v in c.symbols and c.relation is not Relation.NON_ZERO]


def _substituted(face: _Face, v: sp.Symbol, value: sp.Expr, solver: Solver) -> _Face:
    """The face with `value` for v: conditions on v are relaxed to their closure, denominators cleared."""
    kept = tuple(c for c in face.conditions if v not in c.symbols)
    moved = (
        c
        for condition in face.conditions
        if v in condition.symbols
        for c in condition.closure.substituted({v: value})
    )
    conditions = (*kept, *all_tidied(moved, kept, solver))
    return replace(
        face,
        polynomial=_cleared(face.polynomial.subs(v, value), conditions, solver),
        risk=(face.risk[0].subs(v, value), face.risk[1].subs(v, value)),
        inverse_risk=face.inverse_risk.subs(v, value),
        constraints=tuple(sp.numer(sp.together(c.subs(v, value))) for c in face.constraints),
        conditions=conditions,
        free=tuple(u for u in face.free if u != v),
        values={**{u: sp.factor(e.subs(v, value)) for u, e in face.values.items()}, v: value},
    )


def _cleared(expression: sp.Expr, conditions: tuple[Condition, ...], solver: Solver) -> sp.Expr:
    """A polynomial with the sign of the rational function wherever the conditions hold."""
    numerator, denominator = sp.fraction(sp.together(expression))
    if solver.satisfiable([*conditions, positive(-denominator)], f"{denominator} < 0 somewhere"):
        numerator = numerator * denominator
    return sp.expand(_without_positive_factors(sp.expand(numerator), conditions, solver))


def _without_positive_factors(
    polynomial: sp.Expr, conditions: tuple[Condition, ...], solver: Solver
) -> sp.Expr:
    """The polynomial without its factors in the parameters alone that are positive on the conditions."""
    constant, factors = sp.factor_list(polynomial)
    kept = sp.Integer(1) if constant > 0 else sp.Integer(-1)
    for factor, multiplicity in factors:
        if DECAY in factor.free_symbols or not solver.implies(conditions, positive(factor), f"{factor} > 0"):
            kept *= factor**multiplicity
    return kept


def _on_curve(face: _Face, v: sp.Symbol, condition: Condition) -> _Face:
    """The face where a condition of higher degree in v is tight."""
    closed = tuple(c.closure if v in c.symbols else c for c in face.conditions if c != condition)
    return replace(
        face,
        constraints=(*face.constraints, condition.polynomial),
        curved=True,
        conditions=closed,
        implicit=(*face.implicit, v),
        free=tuple(u for u in face.free if u != v),
        steps=(*face.steps, Step("end", f"{v} on the curve {sp.Eq(condition.polynomial, 0)}")),
    )


def _stationary(face: _Face, v: sp.Symbol, solver: Solver) -> _Face:
    """The face where eps is stationary in v."""
    return replace(
        face,
        constraints=(*face.constraints, _slope(face, v, solver)),
        implicit=(*face.implicit, v),
        free=tuple(u for u in face.free if u != v),
        steps=(*face.steps, Step("critical", f"{v} at a critical point of eps")),
    )


def _undecided_factor(face: _Face, v: sp.Symbol, solver: Solver) -> sp.Expr | None:
    """A factor of the resultant of F and F_v, free of v and x, whose sign is not settled on the face."""
    if face.implicit:
        return None
    resultant = sp.resultant(face.polynomial, _slope(face, v, solver), DECAY)
    if resultant == 0:
        return None
    factors = [f for f, _ in sp.factor_list(resultant)[1] if v not in f.free_symbols]
    for factor in sorted(factors, key=lambda f: (len(f.free_symbols & set(face.free)), sp.count_ops(f))):
        # Settled by an earlier split, even if the solver cannot tell.
        if any(case in face.conditions for case in _cases(factor, on_parameters=True)):
            continue
        if any(case in face.conditions for case in _cases(factor, on_parameters=False)):
            continue
        question = f"sign of {factor} on {_describe(face)}"
        if all(solver.possible([*face.system, positive(s * factor)], question) for s in (1, -1)):
            return factor
    return None


def _split(face: _Face, v: sp.Symbol, factor: sp.Expr, solver: Solver) -> Iterator[Candidate]:
    """The face cut by the sign of a factor; a factor in a free prior gives overlapping closed halves."""
    for case in _cases(factor, on_parameters=not factor.free_symbols & set(face.free)):
        text = f"the sign of d eps/d{v} depends on {sp.factor(factor)}: case {case}"
        yield from _explore(replace(face.step("split", text), conditions=(*face.conditions, case)), solver)


def _cases(factor: sp.Expr, on_parameters: bool) -> tuple[Condition, ...]:
    if on_parameters:
        return positive(factor), zero(factor), positive(-factor)
    return non_negative(factor), non_negative(-factor)


def _leaves(face: _Face, solver: Solver) -> Iterator[Candidate]:
    """The polynomials in x that remain when every prior is eliminated."""
    eliminated = face.polynomial
    constraints = list(face.constraints)
    for u in reversed(face.implicit):
        constraint = constraints.pop()
        constraints = [sp.resultant(c, constraint, u) for c in constraints]
        eliminated = sp.resultant(eliminated, constraint, u)
    for factor, _ in sp.factor_list(eliminated)[1]:
        if DECAY not in factor.free_symbols:
            continue
        found = [zero(factor), *face.system]
        if not solver.possible(found, f"the candidate {factor} = 0 on {_describe(face)}"):
            continue
        place, ambient = _place(face, factor, solver)
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


def _place(
    face: _Face, factor: sp.Expr, solver: Solver
) -> tuple[Mapping[sp.Symbol, sp.Expr] | None, tuple[Condition, ...]]:
    """The priors of a leaf, and its conditions on the parameters (and x)."""
    values: dict[sp.Symbol, sp.Expr] = {}
    # Where F = 0 is stationary in u, so is its multiple: often the simplest equation for u.
    stationary = () if face.curved else tuple(sp.diff(face.polynomial, u) for u in face.implicit)
    system = [*stationary, face.polynomial, *face.constraints]
    for u in face.implicit:
        solved = _solved_for(u, [sp.numer(sp.together(e.subs(values))) for e in system], factor)
        if solved is None:
            return None, ()
        values[u] = solved
    root = _root_if_linear(factor)
    at_root = {} if root is None else {DECAY: root}
    place = {
        u: sp.factor(sp.together(e.subs(values)).subs(at_root)) for u, e in {**face.values, **values}.items()
    }
    substitution = {**values, **at_root}
    touched = {*substitution}
    kept = tuple(c for c in face.conditions if not touched & c.symbols)
    # F rises at its root, or the value means nothing (at p = q = 1 every x would be a root).
    moved = [*(c for c in face.conditions if touched & c.symbols), *_off_corner(face, values)]
    placed = (c for condition in moved for c in condition.substituted(substitution))
    if root is not None:
        return place, (*kept, *all_tidied(placed, kept, solver))
    on_curve = (zero(factor), positive(DECAY), non_negative(1 - DECAY))
    return place, _tidied_in_turn(placed, kept, on_curve, solver)


def _off_corner(face: _Face, values: Mapping[sp.Symbol, sp.Expr]) -> tuple[Condition, ...]:
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
    kept: tuple[Condition, ...],
    on_curve: tuple[Condition, ...],
    solver: Solver,
) -> tuple[Condition, ...]:
    """The conditions without factors whose sign follows from those before, and without what is implied."""
    found = kept
    for condition in conditions:
        shorter = tidied(condition, (*found, *on_curve[1:]), solver)
        shorter = shorter and tidied(shorter, (*found, *on_curve), solver)
        if shorter is not None and shorter not in found:
            found = (*found, shorter)
    return found


def _root_if_linear(factor: sp.Expr) -> sp.Expr | None:
    polynomial = sp.Poly(factor, DECAY)
    if polynomial.degree() != 1:
        return None
    slope, offset = polynomial.all_coeffs()
    return sp.factor(-offset / slope)


def _solved_for(u: sp.Symbol, system: list[sp.Expr], factor: sp.Expr) -> sp.Expr | None:
    """U as a rational function of x and the parameters where the system and `factor = 0` hold."""
    root = _root_if_linear(factor)
    if root is not None:
        system = [sp.numer(sp.together(e.subs(DECAY, root))) for e in system]
    involved = [sp.Poly(e, u) for e in system if u in e.free_symbols]
    for equation in involved:
        if equation.degree() == 1:
            slope, offset = equation.all_coeffs()
            return sp.factor(-offset / slope)
    for other in involved[1:]:
        for member in sp.subresultants(involved[0], other):
            if sp.Poly(member, u).degree() == 1:
                slope, offset = sp.Poly(member, u).all_coeffs()
                return sp.factor(-offset / slope)
    for equation in involved:
        for part, _ in sp.factor_list(equation.as_expr())[1]:
            if u in part.free_symbols and sp.Poly(part, u).degree() == 1:
                slope, offset = sp.Poly(part, u).all_coeffs()
                return sp.factor(-offset / slope)
    return None


def _describe(face: _Face) -> str:
    where = ", ".join(f"{v} = {value}" for v, value in face.values.items())
    curve = ", ".join(f"{c} = 0" for c in face.constraints)
    places = "; ".join(part for part in (where, curve) if part)
    return f"the face {places}" if places else "the interior"


def distinct(found: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The candidates without repetitions, equal zero sets written as equal polynomials."""
    kept: list[Candidate] = []
    seen = set()
    for candidate in found:
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
            kept.append(replace(candidate, polynomial=polynomial))
    return tuple(kept)


def _oriented(polynomial: sp.Expr) -> sp.Expr:
    """The polynomial or its negative, so that equal zero sets give equal expressions."""
    expanded = primitive(polynomial)
    return min(expanded, sp.expand(-expanded), key=lambda e: (str(e).count("-"), str(e)))
