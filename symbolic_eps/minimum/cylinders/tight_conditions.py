"""Whether each point of a piece is a limit of points at which all its conditions are strict.

It is, unless weights >= 0, not all 0, make a combination of the gradients of the tight conditions vanish:
else some direction leads inside (Gordan). A combination of as few gradients as possible has at most one more
than there are priors. If it has no more than priors, its gradients are dependent; if it has one more, its
weights are all positive, and minors up to a common factor. In either case equations in the priors and the
parameters hold, more of them than there are priors; eliminating the priors leaves polynomials in the
parameters, which vanish there.

A part of a piece's border, to which a reduction led, has conditions that need not be strict: of p > b it is
p = 1 for b <= 1, and is no border for b = 1, where the piece is empty. Where a strict condition of the piece
is tight all over the part, by the parameters alone, only the piece itself tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import prod

import sympy as sp
from flint import fmpq_mpoly

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.cylinders.projection import Space, TooLongError, irreducible
from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.reductions.by_monotonicity import rises_with_decay
from symbolic_eps.profiles.profile import PRIORS
from verify.language.condition import Condition, Relation, positive, zero
from verify.solvers.smt import Solver


def singular_parameters(
    pieces: Sequence[ConstrainedPiece],
    free: Sequence[sp.Symbol],
    region: Region,
    parameters: Sequence[sp.Symbol],
    judge: Solver,
) -> tuple[sp.Expr, ...]:
    """Polynomials in the parameters; where none vanishes, points of pieces are limits of points inside.

    Of parts of a border they are limits of points of the piece as well.

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
        for equations, signs in _dependent(piece, priors):
            conditions = [*region, *piece.conditions, *map(zero, equations)]
            if any(_is_possible([*conditions, *weights], judge) for weights in signs):
                try:
                    found.append(_eliminant(equations, parameters, priors, piece))
                except TooLongError as error:
                    raise UndecidedError(f"where a piece has an inside is not shown: {error}") from None
    found += [g for g in of_empty_pieces(pieces) if _is_possible([*region, zero(g)], judge)]
    return tuple(dict.fromkeys(found))


def of_empty_pieces(pieces: Iterable[ConstrainedPiece]) -> Iterator[sp.Expr]:
    """Polynomials in the parameters; where one vanishes, a part of a border may be of an empty piece.

    Examples
    --------
    >>> from symbolic_eps.minimum.reductions.border import face_at
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("piecewise((2, p > b), 3)", ["b>0"])
    >>> piece = constrained(profile.pieces[0], profile)
    >>> [*of_empty_pieces([piece, face_at(piece, sp.Symbol("p", real=True), sp.S.One, "at the end")])]
    [1 - b]
    """
    for piece in pieces:
        if piece.origin is None:
            continue
        for c in piece.origin.conditions:
            if c.relation in (Relation.POSITIVE, Relation.NON_ZERO) and c.symbols & {*piece.priors}:
                end = sp.numer(sp.cancel(_at_end(c.polynomial, piece)))
                if end.free_symbols and not end.free_symbols & {*PRIORS}:
                    yield sp.expand(end)


def _at_end(polynomial: sp.Expr, piece: ConstrainedPiece) -> sp.Expr:
    """On a part of the border; one prior may be put in terms of another that has a value too."""
    for _ in piece.priors:
        polynomial = polynomial.subs(dict(piece.priors))
    return polynomial


def _is_possible(conditions: Sequence[Condition], judge: Solver) -> bool:
    if any(c.constant_truth is False for c in conditions):
        return False
    try:
        return judge.satisfiable(conditions, "conditions of a piece are tight, and depend on each other")
    except UndecidedError:
        return True


def _dependent(
    piece: ConstrainedPiece, priors: Sequence[sp.Symbol]
) -> Iterator[tuple[list[sp.Expr], list[Region]]]:
    """The equations where gradients of tight conditions may cancel; and the signs that weights may have."""
    tight = [c for c in piece.conditions if c.relation is Relation.NON_NEGATIVE and c.symbols & {*priors}]
    count = len(priors)
    for size in range(1, count + 2):
        for chosen in combinations(tight, size):
            polynomials = [sp.expand(c.polynomial) for c in chosen]
            rows = sp.Matrix([[sp.diff(g, v) for v in priors] for g in polynomials])
            if size <= count:
                columns = combinations(range(count), size)
                minors = [sp.expand(rows.extract([*range(size)], [*some]).det()) for some in columns]
                yield [*polynomials, *(m for m in minors if m != 0)], [()]
            else:
                weights = [
                    sp.expand((-1) ** k * rows[[*range(k), *range(k + 1, size)], :].det())
                    for k in range(size)
                ]
                yield polynomials, [tuple(positive(sign * w) for w in weights) for sign in (1, -1)]


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
    above = {str(f) for e in strict for f in irreducible(space.polynomial(e))}

    def reduced(polynomial: fmpq_mpoly) -> fmpq_mpoly:
        """Without the factors that are positive on the piece."""
        factors = (f for f in irreducible(polynomial) if str(f) not in above)
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
