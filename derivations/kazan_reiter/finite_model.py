"""The adversary of Kazan & Reiter, both versions, for countable supports: laws, Assumptions 1 and 2.

Given I = 1, Y = y and the others' data Z = z have the joint law m; given I = 0, Z has the law u; f and g are
the release's probabilities at t*, with and without the person; s tells whether y is in S; x = e^-eps. By
Assumption 1 the adversary uses f and g themselves. Neither version defines P[. | I = 0] at p = 1, where I = 0
is a null event: a line that has it counts as false there, so that it holds if p < 1.
"""

from __future__ import annotations

import sympy as sp

from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Quotient, Setting, Total

y, z = parameter("y"), parameter("z")
m, u, f, g, s = (parameter(name) for name in ("m", "u", "f", "g", "s"))

FAMILIES = {m: (y, z), u: (z,), f: (y, z), g: (z,), s: (y,)}

MASS = sp.Eq(Total(m, y, z), 1)
LAWS = (m >= 0, u >= 0, MASS, sp.Eq(Total(u, z), 1))

PRIVATE = (f >= x * g, x * f <= g, g >= 0)
"""eps-differential privacy, multiplied out."""

PROBABILITIES = (f <= 1, g <= 1)
"""So that sums of f and g over a law converge; that they are not negative is in `PRIVATE`."""

INDEPENDENT = sp.Eq(m, u * Total(m, z))
"""Assumption 2: P[Z = z | I = 1, Y = y] = P[Z = z | I = 0], multiplied by P[Y = y | I = 1]."""

SEEN = Total(g * u, z) > 0
"""P[T* = t* | I = 0] > 0."""

_Q = Total(s * m, y, z)
PRIOR = sp.Eq(_Q, q)
"""q = P[Y in S | I = 1]."""

_SUMMED = sp.Eq(Total(m, y), Total(u * Total(m, z), y))

OTHERS_DO_NOT_CHANGE = Derivation(
    Setting(FAMILIES, (*LAWS, INDEPENDENT), events=(s,)),
    sp.Eq(Total(m, y), u),
    (Step(_SUMMED, Termwise(), (INDEPENDENT,)), Step(sp.Eq(Total(m, y), u), using=(_SUMMED, MASS))),
)
"""P[Z = z | I = 1] = P[Z = z | I = 0]."""

_VALUE_KNOWN = Quotient(Total(s * m, y), Total(s * m, y, z))

VALUE_TELLS_NOTHING = Derivation(
    Setting(FAMILIES, (*LAWS, INDEPENDENT, PRIOR), events=(s,)),
    sp.Eq(_VALUE_KNOWN, u, evaluate=False),
    (
        Step(sp.Eq(Total(s * m, y), Total(s * u * Total(m, z), y)), Termwise(), (INDEPENDENT,)),
        Step(_Q > 0, using=(PRIOR, q > 0)),
        Step(
            sp.Eq(_VALUE_KNOWN, u, evaluate=False),
            using=(sp.Eq(Total(s * m, y), Total(s * u * Total(m, z), y)), _Q > 0),
        ),
    ),
)
"""P[Z = z | Y in S, I = 1] = P[Z = z | I = 0]."""
