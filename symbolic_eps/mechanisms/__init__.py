"""Noise for a budget: the geometric and the Laplace mechanism, and what either means for a count."""
