"""Privacy budgets from bounds on disclosure risk: derived, proved and evaluated (Kazan & Reiter 2024).

The names below are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from symbolic_eps.closed_form import PiecewiseInfimum as PiecewiseInfimum
    from symbolic_eps.evaluate import epsilon_array as epsilon_array
    from symbolic_eps.evaluate import epsilon_at_precision as epsilon_at_precision
    from symbolic_eps.evaluate import exact_epsilon as exact_epsilon
    from symbolic_eps.mechanism import GeometricNoise as GeometricNoise
    from symbolic_eps.minimum import infimum as infimum
    from symbolic_eps.numeric import root_epsilon as root_epsilon
    from symbolic_eps.parse import parse_assumptions as parse_assumptions
    from symbolic_eps.parse import parse_profile as parse_profile
    from symbolic_eps.profile import RiskProfile as RiskProfile
    from symbolic_eps.recommendation import Recommendation as Recommendation
    from symbolic_eps.recommendation import recommend as recommend
    from symbolic_eps.root import privacy_budget as privacy_budget
    from symbolic_eps.root import privacy_budget_mp as privacy_budget_mp

_HOMES = {
    "PiecewiseInfimum": "closed_form",
    "epsilon_array": "evaluate",
    "epsilon_at_precision": "evaluate",
    "exact_epsilon": "evaluate",
    "GeometricNoise": "mechanism",
    "infimum": "minimum",
    "root_epsilon": "numeric",
    "parse_assumptions": "parse",
    "parse_profile": "parse",
    "RiskProfile": "profile",
    "Recommendation": "recommendation",
    "recommend": "recommendation",
    "privacy_budget": "root",
    "privacy_budget_mp": "root",
}

__all__ = [  # noqa: PLE0604  (the names of _HOMES are strings)
    "__version__",
    *_HOMES,
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
