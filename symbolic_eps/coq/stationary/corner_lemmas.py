"""Lemmas on r* = 1 + a (1-p)/p + b (1-q)/q for all a, b > 0, which a file of theorems states before them.

They join `Corner_inside.v` with the polynomials of `minimum.stationary.corner_or_inside`: the discriminant of
D is a positive factor times E, and at X = 1-a and X = sqrt(1-b) another one times T1 and T2. The signs of the
coefficients of these two are certificates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

import sympy as sp

from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.coq.statements.statement import as_coq
from symbolic_eps.coq.stationary.corner_numbers import fourth_lines, third_lines
from symbolic_eps.minimum.polynomials import outside
from symbolic_eps.minimum.stationary.corner_or_inside import (
    Corner,
    F,
    W,
    eliminant,
    first_comparison,
    line,
    norm_of,
    second_comparison,
)
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.language.condition import Condition, non_negative, positive, zero

FORM = "corner_level_form"
LIMIT_FIRST, NEGATIVE_FIRST = "corner_limit_first", "corner_negative_first"
LIMIT_SECOND, NEGATIVE_SECOND = "corner_limit_second", "corner_negative_second"
"""What the lemmas are called: the discriminant of D; whether F is negative for X = 1-a, and X = sqrt(1-b)."""

FOURTH, THIRD = "corner_fourth", "corner_third"
"""Which root of E in (0, 1) X is."""

_AT_FIRST, _AT_SECOND, _ON_LINE = "corner_at_first", "corner_at_second", "corner_on_line"

_NEEDED = {
    LIMIT_FIRST: (_AT_FIRST,),
    NEGATIVE_FIRST: (_AT_FIRST,),
    LIMIT_SECOND: (_AT_SECOND,),
    NEGATIVE_SECOND: (_AT_SECOND, _ON_LINE),
    FOURTH: (FORM,),
    THIRD: (FORM,),
}
"""Which lemmas come before others."""

A, B, G = parameter("a"), parameter("b"), parameter("g")
_STRIP = positive(W), positive(1 - 3 * W)
_BELOW = "exists u v, 0 < u /\\ 0 < v /\\ over_corner {} u v < 0"
_FACTOR = "{a}^3 * {b}^2 * {x}^4 * (1 + {x})^2 * (1 - {x})^3"
_POSITIVE = "repeat apply Rmult_lt_0_compat; try apply pow_lt; lra"


def ask_for(name: str, steps: Contradictions) -> str:
    """The name of a lemma, which is written with those before it when first needed; or UndecidedError."""
    for needed in (*_NEEDED.get(name, ()), name):
        if needed not in steps.lemmas:
            plain = Contradictions(steps.judge, (), steps.used)
            statement, *proof = _LEMMAS[needed](plain)
            tactics = "\n".join(f"  {part}" for part in proof)
            steps.lemmas[needed] = f"Lemma {needed} : {statement}\nProof.\n{tactics}\nQed.\n"
    return name


def told_at_first(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """T1."""
    return sp.expand(outside(first_comparison(), (a, b)))


def told_at_second(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """N."""
    even, odd = (outside(part, (a, b)) for part in second_comparison())
    return norm_of(even, odd, b)


def signs_of_terms(case: BranchCase, form: Corner) -> Iterator[str]:
    """Tactics for a, b > 0."""
    for name, value in (("a0", form.a), ("b0", form.b)):
        yield case.steps.shown(name, case.region, positive(value))


def premises_at_first(case: BranchCase, form: Corner, told: Condition) -> Iterator[str]:
    """Tactics for what the lemmas at X = 1-a need of a and b, and the sign of T1."""
    small, near, above = positive(1 - form.a), positive(3 * form.a - 2), form.b - 2 * form.a + form.a**2
    yield from _premises(case, small, near, non_negative(sp.expand(above)), told)


def premises_at_second(case: BranchCase, form: Corner, told: Condition) -> Iterator[str]:
    """Tactics for what the lemmas at X = sqrt(1-b) need of a and b, and the sign of N."""
    below, near = positive(1 - form.b), positive(9 * form.b - 8)
    yield from _premises(case, below, near, positive(sp.expand(line(form.a, form.b))), told)


def _premises(case: BranchCase, *goals: Condition) -> Iterator[str]:
    yield from (case.steps.shown(f"premise{k}", case.region, goal) for k, goal in enumerate(goals))


def _even_and_odd() -> tuple[sp.Expr, sp.Expr]:
    """N0 and N1 for w and f."""
    even, odd = (sp.expand(outside(part, (1 - W + F, 1 - W**2))) for part in second_comparison())
    return even, odd


def _cubics() -> Mapping[str, tuple[sp.Expr, sp.Symbol]]:
    """T1 in g and T2 in f, for w."""
    even, odd = _even_and_odd()
    return {
        _AT_FIRST: (told_at_first(1 - W, 1 - W**2 + G), G),
        _AT_SECOND: (sp.expand(even + W * odd), F),
    }


def _coefficients(name: str) -> list[sp.Expr]:
    """The lowest first."""
    cubic, v = _cubics()[name]
    return [sp.expand(c) for c in reversed(sp.Poly(cubic, v).all_coeffs())]


def _cubic(name: str, place: str) -> str:
    """In Coq."""
    return f"quartic {' '.join(f'({as_coq(c)})' for c in _coefficients(name))} 0 {place}"


def _form(_: Contradictions) -> Iterator[str]:
    e = as_coq(sp.expand(outside(eliminant(), (DECAY, A, B))))
    yield f"forall a b x, corner_level a b x = 256 * ({_FACTOR.format(a='a', b='b', x='x')}) * ({e})."
    yield "intros. unfold corner_level, quartic_discriminant. field."


_PLACES = {
    _AT_FIRST: ("g", "(1 - w)", "(1 - w^2 + g)", "w * g^2"),
    _AT_SECOND: ("f", "(1 - w + f)", "(1 - w^2)", "w^3 * f^2"),
}
"""Where X = w: the name of the other one of f and g, a, b, and what E has as a factor."""


def _at_corner(name: str, _: Contradictions) -> Iterator[str]:
    """The discriminant of D as a positive factor times T1 or T2."""
    v, a, b, factor = _PLACES[name]
    whole = f"256 * ({_FACTOR.format(a=a, b=b, x='w')}) * ({factor})"
    yield (
        f"forall w {v}, 0 < w -> 3 * w < 1 -> 0 < {v} ->\n"
        f"  exists c, 0 < c /\\ corner_level {a} {b} w = c * {_cubic(name, v)}."
    )
    yield f"intros w {v} w0 w_low {v}0."
    yield "assert (square : 0 < (1 - w) * (1 + w)) by (apply Rmult_lt_0_compat; lra)."
    yield f"exists ({whole}). split; [{_POSITIVE}|]."
    yield "unfold corner_level, quartic_discriminant, quartic. field."


def _signs(name: str, steps: Contradictions) -> Iterator[str]:
    """Tactics for the signs of the coefficients: +, ?, -, - of T1 and +, ?, +, + of T2."""
    last = -1 if name == _AT_FIRST else 1
    for k, sign in ((0, 1), (2, last), (3, last)):
        yield steps.shown(f"sign{k}", _STRIP, positive(sp.expand(sign * _coefficients(name)[k])))


_LEAST_FIRST = "forall a b, 0 < 1 - a -> 0 < 3 * a - 2 -> 0 <= b - 2 * a + a^2 ->"


def _first(steps: Contradictions, told: str) -> Iterator[str]:
    """Tactics that leave w and g in the place of 1-a and b, and the sign of T1."""
    yield f"intros a b a1 a_low g0 {told}."
    yield "assert (exists w, a = 1 - w) as [w a_is] by (exists (1 - a); ring). subst a."
    yield "assert (exists g, b = 1 - w^2 + g) as [g b_is] by (exists (b + w^2 - 1); ring). subst b."
    yield "assert (w0 : 0 < w) by lra. assert (w_low : 0 < 1 - 3 * w) by lra. assert (g_low : 0 <= g) by lra."
    yield "replace (1 - (1 - w)) with w in * by ring."
    yield from _signs(_AT_FIRST, steps)


def _limit_first(steps: Contradictions) -> Iterator[str]:
    """T1 <= 0: D has not four roots."""
    yield (
        f"{_LEAST_FIRST}\n  {as_coq(told_at_first(A, B))} <= 0 ->\n"
        "  corner_level a b (1 - a) <= 0 /\\ 0 < b - 2 * a + a^2."
    )
    yield from _first(steps, "few")
    yield f"assert (cubic : {_cubic(_AT_FIRST, 'g')} <= 0) by (unfold quartic; lra)."
    yield "assert (g_more : 0 < g)."
    yield "{ destruct g_low as [|same]; [assumption | exfalso]."
    yield "  rewrite <- same in cubic. unfold quartic in cubic. lra. }"
    yield f"split; [|lra]. destruct ({_AT_FIRST} w g) as [c [c0 form]]; [lra.. |]."
    yield "apply (product_at_most_0 _ c _ form); assumption."


def _negative_first(steps: Contradictions) -> Iterator[str]:
    """T1 > 0: F is negative somewhere, as T1 has no root below this g."""
    yield f"{_LEAST_FIRST}\n  0 < {as_coq(told_at_first(A, B))} ->\n  {_BELOW.format('a b (1 - a)')}."
    yield from _first(steps, "above")
    yield "apply negative_at_first; [lra.. |]. intros h h_range level."
    yield f"destruct ({_AT_FIRST} w h) as [c [c0 form]]; [lra.. |]. rewrite level in form."
    yield f"assert (zero : {_cubic(_AT_FIRST, 'h')} = 0) by (apply (Rmult_eq_reg_l c); lra)."
    yield f"assert (low : {_cubic(_AT_FIRST, 'g')} <= 0) by (apply (falls_after_zero _ _ _ _ h); lra)."
    yield "unfold quartic in low. lra."


_LEAST_SECOND = "forall a b w, 0 < w -> w^2 = 1 - b -> 0 < 9 * b - 8 -> 0 < a + w - 1 ->\n  0 < {line} ->"


def _second(steps: Contradictions, told: str) -> Iterator[str]:
    """Tactics that leave w and f in the place of a and b, the line, and N as T2 times a positive number."""
    even, odd = _even_and_odd()
    beside = sp.expand(line(1 - W + F, 1 - W**2))
    yield f"intros a b w w0 of_b b_low f0 beside {told}."
    yield "assert (exists f, a = 1 - w + f) as [f a_is] by (exists (a + w - 1); ring). subst a."
    yield "assert (b_is : b = 1 - w^2) by lra. subst b. clear of_b. assert (f_low : 0 <= f) by lra."
    yield "assert (w_low : 0 < 1 - 3 * w)."
    yield "{ apply Rnot_le_lt. intros more."
    yield "  assert (1 / 3 * (1 / 3) <= w * w) by (apply Rmult_le_compat; lra). lra. }"
    yield from _signs(_AT_SECOND, steps)
    known = (*_STRIP, positive(beside), non_negative(F))
    yield steps.shown("apart", known, positive(sp.expand(even - W * odd)))
    whole, gap = (steps.text(sp.expand(even + sign * W * odd)) for sign in (1, -1))
    norm = steps.text(told_at_second(1 - W + F, 1 - W**2))
    yield f"assert (split : {norm} = {gap} * {whole}) by ring."


def _limit_second(steps: Contradictions) -> Iterator[str]:
    """N <= 0: D has not four roots."""
    yield f"{_start_of_second()}\n  {as_coq(told_at_second(A, B))} <= 0 -> corner_level a b w <= 0."
    yield from _second(steps, "few")
    yield "pose proof (factor_at_most_0 _ _ _ split apart ltac:(lra)) as low."
    yield f"assert (cubic : {_cubic(_AT_SECOND, 'f')} <= 0) by (unfold quartic; lra)."
    yield f"destruct ({_AT_SECOND} w f) as [c [c0 form]]; [lra.. |]."
    yield "apply (product_at_most_0 _ c _ form); assumption."


def _start_of_second() -> str:
    return _LEAST_SECOND.format(line=as_coq(sp.expand(line(A, B))))


def _negative_second(steps: Contradictions) -> Iterator[str]:
    """N > 0: F is negative somewhere, as T2 bends upward and is negative on the line."""
    yield f"{_start_of_second()}\n  0 < {as_coq(told_at_second(A, B))} ->\n  {_BELOW.format('a b w')}."
    yield from _second(steps, "above")
    yield "pose proof (factor_above_0 _ _ _ split apart ltac:(lra)) as more."
    yield f"assert (cubic : 0 < {_cubic(_AT_SECOND, 'f')}) by (unfold quartic; lra)."
    yield "pose proof (before_line (1 - w + f) (1 - w^2) w w0 ltac:(ring)) as before."
    yield "assert (early : 4 * w * (1 - w + f + w - 1) < 1 - 3 * w) by (apply before; lra)."
    yield "set (e := (1 - 3 * w) / (4 * w))."
    yield "assert (e_form : 4 * w * e = 1 - 3 * w) by (unfold e; field; lra). clearbody e."
    yield "assert (f_e : f < e) by (apply (Rmult_lt_reg_l (4 * w)); lra)."
    yield f"pose proof ({_ON_LINE} w e w0 w_low ltac:(lra) e_form) as low."
    yield "apply negative_at_second; [lra.. |]. intros h h_range level."
    yield f"destruct ({_AT_SECOND} w h) as [c [c0 form]]; [lra.. |]. rewrite level in form."
    yield f"assert (zero : {_cubic(_AT_SECOND, 'h')} = 0) by (apply (Rmult_eq_reg_l c); lra)."
    yield f"assert (under : {_cubic(_AT_SECOND, 'f')} <= 0) by (apply (below_chord _ _ _ _ h f e); lra)."
    yield "lra."


def _number(
    number: int, side: str, lines: Callable[[Contradictions, str], Iterator[str]], steps: Contradictions
) -> Iterator[str]:
    """For N > 0, on one side of a = 1."""
    e = as_coq(sp.expand(outside(eliminant(), (parameter("y"), A, B))))
    yield (
        f"{_start_of_second()}\n  0 < {as_coq(told_at_second(A, B))} ->\n"
        f"  forall X, {side} -> w < X < 1 -> corner_level a b X = 0 ->\n"
        "  (forall y, w < y < X -> 0 < corner_level a b y) ->\n"
        f"  numbered_root {number} (fun y => {e}) 0 1 X."
    )
    yield from _second(steps, "above")
    yield "pose proof (before_line (1 - w + f) (1 - w^2) w w0 ltac:(ring)) as on_line."
    yield "assert (early : 4 * w * (1 - w + f + w - 1) < 1 - 3 * w) by (apply on_line; lra). clear on_line."
    yield "intros X."
    yield from lines(steps, FORM)


def _on_line(steps: Contradictions) -> Iterator[str]:
    """T2 < 0 where 4 w f = 1 - 3 w."""
    even, odd = _even_and_odd()
    told, beside = sp.expand(even + W * odd), sp.expand(line(1 - W + F, 1 - W**2))
    yield (
        "forall w f, 0 < w -> 0 < 1 - 3 * w -> 0 < f -> 4 * w * f = 1 - 3 * w ->\n"
        f"  {_cubic(_AT_SECOND, 'f')} <= 0."
    )
    yield "intros w f w0 w_low f0 on_line."
    yield f"assert (level : 0 = {steps.text(beside)})."
    yield "{ transitivity ((1 - 3 * w - 4 * w * f) * (1 + 3 * w - 8 * w^2 + 4 * w * f));"
    yield "    [rewrite on_line; ring | ring]. }"
    yield steps.shown("low", (*_STRIP, zero(beside), positive(F)), positive(-told))
    yield "unfold quartic. lra."


_LEMMAS: Mapping[str, Callable[[Contradictions], Iterator[str]]] = {
    FORM: _form,
    _AT_FIRST: partial(_at_corner, _AT_FIRST),
    _AT_SECOND: partial(_at_corner, _AT_SECOND),
    _ON_LINE: _on_line,
    LIMIT_FIRST: _limit_first,
    NEGATIVE_FIRST: _negative_first,
    LIMIT_SECOND: _limit_second,
    NEGATIVE_SECOND: _negative_second,
    FOURTH: partial(_number, 4, "0 < 1 - a", fourth_lines),
    THIRD: partial(_number, 3, "0 <= a - 1", third_lines),
}
