"""Where X = e^-eps is attained: on a face of a piece of r*, at a root of F that is stationary along the face.

Let the parameters be fixed. Let each piece of r* be given by conditions h_j >= 0 or h_j > 0 on the priors
and P = n F, n > 0 on the piece, as polynomials; let F rise with x, but for p = q = 1. X is the greatest x in
[0, 1] such that below it P < 0 at some priors of a piece, 0 (eps = oo) if there is none. Say that x is
attained on a face, a set T of conditions, at priors z of the piece or a limit z of such, if P(x, z) = 0,
h_j(z) = 0 for j in T and
- T is empty: P_p = P_q = 0 at z;
- T has one element h: P is stationary along h = 0, that is, P_p h_q = P_q h_p at z;
- T has two elements: nothing else.

Premise. n > d at all z that satisfy the closed conditions, n/d being r*, but perhaps at p = q = 0.

Theorem. Where X > 0, X is the greatest x in (0, 1] that is attained on a face at some z other than p = q = 0,
or is a limit as p and q tend to 0 (`at_origin`). Where X = 0, none is.
Proof. Let x > 0 be attained at z, a limit of priors z_k of the piece. As n > d at z, F is continuous at z,
and z is not p = q = 1, where F = 1 - d/n > 0. So F rises with x at z: for x' < x it is negative at z, and at
z_k for k large enough. Hence x <= X. Conversely, let X > 0. For x_k < X that tend to X there are priors z_k
with F(x_k, z_k) < 0, in one piece for infinitely many k, and they have a limit z; P(X, z) <= 0. On the piece
P(X, .) >= 0, for F >= 0 at all x > X, and so P(X, z) = 0. Let z not be p = q = 0, and T the conditions that
vanish there. With two of them nothing is to be shown. With none, the piece holds a neighbourhood of z, in
which P(X, .) is least at z. With h alone, the piece holds all points with h > 0 near z; if the gradient of h
is not 0 at z, points along h = 0 in both directions are limits of these, so that P is stationary along it;
else P_p h_q = 0 = P_q h_p. QED

By n > d, P > 0 for x = 1, so that X < 1.

Let f = F + d/n, the bound on 1/r* that eps = -log x guarantees; it is positive for x > 0, and so is d where
n f = d. With w_v = n_v d - n d_v, where P = 0 it holds that d P_v = n d f_v + f w_v, a polynomial of lower
degree, which serves instead of P_v. Inside, both being 0 gives f_p w_q = f_q w_p.

With one prior that varies, faces are the inside, with P_v = 0, and each condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import sympy as sp

from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from verify.claims.region import primitive
from verify.language.condition import Condition, Relation


@dataclass(frozen=True)
class PieceFace:
    """A face of a piece.

    Parameters
    ----------
    piece : ConstrainedPiece
    tight : tuple of Expr
        What is 0 on the face.
    apart : tuple of Expr
        What is positive inside the face, or makes it part of a smaller one.
    stationary : tuple of Expr
        What is 0, besides P, where F = 0 is stationary along the face.
    implied : tuple of Expr
        What is 0 then, too, of lower degrees.
    at_origin : bool
        The face is p = q = 0, and what is 0 are the equations of a limit alone, in place of P.
    """

    piece: ConstrainedPiece
    tight: tuple[sp.Expr, ...]
    apart: tuple[sp.Expr, ...]
    stationary: tuple[sp.Expr, ...]
    implied: tuple[sp.Expr, ...] = ()
    at_origin: bool = False

    @property
    def equations(self) -> tuple[sp.Expr, ...]:
        """What is 0 where x is attained on the face."""
        if self.at_origin:
            return self.stationary
        return tuple(e for e in (self.piece.polynomial, *self.tight, *self.stationary) if e != 0)


def faces_of(piece: ConstrainedPiece, free: Sequence[sp.Symbol]) -> Iterator[PieceFace]:
    """All faces of a piece but p = q = 0.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + a/q", ["a>0"])
    >>> piece = constrained(profile.pieces[0], profile)
    >>> [len(face.tight) for face in faces_of(piece, profile.free_priors)]
    [0, 1, 1, 1, 1, 2, 2, 2, 2, 2]
    """
    bounds = tuple(dict.fromkeys(primitive(h) for h in _bounds(piece.conditions, free)))
    for size in range(len(free) + 1):
        for tight in combinations(bounds, size):
            if {*tight} != {*free} or len(free) == 1:
                apart = tuple(h for h in bounds if h not in tight)
                yield PieceFace(piece, tight, apart, *_stationary(piece, free, tight))


def _bounds(conditions: Sequence[Condition], free: Sequence[sp.Symbol]) -> Iterator[sp.Expr]:
    for c in conditions:
        if c.symbols & {*free} and c.relation in (Relation.POSITIVE, Relation.NON_NEGATIVE):
            yield c.polynomial


def _stationary(
    piece: ConstrainedPiece, free: Sequence[sp.Symbol], tight: Sequence[sp.Expr]
) -> tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]:
    """The equations along a face, and what follows from them."""
    n, d, f = piece.numerator, piece.denominator, piece.inverse_risk

    def slopes(v: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
        return sp.diff(f, v), sp.expand(sp.diff(n, v) * d - n * sp.diff(d, v))

    def along(of_risk: sp.Expr, of_inverse: sp.Expr) -> sp.Expr:
        return sp.expand(n * d * of_inverse + f * of_risk)

    if len(tight) == len(free):
        return (), ()
    inverse, risk = zip(*map(slopes, free), strict=True)
    if not tight:
        both = tuple(along(w, g) for g, w in zip(inverse, risk, strict=True))
        return both, (sp.expand(inverse[0] * risk[1] - inverse[1] * risk[0]),) if len(free) == 2 else ()
    to_q, to_p = (sp.diff(tight[0], v) for v in reversed(free))
    on_risk, on_inverse = (sp.expand(one * to_q - other * to_p) for one, other in (risk, inverse))
    return (along(on_risk, on_inverse),), ()
