"""Which of two discriminants the greatest root of both is one of, for numbers a and b (`Two_rays.v`).

At a number c between the greatest roots of the two, and at 1, the polynomial with the greater one has
different signs: it has a root between. The other one is positive from c to 1, which Coq computes
(`Positive.v`). It may nearly vanish between: for a = 3/10, b = 4 it has two complex roots at a distance of
0.0003 from the real axis. So no certificate was found, while few halvings suffice.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from symbolic_eps.coq.statements.whole_numbers import nested, positive_between
from symbolic_eps.coq.stationary.rays_case import B_SIGN, T_SIGN, RaysCase
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.along_rays import Rays
from symbolic_eps.theory.symbols import DECAY

_THEOREMS = {"rays": "inside_of_both", "side": "end_of_both"}
"""By the discriminant with the greater root."""


def place_lines(own: RaysCase, name: str) -> Iterator[str]:
    """Tactics that begin to take X from a theorem, as a root of the discriminant of this name.

    Parameters
    ----------
    own : RaysCase
        With numbers a and b, or UndecidedError.
    name : str
        `rays` or `side`.
    """
    if own.a.free_symbols | own.b.free_symbols:
        raise UndecidedError(f"no proof in Coq is known of one ray for a = {own.a} and b = {own.b}")
    side, inside = Rays(own.a, own.b).rising
    winner, loser, other = (inside, side, "side") if name == "rays" else (side, inside, "rays")
    between, text = _between(winner, loser), own.case.steps.text
    c, at_y = text(between), text(winner, {DECAY.name: "y"})
    yield from (own.shown(f"known{k}", condition) for k, condition in enumerate(own.on_either))
    yield from own.form_lines("with_root", [name], winner)
    yield from own.form_lines("without", [other], loser)
    yield f"assert (some : exists z, 0 < z < 1 /\\ {c} <= z /\\ {own.discriminant(name)[:-1]}z = 0)."
    yield f"{{ destruct (IVT_cor (fun y => {at_y}) {c} 1) as [z [z_range z_root]]; [reg | lra | lra |]."
    yield "  exists z. cbv beta in z_root."
    yield "  assert (z <> 1) by (intros same; rewrite same in z_root; lra)."
    yield "  split; [lra|]. split; [lra|]. rewrite with_root, z_root. ring. }"
    whole = sp.Poly(loser, DECAY, domain="QQ").clear_denoms(convert=True)[1]
    computed = positive_between(whole, Fraction(between), Fraction(1))
    yield f"assert (absent : forall X, {c} <= X < 1 -> {own.discriminant(other)[:-1]}X <> 0)."
    yield "{ intros X [X_low X_high] root. rewrite without in root. apply Rmult_integral in root."
    yield "  destruct root as [root|root]."
    yield "  { revert root. apply Rmult_integral_contrapositive_currified; [lra | apply pow_nonzero; lra]. }"
    yield f"  assert (above : 0 < {nested(whole)}) by ({computed}). lra. }}"
    conditions = f"{own.before_turn} {B_SIGN} ltac:(lra) {T_SIGN} some absent"
    yield f"destruct ({_THEOREMS[name]} {own.terms} {c} {conditions})"


def _between(winner: sp.Expr, loser: sp.Expr) -> sp.Rational:
    """A number between the greatest roots of both in (0, 1), the winner's being the greater one."""
    least, most = (
        max((root for root in sp.real_roots(sp.Poly(f, DECAY)) if 0 < root < 1), default=sp.S.Zero)
        for f in (loser, winner)
    )
    middle = sp.Rational(str(sp.N((least + 3 * most) / 4, 30)))
    for digits in range(1, 30):
        near = sp.Rational(middle).limit_denominator(10**digits)
        if least < near < most and winner.subs(DECAY, near) * winner.subs(DECAY, 1) < 0:
            return near
    raise UndecidedError("no number between the roots of two polynomials was found")
