"""That P is nowhere negative at X, the level at the end u = 1: the part of Theorem "At the end" in Coq.

Were it negative, there would be a higher level Y, reached at some u < 1 where E(Y) = 0, and a valley between
that and the end; at its level y, E(y) = 0, too.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from symbolic_eps.coq.stationary.stationary_case import SQUARE, StationaryCase, half_open, unit
from symbolic_eps.coq.stationary.stationary_proof import (
    EVERYWHERE,
    RANGES,
    X_RANGE,
    below_end,
    end_lines,
    flat_inside,
    level_lines,
    touching_lines,
)
from symbolic_eps.errors import UndecidedError
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import non_negative, positive

MOST_DEGREE = 4
"""Of the discriminant, whose slope the lemma `not_falling` knows."""


def end_premises(own: StationaryCase) -> Iterator[str]:
    """Tactics that leave what is known at u = 1, at v = 0 and at x = 0, for all priors and X."""
    v, u = own.priors
    yield f"assert (n0 : forall p q, {EVERYWHERE} 0 < {own.text(own.piece.numerator)})."
    yield f"{{ intros p q {RANGES}. {own.shown('found', SQUARE, positive(own.piece.numerator))} lra. }}"
    yield from end_lines(own, "falls_to_end_1", non_negative(-own.both.end[2]))
    yield from end_lines(own, "climbs", positive(sp.expand(sp.diff(own.root, DECAY))))
    yield from _square_lines(own)
    bottom = sp.expand(own.polynomial.subs(v, 0))
    shown = own.shown("found", (*half_open(u), *unit(DECAY)), positive(bottom))
    yield f"assert (at_bottom : forall {u} X, half_open {u} -> 0 < X < 1 -> 0 < {own.text(bottom)})."
    yield f"{{ intros {u} X [{u}_low {u}_high] {X_RANGE}. {shown} lra. }}"
    start = sp.Poly(sp.expand(own.polynomial.subs(DECAY, 0)), v)
    rest, first, second = (start.coeff_monomial(v**k) for k in range(3))
    if rest != 0:
        raise UndecidedError(f"the bound does not vanish at {v} = 0 for eps = oo")
    at_0 = own.text(own.polynomial, x="0")
    yield f"assert (low : forall {u}, half_open {u} -> exists {v}, half_open {v} /\\ {at_0} < 0)."
    yield f"{{ intros {u} [{u}_low {u}_high]. {own.shown('found', half_open(u), positive(-first))}"
    yield f"  destruct (negative_for_small {own.text(first)} {own.text(second)}) as [{v} [{v}_range small]]."
    yield f"  {{ lra. }} exists {v}. split; [assumption | lra]. }}"


def _square_lines(own: StationaryCase) -> Iterator[str]:
    """At u = 1, 4 A P = P_v^2 - R G with A > 0 and R of one sign, G the polynomial of X."""
    v = own.both.v
    end, end_v, _ = own.both.end
    a, b, c = sp.Poly(end, v).all_coeffs()
    others = sp.cancel((b**2 - 4 * a * c) / own.root)
    for name, value in (("leading", a), ("others", own.signed(others, unit(DECAY)))):
        shown = own.shown("found", unit(DECAY), positive(sp.expand(value)))
        yield f"assert ({name}_1 : forall X, 0 < X < 1 -> 0 < {own.text(value)})."
        yield f"{{ intros X {X_RANGE}. {shown} lra. }}"
    p, p_v, root, rest = map(own.text, (end, end_v, own.root, others))
    yield f"assert (end_form : forall {v} X, 4 * {own.text(a)} * {p} = {p_v} * {p_v} - {rest} * {root})"
    yield "  by (intros; ring)."
    yield f"assert (end_root : forall {v} X, 0 < X < 1 -> {p} = 0 -> {p_v} = 0 -> {root} = 0)."
    yield f"{{ intros {v} X X_range touches even. pose proof (others_1 X X_range)."
    yield f"  pose proof (end_form {v} X) as form_1. rewrite touches, even in form_1."
    yield f"  apply (Rmult_eq_reg_l {rest}); lra. }}"


def good_lines(own: StationaryCase) -> Iterator[str]:
    """Tactics that leave `good_X`: P is nowhere negative at X."""
    v, u = own.priors
    yield f"assert (good_X : forall p q, {EVERYWHERE} 0 <= {own.text(own.polynomial)})."
    yield "{ intros p' q' p'_range q'_range. apply Rnot_lt_le. intros fails."
    yield "  assert (X_1 : X < 1)."
    yield "  { destruct (Req_dec X 1) as [equal|]; [|lra]. pose proof (at_1 p' q' p'_range q'_range)."
    yield "    rewrite equal in fails. lra. }"
    below = "exists p', q'. split; [assumption | split; [assumption | lra]]."
    yield from level_lines(own, "Y", "X", below)
    yield from touching_lines(own, "Y")
    yield f"  destruct (Rlt_or_le {u} 1) as [inner|end_u]."
    yield f"  {{ assert (even_u : {own.text(own.slopes[1], x='Y')} = 0) by ({flat_inside(own, u, 'Y')})."
    yield f"    assert (root_Y : {own.text(own.eliminant, x='Y')} = 0)"
    yield f"      by (apply (stationary {v} {u}); [lra | assumption..])."
    yield from _valley_lines(own)
    yield from _level_of_valley(own)
    yield from _slope_of_valley(own)
    yield "    apply (once y Y); [lra | lra | | exact root_Y]."
    yield f"    apply (flat {u}_y y); [lra | exact level_y | lra]. }}"
    yield from _not_at_end(own)
    yield "}"


def _not_at_end(own: StationaryCase) -> Iterator[str]:
    """Tactics for `False` where P = P_v = 0 at u = 1 and Y > X: G = 0 and G' > 0 at both."""
    v, u = own.priors
    end, end_v, _ = own.both.end
    second, first = (sp.Poly(own.root, DECAY).coeff_monomial(DECAY**k) for k in (2, 1))
    yield f"  {{ assert (equal : {u} = 1) by (destruct {u}_range; lra). subst {u}."
    yield f"    assert (touches_1 : {own.text(end, x='Y')} = 0) by lra."
    yield f"    assert (even_1 : {own.text(end_v, x='Y')} = 0) by lra."
    yield f"    pose proof (end_root {v} Y ltac:(lra) touches_1 even_1)."
    yield f"    assert (0 < {own.text(sp.diff(own.root, DECAY), x='Y')})"
    yield f"      by (apply (climbs {v}); [lra | destruct {v}_range; lra | assumption | assumption])."
    yield f"    assert (0 < (Y - X) * ({own.text(2 * second)} * (X + Y) + {own.text(2 * first)}))"
    yield "      by (apply Rmult_lt_0_compat; lra). lra. }"


def _valley_lines(own: StationaryCase) -> Iterator[str]:
    """Tactics that leave the level y of the valley, with priors at which it is reached."""
    v, u = own.priors
    p, text = own.polynomial, own.text
    least = own.margins[PRIORS.index(v)]
    shape = f"fun {v} {u} X => {text(p)}"
    yield f"assert (shape_2 : smooth ({shape})) by smoothly."
    yield f"destruct (valley ({shape}) shape_2 X Y {text(least)} {u} {v}) as [y [{v}_y [{u}_y"
    yield f"  [y_range [{v}_y_range [{u}_y_range [touches_y [good_y reached_y]]]]]]]]; cbv beta in *."
    yield "{ lra. }"
    n, d = (text(part, p="p0", q="q0") for part in (own.piece.numerator, own.piece.denominator))
    names = f"{v}0 {u}0"
    for rule, some in (("lifted_rises", ""), ("lifted_climbs", "some ")):
        yield f"{{ intros {names} x1 x2 first_range second_range {some}order x2_high."
        for x in ("x1", "x2"):
            value = text(p, p="p0", q="q0", x=x)
            yield f"  replace {value} with ({n} * floor {x} p0 q0 - {d}) by (rewrite floor_form; ring)."
        yield f"  apply {rule}; [apply n0; assumption | assumption | assumption | ..]; tauto || lra. }}"
    yield f"{{ intros {names} x first_range second_range x_range below."
    yield f"  apply (away_{v} p0 q0 x); assumption. }}"
    yield "{ exact low. }"
    yield "{ lra. }"
    yield "{ lra. }"
    yield from _good_end(own)
    yield "{ assumption. }"
    yield f"{{ destruct {u}_range; lra. }}"
    yield "{ assumption. }"
    yield f"assert ({u}_y_half : half_open {u}_y) by (destruct {u}_range; split; lra)."


def _good_end(own: StationaryCase) -> Iterator[str]:
    """A block for P >= 0 at u = 1 and X."""
    v = own.both.v
    end, end_v, _ = own.both.end
    leading = sp.Poly(end, v).coeff_monomial(v**2)
    value, slope = (own.at(part, f"{v}0", "1") for part in (end, end_v))
    yield f"{{ intros {v}0 {v}0_range. pose proof (end_form {v}0 X) as form_1."
    yield "  pose proof (leading_1 X ltac:(lra)) as up."
    yield f"  pose proof (Rle_0_sqr {slope}) as squared. unfold Rsqr in squared."
    yield f"  assert (root_X : {own.text(own.root)} = 0) by lra. rewrite root_X in form_1."
    yield "  apply Rnot_lt_le. intros less."
    yield f"  assert (0 < {own.text(leading)} * - {value}) by (apply Rmult_lt_0_compat; lra). lra. }}"


def _here(own: StationaryCase, expression: sp.Expr) -> str:
    """At the priors of the valley."""
    v, u = own.priors
    return own.at(expression, f"{v}_y", f"{u}_y", "y")


def _level_of_valley(own: StationaryCase) -> Iterator[str]:
    """Tactics that leave D = 0 there, and D >= 0 from u to 1."""
    v, u = own.priors
    a, slope, p = (_here(own, part) for part in (own.parts[0], own.slopes[0], own.polynomial))
    yield from below_end(own, f"{v}_y", f"{u}_y", "y", "touches_y")
    yield f"assert (even_y : {slope} = 0)."
    yield f"{{ apply (flat_inside {a} _ {v}_y); [destruct {v}_y_range; lra | intros w w_range]."
    yield "  pose proof (good_y w w_range). lra. }"
    yield f"assert (level_y : {_here(own, own.discriminant)} = 0)."
    yield f"{{ transitivity ({slope} * {slope} - 4 * {a} * {p}); [ring | rewrite even_y, touches_y; ring]. }}"
    parts = [own.at(part, "z", "w", "y") for part in own.parts]
    yield f"assert (above_0 : forall w, {u} <= w <= 1 -> 0 <= {own.at(own.discriminant, 'z', 'w', 'y')})."
    yield "{ intros w w_range. destruct (reached_y w w_range) as [z [z_range below]]."
    yield f"  assert (bottom : 0 < {parts[2]})"
    yield f"    by (apply at_bottom; [destruct {u}_range; split; lra | lra])."
    yield f"  pose proof (discriminant_not_negative {' '.join(parts)} z ltac:(lra) ltac:(lra)). lra. }}"


def _slope_of_valley(own: StationaryCase) -> Iterator[str]:
    """Tactics that leave D_u <= 0 and D_u >= 0 there; at u = 1 the latter as P_u <= 0."""
    v, u = own.priors
    d = own.discriminant
    if sp.degree(d, u) > MOST_DEGREE:
        raise UndecidedError(f"the discriminant is of a degree above {MOST_DEGREE}")
    taylor = [sp.expand(sp.diff(d, u, k) / sp.factorial(k)) for k in range(1, MOST_DEGREE + 1)]
    forward = [_here(own, c) for c in taylor]
    backward = [_here(own, -c if k % 2 == 0 else c) for k, c in enumerate(taylor)]
    yield f"assert (left_y : 0 <= {backward[0]})."
    yield f"{{ apply (not_falling ({u}_y - {u}) {' '.join(backward)}); [destruct {u}_range; lra|]."
    yield f"  intros h h_range. pose proof (above_0 ({u}_y - h) ltac:(lra)). lra. }}"
    yield f"assert (right_y : 0 <= {forward[0]})."
    yield f"{{ destruct (Rlt_or_le {u}_y 1) as [before|last]."
    yield f"  {{ apply (not_falling (1 - {u}_y) {' '.join(forward)}); [destruct {u}_range; lra|]."
    yield f"    intros h h_range. pose proof (above_0 ({u}_y + h) ltac:(lra)). lra. }}"

    def at_end(expression: sp.Expr) -> str:
        return own.at(sp.expand(expression.subs(u, 1)), f"{v}_y", "1", "y")

    a, p, p_v, p_u = map(at_end, (own.parts[0], own.polynomial, *own.slopes))
    a_u, turning = map(at_end, own.turning)
    yield f"  {{ assert (equal : {u}_y = 1) by lra. rewrite equal in *."
    yield f"    assert (touches_1 : {p} = 0) by lra. assert (even_1 : {p_v} = 0) by lra."
    yield f"    assert (falls : 0 <= - {p_u})."
    yield f"    {{ pose proof (falls_to_end_1 {v}_y y). destruct {v}_y_range. lra. }}"
    yield f"    assert (product : 0 <= {a} * - {p_u})"
    yield "      by (apply Rmult_le_pos; [left; apply leading_1; lra | assumption])."
    yield f"    assert (form_y : {own.at(taylor[0], f'{v}_y', '1', 'y')} = 4 * ({a} * - {p_u}))."
    yield f"    {{ transitivity (2 * {p_v} * {turning} - 4 * {a_u} * {p} + 4 * ({a} * - {p_u}));"
    yield "      [ring | rewrite even_1, touches_1; ring]. }"
    yield "    lra. } }"
