"""Minima inside the ranges of both priors, with parameters."""
