"""X = e^-eps in proofs where it is the least of several roots, told by inequalities that hold up to it.

The theorem is that of `minimum.roots.least_root`; in Coq it is `least_root` of `Least.v`, with the
least of the sides as one function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import sympy as sp

from symbolic_eps.coq.roots.root_proof import moved_lines, quotient_bounds, shown_product, sign_line
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.contradiction import RULES
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.roots.isolation import WHOLE, within
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, Relation, non_negative, positive, zero


def least_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that leave the budget to be shown at X, the least root between, with what is known of it."""
    branch, steps = case.branch, case.steps
    assert branch.polynomial is not None
    low, high = branch.between or WHOLE
    ends = steps.text(low), steps.text(high)
    sides = [side.polynomial for side in branch.sides]

    def value(name: str) -> str:
        return steps.text(branch.polynomial, {DECAY.name: name})

    def least_side(name: str) -> str:
        return _least([steps.text(side, {DECAY.name: name}) for side in sides])

    before = value("y'")
    return [
        f"(* X = e^-eps is the least root of a polynomial between {low} and {high}. *)",
        *_at_the_start(case, low),
        f"destruct (least_root (fun y => {value('y')}) (fun y => {least_side('y')}) {' '.join(ends)})",
        "  as [X [[X_after X_high] [equation [on_sides before]]]]; cbv beta in *.",
        "{ reg. }",
        "{ repeat apply continuity_min; reg. }",
        "{ lra. }",
        "{ lra. }",
        "{ repeat apply Rmin_glb_lt; lra. }",
        " ".join(["{ intros X X_range tight.", *moved_lines(case), "each_least. all: first"]),
        *_alternatives([f"solve [{_where_tight(case, side)}]" for side in branch.sides]),
        "}",
        f"{{ {_at_the_end(case, high)} }}",
        "exists X. split; [split; [lra | split; [exact equation|]]|].",
        "{ intros y' y_range y_root. destruct (Rlt_or_le y' X) as [less|]; [|lra].",
        f"  assert (negative : {before} < 0) by (apply before; lra). lra. }}",
        *_rising(case, value, ends[0]),
        *moved_lines(case),
        "assert (X0 : 0 < X) by lra.",
        "assert (X1 : X <= 1) by lra.",
        "each_least.",
        *_strict(case),
    ]


def _at_the_start(case: BranchCase, low: sp.Expr) -> Iterator[str]:
    """P is negative at the lower end, and the sides are positive."""
    branch, steps = case.branch, case.steps
    assert branch.polynomial is not None
    values = {"below": -branch.polynomial, **{f"side{i}": c.polynomial for i, c in enumerate(branch.sides)}}
    if low.is_polynomial():
        for name, value in values.items():
            yield steps.shown(name, case.region, positive(value.subs(DECAY, low)))
        return
    _, high = branch.between or WHOLE
    text, (d, _) = steps.text(low), quotient_bounds(case)
    yield shown_product(case, "below_low", d.polynomial)
    case = replace(case, branch=replace(branch, conditions=(*branch.conditions, d)))
    yield sign_line(case, "low_end", text, low, Relation.NON_NEGATIVE)
    yield sign_line(case, "order", f"{steps.text(high)} - {text}", high - low, Relation.NON_NEGATIVE)
    for name, value in values.items():
        at_low = steps.text(value, {DECAY.name: text})
        yield sign_line(case, name, at_low, value.subs(DECAY, low), Relation.POSITIVE)


def _least(texts: Sequence[str]) -> str:
    *others, last = texts
    for text in reversed(others):
        last = f"(Rmin {text} {last})"
    return last


def _where_tight(case: BranchCase, side: Condition) -> str:
    """Where a side is 0 and the others are not negative, P is not negative; from 0 <= X <= 1 if that does."""
    assert case.branch.polynomial is not None
    low, high = case.branch.between or WHOLE
    before = [positive(1 - DECAY)] if high == 1 else []
    others = [*(c.closure for c in case.branch.sides if c != side), *before]
    asked = (zero(side.polynomial), *others, positive(-case.branch.polynomial))
    refuted = case.steps.excludes((*case.region, *within(WHOLE), *asked)) or case.steps.excluded(
        (*case.region, *within((low, high)), *asked)
    )
    return f"apply not_negative; intros less; {refuted}"


def _at_the_end(case: BranchCase, high: sp.Expr) -> str:
    """P is not negative at the upper end, or a side is, or P turns above 0 before."""
    assert case.branch.polynomial is not None
    at_high = case.branch.polynomial.subs(DECAY, high)
    steps = case.steps
    if steps.excludes((*case.region, positive(-at_high))):
        above = steps.shown("above", case.region, non_negative(at_high))
        return f"{above} left. exists {steps.text(high)}. split; lra."
    for i, side in enumerate(case.branch.sides):
        failed = side.polynomial.subs(DECAY, high)
        if steps.excludes((*case.region, non_negative(failed))):
            last = ["left"] if i < len(case.branch.sides) - 1 else []
            way = "".join(f"apply min_negative; {turn}; " for turn in [*["right"] * i, *last])
            return f"{steps.shown('beyond', case.region, positive(-failed))} right; {way}lra."
    if (case.branch.between or WHOLE) == WHOLE:
        return _at_the_turn(case)
    raise UndecidedError("that there is a root before the upper end could not be shown")


def _at_the_turn(case: BranchCase) -> str:
    """P = A y^2 + B y - C, y a power of x, is not negative at 1, or else where it turns."""
    polynomial, steps = sp.Poly(case.branch.polynomial, DECAY), case.steps
    n, odd = divmod(polynomial.degree(), 2)
    if odd or {power for (power,) in polynomial.monoms()} - {0, n, 2 * n}:
        raise UndecidedError("that there is a root before the upper end could not be shown")
    a, b, c = (sign * polynomial.coeff_monomial(DECAY**k) for k, sign in ((2 * n, 1), (n, 1), (0, -1)))
    known = (*case.region, positive(sp.expand(c - a - b)))
    goals = {
        "rises": positive(b),
        "turn": non_negative(sp.expand(-2 * a - b)),
        "roots": non_negative(sp.expand(b**2 + 4 * a * c)),
    }
    first, second, third = map(steps.text, (a, b, c))
    shown = " ".join(steps.shown(name, known, goal) for name, goal in goals.items())
    return (
        f"left. destruct (Rle_or_lt {third} ({first} + {second})) as [above|below_1];"
        " [exists 1; split; lra|]."
        f" {shown} destruct (turns_above {first} {second} {third} {n}) as [k [k_range above]];"
        " [repeat constructor | lra | lra | lra |]. exists k. split; lra."
    )


def _rising(case: BranchCase, value: Callable[[str], str], low: str) -> Iterator[str]:
    """P does not fall at X, as it is negative before."""
    assert case.branch.polynomial is not None
    y, at_x = sp.Symbol("y", real=True), case.branch.polynomial
    slope = sp.cancel((at_x.subs(DECAY, y) - at_x) / (y - DECAY))
    chord = case.steps.text(sp.expand(slope))
    here = case.steps.text(sp.expand(slope.subs(y, DECAY)))
    yield f"assert (rising : 0 <= {here})."
    yield f"{{ assert (chord : 0 <= (fun y => {chord}) X); [|cbv beta in chord; lra]."
    yield f"  apply (rises_at_root (fun y => {value('y')}) (fun y => {chord}) {low} X);"
    form = f"intros y; transitivity ({value('y')} - {value('X')}); [lra | field]"
    yield f"    [reg | lra | {form} | exact before]. }}"


def _strict(case: BranchCase) -> Iterator[str]:
    """A strict side is not 0 at X."""
    assert case.branch.polynomial is not None
    interval = within(case.branch.between or WHOLE)
    root = zero(case.branch.polynomial)
    for i, side in enumerate(case.branch.sides):
        if side.relation is not Relation.POSITIVE:
            continue
        others = [c.closure for c in case.branch.sides if c != side]
        refuted = case.steps.excluded((*case.region, *interval, root, *others, zero(side.polynomial)))
        rule = RULES[Relation.POSITIVE]
        yield f"assert (strict{i} : {case.steps.comparison(side)}) by ({rule}; intros less; {refuted})."


def _alternatives(options: Sequence[str]) -> Iterator[str]:
    first, *others = options
    yield f"  [ {first}"
    yield from (f"  | {other}" for other in others)
    yield "  ]."
