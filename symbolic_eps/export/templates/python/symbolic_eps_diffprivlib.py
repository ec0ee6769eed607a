"""FILL_generated Budgets for diffprivlib from what a release may reveal.

A `..._epsilon` is the `epsilon` of a mechanism, a tool or a model, never above the exact one; an `..._accountant`
keeps all that it is handed to within that. Neighbours are data with and without one person's record, unless the
formula was derived for another relation.
"""

from __future__ import annotations

import math

import symbolic_eps_formulas as formulas
from diffprivlib import BudgetAccountant

__all__ = [
FILL_names
]

MOST_SPENDS = 2**20
"""How many spends an accountant may add up: each addition rounds."""


class UnboundedError(ValueError):
    """Whatever is released, the statement holds: it gives no budget."""


def _epsilon(epsilon: float) -> float:
    if epsilon == math.inf:
        raise UnboundedError("every eps keeps to this statement: choose a budget by another one")
    if not epsilon > 0.0:
        raise ValueError("a budget of 0 allows no release")
    return epsilon


def _accountant(epsilon: float) -> BudgetAccountant:
    """With room for the rounding of sums: 2^20 additions are wrong by less than 2^-32 of the sum."""
    return BudgetAccountant(epsilon * (1.0 - 2.0**-32), delta=0.0)
FILL_functions
