"""That P < 0 is impossible on a piece: P falls along a prior wherever it is 0, and is not below 0 at its end.

The theorem is that of `symbolic_eps.minimum.reductions.by_monotonicity` at the one level X < 1; in Coq it is
`falls_at_zeros` of `Least.v`. At X = 1, P = n - d >= 0, for profiles are well posed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import sympy as sp

from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.reductions.border import face_at
from symbolic_eps.minimum.reductions.by_monotonicity import NOT_RISING
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, Relation, non_negative, positive, zero

Refute = Callable[[BranchCase, ConstrainedPiece], str]

_LATER, _EARLIER = sp.symbols("_later _earlier", real=True)
"""Two values of a prior, under names that no parameter has."""


def is_falling(case: BranchCase, piece: ConstrainedPiece) -> bool:
    """Whether the search came to the minimum so, and the piece has not lost a prior yet."""
    return not piece.priors and any(step.words.startswith(NOT_RISING) for step in case.branch.steps)


def by_falling(case: BranchCase, piece: ConstrainedPiece, refute: Refute) -> str:
    """A tactic for `False` where P < 0, by what refutes the same at an end; or UndecidedError."""
    last = UndecidedError("P does not fall along a prior up to an end")
    for u in case.profile.free_priors:
        for end in _upper_ends(piece, u):
            try:
                return _towards(case, piece, u, end, refute)
            except UndecidedError as error:
                last = error
    raise last


def _upper_ends(piece: ConstrainedPiece, u: sp.Symbol) -> Iterator[sp.Expr]:
    """Where a prior ends, if it is bounded alone from above and all else on it is a lower bound."""
    on_u = [c for c in piece.conditions if u in c.symbols]
    if any(sp.degree(c.polynomial, u) != 1 or c.relation is Relation.ZERO for c in on_u):
        return
    slopes = [c.polynomial.coeff(u, 1) for c in on_u]
    if not all(slope.is_Rational for slope in slopes):
        return
    ends = [c for c, slope in zip(on_u, slopes, strict=True) if slope < 0]
    for c in ends:
        if c.relation is Relation.NON_NEGATIVE:
            yield sp.expand(-c.polynomial.coeff(u, 0) / c.polynomial.coeff(u, 1))


def _towards(case: BranchCase, piece: ConstrainedPiece, u: sp.Symbol, end: sp.Expr, refute: Refute) -> str:
    """The same up to one end of a prior u."""
    steps, text = case.steps, case.steps.text
    others = tuple(c for c in piece.conditions if u not in c.symbols)
    lower = tuple(c for c in piece.conditions if u in c.symbols and c.polynomial.coeff(u, 1) > 0)
    side = face_at(piece, u, end, "")
    if any(c not in others and not _is_known(case, others, c) for c in side.conditions):
        raise UndecidedError("the end of a prior is not in the domain")
    asked = (*case.region, *others, *lower, non_negative(end - u), positive(DECAY), positive(1 - DECAY))
    slope = sp.expand(sp.diff(piece.polynomial, u))
    falls = steps.excluded((*asked, zero(piece.polynomial), non_negative(slope)))
    change = piece.polynomial.subs(u, _LATER) - piece.polynomial.subs(u, _EARLIER)
    chord = text(
        sp.expand(sp.cancel(change / (_LATER - _EARLIER))), {_LATER.name: "later", _EARLIER.name: "earlier"}
    )
    whole, here = f"(fun {u} => {text(piece.polynomial)})", f"{u}_here"
    goals = [
        "reg",
        "intros m; reg",
        "intros; ring",
        "lra",
        f"intros {u} [{u}_low {u}_high] level; apply Rnot_le_lt; intros steep; {falls}",
        "lra",
    ]
    below = [
        f"rename {u} into {here}",
        f"assert (side : 0 <= {text(side.polynomial)})"
        f" by (apply not_negative; intros less; {refute(case, side)})",
        f"assert (nowhere : 0 <= {whole} {here}) by (apply (falls_at_zeros {whole}"
        f" (fun later earlier => {chord}) {here} {text(end)}); cbv beta; [{' | '.join(goals)}])",
        "cbv beta in nowhere; lra",
    ]
    at_1 = positive(-sp.expand(piece.polynomial.subs(DECAY, 1)))
    top = [
        "assert (top : X = 1) by lra",
        "rewrite top in negative_here",
        steps.excluded((*case.region, *piece.conditions, at_1)),
    ]
    levels = "destruct (Rlt_or_le X 1) as [X_below_1 | X_at_1]"
    return f"rename less into negative_here; {levels}; [{'; '.join(below)} | {'; '.join(top)}]"


def _is_known(case: BranchCase, conditions: tuple[Condition, ...], goal: Condition) -> bool:
    """Whether a condition on the side follows from those on the other prior, or from the region."""
    if goal.constant_truth is not None:
        return bool(goal.constant_truth)
    return case.steps.excludes((*case.region, *conditions, goal.negation)) == "lra"
