"""The algebra of theorems where one value of eps is stationary; Coq judges the theorems themselves."""

from __future__ import annotations

from itertools import permutations

import pytest
import sympy as sp

from symbolic_eps import RiskProfile
from symbolic_eps.coq.enough.discriminant_chain import combination
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.stationary.one_stationary_value import eliminated
from symbolic_eps.profiles.profile import PRIORS

PROFILES = {"1 + a/p + 1/q": ["a>0"], "1 + a/p + b/q": ["a>0", "b>=1"], "1 + 2/p + a/q": ["a>=1"]}


@pytest.mark.slow
@pytest.mark.parametrize("text", PROFILES)
def test_the_eliminant_is_combined_of_the_discriminant_and_its_slope(text: str) -> None:
    """K E = U D + V D_u as polynomials, whichever prior is eliminated first; K is no multiple of E."""
    profile = RiskProfile(text, PROFILES[text])
    piece = constrained(profile.pieces[0], profile)
    inside = eliminated(piece)
    assert inside is not None
    for v, u in permutations(PRIORS):
        d = sp.discriminant(piece.polynomial, v)
        made = combination(d, u, inside.eliminant)
        assert made.scale != 0 and not made.scale.has(u)
        assert sp.rem(made.scale, inside.eliminant, sp.Symbol("x", real=True)) != 0
        whole = made.first * d + made.second * sp.diff(d, u) - made.scale * inside.eliminant
        assert sp.expand(whole) == 0


def test_what_is_no_factor_of_the_resultant_is_refused() -> None:
    profile = RiskProfile("1 + a/p + 1/q", ["a>0"])
    piece = constrained(profile.pieces[0], profile)
    inside = eliminated(piece)
    assert inside is not None
    p, q = PRIORS
    with pytest.raises(UndecidedError, match="not known to be the root"):
        combination(sp.discriminant(piece.polynomial, p), q, inside.eliminant + 1)
