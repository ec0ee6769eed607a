"""Lemmas on r* = 1 + a/p + b/q for all a > 0 and 0 < b < 1, which a file of theorems states before them.

They join `Two_terms.v` with the polynomials of `minimum.stationary.sum_of_two_terms`: each value is a
product c m of functions of h, w > 0 (`two_terms_signs`), c > 0, and the sign of m is a certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import sympy as sp

from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.coq.statements.statement import as_coq
from symbolic_eps.coq.stationary.two_terms_inside import A, B, only_root_lines
from symbolic_eps.coq.stationary.two_terms_signs import (
    H,
    Product,
    W,
    border_at_second,
    discriminant,
    norm,
    sides_of_cubic,
    values_at_second,
)
from symbolic_eps.minimum.polynomials import outside
from symbolic_eps.minimum.stationary.sum_of_two_terms import Polynomial, ends, stationary
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, non_negative, positive

NORM, FIRST, BELOW = "two_terms_norm", "two_terms_first", "two_terms_below"
SECOND, INSIDE = "two_terms_second", "two_terms_inside"
"""What the lemmas are called: a value, the end p = 1 decides, it does not, q = 1 decides, the inside does."""

NEEDED = {FIRST: (NORM,), INSIDE: (NORM, BELOW)}
"""Which lemmas come before others."""

_AT_FIRST = (
    "forall a b x, 0 < a -> 0 < b < 1 -> 0 < x < 1 ->\n"
    "  ((1 + a + b) * x^2 + 1 - b)^2 = 4 * (1 + a) * x^2 -> 0 <= 1 - b - (1 + a + b) * x^2 ->"
)
_ALL = "forall p q, half_open p -> half_open q -> 0 <= lifted a b x p q"
_KNOWN = positive(H), positive(W)
_FORM = "form_in_two"
_PARAMETERS = (
    "destruct (second_parameters a b x) with (v := v)",
    "  as [h [w [h0 [w0 [x_is [a_is [b_is v_is]]]]]]]; try assumption; try lra.",
)
_POSITIVE = "apply Rdiv_lt_0_compat; positive_terms"


def even_and_odd() -> tuple[str, str]:
    """N0 and N1 in Coq, in a and b."""
    even, odd = (_in_terms(f) for f in (ends().even, ends().odd))
    return even, odd


def border() -> str:
    """T in Coq."""
    return _in_terms(ends().border)


def _in_terms(polynomial: Polynomial) -> str:
    return f"({as_coq(sp.expand(outside(polynomial, (A, B))))})"


def lemma(name: str, steps: Contradictions) -> str:
    """The lemma with its proof; its certificates are added to those of the steps, or UndecidedError."""
    plain = Contradictions(steps.judge, (), steps.used)
    of_name = {NORM: _norm, FIRST: _first, BELOW: _below, SECOND: _second, INSIDE: _inside}
    statement, *proof = of_name[name](plain)
    return "\n".join([f"Lemma {name} : {statement}", "Proof.", *(f"  {line}" for line in proof), "Qed.\n"])


def _norm(_: Contradictions) -> Iterator[str]:
    """N as a product."""
    even, odd = even_and_odd()
    yield (
        "forall a b h w, 0 < h -> 0 < w -> a = h * (h + 2 * w + 2) / (1 + w)^2 ->\n"
        "  b = h * w^2 / ((h + 2) * (1 + w)^2) ->\n"
        f"  {even} + (1 + w + h) / (1 + w) * {odd} = {norm().whole}."
    )
    yield f"intros a b h w h0 w0 a_is b_is. {_FORM}."


def _first(_: Contradictions) -> Iterator[str]:
    """N >= 0: D has not three roots beside 1."""
    even, odd = even_and_odd()
    yield f"{_AT_FIRST}\n  0 <= {even} + sqrt (1 + a) * {odd} -> {_ALL}."
    yield from _at_first("factor_at_least_0")
    yield "apply enough_at_first; [lra | lra | lra | rewrite spread_1; lra |]."
    yield _applied("product_at_most_0", discriminant(), "lra")


def _below(steps: Contradictions) -> Iterator[str]:
    """N < 0: D has three, and P is negative next to the largest."""
    even, odd = even_and_odd()
    some = "exists p q, half_open p /\\ half_open q /\\ lifted a b x p q < 0"
    yield f"{_AT_FIRST}\n  {even} + sqrt (1 + a) * {odd} < 0 -> {some}."
    yield from _at_first("factor_below_0")
    known = (*_KNOWN, positive(-norm().rest))
    after, low, high = sides_of_cubic()
    yield "apply not_enough_at_first; [lra | lra | lra | lra | rewrite spread_1; lra | ..]."
    yield f"{{ {_signed(steps, discriminant(), known, positive)} }}"
    yield f"{{ {_signed(steps, after, known, _negative)} }}"
    yield f"{{ {_signed(steps, low, known, _negative)} }}"
    yield f"{{ {_signed(steps, high, known, positive)} }}"


def _negative(value: sp.Expr) -> Condition:
    return positive(-value)


def _signed(
    steps: Contradictions,
    value: Product,
    known: tuple[Condition, ...],
    goal: Callable[[sp.Expr], Condition],
) -> str:
    """A tactic for the sign of a value, by that of its second factor."""
    rule = "product_above_0" if goal is positive else "product_below_0"
    condition = goal(value.rest)
    if condition.constant_truth is True:
        return _applied(rule, value, "lra")
    return f"{steps.shown('shown', known, condition)} {_applied(rule, value, 'lra')}"


def _at_first(rule: str) -> Iterator[str]:
    """Tactics that leave a, b and x as functions of h and w, and the sign of M."""
    yield "intros a b x a0 b_range x_range equation low sign."
    yield "destruct (first_parameters a b x) as [h [w [h0 [w0 [x_is [a_is [b_is k_is]]]]]]]; try assumption."
    yield f"rewrite k_is in sign. apply ({rule} _ {norm().text} ({NORM} a b h w h0 w0 a_is b_is)) in sign;"
    yield f"  [|{_POSITIVE}]."


def _applied(rule: str, value: Product, sign: str) -> str:
    return f"apply ({rule} _ {value.text}); [{_FORM} | {_POSITIVE} | {sign}]."


def _second(steps: Contradictions) -> Iterator[str]:
    """T <= 0: P does not rise with q at v; at p = 1 it is nowhere negative."""
    shape = f"forall a b x v, 0 < a -> 0 < b -> 0 < x < 1 -> 0 < v < 1 -> {border()} <= 0 ->"
    yield f"{shape}\n  lifted a b x v 1 = 0 -> slope_at_1 a b x v = 0 -> {_ALL}."
    yield "intros a b x v a0 b0 x_range v_range below touches even."
    yield from _PARAMETERS
    told = border_at_second(ends().border)
    rises, start, wide = values_at_second()
    yield f"apply (factor_at_most_0 _ {told.text}) in below; [|{_FORM} | {_POSITIVE}]."
    yield "apply enough_at_second with v; [assumption.. | |]."
    shown = steps.shown("shown", (*_KNOWN, non_negative(-told.rest)), non_negative(-rises.rest))
    yield f"{{ {shown} apply Rminus_le. {_applied('product_at_most_0', rises, 'lra')} }}"
    yield "destruct (Rle_or_lt 0 (middle a b x 1)) as [|falls]; [left; assumption | right]."
    yield f"apply (factor_below_0 _ {start.text}) in falls; [|{_FORM} | {_POSITIVE}]."
    known = (non_negative(-told.rest), positive(-start.rest))
    yield steps.shown("shown", (*_KNOWN, *known), non_negative(-wide.rest))
    yield _applied("product_at_most_0", wide, "lra")


def _inside(steps: Contradictions) -> Iterator[str]:
    """T > 0 > N: X is the last level at which P is negative below, where E is 0, and nowhere else."""
    even, odd = even_and_odd()
    e = sp.expand(outside(stationary(), (DECAY, A, B)))
    at = {name: steps.text(e, {DECAY.name: name}) for name in "Xy"}
    yield (
        f"forall a b, 0 < a -> 0 < b < 1 -> 0 < {border()} -> {even} + sqrt (1 + a) * {odd} < 0 ->\n"
        f"  exists X, 0 < X < 1 /\\ 1 - b < (1 + a + b) * X /\\ {at['X']} = 0 /\\\n"
        f"  (forall y, 1 - b <= (1 + a + b) * y -> y <= 1 -> {at['y']} = 0 -> y = X) /\\\n"
        "  (forall p q, half_open p -> half_open q -> 0 <= lifted a b X p q) /\\\n"
        "  exists p q, half_open p /\\ half_open q /\\ p < 1 /\\ lifted a b X p q = 0."
    )
    yield "intros a b a0 b_range above sign."
    yield "destruct (least_inside a b) as [X [X_range [X_low [good [p [q places]]]]]]; try assumption."
    yield f"{{ intros x x_range equation low. apply {BELOW}; assumption. }}"
    yield "{ intros x v x_range v_range touches even. clear sign."
    yield from _PARAMETERS
    told, (rises, *_) = border_at_second(ends().border), values_at_second()
    yield f"  apply (factor_above_0 _ {told.text}) in above; [|{_FORM} | {_POSITIVE}]."
    yield f"  {_signed(steps, rises, (*_KNOWN, positive(told.rest)), positive)} }}"
    yield "destruct places as [p_range [q_range [touches [even_p even_q]]]]."
    yield f"assert (root : {at['X']} = 0)."
    yield "{ destruct (stationary_terms a b X p q) as [s [s0 [turn0 [a_is b_is]]]]; try assumption; try lra."
    yield "  rewrite a_is, b_is. field. repeat split; nonzero_parts. }"
    yield from only_root_lines(steps)
    yield "exists X. split; [assumption|]. split; [assumption|]. split; [assumption|]."
    yield "split; [exact once|]. split; [assumption|]."
    yield "exists p, q. repeat split; try assumption; lra."
