"""That P < 0 is impossible on the square of both priors: P falls along u wherever it is 0 and least along v.

The theorem is that of `minimum.reductions.by_stationary_slope`; in Coq it is `by_stationary_slope` of
`Stationary_slope.v`, for g = P at one X < 1. Its premises are the certificates of the search, and what is
left is the same question on the side u = 1. At X = 1, P = n - d >= 0, for profiles are well posed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import sympy as sp

from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.reduction_stages import sides_carried
from symbolic_eps.minimum.reductions.border import face_at
from symbolic_eps.minimum.reductions.by_stationary_slope import BY_STATIONARY_SLOPE, against, is_square
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import positive

Refute = Callable[[BranchCase, ConstrainedPiece], str]

_LATER, _EARLIER = sp.symbols("_later _earlier", real=True)
"""Two values of a prior, under names that no parameter has."""


def is_by_stationary_slope(case: BranchCase, piece: ConstrainedPiece) -> bool:
    """Whether the branch may have been proved so: on the square, with its minimum inside a side."""
    return is_square(piece) and any(sides_carried(case.branch, PRIORS))


def by_stationary_slope(case: BranchCase, piece: ConstrainedPiece, refute: Refute) -> str:
    """A tactic for `False` where P < 0, by what refutes the same on a side; or UndecidedError."""
    last = UndecidedError("no side of the square decides")
    for u in sides_carried(case.branch, PRIORS):
        try:
            return _towards(case, piece, u, refute)
        except UndecidedError as error:
            last = error
    raise last


def _towards(case: BranchCase, piece: ConstrainedPiece, u: sp.Symbol, refute: Refute) -> str:
    """The same for one prior u."""
    (v,) = {*PRIORS} - {u}
    p = case.steps.text(piece.polynomial)
    side = face_at(piece, u, sp.S.One, BY_STATIONARY_SLOPE.format(prior=u, other=v))
    on_side = case.steps.text(side.polynomial)
    by_side = f"intros {v}; intros; apply not_negative; intros less; {refute(case, side)}"
    steps = [
        "rename p into p_here, q into q_here",
        f"assert (side : forall {v} : R, 0 < {v} -> {v} <= 1 -> 0 <= {on_side}) by ({by_side})",
        f"assert (whole : forall {u} {v} : R, half_open {u} -> half_open {v} -> 0 <= {p})",
        f"[{_from_side(case, piece, u, v)} |]",
        f"pose proof (whole {u}_here {v}_here ltac:(split; lra) ltac:(split; lra))",
        "lra",
    ]
    at_1 = positive(-sp.expand(piece.polynomial.subs(DECAY, 1)))
    top = [
        "assert (top : X = 1) by lra",
        "rewrite top in negative_here",
        case.steps.excluded((*case.region, *piece.conditions, at_1)),
    ]
    below = "destruct (Rlt_or_le X 1) as [X_below_1 | X_at_1]"
    return f"rename less into negative_here; {below}; [{'; '.join(steps)} | {'; '.join(top)}]"


def _from_side(case: BranchCase, piece: ConstrainedPiece, u: sp.Symbol, v: sp.Symbol) -> str:
    """A tactic for P >= 0 everywhere, from what is known on the side."""
    given = " ".join(
        [
            f"(fun {u} {v} => {case.steps.text(piece.polynomial)})",
            f"(fun later earlier {v} => {_chord(case, piece.polynomial, u)})",
            f"(fun {u} later earlier => {_chord(case, piece.polynomial, v)})",
        ]
    )
    goals = [
        *["smoothly"] * 3,
        *["intros; ring"] * 2,
        *_premises(case, piece, u, v),
        f"intros {v} [{v}_low {v}_high]; pose proof (side {v} ltac:(lra) ltac:(lra)); lra",
    ]
    return f"apply (by_stationary_slope {given}); cbv beta; [{' | '.join(goals)}]"


def _premises(case: BranchCase, piece: ConstrainedPiece, u: sp.Symbol, v: sp.Symbol) -> Iterator[str]:
    """Tactics that P falls along u where v is stationary inside its range, or at an end."""
    steps, region = case.steps, case.profile.parameter_region
    n_here = steps.shown("n_here", (*region, *piece.conditions), positive(piece.numerator)).removesuffix(".")
    inner = f"{u} {v} [{u}_low {u}_high] [{v}_low {v}_high] level flat; {n_here}"
    ends = (f"{u} [{u}_low {u}_high] level {slope}" for slope in ("rises_into", "falls_out"))
    for known, failing in zip((inner, *ends), against(piece, u, v), strict=True):
        yield f"intros {known}; apply Rnot_le_lt; intros steep; {steps.excluded((*region, *failing))}"


def _chord(case: BranchCase, polynomial: sp.Expr, v: sp.Symbol) -> str:
    """By how much a polynomial changes between two values of a prior, over their distance."""
    change = polynomial.subs(v, _LATER) - polynomial.subs(v, _EARLIER)
    slope = sp.expand(sp.cancel(change / (_LATER - _EARLIER)))
    return case.steps.text(slope, {_LATER.name: "later", _EARLIER.name: "earlier"})
