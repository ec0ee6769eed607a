"""Lemmas on r* = 1 + a/p + b/q for all a > 0 and 0 < b < 1, which a file of theorems states before them.

They join `Two_terms.v` with the polynomials of `symbolic_eps.minimum.sum_of_two_terms`: each value is a
product c m of functions of h, w > 0 (`two_terms_signs`), c > 0, and the sign of m is a certificate.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from symbolic_eps.coq.contradiction import Contradictions
from symbolic_eps.coq.statement import as_coq
from symbolic_eps.coq.two_terms_signs import (
    H,
    Product,
    W,
    border_at_second,
    discriminant,
    norm,
    values_at_second,
)
from symbolic_eps.minimum.polynomials import outside
from symbolic_eps.minimum.sum_of_two_terms import Polynomial, ends
from symbolic_eps.theory.symbols import parameter
from verify.language.condition import non_negative, positive

FIRST, SECOND = "two_terms_first", "two_terms_second"
"""What the lemmas are called: the end p = 1 decides, the end q = 1 decides."""

_A, _B = parameter("a"), parameter("b")
_AT_FIRST = (
    "forall a b x, 0 < a -> 0 < b < 1 -> 0 < x < 1 ->\n"
    "  ((1 + a + b) * x^2 + 1 - b)^2 = 4 * (1 + a) * x^2 -> 0 <= 1 - b - (1 + a + b) * x^2 ->"
)
_ALL = "forall p q, half_open p -> half_open q -> 0 <= lifted a b x p q"
_KNOWN = positive(H), positive(W)
_FORM = "form_in_two"
_POSITIVE = "apply Rdiv_lt_0_compat; positive_terms"


def even_and_odd() -> tuple[str, str]:
    """N0 and N1 in Coq, in a and b."""
    even, odd = (_in_terms(f) for f in (ends().even, ends().odd))
    return even, odd


def border() -> str:
    """T in Coq."""
    return _in_terms(ends().border)


def _in_terms(polynomial: Polynomial) -> str:
    return f"({as_coq(sp.expand(outside(polynomial, (_A, _B))))})"


def lemma(name: str, steps: Contradictions) -> str:
    """The lemma with its proof; its certificates are added to those of the steps, or UndecidedError."""
    plain = Contradictions(steps.judge, (), steps.used)
    statement, *proof = {FIRST: _first, SECOND: _second}[name](plain)
    return "\n".join([f"Lemma {name} : {statement}", "Proof.", *(f"  {line}" for line in proof), "Qed.\n"])


def _first(_: Contradictions) -> Iterator[str]:
    """N >= 0: D has not three roots beside 1."""
    even, odd = even_and_odd()
    yield f"{_AT_FIRST}\n  0 <= {even} + sqrt (1 + a) * {odd} -> {_ALL}."
    value = norm()
    yield "intros a b x a0 b_range x_range equation low sign."
    yield "destruct (first_parameters a b x) as [h [w [h0 [w0 [x_is [a_is [b_is k_is]]]]]]]; try assumption."
    yield f"rewrite k_is in sign. apply (factor_at_least_0 _ {value.text}) in sign; [|{_FORM} | {_POSITIVE}]."
    yield "apply enough_at_first; [lra | lra | lra | rewrite spread_1; lra |]."
    yield _applied("product_at_most_0", discriminant(), "lra")


def _applied(rule: str, value: Product, sign: str) -> str:
    return f"apply ({rule} _ {value.text}); [{_FORM} | {_POSITIVE} | {sign}]."


def _second(steps: Contradictions) -> Iterator[str]:
    """T <= 0: P does not rise with q at v; at p = 1 it is nowhere negative."""
    shape = f"forall a b x v, 0 < a -> 0 < b -> 0 < x < 1 -> 0 < v < 1 -> {border()} <= 0 ->"
    yield f"{shape}\n  lifted a b x v 1 = 0 -> slope_at_1 a b x v = 0 -> {_ALL}."
    yield "intros a b x v a0 b0 x_range v_range below touches even."
    yield "destruct (second_parameters a b x) with (v := v)"
    yield "  as [h [w [h0 [w0 [x_is [a_is [b_is v_is]]]]]]]; try assumption."
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
