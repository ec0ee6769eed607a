"""Theorems on branches of `minimum.stationary.two_ends`: r* = 1 + a/p + b/q with a > 0 and 0 < b < 1.

The lemmas of `two_terms_lemmas` say that P is nowhere negative at X, the level of an end or of the inside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp

from symbolic_eps.coq.roots.least_proof import least_lines
from symbolic_eps.coq.roots.root_proof import root_lines
from symbolic_eps.coq.sharp.sharp_proof import sharp_lines
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.stationary.stationary_proof import EVERYWHERE, lifted_lines, reached_lines
from symbolic_eps.coq.stationary.two_terms_lemmas import FIRST, INSIDE, NEEDED, SECOND, lemma
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.inside_of_two_terms import lowest
from symbolic_eps.minimum.stationary.one_stationary_value import INSIDE as STATIONARY
from symbolic_eps.minimum.stationary.sum_of_two_terms import AT_FIRST, terms_of
from symbolic_eps.minimum.stationary.two_ends import AT_SECOND
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, positive


def is_on_two_terms(case: BranchCase) -> bool:
    """Whether the branch was found by the theorem on two ends, or by that on the inside between them."""
    words = {step.words for step in case.branch.steps}
    return bool(words & {AT_FIRST, AT_SECOND}) or (STATIONARY in words and _is_between(case))


def _is_between(case: BranchCase) -> bool:
    """Whether X is told from the level l on."""
    terms = terms_of(case.constrained(case.values[0])) if len(case.values) == 1 else None
    return terms is not None and case.branch.between == (lowest(*terms), sp.S.One)


def two_terms_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that prove the budget, after `quotient_lines`, or UndecidedError."""
    words = {step.words for step in case.branch.steps}
    if AT_FIRST in words:
        return [*least_lines(case), *_at_first(case)]
    if AT_SECOND in words:
        return [*root_lines(case), *_at_second(case)]
    return list(_inside(case))


def _terms(case: BranchCase) -> tuple[sp.Expr, sp.Expr]:
    """The two terms a and b."""
    terms = terms_of(case.constrained(case.values[0])) if len(case.values) == 1 else None
    if terms is None:
        raise UndecidedError("the profile is not 1 + a/p + b/q")
    return terms


def _lemma(case: BranchCase, name: str) -> None:
    """Ask for a lemma before the theorems, and for what it applies."""
    for needed in (*NEEDED.get(name, ()), name):
        if needed not in case.steps.lemmas:
            case.steps.lemmas[needed] = lemma(needed, case.steps)


def _signs_of_terms(case: BranchCase) -> tuple[Condition, ...]:
    return tuple(map(positive, _terms(case)))


def _signs(case: BranchCase) -> Iterator[str]:
    """Tactics for the signs of the terms."""
    for name, term in zip(("a0", "b0"), _terms(case), strict=True):
        yield case.steps.shown(name, case.region, positive(term))


def _at_first(case: BranchCase) -> Iterator[str]:
    """At the end p = 1, which decides: X is the least root."""
    _lemma(case, FIRST)
    a, b = map(case.steps.text, _terms(case))
    yield from _signs(case)
    yield case.steps.shown("b1", case.region, positive(1 - _terms(case)[1]))
    known = (*_signs_of_terms(case), *case.branch.sides)
    yield case.steps.shown("X_below_1", (*known, positive(DECAY)), positive(1 - DECAY))
    yield f"assert (level : ((1 + {a} + {b}) * X^2 + 1 - {b})^2 = 4 * (1 + {a}) * X^2) by lra."
    yield f"assert (good : forall p q, {EVERYWHERE} 0 <= lifted {a} {b} X p q)."
    yield f"{{ apply ({FIRST} {a} {b} X); [lra.. | exact level | lra | apply surd_at_least_0; lra]. }}"
    yield from lifted_lines(case, "lifted")
    yield f"destruct (touched_at_first {a} {b} X) as [p [q [p_range [q_range [inner touches]]]]]; try lra."
    yield "unfold lifted in touches. rewrite floor_form in touches."
    yield from reached_lines(case)


def _at_second(case: BranchCase) -> Iterator[str]:
    """At the end q = 1, which decides: there P and its slope vanish at v."""
    _lemma(case, SECOND)
    (a, b), x = _terms(case), DECAY
    above, below = sp.expand(1 - (1 + b) * x - a * (1 - x)), sp.expand(2 * (1 + b) * (1 - x))
    text = case.steps.text
    yield from _signs(case)
    for name, sign in (("X_below_1", 1 - x), ("v_above", above), ("v_below", below - above)):
        yield case.steps.shown(name, case.known, positive(sp.expand(sign)))
    yield f"assert (below : 0 < 2 * ((1 + {text(b)}) * (1 - X))) by (repeat apply Rmult_lt_0_compat; lra)."
    yield f"set (v := {text(above)} / {text(below)})."
    yield "assert (v_range : 0 < v < 1)."
    yield f"{{ split; [apply Rdiv_lt_0_compat; lra | apply (Rmult_lt_reg_r {text(below)}); [lra|]]."
    yield "  unfold v, Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }"
    square, terms = sp.expand(above**2 - 2 * below * a * x), f"{text(a)} {text(b)} X"
    yield f"assert (level : {text(square)} = 0) by lra."
    yield f"assert (even : slope_at_1 {terms} v = 0) by (unfold slope_at_1, v; field; lra)."
    yield f"assert (touches : lifted {terms} v 1 = 0)."
    yield f"{{ transitivity (- {text(square)} / (2 * {text(below)}));"
    yield "    [unfold lifted, v; rewrite floor_form; field; lra | rewrite level; unfold Rdiv; ring]. }"
    yield f"assert (good : forall p q, {EVERYWHERE} 0 <= lifted {terms} p q)."
    yield f"{{ apply ({SECOND} {terms} v); [lra | lra | lra | lra | lra | assumption | assumption]. }}"
    yield from lifted_lines(case, "lifted")
    yield from sharp_lines(case)


def _inside(case: BranchCase) -> Iterator[str]:
    """Inside the ranges of both priors: X is the only root of E from l on."""
    _lemma(case, INSIDE)
    terms = _terms(case)
    a, b = map(case.steps.text, terms)
    low = case.steps.text(lowest(*terms))
    yield from _signs(case)
    yield case.steps.shown("b1", case.region, positive(1 - terms[1]))
    yield f"assert (whole : 0 < 1 + {a} + {b}) by lra."
    yield f"destruct ({INSIDE} {a} {b}) as [X [X_range [X_low [root [once [good places]]]]]];"
    yield "  [lra | lra | lra | apply surd_below_0; lra |]."
    yield f"assert (low_is : {low} * (1 + {a} + {b}) = 1 - {b}) by (field; repeat split; nonzero)."
    yield "exists X. split; [split; [|split; [lra|]]|]."
    yield f"{{ split; [apply (Rmult_le_reg_r (1 + {a} + {b})); lra | lra]. }}"
    yield "{ intros y' y_range y_root. apply once; [| lra | lra]."
    yield f"  apply Rle_trans with ({low} * (1 + {a} + {b})); [lra|]."
    yield "  rewrite Rmult_comm. apply Rmult_le_compat_l; lra. }"
    yield "assert (X0 : 0 < X) by lra."
    yield from lifted_lines(case, "lifted")
    yield "destruct places as [p [q [p_range [q_range [inner touches]]]]]."
    yield "unfold lifted in touches. rewrite floor_form in touches."
    yield from reached_lines(case)
