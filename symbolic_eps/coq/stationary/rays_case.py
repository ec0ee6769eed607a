"""A branch of r* = 1 + a p/q + b q/p in proofs: what is known of a and b, and its discriminants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.stationary.rays_premises import lemma_of
from symbolic_eps.minimum.stationary.along_rays import border_of, inside_cubic, side_cubic
from symbolic_eps.minimum.stationary.one_ray import beyond
from symbolic_eps.minimum.stationary.two_rays import APART
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, non_negative, positive

T_SIGN = "ltac:(unfold border; lra)"
B_SIGN = "ltac:(unfold beyond; lra)"
"""Tactics for the signs of T and B, where they are known."""

CUBICS = {"rays": inside_cubic, "side": side_cubic}
"""By the name of the discriminant in the library."""

_BEFORE_TURN = ("large_before_turn", "less_before_turn")


@dataclass(frozen=True)
class RaysCase:
    """A branch that was found so, with a and b."""

    case: BranchCase
    a: sp.Expr
    b: sp.Expr

    @cached_property
    def terms(self) -> str:
        """a and b in Coq, and that they are positive, as the first arguments of a lemma."""
        return f"{self.case.steps.text(self.a)} {self.case.steps.text(self.b)} a0 b0"

    @property
    def border(self) -> sp.Expr:
        """T."""
        return border_of(self.a, self.b)

    def signs(self) -> Iterator[str]:
        """Tactics that leave a > 0 and b > 0."""
        for name, value in (("a0", self.a), ("b0", self.b)):
            yield self.shown(name, positive(value))

    def shown(self, name: str, goal: Condition) -> str:
        """A tactic that leaves a condition on a and b."""
        return self.case.steps.shown(name, self.case.region, goal)

    def known(self, *goals: Condition) -> bool:
        """Whether all that is so."""
        return all(self.case.steps.excludes((*self.case.region, goal.negation)) for goal in goals)

    def premises(self, *names: str) -> str:
        """Lemmas on x and m, by the definitions of the library that they show."""
        return " ".join(lemma_of(name, self.case.steps) for name in names)

    @cached_property
    def before_turn(self) -> str:
        """The premises on multiple roots before the turn."""
        return self.premises(*_BEFORE_TURN)

    @property
    def on_either(self) -> tuple[Condition, ...]:
        """Where a minimum may be inside the ranges or at p = 1."""
        return non_negative(beyond(self.b)), positive(self.a - APART), non_negative(-self.border)

    def discriminant(self, name: str) -> str:
        """A discriminant of the library at y."""
        return f"{name}_discriminant {self.case.steps.text(self.a)} {self.case.steps.text(self.b)} y"

    def form_lines(self, form: str, names: Sequence[str], polynomial: sp.Expr) -> Iterator[str]:
        """Tactics that leave under a name that discriminants are a multiple of a polynomial."""
        text, t = self.case.steps.text, sp.Dummy("t")
        whole = sp.prod(
            sp.discriminant(sum(c * t ** (3 - k) for k, c in enumerate(CUBICS[name](self.a, self.b))), t)
            for name in names
        )
        factor = sp.cancel(whole / polynomial)
        power = next(
            k for k in range(sp.degree(whole, DECAY) + 1) if not sp.cancel(factor / DECAY**k).has(DECAY)
        )
        constant = sp.cancel(factor / DECAY**power)
        both = " * ".join(map(self.discriminant, names))
        at_y = text(polynomial, {DECAY.name: "y"})
        yield f"assert ({form} : forall y, {both} = {text(constant)} * y ^ {power} * {at_y})"
        yield "  by (intros; unfold rays_discriminant, side_discriminant, cubic_discriminant; field)."
