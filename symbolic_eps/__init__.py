"""Privacy budgets from bounds on disclosure risk: derived, proved and evaluated (Kazan & Reiter 2024).

The names below are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from symbolic_eps.arrays import epsilon_array as epsilon_array
    from symbolic_eps.caps import Cap as Cap
    from symbolic_eps.closed_form import PiecewiseInfimum as PiecewiseInfimum
    from symbolic_eps.derivation import Derivation as Derivation
    from symbolic_eps.derivation import derive as derive
    from symbolic_eps.enclosed.callables import BallProfile as BallProfile
    from symbolic_eps.enclosed.recommended import EnclosedRecommendation as EnclosedRecommendation
    from symbolic_eps.enclosed.recommended import SampledRecommendation as SampledRecommendation
    from symbolic_eps.enclosed.tabulated import read_table as read_table
    from symbolic_eps.enclosed.tabulated import table_of as table_of
    from symbolic_eps.errors import DomainError as DomainError
    from symbolic_eps.errors import InfeasibleProfileError as InfeasibleProfileError
    from symbolic_eps.errors import InputError as InputError
    from symbolic_eps.errors import ProfileSyntaxError as ProfileSyntaxError
    from symbolic_eps.errors import UndecidedError as UndecidedError
    from symbolic_eps.errors import UnsafeArithmeticError as UnsafeArithmeticError
    from symbolic_eps.evaluate import epsilon_at_precision as epsilon_at_precision
    from symbolic_eps.evaluate import exact_epsilon as exact_epsilon
    from symbolic_eps.exact import Recommendation as Recommendation
    from symbolic_eps.groups import Group as Group
    from symbolic_eps.guarantees.composition import Split as Split
    from symbolic_eps.guarantees.composition import split as split
    from symbolic_eps.guarantees.explanation import Explanation as Explanation
    from symbolic_eps.guarantees.explanation import explain as explain
    from symbolic_eps.inverse.design import Design as Design
    from symbolic_eps.inverse.design import design as design
    from symbolic_eps.inverse.goal import Goal as Goal
    from symbolic_eps.inverse.goal import budget_goal as budget_goal
    from symbolic_eps.inverse.goal import crossing_goal as crossing_goal
    from symbolic_eps.inverse.goal import deviation_goal as deviation_goal
    from symbolic_eps.inverse.sensitivity import Sensitivities as Sensitivities
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
    "BallProfile": "enclosed.callables",
    "budget_goal": "inverse.goal",
    "Cap": "caps",
    "crossing_goal": "inverse.goal",
    "Derivation": "derivation",
    "derive": "derivation",
    "design": "inverse.design",
    "Design": "inverse.design",
    "deviation_goal": "inverse.goal",
    "DomainError": "errors",
    "EnclosedRecommendation": "enclosed.recommended",
    "epsilon_array": "arrays",
    "epsilon_at_precision": "evaluate",
    "exact_epsilon": "evaluate",
    "explain": "guarantees.explanation",
    "Explanation": "guarantees.explanation",
    "GeometricNoise": "mechanisms.geometric",
    "Goal": "inverse.goal",
    "Group": "groups",
    "InfeasibleProfileError": "errors",
    "infimum": "minimum",
    "InputError": "errors",
    "LaplaceNoise": "mechanisms.laplace",
    "parse_assumptions": "parse",
    "parse_profile": "parse",
    "PiecewiseInfimum": "closed_form",
    "privacy_budget": "root",
    "privacy_budget_mp": "root",
    "ProfileSyntaxError": "errors",
    "read_table": "enclosed.tabulated",
    "recommend": "recommendation",
    "Recommendation": "exact",
    "RiskProfile": "profile",
    "root_epsilon": "numeric",
    "SampledRecommendation": "enclosed.recommended",
    "sensitivities": "inverse.sensitivity",
    "Sensitivities": "inverse.sensitivity",
    "split": "guarantees.composition",
    "Split": "guarantees.composition",
    "sweep": "sweeps.run",
    "table_of": "enclosed.tabulated",
    "Threshold": "mechanisms.accuracy",
    "UndecidedError": "errors",
    "UnsafeArithmeticError": "errors",
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
