"""Theorems that take a prior away: where the ends of its range decide, or a part of the border."""
