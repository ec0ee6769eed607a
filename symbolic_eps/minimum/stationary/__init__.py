"""Minima inside the ranges of both priors, with parameters: one stationary value of eps, or an end."""
