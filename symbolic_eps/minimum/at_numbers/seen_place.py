"""Where floats see the least eps of a profile with numbers: on grids that narrow, and on borders across them.

A search over boxes is slow where a border is neither level nor upright, and its best point lies beside that
border. Here each line of a grid is also cut with the curves on which a condition of a piece is an equation.
Nothing of this is trusted: what is found is a place to look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from symbolic_eps.minimum.at_numbers.bracket import Near
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Relation

LINES = 49
"""Of each grid, in each direction."""

NARROWER = 3.0
"""Each grid is that much narrower than the one before."""

NARROWEST = 1e-11

LEAST = 1e-9
"""Of a prior on a grid: at 0, conditions that were multiplied by priors say nothing."""

UNSURE = Fraction(1, 10**9)
"""How far X may be from what is seen."""

SLACK = 1e-12
"""A condition holds in floats if its polynomial is not below -SLACK."""

Array = np.ndarray[Any, Any]
Function = Callable[..., Any]


def seen_place(pieces: Sequence[ConstrainedPiece]) -> Near | None:
    """The priors at which X is largest, with X there; None where eps = 0 or oo.

    Parameters
    ----------
    pieces : sequence of ConstrainedPiece
        The pieces of a profile with numbers, both priors free.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + 1/(7*p*q)", box=["q<=1/2", "p+q<=1"])
    >>> near = seen_place([constrained(piece, profile) for piece in profile.pieces])
    >>> [round(float(v), 6) for v in near.centre]
    [0.631857, 0.70636, 0.29364]
    """
    held = [_Held.of(piece) for piece in pieces]
    centre, half, decay = (0.5, 0.5), 0.5, 0.0
    while half > NARROWEST:
        p, q = (np.clip(np.linspace(c - half, c + half, LINES), LEAST, 1) for c in centre)
        p, q = _points(p, q, held)
        levels = np.max([piece.level(p, q) for piece in held], axis=0)
        best = int(np.argmax(levels))
        if levels[best] >= decay:
            centre, decay = (float(p[best]), float(q[best])), float(levels[best])
        half /= NARROWER
    if not 0 < decay < 1:
        return None
    p_side, q_side = ((Fraction(v), Fraction(v)) for v in centre)
    return Near(p_side, q_side, (Fraction(decay) - UNSURE, Fraction(decay) + UNSURE))


@dataclass(frozen=True)
class _Held:
    """A piece as functions of floats."""

    level_terms: tuple[Function, ...]
    conditions: tuple[Function, ...]
    curves: tuple[tuple[Function, ...], ...]

    @classmethod
    def of(cls, piece: ConstrainedPiece) -> _Held:
        terms = sp.Poly(piece.polynomial, DECAY)
        sides = [c.polynomial for c in piece.conditions]
        sides += [-c.polynomial for c in piece.conditions if c.relation is Relation.ZERO]
        bent = [side for side in sides if side.free_symbols == set(PRIORS)]
        return cls(
            tuple(_function(terms.coeff_monomial(DECAY**k)) for k in (2, 1, 0)),
            tuple(map(_function, sides)),
            tuple(tuple(map(_function, sp.Poly(side, v).all_coeffs())) for side in bent for v in PRIORS),
        )

    def level(self, p: Array, q: Array) -> Array:
        """The root in [0, 1] of a quadratic that rises there, or 0 where the piece does not constrain eps."""
        with np.errstate(all="ignore"):
            a, b, c = (np.broadcast_to(term(p, q), p.shape) for term in self.level_terms)
            root = -2 * c / (b + np.sqrt(np.maximum(b * b - 4 * a * c, 0)))
        holds = np.all([side(p, q) >= -SLACK for side in self.conditions] or [p > 0], axis=0)
        return np.where(holds & (c < 0) & np.isfinite(root), root, 0.0)


def _points(p: Array, q: Array, held: Sequence[_Held]) -> tuple[Array, Array]:
    """The points of a grid, and those of its lines on the curves."""
    grid = [line.ravel() for line in np.meshgrid(p, q)]
    on_curves = [
        point for piece in held for k, curve in enumerate(piece.curves) for point in _cut(curve, k % 2, p, q)
    ]
    (more_p, more_q) = np.array(on_curves).T if on_curves else (np.empty(0), np.empty(0))
    return np.concatenate([grid[0], more_p]), np.concatenate([grid[1], more_q])


def _cut(curve: Sequence[Function], unknown: int, p: Array, q: Array) -> Iterator[tuple[float, float]]:
    """Where the curve crosses lines of the grid, with p (0) or q (1) as the unknown, within the grid."""
    lines, span = (q, p) if unknown == 0 else (p, q)
    for at in lines:
        point = (0.0, at) if unknown == 0 else (at, 0.0)
        for root in np.roots([float(term(*point)) for term in curve]):
            if abs(root.imag) < SLACK and span[0] <= root.real <= span[-1]:
                yield (root.real, at) if unknown == 0 else (at, root.real)


def _function(expression: sp.Expr) -> Function:
    evaluate: Function = sp.lambdify(PRIORS, expression, "numpy")
    return evaluate
