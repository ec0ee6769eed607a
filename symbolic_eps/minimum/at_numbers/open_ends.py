"""Ends of a domain that are left out, such as q < 1/4: the minimum at them is a limit.

Theorem. Let the premises of `minimum.at_numbers.inside` hold for the pieces, and within B with h >= 0 in
place of some strict conditions h > 0. Of each piece, let at most two conditions vanish anywhere on B, with
gradients that are independent all over B. Then X is the same for the pieces as they are. If each system has a
strict h of its piece, z is on none of them, and F(X) = 0 in the limit.
Proof. Let X and z be those of the pieces with what is added within B. For no y < X, F(y) >= 0 all over the
pieces as they are: some w has a positive product with the gradients, so that z + t w belongs to z's piece for
small t > 0; and P(y; z) < 0. For by premise 3, P(u; z) > 0 = P(X; z), so that n(z) > 0 and f(z) is not
constant; it is a quadratic in x that does not fall, and so rises from y to X. Where z is the common zero of a
system with a strict h, h(z) = 0. QED
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import sympy as sp

from symbolic_eps.closed_forms.closed_form import AttainmentKind
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.profiles.profile import PRIORS
from verify.claims.region import primitive
from verify.language.condition import Condition, Relation
from verify.solvers.smt import UndecidedQueryError


def with_ends(piece: ConstrainedPiece, tight: Sequence[Condition]) -> ConstrainedPiece:
    """The piece with its tight conditions no longer strict.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from verify.language.condition import positive
    >>> end = positive(1 - 4 * PRIORS[1])
    >>> profile = RiskProfile("1 + p/q", box=(end,))
    >>> piece = constrained(profile.pieces[0], profile)
    >>> [str(c) for c in with_ends(piece, [end]).conditions if c not in piece.conditions]
    ['4*q <= 1']
    """
    return replace(piece, conditions=tuple(c.closure if c in tight else c for c in piece.conditions))


def require_values(pieces: Sequence[ConstrainedPiece], place: Mapping[sp.Symbol, sp.Expr]) -> None:
    """UndecidedError where P is 0 for all x at a place of a piece: premise 3 fails in each box around it.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("2 + (1-q)/p")
    >>> require_values([constrained(profile.pieces[0], profile)], dict(zip(PRIORS, (0, 1), strict=True)))
    Traceback (most recent call last):
        ...
    verify.errors.UndecidedError: at {p: 0, q: 1} F tells nothing
    """
    for piece in pieces:
        closed = (c.closure for c in piece.conditions if c.relation is not Relation.NON_ZERO)
        held = all(c.relation.holds(int(sp.sign(c.polynomial.subs(place)))) for c in closed)
        if held and sp.expand(piece.polynomial.subs(place)) == 0:
            raise UndecidedError(f"at {dict(place)} F tells nothing")


def kind_of(
    tight: Sequence[Sequence[Condition]],
    systems: Sequence[Sequence[tuple[sp.Expr, ...]]],
    has_one_sign: Callable[[Sequence[sp.Expr]], bool],
) -> AttainmentKind:
    """Whether the minimum is attained or a limit, from the tight conditions and the systems of each piece.

    Parameters
    ----------
    tight, systems : sequence of sequences
        Of each piece.
    has_one_sign : callable
        Shows of one of some polynomials that it has one sign on B.

    Raises
    ------
    verify.solvers.smt.UndecidedQueryError
        The theorem does not say.
    """
    strict = [[c for c in found if c.relation is Relation.POSITIVE] for found in tight]
    if not any(strict):
        return AttainmentKind.POINT
    for found, left_out, of_piece in zip(tight, strict, systems, strict=True):
        ends = {primitive(c.polynomial) for c in left_out}
        independent = not found or has_one_sign(minors([c.polynomial for c in found]))
        if not independent or not all(ends & set(system) for system in of_piece):
            question = "whether the minimum at an end that is left out is a limit"
            raise UndecidedQueryError(question, (), "two conditions may be tight there")
    return AttainmentKind.LIMIT


def minors(tight: Sequence[sp.Expr]) -> Sequence[sp.Expr]:
    """Gradients are independent where one of these is not 0.

    Examples
    --------
    >>> p, q = PRIORS
    >>> minors([p**2 - q]), minors([p**2 - q, p + q]), minors([p, q, p + q])
    ([2*p, -1], [2*p + 1], [])
    """
    slopes = sp.Matrix([[sp.diff(h, v) for v in PRIORS] for h in tight])
    return [sp.expand(slopes[:, list(c)].det()) for c in combinations(range(len(PRIORS)), len(tight))]
