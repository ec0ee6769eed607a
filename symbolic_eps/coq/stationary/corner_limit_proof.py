"""Theorems on branches of `minimum.stationary.corner_or_inside` whose eps is a limit near p = q = 1.

`Corner_or_inside.v` has a theorem for X = 1 - a, and two for X = sqrt(1 - b): for 3 X >= 1 and for 3 X < 1
where 4 X (a + X - 1) >= 1 - 3 X. Else `corner_enough` of `Corner_inside.v` applies: a discriminant is not
positive, by a lemma of `corner_lemmas`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp

from symbolic_eps.coq.roots.root_proof import root_lines
from symbolic_eps.coq.sharp.sharp_proof import sharp_lines
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.stationary.corner_inside_proof import corner_inside_lines
from symbolic_eps.coq.stationary.corner_lemmas import (
    LIMIT_FIRST,
    LIMIT_SECOND,
    ask_for,
    premises_at_first,
    premises_at_second,
    signs_of_terms,
    told_at_first,
    told_at_second,
)
from symbolic_eps.coq.stationary.stationary_proof import lifted_lines
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.corner_or_inside import AT_FIRST, NUMBERS, Corner, line, terms_of
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, non_negative, positive

BESIDE, ENOUGH = "limit_beside_second", "corner_enough"
"""The theorems for 3 X < 1."""


def corner_limit_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that prove the budget, after `quotient_lines`, or UndecidedError."""
    form = terms_of(case.constrained(case.values[0])) if len(case.values) == 1 else None
    if form is None:
        raise UndecidedError("the profile is not 1 + a*(1-p)/p + b*(1-q)/q")
    if any(step.words in NUMBERS for step in case.branch.steps):
        return corner_inside_lines(case, form)
    return list(_lines(case, form))


def _lines(case: BranchCase, form: Corner) -> Iterator[str]:
    x, a, b, text = DECAY, form.a, form.b, case.steps.text
    first = any(step.words == AT_FIRST for step in case.branch.steps)
    level, value = (x, a) if first else (x**2, b)
    if sp.expand(case.branch.polynomial - (level - 1 + value)) != 0:
        raise UndecidedError("X is no root of what its profile gives")
    yield from root_lines(case)
    yield f"assert (level : {text(level)} = {text(sp.expand(1 - value))}) by lra."
    yield _shown(case, "X_below", positive(1 - x))
    rule, premises = _rule(case, form, first)
    yield from (_shown(case, name, goal) for name, goal in premises)
    terms = f"{text(a)} {text(b)}"
    if rule == ENOUGH:
        yield from _told_lines(case, form, first)
    if rule == BESIDE:
        yield f"pose proof (beside_line {terms} X X0 ltac:(lra) ltac:(lra) ltac:(lra)) as over_line."
    yield f"assert (good : forall p q, half_open p -> half_open q -> 0 <= near_corner {terms} X p q)"
    yield f"  by (apply {rule}; lra)."
    yield from lifted_lines(case, "near_corner")
    yield from sharp_lines(case)


def _rule(case: BranchCase, form: Corner, first: bool) -> tuple[str, list[tuple[str, Condition]]]:
    """The theorem of the library, and its premises."""
    x, a, b = DECAY, form.a, form.b
    late = non_negative(3 * x - 1)
    if _known(case, late):
        other = ("rest", non_negative(sp.expand(b + x**2 - 1 if first else a + x - 1)))
        return "limit_at_first" if first else "limit_at_second", [other, ("late", late)]
    beside = non_negative(sp.expand(-line(a, b)))
    if first or not _known(case, beside):
        return ENOUGH, []
    early, steep = positive(1 - 3 * x), positive(sp.expand(4 * a - 1))
    return BESIDE, [("early", early), ("steep", steep), ("beside", beside)]


def _told_lines(case: BranchCase, form: Corner, first: bool) -> Iterator[str]:
    """Tactics for the premises of `corner_enough`: D has not four roots, and f or g is positive."""
    a, b = map(case.steps.text, (form.a, form.b))
    yield from signs_of_terms(case, form)
    if first:
        low = case.steps.text(sp.expand(1 - form.a))
        yield from premises_at_first(case, form, non_negative(-told_at_first(form.a, form.b)))
        yield f"destruct ({ask_for(LIMIT_FIRST, case.steps)} {a} {b}) as [few more]; [lra.. |]."
        yield f"replace {low} with X in few by lra."
        yield f"assert (g_more : 0 < {b} + X^2 - 1) by (replace X with {low} by lra; lra)."
        return
    yield from premises_at_second(case, form, non_negative(-told_at_second(form.a, form.b)))
    yield _shown(case, "f_more", positive(sp.expand(form.a + DECAY - 1)))
    yield f"assert (few : corner_level {a} {b} X <= 0)"
    yield f"  by (apply ({ask_for(LIMIT_SECOND, case.steps)} {a} {b} X); lra)."


def _known(case: BranchCase, goal: Condition) -> bool:
    return case.steps.excludes((*case.known, goal.negation)) is not None


def _shown(case: BranchCase, name: str, goal: Condition) -> str:
    return case.steps.shown(name, case.known, goal)
