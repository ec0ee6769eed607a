"""FILL_generated Compares the losses for OpenDP with the test vectors, and OpenDP's maps with the losses."""

from __future__ import annotations

import sys

import opendp.prelude as dp
import symbolic_eps_opendp as adapter
from self_test_adapter import ended, expected

LOSSES = (
FILL_checks
)

dp.enable_features("contrib")


def laplace(scale):
    """The Laplace mechanism for numbers that differ by at most 1."""
    return dp.m.make_laplace(dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float), scale)


def answer(function, point):
    """The loss's eps, if its measure is right."""
    measure, epsilon = function(*point)
    return epsilon if measure == dp.max_divergence() else "another measure"


def keeps(function, point):
    """Whether OpenDP's own map of the least noise keeps to the loss."""
    loss = function(*point)
    return adapter.least_noise(laplace, 1.0, loss).map(1.0) <= loss[1]


if __name__ == "__main__":
    sys.exit(ended(adapter, LOSSES, answer, keeps, expected))
