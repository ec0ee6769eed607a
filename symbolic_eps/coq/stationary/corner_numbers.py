"""Lemmas on the number of X among the roots of E in (0, 1), where F is negative at X = w = sqrt(1-b).

In w and f as in `minimum.stationary.corner_or_inside`, let z = w^2/(1-w^2) and y = w - f/2. At -1, 0, z, y,
w, 1/2 and 2 E changes its sign from one to the next, and is positive at -1. So it has six roots, X among
them; divided by these it is a parabola without a root between -1 and 2. At z it has the factor
(f + w^2 - w)^2; for a = b this is 0, and z is a double root. So much for a < 1, where X is the fourth root.

For a >= 1 E is positive at z, negative at 2 w^2 and positive at w. With x = w/(1+s), E is w^3 C/(1+s)^8, C a
polynomial in s with two changes of sign among its coefficients: there are just two roots in (0, w).
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.coq.statements.statement import as_coq
from symbolic_eps.minimum.polynomials import outside
from symbolic_eps.minimum.stationary.corner_or_inside import F, W, eliminant, line, second_comparison
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.language.condition import Condition, non_negative, positive

H = parameter("h")
_HALF = sp.Rational(1, 2)
_DOUBLE = W**2 / (1 - W**2)
_BESIDE = W - F / 2
_POSITIVE = "repeat first [assumption | apply Rdiv_lt_0_compat | apply Rmult_lt_0_compat | apply pow_lt]; lra"


def fourth_lines(steps: Contradictions, form: str) -> Iterator[str]:
    """Tactics for a < 1, where w and f stand for a and b, from `split`, `apart` and `above`.

    Parameters
    ----------
    steps : Contradictions
        Finds the certificates.
    form : str
        The lemma that the discriminant of D is a positive factor times E.
    """
    e = _in_strip()
    yield from _listed_lines(e, form)
    yield from _signs_of_e(steps, e)
    yield "assert (X_half : X < 1 / 2)."
    yield "{ apply Rnot_le_lt. intros [less|same]; [|rewrite same in at_half; lra]."
    yield "  destruct (level (1 / 2) ltac:(lra)) as [h [h0 there]]."
    yield "  pose proof (before (1 / 2) ltac:(lra)) as high. rewrite there in high."
    yield "  pose proof (opposite h _ ltac:(lra) (Rlt_le _ _ at_half)). lra. }"
    yield "assert (top : List.last c 0 <= 0)."
    yield "{ unfold c. cbn [List.last]. apply Rlt_le."
    yield "  apply (product_below_0 _ ((1 - w + f)^4) (f - w)); [ring | apply pow_lt; lra | lra]. }"
    yield "destruct (Req_dec (f + w^2 - w) 0) as [equal|distinct]."
    yield from _where_equal(e)
    yield f"apply (fourth_root c ({as_coq(_DOUBLE)}) ({as_coq(_BESIDE)}) w X);"
    yield "  try assumption; try lra; try reflexivity."
    yield "assert (nodes : 0 < (f + w^2 - w) * (f + w^2 - w)) by (apply positive_square; exact distinct)."
    yield from _sign(steps, _known(), e, "at_z", _DOUBLE, 1, sp.expand(F + W**2 - W))
    yield "exact at_z."


def third_lines(steps: Contradictions, form: str) -> Iterator[str]:
    """Tactics for a >= 1, from the same; `early` says that 4 w f < 1 - 3 w."""
    e, known = _in_strip(), _known_above()
    yield from _listed_lines(e, form)
    yield "assert (nodes : 0 < (f + w^2 - w) * (f + w^2 - w))."
    yield "{ assert (0 < w^2) by (apply pow_lt; lra). apply Rmult_lt_0_compat; lra. }"
    yield from _sign(steps, known, e, "at_z", _DOUBLE, 1, sp.expand(F + W**2 - W))
    yield from _sign(steps, known, e, "at_w", W, 1)
    yield from _negative_at_square(steps, e)
    yield "assert (quarter : w < 1 / 4)."
    yield "{ apply Rnot_le_lt. intros more. assert (w * w <= w * f) by (apply Rmult_le_compat_l; lra)."
    yield "  assert (1 / 4 * (1 / 4) <= w * w) by (apply Rmult_le_compat; lra). lra. }"
    yield "assert (small : w * w < w * (1 / 4)) by (apply Rmult_lt_compat_l; lra)."
    yield f"assert (z_0 : 0 < {as_coq(_DOUBLE)}) by (apply Rdiv_lt_0_compat; [apply pow_lt|]; lra)."
    yield f"assert (z_y : {as_coq(_DOUBLE)} < 2 * w^2)."
    yield "{ apply (Rmult_lt_reg_l (1 - w^2)); [lra|]."
    yield f"  replace ((1 - w^2) * ({as_coq(_DOUBLE)})) with (w^2) by (field; lra)."
    yield "  assert (0 < w^2 * (1 / 2 - w^2)) by (apply Rmult_lt_0_compat; [apply pow_lt|]; lra). lra. }"
    yield "pose proof (along_continuous c) as continuous."
    for name, low, high in (("r1", as_coq(_DOUBLE), "2 * w^2"), ("r2", "2 * w^2", "w")):
        yield f"destruct (root_between (along c) ({low}) ({high}) continuous)"
        yield f"  as [{name} [{name}_range {name}_zero]]; [lra | apply product_of_opposite; lra |]."
    yield from _changes(steps, known, e)
    yield "apply (third_root (along c) cons_of_s (w^5) w r1 r2 X);"
    yield "  try assumption; try lra; try (apply pow_lt; lra)."
    yield "{ intros y. unfold cons_of_s, c. cbn [along in_both length]. ring. }"
    yield "intros y y_range zero. destruct (level y ltac:(lra)) as [h [h0 there]]."
    yield "pose proof (before y y_range) as high. rewrite there, zero in high. lra."


def _negative_at_square(steps: Contradictions, e: sp.Expr) -> Iterator[str]:
    """Tactics for E < 0 at 2 w^2; the certificate is in w and h = f - w."""
    value = sp.expand(-e.subs(DECAY, 2 * W**2))
    power = min(powers[0] for powers in sp.Poly(value, W, F).monoms())
    rest = sp.expand(sp.cancel(value / W**power))
    moved = positive(W), non_negative(H), positive(sp.expand(1 - 3 * W - 4 * W * (W + H)))
    refuted = steps.excluded((*moved, non_negative(sp.expand(-rest.subs(F, W + H)))), at={"h": "(f - w)"})
    yield f"assert (at_y_sign : 0 < {as_coq(rest)}) by (apply not_at_most_0; intros less; {refuted})."
    yield "assert (at_y : along c (2 * w^2) < 0)."
    yield f"{{ apply (product_below_0 _ (w^{power}) (- ({as_coq(rest)})));"
    yield "    [unfold c; cbn [along]; ring | apply pow_lt; lra | lra]. }"


def _changes(steps: Contradictions, known: tuple[Condition, ...], e: sp.Expr) -> Iterator[str]:
    """Tactics for two changes of sign at most among the coefficients of C."""
    s = sp.Dummy("s")
    powers = enumerate(reversed(sp.Poly(e, DECAY).all_coeffs()))
    whole = sp.Poly(sp.expand(sum(c * W**k * (1 + s) ** (8 - k) for k, c in powers)), s)
    coefficients = [sp.expand(sp.cancel(c / W**3)) for c in reversed(whole.all_coeffs())]
    bare = [sp.expand(sp.cancel(c / f)) for c, f in zip(coefficients, (F**2, F, *[1] * 7), strict=True)]
    texts = [f"({as_coq(c)})" for c in bare]
    texts[:2] = [f"(f^2 * {texts[0]})", f"(f * {texts[1]})"]
    cons = "".join(f"(cons {text} " for text in texts)
    yield f"set (cons_of_s := {cons}nil{')' * len(texts)})."
    yield "assert (changes : falls_and_rises cons_of_s)."
    first = "".join(f"(cons {text} " for text in texts[:6])
    yield f"{{ apply (one_fall {first}nil{')' * 6} {' '.join(texts[6:])})."
    yield "  { cbn [one_change]. split; [left; apply Rmult_lt_0_compat; [apply pow_lt|]; lra|]."
    for k in range(1, 5):
        refuted = steps.excluded((*known, positive(bare[k + 1]), non_negative(-bare[k])))
        raised = "apply Rmult_lt_0_compat; lra" if k == 1 else "assumption"
        yield f"    split; [destruct (Rlt_or_le 0 ({as_coq(bare[k])})) as [more|low]; [left; {raised}|]|]."
        yield f"    {{ right. apply Rnot_lt_le. intros more. {refuted}. }}"
    yield "    exact I. }"
    refuted = steps.excluded((*known, positive(bare[6]), positive(-bare[7])))
    yield f"  {{ destruct (Rle_or_lt ({as_coq(bare[6])}) 0) as [|more]; [left; assumption | right]."
    yield f"    apply Rnot_lt_le. intros less. {refuted}. }}"
    yield f"  {steps.shown('last_one', known, non_negative(bare[8]))} lra. }}"


def _in_strip() -> sp.Expr:
    """E for w and f."""
    return sp.expand(outside(eliminant(), (DECAY, 1 - W + F, 1 - W**2)))


def _listed_lines(e: sp.Expr, form: str) -> Iterator[str]:
    """Tactics that leave E as a list of coefficients, and that it is 0 at X."""
    yield "intros a1 X_range meets before."
    yield "pose proof (factor_above_0 _ _ _ split apart ltac:(lra)) as told."
    yield "assert (square : 0 < 1 - w^2)."
    yield "{ assert (0 < (1 - w) * (1 + w)) by (apply Rmult_lt_0_compat; lra). lra. }"
    yield f"set (c := {_listed(e)})."
    yield "assert (level : forall y, 0 < y < 1 -> exists k, 0 < k /\\"
    yield "  corner_level (1 - w + f) (1 - w^2) y = k * along c y)."
    yield "{ intros y y_range."
    yield "  exists (256 * ((1 - w + f)^3 * (1 - w^2)^2 * y^4 * (1 + y)^2 * (1 - y)^3)). split."
    yield f"  {{ {_POSITIVE}. }}"
    yield f"  rewrite {form}. unfold c. cbn [along]. ring. }}"
    yield "destruct (level X ltac:(lra)) as [k [k0 at_X]]. rewrite meets in at_X."
    yield "assert (root : along c X = 0) by (apply (Rmult_eq_reg_l k); lra)."
    yield "apply (numbered_root_scaled _ (along c) _ 1); [lra | intros y; unfold c; cbn [along]; ring |]."


def _known_above() -> tuple[Condition, ...]:
    """The same for a >= 1."""
    unit, told = (positive(W), positive(1 - 3 * W), positive(F)), _told()
    return *unit, non_negative(F - W), positive(1 - 3 * W - 4 * W * F), positive(told)


def _told() -> sp.Expr:
    even, odd = (outside(part, (1 - W + F, 1 - W**2)) for part in second_comparison())
    return sp.expand(even + W * odd)


def _known() -> tuple[Condition, ...]:
    """What is known of w and f."""
    told, beside = _told(), sp.expand(line(1 - W + F, 1 - W**2))
    return positive(W), positive(1 - 3 * W), positive(F), positive(W - F), positive(beside), positive(told)


def _signs_of_e(steps: Contradictions, e: sp.Expr) -> Iterator[str]:
    """Tactics for the signs of E at the places."""
    low = sp.expand(4 * (2 - W + F - W**2) - 4 - (F - W + W**2) ** 2)
    yield steps.shown("low", _known(), positive(low))
    yield "assert (at_m : 0 < along c (-1))."
    yield f"{{ apply (product_above_0 _ (({as_coq(low)}) * ({as_coq(low)})) (1 - w + f - w^2));"
    yield "    [unfold c; cbn [along]; ring | apply Rmult_lt_0_compat; lra |]."
    yield "  assert (w * w <= w * 1) by (apply Rmult_le_compat_l; lra). lra. }"
    yield "assert (at_0 : along c 0 < 0)."
    yield "{ apply (product_below_0 _ (w^4) (f - w));"
    yield "    [unfold c; cbn [along]; ring | apply pow_lt; lra | lra]. }"
    yield from _sign(steps, _known(), e, "at_w", W, 1)
    yield from _sign(steps, _known(), e, "at_y", _BESIDE, -1)
    yield from _sign(steps, _known(), e, "at_half", _HALF, -1)
    yield from _sign(steps, _known(), e, "at_2", sp.Integer(2), 1)
    order = sp.expand((1 - W**2) * _BESIDE - W**2)
    yield steps.shown("order", _known(), positive(order))
    yield f"assert (z_0 : 0 < {as_coq(_DOUBLE)}) by (apply Rdiv_lt_0_compat; [apply pow_lt|]; lra)."
    yield f"assert (z_y : {as_coq(_DOUBLE)} < {as_coq(_BESIDE)})."
    yield "{ apply (Rmult_lt_reg_l (1 - w^2)); [lra|]."
    yield f"  replace ((1 - w^2) * ({as_coq(_DOUBLE)})) with (w^2) by (field; lra). lra. }}"


def _sign(
    steps: Contradictions,
    known: tuple[Condition, ...],
    e: sp.Expr,
    name: str,
    at: sp.Expr,
    sign: int,
    node: sp.Expr = sp.S.One,
) -> Iterator[str]:
    """Tactics for the sign of E at a place: a positive factor times what has a certificate."""
    above, below = sp.fraction(sp.together(e.subs(DECAY, at)))
    constant, factors = sp.factor_list(above)
    rest, powers = sp.Integer(1 if constant > 0 else -1), list[str]()
    for factor, times in factors:
        if factor in (W, F):
            powers.append(f"{factor}^{times}")
        elif sp.expand(factor - node) == 0 or sp.expand(factor + node) == 0:
            powers.append(f"(({as_coq(node)}) * ({as_coq(node)}))")
        else:
            rest *= factor**times
    rest = sp.expand(sign * rest)
    yield steps.shown(f"{name}_sign", known, positive(rest))
    over = f"{as_coq(abs(constant))} * {' * '.join(powers)}" if powers else as_coq(abs(constant))
    factor_text = f"({over}) / ({_product(below)})"
    rule, compare = ("product_above_0", "0 < {}") if sign > 0 else ("product_below_0", "{} < 0")
    yield f"assert ({name} : {compare.format(f'along c ({as_coq(at)})')})."
    yield f"{{ apply ({rule} _ ({factor_text}) ({as_coq(sign * rest)}));"
    yield f"    [unfold c; cbn [along]; field; repeat split; nonzero_parts | {_POSITIVE} | lra]. }}"


def _product(below: sp.Expr) -> str:
    """The denominator, a number or a power of 1 - w^2."""
    if below.is_number:
        return as_coq(below)
    degree = sp.Poly(below, W).degree() // 2
    scale = sp.cancel(below / (1 - W**2) ** degree)
    assert scale.is_number
    return f"{as_coq(scale)} * (1 - w^2)^{degree}"


def _where_equal(e: sp.Expr) -> Iterator[str]:
    """Tactics for a = b, where z is a double root."""
    quotient = sp.cancel(e.subs(F, W - W**2) / (DECAY - _DOUBLE) ** 2)
    yield "{ assert (f_is : f = w - w^2) by lra."
    yield f"  apply (fourth_root_doubled {_listed(sp.expand(quotient))} (along c) ({as_coq(_DOUBLE)})"
    yield f"    ({as_coq(_BESIDE)}) w X); try assumption; try lra; try reflexivity."
    yield "  - cbn [List.last]. unfold c in top. cbn [List.last] in top. rewrite f_is in top."
    yield "    apply (Rmult_le_reg_l 1); lra."
    yield "  - intros t. unfold c. cbn [along]. rewrite f_is. field. lra. }"


def _listed(polynomial: sp.Expr) -> str:
    """Its coefficients in x, the lowest first, as a list of Coq."""
    text = "nil"
    for c in sp.Poly(polynomial, DECAY).all_coeffs():
        text = f"(cons ({as_coq(sp.expand(c))}) {text})"
    return text
