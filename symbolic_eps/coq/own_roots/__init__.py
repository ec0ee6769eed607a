"""Minima whose priors are roots of polynomials of their own."""
