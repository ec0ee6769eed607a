"""Theorems on branches of `minimum.stationary.end_of_cubic`: P is a cubic in v, and may be negative at v = 1.

`End_of_cubic.v` has both theorems. Where P does not fall inwards at the end, at the level X1 of that end,
X = X1; elsewhere X is the least root of the discriminant. P's slope there is e2 X1^2 + e1 X1 + e0, where
alpha X1^k = gamma: its sign is that of polynomials in the parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.coq.roots.root_proof import root_lines
from symbolic_eps.coq.sharp.sharp_proof import sharp_lines
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.stationary.side_proof import (
    ABOVE,
    SideCase,
    enough_on_side,
    least_root_lines,
    rising_lines,
    shape_lines,
    side_of_case,
)
from symbolic_eps.coq.stationary.stationary_case import unit
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.end_of_cubic import End, end_on, is_beyond_end
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, non_negative, positive


@dataclass(frozen=True)
class EndCase(SideCase):
    """A branch that was found so.

    Parameters
    ----------
    end : End
        The algebra at v = 1.
    """

    end: End

    @property
    def end_and_slope(self) -> str:
        """alpha, gamma, e2, e1 and e0 in Coq."""
        return " ".join(map(self.text, (self.end.alpha, self.end.gamma, *self.end.slope)))

    @property
    def slope(self) -> str:
        """That of P at the end in Coq."""
        *above, _ = map(self.text, self.side.coefficients)
        return f"{self.form}_slope {' '.join(reversed(above))} 1"

    @property
    def level(self) -> str:
        """alpha, gamma and k in Coq, and that k is positive."""
        alpha, gamma = self.text(self.end.alpha), self.text(self.end.gamma)
        return f"{alpha} {gamma} {self.end.power}%nat ltac:(repeat constructor)"

    @property
    def equation(self) -> str:
        """That X is the level of the end."""
        alpha, gamma = self.text(self.end.alpha), self.text(self.end.gamma)
        return f"{alpha} * X^{self.end.power} = {gamma}"


def end_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that prove the budget, after `quotient_lines`, or UndecidedError."""
    side = side_of_case(case)
    end = end_on(side)
    if end is None:
        raise UndecidedError("the end of the prior is no place of this form")
    beyond = is_beyond_end(case.branch)
    if case.branch.polynomial != (side if beyond else end).polynomial:
        raise UndecidedError("X is no root of what its profile gives")
    own = EndCase(case, side, end)
    return list(_beyond_lines(own) if beyond else _at_end_lines(own))


def _at_end_lines(own: EndCase) -> Iterator[str]:
    yield from shape_lines(own)
    yield from _bending_lines(own)
    yield from root_lines(own.case)
    yield from level_lines(own)
    value = own.text(own.polynomial)
    yield f"assert (good : forall {own.v}, half_open {own.v} -> 0 <= {value})."
    yield f"{{ intros {own.v} {own.v}_range. rewrite cubic_form."
    yield f"  apply (nowhere_negative_before_end {own.coefficients()});"
    yield f"    [exact {own.v}_range | | | exact slope|]."
    yield "  - pose proof (at_0 X ltac:(lra)) as start. rewrite cubic_form in start."
    yield "    unfold cubic in start. lra."
    yield "  - rewrite <- cubic_form. lra."
    yield "  - apply bends. lra. }"
    yield from enough_on_side(own)
    yield from sharp_lines(own.case)


def level_lines(own: EndCase) -> Iterator[str]:
    """Tactics that leave, for X at the end, that X < 1, and that P does not fall inwards there."""
    yield own.shown("alpha0", (), own.end.alpha)
    yield f"assert (end_1 : {own.equation}) by lra."
    yield f"assert (slope : {own.slope} <= 0)."
    yield f"{{ {_slope_form(own)} {_sign_of_slope(own, inwards=False)} }}"
    yield "assert (X_below : X < 1)."
    yield "{ destruct (Req_dec X 1) as [same|]; [|lra]. exfalso."
    yield "  pose proof (top 1 ltac:(split; lra)) as high. rewrite same in end_1. lra. }"


def _slope_form(own: EndCase) -> str:
    """The slope at the end as a polynomial in X."""
    second, first, none = map(own.text, own.end.slope)
    form = f"{second} * X^2 + {first} * X + {none}"
    return f"replace ({own.slope}) with ({form}) by (unfold {own.form}_slope; field)."


def _sign_of_slope(own: EndCase, *, inwards: bool) -> str:
    """That it has the sign that the branch says, where `alpha0` and `end_1` are known."""
    texts = f"{own.end_and_slope} X"
    if own.end.power == 1:
        (value,) = own.end.signs
        sign = _known(own, "sign", value, inwards)
        return f"{sign} apply (slope_of_first_power {texts} alpha0 end_1). lra."
    even, square = own.end.signs
    falls = own.shown("falls", (), -own.end.slope[1])
    rule = f"apply (slope_of_square {texts} ltac:(lra) alpha0 ltac:(lra) end_1)"
    if inwards:
        signs = f"{_known(own, 'even', even, True)} {_known(own, 'square', square, True)}"
        return f"{falls} {signs} {rule}; lra."
    for name, value, side in (("even", even, "left"), ("square", square, "right")):
        if own.case.steps.excludes((*own.case.region, positive(value))):
            return f"{falls} {_known(own, name, value, False)} {rule}. {side}. lra."
    raise UndecidedError("the sign of the slope at the end of a prior is not known")


def _known(own: EndCase, name: str, value: sp.Expr, positively: bool) -> str:
    """A tactic that leaves the sign of a value in the parameters."""
    goal = positive(value) if positively else non_negative(sp.expand(-value))
    return own.case.steps.shown(name, own.case.region, goal)


def _bending_lines(own: EndCase) -> Iterator[str]:
    """A tactic that leaves that P has no three roots v > 0."""
    three, two = (sp.expand(c) for c in own.side.coefficients[:2])
    yield f"assert (bends : forall X, 0 < X < 1 -> {own.text(three)} <= 0 -> {own.text(two)} <= 0)."
    known = (*own.case.region, *unit(DECAY), non_negative(-three))
    shown = own.case.steps.shown("found", known, non_negative(-two))
    yield f"{{ intros X [X_low X_high] low. {shown} lra. }}"


def _beyond_lines(own: EndCase) -> Iterator[str]:
    yield "(* X = e^-eps is the last level below which P is negative somewhere: two roots meet there. *)"
    yield from shape_lines(own)
    yield from rising_lines(own)
    yield from _bending_lines(own)
    yield from _opening_lines(own)
    yield from inwards_lines(own)
    yield from least_root_lines(
        own, "least_beyond_end", f"bends opens {own.level} alpha0 gamma0 at_1 inwards"
    )


def inwards_lines(own: EndCase) -> Iterator[str]:
    """Tactics that leave what P is at the end, and that it falls inwards there at X where it is 0."""
    yield own.shown("alpha0", (), own.end.alpha)
    yield own.shown("gamma0", (), own.end.gamma)
    at_end = own.text(own.polynomial, **{own.v: "1"})
    alpha, gamma = own.text(own.end.alpha), own.text(own.end.gamma)
    yield f"assert (at_1 : forall X, {at_end} = {alpha} * X^{own.end.power} - {gamma}) by (intros; field)."
    yield f"assert (inwards : forall X, 0 < X < 1 -> {own.equation} ->"
    yield f"  0 < {own.slope})."
    yield f"{{ intros X X_range end_1. {_slope_form(own)} {_sign_of_slope(own, inwards=True)} }}"


def _opening_lines(own: EndCase) -> Iterator[str]:
    """Tactics that leave that the coefficient of v^3 is positive for all smaller X where it is so."""
    three, shorter = sp.expand(own.side.coefficients[0]), own.end.opening
    ordered = (positive(DECAY), positive(ABOVE - DECAY), positive(1 - ABOVE))
    yield f"assert (opens : forall X {ABOVE}, 0 < X < {ABOVE} -> {ABOVE} < 1 ->"
    yield f"  0 < {own.text(three, x=ABOVE.name)} -> 0 < {own.text(three)})."
    yield f"{{ intros X {ABOVE} [X_low order] high open."

    def shown(name: str, known: Sequence[Condition], value: sp.Expr) -> str:
        return own.shown(name, (*ordered, *known), value)

    above = sp.expand(shorter.subs(DECAY, ABOVE))
    yield f"  {shown('later', (positive(sp.expand(three.subs(DECAY, ABOVE))),), above)}"
    yield f"  {shown('before', (positive(above),), shorter)}"
    yield f"  {shown('here', (positive(shorter),), three)} lra. }}"
