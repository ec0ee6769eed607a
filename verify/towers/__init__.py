"""Inequalities with exponentials and logarithms of one variable: towers of derivatives, zones with leaves."""
