"""Reduction by concavity with the product of the priors held fixed: two sides of a box decide.

Theorem. Let the piece be a box 0 < p <= p1, 0 < q <= q1, such as the square, f affine in p where p q = t is
held fixed, and 1/r* = d/n, n > 0, convex in p there, for each t. If F(x) >= 0 where p = p1 and where q = q1,
then F(x) >= 0 on the piece.
Proof. Through a point of the box with p q = t goes the arc q = t/p, t/q1 <= p <= p1, which lies in the box
and ends at (p1, t/p1) and at (t/q1, q1). F = f - d/n is concave along it, and so nowhere less than at one
end. QED

f = p (1-q) x^2 + (1-p) x + p q = t + (p - t) x^2 + (1 - p) x is affine. For r* = 1 + (a + b p)/(p q), d/n is
t/(t + a + b p), convex, though 1/r* is concave along either prior (compare `by_product`, where b = 0).
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.reductions.border import face_at, is_plain, linear_ends, tightest
from symbolic_eps.minimum.reductions.by_stationary_slope import is_square
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.slope import curvature
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
from verify.language.condition import Condition, non_negative, positive
from verify.solvers.smt import Solver, UndecidedQueryError

Region = tuple[Condition, ...]

AT_FIXED_PRODUCT = "1/r* is convex where p q is held fixed, so that F is least where one prior is largest"
"""The theorem, in words."""

_P, _Q = PRIOR_INCLUSION, PRIOR_VALUE
_PRODUCT = sp.Dummy("t", real=True)


def reduced_at_fixed_product(
    piece: ConstrainedPiece, free: Sequence[sp.Symbol], region: Region, judge: Solver
) -> tuple[ConstrainedPiece, ...] | None:
    """The sides on which one prior is largest; None where a premise is not shown.

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
    if {*free} != {*PRIORS} or piece.priors or (bent := bending(piece)) is None:
        return None
    try:
        ends = largest_priors(piece, region, judge)
        if ends is None:
            return None
        largest, other = ends[_P], ends[_Q]
        arc = positive(_PRODUCT), non_negative(sp.expand(other * _P - _PRODUCT)), non_negative(largest - _P)
        if judge.satisfiable((*region, *arc, bent), AT_FIXED_PRODUCT):
            return None
    except UndecidedQueryError:
        return None
    return tuple(face_at(piece, v, end, AT_FIXED_PRODUCT) for v, end in ends.items())


def largest_priors(piece: ConstrainedPiece, region: Region, judge: Solver) -> dict[sp.Symbol, sp.Expr] | None:
    """The ends p1 and q1 of a box with lower ends 0; None for other pieces.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("3", box=["q<=5/8"])
    >>> largest_priors(constrained(profile.pieces[0], profile), (), Solver())
    {p: 1, q: 5/8}
    """
    if is_square(piece):
        return dict.fromkeys(PRIORS, sp.S.One)
    if not piece.polynomial.is_polynomial(*PRIORS) or any({*PRIORS} <= c.symbols for c in piece.conditions):
        return None
    found = {}
    for v in PRIORS:
        ends = linear_ends(piece, v, region, judge)
        above = [(v, end) for end, is_upper in ends.items() if is_upper]
        one = tightest(above, region, judge, 1) if all(map(is_plain, ends)) else ()
        if positive(v) not in piece.conditions or len(ends) != len(above) + 1 or len(one) != 1:
            return None
        found[v] = one[0][1]
    return found


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
