"""Parts of a piece on which some priors are eliminated: at an end of the range, on a curve, or stationary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import sympy as sp

from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.theory.slope import slope_on_root
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import all_tidied, sign_and_factors
from verify.language.condition import Condition, Relation, non_negative, positive, zero
from verify.solvers.smt import Solver


@dataclass(frozen=True)
class Face:
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

    def step(self, step: Step) -> Face:
        """The face after a step of the case analysis."""
        return replace(self, steps=(*self.steps, step))


def slope_along(face: Face, v: sp.Symbol, solver: Solver) -> sp.Expr:
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


def ends_of(face: Face, v: sp.Symbol, orientation: int, solver: Solver) -> Iterator[Face]:
    """The faces at the upper (orientation 1) or lower (-1) ends of v's range."""
    side = "upper" if orientation == 1 else "lower"
    for condition in _bounds(face, v, solver):
        polynomial = sp.Poly(condition.polynomial, v)
        if polynomial.degree() > 1:
            yield _on_curve(face, v, condition)
            continue
        slope, offset = polynomial.all_coeffs()
        question = f"{condition} bounds {v} on {described(face)}"
        if condition.relation is Relation.ZERO or solver.possible(
            [*face.system, positive(-orientation * slope)], question
        ):
            value = sp.factor(-offset / slope)
            yield _substituted(face.step(Step(StepKind.END, v, side, value)), v, value, solver)


def _bounds(face: Face, v: sp.Symbol, solver: Solver) -> list[Condition]:
    """The conditions that bound v on the closure of the face, without those that others imply there."""
    needed = list(dict.fromkeys(face.conditions))
    for condition in face.conditions:
        others = [c for c in needed if c != condition]
        if v in condition.symbols and not solver.possible(
            [*(c.closure for c in others), condition.closure.negation],
            f"{condition} is implied on {described(face)}",
        ):
            needed = others
    return [c for c in needed if v in c.symbols and c.relation is not Relation.NON_ZERO]


def _substituted(face: Face, v: sp.Symbol, value: sp.Expr, solver: Solver) -> Face:
    """The face with `value` for v: conditions on v are relaxed to their closure, denominators cleared."""
    untouched = tuple(c for c in face.conditions if v not in c.symbols)
    moved = (
        c
        for condition in face.conditions
        if v in condition.symbols
        for c in condition.closure.substituted({v: value})
    )
    conditions = (*untouched, *all_tidied(moved, untouched, solver))
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
    polynomial = expression.is_polynomial()
    numerator, denominator = (expression, sp.S.One) if polynomial else sp.fraction(sp.together(expression))
    if not polynomial and solver.satisfiable(
        [*conditions, positive(-denominator)], f"{denominator} < 0 somewhere"
    ):
        numerator = numerator * denominator
    return sp.expand(_without_positive_factors(sp.expand(numerator), conditions, solver))


def _without_positive_factors(
    polynomial: sp.Expr, conditions: tuple[Condition, ...], solver: Solver
) -> sp.Expr:
    """The polynomial without its factors in the parameters alone that are positive on the conditions."""
    if not polynomial.free_symbols:
        return sp.Integer(1) if polynomial > 0 else sp.Integer(-1)
    sign, factors = sign_and_factors(sp.Poly(polynomial))
    product = sp.Integer(sign)
    for factor, multiplicity in factors:
        if DECAY in factor.free_symbols or not solver.implies(conditions, positive(factor), f"{factor} > 0"):
            product *= factor**multiplicity
    return product


def _on_curve(face: Face, v: sp.Symbol, condition: Condition) -> Face:
    """The face where a condition of higher degree in v is tight."""
    closed = tuple(c.closure if v in c.symbols else c for c in face.conditions if c != condition)
    curved = replace(face, curved=True, conditions=closed)
    return _implicit(curved, v, condition.polynomial, Step(StepKind.END, v, condition=condition))


def stationary(face: Face, v: sp.Symbol, solver: Solver) -> Face:
    """The face where eps is stationary in v."""
    return _implicit(face, v, slope_along(face, v, solver), Step(StepKind.CRITICAL, v))


def _implicit(face: Face, v: sp.Symbol, constraint: sp.Expr, step: Step) -> Face:
    """The face where v is the unknown of one more equation."""
    return replace(
        face.step(step),
        constraints=(*face.constraints, constraint),
        implicit=(*face.implicit, v),
        free=tuple(u for u in face.free if u != v),
    )


def described(face: Face) -> str:
    """Where the face is, for a message."""
    where = ", ".join(f"{v} = {value}" for v, value in face.values.items())
    curve = ", ".join(f"{c} = 0" for c in face.constraints)
    places = "; ".join(part for part in (where, curve) if part)
    return f"the face {places}" if places else "the interior"
