"""Search for Positivstellensatz certificates: untrusted, the kernel checks what it finds.

The names below are loaded when they are first used: linear programs bring libraries that take time to load.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verify.search.budget import Budget as Budget
    from verify.search.derivation import Node as Node
    from verify.search.refutation_search import Hints as Hints
    from verify.search.refutation_search import refute as refute

_HOMES = {
    "Budget": "budget",
    "Hints": "refutation_search",
    "Node": "derivation",
    "refute": "refutation_search",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
