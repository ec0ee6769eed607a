"""Theorems on branches of `minimum.stationary.two_sides_of_box` in which the side q = c decides.

`Parabolas_of_box.v` has both theorems, for a + b >= 1 and for a + b < 1. Their premises are signs of
polynomials in a, b and c: what the branch says, and that B > 0 at X1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.coq.enough.enough_proof import enough_lines
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.stationary.stationary_proof import reached_lines
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.two_sides_of_box import ON_LARGEST, BoxSides, terms_of
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import non_negative, positive


def is_on_largest(branch: Branch) -> bool:
    """Whether the branch says that it was found so."""
    return any(step.words == ON_LARGEST for step in branch.steps)


def box_sides_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that prove the budget, after `quotient_lines`, or UndecidedError."""
    region = case.profile.parameter_region
    sides = terms_of(case.constrained(case.values[0]), region) if len(case.values) == 1 else None
    if sides is None:
        raise UndecidedError("the profile is not 1 + a/(p*q) + b/q where q <= c")
    return list(_lines(case, sides))


def _lines(case: BranchCase, sides: BoxSides) -> Iterator[str]:
    a, b, c = sides.a, sides.b, sides.c
    for name, goal in (
        ("a0", positive(a)),
        ("a1", positive(sp.expand(1 - a))),
        ("b0", positive(b)),
        ("c_low", non_negative(sp.expand(2 * c - 1))),
        ("c_high", non_negative(sp.expand(1 - c))),
    ):
        yield case.steps.shown(name, case.region, goal)
    terms = " ".join(map(case.steps.text, (a, b, c)))
    rule = f"{terms} ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)"
    if case.steps.excludes((*case.region, positive(sp.expand(1 - a - b)))):
        yield case.steps.shown("sum", case.region, non_negative(sp.expand(a + b - 1)))
        yield f"destruct (largest_side_alone {rule} ltac:(lra))"
    else:
        yield case.steps.shown("sum", case.region, positive(sp.expand(1 - a - b)))
        yield from _first_lines(case, sides, terms)
        yield f"destruct (largest_side_later {rule} ltac:(lra) falls inner deep)"
    yield "  as [X [X_range [zero [before [good places]]]]]."
    yield from _root_lines(case, sides, terms)
    yield "exists X. split; [split; [lra | split; [lra|]]|]."
    yield "{ intros y' y_range y_root. apply Rnot_lt_le. intros less."
    yield "  apply (before y'); [lra | rewrite form, y_root; ring]. }"
    yield "assert (X0 : 0 < X) by lra."
    end = case.steps.text(c)
    value = case.steps.text(case.constrained(case.values[0]).polynomial)
    yield f"assert (good_X : forall p q, half_open p -> 0 < q <= {end} -> 0 <= {value})."
    yield "{ intros p q p_range q_range. pose proof (good p q p_range q_range) as found."
    yield "  unfold in_box in found. rewrite floor_form in found. lra. }"
    yield from enough_lines(
        case, lambda _: "pose proof (good_X p q ltac:(split; lra) ltac:(split; lra)); lra"
    )
    yield f"apply {case.setting.of_root}; [assumption | exact enough |]."
    yield "destruct places as [p [q [p_range [q_range [inner_p touches]]]]]."
    yield "unfold in_box in touches. rewrite floor_form in touches."
    yield from reached_lines(case)


def _first_lines(case: BranchCase, sides: BoxSides, terms: str) -> Iterator[str]:
    """Tactics that leave that P has its turn between p = 0 and p = 1 at X1, and is negative there."""
    square, linear, discriminant = sides.parabola
    g, text = sides.a + sides.b, case.steps.text
    sum_of_both = f"({text(sides.a)} + {text(sides.b)})"
    x1 = f"((1 - {sum_of_both}) / (1 + {sum_of_both}))"
    for name, said, value, power in (
        ("falls", f"linear_part {terms} {x1}", linear, 2),
        (
            "inner",
            f"2 * square_part {text(sides.b)} {text(sides.c)} {x1} - linear_part {terms} {x1}",
            2 * square - linear,
            2,
        ),
        ("deep", f"box_level {terms} {x1}", discriminant, 4),
    ):
        scaled = sp.expand(sp.cancel(value.subs(DECAY, (1 - g) / (1 + g)) * (1 + g) ** power))
        yield case.steps.shown(f"{name}_scaled", case.region, positive(scaled))
        yield f"assert ({name} : 0 < {said})."
        yield f"{{ replace ({said}) with ({text(scaled)} / {text(1 + g)}^{power})"
        yield "    by (unfold box_level, square_part, linear_part, rest_of_end; field; lra)."
        yield "  apply Rdiv_lt_0_compat; [lra | apply pow_lt; lra]. }"


def _root_lines(case: BranchCase, sides: BoxSides, terms: str) -> Iterator[str]:
    """Tactics that leave `form`, D as a multiple of the branch's polynomial, and `root`."""
    polynomial, text = case.branch.polynomial, case.steps.text
    assert polynomial is not None
    scale = sp.cancel(sides.parabola[2] / polynomial)
    if not scale.is_Rational:
        raise UndecidedError("X is no root of what its profile gives")
    at_y = text(polynomial, {DECAY.name: "y"})
    yield f"assert (form : forall y, box_level {terms} y = {text(scale)} * {at_y})"
    yield "  by (intros; unfold box_level, square_part, linear_part, rest_of_end; field)."
    yield f"assert (root : {text(polynomial)} = 0) by (rewrite form in zero; lra)."
