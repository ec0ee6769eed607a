"""What proofs that follow `symbolic_eps.minimum.stationary.one_stationary_value` have in common.

The premises are certificates, those of the search; compactness, slopes and Descartes' rule are lemmas of
`Stationary.v`. What is shown before a point is chosen holds for all priors and all X.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import sympy as sp

from symbolic_eps.coq.enough.enough_proof import enough_lines
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.stationary.stationary_case import SQUARE, StationaryCase, half_open, unit
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.one_stationary_value import in_unit
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, non_negative, positive, zero

EVERYWHERE = "half_open p -> half_open q ->"
RANGES = "[p_low p_high] [q_low q_high]"
X_RANGE = "[X_low X_high]"


def premise_lines(own: StationaryCase) -> Iterator[str]:
    """Tactics that leave what is known of P at all priors, and that E has one root at most in (0, 1)."""
    p = own.polynomial
    yield f"assert (shape : smooth (fun p q X => {own.text(p)})) by smoothly."
    yield f"assert (at_1 : forall p q, {EVERYWHERE} 0 < {own.text(p, x='1')})."
    gap = positive(sp.expand(own.piece.numerator - own.piece.denominator))
    yield f"{{ intros p q {RANGES}. {own.shown('gap', SQUARE, gap)} lra. }}"
    for w, least in zip(PRIORS, own.margins, strict=True):
        yield own.shown(f"margin_{w}", (), positive(least))
        yield f"assert (away_{w} : forall p q X, {EVERYWHERE} 0 < X <= 1 -> {own.text(p)} <= 0 ->"
        yield f"  {own.text(least)} * (X * X) <= {w})."
        known = (*SQUARE, *half_open(DECAY), non_negative(-p))
        shown = own.shown("near", known, non_negative(sp.expand(w - least * DECAY**2)))
        yield f"{{ intros p q X {RANGES} {X_RANGE} below. {shown} lra. }}"
    v, u = own.priors
    end = positive(sp.expand(p.subs(v, 1)))
    yield f"assert (not_at_end : forall {u} X, half_open {u} -> 0 < X < 1 -> 0 < {own.at(p, '1', u.name)})."
    shown = own.shown("apart", (*half_open(u), *unit(DECAY)), end)
    yield f"{{ intros {u} X [{u}_low {u}_high] {X_RANGE}. {shown} lra. }}"
    yield from _flat_lines(own)
    yield from _stationary_lines(own)
    yield from _once_lines(own)


def _flat_lines(own: StationaryCase) -> Iterator[str]:
    """Where D = D_u = 0, E = 0."""
    u, chain = own.both.u, own.chain
    scale = own.text(chain.scale)
    level, slope, root = map(own.text, (own.discriminant, sp.diff(own.discriminant, u), own.eliminant))
    yield f"assert (flat : forall {u} X, 0 < X < 1 -> {level} = 0 -> {slope} = 0 -> {root} = 0)."
    yield f"{{ intros {u} X {X_RANGE} level even."
    yield f"  {own.shown('scale', unit(DECAY), positive(own.signed(chain.scale, unit(DECAY))))}"
    yield f"  apply (Rmult_eq_reg_l {scale}); [|lra]."
    yield f"  transitivity ({own.text(chain.first)} * {level} + {own.text(chain.second)} * {slope});"
    yield "    [ring | rewrite level, even; ring]. }"


def _stationary_lines(own: StationaryCase) -> Iterator[str]:
    """Where P = P_v = P_u = 0, E = 0."""
    v, u = own.priors
    p, p_v, p_u, a = map(own.text, (own.polynomial, *own.slopes, own.parts[0]))
    a_u, turning = map(own.text, own.turning)
    yield f"assert (stationary : forall {v} {u} X, 0 < X < 1 ->"
    yield f"  {p} = 0 -> {p_v} = 0 -> {p_u} = 0 -> {own.text(own.eliminant)} = 0)."
    yield f"{{ intros {v} {u} X X_range touches even_v even_u. apply (flat {u} X X_range)."
    yield f"  {{ transitivity ({p_v} * {p_v} - 4 * {a} * {p}); [ring | rewrite even_v, touches; ring]. }}"
    yield f"  {{ transitivity (2 * {p_v} * {turning} - 4 * {a_u} * {p} - 4 * {a} * {p_u});"
    yield "    [ring | rewrite even_v, touches, even_u; ring]. } }"


def _once_lines(own: StationaryCase) -> Iterator[str]:
    """E has no two roots in (0, 1), by Descartes' rule."""
    e, region = own.eliminant, own.case.region
    coefficients = in_unit(e)
    degree = len(coefficients) - 1
    first, *others = map(own.text, coefficients)
    rest = "nil"
    for c in reversed(others):
        rest = f"(cons {c} {rest})"
    yield own.shown("E_at_1", (), positive(coefficients[0]))
    yield f"assert (signs : one_change (cons {first} {rest}))."
    yield "{ cbn [one_change]."
    for before, after in pairwise(coefficients):
        refuted = own.case.steps.excluded((*region, non_negative(-before), positive(after)))
        yield f"  split; [destruct (Rlt_or_le 0 {own.text(before)}); [left; assumption | right];"
        yield f"    apply Rnot_lt_le; intros less; {refuted} |]."
    yield "  exact I. }"
    yield f"assert (turned : forall X, 0 < X -> along (cons {first} {rest}) (/ X - 1) * X ^ {degree} ="
    yield f"  {own.text(e)}) by (intros X X_low; cbn [along]; field; lra)."
    yield f"assert (once : forall X Y, 0 < X < Y -> Y < 1 -> {own.text(e)} = 0 -> {own.text(e, x='Y')} = 0 ->"
    yield "  False)."
    yield "{ intros X Y [X_low order] Y_high at_X at_Y."
    yield f"  apply (one_root {first} {rest} (/ Y - 1) (/ X - 1)); [exact signs | lra | | |]."
    yield "  { assert (/ 1 < / Y) by (apply Rinv_lt_contravar; lra). rewrite Rinv_1 in *."
    yield "    assert (/ Y < / X) by (apply Rinv_lt_contravar; [apply Rmult_lt_0_compat|]; lra). lra. }"
    for name in "YX":
        yield f"  {{ apply (Rmult_eq_reg_r ({name} ^ {degree}));"
        yield "    [rewrite turned by lra; lra | apply pow_nonzero; lra]. }"
    yield "}"


def level_lines(own: StationaryCase, level: str, low: str, below: str) -> Iterator[str]:
    """Tactics that leave the last level X at which P is negative below, from a level at which it is.

    Parameters
    ----------
    own : StationaryCase
        With the facts of `premise_lines`.
    level : str
        Its name.
    low : str
        The level below, between 0 and 1.
    below : str
        A tactic for priors at which P < 0 there.
    """
    m, k = map(own.text, own.margins)
    ends = f"({m} * ({low} * {low})) ({k} * ({low} * {low}))"
    yield f"destruct (last_level (fun p q X => {own.text(own.polynomial)}) shape {low} {ends})"
    yield f"  as [{level} [{level}_range [good_{level} touched_{level}]]]; cbv beta in *."
    yield "{ lra. }"
    yield "{ repeat apply Rmult_lt_0_compat; lra. }"
    yield "{ repeat apply Rmult_lt_0_compat; lra. }"
    yield "{ intros p q x p_range q_range x_range below."
    yield f"  assert (squares : {low} * {low} <= x * x) by (apply Rmult_le_compat; lra). split."
    for w, least in zip(PRIORS, (m, k), strict=True):
        yield f"  {{ apply Rle_trans with ({least} * (x * x)); [apply Rmult_le_compat_l; lra|]."
        yield f"    apply (away_{w} p q x); [assumption | assumption | lra | exact below]. }}"
    yield "}"
    yield "{ exact at_1. }"
    yield f"{{ {below} }}"


def touching_lines(own: StationaryCase, level: str) -> Iterator[str]:
    """Tactics that take the priors p and q at which P is 0 at the level; there v < 1 and P_v = 0."""
    v, u = own.priors
    yield f"destruct touched_{level} as [p [q [p_range [q_range touches]]]]."
    yield from below_end(own, v.name, u.name, level, "touches")
    yield f"assert (even_v : {own.at(own.slopes[0], v.name, u.name, level)} = 0)."
    yield f"{{ {flat_inside(own, v, level)}. }}"


def below_end(own: StationaryCase, v: str, u: str, level: str, touches: str) -> Iterator[str]:
    """Tactics that leave v < 1 where P = 0."""
    end = own.at(own.polynomial, "1", u, level)
    yield f"assert ({v}_below_1 : {v} < 1)."
    yield f"{{ destruct (Req_dec {v} 1) as [equal|]; [exfalso | destruct {v}_range; lra]."
    yield f"  assert (0 < {end}) by (apply not_at_end; [assumption | lra])."
    yield f"  rewrite equal in {touches}. lra. }}"


def flat_inside(own: StationaryCase, w: sp.Symbol, level: str) -> str:
    """A tactic for P_w = 0 at p and q, where w < 1 and P is 0 and nowhere negative."""
    leading = sp.Poly(own.polynomial, w).coeff_monomial(w**2)
    priors = " ".join("y" if prior == w else prior.name for prior in PRIORS)
    good = f"pose proof (good_{level} {priors} ltac:(assumption) ltac:(assumption))"
    rule = f"apply (flat_inside {own.text(leading, x=level)} _ {w})"
    return f"{rule}; [destruct {w}_range; lra | intros y y_range; {good}; lra]"


def end_lines(own: StationaryCase, name: str, goal: Condition) -> Iterator[str]:
    """Tactics that leave a sign at u = 1 where P = P_v = 0 there, by certificate."""
    v = own.both.v
    p, p_v, _ = own.both.end
    shown = own.shown("found", (*unit(DECAY), *unit(v), zero(p), zero(p_v)), goal)
    yield f"assert ({name} : forall {v} X, 0 < X < 1 -> 0 < {v} < 1 ->"
    yield f"  {own.text(p)} = 0 -> {own.text(p_v)} = 0 -> {own.case.steps.comparison(goal)})."
    yield f"{{ intros {v} X {X_RANGE} [{v}_low {v}_high] touches even. {shown} lra. }}"


def reached_lines(case: BranchCase) -> Iterator[str]:
    """Tactics for `sharp`, at the priors p and q where each P is 0, one of them < 1, from `enough`."""
    if case.setting.floor != "floor":
        raise UndecidedError("only the bound of Theorem 1 has this proof")
    yield "destruct p_range as [p_low p_high], q_range as [q_low q_high]."
    yield f"assert (inside : prior {case.domain} p q) by (repeat split; lra)."
    yield "assert (uncertain : p < 1 \\/ q < 1) by (first [left; lra | right; lra | assumption])."
    numbers = range(len(case.quotients))
    yield from (f"destruct (piece{i} p q inside) as [d{i} e{i}]." for i in numbers)
    yield "assert (f0 : 0 < floor X p q) by (apply floor_positive; [lra | split; lra | split; lra])."
    yield "apply (sharp_within _ _ _ _ _ inside enough X0 uncertain). cbv beta. take_cases."
    within = "apply (fraction_within _ _ _ _ (floor X p q) e{0} d{0} f0); [lra | rewrite floor_form; lra]"
    yield f"all: first [{' | '.join(f'solve [{within.format(i)}]' for i in numbers)}]."


def enough_here(_: int) -> str:
    """A tactic for `False` where P < 0 at p and q, from `good_X`."""
    return "pose proof (good_X p q p_range q_range); lra"


def lifted_lines(case: BranchCase, name: str) -> Iterator[str]:
    """Tactics that leave `enough`, from `good`: a function of the library by this name is nowhere negative.

    P as the profile has it is a multiple.
    """
    p = case.constrained(case.values[0]).polynomial
    yield f"assert (good_X : forall p q, {EVERYWHERE} 0 <= {case.steps.text(p)})."
    yield "{ intros p q p_range q_range. pose proof (good p q p_range q_range) as found."
    yield f"  unfold {name} in found. rewrite floor_form in found. lra. }}"
    yield from enough_lines(case, enough_here)
    yield f"apply {case.setting.of_root}; [assumption | exact enough |]."
