"""Profiles without parameters: where the minimum is seen, and its proof in a bracket."""
