"""Theorems on branches of `minimum.stationary.corner_or_inside` whose eps is least inside both ranges.

`corner_inside` of `Corner_inside.v` says that X is the first level beyond w at which two roots of D meet, if
F is negative somewhere for x = w; that it is so, the lemmas of `corner_lemmas` say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp

from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.stationary.corner_lemmas import (
    FORM,
    FOURTH,
    NEGATIVE_FIRST,
    NEGATIVE_SECOND,
    THIRD,
    ask_for,
    premises_at_first,
    premises_at_second,
    signs_of_terms,
    told_at_first,
    told_at_second,
)
from symbolic_eps.coq.stationary.stationary_proof import lifted_lines, reached_lines
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.polynomials import outside
from symbolic_eps.minimum.stationary.corner_or_inside import (
    INSIDE_FIRST,
    INSIDE_LARGE,
    INSIDE_SECOND,
    NUMBERS,
    Corner,
    eliminant,
)
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import non_negative, positive

_NEGATIVE = {INSIDE_FIRST: NEGATIVE_FIRST, INSIDE_SECOND: NEGATIVE_SECOND, INSIDE_LARGE: NEGATIVE_SECOND}
"""The lemmas that F is negative somewhere for x = w, where w is not 0."""

_COUNTS = {INSIDE_SECOND: FOURTH, INSIDE_LARGE: THIRD}
"""Those on the number of X among the roots."""


def corner_inside_lines(case: BranchCase, form: Corner) -> Sequence[str]:
    """Tactics that prove the budget, after `quotient_lines`, or UndecidedError."""
    return list(_lines(case, form))


def _lines(case: BranchCase, form: Corner) -> Iterator[str]:
    polynomial, text = case.branch.polynomial, case.steps.text
    if polynomial is None or sp.expand(polynomial + outside(eliminant(), (DECAY, form.a, form.b))) != 0:
        raise UndecidedError("X is no root of what its profile gives")
    words = next(step.words for step in case.branch.steps if step.words in NUMBERS)
    yield from signs_of_terms(case, form)
    a, b = map(text, (form.a, form.b))
    low = "w" if words in _COUNTS else text(sp.expand(1 - form.a)) if words == INSIDE_FIRST else "0"
    yield from _premises(case, form, words)
    lemma = ask_for(_NEGATIVE[words], case.steps) if words in _NEGATIVE else "negative_at_0"
    yield f"assert (start : exists u v, 0 < u /\\ 0 < v /\\ over_corner {a} {b} {low} u v < 0)"
    yield f"  by (apply {lemma}; lra)."
    yield f"destruct (corner_inside {a} {b} {low} a0 b0 ltac:(lra) ltac:(lra) ltac:(lra) start)"
    yield "  as [X [X_range [meets [before [good places]]]]]."
    yield from _counted(case, words, a, b) if words in _COUNTS else _least(case, a, b)
    yield "assert (X0 : 0 < X) by lra."
    yield from lifted_lines(case, "near_corner")
    yield "destruct places as [p [q [p_range [q_range [inner touches]]]]]."
    yield "unfold near_corner in touches. rewrite floor_form in touches."
    yield from reached_lines(case)


def _least(case: BranchCase, a: str, b: str) -> Iterator[str]:
    """Tactics by which X is the least root beyond w."""
    yield from _root_lines(case, a, b)
    yield "exists X. split; [split; [lra | split; [exact root|]]|]."
    yield "{ intros y' y_range y_root. apply Rnot_lt_le. intros less."
    yield "  pose proof (before y' ltac:(lra)) as above."
    yield "  destruct (of_root y' ltac:(lra)) as [d [d0 also]]. rewrite y_root in also. lra. }"


def _counted(case: BranchCase, words: str, a: str, b: str) -> Iterator[str]:
    """Tactics by which X is a root of this number."""
    lemma, given = ask_for(_COUNTS[words], case.steps), " ".join(["ltac:(lra)"] * 6)
    yield f"assert (count := {lemma} {a} {b} w {given} X ltac:(lra) ltac:(lra) meets before)."
    yield f"exists X. split; [apply (numbered_root_scaled {NUMBERS[words]} _ _ (- 1) 0 1 X ltac:(lra))"
    yield "  with (2 := count); intros y'; ring|]."


def _premises(case: BranchCase, form: Corner, words: str) -> Iterator[str]:
    """Tactics for what says that F is negative somewhere for x = w."""
    if words == INSIDE_FIRST:
        yield from premises_at_first(case, form, positive(told_at_first(form.a, form.b)))
    elif words in _COUNTS:
        yield from premises_at_second(case, form, positive(told_at_second(form.a, form.b)))
        yield from _root_of_end(case, form, words)
    else:
        for name, value in (("a1", form.a - 1), ("b1", form.b - 1)):
            yield case.steps.shown(name, case.region, non_negative(value))


def _root_of_end(case: BranchCase, form: Corner, words: str) -> Iterator[str]:
    """Tactics that leave w = sqrt(1-b), less than 1, and a + w - 1 > 0."""
    a, b = map(case.steps.text, (form.a, form.b))
    yield f"set (w := sqrt (1 - {b}))."
    yield "assert (w0 : 0 < w) by (apply sqrt_lt_R0; lra)."
    yield f"assert (of_b : w^2 = 1 - {b}) by (unfold w; rewrite pow2_sqrt; lra). clearbody w."
    yield "assert (w1 : w < 1)."
    yield "{ apply Rnot_le_lt. intros less. assert (1 * 1 <= w * w) by (apply Rmult_le_compat; lra). lra. }"
    if words == INSIDE_LARGE:
        yield case.steps.shown("large", case.region, non_negative(sp.expand(form.a - 1)))
        return
    yield case.steps.shown("small", case.region, positive(sp.expand(1 - form.a)))
    yield case.steps.shown("above", case.region, positive(sp.expand(2 * form.a - form.a**2 - form.b)))
    yield f"assert (f_more : 0 < {a} + w - 1)."
    yield "{ apply Rnot_le_lt. intros less."
    yield f"  assert (w * w <= (1 - {a}) * (1 - {a})) by (apply Rmult_le_compat; lra). lra. }}"


def _root_lines(case: BranchCase, a: str, b: str) -> Iterator[str]:
    """Tactics that leave that the branch's polynomial has the sign of - corner_level, and is 0 at X."""
    assert case.branch.polynomial is not None
    at_y = case.steps.text(case.branch.polynomial, {DECAY.name: "y"})
    yield "assert (of_root : forall y, 0 < y < 1 ->"
    yield f"  exists c, 0 < c /\\ corner_level {a} {b} y = c * - {at_y})."
    yield f"{{ intros y y_range. exists (256 * ({a}^3 * {b}^2 * y^4 * (1 + y)^2 * (1 - y)^3)). split."
    yield "  { repeat apply Rmult_lt_0_compat; try apply pow_lt; lra. }"
    yield f"  rewrite {ask_for(FORM, case.steps)}. ring. }}"
    yield "destruct (of_root X ltac:(lra)) as [c [c0 level]]. rewrite meets in level."
    yield f"assert (root : {case.steps.text(case.branch.polynomial)} = 0) by (apply (Rmult_eq_reg_l c); lra)."
