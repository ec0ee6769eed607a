"""That P < 0 is impossible on a box of both priors, where F is concave while p q is held fixed.

The theorem is that of `symbolic_eps.minimum.reductions.at_fixed_product`; in Coq it is `at_fixed_product` of
`Fixed_product.v`, for P = n F. With n, d and F at the ends (p q/q1, q1) and (p1, p q/p1) of the arc through
(p, q), where p1 and q1 are the largest priors,

    (p1 q1 - p q) n' n'' P = (p1 - p) q1 n n'' P' + p (q1 - q) n n' P'' + (p1 - p) (q1 - q) K.

f is affine on the arc and cancels. K is a polynomial: the left side less the first two terms on the right is
0 at p = p1 and at q = q1, where (p, q) is an end itself. What is left is the question on these sides.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.reductions.at_fixed_product import reduced_at_fixed_product
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
from verify.language.condition import non_negative, positive
from verify.solvers.smt import Solver

_P, _Q = PRIOR_INCLUSION, PRIOR_VALUE

Refute = Callable[[BranchCase, ConstrainedPiece], str]


def sides_at_fixed_product(case: BranchCase, piece: ConstrainedPiece) -> tuple[ConstrainedPiece, ...] | None:
    """The sides on which one prior is largest, if the theorem applies, and these priors are numbers."""
    region = case.profile.parameter_region
    sides = reduced_at_fixed_product(piece, case.profile.free_priors, region, Solver())
    return sides if sides and all(end.is_Rational for end in _ends(sides).values()) else None


def _ends(sides: tuple[ConstrainedPiece, ...]) -> dict[sp.Symbol, sp.Expr]:
    """p1 and q1."""
    return {v: end for side in sides for v, end in side.priors.items()}


def by_fixed_product(case: BranchCase, piece: ConstrainedPiece, refute: Refute) -> str:
    """A tactic for `False` where P < 0, by what refutes the same on each side; or UndecidedError."""
    sides = sides_at_fixed_product(case, piece)
    if sides is None:
        raise UndecidedError("F is not concave where p q is held fixed")
    ends = _ends(sides)
    steps, bend = case.steps, bend_at_fixed_product(piece, ends[_P], ends[_Q])
    p1, q1 = steps.text(ends[_P]), steps.text(ends[_Q])
    square = (*case.profile.parameter_region, *piece.conditions)
    functions = " ".join(
        f"(fun p q => {steps.text(part)})" for part in (piece.numerator, piece.polynomial, bend)
    )
    inside = "intros p q [p_low p_high] [q_low q_high]"
    premises = [
        f"{inside}; {steps.shown(name, square, goal).removesuffix('.')}; lra"
        for name, goal in (("n_here", positive(piece.numerator)), ("bends", non_negative(bend)))
    ]
    goals = ["lra", "lra", "intros p q; field", *premises, *(_on_side(case, side, refute) for side in sides)]
    whole = f"forall p q : R, 0 < p <= {p1} -> 0 < q <= {q1} -> 0 <= {steps.text(piece.polynomial)}"
    rule = f"apply (at_fixed_product {functions} {p1} {q1})"
    return "; ".join(
        [
            "rename less into negative_here, p into p_here, q into q_here",
            f"assert (whole : {whole}) by ({rule}; cbv beta; [{' | '.join(goals)}])",
            "pose proof (whole p_here q_here ltac:(lra) ltac:(lra))",
            "lra",
        ]
    )


def bend_at_fixed_product(piece: ConstrainedPiece, p1: sp.Expr = sp.S.One, q1: sp.Expr = sp.S.One) -> sp.Expr:
    """K of the theorem.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + (1/2 + p)/(p*q)")
    >>> sp.factor(bend_at_fixed_product(constrained(profile.pieces[0], profile)))
    -8*p**2*q*(p*q - 1)
    """
    first, last = {_P: _P * _Q / q1, _Q: q1}, {_P: p1, _Q: _P * _Q / p1}

    def at(expression: sp.Expr) -> tuple[sp.Expr, ...]:
        return (expression, *(expression.subs(end, simultaneous=True) for end in (first, last)))

    (n, n_first, n_last), (value, value_first, value_last) = at(piece.numerator), at(piece.polynomial)
    chord = (p1 - _P) * q1 * n * n_last * value_first + _P * (q1 - _Q) * n * n_first * value_last
    above = (p1 * q1 - _P * _Q) * n_first * n_last * value - chord
    return sp.expand(sp.cancel(above / ((p1 - _P) * (q1 - _Q))))


def _on_side(case: BranchCase, side: ConstrainedPiece, refute: Refute) -> str:
    """A tactic for P >= 0 where one prior is largest."""
    ((_, v),) = [(u, w) for u, w in ((_P, _Q), (_Q, _P)) if u in side.priors]
    refuted = f"apply not_negative; intros less; {refute(case, side)}"
    value = case.steps.text(side.polynomial)
    return f"intros {v} [{v}_low {v}_high]; assert (on_side : 0 <= {value}) by ({refuted}); lra"
