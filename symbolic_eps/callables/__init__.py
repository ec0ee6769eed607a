"""Closed forms as functions of numbers, and the check of anybody's function against exact values."""
