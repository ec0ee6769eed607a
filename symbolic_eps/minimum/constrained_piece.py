"""A piece of a risk profile with what the variant's bound demands on it: F >= 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import sympy as sp

from symbolic_eps.profiles.profile import PRIORS, Piece, RiskProfile
from symbolic_eps.profiles.substitution import with_values
from symbolic_eps.theory.symbols import DECAY, INVERSE_RISK
from symbolic_eps.theory.variants import variant_polynomial


@dataclass(frozen=True)
class ConstrainedPiece(Piece):
    """A piece on which eps = -log x keeps the bound exactly where `polynomial` is not negative.

    Parameters
    ----------
    inverse_risk : sympy.Expr
        `F(x; p, q, 0)`, the reciprocal of the risk bound that eps = -log x guarantees, at the fixed priors.
    priors : mapping of Symbol to Expr
        On a part of the border (see `minimum.reductions.border`): the priors that no longer vary.
    reductions : tuple of str
        The theorems that led to this part, in words.
    origin : ConstrainedPiece or None
        The piece of which this is a part of the border.
    """

    inverse_risk: sp.Expr
    priors: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)
    reductions: tuple[str, ...] = ()
    origin: ConstrainedPiece | None = None

    @cached_property
    def polynomial(self) -> sp.Expr:
        """`numerator * F(x; p, q, 1/r*)`, whose sign is that of F, for the numerator is positive."""
        weighted = self.numerator * self.inverse_risk - self.denominator
        if self.inverse_risk.is_polynomial():
            return sp.expand(weighted)
        return sp.expand(sp.cancel(weighted))  # the numerator has the denominators of the ends' values

    @cached_property
    def is_by_theorem_1(self) -> bool:
        """Whether the bound is that of Theorem 1 with both priors: no variant's, no prior fixed."""
        (p, q), x = PRIORS, DECAY
        return bool(sp.expand(self.inverse_risk - (p * (1 - q) * x**2 + (1 - p) * x + p * q)) == 0)


def constrained(piece: Piece, profile: RiskProfile) -> ConstrainedPiece:
    """A piece of the profile under the bound of the profile's variant.

    Examples
    --------
    >>> profile = RiskProfile("1 + 1/(2*p*q)", fixed={"q": "1"})
    >>> constrained(profile.pieces[0], profile).inverse_risk
    p + x*(1 - p)
    """
    inverse_risk = with_values(variant_polynomial(profile.variant).subs(INVERSE_RISK, 0), profile.numbers)
    return ConstrainedPiece(piece.bound, piece.numerator, piece.denominator, piece.conditions, inverse_risk)
