"""Numbered displays of a LaTeX text as claims to be filled in: what is read is read from an allow-list."""
