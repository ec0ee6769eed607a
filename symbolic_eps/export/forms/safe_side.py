"""What the safe side of a formula is for."""

from __future__ import annotations

from dataclasses import dataclass

from symbolic_eps.export.forms.formula import Side


@dataclass(frozen=True)
class Use:
    """To which side a quantity is rounded, what for, and why."""

    side: Side
    purpose: str
    reason: str

    @property
    def note(self) -> str:
        """For headers."""
        return f"rounded {'down' if self.side is Side.LOWER else 'up'}: {self.reason}"
