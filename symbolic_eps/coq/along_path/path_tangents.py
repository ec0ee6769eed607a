"""Tangents of F at a place of a path along which F is convex, and what shows the sign of its slope there.

On an edge F = P/n has the slope S/n^2 along the prior v that varies. With P_w, n_w, S_w at w,

    n_w^2 P = n (n_w P_w + S_w (v - w)) + (v - w)^2 K,    n_w^2 S = n^2 S_w + (v - w) M.

The slope at a node, X being the root of F there, has the sign of a form that is linear in x. That is -E where
E = n P - v S is linear in x, as v S = -E. Or else it is G: at x = 1, F = 1 - d/n for all priors, so that
(n d' - n' d) P + (n - d) S = (1 - x) G.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.along_path.convex_path import Edge
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition

PLACE = sp.Symbol("lowest", real=True)
"""The prior that varies, at the place of the minimum, if that depends on X."""


@dataclass(frozen=True)
class SlopeForm:
    """`scale * S = weight * form + multiple * P`, with the form linear in x, scale > 0 and weight >= 0."""

    scale: sp.Expr
    weight: sp.Expr
    form: sp.Expr
    multiple: sp.Expr


@dataclass(frozen=True)
class Tangent:
    """F at a place of an edge, and in which direction it does not fall: 1 up, -1 down, 0 both.

    Parameters
    ----------
    edge : Edge
    at : sympy.Expr
        The prior that varies.
    direction : int
    """

    edge: Edge
    at: sp.Expr
    direction: int

    @property
    def prior(self) -> sp.Symbol:
        """The one that varies."""
        return self.edge.prior

    def there(self, expression: sp.Expr) -> sp.Expr:
        """A polynomial of the edge at the place."""
        return sp.expand(expression.subs(self.prior, self.at))

    @property
    def slope(self) -> sp.Expr:
        """S, with the sign with which it is not negative."""
        return sp.expand((self.direction or 1) * self.there(self.edge.slope))

    def conditions(self) -> tuple[Condition, ...]:
        """That the place is on the edge."""
        on_prior = (c for c in self.edge.piece.conditions if self.prior in c.symbols)
        moved = (c for condition in on_prior for c in condition.substituted({self.prior: self.at}))
        return tuple(c for c in moved if c.constant_truth is not True)

    @cached_property
    def intercept(self) -> sp.Expr:
        """E: n^2 times the tangent where the prior is 0."""
        v, piece = self.prior, self.edge.piece
        return self.there(piece.numerator * piece.polynomial - v * self.edge.slope)

    @cached_property
    def bend(self) -> sp.Expr:
        """K."""
        v, w = self.prior, PLACE
        n, p, slope = self.edge.piece.numerator, self.edge.piece.polynomial, self.edge.slope
        n_w, p_w, s_w = (e.subs(v, w) for e in (n, p, slope))
        return self._divided(n_w**2 * p - n * (n_w * p_w + s_w * (v - w)), 2)

    @cached_property
    def turn(self) -> sp.Expr:
        """M."""
        v, w = self.prior, PLACE
        n, slope = self.edge.piece.numerator, self.edge.slope
        return self._divided(n.subs(v, w) ** 2 * slope - n**2 * slope.subs(v, w), 1)

    def _divided(self, difference: sp.Expr, power: int) -> sp.Expr:
        quotient, rest = sp.div(sp.expand(difference), sp.expand((self.prior - PLACE) ** power), self.prior)
        if sp.expand(rest) != 0:
            raise UndecidedError("F is not convex in the form that is known")
        return sp.expand(quotient.subs(PLACE, self.at))

    def slope_forms(self, root: sp.Expr) -> Iterator[SlopeForm]:
        """Forms with the slope's sign, or with the other one, where the polynomial of X is 0."""
        sign, piece, v = self.direction or 1, self.edge.piece, self.prior
        n, d = piece.numerator, piece.denominator
        slant = self.there(n * sp.diff(d, v) - sp.diff(n, v) * d)
        both = slant * self.there(piece.polynomial) + self.there((n - d) * self.edge.slope)
        along, rest = sp.div(sp.expand(sign * both), sp.expand(1 - DECAY), DECAY)
        ways = [(self.at, sp.Integer(1), -sign * self.intercept)]
        if rest == 0:
            ways.append((self.there(n - d), 1 - DECAY, along))
        for scale, weight, whole in ways:
            number, factors = sp.factor_list(sp.expand(whole))
            form = sp.expand(sp.Mul(*(f**k for f, k in factors if DECAY in f.free_symbols)))
            content = number * sp.Mul(*(f**k for f, k in factors if DECAY not in f.free_symbols))
            multiple = sp.cancel((scale * self.slope - weight * whole) / root)
            if sp.degree(form, DECAY) == 1 and multiple.is_polynomial():
                yield SlopeForm(scale, sp.expand(content * weight), form, sp.expand(multiple))
