"""Minima on paths along which F is convex."""
