"""Privacy budgets from bounds on disclosure risk: derived, proved and evaluated (Kazan & Reiter 2024).

The names below are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from symbolic_eps.caps import Cap as Cap
    from symbolic_eps.closed_form import PiecewiseInfimum as PiecewiseInfimum
    from symbolic_eps.derivation import Derivation as Derivation
    from symbolic_eps.derivation import derive as derive
    from symbolic_eps.enclosed.callables import BallProfile as BallProfile
    from symbolic_eps.enclosed.tabulated import read_table as read_table
    from symbolic_eps.enclosed.tabulated import table_of as table_of
    from symbolic_eps.evaluate import epsilon_array as epsilon_array
    from symbolic_eps.evaluate import epsilon_at_precision as epsilon_at_precision
    from symbolic_eps.evaluate import exact_epsilon as exact_epsilon
    from symbolic_eps.exact import Recommendation as Recommendation
    from symbolic_eps.groups import Group as Group
    from symbolic_eps.guarantees.composition import split as split
    from symbolic_eps.guarantees.explanation import explain as explain
    from symbolic_eps.inverse.design import design as design
    from symbolic_eps.inverse.sensitivity import sensitivities as sensitivities
    from symbolic_eps.mechanisms.accuracy import Threshold as Threshold
    from symbolic_eps.mechanisms.geometric import GeometricNoise as GeometricNoise
    from symbolic_eps.mechanisms.laplace import LaplaceNoise as LaplaceNoise
    from symbolic_eps.minimum import infimum as infimum
    from symbolic_eps.numeric import root_epsilon as root_epsilon
    from symbolic_eps.parse import parse_assumptions as parse_assumptions
    from symbolic_eps.parse import parse_profile as parse_profile
    from symbolic_eps.profile import RiskProfile as RiskProfile
    from symbolic_eps.recommendation import recommend as recommend
    from symbolic_eps.root import privacy_budget as privacy_budget
    from symbolic_eps.root import privacy_budget_mp as privacy_budget_mp
    from symbolic_eps.sweeps.run import sweep as sweep

_HOMES = {
    "Threshold": "mechanisms.accuracy",
    "Cap": "caps",
    "PiecewiseInfimum": "closed_form",
    "Derivation": "derivation",
    "derive": "derivation",
    "BallProfile": "enclosed.callables",
    "read_table": "enclosed.tabulated",
    "table_of": "enclosed.tabulated",
    "epsilon_array": "evaluate",
    "epsilon_at_precision": "evaluate",
    "exact_epsilon": "evaluate",
    "LaplaceNoise": "mechanisms.laplace",
    "design": "inverse.design",
    "explain": "guarantees.explanation",
    "sensitivities": "inverse.sensitivity",
    "split": "guarantees.composition",
    "Group": "groups",
    "GeometricNoise": "mechanisms.geometric",
    "infimum": "minimum",
    "root_epsilon": "numeric",
    "parse_assumptions": "parse",
    "parse_profile": "parse",
    "RiskProfile": "profile",
    "Recommendation": "exact",
    "recommend": "recommendation",
    "privacy_budget": "root",
    "privacy_budget_mp": "root",
    "sweep": "sweeps.run",
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
