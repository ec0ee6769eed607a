"""Privacy budgets from bounds on disclosure risk: derived, proved and evaluated (Kazan & Reiter 2024).

The names below are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from symbolic_eps.answers.derivation import Derivation as Derivation
    from symbolic_eps.answers.derivation import derive as derive
    from symbolic_eps.answers.exact_recommendation import Recommendation as Recommendation
    from symbolic_eps.answers.loss_composition import LossComposition as LossComposition
    from symbolic_eps.answers.loss_composition import compose_losses as compose_losses
    from symbolic_eps.answers.privacy_cost import PrivacyCost as PrivacyCost
    from symbolic_eps.answers.privacy_cost import privacy_cost as privacy_cost
    from symbolic_eps.answers.privacy_loss import PrivacyLoss as PrivacyLoss
    from symbolic_eps.answers.privacy_loss import release_loss as release_loss
    from symbolic_eps.answers.randomized_response import RandomizedResponse as RandomizedResponse
    from symbolic_eps.answers.randomized_response import randomized_survey as randomized_survey
    from symbolic_eps.answers.recommendation import recommend as recommend
    from symbolic_eps.answers.sampled_sensitivity import SampledSensitivity as SampledSensitivity
    from symbolic_eps.answers.sampled_sensitivity import sampled_sensitivity as sampled_sensitivity
    from symbolic_eps.answers.signs import Signs as Signs
    from symbolic_eps.answers.signs import signs as signs
    from symbolic_eps.callables.function import LambdifiedFunction as LambdifiedFunction
    from symbolic_eps.callables.function import lambdify as lambdify
    from symbolic_eps.callables.verification import Verification as Verification
    from symbolic_eps.callables.verification import verified as verified
    from symbolic_eps.closed_forms.arrays import epsilon_array as epsilon_array
    from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum as PiecewiseInfimum
    from symbolic_eps.closed_forms.evaluate import epsilon_at_precision as epsilon_at_precision
    from symbolic_eps.closed_forms.evaluate import exact_epsilon as exact_epsilon
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
    from symbolic_eps.profiles.caps import Cap as Cap
    from symbolic_eps.profiles.groups import Group as Group
    from symbolic_eps.profiles.parse import parse_assumptions as parse_assumptions
    from symbolic_eps.profiles.parse import parse_profile as parse_profile
    from symbolic_eps.profiles.profile import RiskProfile as RiskProfile
    from symbolic_eps.sweeps.run import sweep as sweep
    from symbolic_eps.theory.budget import privacy_budget as privacy_budget
    from symbolic_eps.theory.budget import privacy_budget_mp as privacy_budget_mp
    from symbolic_eps.theory.numeric import root_epsilon as root_epsilon

_NAMES = {
    "answers.derivation": "Derivation derive",
    "answers.exact_recommendation": "Recommendation",
    "answers.loss_composition": "LossComposition compose_losses",
    "answers.privacy_cost": "PrivacyCost privacy_cost",
    "answers.privacy_loss": "PrivacyLoss release_loss",
    "answers.randomized_response": "RandomizedResponse randomized_survey",
    "answers.recommendation": "recommend",
    "answers.sampled_sensitivity": "SampledSensitivity sampled_sensitivity",
    "answers.signs": "Signs signs",
    "callables.function": "LambdifiedFunction lambdify",
    "callables.verification": "Verification verified",
    "closed_forms.arrays": "epsilon_array",
    "closed_forms.closed_form": "PiecewiseInfimum",
    "closed_forms.evaluate": "epsilon_at_precision exact_epsilon",
    "enclosed.callables": "BallProfile",
    "enclosed.recommended": "EnclosedRecommendation SampledRecommendation",
    "enclosed.tabulated": "read_table table_of",
    "errors": "DomainError InfeasibleProfileError InputError ProfileSyntaxError UndecidedError "
    "UnsafeArithmeticError",
    "guarantees.composition": "Split split",
    "guarantees.explanation": "Explanation explain",
    "inverse.design": "Design design",
    "inverse.goal": "Goal budget_goal crossing_goal deviation_goal",
    "inverse.sensitivity": "Sensitivities sensitivities",
    "mechanisms.accuracy": "Threshold",
    "mechanisms.geometric": "GeometricNoise",
    "mechanisms.laplace": "LaplaceNoise",
    "minimum": "infimum",
    "profiles.caps": "Cap",
    "profiles.groups": "Group",
    "profiles.parse": "parse_assumptions parse_profile",
    "profiles.profile": "RiskProfile",
    "sweeps.run": "sweep",
    "theory.budget": "privacy_budget privacy_budget_mp",
    "theory.numeric": "root_epsilon",
}
"""What each module offers here."""

_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = ["__version__", *_HOMES]  # noqa: PLE0604  (the names of _HOMES are strings)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
