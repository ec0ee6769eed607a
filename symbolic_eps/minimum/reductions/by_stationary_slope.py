"""Reduction of a prior to its end 1 by the slope where the other one is stationary: F may fall and rise.

Theorem. Let the piece be the square 0 < u, v <= 1 of both priors, G = n F a polynomial, n > 0 on the piece,
and 0 < x < 1. Suppose that G_u < 0 wherever G = 0, 0 < u <= 1, 0 <= v <= 1, and 0 < v < 1 with G_v = 0, or
v = 0 with G_v >= 0, or v = 1 with G_v <= 0. If G >= 0 where u = 1, then G >= 0 on the piece.
Proof. Let m(s) be the least value of G at u = s, 0 <= v <= 1, and m(s) < 0 <= m(1). Let t > s be the least
with m(t) >= 0, so that m(t) = 0. For s' < t near t there is v' with G(s', v') < 0 <= G(t, v'), hence G_u > 0
at (s", v') for some s" between. Such v' have a limit w for s' -> t, at which G(t, w) = m(t) = 0 is the least
over v, and G_u >= 0: a contradiction. QED (At x = 1, F = 1 - 1/r* >= 0, for profiles are well posed.)

So the discriminant along v, of high degree in u and the parameters, need not be compared with X's polynomial.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.reductions.border import face_at
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from symbolic_eps.time_limit import Patience
from verify.language.condition import Condition, non_negative, positive, zero
from verify.solvers.smt import Solver

Region = tuple[Condition, ...]

LONGEST = 10.0
"""Seconds of processor time: what is shown at all is shown in one or two."""

BY_STATIONARY_SLOPE = "where eps is stationary in {other} or at its ends, it falls as {prior} grows to 1"
"""The theorem, in words."""


def reduced_by_stationary_slope(
    piece: ConstrainedPiece, u: sp.Symbol, region: Region, judge: Solver
) -> ConstrainedPiece | None:
    """The side of the piece where u = 1, if that decides; None where it is not shown.

    Parameters
    ----------
    piece : ConstrainedPiece
        Both priors vary on it.
    u : Symbol
        A prior.
    region : tuple of Condition
        What is known of the parameters.
    judge : Solver
        Proves it.

    Examples
    --------
    >>> from symbolic_eps.minimum.exact_judge import exact_judge
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import PRIORS, RiskProfile
    >>> profile = RiskProfile("2 + a/(p**2*q)", ["0<a<1"])
    >>> piece = constrained(profile.pieces[0], profile)
    >>> reduced_by_stationary_slope(piece, PRIORS[0], profile.parameter_region, exact_judge()).priors
    {p: 1}
    """
    if not is_square(piece):
        return None
    (v,) = {*PRIORS} - {u}
    words = BY_STATIONARY_SLOPE.format(prior=u, other=v)
    with suppress(UndecidedError), Patience(LONGEST, processor=True).or_undecided():
        if not any(judge.satisfiable((*region, *one), words) for one in against(piece, u, v)):
            return face_at(piece, u, sp.S.One, words)
    return None


def is_square(piece: ConstrainedPiece) -> bool:
    """Whether the piece is 0 < p, q <= 1 and nothing else."""
    ranges = {c for v in PRIORS for c in (positive(v), non_negative(1 - v))}
    return not piece.priors and {*piece.conditions} == ranges and piece.polynomial.is_polynomial(*PRIORS)


def against(piece: ConstrainedPiece, u: sp.Symbol, v: sp.Symbol) -> Iterator[Region]:
    """Where the premise would fail: v is stationary, or at an end, and G does not fall along u."""
    polynomial, above = piece.polynomial, positive(piece.numerator)
    along_u, along_v = (sp.diff(polynomial, one) for one in (u, v))
    inside = positive(DECAY), positive(1 - DECAY), positive(u), non_negative(1 - u)

    def at(end: Mapping[sp.Symbol, sp.Expr], *conditions: Condition) -> Region:
        moved = (Condition(sp.expand(c.polynomial.subs(end)), c.relation) for c in conditions)
        return (*inside, *(c for c in moved if c.constant_truth is not True))

    level, rises = zero(polynomial), non_negative(along_u)
    yield at({}, level, zero(along_v), positive(v), positive(1 - v), above, rises)
    yield at({v: sp.S.Zero}, level, non_negative(along_v), rises)
    yield at({v: sp.S.One}, level, non_negative(-along_v), rises)
