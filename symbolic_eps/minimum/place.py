"""The priors of a leaf: what the equations of a face and its polynomial in x leave of each prior."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import sympy as sp

from symbolic_eps.minimum.face import Face
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import all_tidied, tidied
from verify.language.condition import Condition, non_negative, positive, zero
from verify.solvers.smt import Solver


def place_of(
    face: Face, factor: sp.Expr, solver: Solver
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
