"""Theorems on branches of `minimum.stationary.one_ray`: r* = 1 + a p/q + b q/p with a > 0, 0 < b <= 29/10.

`Two_quotients.v` has the theorem, for all a and b; its premise on x and m is a certificate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp

from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.coq.stationary.stationary_proof import lifted_lines, reached_lines
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.along_rays import (
    AT_RAYS_END,
    INSIDE_RAYS,
    Cubic,
    border_of,
    inside_cubic,
    side_cubic,
    terms_of,
)
from symbolic_eps.minimum.stationary.one_ray import LARGEST, greatest_root
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import non_negative, positive

PREMISE = "two_quotients_premise"
"""What the lemma on x and m is called."""


def is_along_rays(case: BranchCase) -> bool:
    """Whether the branch was found by a theorem on rays q = t p."""
    return any(step.words in (INSIDE_RAYS, AT_RAYS_END) for step in case.branch.steps)


def rays_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that prove the budget, after `quotient_lines`, or UndecidedError."""
    terms = terms_of(case.constrained(case.values[0])) if len(case.values) == 1 else None
    if terms is None:
        raise UndecidedError("the profile is not 1 + a*p/q + b*q/p")
    if PREMISE not in case.steps.lemmas:
        case.steps.lemmas[PREMISE] = _premise(case.steps)
    inside = any(step.words == INSIDE_RAYS for step in case.branch.steps)
    return list(_lines(case, *terms, inside))


def _premise(steps: Contradictions) -> str:
    """The lemma with its proof."""
    refuted = steps.excluded(greatest_root(LARGEST))
    return f"Lemma {PREMISE} : greatest_at_turn.\nProof. intros X m ? ? ? ? ? ?. {refuted}. Qed.\n"


def _lines(case: BranchCase, a: sp.Expr, b: sp.Expr, inside: bool) -> Iterator[str]:
    steps, border = case.steps, border_of(a, b)
    if not steps.excludes((*case.region, positive(b - LARGEST))):
        raise UndecidedError(f"no proof in Coq is known of one ray for {b} > {LARGEST}")
    for name, goal in (
        ("a0", positive(a)),
        ("b0", positive(b)),
        ("b_low", non_negative(LARGEST - b)),
        ("side_of_border", positive(border) if inside else non_negative(-border)),
    ):
        yield steps.shown(name, case.region, goal)
    terms = f"{steps.text(a)} {steps.text(b)}"
    rule, name = ("inside_rays", "rays") if inside else ("at_rays_end", "side")
    yield f"destruct ({rule} {terms} a0 b0 {PREMISE} ltac:(lra) ltac:(unfold border; lra))"
    yield "  as [X [X_range [zero [once [good places]]]]]."
    yield from _same_roots(
        case, (inside_cubic if inside else side_cubic)(a, b), f"{name}_discriminant {terms}"
    )
    yield "exists X. split; [split; [lra | split; [lra|]]|]."
    yield "{ intros y' y_range y_root. pose proof (of_root y' ltac:(lra)) as also."
    if inside:
        yield "  apply Rnot_lt_le. intros less. apply (once y'); [lra | exact also]. }"
    else:
        yield "  apply once; [lra | exact also]. }"
    yield "assert (X0 : 0 < X) by lra."
    yield from lifted_lines(case, "weighted")
    yield "destruct places as [p [q [p_range [q_range [inner touches]]]]]."
    yield "unfold weighted in touches. rewrite floor_form in touches."
    yield from reached_lines(case, PRIORS[0] if inside else PRIORS[1])


def _same_roots(case: BranchCase, cubic: Cubic, discriminant: str) -> Iterator[str]:
    """Tactics that leave `root` and `of_root`: the discriminant is 0 at X, and where the polynomial is."""
    assert case.branch.polynomial is not None
    t = sp.Dummy("t")
    whole = sp.discriminant(sum(c * t ** (3 - k) for k, c in enumerate(cubic)), t)
    factor = sp.cancel(whole / case.branch.polynomial)
    power = next(k for k in range(sp.degree(whole, DECAY) + 1) if not sp.cancel(factor / DECAY**k).has(DECAY))
    constant = sp.cancel(factor / DECAY**power)
    text = case.steps.text

    def value(name: str) -> str:
        return text(case.branch.polynomial, {DECAY.name: name})

    unfolded = "unfold rays_discriminant, side_discriminant, cubic_discriminant"
    yield f"assert (form : forall y, {discriminant} y = {text(constant)} * y ^ {power} * {value('y')})"
    yield f"  by (intros; {unfolded}; field)."
    yield f"assert (root : {value('X')} = 0)."
    yield "{ rewrite form in zero. apply Rmult_integral in zero. destruct zero as [zero|zero]; [|exact zero]."
    yield "  apply Rmult_integral in zero. destruct zero as [zero|zero]; [lra|]."
    yield "  exfalso. revert zero. apply pow_nonzero. lra. }"
    yield f"assert (of_root : forall y, {value('y')} = 0 -> {discriminant} y = 0)."
    yield "{ intros y y_zero. rewrite form, y_zero. ring. }"
