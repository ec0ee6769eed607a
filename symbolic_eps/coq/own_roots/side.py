"""A minimum of one value on a straight side of the domain: P falls towards it, and bends upward along it.

With w <= e(v) beside w = e(v), v the other prior, y that of the minimum, A(v) = P(e(v), v): P(w, v) = A(v) +
(e(v) - w) R(w, v) with R > 0, and A(v) = A(y) + (v - y) A'(y) + (v - y)^2 B(v, y) with B > 0. At the minimum
A and A' = P_v + e' P_w are 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.coq.own_roots.box_points import floats, points
from symbolic_eps.minimum.at_numbers.bracket import Bracket, between
from symbolic_eps.minimum.at_numbers.elimination import Range
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition


@dataclass(frozen=True)
class Side:
    """A polynomial that is 0 at a place on a side, and not negative around.

    Parameters
    ----------
    polynomial : Expr
        The P.
    prior : Symbol
        The w.
    end : Expr
        The e: a number, or linear in v.
    side : int
        1 where the domain has w <= e, -1 where it has w >= e.
    """

    polynomial: sp.Expr
    prior: sp.Symbol
    end: sp.Expr
    side: int

    @property
    def other(self) -> sp.Symbol:
        """The v."""
        return next(v for v in PRIORS if v != self.prior)

    @property
    def border(self) -> sp.Expr:
        """It is 0 on the side."""
        return self.prior - self.end

    @property
    def inward(self) -> sp.Expr:
        """How far w is from the side: not negative in the domain."""
        return self.side * (self.end - self.prior)

    @property
    def along(self) -> sp.Expr:
        """A."""
        return sp.expand(self.polynomial.subs(self.prior, self.end))

    @property
    def slope_along(self) -> sp.Expr:
        """P_v + e' P_w."""
        v, w = self.other, self.prior
        return sp.expand(sp.diff(self.polynomial, v) + sp.diff(self.end, v) * sp.diff(self.polynomial, w))

    @property
    def fall(self) -> sp.Expr:
        """R, times the side."""
        return sp.expand(sp.cancel((self.polynomial - self.along) / self.inward))

    @property
    def bend(self) -> sp.Expr:
        """B, with w for y."""
        v, y = self.other, self.prior
        tangent = self.along.subs(v, y) + (v - y) * sp.diff(self.along, v).subs(v, y)
        return sp.expand(sp.cancel((self.along - tangent) / (v - y) ** 2))

    def where_falls(self, bracket: Bracket) -> tuple[Condition, ...]:
        """Of X, p and q: where R is to be positive."""
        return (*between(DECAY, bracket.decay), *bracket.within)

    def where_bends(self, bracket: Bracket) -> tuple[Condition, ...]:
        """Of X, y and v: where B is to be positive."""
        along = self._along(bracket)
        return (*between(DECAY, bracket.decay), *(c for u in PRIORS for c in between(u, along)))

    def fits(self) -> Callable[[Bracket], bool]:
        """Tells whether both seem to be positive in a box, at some points."""
        fall, bend = floats(self.fall), floats(self.bend)

        def does(bracket: Bracket) -> bool:
            along = self._along(bracket)
            beside = Bracket(bracket.decay, along, along)
            tried = ((fall, bracket), (bend, beside))
            return all(value(*at) > 0 for value, box in tried for at in points(box))

        return does

    def _along(self, bracket: Bracket) -> Range:
        """Where the v of a box are."""
        return bracket.q if self.prior == PRIORS[0] else bracket.p
