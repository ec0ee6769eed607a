"""Exact points: simple rational numbers that satisfy conditions."""
