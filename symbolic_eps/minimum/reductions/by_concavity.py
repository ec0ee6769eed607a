"""Reduction by concavity: where 1/r* is convex along a prior, the ends of its range decide, whatever eps is.

Theorem. Let a piece be given along a prior v by conditions that are linear in v, let f, the reciprocal of the
risk that eps guarantees, be affine in v, and 1/r* = d/n convex along v on the piece and continuous at the
ends. If F(x) >= 0 at all ends, that is, where one of the conditions on v is tight and the closures of the
others hold, then F(x) >= 0 on the piece.
Proof. All else being fixed, the piece is an interval of v, with the tightest of the lower ends and of the
upper ends as its ends: there the closures of all conditions hold. F = f - d/n is concave along v, and
continuous at the ends; so it is nowhere less than at one of them. QED

Unlike monotone priors (`minimum.reductions.by_monotonicity`), ends may be curves in the other prior: on
max(q/p, p/q) + c both pieces come down to the ridge p = q and to p = 1 or q = 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import sympy as sp

from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.reductions.border import face_at, is_continuous, linear_ends, shortest_faces
from symbolic_eps.minimum.reductions.by_inward_slope import ends_without_minima
from symbolic_eps.theory.slope import curvature
from verify.language.condition import Condition, positive
from verify.solvers.smt import Solver, UndecidedQueryError

Region = tuple[Condition, ...]

BY_CONCAVITY = "1/r* is convex along {prior}, so that F is concave along it and is least at an end"
"""The theorem, in words."""


def reduced_by_concavity(
    piece: ConstrainedPiece,
    free: Sequence[sp.Symbol],
    region: Iterable[Condition],
    search: Solver,
    judge: Solver,
    inwards: bool = False,
) -> tuple[ConstrainedPiece, ...] | None:
    """The ends of one prior's range, if 1/r* is convex along that prior all over the piece.

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
        Proves that 1/r* is convex and continuous.
    inwards : bool
        Whether ends are themselves reduced where F falls inwards (`minimum.reductions.by_inward_slope`).

    Returns
    -------
    tuple of ConstrainedPiece or None
        None where no prior is found, or its use could not be proved.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import PRIORS, RiskProfile
    >>> profile = RiskProfile("max(q/p, p/q) + 1/2")
    >>> pieces = [constrained(piece, profile) for piece in profile.checked_pieces(Solver())]
    >>> [face.priors for face in reduced_by_concavity(pieces[1], PRIORS, (), Solver(), Solver())]
    [{p: 1}, {p: q}]
    """
    known = tuple(region)
    for v in free:
        if v in piece.priors or any(v in value.free_symbols for value in piece.priors.values()):
            continue
        if sp.degree(piece.inverse_risk, v) > 1:
            continue
        bent = (*known, *piece.conditions, positive(-curvature(piece.numerator, piece.denominator, v)))
        question = f"1/r* is not convex along {v}"
        try:
            ends = linear_ends(piece, v, known, judge)
            if not ends or search.possible(bent, question) or judge.satisfiable(bent, question):
                continue
            faces = tuple(face_at(piece, v, end, BY_CONCAVITY.format(prior=v)) for end in ends)
            if all(is_continuous(face, known, judge) for face in faces):
                beside = tuple(zip(faces, ends.values(), strict=True))
                left = _without_minima(piece, v, beside, known, search, judge) if inwards else faces
                return shortest_faces(left)
        except UndecidedQueryError:
            continue
    return None


def _without_minima(
    piece: ConstrainedPiece,
    v: sp.Symbol,
    faces: Sequence[tuple[ConstrainedPiece, bool]],
    known: Region,
    search: Solver,
    judge: Solver,
) -> tuple[ConstrainedPiece, ...]:
    """The faces; upper ones, or else lower ones, are replaced by their ends where no minimum is between."""
    for side in (True, False):
        parts = [
            ends_without_minima(piece, v, face, upper, known, search, judge) if upper == side else None
            for face, upper in faces
        ]
        if any(parts):
            return tuple(
                chain.from_iterable(part or (face,) for part, (face, _) in zip(parts, faces, strict=True))
            )
    return tuple(face for face, _ in faces)
