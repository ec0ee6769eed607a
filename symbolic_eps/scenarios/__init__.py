"""Decisions as files: several adversaries or groups with caps of their own, and several releases."""
