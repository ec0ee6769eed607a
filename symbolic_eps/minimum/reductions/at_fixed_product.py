"""Reduction by concavity with the product of the priors held fixed: the sides p = 1 and q = 1 decide.

Theorem. Let the piece be the square 0 < p, q <= 1, f affine in p where p q = t is held fixed, and 1/r* = d/n,
n > 0, convex in p there, for each t. If F(x) >= 0 where p = 1 and where q = 1, then F(x) >= 0 on the piece.
Proof. Through a point of the square with p q = t goes the arc q = t/p, t <= p <= 1, which lies in the square
and ends at (1, t) and at (t, 1). F = f - d/n is concave along it, and so nowhere less than at one end. QED

f = p (1-q) x^2 + (1-p) x + p q = t + (p - t) x^2 + (1 - p) x is affine. For r* = 1 + (a + b p)/(p q), d/n is
t/(t + a + b p), convex, though 1/r* is concave along either prior (compare `by_product`, where b = 0).
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.reductions.border import face_at
from symbolic_eps.minimum.reductions.by_stationary_slope import is_square
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.slope import curvature
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
from verify.language.condition import Condition, non_negative, positive
from verify.solvers.smt import Solver, UndecidedQueryError

Region = tuple[Condition, ...]

AT_FIXED_PRODUCT = "1/r* is convex where p q is held fixed, so that F is least where one prior is 1"
"""The theorem, in words."""

_P, _Q = PRIOR_INCLUSION, PRIOR_VALUE
_PRODUCT = sp.Dummy("t", real=True)


def reduced_at_fixed_product(
    piece: ConstrainedPiece, free: Sequence[sp.Symbol], region: Region, judge: Solver
) -> tuple[ConstrainedPiece, ...] | None:
    """The sides p = 1 and q = 1 of the square; None where the premise is not shown.

    Parameters
    ----------
    piece : ConstrainedPiece
        A checked piece.
    free : sequence of Symbol
        The priors that vary on the profile.
    region : tuple of Condition
        What is known of the parameters.
    judge : Solver
        Proves the premise.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + (1/2 + p)/(p*q)")
    >>> piece = constrained(profile.pieces[0], profile)
    >>> [side.priors for side in reduced_at_fixed_product(piece, PRIORS, (), Solver())]
    [{p: 1}, {q: 1}]
    """
    bent = bending(piece) if {*free} == {*PRIORS} and is_square(piece) else None
    if bent is None:
        return None
    arc = positive(_PRODUCT), non_negative(_P - _PRODUCT), non_negative(1 - _P)
    try:
        if judge.satisfiable((*region, *arc, bent), AT_FIXED_PRODUCT):
            return None
    except UndecidedQueryError:
        return None
    return tuple(face_at(piece, v, sp.S.One, AT_FIXED_PRODUCT) for v in (_P, _Q))


def bending(piece: ConstrainedPiece) -> Condition | None:
    """What says that 1/r* is not convex in p where p q = t; None where f is not affine there.

    Both parts of r* are multiplied by a power of p, which is positive.
    """
    at = {_Q: _PRODUCT / _P}
    guarantee = sp.cancel(piece.inverse_risk.subs(at))
    if not guarantee.is_polynomial(_P) or sp.degree(guarantee, _P) > 1:
        return None
    power = max(sp.degree(e, _Q) for e in (piece.numerator, piece.denominator))
    n, d = (sp.expand(_P**power * e.subs(at)) for e in (piece.numerator, piece.denominator))
    return positive(-curvature(n, d, _P))
