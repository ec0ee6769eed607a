"""The parameters of the statements: real symbols without assumptions; the domain of a claim has the rest."""

from __future__ import annotations

import sympy as sp

EPS0, EPS, Z = sp.symbols("eps0 eps z", real=True)

DOMAIN = (EPS >= 0, EPS < EPS0)
"""Where the formulas hold that are not constants."""

DENSITY = sp.exp(-sp.Abs(Z)) / 2
"""Of the noise, in units of its scale."""

LOSS = sp.Abs(Z - EPS0) - sp.Abs(Z)
"""C as a function of the noise, for the worst pair."""
