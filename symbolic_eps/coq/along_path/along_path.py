"""That P < 0 is impossible on a border along which F is convex: F is above its tangent at the minimum.

The border is one edge, or two that meet in a corner (`minimum.along_path.convex_path`, which has the
theorem). The sign of the slope S at the place of the minimum is all that is hard: what says that F is convex,
and that its slope does not fall at the corner, knows nothing of X but 0 < X <= 1. The steps from one place to
another are lemmas of `Path.v`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.coq.along_path.path_minimum import Minimum
from symbolic_eps.coq.along_path.path_tangents import PLACE, Tangent
from symbolic_eps.coq.enough.along_product import by_product, is_along_product
from symbolic_eps.coq.enough.enough_proof import enough_lines
from symbolic_eps.coq.sharp.reached_proof import reached_lines
from symbolic_eps.coq.sharp.sharp_proof import sharp_lines
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.place import Place
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.along_path.convex_path import path_along
from symbolic_eps.minimum.along_path.path_cases import is_found_along
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.reductions.by_product import reduced_by_product
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
from verify.deadline import OutOfTime, check_time, deadline
from verify.language.condition import Condition, non_negative, positive, zero
from verify.solvers.smt import Solver


@dataclass(frozen=True)
class AlongPath:
    """A branch whose minimum is at one place of a path, and the tangent at the corner if there is one.

    Parameters
    ----------
    case : BranchCase
    piece : ConstrainedPiece
        The only value of the profile.
    minimum : Minimum
    """

    case: BranchCase
    piece: ConstrainedPiece
    minimum: Minimum

    @cached_property
    def beyond(self) -> Tangent | None:
        """At the corner, on the edge that does not have the minimum."""
        for k, edge in enumerate(self.minimum.path.edges):
            if all(edge is not tangent.edge for tangent in self.minimum.tangents):
                return Tangent(edge, edge.high, -1) if k == 0 else Tangent(edge, edge.low, 1)
        return None

    def lines(self) -> Iterator[str]:
        """Tactics that leave what is known of F at the place and at the corner."""
        yield "(* F is convex along the border that decides: it is above its tangents. *)"
        yield from self.minimum.lines()
        if self.beyond is not None:
            yield from self._at_corner(self.minimum.tangents[0], self.beyond)

    def contradiction(self, _: int) -> str:
        """A tactic for `False` where P < 0 on the piece."""
        region = self.case.profile.parameter_region
        return by_product(self.case, self.piece, lambda _, face: self._refuted(face), region)

    def sharp_lines(self) -> Sequence[str]:
        """Tactics that prove `sharp`, from `enough` and what is known of the place."""
        if self.minimum.ratio is None:
            return sharp_lines(self.case)
        (tangent,) = self.minimum.tangents
        at = {**self.minimum.place, tangent.prior: PLACE}
        value = tangent.there(tangent.edge.piece.polynomial)
        known = (*self.minimum.known, zero(value))
        equations = [zero(v - value) for v, value in at.items()]
        ratios = {v: (value, sp.Integer(1)) for v, value in at.items()}
        return list(reached_lines(Place(self.case, False, ratios, known, (*known, *equations))))

    def _refuted(self, face: ConstrainedPiece) -> str:
        """A tactic for `False` where P < 0 on a part of the border."""
        every = [*self.minimum.tangents, *([self.beyond] if self.beyond else [])]
        for tangent in every:
            if tangent.edge.piece.priors == face.priors:
                over = self._over(tangent, "over", tangent.prior, face.conditions)
                return " ".join(["rename less into below_here.", *over, "lra"]).replace(". ", "; ")
        raise UndecidedError("a part of the border is not on the path")

    def _over(
        self, tangent: Tangent, name: str, here: sp.Expr, conditions: tuple[Condition, ...]
    ) -> Iterator[str]:
        """Tactics that leave that P >= 0 at a place of the edge."""
        v, text, at, piece = tangent.prior, self.case.steps.text, {tangent.prior: here}, tangent.edge.piece
        n, p, bend = (sp.expand(e.subs(at)) for e in (piece.numerator, piece.polynomial, tangent.bend))
        n0, p0 = (tangent.there(e) for e in (piece.numerator, piece.polynomial))
        h = sp.expand((tangent.direction or 1) * (here - tangent.at))
        known = (*self.minimum.known, *conditions)
        yield self.minimum.shown(f"{name}_n", positive(n), known)
        yield self.minimum.shown(f"{name}_bend", non_negative(bend), known)
        slope = "apply Rmult_le_pos; lra" if tangent.direction else f"rewrite slope_{v}; lra"
        given = " ".join(map(text, (p, n, p0, n0, tangent.slope, h, bend)))
        tactic = f"apply (over_tangent {given}); [lra | lra | lra | {slope} | lra | ring']"
        yield f"assert ({name} : 0 <= {text(p)}) by ({tactic})."

    def _at_corner(self, tangent: Tangent, other: Tangent) -> Iterator[str]:
        """Along the edge to the corner, and round it."""
        text, v, sign, piece = self.case.steps.text, tangent.prior, other.direction, tangent.edge.piece
        end = tangent.edge.high if sign > 0 else tangent.edge.low
        yield from self._over(tangent, f"value_{other.prior}", end, ())
        yield f"rename value_{other.prior}_n into n_{other.prior}."
        n, slope, turn = (
            sp.expand(e.subs(v, end)) for e in (piece.numerator, tangent.edge.slope, tangent.turn)
        )
        known = self.minimum.known
        yield self.minimum.shown("turn", non_negative(turn), known)
        there, here = (sp.expand(sign * e) for e in (tangent.there(tangent.edge.slope), slope))
        n0, h = tangent.there(piece.numerator), sign * (end - tangent.at)
        given = " ".join(map(text, (here, n, there, n0, h, turn)))
        yield (
            f"assert (before_corner : 0 <= {text(here)}) by "
            f"(apply (slope_beyond {given}); [lra | lra | lra | lra | ring'])."
        )
        corner = self.minimum.path.edges[1].ends[0]
        change = self._change(corner)
        n_there = other.there(other.edge.piece.numerator)
        times = sp.cancel(n_there / n)  # with numbers, n of one edge may be a multiple of that of the other
        if not times.is_Rational:
            raise UndecidedError("the two edges do not have the same denominator of F at their corner")
        scale, weight = corner[other.prior], sp.expand(times**2 * corner[v])
        for name, goal in (
            ("scale_there", positive(scale)),
            ("scale_here", positive(weight)),
            ("change", non_negative(change)),
        ):
            yield self.minimum.shown(name, goal, known)
        given = " ".join(map(text, (other.slope, scale, here, weight, n_there, change)))
        yield (
            f"assert (slope_{other.prior} : 0 <= {text(other.slope)}) by "
            f"(apply (slope_round_corner {given}); [lra | lra | lra | lra | ring'])."
        )

    def _change(self, corner: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
        """By how much p q times the slope along p q grows at the corner."""
        p, q, origin = PRIOR_INCLUSION, PRIOR_VALUE, self.minimum.path.edges[1].piece.origin
        assert origin is not None
        f = origin.inverse_risk
        return sp.expand((q * sp.diff(f, q) - p * sp.diff(f, p)).subs(corner))


def along_path(case: BranchCase) -> AlongPath | None:
    """The branch with its path, if its minimum was found there; None for others."""
    if not is_found_along(case.branch) or len(case.branch.attained) != 1 or len(case.values) != 1:
        return None
    piece = case.constrained(case.values[0])
    if not is_along_product(case, piece):
        return None
    region, judge = case.profile.parameter_region, Solver()
    faces = reduced_by_product(piece, PRIORS, region, judge)
    path = faces and path_along(faces, PRIORS, region, judge)
    return AlongPath(case, piece, Minimum(case, path, case.branch.attained[0].place)) if path else None


def lines_along_path(case: BranchCase, end: str) -> Sequence[str] | None:
    """Tactics that prove the theorem once X is known, with `end` before `sharp` is left.

    None where the branch is of another kind, a step was not found, or half of the time left did not do.
    """
    left = check_time()
    try:
        with deadline(None if left == math.inf else left / 2):
            path = along_path(case)
            if path is None:
                return None
            return [*path.lines(), *enough_lines(case, path.contradiction), end, *path.sharp_lines()]
    except UndecidedError:
        return None
    except OutOfTime:
        check_time()
        return None
