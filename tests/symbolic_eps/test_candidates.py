"""Places where the infimum may lie: what the search hands on of them."""

from __future__ import annotations

import sympy as sp

from symbolic_eps.minimum import cells
from symbolic_eps.minimum.candidates import Candidate, candidates_on
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from verify.language.condition import non_negative
from verify.solvers.smt import Solver


def test_a_segment_has_both_priors_at_both_ends() -> None:
    """eps depends on p q alone, so it is the same along a curve where q stays an unknown of its own.

    By hand: on the cap 1 + 3 t/5 + 3 (1 - t)/(10 t) of t = p q eps is stationary at one t, for each p.
    """
    profile = RiskProfile(
        "1 + 3*p*q/5 + 3*(1-p*q)/(10*p*q)", box=["17/20<p<=7/8", "p*q>=3/10"], variant="bounded"
    )
    solver = Solver()
    (piece,) = (constrained(piece, profile) for piece in profile.checked_pieces(solver))
    found = candidates_on(piece, profile.free_priors, profile.parameter_region, solver)
    assert found
    for one in found:
        assert one.segment_end is None or {*one.segment_end} == {*one.place}


def test_a_side_that_keeps_a_prior_is_no_number_and_rules_nothing_out() -> None:
    """On a curve along which F = 0 the conditions of a candidate may depend on a prior."""
    profile = RiskProfile("3")
    piece = constrained(profile.pieces[0], profile)
    along = Candidate(2 * x - 1, {}, (non_negative(4 * p**3 - 4 * p**2 + p),), piece)
    outside = Candidate(3 * x - 2, {}, (non_negative(sp.Rational(1, 3) - x),), piece)
    less = Candidate(3 * x - 1, {}, (), piece)
    assert cells._largest([along, outside, less]) == 2 * x - 1
