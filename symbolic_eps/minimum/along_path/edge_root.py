"""Which root is meant where F is stationary inside an edge of a convex path: by an interval, or by a side.

Along a prior v, F = f0(x) + f1(x) v - s(v) with s = 1/r* concave in v.

Theorem. At a root X with its stationary place at v in [low, high], f0(X) = s(v) - v s'(v), which lies between
the values of s - v s' at low and at high.
Proof. F = 0 and f1 = s'(v) there give f0 = s - v s'. That has the slope -v s'' >= 0. QED

Along p, f0 = x: so X itself lies between these two values, functions of the parameters. Along q, f0 is
quadratic in x; there the prior as a function of X says where its range ends: as the lower end of the interval
where it enters its range, and as a side where it leaves it (`symbolic_eps.minimum.roots.least_root`).

Nothing here needs to be trusted: that the root is the one that is meant is proved afterwards.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from symbolic_eps.minimum.along_path.convex_path import Edge, Gaps
from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.roots.isolation import WHOLE, Interval
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import non_negative

Sign = Callable[[sp.Expr], int]
"""1 or -1 for an expression in the parameters that has this sign all over a region; 0 for others."""


def isolated_on(edge: Edge, gaps: Gaps, sign: Sign) -> tuple[Interval, Region] | None:
    """An interval with X as the only root that is meant, or the least one, and the sides that say so.

    Parameters
    ----------
    edge : Edge
        Inside it eps is stationary.
    gaps : pair of Expr
        Positive where the stationary prior, as a function of X, is above its low end and below its high one.
    sign : callable
        Guesses signs on the region of the parameters.

    Returns
    -------
    tuple or None
        None where the ends of the prior's range do not tell.
    """
    if edge.piece.inverse_risk.subs(edge.prior, 0) == DECAY:
        low, high = (intercept(edge, end) for end in (edge.low, edge.high))
        return (low, high), ()
    low, sides = WHOLE[0], list[sp.Expr]()
    for gap in gaps:
        if sp.degree(gap, DECAY) > 1:
            return None
        at_zero, at_one = (sign(gap.subs(DECAY, end)) for end in WHOLE)
        if at_zero < 0 and low == WHOLE[0]:
            low = -gap.subs(DECAY, 0) / sp.diff(gap, DECAY)
        elif at_zero > 0:
            sides += [gap] if at_one <= 0 else []
        else:
            return None
    return (low, WHOLE[1]), tuple(map(non_negative, sides))


def intercept(edge: Edge, end: sp.Expr) -> sp.Expr:
    """Where the tangent of 1/r* at an end of the edge meets the prior 0: s - v s'.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
    >>> profile = RiskProfile("1 + 1/(2*p*q)", fixed={"q": "1"})
    >>> edge = Edge(constrained(profile.pieces[0], profile), p, sp.Integer(0), sp.Integer(1))
    >>> intercept(edge, sp.Integer(1))
    4/9
    """
    s, v = edge.piece.denominator / edge.piece.numerator, edge.prior
    return sp.factor((s - v * sp.diff(s, v)).subs(v, end))
