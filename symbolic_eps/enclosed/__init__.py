"""Certified minimisation for risk profiles that are not rational: the infimum of eps between proved ends.

eps* = -log X* with X* the least x in (0, 1] at which F(x; p, q, 1/r*(p, q)) >= 0 for all priors (Kazan &
Reiter 2024, Theorem 1 and (13)). F increases in x, so that one branch and bound on boxes of priors proves one
level.
"""
