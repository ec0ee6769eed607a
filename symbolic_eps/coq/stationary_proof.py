"""Proofs that follow `symbolic_eps.minimum.one_stationary_value`: one value of eps is stationary inside the ranges.

The premises are certificates, those of the search; compactness, slopes and Descartes' rule are lemmas of
`Stationary.v`. Of the lemmas that are stated before a point is chosen, each is for all priors and all X.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.coq.branch_case import BranchCase
from symbolic_eps.coq.discriminant_chain import Combination, combination
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.one_stationary_value import TwoPriors, in_unit, margin
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, non_negative, positive, zero

RANGE = "[p_low p_high] [q_low q_high]"


@dataclass(frozen=True)
class StationaryCase:
    """A branch whose minimum is where P is stationary in both priors, or at the end u = 1.

    Parameters
    ----------
    case : BranchCase
        With a single value n/d.
    both : TwoPriors
        v and u.
    eliminant : sympy.Expr
        E, positive at x = 1.
    """

    case: BranchCase
    both: TwoPriors
    eliminant: sp.Expr

    @property
    def piece(self) -> ConstrainedPiece:
        """n, d and P."""
        return self.both.piece

    @property
    def priors(self) -> tuple[sp.Symbol, sp.Symbol]:
        """v, whose end never decides, and u."""
        return self.both.v, self.both.u

    def text(self, expression: sp.Expr, **values: str) -> str:
        """In Coq, with texts in the place of p, q and x."""
        return self.case.steps.text(sp.expand(expression), values)

    def at(self, expression: sp.Expr, v: str, u: str, x: str = "X") -> str:
        """In Coq at these priors and this x."""
        return self.text(expression, **{self.both.v.name: v, self.both.u.name: u, DECAY.name: x})

    @cached_property
    def parts(self) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
        """A, B and C of P = A v^2 + B v + C."""
        a, b, c = sp.Poly(self.piece.polynomial, self.both.v).all_coeffs()
        return a, b, c

    @cached_property
    def discriminant(self) -> sp.Expr:
        """D = B^2 - 4 A C."""
        a, b, c = self.parts
        return sp.expand(b**2 - 4 * a * c)

    @cached_property
    def chain(self) -> Combination:
        """How E follows from D = D_u = 0."""
        return combination(self.discriminant, self.both.u, self.eliminant)

    @cached_property
    def margins(self) -> Sequence[sp.Expr]:
        """m and k: P <= 0 only where p >= m x^2 and q >= k x^2."""
        found = [margin(self.piece, w) for w in PRIORS]
        return [m for m in found if m is not None]

    def shown(self, name: str, known: Sequence[Condition], goal: Condition) -> str:
        """A tactic that leaves a sign, by certificate."""
        return self.case.steps.shown(name, (*self.case.region, *known), goal)


def unit(v: sp.Symbol) -> tuple[Condition, ...]:
    """0 < v < 1."""
    return positive(v), positive(1 - v)


def half_open(v: sp.Symbol) -> tuple[Condition, ...]:
    """0 < v <= 1."""
    return positive(v), non_negative(1 - v)


def premise_lines(own: StationaryCase) -> Iterator[str]:
    """Tactics that leave what is known of P at all priors, and that E has one root at most in (0, 1)."""
    p = own.piece.polynomial
    square = tuple(c for w in PRIORS for c in half_open(w))
    everywhere = "forall p q, half_open p -> half_open q ->"
    yield f"assert (shape : smooth (fun p q X => {own.text(p)})) by smoothly."
    yield f"assert (at_1 : {everywhere} 0 < {own.text(p, x='1')})."
    gap = positive(sp.expand(own.piece.numerator - own.piece.denominator))
    yield f"{{ intros p q {RANGE}. {own.shown('gap', square, gap)} lra. }}"
    for w, least in zip(PRIORS, own.margins, strict=True):
        near = sp.expand(w - least * DECAY**2)
        yield own.shown(f"margin_{w}", (), positive(least))
        yield f"assert (away_{w} : forall p q X, half_open p -> half_open q -> 0 < X <= 1 -> {own.text(p)} <= 0 ->"
        yield f"  {own.text(least)} * (X * X) <= {w})."
        known = (*square, *half_open(DECAY), non_negative(-p))
        shown = own.shown("near", known, non_negative(near))
        yield f"{{ intros p q X {RANGE} [X_low X_high] below. {shown} lra. }}"
    v, u = own.priors
    end = sp.expand(p.subs(v, 1))
    inside = (*half_open(u), *unit(DECAY))
    yield f"assert (not_at_end : forall {u} X, half_open {u} -> 0 < X < 1 -> 0 < {own.at(p, '1', u.name)})."
    yield f"{{ intros {u} X [{u}_low {u}_high] [X_low X_high]. {own.shown('apart', inside, positive(end))} lra. }}"
    yield from _stationary_lines(own)
    yield from _once_lines(own)


def _stationary_lines(own: StationaryCase) -> Iterator[str]:
    """Where D = D_u = 0, or P = P_v = P_u = 0, E = 0."""
    (v, u), p, d, (a, b, _) = own.priors, own.piece.polynomial, own.discriminant, own.parts
    slope, chain, e = sp.diff(d, u), own.chain, own.eliminant
    scale = own.text(chain.scale)
    unit_x = unit(DECAY)
    sign = 1 if own.case.steps.excludes((*own.case.region, *unit_x, non_negative(-chain.scale))) else -1
    yield f"assert (flat : forall {u} X, 0 < X < 1 -> {own.text(d)} = 0 -> {own.text(slope)} = 0 -> {own.text(e)} = 0)."
    yield f"{{ intros {u} X [X_low X_high] level even."
    yield f"  {own.shown('scale', unit_x, positive(sign * chain.scale))}"
    combined = f"{own.text(chain.first)} * {own.text(d)} + {own.text(chain.second)} * {own.text(slope)}"
    yield f"  apply (Rmult_eq_reg_l {scale}); [|lra]."
    yield f"  transitivity ({combined}); [ring | rewrite level, even; ring]. }}"
    p_v, p_u = sp.diff(p, v), sp.diff(p, u)
    facts = " -> ".join(f"{own.text(f)} = 0" for f in (p, p_v, p_u))
    yield f"assert (stationary : forall {v} {u} X, 0 < X < 1 -> {facts} -> {own.text(e)} = 0)."
    yield f"{{ intros {v} {u} X X_range touches even_v even_u. apply (flat {u} X X_range)."
    yield f"  {{ transitivity ({own.text(p_v)} * {own.text(p_v)} - 4 * {own.text(a)} * {own.text(p)});"
    yield "    [ring | rewrite even_v, touches; ring]. }"
    turning = sp.expand(2 * sp.diff(a, u) * v + sp.diff(b, u))
    rest = f"4 * {own.text(sp.diff(a, u))} * {own.text(p)} - 4 * {own.text(a)} * {own.text(p_u)}"
    yield f"  {{ transitivity (2 * {own.text(p_v)} * {own.text(turning)} - {rest});"
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
    for before, after in zip(coefficients, coefficients[1:], strict=False):
        refuted = own.case.steps.excluded((*region, non_negative(-before), positive(after)))
        yield f"  split; [destruct (Rlt_or_le 0 {own.text(before)}); [left; assumption | right]; apply Rnot_lt_le;"
        yield f"    intros less; {refuted} |]."
    yield "  exact I. }"
    yield f"assert (turned : forall X, 0 < X -> along (cons {first} {rest}) (/ X - 1) * X ^ {degree} = {own.text(e)})."
    yield "{ intros X X_low. cbn [along]. field. lra. }"
    at_y, at_x = own.text(e, x="Y"), own.text(e)
    yield f"assert (once : forall X Y, 0 < X < Y -> Y < 1 -> {at_x} = 0 -> {at_y} = 0 -> False)."
    yield "{ intros X Y [X_low order] Y_high at_X at_Y."
    yield f"  apply (one_root {first} {rest} (/ Y - 1) (/ X - 1)); [exact signs | lra | | |]."
    yield "  { assert (/ 1 < / Y) by (apply Rinv_lt_contravar; lra). rewrite Rinv_1 in *."
    yield "    assert (/ Y < / X) by (apply Rinv_lt_contravar; [apply Rmult_lt_0_compat|]; lra). lra. }"
    for name, at in (("Y", "at_Y"), ("X", "at_X")):
        yield f"  {{ apply (Rmult_eq_reg_r ({name} ^ {degree})); [rewrite turned by lra; lra | apply pow_nonzero; lra]. }}"
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
    yield f"destruct (last_level (fun p q X => {own.text(own.piece.polynomial)}) shape {low} {ends})"
    yield f"  as [{level} [{level}_range [good_{level} touched_{level}]]]; cbv beta in *."
    yield "{ lra. }"
    yield "{ repeat apply Rmult_lt_0_compat; lra. }"
    yield "{ repeat apply Rmult_lt_0_compat; lra. }"
    yield "{ intros p q x p_range q_range x_range below."
    yield f"  assert (squares : {low} * {low} <= x * x) by (apply Rmult_le_compat; lra). split."
    for w, least in zip(PRIORS, (m, k), strict=True):
        step = "[apply Rmult_le_compat_l; lra|]"
        yield f"  {{ apply Rle_trans with ({least} * (x * x)); {step}."
        yield f"    apply (away_{w} p q x); [assumption | assumption | lra | exact below]. }}"
    yield "}"
    yield "{ exact at_1. }"
    yield f"{{ {below} }}"


def touching_lines(own: StationaryCase, level: str) -> Iterator[str]:
    """Tactics that take the priors p and q at which P is 0 at the level; there v < 1 and P_v = 0."""
    v, p = own.both.v, own.piece.polynomial
    yield f"destruct touched_{level} as [p [q [p_range [q_range touches]]]]."
    yield from inside_lines(own, v.name, own.both.u.name, level, f"good_{level}", "touches")
    yield f"assert (even_v : {own.at(sp.diff(p, v), v.name, own.both.u.name, level)} = 0)."
    yield f"{{ {flat_inside(own, v, level)}. }}"


def inside_lines(own: StationaryCase, v: str, u: str, level: str, good: str, touches: str) -> Iterator[str]:
    """Tactics that leave v < 1 where P = 0."""
    end = own.at(own.piece.polynomial, "1", u, level)
    yield f"assert ({v}_below_1 : {v} < 1)."
    yield f"{{ destruct (Req_dec {v} 1) as [equal|]; [|destruct {v}_range; lra]. exfalso."
    yield f"  assert (0 < {end}) by (apply not_at_end; [assumption | lra]). rewrite equal in {touches}. lra. }}"


def flat_inside(own: StationaryCase, w: sp.Symbol, level: str) -> str:
    """A tactic for P_w = 0 at p and q, where w < 1 and P is 0 and nowhere negative."""
    p = own.piece.polynomial
    leading = sp.Poly(p, w).coeff_monomial(w**2)
    priors = " ".join("y" if prior == w else prior.name for prior in PRIORS)
    found = f"pose proof (good_{level} {priors} ltac:(assumption) ltac:(assumption))"
    rule = f"apply (flat_inside {own.text(leading, x=level)} _ {w})"
    return f"{rule}; [destruct {w}_range; lra | intros y y_range; {found}; lra]"


def end_lines(own: StationaryCase, name: str, sign: str, goal: Condition) -> Iterator[str]:
    """Tactics that leave the sign of P_u at u = 1 where P = P_v = 0 there, by certificate."""
    v = own.both.v
    p, p_v, p_u = own.both.end
    known = (*unit(DECAY), *unit(v), zero(p), zero(p_v))
    yield f"assert ({name} : forall {v} X, 0 < X < 1 -> 0 < {v} < 1 -> {own.text(p)} = 0 -> {own.text(p_v)} = 0 ->"
    yield f"  {sign})."
    yield f"{{ intros {v} X [X_low X_high] [{v}_low {v}_high] touches even. {own.shown('found', known, goal)} lra. }}"


def reached_lines(own: StationaryCase) -> Iterator[str]:
    """Tactics for `sharp`, at the priors p and q with P = 0, from `enough`."""
    case, v = own.case, own.both.v
    if case.setting.floor != "floor":
        raise UndecidedError("only the bound of Theorem 1 has this proof")
    yield "destruct p_range as [p_low p_high], q_range as [q_low q_high]."
    yield f"assert (inside : prior {case.domain} p q) by (repeat split; lra)."
    turn = "left" if v == PRIORS[0] else "right"
    yield f"assert (uncertain : p < 1 \\/ q < 1) by ({turn}; lra)."
    yield "destruct (piece0 p q inside) as [d0 e0]."
    yield "assert (f0 : 0 < floor X p q) by (apply floor_positive; [lra | split; lra | split; lra])."
    yield "apply (sharp_within _ _ _ _ _ inside enough X0 uncertain). cbv beta."
    yield "take_cases. apply (fraction_within _ _ _ _ (floor X p q) e0 d0 f0); [lra | rewrite floor_form; lra]."


def enough_here(_: int) -> str:
    """A tactic for `False` where P < 0 at p and q, from `good_X`."""
    return "pose proof (good_X p q p_range q_range); lra"
