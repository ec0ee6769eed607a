"""Theorems on branches inside the ridge of `minimum.stationary.ridge_of_two_terms` and `ridge_of_quotient`.

`Ridge_of_two_terms.v` and `Ridge_of_quotient.v` have the theorems: X is the least root of a cubic's
discriminant. The premises are what the branch says of a and b.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.coq.enough.enough_proof import enough_lines
from symbolic_eps.coq.roots.root_proof import root_lines
from symbolic_eps.coq.sharp.sharp_proof import sharp_lines
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.stationary.stationary_proof import reached_lines
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary import ridge_of_quotient, ridge_of_two_terms
from symbolic_eps.minimum.stationary.along_rays import Cubic
from symbolic_eps.minimum.stationary.ridge_of_quotient import Quotient
from symbolic_eps.minimum.stationary.ridge_of_two_terms import TwoTerms
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, positive


@dataclass(frozen=True)
class Theorem:
    """A theorem of the library on a ridge.

    Parameters
    ----------
    name : str
        Its name.
    discriminant : str
        That of the cubic along the ridge.
    bounds : tuple of str
        P on both sides.
    signs : str
        What its premises speak of.
    power : int
        How often 1 - x divides the discriminant.
    parts : str
        What the discriminant is written with.
    """

    name: str
    discriminant: str
    bounds: tuple[str, str]
    signs: str
    power: int
    parts: str = ""

    @property
    def unfolded(self) -> str:
        """The definitions of the discriminant."""
        return f"{self.discriminant}{self.parts}"


OF_TERMS = Theorem("inside_of_ridge", "ridge_discriminant", ("of_first", "of_second"), "falls_at_q", 2)
OF_QUOTIENT = Theorem(
    "inside_of_quotient",
    "q_discriminant",
    ("of_term", "of_quotient"),
    "n_sign, v_sign, w_sign",
    1,
    ", q_slope",
)


ENDS = {ridge_of_quotient.AT_FIRST: "end_p_decides", ridge_of_quotient.AT_SECOND: "end_q_decides"}
"""The theorems on the ends of one ridge; those of the other one need none."""


def is_on_ridge(branch: Branch) -> bool:
    """Whether the branch says that F is least on a ridge and has a theorem of the library."""
    words = ridge_of_two_terms.ON_RIDGE, ridge_of_quotient.ON_RIDGE, *ENDS
    return any(step.words in words for step in branch.steps)


def ridge_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that prove the budget, after `quotient_lines`, or UndecidedError."""
    pieces = [case.constrained(value) for value in case.values]
    if terms := ridge_of_two_terms.terms_of_pieces(pieces):
        first, second, falls = terms.ends
        ways = [(first.negation, second.negation), (first.negation, falls.negation)]
        return list(_lines(case, OF_TERMS, terms, ways))
    if quotient := ridge_of_quotient.quotient_of_pieces(pieces):
        if name := next((ENDS[step.words] for step in case.branch.steps if step.words in ENDS), None):
            return list(_end_lines(case, quotient, name))
        large, n, v, w = quotient.signs
        ways = [(large.negation, v.negation), (v, w.negation), (large, n.negation)]
        return list(_lines(case, OF_QUOTIENT, quotient, ways))
    raise UndecidedError("the profile is neither max(1 + a/p, 1 + b/q) nor max(a/p, 1 + b*p/q)")


def _lines(
    case: BranchCase, theorem: Theorem, form: TwoTerms | Quotient, ways: Sequence[tuple[Condition, Condition]]
) -> Iterator[str]:
    """The premises are those of the first way that is known, or else of the last."""
    a, b = case.steps.text(form.a), case.steps.text(form.b)
    known = (way for way in ways if all(case.steps.excludes((*case.region, c.negation)) for c in way))
    for name, goal in zip(
        ("a0", "b0", "first", "second"),
        (positive(form.a), positive(form.b), *next(known, ways[-1])),
        strict=True,
    ):
        yield case.steps.shown(name, case.region, goal)
    tries = "lra | left; lra | right; lra | right; left; lra | right; right; lra"
    premise = f"ltac:(unfold {theorem.signs}; first [{tries}])"
    yield f"destruct ({theorem.name} {a} {b} a0 b0{f' {premise}' * (2 if theorem is OF_TERMS else 1)})"
    yield "  as [X [X_range [zero [before [good places]]]]]."
    yield from _root_lines(case, theorem, form)
    yield "exists X. split; [split; [lra | split; [exact root|]]|]."
    yield "{ intros y' y_range y_root. apply Rnot_lt_le. intros less."
    yield "  apply (before y'); [lra | rewrite form, y_root; ring]. }"
    yield "assert (X0 : 0 < X) by lra."
    yield from _enough_lines(case, theorem)
    yield "destruct places as [p [q [p_range [q_range [inner [touches0 touches1]]]]]]."
    yield f"unfold {', '.join(theorem.bounds)} in touches0, touches1."
    yield "rewrite floor_form in touches0, touches1."
    yield from reached_lines(case)


def _enough_lines(case: BranchCase, theorem: Theorem) -> Iterator[str]:
    """Tactics that leave the budget to be reached, where `good` says that P >= 0 on both sides."""
    bounds = ", ".join(theorem.bounds)
    here = [
        "destruct (good p q ltac:(split; lra) ltac:(split; lra)) as [before_ridge after_ridge]",
        f"unfold {bounds} in before_ridge, after_ridge",
        "rewrite floor_form in before_ridge, after_ridge",
        "first [specialize (before_ridge ltac:(lra)); lra | specialize (after_ridge ltac:(lra)); lra]",
    ]
    yield from enough_lines(case, lambda _: "; ".join(here))
    yield f"apply {case.setting.of_root}; [assumption | exact enough |]."


def _end_lines(case: BranchCase, form: Quotient, name: str) -> Iterator[str]:
    """X where an end of the ridge decides, by this theorem."""
    a, b = case.steps.text(form.a), case.steps.text(form.b)
    large, n, v, w = form.signs
    premises = (large, n) if name == ENDS[ridge_of_quotient.AT_FIRST] else (v, w)
    goals = (positive(form.a), positive(form.b), *premises)
    for fact, goal in zip(("a0", "b0", "first", "second"), goals, strict=True):
        yield case.steps.shown(fact, case.region, goal)
    yield from root_lines(case)
    yield "assert (X_high : X <= 1) by lra."
    unfolded = f"unfold {OF_QUOTIENT.signs}; lra"
    yield f"pose proof ({name} {a} {b} a0 b0 ltac:({unfolded}) ltac:({unfolded})) as good."
    yield "specialize (good X ltac:(lra) ltac:(lra))."
    yield "unfold above_in_square in good."
    yield from _enough_lines(case, OF_QUOTIENT)
    yield from sharp_lines(case)


def _root_lines(case: BranchCase, theorem: Theorem, form: TwoTerms | Quotient) -> Iterator[str]:
    """Tactics that leave `form`, the discriminant as a multiple of the branch's polynomial, and `root`."""
    polynomial, text = case.branch.polynomial, case.steps.text
    assert polynomial is not None
    scale = sp.cancel(_discriminant(form.cubic) / polynomial / (1 - DECAY) ** theorem.power)
    if scale.has(DECAY, *PRIORS):
        raise UndecidedError("X is no root of what its profile gives")
    yield f"assert (form : forall y, {theorem.discriminant} {text(form.a)} {text(form.b)} y ="
    yield f"  {text(scale)} * (1 - y)^{theorem.power} * {text(polynomial, {DECAY.name: 'y'})})"
    yield f"  by (intros; unfold {theorem.unfolded}, cubic_discriminant; field)."
    yield f"assert (some : {text(scale)} <> 0)."
    yield "{ intros null. apply (before (X / 2)); [lra | rewrite form, null; ring]. }"
    yield f"assert (root : {text(polynomial)} = 0)."
    yield f"{{ apply (Rmult_eq_reg_l ({text(scale)} * (1 - X)^{theorem.power}));"
    yield "  [rewrite <- form, zero; ring|]."
    yield "  apply Rmult_integral_contrapositive_currified; [exact some | apply pow_nonzero; lra]. }"


def _discriminant(cubic: Cubic) -> sp.Expr:
    t = sp.Dummy("t")
    return sp.discriminant(sum(c * t ** (3 - k) for k, c in enumerate(cubic)), t)
