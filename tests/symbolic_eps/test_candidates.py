"""Places where the infimum may lie: what the search hands on of them."""

from __future__ import annotations

from symbolic_eps.minimum.candidates import candidates_on
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.profiles.profile import RiskProfile
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
