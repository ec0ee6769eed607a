"""Theorems on branches of `minimum.stationary.one_ray` and `two_rays`: r* = 1 + a p/q + b q/p with a, b > 0.

`Two_quotients.v` has the theorems, `Two_rays.v` those for large b; their premises on x and m, or n, are
certificates. Which theorem applies depends on what is known of a and b.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.stationary.rays_at_numbers import place_lines
from symbolic_eps.coq.stationary.rays_case import B_SIGN, T_SIGN, RaysCase
from symbolic_eps.coq.stationary.stationary_proof import lifted_lines, reached_lines
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.along_rays import AT_RAYS_END, INSIDE_RAYS, ON_EITHER_RAY, terms_of
from symbolic_eps.minimum.stationary.one_ray import LARGEST, beyond
from symbolic_eps.minimum.stationary.two_rays import APART
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import non_negative, positive

_AT_TURN = ("low_at_turn", "less_at_turn")
"""Premises on multiple roots at the turn or beyond."""


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


def _inside(own: RaysCase) -> Iterator[str]:
    """T > 0: X is the greatest root of one discriminant."""
    if own.known(*own.on_either):
        yield from place_lines(own, "rays")
        yield from _taken(own, "rays")
        return
    yield own.shown("side_of_border", positive(own.border))
    small = positive(3 - own.b)
    if own.known(small):
        yield own.shown("b_low", small)
        none = f"(fun X x => rays_none_beyond {own.terms} X x ltac:(lra) {T_SIGN})"
    else:
        none = f"(none_beyond_X {own.terms} {own.before_turn} {T_SIGN})"
    yield f"destruct (inside_rays {own.terms} {none} {T_SIGN})"
    yield from _taken(own, "rays")


def _at_end(own: RaysCase) -> Iterator[str]:
    """X is the only root of the other discriminant."""
    least, small = non_negative(-own.border), non_negative(APART - own.a)
    low, high = positive(-beyond(own.b)), non_negative(own.b - LARGEST)
    below_1 = f"pose proof (less_than_1 {own.terms} {T_SIGN})."
    if own.known(*(conditions := (least, low))):
        none = f"(fun X t => rays_not_touched {own.terms} X t {own.premises(*_AT_TURN)} {B_SIGN} {T_SIGN})"
    elif own.known(*(conditions := (small, high))):
        none = f"(none_touched_apart {own.terms} {own.premises('more_at_turn')} ltac:(lra) ltac:(lra))"
        below_1 = own.shown("below_1", positive(1 - own.a))
    elif own.known(*(conditions := (small, least))):
        all_three = own.premises(*_AT_TURN, "more_at_turn")
        none = f"(none_touched_small {own.terms} {all_three} ltac:(lra) {T_SIGN})"
    else:
        yield from place_lines(own, "side")
        yield from _taken(own, "side")
        return
    yield from (own.shown(f"known{k}", c) for k, c in enumerate(conditions))
    yield below_1
    yield f"destruct (at_rays_end {own.terms} {none} ltac:(lra))"
    yield from _taken(own, "side")


def _either(own: RaysCase) -> Iterator[str]:
    """X is the greatest root of both discriminants."""
    yield from (own.shown(f"known{k}", c) for k, c in enumerate(own.on_either))
    yield f"destruct (on_either_ray {own.terms} {own.before_turn} {B_SIGN} ltac:(lra) {T_SIGN})"
    yield from _taken(own, "side", "rays")


def _taken(own: RaysCase, *names: str) -> Iterator[str]:
    """Tactics that take X from a theorem, and say that it is a root of the branch's polynomial."""
    polynomial, text = own.case.branch.polynomial, own.case.steps.text
    assert polynomial is not None
    yield "  as [X [X_range [zero [once [good places]]]]]."
    yield from own.form_lines("form", names, polynomial)
    yield f"assert (root : {text(polynomial)} = 0)."
    yield "{ rewrite form in zero. apply Rmult_integral in zero. destruct zero as [zero|zero]; [|exact zero]."
    yield "  apply Rmult_integral in zero. destruct zero as [zero|zero]; [lra|]."
    yield "  exfalso. revert zero. apply pow_nonzero. lra. }"
    at_y, both = text(polynomial, {DECAY.name: "y"}), " * ".join(map(own.discriminant, names))
    yield f"assert (of_root : forall y, {at_y} = 0 -> {both} = 0)."
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
