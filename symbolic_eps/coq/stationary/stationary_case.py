"""The algebra of proofs that follow `minimum.stationary.one_stationary_value`, and its texts in Coq."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.coq.enough.discriminant_chain import Combination, combination
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.stationary.one_stationary_value import TwoPriors, margin
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, non_negative, positive


def unit(v: sp.Symbol) -> tuple[Condition, ...]:
    """0 < v < 1."""
    return positive(v), positive(1 - v)


def half_open(v: sp.Symbol) -> tuple[Condition, ...]:
    """0 < v <= 1."""
    return positive(v), non_negative(1 - v)


SQUARE = tuple(c for w in PRIORS for c in half_open(w))
"""p and q are priors."""


@dataclass(frozen=True)
class StationaryCase:
    """A branch whose minimum is where P is stationary in both priors, or at the end u = 1.

    Parameters
    ----------
    case : BranchCase
        With a single value n/d.
    both : TwoPriors
        P = A v^2 + B v + C, v and u.
    eliminant : sympy.Expr
        E, positive at x = 1.
    """

    case: BranchCase
    both: TwoPriors
    eliminant: sp.Expr

    @property
    def piece(self) -> ConstrainedPiece:
        """n, d and P."""
        return self.both.piece

    @property
    def polynomial(self) -> sp.Expr:
        """P."""
        return self.both.piece.polynomial

    @property
    def priors(self) -> tuple[sp.Symbol, sp.Symbol]:
        """v, whose end never decides, and u."""
        return self.both.v, self.both.u

    @cached_property
    def slopes(self) -> tuple[sp.Expr, sp.Expr]:
        """P_v and P_u."""
        v, u = (sp.expand(sp.diff(self.polynomial, w)) for w in self.priors)
        return v, u

    @cached_property
    def parts(self) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
        """A, B and C."""
        a, b, c = sp.Poly(self.polynomial, self.both.v).all_coeffs()
        return a, b, c

    @cached_property
    def turning(self) -> tuple[sp.Expr, sp.Expr]:
        """A_u and 2 A_u v + B_u, so that D_u = 2 P_v (2 A_u v + B_u) - 4 A_u P - 4 A P_u."""
        v, u = self.priors
        a, b, _ = self.parts
        return sp.diff(a, u), sp.expand(2 * sp.diff(a, u) * v + sp.diff(b, u))

    @cached_property
    def discriminant(self) -> sp.Expr:
        """D = B^2 - 4 A C."""
        a, b, c = self.parts
        return sp.expand(b**2 - 4 * a * c)

    @cached_property
    def chain(self) -> Combination:
        """How E follows from D = D_u = 0."""
        return combination(self.discriminant, self.both.u, self.eliminant)

    @cached_property
    def margins(self) -> Sequence[sp.Expr]:
        """m and k: P <= 0 only where p >= m x^2 and q >= k x^2."""
        found = [margin(self.piece, w) for w in PRIORS]
        return [m for m in found if m is not None]

    @property
    def root(self) -> sp.Expr:
        """The polynomial of X."""
        assert self.case.branch.polynomial is not None
        return self.case.branch.polynomial

    def text(self, expression: sp.Expr, **values: str) -> str:
        """In Coq, with texts in the place of p, q and x."""
        return self.case.steps.text(sp.expand(expression), values)

    def at(self, expression: sp.Expr, v: str, u: str, x: str = "X") -> str:
        """In Coq at these priors and this x."""
        return self.text(expression, **{self.both.v.name: v, self.both.u.name: u, DECAY.name: x})

    def shown(self, name: str, known: Sequence[Condition], goal: Condition) -> str:
        """A tactic that leaves a sign, by certificate."""
        return self.case.steps.shown(name, (*self.case.region, *known), goal)

    def signed(self, value: sp.Expr, known: Sequence[Condition]) -> sp.Expr:
        """The value or its negative: whichever is positive where that is known."""
        negative = (*self.case.region, *known, non_negative(-value))
        return value if self.case.steps.excludes(negative) else sp.expand(-value)
