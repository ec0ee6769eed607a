"""Stored rows of the tables for notions, with their certificates: each use proves them again."""

from __future__ import annotations

from pathlib import Path

STORED = Path(__file__).parent / "closed_forms"
