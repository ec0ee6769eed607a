"""Theorems on branches of `minimum.stationary.quartic_on_side`: P is a quartic in the prior v that is left.

`Quartic_on_side.v` has them, for any f of this degree with two roots v < 0: P is positive at v = 0 and for
great -v, and is -d < 0 at v = -f0/f1 where f = f1 v + f0 is 0. X is the level of the end v = 1, where P
does not fall inwards there, or else the least root of the discriminant; or eps = oo, where a cubic K has no
two roots v > 0. The premises are certificates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.coq.enough.enough_proof import unbounded_lines
from symbolic_eps.coq.roots.root_proof import root_lines
from symbolic_eps.coq.sharp.sharp_proof import sharp_lines
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.stationary.end_proof import EndCase, inwards_lines, level_lines
from symbolic_eps.coq.stationary.side_proof import (
    bottom_lines,
    enough_on_side,
    least_root_lines,
    positive_at,
    power_of,
    rising_lines,
    shape_lines,
)
from symbolic_eps.coq.stationary.stationary_case import unit
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.cubic_on_side import Side
from symbolic_eps.minimum.stationary.end_of_cubic import End
from symbolic_eps.minimum.stationary.quartic_on_side import AT_END, Quartic
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, non_negative, positive


@dataclass(frozen=True)
class QuarticCase(EndCase):
    """A branch that was found so.

    Parameters
    ----------
    quartic : Quartic
        The algebra of its piece.
    """

    quartic: Quartic

    @property
    def of_cubic(self) -> sp.Expr:
        """The discriminant of K."""
        return sp.expand(sp.discriminant(sp.Poly(self.quartic.lowest, self.side.v)))


def quartic_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that prove the budget, after `quotient_lines`, or UndecidedError."""
    if len(case.values) != 1 or len(case.profile.free_priors) != 1:
        raise UndecidedError("the profile is not one quotient along one prior")
    (v,), piece = case.profile.free_priors, case.constrained(case.values[0])
    quartic = Quartic(piece, v)
    if not quartic.fits:
        raise UndecidedError("the profile has no quartic of this form")
    end = End(Side(piece, v), *quartic.end, quartic.slope)
    own, polynomial = QuarticCase(case, quartic, end, quartic), case.branch.polynomial
    if polynomial is None:
        return _nowhere_lines(own)
    at_end = any(step.words == AT_END for step in case.branch.steps)
    if polynomial != (end if at_end else quartic).polynomial:
        raise UndecidedError("X is no root of what its profile gives")
    return list(_at_end_lines(own) if at_end else _meeting_lines(own))


def _at_end_lines(own: QuarticCase) -> Iterator[str]:
    yield from shape_lines(own)
    yield from _two_below_lines(own)
    yield from root_lines(own.case)
    yield from level_lines(own)
    v = own.v
    yield f"assert (good : forall {v}, half_open {v} -> 0 <= {own.text(own.polynomial)})."
    yield f"{{ intros {v} {v}_range. rewrite quartic_form. destruct (below X ltac:(lra)) as [s [s0 under]]."
    yield f"  apply (quartic_before_end {own.coefficients()} s);"
    yield f"    [exact {v}_range | apply opens; lra | | exact s0 | | | exact slope]."
    yield "  - pose proof (at_0 X ltac:(lra)) as start. rewrite quartic_form in start."
    yield "    unfold quartic in start. lra."
    yield "  - rewrite <- quartic_form. exact under."
    yield "  - rewrite <- quartic_form. lra. }"
    yield from enough_on_side(own)
    yield from sharp_lines(own.case)


def _meeting_lines(own: QuarticCase) -> Iterator[str]:
    yield "(* X = e^-eps is the last level below which P is negative somewhere: two roots meet there. *)"
    yield from shape_lines(own)
    yield from rising_lines(own)
    yield from _two_below_lines(own)
    if own.case.steps.excludes((*own.case.region, non_negative(-own.end.gamma))):
        yield from inwards_lines(own)
        premises = f"opens below {own.level} alpha0 gamma0 at_1 inwards"
        yield from least_root_lines(own, "least_of_quartic_beyond_end", premises)
        return
    yield positive_at(own, "1")
    k3, k2, k1, k0 = own.quartic.lowest
    signs = {"leads": k3, "falls": -k1, "starts": k0, "turns": 3 * k3 + 2 * k2 + k1}
    yield own.case.steps.shown("bends", own.case.region, non_negative(k2))
    yield from _discriminant_lines(own, "0 < {}", positive(own.of_cubic))
    yield from bottom_lines(own, "cubic_negative", signs)
    yield from least_root_lines(own, "least_along_quartic", "opens below at_1 bottom")


def _two_below_lines(own: QuarticCase) -> Iterator[str]:
    """Tactics that leave that the coefficient of v^4 is positive, and P negative at a place below 0."""
    four, (f1, f0, at_root, degree) = own.side.coefficients[0], own.quartic.where_f_is_0
    first, none, d = map(own.text, (f1, f0, at_root))
    place, there = f"(- ({none} / {first}))", f"{d} / {first}^{degree}"
    value, anywhere = (own.text(own.polynomial, **{own.v: at}) for at in (place, "s"))
    yield f"assert (opens : forall X, 0 < X < 1 -> 0 < {own.text(four)})."
    yield f"{{ intros X [X_low X_high]. {own.shown('found', unit(DECAY), four)} lra. }}"
    yield f"assert (below : forall X, 0 < X < 1 -> exists s, s < 0 /\\ {anywhere} < 0)."
    yield "{ intros X [X_low X_high]."
    for name, sign in (("f1_0", f1), ("f0_0", f0), ("d_0", at_root)):
        yield f"  {own.shown(name, unit(DECAY), sign)}"
    yield f"  exists {place}. split."
    yield f"  {{ assert (0 < {none} / {first}) by (apply Rdiv_lt_0_compat; lra). lra. }}"
    yield f"  assert (0 < {there}) by (apply Rdiv_lt_0_compat; [|apply pow_lt]; lra)."
    yield f"  replace {value} with (- ({there})) by (field; lra). lra. }}"


def _nowhere_lines(own: QuarticCase) -> Sequence[str]:
    """Tactics for eps = oo: P is a power of v times K for X = 0, and K is not negative."""
    case, (k3, _, _, k0) = own.case, own.quartic.lowest
    if not case.steps.excludes((*case.region, positive(own.of_cubic))):
        return unbounded_lines(case)
    three = " ".join(map(own.text, reversed(own.quartic.lowest)))
    rule = f"cubic_not_negative {three} {own.v} ltac:(lra) ltac:(lra) deep ltac:(lra) {power_of(own)}%nat"
    here = f"pose proof ({rule}) as above; lra"
    return [
        own.shown("leads", (), k3),
        own.shown("starts", (), k0),
        *_discriminant_lines(own, "{} <= 0", non_negative(-own.of_cubic)),
        *unbounded_lines(case, lambda _: here),
    ]


def _discriminant_lines(own: QuarticCase, said: str, sign: Condition) -> Iterator[str]:
    """Tactics that leave the sign of K's discriminant."""
    yield own.case.steps.shown("sign", own.case.region, sign)
    word = f"cubic_discriminant {' '.join(map(own.text, reversed(own.quartic.lowest)))}"
    yield f"assert (deep : {said.format(word)}) by (unfold cubic_discriminant; lra)."
