"""Theorems on branches that `symbolic_eps.minimum.one_stationary_value` gives: inside the ranges, or at an end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import sympy as sp

from symbolic_eps.coq.branch_case import BranchCase
from symbolic_eps.coq.enough_proof import enough_lines
from symbolic_eps.coq.root_proof import root_lines, sign_line
from symbolic_eps.coq.sharp_proof import sharp_lines
from symbolic_eps.coq.stationary_proof import (
    RANGE,
    StationaryCase,
    end_lines,
    enough_here,
    flat_inside,
    half_open,
    level_lines,
    premise_lines,
    reached_lines,
    touching_lines,
    unit,
)
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.one_stationary_value import (
    AT_END,
    INSIDE,
    TwoPriors,
    eliminated,
    rising,
    small_priors,
)
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Relation, non_negative, positive


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
    region, own = case.region, case.branch.conditions
    last = UndecidedError("the branch is not what its profile gives")
    for v, u in permutations(PRIORS):
        both = TwoPriors(piece, v, u, inside)
        stated = StationaryCase(case, both, rising(inside.eliminant, region))
        try:
            if both.root_at_end is not None and both.branch_at_end(region, own) == case.branch:
                return list(_at_end(stated))
            for at in small_priors(region):
                if both.branch_within(region, own, at) == case.branch:
                    return list(_inside(stated, at))
        except UndecidedError as error:
            last = error
    raise last


def _inside(own: StationaryCase, at: sp.Expr) -> Iterator[str]:
    """X inside the ranges of both priors."""
    v, u = own.priors
    p, e, text = own.piece.polynomial, own.eliminant, own.text
    low = at**2
    p_u = own.both.end[2]
    yield "(* X = e^-eps is the last level at which the bound fails below; it is stationary there. *)"
    yield from premise_lines(own)
    yield from end_lines(own, "rises_to_end", f"0 < {text(p_u)}", positive(p_u))
    here = own.case.steps.text(at)
    start = own.case.steps.text(low)
    value = p.subs({**dict.fromkeys(PRIORS, at), DECAY: low})
    under = own.text(p, p=here, q=here, x=start)
    for name, told, amount in (
        ("at_low", here, at),
        ("at_high", f"1 - {here}", 1 - at),
        ("start_low", start, low),
        ("start_high", f"1 - {start}", 1 - low),
        ("under", f"- {under}", -value),
    ):
        yield sign_line(own.case, name, told, amount, Relation.POSITIVE)
    yield from level_lines(own, "X", start, f"exists {here}, {here}. repeat split; lra.")
    yield "assert (X0 : 0 < X) by lra."
    yield from enough_lines(own.case, enough_here)
    yield from touching_lines(own, "X")
    yield f"assert (even_u : {text(sp.diff(p, u))} = 0)."
    yield f"{{ destruct (Rlt_or_le {u} 1) as [inner|end_u]; [{flat_inside(own, u, 'X')}|]. exfalso."
    leading = sp.Poly(p, u).coeff_monomial(u**2)
    yield f"  assert (equal : {u} = 1) by (destruct {u}_range; lra). subst {u}."
    yield f"  assert (falls : {own.at(sp.diff(p, u), v.name, '1')} <= 0)."
    priors = " ".join("y" if prior == u else prior.name for prior in PRIORS)
    yield f"  {{ apply (falls_to_end {own.at(leading, v.name, '1')}). intros y y_range."
    yield f"    pose proof (good_X {priors} ltac:(assumption) ltac:(assumption)). lra. }}"
    yield f"  assert (0 < {text(p_u)}); [|lra]."
    yield f"  apply (rises_to_end {v}); [lra | destruct {v}_range; lra | lra | lra]. }}"
    yield f"assert (root : {text(e)} = 0) by (apply (stationary {v} {u}); [lra | assumption..])."
    yield "exists X. split; [split; [lra | split; [lra|]]|]."
    yield "{ intros y' y_range y_root. destruct (Req_dec y' 1) as [equal|]; [rewrite equal in y_root; lra|]."
    yield "  destruct (Rtotal_order y' X) as [less|[same|more]]; [exfalso | exact same | exfalso]."
    yield "  { apply (once y' X); lra. }"
    yield "  { apply (once X y'); lra. } }"
    yield f"apply {own.case.setting.of_root}; [assumption | exact enough |]."
    yield from reached_lines(own)


def _at_end(own: StationaryCase) -> Iterator[str]:
    """X at u = 1."""
    yield from premise_lines(own)
    yield from _end_premises(own)
    yield from root_lines(own.case)
    yield from _good_lines(own)
    yield from enough_lines(own.case, enough_here)
    yield f"apply {own.case.setting.of_root}; [assumption | exact enough |]."
    yield from sharp_lines(own.case)


def _end_premises(own: StationaryCase) -> Iterator[str]:
    """What is known at u = 1, at v = 0 and at x = 0."""
    (v, u), p, text = own.priors, own.piece.polynomial, own.text
    end, end_v, end_u = own.both.end
    yield from end_lines(own, "falls_to_end_1", f"{text(end_u)} <= 0", non_negative(-end_u))
    assert own.both.root_at_end is not None and own.case.branch.polynomial is not None
    square = tuple(w for prior in PRIORS for w in half_open(prior))
    n = own.piece.numerator
    yield f"assert (n0 : forall p q, half_open p -> half_open q -> 0 < {text(n)})."
    yield f"{{ intros p q {RANGE}. {own.shown('found', square, positive(n))} lra. }}"
    polynomial = own.case.branch.polynomial
    slope = sp.diff(polynomial, DECAY)
    yield from end_lines(own, "climbs", f"0 < {text(slope)}", positive(sp.expand(slope)))
    a, b, c = sp.Poly(end, v).all_coeffs()
    others = sp.cancel((b**2 - 4 * a * c) / polynomial)
    inside = unit(DECAY)
    for name, value in (("leading", a), ("others", others)):
        sign = 1 if own.case.steps.excludes((*own.case.region, *inside, non_negative(-value))) else -1
        if name == "leading" and sign < 0:
            raise UndecidedError("the bound does not bend upward at the end")
        stated = f"0 < {text(sign * value)}"
        yield f"assert ({name}_1 : forall X, 0 < X < 1 -> {stated})."
        yield f"{{ intros X [X_low X_high]. {own.shown('found', inside, positive(sp.expand(sign * value)))} lra. }}"
    yield f"assert (end_form : forall {v} X, 4 * {text(a)} * {text(end)} ="
    yield f"  {text(end_v)} * {text(end_v)} - {text(others)} * {text(polynomial)}) by (intros; ring)."
    yield f"assert (end_root : forall {v} X, 0 < X < 1 -> {text(end)} = 0 -> {text(end_v)} = 0 -> {text(polynomial)} = 0)."
    yield f"{{ intros {v} X X_range touches even. pose proof (others_1 X X_range). pose proof (end_form {v} X) as form_1."
    yield f"  rewrite touches, even in form_1. apply (Rmult_eq_reg_l {text(others)}); lra. }}"
    bottom = sp.expand(p.subs(v, 0))
    known = (*half_open(u), *inside)
    yield f"assert (at_bottom : forall {u} X, half_open {u} -> 0 < X < 1 -> 0 < {text(bottom)})."
    yield f"{{ intros {u} X [{u}_low {u}_high] [X_low X_high]. {own.shown('found', known, positive(bottom))} lra. }}"
    first, second = (sp.Poly(sp.expand(p.subs(DECAY, 0)), v).coeff_monomial(v**k) for k in (1, 2))
    if sp.expand(p.subs({DECAY: 0, v: 0})) != 0:
        raise UndecidedError("the bound does not vanish at 0")
    yield f"assert (low : forall {u}, half_open {u} -> exists {v}, half_open {v} /\\ {text(p, x='0')} < 0)."
    yield f"{{ intros {u} [{u}_low {u}_high]. {own.shown('found', half_open(u), positive(-first))}"
    yield f"  destruct (negative_for_small {text(first)} {text(second)}) as [{v} [{v}_range small]]; [lra|]."
    yield f"  exists {v}. split; [assumption|lra]. }}"


def _good_lines(own: StationaryCase) -> Iterator[str]:
    """Tactics that leave `good_X`: P is nowhere negative at X."""
    (v, u), p, text = own.priors, own.piece.polynomial, own.text
    p_v, p_u = sp.diff(p, v), sp.diff(p, u)
    end, end_v, _ = own.both.end
    a = own.parts[0]
    assert own.case.branch.polynomial is not None
    yield f"assert (good_X : forall p q, half_open p -> half_open q -> 0 <= {text(p)})."
    yield "{ intros p' q' p'_range q'_range. apply Rnot_lt_le. intros fails."
    yield "  assert (X_1 : X < 1)."
    yield "  { destruct (Req_dec X 1) as [equal|]; [|lra]. pose proof (at_1 p' q' p'_range q'_range)."
    yield "    rewrite equal in fails. lra. }"
    yield from _inner(level_lines(own, "Y", "X", "exists p', q'. split; [assumption | split; [assumption | lra]]."))
    yield from _inner(touching_lines(own, "Y"))
    yield f"  destruct (Rlt_or_le {u} 1) as [inner|end_u]."
    yield f"  {{ assert (even_u : {text(p_u, x='Y')} = 0) by ({flat_inside(own, u, 'Y')})."
    yield f"    assert (root_Y : {text(own.eliminant, x='Y')} = 0) by (apply (stationary {v} {u}); [lra | assumption..])."
    yield from _inner(_valley_lines(own), "    ")
    yield "  }"
    polynomial = own.case.branch.polynomial
    yield f"  {{ assert (equal : {u} = 1) by (destruct {u}_range; lra). subst {u}."
    yield f"    assert (touches_1 : {text(end, x='Y')} = 0) by lra."
    yield f"    assert (even_1 : {text(end_v, x='Y')} = 0) by lra."
    yield f"    pose proof (end_root {v} Y ltac:(lra) touches_1 even_1)."
    yield f"    assert (0 < {text(sp.diff(polynomial, DECAY), x='Y')})"
    yield f"      by (apply (climbs {v}); [lra | destruct {v}_range; lra | assumption | assumption])."
    second = sp.Poly(polynomial, DECAY).coeff_monomial(DECAY**2)
    first = sp.Poly(polynomial, DECAY).coeff_monomial(DECAY)
    yield f"    assert (0 < (Y - X) * ({text(2 * second)} * (X + Y) + {text(2 * first)}))"
    yield "      by (apply Rmult_lt_0_compat; lra). lra. }"
    yield "}"


def _valley_lines(own: StationaryCase) -> Iterator[str]:
    """Tactics for `False` where E(Y) = 0 at u < 1: between lies a valley, at whose level E = 0, too."""
    (v, u), p, text = own.priors, own.piece.polynomial, own.text
    end, end_v, end_u = own.both.end
    a, b, c = own.parts
    swapped = f"{v} {u}"
    n, d = own.piece.numerator, own.piece.denominator
    m = dict(zip(PRIORS, own.margins, strict=True))[v]
    yield f"assert (shape_2 : smooth (fun {swapped} X => {text(p)})) by smoothly."
    yield f"destruct (valley (fun {swapped} X => {text(p)}) shape_2 X Y {text(m)} {u} {v})"
    yield f"  as [y [{v}_y [{u}_y [y_range [{v}_y_range [{u}_y_range [touches_y [good_y reached_y]]]]]]]]; cbv beta in *."
    yield "{ lra. }"
    level = f"{text(n, p='p0', q='q0')} * floor {{}} p0 q0 - {text(d, p='p0', q='q0')}"
    names = " ".join(f"{w}0" for w in (v, u))
    for some, rule, order in (("", "floor_rises", "<="), ("some ", "floor_climbs", "<")):
        ends = [text(p, p="p0", q="q0", x=one) for one in ("x1", "x2")]
        yield f"{{ intros {names} x1 x2 first_range second_range {some}order x2_high."
        yield "  assert (p0_range : half_open p0) by assumption. assert (q0_range : half_open q0) by assumption."
        yield f"  replace {ends[0]} with ({level.format('x1')}) by (rewrite floor_form; ring)."
        yield f"  replace {ends[1]} with ({level.format('x2')}) by (rewrite floor_form; ring)."
        pose = "pose proof (n0 p0 q0 p0_range q0_range) as n_positive"
        applied = (
            f"apply {rule}; try assumption; lra"
            if not some
            else f"apply {rule}; try assumption; tauto || lra"
        )
        step = "Rmult_le_compat_l; [lra|]" if not some else "Rmult_lt_compat_l; [lra|]"
        floors = (
            f"{text(n, p='p0', q='q0')} * floor x1 p0 q0 {order} {text(n, p='p0', q='q0')} * floor x2 p0 q0"
        )
        yield f"  {pose}. assert ({floors}) by (apply {step}; {applied}). lra. }}"
    yield f"{{ intros {names} x first_range second_range x_range below. apply (away_{v} p0 q0 x); assumption. }}"
    yield "{ exact low. }"
    yield "{ lra. }"
    yield "{ lra. }"
    yield f"{{ intros {v}0 {v}0_range. pose proof (end_form {v}0 X) as form_1. pose proof (leading_1 X ltac:(lra)) as up."
    square_v = own.at(end_v, f"{v}0", "1")
    a_end = text(sp.expand(a.subs(u, 1)))
    end_0 = own.at(end, f"{v}0", "1")
    yield f"  pose proof (Rle_0_sqr {square_v}) as squared. unfold Rsqr in squared."
    assert own.case.branch.polynomial is not None
    yield f"  assert (root_X : {text(own.case.branch.polynomial)} = 0) by lra. rewrite root_X in form_1."
    yield f"  apply Rnot_lt_le. intros less. assert (0 < {a_end} * - {end_0}) by (apply Rmult_lt_0_compat; lra). lra. }}"
    yield "{ assumption. }"
    yield f"{{ destruct {u}_range; lra. }}"
    yield "{ assumption. }"
    dd = own.discriminant
    slope = sp.diff(dd, u)
    at_y = {DECAY.name: "y"}

    def here(expression: sp.Expr, **values: str) -> str:
        return text(expression, **{v.name: f"{v}_y", u.name: f"{u}_y", **at_y, **values})

    yield f"assert ({u}_y_half : half_open {u}_y) by (destruct {u}_range; split; lra)."
    end_1 = own.at(p, "1", f"{u}_y", "y")
    yield f"assert ({v}_y_1 : {v}_y < 1)."
    yield f"{{ destruct (Req_dec {v}_y 1) as [equal|]; [|destruct {v}_y_range; lra]. exfalso."
    yield f"  assert (0 < {end_1}) by (apply not_at_end; [assumption | lra]). rewrite equal in touches_y. lra. }}"
    yield f"assert (even_y : {here(p_v := sp.diff(p, v))} = 0)."
    yield f"{{ apply (flat_inside {here(a)} _ {v}_y); [destruct {v}_y_range; lra | intros w w_range;"
    yield "    pose proof (good_y w w_range); lra]. }"
    yield f"assert (level_y : {here(dd)} = 0)."
    yield f"{{ transitivity ({here(p_v)} * {here(p_v)} - 4 * {here(a)} * {here(p)}); [ring | rewrite even_y, touches_y; ring]. }}"
    yield f"assert (above_0 : forall w, {u} <= w <= 1 -> 0 <= {here(dd, **{u.name: 'w'})})."
    yield "{ intros w w_range. destruct (reached_y w w_range) as [z [z_range below]]."
    yield f"  assert (bottom : 0 < {text(c, **{u.name: 'w', **at_y})})"
    yield f"    by (apply at_bottom; [destruct {u}_range; split; lra | lra])."
    abc = [text(part, **{u.name: "w", **at_y}) for part in (a, b, c)]
    yield f"  pose proof (discriminant_not_negative {' '.join(abc)} z ltac:(lra) ltac:(lra)). lra. }}"
    taylor = [sp.expand(sp.diff(dd, u, k) / sp.factorial(k)) for k in range(5)]
    if sp.degree(dd, u) > 4:
        raise UndecidedError("the discriminant is of degree 5 or more")
    yield f"assert (left_y : {here(slope)} <= 0)."
    minus = [here(-taylor[1]), here(taylor[2]), here(-taylor[3]), here(taylor[4])]
    yield f"{{ assert (0 <= {minus[0]}); [|lra]. apply (not_falling ({u}_y - {u}) {' '.join(minus)});"
    yield f"    [destruct {u}_range; lra|]. intros h h_range. pose proof (above_0 ({u}_y - h) ltac:(lra)). lra. }}"
    plus = [here(t) for t in taylor[1:]]
    yield f"assert (right_y : 0 <= {here(slope)})."
    yield f"{{ destruct (Rlt_or_le {u}_y 1) as [before|last]."
    yield f"  {{ apply (not_falling (1 - {u}_y) {' '.join(plus)}); [destruct {u}_range; lra|]."
    yield f"    intros h h_range. pose proof (above_0 ({u}_y + h) ltac:(lra)). lra. }}"
    yield f"  {{ assert (equal : {u}_y = 1) by lra. rewrite equal in *."
    ends = {v.name: f"{v}_y", **at_y}
    yield f"    assert (falls : {text(end_u, **ends)} <= 0)"
    yield f"      by (apply falls_to_end_1; [lra | destruct {v}_y_range; lra | lra | lra])."
    yield "    pose proof (leading_1 y ltac:(lra)) as up."
    a_1 = text(sp.expand(a.subs(u, 1)), **ends)
    yield f"    assert (product : 0 <= {a_1} * - {text(end_u, **ends)}) by (apply Rmult_le_pos; lra)."
    turning = sp.expand((2 * sp.diff(a, u) * v + sp.diff(b, u)).subs(u, 1))
    a_u = text(sp.expand(sp.diff(a, u).subs(u, 1)), **ends)
    even, zero_p = text(end_v, **ends), text(end, **ends)
    yield f"    assert (even_1 : {even} = 0) by lra. assert (touches_1 : {zero_p} = 0) by lra."
    yield f"    assert (form_y : {own.at(slope, f'{v}_y', '1', 'y')} = 4 * ({a_1} * - {text(end_u, **ends)}))."
    yield f"    {{ transitivity (2 * {even} * {text(turning, **ends)} - 4 * {a_u} * {zero_p} + 4 * ({a_1} * - {text(end_u, **ends)}));"
    yield "      [ring | rewrite even_1, touches_1; ring]. }"
    yield "    lra. } }"
    yield f"apply (once y Y); [lra | lra | apply (flat {u}_y y); [lra | exact level_y | lra] | exact root_Y]."


def _inner(lines: Iterator[str], margin: str = "  ") -> Iterator[str]:
    for line in lines:
        yield f"{margin}{line}"
