"""The figure of randomized response: the Fisher information of an answer against theta, by design."""

from __future__ import annotations

import numpy as np
import sympy as sp
from matplotlib.figure import Figure

from symbolic_eps.errors import InputError
from symbolic_eps.figures.panels import legend_below
from symbolic_eps.figures.style import BLUE, GREY, ORANGE, in_style
from symbolic_eps.randomized_response.comparison import warner
from symbolic_eps.randomized_response.fisher import fisher_information, largest_with_two
from symbolic_eps.randomized_response.optimal import optimal_pair
from symbolic_eps.randomized_response.question import Question
from symbolic_eps.randomized_response.symbols import THETA

POINTS = 601
"""Of a curve."""


@in_style
def draw_information(question: Question) -> Figure:
    """The information of the best designs with three answers and two, and of Warner's, for the eye.

    Parameters
    ----------
    question : Question
        With numbers for delta and the weight; theta is marked if it is one.

    Raises
    ------
    symbolic_eps.errors.InputError
        A parameter has no number.
    """
    if not (question.delta.is_number and question.weight.is_number):
        raise InputError("a figure needs numbers for delta and the weight: give them, or leave out --plot")
    figure = Figure(figsize=(5.6, 4.2))
    axes = figure.subplots()
    theta = np.linspace(0, 1, POINTS)[1:-1]
    three = fisher_information(optimal_pair(question.delta, question.weight), THETA)
    two = largest_with_two(question.delta, question.weight)
    old = fisher_information(warner(question.delta), THETA)
    for value, colour, line, label in (
        (three, BLUE, "-", "three answers"),
        (two, ORANGE, "--", "two answers"),
        (old, GREY, ":", "Warner, and the unrelated question with 1/2"),
    ):
        curve = np.broadcast_to(sp.lambdify(THETA, value, "numpy")(theta), theta.shape)
        axes.plot(theta, curve, color=colour, linestyle=line, label=label)
    if question.theta.is_number:
        marked = float(question.theta)
        axes.axvline(marked, color=GREY, linewidth=0.8, dashes=(8, 3), label=f"θ = {marked:.4g}")
    highest = float(sp.lambdify(THETA, three, "numpy")(0.04)) if three != 0 else 1.0
    other = float(sp.lambdify(THETA, three, "numpy")(0.96)) if three != 0 else 1.0
    axes.set(
        xlim=(0, 1), ylim=(0, max(highest, other)), xlabel="share θ", ylabel="Fisher information of an answer"
    )
    axes.set_title(f"What one answer tells of the share θ\nδ = {question.delta}, w = {question.weight}")
    legend_below(axes)
    return figure
