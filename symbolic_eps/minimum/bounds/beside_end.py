"""F >= 0 beside a place at the end of a side: as in `beside_place`, but a condition is tight at the place.

Let F vanish at v0 on a part of the border on which a prior v alone varies, where a condition c(v) >= 0 is
tight, and let R be the factor of n F there that vanishes at v0, the others being positive. X is then a root
of the resultant of R and c; but R = 0 and c = 0 at v0 say as much, in low degrees.

Theorem. Let further conditions hold at X and its place. Suppose that, wherever 0 < x < 1 and these hold and
R(v0) = c(v0) = 0, Q(v) >= 0 on this part of the border where v > v0, and Q(v) <= 0 where v < v0, with

    R(v) = R(v0) + Q(v) (v - v0),

and n F >= 0 on the other parts. If F >= 0 on all parts says that F >= 0 on the pieces, then F(X) >= 0 there.
Proof. As in `beside_place`: R(v) = Q(v) (v - v0) is not negative. QED

On max(a/p, 1 + b p/q) with a small a it is the end of the ridge at q = 1, where p is a root of b p^2 + p = a.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import sympy as sp

from symbolic_eps.minimum.bounds.beside_place import DoubleRoot, Region, factors_along, on_sides, with_ranges
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from verify.language.condition import Relation, positive, zero
from verify.solvers.smt import Solver


class EndRoot(DoubleRoot):
    """What is known of a place at an end, with its prior as an unknown; R = c = 0 are the first facts."""

    @property
    def quotient(self) -> sp.Expr:
        """Q."""
        rest = sp.expand(self.factor - self.factor.subs(self.prior, self.unknown))
        return sp.expand(sp.cancel(rest / (self.prior - self.unknown)))

    @property
    def sufficient(self) -> tuple[tuple[sp.Expr, Region], ...]:
        """Q beyond v0, and -Q before it."""
        beyond = self.prior - self.unknown
        return tuple((sp.expand(s * self.quotient), (positive(s * beyond),)) for s in (1, -1))


def end_roots(
    pieces: Sequence[ConstrainedPiece],
    place: Mapping[sp.Symbol, sp.Expr],
    region: Region,
    root: Region,
    judge: Solver,
) -> Iterator[EndRoot]:
    """The place on each part of the border on which one prior varies, where R = c = 0 there is shown.

    The parameters are those of `symbolic_eps.minimum.bounds.beside_place.double_roots`.
    """
    for piece, v, at_place in on_sides(pieces, place, region, root, judge):
        named = {v: at_place.unknown}
        ordered = (c for c in piece.conditions if c.relation in (Relation.POSITIVE, Relation.NON_NEGATIVE))
        tight = (zero(sp.expand(c.polynomial.subs(named))) for c in ordered if v in c.symbols)
        for end in filter(at_place.holds, tight):
            for factor in factors_along(piece, v, region, judge):
                level = zero(sp.expand(factor.subs(named)))
                if at_place.holds(level):
                    facts = with_ranges((level, end), piece, v, at_place, region)
                    yield EndRoot(piece, v, at_place.unknown, factor, facts)
