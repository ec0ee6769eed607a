"""How a claim of Kazan & Reiter (2024) is made; the symbols are those of `derivations.kazan_reiter`."""

from __future__ import annotations

from derivations.kazan_reiter.notation import Printed

PAPER = "kazan-reiter-2024"

claim = Printed(PAPER).claim
