"""That P is not negative in a box around a minimum whose priors are roots of polynomials of their own.

P bends upward in the box, and lies above its tangent at the minimum, which is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sympy as sp

from symbolic_eps.coq.own_roots.own_bracket import apart, curvature, second_slopes
from symbolic_eps.coq.own_roots.own_place import PLACE, Active, OwnPlace
from symbolic_eps.coq.own_roots.own_ridge import bends_lines, share_lines, sides
from symbolic_eps.coq.own_roots.own_ridge_end import end_lines
from symbolic_eps.coq.own_roots.own_side import side_lines
from symbolic_eps.coq.own_roots.ridge_end import RidgeEnd
from symbolic_eps.coq.own_roots.side import Side
from symbolic_eps.minimum.at_numbers.bracket import rational
from symbolic_eps.profiles.profile import PRIORS
from verify.language.condition import non_negative, positive

_STEP = {v: f"h_{v.name}" for v in PRIORS}
_HERE = {v.name: PLACE[v] for v in PRIORS}
_ENDS = "p_low p_high q_low q_high"


def around_lines(own: OwnPlace, active: Active) -> Iterator[str]:
    """Tactics that leave that a deciding value, or the sum of two on a ridge, is not negative in the box."""
    text, i, ridge = own.steps.text, active.indices[0], active.ridge
    if isinstance(ridge, RidgeEnd):
        yield from end_lines(own, active, ridge)
        return
    if isinstance(ridge, Side):
        yield from side_lines(own, active, ridge)
        return
    f = active.polynomials[0] if ridge is None else ridge.whole
    everywhere = f"forall p q : R, {' -> '.join([*sides(own), f'0 <= {text(f)}'])}"
    yield (
        f"assert (around{i} : {everywhere})."
        if ridge is None
        else (f"assert (around{i} : exists mu : R, 0 <= mu /\\ {everywhere}).")
    )
    yield "{"
    yield f"  destruct place as {own.pattern(*PLACE.values())}."
    for j, equation in enumerate(active.equations):
        yield f"  assert (flat{j} : {text(equation, _HERE)} = 0) by lra."
    if ridge is None:
        yield from _above_tangent(own, f, _bends(own, f))
    else:
        yield from share_lines(own, active, ridge)
        yield from _above_tangent(own, f, bends_lines(own, ridge))
        yield "  exists mu. split; [lra|]."
    yield f"  intros p q {_ENDS}. apply touched; assumption."
    yield "}"
    if ridge is not None:
        yield f"destruct around{i} as [mu [mu0 around{i}]]."


def _above_tangent(own: OwnPlace, f: sp.Expr, bends: Iterable[str]) -> Iterator[str]:
    """From f = f_p = f_q = 0 at the place, that f is not negative in the box, where it bends upward."""
    text = own.steps.text
    pp, pq, qq = second_slopes(f)
    curved = f"0 < {text(pp)} /\\ 0 <= {text(pp)} * {text(qq)} - {text(pq)} * {text(pq)}"
    yield f"  assert (curved : forall p q : R, {' -> '.join([*sides(own), curved])})."
    yield f"  {{ intros p q {_ENDS}."
    yield from (f"    {line}" for line in bends)
    yield "    split; assumption. }"
    moved = {v.name: f"({PLACE[v]} + {_STEP[v]})" for v in PRIORS}
    within = {v.name: f"({PLACE[v]} + t * {_STEP[v]})" for v in PRIORS}
    yield f"  assert (touched : forall p q : R, {' -> '.join([*sides(own), f'0 <= {text(f)}'])})."
    yield f"  {{ intros p q {_ENDS}."
    for v in PRIORS:
        step, place = _STEP[v], PLACE[v]
        yield f"    pose ({step} := {v.name} - {place})."
        yield f"    assert (form_{v.name} : {v.name} = {place} + {step}) by (unfold {step}; ring')."
        yield f"    clearbody {step}. subst {v.name}."
    coefficients = "nil"
    for c in reversed(_along(f)):
        coefficients = f"(cons {text(c, _HERE)} {coefficients})"
    slope = " + ".join(f"{text(sp.expand(sp.diff(f, v)), _HERE)} * {_STEP[v]}" for v in PRIORS)
    unfolded = "by (clear; unfold c; cbn [bend_along slope_along along]; ring')"
    yield f"    pose (c := {coefficients})."
    yield f"    assert (end1 : along c 1 = {text(f, moved)}) {unfolded}."
    yield f"    assert (end0 : along c 0 = {text(f, _HERE)}) {unfolded}."
    yield f"    assert (start : slope_along c 0 = {slope}) {unfolded}."
    yield "    assert (bends : forall t, 0 <= t <= 1 -> 0 <= bend_along c t)."
    yield "    { intros t t_range."
    for v, side in zip(PRIORS, (own.bracket.p, own.bracket.q), strict=True):
        low, high = (text(rational(end)) for end in side)
        named = f"[{v.name}_after {v.name}_before]"
        yield f"      destruct (between_ends {low} {high} {PLACE[v]} {_STEP[v]} t) as {named}; try lra."
    at = " ".join(within.values())
    yield f"      destruct (curved {at}) as [bends turns]; [lra | lra | lra | lra |]."
    a, b, c = (text(e, within) for e in (pp, pq, qq))
    form = f"{a} * (h_p * h_p) + 2 * {b} * (h_p * h_q) + {c} * (h_q * h_q)"
    yield f"      assert (form : bend_along c t = {form}) {unfolded}."
    yield "      rewrite form. apply form_nonnegative; assumption. }"
    yield "    pose proof (above_tangent c bends) as tangent. rewrite end1, end0, start in tangent."
    yield "    rewrite flat0, flat1, flat2 in tangent. lra. }"


def _bends(own: OwnPlace, f: sp.Expr) -> Iterator[str]:
    """That f_pp > 0, and f_pp f_qq - f_pq^2 >= 0: by bounds of the three, where these do, or as a whole."""
    steps, facts = own.steps, own.around
    pp, pq, qq = second_slopes(f)
    yield steps.shown("bends", facts, positive(pp))
    turns = f"{steps.text(pp)} * {steps.text(qq)} - {steps.text(pq)} * {steps.text(pq)}"
    ends = apart(f, own.bracket)
    if ends is None:
        yield steps.shown("turned", facts, positive(curvature(f)[1]))
        yield f"assert (turns : 0 <= {turns}) by lra."
        return
    a, b, c = map(rational, ends)
    for name, value in (
        ("least_a", pp - a),
        ("least_c", qq - c),
        ("most_b", b - pq),
        ("least_b", b + pq),
    ):
        yield steps.shown(name, facts, non_negative(value))
    texts = " ".join(steps.text(value) for value in (a, b, c, pp, pq, qq))
    yield f"assert (turns : 0 <= {turns}) by (apply (apart_from {texts}); lra)."


def _along(f: sp.Expr) -> list[sp.Expr]:
    """The coefficients of f at p + t h_p, q + t h_q, by powers of t."""
    t = sp.Dummy("t")
    moved = {v: v + t * sp.Symbol(_STEP[v], real=True) for v in PRIORS}
    return list(reversed(sp.Poly(sp.expand(f.subs(moved, simultaneous=True)), t).all_coeffs()))
