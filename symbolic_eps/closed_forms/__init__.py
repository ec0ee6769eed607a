"""Piecewise closed forms: as data, as numbers, on arrays, as text that is read back."""
