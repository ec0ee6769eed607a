"""Where the rows of notions are kept with their certificates: they are proved again when they are used."""

from __future__ import annotations

from pathlib import Path

STORED = Path(__file__).parent / "closed_forms"
