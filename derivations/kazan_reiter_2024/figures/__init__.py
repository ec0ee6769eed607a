"""Figures 1-5 of Kazan & Reiter (2024): `python -m derivations.kazan_reiter_2024.figures` draws them."""
