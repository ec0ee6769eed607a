"""Randomized response to a yes/no question: what is optimal under a bound on how well an answer betrays."""
