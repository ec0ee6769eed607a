"""FILL_generated Privacy losses for OpenDP from what a release may reveal.

A `..._loss` is the `privacy_loss` of `dp.Context.compositor`, and its second part the `d_out` of a measurement: a
budget that is never above the exact one. Neighbours are data with and without one person's record
(`dp.unit_of(contributions=1)`), unless the formula was derived for another relation.
"""

from __future__ import annotations

import math
from typing import Callable

import opendp.prelude as dp
import symbolic_eps_formulas as formulas

__all__ = [
FILL_names
]

Loss = tuple[dp.Measure, float]


class UnboundedError(ValueError):
    """Whatever is released, the statement holds: it gives no budget."""


def least_noise(make: Callable[[float], dp.Measurement], d_in: float, loss: Loss) -> dp.Measurement:
    """Of the measurements that `make` gives for a scale, the one with the least scale that keeps to a loss.

    OpenDP searches for it, and OpenDP's own map says what it keeps to: `d_in` may spend the loss, and no more.
    """
    measure, epsilon = loss
    if not epsilon > 0.0:
        raise ValueError("a budget of 0 allows no release")
    found = dp.binary_search_chain(make, d_in, epsilon, T=float)
    if found.output_measure != measure or not found.map(d_in) <= epsilon:
        raise ValueError(f"the measurement does not keep to {epsilon} in {measure}")
    return found


def _loss(epsilon: float) -> Loss:
    if epsilon == math.inf:
        raise UnboundedError("every eps keeps to this statement: choose a budget by another one")
    return dp.max_divergence(), epsilon
FILL_functions
