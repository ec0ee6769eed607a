"""Figures 1-5 of Kazan & Reiter (2024) from derived quantities: `python -m derivations.figures`."""
