"""Paths along the border on which F is convex, and the roots of F where it is stationary there."""
