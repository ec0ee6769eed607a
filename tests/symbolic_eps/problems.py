"""The question of a profile as the search puts it, for tests of theorems on profiles of one form."""

from __future__ import annotations

from collections.abc import Iterable

from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.profiles.profile import RiskProfile
from verify.solvers.smt import Solver


def problem_of(bound: str, *assumptions: str, box: Iterable[str] = (), **fixed: str) -> Problem:
    """With all pieces, whole; those of a maximum with the conditions that a search shortens."""
    profile = RiskProfile(bound, list(assumptions), fixed, box=list(box))
    several = len(profile.pieces) > 1
    pieces = profile.checked_pieces(exact_judge()) if several else profile.pieces
    whole = tuple(constrained(piece, profile) for piece in pieces)
    known = profile.parameter_region
    return Problem(whole, profile.free_priors, (), known, Solver(), profile.domain, whole=whole)
