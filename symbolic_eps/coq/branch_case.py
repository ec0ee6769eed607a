"""What the proof of a theorem starts from: a branch of a closed form, and its profile as quotients n/d.

With X = e^-eps each quotient needs d > 0 and, where it is the greatest, n floor(X) >= d.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.coq.contradiction import Contradictions
from symbolic_eps.coq.setting import SETTINGS, Setting
from symbolic_eps.coq.statement import caps, domain, risk
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece, constrained
from symbolic_eps.minimum.proof import root_of
from symbolic_eps.profiles.profile import PRIORS, Piece, RiskProfile
from symbolic_eps.profiles.substitution import with_values
from verify.language.condition import Condition, non_negative


@dataclass(frozen=True)
class Quotient:
    """A piece n/d of the maximum that a profile is.

    Parameters
    ----------
    bound : sympy.Expr
        As the statement has it, in p and q.
    numerator, denominator : sympy.Expr
        At the priors that are fixed at numbers.
    greatest : tuple of Condition
        That no other piece of its cap is greater, where all denominators are positive.
    cap : int
        Of which cap it is a piece; the profile is the least of them.
    """

    bound: sp.Expr
    numerator: sp.Expr
    denominator: sp.Expr
    greatest: tuple[Condition, ...]
    cap: int


@dataclass(frozen=True)
class BranchCase:
    """One branch of a profile's closed form, and who finds certificates for it."""

    profile: RiskProfile
    branch: Branch
    steps: Contradictions

    @property
    def setting(self) -> Setting:
        """The lemmas on the bound of the profile's variant."""
        return SETTINGS[self.profile.variant]

    @cached_property
    def slope(self) -> sp.Expr:
        """How fast the bound grows with X at least, at the priors that are fixed at numbers."""
        return with_values(self.setting.growth, self.profile.numbers)

    @cached_property
    def quotients(self) -> Sequence[Quotient]:
        """The pieces, in the order of the statement."""
        return [
            quotient for i, cap in enumerate(caps(self.profile.bound)) for quotient in self._quotients(i, cap)
        ]

    def _quotients(self, cap: int, bounds: Sequence[sp.Expr]) -> Iterator[Quotient]:
        ratios = [self._ratio(bound) for bound in bounds]
        for bound, (n, d) in zip(bounds, ratios, strict=True):
            others = (ratio for ratio in ratios if ratio != (n, d))
            greatest = tuple(non_negative(sp.expand(n * e - m * d)) for m, e in others)
            yield Quotient(bound, n, d, greatest, cap)

    def in_cap(self, cap: int) -> Sequence[int]:
        """The pieces of a cap, by their numbers."""
        return [i for i, quotient in enumerate(self.quotients) if quotient.cap == cap]

    def _ratio(self, bound: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
        """n and d; where it cannot be shown that d > 0, with both signs changed."""
        n, d = sp.fraction(sp.together(with_values(bound, self.profile.numbers)))
        known = (*self.profile.parameter_region, *self.profile.domain)
        if d.is_number or self.steps.excludes((*known, non_negative(-d))):
            return n, d
        if self.steps.excludes((*known, non_negative(d))):
            return -n, -d
        raise UndecidedError(f"the sign of {d} is not known for all priors")

    def constrained(self, quotient: Quotient) -> ConstrainedPiece:
        """A piece with what the bound demands on it, where it is the greatest."""
        conditions = (*self.profile.domain, *quotient.greatest)
        piece = Piece(quotient.bound, quotient.numerator, quotient.denominator, conditions)
        return constrained(piece, self.profile)

    @cached_property
    def region(self) -> tuple[Condition, ...]:
        """What the statement assumes of the parameters."""
        return (*self.profile.parameter_region, *self.branch.conditions)

    @cached_property
    def known(self) -> tuple[Condition, ...]:
        """The same, and that X is the root."""
        return (*self.region, *root_of(self.branch))

    @cached_property
    def domain(self) -> str:
        """The domain of the priors in Coq."""
        return self._inside(domain(self.profile))

    @cached_property
    def risk(self) -> str:
        """The profile in Coq."""
        return self._inside(risk(self.profile))

    def _inside(self, function: str) -> str:
        """A function of p and q, or p' and q', with the proof's names for the parameters."""
        bound = {v.name: v.name for v in PRIORS} if function.startswith("(fun p q") else {}
        return self.steps.renamed(function, bound)

    @cached_property
    def priors(self) -> Mapping[sp.Symbol, str]:
        """p and q in proofs: by name where they are free, else the value."""
        fixed = self.profile.fixed
        return {v: self.steps.text(fixed[v]) if v in fixed else v.name for v in PRIORS}

    def at_priors(self, text_of: sp.Expr, values: Mapping[sp.Symbol, str] | None = None) -> str:
        """An expression in Coq, with p and q at these places."""
        places = {v.name: text for v, text in {**self.priors, **(values or {})}.items()}
        return self.steps.text(text_of, places)
