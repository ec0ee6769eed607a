"""Theorems on branches of `minimum.stationary.one_stationary_value`: inside the ranges, or at an end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import sympy as sp

from symbolic_eps.coq.enough.enough_proof import enough_lines
from symbolic_eps.coq.roots.root_proof import root_lines, sign_line
from symbolic_eps.coq.sharp.sharp_proof import sharp_lines
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.stationary.stationary_case import StationaryCase
from symbolic_eps.coq.stationary.stationary_proof import (
    end_lines,
    enough_here,
    flat_inside,
    level_lines,
    premise_lines,
    reached_lines,
    touching_lines,
)
from symbolic_eps.coq.stationary.valley_proof import end_premises, good_lines
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.one_stationary_value import (
    AT_END,
    INSIDE,
    TwoPriors,
    eliminated,
    rising,
    small_priors,
)
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Relation, positive


def is_stationary(case: BranchCase) -> bool:
    """Whether the branch was found by the theorem on one stationary value."""
    return any(step.words in (INSIDE, AT_END) for step in case.branch.steps)


def stationary_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that prove the budget, after `quotient_lines`, or UndecidedError."""
    if len(case.values) != 1:
        raise UndecidedError("the profile is not one quotient")
    piece = case.constrained(case.values[0])
    inside = eliminated(piece)
    if inside is None:
        raise UndecidedError("the minimum is not one of a single bound that is quadratic in both priors")
    region, conditions = case.region, case.branch.conditions
    last = UndecidedError(
        "no proof in Coq is known of a minimum inside the ranges beside which an end may decide"
    )
    for v, u in permutations(PRIORS):
        both = TwoPriors(piece, v, u, inside)
        own = StationaryCase(case, both, rising(inside.eliminant, region))
        try:
            if both.root_at_end is not None and both.branch_at_end(region, conditions) == case.branch:
                return list(_at_end(own))
            for at in small_priors(region):
                if both.branch_within(region, conditions, at) == case.branch:
                    return list(_inside(own, at))
        except UndecidedError as error:
            last = error
    raise last


def _inside(own: StationaryCase, at: sp.Expr) -> Iterator[str]:
    """X inside the ranges of both priors, above the level at^2."""
    yield "(* X = e^-eps is the last level at which the bound fails below; it is stationary there. *)"
    yield from premise_lines(own)
    yield from end_lines(own, "rises_to_end", positive(own.both.end[2]))
    here, start = own.case.steps.text(at), own.case.steps.text(at**2)
    value = own.polynomial.subs({**dict.fromkeys(PRIORS, at), DECAY: at**2})
    for name, told, amount in (
        ("at_low", here, at),
        ("at_high", f"1 - {here}", 1 - at),
        ("start_low", start, at**2),
        ("start_high", f"1 - {start}", 1 - at**2),
        ("under", f"- {own.text(own.polynomial, p=here, q=here, x=start)}", -value),
    ):
        yield sign_line(own.case, name, told, amount, Relation.POSITIVE)
    yield from level_lines(own, "X", start, f"exists {here}, {here}. repeat split; lra.")
    yield "assert (X0 : 0 < X) by lra."
    yield from enough_lines(own.case, enough_here)
    yield from touching_lines(own, "X")
    yield from _even_in_u(own)
    v, u = own.priors
    yield f"assert (root : {own.text(own.eliminant)} = 0)"
    yield f"  by (apply (stationary {v} {u}); [lra | assumption..])."
    yield "exists X. split; [split; [lra | split; [lra|]]|]."
    yield "{ intros y' y_range y_root. destruct (Req_dec y' 1) as [equal|]; [rewrite equal in y_root; lra|]."
    yield "  destruct (Rtotal_order y' X) as [less|[same|more]]; [exfalso | exact same | exfalso]."
    yield "  { apply (once y' X); lra. }"
    yield "  { apply (once X y'); lra. } }"
    yield f"apply {own.case.setting.of_root}; [assumption | exact enough |]."
    yield from reached_lines(own.case)


def _even_in_u(own: StationaryCase) -> Iterator[str]:
    """Tactics that leave P_u = 0: at u = 1 it would be both above 0 and not."""
    v, u = own.priors
    slope = own.slopes[1]
    leading = sp.Poly(own.polynomial, u).coeff_monomial(u**2)
    priors = " ".join("y" if prior == u else prior.name for prior in PRIORS)
    yield f"assert (even_u : {own.text(slope)} = 0)."
    yield f"{{ destruct (Rlt_or_le {u} 1) as [inner|end_u]; [{flat_inside(own, u, 'X')}|]. exfalso."
    yield f"  assert (equal : {u} = 1) by (destruct {u}_range; lra). subst {u}."
    yield f"  assert (falls : {own.at(slope, v.name, '1')} <= 0)."
    yield f"  {{ apply (falls_to_end {own.at(leading, v.name, '1')}). intros y y_range."
    yield f"    pose proof (good_X {priors} ltac:(assumption) ltac:(assumption)). lra. }}"
    yield f"  assert (0 < {own.text(own.both.end[2])}); [|lra]."
    yield f"  apply (rises_to_end {v}); [lra | destruct {v}_range; lra | lra | lra]. }}"


def _at_end(own: StationaryCase) -> Iterator[str]:
    """X at u = 1."""
    yield from premise_lines(own)
    yield from end_premises(own)
    yield from root_lines(own.case)
    yield from good_lines(own)
    yield from enough_lines(own.case, enough_here)
    yield f"apply {own.case.setting.of_root}; [assumption | exact enough |]."
    yield from sharp_lines(own.case)
