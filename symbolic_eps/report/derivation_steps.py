"""The reasons for a case: each step of the engine's analysis, with its mathematics.

Along a prior v the root X of F = 0 moves by -F_v/F_x, and F_x > 0; the sign of F_v on F = 0 therefore says
whether eps = -log X rises or falls. The steps are replayed on the piece that decides, from the profile alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece, constrained
from symbolic_eps.minimum.reductions.by_product import BY_PRODUCT
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.report.prose import Line, line, named, upright
from symbolic_eps.theory.slope import slope_on_root
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE, parameter
from symbolic_eps.theory.variants import variant_polynomial
from verify.language.condition import Condition, Relation
from verify.language.note import NOTHING, Note, equation
from verify.solvers.smt import Solver, UndecidedQueryError

_PRODUCT_NAMES = ("t", "m", "u", "v", "w", *(f"t{i}" for i in range(100)))


@dataclass
class Replay:
    """The steps of a branch, followed on the piece of the profile that decides it.

    Parameters
    ----------
    profile : RiskProfile
        The profile.
    piece : ConstrainedPiece or None
        The piece; None where it is not known, so that steps are told in words alone.
    conditions : tuple of Condition
        Of the branch. Where they do not imply the case of a step, the step says that it is about a part.
    """

    profile: RiskProfile
    piece: ConstrainedPiece | None
    conditions: tuple[Condition, ...] = ()
    _values: dict[sp.Symbol, sp.Expr] = field(default_factory=dict)

    def lines(self, steps: Sequence[Step]) -> Iterator[Line]:
        """Each step with its reason."""
        for step in steps:
            yield line(self._told(step), level=1)

    def _told(self, step: Step) -> Note:
        match step:
            case Step(words=words) if words == BY_PRODUCT:
                return self._product()
            case Step(prior=None):
                return Note(f"{step.text}.")
            case Step(kind=StepKind.END, prior=v, value=sp.Expr() as value):
                return self._end(v, value)
            case Step(kind=StepKind.MONOTONE, prior=v, words=direction):
                return self._monotone(v, direction)
            case Step(kind=StepKind.CRITICAL, prior=v):
                return self._critical(v)
            case Step(kind=StepKind.SPLIT, prior=v, value=sp.Expr() as factor, condition=Condition() as case):
                return self._split(v, factor, case)
        return Note(f"{step.text}.")

    def _product(self) -> Note:
        p, q = PRIOR_INCLUSION, PRIOR_VALUE
        taken = {symbol.name for symbol in self.profile.parameters}
        t = parameter(next(name for name in _PRODUCT_NAMES if name not in taken))
        along = sp.expand(variant_polynomial(self.profile.variant).subs(q, t / p))
        return Note(
            f"`r*` depends on p and q only through their product {t}, and with {t} held fixed ",
            named("dF/dp", sp.factor(sp.diff(along, p))),
            ", which is `<= 0` for `0 < x <= 1`: X does not fall as p grows, and the largest p decides.",
        )

    def _monotone(self, v: sp.Symbol, direction: str) -> Note:
        rises = direction == "increasing"
        told = Note(f"eps is {direction} in {v}: ")
        slope = self._slope(v)
        if slope is not None and slope != 0:
            sign = ">=" if rises else "<="
            told = Note(
                told,
                f"on `F = 0` the derivative `F_{v}` has the sign of ",
                slope,
                f", which is `{sign} 0` there, and X moves by `-F_{v}/F_x` with `F_x > 0`. ",
            )
        return Note(told, f"The {'least' if rises else 'largest'} {v} decides.")

    def _end(self, v: sp.Symbol, value: sp.Expr) -> Note:
        reason = self._reason(v, value)
        self._values = {u: sp.factor(e.subs(v, value)) for u, e in self._values.items()} | {v: value}
        because = Note(": ", reason) if reason else NOTHING
        return Note(f"Put {v} at its end ", equation(v, upright(value)), because, ".")

    def _critical(self, v: sp.Symbol) -> Note:
        slope = self._slope(v)
        told = Note(f"Inside its range {v} decides where eps is stationary, `F = F_{v} = 0`")
        if slope is not None:
            told = Note(told, ": ", sp.Eq(_primitive(slope), 0, evaluate=False))
        return Note(told, ".")

    def _split(self, v: sp.Symbol, factor: sp.Expr, case: Condition) -> Note:
        return Note(
            f"Whether eps rises or falls with {v} depends on the sign of ",
            factor,
            ": here ",
            case,
            "." if self._implied(case) else "; elsewhere in this case it comes to the same value.",
        )

    def _implied(self, case: Condition) -> bool:
        """Whether a step's case is the branch's, or only a part of it; for the wording, proves nothing."""
        if not case.symbols <= set(self.profile.parameters):
            return True  # a part of the priors' range: the other part has its own steps
        known = (*self.profile.parameter_region, *self.conditions)
        try:
            return Solver().implies(known, case, str(case))
        except UndecidedQueryError:
            return False

    def _slope(self, v: sp.Symbol) -> sp.Expr | None:
        """n^2 f_v + n_v d - n d_v, the sign of F_v on F = 0, where r* = n/d and F = f - d/n."""
        if self.piece is None:
            return None
        n, d, f = (
            e.subs(self._values)
            for e in (self.piece.numerator, self.piece.denominator, self.piece.inverse_risk)
        )
        return sp.factor(slope_on_root(f, n, d, v))

    def _reason(self, v: sp.Symbol, value: sp.Expr) -> Note:
        """Why there is an end of v at this value."""
        at = {**self._values, v: value}
        for condition in self.profile.box:
            if v in condition.symbols and _vanishes(condition.polynomial, at):
                return Note("there the box ends, ", condition.closure)
        for one, other in _compared(self.profile.bound):
            difference = one - other
            if v in difference.free_symbols | _moving(self._values, v) and _vanishes(difference, at):
                return Note(
                    "there ", one, " and ", other, " are equal; beyond it the other one bounds the risk"
                )
        for condition in self.piece.conditions if self.piece else ():
            varies = condition.relation is not Relation.NON_ZERO and v in condition.symbols
            if varies and value not in (0, 1) and _vanishes(condition.polynomial, at):
                return Note("there the case ends, ", condition.closure)
        if value == 1:
            return Note("no prior is larger")
        if value == 0:
            return Note("priors may be as small as one likes, so that the value is a limit")
        return NOTHING


def deciding_piece(profile: RiskProfile, branch: Branch) -> ConstrainedPiece | None:
    """The piece on which F = 0 at the place where a branch is attained; None if none is found.

    Nor is one named where the priors are roots of polynomials: on a ridge there are two.

    Examples
    --------
    >>> from symbolic_eps.minimum import infimum
    >>> found = infimum(RiskProfile("max(1/(4*p*q), 3)"))
    >>> deciding_piece(found.profile, found.branches[0]).bound
    3
    """
    if branch.polynomial is None:
        return None
    pieces = tuple(constrained(piece, profile) for piece in profile.pieces)
    if len(pieces) == 1:
        return pieces[0]
    for attainment in branch.attained:
        if any(value.has(sp.CRootOf) for value in attainment.place.values()):
            continue
        for piece in pieces:
            left = sp.numer(sp.together(piece.polynomial.subs(attainment.place, simultaneous=True)))
            left = sp.expand(left)
            if left != 0 and sp.rem(left, branch.polynomial, DECAY) == 0:
                return piece
    return None


def _primitive(expression: sp.Expr) -> sp.Expr:
    """The expression without a rational factor, for an equation with 0."""
    return sp.factor(expression.as_content_primitive()[1])


def _vanishes(expression: sp.Expr, at: Mapping[sp.Symbol, sp.Expr]) -> bool:
    value = sp.together(expression.subs(at, simultaneous=True))
    return bool(sp.expand(sp.numer(value)) == 0)


def _moving(values: Mapping[sp.Symbol, sp.Expr], v: sp.Symbol) -> set[sp.Symbol]:
    """Priors whose value depends on v, which moves with them."""
    return {v} if any(v in value.free_symbols for value in values.values()) else set()


def _compared(bound: sp.Expr) -> Iterator[tuple[sp.Expr, sp.Expr]]:
    """The pairs that max and min in the profile compare."""
    for extremum in sorted(bound.atoms(sp.Max, sp.Min), key=str):
        for one, other in combinations(extremum.args, 2):
            if not any(e.has(sp.Max, sp.Min, sp.Piecewise) or e is sp.oo for e in (one, other)):
                yield one, other
