"""Theorems on branches of `minimum.stationary.one_ray` and `two_rays`: r* = 1 + a p/q + b q/p with a, b > 0.

`Two_quotients.v` has the theorems, `Two_rays.v` those for large b; their premises on x and m, or n, are
certificates. Which theorem applies depends on what is known of a and b.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.stationary.rays_premises import lemma_of
from symbolic_eps.coq.stationary.stationary_proof import lifted_lines, reached_lines
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.along_rays import (
    AT_RAYS_END,
    INSIDE_RAYS,
    ON_EITHER_RAY,
    border_of,
    inside_cubic,
    side_cubic,
    terms_of,
)
from symbolic_eps.minimum.stationary.one_ray import LARGEST, beyond
from symbolic_eps.minimum.stationary.two_rays import APART
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, non_negative, positive


def is_along_rays(case: BranchCase) -> bool:
    """Whether the branch was found by a theorem on rays q = t p."""
    return any(step.words in (INSIDE_RAYS, AT_RAYS_END, ON_EITHER_RAY) for step in case.branch.steps)


def rays_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that prove the budget, after `quotient_lines`, or UndecidedError."""
    terms = terms_of(case.constrained(case.values[0])) if len(case.values) == 1 else None
    if terms is None:
        raise UndecidedError("the profile is not 1 + a*p/q + b*q/p")
    own = RaysCase(case, *terms)
    words = {step.words for step in case.branch.steps}
    lines = _either if ON_EITHER_RAY in words else _inside if INSIDE_RAYS in words else _at_end
    return [*own.signs(), *lines(own), *_end(own)]


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


_T = "ltac:(unfold border; lra)"
_B = "ltac:(unfold beyond; lra)"
_BEFORE = ("large_before_turn", "less_before_turn")
_AT_TURN = ("low_at_turn", "less_at_turn")


def _inside(own: RaysCase) -> Iterator[str]:
    """T > 0: X is the greatest root of one discriminant."""
    yield own.shown("side_of_border", positive(own.border))
    small = positive(3 - own.b)
    if own.known(small):
        yield own.shown("b_low", small)
        none = f"(fun X x => rays_none_beyond {own.terms} X x ltac:(lra) {_T})"
    else:
        none = f"(none_beyond_X {own.terms} {own.premises(*_BEFORE)} {_T})"
    yield f"destruct (inside_rays {own.terms} {none} {_T})"
    yield from _taken(own, _discriminant(own, "rays"))


def _at_end(own: RaysCase) -> Iterator[str]:
    """X is the only root of the other discriminant."""
    least, small = non_negative(-own.border), non_negative(APART - own.a)
    low, high = positive(-beyond(own.b)), non_negative(own.b - LARGEST)
    below_1 = f"pose proof (less_than_1 {own.terms} {_T})."
    if own.known(*(conditions := (least, low))):
        none = f"(fun X t => rays_not_touched {own.terms} X t {own.premises(*_AT_TURN)} {_B} {_T})"
    elif own.known(*(conditions := (small, high))):
        none = f"(none_touched_apart {own.terms} {own.premises('more_at_turn')} ltac:(lra) ltac:(lra))"
        below_1 = own.shown("below_1", positive(1 - own.a))
    elif own.known(*(conditions := (small, least))):
        all_three = own.premises(*_AT_TURN, "more_at_turn")
        none = f"(none_touched_small {own.terms} {all_three} ltac:(lra) {_T})"
    else:
        raise UndecidedError(f"no proof in Coq is known of one ray for a = {own.a} and b = {own.b}")
    yield from (own.shown(f"known{k}", c) for k, c in enumerate(conditions))
    yield below_1
    yield f"destruct (at_rays_end {own.terms} {none} ltac:(lra))"
    yield from _taken(own, _discriminant(own, "side"))


def _either(own: RaysCase) -> Iterator[str]:
    """X is the greatest root of both discriminants."""
    conditions = non_negative(beyond(own.b)), positive(own.a - APART), non_negative(-own.border)
    yield from (own.shown(f"known{k}", c) for k, c in enumerate(conditions))
    yield f"destruct (on_either_ray {own.terms} {own.premises(*_BEFORE)} {_B} ltac:(lra) {_T})"
    yield from _taken(own, f"{_discriminant(own, 'side')} * {_discriminant(own, 'rays')}")


def _discriminant(own: RaysCase, name: str) -> str:
    """A discriminant of the library at y."""
    return f"{name}_discriminant {own.case.steps.text(own.a)} {own.case.steps.text(own.b)} y"


def _taken(own: RaysCase, discriminants: str) -> Iterator[str]:
    """Tactics that take X from a theorem, and say that it is a root of the branch's polynomial."""
    polynomial, text = own.case.branch.polynomial, own.case.steps.text
    assert polynomial is not None
    yield "  as [X [X_range [zero [once [good places]]]]]."
    both = {"rays": inside_cubic, "side": side_cubic}
    t = sp.Dummy("t")
    whole = sp.prod(
        sp.discriminant(sum(c * t ** (3 - k) for k, c in enumerate(cubic(own.a, own.b))), t)
        for name, cubic in both.items()
        if f"{name}_discriminant" in discriminants
    )
    factor = sp.cancel(whole / polynomial)
    power = next(k for k in range(sp.degree(whole, DECAY) + 1) if not sp.cancel(factor / DECAY**k).has(DECAY))
    constant = sp.cancel(factor / DECAY**power)
    at_y = text(polynomial, {DECAY.name: "y"})
    yield f"assert (form : forall y, {discriminants} = {text(constant)} * y ^ {power} * {at_y})"
    yield "  by (intros; unfold rays_discriminant, side_discriminant, cubic_discriminant; field)."
    yield f"assert (root : {text(polynomial)} = 0)."
    yield "{ rewrite form in zero. apply Rmult_integral in zero. destruct zero as [zero|zero]; [|exact zero]."
    yield "  apply Rmult_integral in zero. destruct zero as [zero|zero]; [lra|]."
    yield "  exfalso. revert zero. apply pow_nonzero. lra. }"
    yield f"assert (of_root : forall y, {at_y} = 0 -> {discriminants} = 0)."
    yield "{ intros y y_zero. rewrite form, y_zero. ring. }"


def _end(own: RaysCase) -> Iterator[str]:
    """Tactics for which root X is, and that it is the budget."""
    case = own.case
    yield "exists X. split; [split; [lra | split; [lra|]]|]."
    yield "{ intros y' y_range y_root. pose proof (of_root y' ltac:(lra)) as also."
    if case.branch.number:
        yield "  apply Rnot_lt_le. intros less. apply (once y'); [lra | exact also]. }"
    else:
        yield "  apply once; [lra | exact also]. }"
    yield "assert (X0 : 0 < X) by lra."
    yield from lifted_lines(case, "weighted")
    yield "destruct places as [p [q [p_range [q_range [inner touches]]]]]."
    yield "unfold weighted in touches. rewrite floor_form in touches."
    yield from reached_lines(case)
