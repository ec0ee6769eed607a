"""Theorems on branches of `minimum.stationary.cubic_on_side`: X is the least root of a cubic's discriminant.

`Cubic_on_side.v` has the theorem, for any f of this degree in the prior v that is left. Its premises are
certificates: f > 0 at both ends of v and at X = 1, f rises with X, and f < 0 at some v for X = 0. If both
priors vary, P at (p, q) is not negative because P at p = 1 is not (`enough.along_product`). What is not about
the degree serves `quartic_proof` as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import sympy as sp
from flint import fmpq_mpoly_ctx

from symbolic_eps.coq.enough.along_product import by_product
from symbolic_eps.coq.enough.enough_proof import enough_lines
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.place import quotients_at
from symbolic_eps.coq.stationary.stationary_case import half_open, unit
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.cylinders.elimination import discriminant
from symbolic_eps.minimum.polynomials import factor_list, inside, quotient
from symbolic_eps.minimum.reductions.by_product import reduced_by_product
from symbolic_eps.minimum.stationary.cubic_on_side import Side
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, non_negative, positive
from verify.solvers.smt import Solver

ABOVE = sp.Symbol("_above", real=True)
"""A second level, above X, under a name that no parameter has."""

LEVEL = {"cubic": "on_side", "quartic": "along_quartic"}
"""What the library calls the discriminant as a function of X, by how it calls P."""


class OnePrior(Protocol):
    """The algebra of a piece on which one prior varies."""

    @property
    def piece(self) -> ConstrainedPiece:
        """With n, d, f and P."""

    @property
    def v(self) -> sp.Symbol:
        """The prior."""

    @property
    def coefficients(self) -> Sequence[sp.Expr]:
        """Of P in v, the highest first."""

    @property
    def polynomial(self) -> sp.Expr:
        """That of X, where two roots meet."""

    @property
    def lowest(self) -> Sequence[sp.Expr] | None:
        """The coefficients of P for x = 0, the highest first, without a power of v."""


def side_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that prove the budget, after `quotient_lines`, or UndecidedError."""
    own = SideCase(case, side_of_case(case))
    if own.side.polynomial != case.branch.polynomial:
        raise UndecidedError("X is no root of the discriminant of its profile")
    return list(_lines(own))


def side_of_case(case: BranchCase) -> Side:
    """The piece of the profile on which one prior varies, or UndecidedError."""
    if len(case.values) != 1:
        raise UndecidedError("the profile is not one quotient")
    piece = case.constrained(case.values[0])
    free = case.profile.free_priors
    if len(free) == 1:
        return Side(piece, *free)
    faces = reduced_by_product(piece, free, case.region, Solver()) or ()
    if len(faces) != 1:
        raise UndecidedError("not one part of the border decides along p q")
    (v,) = {*PRIORS} - {*faces[0].priors}
    return Side(faces[0], v)


@dataclass(frozen=True)
class SideCase:
    """A branch that was found so, and the algebra of its piece.

    Parameters
    ----------
    case : BranchCase
    side : OnePrior
        Where one prior v varies.
    """

    case: BranchCase
    side: OnePrior

    @property
    def form(self) -> str:
        """What the library calls polynomials of P's degree."""
        return "cubic" if len(self.side.coefficients) == 4 else "quartic"

    @property
    def v(self) -> str:
        """The prior that varies, by name."""
        return str(self.side.v.name)

    @property
    def polynomial(self) -> sp.Expr:
        """P on the side."""
        return self.side.piece.polynomial

    @cached_property
    def priors(self) -> dict[sp.Symbol, str]:
        """p and q on the side, as Coq writes them."""
        ends = {u: self.case.steps.text(value) for u, value in self.side.piece.priors.items()}
        return {**self.case.priors, **ends}

    def text(self, expression: sp.Expr, **values: str) -> str:
        """In Coq, with texts in the place of a prior or of x."""
        return self.case.steps.text(expression, values)

    def shown(self, name: str, known: Sequence[Condition], value: sp.Expr) -> str:
        """A tactic that leaves by certificate, under a name, that a value is positive."""
        return self.case.steps.shown(name, (*self.case.region, *known), positive(sp.expand(value)))

    def coefficients(self, x: str = "X") -> str:
        """Those of P in Coq, the lowest first."""
        return " ".join(self.text(c, x=x) for c in reversed(self.side.coefficients))


def _lines(own: SideCase) -> Iterator[str]:
    yield "(* X = e^-eps is the last level below which P is negative somewhere: two roots meet there. *)"
    yield from shape_lines(own)
    yield positive_at(own, "1")
    yield from rising_lines(own)
    yield from _low_lines(own)
    yield from least_root_lines(own, "least_on_side", "at_1 bottom")


def least_root_lines(own: SideCase, rule: str, premises: str) -> Iterator[str]:
    """Tactics that prove the budget at the least root of the discriminant, by this theorem of the library."""
    functions, level = "_ " * (1 + len(own.side.coefficients)), LEVEL[own.form]
    yield f"destruct ({rule} {functions}{own.form}_form shape at_0 top rises {premises})"
    yield f"  as [X [X_range [zero [before [good touched]]]]]. unfold {level} in zero, before. cbv beta in *."
    yield from _root_lines(own)
    yield "exists X. split; [split; [lra | split; [exact root|]]|]."
    yield "{ intros y' y_range y_root. apply Rnot_lt_le. intros less."
    yield "  apply (before y'); [lra | rewrite form, y_root; ring]. }"
    yield "assert (X0 : 0 < X) by lra."
    yield from enough_on_side(own)
    yield from _sharp_lines(own)


def shape_lines(own: SideCase) -> Iterator[str]:
    """Tactics that leave the form of P, and that it is positive at v = 0, and for X = 1."""
    v, p = own.side.v, own.text(own.polynomial)
    yield f"assert ({own.form}_form : forall {v} X, {p} = {own.form} {own.coefficients()} {v})"
    yield f"  by (intros; unfold {own.form}; field)."
    yield f"assert (shape : smooth (fun {v} _ X => {p})) by (unfold Rdiv; smoothly)."
    yield positive_at(own, "0")
    yield f"assert (top : forall {v}, half_open {v} -> 0 < {own.text(own.polynomial, x='1')})."
    shown = own.shown("found", half_open(v), own.polynomial.subs(DECAY, 1))
    yield f"{{ intros {v} [{v}_low {v}_high]. {shown} lra. }}"


def positive_at(own: SideCase, end: str) -> str:
    """A tactic that leaves that P is positive at an end of v."""
    shown = own.shown("found", half_open(DECAY), own.polynomial.subs(own.side.v, end))
    return (
        f"assert (at_{end} : forall X, 0 < X <= 1 -> 0 < {own.text(own.polynomial, **{own.v: end})})."
        f" {{ intros X [X_low X_high]. {shown} lra. }}"
    )


def rising_lines(own: SideCase) -> Iterator[str]:
    """P = n f - d rises with X, for n > 0 and f rises."""
    v, piece, x = own.side.v, own.side.piece, DECAY
    climb = sp.cancel((piece.inverse_risk.subs(x, ABOVE) - piece.inverse_risk) / (ABOVE - x))
    ordered = (*unit(v), positive(x), positive(ABOVE - x), positive(1 - ABOVE))
    n, slope = own.text(piece.numerator), own.text(sp.expand(climb))
    yield f"assert (rises : forall {v} X {ABOVE}, 0 < {v} < 1 -> 0 < X < {ABOVE} -> {ABOVE} < 1 ->"
    yield f"  {own.text(own.polynomial)} < {own.text(own.polynomial, x=ABOVE.name)})."
    yield f"{{ intros {v} X {ABOVE} [{v}_low {v}_high] [X_low order] high."
    yield f"  {own.shown('n0', half_open(v), piece.numerator)}"
    yield f"  {own.shown('climbs', ordered, climb)}"
    yield f"  assert (0 < ({ABOVE} - X) * ({n} * {slope})) by (repeat apply Rmult_lt_0_compat; lra). lra. }}"


def _low_lines(own: SideCase) -> Iterator[str]:
    """Tactics that leave a prior at which P is negative for X = 0."""
    if own.side.lowest is None:
        raise UndecidedError("P is no power of the prior times a quadratic for x = 0")
    a, b, c = own.side.lowest
    if own.case.steps.excludes((*own.case.region, non_negative(c))):
        signs, rule = {"deep": -c}, "negative_near_0"
    else:
        signs = {"bends": a, "falls": -b, "inner": 2 * a + b, "deep": b**2 - 4 * a * c}
        rule = "negative_at_turn"
    yield from bottom_lines(own, rule, signs)


def bottom_lines(own: SideCase, rule: str, signs: Mapping[str, sp.Expr]) -> Iterator[str]:
    """The same by a lemma of the library on what is left without a power of v, and what is positive then."""
    v, lowest = own.side.v, map(own.text, reversed(own.side.lowest or ()))
    for name, value in signs.items():
        yield own.shown(name, (), value)
    yield f"assert (bottom : exists {v}, 0 < {v} < 1 /\\ {own.text(own.polynomial, x='0')} < 0)."
    yield f"{{ destruct ({rule} {' '.join(lowest)}) as [{v} [{v}_range low]]; [lra..|]."
    yield f"  exists {v}. split; [exact {v}_range|]. pose proof (low {power_of(own)}%nat). lra. }}"


def power_of(own: SideCase) -> int:
    """That of v in P for x = 0."""
    return int(min(k for (k,) in sp.Poly(own.polynomial.subs(DECAY, 0), own.side.v).monoms()))


def _root_lines(own: SideCase) -> Iterator[str]:
    """Tactics that leave `form`, the discriminant as a multiple of X's polynomial, and `root`."""
    x, polynomial = DECAY, own.side.polynomial
    scale = _scale(own)
    ends = sp.Mul(*(f**k for f, k in factor_list(scale) if f in (x, x - 1, x + 1)))
    rest = sp.cancel(scale / ends)
    if rest.has(x):
        raise UndecidedError("the discriminant has a factor beside the polynomial of X")
    word = f"{own.form}_discriminant"
    yield f"assert (form : forall y, {word} {own.coefficients('y')} ="
    yield f"  {own.text(rest)} * {own.text(ends, x='y')} * {own.text(polynomial, x='y')})"
    yield f"  by (intros; unfold {word}; field)."
    yield f"assert (some : {own.text(rest)} <> 0)."
    yield "{ intros null. apply (before (X / 2)); [lra | rewrite form, null; ring]. }"
    yield f"assert (root : {own.text(polynomial)} = 0)."
    yield f"{{ apply (Rmult_eq_reg_l ({own.text(rest)} * {own.text(ends)})); [rewrite <- form, zero; ring|]."
    yield "  apply Rmult_integral_contrapositive_currified; [exact some|]."
    yield "  repeat apply Rmult_integral_contrapositive_currified; try apply pow_nonzero; lra. }"


def _scale(own: SideCase) -> sp.Expr:
    """The discriminant of P in v over the polynomial of X."""
    symbols = (own.side.v, *sorted(own.polynomial.free_symbols - {own.side.v}, key=str))
    ring = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(symbols))], "lex")
    whole, part = (inside(e, symbols, ring) for e in (own.polynomial, own.side.polynomial))
    return quotient(discriminant(whole, 0), part, symbols)


def enough_on_side(own: SideCase) -> Iterator[str]:
    """Tactics that leave the budget to be reached, where `good` says that P >= 0 on the side."""
    case, here = own.case, f"pose proof (good {own.v} ltac:(split; lra)); lra"

    def refuted(value: int) -> str:
        if not own.side.piece.priors:
            return here
        return by_product(case, case.constrained(case.values[value]), lambda _case, _face: here, case.region)

    yield from enough_lines(case, refuted)
    yield f"apply {case.setting.of_root}; [assumption | exact enough |]."


def _sharp_lines(own: SideCase) -> Iterator[str]:
    """Tactics that prove `sharp`, at the prior where P is 0."""
    case, v, words = own.case, own.v, own.case.setting
    p, q = own.priors.values()
    turn = "left" if own.side.v == PRIORS[0] else "right"
    yield f"destruct touched as [{v} [{v}_range touches]]."
    yield f"assert (inside : prior {case.domain} {p} {q}) by (repeat split; lra)."
    yield f"assert (uncertain : {p} < 1 \\/ {q} < 1) by ({turn}; lra)."
    yield from quotients_at(case, own.priors)
    yield f"assert (f0 : 0 < {words.floor} X {p} {q})"
    yield f"  by (apply {words.positive}; [exact X0 | exact (proj1 inside) | exact (proj1 (proj2 inside))])."
    yield f"apply ({words.within} _ _ _ _ _ inside enough X0 uncertain). cbv beta. take_cases."
    yield f"apply (fraction_within _ _ _ _ ({words.floor} X {p} {q}) e0 d0 f0);"
    yield f"  [lra | rewrite {words.form}; lra]."
