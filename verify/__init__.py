"""Truth: conditions, solvers, enclosures and exact comparison of algebraic expressions.

This package knows nothing of privacy; it serves any claim about real algebraic expressions. The names below
are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verify.claims.claim import Claim as Claim
    from verify.claims.claim import Kind as Kind
    from verify.claims.claim import Locator as Locator
    from verify.claims.claim import judge as judge
    from verify.claims.locator_grammar import Grammar as Grammar
    from verify.claims.paper import Paper as Paper
    from verify.claims.verdict import Verdict as Verdict
    from verify.language.implication import Hints as Hints
    from verify.prover.prover import Prover as Prover

_HOMES = {
    "Claim": "claims.claim",
    "Grammar": "claims.locator_grammar",
    "Hints": "language.implication",
    "Kind": "claims.claim",
    "Locator": "claims.claim",
    "Paper": "claims.paper",
    "Prover": "prover.prover",
    "Verdict": "claims.verdict",
    "judge": "claims.claim",
}

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
