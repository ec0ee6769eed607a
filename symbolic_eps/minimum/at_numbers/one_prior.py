"""One prior is fixed, at a number: the theorem of `minimum.at_numbers.inside` with another in its place.

Let u be in (0, 1], on which P does not depend, and P' = P + (u - 1/2)^2. For each x, P' < 0 somewhere just
if P < 0 somewhere, for u = 1/2 serves. So X is the same for both, and where P' = 0 at X, u = 1/2 and P = 0.
The theorem holds of P' = n f - d' with d' = d - (u - 1/2)^2, for it needs of d' that it is a polynomial.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.minimum.at_numbers.bracket import Near
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.profiles.profile import PRIORS
from verify.language.condition import non_negative, positive

HALF = Fraction(1, 2), Fraction(1, 2)


def fixed_of(free: Sequence[sp.Symbol]) -> sp.Symbol | None:
    """The prior that is fixed, where one is and the other is not.

    Examples
    --------
    >>> fixed_of(PRIORS[:1]), fixed_of(PRIORS)
    (q, None)
    """
    return next(v for v in PRIORS if v not in free) if len(free) == 1 else None


def with_other(piece: ConstrainedPiece, other: sp.Symbol) -> ConstrainedPiece:
    """The piece with P' for P; u has the name of the fixed prior.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + 1/q", fixed={"p": "1"})
    >>> piece = constrained(profile.pieces[0], profile)
    >>> sp.factor(with_other(piece, PRIORS[0]).polynomial - piece.polynomial)
    (2*p - 1)**2/4
    """
    denominator = sp.expand(piece.denominator - (other - sp.Rational(1, 2)) ** 2)
    conditions = (*piece.conditions, positive(other), non_negative(1 - other))
    return replace(piece, denominator=denominator, conditions=conditions)


def near_with_other(near: Near, other: sp.Symbol) -> Near:
    """Where the minimum is suspected, with 1/2 for u."""
    p, q = (HALF if v == other else side for v, side in zip(PRIORS, (near.p, near.q), strict=True))
    return Near(p, q, near.decay)


def without_other(branch: Branch, other: sp.Symbol) -> Branch:
    """The branch, attained at the prior that is left."""
    attained = tuple(
        replace(a, place={v: value for v, value in a.place.items() if v != other}) for a in branch.attained
    )
    return replace(branch, attained=attained)
