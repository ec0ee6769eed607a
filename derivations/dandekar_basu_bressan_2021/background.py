"""Section 2 of Dandekar, Basu and Bressan (2021): differential privacy, sensitivity, Laplace mechanism."""

from __future__ import annotations

import sympy as sp

from derivations.dandekar_basu_bressan_2021.notation import D, claim, definition, delta, eps, eps0, z
from symbolic_eps.theory.symbols import parameter
from verify.calculus.integral import DefiniteIntegral, Normalised
from verify.claims.claim import Claim
from verify.language.as_printed import eq, le
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total

b, P_x, P_y, higher = parameter("b"), parameter("P_x"), parameter("P_y"), parameter("eps_prime")
"""The scale, the probabilities of a set of outputs for two neighbours, and another level."""

i, q_x, q_y, z_i = (parameter(name) for name in ("i", "q_x", "q_y", "z_i"))
"""A coordinate, f(x), f(y) and the output there."""

DENSITY = sp.exp(-sp.Abs(z) / b) / (2 * b)

DISTANCE = Total(sp.Abs(q_x - q_y), i)
COORDINATES = Setting({q_x: (i,), q_y: (i,), z_i: (i,)}, (le(DISTANCE, D),), supports=Supports.FINITE)
"""Values of the query for two neighbours, and an output; as many coordinates as one likes."""

GAIN = Total(sp.Abs(q_y - z_i) - sp.Abs(q_x - z_i), i)
_triangle = le(GAIN, DISTANCE)
TRIANGLE = Step(_triangle, Termwise(), ())
_private = le(eps0 * GAIN / D, eps0)
LOSS_BOUNDED = Derivation(
    COORDINATES, _private, (TRIANGLE, Step(_private, using=(_triangle, le(DISTANCE, D), D > 0, eps0 > 0)))
)
"""The logarithm of the ratio of the densities is at most eps_0."""

CLAIMS: tuple[Claim, ...] = (
    definition("def:1", le(P_x, sp.exp(eps) * P_y + delta)),
    claim(
        "text:2/any-higher-level",
        le(P_x, sp.exp(higher) * P_y),
        (le(P_x, sp.exp(eps) * P_y), P_y >= 0, higher > eps),
    ),
    definition("def:2", le(DISTANCE, D), remark="With equality for some pair of neighbours."),
    claim("def:3", Normalised(DENSITY, z, -sp.oo, sp.oo), (b > 0,)),
    claim("def:3/mean", DefiniteIntegral(z * DENSITY, z, -sp.oo, sp.oo, sp.Integer(0)), (b > 0,)),
    definition("def:4", eq(b, D / eps)),
    claim(
        "thm:1",
        LOSS_BOUNDED,
        (D > 0, eps0 > 0),
        remark="For every number of coordinates: the density at x is at most exp(eps_0) times that at y.",
    ),
)
