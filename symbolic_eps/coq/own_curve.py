"""That P is not negative in a box around a minimum whose priors are roots of polynomials of their own.

P bends upward in the box, and lies above its tangent at the minimum, which is 0. Where a condition h >= 0 of
the piece is tight at the minimum, this is said of P - m h + c h^2 with a multiplier m > c h.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp

from symbolic_eps.coq.own_bracket import MULTIPLIER, apart, curvature
from symbolic_eps.coq.own_place import PLACE, Active, OwnPlace
from symbolic_eps.minimum.bracket import rational
from symbolic_eps.profiles.profile import PRIORS
from verify.language.condition import Condition, non_negative, positive

_STEP = {v: f"h_{v.name}" for v in PRIORS}
_HERE = {v.name: PLACE[v] for v in PRIORS}
_ENDS = "p_low p_high q_low q_high"


def around_lines(own: OwnPlace, active: Active) -> Iterator[str]:
    """Tactics that leave that a deciding value is enough in the box, where it is taken."""
    text, whole = own.steps.text, active.bent
    goal = f"0 <= {text(active.piece.polynomial)}"
    tight = [] if active.ridge is None else [f"0 <= {text(active.ridge)}"]
    yield f"assert (around{active.index} : forall p q : R, {' -> '.join([*_sides(own), *tight, goal])})."
    yield "{"
    yield f"  destruct place as {own.pattern(*PLACE.values())}."
    if active.ridge is None:
        for i, e in enumerate((whole.polynomial, *(sp.diff(whole.polynomial, v) for v in PRIORS))):
            yield f"  assert (flat{i} : {text(sp.expand(e), _HERE)} = 0) by lra."
        yield from _above_tangent(own, whole.polynomial, ())
        yield f"  intros p q {_ENDS}. apply touched; assumption."
    else:
        yield from _above_ridge(own, active, active.ridge)
    yield "}"


def _sides(own: OwnPlace) -> Sequence[str]:
    return [own.steps.comparison(side) for side in own.box]


def _above_ridge(own: OwnPlace, active: Active, h: sp.Expr) -> Iterator[str]:
    """P = M + h (m - c h), where M = P - m h + c h^2 bends upward and is 0 and flat at the place."""
    steps, text, whole = own.steps, own.steps.text, active.bent
    v, p = whole.prior, active.piece.polynomial
    assert v is not None
    (w,) = (other for other in PRIORS if other != v)
    low, high = map(rational, own.boxed.multipliers[active.index])
    slope, ratio = (sp.expand(whole.sign * sp.diff(e, v)) for e in (h, p))
    above, below = sp.expand(ratio - low * slope), sp.expand(high * slope - ratio)
    shown = [positive(slope), non_negative(above), non_negative(below)]
    together = " /\\ ".join(map(steps.comparison, shown))
    yield f"  assert (pulled : forall p q : R, {' -> '.join([*_sides(own), together])})."
    yield f"  {{ intros p q {_ENDS}."
    for i, condition in enumerate(shown):
        yield f"    {steps.shown(f'pull{i}', own.around, condition)}"
    yield "    repeat split; lra. }"
    at_place = " ".join(PLACE.values())
    yield f"  destruct (pulled {at_place}) as [pull0 [pull1 pull2]]; [lra | lra | lra | lra |]."
    ends = f"{text(ratio, _HERE)} {text(slope, _HERE)} {text(low)} {text(high)}"
    names = "[multiplier [ratio [multiplier_low multiplier_high]]]"
    yield f"  destruct (ratio_between {ends}) as {names}; [lra | lra | lra |]."
    slopes = [(sp.expand(sp.diff(e, one))) for one in (v, w) for e in (p, h)]
    one, k_one, other, k_other = (text(e, _HERE) for e in slopes)
    yield f"  assert (ratio_{v.name} : {one} = multiplier * {k_one}) by lra."
    yield f"  assert (ratio_{w.name} : {other} = multiplier * {k_other})."
    yield f"  {{ apply (other_slope {one} _ {k_one}); [lra | exact ratio_{v.name} | lra]. }}"
    yield f"  assert (here : {text(p, _HERE)} = 0) by lra. assert (tight : {text(h, _HERE)} = 0) by lra."
    m, c = sp.Symbol(MULTIPLIER.name, real=True), whole.pull
    forms = [f"{text(p, _HERE)} - multiplier * {text(h, _HERE)} + {c} * {text(h, _HERE)} * {text(h, _HERE)}"]
    for u in PRIORS:
        first, second = (text(sp.expand(sp.diff(e, u)), _HERE) for e in (p, h))
        forms.append(f"{first} - multiplier * {second} + {2 * c} * {text(h, _HERE)} * {second}")
    rules = ["here, tight", "ratio_p, tight", "ratio_q, tight"]
    for i, (e, form, rule) in enumerate(
        zip((whole.polynomial, *(sp.diff(whole.polynomial, u) for u in PRIORS)), forms, rules, strict=True)
    ):
        yield f"  assert (flat{i} : {text(sp.expand(e), _HERE)} = 0)."
        yield f"  {{ transitivity ({form}); [clear; ring | rewrite {rule}; ring]. }}"
    known = (non_negative(m - low), non_negative(high - m))
    yield from _above_tangent(own, whole.polynomial, known)
    yield f"  intros p q {_ENDS} inside."
    yield f"  {steps.shown('room', (*own.around, *known), non_negative(m - c * h))}"
    yield f"  pose proof (touched p q {_ENDS}) as bent."
    yield f"  assert (0 <= {text(h)} * {text(m - c * h)}) by (apply Rmult_le_pos; lra). lra."


def _above_tangent(own: OwnPlace, f: sp.Expr, known: tuple[Condition, ...]) -> Iterator[str]:
    """From f = f_p = f_q = 0 at the place, that f is not negative in the box."""
    steps, text = own.steps, own.steps.text
    p, q = PRIORS
    pp, pq, qq = (sp.expand(sp.diff(f, *pair)) for pair in ((p, p), (p, q), (q, q)))
    curved = f"0 < {text(pp)} /\\ 0 <= {text(pp)} * {text(qq)} - {text(pq)} * {text(pq)}"
    yield f"  assert (curved : forall p q : R, {' -> '.join([*_sides(own), curved])})."
    yield f"  {{ intros p q {_ENDS}."
    yield f"    {steps.shown('bends', (*own.around, *known), positive(pp))}"
    yield from _turns(own, f, known)
    moved = {v.name: f"({PLACE[v]} + {_STEP[v]})" for v in PRIORS}
    within = {v.name: f"({PLACE[v]} + t * {_STEP[v]})" for v in PRIORS}
    yield f"  assert (touched : forall p q : R, {' -> '.join([*_sides(own), f'0 <= {text(f)}'])})."
    yield f"  {{ intros p q {_ENDS}."
    for v in PRIORS:
        step, place = _STEP[v], PLACE[v]
        yield f"    pose ({step} := {v.name} - {place})."
        yield f"    assert (form_{v.name} : {v.name} = {place} + {step}) by (unfold {step}; ring)."
        yield f"    clearbody {step}. subst {v.name}."
    coefficients = "nil"
    for c in reversed(_along(f)):
        coefficients = f"(cons {text(c, _HERE)} {coefficients})"
    slope = " + ".join(f"{text(sp.expand(sp.diff(f, v)), _HERE)} * {_STEP[v]}" for v in PRIORS)
    unfolded = "by (clear; unfold c; cbn [bend_along slope_along along]; ring)"
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


def _turns(own: OwnPlace, f: sp.Expr, known: tuple[Condition, ...]) -> Iterator[str]:
    """That f_pp f_qq - f_pq^2 is not negative: by bounds of the three, where these do, or as a whole."""
    steps, facts = own.steps, (*own.around, *known)
    p, q = PRIORS
    pp, pq, qq = (sp.expand(sp.diff(f, *pair)) for pair in ((p, p), (p, q), (q, q)))
    ends = apart(f, own.boxed)
    if ends is None:
        yield f"    {steps.shown('turns', facts, positive(curvature(f)[1]))}"
        yield "    split; lra. }"
        return
    a, b, c = map(rational, ends)
    for name, value in (
        ("least_a", pp - a),
        ("least_c", qq - c),
        ("most_b", b - pq),
        ("least_b", b + pq),
    ):
        yield f"    {steps.shown(name, facts, non_negative(value))}"
    texts = " ".join(steps.text(value) for value in (a, b, c, pp, pq, qq))
    yield f"    split; [lra | apply (apart_from {texts}); lra]. }}"


def _along(f: sp.Expr) -> list[sp.Expr]:
    """The coefficients of f at p + t h_p, q + t h_q, by powers of t."""
    t = sp.Dummy("t")
    moved = {v: v + t * sp.Symbol(_STEP[v], real=True) for v in PRIORS}
    return list(reversed(sp.Poly(sp.expand(f.subs(moved, simultaneous=True)), t).all_coeffs()))
