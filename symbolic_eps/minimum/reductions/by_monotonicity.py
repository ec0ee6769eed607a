"""Reduction by monotonicity: where eps only falls (rises) along a prior, the end of its range decides.

The judge proves each use: the sign, and that every point of the piece has its partner on the border.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import sympy as sp

from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.reductions.border import (
    at_least,
    face_at,
    is_continuous,
    is_plain,
    is_positive,
    tightest,
)
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.slope import slope_on_root
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, Relation, non_negative, positive, zero
from verify.solvers.smt import Solver, UndecidedQueryError

NOT_RISING, NOT_FALLING = "eps does not rise along", "eps does not fall along"
"""What the reason begins with, before the prior."""


def reduced_by_monotonicity(
    piece: ConstrainedPiece,
    free: Sequence[sp.Symbol],
    region: Iterable[Condition],
    search: Solver,
    judge: Solver,
    least_decay: sp.Rational = sp.S.Zero,
) -> tuple[ConstrainedPiece, ...] | None:
    """The end of one prior's range, if eps only falls, or only rises, along that prior all over the piece.

    Suppose that F(X) < 0 somewhere on the piece. As r* >= 1, F has a root beyond X there. F_x > 0 is proved,
    and along the prior the root moves by -F_v/F_x, whose sign is proved: it does not fall on the way to the
    end, where F(X) < 0 follows, unless the end is p = q = 1 with r* = 1, where F says nothing. That is
    excluded. All these roots are beyond X, so that for a given X only the signs there matter.

    Parameters
    ----------
    piece : ConstrainedPiece
        A checked piece, or a face of one.
    free : sequence of Symbol
        The priors that vary on the profile.
    region : iterable of Condition
        What is known of the parameters.
    search : Solver
        Looks for the prior.
    judge : Solver
        Proves the reduction.
    least_decay : Rational
        The reduction is for X >= this only; 0 for all eps.

    Returns
    -------
    tuple of ConstrainedPiece or None
        None where no prior is found, or its use could not be proved.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + 1/p")
    >>> piece = constrained(profile.pieces[0], profile)
    >>> (face,) = reduced_by_monotonicity(piece, PRIORS, (), Solver(), Solver())
    >>> face.priors
    {q: 0}
    """
    known = tuple(region)
    for v in free:
        if v in piece.priors:
            continue
        for orientation, words in ((1, NOT_RISING), (-1, NOT_FALLING)):
            where = ", ".join(f"{u} = {value}" for u, value in piece.priors.items())
            text = f"{words} {v}" + (f" at {where}" if where else "")
            text += f" where e^-eps > {least_decay}" if least_decay > 0 else ""
            try:
                ends = _moved_along(piece, v, orientation, known, search, judge, least_decay)
                faces = tuple(face_at(piece, v, end, text) for end in ends)
                if not faces or not rises_with_decay(piece, judge):
                    continue
                if all(is_continuous(face, known, judge) for face in faces):
                    return faces
            except UndecidedQueryError:
                continue
    return None


def rises_with_decay(piece: ConstrainedPiece, judge: Solver) -> bool:
    """Whether F rises with x for all priors in [0, 1], but for p = q = 1."""
    inverse_risk = (piece.origin or piece).inverse_risk
    priors = [v for v in PRIORS if v in inverse_risk.free_symbols]
    square = [c for v in priors for c in (non_negative(v), non_negative(1 - v))]
    here = [*square, positive(DECAY), non_negative(1 - DECAY)]
    slope = positive(sp.diff(inverse_risk, DECAY))
    off_corner = positive(sp.Add(*(1 - v for v in priors)))
    return any(judge.implies([*here, *c], slope, "F rises with e^-eps") for c in ((), (off_corner,)))


def _moved_along(
    piece: ConstrainedPiece,
    v: sp.Symbol,
    orientation: int,
    region: tuple[Condition, ...],
    search: Solver,
    judge: Solver,
    least_decay: sp.Rational,
) -> tuple[sp.Expr, ...]:
    """The ends of v above (orientation 1) or below that decide; none if the sign is not settled."""
    known = (*region, *piece.conditions)
    root = (positive(DECAY - least_decay), non_negative(1 - DECAY))
    question = f"the root moves the other way along {v}"
    forms = _against(piece, v, orientation)
    against = next((c for c in forms if not search.possible((*known, *root, *c), question)), None)
    if against is None:
        return ()
    ends = _ends(piece, v, orientation, known, judge)
    if not ends or judge.satisfiable((*known, *root, *against), question):
        return ()
    for end in ends:
        place = {v: end}
        first = [c for other in ends if other != end for c in at_least(orientation * (other - end))]
        moved = [c for one in known if v in one.symbols for c in one.closure.substituted(place)]
        if not all(
            judge.implies((*known, *first), c, f"{c} at the end of {v}")
            for c in moved
            if c.constant_truth is not True
        ):
            return ()
        others_one = (zero(u - 1) for u in PRIORS if u != v)
        at_corner = (*known, zero(piece.numerator - piece.denominator), *others_one)
        corner = [c for condition in at_corner for c in condition.substituted({**piece.priors, v: end})]
        at_one = [zero(value - 1) for value in (*piece.priors.values(), end)]
        if judge.satisfiable([*corner, *at_one], "r* = 1 at p = q = 1"):
            return ()
    return ends


def _against(piece: ConstrainedPiece, v: sp.Symbol, orientation: int) -> Iterator[tuple[Condition, ...]]:
    """Conditions that all points meet where F = 0 and the root moves the other way, in several forms.

    P = n F, so that P_v has the sign of F_v on F = 0, and so have v P_v - k P, in which the leading term in v
    is gone, and n^2 F_v. F <= 0 in place of F = 0 asks more, and is often the easier question.
    """
    n, d, f, polynomial = piece.numerator, piece.denominator, piece.inverse_risk, piece.polynomial
    slope = sp.diff(polynomial, v)
    lowered = sp.expand(v * slope - sp.degree(polynomial, v) * polynomial)
    cleared = sp.expand(slope_on_root(f, n, d, v))
    yield (positive(orientation * cleared),)
    for form in (lowered, slope):
        yield (positive(orientation * form), non_negative(-polynomial))
    for form in (cleared, lowered, slope):
        yield (positive(orientation * form), zero(polynomial))


def _ends(
    piece: ConstrainedPiece, v: sp.Symbol, orientation: int, known: tuple[Condition, ...], judge: Solver
) -> tuple[sp.Expr, ...]:
    """The upper (or lower) ends of v's interval, free of priors; () where they are not all of that kind."""
    ends: dict[sp.Expr, None] = {}
    others = tuple(c for c in known if v not in c.symbols)
    for condition in piece.conditions:
        if v not in condition.symbols:
            continue
        equality = condition.relation in (Relation.ZERO, Relation.NON_ZERO)
        if equality or sp.degree(condition.polynomial, v) != 1:
            return ()
        slope, offset = sp.Poly(condition.polynomial, v).all_coeffs()
        rising = is_positive(slope, others, judge)
        if rising is None:
            return ()
        if rising == (orientation == 1):
            continue
        end = sp.factor(-offset / slope)
        if not is_plain(end):
            return ()
        ends[end] = None
    return tuple(end for _, end in tightest([(v, e) for e in ends], others, judge, orientation))
