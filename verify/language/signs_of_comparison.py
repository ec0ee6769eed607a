"""What the sign of a comparison becomes when it is denied or read from the right; standard library only."""

from __future__ import annotations

DENIED = {">": "<=", "<=": ">", ">=": "<", "<": ">=", "=": "!=", "!=": "="}
"""The sign of "not a R b"."""

REVERSED = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": "=", "!=": "!="}
"""The sign of b R a."""
