"""Whether each point of a piece is a limit of points at which all its conditions are strict.

It is, where the gradients of the conditions that are tight there are linearly independent: then some
direction leads inside. Where they are not, equations in the priors and the parameters hold, more of them than
there are priors; eliminating the priors leaves polynomials in the parameters, which vanish there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import prod

import sympy as sp
from flint import fmpq_mpoly

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.by_monotonicity import rises_with_decay
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.cylinders.projection import Space, irreducible
from symbolic_eps.minimum.task import Region
from verify.language.condition import Condition, Relation, zero
from verify.solvers.smt import Solver


def singular_parameters(
    pieces: Sequence[ConstrainedPiece],
    free: Sequence[sp.Symbol],
    region: Region,
    parameters: Sequence[sp.Symbol],
    judge: Solver,
) -> tuple[sp.Expr, ...]:
    """Polynomials in the parameters; where none vanishes, points of pieces are limits of points inside.

    Raises
    ------
    UndecidedError
        That is not shown, or not that F rises with x.
    """
    found: list[sp.Expr] = []
    for piece in pieces:
        if not rises_with_decay(piece, judge):
            raise UndecidedError("it is not shown that F rises with e^-eps")
        priors = [v for v in free if v not in piece.priors]
        for equations in _dependent(piece, priors):
            conditions = [*region, *piece.conditions, *map(zero, equations)]
            if _is_possible(conditions, judge):
                found.append(_eliminant(equations, parameters, priors, piece))
    return tuple(dict.fromkeys(found))


def _is_possible(conditions: Sequence[Condition], judge: Solver) -> bool:
    if any(c.constant_truth is False for c in conditions):
        return False
    try:
        return judge.satisfiable(conditions, "conditions of a piece are tight, and depend on each other")
    except UndecidedError:
        return True


def _dependent(piece: ConstrainedPiece, priors: Sequence[sp.Symbol]) -> Iterator[list[sp.Expr]]:
    """The equations of points at which some conditions are tight, and their gradients dependent."""
    tight = [c for c in piece.conditions if c.relation is Relation.NON_NEGATIVE and c.symbols & {*priors}]
    for size in range(1, len(priors) + 2):
        for chosen in combinations(tight, size):
            polynomials = [sp.expand(c.polynomial) for c in chosen]
            rows = sp.Matrix([[sp.diff(g, v) for v in priors] for g in polynomials])
            minors = [
                sp.expand(rows.extract(list(range(size)), list(columns)).det())
                for columns in combinations(range(len(priors)), size)
            ]
            yield [*polynomials, *(m for m in minors if m != 0)]


def _eliminant(
    equations: Sequence[sp.Expr],
    parameters: Sequence[sp.Symbol],
    priors: Sequence[sp.Symbol],
    piece: ConstrainedPiece,
) -> sp.Expr:
    """A polynomial in the parameters that vanishes where the equations hold on the piece; not 0."""
    if not parameters:
        raise UndecidedError("a piece of the profile may have a part without an inside")
    space = Space((*parameters, *priors))
    strict = [c.polynomial for c in piece.conditions if c.relation is Relation.POSITIVE]
    positive = {str(f) for e in strict for f in irreducible(space.polynomial(e))}

    def reduced(polynomial: fmpq_mpoly) -> fmpq_mpoly:
        """Without the factors that are positive on the piece."""
        factors = (f for f in irreducible(polynomial) if str(f) not in positive)
        return prod(factors, start=space.context.constant(1))

    left = [reduced(space.polynomial(e)) for e in equations]
    for index in range(len(space.variables) - 1, len(parameters) - 1, -1):
        involved = sorted((g for g in left if g.degrees()[index] > 0), key=len)
        left = [g for g in left if g.degrees()[index] == 0]
        further = [space.resultant(involved[0], g, index) for g in involved[1:]]
        left += [reduced(g) for g in further if not g.is_zero()]
    if not left:
        raise UndecidedError("a piece of the profile may have a part without an inside")
    return space.expression(min(left, key=lambda g: (g.total_degree(), len(g), str(g))))
