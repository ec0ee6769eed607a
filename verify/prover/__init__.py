"""The prover: its methods, and the decisions and counterexamples that they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verify.prover.prover import Prover as Prover

__all__ = ["Prover"]


def __getattr__(name: str) -> Any:
    if name != "Prover":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from verify.prover.prover import Prover

    return Prover
