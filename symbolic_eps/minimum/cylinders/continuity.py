"""Where X is continuous in the parameters, though a projected polynomial vanishes.

Theorem. Suppose that for all parameters of a region, on each piece, each point is a limit of points inside
it, n > 0, the conditions on the parameters alone hold strictly, no prior has a strict condition but w > 0,
and wherever P <= 0 for some x in (0, 1)
1. F_x > 0 there;
2. each prior w with a condition w > 0 is at least m x^2, with m > 0 a polynomial in the parameters; or else
   P > 0 for all priors in the closure of the piece with w = 0.
Then X is continuous on the region.
Proof. Let x < X at parameters c. P < 0 at a point of a piece, and so at one inside it, where it stays
negative for parameters near c: X is not less there than x. Let parameters c_k tend to c and X at c_k to L >
0, and take x < y < L. P(y) < 0 at points z_k of a piece, some of which tend to a point z. By 2 its priors w
are positive: it lies in the piece. There P(y) <= 0, and by 1 P(x) < 0. So X >= x at c, and X >= L. QED
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.stationary.one_stationary_value import margin
from symbolic_eps.theory.symbols import DECAY
from verify.errors import UndecidedError
from verify.language.condition import Condition, Relation, non_negative, positive, zero
from verify.solvers.smt import Solver


def is_continuous(
    pieces: Sequence[ConstrainedPiece], free: Sequence[sp.Symbol], region: Region, judge: Solver
) -> bool:
    """Whether the premises of the theorem are proved, but for that on points inside.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from verify.solvers.smt import Solver
    >>> profile = RiskProfile("1 + a/p + 1/q", ["a>0"])
    >>> piece = constrained(profile.pieces[0], profile)
    >>> is_continuous([piece], profile.free_priors, profile.parameter_region, Solver())
    True
    """
    try:
        return all(_Piece(piece, free, region, judge).holds() for piece in pieces)
    except UndecidedError:
        return False


class _Piece:
    def __init__(
        self, piece: ConstrainedPiece, free: Sequence[sp.Symbol], region: Region, judge: Solver
    ) -> None:
        self.piece, self.region, self.judge = piece, region, judge
        self.priors = [v for v in free if v not in piece.priors]

    def holds(self) -> bool:
        """Whether the premises hold on the piece."""
        piece, here = self.piece, (*self.region, *self.piece.conditions)
        level = (positive(DECAY), non_negative(1 - DECAY), non_negative(-piece.polynomial))
        slope = sp.diff(piece.inverse_risk, DECAY).subs(dict(piece.priors))
        inside = (positive(DECAY), positive(1 - DECAY))
        strict = [
            c
            for c in piece.conditions
            if c.relation in (Relation.POSITIVE, Relation.NON_ZERO) and c.symbols & {*self.priors}
        ]
        return (
            all(c.polynomial in self.priors for c in strict)
            and all(self._is_always(c) for c in piece.conditions if not c.symbols & {*self.priors})
            and not slope.has(sp.zoo, sp.nan)
            and self._is_never((*here, non_negative(-piece.numerator)), "n <= 0")
            and self._is_never((*here, *inside, *level, *self._falls(slope)), "F does not rise where F <= 0")
            and all(self._is_apart(c.polynomial, level) for c in strict)
        )

    def _is_always(self, condition: Condition) -> bool:
        """Whether a condition on the parameters holds strictly all over the region."""
        return condition.relation is not Relation.ZERO and self._is_never(
            (*self.region, condition.interior.negation), f"{condition} is tight, or fails"
        )

    def _falls(self, slope: sp.Expr) -> tuple[Condition, ...]:
        return (non_negative(sp.expand(-slope)),)

    def _is_apart(self, w: sp.Symbol, level: tuple[Condition, ...]) -> bool:
        """Premise 2."""
        closed = tuple(c.closure for c in self.piece.conditions)
        if self._is_never((*self.region, *closed, *level, zero(w)), f"F <= 0 at {w} = 0"):
            return True
        least = margin(self.piece, w)
        if least is None:
            return False
        nearer = positive(sp.expand(least * DECAY**2 - w))
        here = (*self.region, *self.piece.conditions, *level, nearer)
        return self._is_never((*self.region, non_negative(-least)), "no margin") and self._is_never(
            here, f"F <= 0 near {w} = 0"
        )

    def _is_never(self, conditions: tuple[Condition, ...], question: str) -> bool:
        if any(c.constant_truth is False for c in conditions):
            return True
        try:
            return not self.judge.satisfiable(conditions, question)
        except UndecidedError:
            return False
