"""Theorems on branches of `minimum.stationary.two_sides_of_box`, by `Parabolas_of_box.v`.

Where p = 1 decides, where q = c does, for a + b >= 1 and for a + b < 1, and where the corner of both does.
The premises are signs of polynomials in a, b and c: what the branch says, and that B > 0 at X1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.coq.enough.enough_proof import enough_lines
from symbolic_eps.coq.roots.root_proof import root_lines
from symbolic_eps.coq.sharp.sharp_proof import sharp_lines
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.stationary.stationary_proof import reached_lines
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.two_sides_of_box import (
    AT_CORNER,
    ON_FIRST,
    ON_LARGEST,
    BoxSides,
    terms_of,
)
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, non_negative, positive


def box_sides_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that prove the budget, after `quotient_lines`, or UndecidedError."""
    region = case.profile.parameter_region
    sides = terms_of(case.constrained(case.values[0]), region) if len(case.values) == 1 else None
    if sides is None:
        raise UndecidedError("the profile is not 1 + a/(p*q) + b/q where q <= c")
    own = BoxCase(case, sides)
    words = {step.words for step in case.branch.steps}
    ways = {ON_FIRST: _first_lines, AT_CORNER: _corner_lines, ON_LARGEST: _largest_lines}
    (lines,) = (way for way_words, way in ways.items() if way_words in words)
    return [*_premises(own), *lines(own)]


@dataclass(frozen=True)
class BoxCase:
    """A branch that was found so, and the algebra of its profile."""

    case: BranchCase
    sides: BoxSides

    def text(self, expression: sp.Expr) -> str:
        """In Coq."""
        return self.case.steps.text(sp.expand(expression))

    @property
    def terms(self) -> str:
        """a, b and c in Coq."""
        return " ".join(map(self.text, (self.sides.a, self.sides.b, self.sides.c)))

    @property
    def given(self) -> str:
        """The same with what the theorems assume of them."""
        return f"{self.terms} {' '.join(['ltac:(lra)'] * 5)}"

    @property
    def first(self) -> str:
        """X1 in Coq."""
        g = f"({self.text(self.sides.a)} + {self.text(self.sides.b)})"
        return f"((1 - {g}) / (1 + {g}))"

    @property
    def parts(self) -> dict[str, tuple[str, sp.Expr, int]]:
        """B, 2 A - B and D at X1: in Coq, as they are, and how often 1 + g divides them."""
        square, linear, discriminant = self.sides.parabola
        end = f"{self.text(self.sides.b)} {self.text(self.sides.c)} {self.first}"
        turn = f"linear_part {self.terms} {self.first}"
        return {
            "falls": (turn, linear, 2),
            "inner": (f"2 * square_part {end} - {turn}", 2 * square - linear, 2),
            "deep": (f"box_level {self.terms} {self.first}", discriminant, 4),
        }

    def shown(self, name: str, goal: Condition) -> str:
        """A tactic that leaves a sign, by certificate."""
        return self.case.steps.shown(name, self.case.region, goal)

    def known(self, goal: Condition) -> bool:
        """Whether all that follows from what the branch says."""
        return self.case.steps.excludes((*self.case.region, goal.negation)) is not None

    def scaled(self, name: str) -> sp.Expr:
        """A part times a power of 1 + g, a polynomial in the parameters."""
        _, value, power = self.parts[name]
        g = self.sides.a + self.sides.b
        return sp.expand(sp.cancel(value.subs(DECAY, (1 - g) / (1 + g)) * (1 + g) ** power))

    def sign_lines(self, name: str, sign: int) -> Iterator[str]:
        """Tactics that leave that a part is positive at X1, or not."""
        said, _, power = self.parts[name]
        scaled = sp.expand(sign * self.scaled(name))
        below = f"{self.text(1 + self.sides.a + self.sides.b)}^{power}"
        order, rule = ("0 <", "apply Rdiv_lt_0_compat") if sign > 0 else ("0 <=", "apply Rle_mult_inv_pos")
        yield self.shown(f"{name}_scaled", positive(scaled) if sign > 0 else non_negative(scaled))
        yield f"assert ({name} : {order} {sign} * ({said}))."
        yield f"{{ replace ({sign} * ({said})) with ({self.text(scaled)} / {below})"
        yield "    by (unfold box_level, square_part, linear_part, rest_of_end; field; lra)."
        yield f"  {rule}; [lra | apply pow_lt; lra]. }}"


def _premises(own: BoxCase) -> Iterator[str]:
    a, b, c = own.sides.a, own.sides.b, own.sides.c
    for name, value in (("a0", a), ("a1", 1 - a), ("b0", b), ("c0", c)):
        yield own.shown(name, positive(sp.expand(value)))
    yield own.shown("c1", non_negative(sp.expand(1 - c)))


def _wide(own: BoxCase) -> str:
    """A tactic that leaves that a + b > 1 - 2 c."""
    return own.shown("wide", positive(sp.expand(own.sides.a + own.sides.b - 1 + 2 * own.sides.c)))


def _good_lines(own: BoxCase, shown: str) -> Iterator[str]:
    """Tactics for the budget of an X that is known: why P is nowhere negative, and where it is reached."""
    yield f"assert (good : forall p q, half_open p -> 0 < q <= {own.text(own.sides.c)} ->"
    yield f"  0 <= in_box {own.text(own.sides.a)} {own.text(own.sides.b)} X p q)."
    yield f"{{ {shown} }}"
    yield from _enough_lines(own)
    yield from sharp_lines(own.case)


def _corner_lines(own: BoxCase) -> Iterator[str]:
    """X^2 = c (1-c-g)/((1-c) (c+g))."""
    g, c = own.sides.a + own.sides.b, own.sides.c
    square, rest = (sp.expand(e) for e in ((1 - c) * (c + g), c * (1 - c - g)))
    polynomial = own.case.branch.polynomial
    assert polynomial is not None
    scale = sp.cancel(polynomial / (square * DECAY**2 - rest))
    if not scale.is_Rational:
        raise UndecidedError("X is no root of what its profile gives")
    yield own.shown("narrow", non_negative(sp.expand(1 - 2 * c - g)))
    yield from root_lines(own.case)
    yield own.shown("square", positive(square))
    yield f"assert (level : {own.text(square)} * X^2 = {own.text(rest)}) by lra."
    yield "assert (X_below : X < 1)."
    yield "{ apply Rnot_le_lt. intros more. assert (1 * 1 <= X * X) by (apply Rmult_le_compat; lra)."
    yield f"  assert (0 <= {own.text(square)} * (X^2 - 1)) by (apply Rmult_le_pos; lra). lra. }}"
    yield from _good_lines(own, "apply corner_decides; lra.")


def _first_lines(own: BoxCase) -> Iterator[str]:
    """X = X1."""
    g = own.sides.a + own.sides.b
    if sp.expand(own.case.branch.polynomial - ((1 + g) * DECAY - 1 + g)) != 0:
        raise UndecidedError("X is no root of what its profile gives")
    name = next((n for n in ("deep", "inner") if own.known(non_negative(-own.scaled(n)))), None)
    if name is None:
        raise UndecidedError("it is not known that P is nowhere negative where q is largest")
    yield from root_lines(own.case)
    yield _wide(own)
    yield own.shown("sum_of_both", positive(sp.expand(1 - g)))
    yield from own.sign_lines(name, -1)
    above = own.text(1 + g)
    yield f"assert (level : {above} * X = {own.text(1 - g)}) by lra."
    yield f"assert (X_below : X < 1) by (apply (Rmult_lt_reg_l {above}); lra)."
    yield f"assert (X_form : X = {own.first})."
    yield f"{{ apply (Rmult_eq_reg_l {above}); [|lra]. rewrite level. field. lra. }}"
    side = "left" if name == "deep" else "right"
    yield from _good_lines(own, f"apply first_side_decides; [lra.. | rewrite X_form; {side}; lra].")


def _largest_lines(own: BoxCase) -> Iterator[str]:
    """X is the least root of D."""
    below = positive(sp.expand(1 - own.sides.a - own.sides.b))
    if own.known(below.negation):
        yield own.shown("sum_of_both", below.negation)
        yield f"destruct (largest_side_alone {own.given} ltac:(lra))"
    else:
        yield own.shown("sum_of_both", below)
        yield _wide(own)
        for name in own.parts:
            yield from own.sign_lines(name, 1)
        rest = " ".join(["ltac:(lra)"] * 4)
        yield f"destruct (largest_side_later {own.given} {rest})"
    yield "  as [X [X_range [zero [before [good places]]]]]."
    yield from _root_lines(own)
    yield "exists X. split; [split; [lra | split; [lra|]]|]."
    yield "{ intros y' y_range y_root. apply Rnot_lt_le. intros less."
    yield "  apply (before y'); [lra | rewrite form, y_root; ring]. }"
    yield "assert (X0 : 0 < X) by lra."
    yield from _enough_lines(own)
    yield "destruct places as [p [q [p_range [q_range [inner_p touches]]]]]."
    yield "unfold in_box in touches. rewrite floor_form in touches."
    yield from reached_lines(own.case)


def _root_lines(own: BoxCase) -> Iterator[str]:
    """Tactics that leave `form`, D as a multiple of the branch's polynomial, and `root`."""
    polynomial, text = own.case.branch.polynomial, own.case.steps.text
    assert polynomial is not None
    scale = sp.cancel(own.sides.parabola[2] / polynomial)
    if not scale.is_Rational:
        raise UndecidedError("X is no root of what its profile gives")
    at_y = text(polynomial, {DECAY.name: "y"})
    yield f"assert (form : forall y, box_level {own.terms} y = {text(scale)} * {at_y})"
    yield "  by (intros; unfold box_level, square_part, linear_part, rest_of_end; field)."
    yield f"assert (root : {text(polynomial)} = 0) by (rewrite form in zero; lra)."


def _enough_lines(own: BoxCase) -> Iterator[str]:
    """Tactics that leave the budget to be reached, from `good`; P as the profile has it is a multiple."""
    value = own.case.steps.text(own.case.constrained(own.case.values[0]).polynomial)
    yield f"assert (good_X : forall p q, half_open p -> 0 < q <= {own.text(own.sides.c)} -> 0 <= {value})."
    yield "{ intros p q p_range q_range. pose proof (good p q p_range q_range) as found."
    yield "  unfold in_box in found. rewrite floor_form in found. lra. }"
    here = "pose proof (good_X p q ltac:(split; lra) ltac:(split; lra)); lra"
    yield from enough_lines(own.case, lambda _: here)
    yield f"apply {own.case.setting.of_root}; [assumption | exact enough |]."
