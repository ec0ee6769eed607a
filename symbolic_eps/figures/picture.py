"""The picture of a result, as `plot()` gives it: a notebook shows it, and it can be kept in a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import singledispatch
from pathlib import Path

from matplotlib.figure import Figure

from symbolic_eps.answers.comparison import Comparison
from symbolic_eps.answers.exact_recommendation import Recommendation
from symbolic_eps.answers.loss_composition import LossComposition
from symbolic_eps.answers.privacy_cost import PrivacyCost
from symbolic_eps.answers.privacy_loss import PrivacyLoss
from symbolic_eps.answers.randomized_response import RandomizedResponse
from symbolic_eps.answers.sampled_sensitivity import SampledSensitivity
from symbolic_eps.answers.scenario import ScenarioAnswer
from symbolic_eps.answers.signs import Signs
from symbolic_eps.enclosed.recommended import EnclosedRecommendation
from symbolic_eps.errors import InputError
from symbolic_eps.figures.comparison import draw_comparison
from symbolic_eps.figures.guarantee import draw_explanation, draw_recommendation
from symbolic_eps.figures.loss_composition import draw_composition
from symbolic_eps.figures.output import rendered, save
from symbolic_eps.figures.privacy_cost import draw_cost
from symbolic_eps.figures.privacy_loss import draw_loss
from symbolic_eps.figures.randomized_response import draw_information
from symbolic_eps.figures.sampled_sensitivity import draw_coverage
from symbolic_eps.figures.scenario import draw_scenario
from symbolic_eps.figures.signs import draw_signs
from symbolic_eps.guarantees.explanation import Explanation

Values = Mapping[str, object]


@dataclass(frozen=True)
class Picture:
    """A figure that shows itself.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        What is drawn.
    """

    figure: Figure

    def _repr_svg_(self) -> str:
        return rendered(self.figure, ".svg").decode()

    def save(self, path: str | Path) -> None:
        """Write it to a file, as SVG, PNG or PDF by the ending of its name.

        Raises
        ------
        symbolic_eps.errors.InputError
            Another ending, or the file cannot be written.
        """
        save(self.figure, Path(path))


@singledispatch
def draw(found: object, values: Values) -> Figure:
    """The figure of a result."""
    raise InputError(f"of a {type(found).__name__} there is no picture: print it, or take its to_latex()")


def has_picture(found: object) -> bool:
    """Whether there is a figure of such a result."""
    return draw.dispatch(type(found)) is not draw.dispatch(object)


@draw.register
def _(found: Signs, values: Values) -> Figure:
    return draw_signs(found, values)


@draw.register
def _(found: RandomizedResponse, values: Values) -> Figure:
    return draw_information(found.question)


draw.register(Comparison, lambda found, values: draw_comparison(found))
draw.register(ScenarioAnswer, lambda found, values: draw_scenario(found))
draw.register(Recommendation, lambda found, values: draw_recommendation(found))
draw.register(EnclosedRecommendation, lambda found, values: draw_recommendation(found))
draw.register(Explanation, lambda found, values: draw_explanation(found))
draw.register(PrivacyLoss, lambda found, values: draw_loss(found))
draw.register(LossComposition, lambda found, values: draw_composition(found))
draw.register(PrivacyCost, lambda found, values: draw_cost(found))
draw.register(SampledSensitivity, lambda found, values: draw_coverage(found))
