"""Checks statements and witnesses independently of the prover: arithmetic and random points of its own."""
